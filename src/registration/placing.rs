//! Which section an entry plays in: the one named, or the narrowest that takes the older partner's grade and
//! the combined rating. Playing up is allowed, playing down is refused.

use super::entry::{Child, Entrants, Registration};
use crate::tournament::names::{Found, fold};
use crate::tournament::{Grade, GradeRange, Section, section_called};
use thiserror::Error;

/// Why an entry has no place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Misplaced {
    #[error("the tournament has no section yet")]
    NoSections,
    /// The section named in the file is not one of the tournament's.
    #[error("there is no section \"{read}\"")]
    UnknownSection { read: String, sections: Vec<String> },
    /// The name fits several sections.
    #[error("\"{read}\" could be {}", sections.join(" or "))]
    UnclearSection { read: String, sections: Vec<String> },
    /// Sections go by grade, and no grade is known.
    #[error("no grade is given for {who}, and the sections go by grade")]
    NoGrade { who: String },
    /// No section takes the older partner.
    #[error("no section takes {who}: the older partner is in grade {grade}")]
    NoneFits { who: String, grade: Grade },
    #[error("no section takes {who}: the average rating is {rating}")]
    NoneTakesRating { who: String, rating: u32 },
    /// Several sections fit equally well.
    #[error("{} fit {who} equally well", sections.join(" and "))]
    SeveralFit { who: String, sections: Vec<String> },
    /// The older partner is above the section's grades.
    #[error("{who} cannot play down: {section} is for grades {range}, and {older} is in grade {grade}")]
    PlaysDown { who: String, section: String, range: GradeRange, older: String, grade: Grade },
    /// The combined rating is not below the section's limit.
    #[error("{who} cannot play in {section}: it is for ratings under {limit}, and theirs is {rating} on average")]
    TooStrong { who: String, section: String, limit: u32, rating: u32 },
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
}

