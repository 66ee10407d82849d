//! Prizes: the list on the wall, the list read aloud, the labels on the trophies.

use super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::families::columns;
use super::masthead::{Masthead, Stamp};
use super::naming::{TeamRef, money, points_shown, points_unit, team_page};
use super::printable::Report;
use super::standings::{self, Signs};
use crate::event::{Awards, Event, Parted, Reached};
use crate::pairing::knockout::Stage;
use crate::standings::TieBreak;
use crate::standings::prizes::{self, Award, Prize, PrizeKind, Winner};
use crate::tournament::names::{all_of, list};
use crate::tournament::{Format, HalfPoints, SchoolId, Section, TeamId};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Which paper of the prizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// Every prize and who won it.
    #[default]
    List,
    /// To be read aloud: last place first, big type.
    Ceremony,
    /// Labels for trophies, one a child.
    Labels,
    /// The same, with what the team gets.
    LabelsWithValue,
}

/// The prizes of a section, most valuable first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PrizeList {
    pub section: String,
    pub prizes: Vec<AwardShown>,
    /// Trophies to order, whether won yet or not: two a team prize, one a school prize.
    pub trophies: u32,
    pub school_trophies: u32,
    /// What all prizes are worth together, in hundredths; `None` where nothing was said of any.
    pub total_value: Option<i64>,
    #[serde(skip)]
    pub read_aloud: Vec<AwardShown>,
    /// Which paper. The JSON is the same for all.
    #[serde(skip)]
    pub paper: Paper,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct AwardShown {
    pub number: u32,
    pub prize: String,
    pub team: Option<TeamRef>,
    pub winner: String,
    /// Both partners as the event may show them.
    pub players: Vec<String>,
    /// Why, or what is open.
    pub note: String,
    pub is_won: bool,
    /// What the prize is worth, in hundredths.
    pub value: Option<u32>,
    /// What the team gets of what teams on equal points share, in hundredths.
    pub share: Option<u32>,
    /// The section is not played out, a result of the team is still out, or an appeal about its match open.
    pub provisional: bool,
    /// Whether teams on equal points share the place.
    #[serde(skip)]
    pub tied: bool,
    /// Of these, what is the team's own.
    #[serde(skip)]
    pub open: bool,
}

pub fn view(event: &Event, section: &Section, paper: Paper, stamp: Stamp) -> PrizeList {
    let awards = event.awards(section);
    let trophies = prizes::trophies(&awards.prizes, &awards.awards);
    let after = event.standing_round(section);
    let unfinished =
        (!event.is_finished(section)).then(|| format!("{after} of {} rounds played", event.rounds_to_play(section)));
    let open = unfinished.into_iter().chain(event.open_matters(section, after));
    PrizeList {
        section: section.name.clone(),
        trophies: trophies.players + trophies.schools,
        school_trophies: trophies.schools,
        total_value: total_value(&awards),
        prizes: shown(event, section, &awards, &awards.awards),
        read_aloud: shown(event, section, &awards, prizes::ceremony(&awards.prizes, &awards.awards)),
        paper,
        masthead: Masthead::new(event.tournament(), Some(section), None, stamp).provisional(open.collect()),
    }
}

fn total_value(awards: &Awards) -> Option<i64> {
    let values = awards.prizes.iter().filter_map(|prize| prize.value);
    values.map(i64::from).reduce(|total, value| total + value)
}

/// A prize that is another's than it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PrizeMoved {
    pub prize: String,
    pub winner_before: String,
    pub winner_after: String,
}

pub fn moved_since(event: &Event, before: &Event, section: &Section) -> Vec<PrizeMoved> {
    let was = winners(before, section);
    let moved = |(prize, winner_after): (String, String)| {
        let winner_before = was.iter().find(|(name, _)| *name == prize)?.1.clone();
        (winner_before != winner_after).then_some(PrizeMoved { prize, winner_before, winner_after })
    };
    winners(event, section).into_iter().filter_map(moved).collect()
}

