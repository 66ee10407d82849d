//! What a correction touches: standings, pairings that would have differed, prizes, sheets on the wall. Shown before it is kept; nothing is
//! re-paired by itself.

use super::answer::Answer;
use super::desk::Desk;
use super::failure::Failure;
use super::wording::list;
use crate::cli::command_text::cmd;
use crate::cli::paper::stale::{Past, Telling, telling, turned};
use crate::cli::question::{About, Question};
use crate::cli::rounds::remarks::paired_anew;
use crate::event::{Event, Moved, Open, OtherFinal, Otherwise};
use crate::report::prizes::{self, PrizeMoved};
use crate::tournament::{Section, SectionId, TableNumber, TeamId};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// How things stood before a correction; nothing where there is nothing to compare (a result of a round that is still played).
pub struct Before {
    seen: Option<Seen>,
}

/// The event before the change.
struct Seen {
    event: Event,
    section: SectionId,
    /// Sections in which a team of the match plays now: what it brought counts there.
    elsewhere: Vec<SectionId>,
    /// The round of which a result or a bye is corrected; `None` where a team leaves.
    corrected: Option<u32>,
    /// What the printed documents would have told.
    telling: Telling,
}

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

impl Before {
    /// Looks at the section of a table before its result is changed. Only results of rounds that were complete, or before a final that is
    /// posted, have consequences to list.
    pub fn of(desk: &mut Desk, table: TableNumber, round: Option<u32>) -> Result<Self, Failure> {
        let (section, round) = desk.round_at(table, round)?;
        let (id, corrected) = (section.id, Some(round.number));
        match desk.rested_on(section, round, table) {
            Some(elsewhere) => Self::look(desk, id, elsewhere, corrected),
            None => Ok(Self { seen: None }),
        }
    }

    /// Looks at a section before a bye of a posted round is given to a team or corrected.
    pub fn of_bye(desk: &mut Desk, section: &Section, round: u32, team: TeamId) -> Result<Self, Failure> {
        let elsewhere = desk.brought_to(section, round, [team]);
        Self::look(desk, section.id, elsewhere, Some(round))
    }

    /// Looks at a section before one of its teams leaves.
    pub fn of_section(desk: &mut Desk, section: &Section) -> Result<Self, Failure> {
        Self::look(desk, section.id, Vec::new(), None)
    }

    /// Looks at a section before it is run otherwise: what its teams brought elsewhere may score otherwise too.
    pub fn of_rules(desk: &mut Desk, section: &Section) -> Result<Self, Failure> {
        let moved = desk.tournament().teams.iter().filter(|team| team.was_moved_from(section.id));
        let elsewhere: BTreeSet<SectionId> = moved.map(|team| team.section).collect();
        Self::look(desk, section.id, elsewhere.into_iter().collect(), None)
    }

    fn look(
        desk: &mut Desk,
        section: SectionId,
        elsewhere: Vec<SectionId>,
        corrected: Option<u32>,
    ) -> Result<Self, Failure> {
        let (telling, event) = (telling(desk)?, desk.event.clone());
        Ok(Self { seen: Some(Seen { event, section, elsewhere, corrected, telling }) })
    }

    /// Whether anything rests on what is changed.
    pub fn is_old(&self) -> bool {
        self.seen.is_some()
    }

    /// What is different now.
    pub fn compared(&self, desk: &mut Desk) -> Result<Consequences, Failure> {
        let Some(Seen { event: before, section, elsewhere, corrected, telling }) = &self.seen else {
            return Ok(Consequences::default());
        };
        let Some(of_section) = within(desk, before, *section, *corrected) else { return Ok(Consequences::default()) };
        let of_others = elsewhere.iter().filter_map(|other| {
            let section = desk.tournament().section(*other)?.name.clone();
            let consequences = within(desk, before, *other, *corrected)?;
            (!consequences.in_words().is_empty()).then_some(Elsewhere { section, consequences })
        });
        let elsewhere = of_others.collect();
        let finals = corrected.map(|_| other_finals(desk, before, *section)).transpose()?;
        Ok(Consequences { finals: finals.unwrap_or_default(), elsewhere, stale: turned(desk, telling)?, ..of_section })
    }
}

