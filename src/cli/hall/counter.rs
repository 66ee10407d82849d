//! The desk's side of the hall's counter: each request is a command of its own, in a sitting that keeps the event between them.

use super::filing::{Tap, is_named, is_played_here, on_device, reply_to, served};
use super::pages::{Asking, of_code, trouble};
use super::{appeals, desk_commands, rulings};
use crate::cli::answer::back_up;
use crate::cli::command_text::{cmd, plain};
use crate::cli::desk::{Access, Desk};
use crate::cli::device;
use crate::cli::entry::reports;
use crate::cli::failure::Failure;
use crate::cli::open_reports;
use crate::cli::refusal::OrRefuse;
use crate::cli::scene::Scene;
use crate::cli::status::Status;
use crate::cli::{Everywhere, now, rescue};
use crate::event::edit::entries;
use crate::hall::{
    AppealAsked, Becomes, Counter, Known, Made, PageAsked, Reply, ReportAsked, RulingAsked, Taken, codes,
};
use crate::report::TeamRef;
use crate::report::hall::Head;
use crate::report::rulings::state_in_words;
use crate::store::{DoneRequest, Due, FileStamp, ReportState, StoreError};
use crate::tournament::{Board, CLOCK, Colours, Device, MatchResult, PlayerId, TableNumber, Team};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// For how long nobody writes before the log is carried over into the file.
const IDLE: Duration = Duration::from_secs(2);

/// How long after it was said that the machine fails this is said again.
const BETWEEN_FAILURES: Duration = Duration::from_secs(60);

/// The file as it was when it was looked at last.
#[derive(Clone, Default)]
pub struct Looked(Arc<Mutex<Option<FileStamp>>>);

impl Looked {
    /// Whether the file has changed since then.
    pub fn is_old(&self, path: &Path) -> bool {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) != Some(FileStamp::of(path))
    }

    fn note(&self, stamp: FileStamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(stamp);
    }
}

pub struct DeskCounter {
    pub everywhere: Everywhere,
    pub path: PathBuf,
    pub looked: Looked,
    /// What the codes on slips are made with.
    pub slip_key: String,
    /// Codes on slips that have opened a table, also where it was paired anew since.
    pub opened: HashSet<String>,
    /// Of the file when the hall was opened.
    pub epoch: i64,
    pub tick: u64,
    /// What was seen last, and whether the file could not be read since.
    pub shown: Known,
    pub is_lost: bool,
    /// Where every section is, as of a tick.
    pub state: Option<(u64, Reply)>,
    pub backing_up: Arc<AtomicBool>,
    /// When it was said last that the machine fails, and that the newest commands are in the log alone.
    pub failed: Mutex<Option<Instant>>,
    pub unfolded: Mutex<Option<Instant>>,
}

impl DeskCounter {
    /// Looks at the file as it is, or notes what is kept beside the journal.
    fn at<T>(&self, access: Access, run: impl FnOnce(&mut Desk) -> Result<T, Reply>) -> Result<T, Reply> {
        self.given(access, None, "serve", |desk| Ok((run(desk)?, String::new())))
    }

    /// Gives a command of a device, with the sentence that it comes to.
    fn given<T>(
        &self,
        access: Access,
        device: Option<&Device>,
        words: &str,
        run: impl FnOnce(&mut Desk) -> Result<(T, String), Reply>,
    ) -> Result<T, Reply> {
        let everywhere = Everywhere {
            device: device.map(|device| device.id),
            acting: device.and_then(|device| device.official.clone()),
            ..self.everywhere.anew()
        };
        let desk = Desk::open_as(&everywhere, access, words).map_err(|failure| match self.path.exists() {
            true => failure.into(),
            false => Reply {
                at_laptop: Some(plain(&failure.message)),
                ..Reply::refused(503, "the tournament's file has been moved", "tell the desk")
            },
        })?;
        let (done, answer) = desk.given(run)?;
        self.back_up(answer.backup);
        Ok(done)
    }

