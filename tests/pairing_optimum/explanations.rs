//! Every number and every "only", "all", "lowest" of an explanation against the facts, beside byes, locks and wanted pairs.

use super::random;
use bughouse::pairing::swiss::{Consent, Pairing};
use bughouse::pairing::{self, Position, Posted, Settings, System};
use bughouse::tournament::{Dice, HalfPoints};

const STILL: &str = " still to be paired";

/// What is true of a round.
struct Facts<'a> {
    position: &'a Position,
    pairing: &'a Pairing,
}

impl Facts<'_> {
    fn score(&self, team: usize) -> i32 {
        (self.position.entrants[team].score + self.position.entrants[team].virtual_points).0
    }

    fn points(&self, team: usize) -> String {
        let score = HalfPoints(self.score(team));
        if [1, 2].contains(&score.0) { format!("{score} point") } else { format!("{score} points") }
    }

    fn is_settled(&self, team: usize) -> bool {
        self.position.forced.iter().any(|(a, b)| [*a as usize, *b as usize].contains(&team))
    }

    fn is_to_be_paired(&self, team: usize) -> bool {
        !self.is_settled(team) && (self.pairing.bye == Some(team) || self.opponent(team).is_some())
    }

    fn opponent(&self, team: usize) -> Option<usize> {
        self.pairing.pairs.iter().find_map(|(a, b)| match (*a == team, *b == team) {
            (true, _) => Some(*b),
            (_, true) => Some(*a),
            _ => None,
        })
    }

    /// The teams that a sentence speaks of: all, or those still to be paired.
    fn of(&self, text: &str) -> Vec<usize> {
        let all = 0..self.position.entrants.len();
        let counts = |team: &usize| {
            !self.position.entrants[*team].left && (!text.contains(STILL) || self.is_to_be_paired(*team))
        };
        all.filter(counts).collect()
    }

    fn on(&self, points: &str, text: &str) -> Vec<usize> {
        let mut teams = self.of(text);
        teams.retain(|team| self.points(*team) == points);
        teams
    }

    fn floats_down(&self, team: usize) -> bool {
        self.opponent(team).is_some_and(|other| self.score(other) < self.score(team))
    }

    fn met(&self, a: usize, b: usize) -> bool {
        self.position.entrants[a].met.iter().any(|(other, _)| *other as usize == b)
    }

    /// Whether a sentence is true; `None` if it counts nothing.
    fn is_true(&self, text: &str) -> Option<bool> {
        let first = team_in(text);
        let own = |text: &str| self.on(&self.points(first.expect("it begins with a team")), text);
        let lower = |team: usize| {
            let apart = between(text, " bye team, ", ",").and_then(team_in);
            let seed = |team: usize| self.position.entrants[team].seed;
            own(text).into_iter().filter(move |t| seed(*t) > seed(team) && Some(*t) != apart).collect::<Vec<_>>()
        };
        let is_alone = text.contains(", alone in") || text.contains(", the only one in");
        if is_alone || text.contains(", the same as ") {
            let points = between(text, " has ", ", ").or_else(|| between(text, " have ", ", "))?;
            let points = points.split(" (").next().unwrap_or(points);
            let others = if is_alone { 0 } else { number(between(text, "the same as ", " other team")?)? };
            return Some(self.on(points, text).len() == others + 1);
        }
        if text.starts_with("With ") && text.contains(": ") {
            let names = between(text, "(", ")")?.split(", ").count();
            let points = between(text, "With ", ": ")?.trim_end_matches(", added points included");
            let count = number(between(text, ": ", " team")?)?;
            let answer = self.on(points, text).len();
            return Some(count == names && (count == answer || text.contains(" left (") && count < answer));
        }
        if let Some(points) =
            between(text, " is the only team with ", STILL).or_else(|| between(text, " is the only team with ", ", so"))
        {
            return Some(self.on(points, text).len() == 1);
        }
        for (said, count) in [
            ("every other team", None),
            ("the only other team", Some(2)),
            ("the only team", Some(1)),
            ("both teams", Some(2)),
            ("all ", Some(0)),
        ] {
            let Some(points) = between(text, &format!(" has met {said}"), ".") else { continue };
            let count = if count == Some(0) { number(between(text, " has met all ", " teams")?) } else { count };
            let points = points.split(" with ").nth(1)?;
            let points = points.split(STILL).next()?.split(',').next()?;
            let mut others = self.on(points, text);
            let answer = count.is_none_or(|count| count == others.len());
            others.retain(|team| Some(*team) != first);
            return Some(answer && others.iter().all(|other| self.met(first.unwrap_or(0), *other)));
        }
        if let Some(points) = between(text, "The number of teams with ", " is odd") {
            return Some(self.on(points.trim_end_matches(STILL), text).len() % 2 == 1);
        }
        if text.starts_with("The number of teams") {
            return Some(self.of(text).len() % 2 == 1);
        }
        if let Some((count, _)) = text.split_once(" of the teams with ") {
            let points = between(text, " of the teams with ", " play")?.trim_end_matches(STILL);
            let teams = self.on(points, text);
            let up = |team: &&usize| {
                self.opponent(**team)
                    .is_none_or(|other| self.is_settled(**team) || self.score(other) > self.score(**team))
            };
            return Some(number(count)? == teams.iter().filter(up).count());
        }
        if let Some(points) =
            between(text, " teams with ", " drop.").filter(|_| text.starts_with("All ") || text.starts_with("Both "))
        {
            let teams = self.on(points.trim_end_matches(STILL), text);
            let count = between(text, "All ", " teams").map_or(Some(2), number)?;
            return Some(teams.len() == count && teams.iter().all(|team| self.floats_down(*team)));
        }
        if text.contains(" is the lowest-ranked team in the score group") {
            return Some(lower(first?).is_empty());
        }
        if text.contains(" is among the lowest-ranked teams in the score group") {
            return Some(lower(first?).into_iter().all(|team| self.floats_down(team)));
        }
        if text.contains(" is the lowest-ranked team in the lowest score group") {
            let team = first?;
            let rank = |team: usize| (-self.score(team), self.position.entrants[team].seed);
            return Some(self.of(text).into_iter().all(|other| rank(other) <= rank(team)));
        }
        if let Some(points) = between(text, ", the highest-ranked team with ", ".") {
            let met = team_in(between(text, " meets ", ",")?)?;
            let seed = |team: usize| self.position.entrants[team].seed;
            return Some(self.on(points.trim_end_matches(STILL), text).into_iter().all(|team| seed(team) >= seed(met)));
        }
        if let Some(points) = between(text, " teams with ", " that meet one another") {
            let stays =
                |team: &&usize| self.opponent(**team).is_some_and(|other| self.score(other) == self.score(**team));
            let teams = self.on(points, STILL);
            return Some(number(between(text, "The ", " teams")?)? == teams.iter().filter(stays).count());
        }
        if text.contains("every other team") {
            let had = |team: &usize| self.position.entrants[*team].bye_class == pairing::ByeClass::HadFull;
            return Some(self.of(text).iter().all(had));
        }
        None
    }
}

