//! The documents that hang on the wall and lie on the tables, as values: what each is about. The same value makes it again at any later moment.

use super::by_hand;
use super::prize_awards::given;
use super::sheets::posted;
use super::working::{by_class, working};
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::hall::with_doors;
use crate::cli::rulings::record;
use crate::cli::safety::rescue::moment;
use crate::event::Part as Played;
use crate::report::rulings::Names;
use crate::report::{Masthead, Report, Stamp};
use crate::report::{crosstable, director, pairings, partners, prizes, rulings, slips, standings, teams, times};
use crate::standings::crosstable::{Order, grid};
use crate::standings::{Line, TieBreak};
use crate::tournament::{Format, HalfPoints, MatchId, Round, RulingId, Section, SectionId, TeamId};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A document that may become wrong where it hangs. Kept in the file, so names and fields never change their meaning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "sheet", rename_all = "kebab-case")]
pub enum Sheet {
    Pairings {
        section: SectionId,
        round: u32,
        by: pairings::Order,
    },
    Slips {
        section: SectionId,
        round: u32,
    },
    Standings {
        section: SectionId,
        after: u32,
        part: Part,
    },
    Crosstable {
        section: SectionId,
        after: u32,
        by: Order,
    },
    Teams {
        section: Option<SectionId>,
        by: teams::Order,
    },
    Times {
        section: Option<SectionId>,
    },
    Prizes {
        section: SectionId,
        paper: prizes::Paper,
    },
    Partners {
        section: Option<SectionId>,
    },
    Ruling {
        number: RulingId,
    },
    /// What is needed to go on by pen after this round.
    #[serde(alias = "wall-chart", alias = "pool")]
    ByHand {
        section: Option<SectionId>,
        #[serde(default)]
        round: u32,
    },
    Report {
        incidents: bool,
    },
    /// The rounds of several sections in one list.
    Finder {
        rounds: Vec<(SectionId, u32)>,
        by: pairings::Order,
    },
}

/// What of the standings is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    Table,
    ByClass,
    Working,
}

impl Sheet {
    pub fn section(&self) -> Option<SectionId> {
        match self {
            Self::Pairings { section, .. }
            | Self::Slips { section, .. }
            | Self::Standings { section, .. }
            | Self::Crosstable { section, .. }
            | Self::Prizes { section, .. } => Some(*section),
            Self::Teams { section, .. }
            | Self::Times { section }
            | Self::Partners { section }
            | Self::ByHand { section, .. } => *section,
            Self::Ruling { .. } | Self::Report { .. } | Self::Finder { .. } => None,
        }
    }

    /// The round it is about, if one.
    pub fn round(&self) -> Option<u32> {
        self.clone().round_mut().copied()
    }

    fn round_mut(&mut self) -> Option<&mut u32> {
        match self {
            Self::Pairings { round, .. } | Self::Slips { round, .. } | Self::ByHand { round, .. } => Some(round),
            Self::Standings { after, .. } | Self::Crosstable { after, .. } => Some(after),
            _ => None,
        }
    }

    /// Whether two are the same document, but for the round they show.
    pub fn is_of_one_kind(&self, other: &Self) -> bool {
        let mut other = other.clone();
        if let (Some(own), Some(round)) = (self.round(), other.round_mut()) {
            *round = own;
        }
        *self == other
    }

    /// How it is sorted, where that may be chosen.
    pub fn order(&self) -> Option<String> {
        match self {
            Self::Pairings { by, .. } | Self::Finder { by, .. } => Some(name(by)),
            Self::Crosstable { by, .. } => Some(name(by)),
            Self::Teams { by, .. } => Some(name(by)),
            _ => None,
        }
    }