impl<'a> Eligibility<'a> {
    fn of(registration: &'a Registration) -> Self {
        let graded = registration.children().iter().filter_map(|child| Some((child, child.grade?)));
        Self {
            who: registration.label(),
            older: graded.max_by_key(|(_, grade)| *grade),
            rating: combined_rating(registration),
        }
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
        let takes_rating = |section: &&Section| {
            section.rating_under.is_none_or(|limit| self.rating.is_none_or(|rating| rating < limit))
        };
        let by_grade: Vec<&Section> = sections.iter().filter(takes_grade).collect();
        let width = |section: &Section| {
            let grades = section.grades.map_or(i8::MAX, GradeRange::width);
            (grades, section.rating_under.unwrap_or(u32::MAX))
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

/// The team's own rating, else the average of the partners, rounded down; one unrated partner counts as the
/// rated one minus 50 (US Chess 31C1).
pub fn combined_rating(registration: &Registration) -> Option<u32> {
    match &registration.entrants {
        Entrants::Alone(child) => child.rating,
        Entrants::Team { rating: Some(own), .. } => Some(*own),
        Entrants::Team { players, .. } => match (players[0].rating, players[1].rating) {
            (Some(a), Some(b)) => Some(u32::midpoint(a, b)),
            (Some(a), None) | (None, Some(a)) => Some(a.saturating_sub(25)),
            (None, None) => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::SectionId;

    fn section(id: u32, name: &str, grades: Option<&str>, rating_under: Option<u32>) -> Section {
        let grades = grades.map(|range| range.parse().unwrap());
        Section { id: SectionId(id), grades, rating_under, ..Section::named(name) }
    }

    fn team(grades: [Option<i8>; 2], rating: Option<u32>, named: Option<&str>) -> Registration {
        let child = |name: &str, grade: Option<i8>| Child {
            name: name.to_owned(),
            grade: grade.map(Grade),
            rating,
            ..Child::default()
        };
        let players = Box::new([child("Ann Lee", grades[0]), child("Bo Kim", grades[1])]);
        let entrants = Entrants::Team { name: "Rooks".to_owned(), is_named: true, players, school: None, rating: None };
        Registration { entrants, section: named.map(str::to_owned), group: None }
    }

    fn placed(entry: &Registration, sections: &[Section]) -> Result<u32, String> {
        place(entry, None, sections).map(|section| section.id.0).map_err(|error| error.to_string())
    }

    #[test]
    fn the_narrowest_range_that_holds_the_older_partner_is_chosen() {
        let sections = [
            section(1, "K-12", Some("K-12"), None),
            section(2, "K-6", Some("K-6"), None),
            section(3, "K-3", Some("K-3"), None),
        ];
        for (grades, expected) in [([2, 3], 3), ([2, 4], 2), ([0, 6], 2), ([1, 9], 1)] {
            assert_eq!(placed(&team(grades.map(Some), None, None), &sections), Ok(expected), "{grades:?}");
        }
        assert_eq!(placed(&team([None, Some(5)], None, None), &sections), Ok(2), "one grade is enough");
    }

    #[test]
    fn none_or_a_tie_is_refused() {
        let sections = [section(1, "K-3 A", Some("K-3"), None), section(2, "K-3 B", Some("K-3"), None)];
        assert_eq!(
            placed(&team([Some(2), Some(3)], None, None), &sections).unwrap_err(),
            "K-3 A and K-3 B fit Rooks equally well"
        );
        assert_eq!(
            placed(&team([Some(2), Some(8)], None, None), &sections).unwrap_err(),
            "no section takes Rooks: the older partner is in grade 8"
        );
        assert_eq!(
            placed(&team([None, None], None, None), &sections).unwrap_err(),
            "no grade is given for Rooks, and the sections go by grade"
        );
        assert_eq!(placed(&team([None, None], None, None), &[]).unwrap_err(), "the tournament has no section yet");
    }

    #[test]
    fn playing_up_is_allowed_and_playing_down_is_not() {
        let sections = [section(1, "K-12", Some("4-12"), None), section(2, "K-3", Some("K-3"), None)];
        assert_eq!(placed(&team([Some(2), Some(3)], None, Some("k-12")), &sections), Ok(1));
        assert_eq!(
            placed(&team([Some(2), Some(5)], None, Some("K-3")), &sections).unwrap_err(),
            "Rooks cannot play down: K-3 is for grades K-3, and Bo Kim is in grade 5"
        );
        let chosen = place(&team([Some(2), Some(3)], None, Some("K-3")), Some(&sections[0]), &sections);
        assert_eq!(chosen.map(|s| s.id.0), Ok(1), "--section beats the column");
    }

    #[test]
    fn a_number_is_no_part_of_a_sections_name() {
        let sections = [section(1, "K-3", Some("K-3"), None), section(2, "12", None, None)];
        let in_column = |named| placed(&team([Some(2), Some(3)], None, Some(named)), &sections);
        assert_eq!(in_column("3").unwrap_err(), "there is no section \"3\"");
        assert_eq!([in_column("k 3"), in_column("12")], [Ok(1), Ok(2)]);
    }

    #[test]
    fn the_lowest_limit_above_the_combined_rating_is_chosen() {
        let sections = [
            section(1, "Open", None, None),
            section(2, "U1200", None, Some(1200)),
            section(3, "U800", None, Some(800)),
        ];
        for (rating, expected) in [(Some(700), 3), (Some(799), 3), (Some(800), 2), (Some(1500), 1), (None, 3)] {
            assert_eq!(placed(&team([None, None], rating, None), &sections), Ok(expected), "{rating:?}");
        }
        assert_eq!(
            placed(&team([None, None], Some(900), Some("U800")), &sections).unwrap_err(),
            "Rooks cannot play in U800: it is for ratings under 800, and theirs is 900 on average"
        );
    }

    #[test]
    fn a_column_must_name_a_section_and_a_group_may() {
        let sections = [section(1, "K-6", Some("K-6"), None), section(2, "K-12", Some("K-12"), None)];
        assert_eq!(
            placed(&team([Some(3), Some(3)], None, Some("Elementary")), &sections).unwrap_err(),
            "there is no section \"Elementary\""
        );
        assert_eq!(
            placed(&team([Some(3), Some(3)], None, Some("k")), &sections).unwrap_err(),
            "\"k\" could be K-6 or K-12"
        );
        let mut entry = team([Some(3), Some(3)], None, None);
        entry.group = Some("A1".to_owned());
        assert_eq!(placed(&entry, &sections), Ok(1));
        entry.group = Some("k-12".to_owned());
        assert_eq!(placed(&entry, &sections), Ok(2));
    }
}
