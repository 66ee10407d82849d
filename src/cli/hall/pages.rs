//! What browsers in the hall are shown: the pages of `report`, filled from the event.

use super::filing::{elsewhere, is_played_here, no_good_slip, served, slip_is_open};
use super::{appeals, rulings};
use crate::cli::desk::Desk;
use crate::cli::device::codes_closed;
use crate::cli::entry::reports;
use crate::cli::failure::Failure;
use crate::cli::open_reports;
use crate::cli::rulings::words;
use crate::cli::scene::Scene;
use crate::cli::shorthand::typed;
use crate::cli::wording::{self, role_name};
use crate::discipline::{Ruling, step_left};
use crate::event::edit::slips::Typed;
use crate::hall::{Action, Becomes, Closed, Holding, Made, Mark, PageAsked, Reply, Tapped, closed, codes, may};
use crate::report::hall::{
    AnswerPage, AppealsPage, Arrival, Arrivals, CheckInPage, ConfirmPage, DeskPage, HallPage, Head, Holder, JoinPage,
    JoinedPage, Matter, Page, Receipt, ReportShown, ResultState, RuledPage, RulingPage, ScreenPage, SectionNow,
    TableNow, TablePage, TableShown, Ticket, TroublePage, Waiting,
};
use crate::report::projector::Screen;
use crate::report::rulings::state_in_words;
use crate::report::{TeamRef, pairings};
use crate::store::{FloorReport, ReportState};
use crate::tournament::names::listing_key;
use crate::tournament::{
    CLOCK, Device, DeviceRole, MatchId, MatchResult, Reports, Round, Section, SectionId, Side, TableNumber, Team,
};

/// Seconds for which a page of a projector is shown.
const TURNS: u32 = 15;

/// What is asked, and who asks.
pub struct Asking<'a> {
    pub device: Option<&'a Device>,
    pub slip_key: &'a str,
}

