//! Whether an entry is the child of a list that it seems to be, and what there is to doubt.

use super::likeness::{Difference, Likeness, likeness, name_words};
use super::listed::Listed;
use crate::tournament::Grade;
use crate::tournament::names::{fold, turned};
use chrono::{Datelike, NaiveDate};

/// A child as it was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entrant<'e> {
    pub name: &'e str,
    pub id: Option<&'e str>,
    pub grade: Option<Grade>,
    pub rating: Option<u32>,
}

/// What is known of the event that a list is held against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub day: NaiveDate,
    /// Where most of its children are from.
    pub state: Option<String>,
}

/// What there is to doubt of the likeliest one of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// The id is that of somebody with another name.
    OtherName,
    /// The id that was entered is not in the list, and the name is.
    OtherId,
    Name(Difference),
    /// So many may be meant.
    Several(usize),
    State,
    /// Too old or too young for the grade.
    Age,
    /// Nothing but a name that others have as well.
    CommonName,
    /// The list has no rating, and one was entered.
    Unrated,
    /// Another entry would be the same one of the list.
    Twice,
}

/// What a list says of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    Same,
    /// A rating where none was entered.
    New,
    Changed,
    Doubtful,
    NotFound,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub finding: Finding,
    /// Who may be meant, the likeliest first; one alone where nothing is in doubt.
    pub candidates: Vec<Listed>,
    pub doubts: Vec<Doubt>,
}

impl Verdict {
    /// Who it is beyond doubt.
    pub fn settled(&self) -> Option<&Listed> {
        self.candidates.first().filter(|_| !matches!(self.finding, Finding::Doubtful | Finding::NotFound))
    }
}

/// One of a list who may be meant.
#[derive(Debug)]
pub(super) struct Candidate {
    pub listed: Listed,
    pub has_id: bool,
    likeness: Option<Likeness>,
}

impl Candidate {
    pub fn new(listed: Listed, entrant: &Entrant, words: &[String]) -> Self {
        let has_id = entrant.id.is_some_and(|id| fold(id) == fold(&listed.id));
        let likeness = likeness(words, &listed.name);
        Self { listed, has_id, likeness }
    }

    pub fn is_like(&self) -> bool {
        self.likeness.is_some()
    }

    pub fn has_same_name(&self) -> bool {
        self.likeness.is_some_and(Likeness::is_same)
    }

    fn distance(&self) -> u8 {
        self.likeness.map_or(u8::MAX, |likeness| likeness.distance)
    }
}

/// The most that a name may be expected to fit another child by chance, for it to be believed alone.
const CHANCE: f64 = 0.001;
/// What agrees beside the name makes it so much less likely that another child is meant.
const OF_A_STATE: f64 = 0.1;
const OF_AN_AGE: f64 = 0.1;
const OF_A_RATING: f64 = 0.02;

/// How old a child of a grade is, with a year to either side.
fn ages(grade: Grade) -> std::ops::RangeInclusive<i32> {
    let grade = i32::from(grade.0);
    grade + 4..=grade + 8
}

/// Settles who of the candidates an entry is, or names the doubts. `expected` is how many of a list would have its name by chance.
pub(super) fn settle(
    mut candidates: Vec<Candidate>,
    entrant: &Entrant,
    setting: &Setting,
    expected: impl FnOnce() -> f64,
) -> Verdict {
    let state_fits = |listed: &Listed| Some(fold(listed.state.as_deref()?) == fold(setting.state.as_deref()?));
    let age_fits = |listed: &Listed| Some(ages(entrant.grade?).contains(&(setting.day.year() - listed.born?)));
    let off_by = |listed: &Listed| entrant.rating.zip(listed.rating).map_or(u32::MAX, |(a, b)| a.abs_diff(b));
    candidates.sort_by_key(|one| {
        let listed = &one.listed;
        // The id says most, unless it is another's whose name is elsewhere in the list.
        let rank = if one.has_id && one.is_like() { 0 } else { one.distance().max(1) };
        (rank, one.distance(), age_fits(listed) == Some(false), state_fits(listed) == Some(false), off_by(listed))
    });
    let Some(first) = candidates.first() else {
        return Verdict { finding: Finding::NotFound, candidates: Vec::new(), doubts: Vec::new() };
    };
    let mut doubts = Vec::new();
    let others = candidates.iter().filter(|one| one.is_like()).count();
    if first.has_id {
        let has_namesake = candidates.iter().skip(1).any(Candidate::has_same_name);
        match first.likeness {
            None => doubts.push(Doubt::OtherName),
            Some(Likeness { distance: 0, .. }) => {}
            Some(Likeness { distance, difference: Some(difference) }) => {
                if has_namesake {
                    doubts.push(Doubt::Several(others));
                } else if distance > 2 || difference == Difference::ShortLetter {
                    doubts.push(Doubt::Name(difference));
                }
            }
            Some(_) => {}
        }
    } else {
        if candidates.iter().any(|one| one.has_id) {
            doubts.push(Doubt::OtherName);
        } else if entrant.id.is_some() {
            doubts.push(Doubt::OtherId);
        }
        if others > 1 {
            doubts.push(Doubt::Several(others));
        }
        if let Some(Likeness { distance: 1.., difference: Some(difference) }) = first.likeness {
            doubts.push(Doubt::Name(difference));
        }
        if state_fits(&first.listed) == Some(false) {
            doubts.push(Doubt::State);
        }
        let agrees = |fits: bool, factor: f64| if fits { factor } else { 1.0 };
        let by_chance = || {
            expected()
                * agrees(state_fits(&first.listed) == Some(true), OF_A_STATE)
                * agrees(age_fits(&first.listed) == Some(true), OF_AN_AGE)
                * agrees(off_by(&first.listed) == 0, OF_A_RATING)
        };
        if doubts.is_empty() && by_chance() > CHANCE {
            doubts.push(Doubt::CommonName);
        }
    }
    if age_fits(&first.listed) == Some(false) {
        doubts.push(Doubt::Age);
    }
    if first.listed.rating.is_none() && entrant.rating.is_some() {
        doubts.push(Doubt::Unrated);
    }
    let finding = match (doubts.is_empty(), entrant.rating, first.listed.rating) {
        (false, ..) => Finding::Doubtful,
        (true, entered, listed) if entered == listed => Finding::Same,
        (true, None, Some(_)) => Finding::New,
        (true, ..) => Finding::Changed,
    };
    let shown = if doubts.is_empty() { 1 } else { SHOWN };
    Verdict { finding, candidates: candidates.into_iter().take(shown).map(|one| one.listed).collect(), doubts }
}

/// Candidates of a doubt that are worth a look.
const SHOWN: usize = 6;

/// The words by which an entry is looked for: a name that was entered family name first is turned.
pub(super) fn words_of(entrant: &Entrant) -> Vec<String> {
    name_words(&turned(entrant.name).0)
}