    /// The command that makes it, with the section's present name.
    pub fn words(&self, section: Option<&str>) -> Vec<String> {
        let typed = match self {
            Self::Pairings { round, by, .. } => format!("pairings SECTION --round {round} --by {}", name(by)),
            Self::Slips { round, .. } => format!("slips SECTION --round {round}"),
            Self::Standings { after, part, .. } => {
                let part = match part {
                    Part::Table => "",
                    Part::ByClass => " --by-class",
                    Part::Working => " --working",
                };
                format!("standings SECTION --after {after}{part}")
            }
            Self::Crosstable { after, by, .. } => format!("crosstable SECTION --after {after} --by {}", name(by)),
            Self::Teams { by, .. } => format!("teams SECTION --by {}", name(by)),
            Self::Times { .. } => "times SECTION".to_owned(),
            Self::Prizes { paper, .. } => format!("prizes SECTION --as-list {}", name(paper)),
            Self::Partners { section: None } => "partner list".to_owned(),
            Self::Partners { section: Some(_) } => "partner list --section SECTION".to_owned(),
            Self::Ruling { number } => format!("ruling show {number}"),
            Self::ByHand { .. } => "by-hand SECTION".to_owned(),
            Self::Report { incidents: false } => "report".to_owned(),
            Self::Report { incidents: true } => "report --incidents".to_owned(),
            Self::Finder { by, .. } => format!("pairings --all --by {}", name(by)),
        };
        let named = |word: &str| if word == "SECTION" { section.map(str::to_owned) } else { Some(word.to_owned()) };
        typed.split(' ').filter_map(named).collect()
    }

    /// The document as it is now.
    pub fn make(&self, desk: &mut Desk) -> Result<Box<dyn Report>, Failure> {
        let stamp = desk.stamp()?;
        let gone = || Failure::forbidden("its section is gone");
        let section = self.section().map(|id| desk.tournament().section(id).cloned().ok_or_else(gone)).transpose()?;
        let about = || section.as_ref().ok_or_else(gone);
        let corrections = match self {
            Self::Report { incidents: false } => corrections(desk)?,
            _ => Vec::new(),
        };
        let tournament = desk.tournament();
        Ok(match self {
            Self::Pairings { round, by, .. } => {
                Box::new(pairing_sheet(desk, about()?, posted(desk, about()?, Some(*round))?, *by, stamp))
            }
            Self::Slips { round, .. } => {
                let sheet = slips_sheet(desk, about()?, posted(desk, about()?, Some(*round))?, stamp);
                Box::new(with_doors(desk, about()?, *round, sheet)?)
            }
            Self::Standings { after, part: Part::Table, .. } => {
                Box::new(standings_sheet(desk, about()?, asked(desk, about()?, *after)?, stamp))
            }
            Self::Standings { after, part, .. } => {
                let (section, after) = (about()?, asked(desk, about()?, *after)?);
                let masthead = Masthead::new(tournament, Some(section), None, stamp)
                    .provisional(desk.open_matters(section, after));
                Box::new(match part {
                    Part::Working => working(desk, section, after, masthead),
                    _ => by_class(desk, section, after, masthead)?,
                })
            }
            Self::Crosstable { after, by, .. } => {
                Box::new(crosstable_sheet(desk, about()?, asked(desk, about()?, *after)?, *by, stamp))
            }
            Self::Teams { by, .. } => Box::new(teams::view(tournament, section.as_ref(), *by, stamp)),
            Self::Times { .. } => Box::new(times::view(tournament, section.as_ref(), stamp)),
            Self::Prizes { paper, .. } => {
                let section = about()?;
                let given = given(desk, section);
                let open = desk.open_matters(section, desk.standing_round(section));
                Box::new(prizes::view(desk.tournament(), section, &given, *paper, open, stamp))
            }
            Self::Partners { .. } => Box::new(partners::view(tournament, section.as_ref(), stamp)),
            Self::Ruling { number } => Box::new(record::slip(desk, *number, stamp)?),
            Self::ByHand { .. } => Box::new(by_hand::view(desk, section.as_ref(), stamp)),
            Self::Finder { rounds, by } => {
                let sheet = |(id, round): &(SectionId, u32)| {
                    let section = tournament.section(*id).ok_or_else(gone)?;
                    Ok(pairing_sheet(desk, section, posted(desk, section, Some(*round))?, *by, stamp))
                };
                let sections = rounds.iter().map(sheet).collect::<Result<_, Failure>>()?;
                Box::new(pairings::Finder { sections, masthead: Masthead::new(tournament, None, None, stamp) })
            }
            Self::Report { incidents } => {
                let zone = *chrono::Local::now().offset();
                let settings = &desk.rulebook.discipline;
                let source = rulings::Source { tournament, docket: &desk.facts.docket, settings, zone, stamp };
                if *incidents {
                    return Ok(Box::new(rulings::log(source, None, Names::LeftOut)));
                }
                let shown = |section: &Section| {
                    let after = desk.standing_round(section);
                    director::SectionShown {
                        standings: standings_sheet(desk, section, after, stamp),
                        crosstable: crosstable_sheet(desk, section, after, Order::Place, stamp),
                        prizes: prizes_sheet(desk, section, prizes::Paper::List, stamp),
                    }
                };
                let sections = tournament.sections.iter().map(shown).collect();
                let log = rulings::log(source, None, Names::Shown);
                Box::new(director::view(tournament, &desk.rulebook.title, sections, log, corrections, stamp))
            }
        })
    }
}

