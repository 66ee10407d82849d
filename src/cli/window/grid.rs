//! The results of a round, a line each match: what is on file, and a slip beside it that says otherwise.

use super::labels::capital;
use crate::cli::command_text::plain;
use crate::cli::desk::Desk;
use crate::cli::entry::progress::RoundShown;
use crate::cli::entry::slip::Pile;
use crate::cli::failure::Failure;
use crate::cli::open_reports;
use crate::cli::shorthand::{spelled, typed, typed_as};
use crate::cli::wording::hour;
use crate::event::edit::slips::{self, Typed, Typing};
use crate::event::{Refusal, ResultOnFile};
use crate::store::{FloorReport, ReportState};
use crate::tournament::names::option_name;
use crate::tournament::{MatchId, MatchResult, Round, Section, Slip, TableNumber};

/// The round of a section, as its results stand.
pub struct Grid {
    pub section: String,
    pub number: u32,
    /// What it is called, with its section.
    pub heading: String,
    pub is_latest: bool,
    /// How many rounds are posted.
    pub posted: u32,
    /// What is posted of those after this one.
    pub later: String,
    /// The rounds as they are shown: what is typed is of these.
    pub shown: String,
    pub rows: Vec<Row>,
    pub tiles: Vec<Tile>,
    pub open: usize,
}

pub struct Row {
    pub table: u32,
    /// `14`, or `14.2` of a double round.
    pub place: String,
    pub teams: [String; 2],
    /// Which of them won, from 0; 2 where neither did.
    pub winner: usize,
    pub result: String,
    /// The same in words: `Rooks won`.
    pub outcome: String,
    /// By whom it was filed and when, where a report says something beside it.
    pub filed: String,
    pub board: String,
    pub reason: String,
    /// `in`, `open` or `disputed`.
    pub state: &'static str,
    /// The line that says what is on file, or begins the one to come.
    pub line: String,
    /// What reports say of it that differ.
    pub reports: Vec<Reported>,
}

/// One side of a dispute: a report that waits.
pub struct Reported {
    pub number: i64,
    /// What it says: `Rooks won`.
    pub outcome: String,
    /// On which board and how, by whom and when.
    pub by: String,
}

#[derive(Clone)]
pub struct Tile {
    pub table: u32,
    pub state: &'static str,
}

/// A slip as it was understood.
pub struct Understood {
    pub table: u32,
    pub place: String,
    pub title: String,
    pub note: String,
    /// Whether it says otherwise than what is on file.
    pub differs: bool,
    /// Whether its table is none of this round.
    pub is_wrong: bool,
}

/// A slip of another section, which is entered there once that is said.
pub struct Other {
    pub section: String,
    pub line: String,
    pub title: String,
}

/// A slip that says otherwise, beside what is on file.
pub struct Stop {
    pub place: String,
    pub line: String,
    pub keep: String,
    pub kept: String,
    pub replace: String,
    pub replacing: String,
    /// What stands was entered here, and by no official.
    pub is_own: bool,
}

impl Row {
    pub fn is_won_by(&self, at: &usize) -> bool {
        self.winner == *at
    }

    pub fn is_lost_by(&self, at: &usize) -> bool {
        self.winner < 2 && self.winner != *at
    }

    /// Whether this board is on file as the one that decided.
    pub fn is_on(&self, board: &str) -> bool {
        self.board.eq_ignore_ascii_case(board)
    }

    /// Whether how it ended is one of the choices of the panel.
    pub fn is_how_listed(&self) -> bool {
        ["mate", "time", "resign", "illegal", "forfeit"].contains(&self.reason.as_str())
    }
}

/// `1 – 0`, as it is in a column.
fn figures(result: MatchResult) -> String {
    match result {
        MatchResult::First => "1 – 0".to_owned(),
        MatchResult::Second => "0 – 1".to_owned(),
        MatchResult::Drawn => "½ – ½".to_owned(),
        MatchResult::BothLost => "0 – 0".to_owned(),
        other => other.as_typed().to_owned(),
    }
}

