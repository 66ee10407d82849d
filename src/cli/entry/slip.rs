//! One slip at the desk: read from a line and its shorthand, filed, answered. Shared by `result` and `enter`.

use crate::cli::command_text::{CommandText, cmd};
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::matches::{as_on_slip, board_that_ended, came_to, describe, details, which};
use crate::cli::question::{About, Question};
use crate::cli::refusal::{OrRefuse, failure};
use crate::cli::remarks::undecided_tie;
use crate::cli::reported::{settle_filed, settled_by_entry};
use crate::cli::shorthand::{line, spelled, typed_as};
use crate::cli::wording::{does, option_name, quoted};
use crate::discipline::may_void;
use crate::event::edit::slips;
use crate::event::edit::slips::{Compared, Filed, Typed, Typing};
use crate::event::{Event, Refusal, ResultOnFile};
use crate::report::ruling::{at_the_table, of_two};
use crate::store::FloorReport;
use crate::tournament::{MatchId, MatchResult, Reason, RulingId, Section, Slip, TableNumber};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Which slips the pile holds.
pub struct Pile<'p> {
    /// Only of this section.
    pub section: Option<&'p str>,
    /// Only of this round.
    pub round: Option<u32>,
}

impl Pile<'_> {
    /// Reads one of its lines.
    pub fn line(&self, text: &str) -> Result<Option<Typing>, String> {
        Ok(line(text)?.map(|typing| Typing { round: self.round, ..typing }))
    }
}

/// How a different result over a stored one is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overwrite {
    /// It is said to be a correction: of a drawn tie too, rather than the result of its replay.
    Corrects,
    Freely,
    /// After asking, where somebody can answer.
    AfterAsking,
    /// The same, with what it touches.
    AskingLast,
}

/// Files a slip, with the question whether it replaces a different one, and settles what was reported of its match, which is given as it was.
pub fn file(desk: &mut Desk, typing: &Typing, overwrite: Overwrite) -> Result<(Filed, Vec<FloorReport>), Failure> {
    let filed = file_beside(desk, typing, overwrite, &[])?;
    let settled = if filed.changed { settle(desk, std::slice::from_ref(&filed))? } else { Vec::new() };
    Ok((filed, settled))
}

/// A line of a pile that was taken: its number, what it says, and what became of it.
pub type Taken = (usize, Typing, Filed);

/// As [`file`], of a pile with these lines before: what was reported is left to be settled for all of it at once. Lines that come again are
/// held against the matches of their table one to one, as in a second pass, and what a drawn tie came to is no result of its replay.
///
/// `pile` has all its lines: where those of a drawn tie are not what it came to, they are of its replay.
pub fn file_of_pile(desk: &mut Desk, typing: &Typing, before: &[Taken], pile: &[Typing]) -> Result<Filed, Failure> {
    let (section, round) = desk.round_at(typing.table, typing.round)?;
    let of_table = || before.iter().filter(|(_, one, _)| one.table == typing.table);
    let awaited = desk.playing_awaited(section, round, typing.table);
    let is_begun = awaited.is_some_and(|playing| desk.has_begun(section, round, typing.table, playing));
    let are_in = (1..=section.matches).all(|number| desk.result_in(round, typing.table, number).is_some());
    let of_tie = || {
        let lines = pile.iter().filter(|one| one.table == typing.table).take(section.matches.into());
        let lines: Vec<Typing> = lines.cloned().collect();
        (0..lines.len()).all(|at| desk.compared(section, round, &lines[at], &lines[..at]).agrees.is_some())
    };
    let comes_again = !of_table().any(|(.., filed)| filed.changed) && (awaited.is_none() || of_tie());
    if typing.result == Typed::Clear || is_begun || !are_in || !comes_again {
        return file_beside(desk, typing, Overwrite::AfterAsking, before);
    }
    let of_table: Vec<Typing> = of_table().map(|(_, one, _)| one.clone()).collect();
    let Compared { id, wanted, agrees, .. } = desk.compared(section, round, typing, &of_table);
    let number = match (awaited, agrees) {
        (Some(_), Some(number)) => {
            let (id, result) = (MatchId { number, ..id }, wanted);
            let unchanged = Filed {
                id,
                before: result,
                after: result,
                rule: None,
                changed: false,
                slip: None,
                reopened: Vec::new(),
            };
            return Ok(unchanged);
        }
        (Some(_), None) => typing.number,
        (None, agrees) => Some(agrees.unwrap_or(id.number)),
    };
    file_beside(desk, &Typing { number, ..typing.clone() }, Overwrite::AfterAsking, before)
}