impl Asking<'_> {
    /// The page, or the one that says why not.
    pub fn page(&self, desk: &mut Desk, asked: &PageAsked) -> Made {
        match self.made(desk, asked) {
            Ok(made) => made,
            Err(reply) => trouble(self.head(desk), &reply),
        }
    }

    fn made(&self, desk: &mut Desk, asked: &PageAsked) -> Result<Made, Reply> {
        match asked {
            PageAsked::Trouble(reply) => Ok(trouble(self.head(desk), reply)),
            PageAsked::Hall => self.hall(desk),
            PageAsked::Desk { said, holding } => self.desk(desk, said.clone(), holding),
            PageAsked::CheckIn { said, holding } => self.check_in(desk, said.clone(), holding),
            PageAsked::Table { table, round, number, result, slip, holding } => {
                self.table(desk, (*table, *round, *number), result.as_deref(), slip.as_deref(), holding)
            }
            PageAsked::Tapped(tapped) => self.tapped(desk, tapped),
            PageAsked::Ruling { asked, changed, holding } => {
                let (scene, view) = self.scene(desk, (asked.table, None, asked.number), None)?;
                is_played_here(desk, scene.section.id)?;
                let (table, head) = (self.shown(desk, &scene, &view)?, self.head(desk));
                let stage = rulings::stage(desk, &scene, asked, holding);
                written(if *changed { 409 } else { 200 }, &RulingPage { head, table, changed: *changed, stage })
            }
            PageAsked::Ruled { table, reply } => {
                let ruling = reply.body["ruling"].as_u64();
                written(200, &RuledPage { head: self.head(desk), table: *table, ruling, said: reply.said() })
            }
            PageAsked::Appeals { asked, said, changed, holding } => {
                let device =
                    self.device.ok_or_else(|| Reply::refused(401, "this device is not enrolled", "join first"))?;
                let stage = appeals::stage(desk, device, asked, holding)?;
                let (head, law, said) = (self.head(desk), appeals::law(desk), said.clone());
                let page = AppealsPage { head, said, changed: *changed, law, stage };
                written(if *changed { 409 } else { 200 }, &page)
            }
            PageAsked::Screen { number, page } => self.screen(desk, *number, *page),
            PageAsked::Join { code, problem, form } => {
                let (code, problem, form) = (code.clone(), problem.clone(), form.clone());
                written(200, &JoinPage { head: self.head(desk), code, problem, form })
            }
            PageAsked::Joined => {
                let may = self.device.map(|device| does(device.role)).unwrap_or_default();
                written(200, &JoinedPage { head: self.head(desk), may })
            }
        }
    }

    fn head(&self, desk: &mut Desk) -> Head {
        let holder = self.device.map(|device| Holder {
            device: device.name.clone(),
            role: role_name(device.role),
            official: device.official.clone(),
            ways: ways(device.role),
        });
        let open = open_reports::open(desk).unwrap_or_default();
        let mark =
            |report: &FloorReport| report.id.unsigned_abs() * 2 + u64::from(report.state == ReportState::Disputed);
        Head {
            tournament: desk.tournament().name.clone(),
            version: desk.store.data_version().unwrap_or_default().unsigned_abs(),
            reports: open.iter().map(mark).sum(),
            holder,
        }
    }

    fn hall(&self, desk: &mut Desk) -> Result<Made, Reply> {
        let head = self.head(desk);
        let open = open_reports::open(desk)?;
        let sections: Vec<Section> = desk.tournament().sections.clone();
        let mut shown = Vec::new();
        for section in sections.iter().filter(|section| self.serves(section.id)) {
            let Some(round) = desk.latest_round(section.id) else { continue };
            let name = |team| desk.name_of(team).to_owned();
            let at = |round: &Round, table: TableNumber| {
                let is_here = |report: &&FloorReport| {
                    (report.section, report.round, report.table) == (section.id.0, round.number, table.0)
                };
                let remark = open.iter().find(is_here).map(|report| state(report.state));
                let teams = round.teams_at(table)?.map(name);
                Some(TableNow { table: table.0, round: round.number, teams, remark })
            };
            let still_open = |round: &Round| -> Vec<TableNow> {
                desk.missing(section, round).into_iter().filter_map(|table| at(round, table)).collect()
            };
            let playing = still_open(round);
            let is_over = |table: &TableNumber| playing.iter().all(|open| open.table != table.0);
            let filed = |(table, _): (TableNumber, _)| {
                let results = (1..=section.matches).filter_map(|number| desk.result_in(round, table, number));
                let typed_results: Vec<&str> = results.map(MatchResult::as_typed).collect();
                Some(TableNow { remark: Some(typed_results.join(" ")), ..at(round, table)? })
            };
            let tables = round.tables().into_iter().filter(|(table, _)| self.may(Action::Correct) && is_over(table));
            let filed = tables.filter_map(filed).collect();
            let before = |number: &u32| *number < round.number && self.may(Action::ReportEarlier);
            let earlier = desk.tournament().rounds_of(section.id).filter(|round| before(&round.number));
            let clock = desk.wall(section);
            shown.push(SectionNow {
                name: section.name.clone(),
                round: round.number,
                clock: clock.since().or(clock.planned.map(|at| format!("starts {at}"))),
                tables: round.tables().len(),
                playing,
                filed,
                earlier: earlier.flat_map(still_open).collect(),
            });
        }
        let may_settle = self.may(Action::Settle);
        let is_disputed = |report: &&FloorReport| {
            let place = (SectionId(report.section), TableNumber(report.table));
            report.state == ReportState::Disputed && self.device.is_none_or(|device| device.serves(place.0, place.1))
        };
        let mut disputed: Vec<&FloorReport> = open.iter().filter(is_disputed).collect();
        disputed.dedup_by_key(|report| (report.round, report.table));
        let differ = |report: &&FloorReport| Waiting {
            what: format!("Table {}, round {}: the reports differ", report.table, report.round),
            page: match may_settle {
                true => Some("/desk".to_owned()),
                false => (self.may(Action::ReportEarlier) || is_latest(desk, report.section, report.round))
                    .then(|| format!("/table/{}?round={}", report.table, report.round)),
            },
        };
        let mut waiting: Vec<Waiting> = disputed.iter().map(differ).collect();
        let appeals = sections.iter().filter(|section| self.serves(section.id)).flat_map(|section| {
            desk.facts.docket.open_appeals(section.id).map(|appeal| Waiting {
                what: format!("{}: appeal {} is waiting for the {}", section.name, appeal.id, appeal.level),
                page: self.may(Action::Rule).then(|| "/appeals".to_owned()),
            })
        });
        waiting.extend(appeals);
        for section in sections.iter().filter(|section| self.serves(section.id)) {
            let clock = desk.wall(section);
            waiting.extend(clock.waiting.iter().map(|missing| Waiting {
                what: clock.awaited(&section.name, missing),
                page: Some(format!("/table/{}", missing.table)),
            }));
        }
        written(200, &HallPage { head, sections: shown, waiting })
    }

    fn may(&self, action: Action) -> bool {
        self.device.is_some_and(|device| may(device.role, action))
    }

    fn serves(&self, section: SectionId) -> bool {
        self.device.is_none_or(|device| device.serves_section(section))
    }

    fn check_in(&self, desk: &mut Desk, said: Option<String>, holding: &Holding) -> Result<Made, Reply> {
        let head = self.head(desk);
        let tournament = desk.tournament();
        let arrival = |team: &Team| Arrival {
            team: TeamRef::find(tournament, team.id).unwrap_or_default(),
            school: tournament.school_label(team),
            ticket: Ticket { form: holding.form.clone(), request: codes::code() },
        };
        let arrivals = |section: &Section| {
            let is_of_it = |team: &&Team| team.section == section.id && !desk.is_gone(team);
            let mut teams: Vec<&Team> = tournament.teams.iter().filter(is_of_it).collect();
            teams.sort_by_cached_key(|team| listing_key(&team.name));
            let (here, missing): (Vec<&Team>, Vec<&Team>) = teams.into_iter().partition(|team| desk.is_seen(team));
            let [here, missing] = [here, missing].map(|teams| teams.into_iter().map(arrival).collect());
            Arrivals { section: section.name.clone(), missing, here }
        };
        let is_here = |section: &&Section| self.serves(section.id) && !desk.facts.is_elsewhere(section.id);
        let served = tournament.sections.iter().filter(is_here);
        let sections = served.map(arrivals).filter(|arrivals| !arrivals.is_empty()).collect();
        written(200, &CheckInPage { head, said, sections })
    }

    fn desk(&self, desk: &mut Desk, said: Option<String>, holding: &Holding) -> Result<Made, Reply> {
        let head = self.head(desk);
        let open = open_reports::open(desk)?;
        let mut matters: Vec<Matter> = Vec::new();
        for report in open.iter().filter(|report| self.serves(SectionId(report.section))) {
            let ticket = Ticket { form: holding.form.clone(), request: codes::code() };
            let shown = (reported(desk, report), ticket);
            let is_of = |matter: &&mut Matter| {
                (matter.round, matter.table, matter.number) == (report.round, report.table, report.number)
            };
            if let Some(matter) = matters.iter_mut().find(is_of) {
                matter.reports.push(shown);
                matter.disputed |= report.state == ReportState::Disputed;
                continue;
            }
            let Ok(scene) = reports::scene(desk, report) else { continue };
            matters.push(Matter {
                section: scene.section.name.clone(),
                round: scene.id.round,
                table: report.table,
                number: report.number,
                matches: scene.section.matches,
                teams: scene.teams.each_ref().map(|team| team.name.clone()),
                on_file: scene.result.map(|result| result.as_typed().to_owned()),
                filed_by: open_reports::filer(desk, scene.id)?.map(|filer| filer.to_string()),
                disputed: report.state == ReportState::Disputed,
                reports: vec![shown],
            });
        }
        let notice = codes_closed(desk)?.map(|closed| format!("{closed}; get a new one at the laptop."));
        written(200, &DeskPage { head, notice, matters, said })
    }

    /// The pairing sheet of a table's round, and the match at hand.
    fn scene(
        &self,
        desk: &mut Desk,
        (table, round, number): (u32, Option<u32>, Option<u8>),
        slip: Option<&str>,
    ) -> Result<(Scene, pairings::RoundPairings), Reply> {
        let (table, number) = match slip {
            Some(code) => match by_code(desk, self.slip_key, code) {
                Some(id) if slip_is_open(desk, id)? => (id.table, Some(id.number)),
                _ => {
                    let refused = Reply::refused(
                        401,
                        "this code is not valid now",
                        "a code is good for one match, until its result is filed; hand in the slip",
                    );
                    return Err(no_good_slip(desk, refused)?);
                }
            },
            None => (TableNumber(table), number),
        };
        let scene = served(desk, self.device, (table, round), number)?;
        let stamp = desk.stamp()?;
        let view = pairings::view(desk, &scene.section, &scene.round, pairings::Order::Table, stamp);
        Ok((scene, view))
    }

    fn shown(&self, desk: &mut Desk, scene: &Scene, view: &pairings::RoundPairings) -> Result<TableShown, Reply> {
        let gone = || Reply::refused(404, "nobody is seated at this table", "look at the pairings");
        let mut shown = TableShown::of(view, scene.id.table.0, scene.id.number).ok_or_else(gone)?;
        shown.is_earlier = !is_latest(desk, scene.section.id.0, scene.id.round);
        if scene.result.is_none() && shown.on_file.is_some() {
            shown.is_replayed();
        }
        let open = open_reports::of_match(desk, scene.id)?;
        let disputed: Vec<ReportShown> = open
            .iter()
            .filter(|report| report.state == ReportState::Disputed)
            .map(|report| reported(desk, report))
            .collect();
        if !disputed.is_empty() {
            shown.filed_by = open_reports::filer(desk, scene.id)?.map(|filer| filer.to_string());
            shown.state = ResultState::Disputed(disputed);
        } else if let (ResultState::Open, Some(report)) = (&shown.state, open.first()) {
            shown.state = ResultState::Reported(reported(desk, report));
        }
        shown.clock = desk.wall(&scene.section).since().or(shown.clock);
        if self.device.is_some() {
            let players: Vec<_> = scene.teams.iter().flat_map(|team| team.players).collect();
            let rulings = desk.facts.docket.rulings.iter().rev().filter(|ruling| {
                ruling.voided.is_none()
                    && (ruling.place.is_some_and(|place| place.match_id.table == scene.id.table)
                        || ruling.player.is_some_and(|player| players.contains(&player)))
            });
            const LAST: usize = 5;
            let (docket, settings) = desk.law();
            let is_here = !desk.facts.is_elsewhere(scene.section.id);
            let open =
                |ruling: &Ruling| is_here && self.may(Action::Rule) && step_left(docket, ruling, settings).is_some();
            let in_words = |ruling: &Ruling| match state_in_words(desk, ruling).as_str() {
                "stands" => words::brief(desk, ruling),
                became => format!("{} – {became}", words::brief(desk, ruling)),
            };
            let line = |ruling: &Ruling| (in_words(ruling), open(ruling).then_some(ruling.id.0));
            shown.rulings = rulings.take(LAST).map(line).collect();
        }
        Ok(shown)
    }

    fn table(
        &self,
        desk: &mut Desk,
        at: (u32, Option<u32>, Option<u8>),
        result: Option<&str>,
        slip: Option<&str>,
        holding: &Holding,
    ) -> Result<Made, Reply> {
        let (scene, view) = self.scene(desk, at, slip)?;
        let shown = self.shown(desk, &scene, &view)?;
        let (head, is_earlier) = (self.head(desk), shown.is_earlier);
        let policy = desk.settings(scene.section.id).reports;
        let slip = slip.map(str::to_owned);
        let ticket = Ticket { form: holding.form.clone(), request: holding.request.clone() };
        let (is_disputed, is_filed) =
            (matches!(shown.state, ResultState::Disputed(_)), matches!(shown.state, ResultState::Filed(_)));
        let elsewhere = elsewhere(desk, scene.section.id);
        let is_here = elsewhere.is_none();
        let closed = elsewhere.or_else(|| closed(self.device, policy, is_disputed, is_filed).map(why_closed));
        let is_known = |result: &&str| matches!(typed(result), Ok(Typed::Result(of)) if of.as_typed() == *result);
        match result.filter(is_known).filter(|_| closed.is_none()) {
            Some(result) => {
                let is_first_team = |report: &FloorReport| report.side.as_deref() == Some("first");
                let asked = match open_reports::of_match(desk, scene.id)?.iter().any(is_first_team) {
                    true => Side::Second,
                    false => Side::First,
                };
                let is_witnessed =
                    policy != Reports::Officials && matches!(shown.state, ResultState::Open | ResultState::Reported(_));
                let side = Some(asked).filter(|_| is_witnessed && policy == Reports::Witnessed);
                let asks_side = is_witnessed && self.device.is_none();
                let page = ConfirmPage { head, table: shown, result: result.to_owned(), ticket, side, asks_side, slip };
                written(200, &page)
            }
            None => written(
                200,
                &TablePage {
                    head,
                    table: shown,
                    closed,
                    slip,
                    may_rule: self.may(Action::Rule) && !is_earlier && is_here,
                },
            ),
        }
    }

    fn tapped(&self, desk: &mut Desk, tapped: &Tapped) -> Result<Made, Reply> {
        let Tapped { asked, reply, holding } = tapped;
        let (mut scene, view) = self.scene(desk, (asked.table, asked.round, asked.number), None)?;
        let taken = reply.taken();
        // What was filed is shown, also where it is replayed.
        scene.result = taken.as_ref().and_then(|taken| taken.current).unwrap_or(scene.result);
        let mut table = self.shown(desk, &scene, &view)?;
        let now = table.on_file.clone();
        if let Some(came_to) = taken.as_ref().and_then(|taken| taken.current) {
            table.on_file = came_to.map(|result| result.as_typed().to_owned());
        }
        let answer = match (taken.as_ref().map(|taken| taken.state), reply.on_file()) {
            (Some(Becomes::Filed), _) if taken.is_some_and(|taken| taken.command.is_none()) => Receipt::StoodAlready,
            (Some(Becomes::Filed), _) => Receipt::Filed,
            (Some(Becomes::Disputed), _) => match &table.state {
                ResultState::Disputed(reports) => Receipt::Disputed(reports.clone()),
                _ => Receipt::Disputed(Vec::new()),
            },
            (Some(Becomes::Reported), _) => {
                let side = match asked.side.as_deref() {
                    Some("first") => Some(Side::Second),
                    Some("second") => Some(Side::First),
                    _ => None,
                };
                let ticket = Ticket { form: holding.form.clone(), request: holding.request.clone() };
                // Who has only a slip is one team; the other one has a slip of its own.
                Receipt::Waits { other: side.filter(|_| self.device.is_some()).map(|side| (side, ticket)) }
            }
            (None, Some(on_file)) if !reply.is_marked(Mark::Disputed) => {
                Receipt::Differs { on_file: on_file.to_owned() }
            }
            (None, _) if reply.is_marked(Mark::Changed) => Receipt::Changed,
            (None, _) => {
                let (message, hint) = reply.why();
                Receipt::Refused { message: message.unwrap_or_default(), hint }
            }
        };
        let page = AnswerPage {
            head: self.head(desk),
            table,
            result: asked.result.clone(),
            request: asked.request.clone(),
            answer,
            now,
            slip: asked.slip.clone(),
        };
        written(reply.status, &page)
    }

    fn screen(&self, desk: &mut Desk, number: usize, page: usize) -> Result<Made, Reply> {
        let gone = || {
            Reply::refused(404, "there is no screen with this number", "screens are numbered like the sections, from 1")
        };
        let section =
            number.checked_sub(1).and_then(|at| desk.tournament().sections.get(at)).cloned().ok_or_else(gone)?;
        let stamp = desk.stamp()?;
        let screen = match desk.latest_round(section.id) {
            Some(round) => {
                let sheet = pairings::view(desk, &section, round, pairings::Order::Table, stamp);
                Screen::of(&sheet, desk.wall(&section).since())
            }
            None => Screen { section: section.name, called: "No round is posted yet".to_owned(), ..Screen::default() },
        };
        let now = stamp.printed.format(CLOCK).to_string();
        let address = format!("/screen/{number}");
        written(200, &ScreenPage { head: self.head(desk), address, screen, page: page.max(1), seconds: TURNS, now })
    }
}

