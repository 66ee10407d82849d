//! Turns what a director types about one match into a slip, and files it. Shared by `result` and `enter`.

use super::unfinished::goes_on;
use crate::cli::desk::{Desk, quoted};
use crate::cli::failure::Failure;
use crate::discipline::{Contradiction, decided_by, impossible, in_words, match_result};
use crate::tournament::names::fold;
use crate::tournament::{
    BoardLetter, BoardOutcome, BoardReport, MatchId, MatchResult, PlayerId, Reason, Section, Slip, TableNumber,
};
use clap::ValueEnum;
use serde_json::{Value, json};

/// What became of the other board, seen from the first team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Other {
    /// The first team's player won it.
    Won,
    /// The first team's player lost it.
    Lost,
    /// It was drawn.
    Drawn,
    /// It was left unfinished.
    Stopped,
}

/// A result as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed {
    /// What it came to, seen from the first team.
    Result(MatchResult),
    /// Take the stored result away.
    Clear,
}

/// One slip as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typing {
    pub table: TableNumber,
    /// Which round, if not the latest.
    pub round: Option<u32>,
    /// Which match of a double round, if told.
    pub number: Option<u8>,
    pub result: Typed,
    /// The board it was reached on.
    pub board: Option<BoardLetter>,
    pub reason: Option<Reason>,
    /// What became of the other board.
    pub other: Option<Other>,
    /// Who really had White on boards a and b.
    pub white: Option<[PlayerId; 2]>,
}

/// What filing a slip came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filed {
    pub id: MatchId,
    /// What the slip said before, if it had a result.
    pub before: Option<MatchResult>,
    /// The result by the rulebook; `None` where it is still open.
    pub after: Option<MatchResult>,
    /// The rule it follows from.
    pub rule: Option<String>,
    /// Whether anything was changed.
    pub changed: bool,
    /// Who played whom, and what it came to.
    pub sentence: String,
}

impl Filed {
    pub fn to_json(&self, section: &Section) -> Value {
        json!({
            "section": section.name, "round": self.id.round, "table": self.id.table, "match": self.id.number,
            "result": self.after, "before": self.before, "rule": self.rule, "changed": self.changed,
        })
    }
}

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
                "\"{text}\" is no result; type 1-0, 0-1, 1/2, 0-0 (both forfeit), +/-, -/+, -/- (not played) or clear"
            ));
        }
    };
    Ok(Typed::Result(result))
}

/// How a different result over a stored one is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overwrite {
    Freely,
    /// After asking, where somebody can answer.
    AfterAsking,
}

