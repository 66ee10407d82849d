//! Documents: pairings, standings, crosstable, rosters; the hour in which the laptop dies, and the whole event, in one document each.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::device::doors;
use crate::cli::failure::Failure;
use crate::cli::matches::{as_on_slip, describe};
use crate::cli::moment::moment;
use crate::cli::refusal::OrRefuse;
use crate::cli::registration::team_names;
use crate::cli::traits::{Moment, Traits};
use crate::discipline::{Place, match_result};
use crate::report::director::Correction;
use crate::report::{Making, Report, Sheet, StandingsPart, pairings, teams};
use crate::standings::crosstable::Order;
use crate::store::{Entry, EntryKind, SlipChange};
use crate::tournament::{Assignment, MatchId, MatchResult, Round, Section, Slip, TeamId};
use clap::Args;
use rustc_hash::FxHashMap;

/// Show or print who plays whom, and where
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse pairings K-6 --by player -o round3.pdf")]
pub struct Pairings {
    /// The section
    section: Option<String>,
    /// The round [default: the latest posted]
    #[arg(long)]
    round: Option<u32>,
    /// How the sheet is sorted
    #[arg(long, value_name = "ORDER", default_value = "table")]
    by: pairings::Order,
    /// Only tables of the latest round that changed after it was posted
    #[arg(long, conflicts_with = "round")]
    changed: bool,
    /// Every section; by player or school, in one list
    #[arg(long, conflicts_with_all = ["section", "round", "changed"])]
    all: bool,
    /// The whole round in one file: by table, by player, and the slips
    #[arg(long, conflicts_with_all = ["by", "changed"])]
    packet: bool,
}

/// Show or print the standings
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse standings K-6 --after 3 -o standings.pdf")]
pub struct Standings {
    /// The section
    section: Option<String>,
    /// As they stood after this round
    #[arg(long, value_name = "ROUND")]
    after: Option<u32>,
    /// By grade, by rated or unrated, and by school
    #[arg(long, conflicts_with = "working")]
    by_class: bool,
    /// Each tie-break's arithmetic, round by round
    #[arg(long)]
    working: bool,
    /// Every section, one after the other
    #[arg(long, conflicts_with_all = ["section", "after"])]
    all: bool,
}

/// Show or print the wall chart; for a round robin, the crosstable
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse crosstable K-6 --by number -o wallchart.pdf")]
pub struct Crosstable {
    /// The section
    section: Option<String>,
    /// How the rows are sorted
    #[arg(long, value_name = "ORDER", default_value = "place")]
    by: Order,
    /// As it stood after this round
    #[arg(long, value_name = "ROUND")]
    after: Option<u32>,
    /// Every section, one after the other
    #[arg(long, conflicts_with_all = ["section", "after"])]
    all: bool,
}

/// Show or print the roster
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse teams K-6 --by school -o roster.pdf")]
pub struct Teams {
    /// The section [default: all]
    section: Option<String>,
    /// How it is sorted
    #[arg(long, value_name = "ORDER", default_value = "number")]
    by: teams::Order,
}

/// A sheet of every section that has a round, in one document.
pub fn of_all(desk: &mut Desk, sheet: impl Fn(&Desk, &Section, u32) -> Sheet) -> Result<Answer, Failure> {
    let sheets: Vec<Sheet> = latest_rounds(desk).iter().map(|(section, round)| sheet(desk, section, *round)).collect();
    let none = no_round(sheets.is_empty());
    Ok(desk.sheets(sheets)?.with_remarks(none))
}

fn no_round(is_empty: bool) -> Option<String> {
    is_empty.then(|| format!("no section has a round yet; {} pairs every section that is ready", cmd!("round")))
}

/// The sections that have a round, with their latest.
fn latest_rounds(desk: &Desk) -> Vec<(Section, u32)> {
    let latest = |section: &Section| Some((section.clone(), desk.latest_round(section.id)?.number));
    desk.tournament().sections.iter().filter_map(latest).collect()
}

/// What these rounds need on paper: each by table, all of them by player, the slips.
fn packet(desk: &mut Desk, rounds: &[(Section, u32)]) -> Result<Answer, Failure> {
    let by = pairings::Order::Player;
    let list = |by| move |(section, round): &(Section, u32)| Sheet::Pairings { section: section.id, round: *round, by };
    let finder = match rounds {
        [only] => list(by)(only),
        several => Sheet::Finder { rounds: several.iter().map(|(section, round)| (section.id, *round)).collect(), by },
    };
    let slips = rounds.iter().map(|(section, round)| Sheet::Slips { section: section.id, round: *round });
    let sheets: Vec<Sheet> = rounds
        .iter()
        .map(list(pairings::Order::Table))
        .chain((!rounds.is_empty()).then_some(finder))
        .chain(slips)
        .collect();
    Ok(desk.sheets(sheets)?.with_remarks(no_round(rounds.is_empty())))
}

