//! What lies ahead of a section, and what a hand edit of a posted round costs: by the criteria the engine pairs by, or by the
//! schedule.

use crate::event::explain::pairing_of;
use crate::event::{Event, Refusal};
use crate::pairing::swiss::{Consent, Outlook, Remark, is_dead_end, remark_on_bye, remarks_on_pair};
use crate::pairing::{Lookahead, Position, Settings, outlook};
use crate::tournament::{Assignment, Format, Round, Section, Team, TeamId};
use std::collections::HashMap;

/// A section before its next round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ahead {
    /// With the rounds that so many teams play, where none are planned.
    pub section: Section,
    pub planned: Option<u32>,
    pub round: u32,
    pub teams: usize,
}

/// What lies ahead of a Swiss.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfSwiss<'e> {
    pub outlook: Outlook,
    /// The teams that its indexes stand for.
    pub entrants: Vec<&'e Team>,
    /// What the pairs cost that the director settled for the coming round.
    pub wanted: Vec<String>,
}

/// Pairs of one school in a round.
pub type Mates = (u32, Vec<(TeamId, TeamId)>);

impl Ahead {
    pub fn of(event: &Event, section: &Section) -> Result<Self, Refusal> {
        let (id, planned, round) = (section.id, section.rounds, event.posted_rounds(section.id) + 1);
        let (teams, rounds) = field(event, section, round).map_err(|few| match (few, section.qualified_from) {
            (Refusal::TooFewTeams { teams: 0, .. }, Some((source, top))) => {
                Refusal::Awaited { section: id, source, top }
            }
            (few, _) => few,
        })?;
        Ok(Self { section: Section { rounds: Some(rounds), ..section.clone() }, planned, round, teams })
    }

    /// The outlook of those that are here: who is not checked in is left out of the pairing.
    pub fn of_swiss<'e>(&self, event: &'e Event) -> Result<OfSwiss<'e>, Refusal> {
        let (mut position, entrants) = event.position(&self.section, self.round);
        for (entrant, team) in position.entrants.iter_mut().zip(&entrants) {
            entrant.left |= event.is_missing(&self.section, team);
        }
        let here = position.entrants.iter().filter(|entrant| !entrant.left).count();
        if here < 2 {
            return Err(Refusal::TooFewHere { section: self.section.id, here });
        }
        event.drop_void_wishes(&entrants, None, &mut position);
        let settings = event.settings(self.section.id).pairing;
        let wanted = wanted(&position, &settings, &|index| entrants[index].name.as_str());
        Ok(OfSwiss { outlook: outlook(&position, &settings), entrants, wanted })
    }

    /// The pairs of one school in the round as it would be, and in each round that is drawn, as far as these rounds are planned.
    pub fn mates(&self, event: &Event, next: &[(TeamId, TeamId)]) -> (Vec<(TeamId, TeamId)>, Vec<Mates>) {
        let tournament = event.tournament();
        let mates = |pairs: &[(TeamId, TeamId)]| -> Vec<(TeamId, TeamId)> {
            pairs.iter().filter(|(one, other)| tournament.share_a_school([*one, *other])).copied().collect()
        };
        let next = mates(next);
        if matches!(self.section.format, Format::Knockout | Format::Swiss) {
            return (next.clone(), vec![(self.round, next)]);
        }
        let plays = |id: TeamId| tournament.has_part(id, self.section.id, self.round);
        let schedules = event.schedules(&self.section);
        let in_round = |round: u32| {
            let drawn = schedules.iter().flat_map(|(teams, schedule)| {
                let pairs = schedule.get(round as usize - 1).map_or(&[][..], |round| &round.pairs);
                pairs.iter().map(|(one, other)| (teams[*one], teams[*other]))
            });
            mates(&drawn.filter(|(one, other)| plays(*one) && plays(*other)).collect::<Vec<_>>())
        };
        // Beyond the longest schedule no pairs are drawn.
        let last = self.section.rounds.unwrap_or(self.round);
        (next, (self.round..=last).map(|round| (round, in_round(round))).collect())
    }
}

/// What a section needs next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// The results of the latest round.
    Results,
    /// Results of earlier rounds, or the decision of an appeal.
    Owed,
    /// The rounds from this one on were not paired as they are now.
    Anew(u32),
    Round,
    /// Teams that are not checked in: the round would be refused without them.
    CheckIn,
    /// What the round would be refused for.
    Refused(Box<Refusal>),
    /// Every round is played.
    Nothing,
}

