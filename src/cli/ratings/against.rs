//! The list that entries are held against: chosen, opened, and asked.

use super::checked::{Checked, chosen};
use super::index::{ANEW, Place, how_old, index_failure};
use super::lists::lists;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::ratings::{Directory, Entrant, Listed, Verdict, look_up_all};
use crate::store::{KnownList, RatingIndex, StoreError};
use crate::tournament::{RatingList, SectionId};
use chrono::NaiveDate;

pub struct Against {
    index: RatingIndex,
    known: KnownList,
    day: NaiveDate,
    state: Option<String>,
    /// What a director should know of the list.
    pub remarks: Vec<String>,
}

impl Against {
    /// The list that is named, or the one that the event goes by.
    pub fn of(desk: &Desk, place: &Place, named: Option<&str>, state: Option<&str>) -> Result<Self, Failure> {
        let (mut index, is_anew) = place.open(&desk.everywhere)?;
        let all = lists(&mut index)?;
        let known = chosen(desk, &all, named)?.clone();
        let own = desk.tournament().date;
        let day = own.unwrap_or_else(|| desk.everywhere.now.date_naive());
        let mut remarks: Vec<String> = is_anew.then(|| ANEW.to_owned()).into_iter().collect();
        remarks.extend(how_old(&known, day, if own.is_some() { "the event" } else { "today" }));
        Ok(Self { index, known, day, state: state.map(str::to_owned), remarks })
    }

    /// The one that the event goes by, in the index of this laptop.
    pub fn usual(desk: &Desk) -> Result<Self, Failure> {
        Self::of(desk, &Place::default(), None, None)
    }

    /// The same, where lists are loaded: nobody is bothered who uses none.
    pub fn if_any(desk: &Desk) -> Option<Self> {
        let is_there = Place::default().is_there(&desk.everywhere);
        if is_there { Self::usual(desk).ok() } else { None }
    }

    pub fn list(&self) -> &RatingList {
        &self.known.list
    }

    pub fn look_up(&mut self, entrants: &[Entrant]) -> Result<Vec<Verdict>, Failure> {
        let Self { index, known, day, state, .. } = self;
        let found = look_up_all(&mut index.one_list(known), entrants, *day, state.as_deref());
        found.map_err(|error| self.failure(error))
    }

    pub fn with_id(&mut self, id: &str) -> Result<Option<Listed>, Failure> {
        let found = self.index.one_list(&self.known).with_id(id);
        found.map_err(|error| self.failure(error))
    }

    /// Every child of a section, or of the event.
    pub fn check(&mut self, desk: &Desk, section: Option<SectionId>) -> Result<Checked, Failure> {
        let (list, day) = (self.known.list.clone(), self.day);
        Checked::of(desk, list, day, section, |entrants| self.look_up(entrants))
    }

    fn failure(&self, error: StoreError) -> Failure {
        index_failure(error, self.index.path())
    }
}
