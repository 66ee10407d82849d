//! Two claims against each other at one board: those on record that a new claim meets there.

use super::claim::{Against, ClaimKind, ClaimOrder, Verdict};
use super::docket::{AppealState, Docket};
use super::ruling::{Matter, Place, Ruling};
use clap::ValueEnum;

/// A claim of the other side on record, against which a new claim at its board is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opposed<'d> {
    pub ruling: &'d Ruling,
    pub against: Against,
    /// It was upheld, or an appeal about it is open. One that was denied is in nobody's way.
    pub in_force: bool,
    /// When the new claim came by what is on record of this one, if that says so.
    pub order: Option<ClaimOrder>,
}

/// The claims on record that a claim of this kind meets at a place, in the order of the rulings. Those that were voided are none.
pub fn opposed(docket: &Docket, kind: ClaimKind, place: Place) -> Vec<Opposed<'_>> {
    if !matches!(kind, ClaimKind::IllegalMove | ClaimKind::Flag | ClaimKind::Mate) {
        return Vec::new();
    }
    let is_across = |ruling: &Ruling| {
        let game = ruling.playing() == Some((place.match_id, place.playing));
        let across = |there: Place| there.board == place.board && there.side != place.side;
        game && ruling.voided.is_none() && ruling.place.is_some_and(across)
    };
    let kinds = Against::value_variants().iter().copied();
    let against = |it: ClaimKind| kinds.clone().find(|against| against.kind() == it && it != kind);
    let across = docket.rulings.iter().filter(|ruling| is_across(ruling));
    let met = across.filter_map(|ruling| {
        let Matter::Claim { claim, .. } = &ruling.matter else { return None };
        let is_open = docket.appeals_against(ruling.id).any(|appeal| appeal.state() == AppealState::Open);
        let in_force = is_open || docket.verdict(ruling) == Some(Verdict::Upheld);
        let order = claim.order.filter(|_| claim.against.is_some_and(|it| it.kind() == kind));
        Some(Opposed { ruling, against: against(claim.kind)?, in_force, order: order.map(ClaimOrder::turned) })
    });
    met.collect()
}
