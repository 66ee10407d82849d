//! `bughouse section`: sections and how each is run, joined and split. What joining and splitting touches is shown.

use super::checkout::{Checkin, Checkout};
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::changes::{changed, settings_in_words};
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Runs, at_the_desk};
use crate::cli::device::served_before;
use crate::cli::failure::Failure;
use crate::cli::options;
use crate::cli::options::{Options, forbidden_tiebreaks, idle, proposed};
use crate::cli::refusal::OrRefuse;
use crate::cli::refusal::sections::played_out;
use crate::cli::registration::entering::{misfits, name_taken_remark};
use crate::cli::remarks;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{counted, list, option_name, quoted, span};
use crate::event::edit::sections;
use crate::event::proposal::Remark;
use crate::event::{Event, SectionSettings};
use crate::pairing::swiss::Consent;
use crate::report::{Cell, Column, Table, points_shown};
use crate::standings::TieBreak;
use crate::tournament::{Assignment, Format, GradeRange, Section, SectionId, Team};
use clap::{Subcommand, ValueEnum};
use serde_json::json;
use std::path::Path;

/// Pairs of round 1 that a preview names.
const SHOWN: usize = 8;

/// Add, list, edit and remove sections
#[derive(Debug, Subcommand)]
pub enum SectionCommand {
    /// Add a section
    #[command(after_help = "\
Example: bughouse section add K-6 --grades K-6 --rounds 5
Tie-breaks, schedules, knockouts, finals and more: bughouse section options")]
    Add {
        /// Name as printed
        #[arg(value_parser = crate::cli::naming::one_line)]
        name: String,
        #[command(flatten)]
        options: Options,
    },
    /// List the sections and how each is run
    #[command(after_help = "Example: bughouse section list")]
    List,
    /// List every option of `section add` and `section edit`
    #[command(after_help = "Example: bughouse section options")]
    Options,
    /// Change how a section is run
    #[command(after_help = "\
Example: bughouse section edit K-6 --rounds 6 --school-mode avoid
Tie-breaks, schedules, knockouts, finals and more: bughouse section options")]
    Edit {
        /// The section
        name: String,
        /// A new name for it
        #[arg(long, value_parser = crate::cli::naming::one_line)]
        rename: Option<String>,
        #[command(flatten)]
        options: Options,
    },
    /// Move every team from one section into another; rounds are combined
    #[command(after_help = "Example: bughouse section merge K-3 K-6")]
    Merge {
        /// The section to merge away
        from: String,
        /// The section that gets its teams
        into: String,
    },
    /// Split a section into smaller ones, by rating
    #[command(after_help = "Example: bughouse section split Open --by rating --size 4")]
    Split {
        /// The section to split
        name: String,
        /// How the groups are made
        #[arg(long, value_enum, default_value = "rating")]
        by: SplitBy,
        /// Teams per group
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=64))]
        size: u32,
    },
    Checkout(Checkout),
    Checkin(Checkin),
    /// Remove a section without teams
    #[command(after_help = "Example: bughouse section remove K-3")]
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

impl Runs for SectionCommand {
    const TRAITS: Traits = Traits::writes(Moment::Before);

    fn traits(&self) -> Traits {
        let traits = Self::TRAITS.reading_if(matches!(self, Self::List | Self::Options));
        match self {
            Self::Options => traits.of_no_tournament(),
            Self::Checkout(_) | Self::Checkin(_) => traits.not_from_afar(
                "sections are checked out and in where the file is",
                "at the laptop: bughouse section checkout",
            ),
            _ => traits,
        }
    }

    fn inputs(&self) -> Vec<&Path> {
        if let Self::Checkin(checkin) = self { vec![&checkin.file] } else { Vec::new() }
    }

    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        match self {
            Self::Options => Ok(options::every_option()),
            _ => at_the_desk(everywhere, self.traits().access, |desk| self.at(desk)),
        }
    }
}

impl SectionCommand {
    fn at(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::List => list_all(desk),
            Self::Options => Ok(options::every_option()),
            Self::Add { name, options } => add(desk, name, options),
            Self::Edit { name, rename, options } => edit(desk, name, rename.as_deref(), options),
            Self::Merge { from, into } => merge(desk, from, into),
            Self::Split { name, by: SplitBy::Rating, size } => split(desk, name, *size),
            Self::Remove { name } => remove(desk, name),
            Self::Checkin(checkin) => checkin.run(desk),
            Self::Checkout(checkout) => checkout.run(desk),
        }
    }
}

