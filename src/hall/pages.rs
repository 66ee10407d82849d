//! What browsers ask: pages that were made elsewhere, and forms that need no script.

use super::api::{is_known, joined, may_guess, read_form, reported, reporter, token_of_new, unchanged, wrong_slip};
use super::codes::{as_meant, code, of_form};
use super::counter::{AppealAsked, Holding, Made, Mark, PageAsked, Reply, ReportAsked, RulingAsked, Tapped};
use super::door::{Action, Caller, caller, cookie, known, reader, text};
use super::open_hall::Hall;
use super::tls::Peer;
use crate::tournament::Device;
use axum::body::Body;
use axum::extract::rejection::ExtensionRejection;
use axum::extract::{ConnectInfo, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;

impl IntoResponse for Made {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or_default();
        debug_assert!(!self.html.contains('\u{fdd0}'), "a command is shown with its marks: {}", self.html);
        (status, [("content-type", "text/html; charset=utf-8")], Body::from(self.html)).into_response()
    }
}

/// What a browser is shown in place of an answer for programs.
async fn trouble(hall: &Hall, headers: &HeaderMap, reply: Reply) -> Response {
    let holder = known(hall, headers).await.ok().map(|caller| caller.device);
    let asked = PageAsked::Trouble(reply.clone());
    match hall.queue.read(move |counter| counter.page(holder.as_ref(), &asked)).await {
        Ok(made) => made.into_response(),
        Err(_) => reply.into_response(),
    }
}

/// A page, or why there is none: [`readable`] makes a page of that too.
type Shown = Result<Response, Reply>;

/// A browser that comes to the hall.
pub struct Visit {
    hall: Arc<Hall>,
    headers: HeaderMap,
    peer: IpAddr,
}

impl FromRequestParts<Arc<Hall>> for Visit {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Self, ExtensionRejection> {
        let ConnectInfo(Peer(peer)) = ConnectInfo::<Peer>::from_request_parts(parts, hall).await?;
        Ok(Self { hall: Arc::clone(hall), headers: parts.headers.clone(), peer })
    }
}

impl Visit {
    async fn caller(&self, action: Action) -> Result<Caller, Reply> {
        caller(&self.hall, &self.headers, action).await
    }

    async fn known(&self) -> Option<Caller> {
        known(&self.hall, &self.headers).await.ok()
    }

    async fn made(&self, device: Option<Device>, asked: PageAsked) -> Shown {
        let made = self.hall.queue.read(move |counter| counter.page(device.as_ref(), &asked)).await?;
        Ok(made.into_response())
    }

    async fn shown(&self, action: Option<Action>, asked: PageAsked) -> Shown {
        let caller = match action {
            None => self.known().await,
            Some(action) => Some(self.caller(action).await?),
        };
        self.made(caller.map(|caller| caller.device), asked).await
    }

    /// What makes the next form of this device good.
    async fn holding(&self, form: &str) -> Holding {
        let token = self.known().await.map(|caller| caller.token).unwrap_or_default();
        Holding { form: of_form(&token, form), request: code() }
    }
}

/// What a browser is refused is a page. An address that cannot be read is answered by nothing of ours: it is a page that is not there.
pub async fn readable(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let for_programs = path.starts_with("/api/") || path == "/events";
    let headers = request.headers().clone();
    let mut response = next.run(request).await;
    if let Some(reply) = response.extensions_mut().remove::<Reply>().filter(|_| !for_programs) {
        return trouble(&hall, &headers, reply).await;
    }
    let kind = text(response.headers(), "content-type");
    let is_ours = kind.is_some_and(|kind| kind.starts_with("text/html") || kind.starts_with("application/json"));
    if response.status() != StatusCode::BAD_REQUEST || is_ours {
        return response;
    }
    let nowhere = Reply::refused(404, "there is no such page", "start at the overview");
    if for_programs { nowhere.into_response() } else { trouble(&hall, &headers, nowhere).await }
}

