//! What a correction touches: standings, pairings that would have differed, prizes, sheets on the wall. Shown before it is kept; nothing is
//! re-paired by itself.

use super::answer::Answer;
use super::desk::Desk;
use super::failure::Failure;
use super::wording::{command, list};
use crate::cli::paper::stale::misleading;
use crate::cli::rounds::remarks::{owed, paired_anew};
use crate::discipline::Ruling;
use crate::event::{Event, Open, OtherFinal, Otherwise};
use crate::report::prizes::given;
use crate::tournament::{Section, SectionId, TableNumber, TeamId};
use serde::Serialize;
use serde_json::{Value, json};

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
    /// The round whose result is corrected; `None` where a team leaves.
    corrected: Option<u32>,
    /// Printed documents that are not true (any more), by their numbers.
    stale: Vec<(i64, String)>,
}

/// A posted round that nobody has finished a match of, and what would make it as it would be paired now.
#[derive(Debug, Serialize)]
struct Anew {
    #[serde(flatten)]
    open: Open,
    commands: Vec<String>,
}

impl Anew {
    fn of(event: &Event, section: &Section, open: Open) -> Self {
        // What the same correction reopened comes first.
        let anew = ["unpair", "pair"].map(|verb| command([verb, &section.name]));
        Self { open, commands: owed(event, section, open.round).into_iter().chain(anew).collect() }
    }

    fn in_words(&self) -> String {
        let Self { open: Open { round, differ, of }, commands } = self;
        format!(
            "round {round} is posted, has no result yet and would be paired differently now ({differ} of {of} tables); \
             to pair it again: {}",
            commands.join(", then ")
        )
    }
}

#[derive(Debug, Default)]
pub struct Consequences {
    moved: Vec<(String, u32, u32)>,
    rounds: Vec<u32>,
    /// A posted round without a result that would be paired otherwise now.
    open: Option<Anew>,
    prizes: Vec<(String, String, String)>,
    /// Finals that are posted and would have other teams.
    finals: Vec<String>,
    stale: Vec<String>,
    notes: Vec<String>,
    /// Sections where something is different since a team of the match plays there now, or has moved.
    elsewhere: Vec<(String, Consequences)>,
}

impl Before {
    /// Looks at the section of a table before its result is changed. Only results of rounds that were complete, or before a final that is
    /// posted, have consequences to list.
    pub fn of(desk: &mut Desk, table: TableNumber, round: Option<u32>) -> Result<Self, Failure> {
        let (section, round) = desk.round_at(table, round)?;
        let (id, number) = (section.id, round.number);
        let Some(elsewhere) = desk.rested_on(section, round, table) else { return Ok(Self { seen: None }) };
        Ok(Self { seen: Some(Seen { elsewhere, ..look(desk, id, Some(number))? }) })
    }

    /// Looks at the section of a ruling's match before it changes, where it is about one.
    pub fn of_ruling(desk: &mut Desk, ruling: &Ruling) -> Result<Option<Self>, Failure> {
        ruling.place.map(|place| Self::of(desk, place.match_id.table, Some(place.match_id.round))).transpose()
    }

    /// Looks at a section before one of its teams leaves.
    pub fn of_section(desk: &mut Desk, section: &Section) -> Result<Self, Failure> {
        Ok(Self { seen: Some(look(desk, section.id, None)?) })
    }

    /// Whether anything rests on what is changed.
    pub fn is_old(&self) -> bool {
        self.seen.is_some()
    }

    /// What is different now.
    pub fn compared(&self, desk: &mut Desk) -> Result<Consequences, Failure> {
        let Some(Seen { event: before, section, elsewhere, corrected, stale }) = &self.seen else {
            return Ok(Consequences::default());
        };
        let Some(of_section) = within(desk, before, *section, *corrected) else { return Ok(Consequences::default()) };
        let of_others = elsewhere.iter().filter_map(|other| {
            let name = desk.tournament().section(*other)?.name.clone();
            let there = within(desk, before, *other, *corrected)?;
            (!there.in_words().is_empty()).then_some((name, there))
        });
        Ok(Consequences {
            finals: match corrected {
                Some(_) => other_finals(desk, before, *section),
                None => Vec::new(),
            },
            elsewhere: of_others.collect(),
            stale: misleading(desk)?
                .into_iter()
                .filter(|one| !stale.iter().any(|(number, _)| *number == one.0))
                .map(|(_, name)| name)
                .collect(),
            ..of_section
        })
    }
}

/// What is different in a section: its standings, what would be paired, its prizes.
fn within(event: &Event, before: &Event, section: SectionId, corrected: Option<u32>) -> Option<Consequences> {
    let section = event.tournament().section(section)?;
    let moved = event.moved_since(before, section);
    let Otherwise { rounds, open } = event.paired_otherwise(before, section, corrected);
    let was = winners(before, section);
    let changed = |(prize, is): (String, String)| {
        let (_, was) = was.iter().find(|(name, _)| *name == prize)?;
        (*was != is).then(|| (prize, was.clone(), is))
    };
    Some(Consequences {
        moved: moved.into_iter().map(|(team, was, is)| (event.name_of(team).to_owned(), was, is)).collect(),
        rounds,
        open: open.map(|open| Anew::of(event, section, open)),
        prizes: winners(event, section).into_iter().filter_map(changed).collect(),
        ..Consequences::default()
    })
}

