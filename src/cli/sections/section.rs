//! `bughouse section`: sections and how each is run.

use super::moves::{merge, name_is_free, remove, split};
use super::options;
use super::options::{Options, forbidden_tiebreaks, idle, proposed};
use crate::cli::answer::Answer;
use crate::cli::consequences::{is_final_of, other_finals};
use crate::cli::desk::{Access, Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::cli::registration::entering::misfits;
use crate::cli::rounds::pair::teams_named;
use crate::cli::rounds::remarks;
use crate::cli::safety::log_filter::settings_in_words;
use crate::cli::wording::{command, counted, list, option_name, quoted};
use crate::event::proposal::Remark;
use crate::event::{Refusal, SectionSettings};
use crate::report::{Cell, Column, Table};
use crate::standings::TieBreak;
use crate::tournament::{Format, GradeRange, Section};
use clap::{Subcommand, ValueEnum};
use serde_json::json;

/// Add, list, edit and remove sections
#[derive(Debug, Subcommand)]
pub enum SectionCommand {
    /// Add a section
    #[command(
        after_help = "Example: bughouse section add K-6 --grades K-6 --rounds 5\nTie-breaks, schedules, knockouts, finals and more: bughouse section options"
    )]
    Add {
        /// Name as printed
        #[arg(value_parser = crate::cli::naming::one_line)]
        name: String,
        #[command(flatten)]
        options: Options,
    },
    /// List the sections and how each is run
    List,
    /// List every option of `section add` and `section edit`
    Options,
    /// Change how a section is run
    #[command(
        after_help = "Example: bughouse section edit K-6 --rounds 6 --school-mode avoid\nTie-breaks, schedules, knockouts, finals and more: bughouse section options"
    )]
    Edit {
        /// The section
        name: String,
        /// A new name for it
        #[arg(long, value_parser = crate::cli::naming::one_line)]
        rename: Option<String>,
        #[command(flatten)]
        options: Options,
    },
    /// Move every team of one section into another; rounds are joined
    Merge {
        /// The section that ends
        from: String,
        /// The section that takes its teams
        into: String,
    },
    /// Make small sections of one, by rating
    #[command(after_help = "Example: bughouse section split Open --by rating --size 4")]
    Split {
        /// The section to split
        name: String,
        /// What the groups are made by
        #[arg(long, value_enum, default_value = "rating")]
        by: SplitBy,
        /// Teams a group
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=64))]
        size: u32,
    },
    /// Remove a section without teams
    Remove {
        /// The section
        name: String,
    },
}

/// What `section split` makes groups by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SplitBy {
    /// Seed order: rating, unrated last, equals by lot.
    Rating,
}

impl Verb for SectionCommand {
    fn access(&self) -> Access {
        if matches!(self, Self::List | Self::Options) { Access::Read } else { Access::Write }
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::List => list_all(desk),
            Self::Options => Ok(options::every_option()),
            Self::Add { name, options } => add(desk, name, options),
            Self::Edit { name, rename, options } => edit(desk, name, rename.as_deref(), options),
            Self::Merge { from, into } => merge(desk, from, into),
            Self::Split { name, by: SplitBy::Rating, size } => split(desk, name, *size),
            Self::Remove { name } => remove(desk, name),
        }
    }
}

fn list_all(desk: &mut Desk) -> Result<Answer, Failure> {
    let tournament = desk.tournament();
    let sections = tournament.sections.iter().map(|s| (s, desk.settings(s.id), desk.posted_rounds(s.id)));
    let grades = |section: &Section| section.grades.map(|grades| grades.to_string());
    let teams = |section: &Section| tournament.teams_in(section.id).count();
    let json: Vec<_> = sections.clone().map(|(section, settings, posted)| json!({
        "section": section.name, "grades": grades(section), "rating_under": section.rating_under, "teams": teams(section),
        "pairing": section.format, "rounds": section.rounds, "round": posted, "matches": section.matches,
        "match_points": section.match_points, "first_table": section.first_table, "colours": section.colours, "settings": settings,
    })).collect();
    let table = Table::of("Sections", sections)
        .column(Column::short("Section").naming(), |(section, ..)| Cell::text(&section.name))
        .column(Column::short("Grades"), |(section, ..)| Cell::maybe(&grades(section)))
        .column(Column::number("Teams"), |(section, ..)| Cell::whole(teams(section)))
        .column(Column::short("Format"), |(section, ..)| Cell::text(option_name(section.format)))
        .column(Column::short("Rounds"), |(section, _, posted)| {
            Cell::text(section.rounds.map_or_else(|| format!("{posted}"), |rounds| format!("{posted} of {rounds}")))
        })
        .column(Column::number("Matches"), |(section, ..)| Cell::whole(section.matches))
        .column(Column::short("Schools"), |(_, settings, _)| Cell::text(option_name(settings.pairing.school_mode)))
        .column(Column::text("Tie-breaks in order"), |(_, settings, _)| {
            Cell::text(list(settings.standings.tiebreaks.iter().map(ToString::to_string)))
        });
    desk.listing(table.table(), json!({ "sections": json }))
}