/// The public pages, as published; by their own names, or as `/section/1/standings` and `/team/7`.
pub async fn public(visit: Visit, uri: Uri) -> Shown {
    reader(&visit.hall, &visit.headers).await?;
    let site = visit.hall.since.site.served(&visit.hall.queue, &visit.hall.slow_work).await;
    let site = site.ok_or_else(|| Reply::refused(503, "the pages are still being made", "try again in a moment"))?;
    let page = site.find(uri.path().trim_matches('/'));
    let page = page.ok_or_else(|| Reply::refused(404, "there is no such page", "start at the overview"))?;
    if is_known(&visit.headers, &page.etag) {
        return Ok(unchanged(&page.etag));
    }
    let takes_gzip = text(&visit.headers, "accept-encoding").is_some_and(|value| value.contains("gzip"));
    let bytes = if takes_gzip { &page.zipped } else { &page.bytes };
    let mut response = Response::new(Body::from(bytes.clone()));
    let set = response.headers_mut();
    set.insert("content-type", HeaderValue::from_static(page.kind));
    set.insert("cache-control", HeaderValue::from_static("no-cache"));
    set.insert("vary", HeaderValue::from_static("accept-encoding"));
    if takes_gzip {
        set.insert("content-encoding", HeaderValue::from_static("gzip"));
    }
    if let Ok(etag) = HeaderValue::from_str(&page.etag) {
        set.insert("etag", etag);
    }
    Ok(response)
}

pub async fn hall_page(visit: Visit) -> Shown {
    visit.shown(Some(Action::SeeTables), PageAsked::Hall).await
}

pub async fn desk_page(visit: Visit) -> Shown {
    let holding = visit.holding("desk").await;
    visit.shown(Some(Action::Settle), PageAsked::Desk { said: None, holding }).await
}

#[derive(Deserialize)]
pub struct ScreenAsked {
    page: Option<usize>,
}

/// A projector; it shows what the public pages show, so nobody has to be enrolled for it.
pub async fn screen(visit: Visit, Path(number): Path<usize>, Query(asked): Query<ScreenAsked>) -> Shown {
    reader(&visit.hall, &visit.headers).await?;
    visit.shown(None, PageAsked::Screen { number, page: asked.page.unwrap_or(1) }).await
}

fn is_good(form: &str, token: &str, of: &str) -> Result<(), Reply> {
    let refused = || Reply::refused(403, "this form is not from this device", "open the page again");
    if form == of_form(token, of) { Ok(()) } else { Err(refused()) }
}

#[derive(Deserialize)]
pub struct TableAsked {
    round: Option<u32>,
    #[serde(rename = "match")]
    number: Option<u8>,
    result: Option<String>,
}

/// A table; with a result, the page that asks once more.
pub async fn table(visit: Visit, Path(table): Path<u32>, Query(asked): Query<TableAsked>) -> Shown {
    let holding = visit.holding(&format!("table/{table}")).await;
    let TableAsked { round, number, result } = asked;
    let asked = PageAsked::Table { table, round, number, result, slip: None, holding };
    visit.shown(Some(Action::SeeTables), asked).await
}

/// What the QR on a slip opens: the page of its table, also for who has nothing but the slip.
pub async fn slip(visit: Visit, Path(typed): Path<String>, Query(asked): Query<TableAsked>) -> Shown {
    let code = as_meant(&typed);
    let holding = Holding { form: of_form(&code, "slip"), request: super::codes::code() };
    let TableAsked { number, result, .. } = asked;
    let asked = PageAsked::Table { table: 0, round: None, number, result, slip: Some(code.clone()), holding };
    may_guess(&visit.hall, visit.peer)?;
    let response = visit.shown(None, asked).await?;
    if matches!(response.status(), StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS) {
        wrong_slip(&visit.hall, visit.peer, code).await;
    }
    Ok(response)
}

#[derive(Deserialize)]
pub struct TapForm {
    table: u32,
    round: u32,
    #[serde(rename = "match")]
    number: u8,
    teams: String,
    expect: String,
    result: String,
    form: String,
    request: String,
    #[serde(default)]
    board: String,
    #[serde(default)]
    by: String,
    #[serde(default)]
    side: String,
}

pub async fn tap(visit: Visit, Path(table): Path<u32>, body: Body) -> Shown {
    let caller = visit.caller(Action::Report).await?;
    let form = read_form::<TapForm>(body).await?;
    let of = format!("table/{table}");
    is_good(&form.form, &caller.token, &of)?;
    if form.table != table {
        return Err(Reply::refused(400, "the form is for another table", "open the page again"));
    }
    tapped(&visit, Some(caller.device), form, None, of_form(&caller.token, &of)).await
}