fn list_all(desk: &mut Desk) -> Result<Answer, Failure> {
    let tournament = desk.tournament();
    let sections = tournament.sections.iter().map(|s| (s, desk.settings(s.id), desk.posted_rounds(s.id)));
    let grades = |section: &Section| section.grades.map(|grades| grades.to_string());
    let teams = |section: &Section| tournament.teams_in(section.id).count();
    let json: Vec<_> = sections.clone().map(|(section, settings, posted)| json!({
        "section": section.name, "grades": grades(section), "rating_under": section.rating_under,
        "rating_sum_under": section.rating_sum_under, "teams": teams(section),
        "pairing": section.format, "rounds": section.rounds, "round": posted, "matches": section.matches,
        "match_points": section.match_points, "first_table": section.first_table, "colours": section.colours, "settings": settings,
    })).collect();
    let table = Table::of("Sections", sections)
        .column(Column::short("Section").naming(), |(section, ..)| Cell::text(&section.name))
        .column(Column::short("Grades"), |(section, ..)| Cell::maybe(&grades(section)))
        .column_if(
            tournament.sections.iter().any(|section| section.rating_limit().is_some()),
            Column::short("Ratings"),
            |(section, ..)| Cell::maybe(&section.rating_limit()),
        )
        .column(Column::number("Teams"), |(section, ..)| Cell::whole(teams(section)))
        .column(Column::short("Format"), |(section, ..)| Cell::text(option_name(section.format)))
        .column(Column::short("Rounds"), |(section, _, posted)| {
            Cell::text(section.rounds.map_or_else(|| format!("{posted}"), |rounds| format!("{posted} of {rounds}")))
        })
        .column(Column::number("Matches"), |(section, ..)| Cell::whole(section.matches))
        .column(Column::short("Schools"), |(_, settings, _)| Cell::text(option_name(settings.pairing.school_mode)))
        .column(Column::text("Tie-breaks in order"), |(section, settings, _)| {
            Cell::text(tiebreaks_in_order(section, settings))
        });
    desk.listing(table.table(), json!({ "sections": json }))
}

/// Empty of a knockout, which has none.
fn tiebreaks_in_order(section: &Section, settings: &SectionSettings) -> String {
    let tiebreaks = settings.standings.tiebreaks.iter().filter(|_| section.format != Format::Knockout);
    list(tiebreaks.map(ToString::to_string))
}

fn add(desk: &mut Desk, name: &str, options: &Options) -> Result<Answer, Failure> {
    let name = name.trim();
    let mut section = Section::named(name);
    let mut settings = SectionSettings::default();
    // "K-6" as a name says which grades are meant; --grades says otherwise.
    section.grades = name.parse().ok();
    let by_name = section.grades.filter(|_| options.grades.is_none()).map(|grades| {
        let name = quoted(name);
        format!("\nGrades {grades} taken from the name. To change: {}", cmd!("section edit {name} --grades PK-12"))
    });
    options.apply(desk, &mut section, &mut settings)?;
    other_default_order(Format::default(), &section, &mut settings, options);
    let mut idle = idle(options, &section, &settings.pairing);
    idle.extend(forbidden_tiebreaks(options, &section, &settings));
    idle.extend(meets_again(desk, &section));
    let grades = section.grades.map(|g| g.to_string());
    let places = match section.format {
        Format::Knockout => "places depend on how far a team gets: a knockout has no tie-breaks".to_owned(),
        _ => format!("tie-breaks in order: {}", tiebreaks_in_order(&section, &settings)),
    };
    sections::add(&mut desk.event, section, settings.clone()).or_refuse(desk)?;
    let named = named_finalists(desk, name, options)?;
    let summary =
        format!("added section {name}{}", grades.as_ref().map(|g| format!(", grades {g}")).unwrap_or_default());
    let text = format!("{summary}{}\n{places}", by_name.unwrap_or_default());
    Ok(Answer::noted(text, json!({ "section": name, "grades": grades }), summary)
        .with_remarks(idle)
        .with_remarks(named))
}

/// Admits the teams that were named for a final.
fn named_finalists(desk: &mut Desk, section: &str, options: &Options) -> Result<Option<String>, Failure> {
    let Some(named) = &options.qualify else { return Ok(None) };
    let section = desk.section(Some(section))?.clone();
    let teams = desk.teams(named)?;
    let finalists = desk.event.name_finalists(&section, &teams).or_refuse(desk)?;
    Ok(Some(remarks::in_words(desk, &section, 1, &Remark::Qualified(finalists))))
}

