//! The page of one round: who plays whom, and the way to the other rounds.

use super::super::document::{Block, Cell, Document};
use super::super::pairings;
use super::super::printable::Report;
use super::legend;
use super::pages::{SectionViews, round_page};

/// The pairings by table, with links to the rounds before and after.
pub(super) fn document(section: &SectionViews, index: u32, view: &pairings::RoundPairings) -> Document {
    let others = section.rounds.iter().filter(|other| other.round != view.round);
    let cells: Vec<Cell> =
        others.map(|other| Cell::text(&other.called).linked(round_page(index, other.round))).collect();
    let document = view.document().with_all(legend(&view.pairings));
    if cells.is_empty() { document } else { document.with(Block::Links { label: "Other rounds".to_owned(), cells }) }
}