fn add(desk: &mut Desk, name: &str, options: &Options) -> Result<Answer, Failure> {
    let name = name.trim();
    name_is_free(desk, name, None)?;
    let mut section = Section::named(name);
    let mut settings = SectionSettings::default();
    // "K-6" as a name says which grades are meant; --grades says otherwise.
    section.grades = name.parse().ok();
    let by_name = section.grades.filter(|_| options.grades.is_none()).map(|grades| {
        let name = quoted(name);
        format!("\nits name says grades {grades}; for others: bughouse section edit {name} --grades PK-12")
    });
    options.apply(desk, &mut section, &mut settings)?;
    other_default_order(Format::default(), &section, &mut settings, options);
    let mut idle = idle(options, &section, &settings.pairing);
    idle.extend(forbidden_tiebreaks(options, &section, &settings));
    let grades = section.grades.map(|g| g.to_string());
    desk.add_section(section, settings.clone());
    let named = named_finalists(desk, name, options)?;
    let ties = list(settings.standings.tiebreaks.iter().map(|t| t.to_string()));
    let summary =
        format!("added section {name}{}", grades.as_ref().map(|g| format!(", grades {g}")).unwrap_or_default());
    let text = format!("{summary}{}\ntie-breaks in order: {ties}", by_name.unwrap_or_default());
    Ok(Answer::noted(text, json!({ "section": name, "grades": grades }), summary)
        .with_remarks(idle)
        .with_remarks(named))
}

/// Admits the teams that were named for a final.
fn named_finalists(desk: &mut Desk, section: &str, options: &Options) -> Result<Option<String>, Failure> {
    let Some(named) = &options.qualify else { return Ok(None) };
    let section = desk.section(Some(section))?.clone();
    let teams = teams_named(desk, named)?;
    let finalists = desk.event.name_finalists(&section, &teams).told(desk)?;
    Ok(Some(remarks::told(desk, &section, 1, &Remark::Qualified(finalists))))
}

