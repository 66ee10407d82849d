//! A section: who may play in it and how its event is run.

use super::names::{Found, find, fold};
use super::{Grade, SectionId, TableNumber};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// How a section's opponents are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Score groups, nobody meets twice, nobody is knocked out.
    #[default]
    Swiss,
    /// Everyone meets everyone once.
    RoundRobin,
    /// Everyone meets everyone twice, sides swapped.
    DoubleRoundRobin,
    /// Groups of four by seed, each a round robin.
    Quads,
    /// Losers leave.
    Knockout,
}

impl Format {
    /// Whether everyone meets everyone of its field or group.
    pub fn is_all_play_all(self) -> bool {
        matches!(self, Self::RoundRobin | Self::DoubleRoundRobin | Self::Quads)
    }
}

/// Who says which partner takes White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Colours {
    /// The team decides; the printed colours are only a default.
    #[default]
    Team,
    /// The pairing sheet directs.
    Directed,
}

/// How results that are reported from the floor are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Reports {
    /// An official's report is filed at once.
    #[default]
    Officials,
    /// Both teams tap on the official's tablet.
    Witnessed,
    /// Either team reports by the code on its slip; the other one or an official confirms.
    #[value(name = "self")]
    #[serde(rename = "self")]
    OneTeam,
}

/// What a won match is worth on paper. Only scales what is shown; scores are stored in half points of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
pub enum MatchPoints {
    /// One point a match.
    #[default]
    #[value(name = "1")]
    #[serde(rename = "1")]
    One,
    /// Half a point a match, one for a double round.
    #[value(name = "0.5")]
    #[serde(rename = "0.5")]
    Half,
}

/// An inclusive range of school grades, such as K-6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GradeRange {
    pub low: Grade,
    /// Highest grade admitted; the older partner must not be above it.
    pub high: Grade,
}

impl GradeRange {
    pub fn contains(self, grade: Grade) -> bool {
        self.low <= grade && grade <= self.high
    }

    /// How many grades it spans, to prefer the narrowest.
    pub fn width(self) -> i8 {
        self.high.0 - self.low.0
    }
}

impl std::fmt::Display for GradeRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.low == self.high { write!(f, "{}", self.low) } else { write!(f, "{}-{}", self.low, self.high) }
    }
}

impl std::str::FromStr for GradeRange {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let whole = || format!("\"{text}\" is not a range of grades; write it like K-6, 4-8 or 5");
        let (low, high) = text.split_once(['-', '–']).unwrap_or((text, text));
        let range = Self { low: low.parse().map_err(|_| whole())?, high: high.parse().map_err(|_| whole())? };
        if range.low > range.high { Err(whole()) } else { Ok(range) }
    }
}

/// One event within the tournament, with its own teams, rounds and prizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    pub id: SectionId,
    /// Name as printed, unique ignoring case.
    pub name: String,
    /// Grades admitted, by the older partner.
    #[serde(skip)]
    pub grades: Option<GradeRange>,
    /// The average rating of the partners must be below this.
    pub rating_under: Option<u32>,
    /// The sum of their ratings must be below this. A section has one of the two limits, or none.
    pub rating_sum_under: Option<u32>,
    pub format: Format,
    /// Rounds to play, if the director has settled it.
    pub rounds: Option<u32>,
    /// Matches a round: 1, or 2 for a double round (sides swapped).
    pub matches: u8,
    /// What a win is worth on paper.
    pub match_points: MatchPoints,
    /// The lowest table number, once the director or the first posted round has settled it.
    pub first_table: Option<TableNumber>,
    pub colours: Colours,
    /// Where the teams of a final come from: the section and how many of its best.
    #[serde(skip)]
    pub qualified_from: Option<(SectionId, u32)>,
}

impl Section {
    /// The limit of rating, as lists give it; `None` where there is none.
    pub fn rating_limit(&self) -> Option<String> {
        let average = self.rating_under.map(|limit| format!("average below {limit}"));
        average.or_else(|| self.rating_sum_under.map(|limit| format!("sum below {limit}")))
    }

    /// A section as it is added where nothing but its name is said; it has no number yet.
    pub fn named(name: &str) -> Self {
        Self {
            id: SectionId(0),
            name: name.to_owned(),
            grades: None,
            rating_under: None,
            rating_sum_under: None,
            format: Format::default(),
            rounds: None,
            matches: 1,
            match_points: MatchPoints::default(),
            first_table: None,
            colours: Colours::default(),
            qualified_from: None,
        }
    }
}

/// The section of this name, or of which it is a part. Digits alone are a part of too many: `3` of K-3.
pub fn section_called<'s>(name: &str, sections: &'s [Section]) -> Found<'s, Section> {
    let is_whole = |section: &&Section| fold(&section.name) == fold(name);
    match name.trim().parse::<u32>() {
        Ok(_) => sections.iter().find(is_whole).map_or(Found::Unknown { nearest: Vec::new() }, Found::One),
        Err(_) => find(name, sections, |section| &section.name),
    }
}
