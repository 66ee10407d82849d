//! What a prize is for.

use crate::tournament::{Grade, GradeRange};
use std::fmt;
use std::str::FromStr;

/// A group of teams that compete for a prize of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Grade of the older partner.
    Grades(GradeRange),
    /// Team rating below this.
    RatingUnder(u32),
    /// Neither partner has a rating.
    Unrated,
}

impl Class {
    /// Whether a team with this older partner's grade and this rating belongs.
    pub fn admits(self, grade: Option<Grade>, rating: Option<u32>) -> bool {
        match self {
            Self::Grades(range) => grade.is_some_and(|g| range.contains(g)),
            Self::RatingUnder(limit) => rating.is_some_and(|r| r < limit),
            Self::Unrated => rating.is_none(),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grades(range) if range.low == range.high => f.pad(&format!("grade {range}")),
            Self::Grades(range) => f.pad(&format!("grades {range}")),
            Self::RatingUnder(limit) => f.pad(&format!("under {limit}")),
            Self::Unrated => f.pad("unrated"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{typed}\" is not a class; write a grade (5), grades (K-3), a rating limit (u1000) or unrated")]
pub struct UnknownClass {
    pub typed: String,
}

impl FromStr for Class {
    type Err = UnknownClass;

    /// Reads `5`, `K-3`, `u1000`, `under 1000`, `unrated`, and what [`Class`] prints.
    fn from_str(text: &str) -> Result<Self, UnknownClass> {
        let typed = text.trim().to_ascii_lowercase();
        if matches!(typed.as_str(), "unrated" | "unr") {
            return Ok(Self::Unrated);
        }
        let bare = typed.strip_prefix("grades").or(typed.strip_prefix("grade")).unwrap_or(&typed).trim();
        let limit = typed
            .strip_prefix("under")
            .or(typed.strip_prefix('u'))
            .map(|rest| rest.trim_start_matches(['-', ' ']).parse());
        match (limit, bare.parse()) {
            (Some(Ok(limit)), _) => Ok(Self::RatingUnder(limit)),
            (_, Ok(range)) => Ok(Self::Grades(range)),
            _ => Err(UnknownClass { typed: text.trim().to_owned() }),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PrizeKind {
    /// For a place in the section, from 1.
    Place(u32),
    /// For a place within a class, from 1.
    Class(Class, u32),
    /// For a place among the schools, by the sum of their best teams.
    School {
        /// From 1.
        place: u32,
        /// How many teams of a school count.
        best: u32,
    },
    /// For something that standings do not decide: best team name, craziest hat.
    Special,
}

impl PrizeKind {
    /// When it is given among prizes of the same value: places, classes, schools, what standings do not say.
    pub fn turn(self) -> (u8, u32) {
        match self {
            Self::Place(place) => (0, place),
            Self::Class(_, place) => (1, place),
            Self::School { place, .. } => (2, place),
            Self::Special => (3, 0),
        }
    }

    /// Whether both are for places of the section, or of the same class.
    pub fn is_of_list(self, other: Self) -> bool {
        match (self, other) {
            (Self::Place(_), Self::Place(_)) => true,
            (Self::Class(own, _), Self::Class(theirs, _)) => own == theirs,
            _ => false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prize {
    /// As read aloud: "First place", "Top grade 5 team", "Craziest hat".
    pub name: String,
    pub kind: PrizeKind,
    /// What it is worth, in hundredths; higher goes first. Without one, the order of the list counts.
    pub value: Option<u32>,
    /// May be won in addition to another prize. Always so for school and special prizes.
    pub beside_others: bool,
    /// To whom the director gave it: index into the field's entries.
    pub named_winner: Option<usize>,
    /// Of a place prize: the group whose place it is; `None` where the section is one field.
    pub group: Option<u32>,
}

impl Prize {
    /// A prize with the name that its kind suggests, of no particular value.
    pub fn new(kind: PrizeKind) -> Self {
        let name = match kind {
            PrizeKind::Place(place) => format!("{} place", ordinal(place)),
            PrizeKind::Class(class, 1) => format!("Top {class}"),
            PrizeKind::Class(class, place) => format!("{} {class}", ordinal(place)),
            PrizeKind::School { place: 1, .. } => "Top school".to_owned(),
            PrizeKind::School { place, .. } => format!("{} school", ordinal(place)),
            PrizeKind::Special => "Special prize".to_owned(),
        };
        Self { name, kind, value: None, beside_others: false, named_winner: None, group: None }
    }

    /// The place that it is for, among those who can win it; 1 for a special prize.
    pub fn place(&self) -> u32 {
        match self.kind {
            PrizeKind::Place(place) | PrizeKind::Class(_, place) | PrizeKind::School { place, .. } => place,
            PrizeKind::Special => 1,
        }
    }

    /// In hundredths; 0 where nothing was given.
    pub fn worth(&self) -> u32 {
        self.value.unwrap_or(0)
    }

    /// Whether it is for another place of the same list: of the section, the group or the class.
    pub fn is_of_series(&self, other: &Self) -> bool {
        let is_same = self.kind.is_of_list(other.kind) && self.group == other.group;
        is_same && self.leaves_free() == other.leaves_free()
    }

    /// Whether winning it leaves the team free to win another.
    pub fn leaves_free(&self) -> bool {
        self.beside_others || matches!(self.kind, PrizeKind::School { .. } | PrizeKind::Special)
    }
}

/// `1st`, `2nd`, `11th`.
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_read_as_directors_write_them() {
        let shown = ["5", "K-3", "grades k-3", "u1000", "Under 1000", "unrated", "grade PK"]
            .map(|t| t.parse::<Class>().map(|c| c.to_string()));
        let expected = ["grade 5", "grades K-3", "grades K-3", "under 1000", "under 1000", "unrated", "grade PK"];
        assert_eq!(shown, expected.map(|t| Ok(t.to_owned())));
        assert!("over 9000".parse::<Class>().is_err());
    }

    #[test]
    fn prizes_are_named_by_their_kind() {
        let names = [
            PrizeKind::Place(1),
            PrizeKind::Place(22),
            PrizeKind::Class(Class::Unrated, 1),
            PrizeKind::School { place: 2, best: 3 },
        ]
        .map(|k| Prize::new(k).name);
        assert_eq!(names, ["1st place", "22nd place", "Top unrated", "2nd school"]);
    }
}
