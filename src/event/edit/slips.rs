//! Result slips: what was reported of each match, board by board where it is known.

use crate::discipline::carry_out;
use crate::event::Event;
use crate::tournament::{Format, MatchId, Slip};

impl Event {
    /// Files a slip, in place of what was filed for the same match and playing.
    pub fn file_slip(&mut self, id: MatchId, slip: Slip) {
        let place = (slip.table, slip.number, slip.playing);
        self.change_slips(id, |slips| match slips.binary_search_by_key(&place, |s| (s.table, s.number, s.playing)) {
            Ok(at) => slips[at] = slip,
            Err(at) => slips.insert(at, slip),
        });
    }

    /// Clears the slip of a match: its result is open again.
    pub fn clear_slip(&mut self, id: MatchId, playing: u8) {
        let place = (id.table, id.number, playing);
        self.change_slips(id, |slips| slips.retain(|slip| (slip.table, slip.number, slip.playing) != place));
    }

    /// Changes the slips of one round, and carries its rulings out anew. No other round follows from them, so a pile of slips does not
    /// cost the whole event each.
    fn change_slips(&mut self, id: MatchId, change: impl FnOnce(&mut Vec<Slip>)) {
        self.results.take();
        let at = |round: &crate::tournament::Round| (round.section, round.number) == (id.section, id.round);
        let tournament = &mut self.facts.tournament;
        let Some(round) = tournament.rounds.iter_mut().find(|round| at(round)) else { return };
        change(&mut round.slips);
        if let Some(now) = self.in_force.get_mut().and_then(|now| now.rounds.iter_mut().find(|round| at(round))) {
            now.slips.clone_from(&round.slips);
            let is_knockout = tournament.section(id.section).is_some_and(|s| s.format == Format::Knockout);
            carry_out(now, &self.facts.docket, &self.rulebook.discipline, is_knockout);
        }
    }
}