impl Event {
    pub fn next(&self, section: &Section) -> Next {
        let posted = self.latest_round(section.id);
        let number = posted.map_or(0, |round| round.number);
        let missing = self.missing_results(section);
        let astray = self.first_astray(section, u32::MAX);
        let is_open = |round: u32| missing.iter().any(|(open, _)| *open == round);
        let is_owed = || {
            missing.iter().any(|(open, _)| *open < number)
                || self.facts.docket.open_appeals(section.id).next().is_some()
        };
        match () {
            () if self.facts.is_elsewhere(section.id) => {
                Next::Refused(Box::new(Refusal::Elsewhere { section: Some(section.id) }))
            }
            // Of a round that is to be paired anew nothing is entered.
            () if is_open(number) && astray.is_none() => Next::Results,
            () if is_owed() => Next::Owed,
            () if number > 0 && self.is_finished(section) => Next::Nothing,
            () => match astray {
                Some(astray) => Next::Anew(astray.number),
                None => self.as_posted(section, number + 1).unwrap_or_else(|refusal| Next::Refused(Box::new(refusal))),
            },
        }
    }

    /// The round, unless it would be refused at once. A Swiss in which everybody may meet half of the field is not tried.
    fn as_posted(&self, section: &Section, round: u32) -> Result<Next, Refusal> {
        if round == 1
            && let Some(finalists) = self.finalists(section)?
        {
            return enough(section, finalists.len()).map(|()| Next::Round);
        }
        let section = with_a_round_left(self, section, round)?;
        self.waits_for_brought(&section)?;
        if section.format == Format::Swiss {
            let (position, teams) = self.position(&section, round);
            let entrants = position.entrants.iter().zip(&teams);
            let mut away = entrants.clone().filter(|(one, team)| !one.left && self.is_missing(&section, team));
            let (house, here): (Vec<_>, Vec<_>) =
                entrants.filter(|(one, _)| !one.absent).partition(|(one, _)| one.house);
            if here.len() % 2 == 1 && house.is_empty() && away.next().is_some() {
                return Ok(Next::CheckIn);
            }
            if position.is_sure_to_pair(self.settings(section.id).pairing.school_mode) {
                return Ok(Next::Round);
            }
        }
        if !self.drawn_unseen(&section, round).is_empty() {
            return Ok(Next::CheckIn);
        }
        let proposal = self.propose(&section, round, Consent::default());
        match proposal {
            Err(Refusal::NobodyToPair { away: 1.., .. }) => Ok(Next::CheckIn),
            Ok(proposal) if proposal.sits_out_for_absent().is_some() => Ok(Next::CheckIn),
            proposal => proposal.map(|_| Next::Round),
        }
    }
}

/// How many teams are left to play a round, and the rounds planned; those for so many, where none are. Who is left of a knockout alone goes on.
fn field(event: &Event, section: &Section, round: u32) -> Result<(usize, u32), Refusal> {
    let tournament = event.tournament();
    let teams = tournament.teams_in(section.id).filter(|team| !tournament.is_away(team, section.id, round)).count();
    if section.format != Format::Knockout || round == 1 {
        enough(section, teams)?;
    }
    let planned = || match (section.format, event.coming(section)) {
        (Format::Swiss, Some(coming)) if round == 1 => event.planned_rounds(section, coming),
        _ => event.planned_rounds(section, teams),
    };
    Ok((teams, section.rounds.unwrap_or_else(planned)))
}

fn enough(section: &Section, teams: usize) -> Result<(), Refusal> {
    if teams < 2 { Err(Refusal::TooFewTeams { section: section.id, teams }) } else { Ok(()) }
}

/// The section with the rounds that it plays, where teams and a round are left to pair.
pub fn with_a_round_left(event: &Event, section: &Section, round: u32) -> Result<Section, Refusal> {
    let (_, rounds) = field(event, section, round)?;
    let section = Section { rounds: Some(rounds), ..section.clone() };
    if round <= rounds {
        return Ok(section);
    }
    // A schedule ends by itself; a Swiss and a schedule cut short can go on.
    Err(match event.propose(&section, round, Consent::default()) {
        Err(broken @ Refusal::LinesBroken { .. }) => broken,
        beyond => Refusal::AllPlayed { section: section.id, round, goes_on: beyond.is_ok() },
    })
}

/// What the posted round breaks or strains where these teams sit or have a bye.
pub fn costs(event: &Event, section: &Section, teams: &[TeamId]) -> Vec<String> {
    let Some(round) = event.latest_round(section.id) else { return Vec::new() };
    let (position, entrants) = event.position(section, round.number);
    let settings = event.settings(section.id).pairing;
    let at = |id: TeamId| entrants.iter().position(|t| t.id == id);
    let name = |index: usize| entrants[index].name.clone();
    let said = |place: &str, remark: &Remark| format!("{place}: {}", in_words(remark, &settings, &name));
    let touched = |pair: &[TeamId; 2]| pair.iter().any(|t| teams.contains(t));
    let mut costs = Vec::new();
    for (table, pair) in round.tables().into_iter().filter(|(_, pair)| touched(pair)) {
        let (Some(a), Some(b)) = (at(pair[0]), at(pair[1])) else { continue };
        let (upper, lower) = if position.entrants[a].score >= position.entrants[b].score { (a, b) } else { (b, a) };
        let found = remarks_on_pair(&position, &settings, (upper, lower));
        let counts = |remark: &&Remark| section.format == Format::Swiss || matters_in_a_schedule(section, remark);
        costs.extend(found.iter().filter(counts).map(|remark| said(&format!("table {table}"), remark)));
        costs.extend(by_schedule(event, section, round, pair).map(|text| format!("table {table}: {text}")));
    }
    for team in teams {
        if let (Some(Assignment::Bye { points, .. }), Some(index)) = (round.assignment(*team), at(*team)) {
            costs.extend(remark_on_bye(&position, index, points).map(|remark| said("bye", &remark)));
        }
    }
    costs.extend(dead_end(event, section, round));
    costs.extend(event.broken_lines(section).map(|other| {
        format!("{other}: the next round can't be paired until the bracket is back as drawn; a team that isn't here loses by forfeit")
    }));
    costs
}