/// The prizes of a section; `None` where none are announced.
fn prizes_sheet(desk: &Desk, section: &Section, paper: prizes::Paper, stamp: Stamp) -> Option<prizes::View> {
    desk.facts.prizes.iter().any(|prize| prize.section == section.id).then(|| {
        let open = desk.open_matters(section, desk.standing_round(section));
        prizes::view(desk.tournament(), section, &given(desk, section), paper, open, stamp)
    })
}

/// The results that were entered otherwise before, as the journal tells them.
fn corrections(desk: &mut Desk) -> Result<Vec<director::Correction>, Failure> {
    let journal = desk.store.journal()?;
    let corrected = journal.into_iter().filter(|entry| entry.in_force && entry.summary.contains(" (was "));
    Ok(corrected
        .map(|entry| director::Correction {
            command: entry.number,
            at: moment(&entry.at),
            official: entry.official,
            what: entry.summary,
        })
        .collect())
}

fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// The round after which things are shown: before round 1, or after one that is posted.
fn asked(desk: &Desk, section: &Section, after: u32) -> Result<u32, Failure> {
    if after == 0 { Ok(0) } else { Ok(posted(desk, section, Some(after))?.number) }
}

/// The pairings of a round as a document.
pub fn pairing_sheet(
    desk: &Desk,
    section: &Section,
    round: &Round,
    by: pairings::Order,
    stamp: Stamp,
) -> pairings::View {
    let before: HashMap<TeamId, HalfPoints> =
        desk.records(section, round.number - 1).into_iter().map(|r| (r.team, r.score())).collect();
    let results = desk.results();
    let tournament = desk.tournament();
    let parts = desk.parts(section, round.number);
    let source = pairings::Source {
        tournament,
        section,
        round,
        odd_bye: desk.assigned_bye(section),
        score: &|team| before.get(&team).copied().unwrap_or_default(),
        result: &|id| results.get(&id).copied(),
        boards: &|id| {
            let [first, second] = round.teams_at(id.table)?;
            Some(tournament.boards(
                id.table,
                id.number,
                [tournament.team(first)?, tournament.team(second)?],
                round.slip(id.table, id.number),
            ))
        },
        called: desk.round_titled(section, round.number),
        part: &|teams| parts.between(teams).map(Played::shown),
    };
    pairings::view(&source, by, stamp)
}