/// The finals that were posted with other teams than go on now, and what would make them anew.
pub fn other_finals(event: &Event, before: &Event, source: SectionId) -> Vec<String> {
    let names = |teams: &[TeamId]| list(teams.iter().map(|team| format!("{} ({team})", event.name_of(*team))));
    let told = |other: OtherFinal| {
        let section = event.tournament().section(other.section)?;
        let what = match other.out.is_empty() {
            true => "would have the same teams with other seeds now".to_owned(),
            false => format!("would have other teams now: {} in place of {}", names(&other.instead), names(&other.out)),
        };
        Some(format!(
            "{} is posted and {what}; to make it anew: {}",
            section.name,
            paired_anew(event, section, 1).join(", then ")
        ))
    };
    event.finals_with_others(before, source).into_iter().filter_map(told).collect()
}

fn look(desk: &mut Desk, section: SectionId, corrected: Option<u32>) -> Result<Seen, Failure> {
    Ok(Seen { stale: misleading(desk)?, event: desk.event.clone(), section, elsewhere: Vec::new(), corrected })
}

/// Every prize and who wins it.
fn winners(event: &Event, section: &Section) -> Vec<(String, String)> {
    let mut prizes: Vec<(String, String)> = Vec::new();
    for award in given(event, section) {
        let winner = match award.team {
            Some(team) => team.name,
            None if award.is_won => award.winner,
            None => award.note,
        };
        match prizes.last_mut().filter(|(prize, _)| *prize == award.prize) {
            Some((_, winners)) => winners.push_str(&format!(" and {winner}")),
            None => prizes.push((award.prize, winner)),
        }
    }
    prizes
}

impl Consequences {
    /// What is different in several sections, each named; sheets are of all of them.
    pub fn by_section(parts: impl IntoIterator<Item = (String, Self)>) -> Self {
        let mut all = Self::default();
        for (section, mut part) in parts {
            all.stale = std::mem::take(&mut part.stale);
            all.elsewhere.push((section, part));
        }
        all
    }

    /// The same with what else there is to know, each a line, said first.
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    /// For the director; empty where there is nothing to say.
    pub fn in_words(&self) -> String {
        let mut lines = self.notes.clone();
        if !self.moved.is_empty() {
            let few = self.moved.iter().take(8).map(|(name, was, is)| format!("{name} {was} -> {is}"));
            let more =
                if self.moved.len() > 8 { format!(", and {} more", self.moved.len() - 8) } else { String::new() };
            lines.push(format!("standings changed: {}{more}", list(few)));
        }
        for round in &self.rounds {
            lines.push(format!("round {round} would have been paired differently; it stays as it is"));
        }
        lines.extend(self.open.as_ref().map(Anew::in_words));
        lines.extend(self.finals.iter().cloned());
        lines.extend(self.prizes.iter().map(|(prize, was, is)| format!("{prize}: {is} instead of {was}")));
        for (section, there) in &self.elsewhere {
            lines.extend(there.in_words().lines().map(|line| format!("{section}: {line}")));
        }
        if !self.stale.is_empty() {
            lines.push(format!("no longer true, print again (bughouse stale): {}", list(&self.stale)));
        }
        lines.join("\n")
    }

    pub fn to_json(&self) -> Value {
        let moved: Vec<Value> = self
            .moved
            .iter()
            .map(|(name, was, is)| json!({ "team": name, "rank_before": was, "rank_after": is }))
            .collect();
        let prizes: Vec<Value> = self
            .prizes
            .iter()
            .map(|(prize, was, is)| json!({ "prize": prize, "winner_before": was, "winner_after": is }))
            .collect();
        let elsewhere: Vec<Value> = self
            .elsewhere
            .iter()
            .map(|(section, there)| json!({ "section": section, "consequences": there.to_json() }))
            .collect();
        let rounds: Vec<u32> =
            self.rounds.iter().copied().chain(self.open.as_ref().map(|anew| anew.open.round)).collect();
        json!({ "standings": moved, "pairings_that_would_differ": rounds, "to_pair_again": self.open, "prizes": prizes, "finals": self.finals, "stale": self.stale, "notes": self.notes, "elsewhere": elsewhere })
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
        self.confirm(&format!("{change}\n{}\nDo it?", indented(touched)), refusal)?;
        Ok(true)
    }

    /// Tells a change and what it touches, which is shown and asked for first where somebody can answer.
    pub fn done(&self, change: String, touched: &str, json: Value) -> Result<Answer, Failure> {
        let shown = self.shown_first(&change, touched)?;
        let text = if shown || touched.is_empty() { change.clone() } else { format!("{change}\n{touched}") };
        Ok(Answer::noted(text, json, change))
    }
}

fn indented(lines: &str) -> String {
    lines.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
