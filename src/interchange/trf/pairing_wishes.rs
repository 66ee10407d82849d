//! What a file says of rounds to come: absences, forbidden pairs, virtual points.

use super::complaint::Complaint;
use super::event::Acceleration;
use super::event::Announced;
use super::event::Entrant;
use super::event::Forbidden;
use super::records::Named;
use super::scan::Scan;
use super::scoring;
use super::teams;
use crate::tournament::ByePoints;
use crate::tournament::HalfPoints;

/// The wishes, resolved to entrants.
#[derive(Default)]
pub struct Wishes {
    /// Byes for rounds to come.
    pub announced: Vec<Announced>,
    pub forbidden: Vec<Forbidden>,
    pub accelerated: Vec<Acceleration>,
}

/// Resolves every number; unknown ones are complained of.
pub fn resolve(scan: &Scan<'_>, entrants: &[Entrant], rounds: u32, complaints: &mut Vec<Complaint>) -> Wishes {
    let mut wishes = Wishes::default();
    let mut known =
        |named: &Named| teams::index_of(entrants, *named).map_err(|complaint| complaints.push(complaint)).ok();
    for (kind, round, named) in &scan.byes {
        let Some(entrant) = known(named).filter(|_| *round > rounds) else { continue };
        let points = match kind {
            'F' => ByePoints::Full,
            'H' => ByePoints::Half,
            _ => ByePoints::Zero,
        };
        wishes.announced.push(Announced { entrant, round: *round, points });
    }
    for entrant in scan.absent.iter().filter_map(&mut known) {
        wishes.announced.push(Announced { entrant, round: rounds + 1, points: ByePoints::Zero });
    }
    for (from, to, group) in &scan.forbidden {
        let group: Vec<usize> = group.iter().filter_map(&mut known).collect();
        for (at, one) in group.iter().enumerate() {
            wishes.forbidden.extend(group[at + 1..].iter().map(|other| Forbidden {
                pair: (*one, *other),
                from: *from,
                to: *to,
            }));
        }
    }
    for (who, points) in &scan.virtual_points {
        let Some(entrant) = known(who) else { continue };
        for (round, points) in (1..).zip(points) {
            wishes.accelerated.push(Acceleration { entrant, round, points: half_points(*points, scan) });
        }
    }
    for (points, from, to, first, last) in &scan.accelerated {
        let group = entrants.iter().enumerate().filter(|(_, e)| (*first..=*last).contains(&e.number));
        for (entrant, _) in group {
            let points = half_points(*points, scan);
            let last = (*to).min(scan.planned.unwrap_or(99));
            wishes.accelerated.extend((*from..=last).map(|round| Acceleration { entrant, round, points }));
        }
    }
    wishes
}

/// Hundredths of the file's points as half points of a match.
fn half_points(hundredths: i64, scan: &Scan<'_>) -> HalfPoints {
    let win =
        if scan.teams.is_empty() { scan.scoring.win } else { scan.match_scoring.unwrap_or(scoring::MATCH_SCORING)[0] };
    HalfPoints((hundredths * 2 / win.max(1)) as i32)
}
