//! Which section an entry plays in: the one named, or the narrowest that takes the older partner's grade and
//! the combined rating. Playing up is allowed, playing down is refused.

use super::entry::{Child, Entrants, Registration};
use crate::tournament::names::{Found, fold};
use crate::tournament::{Grade, GradeRange, Section, doubled_average, section_called};
use thiserror::Error;

/// Why an entry has no place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Misplaced {
    #[error("the tournament has no sections yet")]
    NoSections,
    #[error("there is no section \"{read}\"")]
    UnknownSection { read: String, sections: Vec<String> },
    #[error("\"{read}\" could be {}", sections.join(" or "))]
    UnclearSection { read: String, sections: Vec<String> },
    #[error("no grade is given for {who}, and the sections are divided by grade")]
    NoGrade { who: String },
    #[error("no section fits {who}: the older partner is in grade {grade}")]
    NoneFits { who: String, grade: Grade },
    #[error("no section fits {who}: the average rating is {rating}")]
    NoneTakesRating { who: String, rating: u32 },
    #[error("{} fit {who} equally well", sections.join(" and "))]
    SeveralFit { who: String, sections: Vec<String> },
    #[error("{who} cannot play down: {section} is for grades {range}, and {older} is in grade {grade}")]
    PlaysDown { who: String, section: String, range: GradeRange, older: String, grade: Grade },
    #[error("{who} cannot play in {section}: it is for ratings under {limit}, and their average is {rating}")]
    TooStrong { who: String, section: String, limit: u32, rating: u32 },
    #[error("{who} cannot play in {section}: the sum of the two ratings must be under {limit}, and their sum is {sum}")]
    TooStrongTogether { who: String, section: String, limit: u32, sum: u32 },
}

/// The section of an entry. `chosen` is the director's `--section` and beats what the file says.
pub fn place<'a>(
    registration: &Registration,
    chosen: Option<&'a Section>,
    sections: &'a [Section],
) -> Result<&'a Section, Misplaced> {
    let entry = Eligibility::of(registration);
    let named = match chosen {
        Some(section) => Some(section),
        None => named(registration, sections)?,
    };
    match (named, sections) {
        (_, []) => Err(Misplaced::NoSections),
        (Some(section), _) | (None, [section]) => entry.admitted(section),
        (None, _) => entry.narrowest(sections),
    }
}

fn named<'a>(registration: &Registration, sections: &'a [Section]) -> Result<Option<&'a Section>, Misplaced> {
    if let Some(read) = &registration.section {
        let name = |section: &Section| section.name.clone();
        return match section_called(read, sections) {
            Found::One(section) => Ok(Some(section)),
            Found::Ambiguous(several) => {
                Err(Misplaced::UnclearSection { read: read.clone(), sections: several.into_iter().map(name).collect() })
            }
            Found::Unknown { .. } if sections.is_empty() => Ok(None),
            Found::Unknown { .. } => {
                Err(Misplaced::UnknownSection { read: read.clone(), sections: sections.iter().map(name).collect() })
            }
        };
    }
    let group = registration.group.as_deref().map(fold);
    Ok(sections.iter().find(|section| Some(fold(&section.name)) == group))
}

/// What placing looks at: the older partner and the combined rating.
struct Eligibility<'a> {
    who: &'a str,
    older: Option<(&'a Child, Grade)>,
    rating: Option<u32>,
    sum: Option<u32>,
}

impl<'a> Eligibility<'a> {
    fn of(registration: &'a Registration) -> Self {
        let graded = registration.children().iter().filter_map(|child| Some((child, child.grade?)));
        Self {
            who: registration.label(),
            older: graded.max_by_key(|(_, grade)| *grade),
            rating: combined_rating(registration),
            sum: summed_rating(registration),
        }
    }