/// Printed documents that a change has turned wrong, in a line.
pub fn to_print_again(stale: &[String]) -> Option<String> {
    (!stale.is_empty()).then(|| format!("no longer true, print again ({}): {}", cmd!("stale"), list(stale)))
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
pub fn other_finals(desk: &mut Desk, before: &Event, source: SectionId) -> Result<Vec<String>, Failure> {
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
    let told = |other: OtherFinal| {
        let section = event.tournament().section(other.section)?;
        let what = match other.out.is_empty() {
            true => "would have the same teams with other seeds now".to_owned(),
            false => format!("would have other teams now: {} in place of {}", names(&other.instead), names(&other.out)),
        };
        let anew = paired_anew(event, section, 1).join(", then ");
        Some(format!("{} is posted and {what}; to make it anew: {anew}", section.name))
    };
    Ok(finals.into_iter().filter_map(told).collect())
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
    /// What is different in several sections, each named; sheets are of all of them.
    pub fn by_section(parts: impl IntoIterator<Item = (String, Self)>) -> Self {
        let mut all = Self::default();
        for (section, mut consequences) in parts {
            all.stale = std::mem::take(&mut consequences.stale);
            all.elsewhere.push(Elsewhere { section, consequences });
        }
        all
    }

    /// The same with what else there is to know, each a line, said first.
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    /// For the director; empty where there is nothing to say.
    pub fn in_words(&self) -> String {
        const SHOWN: usize = 8;
        let mut lines = self.notes.clone();
        let moved = self.standings.iter().map(|m| format!("{} {} -> {}", m.team, m.rank_before, m.rank_after));
        let more = self.standings.len().checked_sub(SHOWN + 1).map(|more| format!("and {} more", more + 1));
        let moved = list(moved.take(SHOWN).chain(more));
        lines.extend((!moved.is_empty()).then(|| format!("standings changed: {moved}")));
        let is_open = |round: u32| self.open.as_ref().is_some_and(|anew| anew.open.round == round);
        let played = self.rounds.iter().filter(|round| !is_open(**round));
        lines.extend(played.map(|n| format!("round {n} would have been paired differently; it stays as it is")));
        lines.extend(self.open.as_ref().map(|Anew { open: Open { round, differ, of }, commands }| {
            format!(
                "round {round} is posted, has no result yet and would be paired differently now ({differ} of {of} tables); \
                 to pair it again: {}",
                commands.join(", then ")
            )
        }));
        lines.extend(self.finals.iter().cloned());
        let prizes = self.prizes.iter();
        lines.extend(prizes.map(|p| format!("{}: {} instead of {}", p.prize, p.winner_after, p.winner_before)));
        for Elsewhere { section, consequences } in &self.elsewhere {
            lines.extend(consequences.in_words().lines().map(|line| format!("{section}: {line}")));
        }
        lines.extend(to_print_again(&self.stale));
        lines.join("\n")
    }
}

impl Desk {
    /// Shows what a change touches and asks whether it shall be kept, at a terminal. Elsewhere nothing asks: it is told beside the answer.
    /// Tells whether it was shown.
    pub fn shown_first(&self, change: &str, touched: &str) -> Result<bool, Failure> {
        if touched.is_empty() || !self.everywhere.asks() {
            return Ok(false);
        }
        let refusal = Failure::forbidden("not done: everything stays as it was")
            .hint("--dry-run shows what it would touch, without asking");
        let touched: String = touched.lines().map(|line| format!("  {line}\n")).collect();
        let about = About::Touched { change, touched: &touched };
        self.everywhere.confirm(Question::new(&about, format!("{change}\n{touched}Do it?")), refusal)?;
        Ok(true)
    }

    /// Tells a change with its consequences.
    pub fn changed(&self, change: String, consequences: &Consequences, mut json: Value) -> Result<Answer, Failure> {
        json["consequences"] = json!(consequences);
        self.done(change, &consequences.in_words(), json)
    }

    /// Tells a change and what it touches, which is shown and asked for first where somebody can answer.
    pub fn done(&self, change: String, touched: &str, json: Value) -> Result<Answer, Failure> {
        let shown = self.shown_first(&change, touched)?;
        let text = if shown || touched.is_empty() { change.clone() } else { format!("{change}\n{touched}") };
        Ok(Answer::noted(text, json, change))
    }
}
