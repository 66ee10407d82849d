//! Why a round cannot be paired, in sentences with what to type instead.

use crate::cli::command_text::{CommandText, cmd};
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::wording::{counted, first_of, list, quoted, span};
use crate::event::Event;
use crate::event::presence::Unmet;
use crate::pairing::{SchoolMode, System, swiss};
use crate::tournament::{Format, Section, SectionId, TableNumber, TeamId, TeamStatus};
use serde_json::json;

/// What the best pairing breaks: who would meet again, and who would sit out again.
pub fn broken(
    rematches: &[(usize, usize, Vec<u32>)],
    second_bye: Option<usize>,
    system: System,
    name: impl Fn(usize) -> String,
) -> Vec<String> {
    let again = |(a, b, rounds): &(usize, usize, Vec<u32>)| {
        let rounds = list(rounds.iter().map(u32::to_string));
        format!("{} and {} would meet again (met in round {rounds}) ({})", name(*a), name(*b), system.rematch_rule())
    };
    let bye = |team| format!("{} would get a second full bye ({})", name(team), system.second_bye_rule());
    rematches.iter().map(again).chain(second_bye.map(bye)).collect()
}

/// A round that would leave a team out, or lines or a schedule drawn for good, while teams are only not checked in.
pub fn out_for_absent(
    event: &Event,
    (id, round): (SectionId, u32),
    bye: Option<TeamId>,
    absent: &[TeamId],
    given: &[&str],
) -> Failure {
    let section = event.section_name(id);
    let named = list(absent.iter().map(|team| format!("{} ({team})", event.name_of(*team))));
    let first = absent[0].to_string();
    let here = command(["check-in", &first]);
    let anyway = pair_line(section, given, "--anyway");
    let (problem, instead) = match bye {
        Some(bye) => {
            let problem = format!("would leave {} out while other teams aren't checked in", event.name_of(bye));
            (problem, format!("if none of them are: {anyway}"))
        }
        None => (
            "sets the pairings for every round, and some teams aren't checked in".to_owned(),
            format!(
                "to withdraw a team that isn't coming: {}; to include them all: {anyway}",
                command(["team", "withdraw", &first])
            ),
        ),
    };
    Failure::forbidden(format!("round {round} of {section} {problem}"))
        .hint(format!("to check in a team that's here: {here}; {instead}\n\nnot checked in: {named}"))
        .details(json!({ "not_checked_in": absent }))
}

/// Why the pairing system makes no pairing of a round.
pub fn unpairable(event: &Event, id: SectionId, round: u32, why: &swiss::Refusal, given: &[&str]) -> Failure {
    let (section, settings) = (event.section_name(id), event.settings(id).pairing);
    let (system, typed) = (settings.system, quoted(section));
    let teams: Vec<&str> = event.tournament().ever_in(id).map(|team| team.name.as_str()).collect();
    match why {
        swiss::Refusal::NeedsConsent { rematches, second_bye, .. } => {
            let broken = broken(rematches, *second_bye, system, |team| teams[team].to_owned());
            let flags = [(!rematches.is_empty(), "--allow-rematch"), (second_bye.is_some(), "--allow-second-bye")];
            let is_missing = |(needed, flag): &(bool, &str)| *needed && !given.contains(flag);
            let flags: Vec<&str> = flags.into_iter().filter(is_missing).map(|(_, flag)| flag).collect();
            Failure::forbidden(format!(
                "round {round} of {section} cannot be paired by the rules: {}",
                broken.join("; ")
            ))
            .hint(format!(
                "end after {}: {}; or allow it: {}{}",
                counted(round as usize - 1, "round"),
                cmd!("section edit {typed} --rounds {}", round - 1),
                pair_line(section, given, &flags.join(" ")),
                if system == System::Us { "; next time, play that many rounds as a round robin (29K)" } else { "" }
            ))
        }
        swiss::Refusal::NoPairing { stranded } => {
            let stranded = list(stranded.iter().map(|team| teams[*team]));
            Failure::forbidden(format!(
                "round {round} of {section} has no allowed pairing: no opponent is left for {stranded}"
            ))
            .hint(match settings.school_mode {
                SchoolMode::Forbid => {
                    format!(
                        "let teams from the same school meet if nothing else is possible: {}; or drop a do-not-pair: {}",
                        cmd!("section edit {typed} --school-mode avoid"),
                        cmd!("pairing allow T1 T2")
                    )
                }
                _ => format!("drop a do-not-pair with {}", cmd!("pairing allow T1 T2")),
            })
        }
        swiss::Refusal::TooEntangled { .. } => Failure::forbidden(format!("round {round} of {section}: {why}"))
            .hint(cmd!("section edit {typed} --school-mode ignore").to_string()),
        swiss::Refusal::TiesOpen { ties } => {
            let against = |(a, b): &(usize, usize)| format!("{} against {}", teams[*a], teams[*b]);
            Failure::forbidden(format!("the knockout is waiting for {}", first_of(ties.iter().map(against)))).hint(
                format!(
                    "a drawn match is replayed with sides swapped: enter the replay at the same table with {}",
                    cmd!("result TABLE RESULT")
                ),
            )
        }
        swiss::Refusal::Over { rounds } => {
            let of_event = event.tournament().section(id);
            let winners = of_event.and_then(|section| event.knockout_places(section, u32::MAX)?.into_iter().next());
            let message = match (winners, of_event.map(|section| section.format)) {
                (Some(winners), _) => {
                    format!(
                        "the knockout is over; it was won by {}",
                        list(winners.iter().map(|team| event.name_of(*team)))
                    )
                }
                (None, Some(Format::Quads)) => format!("the quads of {section} are finished"),
                _ => {
                    let late = of_event.map_or_else(Vec::new, |section| not_met_by_latecomers(event, section));
                    match late.is_empty() {
                        true => format!("everyone in {section} has played everyone: the schedule has {rounds} rounds"),
                        false => format!("the {section} schedule has {rounds} rounds, and {}", late.join("; ")),
                    }
                }
            };
            Failure::forbidden(message).hint(format!("to see the final standings: {}", cmd!("standings {typed}")))
        }
    }
}

