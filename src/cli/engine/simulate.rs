//! `bughouse engine simulate`: a made-up event, paired by the engine and decided by dice, written as TRF.

use super::file;
use super::file::Rules;
use crate::cli::answer::Answer;
use crate::cli::failure::Failure;
use crate::cli::show::Asker;
use crate::interchange::trf::{Entrant, Export, ExportTeam, TrfFile, type_code, write_individuals};
use crate::pairing::swiss::Pairing;
use crate::standings::{Settings, TieBreak, table};
use crate::tournament::{Dice, Format, HalfPoints, MatchScore, Record, RoundRecord, TeamId, Unplayed};
use clap::Args;
use serde_json::json;

/// What `engine simulate` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Example: bughouse engine simulate --teams 40 --rounds 5 --seed 7 -o made-up.trf
Also: --protect-unrated yes|no (default yes: no floats or byes for them),
      --avoid-repeat-floats yes|no (default no)")]
pub struct Simulate {
    /// How many teams
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=9998))]
    teams: u32,
    /// How many rounds
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..=99))]
    rounds: u32,
    /// The seed for every rating and result
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Percentage of matches that end in a draw
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100))]
    draws: u32,
    /// How many schools the teams come from
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=9998))]
    schools: u32,
    #[command(flatten)]
    rules: Rules,
}

impl Simulate {
    /// Draws the field, plays it round by round, writes it down.
    pub fn run(&self, asker: &Asker) -> Result<Answer, Failure> {
        let mut dice = Dice::new(self.seed);
        let mut event = self.field(&mut dice);
        for round in 1..=self.rounds {
            let pairing = file::paired(&event, round, &self.rules, &format!("pairing round {round}"), asker)?;
            self.play(&mut event, &pairing, &mut dice);
        }
        let text = write_individuals(&export(&event, &self.rules)).map_err(|e| Failure::mistyped(e.to_string()))?;
        let json = json!({ "teams": self.teams, "rounds": self.rounds, "seed": self.seed, "trf": text });
        Ok(Answer::plain(text, json))
    }

    /// Teams by rating, most of them near the middle.
    fn field(&self, dice: &mut Dice) -> TrfFile {
        let mut ratings: Vec<u32> =
            (0..self.teams).map(|_| 400 + (0..4).map(|_| dice.roll(401)).sum::<u32>()).collect();
        ratings.sort_unstable_by_key(|rating| std::cmp::Reverse(*rating));
        let entrants = (1..).zip(ratings).map(|(number, rating)| Entrant {
            number,
            name: format!("Team {number}"),
            rating: Some(100 * rating),
            school: (self.schools > 0).then(|| format!("School {}", dice.roll(self.schools) + 1)),
            record: Record { team: TeamId(number), rounds: Vec::with_capacity(self.rounds as usize) },
            ..Entrant::default()
        });
        TrfFile {
            name: format!("Made-up event of {} teams, seed {}", self.teams, self.seed),
            entrants: entrants.collect(),
            matches: self.rules.matches.unwrap_or(1),
            boards: 2,
            rounds_planned: Some(self.rounds),
            type_code: type_code(Format::Swiss, self.rules.system, self.rules.accelerate).to_owned(),
            win: 100,
            ..TrfFile::default()
        }
    }

    /// Decides every match of a round.
    fn play(&self, event: &mut TrfFile, pairing: &Pairing, dice: &mut Dice) {
        for (table, &(first, second)) in pairing.pairs.iter().enumerate() {
            let own: Vec<MatchScore> =
                (0..event.matches).map(|_| self.match_score(event, first, second, dice)).collect();
            let theirs = own.iter().map(|m| MatchScore { own: m.theirs, theirs: m.own, ..*m }).collect();
            // The first-named team has White at odd tables, counted from 1.
            let white: Vec<bool> =
                (0..own.len()).map(|number| table.is_multiple_of(2) == number.is_multiple_of(2)).collect();
            event.entrants[second].record.rounds.push(RoundRecord::Played {
                opponent: first,
                matches: theirs,
                white: white.iter().map(|white| !white).collect(),
            });
            event.entrants[first].record.rounds.push(RoundRecord::Played { opponent: second, matches: own, white });
        }
        if let Some(bye) = pairing.bye {
            let points = HalfPoints(2 * i32::from(event.matches));
            let kind = Unplayed::FullBye;
            event.entrants[bye].record.rounds.push(RoundRecord::Unplayed {
                kind,
                points,
                scheduled: None,
                assigned: true,
                matches: Vec::new(),
            });
        }
        event.rounds += 1;
    }

    /// The stronger team wins more often: one match in a thousand more for each point of rating, up to 95 in a hundred.
    fn match_score(&self, event: &TrfFile, first: usize, second: usize, dice: &mut Dice) -> MatchScore {
        let rating = |i: usize| event.entrants[i].rating.unwrap_or_default() / 100;
        let chance = (500 + rating(first)).saturating_sub(rating(second)).clamp(50, 950);
        let own = match (dice.roll(100) < self.draws, dice.roll(1000) < chance) {
            (true, _) => HalfPoints::DRAW,
            (false, true) => HalfPoints::WIN,
            (false, false) => HalfPoints::ZERO,
        };
        MatchScore { own, theirs: HalfPoints::WIN - own, played: true }
    }
}

fn export(event: &TrfFile, rules: &Rules) -> Export {
    let mut ranks = vec![0; event.entrants.len()];
    table(&event.field(false), &Settings::default()).iter().for_each(|line| ranks[line.index] = line.rank);
    let team = |(entrant, rank): (&Entrant, u32)| ExportTeam {
        number: entrant.number,
        name: entrant.name.clone(),
        rating: entrant.rating.map(|rating| rating / 100),
        school: entrant.school.clone(),
        players: Default::default(),
        rank,
        record: entrant.record.clone(),
    };
    Export {
        name: event.name.clone(),
        rounds_planned: event.rounds_planned,
        matches: event.matches,
        type_code: type_code(Format::Swiss, rules.system, rules.accelerate),
        tiebreaks: TieBreak::default_order(false),
        teams: event.entrants.iter().zip(ranks).map(team).collect(),
        ..Export::default()
    }
}
