//! A result from the floor: who may say so, what is on file there, whether it waits for another tap, and how it is filed.
//!
//! Filing is the ordinary result of the desk, held against what the reporter saw before.

use crate::cli::command_text::{plain, plain_json};
use crate::cli::desk::Desk;
use crate::cli::device;
use crate::cli::entry::reports;
use crate::cli::entry::slip::{self, Overwrite, file, sentence};
use crate::cli::failure::{Code, Failure, RefusedBy};
use crate::cli::open_reports;
use crate::cli::refusal::OrRefuse;
use crate::cli::scene::Scene;
use crate::cli::shorthand::typed;
use crate::cli::wording::as_typed;
use crate::event::Refusal;
use crate::event::edit::slips::{self, Typed, Typing};
use crate::hall::{Action, Becomes, Closed, Mark, Reply, ReportAsked, Taken, closed, codes, may, suffices};
use crate::store::{FloorReport, ReportState, StoreError};
use crate::tournament::names::option_name;
use crate::tournament::{BoardLetter, Device, MatchId, MatchResult, Reason, Reports, SectionId, TableNumber};
use clap::ValueEnum;
use serde_json::json;

/// A report as it was read.
pub struct Tap<'a> {
    device: Option<&'a Device>,
    asked: &'a ReportAsked,
    result: MatchResult,
    board: Option<BoardLetter>,
    reason: Option<Reason>,
    expect: Option<MatchResult>,
}

impl<'a> Tap<'a> {
    /// Reads what was sent, without looking at the event.
    pub fn read(device: Option<&'a Device>, asked: &'a ReportAsked) -> Result<Self, Reply> {
        is_named(&asked.request)?;
        let wrong = |message: String| unreadable(&message);
        let result = |text: &str| match typed(text) {
            Ok(Typed::Result(result)) => Ok(result),
            Ok(Typed::Clear) => Err(wrong("a result can only be removed at the desk".to_owned())),
            Err(message) => Err(wrong(message)),
        };
        let expect = asked.expect.as_deref().filter(|expected| *expected != "none").map(result).transpose()?;
        if asked.side.as_deref().is_some_and(|side| !["first", "second"].contains(&side)) {
            return Err(wrong("side must be first or second".to_owned()));
        }
        let board = asked.board.as_deref().map(|text| BoardLetter::from_str(text, true)).transpose();
        let reason = asked.by.as_deref().map(|text| Reason::from_str(text, true)).transpose();
        Ok(Self {
            device,
            asked,
            result: result(&asked.result)?,
            board: board.map_err(|_| wrong("board must be a or b".to_owned()))?,
            reason: reason.map_err(|_| wrong("by must be a known reason".to_owned()))?,
            expect,
        })
    }

    /// The words under which it is in the journal.
    pub fn words(&self) -> String {
        let asked = self.asked;
        let mut words = vec!["result".to_owned(), asked.table.to_string(), self.result.as_typed().to_owned()];
        words.extend(asked.round.into_iter().flat_map(|round| ["--round".to_owned(), round.to_string()]));
        words.extend(asked.number.into_iter().flat_map(|number| ["--match".to_owned(), number.to_string()]));
        words.extend(asked.board.iter().flat_map(|board| ["--board".to_owned(), board.clone()]));
        words.extend(asked.by.iter().flat_map(|reason| ["--by".to_owned(), reason.clone()]));
        words.extend(["--expect".to_owned(), self.expect.map_or("none", MatchResult::as_typed).to_owned()]);
        as_typed(words.into_iter())
    }