fn edit(desk: &mut Desk, name: &str, rename: Option<&str>, options: &Options) -> Result<Answer, Failure> {
    let mut section = desk.section(Some(name))?.clone();
    let mut settings = desk.settings(section.id);
    let before = (section.clone(), settings.clone());
    let mut remarks = Vec::new();
    if let Some(new_name) = rename {
        section.name = new_name.trim().to_owned();
        let meant = section
            .name
            .parse::<GradeRange>()
            .ok()
            .filter(|meant| options.grades.is_none() && section.grades != Some(*meant));
        remarks.extend(meant.map(|meant| {
            let takes = section.grades.map_or_else(|| "every grade".to_owned(), |grades| format!("grades {grades}"));
            format!(
                "it still takes {takes}; to change that: {}",
                cmd!("section edit {} --grades {meant}", quoted(&section.name))
            )
        }));
    }
    options.apply(desk, &mut section, &mut settings)?;
    remarks.extend(other_default_order(before.0.format, &section, &mut settings, options));
    remarks.extend(idle(options, &section, &settings.pairing));
    remarks.extend(forbidden_tiebreaks(options, &section, &settings));
    remarks.extend(meets_again(desk, &section).filter(|_| meets_again(desk, &before.0).is_none()));
    let mut changed = differences(desk, &before.0, &section);
    changed.extend(settings_in_words(&before.1, &settings));
    sections::edit(&mut desk.event, &section, &settings).or_refuse(desk)?;
    let summary = if before == (section.clone(), settings.clone()) {
        format!("section {} stays as it is", section.name)
    } else {
        format!("changed section {}", section.name)
    };
    let text: String =
        std::iter::once(summary.clone()).chain(changed.iter().map(|line| format!("\n  {line}"))).collect();
    remarks.extend(named_finalists(desk, &section.name, options)?);
    let is_planned = options.rounds.is_some() || options.pairing.is_some();
    let over = desk.played_out(&section).filter(|_| is_planned);
    remarks.extend(over.map(|(teams, rounds)| played_out(teams, rounds)));
    remarks.extend(proposed(desk, &section).map(|proposed| proposed.sentence));
    if options.grades.is_some() || options.rating_under.is_some() || options.rating_sum_under.is_some() {
        remarks.extend(misfits(desk, &section));
    }
    let is_rescored = settings.pairing.bye_points != before.1.pairing.bye_points;
    let rescored = rescored_byes(desk, &section).filter(|_| is_rescored);
    let json = json!({ "section": section.name, "changed": changed });
    Ok(Answer::noted(text, json, summary).touches(rescored).with_remarks(remarks))
}

/// The odd team's byes that were given, and what each scores now.
fn rescored_byes(event: &Event, section: &Section) -> Option<String> {
    let byes = event.tournament().rounds_of(section.id).flat_map(|round| {
        let is_odd = |seat: &Assignment| matches!(seat, Assignment::Bye { assigned: true, .. });
        let odd = round.assignments.iter().filter(move |(_, seat)| is_odd(seat));
        odd.map(|(team, _)| format!("{} in round {}", event.name_of(*team), round.number))
    });
    let byes = list(byes);
    let points = points_shown(event.assigned_bye(section), section.match_points);
    (!byes.is_empty()).then(|| format!("the odd team's byes given so far now score {points}: {byes}"))
}

/// What differs between two states of a section, with old and new values.
fn differences(desk: &Desk, was: &Section, now: &Section) -> Vec<String> {
    fn shown<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
    }
    let facts = |section: &Section| {
        let finalists = section
            .qualified_from
            .and_then(|(from, top)| desk.tournament().section(from).map(|from| format!("{top} of {}", from.name)));
        [
            ("name", section.name.clone()),
            ("grades", shown(section.grades)),
            ("ratings", shown(section.rating_limit())),
            ("pairing", option_name(section.format)),
            ("rounds", shown(section.rounds)),
            ("matches", section.matches.to_string()),
            ("match points", option_name(section.match_points)),
            ("first table", shown(section.first_table)),
            ("colors", option_name(section.colours)),
            ("finalists", shown(finalists)),
        ]
    };
    let pairs = facts(was).into_iter().zip(facts(now)).filter(|(was, now)| was != now);
    pairs.map(|((what, was), (_, now))| changed(what, &was, &now)).collect()
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
    if options.tiebreaks.is_some() || *tiebreaks != was || was == now {
        return None;
    }
    *tiebreaks = now;
    let sentence = format!("tie-breaks in order: {}", list(tiebreaks.iter().map(|t| t.to_string())));
    (section.format != Format::Knockout).then_some(sentence)
}