/// The slips of a round: what it has yet to bring, so seats are as posted, whoever had White in the end.
pub fn slips_sheet(desk: &Desk, section: &Section, round: &Round, stamp: Stamp) -> slips::View {
    let tournament = desk.tournament();
    let boards = |id: MatchId| {
        let [first, second] = round.teams_at(id.table)?;
        let teams = [tournament.team(first)?, tournament.team(second)?];
        Some(tournament.boards(id.table, id.number, teams, None))
    };
    let parts = desk.parts(section, round.number);
    let titled = desk.round_titled(section, round.number);
    let called = |teams| match parts.between(teams) {
        Some(quad @ Played::Group { .. }) => format!("{titled} · {}", quad.shown()),
        Some(tie) => tie.shown(),
        None => titled.clone(),
    };
    slips::view(tournament, section, round, &boards, &called, stamp)
}

/// Column head and full name of a tie-break.
fn head(tie_break: TieBreak) -> standings::Tiebreak {
    let name = tie_break.name();
    standings::Tiebreak { id: name.id, heading: name.heading, name: name.title }
}

/// The standings of a section, with the heads of their tie-break columns.
pub fn lines(desk: &Desk, section: &Section, after: u32) -> (Vec<standings::Tiebreak>, Vec<standings::Line>) {
    let settings = desk.settings(section.id).standings;
    let heads = settings.tiebreaks.iter().map(|t| head(*t));
    let awaiting = desk.awaiting_appeal(section, after);
    let groups = desk.group_count(section);
    let reached = desk.reached(section, after);
    let shown = |line: Line| standings::Line {
        reached: reached.get(&line.team).map(|reached| reached.shown()),
        rank: line.rank,
        team: line.team,
        points: line.points,
        tiebreaks: (0..)
            .zip(line.tiebreaks.iter().zip(&settings.tiebreaks))
            .map(|(at, (value, tiebreak))| {
                let is_idle = tiebreak.is_within_tie() && at >= line.applied;
                let shown = if is_idle { standings::NOT_APPLIED.to_owned() } else { value.to_string() };
                standings::TiebreakValue { number: value.as_decimal(), shown }
            })
            .collect(),
        provisional: line.provisional || awaiting.contains(&line.team),
        house: line.house,
        struck: line.struck,
        withdrawn: line.withdrawn,
        group: (line.group > 0 && line.group <= groups).then_some(line.group),
    };
    (heads.collect(), desk.table(section, after).into_iter().map(shown).collect())
}

/// The standings of a section after a round as a document.
pub fn standings_sheet(desk: &Desk, section: &Section, after: u32, stamp: Stamp) -> standings::View {
    let (heads, lines) = lines(desk, section, after);
    let open = desk.open_matters(section, after);
    standings::view(desk.tournament(), section, after, &heads, &lines, open, stamp)
        .after(desk.round_called(section, after))
        .with_notes(desk.lots(section, after).into_iter().chain(desk.play_offs_told(section, after)).collect())
}

/// The crosstable of a section: a wall chart, or the square of a round robin.
pub fn crosstable_sheet(desk: &Desk, section: &Section, after: u32, by: Order, stamp: Stamp) -> crosstable::View {
    let tournament = desk.tournament();
    let (heads, mut lines) = lines(desk, section, after);
    if by == Order::Number {
        lines.sort_by_key(|line| (line.group, line.team));
    }
    let records = desk.records(section, after);
    let chart =
        crosstable::view(tournament, section, &heads, &lines, &records, desk.open_matters(section, after), stamp);
    let head = |round| desk.stage(section, round).map_or_else(|| format!("Rd {round}"), |stage| stage.short());
    let heads = (1..=chart.after_round).map(head).collect();
    let chart = chart.headed(heads);
    if !matches!(section.format, Format::RoundRobin | Format::DoubleRoundRobin | Format::Quads) {
        return chart;
    }
    let squares =
        grid(&desk.field(section, after), &desk.settings(section.id).standings, by, &|index| records[index].team.0);
    chart.squared(&squares, section)
}