    /// Takes the report. Gives the answer, and what it came to in one sentence if it was filed.
    pub fn take(&self, desk: &mut Desk, slip_key: &str) -> Result<(Taken, String), Reply> {
        let table = TableNumber(self.asked.table);
        let round = round_of(self.device, self.asked.round);
        desk.round_at(table, round).map_err(|failure| reply_to(404, &failure))?;
        let number = match self.device {
            Some(_) => self.asked.number,
            None => Some(self.by_slip(desk, slip_key)?),
        };
        let scene = Scene::at(desk, table, round, number).map_err(|failure| reply_to(400, &failure))?;
        is_served(&scene, self.device, "give the slip to the desk")?;
        is_played_here(desk, scene.id.section)?;
        self.is_as_seen(&scene)?;
        // What comes twice must not be filed as the second match.
        if number.is_none() && scene.id.number > 1 {
            let message =
                format!("table {table} plays {} matches, and the first already has a result", scene.section.matches);
            return Err(standing(&scene, &message, "say which match this is for"));
        }
        let (policy, open) = (desk.settings(scene.section.id).reports, open_reports::of_match(desk, scene.id)?);
        let is_disputed = open.iter().any(|report| report.state == ReportState::Disputed);
        if let Some(why) = closed(self.device, policy, is_disputed, scene.result.is_some()) {
            return Err(refused(&scene, why));
        }
        if let Some(stored) = scene.result {
            return self.over(desk, &scene, policy, stored, open);
        }
        let drawn = drawn_before(desk, &scene);
        if self.expect.is_some() && self.expect != drawn {
            return Err(standing(&scene, &format!("table {table} no longer has a result"), "look at the table again"));
        }
        // The same slip tapped by two officials is no drawn replay, and what is tapped on a page from before the draw is of no replay.
        let is_of_old_page = self.asked.expect.as_deref() == Some("none");
        let is_same = drawn == Some(MatchResult::Drawn) && self.result == MatchResult::Drawn;
        if let Some(on_file) = drawn.filter(|_| self.expect.is_none() && (is_same || is_of_old_page)) {
            let message = format!("table {table} is already drawn, and its replay hasn't been played yet");
            let hint = "if this slip is for the replay, open the table again and enter it there; if the slips differ, see the desk";
            let mut reply = Reply::refused(409, &message, hint);
            reply.body["error"]["current"] = json!(on_file.as_typed());
            return Err(reply);
        }
        // A board that ended otherwise is no blank, though its match goes on.
        if scene.round.slip(scene.id.table, scene.id.number).is_some()
            && !self.device.is_some_and(|device| may(device.role, Action::Correct))
            && let Err(Refusal::Differs(on_file)) = slips::file(&mut desk.event.clone(), &self.typing(&scene), false)
        {
            if self.disputes_floor(desk, &scene)? {
                return self.dispute(desk, &scene, &[]);
            }
            let message = format!("table {table} already has {}", slip::on_file_in_words(&on_file));
            let hint = "look at the table again; if it's wrong, a chief or the desk can correct it";
            return Err(standing(&scene, &message, hint));
        }
        self.weighed(desk, &scene, policy, open)
    }

    /// Held against what else was reported: filed, kept until somebody else says the same, or disputed.
    fn weighed(
        &self,
        desk: &mut Desk,
        scene: &Scene,
        policy: Reports,
        mut open: Vec<FloorReport>,
    ) -> Result<(Taken, String), Reply> {
        let own = self.report(desk, scene, ReportState::Reported);
        open.retain(|report| !desk.is_of_another_board(report.board_letter(), own.board_letter()));
        if open.iter().any(|report| !report.agrees(&own)) {
            return self.dispute(desk, scene, &open);
        }
        let is_confirmed =
            own.side.is_some() && open.iter().any(|report| report.side.is_some() && report.side != own.side);
        if suffices(self.device, policy, self.asked.side.is_some(), is_confirmed) {
            self.filed(desk, scene, &open)
        } else {
            self.waits(desk, scene, &open)
        }
    }

    /// The match that the code on a slip is worth.
    fn by_slip(&self, desk: &mut Desk, key: &str) -> Result<u8, Reply> {
        let table = TableNumber(self.asked.table);
        let (section, round) = desk.round_at(table, None).map_err(|failure| reply_to(404, &failure))?;
        let given = codes::as_meant(self.asked.slip.as_deref().unwrap_or_default());
        let teams = round.teams_at(table);
        let id = |number| MatchId { section: section.id, round: round.number, table, number };
        let is_it = |number: &u8| teams.is_some_and(|teams| codes::on_slip(key, id(*number), teams) == given);
        let number = (1..=section.matches).find(is_it);
        let found = number.filter(|number| self.asked.number.is_none_or(|named| named == *number)).map(id);
        match found {
            Some(id) if slip_is_open(desk, id)? => Ok(id.number),
            _ => {
                let message = format!("this code is not valid for table {table} now");
                Err(no_good_slip(desk, Reply::refused(401, &message, "give the slip to an official"))?)
            }
        }
    }