/// What is between two marks.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let rest = &text[text.find(before)? + before.len()..];
    rest.find(after).map(|end| &rest[..end])
}

fn number(word: &str) -> Option<usize> {
    if word == "one" { Some(1) } else { word.parse().ok() }
}

/// The team a text begins with.
fn team_in(text: &str) -> Option<usize> {
    text.strip_prefix('T')?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn every_count_of_an_explanation_is_true() {
    let mut dice = Dice::new(29);
    let (mut checked, mut still) = (0, 0);
    for at in 0..700 {
        let (teams, played) = (6 + dice.below(9), dice.below(5));
        let system = if at % 3 == 0 { System::FideTeam } else { System::Us };
        let settings = Settings { system, ..random::settings(&mut dice) };
        let mut position = random::position(&mut dice, teams, played);
        let here: Vec<usize> = (0..teams).filter(|team| !position.entrants[*team].absent).collect();
        for two in here.chunks(2).filter(|two| two.len() == 2 && random::chance(&mut dice, 12)) {
            position.forced.push((two[0] as u32, two[1] as u32));
        }
        let mut taken = vec![false; teams];
        position.forced.retain(|(a, b)| {
            let (a, b) = (*a as usize, *b as usize);
            let free = ![a, b]
                .iter()
                .any(|team| taken[*team] || position.entrants[*team].absent || position.entrants[*team].house);
            [a, b].into_iter().for_each(|team| taken[team] |= free);
            free
        });
        for (entrant, is_taken) in position.entrants.iter_mut().zip(taken) {
            entrant.left = entrant.absent && random::chance(&mut dice, 40);
            entrant.absent |= !is_taken && random::chance(&mut dice, 8);
        }
        let consent = Consent { rematch: true, second_bye: true };
        let Ok(pairing) = pairing::pair(&position, &settings).or_else(|refusal| refusal.overruled_by(consent)) else {
            continue;
        };
        // What is said of a round passed over for the next one's sake is not the round that is posted.
        if pairing.lookahead_changed {
            continue;
        }
        let posted = Posted { now: pairing.clone(), first: None };
        let facts = Facts { position: &position, pairing: &pairing };
        let who = (0..teams).map(Some).chain([None]);
        for reason in who.flat_map(|team| pairing::why(&position, &settings, &posted, team, &|team| format!("T{team}")))
        {
            if let Some(is_true) = facts.is_true(&reason.text) {
                assert!(is_true, "{}\nposition {at}: {position:?}\n{pairing:?}\n{settings:?}", reason.text);
                checked += 1;
                still += usize::from(reason.text.contains(STILL));
            }
        }
    }
    assert!(checked > 10_000 && still > 1_000, "{checked} sentences, {still} of those still to be paired");
}
