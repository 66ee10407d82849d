//! What a change touches: standings, pairings that would have differed, finals, prizes, sheets on the wall. Found for every command from the
//! event before and after, and shown before it is kept; nothing is re-paired by itself.

use super::answer::{Answer, Touching};
use super::desk::Desk;
use super::failure::Failure;
use super::wording::list;
use crate::cli::command_text::cmd;
use crate::cli::paper::stale::{Past, telling, turned};
use crate::cli::question::{About, Question, WOULD_BE};
use crate::cli::remarks::paired_anew;
use crate::event::{Event, Moved, Open, OtherFinal, Otherwise, Touched};
use crate::report::prizes::{self, PrizeMoved};
use crate::tournament::{Section, SectionId, TeamId};
use serde::Serialize;
use serde_json::json;

/// A posted round that nobody has finished a match of, and what would make it as it would be paired now.
#[derive(Debug, Serialize)]
struct Anew {
    #[serde(flatten)]
    open: Open,
    commands: Vec<String>,
}

#[derive(Debug, Default, Serialize)]
pub struct Consequences {
    standings: Vec<Moved>,
    #[serde(rename = "pairings_that_would_differ")]
    rounds: Vec<u32>,
    /// One of these rounds, which has no result yet.
    #[serde(rename = "to_pair_again")]
    open: Option<Anew>,
    prizes: Vec<PrizeMoved>,
    /// Finals that are posted and would have other teams.
    finals: Vec<String>,
    stale: Vec<String>,
    notes: Vec<String>,
    elsewhere: Vec<Elsewhere>,
}

/// A section where something is different since a team of the match plays there now, or has moved.
#[derive(Debug, Serialize)]
struct Elsewhere {
    section: String,
    consequences: Consequences,
}

/// Printed documents that a change has turned wrong, in a line.
fn to_print_again(stale: &[String]) -> Option<String> {
    (!stale.is_empty()).then(|| format!("out of date, reprint: {}; to see why: {}", list(stale), cmd!("stale")))
}

/// What is different in a section: its standings, what would be paired, its prizes.
fn within(event: &Event, before: &Event, section: SectionId, corrected: Option<u32>) -> Option<Consequences> {
    let section = event.tournament().section(section)?;
    let Otherwise { rounds, open } = event.paired_otherwise(before, section, corrected);
    let anew = |open: Open| Anew { open, commands: paired_anew(event, section, open.round) };
    Some(Consequences {
        standings: event.moved_since(before, section),
        rounds,
        open: open.map(anew),
        prizes: prizes::moved_since(event, before, section),
        ..Consequences::default()
    })
}

/// The finals that were posted with other teams than go on now, and what would make them anew; those whose teams the director named are not.
fn other_finals(desk: &mut Desk, before: &Event, source: SectionId) -> Result<Vec<String>, Failure> {
    let mut finals = Vec::new();
    for other in desk.finals_with_others(before, source) {
        let Some(section) = desk.tournament().section(other.section).cloned() else { continue };
        let admitted = desk.admitted(section.id);
        let is_sent = before.sent_to(&section) == admitted
            || as_posted(desk, &section)?.is_some_and(|then| then.sent_to(&section) == admitted);
        finals.extend(is_sent.then_some(other));
    }
    let event = &desk.event;
    let names = |teams: &[TeamId]| list(teams.iter().map(|team| format!("{} ({team})", event.name_of(*team))));
    let remark = |other: OtherFinal| {
        let section = event.tournament().section(other.section)?;
        let what = match other.out.is_empty() {
            true => "would now have the same teams with different seeds".to_owned(),
            false => {
                format!("would have different teams now: {} in place of {}", names(&other.instead), names(&other.out))
            }
        };
        let anew = paired_anew(event, section, 1).join(", then ");
        Some(format!("{} is posted and {what}; to redo it: {anew}", section.name))
    };
    Ok(finals.into_iter().filter_map(remark).collect())
}

/// The event just after the first round of a section was posted, as far as the file knows.
pub fn as_posted(desk: &mut Desk, section: &Section) -> Result<Option<Event>, Failure> {
    let Some(posted) = desk.store.posted_by(section.id, 1)? else { return Ok(None) };
    let mut past = Past::of(desk);
    let then = past.at(posted).map(|then| then.event.clone());
    past.close()?;
    Ok(then)
}

