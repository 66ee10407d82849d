//! Who entered: schools, players, teams of two.

use super::{HalfPoints, PlayerId, Published, SchoolId, SectionId, TeamId};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// A school grade: pre-kindergarten (`PK`), kindergarten (`K`), 1 to 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(
    /// -1 for PK, 0 for K, else the number.
    pub i8,
);

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            -1 => f.pad("PK"),
            0 => f.pad("K"),
            n => f.pad(&n.to_string()),
        }
    }
}

impl FromStr for Grade {
    type Err = String;

    /// Reads `PK`, `K` or 1 to 12, in any case. Looser spellings are the importer's business.
    fn from_str(text: &str) -> Result<Self, String> {
        let grade = match text.trim().to_ascii_uppercase().as_str() {
            "PK" => -1,
            "K" => 0,
            digits => digits
                .parse()
                .ok()
                .filter(|n| (1..=12).contains(n))
                .ok_or_else(|| format!("\"{text}\" is not a grade; write PK, K or 1 to 12"))?,
        };
        Ok(Self(grade))
    }
}

impl Serialize for Grade {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A school as the director wants it printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct School {
    /// Order of first appearance.
    pub id: SchoolId,
    pub name: String,
}

/// How a player's name may be shown outside the director's desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PlayerName {
    #[default]
    Full,
    /// First name and the initial of the last: `Ann L.`, on sheets and pages. A section's choice for all its children.
    Short,
    /// Initials only, on sheets and pages.
    Initials,
}

/// Whether a team's name may be shown outside the director's desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TeamName {
    /// As entered: approved, or the event does not ask.
    #[default]
    AsEntered,
    /// Nobody at the desk has read it yet.
    Unread,
    /// The desk asked for another.
    Refused,
    /// It holds the family name of a child who is not shown by the whole name.
    NamesChild,
}

/// One child (or a grown-up of a house team).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Player {
    #[serde(rename = "number")]
    pub id: PlayerId,
    /// Name as entered, "First Last".
    pub name: String,
    /// How many of its words are the family name, where more than the last are known to be.
    #[serde(skip)]
    pub family_words: Option<u8>,
    pub grade: Option<Grade>,
    /// Rating 1 to 4000; `None` is unrated.
    pub rating: Option<u32>,
    #[serde(rename = "id")]
    pub federation_id: Option<String>,
    /// School, if any; home-schooled children have none.
    pub school: Option<SchoolId>,
    /// The section entered, known before the child has a team.
    pub section: Option<SectionId>,
    /// The name of its team, known before it has a partner.
    pub team_name: Option<String>,
    /// How the name may be shown: the child's own wish, else the section's.
    #[serde(skip)]
    pub shown_as: PlayerName,
    /// What was taken over from a list of ratings.
    #[serde(skip)]
    pub listed: Option<Published>,
}

impl Player {
    /// The list that the rating is from; none where it was entered otherwise, or changed since.
    pub fn rating_from(&self) -> Option<&Published> {
        self.listed.as_ref().filter(|listed| listed.rating == self.rating)
    }
}

/// Two partners who play the whole event together.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Team {
    #[serde(rename = "number")]
    pub id: TeamId,
    pub name: String,
    #[serde(skip)]
    pub shown_as: TeamName,
    pub section: SectionId,
    /// Exactly two partners, in the order of entry.
    pub players: [PlayerId; 2],
    /// Who plays on board a, where the director said so; else the higher-rated.
    #[serde(skip)]
    pub board_a: Option<PlayerId>,
    pub school: Option<SchoolId>,
    /// The director's own rating for seeding, if one was given.
    pub rating: Option<u32>,
    /// A house team (an adult and a spare child): plays only if the field is odd, wins no prize.
    pub house: bool,
    /// Tie-break points lost by ruling, such as for results not posted; never negative.
    pub tiebreak_penalty: HalfPoints,
    /// Lot drawn once at entry; parts equal ratings. Lower is first.
    pub lot: u32,
    /// Place in the schedule of its section: by seed at round 1, later entrants append; never changed, and printed nowhere.
    pub pairing_number: Option<u32>,
    /// Whether somebody saw both partners in the hall.
    pub checked_in: bool,
    /// Rounds missed for good, oldest first.
    pub absences: Vec<Absence>,
    /// Byes asked for, by round.
    #[serde(skip)]
    pub requested_byes: Vec<(u32, super::ByePoints)>,
    /// Where it played before it was moved, oldest first.
    #[serde(skip)]
    pub stays: Vec<Stay>,
}