fn edit(desk: &mut Desk, name: &str, rename: Option<&str>, options: &Options) -> Result<Answer, Failure> {
    let mut section = desk.section(Some(name))?.clone();
    let mut settings = desk.settings(section.id);
    let before = (section.clone(), settings.clone());
    let feeds_a_final = desk.tournament().sections.iter().any(|other| is_final_of(desk, other, section.id));
    let event_before = feeds_a_final.then(|| desk.event.clone());
    let mut remarks = Vec::new();
    if let Some(new_name) = rename {
        name_is_free(desk, new_name, Some(section.id))?;
        section.name = new_name.trim().to_owned();
        let meant = section
            .name
            .parse::<GradeRange>()
            .ok()
            .filter(|meant| options.grades.is_none() && section.grades != Some(*meant));
        remarks.extend(meant.map(|meant| {
            let takes = section.grades.map_or_else(|| "every grade".to_owned(), |grades| format!("grades {grades}"));
            format!(
                "it takes {takes}, as before; to change that: bughouse section edit {} --grades {meant}",
                quoted(&section.name)
            )
        }));
    }
    options.apply(desk, &mut section, &mut settings)?;
    remarks.extend(other_default_order(before.0.format, &section, &mut settings, options));
    remarks.extend(idle(options, &section, &settings.pairing));
    remarks.extend(forbidden_tiebreaks(options, &section, &settings));
    let posted = desk.posted_rounds(section.id);
    if posted > 0 && (section.matches != before.0.matches || section.format != before.0.format) {
        return Err(Failure::forbidden(format!(
            "{} has {} posted, so its format and matches a round are settled",
            section.name,
            counted(posted as usize, "round")
        ))
        .hint(format!(
            "take the rounds back with {}, or run the rest as a section of its own",
            command(["unpair", &section.name])
        )));
    }
    let (now, was) = (&settings.pairing, &before.1.pairing);
    let is_another_schedule = match section.format {
        Format::Swiss => false,
        // The first round is the same either way, and so is every round before the final.
        Format::Knockout => {
            let is_final_posted = posted >= desk.planned_rounds(&section, desk.drawn(&section).len());
            (posted > 1 && now.reseed != was.reseed) || (is_final_posted && now.third_place != was.third_place)
        }
        Format::RoundRobin => (now.table, now.numbers) != (was.table, was.numbers),
        Format::DoubleRoundRobin => {
            (now.table, now.numbers, now.back_to_back) != (was.table, was.numbers, was.back_to_back)
        }
        Format::Quads => now.large_group != was.large_group,
    };
    if posted > 0 && is_another_schedule {
        return Err(Failure::forbidden(format!(
            "{} has {} posted, so its schedule is settled",
            section.name,
            counted(posted as usize, "round")
        ))
        .hint(format!(
            "take the rounds back with {}, then choose another schedule",
            command(["unpair", &section.name])
        )));
    }
    if section.qualified_from != before.0.qualified_from {
        if posted > 0 {
            return Err(Refusal::FinalBegun { section: section.id }).told(desk);
        }
        // Who was named for it before is not, where others go on now.
        desk.admit(section.id, &[]);
    }
    if section.rounds.is_some_and(|r| r < posted) {
        return Err(Failure::forbidden(format!(
            "{} has {} posted already",
            section.name,
            counted(posted as usize, "round")
        ))
        .hint(format!("--rounds {posted} or more")));
    }
    // Before the first round more teams may come; a knockout may count on rounds that it does not need.
    let is_settled = posted > 0 && section.format != Format::Knockout && section.rounds != before.0.rounds;
    if let Some(told) = too_many_rounds(desk, &section).filter(|_| is_settled) {
        return Err(Failure::forbidden(told)
            .hint(format!("its rounds follow from its teams: {}", command(["pair", &section.name]))));
    }
    let mut changed = differences(desk, &before.0, &section);
    changed.extend(settings_in_words(&before.1, &settings));
    desk.save_section(&section, &settings);
    let summary = if before == (section.clone(), settings) {
        format!("section {} stays as it is", section.name)
    } else {
        format!("changed section {}", section.name)
    };
    let text: String =
        std::iter::once(summary.clone()).chain(changed.iter().map(|line| format!("\n  {line}"))).collect();
    remarks.extend(named_finalists(desk, &section.name, options)?);
    remarks.extend(event_before.iter().flat_map(|before| other_finals(desk, before, section.id)));
    let is_planned = options.rounds.is_some() || options.pairing.is_some();
    remarks.extend(too_many_rounds(desk, &section).filter(|_| is_planned));
    remarks.extend(proposed(desk, &section).map(|proposed| proposed.told));
    if options.limits_entries() {
        remarks.extend(misfits(desk, &section));
    }
    Ok(Answer::noted(text, json!({ "section": section.name, "changed": changed }), summary).with_remarks(remarks))
}

/// What differs between two states of a section, with old and new values: `rounds 4 -> 5`.
fn differences(desk: &Desk, was: &Section, now: &Section) -> Vec<String> {
    fn shown<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
    }
    let told = |section: &Section| {
        let finalists = section
            .qualified_from
            .and_then(|(from, top)| desk.tournament().section(from).map(|from| format!("{top} of {}", from.name)));
        [
            ("name", section.name.clone()),
            ("grades", shown(section.grades)),
            ("rating under", shown(section.rating_under)),
            ("pairing", option_name(section.format)),
            ("rounds", shown(section.rounds)),
            ("matches", section.matches.to_string()),
            ("match points", option_name(section.match_points)),
            ("first table", shown(section.first_table)),
            ("colours", option_name(section.colours)),
            ("finalists", shown(finalists)),
        ]
    };
    let pairs = told(was).into_iter().zip(told(now)).filter(|(was, now)| was != now);
    pairs.map(|((what, was), (_, now))| format!("{what} {was} -> {now}")).collect()
}

/// Takes the tie-breaks that suit the format where nothing else was ever announced, and says so.
fn other_default_order(
    was: Format,
    section: &Section,
    settings: &mut SectionSettings,
    options: &Options,
) -> Option<String> {
    let [was, now] = [was, section.format].map(|format| TieBreak::default_order(format.is_all_play_all()));
    let tiebreaks = &mut settings.standings.tiebreaks;
    if options.names_tiebreaks() || *tiebreaks != was || was == now {
        return None;
    }
    *tiebreaks = now;
    Some(format!("tie-breaks in order: {}", list(tiebreaks.iter().map(|t| t.to_string()))))
}

/// That more rounds are planned than a schedule has.
fn too_many_rounds(desk: &Desk, section: &Section) -> Option<String> {
    let teams = desk.scheduled(section).len();
    let length = desk.planned_rounds(section, teams);
    let is_more =
        section.format != Format::Swiss && teams > 1 && section.rounds.is_some_and(|planned| planned > length);
    is_more.then(|| {
        format!(
            "{teams} teams are played out after {}, so round {} cannot be paired",
            counted(length as usize, "round"),
            length + 1
        )
    })
}