impl Consequences {
    /// For the director; empty where there is nothing to say.
    pub fn in_words(&self) -> String {
        const SHOWN: usize = 8;
        let mut lines = self.notes.clone();
        let moved = self.standings.iter().map(|m| format!("{} from {} to {}", m.team, m.rank_before, m.rank_after));
        let more = self.standings.len().checked_sub(SHOWN + 1).map(|more| format!("and {} more", more + 1));
        let moved = list(moved.take(SHOWN).chain(more));
        lines.extend((!moved.is_empty()).then(|| format!("standings changed: {moved}")));
        let is_open = |round: u32| self.open.as_ref().is_some_and(|anew| anew.open.round == round);
        let played = self.rounds.iter().filter(|round| !is_open(**round));
        lines.extend(played.map(|n| format!("round {n} would have been paired differently; it stays as it is")));
        lines.extend(self.open.as_ref().map(|Anew { open: Open { round, differ, of }, commands }| {
            format!(
                "round {round} is posted, has no results yet and would be paired differently now ({differ} of {of} tables); \
                 to pair it again: {}",
                commands.join(", then ")
            )
        }));
        lines.extend(self.finals.iter().cloned());
        let prizes = self.prizes.iter();
        lines.extend(prizes.map(|p| format!("{}: {} (before: {})", p.prize, p.winner_after, p.winner_before)));
        for Elsewhere { section, consequences } in &self.elsewhere {
            lines.extend(consequences.in_words().lines().map(|line| format!("{section}: {line}")));
        }
        lines.extend(to_print_again(&self.stale));
        lines.join("\n")
    }
}

impl Desk {
    /// What the command has changed so far does to what was there before.
    pub fn effects(&mut self) -> Result<Consequences, Failure> {
        self.read_again()?;
        let Some(mut before) = self.before.take() else { return Ok(Consequences::default()) };
        let found = self.effects_beside(&mut before);
        self.before = Some(before);
        found
    }

    fn effects_beside(&mut self, before: &mut Event) -> Result<Consequences, Failure> {
        let touched = self.event.touched_since(before);
        let is_gone = |section: &Section| self.event.tournament().section(section.id).is_none();
        if touched.is_empty() && !before.tournament().sections.iter().any(is_gone) {
            return Ok(Consequences::default());
        }
        std::mem::swap(&mut self.event, before);
        let before_then = telling(self);
        std::mem::swap(&mut self.event, before);
        let is_one = touched.values().filter(|one| one.is_its_own).count() == 1;
        let (mut own, mut elsewhere) = (Consequences::default(), Vec::new());
        for (id, Touched { corrected, sends_others, is_its_own }) in touched {
            let Some(mut consequences) = within(&self.event, before, id, corrected) else { continue };
            if sends_others {
                consequences.finals = other_finals(self, before, id)?;
            }
            if is_its_own && is_one {
                own = consequences;
            } else if !consequences.in_words().is_empty() {
                elsewhere.push(Elsewhere { section: self.section_name(id).to_owned(), consequences });
            }
        }
        Ok(Consequences { elsewhere, stale: turned(self, &before_then?)?, ..own })
    }

    /// Shows what a command touches, which is shown and asked for first where somebody at a terminal can answer.
    pub fn granted(&mut self, mut answer: Answer) -> Result<Answer, Failure> {
        let (found, touching) = (self.effects()?, answer.touching.take());
        let is_touching = touching.is_some();
        let Touching { notes, change, then } = touching.unwrap_or_default();
        let otherwise = self.asks_last.take();
        let consequences = Consequences { notes, ..found };
        let (touched, json) = (consequences.in_words(), json!(consequences));
        let is_shown = !touched.is_empty() && self.everywhere.asks();
        // A page that asks is gone by then.
        let is_seen = is_shown && !self.everywhere.asker.is_a_page();
        if is_shown {
            let change = change.unwrap_or_else(|| answer.text().to_owned());
            let refusal = otherwise.map_or_else(
                || {
                    Failure::forbidden("not done: nothing was changed")
                        .hint("--dry-run shows what it would change, without asking")
                },
                |(_, refusal)| refusal,
            );
            let lines: String = touched.lines().map(|line| format!("  {line}\n")).collect();
            let about = About::Touched { change: &change, consequences: &json };
            self.everywhere.confirm(Question::new(&about, format!("{WOULD_BE}\n{change}\n{lines}Do it?")), refusal)?;
            then.into_iter().filter(|_| is_seen).for_each(|then| answer.say(then));
        } else if let Some((question, refusal)) = otherwise {
            self.everywhere.confirm(question, refusal)?;
        }
        if is_touching || !touched.is_empty() {
            answer.add_consequences(if is_seen { "" } else { &touched }, json);
        }
        Ok(answer)
    }
}