/// A tap on the page that a slip opened.
pub async fn slip_tap(visit: Visit, Path(typed): Path<String>, body: Body) -> Shown {
    let code = as_meant(&typed);
    let device = reporter(visit.caller(Action::Report).await, true)?;
    let mut form = read_form::<TapForm>(body).await?;
    is_good(&form.form, &code, "slip")?;
    // One phone speaks for one team: a second tap of it confirms nothing.
    let name = format!("slip-{code}");
    if let Some(side) = cookie(&visit.headers, &name).filter(|_| device.is_none()) {
        side.clone_into(&mut form.side);
    }
    let side = Some(form.side.clone()).filter(|side| device.is_none() && !side.is_empty());
    let own = of_form(&code, "slip");
    let mut response = tapped(&visit, device, form, Some(code), own).await?;
    // Who was refused has spoken for nobody yet.
    let side = side.filter(|_| response.status() == StatusCode::OK);
    let kept = side.map(|side| format!("{name}={side}; Path=/s; Max-Age=86400; HttpOnly; SameSite=Strict"));
    if let Some(kept) = kept.and_then(|kept| HeaderValue::from_str(&kept).ok()) {
        response.headers_mut().insert("set-cookie", kept);
    }
    Ok(response)
}

async fn tapped(visit: &Visit, device: Option<Device>, form: TapForm, slip: Option<String>, own: String) -> Shown {
    let filled = |text: String| Some(text).filter(|text| !text.is_empty());
    let asked = ReportAsked {
        table: form.table,
        number: Some(form.number),
        result: form.result,
        board: filled(form.board),
        by: filled(form.by),
        expect: Some(form.expect),
        side: filled(form.side),
        slip,
        request: form.request,
        round: Some(form.round),
        teams: Some(form.teams),
    };
    let reply = reported(&visit.hall, visit.peer, device.clone(), asked.clone()).await?;
    // What cannot be read is refused before the code on a slip is looked at, and who shows no good one sees no table.
    let is_by_code = device.is_none();
    if matches!(reply.status, 401 | 403 | 404 | 429 | 503) || is_by_code && reply.status == 400 {
        return Err(reply);
    }
    let holding = Holding { form: own, request: code() };
    visit.made(device, PageAsked::Tapped(Box::new(Tapped { asked, reply, holding }))).await
}

/// Who broke which rule, what is on record, and what it costs.
pub async fn ruling_page(visit: Visit, Path(table): Path<u32>, Query(asked): Query<RulingAsked>) -> Shown {
    let holding = visit.holding(&format!("ruling/{table}")).await;
    let asked = PageAsked::Ruling { asked: Box::new(RulingAsked { table, ..asked }), changed: false, holding };
    visit.shown(Some(Action::Rule), asked).await
}

/// A ruling as its page proposed it.
pub async fn rule(visit: Visit, Path(table): Path<u32>, body: Body) -> Shown {
    let caller = visit.caller(Action::Rule).await?;
    let asked = RulingAsked { table, ..read_form(body).await? };
    let of = format!("ruling/{table}");
    is_good(&asked.form, &caller.token, &of)?;
    let (device, wanted) = (caller.device.clone(), asked.clone());
    let reply = visit.hall.queue.ask(move |counter| counter.rule(&device, &wanted)).await?;
    let page = match reply.status {
        200 => PageAsked::Ruled { table, reply },
        _ if reply.is_marked(Mark::Changed) => PageAsked::Ruling {
            // What the ladder had prescribed then is not what it prescribes now.
            asked: Box::new(RulingAsked { penalty: None, ..asked }),
            changed: true,
            holding: Holding { form: of_form(&caller.token, &of), request: code() },
        },
        _ => return Err(reply),
    };
    visit.made(Some(caller.device), page).await
}

/// What waits for a decision; one appeal to be filed, or to be decided.
pub async fn appeals_page(visit: Visit, Query(asked): Query<AppealAsked>) -> Shown {
    let holding = visit.holding("appeals").await;
    let asked = PageAsked::Appeals { asked: Box::new(asked), said: Vec::new(), changed: false, holding };
    visit.shown(Some(Action::Rule), asked).await
}

/// An appeal that is filed, or decided as its page proposed it.
pub async fn appeal(visit: Visit, body: Body) -> Shown {
    let caller = visit.caller(Action::Rule).await?;
    let asked = read_form::<AppealAsked>(body).await?;
    is_good(&asked.form, &caller.token, "appeals")?;
    let (device, wanted) = (caller.device.clone(), asked.clone());
    let reply = visit.hall.queue.ask(move |counter| counter.appeal(&device, &wanted)).await?;
    let changed = reply.is_marked(Mark::Changed);
    if reply.status != 200 && !changed {
        return Err(reply);
    }
    let holding = Holding { form: of_form(&caller.token, "appeals"), request: code() };
    let asked = Box::new(if changed { asked } else { AppealAsked::default() });
    visit.made(Some(caller.device), PageAsked::Appeals { asked, said: reply.said(), changed, holding }).await
}

