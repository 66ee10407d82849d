//! `bughouse check-pairing`: what lies ahead, before it hurts.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::options::proposed;
use crate::cli::refusal::OrRefuse;
use crate::cli::remarks::{self, dead_end, kept_apart};
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{counted, does, list, quoted};
use crate::event::ahead::{Ahead, OfSwiss};
use crate::pairing::quads::{GroupPlan, plan};
use crate::pairing::round_robin::ScheduledRound;
use crate::pairing::swiss::{Because, Consent, Refusal, Rest};
use crate::pairing::{SchoolMode, System};
use crate::report::{Block, Document, Report};
use crate::tournament::{Format, Section, TeamId};
use clap::Args;
use serde_json::{Value, json};

/// Check whether the rounds ahead can be paired, and which schools must meet
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse check-pairing K-6")]
pub struct CheckPairing {
    /// The section
    section: Option<String>,
}

impl Verb for CheckPairing {
    const TRAITS: Traits = Traits::reads(Moment::Arrival);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = desk.section(self.section.as_deref())?.clone();
        let ahead = Ahead::of(desk, &section).or_refuse(desk)?;
        let (said, json) = match section.format {
            Format::Swiss => {
                let of_swiss = ahead.of_swiss(desk).or_refuse(desk)?;
                let said = of_swiss_said(desk, &ahead, &of_swiss);
                let json = to_json(desk, &ahead, &of_swiss, &said);
                (said, json)
            }
            _ => scheduled(desk, &ahead),
        };
        let masthead = desk.masthead(Some(&ahead.section), None)?;
        let document = Document::new(format!("Before round {}", ahead.round), masthead);
        Ok(Answer::sheet(Report::of(document.with(Block::List(said.lines)), json)))
    }
}

/// What is to be said before a round: warnings and all else, as they are said.
#[derive(Default)]
struct Said {
    lines: Vec<String>,
    warnings: Vec<String>,
}

impl Said {
    fn say(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.note(text, true);
    }

    fn note(&mut self, text: impl Into<String>, is_warning: bool) {
        self.say(text);
        self.warnings.extend(self.lines.last().filter(|_| is_warning).cloned());
    }

    /// That the rounds planned are not as many as the schedule has.
    fn warn_of_length(&mut self, Ahead { section, planned, .. }: &Ahead, rounds: usize) {
        let Some(planned) = planned.filter(|planned| *planned as usize != rounds) else { return };
        let text = if (planned as usize) < rounds {
            format!("only {planned} of these rounds are planned, so not everyone plays everyone")
        } else {
            format!("{planned} rounds are planned, but after {rounds} everyone has played everyone")
        };
        self.warn(format!("{text}: {}", cmd!("section edit {} --rounds {rounds}", quoted(&section.name))));
    }
}