    /// What a page showed is still so: the round, and who sits there.
    fn is_as_seen(&self, scene: &Scene) -> Result<(), Reply> {
        let teams = scene.teams.each_ref().map(|team| team.id.to_string()).join("-");
        let is_round = self.asked.round.is_none_or(|round| round == scene.id.round);
        if is_round && self.asked.teams.as_ref().is_none_or(|seen| *seen == teams) {
            return Ok(());
        }
        let message =
            format!("table {} has changed since it was shown: another round, or different teams", scene.id.table);
        Err(standing(scene, &message, "open the table again").marked(Mark::Changed))
    }

    /// What could not be filed waits for nobody either.
    fn is_possible(&self, desk: &Desk, scene: &Scene) -> Result<(), Failure> {
        match slips::file(&mut desk.event.clone(), &self.typing(scene), false) {
            Ok(_) | Err(Refusal::Differs(_)) => Ok(()),
            refused => refused.or_refuse(desk).map(drop),
        }
    }

    /// A result where there is one already.
    fn over(
        &self,
        desk: &mut Desk,
        scene: &Scene,
        policy: Reports,
        stored: MatchResult,
        open: Vec<FloorReport>,
    ) -> Result<(Taken, String), Reply> {
        // How it ended, or the second board where both count, is no other result.
        let added = slips::file(&mut desk.event.clone(), &self.typing(scene), false).ok();
        if added.as_ref().is_some_and(|added| !added.changed) {
            let state = Becomes::Filed;
            return Ok((Taken { state, report: None, command: None, current: Some(Some(stored)) }, String::new()));
        }
        let table = scene.id.table;
        // A disagreement with another official is heard, however old the page is that it was tapped on.
        if self.expect != Some(stored) && added.is_none() && self.disputes_floor(desk, scene)? {
            return self.dispute(desk, scene, &open);
        }
        if self.expect != Some(stored) {
            let message = format!("table {table} already has a result: {}", stored.as_typed());
            return Err(standing(
                scene,
                &message,
                "look at the table again; if it's wrong, a chief or the desk can correct it",
            ));
        }
        let is_second = added.is_some() && desk.rulebook.discipline.match_end.second_board_counts();
        let adds = added.is_some_and(|added| added.after == Some(stored) || policy != Reports::Witnessed);
        if adds || self.device.is_some_and(|device| may(device.role, Action::Correct)) {
            return self.filed(desk, scene, &[]);
        }
        // Where both boards count, the second is no other result of the first, and is tapped by both teams as the first was.
        if is_second {
            return self.weighed(desk, scene, policy, open);
        }
        self.dispute(desk, scene, &[])
    }

    /// Whether this report disputes one that came from the floor too and is filed.
    fn disputes_floor(&self, desk: &mut Desk, scene: &Scene) -> Result<bool, Failure> {
        Ok(self.device.is_some() && open_reports::filer(desk, scene.id)?.is_some_and(|filer| filer.is_of_the_floor))
    }

    /// Keeps it beside the others, all of them disputed.
    fn dispute(&self, desk: &mut Desk, scene: &Scene, open: &[FloorReport]) -> Result<(Taken, String), Reply> {
        self.is_possible(desk, scene)?;
        let kept = desk.store.add_report(&self.report(desk, scene, ReportState::Disputed))?;
        for report in open {
            desk.store.move_report(report.id, ReportState::Disputed, None, None)?;
        }
        Ok((Taken { state: Becomes::Disputed, report: Some(kept), command: None, current: None }, String::new()))
    }

    /// Keeps it until somebody else says the same.
    fn waits(&self, desk: &mut Desk, scene: &Scene, open: &[FloorReport]) -> Result<(Taken, String), Reply> {
        self.is_possible(desk, scene)?;
        let own = self.report(desk, scene, ReportState::Reported);
        let same = open.iter().find(|report| report.side == own.side && report.says() == own.says());
        let kept = match same {
            Some(kept) => kept.id,
            None => desk.store.add_report(&own)?,
        };
        Ok((Taken { state: Becomes::Reported, report: Some(kept), command: None, current: None }, String::new()))
    }