/// That two teams play more than the rulebook has them play, who meet in one match only.
fn meets_again(event: &Event, section: &Section) -> Option<String> {
    let rules = &event.rulebook.discipline;
    let rule = rules.source.cite(&Some(rules.match_end.one_meeting.clone()?));
    let twice = section.matches > 1 || section.format == Format::DoubleRoundRobin;
    twice.then(|| {
        format!("the rulebook has two teams play just one match ({rule}); playing two here is the organizer's choice")
    })
}

fn merge(desk: &mut Desk, from: &str, into: &str) -> Result<Answer, Failure> {
    let (from, into) = (desk.section(Some(from))?.clone(), desk.section(Some(into))?.clone());
    let before = desk.event.clone();
    let teams = sections::merge(&mut desk.event, from.id, into.id).or_refuse(desk)?;
    let mut touched = touched_by_merge(&before, &from, &into);
    touched.extend(joined_rounds(&before, &from, &into));
    let teams_before = &before.tournament().teams;
    touched.extend(teams_before.iter().filter_map(|team| name_taken_remark(&team.name, desk.name_of(team.id))));
    if desk.latest_round(into.id).is_none() {
        touched.extend(round_one(desk, into.id));
    }
    touched.extend(served_before(desk, from.id, &[into.id])?);
    let summary =
        format!("moved {} from {} into {} and removed {}", counted(teams, "team"), from.name, into.name, from.name);
    Ok(Answer::done(summary, json!({ "section": into.name, "teams_moved": teams })).touches(touched))
}

fn split(desk: &mut Desk, name: &str, size: u32) -> Result<Answer, Failure> {
    let section = desk.section(Some(name))?.clone();
    let before = desk.event.clone();
    let groups = sections::split(&mut desk.event, section.id, size).or_refuse(desk)?;
    let (mut touched, mut made) = (Vec::new(), Vec::new());
    for (id, teams) in &groups {
        let (name, strongest) = (desk.section_name(*id), teams.first().map_or("", |team| desk.name_of(*team)));
        touched.push(format!("{name}: {}, top seed {strongest}", counted(teams.len(), "team")));
        made.push(json!({ "section": name, "teams": teams.len() }));
    }
    touched.extend(left_alone(&before, section.id));
    let prizes: Vec<&String> = prizes_of(&before, section.id).collect();
    if !prizes.is_empty() {
        let all = counted(prizes.len() * made.len(), "prize");
        touched.push(format!("each of them awards {}: {all} in all", list(prizes)));
    }
    let officials = officials_of(&before, section.id);
    if !officials.is_empty() {
        touched.push(format!("officials for each of them: {officials}"));
    }
    let groups_of: Vec<SectionId> = groups.iter().map(|(id, _)| *id).collect();
    touched.extend(served_before(desk, section.id, &groups_of)?);
    touched.extend(groups.iter().flat_map(|(id, _)| round_one(desk, *id)));
    let summary = format!("split {} into {} of {size} by rating", section.name, counted(made.len(), "section"));
    Ok(Answer::done(summary, json!({ "sections": made })).touches(touched))
}

fn remove(desk: &mut Desk, name: &str) -> Result<Answer, Failure> {
    let section = desk.section(Some(name))?.clone();
    let touched = [lost_prizes(desk, &section), left_alone(desk, section.id)];
    sections::remove(&mut desk.event, section.id).or_refuse(desk)?;
    let left = served_before(desk, section.id, &[])?;
    let answer = Answer::done(format!("removed section {}", section.name), json!({ "section": section.name }));
    Ok(answer.with_remarks(touched.into_iter().flatten()).with_remarks(left))
}

fn prizes_of(event: &Event, section: SectionId) -> impl Iterator<Item = &String> {
    event.facts.prizes.iter().filter(move |prize| prize.section == section).map(|prize| &prize.name)
}

fn officials_of(event: &Event, section: SectionId) -> String {
    let officials = event.tournament().officials.iter().filter(|official| official.section == Some(section));
    list(officials.map(|official| &official.name))
}

fn alone_in(event: &Event, section: SectionId) -> usize {
    event.tournament().alone().filter(|child| child.section == Some(section)).count()
}

fn left_alone(event: &Event, section: SectionId) -> Option<String> {
    let alone = alone_in(event, section);
    (alone > 0).then(|| format!("{alone} without a partner won't be in any section: {}", cmd!("partner list")))
}

fn lost_prizes(event: &Event, section: &Section) -> Option<String> {
    let lost = list(prizes_of(event, section.id));
    (!lost.is_empty()).then(|| format!("the {} prizes are dropped: {lost}", section.name))
}