fn file_beside(desk: &mut Desk, typing: &Typing, overwrite: Overwrite, before: &[Taken]) -> Result<Filed, Failure> {
    let filed = match slips::file(&mut desk.event, typing, overwrite == Overwrite::Corrects) {
        Err(Refusal::Differs(standing)) => {
            if let Some((line, ..)) = before.iter().rfind(|(.., filed)| filed.id == standing.id) {
                let (said, table, says) = (on_file_in_words(&standing), typing.table, typed_as(typing));
                let number = of_two(desk, standing.id, " match");
                let failure = Failure::forbidden(format!(
                    "table {table}{number}: line {line} of this pile says {said}, but this line says {says}"
                ));
                return Err(failure.hint("look at the two slips again"));
            }
            let asks = |desk: &Desk| replacing(desk, typing, standing);
            match overwrite {
                Overwrite::Corrects | Overwrite::Freely => {}
                Overwrite::AfterAsking => {
                    let (question, refusal) = asks(desk);
                    desk.everywhere.confirm(question, refusal)?;
                }
                Overwrite::AskingLast => {
                    let (question, refusal) = asks(desk);
                    desk.ask_last(question, refusal)?;
                }
            }
            slips::file(&mut desk.event, typing, true).or_refuse(desk)
        }
        Err(Refusal::NothingToReplace { id }) => {
            let failure = Err(Refusal::NothingToReplace { id }).or_refuse(desk);
            let enter = format!("to enter it: {}", cmd!("result {} RESULT{}", id.table, which(desk, id)));
            let drawn = drawn_before(desk, id).map_or_else(String::new, |drawn| format!("; {drawn}"));
            failure.map_err(|failure: Failure| failure.hint(enter + &drawn))
        }
        filed => filed.or_refuse(desk),
    }?;
    if filed.changed
        && let Some(doubt) = won_from_afar(desk, &filed).filter(|_| desk.everywhere.asks())
    {
        let refusal = Failure::forbidden(doubt.clone()).hint("look at the slip again; nothing was entered");
        let about = About::Forfeit { id: filed.id, result: filed.after };
        desk.everywhere.confirm(Question::new(&about, format!("{doubt}\nEnter it anyway?")), refusal)?;
    }
    Ok(filed)
}

/// That a team wins because the other did not come, although it has left the event itself: perhaps the signs were meant the other way.
pub fn won_from_afar(desk: &Desk, filed: &Filed) -> Option<String> {
    let (team, turned) = desk.won_from_afar(filed.id, filed.after?)?;
    Some(format!(
        "{} left the event and would get the forfeit point; if they are the ones who didn't show up: {}",
        does(&team.name, "has"),
        cmd!("result {} {} --replace{}", filed.id.table, turned.as_typed(), which(desk, filed.id))
    ))
}