    /// Gives a command of a device, or of who has only a slip, with its answer and its sentence, once for each id of its request. `lost` is
    /// the answer where only the command of a request is known.
    fn once(
        &self,
        device: Option<&Device>,
        (request, asked): (&str, &str),
        words: &str,
        lost: fn(i64) -> Value,
        run: impl FnOnce(&mut Desk) -> Result<(Value, String), Reply>,
    ) -> Reply {
        if let Err(reply) = is_named(request) {
            return reply;
        }
        let by = device.map(|device| device.id);
        let id = format!("{}:{request}", by.map_or("slip".to_owned(), |id| id.to_string()));
        let digest = codes::digest(asked);
        let reply = self.given(Access::Write, device, words, |desk| {
            self.is_still_the_one(desk)?;
            if let Some(done) = desk_commands::known(desk, &id, &digest, lost)? {
                return Err(done);
            }
            let (mut answer, sentence) = run(desk)?;
            if answer.get("command").is_none() {
                answer["command"] = json!(desk.entry);
            }
            kept(desk, &id, by, &digest, &answer)?;
            Ok((Reply::ok(answer), sentence))
        });
        reply.unwrap_or_else(|reply| self.reported_at_the_laptop(reply))
    }

    /// Says at the laptop that the machine failed while a device entered something, a line each minute at most.
    fn reported_at_the_laptop(&self, reply: Reply) -> Reply {
        if matches!(reply.status, 500 | 503)
            && let Some(message) = reply.at_the_laptop()
        {
            self.say_at_times(
                &self.failed,
                &format!("NOT ENTERED: what a device sent at {}: {message}", now().format(CLOCK)),
            );
        }
        reply
    }

    /// Says it, unless something of its kind was said a short while ago.
    fn say_at_times(&self, last: &Mutex<Option<Instant>>, text: &str) {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| last.elapsed() >= BETWEEN_FAILURES) {
            *last = Some(Instant::now());
            self.say(text);
        }
    }

    /// Says something at the laptop, whose terminal may have changed since the hall was opened.
    fn say(&self, text: &str) {
        self.everywhere.asker.anew().remark(text);
    }

    /// Makes the backup that is due, one at a time, while the next tap is taken.
    fn back_up(&self, due: Option<Due>) {
        let Some(due) = due.filter(|_| !self.backing_up.swap(true, Ordering::AcqRel)) else { return };
        let (backing_up, asker) = (Arc::clone(&self.backing_up), self.everywhere.asker.anew());
        std::thread::spawn(move || {
            back_up(&due, &asker);
            backing_up.store(false, Ordering::Release);
        });
    }

    fn view(&self, desk: &mut Desk) -> Result<Known, Failure> {
        let (reports, mut devices) = (open_reports::open(desk)?, desk.store.tokens()?);
        devices.values_mut().for_each(|device| device::acts_now(desk, device));
        Ok(Known {
            version: desk.store.data_version()?,
            epoch: desk.store.epoch()?.map_or(self.epoch, |(epoch, _)| epoch),
            tick: self.tick,
            devices,
            reports: reports.iter().map(|report| (report.id, report.state == ReportState::Disputed)).collect(),
        })
    }

    /// Once nobody has written for a while, the file is made whole without its log: it may be copied or moved while the hall is open.
    fn fold(&self) {
        let Some(memory) = &self.everywhere.memory else { return };
        if !FileStamp::of(&self.path).has_log_at_rest(IDLE) {
            return;
        }
        match memory.fold() {
            // The file was let go when a command failed: it is opened once more, and carried over the next time.
            Ok(_) if FileStamp::of(&self.path).has_log_at_rest(Duration::ZERO) => {
                let _ = self.at(Access::Read, |_| Ok(()));
            }
            Ok(stamp) => {
                if self.unfolded.lock().unwrap_or_else(PoisonError::into_inner).take().is_some() {
                    self.say("the newest commands are in the tournament's file again");
                }
                stamp.into_iter().for_each(|stamp| self.looked.note(stamp));
            }
            // The one that holds the file lets it go.
            Err(StoreError::Locked(_)) => {}
            Err(left) => self.say_at_times(&self.unfolded, &rescue::left_in_log(&left)),
        }
    }

    /// A server that was taken over from no longer writes.
    fn is_still_the_one(&self, desk: &mut Desk) -> Result<(), Reply> {
        let is_raised = matches!(desk.store.epoch(), Ok(Some((epoch, _))) if epoch > self.epoch);
        if !is_raised && !matches!(desk.store.is_taken_over(), Ok(true)) {
            return Ok(());
        }
        Err(Reply::refused(
            503,
            "another laptop has taken over this hall, so this one no longer makes changes",
            "open the address of the other laptop",
        ))
    }

    fn device_state(&self, desk: &mut Desk) -> Result<Value, Failure> {
        let status = Status::default().now(desk)?.to_json()?;
        let open = open_reports::open(desk)?;
        let reports: Vec<Value> = open.iter().map(|report| open_reports::to_json(desk, report)).collect();
        Ok(json!({ "version": desk.store.data_version()?, "epoch": self.epoch, "status": status, "reports": reports }))
    }
}