/// What a match came to, of these two: `Rooks won`.
pub fn outcome(result: Option<MatchResult>, [first, second]: &[String; 2]) -> String {
    match result {
        Some(MatchResult::First) => format!("{first} won"),
        Some(MatchResult::Second) => format!("{second} won"),
        Some(MatchResult::Drawn) => "drawn".to_owned(),
        Some(MatchResult::BothLost) => "both lost".to_owned(),
        Some(MatchResult::FirstByForfeit) => format!("{first} won by forfeit"),
        Some(MatchResult::SecondByForfeit) => format!("{second} won by forfeit"),
        Some(MatchResult::NeitherCame) => "neither showed up".to_owned(),
        None => "no result".to_owned(),
    }
}

/// How a slip says that a match ended: its board, and the reason.
fn how(slip: Option<&Slip>, result: Option<MatchResult>) -> (String, String) {
    let Some(slip) = slip else { return Default::default() };
    let ended = result.map_or_else(|| slip.boards.first(), |result| slip.deciding(result));
    let reason = ended.map_or(slip.reason, |board| board.reason);
    (ended.map(|board| board.board.to_string()).unwrap_or_default(), reason.map(option_name).unwrap_or_default())
}

/// `board A`, `mate`: what is said of them.
pub fn in_words(board: &str, reason: &str) -> Vec<String> {
    let board = (!board.is_empty()).then(|| format!("board {}", board.to_uppercase()));
    board.into_iter().chain((!reason.is_empty()).then(|| reason.to_owned())).collect()
}

/// What is posted of the rounds after this one, whatever its results become; empty where there is none.
pub fn paired_since(desk: &Desk, section: &Section, round: u32) -> String {
    match desk.posted_rounds(section.id) {
        latest if latest <= round => String::new(),
        latest if latest == round + 1 => format!("Round {latest} is already paired, and stays as it is."),
        latest => format!("Rounds {} to {latest} are already paired, and stay as they are.", round + 1),
    }
}

/// The teams at a table.
pub fn teams(desk: &Desk, round: &Round, table: TableNumber) -> [String; 2] {
    round.teams_at(table).map(|teams| teams.map(|team| desk.name_of(team).to_owned())).unwrap_or_default()
}

/// `K-6:2:1234`: what shows whether the rounds are still those that a page showed.
pub fn shown(desk: &Desk) -> String {
    let of = |section: &Section| {
        let RoundShown { number, seating } = RoundShown::of(desk.latest_round(section.id)?);
        Some(format!("{}:{number}:{seating}", section.id))
    };
    desk.tournament().sections.iter().filter_map(of).collect::<Vec<_>>().join(" ")
}

impl Grid {
    /// Of the round of a section: this one, or the latest. None where none is posted.
    pub fn of(desk: &mut Desk, section: &str, number: Option<u32>) -> Result<Option<Self>, Failure> {
        let section = desk.section(Some(section))?.clone();
        let latest = desk.latest_round(section.id).map(|round| round.number);
        let Some(number) = number.or(latest) else { return Ok(None) };
        let Some(round) = desk.tournament().round(section.id, number).cloned() else { return Ok(None) };
        let open: Vec<FloorReport> = open_reports::open(desk)?;
        let missing = desk.missing(&section, &round);
        let mut rows = Vec::new();
        let mut tiles = Vec::new();
        for (table, _) in round.tables() {
            let is_disputed = |id: MatchId| {
                open.iter().any(|report| report.match_id() == id && report.state == ReportState::Disputed)
            };
            let first = rows.len();
            for number in 1..=section.matches {
                let id = MatchId { section: section.id, round: round.number, table, number };
                let mut row = row(desk, &section, &round, id);
                if is_disputed(id) {
                    row.state = "disputed";
                }
                rows.push(row);
            }
            let state = match () {
                () if rows[first..].iter().any(|row| row.state == "disputed") => "disputed",
                () if missing.contains(&table) => "open",
                () => "in",
            };
            tiles.push(Tile { table: table.0, state });
        }
        for report in open.iter().filter(|one| (one.section, one.round) == (section.id.0, number)) {
            let by = [open_reports::reporter(desk, report)].into_iter().chain(hour(&report.at)).collect::<Vec<_>>();
            let place = place(&section, report.match_id());
            for row in rows.iter_mut().filter(|row| row.place == place) {
                if row.filed.is_empty() && !row.result.is_empty() {
                    let filer = open_reports::filer(desk, report.match_id())?;
                    row.filed = filer.map_or_else(|| "ruled".to_owned(), |filer| plain(&filer.to_string()));
                }
                let outcome = match typed(&report.result) {
                    Ok(Typed::Result(result)) => outcome(Some(result), &row.teams),
                    _ => report.result.clone(),
                };
                let said = [&report.board, &report.reason].map(|part| part.as_deref().unwrap_or_default());
                let details = in_words(said[0], said[1]).into_iter().chain(by.iter().cloned()).collect::<Vec<_>>();
                row.reports.push(Reported { number: report.id, outcome, by: details.join(", ") });
            }
        }
        Ok(Some(Self {
            heading: desk.round_of(&section, number, ", "),
            section: section.name.clone(),
            number,
            is_latest: Some(number) == latest,
            posted: latest.unwrap_or(number),
            later: paired_since(desk, &section, number),
            shown: shown(desk),
            rows,
            tiles,
            open: missing.len(),
        }))
    }