/// What helps a section of which fewer than two teams are left: each as it is said, and the first of it as it is typed.
pub fn too_few(event: &Event, section: &Section) -> (Vec<String>, CommandText) {
    let (tournament, posted) = (event.tournament(), event.posted_rounds(section.id));
    let source = section.qualified_from.map(|(source, _)| source);
    let end = command(["section", "edit", &section.name, "--rounds", &posted.to_string()]);
    let left = tournament.teams.iter().filter(|team| [Some(section.id), source].contains(&Some(team.section)));
    let left: Vec<TeamId> =
        left.filter(|team| tournament.status(team) == TeamStatus::Withdrawn).map(|team| team.id).collect();
    let back = match left[..] {
        [team] => cmd!("team return {team}"),
        _ => cmd!("team return TEAM"),
    };
    let ways = [
        (posted > 0, format!("end after {}: {end}", counted(posted as usize, "round")), end),
        (
            source.is_none(),
            format!("enter teams with {} or {}", cmd!("import FILE"), cmd!("team add --help")),
            command(["import", "FILE", "--section", &section.name]),
        ),
        (!left.is_empty(), format!("to bring back a team that left: {back}"), back),
    ];
    let (mut said, mut typed): (Vec<String>, Vec<CommandText>) =
        ways.into_iter().filter_map(|(helps, said, typed)| helps.then_some((said, typed))).unzip();
    if source.is_some() && posted == 0 {
        said.push(format!("name two or more teams: {}", command(["pair", &section.name]).and("--qualify T1,T2")));
    }
    let first = if typed.is_empty() { cmd!("team list") } else { typed.swap_remove(0) };
    (said, first)
}

/// Whom the teams that came after a schedule was made have not met, with the match that the posted round still has room for.
fn not_met_by_latecomers(event: &Event, section: &Section) -> Vec<String> {
    let sentence = |Unmet { late, missed, free }: Unmet| {
        let seat = free.map_or_else(String::new, |team| {
            format!(
                " ({} pairs them with {} in the last round)",
                cmd!("pairing add {late} {team}"),
                event.name_of(team)
            )
        });
        let names = first_of(missed.iter().map(|team| event.name_of(*team)));
        format!("{} joined after it was made and hasn't played {names}{seat}", event.name_of(late))
    };
    event.unmet_by_latecomers(section).into_iter().map(sentence).collect()
}

/// `bughouse pair SECTION` with the options that were given and one more.
pub fn pair_line(section: &str, given: &[&str], option: &str) -> String {
    let words = given.iter().copied().chain([option]).collect::<Vec<_>>().join(" ");
    cmd!("pair {} {words}", quoted(section)).to_string()
}

/// That a round has no such table, and which it has.
pub fn no_table(event: &Event, table: TableNumber, round: Option<u32>) -> Failure {
    let tournament = event.tournament();
    let posted: Vec<_> = tournament.sections.iter().filter_map(|s| tournament.rounds_of(s.id).last()).collect();
    if posted.is_empty() {
        let pair = command(std::iter::once("pair").chain(tournament.sections.first().map(|s| s.name.as_str())));
        return Failure::mistyped(format!("there is no table {table}: no round is posted"))
            .hint(format!("pair one with {pair}"));
    }
    let tables = posted.iter().filter_map(|r| {
        let section = tournament.section(r.section)?;
        let (name, called) = (&section.name, event.round_called(section, r.number));
        let tables: Vec<_> = r.tables().iter().map(|(table, _)| *table).collect();
        let many = if tables.len() == 1 { "table" } else { "tables" };
        Some(format!("{name} {}: {many} {}", called.trim_start_matches("the "), rows(&tables)))
    });
    if let (None, Some((section, earlier))) = (round, event.rounds_with(table).next()) {
        let teams = earlier.teams_at(table).map(|teams| teams.map(|team| event.name_of(team)).join(" - "));
        let (name, number) = (&section.name, earlier.number);
        let called = event.round_called(section, number);
        let was = format!("it was in {called} of {name} ({}): add --round {number}", teams.unwrap_or_default());
        let current = list(tables);
        return Failure::mistyped(format!("there is no table {table} in the current round of {name}"))
            .hint(format!("{was} if that's the one you mean; now posted: {current}"));
    }
    let which = round.map(|n| format!(" in round {n}")).unwrap_or_default();
    Failure::mistyped(format!("there is no table {table}{which}")).hint(list(tables))
}

/// Tables in order, those beside each other as one: `1-8, 12`.
fn rows(tables: &[TableNumber]) -> String {
    let rows = tables.chunk_by(|one, next| one.0 + 1 == next.0);
    list(rows.filter_map(|row| Some(span(row.first()?.0, row.last()?.0))))
}

/// How many rounds are planned; 0 where that is open.
pub fn planned(event: &Event, section: SectionId) -> u32 {
    event.tournament().section(section).and_then(|section| section.rounds).unwrap_or_default()
}

/// Tables, as one speaks of them: `table 7`, `tables 7, 12`.
pub fn tables_named(tables: &[TableNumber]) -> String {
    let many = if tables.len() == 1 { "" } else { "s" };
    format!("table{many} {}", list(tables.iter().map(ToString::to_string)))
}