impl Verb for Pairings {
    const TRAITS: Traits = Traits::reads(Moment::Round);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if self.all {
            let remark = team_names::remark(desk, None);
            let answer = match self.by {
                _ if self.packet => packet(desk, &latest_rounds(desk)),
                by @ (pairings::Order::Player | pairings::Order::School) => {
                    let rounds: Vec<_> =
                        latest_rounds(desk).into_iter().map(|(section, round)| (section.id, round)).collect();
                    let none = no_round(rounds.is_empty());
                    desk.sheet(Sheet::Finder { rounds, by }).map(|answer| answer.with_remarks(none))
                }
                by => of_all(desk, |_, section, round| Sheet::Pairings { section: section.id, round, by }),
            };
            return Ok(answer?.with_remarks(remark));
        }
        let section = desk.section(self.section.as_deref())?.clone();
        let round = desk.posted(&section, self.round).or_refuse(desk)?.clone();
        if self.packet {
            return packet(desk, &[(section, round.number)]);
        }
        if !self.changed {
            let sheet = Sheet::Pairings { section: section.id, round: round.number, by: self.by };
            return Ok(desk.sheet(sheet)?.with_remarks(team_names::remark(desk, Some(section.id))));
        }
        let stamp = desk.stamp()?;
        let before = desk.store.as_posted(section.id, round.number)?;
        Ok(Answer::sheet(pairings::view(desk, &section, &round, self.by, stamp).changed(&moved(&before, &round))))
    }
}

/// The teams that have another table, side, or bye than when the round was posted.
pub(super) fn moved(before: &[(TeamId, Assignment)], round: &Round) -> Vec<TeamId> {
    let now = round.assignments.iter().filter(|assignment| !before.contains(assignment));
    now.map(|(team, _)| *team).collect()
}

impl Verb for Standings {
    const TRAITS: Traits = Traits::reads(Moment::Reading);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let part = match (self.working, self.by_class) {
            (true, _) => StandingsPart::Working,
            (_, true) => StandingsPart::ByClass,
            _ => StandingsPart::Table,
        };
        if self.all {
            return of_all(desk, |desk, section, _| Sheet::Standings {
                section: section.id,
                after: desk.standing_round(section),
                part,
            });
        }
        let section = desk.section(self.section.as_deref())?;
        let after = self.after.unwrap_or_else(|| desk.standing_round(section));
        desk.sheet(Sheet::Standings { section: section.id, after, part })
    }
}

impl Verb for Crosstable {
    const TRAITS: Traits = Traits::reads(Moment::Reading);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if self.all {
            return of_all(desk, |desk, section, _| Sheet::Crosstable {
                section: section.id,
                after: desk.standing_round(section),
                by: self.by,
            });
        }
        let section = desk.section(self.section.as_deref())?;
        let after = self.after.unwrap_or_else(|| desk.standing_round(section));
        desk.sheet(Sheet::Crosstable { section: section.id, after, by: self.by })
    }
}

impl Verb for Teams {
    const TRAITS: Traits = Traits::reads(Moment::Reading);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = desk.section_if(self.section.as_deref())?.map(|section| section.id);
        desk.sheet(Sheet::Teams { section, by: self.by })
    }
}

/// Print what you need to run the event by hand: standings, past opponents, pairing sheets and slips
#[derive(Debug, Args)]
#[command(after_help = "\
Example: bughouse by-hand -o by-hand.pdf

Print it as soon as a round is in; one file covers every section.")]
pub struct ByHand {
    /// The section [default: all]
    section: Option<String>,
}

impl Verb for ByHand {
    const TRAITS: Traits = Traits::reads(Moment::Safety);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = desk.section_if(self.section.as_deref())?.map(|section| section.id);
        let posted =
            desk.tournament().rounds.iter().filter(|round| section.is_none_or(|section| round.section == section));
        let round = posted.map(|round| round.number).max().unwrap_or(0);
        desk.sheet(Sheet::ByHand { section, round })
    }
}

/// Show or print the director's report
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse report -o report.pdf")]
pub struct EventReport {
    /// Only rulings and appeals, without names, notes or witnesses: for the federation
    #[arg(long)]
    incidents: bool,
}

impl Verb for EventReport {
    const TRAITS: Traits = Traits::reads(Moment::Reading).telling_names();

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        desk.sheet(Sheet::Report { incidents: self.incidents })
    }
}

