//! What is stored of an event: plain values, as they were entered.

use crate::discipline::{Docket, HouseRules};
use crate::registration::{Contact, team_name_shown_as};
use crate::standings::prizes::PrizeKind;
use crate::tournament::{
    MatchResult, PlayerId, PlayerName, Reports, SchoolId, SectionId, TeamId, TeamName, Tournament, WallClock,
};
use crate::{pairing, standings};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// How a section is checked out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedOut {
    /// By which the file at home and the other one know each other.
    pub key: String,
    /// The other file, as it was named.
    pub file: String,
    /// Whether this is the other file.
    pub is_here: bool,
}

/// How a section's engines are set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SectionSettings {
    pub pairing: pairing::Settings,
    /// Tie-breaks and places.
    pub standings: standings::Settings,
    pub prizes: standings::prizes::Rules,
    /// Children are shown as `Ann L.` on sheets and pages.
    pub short_names: bool,
    /// Minutes for which a team that has not sat down is waited for, where the director has settled it.
    pub grace: Option<u32>,
    /// How results from the floor are taken.
    pub reports: Reports,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_out: Option<CheckedOut>,
}

/// All that the file holds of the event.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facts {
    pub tournament: Tournament,
    pub docket: Docket,
    /// What the organiser set on top of the rulebook.
    pub house_rules: HouseRules,
    pub settings: HashMap<SectionId, SectionSettings>,
    pub rulebook_id: String,
    /// The rulebook's text as it was when the tournament was made.
    pub rulebook_text: String,
    /// SHA-256 of that text.
    pub rulebook_hash: String,
    /// The number every lot is drawn from.
    pub seed: u64,
    pub wishes: Wishes,
    /// Whether team names are approved before they are shown.
    pub names_required: bool,
    /// What the desk said of team names; a team renamed since has a new name to be read.
    pub name_verdicts: BTreeMap<TeamId, NameVerdict>,
    /// In the order in which they were added.
    pub prizes: Vec<StoredPrize>,
    /// In the order in which they were played.
    pub play_offs: Vec<StoredPlayOff>,
    pub wall_clocks: BTreeMap<(SectionId, u32), WallClock>,
    pub contacts: BTreeMap<PlayerId, Contact>,
    pub payments: BTreeMap<PlayerId, Payment>,
    /// What `import --map` said for earlier files: field and column.
    pub import_columns: Vec<(String, String)>,
    /// Other spellings of schools, folded.
    pub school_spellings: Vec<(String, SchoolId)>,
    pub last: LastNumbers,
}

/// Whom the director wants together or apart, beside what the pairing system does by itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wishes {
    pub forbidden: Vec<[TeamId; 2]>,
    pub required: Vec<(u32, [TeamId; 2])>,
}

/// What the desk said of a team's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NameVerdict {
    pub name: String,
    pub approved: bool,
}

/// A child's fee and what was paid of it, in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Payment {
    #[serde(rename = "fee_cents")]
    pub fee: u32,
    #[serde(rename = "paid_cents")]
    pub paid: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoredPrize {
    #[serde(rename = "number")]
    pub id: u32,
    /// Where it is won.
    pub section: SectionId,
    pub name: String,
    #[serde(skip)]
    pub kind: PrizeKind,
    /// What it is worth, in hundredths.
    pub value: Option<u32>,
    /// May be won in addition to another prize.
    pub beside_others: bool,
    /// To whom the director gave it.
    pub winner: Option<TeamId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StoredPlayOff {
    pub section: SectionId,
    /// First and second team.
    pub teams: [TeamId; 2],
    pub result: MatchResult,
}

impl StoredPlayOff {
    /// Who won; `None` where it was drawn.
    pub fn winner(&self) -> Option<TeamId> {
        match self.result {
            MatchResult::First => Some(self.teams[0]),
            MatchResult::Second => Some(self.teams[1]),
            _ => None,
        }
    }
}

/// The highest numbers ever given. A number is never given twice, even where its first bearer is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct LastNumbers {
    pub section: u32,
    pub school: u32,
    pub player: u32,
    pub team: u32,
    pub official: u32,
    pub ruling: u32,
    pub appeal: u32,
    pub prize: u32,
}

impl LastNumbers {
    /// The higher of each.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self {
            section: self.section.max(other.section),
            school: self.school.max(other.school),
            player: self.player.max(other.player),
            team: self.team.max(other.team),
            official: self.official.max(other.official),
            ruling: self.ruling.max(other.ruling),
            appeal: self.appeal.max(other.appeal),
            prize: self.prize.max(other.prize),
        }
    }
}

impl Facts {
    /// Settles how children and teams are shown: as the section chose, unless they asked for less themselves.
    pub fn settle_names(&mut self) {
        let tournament = &mut self.tournament;
        let playing: FxHashMap<PlayerId, SectionId> =
            tournament.teams.iter().flat_map(|team| team.players.map(|player| (player, team.section))).collect();
        for player in tournament.players.iter_mut().filter(|player| player.shown_as != PlayerName::Initials) {
            let section = playing.get(&player.id).copied().or(player.section);
            let is_short = section.and_then(|id| self.settings.get(&id)).is_some_and(|settings| settings.short_names);
            player.shown_as = if is_short { PlayerName::Short } else { PlayerName::Full };
        }
        let shown_as = |team: &crate::tournament::Team| {
            let verdict = self.name_verdicts.get(&team.id).filter(|read| read.name == team.name);
            let partners = tournament.partners(team);
            team_name_shown_as(&team.name, partners, self.names_required, verdict.map(|read| read.approved))
        };
        let shown: Vec<TeamName> = tournament.teams.iter().map(shown_as).collect();
        tournament.teams.iter_mut().zip(shown).for_each(|(team, shown_as)| team.shown_as = shown_as);
    }
}
