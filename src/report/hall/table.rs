//! `/table/N`, the page that asks once more (who sits there, what is on file, which result), and what became of a tap.

use super::{Head, Ticket};
use crate::report::naming::TeamRef;
use crate::report::pairings::{Contestant, RoundPairings};
use crate::report::slips::BoardShown;
use crate::tournament::{BoardLetter, Side};
use askama::Template;

/// A match at a table, as the hall sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableShown {
    pub section: String,
    pub round: u32,
    /// What the round is called: `Round 3`, `Semifinals`.
    pub called: String,
    pub table: u32,
    /// The match at hand: 1, or 2 in a double round.
    pub number: u8,
    pub matches: u8,
    /// The other matches of the round, by number, with what is in the file.
    pub others: Vec<(u8, Option<String>)>,
    /// On the left and on the right, as posted.
    pub teams: [TeamRef; 2],
    /// Boards A and B.
    pub boards: Vec<BoardShown>,
    pub state: ResultState,
    /// What is in the file, as typed, whatever was reported since.
    pub on_file: Option<String>,
    /// Who filed that, and when, beside reports that differ.
    pub filed_by: Option<String>,
    /// The last rulings at this table or about these players, one line each, the latest first, with the
    /// numbers of those that this device may file an appeal against. Only for staff.
    pub rulings: Vec<(String, Option<u32>)>,
    /// What it was drawn with, where it is played anew and nothing of that is in.
    pub drawn: Option<String>,
    /// Another round has been posted since.
    pub is_earlier: bool,
    /// Since when it is played, or when it starts, as shown.
    pub clock: Option<String>,
}

/// How far a result is on its way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ResultState {
    #[default]
    Open,
    /// Reported, and waiting for the other team or an official.
    Reported(ReportShown),
    /// Two reports differ: nobody enters this one but the desk.
    Disputed(Vec<ReportShown>),
    /// In the file, as typed.
    Filed(String),
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReportShown {
    pub number: u32,
    /// As typed: `1-0`.
    pub result: String,
    /// Who tapped: the device, its official, or a team by its slip.
    pub by: String,
    /// When, as shown.
    pub at: String,
}

impl TableShown {
    /// A table of a posted round; `None` where nobody sits there.
    pub fn of(view: &RoundPairings, table: u32, number: u8) -> Option<Self> {
        let pairing = view.pairings.iter().find(|pairing| pairing.table == Some(table))?;
        let second = pairing.second.as_ref()?;
        let filed = pairing.results.iter().find(|shown| shown.number == number).and_then(|shown| shown.result);
        Some(Self {
            section: view.section.clone(),
            round: view.round,
            called: view.called.clone(),
            table,
            number,
            matches: u8::try_from(pairing.results.len()).unwrap_or(1),
            others: {
                let others = pairing.results.iter().filter(|shown| shown.number != number);
                others.map(|shown| (shown.number, shown.result.map(str::to_owned))).collect()
            },
            teams: [&pairing.first, second].map(|contestant| contestant.team.clone()),
            boards: [BoardLetter::A, BoardLetter::B]
                .into_iter()
                .filter_map(|letter| board(letter, [&pairing.first, second], number, view.directed))
                .collect(),
            state: filed.map_or(ResultState::Open, |result| ResultState::Filed(result.to_owned())),
            on_file: filed.map(str::to_owned),
            filed_by: None,
            rulings: Vec::new(),
            drawn: None,
            is_earlier: false,
            clock: view.masthead.starts.as_ref().map(|at| format!("starts {at}")),
        })
    }

    pub(super) fn side(&self, side: Side) -> &TeamRef {
        &self.teams[side as usize]
    }

    pub(super) fn place(&self) -> String {
        let number = if self.matches > 1 { format!(" · Match {}", self.number) } else { String::new() };
        format!("{} · {}{number}", self.section, self.called)
    }

    /// The match was drawn and is played anew: nothing counts of this playing.
    pub fn is_replayed(&mut self) {
        self.called += " · replay";
        self.state = ResultState::Open;
        self.drawn = self.on_file.take();
    }

    /// A result with the winner's name: `Rooks won`.
    pub fn in_words(&self, result: &str) -> String {
        in_words(result, [&self.teams[0].shown, &self.teams[1].shown])
    }

    /// What is in the file, as the sender of a form saw it.
    pub(super) fn expect(&self) -> &str {
        match &self.state {
            ResultState::Filed(result) => result,
            _ => self.drawn.as_deref().unwrap_or("none"),
        }
    }