/// Rounds that a team played in a section before it was moved to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stay {
    pub section: SectionId,
    pub through: u32,
    pub pairing_number: Option<u32>,
}

/// A team's leaving of the event, and its return if it came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Absence {
    pub from_round: u32,
    /// First round played again.
    pub returned: Option<u32>,
    /// Expelled by the director rather than withdrawn.
    pub expelled: bool,
}

/// The state of a team at the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TeamStatus {
    /// Registered, not yet seen.
    Entered,
    CheckedIn,
    /// Left of its own accord.
    Withdrawn,
    Expelled,
}

impl TeamStatus {
    pub fn is_in(self) -> bool {
        matches!(self, Self::Entered | Self::CheckedIn)
    }
}

impl Team {
    /// The name for sheets and pages: as entered, or `Team 12` while the event still has to approve it.
    pub fn shown_name(&self) -> String {
        match self.shown_as {
            TeamName::AsEntered => self.name.clone(),
            TeamName::Unread | TeamName::Refused | TeamName::NamesChild => format!("Team {}", self.id),
        }
    }

    /// Whether the team is out of the event in this round of its own count.
    pub fn is_out(&self, round: u32) -> bool {
        self.absences.iter().any(|s| s.from_round <= round && s.returned.is_none_or(|r| round < r))
    }

    /// Whether the team was entered in the section, or played in it before it was moved.
    pub fn belongs(&self, section: SectionId) -> bool {
        self.section == section || self.stays.iter().any(|stay| stay.section == section)
    }

    pub fn was_moved_from(&self, section: SectionId) -> bool {
        self.section != section && self.belongs(section)
    }

    pub fn section_in(&self, round: u32) -> SectionId {
        self.stays.iter().find(|stay| round <= stay.through).map_or(self.section, |stay| stay.section)
    }

    /// Whether the team came into a section after this round, and carried over what it had scored in it.
    pub fn brings(&self, section: SectionId, round: u32) -> bool {
        let stays = self.stays.iter().map(|stay| (stay.section, stay.through)).chain([(self.section, u32::MAX)]);
        self.section_in(round) != section && stays.filter(|(of, _)| *of == section).any(|(_, through)| through > round)
    }

    /// Its place in the schedule of a section, where it has one.
    pub fn pairing_number_in(&self, section: SectionId) -> Option<u32> {
        match self.stays.iter().find(|stay| stay.section == section) {
            Some(stay) if self.section != section => stay.pairing_number,
            _ => self.pairing_number,
        }
    }

    /// Moves the team to another section. `through` is the last round that it had in the one it leaves.
    pub fn move_to(&mut self, section: SectionId, through: u32, pairing_number: Option<u32>) {
        let had = |stay: &Stay| stay.section == section;
        let known = self.stays.iter().rev().find(|stay| had(stay)).and_then(|stay| stay.pairing_number);
        if through > self.stays.last().map_or(0, |stay| stay.through) {
            self.stays.push(Stay { section: self.section, through, pairing_number: self.pairing_number });
        }
        self.section = section;
        self.pairing_number = known.or(pairing_number);
        self.join_stays();
    }

    /// One stay where two in a row were in one section; none at the end for where the team is now.
    pub fn join_stays(&mut self) {
        self.stays.dedup_by(|later, earlier| {
            let is_one = later.section == earlier.section;
            if is_one {
                earlier.through = later.through;
            }
            is_one
        });
        self.stays.pop_if(|last| last.section == self.section);
    }

    /// The absence that the team is not to come back from, which may begin in a later round.
    pub fn leaves(&self) -> Option<&Absence> {
        self.absences.last().filter(|absence| absence.returned.is_none())
    }
}