pub fn file(desk: &mut Desk, typing: &Typing, overwrite: Overwrite) -> Result<Filed, Failure> {
    let (section, round) = desk.round_at(typing.table, typing.round)?;
    let (section, round) = (section.clone(), round.clone());
    // A drawn knockout tie is replayed at the same table: what comes in next is its next playing, but what is cleared is the last one.
    let awaited = desk.playing_awaited(&section, &round, typing.table);
    let last =
        || round.slips.iter().filter(|slip| slip.table == typing.table).max_by_key(|slip| (slip.playing, slip.number));
    let to_clear = awaited.filter(|_| typing.result == Typed::Clear).and_then(|_| last()).map(|slip| slip.number);
    let awaited = awaited.filter(|_| typing.result != Typed::Clear);
    let is_of_it = |slip: &&Slip| awaited.is_none_or(|playing| slip.playing == playing);
    let stored = |number| match round.slip(typing.table, number).filter(is_of_it) {
        None if awaited.is_some() => None,
        _ => desk.result_in(&round, typing.table, number),
    };
    let number = match typing.number {
        Some(n) if n > section.matches => {
            return Err(Failure::mistyped(format!(
                "{} plays one match a round, so table {} has no match {n}",
                section.name, typing.table
            ))
            .hint("leave the match out"));
        }
        Some(n) => n,
        None => to_clear.or((1..=section.matches).find(|n| stored(*n).is_none())).unwrap_or(section.matches),
    };
    let id = MatchId { section: section.id, round: round.number, table: typing.table, number };
    let existing = round.slip(typing.table, number).filter(is_of_it);
    let before = stored(number);
    let playing = awaited.or(existing.map(|slip| slip.playing)).unwrap_or(1);
    if stands_as_ruled(desk, id, playing, before, typing)? {
        let sentence = describe(desk, &section, id, before);
        return Ok(Filed { id, before, after: before, rule: None, changed: false, sentence });
    }
    let Typed::Result(result) = typing.result else {
        if existing.is_some() {
            desk.clear_slip(id, playing);
        }
        let sentence = describe(desk, &section, id, None);
        return Ok(Filed { id, before, after: None, rule: None, changed: existing.is_some(), sentence });
    };
    check_white(desk, id, typing)?;
    let is_added_to = before.is_none() || desk.rulebook.discipline.match_end.second_board_counts();
    let slip = slip(desk, id, typing, result, existing.filter(|_| is_added_to), playing)?;
    if let Some(wrong) = impossible(&slip, &desk.rulebook.discipline) {
        return Err(Failure::forbidden(wrong.to_string()).hint(match wrong.why {
            Contradiction::WonAtOnce => {
                format!("say what the match is: bughouse result {} 1/2 --by simultaneous, or 1-0, or 0-1", id.table)
            }
            Contradiction::OneBoardAtOnce => "tell the other board too: --other won, lost or drawn".to_owned(),
            _ => "see the rule with `bughouse rules show`, and the reasons with `bughouse result --help`".to_owned(),
        }));
    }
    let derived = match_result(&slip, &desk.rulebook.discipline);
    let after = derived.as_ref().map(|d| d.result);
    let rule = derived.and_then(|d| d.rule.rule);
    let sentence = describe(desk, &section, id, after)
        + &how(&slip)
        + &goes_on(&slip).filter(|_| after.is_none()).map(|kept| format!(": {kept}")).unwrap_or_default();
    if let Some(stored) = existing
        && before.is_some()
    {
        let told_less = slip.boards.is_empty() && slip.reason.is_none() && slip.white.is_none();
        if stored == &slip || (before == after && told_less) {
            return Ok(Filed { id, before, after: before, rule, changed: false, sentence });
        }
        let both_ended = slip.boards.len() == 2 && slip.boards.iter().all(|b| b.outcome != BoardOutcome::Stopped);
        let mut ended = stored.boards.iter().filter(|board| board.outcome != BoardOutcome::Stopped);
        let keeps_all = stored.reason.is_none()
            && (stored.white.is_none() || stored.white == slip.white)
            && ended.all(|board| slip.boards.contains(board));
        let adds_detail = before == after && keeps_all;
        if !adds_detail && overwrite == Overwrite::AfterAsking {
            let was =
                [before.map_or("nothing", MatchResult::as_typed).to_owned(), details(stored.reason, &stored.boards)]
                    .concat();
            let refusal = Failure::forbidden(format!("table {} has a different result already: {was}", typing.table))
                .hint(format!(
                    "to replace it: {} --replace{}",
                    command(desk, id, result.as_typed(), typing),
                    // Where the second board counts, a slip of it is added to the one of the first.
                    if both_ended && typing.other.is_none() {
                        ", with --other stopped if the other board did not end"
                    } else {
                        ""
                    }
                ))
                .details(json!({ "table": typing.table, "stored": before, "typed": result }));
            let question = format!(
                "table {} has {was} already: {}\nthis says {}: {}\nReplace it?",
                typing.table,
                came_to(desk, &section, id, before),
                result.as_typed(),
                came_to(desk, &section, id, after)
            );
            desk.confirm(&question, refusal)?;
        }
    }
    desk.file_slip(id, Slip { boards: reported(slip.boards), ..slip });
    Ok(Filed { id, before, after, rule, changed: true, sentence })
}

/// Where and how a slip says that the match ended, in words: `, on board a by checkmate`.
fn how(slip: &Slip) -> String {
    let ended =
        slip.boards.iter().filter(|board| board.outcome != BoardOutcome::Stopped).min_by_key(|board| board.ended);
    let board = ended.map(|board| format!(" on board {}", board.board));
    let reason = ended.map_or(slip.reason, |board| board.reason).map(|reason| format!(" by {}", in_words(reason)));
    let told: String = board.into_iter().chain(reason).collect();
    if told.is_empty() { told } else { format!(",{told}") }
}

/// What a slip says beyond its result: ` a mate`. Of two boards it is the one that decided.
fn details(reason: Option<Reason>, boards: &[BoardReport]) -> String {
    let named = |reason: Option<Reason>| {
        reason.and_then(|r| r.to_possible_value()).map(|r| format!(" {}", r.get_name())).unwrap_or_default()
    };
    match boards.iter().filter(|board| board.outcome != BoardOutcome::Stopped).min_by_key(|board| board.ended) {
        Some(board) => format!(" {}{}", board.board, named(board.reason)),
        None => named(reason),
    }
}

/// The `bughouse result` that enters a slip as it was typed, for this match and no other.
fn command(desk: &Desk, id: MatchId, result: &str, typing: &Typing) -> String {
    let mut words = format!("bughouse result {} {result}", id.table);
    let reason = typing.reason.and_then(|reason| reason.to_possible_value()).map(|reason| reason.get_name().to_owned());
    match (typing.board, reason) {
        (Some(board), reason) => {
            words.extend([format!(" {board}"), reason.map(|reason| format!(" {reason}")).unwrap_or_default()])
        }
        (None, Some(reason)) => words.extend([" --by ".to_owned(), reason]),
        (None, None) => {}
    }
    if let Some(other) = typing.other.and_then(|other| other.to_possible_value()) {
        words.extend([" --other ", other.get_name()]);
    }
    if let Some(white) = typing.white {
        let name = |id| desk.tournament().player(id).map(|player| player.name.to_string()).unwrap_or_default();
        words.extend([" --white ".to_owned(), quoted(&white.map(name).join(","))]);
    }
    words + &which(desk, id)
}

