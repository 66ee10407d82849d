//! What is said of a ruling or an appeal once it is decided: a value, from which the desk's answer and the pages of the floor are made.
//! How its match stood before, and what is different there now.

use super::words;
use crate::cli::answer::{Answer, Touching};
use crate::cli::command_text::{cmd, without_commands};
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::matches::{goes_on, which};
use crate::cli::refusal::rulings::keep_or_void;
use crate::cli::registration::entering::seat_in;
use crate::cli::registration::team_edit::open_table;
use crate::cli::remarks::{lost_while_out, undecided_tie};
use crate::discipline::{Again, Ruling};
use crate::event::AtTable;
use crate::event::proposal::Undecided;
use crate::tournament::{Format, MatchResult, RulingId, Team, TeamStatus};
use serde_json::Value;

/// What is said, and what is asked first.
pub struct Announced {
    /// In one sentence, for the journal.
    pub summary: String,
    lines: Vec<Said>,
    /// Results may be others by it.
    is_at_a_table: bool,
}

pub enum Said {
    Line(String),
    /// Other words at the desk, where commands are typed, than on a page, if there it is said at all.
    Apart {
        desk: String,
        page: Option<String>,
    },
    /// What it touches: shown and asked for first at a terminal.
    Touched(String),
}

impl Said {
    /// A line of the desk alone.
    pub fn at_desk(line: String) -> Self {
        Self::Apart { desk: line, page: None }
    }
}

impl Announced {
    /// Of a change that touches nothing else.
    pub fn new(summary: String, lines: Vec<Said>) -> Self {
        Self { summary, lines, is_at_a_table: false }
    }

    /// The answer of the desk's command. What it touches is shown first and asked for, below the record and what is ruled; it is not said
    /// again.
    pub fn answer(self, json: Value) -> Answer {
        let (mut lines, mut notes) = (Vec::new(), Vec::new());
        for said in self.lines {
            match said {
                Said::Line(line) | Said::Apart { desk: line, .. } => lines.push(line),
                Said::Touched(touched) => notes.push(touched),
            }
        }
        let has_notes = self.is_at_a_table || !notes.is_empty();
        let touching = Touching { notes, then: Some(self.summary.clone()), ..Touching::default() };
        let answer = Answer::noted(lines.join("\n"), json, self.summary);
        if has_notes { answer.touching(touching) } else { answer }
    }

    /// The lines of a page, where nothing is typed.
    pub fn on_page(&self) -> Vec<String> {
        let said = self.lines.iter().filter_map(|said| match said {
            Said::Line(line) | Said::Touched(line) => Some(line),
            Said::Apart { page, .. } => page.as_ref(),
        });
        said.flat_map(|said| without_commands(said)).collect()
    }
}

/// How the match of a ruling stood before something was decided about the ruling.
pub struct Stood {
    /// What the ruling did there.
    at_table: AtTable,
    is_at_a_table: bool,
}

impl Stood {
    pub fn before(desk: &Desk, ruling: &Ruling) -> Self {
        Self { at_table: desk.at_table(ruling), is_at_a_table: ruling.place.is_some() }
    }

    /// The result of the match then.
    pub fn result(&self) -> Option<MatchResult> {
        self.at_table.result
    }

    /// Announces what was done; on the floor with what it touches, which the desk shows of every command.
    pub fn announced(self, desk: &mut Desk, mut lines: Vec<Said>, summary: String) -> Result<Announced, Failure> {
        if desk.everywhere.on_floor {
            let touched = desk.effects()?.in_words();
            lines.extend(Some(touched).filter(|words| !words.is_empty()).map(Said::Touched));
        }
        Ok(Announced { summary, lines, is_at_a_table: self.is_at_a_table })
    }

    /// How match, clocks and team stand now, where the ruling says it no longer, or never did.
    pub fn now(&self, desk: &Desk, ruling: &Ruling) -> Vec<Said> {
        let now = desk.at_table(ruling);
        let counts = ruling.place.is_none_or(|at| desk.facts.docket.still_counts(at));
        let clocks = self.at_table.clocks.iter().filter(|_| now.result.is_none() && counts);
        let undone = clocks.filter_map(|clock| {
            let left = match now.clocks.iter().find(|other| other.is_of_clock(clock)) {
                Some(now) if now.change == clock.change => {
                    return Some("if the clock has already been set, leave it".to_owned());
                }
                Some(now) => now.beyond(clock)?,
                None => clock.undone()?,
            };
            Some(format!("if the clock has already been set: {}", words::clock_in_words(desk, &left)))
        });
        let back = self.at_table.expelled.and_then(|id| desk.tournament().team(id));
        let back = back.filter(|team| desk.tournament().status(team) == TeamStatus::Entered);
        let match_now = self.match_now(desk, ruling, &now).into_iter();
        let plays_on = back.iter().map(|team| format!("{} can play on{}", team.name, without_seat(desk, ruling, team)));
        let sections = back.iter().flat_map(|_| &desk.tournament().sections);
        let lost = sections.flat_map(|section| {
            let lost = desk.lost_while_out(section).into_iter().filter(|(.., team)| Some(*team) == ruling.team);
            lost.map(|lost| lost_while_out(desk, section, lost))
        });
        match_now.chain(undone).chain(plays_on).chain(lost).map(Said::Line).collect()
    }