fn of_swiss_said(desk: &Desk, ahead: &Ahead, OfSwiss { outlook: found, entrants, wanted }: &OfSwiss) -> Said {
    let &Ahead { ref section, planned, round, .. } = ahead;
    let system = desk.settings(section.id).pairing.system;
    let (numbers, schools) =
        if system == System::Us { (" (28B, 29K)", " (28N1)") } else { ("", "; C.04.6 doesn't consider schools") };
    let mut said = Said::default();
    let rounds = found.rounds;
    let missing = entrants
        .iter()
        .filter(|team| !desk.tournament().is_away(team, section.id, round) && desk.is_missing(section, team))
        .count();
    let left_out = if missing > 0 { format!(" ({missing} more not checked in)") } else { String::new() };
    let plan = match planned {
        None => "the number of rounds isn't set".to_owned(),
        Some(1) => "1 round is planned".to_owned(),
        Some(n) => format!("{n} rounds are planned"),
    };
    let enough = if rounds.enough == 1 { "1 is".to_owned() } else { format!("{} are", rounds.enough) };
    let in_short = format!(
        "{} teams{left_out}, {plan}; {enough} enough for a clear winner, up to {} can always be paired without a rematch, and {} is the maximum{numbers}",
        found.teams, rounds.always_possible, rounds.limit
    );
    said.note(in_short, planned.is_some_and(|n| n > rounds.limit));
    if let Some(proposed) = proposed(desk, &Section { rounds: planned, ..section.clone() }) {
        said.note(proposed.sentence, rounds.round_robin);
    }
    let name = |index: usize| entrants[index].name.as_str();
    match &found.next {
        None if found.rounds_left > 0 && wanted.is_empty() => {
            said.say(format!("round {round} can be paired by the rules"))
        }
        None if found.rounds_left > 0 => {
            said.say(format!("round {round} can be paired, including the pairings requested for it"))
        }
        None => said.say("all rounds have been played"),
        Some(Refusal::NeedsConsent { rematches, second_bye, .. }) => {
            for (a, b, _) in rematches {
                let (a, b, rule) = (name(*a), name(*b), system.rematch_rule());
                said.warn(format!("round {round} cannot be paired without a rematch: {a} and {b} ({rule})"));
            }
            if let Some(team) = second_bye {
                let (team, rule) = (name(*team), system.second_bye_rule());
                said.warn(format!("round {round} cannot be paired without a second bye: {team} ({rule})"));
            }
        }
        Some(Refusal::NoPairing { stranded }) => {
            let stranded = list(stranded.iter().map(|i| name(*i)));
            said.warn(format!("round {round} has no allowed pairing: no opponent is left for {stranded}"));
        }
        Some(refusal) => said.warn(format!("round {round}: {refusal}")),
    }
    wanted.iter().for_each(|cost| said.warn(format!("as requested for round {round}: {cost}")));
    let forbids = desk.settings(section.id).pairing.school_mode == SchoolMode::Forbid;
    for (a, b) in &found.next_clashes {
        let (a, b) = (name(*a), name(*b));
        said.warn(format!("two teams from the same school would meet in round {round}: {a} and {b}{schools}"));
    }
    for crowd in &found.crowds {
        let school = desk.school_name(crowd.school);
        let each = if crowd.pairs_a_round > 0 {
            format!("{} in each round, ", counted(crowd.pairs_a_round, "pair"))
        } else {
            String::new()
        };
        let has = format!("{school} has {} of the {} teams", crowd.teams, found.teams);
        let all = counted(crowd.pairs_in_all, "pair");
        said.warn(match forbids {
            true => format!(
                "{has}, more than can be kept apart: without the ban (school mode forbid) at least {each}{all} would meet"
            ),
            false => format!("{has}, so some of them must meet: at least {each}{all} in the remaining rounds"),
        });
    }
    if let Some(majority) = found.majority {
        said.warn(kept_apart(desk, section, majority));
    }
    let hindrance = match found.because {
        Because::Schools => Some(format!(
            "as long as teams from the same school never meet: {}",
            cmd!("section edit {} --school-mode avoid", quoted(&section.name))
        )),
        Because::DoNotPair => Some(format!("with the do-not-pair list as it is: {}", cmd!("pairing allow T1 T2"))),
        Because::Meetings => None,
    };
    match (hindrance, found.dead_end, found.rest) {
        (Some(hindrance), ..) => said.warn(format!("the remaining rounds cannot all be paired {hindrance}")),
        (None, Some(found), _) => said.warn(dead_end(desk, section, round, found)),
        // The last round itself is described above, with the byes that are noted for it.
        _ if found.rounds_left == 1 => {}
        (.., Rest::Certain) => said.say("all remaining rounds can be paired, whatever the results"),
        (.., Rest::Possible) => said.say("the remaining rounds can be paired, unless the results get in the way"),
        (.., Rest::Doubtful) => said.warn("no way was found to pair all the remaining rounds; consider fewer rounds"),
        (.., Rest::Impossible) => {
            said.warn("the remaining rounds cannot all be paired without a rematch; consider fewer rounds")
        }
    }
    for (team, left) in &found.short_of_opponents {
        let (opponents, rounds) = (counted(*left, "new opponent"), counted(found.rounds_left as usize, "round"));
        said.warn(format!("{} {opponents} left for {rounds}", does(name(*team), "has")));
    }
    said
}

fn to_json(desk: &Desk, ahead: &Ahead, OfSwiss { outlook: found, entrants, .. }: &OfSwiss, said: &Said) -> Value {
    let &Ahead { ref section, round, .. } = ahead;
    let school = |id: u32| desk.tournament().schools.iter().find(|s| s.id.0 == id).map(|s| s.name.clone());
    let pair = |(a, b): &(usize, usize)| json!([entrants[*a].id, entrants[*b].id]);
    json!({
        "section": section.name, "round": round, "rounds": section.rounds, "teams": found.teams,
        "rounds_enough": found.rounds.enough, "rounds_always_possible": found.rounds.always_possible, "rounds_limit": found.rounds.limit,
        "round_robin_advised": found.rounds.round_robin,
        "can_pair_next": found.next.is_none(),
        "dead_end": found.dead_end.map(|_| round + 1),
        "rest": match found.rest { _ if found.dead_end.is_some() => "impossible", Rest::Certain => "certain", Rest::Possible => "possible", Rest::Doubtful => "doubtful", Rest::Impossible => "impossible" },
        "school_clashes": found.next_clashes.iter().map(pair).collect::<Vec<_>>(),
        "schools": found.crowds.iter().map(|c| json!({ "school": school(c.school), "teams": c.teams, "pairs_a_round": c.pairs_a_round, "pairs_in_all": c.pairs_in_all })).collect::<Vec<_>>(),
        "short_of_opponents": found.short_of_opponents.iter().map(|(t, left)| json!({ "team": entrants[*t].id, "name": entrants[*t].name, "left": left })).collect::<Vec<_>>(),
        "warnings": said.warnings,
    })
}

