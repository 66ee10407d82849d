//! The options of `section add` and `section edit`: how a section is run. What its format does not use is kept, and the director is informed
//! that it does nothing. Rounds and format for the number of teams that came, as the desk proposes them.

use crate::cli::answer::Answer;
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::wording::{counted, quoted};
use crate::event::presence::{A_DAY, Suits, Why};
use crate::event::{Event, SectionSettings};
use crate::pairing::round_robin::possible_rounds;
use crate::pairing::{Acceleration, LargeGroup, Lookahead, Numbers, RoundRobinTable, SchoolMode, Settings, System};
use crate::standings::{Places, TieBreak};
use crate::tournament::{Colours, Format, GradeRange, MatchPoints, Reports, Section, SectionId, TableNumber};
use clap::{Args, Command, ValueEnum};
use serde_json::{Value, json};

/// How a section is run; what is not given stays as it is.
#[derive(Debug, Args)]
pub struct Options {
    /// Grades, by the older partner: K-6, 4-8, 5
    #[arg(long, value_name = "K-6")]
    pub(super) grades: Option<GradeRange>,
    /// Average rating of the two must be below N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4001))]
    pub(super) rating_under: Option<u32>,
    /// Sum of the two ratings must be below N
    #[arg(long, value_name = "N", conflicts_with = "rating_under", value_parser = clap::value_parser!(u32).range(1..=8001))]
    pub(super) rating_sum_under: Option<u32>,
    /// swiss, round-robin, double-round-robin, quads or knockout
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    pub(super) pairing: Option<Format>,
    /// Rounds to play
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    pub(super) rounds: Option<u32>,
    /// Matches per round; 2 swaps sides
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=2))]
    matches: Option<u8>,
    /// Points for a win, as printed
    #[arg(long, value_name = "1|0.5", hide_possible_values = true)]
    match_points: Option<MatchPoints>,
    /// Lowest table number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99_999))]
    first_table: Option<u32>,
    /// Tie-breaks in order
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub(super) tiebreaks: Option<Vec<TieBreak>>,
    /// Tied teams: break ties, or let them share a place
    #[arg(long, hide_short_help = true, value_name = "broken|shared", hide_possible_values = true)]
    places: Option<Places>,
    /// Rank a team last in its score group if no points came from play
    #[arg(long, hide_short_help = true, value_name = "yes|no", value_parser = yes_or_no)]
    unplayed_last: Option<bool>,
    /// Who decides colors: team, or directed by the sheet
    #[arg(long, visible_alias = "colors", value_name = "WHO", hide_possible_values = true)]
    colours: Option<Colours>,
    /// Schoolmates: ignore, prefer, plus2, avoid, forbid
    #[arg(long, value_name = "MODE", hide_possible_values = true)]
    pub(super) school_mode: Option<SchoolMode>,
    /// Acceleration in the first rounds: none, us28r1 or baku
    #[arg(long, hide_short_help = true, value_name = "HOW", hide_possible_values = true)]
    pub(super) accelerate: Option<Acceleration>,
    /// Pairing rules
    #[arg(long, hide_short_help = true, value_name = "us|fide-team", hide_possible_values = true)]
    pub(super) system: Option<System>,
    /// Points for the odd team's bye, 0 to 2 in halves
    #[arg(long, value_name = "0..2", value_parser = halves)]
    pub(super) bye_points: Option<u8>,
    /// Avoid byes and floats for unrated teams
    #[arg(long, hide_short_help = true, value_name = "yes|no", value_parser = yes_or_no)]
    pub(super) protect_unrated: Option<bool>,
    /// Don't float a team twice in a row
    #[arg(long, hide_short_help = true, value_name = "yes|no", value_parser = yes_or_no)]
    pub(super) avoid_repeat_floats: Option<bool>,
    /// Look one round ahead in small fields: auto, yes, warn or no
    #[arg(long, hide_short_help = true, value_name = "HOW", hide_possible_values = true)]
    pub(super) lookahead: Option<Lookahead>,
    /// Round-robin schedule: berger or crenshaw
    #[arg(long, hide_short_help = true, value_name = "TABLE", hide_possible_values = true)]
    pub(super) table: Option<RoundRobinTable>,
    /// Round robin: places in the schedule by seed or by lot
    #[arg(long, hide_short_help = true, value_name = "seed|lot", hide_possible_values = true)]
    pub(super) numbers: Option<Numbers>,
    /// Double round robin: a pair plays both matches in a row
    #[arg(long, hide_short_help = true, value_name = "yes|no", value_parser = yes_or_no)]
    pub(super) back_to_back: Option<bool>,
    /// Quads: a last group of 5 to 7 plays swiss or round-robin
    #[arg(long, hide_short_help = true, value_name = "FORMAT", hide_possible_values = true)]
    pub(super) large_group: Option<LargeGroup>,
    /// Knockout: the semifinal losers play for third place
    #[arg(long, hide_short_help = true, value_name = "yes|no", value_parser = yes_or_no)]
    pub(super) third_place: Option<bool>,
    /// Knockout: reseed after each round, best against worst
    #[arg(long, hide_short_help = true, value_name = "yes|no", value_parser = yes_or_no)]
    pub(super) reseed: Option<bool>,
    /// Names on sheets and pages: Ann Lee, or Ann L.
    #[arg(long, value_name = "full|short", hide_possible_values = true)]
    names: Option<Names>,
    /// Minutes to wait for a missing team
    #[arg(long, value_name = "MIN", value_parser = clap::value_parser!(u32).range(0..=120))]
    grace: Option<u32>,
    /// Who may report results from the floor: officials, witnessed or self
    #[arg(long, hide_short_help = true, value_name = "WHOSE", hide_possible_values = true)]
    reports: Option<Reports>,
    /// A final for the top teams of this section
    #[arg(long, hide_short_help = true, value_name = "SECTION", requires = "finalists")]
    from: Option<String>,
    /// How many of them: group winners first, then the next best
    #[arg(long, hide_short_help = true, value_name = "N", group = "finalists", value_parser = clap::value_parser!(u32).range(2..=9999))]
    top: Option<u32>,
    /// Which of them, best first
    #[arg(long, hide_short_help = true, value_name = "T1,T2", value_delimiter = ',', group = "finalists")]
    pub qualify: Option<Vec<String>>,
}

