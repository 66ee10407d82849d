//! The prizes of a section and who won them, in words.

use crate::cli::wording::list;
use crate::event::Event;
use crate::report::{points_shown, prizes as sheet};
use crate::standings::prizes::{Award, Kind, Winner};
use crate::tournament::{Format, HalfPoints, Section};

/// Every prize of a section with its winner, most valuable first.
pub fn given(event: &Event, section: &Section) -> sheet::Given {
    let won_by = event.awards(section);
    let is_finished = event.is_finished(section);
    let reached = event.reached(section, event.standing_round(section));
    let shown = |won: &Award| {
        let prize = &won_by.prizes[won.prize];
        let points = |points: HalfPoints| match points_shown(points, section.match_points).as_str() {
            one @ ("¼" | "½" | "¾" | "1") => format!("{one} point"),
            several => format!("{several} points"),
        };
        // In a knockout a place is told by how far the team came, and points decide nothing.
        let with = |index: usize| match reached.get(&won_by.team(index)) {
            Some(reached) => reached.shown(),
            None => won_by.line(index).map(|line| points(line.points)).unwrap_or_default(),
        };
        let names = |teams: &[usize]| list(teams.iter().map(|at| event.name_of(won_by.team(*at))));
        let base = |note: String| sheet::Award {
            prize: prize.name.clone(),
            team: None,
            winner: None,
            note,
            share: None,
            provisional: false,
            open: false,
        };
        let to = |index: usize, note: String| sheet::Award {
            team: Some(won_by.team(index)),
            provisional: won_by.is_open(index) || !is_finished,
            open: won_by.is_open(index),
            ..base(note)
        };
        match &won.winner {
            Winner::Team(index) if prize.kind == Kind::Special => {
                vec![sheet::Award { team: Some(won_by.team(*index)), ..base(String::new()) }]
            }
            Winner::Team(index) => vec![to(*index, with(*index))],
            Winner::Shared { teams, pool } => {
                let (total, share) = won_by.share(pool, teams.len());
                let worth = share.map_or_else(String::new, |share| format!(", {share:.2} each of {total}"));
                let one = |index: &usize| {
                    let note = format!("{}, shared by {}{worth}", with(*index), teams.len());
                    sheet::Award { share, ..to(*index, note) }
                };
                teams.iter().map(one).collect()
            }
            Winner::InPoolOf(first) => {
                vec![base(format!("used up by the teams that share {}", won_by.prizes[*first].name))]
            }
            Winner::Undecided(teams) => vec![match teams.as_slice() {
                [only] => base(format!("{} wins it unless a play-off gives it a better prize", names(&[*only]))),
                _ if section.format == Format::Knockout && !is_finished => {
                    base(format!("still to be played out between {}", names(teams)))
                }
                _ => base(format!("a play-off decides between {}", names(teams))),
            }],
            Winner::School(school) => {
                let name = event.tournament().school(school.school).map(|s| s.name.clone());
                vec![sheet::Award {
                    winner: name,
                    ..base(format!("{} by {}", points(school.points), names(&school.teams)))
                }]
            }
            Winner::UndecidedSchools(schools) => {
                let names: Vec<&str> = schools
                    .iter()
                    .filter_map(|s| event.tournament().school(s.school))
                    .map(|s| s.name.as_str())
                    .collect();
                vec![base(format!("level: {}", names.join(", ")))]
            }
            Winner::Nobody => vec![base("nobody yet".to_owned())],
        }
    };
    sheet::Given {
        awards: won_by.awards.iter().flat_map(shown).collect(),
        read_aloud: won_by.ceremony().into_iter().flat_map(shown).collect(),
        trophies: won_by.trophies(),
        unfinished: (!is_finished)
            .then(|| format!("{} of {} rounds played", event.standing_round(section), event.rounds_to_play(section))),
    }
}