/// What names a match beside its table: ` --match 1 --round 2`, as far as it would not be guessed.
pub fn which(desk: &Desk, id: MatchId) -> String {
    let is_double = desk.tournament().section(id.section).is_some_and(|section| section.matches > 1);
    let guessed = desk
        .round_at(id.table, None)
        .is_ok_and(|(section, round)| (section.id, round.number) == (id.section, id.round));
    let number = if is_double { format!(" --match {}", id.number) } else { String::new() };
    if guessed { number } else { format!("{number} --round {}", id.round) }
}

/// Whether a ruling decided the match as it was typed. Anything else is refused: what was ruled is taken back by voiding it or on
/// appeal, never by a slip.
fn stands_as_ruled(
    desk: &Desk,
    id: MatchId,
    playing: u8,
    before: Option<MatchResult>,
    typing: &Typing,
) -> Result<bool, Failure> {
    let Some(ruling) = decided_by(&desk.facts.docket, &desk.rulebook.discipline, id, playing) else {
        if typing.reason == Some(Reason::Penalty) {
            return Err(Failure::mistyped(format!("table {}: a penalty is a ruling, not a slip", id.table))
                .hint(format!("bughouse rule {} PLAYER OFFENCE", id.table)));
        }
        return Ok(false);
    };
    if before.is_some_and(|stands| typing.result == Typed::Result(stands)) {
        return Ok(true);
    }
    let stands = before.map_or("open", MatchResult::as_typed);
    Err(Failure::forbidden(format!("table {} was decided by ruling {ruling}: {stands}", id.table))
        .hint(format!("if the ruling was a mistake: bughouse ruling void {ruling} --reason \"...\"; if it is disputed: bughouse appeal file {ruling} --by PLAYER"))
        .details(json!({ "table": id.table, "ruling": ruling, "stored": before })))
}

/// The boards that were reported. Those that a ruling ended follow from it and are not stored.
fn reported(boards: Vec<BoardReport>) -> Vec<BoardReport> {
    boards.into_iter().filter(|board| board.ruling.is_none()).collect()
}

fn check_white(desk: &Desk, id: MatchId, typing: &Typing) -> Result<(), Failure> {
    let Some([a, b]) = typing.white else { return Ok(()) };
    let (_, round) = desk.round_at(id.table, Some(id.round))?;
    let teams = round.teams_at(id.table).map(Vec::from).unwrap_or_default();
    let team_of = |p: PlayerId| desk.tournament().team_of(p).map(|t| t.id).filter(|t| teams.contains(t));
    match (team_of(a), team_of(b)) {
        (Some(one), Some(other)) if one != other => Ok(()),
        (Some(_), Some(_)) => Err(Failure::mistyped("two partners cannot both have White")
            .hint("name one player of each team: --white P1,P2 is White on board a, White on board b")),
        _ => Err(Failure::mistyped(format!("--white names a player who does not sit at table {}", id.table))),
    }
}