/// Looks ahead from before a round of a schedule or knockout: what is to be said, and the same for programs.
fn scheduled(desk: &Desk, ahead: &Ahead) -> (Said, Value) {
    let &Ahead { ref section, round, teams, .. } = ahead;
    let mut said = match section.format {
        Format::Quads => quads(desk, ahead),
        Format::Knockout => knockout(desk, ahead),
        Format::RoundRobin | Format::DoubleRoundRobin | Format::Swiss => round_robin(desk, ahead),
    };
    let next = desk.propose(section, round, Consent::default()).or_refuse(desk);
    let mut clashes = Vec::new();
    match &next {
        Ok(proposal) => {
            said.say(format!("round {round} can be paired"));
            proposal.remarks.iter().for_each(|remark| said.warn(remarks::in_words(desk, section, round, remark)));
            let drawn;
            (clashes, drawn) = ahead.mates(desk, &proposal.pairs);
            for (round, pairs) in drawn.iter().filter(|(_, pairs)| !pairs.is_empty()) {
                let text = format!("schoolmates who meet in round {round} as drawn: {}", named(desk, pairs));
                said.note(text, section.format == Format::Quads);
            }
        }
        Err(failure) => said.warn(format!("round {round} cannot be paired: {}", failure.message)),
    }
    let json = json!({
        "section": section.name, "round": round, "rounds": section.rounds, "teams": teams,
        "rounds_enough": section.rounds, "rounds_always_possible": section.rounds, "rounds_limit": section.rounds,
        "round_robin_advised": false,
        "can_pair_next": next.is_ok(),
        "rest": if next.is_ok() { "certain" } else { "doubtful" },
        "school_clashes": clashes,
        "schools": [], "short_of_opponents": [],
        "warnings": said.warnings,
    });
    (said, json)
}

fn named(desk: &Desk, pairs: &[(TeamId, TeamId)]) -> String {
    let named = pairs.iter().map(|(a, b)| format!("{} and {}", desk.name_of(*a), desk.name_of(*b)));
    named.collect::<Vec<_>>().join("; ")
}

fn round_robin(desk: &Desk, ahead: &Ahead) -> Said {
    let &Ahead { ref section, round, .. } = ahead;
    let teams = desk.scheduled(section);
    let schedule = desk.schedule(section, teams.len());
    let often = if section.format == Format::DoubleRoundRobin { "twice" } else { "once" };
    let odd = if teams.len() % 2 == 1 { "; one team sits out each round" } else { "" };
    let mut said = Said::default();
    said.say(format!("{} teams play everyone {often} in {} rounds{odd}", teams.len(), schedule.len()));
    said.warn_of_length(ahead, schedule.len());
    if let Some(at) = schedule.get(round as usize - 1).and_then(|now: &ScheduledRound| now.bye) {
        said.say(format!("{} out in round {round}", does(desk.name_of(teams[at]), "sits")));
    }
    said
}

fn quads(desk: &Desk, ahead: &Ahead) -> Said {
    let &Ahead { ref section, round, .. } = ahead;
    let groups = desk.quads(section);
    let large = desk.settings(section.id).pairing.large_group;
    let mut said = Said::default();
    let mut rounds = 0;
    for (number, group) in (1..).zip(&groups) {
        let names = list(group.iter().map(|team| desk.name_of(*team)));
        let (length, plays, is_swiss) = match plan(group.len(), large) {
            GroupPlan::RoundRobin(schedule) => (schedule.len(), "round robin", false),
            GroupPlan::Swiss { rounds } => (rounds as usize, "Swiss", true),
        };
        rounds = rounds.max(length);
        let left = if round as usize > length { "; finished" } else { "" };
        said.say(format!("group {number} of {}: {plays}, {length} rounds{left}: {names}", group.len()));
        let pairs = group.iter().enumerate().flat_map(|(at, a)| group[at + 1..].iter().map(move |b| (*a, *b)));
        let mates: Vec<_> =
            pairs.filter(|(a, b)| round == 1 && is_swiss && desk.tournament().share_a_school([*a, *b])).collect();
        if !mates.is_empty() {
            said.warn(format!("schoolmates in group {number} who may meet: {}", named(desk, &mates)));
        }
    }
    said.warn_of_length(ahead, rounds);
    said
}

fn knockout(desk: &Desk, ahead: &Ahead) -> Said {
    let &Ahead { ref section, round, .. } = ahead;
    let teams = desk.drawn(section);
    let lines = teams.len().next_power_of_two();
    let mut said = Said::default();
    said.say(format!("{} teams in a bracket of {lines}: {} rounds", teams.len(), lines.ilog2()));
    if round == 1 && lines > teams.len() {
        let names = list(teams[..lines - teams.len()].iter().map(|team| desk.name_of(*team)));
        said.say(format!("bye in round 1: {names}"));
    }
    said
}