/// What to do where the file was moved away while the hall is open: elsewhere it is not whole.
pub fn left_behind(path: &Path) -> Option<String> {
    let put_back = "put it back where it was before you open it: the latest commands are in";
    FileStamp::of(path).is_log_alone().then(|| format!("{put_back} {}-wal", path.display()))
}

/// Keeps the answer of a request, and signs its command with it.
fn kept(desk: &mut Desk, id: &str, device: Option<i64>, digest: &str, answer: &Value) -> Result<(), Reply> {
    let now = desk.second();
    let done = DoneRequest { device, asked: digest.to_owned(), status: 200, answer: answer.to_string() };
    desk.store.note_request(id, &done, now)?;
    if let Some(command) = answer["command"].as_i64() {
        desk.store.sign_request(command, id)?;
    }
    Ok(())
}

impl Counter for DeskCounter {
    fn look(&mut self) -> Option<Known> {
        if !self.looked.is_old(&self.path) {
            self.fold();
            return None;
        }
        let stamp = FileStamp::of(&self.path);
        self.tick += 1;
        // A commit is in the log while it is synchronised, and is read only after that: the one that gives it has the turn to write until
        // then. Looked at without that turn, the file would be known as it is, and its newest change never seen.
        let view = self.at(Access::Beside, |desk| Ok(self.view(desk)?));
        self.looked.note(stamp);
        match view {
            Ok(view) => {
                if std::mem::take(&mut self.is_lost) {
                    self.say("the tournament's file can be read again");
                }
                self.shown = view;
            }
            Err(reply) => {
                if !std::mem::replace(&mut self.is_lost, true) {
                    let why = reply.at_the_laptop().into_iter().chain(left_behind(&self.path)).collect::<Vec<_>>();
                    self.say(&format!("NOTHING IS BEING FILED: {}", why.join("; ")));
                }
                self.shown.tick = self.tick;
            }
        }
        Some(self.shown.clone())
    }

    fn join(&mut self, code: &str, token: &str, name: Option<&str>) -> Reply {
        let joined = self.at(Access::Beside, |desk| {
            self.is_still_the_one(desk)?;
            let now = desk.second();
            let joined = desk.store.join_device(code, &codes::digest(token), now)?;
            // A good one that is closed is distinguished from no other.
            match desk.store.closed_codes(now)?.filter(|_| joined.is_none()) {
                Some(closed) => Err(device::closed(closed, now, "get a new one at the laptop")),
                None => Ok(joined),
            }
        });
        match joined {
            Ok(Some(device)) => {
                self.say(&device::joined(&device, name));
                Reply::ok(
                    json!({ "token": token, "device": device.id, "name": device.name, "role": device.role, "official": device.official }),
                )
            }
            Ok(None) => Reply::refused(
                401,
                "no device is waiting for this code",
                "a code works once, within ten minutes; get a new one at the laptop",
            ),
            Err(reply) => self.reported_at_the_laptop(reply),
        }
    }

    fn state(&mut self) -> Reply {
        if let Some((_, reply)) = self.state.as_ref().filter(|(tick, _)| *tick == self.tick) {
            return reply.clone();
        }
        match self.at(Access::Read, |desk| Ok(self.device_state(desk)?)) {
            Ok(state) => {
                let reply = Reply::ok(state);
                self.state = Some((self.tick, reply.clone()));
                reply
            }
            Err(reply) => reply,
        }
    }

    fn table(&mut self, device: &Device, number: u32, round: Option<u32>) -> Reply {
        self.at(Access::Read, |desk| table(desk, device, number, round)).unwrap_or_else(|reply| reply)
    }

    fn report(&mut self, device: Option<&Device>, asked: &ReportAsked) -> Reply {
        let tap = match Tap::read(device, asked) {
            Ok(tap) => tap,
            Err(reply) => return reply,
        };
        // Its answer is forgotten after a while, and sooner where the clock was wrong; what it filed is not.
        let lost =
            |command| json!(Taken { state: Becomes::Filed, report: None, command: Some(command), current: None });
        self.once(device, (&asked.request, &format!("{asked:?}")), &tap.words(), lost, |desk| {
            let (taken, sentence) = tap.take(desk, &self.slip_key)?;
            Ok((json!(taken), sentence))
        })
    }