fn winners(event: &Event, section: &Section) -> Vec<(String, String)> {
    if event.facts.prizes.iter().all(|prize| prize.section != section.id) {
        return Vec::new();
    }
    let (awards, mut prizes) = (event.awards(section), Vec::<(String, String)>::new());
    for award in shown(event, section, &awards, &awards.awards) {
        let winner = match award.team {
            Some(team) => team.name,
            None if award.is_won || award.note.is_empty() => award.winner,
            None => award.note,
        };
        match prizes.last_mut().filter(|(prize, _)| *prize == award.prize) {
            Some((_, winners)) => winners.push_str(&format!(" and {winner}")),
            None => prizes.push((award.prize, winner)),
        }
    }
    prizes
}

fn shown<'a>(
    event: &Event,
    section: &Section,
    won_by: &Awards,
    awards: impl IntoIterator<Item = &'a Award>,
) -> Vec<AwardShown> {
    let is_finished = event.is_finished(section);
    let reached = event.reached(section, event.standing_round(section));
    let plays_for_third = event.settings(section.id).pairing.third_place;
    // A place that the knockout itself still decides.
    let is_to_come = |index: usize| match reached.get(&won_by.team(index)) {
        _ if section.format != Format::Knockout || is_finished => false,
        Some(Reached::Lost(Stage::SemiFinals)) => plays_for_third,
        Some(_) => false,
        None => true,
    };
    let shown = |won: &Award| {
        let (number, prize) = (won_by.numbers[won.prize], &won_by.prizes[won.prize]);
        let points = |points: HalfPoints| {
            let shown = points_shown(points, section.match_points);
            format!("{shown} {}", points_unit(&shown))
        };
        // In a knockout a place follows from how far the team came, and points decide nothing.
        let with = |index: usize| match reached.get(&won_by.team(index)) {
            Some(reached) => reached.shown(),
            None => won_by.line(index).map(|line| points(line.points)).unwrap_or_default(),
        };
        let why = |index: usize| match event.parted_by(section, won_by, index) {
            Some(Parted::PlayOff { won: true }) => ", won the play-off".to_owned(),
            Some(Parted::PlayOff { won: false }) => ", after a play-off".to_owned(),
            Some(Parted::TieBreak(at)) => {
                let tiebreaks = standings::used(event, section);
                let title = |tiebreak: &TieBreak| match tiebreak.name() {
                    name if name.id == "lot" => "lot".to_owned(),
                    name => name.title.to_string(),
                };
                tiebreaks.get(at).map(|tiebreak| format!(", by {}", title(tiebreak))).unwrap_or_default()
            }
            None => String::new(),
        };
        let names = |teams: &[usize]| list(teams.iter().map(|at| event.name_of(won_by.team(*at))));
        let between = |teams: &[usize]| all_of(teams.iter().map(|at| event.name_of(won_by.team(*at))));
        // Who is given a prize is the director's word, whatever is still to be played.
        let is_by_hand = matches!(won.winner, Winner::Team(index) if prize.named_winner == Some(index));
        let may_change = !is_finished && !is_by_hand && prize.kind != PrizeKind::Special;
        let base = |note: String| AwardShown { provisional: may_change, ..AwardShown::open(number, prize, note) };
        let to = |index: usize, note: String| AwardShown {
            provisional: won_by.is_open(index) || may_change,
            open: won_by.is_open(index),
            ..base(note).won_by(event, won_by.team(index))
        };
        match &won.winner {
            Winner::Team(index) if is_by_hand => {
                let note = if prize.kind == PrizeKind::Special { "" } else { "awarded by the director" };
                vec![base(note.to_owned()).won_by(event, won_by.team(*index))]
            }
            Winner::Team(index) => vec![to(*index, with(*index) + &why(*index))],
            Winner::Shared { teams, pool, shares } => {
                let total: i64 = shares.iter().copied().map(i64::from).sum();
                let pooled = list(pool.iter().map(|at| &won_by.prizes[*at].name));
                let of = if pool.len() > 1 { format!(" for {pooled}") } else { String::new() };
                let one = |(index, share): (&usize, &u32)| {
                    let has_more = share.checked_sub(1).is_some_and(|less| shares.contains(&less));
                    let over = if has_more { ", with the leftover cent" } else { "" };
                    let worth = match total {
                        0 => String::new(),
                        _ => format!(", {} of {}{of}{over}", money((*share).into()), money(total)),
                    };
                    let note = format!("{}, shared by {}{worth}", with(*index), teams.len());
                    AwardShown { share: (total > 0).then_some(*share), tied: true, ..to(*index, note) }
                };
                teams.iter().zip(shares).map(one).collect()
            }
            Winner::InPoolOf(first) => {
                vec![base(format!("divided among the teams sharing {}", won_by.prizes[*first].name))]
            }
            Winner::Undecided(teams) => vec![match teams.as_slice() {
                [only] => base(format!("{} wins it unless it wins a better prize in a play-off", names(&[*only]))),
                _ if teams.iter().any(|team| is_to_come(*team)) => {
                    base(format!("a play-off is still to be played between {}", between(teams)))
                }
                _ => base(format!("a play-off decides between {}", between(teams))),
            }],
            Winner::School(school, level) => {
                let parted = match level.as_slice() {
                    [] => String::new(),
                    _ => format!("; tie with {} broken by the teams' places", schools(event, level)),
                };
                let base = base(format!("{} from {}{parted}", points(school.points), names(&school.teams)));
                let winner = event.tournament().school(school.school).map(|school| school.name.clone());
                vec![winner.into_iter().fold(base, |base, winner| AwardShown { winner, is_won: true, ..base })]
            }
            Winner::UndecidedSchools(level) => {
                vec![base(format!(
                    "tied: {}",
                    schools(event, &level.iter().map(|score| score.school).collect::<Vec<_>>())
                ))]
            }
            Winner::Nobody if is_finished => vec![base(String::new())],
            Winner::Nobody => vec![AwardShown { winner: "nobody yet".to_owned(), ..base(String::new()) }],
        }
    };
    awards.into_iter().flat_map(shown).collect()
}

