//! One slip at the desk: read from a line and its shorthand, filed, told. Shared by `result` and `enter`.

use crate::cli::command_text::{CommandText, cmd};
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::question::{About, Question};
use crate::cli::refusal::{Told, failure};
use crate::cli::reported::{settle_filed, told_settled};
use crate::cli::rounds::remarks::undecided_tie;
use crate::cli::wording::{option_name, quoted};
use crate::discipline::{in_words, may_void};
use crate::event::edit::slips;
use crate::event::edit::slips::{Compared, Filed, Typed, Typing};
use crate::event::{Event, Refusal, StandingResult};
use crate::report::ruling::{at_the_table, of_two};
use crate::store::FloorReport;
use crate::tournament::names::fold;
use crate::tournament::{
    BoardLetter, BoardOutcome, BoardReport, MatchId, MatchResult, Reason, RulingId, Section, Slip, TableNumber,
};
use clap::ValueEnum;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Reads a result as a director types it.
pub fn typed(text: &str) -> Result<Typed, String> {
    // A dash or a fraction as a phone or a word processor makes it is one too.
    let result = match fold(text).replace(':', "-").replace('\u{2044}', "/").as_str() {
        "1-0" | "1" => MatchResult::First,
        "0-1" | "2" => MatchResult::Second,
        "1/2" | "=" | "1/2-1/2" | "0.5" | ".5" | "0.5-0.5" | "draw" => MatchResult::Drawn,
        "0-0" => MatchResult::BothLost,
        "+/-" | "+-" | "+--" => MatchResult::FirstByForfeit,
        "-/+" | "-+" | "--+" => MatchResult::SecondByForfeit,
        "-/-" | "--" | "---" => MatchResult::NeitherCame,
        "clear" => return Ok(Typed::Clear),
        _ => {
            return Err(format!(
                "\"{text}\" is not a result; type 1-0, 0-1, 1/2, 0-0 (both forfeit), +/-, -/+, -/- (not played) or clear"
            ));
        }
    };
    Ok(Typed::Result(result))
}

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
            let (id, stands) = (MatchId { number, ..id }, wanted);
            let unchanged = Filed {
                id,
                before: stands,
                after: stands,
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
        Err(Refusal::Stands(standing)) => {
            if let Some((line, ..)) = before.iter().rfind(|(.., filed)| filed.id == standing.id) {
                let (said, table, says) = (told(&standing), typing.table, typed_as(typing));
                let number = of_two(desk, standing.id, " match");
                let failure = Failure::forbidden(format!(
                    "table {table}{number}: line {line} of this pile says {said}, this {says}"
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
            slips::file(&mut desk.event, typing, true).told(desk)
        }
        Err(Refusal::NothingToReplace { id }) => {
            let failure = Err(Refusal::NothingToReplace { id }).told(desk);
            let enter = format!("to enter it: {}", cmd!("result {} RESULT{}", id.table, which(desk, id)));
            let drawn = drawn_before(desk, id).map_or_else(String::new, |drawn| format!("; {drawn}"));
            failure.map_err(|failure: Failure| failure.hint(enter + &drawn))
        }
        filed => filed.told(desk),
    }?;
    if filed.changed
        && let Some(doubt) = won_from_afar(desk, &filed).filter(|_| desk.everywhere.asks())
    {
        let refusal = Failure::forbidden(doubt.clone()).hint("look at the slip again; nothing was entered");
        let about = About::Forfeit { id: filed.id, result: filed.after };
        desk.everywhere.confirm(Question::new(&about, format!("{doubt}\nEnter it so?")), refusal)?;
    }
    Ok(filed)
}

/// That a team wins because the other did not come, although it has left the event itself: perhaps the signs were meant the other way.
pub fn won_from_afar(desk: &Desk, filed: &Filed) -> Option<String> {
    let (team, turned) = desk.won_from_afar(filed.id, filed.after?)?;
    Some(format!(
        "{} has left the event and gets the forfeit point; if it was the one that did not come: {}",
        team.name,
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
    let refusal = Failure::forbidden(format!("{drawn} is entered already, and its replay is to come"))
        .hint(format!("if this slip is of the replay: {replay}"));
    let question = format!("{drawn} is entered already. Is this the slip of its replay, drawn too?");
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
            "to correct what was drawn before it: {}; then {}",
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
    let taken = playing.filter(|playing| *playing > 1).map(|_| format!("taken as the replay of table {table}"));
    let at = desk.tournament().section(section).zip(desk.tournament().round(section, round));
    let waits = at.and_then(|(section, round)| undecided_tie(desk, section, round, table));
    let counts =
        desk.results().get(&filed.id).filter(|now| filed.changed && filed.after.is_some_and(|after| after != **now));
    let counts = counts.map(|now| format!("its replay is in and counts: {}", came_to(desk, filed.id, Some(*now))));
    let told = waits.into_iter().chain(counts).map(|told| format!("table {table}: {told}"));
    taken.into_iter().chain(told).collect()
}

/// What is said of a slip that says what is stored already. Typed at the desk, it settles reports that say something else.
pub fn stood_already(desk: &mut Desk, filed: &Filed) -> Result<&'static str, Failure> {
    Ok(match settle(desk, std::slice::from_ref(filed))?.is_empty() {
        false => "already recorded, and that settles what was reported",
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
    of_it.filter(|report| Some(report.result.as_str()) != now).map(told_settled).collect()
}

/// Whether to replace a result that stands, and what to type where nobody can be asked.
fn replacing(desk: &Desk, typing: &Typing, standing: Box<StandingResult>) -> (Question, Failure) {
    let (typed, was) = (typed_as(typing), told(&standing));
    let how = [typing.board.map(option_name), typing.reason.map(option_name)].into_iter().flatten();
    let this = std::iter::once(typed.to_owned()).chain(how).collect::<Vec<_>>().join(" ");
    let StandingResult { id, before, after, both_ended, .. } = *standing;
    // Where the second board counts, a slip of it is added to the one of the first.
    let is_added = both_ended && typing.other.is_none();
    let stopped = if is_added { ", with --other stopped if the other board did not end" } else { "" };
    let is_drawn_again = typing.result.wanted() == Some(MatchResult::Drawn) && !desk.replay_begun(id).is_empty();
    let of_tie = if is_drawn_again { "; a slip of the match before the replay is entered already" } else { "" };
    let stands = came_to(desk, id, before);
    let differs = failure(desk, &Refusal::Stands(standing), &[]);
    let refusal = Failure { message: format!("{}: {was} (round {}: {stands})", differs.message, id.round), ..differs }
        .hint(format!("to replace it: {}{stopped}{of_tie}", command(desk, id, typed, typing).and("--replace")))
        .details(json!({ "table": typing.table, "stored": before, "typed": typed }));
    let question = format!(
        "table {}{} has {was} already: {stands}\nthis says {this}: {}\nReplace it?",
        typing.table,
        of_two(desk, id, " match"),
        came_to(desk, id, after)
    );
    let about = About::Result { id, stands: was, now: this };
    (Question::new(&about, question), refusal)
}

/// What stands, as a slip would say it.
pub fn told(StandingResult { stored, before, .. }: &StandingResult) -> String {
    let of_board = || board_told(stored, None).and_then(|board| board.outcome.as_typed());
    before.map(MatchResult::as_typed).or_else(of_board).unwrap_or("nothing").to_owned() + &details(stored, *before)
}

pub fn typed_as(typing: &Typing) -> &'static str {
    match typing.result {
        Typed::Result(result) => result.as_typed(),
        Typed::Clear => "clear",
    }
}

/// Who played whom, and what it came to, as a slip that was filed says it.
pub fn sentence(event: &Event, filed: &Filed) -> String {
    as_told(event, filed.id, filed.slip.as_ref(), filed.after)
}

/// Who played whom, and what it came to, as a slip says it.
pub fn as_told(event: &Event, id: MatchId, slip: Option<&Slip>, result: Option<MatchResult>) -> String {
    let told = slip.map(|slip| {
        let open = goes_on(event, id, slip).filter(|_| result.is_none());
        let white = slip.white.map(|white| {
            let [a, b] = white.map(|id| event.tournament().player(id).map_or("", |player| player.name.as_str()));
            format!("; White on a {a}, on b {b}")
        });
        how(slip, result) + &white.unwrap_or_default() + &open.map(|kept| format!(": {kept}")).unwrap_or_default()
    });
    describe(event, id, result) + &told.unwrap_or_default()
}

/// What rulings come to that were made when the slip said that all was over, where it no longer does; and how they do not.
pub fn taking_effect(event: &Event, filed: &Filed) -> Vec<String> {
    let (docket, settings) = event.law();
    let way_out = |id| match docket.ruling(id).map(|ruling| may_void(docket, ruling, settings)) {
        Some(Err(why)) => format!("{why}: {}", cmd!("ruling show {id}")),
        _ => format!(
            "if it should not decide: {}; then enter the slip",
            cmd!("ruling void {id} --reason \"made after the game\"")
        ),
    };
    effects(event, filed).into_iter().flat_map(|(id, told)| [told, way_out(id)]).collect()
}

/// The same, where nothing is typed.
pub fn effects(event: &Event, filed: &Filed) -> Vec<(RulingId, String)> {
    let rulings = filed.reopened.iter().filter_map(|id| event.facts.docket.ruling(*id));
    let rulings = rulings.filter(|ruling| event.at_table(ruling).ends());
    let told = rulings.map(|ruling| (ruling.id, at_the_table(event, ruling, None).join("; ")));
    told.filter(|(_, does)| !does.is_empty())
        .map(|(id, does)| (id, format!("ruling {id} has its effect now: {does}")))
        .collect()
}

pub fn to_json(filed: &Filed, section: &Section) -> Value {
    json!({
        "section": section.name, "round": filed.id.round, "table": filed.id.table, "match": filed.id.number,
        "result": filed.after, "before": filed.before, "rule": filed.rule, "changed": filed.changed,
    })
}

/// The board by which a match ended, or the one that ended while the match goes on.
fn board_told(slip: &Slip, result: Option<MatchResult>) -> Option<&BoardReport> {
    match result {
        Some(result) => slip.deciding(result),
        None => slip.boards.iter().find(|board| board.outcome != BoardOutcome::Stopped),
    }
}

/// Where and how a slip says that the match ended, in words: `, on board a by checkmate`.
fn how(slip: &Slip, result: Option<MatchResult>) -> String {
    let ended = board_told(slip, result);
    let board = ended.map(|board| format!(" on board {}", board.board));
    let reason = ended.map_or(slip.reason, |board| board.reason).map(|reason| format!(" by {}", in_words(reason)));
    let told: String = board.into_iter().chain(reason).collect();
    if told.is_empty() { told } else { format!(",{told}") }
}

/// What a slip says beyond its result: ` a mate`. Of two boards it is the one that decided.
fn details(slip: &Slip, result: Option<MatchResult>) -> String {
    let named = |reason: Option<Reason>| reason.map(|r| format!(" {}", option_name(r))).unwrap_or_default();
    match board_told(slip, result) {
        Some(board) => format!(" {}{}", board.board, named(board.reason)),
        None => named(slip.reason),
    }
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

/// `1-0 a mate`: a result with its board and its reason, as `result` takes them.
pub fn spelled(result: &str, typing: &Typing) -> String {
    let by = if typing.board.is_some() { "" } else { "--by " };
    let board = typing.board.map(|board| format!(" {board}")).unwrap_or_default();
    let reason = typing.reason.map(|reason| format!(" {by}{}", option_name(reason))).unwrap_or_default();
    format!("{result}{board}{reason}")
}

/// The shorthand of `enter` as `result` takes it: `1-0 a mate` for `1am`.
pub fn written_out(shorthand: &str) -> Option<String> {
    let typing = line(&format!("1 {shorthand}")).ok()??;
    Some(spelled(typed_as(&typing), &typing))
}

/// What names a match beside its table: ` --match 1 --round 2`, as far as it would not be guessed.
pub fn which(desk: &Desk, id: MatchId) -> String {
    let guessed = desk
        .round_at(id.table, None)
        .is_ok_and(|(section, round)| (section.id, round.number) == (id.section, id.round));
    let number = of_two(desk, id, " --match");
    if guessed { number } else { format!("{number} --round {}", id.round) }
}

/// Who plays whom where, and what it came to.
pub fn describe(event: &Event, id: MatchId, result: Option<MatchResult>) -> String {
    format!("table {}{}: {}", id.table, of_two(event, id, " match"), came_to(event, id, result))
}

fn came_to(event: &Event, id: MatchId, result: Option<MatchResult>) -> String {
    let teams = event.tournament().round(id.section, id.round).and_then(|round| round.teams_at(id.table));
    let [one, other] = teams.map_or([""; 2], |teams| teams.map(|team| event.name_of(team)));
    match result {
        Some(MatchResult::First) => format!("{one} beat {other}"),
        Some(MatchResult::Second) => format!("{other} beat {one}"),
        Some(MatchResult::Drawn) => format!("{one} drew with {other}"),
        Some(MatchResult::BothLost) => format!("{one} and {other} both lost"),
        Some(MatchResult::FirstByForfeit) => format!("{one} won by forfeit against {other}"),
        Some(MatchResult::SecondByForfeit) => format!("{other} won by forfeit against {one}"),
        Some(MatchResult::NeitherCame) => format!("neither {one} nor {other} came"),
        None => format!("{one} against {other} is open"),
    }
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
        "table {table} has no result of round {round} yet; a slip of that round: {}",
        cmd!("result {table} RESULT --round {round}")
    ))
}

/// That a slip of the second pass says what is stored, naming the teams. Beside it stand those of the same table before it.
pub fn compare(desk: &Desk, typing: &Typing, before: &[Typing]) -> Result<String, Failure> {
    let (section, round) = desk.round_at(typing.table, typing.round)?;
    let Compared { id, wanted, stored, agrees, is_taken } = desk.compared(section, round, typing, before);
    if is_one_too_many(section, typing, before) {
        let failure = format!("this is one slip more than the {} matches of table {}", section.matches, typing.table);
        return Err(Failure::forbidden(failure).hint("look at the slip again: of which table is it?"));
    }
    if let Some(number) = agrees {
        return Ok(format!("{}: agrees", describe(desk, MatchId { number, ..id }, wanted)));
    }
    let is_another = |result: &Option<MatchResult>| *result != wanted;
    let tells_how = !is_taken && !stored.iter().all(|(result, _)| is_another(result));
    let said = |(result, slip): &(Option<MatchResult>, Option<Slip>)| {
        let how = slip.as_ref().filter(|_| tells_how).map(|slip| details(slip, *result)).unwrap_or_default();
        result.map_or("nothing", MatchResult::as_typed).to_owned() + &how
    };
    let replace = if stored.iter().any(|(result, _)| result.is_some()) { " --replace" } else { "" };
    let stored: Vec<String> = stored.iter().map(said).collect();
    let this = wanted.map_or("clear", MatchResult::as_typed);
    let says = match (is_taken, tells_how) {
        (true, _) => format!("two slips say {}", wanted.map_or("nothing", MatchResult::as_typed)),
        (_, true) => format!("the slip says {}", spelled(this, typing)),
        _ => format!("the slip says {}", wanted.map_or("nothing", MatchResult::as_typed)),
    };
    Err(Failure::forbidden(format!("table {} has {} and {says}", typing.table, stored.join(" and "))).hint(
        match typing.reason {
            // What costs a game is ruled, and no slip says it.
            Some(Reason::Penalty) => format!("look at the slip again; a penalty is a ruling: {}", cmd!("rule --help")),
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

/// Reads one line; `None` for a blank one or a comment. `#` before a digit at its beginning is a number sign.
pub fn line(text: &str) -> Result<Option<Typing>, String> {
    let text = without_number_sign(text);
    let text = text.split('#').next().unwrap_or_default().trim();
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let (table, number) = first.split_once('.').map_or((first, None), |(table, number)| (table, Some(number)));
    let table = table.parse().map(TableNumber).map_err(|_| format!("\"{first}\" is not a table number"))?;
    let number = match number {
        None => None,
        Some("1") => Some(1),
        Some("2") => Some(2),
        Some(other) => return Err(format!("\"{other}\" is not a match; a round has match 1 and match 2")),
    };
    let result = words.next().ok_or_else(|| format!("table {table}: the result is missing; write `{table} 1-0`"))?;
    let (result, letters) = match typed(result) {
        Ok(result) => (result, ""),
        Err(complaint) => short(result).ok_or(complaint)?,
    };
    let (mut board, mut reason) = (None, None);
    for word in letters.split("").filter(|letter| !letter.is_empty()).chain(words) {
        if board.is_none()
            && reason.is_none()
            && let Ok(letter) = BoardLetter::from_str(word, true)
        {
            board = Some(letter);
        } else if reason.is_none() {
            reason = Some(reason_of(word).ok_or_else(|| format!("\"{word}\" is neither a board nor a reason"))?);
        } else {
            return Err(format!("unexpected word \"{word}\""));
        }
    }
    Ok(Some(Typing { table, round: None, number, result, board, reason, other: None, white: None }))
}

/// A line without the `#` of its table.
pub fn without_number_sign(text: &str) -> &str {
    let text = text.trim_start();
    text.strip_prefix('#').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(text)
}

/// `1`, `2` or `=`, and behind it the letters of a board, of a reason, or of both: `1am`, `=g`.
fn short(word: &str) -> Option<(Typed, &str)> {
    let (result, letters) = word.split_at_checked(1)?;
    let reads = letters.len() <= 2 && letters.bytes().all(|letter| letter.is_ascii_alphabetic());
    reads.then(|| typed(result).ok()).flatten().map(|result| (result, letters))
}

fn reason_of(word: &str) -> Option<Reason> {
    let word = word.to_lowercase();
    Some(match word.as_str() {
        "m" => Reason::Mate,
        "r" => Reason::Resign,
        "t" => Reason::Time,
        "i" => Reason::Illegal,
        "f" => Reason::Forfeit,
        "p" => Reason::Penalty,
        "a" => Reason::Absent,
        "n" => Reason::NoClock,
        "g" => Reason::Agreement,
        "l" => Reason::Flags,
        "x" => Reason::Repetition,
        "s" => Reason::Simultaneous,
        word => return Reason::from_str(word, true).ok(),
    })
}

/// What a line may be, and what it means.
pub const SHORTHAND: [(&str, &str); 11] = [
    ("12 1", "the first team of table 12 won"),
    ("12 2", "the second team won"),
    ("12 =", "drawn"),
    ("12 1am", "the first team won on board a, by mate"),
    ("12.2 1", "the second match of a double round"),
    ("12 clear", "takes the result of table 12 away"),
    ("r 12 ann clock-h", "a ruling at table 12, on Ann"),
    ("u", "takes the last one back"),
    ("m", "tables still missing"),
    ("v", "second pass: compare, change nothing"),
    ("q", "done"),
];

/// The letters of the reasons.
pub const REASONS: &str = "m(ate) r(esign) t(ime) i(llegal) f(orfeit) a(bsent) n(o clock) g agreement l both flags x repetition s(imultaneous)";

/// What `?` shows.
pub fn help() -> String {
    let lines: Vec<String> = SHORTHAND.iter().map(|(typed, what)| format!("{typed:<18}{what}")).collect();
    format!(
        "{}\nreasons           {}\nAny other command works too: pairings, status, rules show 13",
        lines.join("\n"),
        in_two(REASONS)
    )
}

/// The reasons on two lines, the second in line with the first.
fn in_two(reasons: &str) -> String {
    reasons.replace(" g agreement", "\n                  g agreement")
}

/// What a slip keeps of a match that is not decided by it: one board ended, the other plays on.
pub fn goes_on(event: &Event, id: MatchId, slip: &Slip) -> Option<String> {
    let ended = event.half_over(id, slip)?;
    let how = match ended.outcome {
        BoardOutcome::First => "won by the first team",
        BoardOutcome::Second => "won by the second team",
        BoardOutcome::BothLost => "lost by both",
        _ => "drawn",
    };
    let other = ended.board.other();
    Some(format!(
        "board {} is kept as {how}, board {other} goes on; then: {}",
        ended.board,
        cmd!("result {} RESULT {other}{}", slip.table, of_two(event, id, " --match"))
    ))
}

#[cfg(test)]
mod tests {
    use super::SHORTHAND;
    use crate::cli::help::pages::definitions;

    #[test]
    fn the_help_of_enter_shows_what_a_slip_may_say() {
        let whole = definitions();
        let enter = whole.find_subcommand("enter").expect("it is a command");
        let help = enter.get_after_help().expect("it has one").to_string();
        for (typed, what) in &SHORTHAND[..6] {
            assert!(help.contains(&format!("\n  {typed:<10}{what}\n")), "{typed}: {help}");
        }
    }
}