    fn appeal(&mut self, device: &Device, asked: &AppealAsked) -> Reply {
        let as_text = format!("{asked:?}");
        self.once(Some(device), (&asked.request, &as_text), &appeals::in_words(asked), desk_commands::lost, |desk| {
            appeals::enter(desk, device, asked)
        })
    }

    fn request_done(&mut self, id: &str, asked: &str) -> Option<Reply> {
        let known = self.at(Access::Read, |desk| {
            self.is_still_the_one(desk)?;
            Ok(desk_commands::known(desk, id, asked, desk_commands::lost)?)
        });
        known.unwrap_or_else(Some)
    }

    fn note_request(&mut self, device: &Device, id: &str, asked: &str, answer: Value) -> Reply {
        let kept = answer.clone();
        let noted = self.at(Access::Beside, |desk| Ok(desk_commands::note(desk, device, id, asked, answer)?));
        noted.map_or_else(|_| Reply::ok(kept), Reply::ok)
    }

    fn settle(&mut self, device: &Device, report: i64, accept: bool, note: &str, request: &str) -> Reply {
        let words = format!("reports {} {report}", if accept { "accept" } else { "reject" });
        self.once(Some(device), (request, &words), &words, desk_commands::lost, |desk| {
            let scene = reports::scene_of(desk, report).map_err(|failure| {
                // Somebody else was quicker.
                Reply { on_page: on_device(&failure, "reports"), ..reply_to(409, &failure) }
            })?;
            if !device.serves(scene.section.id, scene.id.table) {
                let message = format!("{} doesn't cover this section", device.name);
                return Err(Reply::refused(403, &message, "ask the desk"));
            }
            is_played_here(desk, scene.section.id)?;
            let note = Some(note).filter(|note| !note.is_empty());
            let settled = reports::settle(desk, report, accept, note)?;
            let touched = desk.effects()?.in_words();
            let joined = std::iter::once(settled.as_str()).chain(touched.lines()).collect::<Vec<_>>().join("; ");
            Ok((json!({ "settled": joined }), settled))
        })
    }

    fn check_in(&mut self, device: &Device, team: u32, here: bool, request: &str) -> Reply {
        let words = format!("check-in {team}{}", if here { "" } else { " --out" });
        self.once(Some(device), (request, &words), &words, desk_commands::lost, |desk| {
            let team = desk.team(&team.to_string()).map_err(|failure| reply_to(404, &failure))?.clone();
            if !device.serves_section(team.section) {
                let message = format!("{} doesn't cover {}", device.name, desk.section_name(team.section));
                return Err(Reply::refused(403, &message, "ask the desk"));
            }
            is_played_here(desk, team.section)?;
            entries::check_in(&mut desk.event, &[team.id], here).or_refuse(desk)?;
            let shown = TeamRef::find(desk.tournament(), team.id).map_or_else(String::new, |shown| shown.with_number());
            let plays_on = !here && desk.tournament().team(team.id).is_some_and(|team| desk.is_seen(team));
            let said = match (here, plays_on) {
                (true, _) => "is here",
                (false, true) => "has played, so they stay in the pairings; if they've left, tell the desk",
                (false, false) => "isn't here",
            };
            let said = format!("{shown} {said}");
            Ok((json!({ "said": said }), said))
        })
    }

    fn rule(&mut self, device: &Device, asked: &RulingAsked) -> Reply {
        let as_text = format!("{asked:?}");
        self.once(Some(device), (&asked.request, &as_text), &rulings::in_words(asked), desk_commands::lost, |desk| {
            let scene = served(desk, Some(device), (TableNumber(asked.table), None), asked.number)?;
            is_played_here(desk, scene.section.id)?;
            rulings::record(desk, &scene, asked)
        })
    }

    fn page(&mut self, device: Option<&Device>, asked: &PageAsked) -> Made {
        let asking = Asking { device, slip_key: &self.slip_key };
        let made = self
            .given(Access::Read, device, "serve", |desk| Ok((asking.page(desk, asked), String::new())))
            .unwrap_or_else(|reply| trouble(Head::default(), &reply));
        if let (PageAsked::Table { slip: Some(code), .. }, 200) = (asked, made.status) {
            self.opened.insert(code.clone());
        }
        made
    }

    fn close_codes(&mut self, until: i64, from: IpAddr) {
        let closed = self.at(Access::Beside, |desk| {
            let now = desk.second();
            desk.store.close_codes(now, until)?;
            Ok(device::codes_closed(desk)?)
        });
        if let Ok(Some(closed)) = closed {
            self.say(&format!(
                "CODES ARE LOCKED: {closed}, the last from {from}; a new code will work: {}",
                cmd!("device add NAME --role ROLE")
            ));
        }
    }