fn schools(event: &Event, ids: &[SchoolId]) -> String {
    list(ids.iter().filter_map(|id| event.tournament().school(*id)).map(|school| &school.name))
}

impl AwardShown {
    /// A prize that nobody has won.
    fn open(number: u32, prize: &Prize, note: String) -> Self {
        let (value, winner) = (prize.value, "not awarded".to_owned());
        Self { number, prize: prize.name.clone(), value, winner, note, ..Self::default() }
    }

    /// The prize as it is read aloud: a place that is shared is said to be.
    fn called(&self) -> String {
        if self.tied { format!("Tied for {}", self.prize) } else { self.prize.clone() }
    }

    fn won_by(self, event: &Event, team: TeamId) -> Self {
        let Some(team) = TeamRef::find(event.tournament(), team) else { return self };
        Self {
            winner: team.shown.clone(),
            players: team.players.iter().map(|player| player.shown.clone()).collect(),
            is_won: true,
            team: Some(team),
            ..self
        }
    }
}

fn amount(cents: Option<u32>) -> Cell {
    cents.map_or_else(Cell::empty, |cents| Cell::number(f64::from(cents) / 100.0, money(cents.into())))
}

impl From<PrizeList> for Report {
    fn from(view: PrizeList) -> Self {
        let (document, template) = match view.paper {
            Paper::List => (view.list(), "document"),
            Paper::Ceremony => (view.ceremony(), "ceremony"),
            Paper::Labels | Paper::LabelsWithValue => (view.labels(), "labels"),
        };
        Self::of(document, view).set_by(template)
    }
}