    /// The first table after this one that has no result.
    pub fn next_open(&self, after: Option<u32>) -> Option<&Row> {
        let is_open = |row: &&Row| row.state == "open";
        let later = self.rows.iter().filter(is_open).find(|row| after.is_none_or(|after| row.table > after));
        later.or_else(|| self.rows.iter().find(is_open))
    }
}

fn place(section: &Section, id: MatchId) -> String {
    if section.matches > 1 { format!("{}.{}", id.table, id.number) } else { id.table.to_string() }
}

fn row(desk: &Desk, section: &Section, round: &Round, id: MatchId) -> Row {
    let result = desk.result_in(round, id.table, id.number);
    let slip = round.slip(id.table, id.number);
    let (mut board, mut reason) = how(slip, result);
    if result.is_none() && !board.is_empty() {
        reason = format!("board {} drawn, the other still playing", board.to_uppercase());
        board.clear();
    }
    if reason.is_empty() && result.is_some() && slip.is_none() {
        "ruling".clone_into(&mut reason);
    }
    let place = place(section, id);
    let said = result.map_or(String::new(), |result| {
        [result.as_typed(), &board, if slip.is_some() { &reason } else { "" }].join(" ").trim_end().to_owned()
    });
    let teams = teams(desk, round, id.table);
    Row {
        table: id.table.0,
        winner: match result {
            Some(MatchResult::First | MatchResult::FirstByForfeit) => 0,
            Some(MatchResult::Second | MatchResult::SecondByForfeit) => 1,
            _ => 2,
        },
        result: result.map(figures).unwrap_or_default(),
        outcome: outcome(result, &teams),
        filed: String::new(),
        board: board.to_uppercase(),
        reason,
        state: if result.is_some() { "in" } else { "open" },
        line: format!("{place} {said}"),
        place,
        teams,
        reports: Vec::new(),
    }
}

