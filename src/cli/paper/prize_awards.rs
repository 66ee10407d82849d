//! Who won which prize of a section, by its standings, play-offs and rules.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::event::{StoredPlayOff, StoredPrize};
use crate::report::{points_shown, prizes as sheet};
use crate::standings::prizes::{
    Award, Contender, Kind, PlayOff, PlayOffMatch, Prize, Winner, award, ceremony, trophies,
};
use crate::tournament::{Format, HalfPoints, Section, SectionId, TeamStatus};
use std::collections::BTreeSet;

/// Every prize of a section with its winner, most valuable first.
pub fn given(desk: &mut Desk, section: &Section) -> Result<sheet::Given, Failure> {
    let stored: Vec<StoredPrize> = desk.facts.prizes.iter().filter(|p| p.section == section.id).cloned().collect();
    let after = desk.standing_round(section);
    let field = desk.field(section, after);
    let mut lines = desk.table(section, after);
    if section.format == Format::Knockout {
        // Who went out together is level: there the tie-breaks decide nothing.
        lines.iter_mut().for_each(|line| line.tiebreaks.clear());
    }
    let at = |team| field.entries.iter().position(|e| e.record.team == team);
    // Teams that came after the quads were made are listed behind them, and are no group with a first place.
    let made = u32::try_from(desk.quads(section).len()).unwrap_or(u32::MAX);
    let groups: BTreeSet<u32> =
        lines.iter().map(|line| line.group).filter(|group| (1..=made).contains(group)).collect();
    let prize = |p: &StoredPrize| Prize {
        name: p.name.clone(),
        value: p.value,
        beside_others: p.beside_others,
        named_winner: p.winner.and_then(at),
        ..Prize::new(p.kind)
    };
    // Every group has its own first place.
    let of_groups = |p: &StoredPrize| -> Vec<Prize> {
        let one = |group: &u32| Prize { name: format!("{}, group {group}", p.name), group: Some(*group), ..prize(p) };
        if matches!(p.kind, Kind::Place(_)) && !groups.is_empty() {
            groups.iter().map(one).collect()
        } else {
            vec![prize(p)]
        }
    };
    let prizes: Vec<Prize> = stored.iter().flat_map(of_groups).collect();
    let rules = desk.settings(section.id).prizes;
    let awards = award(
        &lines,
        &contenders(desk, section.id),
        &prizes,
        rules,
        &play_offs(&desk.facts.play_offs, section.id, &at),
    );
    let awaiting = desk.awaiting_appeal(section, after);
    let is_open = |index: usize| {
        lines.iter().any(|line| line.index == index && (line.provisional || awaiting.contains(&line.team)))
    };
    let shown = |won: &Award| {
        let prize = &prizes[won.prize];
        let team = |index: usize| field.entries[index].record.team;
        let points = |points: HalfPoints| match points_shown(points, section.match_points).as_str() {
            one @ ("¼" | "½" | "¾" | "1") => format!("{one} point"),
            several => format!("{several} points"),
        };
        let with = |index: usize| {
            lines.iter().find(|line| line.index == index).map(|line| points(line.points)).unwrap_or_default()
        };
        let names =
            |teams: &[usize]| teams.iter().map(|t| desk.name_of(team(*t)).to_owned()).collect::<Vec<_>>().join(", ");
        let base = |note: String| sheet::Award {
            prize: prize.name.clone(),
            team: None,
            winner: None,
            note,
            provisional: false,
        };
        let to = |index: usize, note: String| sheet::Award {
            team: Some(team(index)),
            provisional: is_open(index),
            ..base(note)
        };
        match &won.winner {
            Winner::Team(index) if prize.kind == Kind::Special => {
                vec![sheet::Award { provisional: false, ..to(*index, String::new()) }]
            }
            Winner::Team(index) => vec![to(*index, with(*index))],
            Winner::Shared(teams) => {
                teams.iter().map(|index| to(*index, format!("shared, {}", with(*index)))).collect()
            }
            Winner::Undecided(teams) => vec![base(format!("a play-off decides between {}", names(teams)))],
            Winner::School(school) => {
                let name = desk.tournament().school(school.school).map(|s| s.name.clone());
                vec![sheet::Award {
                    winner: name,
                    ..base(format!("{} by {}", points(school.points), names(&school.teams)))
                }]
            }
            Winner::UndecidedSchools(schools) => {
                let names: Vec<&str> = schools
                    .iter()
                    .filter_map(|s| desk.tournament().school(s.school))
                    .map(|s| s.name.as_str())
                    .collect();
                vec![base(format!("level: {}", names.join(", ")))]
            }
            Winner::Nobody => vec![base("nobody yet".to_owned())],
        }
    };
    Ok(sheet::Given {
        awards: awards.iter().flat_map(shown).collect(),
        read_aloud: ceremony(&prizes, &awards).into_iter().flat_map(shown).collect(),
        trophies: trophies(&prizes, &awards),
    })
}

fn contenders(desk: &Desk, section: SectionId) -> Vec<Contender> {
    let tournament = desk.tournament();
    let contender = |team: &crate::tournament::Team| Contender {
        grade: tournament.partners(team).iter().filter_map(|p| p.grade).max(),
        rating: tournament.doubled_rating(team).map(|doubled| doubled / 2),
        schools: tournament.schools_of(team),
        ineligible: matches!(team.status(), TeamStatus::Expelled),
    };
    tournament.teams_in(section).map(contender).collect()
}

/// Play-offs of a section: matches whose teams hang together are one play-off.
fn play_offs(
    played: &[StoredPlayOff],
    section: SectionId,
    at: &dyn Fn(crate::tournament::TeamId) -> Option<usize>,
) -> Vec<PlayOff> {
    let mut offs: Vec<PlayOff> = Vec::new();
    for one in played.iter().filter(|p| p.section == section) {
        let (Some(a), Some(b)) = (at(one.teams[0]), at(one.teams[1])) else { continue };
        let mut joined = PlayOff { teams: vec![a, b], matches: Vec::new() };
        offs.retain(|off| {
            let touches = off.teams.contains(&a) || off.teams.contains(&b);
            if touches {
                joined.teams.extend(off.teams.iter().copied());
                joined.matches.extend(off.matches.iter().cloned());
            }
            !touches
        });
        joined.teams.sort_unstable();
        joined.teams.dedup();
        joined.matches.push(PlayOffMatch { teams: [a, b], result: Some(one.result) });
        offs.push(joined);
    }
    offs
}
