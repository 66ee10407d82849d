//! What a corrected result changes: standings, and pairings that would have differed. Nothing is re-paired by itself.

use super::desk::Desk;
use super::failure::Failure;
use super::stale::misleading;
use crate::tournament::{MatchId, Section, SectionId, TableNumber, TeamId};
use serde_json::{Value, json};

/// How things stood before a correction; `None` where there is nothing to compare (the current round).
pub struct Before {
    corrected: Option<Corrected>,
}

/// A round before the latest, whose results a command may change.
struct Corrected {
    round: u32,
    snapshot: Snapshot,
    /// Printed documents that were wrong already.
    wrong: Vec<i64>,
}

/// Who meets whom.
type Pairs = Vec<(TeamId, TeamId)>;

/// Ranks, and the pairs that the engine would make for each later round.
struct Snapshot {
    ranks: Vec<(TeamId, u32)>,
    later: Vec<(u32, Option<Pairs>)>,
}

/// What changed.
#[derive(Default)]
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
    pub async fn of(desk: &mut Desk, table: TableNumber, round: Option<u32>) -> Result<Self, Failure> {
        let (section, round) = desk.round_at(table, round)?;
        let latest = desk.latest_round(section.id).map_or(0, |r| r.number);
        if round.number >= latest {
            return Ok(Self { corrected: None });
        }
        let (round, snapshot) = (round.number, snapshot(desk, section, round.number));
        let wrong = misleading(desk).await?.into_iter().map(|(number, _)| number).collect();
        Ok(Self { corrected: Some(Corrected { round, snapshot, wrong }) })
    }

    /// The same for the match that a ruling is about, if it is about one.
    ///
    /// # Errors
    /// No such table.
    pub async fn at(desk: &mut Desk, id: Option<MatchId>) -> Result<Option<Self>, Failure> {
        match id {
            Some(id) => Self::of(desk, id.table, Some(id.round)).await.map(Some),
            None => Ok(None),
        }
    }

    /// What is different now.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn compared(&self, desk: &mut Desk, section: &Section) -> Result<Consequences, Failure> {
        let Some(Corrected { round, snapshot: before, wrong }) = &self.corrected else { return Ok(Consequences::default()) };
        let after = snapshot(desk, section, *round);
        let name = |id: TeamId| desk.tournament().team(id).map(|t| t.name.clone()).unwrap_or_default();
        let rank_before = |team: TeamId| before.ranks.iter().find(|(t, _)| *t == team).map(|(_, r)| *r);
        let moved = after.ranks.iter().filter_map(|(team, rank)| Some((name(*team), rank_before(*team)?, *rank)));
        let moved = moved.filter(|(_, was, is)| was != is).collect();
        let rounds = before.later.iter().zip(&after.later).filter(|(b, a)| b.1 != a.1).map(|(b, _)| b.0).collect();
        let now = misleading(desk).await?;
        let stale = now.into_iter().filter(|(number, _)| !wrong.contains(number)).map(|(_, name)| name).collect();
        Ok(Consequences { moved, rounds, stale })
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
            lines.push(format!("no longer true, print again (bughouse stale): {}", self.stale.join(", ")));
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