/// Reads a line as `enter` does, and puts it in words; of a section, where its grid is looked at.
pub fn understood(
    desk: &Desk,
    line: &str,
    round: Option<u32>,
    grid: Option<&str>,
) -> Result<Option<Understood>, Failure> {
    let begun = line.trim().trim_start_matches('#');
    let first = begun.split_whitespace().next().unwrap_or_default();
    let number = first.split('.').next().and_then(|table| table.parse().ok()).map(TableNumber);
    let Some(table) = number else { return Ok(None) };
    let of = format!("Table {first}");
    // A number that is still being typed may become that of a table.
    let is_wrong = begun != first || line.ends_with(char::is_whitespace);
    let plain_of = |title: &str, note: String, is_wrong: bool| {
        let (place, title) = (first.to_owned(), title.to_owned());
        Ok(Some(Understood { table: table.0, place, title, note, differs: false, is_wrong }))
    };
    let (section, posted) = match desk.round_at(table, round) {
        Ok(at) => at,
        Err(failure) => return plain_of("", plain(&failure.message), is_wrong),
    };
    let teams = teams(desk, posted, table);
    if let Some(grid) = grid.filter(|grid| *grid != section.name) {
        return plain_of(
            &of,
            format!("This table is in {}, not {grid}: {}", section.name, teams.join(" – ")),
            is_wrong,
        );
    }
    if begun == first {
        return plain_of(&of, format!("1 {}   2 {}", teams[0], teams[1]), false);
    }
    let typing = Pile { section: None, round }.line(line).map_err(Failure::mistyped)?;
    let Some(typing) = typing else { return Ok(None) };
    let said = match typing.result {
        Typed::Result(result) => outcome(Some(result), &teams),
        Typed::Clear => "its result will be removed".to_owned(),
    };
    let board = typing.board.map(|board| board.to_string()).unwrap_or_default();
    let reason = typing.reason.map(option_name).unwrap_or_default();
    let mut note = in_words(&board, &reason);
    let standing = match slips::file(&mut desk.event.clone(), &typing, false) {
        Err(Refusal::Differs(standing)) => Some(standing),
        _ => None,
    };
    let differs = standing.is_some();
    let id = standing.map(|standing| standing.id);
    if let Some(id) = id {
        let on_file = outcome(desk.result_in(posted, table, id.number), &teams);
        note = vec![format!("another result is on file: {on_file}")];
    }
    if desk.tournament().sections.len() > 1 {
        note.push(section.name.clone());
    }
    let place = id.map_or_else(|| first.to_owned(), |id| place(section, id));
    let title = format!("{of}: {said}");
    Ok(Some(Understood { table: table.0, place, title, note: capital(&note.join(", ")), differs, is_wrong: false }))
}

/// The slip of another section than this, where it is one.
pub fn of_another(desk: &Desk, line: &str, round: Option<u32>, grid: &str) -> Result<Option<Other>, Failure> {
    let Ok(Some(typing)) = (Pile { section: None, round }).line(line) else { return Ok(None) };
    let (section, _) = desk.round_at(typing.table, round)?;
    if section.name == grid {
        return Ok(None);
    }
    let title = understood(desk, line, round, None)?.map(|read| read.title).unwrap_or_default();
    Ok(Some(Other { section: section.name.clone(), line: line.to_owned(), title }))
}

/// What a slip stops at: what is on file, by whom and when, and what the slip says. None where it says nothing else.
pub fn stop(desk: &mut Desk, line: &str, round: Option<u32>) -> Result<Option<Stop>, Failure> {
    let Ok(Some(typing)) = (Pile { section: None, round }).line(line) else { return Ok(None) };
    let Err(Refusal::Differs(standing)) = slips::file(&mut desk.event.clone(), &typing, false) else {
        return Ok(None);
    };
    let ResultOnFile { id, stored, before, after, .. } = *standing;
    let (section, posted) = desk.round_at(typing.table, round)?;
    let (teams, place) = (teams(desk, posted, typing.table), place(section, id));
    let (board, reason) = how(Some(&stored), before);
    let filer = open_reports::filer(desk, id)?;
    let is_own = filer.as_ref().is_some_and(open_reports::Filer::is_the_laptop);
    let filer = filer.map(|filer| plain(&filer.to_string()));
    let kept = filer.into_iter().chain(in_words(&board, &reason)).collect::<Vec<_>>().join(", ");
    let board = typing.board.map(|board| board.to_string()).unwrap_or_default();
    let reason = typing.reason.map(option_name).unwrap_or_default();
    let replacing = std::iter::once(if is_own { "now" } else { "this slip" }.to_owned())
        .chain(in_words(&board, &reason))
        .collect::<Vec<_>>()
        .join(", ");
    let replace = match typing.result {
        Typed::Result(result) => outcome(after.or(Some(result)), &teams),
        Typed::Clear => "no result".to_owned(),
    };
    Ok(Some(Stop {
        place,
        line: line.to_owned(),
        keep: outcome(before, &teams),
        kept: capital(&kept),
        replace,
        replacing: capital(&replacing),
        is_own,
    }))
}

/// A slip as `result` takes it, of the round that a page showed where that is not the latest.
pub fn as_result(typing: &Typing) -> String {
    let number = typing.number.map(|number| format!(" --match {number}")).unwrap_or_default();
    let round = typing.round.map(|round| format!(" --round {round}")).unwrap_or_default();
    format!("result {} {}{number}{round}", typing.table, spelled(typed_as(typing), typing))
}