fn is_latest(desk: &Desk, section: u32, round: u32) -> bool {
    desk.latest_round(SectionId(section)).is_some_and(|latest| latest.number == round)
}

fn written(status: u16, page: &impl Page) -> Result<Made, Reply> {
    let html = page.html().map_err(Failure::from)?;
    Ok(Made { status, html })
}

/// The page that says why there is no other; with an empty head where the file cannot be read.
pub fn trouble(head: Head, reply: &Reply) -> Made {
    let (message, hint) = reply.why();
    let page = TroublePage { head, status: reply.status, message, hint };
    written(reply.status, &page).unwrap_or(Made { status: reply.status, html: String::new() })
}

/// Why nothing may be reported, beside the table.
fn why_closed(why: Closed) -> String {
    let why = match why {
        Closed::OnlyShows => "This device only shows the table.",
        Closed::TakenByOfficials => "Results in this section are entered by officials.",
        Closed::Disputed => "The desk will settle it.",
        Closed::Filed => "If it's wrong, see an official.",
    };
    why.to_owned()
}

/// The match for which a slip's code is good.
fn by_code(desk: &Desk, key: &str, code: &str) -> Option<MatchId> {
    let is_good = |id: &MatchId| is_latest(desk, id.section.0, id.round);
    of_code(desk, key, code).find(is_good)
}