/// Asks whether a slip that says what a drawn tie came to is of its replay, which is awaited; where nobody can answer, it is refused.
pub fn ask_of_replay(desk: &Desk, typing: &Typing) -> Result<(), Failure> {
    let (section, round) = desk.round_at(typing.table, typing.round)?;
    let awaited = desk.playing_awaited(section, round, typing.table);
    let is_begun = awaited.is_some_and(|playing| desk.has_begun(section, round, typing.table, playing));
    let is_drawn = typing.result == Typed::Result(MatchResult::Drawn);
    if awaited.is_none() || is_begun || !is_drawn {
        return Ok(());
    }
    let Compared { id, agrees: Some(number), .. } = desk.compared(section, round, typing, &[]) else { return Ok(()) };
    let id = MatchId { number, ..id };
    let drawn = describe(desk, id, Some(MatchResult::Drawn));
    let replay = cmd!("result {} 1/2{} --replay", id.table, which(desk, id)).to_string();
    let refusal = Failure::forbidden(format!("{drawn} is already entered, and its replay hasn't been played yet"))
        .hint(format!("if this slip is for the replay: {replay}"));
    let question = format!("{drawn} is already entered. Is this the slip for its replay, also drawn?");
    desk.everywhere.confirm(Question::new(&About::Replay { id, drawn }, question), refusal)
}

/// How to correct a match that was drawn, once its replay is begun.
pub fn drawn_before(desk: &Desk, id: MatchId) -> Option<String> {
    let line = |number| which(desk, MatchId { number, ..id });
    let replay = desk.replay_begun(id).into_iter();
    let cleared: Vec<String> =
        replay.map(|number| cmd!("result {} clear{}", id.table, line(number)).to_string()).collect();
    (!cleared.is_empty()).then(|| {
        format!(
            "to correct the draw before it: {}; then {}",
            cleared.join("; "),
            cmd!("result {} RESULT{} --replace", id.table, line(id.number))
        )
    })
}

/// What a slip of a knockout came to that is of a replay, or after which nobody has won.
pub fn of_tie(desk: &Desk, filed: &Filed) -> Vec<String> {
    let MatchId { section, round, table, .. } = filed.id;
    let first_of_it = filed.changed && filed.before.is_none();
    let playing = filed.slip.as_ref().filter(|_| first_of_it).map(|slip| desk.begun_as(filed.id, slip));
    let taken = playing.filter(|playing| *playing > 1).map(|_| format!("entered as the replay at table {table}"));
    let at = desk.tournament().section(section).zip(desk.tournament().round(section, round));
    let waits = at.and_then(|(section, round)| undecided_tie(desk, section, round, table));
    let counts =
        desk.results().get(&filed.id).filter(|now| filed.changed && filed.after.is_some_and(|after| after != **now));
    let counts = counts.map(|now| format!("its replay is in and counts: {}", came_to(desk, filed.id, Some(*now))));
    let notes = waits.into_iter().chain(counts).map(|note| format!("table {table}: {note}"));
    taken.into_iter().chain(notes).collect()
}

/// What is said of a slip that says what is stored already. Typed at the desk, it settles reports that say something else.
pub fn stood_already(desk: &mut Desk, filed: &Filed) -> Result<&'static str, Failure> {
    Ok(match settle(desk, std::slice::from_ref(filed))?.is_empty() {
        false => "already recorded, which settles the reports",
        true => "already recorded",
    })
}

/// Settles what was reported of these matches. Gives it as it was.
pub fn settle(desk: &mut Desk, filed: &[Filed]) -> Result<Vec<FloorReport>, Failure> {
    let command = desk.entry.filter(|_| filed.iter().any(|filed| filed.changed));
    settle_filed(&mut desk.store, &desk.event, filed, command)
}

/// What the floor reported otherwise than it was filed, a line each.
pub fn reported_otherwise(settled: &[FloorReport], filed: &Filed) -> Vec<String> {
    let now = filed.after.map(MatchResult::as_typed);
    let of_it = settled.iter().filter(|report| report.match_id() == filed.id);
    of_it.filter(|report| Some(report.result.as_str()) != now).map(settled_by_entry).collect()
}