    fn filed(&self, desk: &mut Desk, scene: &Scene, open: &[FloorReport]) -> Result<(Taken, String), Reply> {
        let typing = self.typing(scene);
        let (board, reason) = reports::board_and_reason((typing.board, typing.reason), open);
        let (done, _) = file(desk, &Typing { board, reason, ..typing }, Overwrite::Freely)?;
        let command = desk.entry.filter(|_| done.changed);
        let own = match open {
            [] => None,
            _ => Some(desk.store.add_report(&self.report(desk, scene, ReportState::Filed))?),
        };
        for report in open.iter().map(|report| report.id).chain(own) {
            desk.store.move_report(report, ReportState::Filed, command, None)?;
        }
        let taken = Taken { state: Becomes::Filed, report: own, command, current: Some(done.after) };
        Ok((taken, sentence(&desk.event, &done)))
    }

    fn typing(&self, scene: &Scene) -> Typing {
        reports::typing(scene, Typed::Result(self.result), self.board, self.reason)
    }

    fn report(&self, desk: &Desk, scene: &Scene, state: ReportState) -> FloorReport {
        FloorReport {
            id: 0,
            at: desk.everywhere.at(),
            section: scene.id.section.0,
            round: scene.id.round,
            table: scene.id.table.0,
            number: scene.id.number,
            result: self.result.as_typed().to_owned(),
            board: self.board.map(option_name),
            reason: self.reason.map(option_name),
            side: self.asked.side.clone(),
            device: self.device.map(|device| device.id),
            state,
            command: None,
            note: None,
        }
    }
}

/// Whether a request has an id by which it is known when it comes again.
pub fn is_named(request: &str) -> Result<(), Reply> {
    let is_good = !request.trim().is_empty() && request.len() <= 100;
    is_good.then_some(()).ok_or_else(|| unreadable("a request needs its own id, up to 100 characters long"))
}

fn unreadable(message: &str) -> Reply {
    let on_page = Some("open the table again".to_owned());
    Reply { on_page, ..Reply::refused(400, message, "see docs/reference/hall.md") }
}

/// Why a report is not taken.
fn refused(scene: &Scene, why: Closed) -> Reply {
    let (table, section) = (scene.id.table, &scene.section.name);
    match why {
        Closed::OnlyShows => Reply::refused(403, "this device only shows the table", "ask the desk"),
        Closed::TakenByOfficials => Reply::refused(
            403,
            &format!("results in {section} are entered by officials"),
            "give the slip to an official",
        ),
        Closed::Disputed => {
            let message = format!("table {table} is disputed: the reports differ, and the desk will settle it");
            standing(scene, &message, "both teams should come to the desk with their slips").marked(Mark::Disputed)
        }
        Closed::Filed => {
            standing(scene, &format!("the result for table {table} is filed"), "if it's wrong, see an official")
        }
    }
}

/// What a match came to in a knockout tie that is drawn, as long as nothing of its replay is in.
fn drawn_before(desk: &Desk, scene: &Scene) -> Option<MatchResult> {
    let (section, round, table) = (&scene.section, &scene.round, scene.id.table);
    let awaited = desk.playing_awaited(section, round, table)?;
    let is_begun = desk.has_begun(section, round, table, awaited);
    desk.result_in(round, table, scene.id.number).filter(|_| !is_begun)
}

/// A refusal that says what is on file.
fn standing(scene: &Scene, message: &str, hint: &str) -> Reply {
    let mut reply = Reply::refused(409, message, hint);
    let current = json!(scene.result.map(MatchResult::as_typed));
    reply.body["error"]["current"] = current.clone();
    reply.body["current"] = current;
    reply
}

/// A failure of the desk as the floor reads it.
impl From<Failure> for Reply {
    fn from(failure: Failure) -> Self {
        let status = match (failure.code, failure.refused_by) {
            (_, Some(RefusedBy::Rulebook)) => 422,
            (Code::Machine, _) | (_, Some(RefusedBy::TakeOver)) => 503,
            (Code::Forbidden, None) => 409,
            (Code::Mistyped, _) => 400,
            (Code::Bug, _) => 500,
        };
        reply_to(status, &failure)
    }
}