/// The matches of all rounds that are posted on whose slip this code is.
pub fn of_code<'d>(desk: &'d Desk, key: &'d str, code: &'d str) -> impl Iterator<Item = MatchId> + 'd {
    let sections = desk.tournament().sections.iter();
    let rounds =
        sections.flat_map(|section| desk.tournament().rounds_of(section.id).map(move |round| (section, round)));
    let tables = rounds.flat_map(|(section, round)| {
        round.tables().into_iter().map(move |(table, teams)| (section, round.number, table, teams))
    });
    tables.flat_map(move |(section, round, table, teams)| {
        let id = move |number| MatchId { section: section.id, round, table, number };
        (1..=section.matches).map(id).filter(move |id| codes::on_slip(key, *id, teams) == code)
    })
}

fn reported(desk: &mut Desk, report: &FloorReport) -> ReportShown {
    ReportShown {
        number: u32::try_from(report.id).unwrap_or_default(),
        result: report.says(),
        by: open_reports::reporter(desk, report),
        at: wording::hour(&report.at).unwrap_or_default(),
    }
}

fn state(state: ReportState) -> String {
    serde_json::to_value(state).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Where a role may go.
fn ways(role: DeviceRole) -> Vec<(String, String)> {
    let ways = [
        (Action::SeeTables, "Tables", "/hall"),
        (Action::CheckIn, "Check-in", "/check-in"),
        (Action::Rule, "Appeals", "/appeals"),
        (Action::Settle, "Reports", "/desk"),
        (Action::SeeState, "Overview", "/"),
    ];
    let open = ways.into_iter().filter(|(action, ..)| may(role, *action));
    open.map(|(_, label, address)| (label.to_owned(), address.to_owned())).collect()
}

/// What a role does, one line each.
fn does(role: DeviceRole) -> Vec<String> {
    let lines = [
        (Action::Report, "enters results for matches without one"),
        (Action::Correct, "corrects results"),
        (Action::Rule, "rules on offenses at the table, and files appeals"),
        (Action::HearAppeals, "decides appeals that its official hears"),
        (Action::CheckIn, "checks teams in"),
        (Action::Settle, "settles pending and disputed reports"),
        (Action::Command, "runs every desk command"),
    ];
    let may = lines.into_iter().filter(|(action, _)| may(role, *action));
    may.map(|(_, line)| line.to_owned()).collect()
}