    /// That a match is open again which was over: also by a ruling that takes from both players what one of them had won.
    pub fn reopened(&self, desk: &Desk, ruling: &Ruling) -> Option<String> {
        let (was, id) = (self.at_table.result?, ruling.place?.match_id);
        let table = format!("table {}{}", id.table, words::of_two(desk, id, " match"));
        let is_open = desk.at_table(ruling).result.is_none();
        is_open.then(|| format!("{table} is open again (was {was}): {}", to_enter(desk, ruling)))
    }

    fn match_now(&self, desk: &Desk, ruling: &Ruling, now: &AtTable) -> Option<String> {
        let reopened = self.reopened(desk, ruling);
        if reopened.is_some() || now.ends() {
            return reopened;
        }
        let id = ruling.place.map(|place| place.match_id)?;
        let table = format!("table {}{}", id.table, words::of_two(desk, id, " match"));
        let won_by = now.result.map(|result| words::won_by(desk, id, result)).unwrap_or_default();
        let ended = self.at_table.ends();
        match (self.at_table.result, now.result) {
            (Some(was), Some(now)) if was != now => Some(format!("{table} is now {now}{won_by} (was {was})")),
            (None, Some(now)) => Some(format!("{table} is now {now}{won_by}")),
            (Some(_), Some(now)) if ended => Some(format!("{table} stays {now}{won_by}")),
            (None, None) if ended => Some(format!("{table} is open: {}", to_enter(desk, ruling))),
            _ => None,
        }
    }
}

/// What seats a team that was expelled when the round being played was posted, and is not any more.
fn without_seat(desk: &Desk, ruling: &Ruling, team: &Team) -> String {
    let section = desk.tournament().section(ruling.section).filter(|section| section.format != Format::Knockout);
    let round = desk.latest_round(ruling.section).filter(|round| round.assignment(team.id).is_none());
    match (section, round) {
        (Some(section), Some(round)) if !desk.missing(section, round).is_empty() => {
            format!("; {}", seat_in(desk, round, team))
        }
        _ => String::new(),
    }
}

/// The table at which a team that a ruling takes out sits in a round that was posted since.
pub fn still_seated(desk: &Desk, ruling: &Ruling) -> Option<Said> {
    let team = desk.at_table(ruling).expelled.and_then(|id| desk.tournament().team(id))?;
    let (plays_in, from) = desk.tournament().next_round_of(team);
    let ruled_in = ruling.place.map_or((ruling.section, ruling.round), |place| (ruling.section, place.match_id.round));
    if ruled_in == (plays_in, from.saturating_sub(1)) {
        return None;
    }
    let section = desk.tournament().section(plays_in)?;
    open_table(desk, &desk.leaving(team, section, from), section, from).map(Said::Line)
}

/// What an open match waits for.
fn to_enter(desk: &Desk, ruling: &Ruling) -> String {
    let Some(id) = ruling.place.map(|place| place.match_id) else { return String::new() };
    let round = desk.tournament().round(id.section, id.round);
    let half = round.and_then(|round| goes_on(desk, id, round.slip(id.table, id.number)?));
    half.unwrap_or_else(|| cmd!("result {} RESULT{}", id.table, which(desk, id)).to_string())
}

/// A replay that was played counts no more once it was not rightly ordered; what was played stays on record.
pub fn replay_falls(desk: &Desk, ruling: &Ruling) -> Option<Said> {
    let is_in_force = desk.facts.docket.state(ruling).is_in_force();
    let result = desk.played_anew(ruling).filter(|_| !is_in_force)?;
    let sentence =
        format!("the new game ({result}) no longer counts but stays on record; the game before it counts again");
    Some(Said::Touched(sentence))
}

/// What has become of the replay of a knockout tie, now that the draw that led to it is not what it was.
pub fn replay_idle(desk: &Desk, ruling: &Ruling) -> Option<Said> {
    let id = ruling.place?.match_id;
    let (section, round) = (desk.tournament().section(id.section)?, desk.tournament().round(id.section, id.round)?);
    let is_idle = matches!(desk.undecided_tie(section, round, id.table)?, Undecided::Reopened | Undecided::WonBefore);
    let sentence = undecided_tie(desk, section, round, id.table).filter(|_| is_idle)?;
    Some(Said::Touched(format!("table {}: {sentence}", id.table)))
}

/// Names those of the later rulings that are to be looked at, now that what they rested on has no force any more.
pub fn rests(desk: &Desk, resting: &[RulingId]) -> Vec<Said> {
    let line = |again: Again| {
        Said::Line(format!(
            "look at ruling {} again: it {again}; to keep it: {}",
            again.ruling,
            keep_or_void(desk, again.ruling)
        ))
    };
    desk.to_look_at().into_iter().filter(|again| resting.contains(&again.ruling)).map(line).collect()
}