impl From<StoreError> for Reply {
    fn from(error: StoreError) -> Self {
        Failure::from(error).into()
    }
}

/// The round that is meant: the latest, for those who have to do with no other.
pub fn round_of(device: Option<&Device>, round: Option<u32>) -> Option<u32> {
    round.filter(|_| device.is_some_and(|device| may(device.role, Action::ReportEarlier)))
}

/// The match at a table, where the device serves it.
pub fn served(
    desk: &Desk,
    device: Option<&Device>,
    (table, round): (TableNumber, Option<u32>),
    number: Option<u8>,
) -> Result<Scene, Reply> {
    let scene = Scene::at(desk, table, round_of(device, round), number).map_err(|failure| reply_to(404, &failure))?;
    is_served(&scene, device, "ask the desk")?;
    Ok(scene)
}

/// Whether the code on the slip of a match is taken: not while codes are closed that were made by then.
pub fn slip_is_open(desk: &mut Desk, id: MatchId) -> Result<bool, Failure> {
    let Some(closed) = desk.store.closed_codes(desk.second())? else { return Ok(true) };
    Ok(desk.store.posted_by(id.section, id.round)?.is_some_and(|command| command > closed.command))
}

/// Why a code on a slip is not taken. While codes are closed, a good one is distinguished from no other.
pub fn no_good_slip(desk: &mut Desk, refused: Reply) -> Result<Reply, Failure> {
    let now = desk.second();
    let closed = desk.store.closed_codes(now)?;
    Ok(closed.map_or(refused, |closed| device::closed(closed, now, "hand in the slip")))
}

/// That a section is played elsewhere, as the floor reads it: not in which file.
pub fn elsewhere(desk: &Desk, section: SectionId) -> Option<String> {
    let name = desk.section_name(section);
    desk.facts.is_elsewhere(section).then(|| match desk.facts.played_in(section) {
        Some(_) => format!("{name} is checked out: it's being played elsewhere and is read-only here."),
        None => format!("{name} can only be changed in the home file: it's read-only here."),
    })
}

/// Refuses what would change a section that is played elsewhere.
pub fn is_played_here(desk: &Desk, section: SectionId) -> Result<(), Reply> {
    let message = elsewhere(desk, section);
    message.map_or(Ok(()), |message| {
        Err(Reply::refused(409, message.trim_end_matches('.'), "enter it where the section is being played"))
    })
}

fn is_served(scene: &Scene, device: Option<&Device>, hint: &str) -> Result<(), Reply> {
    let (section, table) = (&scene.section, scene.id.table);
    match device.filter(|device| !device.serves(section.id, table)) {
        None => Ok(()),
        Some(device) => {
            Err(Reply::refused(403, &format!("{} doesn't cover table {table} in {}", device.name, section.name), hint))
        }
    }
}

/// A failure of the desk, under this status.
pub fn reply_to(status: u16, failure: &Failure) -> Reply {
    // What failed at the laptop names its files.
    if matches!(failure.code, Code::Machine | Code::Bug) {
        let refused =
            Reply::refused(status, "the laptop can't do this now", "tell the desk: the laptop's screen says why");
        return Reply { at_laptop: Some(plain(&failure.message)), ..refused };
    }
    let mut body = plain_json(failure.to_json());
    if let Some(stored) = body["error"].get("stored").cloned() {
        body["current"] = stored;
    }
    let on_page = match status {
        404 => Some("go back to the overview".to_owned()),
        _ => on_device(failure, "table"),
    };
    Reply { status, body, on_page, at_laptop: None }
}

/// What is done about a failure of the desk on a device, where its hint cannot be typed: what was sent is sent again from a page that is open to
/// it, and what prevents it is put right at the desk.
pub fn on_device(failure: &Failure, page: &str) -> Option<String> {
    failure.hint.as_ref().map(|_| match failure.code {
        Code::Mistyped => format!("open the {page} again"),
        Code::Forbidden => "ask at the desk".to_owned(),
        Code::Machine | Code::Bug => "tell the desk".to_owned(),
    })
}