impl Desk {
    /// The document as it is now.
    pub fn made(&mut self, sheet: &Sheet) -> Result<Report, Failure> {
        let corrections = match sheet {
            Sheet::Report { incidents: false } => {
                let mut corrections: Vec<Correction> =
                    corrected(self)?.iter().map(|one| one.as_correction(self)).collect();
                corrections.extend(turned(self)?);
                corrections.sort_by_key(|correction| correction.command);
                corrections
            }
            _ => Vec::new(),
        };
        let making = Making { stamp: self.stamp()?, hall: doors(self)?, corrections };
        sheet.make(self, &making).or_refuse(self)
    }
}

/// A result that was entered otherwise before.
pub struct Corrected {
    pub change: SlipChange,
    /// The command that corrected it.
    entry: Entry,
    was: MatchResult,
    is: Option<MatchResult>,
}

impl Corrected {
    fn as_correction(&self, desk: &Desk) -> Correction {
        let Self { change, entry, was, is } = self;
        let now = as_on_slip(desk, change.id, change.after.as_ref(), *is);
        correction(desk, entry, change.id, &format!("{now} (was {was})"))
    }
}

fn correction(desk: &Desk, entry: &Entry, id: MatchId, what: &str) -> Correction {
    let round = desk
        .tournament()
        .section(id.section)
        .map_or_else(String::new, |section| format!("{} · {} · ", section.name, desk.round_titled(section, id.round)));
    Correction {
        command: entry.number,
        at: moment(&entry.at),
        official: entry.official.clone(),
        what: format!("{round}{what}"),
    }
}

/// The matches that ended otherwise than their slip says, by a ruling that was carried out on what was over.
fn turned(desk: &mut Desk) -> Result<Vec<Correction>, Failure> {
    let (journal, entered) = (desk.store.journal()?, desk.store.rulings_entered()?);
    let rulings = desk.facts.docket.rulings.iter().filter_map(|ruling| Some((ruling, ruling.place?)));
    let carried_out = rulings.filter(|(ruling, place)| {
        let acts = desk.at_table(ruling).ends() || ruling.orders().is_some();
        place.carry_out && acts && desk.facts.docket.state(ruling).is_in_force()
    });
    let turned_matches = carried_out.filter_map(|(ruling, Place { match_id: id, playing, .. })| {
        let round = desk.facts.tournament.round(id.section, id.round)?;
        let slip = round.slips_of(id.table).iter().find(|slip| (slip.number, slip.playing) == (id.number, playing))?;
        let was = match_result(slip, &desk.rulebook.discipline)?.result;
        let is = desk.results().get(&id).copied();
        let at = journal.binary_search_by_key(entered.get(&ruling.id)?, |entry| entry.number).ok()?;
        let what = format!("{} (was {was}; ruling {})", describe(desk, id, is), ruling.id);
        (is != Some(was)).then(|| correction(desk, &journal[at], id, &what))
    });
    Ok(turned_matches.collect())
}

/// The results that were entered otherwise before: what each slip came to before a command in force, beside what it came to after it.
pub fn corrected(desk: &mut Desk) -> Result<Vec<Corrected>, Failure> {
    let (journal, changes) = (desk.store.journal()?, desk.store.slip_changes()?);
    let in_force = |entry: &&Entry| entry.in_force && entry.kind == EntryKind::Do;
    let settings = &desk.rulebook.discipline;
    let came_to = |slip: Option<&Slip>| match_result(slip?, settings).map(|derived| derived.result);
    // What was cleared and entered anew came to what it was entered as then.
    let mut entered: FxHashMap<(MatchId, u8), (SlipChange, Entry)> = FxHashMap::default();
    let mut all = Vec::new();
    for change in changes.into_iter().rev() {
        let at = journal.binary_search_by_key(&change.command, |entry| entry.number).ok();
        let Some(entry) = at.map(|at| &journal[at]).filter(in_force).cloned() else { continue };
        let Some(playing) = change.after.as_ref().or(change.before.as_ref()).map(|slip| slip.playing) else { continue };
        let place = (change.id, playing);
        let was = came_to(change.before.as_ref());
        let (change, entry) = match came_to(change.after.as_ref()) {
            Some(_) => (change, entry),
            None => entered.remove(&place).unwrap_or((change, entry)),
        };
        let is = came_to(change.after.as_ref());
        match was.filter(|was| Some(*was) != is) {
            Some(was) => all.push(Corrected { change, entry, was, is }),
            None if is.is_some() => drop(entered.insert(place, (change, entry))),
            None => {}
        }
    }
    all.reverse();
    Ok(all)
}
