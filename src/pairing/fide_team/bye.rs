//! Who gets the pairing-allocated bye [C.04.6 3.4].

use super::field::Field;
use super::matching;
use std::cmp::Reverse;

/// The bye team of an odd field, `Some(None)` for an even one; `None` when no legal pairing exists.
///
/// Of the teams that may have it and leave a legal pairing for all others: lowest score, most matches played, largest number.
pub(super) fn team(field: &Field) -> Option<Option<usize>> {
    let everybody: Vec<usize> = (0..field.len()).collect();
    if field.len().is_multiple_of(2) {
        return matching::is_pairable(field, &everybody).then_some(None);
    }
    let one_out = matching::one_out(field, &everybody);
    let candidates = everybody.into_iter().filter(|team| field.may_get_bye(*team) && one_out.allows(*team));
    candidates.min_by_key(|team| (field.score(*team), Reverse(field.played(*team)), Reverse(*team))).map(Some)
}