    fn is_under(&self, section: &Section) -> bool {
        let is_under = |limit: Option<u32>, rating: Option<u32>| limit.zip(rating).is_none_or(|(limit, is)| is < limit);
        is_under(section.rating_under, self.rating) && is_under(section.rating_sum_under, self.sum)
    }

    /// The section named, unless its rules forbid it.
    fn admitted<'s>(&self, section: &'s Section) -> Result<&'s Section, Misplaced> {
        if let (Some(range), Some((older, grade))) = (section.grades, self.older)
            && grade > range.high
        {
            let (who, older, section) = (self.who.to_owned(), older.name.clone(), section.name.clone());
            return Err(Misplaced::PlaysDown { who, section, range, older, grade });
        }
        if let (Some(limit), Some(rating)) = (section.rating_under, self.rating)
            && rating >= limit
        {
            return Err(Misplaced::TooStrong {
                who: self.who.to_owned(),
                section: section.name.clone(),
                limit,
                rating,
            });
        }
        if let (Some(limit), Some(sum)) = (section.rating_sum_under, self.sum)
            && sum >= limit
        {
            let (who, section) = (self.who.to_owned(), section.name.clone());
            return Err(Misplaced::TooStrongTogether { who, section, limit, sum });
        }
        Ok(section)
    }

    fn narrowest<'s>(&self, sections: &'s [Section]) -> Result<&'s Section, Misplaced> {
        let who = self.who.to_owned();
        if self.older.is_none() && sections.iter().any(|section| section.grades.is_some()) {
            return Err(Misplaced::NoGrade { who });
        }
        let takes_grade = |section: &&Section| match (section.grades, self.older) {
            (Some(range), Some((_, grade))) => range.contains(grade),
            (None, _) => true,
            (Some(_), None) => false,
        };
        let takes_rating = |section: &&Section| self.is_under(section);
        let by_grade: Vec<&Section> = sections.iter().filter(takes_grade).collect();
        let width = |section: &Section| {
            let grades = section.grades.map_or(i8::MAX, GradeRange::width);
            let doubled = section.rating_under.map(|limit| 2 * limit).or(section.rating_sum_under);
            (grades, doubled.unwrap_or(u32::MAX))
        };
        let fitting: Vec<&Section> = by_grade.iter().copied().filter(takes_rating).collect();
        let least = fitting.iter().map(|section| width(section)).min();
        let best: Vec<&Section> = fitting.into_iter().filter(|section| Some(width(section)) == least).collect();
        match (best.as_slice(), self.older, self.rating) {
            ([only], ..) => Ok(only),
            ([], _, Some(rating)) if !by_grade.is_empty() => Err(Misplaced::NoneTakesRating { who, rating }),
            ([], Some((_, grade)), _) => Err(Misplaced::NoneFits { who, grade }),
            // Without a grade every section without a range takes the entry, so only ratings can rule all out.
            ([], None, _) => Err(Misplaced::NoGrade { who }),
            (several, ..) => Err(Misplaced::SeveralFit {
                who,
                sections: several.iter().map(|section| section.name.clone()).collect(),
            }),
        }
    }
}

/// What is held against a limit on the sum: of a child alone its own rating, of a team with a rating of its own twice that.
fn summed_rating(registration: &Registration) -> Option<u32> {
    match &registration.entrants {
        Entrants::Alone(child) => child.rating,
        Entrants::Team { rating: Some(own), .. } => Some(2 * own),
        Entrants::Team { players, .. } => doubled_average([&players[0], &players[1]].map(|p| p.rating)),
    }
}

/// The team's own rating, else the average of the partners, rounded down.
pub fn combined_rating(registration: &Registration) -> Option<u32> {
    match &registration.entrants {
        Entrants::Alone(child) => child.rating,
        Entrants::Team { rating: Some(own), .. } => Some(*own),
        Entrants::Team { players, .. } => doubled_average([&players[0], &players[1]].map(|p| p.rating)).map(|d| d / 2),
    }
}