/// How children are named where everybody reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Names {
    /// Ann Lee
    Full,
    /// Ann L.
    Short,
}

/// Every option of `section add` and `section edit`, also those that their help leaves out so that it fits one screen.
pub fn every_option() -> Answer {
    let command = Options::augment_args(Command::new("section"));
    let (mut lines, mut json) = (Vec::new(), Vec::new());
    for option in command.get_arguments() {
        let long = option.get_long().unwrap_or_default();
        let values: Vec<String> =
            option.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        let value = option.get_value_names().map(|names| names.join(" ")).unwrap_or_default();
        let value = if values.is_empty() { value } else { values.join("|") };
        let does = option.get_help().map(ToString::to_string).unwrap_or_default();
        lines.push(format!("--{long} {value}\n      {does}"));
        json.push(json!({ "option": format!("--{long}"), "value": value, "does": does }));
    }
    Answer::said(lines.join("\n"), json!({ "options": json }))
}

/// Reads a yes-or-no option.
pub fn yes_or_no(text: &str) -> Result<bool, String> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "on" | "true" => Ok(true),
        "no" | "n" | "off" | "false" => Ok(false),
        _ => Err("write yes or no".to_owned()),
    }
}

/// Reads points in halves, as half points: `1`, `2.5`, `1½`.
pub fn in_halves(text: &str) -> Option<u8> {
    let halved = [".5", "½"].iter().find_map(|half| text.strip_suffix(half));
    let (whole, half) = halved.map_or((text.strip_suffix(".0").unwrap_or(text), 0), |whole| (whole, 1));
    let whole: u8 = if whole.is_empty() && half == 1 { 0 } else { whole.parse().ok()? };
    whole.checked_mul(2)?.checked_add(half)
}

/// The points of a bye.
fn halves(text: &str) -> Result<u8, String> {
    let points = if text == "1/2" { Some(1) } else { in_halves(text) };
    points.filter(|halves| *halves <= 4).ok_or_else(|| "write 0, 0.5, 1, 1.5 or 2".to_owned())
}

impl Options {
    /// The section whose best teams enter this one.
    fn source(&self, desk: &Desk, section: &Section) -> Result<Option<SectionId>, Failure> {
        let known = section.qualified_from.map(|(source, _)| source);
        let source = desk.section_if(self.from.as_deref())?.map(|section| section.id).or(known);
        if source.is_none() && self.top.is_some() {
            return Err(Failure::mistyped("--top says how many teams advance, but not from where")
                .hint("add --from SECTION, whose best teams enter this one"));
        }
        Ok(source)
    }

