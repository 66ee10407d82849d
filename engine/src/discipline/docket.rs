//! All rulings and appeals of a tournament: which rulings are in force, and what has become of each appeal.

use super::claim::Verdict;
use super::penalty::Penalty;
use super::ruling::{Place, Ruling, RulingState};
use crate::tournament::names::option_name;
use crate::tournament::{AppealId, MatchId, OfficialId, PlayerId, Role, RulingId, SectionId, TeamId};
use chrono::{DateTime, Utc};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who hears an appeal. No step is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// First, the chief of the section.
    SectionChief,
    /// Then the floor chief, whose decision is final.
    FloorChief,
}

impl Level {
    pub fn role(self) -> Role {
        match self {
            Self::SectionChief => Role::SectionChief,
            Self::FloorChief => Role::FloorChief,
        }
    }

    /// Whether nothing comes after it.
    pub fn is_final(self) -> bool {
        self == Self::FloorChief
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::SectionChief => "section chief",
            Self::FloorChief => "floor chief",
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Appellant {
    Player(PlayerId),
    Team(TeamId),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Appeal {
    /// Number in the docket.
    #[serde(rename = "number")]
    pub id: AppealId,
    pub ruling: RulingId,
    pub level: Level,
    pub by: Appellant,
    #[serde(skip)]
    pub at: DateTime<Utc>,
    /// Why, in the appellant's words.
    pub note: Option<String>,
    #[serde(skip)]
    pub decision: Option<Decision>,
    #[serde(skip)]
    pub withdrawn: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub outcome: Outcome,
    pub by: OfficialId,
    pub at: DateTime<Utc>,
    /// The last ruling on record then; `None` where older files did not note it.
    pub after: Option<RulingId>,
    pub note: Option<String>,
}

impl Decision {
    /// Whether it had been made when a ruling was.
    pub fn is_before(&self, ruling: &Ruling) -> bool {
        self.after.map_or(self.at <= ruling.at, |last| last < ruling.id)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// What was in force before stays so.
    Upheld,
    /// What stood before does not.
    Overturned,
    /// Another penalty takes its place.
    Modified(Penalty),
}

impl Outcome {
    /// The decision that makes a ruling stand as it was made, or fall, by what stood `before`.
    pub fn of(ruling: &Ruling, before: RulingState, falls: bool) -> Self {
        match (before, ruling.penalty()) {
            (RulingState::Modified(_), Some(made)) if !falls => Self::Modified(made),
            (RulingState::Overturned, _) if !falls => Self::Overturned,
            (RulingState::InForce | RulingState::Modified(_), _) if falls => Self::Overturned,
            _ => Self::Upheld,
        }
    }
}

/// The state of an appeal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AppealState {
    Open,
    Upheld,
    /// The ruling is set aside.
    Overturned,
    Modified,
    Withdrawn,
}

impl fmt::Display for AppealState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&option_name(*self))
    }
}

impl Appeal {
    pub fn state(&self) -> AppealState {
        match (&self.decision, self.withdrawn) {
            (Some(decision), _) => match decision.outcome {
                Outcome::Upheld => AppealState::Upheld,
                Outcome::Overturned => AppealState::Overturned,
                Outcome::Modified(_) => AppealState::Modified,
            },
            (None, Some(_)) => AppealState::Withdrawn,
            (None, None) => AppealState::Open,
        }
    }

    /// Whether it was decided and nothing comes after it.
    pub fn is_final(&self) -> bool {
        self.decision.is_some() && self.level.is_final()
    }
}

/// Every ruling and every appeal, in the order of their numbers. Nothing is ever taken out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Docket {
    pub rulings: Vec<Ruling>,
    pub appeals: Vec<Appeal>,
}