/// What becomes of rounds that are posted.
fn joined_rounds(event: &Event, from: &Section, into: &Section) -> Option<String> {
    let [theirs, ours] = [from, into].map(|section| event.posted_rounds(section.id));
    let [fewer, more] = if theirs < ours { [(from, theirs), (into, ours)] } else { [(into, ours), (from, theirs)] };
    let without = match fewer.1 == more.1 {
        true => String::new(),
        false => format!(
            "; the {} teams didn't play in round {} and have no points for it",
            fewer.0.name,
            span(fewer.1 + 1, more.1)
        ),
    };
    (more.1 > 0).then(|| format!("rounds are combined by number: opponents and results are kept{without}"))
}

/// What a merge touches beside the teams: seeds, check-in, the odd team, prizes, officials, sheets.
fn touched_by_merge(event: &Event, from: &Section, into: &Section) -> Vec<String> {
    let tournament = event.tournament();
    let mut touched = Vec::new();
    let next = [from, into].map(|section| event.latest_round(section.id).map_or(1, |round| round.number + 1));
    let to_come = next[0].max(next[1]);
    let playing = |of: &Section| -> Vec<&Team> {
        let teams = tournament.teams_in(of.id);
        teams.filter(|team| !tournament.has_left(team, of.id, to_come)).collect()
    };
    // Teams that were admitted to a final stay where they are at home.
    let coming: Vec<&Team> = playing(from).into_iter().filter(|team| team.section == from.id).collect();
    let there = playing(into);
    let all = || coming.iter().chain(&there);
    let count = all().count();
    let asked = all().flat_map(|team| {
        let rounds = team.requested_byes.iter().map(|(round, _)| *round).filter(|round| *round >= to_come);
        rounds.map(|round| format!("{} in round {round}", team.name))
    });
    let byes = match (list(asked), count % 2) {
        (asked, _) if !asked.is_empty() => {
            format!("bye requests: {asked}; if that leaves an odd number, one more team has a bye")
        }
        (_, 1) => "one has a bye each round".to_owned(),
        _ => "nobody has a bye".to_owned(),
    };
    touched.push(format!(
        "{} will have {} instead of {}, seeded together; {byes}",
        into.name,
        counted(count, "team"),
        there.len()
    ));
    let unseen = all().filter(|team| !event.is_seen(team)).count();
    if unseen > 0 && all().any(|team| team.checked_in) {
        let are = if unseen == 1 { "is" } else { "are" };
        touched.push(format!(
            "{unseen} of them {are} not checked in and would not be paired: {}",
            cmd!("check-in --list")
        ));
    }
    let alone = alone_in(event, from.id);
    if alone > 0 {
        touched.push(match alone {
            1 => "1 child without a partner moves too".to_owned(),
            _ => format!("{alone} children without a partner move too"),
        });
    }
    touched.extend(lost_prizes(event, from));
    let times = list(tournament.timetable(from.id).map(|time| time.starts.to_string()));
    if !times.is_empty() {
        touched.push(format!("the {} start times are dropped: {times}", from.name));
    }
    let officials = officials_of(event, from.id);
    if !officials.is_empty() {
        touched.push(format!("{officials} will cover {}", into.name));
    }
    touched
}

/// What the section would be if it were paired now.
fn round_one(desk: &Desk, section: SectionId) -> Vec<String> {
    let tournament = desk.tournament();
    let Some(section) = tournament.section(section) else { return Vec::new() };
    let name = |id| tournament.team(id).map_or("", |team| team.name.as_str());
    let consent = Consent { rematch: true, second_bye: true };
    let Ok(proposal) = desk.propose(section, 1, consent) else { return Vec::new() };
    let pairs =
        proposal.pairs.iter().take(SHOWN).map(|(first, second)| format!("{} – {}", name(*first), name(*second)));
    let more = proposal.pairs.len().saturating_sub(SHOWN);
    let more = (more > 0).then(|| format!("and {more} more"));
    let bye = proposal.bye.map(|team| format!("bye {}", name(team)));
    let clashes = proposal.pairs.iter().filter(|(one, other)| tournament.share_a_school([*one, *other])).count();
    let mut lines = vec![format!("{}: round 1 would be {}", section.name, list(pairs.chain(more).chain(bye)))];
    let of_one_school =
        if clashes == 1 { "one of these pairs is".to_owned() } else { format!("{clashes} of these pairs are") };
    lines.extend((clashes > 0).then(|| format!("{}: {of_one_school} from the same school", section.name)));
    lines.extend(proposed(desk, section).map(|proposed| proposed.sentence));
    lines
}