    /// Takes what was given over into a section and its settings.
    pub fn apply(&self, desk: &Desk, section: &mut Section, settings: &mut SectionSettings) -> Result<(), Failure> {
        fn set<T: Clone>(target: &mut T, given: &Option<T>) {
            if let Some(value) = given {
                *target = value.clone();
            }
        }
        each_once(self.tiebreaks.as_deref().unwrap_or_default())?;
        section.grades = self.grades.or(section.grades);
        if self.rating_under.is_some() || self.rating_sum_under.is_some() {
            (section.rating_under, section.rating_sum_under) = (self.rating_under, self.rating_sum_under);
        }
        set(&mut section.format, &self.pairing);
        section.rounds = self.rounds.or(section.rounds);
        set(&mut section.matches, &self.matches);
        set(&mut section.match_points, &self.match_points);
        section.first_table = self.first_table.map(TableNumber).or(section.first_table);
        set(&mut section.colours, &self.colours);
        set(&mut settings.standings.tiebreaks, &self.tiebreaks);
        set(&mut settings.standings.places, &self.places);
        set(&mut settings.standings.unplayed_last, &self.unplayed_last);
        settings.grace = self.grace.or(settings.grace);
        set(&mut settings.reports, &self.reports);
        let pairing = &mut settings.pairing;
        set(&mut pairing.school_mode, &self.school_mode);
        set(&mut pairing.accelerate, &self.accelerate);
        set(&mut pairing.system, &self.system);
        pairing.bye_points = self.bye_points.or(pairing.bye_points);
        set(&mut pairing.protect_unrated, &self.protect_unrated);
        set(&mut pairing.avoid_repeat_floats, &self.avoid_repeat_floats);
        set(&mut pairing.lookahead, &self.lookahead);
        set(&mut pairing.table, &self.table);
        set(&mut pairing.numbers, &self.numbers);
        set(&mut pairing.back_to_back, &self.back_to_back);
        set(&mut pairing.large_group, &self.large_group);
        set(&mut pairing.third_place, &self.third_place);
        set(&mut pairing.reseed, &self.reseed);
        settings.short_names = self.names.map_or(settings.short_names, |names| names == Names::Short);
        let named = self.qualify.as_ref().and_then(|named| u32::try_from(named.len()).ok());
        if let Some(top) = self.top.or(named) {
            section.qualified_from = self.source(desk, section)?.zip(Some(top));
        }
        Ok(())
    }
}

/// Refuses a tie-break that is named twice: the second could never part anybody.
pub fn each_once(tiebreaks: &[TieBreak]) -> Result<(), Failure> {
    let twice = tiebreaks.iter().enumerate().find(|(at, one)| tiebreaks[..*at].contains(one));
    let Some((_, twice)) = twice else { return Ok(()) };
    let is_first = |(at, one): &(usize, &TieBreak)| !tiebreaks[..*at].contains(one);
    let once: Vec<String> = tiebreaks.iter().enumerate().filter(is_first).map(|(_, one)| one.id()).collect();
    Err(Failure::mistyped(format!("--tiebreaks names {} twice", twice.id()))
        .hint(format!("write --tiebreaks {}", once.join(","))))
}

/// What the given options do not do in a section that is run so; a line for each kind of section that they are for.
pub fn idle(given: &Options, section: &Section, settings: &Settings) -> Vec<String> {
    let format = section.format;
    let has_swiss = matches!((format, settings.large_group), (Format::Swiss, _) | (Format::Quads, LargeGroup::Swiss));
    let is_round_robin = matches!(format, Format::RoundRobin | Format::DoubleRoundRobin);
    let of_a_swiss = named([
        ("--school-mode", given.school_mode.is_some()),
        ("--accelerate", given.accelerate.is_some()),
        ("--system", given.system.is_some()),
        ("--bye-points", given.bye_points.is_some()),
        ("--protect-unrated", given.protect_unrated.is_some()),
        ("--avoid-repeat-floats", given.avoid_repeat_floats.is_some()),
        ("--lookahead", given.lookahead.is_some()),
    ]);
    let of_us_chess = named([
        ("--school-mode", given.school_mode.is_some_and(|mode| mode != SchoolMode::Forbid)),
        ("--protect-unrated", given.protect_unrated.is_some()),
        ("--avoid-repeat-floats", given.avoid_repeat_floats.is_some()),
        ("--lookahead", given.lookahead.is_some()),
    ]);
    let of_a_round_robin = named([("--table", given.table.is_some()), ("--numbers", given.numbers.is_some())]);
    let of_a_double = named([("--back-to-back", given.back_to_back.is_some())]);
    let of_quads = named([("--large-group", given.large_group.is_some())]);
    let of_a_knockout = named([("--third-place", given.third_place.is_some()), ("--reseed", given.reseed.is_some())]);
    let idle = [
        (of_a_swiss.clone(), "a Swiss", !has_swiss),
        (of_us_chess, "--system us", has_swiss && settings.system == System::FideTeam),
        (of_a_round_robin, "round robins", !is_round_robin),
        (of_a_double, "double round robins", format != Format::DoubleRoundRobin),
        (of_quads, "quads", format != Format::Quads),
        (of_a_knockout, "knockouts", format != Format::Knockout),
    ];
    let mut remarks: Vec<String> = idle
        .into_iter()
        .filter(|(options, _, is_idle)| *is_idle && !options.is_empty())
        .map(|(options, whose, _)| {
            let (verb, does) = if options.len() == 1 { ("is", "does") } else { ("are", "do") };
            let options = options.join(" and ");
            format!(
                "{options} {verb} only for {whose} and {does} nothing in {}, which is {}",
                section.name,
                run_as(format, settings)
            )
        })
        .collect();
    if format == Format::Quads && has_swiss && !of_a_swiss.is_empty() {
        remarks.push(format!(
            "quads of four follow a schedule; only a last group of five to seven goes by {}",
            of_a_swiss.join(" and ")
        ));
    }
    remarks
}