    /// The results that are rarely needed.
    pub(super) fn rare(&self) -> [(&'static str, String); 4] {
        ["+/-", "-/+", "-/-", "0-0"].map(|result| (result, self.in_words(result)))
    }
}

/// A result with the names of those whom it concerns; behind it the board and how it ended, where a report names them.
pub fn in_words(result: &str, [first, second]: [&str; 2]) -> String {
    if let Some((result, how)) = result.split_once(' ') {
        return format!("{} ({how})", in_words(result, [first, second]));
    }
    match result {
        "1-0" => format!("{first} won"),
        "0-1" => format!("{second} won"),
        "1/2" => "Drawn".to_owned(),
        "+/-" => format!("{first} won, {second} didn't show up"),
        "-/+" => format!("{second} won, {first} didn't show up"),
        "-/-" => "Neither team showed up".to_owned(),
        "0-0" => "Both teams lost".to_owned(),
        other => other.to_owned(),
    }
}

/// A board, with its colours where they are directed: in a second match the other way round.
fn board(letter: BoardLetter, teams: [&Contestant; 2], number: u8, directed: bool) -> Option<BoardShown> {
    let seated = |contestant: &Contestant| {
        let seat = contestant.seats.iter().find(|seat| seat.board == letter)?;
        let player = contestant.team.players.iter().find(|player| player.number == seat.player)?;
        Some((player.shown.clone(), seat.white))
    };
    let [(first, white), (second, _)] = [seated(teams[0])?, seated(teams[1])?];
    Some(BoardShown {
        board: letter.to_string().to_uppercase(),
        first,
        second,
        first_is_white: directed.then_some(white == (number == 1)),
    })
}

/// `/table/N`: a tap on a result leads to [`ConfirmPage`], by `GET /table/N?round=3&match=1&result=1-0`.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/table.html")]
pub struct TablePage {
    pub head: Head,
    pub table: TableShown,
    /// Why this device may not report here; `None` where it may.
    pub closed: Option<String>,
    /// The code of the slip by which the table was found, for `/s/CODE`.
    pub slip: Option<String>,
    /// Whether `/table/N/ruling` is open to this device.
    pub may_rule: bool,
}

impl TablePage {
    /// Where its forms lead.
    fn address(&self) -> String {
        address(&self.table, self.slip.as_deref())
    }

    fn is_filed(&self) -> bool {
        matches!(self.table.state, ResultState::Filed(_))
    }
}

pub(super) fn address(table: &TableShown, slip: Option<&str>) -> String {
    match slip {
        Some(code) => format!("/s/{code}"),
        None if table.is_earlier => format!("/table/{}?round={}", table.table, table.round),
        None => format!("/table/{}", table.table),
    }
}

/// The page that repeats the winner's name before anything is sent: `POST /table/N`, or `POST /s/CODE`.
///
/// Its fields: `table`, `round`, `match`, `teams` (`3-7`, as seen), `expect` (`none` or what is filed), `result`, `form`, `request`,
/// `board` and `by` (may be empty), and where they are known `side` and `slip`.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/confirm.html")]
pub struct ConfirmPage {
    pub head: Head,
    pub table: TableShown,
    /// As typed.
    pub result: String,
    pub ticket: Ticket,
    /// The team that is asked, where both have to agree.
    pub side: Option<Side>,
    /// Whether the sender says which team it is: who has only a slip.
    pub asks_side: bool,
    pub slip: Option<String>,
}

impl ConfirmPage {
    fn address(&self) -> String {
        address(&self.table, self.slip.as_deref())
    }

    fn asked(&self) -> Option<&TeamRef> {
        self.side.map(|side| self.table.side(side))
    }

    /// Whether boards have been played, so that one of them may have decided.
    fn was_played(&self) -> bool {
        matches!(self.result.as_str(), "1-0" | "0-1" | "1/2")
    }
}

/// What became of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Receipt {
    /// In the file: what the match came to by it, or a board of a match that goes on.
    Filed,
    /// In the file already, by this request or another.
    StoodAlready,
    /// Kept until the other team or an official says the same.
    Waits {
        /// Where both teams tap on this device: who is asked next, and with what.
        other: Option<(Side, Ticket)>,
    },
    /// The reports differ; the desk decides.
    Disputed(Vec<ReportShown>),
    /// Another result is in the file, and a report replaces nothing.
    Differs {
        /// As typed.
        on_file: String,
    },
    /// What the sender saw is no longer so: another round, other teams.
    Changed,
    /// The rulebook, or the section's settings, refuse it.
    Refused { message: String, hint: Option<String> },
}

/// The page after a tap.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/answer.html")]
pub struct AnswerPage {
    pub head: Head,
    pub table: TableShown,
    /// What was reported, as typed.
    pub result: String,
    /// The id of the request that this answers: the page's script knows by it that its tap has arrived.
    pub request: String,
    pub answer: Receipt,
    /// What is in the file by now, as typed.
    pub now: Option<String>,
    pub slip: Option<String>,
}

impl AnswerPage {
    fn address(&self) -> String {
        address(&self.table, self.slip.as_deref())
    }

    /// The team that is asked next, where both have to agree.
    fn other(&self) -> Option<&TeamRef> {
        match &self.answer {
            Receipt::Waits { other: Some((side, _)) } => Some(self.table.side(*side)),
            _ => None,
        }
    }

    fn title(&self) -> &'static str {
        match self.answer {
            Receipt::Filed if self.table.on_file.is_none() => "Board filed",
            Receipt::Filed => "Filed",
            Receipt::StoodAlready => "Already filed",
            Receipt::Waits { .. } => "Reported",
            Receipt::Disputed(_) => "The reports differ",
            Receipt::Differs { .. } => "Another result is on file",
            Receipt::Changed => "The table has changed",
            Receipt::Refused { .. } => "Not filed",
        }
    }

    /// Whether what was filed by this request has been changed since, so that its answer, asked for again, is not all.
    fn is_overtaken(&self) -> bool {
        matches!(self.answer, Receipt::Filed | Receipt::StoodAlready) && self.now != self.table.on_file
    }

    /// Whether nothing more is needed of the sender.
    fn is_good(&self) -> bool {
        matches!(self.answer, Receipt::Filed | Receipt::StoodAlready | Receipt::Waits { .. })
    }
}