/// That the next round of a Swiss section cannot be paired after this one as it is now.
fn dead_end(event: &Event, section: &Section, round: &Round) -> Option<String> {
    let settings = event.settings(section.id).pairing;
    if section.format != Format::Swiss || settings.lookahead == Lookahead::No {
        return None;
    }
    let (position, teams) = event.position(section, round.number);
    let places: HashMap<TeamId, usize> = (0..).zip(&teams).map(|(place, team)| (team.id, place)).collect();
    let pairing = pairing_of(round, |id| places.get(&id).copied());
    let next = round.number + 1;
    is_dead_end(&position, &settings, &pairing)
        .then(|| format!("whatever the results, round {next} cannot be paired by the rules after this one"))
}

/// What pairs that the director settled for the coming round cost. Their scores are no cost: the director knew them.
pub fn wanted<'n>(position: &Position, settings: &Settings, name: &dyn Fn(usize) -> &'n str) -> Vec<String> {
    let own = |index: usize| name(index).to_owned();
    let pairs = position.forced.iter().map(|(a, b)| (*a as usize, *b as usize));
    let found = pairs
        .flat_map(|pair| remarks_on_pair(position, settings, pair))
        .filter(|remark| !matches!(remark, Remark::Float { .. }));
    found.map(|remark| in_words(&remark, settings, &own)).collect()
}

fn in_words(remark: &Remark, settings: &Settings, name: &dyn Fn(usize) -> String) -> String {
    let rule = remark.rule_under(settings.system).map(|rule| format!(" ({rule})")).unwrap_or_default();
    format!("{}{rule}", remark.text(name))
}

/// What it costs that two teams are to meet in a round that is not posted yet.
pub fn costs_of_wish(event: &Event, section: &Section, pair: [TeamId; 2], round: u32) -> Vec<String> {
    let settings = event.settings(section.id).pairing;
    let (mut position, teams) = event.position(section, round);
    let at = |id: TeamId| teams.iter().position(|team| team.id == id).and_then(|index| u32::try_from(index).ok());
    let Some((one, other)) = at(pair[0]).zip(at(pair[1])) else { return Vec::new() };
    position.forced = vec![(one, other)];
    wanted(&position, &settings, &|index| teams[index].name.as_str())
}

/// Scores and schools decide nothing where opponents are fixed; a rematch is one unless everyone meets twice.
fn matters_in_a_schedule(section: &Section, remark: &Remark) -> bool {
    match remark {
        Remark::Float { .. } | Remark::SameSchool { .. } => false,
        Remark::Rematch { rounds, .. } => section.format != Format::DoubleRoundRobin || rounds.len() > 1,
        _ => true,
    }
}

/// That a schedule has the two meet at another time, or not at all.
fn by_schedule(event: &Event, section: &Section, round: &Round, pair: [TeamId; 2]) -> Option<String> {
    if section.format == Format::Quads {
        let group = event.quads(section).into_iter().find(|group| group.contains(&pair[0]))?;
        if !group.contains(&pair[1]) {
            return Some(format!("{} and {} are in different quads", event.name_of(pair[0]), event.name_of(pair[1])));
        }
    }
    let schedules = event.schedules(section);
    let (teams, schedule) = schedules.iter().find(|(teams, _)| teams.contains(&pair[0]))?;
    let place = |team: TeamId| teams.iter().position(|t| *t == team);
    let (a, b) = (place(pair[0])?, place(pair[1])?);
    let meets = |(c, d): &(usize, usize)| [(a, b), (b, a)].contains(&(*c, *d));
    let rounds: Vec<u32> =
        (1..).zip(schedule).filter(|(_, now)| now.pairs.iter().any(meets)).map(|(round, _)| round).collect();
    if rounds.contains(&round.number) {
        return None;
    }
    let when: Vec<String> = rounds.iter().map(u32::to_string).collect();
    Some(format!(
        "{} and {} are scheduled to meet in round {}",
        event.name_of(pair[0]),
        event.name_of(pair[1]),
        when.join(" and ")
    ))
}
