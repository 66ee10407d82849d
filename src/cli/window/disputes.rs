//! What was reported of matches and is not filed: each beside what is on file, with the buttons that settle it, and the page that has it open.

use super::address::encoded;
use super::grid::{Grid, Row};
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::open_reports;
use crate::tournament::SectionId;
use std::collections::BTreeSet;

/// A match with reports that wait.
pub struct Waiting {
    pub section: String,
    /// `K-6, round 2`
    pub place: String,
    pub row: Row,
    /// The grid, opened at it.
    pub href: String,
}

impl Waiting {
    pub fn is_disputed(&self) -> bool {
        self.row.state == "disputed"
    }

    /// What is said of it, each version once: `Table 4: Rooks won, or Kings won`.
    pub fn sentence(&self) -> String {
        let filed = Some(self.row.outcome.clone()).filter(|_| !self.row.filed.is_empty());
        let mut versions: Vec<String> = Vec::new();
        for version in filed.into_iter().chain(self.row.reports.iter().map(|report| report.outcome.clone())) {
            if !versions.contains(&version) {
                versions.push(version);
            }
        }
        format!("{}, table {}: {}", self.section, self.row.place, versions.join(", or "))
    }
}

/// All of them, those that differ first.
pub fn waiting(desk: &mut Desk) -> Result<Vec<Waiting>, Failure> {
    let rounds: BTreeSet<(u32, u32)> =
        open_reports::open(desk)?.into_iter().map(|report| (report.section, report.round)).collect();
    let mut waiting = Vec::new();
    for (section, round) in rounds {
        let Some(name) = desk.tournament().section(SectionId(section)).map(|section| section.name.clone()) else {
            continue;
        };
        let Some(grid) = Grid::of(desk, &name, Some(round))? else { continue };
        let of_round = if grid.is_latest { String::new() } else { format!("&round={round}") };
        for row in grid.rows.into_iter().filter(|row| !row.reports.is_empty()) {
            let href = format!(
                "/at/round?section={}{of_round}&tab=Results&pick={place}#t{place}",
                encoded(&name),
                place = row.place
            );
            waiting.push(Waiting { section: name.clone(), place: grid.heading.clone(), row, href });
        }
    }
    waiting.sort_by_key(|one| !one.is_disputed());
    Ok(waiting)
}