/// Whether to replace a result on file, and what to type where nobody can be asked.
fn replacing(desk: &Desk, typing: &Typing, standing: Box<ResultOnFile>) -> (Question, Failure) {
    let (typed, was) = (typed_as(typing), on_file_in_words(&standing));
    let how = [typing.board.map(option_name), typing.reason.map(option_name)].into_iter().flatten();
    let this = std::iter::once(typed.to_owned()).chain(how).collect::<Vec<_>>().join(" ");
    let ResultOnFile { id, before, after, both_ended, .. } = *standing;
    // Where the second board counts, a slip of it is added to the one of the first.
    let is_added = both_ended && typing.other.is_none();
    let stopped = if is_added { ", with --other stopped if the other board didn't finish" } else { "" };
    let is_drawn_again = typing.result.wanted() == Some(MatchResult::Drawn) && !desk.replay_begun(id).is_empty();
    let of_tie = if is_drawn_again { "; the slip for the match before the replay is already entered" } else { "" };
    let outcome = came_to(desk, id, before);
    let differs = failure(desk, &Refusal::Differs(standing), &[]);
    let refusal = Failure { message: format!("{}: {was} (round {}: {outcome})", differs.message, id.round), ..differs }
        .hint(format!("to replace it: {}{stopped}{of_tie}", command(desk, id, typed, typing).and("--replace")))
        .details(json!({ "table": typing.table, "stored": before, "typed": typed }));
    let question = format!(
        "table {}{} already has {was}: {outcome}\nthis says {this}: {}\nReplace it?",
        typing.table,
        of_two(desk, id, " match"),
        came_to(desk, id, after)
    );
    let about = About::Result { id, stands: was, now: this };
    (Question::new(&about, question), refusal)
}

/// What is on file, as a slip would say it.
pub fn on_file_in_words(ResultOnFile { stored, before, .. }: &ResultOnFile) -> String {
    let of_board = || board_that_ended(stored, None).and_then(|board| board.outcome.as_typed());
    before.map(MatchResult::as_typed).or_else(of_board).unwrap_or("nothing").to_owned() + &details(stored, *before)
}

/// Who played whom, and what it came to, as a slip that was filed says it.
pub fn sentence(event: &Event, filed: &Filed) -> String {
    as_on_slip(event, filed.id, filed.slip.as_ref(), filed.after)
}

/// What rulings come to that were made when the slip said that all was over, where it no longer does; and how they do not.
pub fn taking_effect(event: &Event, filed: &Filed) -> Vec<String> {
    let (docket, settings) = event.law();
    let way_out = |id| match docket.ruling(id).map(|ruling| may_void(docket, ruling, settings)) {
        Some(Err(why)) => format!("{why}: {}", cmd!("ruling show {id}")),
        _ => format!(
            "if it shouldn't decide the match: {}; then enter the slip",
            cmd!("ruling void {id} --reason \"made after the game\"")
        ),
    };
    effects(event, filed).into_iter().flat_map(|(id, effect)| [effect, way_out(id)]).collect()
}

/// The same, where nothing is typed.
pub fn effects(event: &Event, filed: &Filed) -> Vec<(RulingId, String)> {
    let rulings = filed.reopened.iter().filter_map(|id| event.facts.docket.ruling(*id));
    let rulings = rulings.filter(|ruling| event.at_table(ruling).ends());
    let of_rulings = rulings.map(|ruling| (ruling.id, at_the_table(event, ruling, None).join("; ")));
    of_rulings
        .filter(|(_, does)| !does.is_empty())
        .map(|(id, does)| (id, format!("ruling {id} now takes effect: {does}")))
        .collect()
}

pub fn to_json(filed: &Filed, section: &Section) -> Value {
    json!({
        "section": section.name, "round": filed.id.round, "table": filed.id.table, "match": filed.id.number,
        "result": filed.after, "before": filed.before, "rule": filed.rule, "changed": filed.changed,
    })
}

/// The `bughouse result` that enters a slip as it was typed, for this match and no other.
fn command(desk: &Desk, id: MatchId, result: &str, typing: &Typing) -> CommandText {
    let mut words = format!("result {} {}", id.table, spelled(result, typing));
    words.extend(typing.other.map(|other| format!(" --other {}", option_name(other))));
    if let Some(white) = typing.white {
        let name = |id| desk.tournament().player(id).map(|player| player.name.to_string()).unwrap_or_default();
        words.push_str(&format!(" --white {}", quoted(&white.map(name).join(","))));
    }
    CommandText::of(&(words + &which(desk, id)))
}