    fn is_of_a_slip(&mut self, code: &str) -> bool {
        let is_posted = |desk: &mut Desk| Ok(of_code(desk, &self.slip_key, code).next().is_some());
        self.opened.contains(code) || self.at(Access::Read, is_posted).unwrap_or(false)
    }

    fn yield_to(&mut self, epoch: i64) {
        if epoch <= self.epoch {
            return;
        }
        let noted = self.at(Access::Beside, |desk| {
            let is_known = desk.store.is_taken_over()?;
            desk.store.yield_to(epoch)?;
            Ok(is_known)
        });
        if noted == Ok(false) {
            self.say(
                "ANOTHER LAPTOP HAS TAKEN OVER THE HALL: this one no longer makes changes. Don't type anything here; continue there",
            );
        }
    }

    fn seen(&mut self, devices: &[(i64, i64)]) {
        // It is only for `device list`; a busy file is let be.
        let _ = self.at(Access::Beside, |desk| Ok(desk.store.note_seen(devices)?));
    }
}

/// Teams, players, boards, results, rulings, and what is expected.
fn table(desk: &mut Desk, device: &Device, number: u32, round: Option<u32>) -> Result<Reply, Reply> {
    let table = TableNumber(number);
    let scene = served(desk, Some(device), (table, round), None)?;
    let mut matches = Vec::new();
    for number in 1..=scene.section.matches {
        let Ok(scene) = Scene::at(desk, table, Some(scene.id.round), Some(number)) else { continue };
        matches.push(one(desk, &scene)?);
    }
    let expected =
        matches.iter().find(|of_match| of_match["result"].is_null()).map(|of_match| of_match["match"].clone());
    let [first, second] = scene.teams.each_ref().map(|named| team(desk, named));
    let docket = &desk.facts.docket;
    let at_table = docket.rulings.iter().filter(|ruling| {
        ruling.section == scene.section.id && ruling.place.is_some_and(|place| place.match_id.table == table)
    });
    let rulings: Vec<Value> = at_table
        .map(|ruling| {
            json!({
                "ruling": ruling.id, "round": ruling.round, "voided": ruling.voided.is_some(),
                "ruling_state": docket.state(ruling).id(), "stands": state_in_words(desk, ruling),
            })
        })
        .collect();
    let reports = desk.settings(scene.section.id).reports;
    Ok(Reply::ok(json!({
        "table": number, "section": scene.section.name, "round": scene.id.round, "reports": reports,
        "first": first, "second": second, "matches": matches, "rulings": rulings,
        "result": matches.iter().map(|of_match| of_match["result"].clone()).next_back(), "expected": expected,
    })))
}

fn one(desk: &mut Desk, scene: &Scene) -> Result<Value, Failure> {
    let open = open_reports::of_match(desk, scene.id)?;
    let is = |state| open.iter().any(|report| report.state == state);
    let state = match () {
        () if is(ReportState::Disputed) => "disputed",
        () if scene.result.is_some() => "filed",
        () if is(ReportState::Reported) => "reported",
        () => "open",
    };
    let boards: Vec<Value> = scene.boards.iter().map(|one| board(desk, scene, one)).collect();
    Ok(json!({
        "match": scene.id.number, "result": scene.result.map(MatchResult::as_typed), "state": state, "boards": boards,
    }))
}

fn board(desk: &Desk, scene: &Scene, board: &Board) -> Value {
    let side = |player: PlayerId| if scene.teams[0].players.contains(&player) { "first" } else { "second" };
    let seat = |id: PlayerId| json!({ "player": name(desk, id), "team": side(id) });
    // Where nobody is directed to, a seat is only where somebody would sit.
    let is_reported = scene.round.slip(scene.id.table, scene.id.number).is_some_and(|slip| slip.white.is_some());
    let known = is_reported || scene.section.colours == Colours::Directed;
    json!({
        "board": board.letter.to_string(), "white": seat(board.white), "black": seat(board.black), "colours_known": known,
    })
}

fn name(desk: &Desk, player: PlayerId) -> String {
    desk.tournament().player(player).map(|player| player.name.to_string()).unwrap_or_default()
}

fn team(desk: &Desk, team: &Team) -> Value {
    json!({ "number": team.id, "name": team.name, "players": team.players.map(|player| name(desk, player)) })
}