impl PrizeList {
    pub(super) fn list(&self) -> Document {
        let winner = |award: &AwardShown| {
            let sign = if award.open { "*" } else { "" };
            let winner = Cell::text(format!("{}{sign}", award.winner)).strong().over(award.players.join(", "));
            match &award.team {
                Some(team) => winner.of_team(team.number).linked(team_page(team.number)),
                None => winner,
            }
        };
        let table = Table::of("Prizes", &self.prizes)
            .column(Column::text(columns::PRIZE).naming(), |award| Cell::text(award.called()))
            .column(Column::team(columns::WINNER).over("Players"), |award| winner(award))
            .column_if(self.total_value.is_some(), Column::number(columns::VALUE), |award| amount(award.value))
            .column_if(self.prizes.iter().any(|award| award.share.is_some()), Column::number(columns::SHARE), |award| {
                amount(award.share)
            })
            .column(Column::text(columns::WITH), |award| Cell::text(&award.note));
        let trophies = |count: u32| if count == 1 { "1 trophy".to_owned() } else { format!("{count} trophies") };
        let trophies = match (self.trophies, self.school_trophies) {
            (0, 0) => "None announced yet".to_owned(),
            (all, 0) => format!("{}, one for each partner", trophies(all)),
            (all, schools) if all == schools => format!("{} for schools", trophies(all)),
            (all, schools) => {
                format!("{}: {} for players, one for each partner; {schools} for schools", trophies(all), all - schools)
            }
        };
        let worth = self.total_value.map(|total| format!("; worth {} in all", money(total)));
        let signs = self.prizes.iter().map(|award| Signs { provisional: award.open, ..Signs::default() });
        Document::new("Prizes", self.masthead.clone())
            .on(Page { size: TypeSize::Wall, ..Page::default() })
            .with_subtitle(trophies + &worth.unwrap_or_default())
            .with(table)
            .with_all(Signs::meaning(signs))
    }

    /// Special prizes first and the winner last, so that the hall waits.
    fn ceremony(&self) -> Document {
        let page = Page { size: TypeSize::Wall, ..Page::default() };
        let document =
            Document::new("Ceremony", self.masthead.clone()).on(page).with_subtitle("Read aloud from top to bottom");
        self.read_aloud.iter().fold(document, |document, award| {
            // No name is broken over two lines.
            let names: Vec<String> = award.players.iter().map(|name| name.replace(' ', "\u{a0}")).collect();
            let players = if names.is_empty() { String::new() } else { format!(": {}", names.join(" and ")) };
            let open = award.open.then(|| "provisional".to_owned());
            let number = award.team.as_ref().map(|team| format!("No. {}", team.number));
            let note = Some(award.note.clone()).filter(|note| !note.is_empty());
            // What a team gets of a prize that is shared is in the note.
            let value = award.value.filter(|_| award.share.is_none()).map(|value| money(value.into()));
            let note = number.into_iter().chain(value).chain(note).chain(open).collect::<Vec<_>>().join("; ");
            let lines = [format!("{}{players}", award.winner), note].into_iter().filter(|line| !line.is_empty());
            document.headed(1, award.called()).with_all(lines.map(Block::Paragraph))
        })
    }

    fn labels(&self) -> Document {
        let names = |award: &AwardShown| match award.players.is_empty() {
            true => vec![award.winner.clone()],
            false => award.players.clone(),
        };
        let won = self.prizes.iter().filter(|award| award.is_won);
        let labels = won.flat_map(|award| names(award).into_iter().map(move |name| (award, name)));
        let table = Table::of("Labels", labels)
            .column(Column::text(columns::PRIZE).naming(), |(award, _)| Cell::text(award.called()))
            .column(Column::text(columns::NAME), |(_, name)| Cell::text(name))
            .column(Column::text(columns::TEAM), |(award, _)| {
                award.team.as_ref().map_or_else(Cell::empty, |team| Cell::text(&team.shown))
            })
            .column_if(self.paper == Paper::LabelsWithValue, Column::number(columns::VALUE), |(award, _)| {
                amount(award.share.or(award.value))
            });
        Document::new("Trophy labels", self.masthead.clone()).with(table)
    }
}