/// Refuses a table of another section, where one was named.
pub fn in_section(desk: &Desk, pile: &Pile<'_>, table: TableNumber) -> Result<(), Failure> {
    let Some(named) = pile.section else { return Ok(()) };
    let wanted = desk.section(Some(named))?;
    let (found, _) = desk.round_at(table, pile.round)?;
    if found.id == wanted.id {
        Ok(())
    } else {
        Err(Failure::mistyped(format!("table {table} belongs to {}, not to {}", found.name, wanted.name)))
    }
}

/// Where the table still owes a result of an earlier round, to which a late slip may belong.
pub fn earlier_gap(desk: &Desk, id: MatchId) -> Option<String> {
    let (table, round) = (id.table, desk.owing_before(id)?);
    Some(format!(
        "table {table} has no result for round {round} yet; for a slip from that round: {}",
        cmd!("result {table} RESULT --round {round}")
    ))
}

/// That a slip of the second pass says what is stored, naming the teams. Beside it stand those of the same table before it.
pub fn compare(desk: &Desk, typing: &Typing, before: &[Typing]) -> Result<String, Failure> {
    let (section, round) = desk.round_at(typing.table, typing.round)?;
    let Compared { id, wanted, stored, agrees, is_taken } = desk.compared(section, round, typing, before);
    if is_one_too_many(section, typing, before) {
        let failure =
            format!("one slip too many: there are only {} matches at table {}", section.matches, typing.table);
        return Err(Failure::forbidden(failure).hint("look at the slip again: which table is it for?"));
    }
    if let Some(number) = agrees {
        return Ok(format!("{}: agrees", describe(desk, MatchId { number, ..id }, wanted)));
    }
    let is_another = |result: &Option<MatchResult>| *result != wanted;
    let shows_how = !is_taken && !stored.iter().all(|(result, _)| is_another(result));
    let said = |(result, slip): &(Option<MatchResult>, Option<Slip>)| {
        let how = slip.as_ref().filter(|_| shows_how).map(|slip| details(slip, *result)).unwrap_or_default();
        result.map_or("nothing", MatchResult::as_typed).to_owned() + &how
    };
    let replace = if stored.iter().any(|(result, _)| result.is_some()) { " --replace" } else { "" };
    let stored: Vec<String> = stored.iter().map(said).collect();
    let this = wanted.map_or("clear", MatchResult::as_typed);
    let says = match (is_taken, shows_how) {
        (true, _) => format!("two slips say {}", wanted.map_or("nothing", MatchResult::as_typed)),
        (_, true) => format!("the slip says {}", spelled(this, typing)),
        _ => format!("the slip says {}", wanted.map_or("nothing", MatchResult::as_typed)),
    };
    Err(Failure::forbidden(format!("table {} has {}, but {says}", typing.table, stored.join(" and "))).hint(
        match typing.reason {
            // What costs a game is ruled, and no slip says it.
            Some(Reason::Penalty) => {
                format!("look at the slip again; a penalty is entered as a ruling: {}", cmd!("rule --help"))
            }
            _ => {
                format!("look at the slip again; to correct: {}", cmd!("{}{replace}", command(desk, id, this, typing)))
            }
        },
    ))
}

/// Whether a table of a double round has a slip a match before this one, which names no match that it could be another copy of.
fn is_one_too_many(section: &Section, typing: &Typing, before: &[Typing]) -> bool {
    let named: BTreeSet<u8> = before.iter().filter_map(|slip| slip.number).collect();
    let slips = named.len() + before.iter().filter(|slip| slip.number.is_none()).count();
    section.matches > 1 && typing.number.is_none() && slips >= usize::from(section.matches)
}
