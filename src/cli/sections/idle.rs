//! Options that were given to a section whose format does not use them: they are kept, and the director is told that they do nothing.

use super::options::Options;
use crate::pairing::{LargeGroup, SchoolMode, Settings, System};
use crate::tournament::{Format, Section};

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
    let mut told: Vec<String> = idle
        .into_iter()
        .filter(|(options, _, is_idle)| *is_idle && !options.is_empty())
        .map(|(options, whose, _)| {
            let (verb, does) = if options.len() == 1 { ("is", "does") } else { ("are", "do") };
            let options = options.join(" and ");
            format!(
                "{options} {verb} for {whose} and {does} nothing in {}, which is {}",
                section.name,
                run_as(format, settings)
            )
        })
        .collect();
    if format == Format::Quads && has_swiss && !of_a_swiss.is_empty() {
        told.push(format!(
            "quads of four follow a schedule; only a last group of five to seven goes by {}",
            of_a_swiss.join(" and ")
        ));
    }
    told
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