impl Docket {
    /// Whatever officials have written down in words.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let of_rulings = self.rulings.iter().flat_map(|ruling| {
            let voided = ruling.voided.as_ref().map(|voided| &voided.reason);
            [ruling.reason.as_ref(), ruling.note.as_ref(), voided].into_iter().flatten().chain(&ruling.witnesses)
        });
        let of_appeals = self.appeals.iter().flat_map(|appeal| {
            let decided = appeal.decision.as_ref().and_then(|decision| decision.note.as_ref());
            [appeal.note.as_ref(), decided].into_iter().flatten()
        });
        of_rulings.chain(of_appeals).map(String::as_str)
    }

    pub fn ruling(&self, id: RulingId) -> Option<&Ruling> {
        self.rulings.iter().find(|r| r.id == id)
    }

    pub fn appeal(&self, id: AppealId) -> Option<&Appeal> {
        self.appeals.iter().find(|a| a.id == id)
    }

    /// Appeals against a ruling, first to last.
    pub fn appeals_against(&self, ruling: RulingId) -> impl DoubleEndedIterator<Item = &Appeal> {
        self.appeals.iter().filter(move |a| a.ruling == ruling)
    }

    /// Appeals that still wait for a decision in a section.
    pub fn open_appeals(&self, section: SectionId) -> impl Iterator<Item = &Appeal> {
        let here = move |a: &&Appeal| self.ruling(a.ruling).is_some_and(|r| r.section == section && r.voided.is_none());
        self.appeals.iter().filter(|a| a.state() == AppealState::Open).filter(here)
    }

    /// What has become of a ruling, by all that was decided about it.
    ///
    /// An appeal is against what stood before it: `uphold` leaves that, `overturn` reverses it, so that a ruling set aside by the
    /// section chief and restored by the floor chief is in force as it was made.
    pub fn state(&self, ruling: &Ruling) -> RulingState {
        if ruling.voided.is_some() {
            return RulingState::Voided;
        }
        self.state_by(ruling, |_| true)
    }

    /// What had become of a ruling when an appeal against it was decided.
    pub fn state_after(&self, ruling: &Ruling, appeal: AppealId) -> RulingState {
        self.state_by(ruling, |decided| decided.id <= appeal)
    }

    /// What had become of a ruling when a later one was made, by the appeals that were decided before that.
    pub fn state_before(&self, ruling: &Ruling, later: &Ruling) -> RulingState {
        self.state_by(ruling, |appeal| appeal.decision.as_ref().is_some_and(|decision| decision.is_before(later)))
    }

    fn state_by(&self, ruling: &Ruling, counts: impl Fn(&Appeal) -> bool) -> RulingState {
        self.appeals_against(ruling.id).filter(|a| counts(a)).filter_map(|a| a.decision.as_ref()).fold(
            RulingState::InForce,
            |before, decision| match (decision.outcome, before) {
                (Outcome::Upheld, _) => before,
                (Outcome::Modified(penalty), _) if ruling.penalty() == Some(penalty) => RulingState::InForce,
                (Outcome::Modified(penalty), _) => RulingState::Modified(penalty),
                (Outcome::Overturned, RulingState::Overturned) => RulingState::InForce,
                (Outcome::Overturned, _) => RulingState::Overturned,
            },
        )
    }

    /// Whether a ruling expelled its player at some time, and does no more.
    pub fn expels_no_more(&self, ruling: &Ruling) -> bool {
        let decided = self.appeals_against(ruling.id).filter_map(|appeal| appeal.decision.as_ref());
        let mut made = decided.map(|decision| decision.outcome);
        let expelled =
            ruling.penalty() == Some(Penalty::Expel) || made.any(|made| made == Outcome::Modified(Penalty::Expel));
        expelled && self.penalty(ruling) != Some(Penalty::Expel)
    }

    /// The penalty now in force for an offence; `None` for other matters and for rulings without force.
    pub fn penalty(&self, ruling: &Ruling) -> Option<Penalty> {
        match self.state(ruling) {
            RulingState::InForce => ruling.penalty(),
            RulingState::Modified(instead) => Some(instead),
            RulingState::Overturned | RulingState::Voided => None,
        }
    }

    /// What now holds of a claim: a denial that fell on appeal upholds it. `None` for other matters and for what was voided.
    pub fn verdict(&self, ruling: &Ruling) -> Option<Verdict> {
        self.state(ruling).verdict(ruling)
    }

    /// The playings of a match that were ever ordered, in the order of the rulings.
    pub fn replays(&self, id: MatchId) -> impl Iterator<Item = u8> {
        self.rulings.iter().filter(move |r| r.place.is_some_and(|p| p.match_id == id)).filter_map(Ruling::orders)
    }

    /// Which playing of a match counts: the one ordered by the latest replay in force, else the first.
    pub fn playing_in_force(&self, id: MatchId) -> u8 {
        let ordered = |r: &&Ruling| r.place.is_some_and(|p| p.match_id == id) && self.state(r).is_in_force();
        self.rulings.iter().rev().filter(ordered).find_map(Ruling::orders).unwrap_or(1)
    }

    /// The ruling in force that ordered a playing of a match.
    pub fn ordering(&self, id: MatchId, playing: u8) -> Option<&Ruling> {
        let here = |r: &&Ruling| r.orders() == Some(playing) && r.place.is_some_and(|place| place.match_id == id);
        self.rulings.iter().filter(here).find(|ruling| self.state(ruling).is_in_force())
    }

    /// Whether what was ruled at a place is of a game that counts: nothing was ordered in its place, or a new game at the other board only.
    pub fn still_counts(&self, place: Place) -> bool {
        let (id, mut playing) = (place.match_id, self.in_place_of(place.match_id, place.playing));
        while playing > place.playing {
            let ordered = self.ordering(id, playing).and_then(|ruling| ruling.place);
            let spares = |from: &Place| from.board.zip(place.board).is_some_and(|(anew, own)| anew != own);
            let Some(from) = ordered.filter(|from| from.playing < playing && spares(from)) else { return false };
            playing = from.playing;
        }
        playing == place.playing
    }

    /// The playing that a match began with before this one was ordered in its place. A knockout tie that is drawn begins another.
    pub fn begun_as(&self, id: MatchId, playing: u8) -> u8 {
        let ordered = |r: &&Ruling| r.place.is_some_and(|p| p.match_id == id) && r.orders() == Some(playing);
        let cancelled = self.rulings.iter().find(ordered).and_then(|r| r.place).map(|place| place.playing);
        cancelled.filter(|before| *before < playing).map_or(playing, |before| self.begun_as(id, before))
    }

    /// As [`Docket::playing_in_force`], of the playings of a tie the one that counts in place of this one.
    pub fn in_place_of(&self, id: MatchId, playing: u8) -> u8 {
        let begun = self.begun_as(id, playing);
        let same = |r: &&Ruling| r.place.is_some_and(|p| p.match_id == id && self.begun_as(id, p.playing) == begun);
        // Few rulings order a replay, and each of those is followed through all that there are.
        let ordering = self.rulings.iter().rev().filter(|ruling| ruling.orders().is_some());
        let in_force = ordering.filter(same).filter(|r| self.state(r).is_in_force());
        in_force.filter_map(Ruling::orders).next().unwrap_or(begun)
    }

    /// The playings of a match at which rulings in force were made.
    pub fn playings_ruled_on(&self, id: MatchId) -> impl Iterator<Item = u8> {
        let in_force = self.rulings.iter().filter(|ruling| self.state(ruling).is_in_force());
        in_force.filter_map(|ruling| ruling.place).filter(move |place| place.match_id == id).map(|place| place.playing)
    }
}