/// Who is in the hall, and who is still missing.
pub async fn check_in_page(visit: Visit) -> Shown {
    let holding = visit.holding("check-in").await;
    visit.shown(Some(Action::CheckIn), PageAsked::CheckIn { said: None, holding }).await
}

#[derive(Deserialize)]
pub struct CheckInForm {
    team: u32,
    here: String,
    form: String,
    request: String,
}

/// A team that has come, or has not after all.
pub async fn check_in(visit: Visit, body: Body) -> Shown {
    let caller = visit.caller(Action::CheckIn).await?;
    let CheckInForm { team, here, form, request } = read_form(body).await?;
    is_good(&form, &caller.token, "check-in")?;
    let device = caller.device.clone();
    let done = visit.hall.queue.ask(move |counter| counter.check_in(&device, team, here == "yes", &request)).await?;
    if done.status != 200 {
        return Err(done);
    }
    let said = done.body["said"].as_str().map(str::to_owned);
    let holding = Holding { form, request: code() };
    visit.made(Some(caller.device), PageAsked::CheckIn { said, holding }).await
}

#[derive(Deserialize)]
pub struct SettleForm {
    report: i64,
    #[serde(rename = "do")]
    what: String,
    #[serde(default)]
    note: String,
    form: String,
    request: String,
}

/// A report accepted or rejected on `/desk`.
pub async fn settle(visit: Visit, body: Body) -> Shown {
    let caller = visit.caller(Action::Settle).await?;
    let SettleForm { report, what, note, form, request } = read_form(body).await?;
    is_good(&form, &caller.token, "desk")?;
    let accept = match what.as_str() {
        "accept" => true,
        "reject" => false,
        _ => return Err(Reply::refused(400, "a report is accepted or rejected", "open the page again")),
    };
    let device = caller.device.clone();
    let settled = visit.hall.queue.ask(move |counter| counter.settle(&device, report, accept, &note, &request)).await?;
    if settled.status != 200 {
        return Err(settled);
    }
    let said = settled.body["settled"].as_str().map(str::to_owned);
    let holding = Holding { form: of_form(&caller.token, "desk"), request: code() };
    visit.shown(Some(Action::Settle), PageAsked::Desk { said, holding }).await
}

pub async fn join_page(visit: Visit) -> Shown {
    let form = of_form("", "join");
    visit.shown(None, PageAsked::Join { code: None, problem: None, form }).await
}

pub async fn join_code(visit: Visit, Path(typed): Path<String>) -> Shown {
    let form = of_form("", "join");
    visit.shown(None, PageAsked::Join { code: Some(as_meant(&typed)), problem: None, form }).await
}

#[derive(Deserialize)]
pub struct JoinForm {
    code: String,
    #[serde(default)]
    name: String,
    form: String,
}

pub async fn join(visit: Visit, body: Body) -> Shown {
    let JoinForm { code, name, form } = read_form(body).await?;
    is_good(&form, "", "join")?;
    let name = Some(name).filter(|name| !name.is_empty());
    let mut answer = joined(&visit.hall, visit.peer, &code, name).await.unwrap_or_else(Reply::into_response);
    let why = answer.extensions_mut().remove::<Reply>().map(|reply| reply.why());
    let Some(cookie) = answer.headers().get("set-cookie").cloned() else {
        let problem = match (answer.status(), why) {
            (StatusCode::TOO_MANY_REQUESTS, Some((Some(message), Some(hint)))) => format!("{message}: {hint}"),
            _ => "This code is wrong or has expired. Ask at the desk for a new one.".to_owned(),
        };
        let asked = PageAsked::Join { code: None, problem: Some(problem), form: of_form("", "join") };
        let mut page = visit.shown(None, asked).await?;
        *page.status_mut() = answer.status();
        return Ok(page);
    };
    let mut with_token = HeaderMap::new();
    if let Some(token) = token_of_new(&cookie) {
        with_token.insert("authorization", token);
    }
    let visit = Visit { headers: with_token, ..visit };
    let mut page = visit.shown(Some(Action::SeeState), PageAsked::Joined).await?;
    page.headers_mut().insert("set-cookie", cookie);
    Ok(page)
}

/// Style and script, as they are in the program.
pub async fn style(State(hall): State<Arc<Hall>>) -> Response {
    ([("content-type", "text/css; charset=utf-8"), ("cache-control", "no-cache")], hall.style).into_response()
}

pub async fn script(State(hall): State<Arc<Hall>>) -> Response {
    ([("content-type", "text/javascript; charset=utf-8"), ("cache-control", "no-cache")], hall.script).into_response()
}
