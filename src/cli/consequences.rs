//! What a corrected result changes: standings, and pairings that would have differed. Nothing is re-paired by itself.

use super::desk::Desk;
use super::failure::Failure;
use crate::tournament::{Section, SectionId, TableNumber, TeamId};
use serde_json::{Value, json};

/// How things stood before a correction; `None` where there is nothing to compare (the current round).
pub struct Before {
    corrected: Option<(u32, Snapshot)>,
}

/// Who meets whom.
type Pairs = Vec<(TeamId, TeamId)>;

/// Ranks, and the pairs that the engine would make for each later round.
struct Snapshot {
    ranks: Vec<(TeamId, u32)>,
    later: Vec<(u32, Option<Pairs>)>,
}

/// What changed.
pub struct Consequences {
    moved: Vec<(String, u32, u32)>,
    rounds: Vec<u32>,
    stale: Vec<String>,
}

impl Before {
    /// Looks at the section of a table before its result is changed. Only results of rounds before the latest have consequences to list.
    ///
    /// # Errors
    /// No such table.
    pub fn of(desk: &Desk, table: TableNumber, round: Option<u32>) -> Result<Self, Failure> {
        let (section, round) = desk.round_at(table, round)?;
        let latest = desk.latest_round(section.id).map_or(0, |r| r.number);
        let corrected = (round.number < latest).then(|| (round.number, snapshot(desk, section, round.number)));
        Ok(Self { corrected })
    }

    /// What is different now.
    pub fn compared(&self, desk: &Desk, section: &Section) -> Consequences {
        let Some((round, before)) = &self.corrected else {
            return Consequences { moved: Vec::new(), rounds: Vec::new(), stale: Vec::new() };
        };
        let after = snapshot(desk, section, *round);
        let name = |id: TeamId| desk.tournament().team(id).map(|t| t.name.clone()).unwrap_or_default();
        let rank_before = |team: TeamId| before.ranks.iter().find(|(t, _)| *t == team).map(|(_, r)| *r);
        let moved =
            after.ranks.iter().filter_map(|(team, rank)| Some((name(*team), rank_before(*team)?, *rank))).filter(|(_, was, is)| was != is);
        let rounds = before.later.iter().zip(&after.later).filter(|(b, a)| b.1 != a.1).map(|(b, _)| b.0);
        let stale = vec![format!("standings after round {round} and later"), "crosstable".to_owned()];
        Consequences { moved: moved.collect(), rounds: rounds.collect(), stale }
    }
}

fn snapshot(desk: &Desk, section: &Section, round: u32) -> Snapshot {
    let latest = desk.latest_round(section.id).map_or(0, |r| r.number);
    let ranks = desk.table(section, desk.standing_round(section)).iter().map(|l| (l.team, l.rank)).collect();
    // Only the next round rests on this result alone; the ones after it rest on what was really played.
    let later = (round + 1..=latest).take(1).map(|n| (n, pairs(desk, section.id, n))).collect();
    Snapshot { ranks, later }
}

fn pairs(desk: &Desk, section: SectionId, round: u32) -> Option<Pairs> {
    let section = desk.tournament().section(section)?;
    desk.would_pair(section, round)
}

impl Consequences {
    /// For the director; empty where there is nothing to say.
    pub fn in_words(&self) -> String {
        let mut lines = Vec::new();
        if !self.moved.is_empty() {
            let few: Vec<String> = self.moved.iter().take(8).map(|(name, was, is)| format!("{name} {was} -> {is}")).collect();
            let more = if self.moved.len() > 8 { format!(", and {} more", self.moved.len() - 8) } else { String::new() };
            lines.push(format!("standings changed: {}{more}", few.join(", ")));
        }
        for round in &self.rounds {
            lines.push(format!("round {round} would have been paired differently; it stays as it is"));
        }
        if !self.stale.is_empty() {
            lines.push(format!("print again if they are posted: {}", self.stale.join(", ")));
        }
        lines.join("\n")
    }

    /// For other programs.
    pub fn to_json(&self) -> Value {
        let moved: Vec<Value> =
            self.moved.iter().map(|(name, was, is)| json!({ "team": name, "rank_before": was, "rank_after": is })).collect();
        json!({ "standings": moved, "pairings_that_would_differ": self.rounds, "stale": self.stale })
    }
}