/// The slip that the typing comes to. `unfinished` is a stored slip with a board that did not decide the match.
fn slip(
    desk: &Desk,
    id: MatchId,
    typing: &Typing,
    result: MatchResult,
    unfinished: Option<&Slip>,
    playing: u8,
) -> Result<Slip, Failure> {
    let whole = |outcome, reason| Slip {
        table: id.table,
        number: id.number,
        playing,
        outcome: Some(outcome),
        reason,
        boards: Vec::new(),
        white: typing.white,
    };
    let Some(letter) = typing.board else {
        if typing.other.is_some() {
            return Err(Failure::mistyped("--other tells of the other board, so the board itself must be named")
                .hint("add --board a or --board b"));
        }
        return Ok(whole(result.into(), typing.reason));
    };
    let first = match result {
        MatchResult::First => BoardOutcome::First,
        MatchResult::Second => BoardOutcome::Second,
        MatchResult::Drawn => BoardOutcome::Drawn,
        MatchResult::BothLost => BoardOutcome::BothLost,
        _ => {
            return Err(Failure::mistyped(format!("{result} means that the match was not played, so no board ended"))
                .hint("leave the board out"));
        }
    };
    let report = |board, outcome, reason, ended| BoardReport { board, outcome, reason, ended, ruling: None };
    let earlier = unfinished
        .and_then(|s| s.boards.iter().find(|b| b.board != letter && b.outcome != BoardOutcome::Stopped))
        .copied();
    let mut boards = vec![report(letter, first, typing.reason, if earlier.is_some() { 2 } else { 1 })];
    let at_once = typing.reason == Some(Reason::Simultaneous);
    match (typing.other, earlier) {
        (Some(other), _) => {
            let outcome = match other {
                Other::Won => BoardOutcome::First,
                Other::Lost => BoardOutcome::Second,
                Other::Drawn => BoardOutcome::Drawn,
                Other::Stopped => BoardOutcome::Stopped,
            };
            boards.push(report(
                letter.other(),
                outcome,
                at_once.then_some(Reason::Simultaneous),
                if at_once { 1 } else { 2 },
            ));
            boards[0].ended = 1;
        }
        (None, Some(earlier)) => boards.push(earlier),
        (None, None) => {}
    }
    boards.sort_by_key(|b| b.board);
    let mut slip =
        Slip { table: id.table, number: id.number, playing, outcome: None, reason: None, boards, white: typing.white };
    if slip.boards.len() == 1 && match_result(&slip, &desk.rulebook.discipline).is_some() {
        slip.boards.push(report(letter.other(), BoardOutcome::Stopped, None, 2));
        slip.boards.sort_by_key(|b| b.board);
    }
    Ok(slip)
}

/// Who plays whom where, and what it came to.
pub fn describe(desk: &Desk, section: &Section, id: MatchId, result: Option<MatchResult>) -> String {
    let which = if section.matches > 1 { format!(" match {}", id.number) } else { String::new() };
    format!("table {}{which}: {}", id.table, came_to(desk, section, id, result))
}

fn came_to(desk: &Desk, section: &Section, id: MatchId, result: Option<MatchResult>) -> String {
    let tournament = desk.tournament();
    let teams = tournament.rounds_of(section.id).find(|r| r.number == id.round).and_then(|r| r.teams_at(id.table));
    let name = |i: usize| teams.and_then(|t| tournament.team(t[i])).map(|t| t.name.as_str()).unwrap_or_default();
    match result {
        Some(MatchResult::First) => format!("{} beat {}", name(0), name(1)),
        Some(MatchResult::Second) => format!("{} beat {}", name(1), name(0)),
        Some(MatchResult::Drawn) => format!("{} drew with {}", name(0), name(1)),
        Some(MatchResult::BothLost) => format!("{} and {} both lost", name(0), name(1)),
        Some(MatchResult::FirstByForfeit) => format!("{} won by forfeit against {}", name(0), name(1)),
        Some(MatchResult::SecondByForfeit) => format!("{} won by forfeit against {}", name(1), name(0)),
        Some(MatchResult::NeitherCame) => format!("neither {} nor {} came", name(0), name(1)),
        None => format!("{} against {} is open", name(0), name(1)),
    }
}

/// Refuses a table of another section, where one was named.
pub fn in_section(desk: &Desk, section: Option<&str>, table: TableNumber) -> Result<(), Failure> {
    let Some(named) = section else { return Ok(()) };
    let wanted = desk.section(Some(named))?;
    let (found, _) = desk.round_at(table, None)?;
    if found.id == wanted.id {
        Ok(())
    } else {
        Err(Failure::mistyped(format!("table {table} belongs to {}, not to {}", found.name, wanted.name)))
    }
}

/// That a slip of the second pass says what is stored, naming the teams.
pub fn compare(desk: &Desk, typing: &Typing) -> Result<String, Failure> {
    let (section, round) = desk.round_at(typing.table, typing.round)?;
    let wanted = match typing.result {
        Typed::Result(result) => Some(result),
        Typed::Clear => None,
    };
    let numbers = typing.number.map_or(1..=section.matches, |n| n..=n);
    let id = MatchId { section: section.id, round: round.number, table: typing.table, number: *numbers.end() };
    let first = *numbers.start();
    let stored: Vec<_> = numbers.map(|n| desk.result_in(round, typing.table, n)).collect();
    if let Some(at) = stored.iter().position(|stored| *stored == wanted) {
        let number = first + u8::try_from(at).unwrap_or(0);
        return Ok(format!("{}: agrees", describe(desk, section, MatchId { number, ..id }, wanted)));
    }
    let said = |r: &Option<MatchResult>| r.map_or("nothing", MatchResult::as_typed).to_owned();
    let stored: Vec<String> = stored.iter().map(said).collect();
    Err(Failure::forbidden(format!(
        "table {} has {} and the slip says {}",
        typing.table,
        stored.join(" and "),
        said(&wanted)
    ))
    .hint(format!(
        "look at the slip again; to correct: {} --replace",
        command(desk, id, wanted.map_or("clear", MatchResult::as_typed), typing)
    )))
}