/// The tie-breaks that are chosen, or kept under a new format, though its rules forbid them.
pub fn forbidden_tiebreaks(given: &Options, section: &Section, settings: &SectionSettings) -> Option<String> {
    let is_meant = given.tiebreaks.is_some() || given.pairing.is_some();
    let forbidden = settings.standings.tiebreaks.iter().filter(|one| one.rests_on_buchholz()).map(|one| one.id());
    let forbidden: Vec<String> = forbidden.filter(|_| is_meant && section.format.is_all_play_all()).collect();
    (!forbidden.is_empty()).then(|| {
        format!(
            "{}: Buchholz isn't allowed where everybody plays everybody (C.07 15.2), and {} is {}",
            forbidden.join(", "),
            section.name,
            run_as(section.format, &settings.pairing)
        )
    })
}

/// The options that were given.
fn named<const N: usize>(options: [(&'static str, bool); N]) -> Vec<&'static str> {
    options.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option).collect()
}

/// What a section is, as one speaks of it.
fn run_as(format: Format, settings: &Settings) -> &'static str {
    match format {
        Format::Swiss if settings.system == System::FideTeam => "a Swiss under --system fide-team",
        Format::Swiss => "a Swiss",
        Format::RoundRobin => "a round robin",
        Format::DoubleRoundRobin => "a double round robin",
        Format::Quads => "a section of quads",
        Format::Knockout => "a knockout",
    }
}

/// What suits a section of so many teams, in a sentence with what to type, and for programs.
pub struct Proposed {
    pub sentence: String,
    pub json: Value,
}

/// What suits a section, where it is not what is settled.
pub fn proposed(event: &Event, section: &Section) -> Option<Proposed> {
    let suits = event.suits(section)?;
    let edit = cmd!("section edit {}", quoted(&section.name));
    let Suits { teams, format: pairing, rounds, .. } = suits;
    let sentence = format!("{} has {teams} teams: {}", section.name, suited(suits, &edit));
    let json =
        json!({ "section": section.name, "teams": teams, "rounds": rounds, "pairing": pairing, "told": sentence });
    Some(Proposed { sentence, json })
}

fn suited(Suits { teams, rounds, why, .. }: Suits, edit: &CommandText) -> String {
    let all = possible_rounds(teams);
    let round_robin =
        format!("a round robin in {}: {}", counted(all as usize, "round"), edit.and("--pairing round-robin"));
    match why {
        Why::SoFew => format!("for a field this small the rulebook (29K) recommends {round_robin}"),
        Why::NoPlan => {
            let quads = if teams.is_multiple_of(4) {
                format!("; or quads in 3: {}", edit.and("--pairing quads"))
            } else {
                String::new()
            };
            let whole = if all <= A_DAY { format!("; or {round_robin}") } else { String::new() };
            format!("a {rounds}-round Swiss, planned automatically{whole}{quads}")
        }
        Why::RoundRobinFits { planned } => {
            format!("for {planned} rounds the rulebook (29K) recommends {round_robin}")
        }
        Why::SeveralWinners { planned } => {
            format!(
                "{planned} rounds may leave several winners, {rounds} rounds won't: {}",
                cmd!("{edit} --rounds {rounds}")
            )
        }
        Why::Rematches { planned } => {
            format!("{planned} rounds may force a rematch, {rounds} rounds won't: {}", cmd!("{edit} --rounds {rounds}"))
        }
        Why::TooLong => {
            format!("a round robin takes {all} rounds, a Swiss only {rounds}: {}", edit.and("--pairing swiss"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command_text::plain;

    #[test]
    fn nine_teams_are_offered_both_ways() {
        let suits = Suits { teams: 9, format: Format::Swiss, rounds: 4, why: Why::NoPlan };
        let expected =
            "a 4-round Swiss, planned automatically; or a round robin in 9 rounds: bughouse edit --pairing round-robin";
        assert_eq!(plain(&suited(suits, &cmd!("edit"))), expected);
    }
}
