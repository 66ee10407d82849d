//! A whole event played with seeded results: better seeds win more often, some matches are drawn.

use bughouse::pairing::swiss::{self, Pairing, Refusal};
use bughouse::pairing::{ByeClass, Entrant, Position, Settings};
use bughouse::tournament::{Dice, HalfPoints};

/// What kind of field it is.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub teams: usize,
    pub rounds: u32,
    /// 0: nobody has one.
    pub schools: usize,
    /// How many schools a team counts for.
    pub schools_a_team: usize,
    /// Percent of matches drawn.
    pub draws: usize,
    pub matches: u8,
    pub seed: u64,
}

/// An event between two rounds.
pub struct Event {
    pub position: Position,
    field: Field,
    dice: Dice,
}

impl Event {
    pub fn new(field: Field) -> Self {
        let mut event = Self { position: Position::default(), field, dice: Dice::new(field.seed) };
        let team = |event: &mut Self, at: usize| Entrant {
            number: at as u32 + 1,
            seed: at as u32 + 1,
            schools: (0..field.schools_a_team.min(field.schools))
                .map(|_| event.dice.below(field.schools) as u32)
                .collect(),
            unrated: event.dice.below(10) == 0,
            ..Entrant::default()
        };
        let entrants = (0..field.teams).map(|at| team(&mut event, at)).collect();
        event.position =
            Position { entrants, round: 1, rounds: field.rounds, matches: field.matches, ..Position::default() };
        event
    }

    /// The next round's pairing.
    pub fn pair(&self, settings: &Settings) -> Result<Pairing, Refusal> {
        swiss::pair(&self.position, settings)
    }

    /// Plays a round to its end.
    pub fn play(&mut self, pairing: &Pairing) {
        let round = self.position.round;
        let scores: Vec<i32> = self.position.entrants.iter().map(|e| e.score.0).collect();
        for entrant in &mut self.position.entrants {
            entrant.floated_down = false;
            entrant.floated_up = false;
        }
        for &(a, b) in &pairing.pairs {
            for (own, other) in [(a, b), (b, a)] {
                let entrant = &mut self.position.entrants[own];
                entrant.met.push((other as u32, round));
                entrant.met.sort_unstable();
                entrant.floated_down = scores[own] > scores[other];
                entrant.floated_up = scores[own] < scores[other];
            }
            for _ in 0..self.field.matches {
                let drawn = self.dice.below(100) < self.field.draws;
                let by_seed = self.dice.below(100) < 65;
                let first_wins = by_seed == (self.position.entrants[a].seed < self.position.entrants[b].seed);
                let (own, theirs) = if drawn {
                    (1, 1)
                } else if first_wins {
                    (2, 0)
                } else {
                    (0, 2)
                };
                self.position.entrants[a].score += HalfPoints(own);
                self.position.entrants[b].score += HalfPoints(theirs);
            }
        }
        if let Some(bye) = pairing.bye {
            self.position.entrants[bye].score += HalfPoints(2 * i32::from(self.field.matches));
            self.position.entrants[bye].bye_class = ByeClass::HadFull;
        }
        self.position.round += 1;
    }
}
