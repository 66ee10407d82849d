//! A wall chart played by hand: pairings as a director writes them, results by the numbers of the winners.

use bughouse::pairing::swiss::{self, Pairing, Refusal};
use bughouse::pairing::{Competitor, History, Lookahead, Position, Settings};
use bughouse::tournament::{HalfPoints, MatchScore, RoundRecord, Unplayed};

#[derive(Clone)]
pub struct Wall {
    rounds: u32,
    matches: u8,
    settings: Settings,
    records: Vec<Vec<RoundRecord>>,
    schools: Vec<Vec<u32>>,
    unrated: Vec<bool>,
    asked: Vec<bool>,
    /// Half-point byes of the next round only.
    sitting: Vec<bool>,
    next: Option<Pairing>,
    pub changed_by_lookahead: Vec<u32>,
}

impl Wall {
    /// Teams named by seed, 1 to `teams`.
    pub fn of(teams: usize, rounds: u32) -> Self {
        Self {
            rounds,
            matches: 1,
            settings: Settings::default(),
            records: vec![Vec::new(); teams],
            schools: vec![Vec::new(); teams],
            unrated: vec![false; teams],
            asked: vec![false; teams],
            sitting: vec![false; teams],
            next: None,
            changed_by_lookahead: Vec::new(),
        }
    }

    pub fn with(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self.next = None;
        self
    }

    pub fn settings(&self) -> Settings {
        self.settings
    }

    pub fn without_lookahead(mut self) -> Self {
        self.settings.lookahead = Lookahead::No;
        self
    }

    pub fn double_rounds(mut self) -> Self {
        self.matches = 2;
        self
    }

    pub fn schools(&mut self, of: &[(usize, u32)]) -> &mut Self {
        for (team, school) in of {
            self.schools[team - 1].push(*school);
        }
        self
    }

    pub fn unrated(mut self, team: usize) -> Self {
        self.unrated[team - 1] = true;
        self
    }

    /// A half-point bye in the coming round.
    pub fn half_bye(&mut self, team: usize) -> &mut Self {
        self.sitting[team - 1] = true;
        self.asked[team - 1] = true;
        self
    }

    pub fn position(&self) -> Position {
        let competitors = (0..self.records.len())
            .map(|i| Competitor {
                number: i as u32 + 1,
                seed: i as u32 + 1,
                unrated: self.unrated[i],
                schools: &self.schools[i],
                absent: self.sitting[i],
                asked_half_bye: self.asked[i],
                rounds: &self.records[i],
                ..Competitor::default()
            })
            .collect();
        let round = self.records[0].len() as u32 + 1;
        let accelerate = self.settings.accelerate;
        Position::from_history(&History {
            competitors,
            round,
            rounds: self.rounds,
            matches: self.matches,
            accelerate,
            ..History::default()
        })
    }

    /// Pairs the next round and compares it with "1-5 2-6 bye 3", in board order whatever the order written.
    pub fn expect(&mut self, written: &str) -> &mut Self {
        let position = self.position();
        let pairing =
            swiss::pair(&position, &self.settings).unwrap_or_else(|r| panic!("round {}: {r}", position.round));
        assert_eq!(show(&pairing), sorted(written), "round {}", position.round);
        if pairing.lookahead_changed {
            self.changed_by_lookahead.push(position.round);
        }
        self.next = Some(pairing);
        self
    }

    /// A round as it was played, no matter who paired it.
    pub fn given(&mut self, written: &str) -> &mut Self {
        let team = |number: &str| number.parse::<usize>().unwrap() - 1;
        let (pairs, bye) = written.split_once(" bye ").unwrap_or((written, ""));
        let pair = |token: &str| token.split_once('-').map(|(a, b)| (team(a), team(b))).unwrap();
        let pairs = pairs.split_whitespace().map(pair).collect();
        self.next = Some(Pairing { pairs, bye: Some(bye).filter(|b| !b.is_empty()).map(team), ..Pairing::default() });
        self
    }

    /// The next round is refused for its rematches, and the best of them is this.
    pub fn expect_refused(&mut self, written: &str) {
        match swiss::pair(&self.position(), &self.settings) {
            Err(Refusal::NeedsConsent { pairing, rematches, .. }) => {
                assert!(!rematches.is_empty());
                assert_eq!(show(&pairing), sorted(written));
            }
            other => panic!("expected a refusal, got {other:?}"),
        }
    }

    /// Results: winners by number, "4=5" for a draw, "1:4-0" for the half points of a double round.
    pub fn play(&mut self, results: &str) {
        let token = |(a, b): (usize, usize)| {
            for token in results.split_whitespace() {
                if let Some((team, score)) = token.split_once(':') {
                    let (own, theirs) = score.split_once('-').unwrap();
                    if team == (a + 1).to_string() {
                        return (own.parse().unwrap(), theirs.parse().unwrap());
                    }
                } else if token == format!("{}={}", a + 1, b + 1) {
                    return (1, 1);
                } else if token == (a + 1).to_string() {
                    return (2, 0);
                } else if token == (b + 1).to_string() {
                    return (0, 2);
                }
            }
            panic!("no result for {}-{} in {results}", a + 1, b + 1)
        };
        self.record(token);
    }

    pub fn draw_all(&mut self) {
        self.record(|_| (1, 1));
    }

    pub fn play_by_seed(&mut self) {
        self.record(|(a, b)| if a < b { (2, 0) } else { (0, 2) });
    }

    fn record(&mut self, result: impl Fn((usize, usize)) -> (i32, i32)) {
        let pairing = self.next.take().expect("a round was paired");
        let played = |opponent: usize, own: i32, theirs: i32| RoundRecord::Played {
            opponent,
            matches: vec![MatchScore { own: HalfPoints(own), theirs: HalfPoints(theirs), played: true }],
            white: vec![true],
        };
        for &(a, b) in &pairing.pairs {
            let (own, theirs) = result((a, b));
            self.records[a].push(played(b, own, theirs));
            self.records[b].push(played(a, theirs, own));
        }
        let unplayed = |kind, points, assigned| RoundRecord::Unplayed {
            kind,
            points: HalfPoints(points),
            scheduled: None,
            assigned,
            matches: Vec::new(),
        };
        if let Some(bye) = pairing.bye {
            self.records[bye].push(unplayed(Unplayed::FullBye, 2 * i32::from(self.matches), true));
        }
        for (i, sitting) in self.sitting.iter_mut().enumerate() {
            if std::mem::take(sitting) {
                self.records[i].push(unplayed(Unplayed::HalfBye, i32::from(self.matches), false));
            }
        }
    }
}

fn show(pairing: &Pairing) -> Vec<String> {
    let mut shown: Vec<String> = pairing.pairs.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
    shown.extend(pairing.bye.map(|i| format!("bye {}", i + 1)));
    shown.sort();
    shown
}

fn sorted(written: &str) -> Vec<String> {
    let mut expected: Vec<String> =
        written.replace("bye ", "bye_").split_whitespace().map(|s| s.replace('_', " ")).collect();
    expected.sort();
    expected
}
