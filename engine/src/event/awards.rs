//! What a section's table leads to: who won which prize, by its standings, play-offs and rules.

use super::{Event, Part, StoredPrize};
use crate::standings::Line;
use crate::standings::prizes::{
    Award, Class, Contender, PlayOffMatch, Prize, PrizeKind, Ties, Winner, award, is_knockout, play_offs_of, settled,
};
use crate::tournament::names::all_of;
use crate::tournament::{Grade, Record, Section, SectionId, Team, TeamId, TeamStatus};

/// The prizes of a section with their winners, who are named by their places among its teams.
#[derive(Debug, Clone, PartialEq)]
pub struct Awards {
    pub prizes: Vec<Prize>,
    /// Most valuable first.
    pub awards: Vec<Award>,
    /// The number of each prize on the list; in quads every group has one of its own.
    pub numbers: Vec<u32>,
    lines: Vec<Line>,
    teams: Vec<TeamId>,
    /// Teams whose score an open appeal may change.
    awaiting: Vec<TeamId>,
}

impl Awards {
    pub fn line(&self, index: usize) -> Option<&Line> {
        self.lines.iter().find(|line| line.index == index)
    }

    pub fn team(&self, index: usize) -> TeamId {
        self.teams[index]
    }

    /// Whether what a team won may still change.
    pub fn is_open(&self, index: usize) -> bool {
        self.line(index).is_some_and(|line| line.provisional || self.awaiting.contains(&line.team))
    }
}

/// What put a team before one with as many points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parted {
    PlayOff {
        won: bool,
    },
    /// The tie-break at this place of the settings.
    TieBreak(usize),
}

impl Awards {
    /// The lines that only tie-breaks, a play-off or the lot part from a team's, with its own, best first.
    fn level_with(&self, index: usize) -> Vec<&Line> {
        let own = self.line(index);
        self.lines.iter().filter(|line| own.is_some_and(|own| own.is_level_with(line))).collect()
    }
}

impl Event {
    /// What put a team before the next one with as many points, or after the last one before it; `None` where its points alone did.
    pub fn parted_by(&self, section: &Section, awards: &Awards, index: usize) -> Option<Parted> {
        let level = awards.level_with(index);
        let at = level.iter().position(|line| line.index == index)?;
        let own = level[at];
        let other = level.get(at + 1).or_else(|| level.get(at.checked_sub(1)?))?;
        let is_of_both = |teams: &[TeamId; 2]| teams.iter().all(|team| level.iter().any(|line| line.team == *team));
        let mut played = self.facts.play_offs.iter().filter(|one| one.section == section.id && is_of_both(&one.teams));
        if let Some(last) = played.rfind(|one| one.teams.contains(&own.team)) {
            return Some(Parted::PlayOff { won: last.winner() == Some(own.team) });
        }
        let rules = self.settings(section.id).prizes;
        let differs = own.tiebreaks.iter().zip(&other.tiebreaks).position(|(own, other)| own != other);
        differs.filter(|_| rules.ties == Ties::TieBreaks && own.by_round.is_none()).map(Parted::TieBreak)
    }

    /// Every prize of a section with its winner.
    pub fn awards(&self, section: &Section) -> Awards {
        let after = self.standing_round(section);
        let field = self.field(section, after);
        let lines = self.table(section, after);
        let at = |team| field.entries.iter().position(|e| e.record.team == team);
        let quads = self.quads(section);
        let groups: Vec<u32> = (1..).zip(&quads).map(|(number, _)| number).collect();
        let called: Vec<String> =
            (1..).zip(&quads).map(|(number, group)| Part::Group { number, size: group.len() }.shown()).collect();
        let prize = |p: &StoredPrize| Prize {
            name: p.name.clone(),
            value: p.value,
            beside_others: p.beside_others,
            named_winner: p.winner.and_then(at),
            ..Prize::new(p.kind)
        };
        // Every group has its own first place.
        let of_groups = |p: &StoredPrize| -> Vec<Prize> {
            let one = |group: &u32| Prize {
                name: format!("{}, {}", p.name, called[*group as usize - 1].to_lowercase()),
                group: Some(*group),
                ..prize(p)
            };
            if matches!(p.kind, PrizeKind::Place(_)) && !groups.is_empty() {
                groups.iter().map(one).collect()
            } else {
                vec![prize(p)]
            }
        };
        let listed = self.facts.prizes.iter().filter(|prize| prize.section == section.id);
        let (numbers, prizes): (Vec<u32>, Vec<Prize>) =
            listed.flat_map(|p| of_groups(p).into_iter().map(|prize| (p.id, prize))).unzip();
        let rules = self.settings(section.id).prizes;
        let awards =
            award(&lines, &self.contenders(section, after), &prizes, rules, &self.play_offs(section.id, &lines));
        let teams = field.entries.iter().map(|entry| entry.record.team).collect();
        Awards { awards, prizes, numbers, lines, teams, awaiting: self.awaiting_appeal(section, after) }
    }

    /// The play-offs that decide prizes of a finished section and are still to be played, where tie-breaks decide none: until then they
    /// and the lot order the table.
    pub fn play_offs_to_come(&self, section: &Section, after: u32) -> Vec<String> {
        let is_last = after >= self.standing_round(section) && self.is_finished(section);
        if !is_last || self.settings(section.id).prizes.ties != Ties::PlayOff {
            return Vec::new();
        }
        let awards = self.awards(section);
        let undecided = awards.awards.iter().filter_map(|award| match &award.winner {
            Winner::Undecided(teams) if teams.len() > 1 => Some(teams),
            _ => None,
        });
        let sentence = |teams: &Vec<usize>| {
            let names = all_of(teams.iter().map(|team| self.name_of(awards.team(*team))));
            format!("A play-off will decide between {names}; until then they are listed by tie-breaks, then by lot.")
        };
        let mut sentences: Vec<String> = undecided.map(sentence).collect();
        sentences.dedup();
        sentences
    }

    /// The play-offs of a section: the teams of each, who are level and play for the same places, and the matches that are played.
    fn play_offs_by_teams(&self, section: SectionId) -> Vec<(Vec<usize>, Vec<PlayOffMatch>)> {
        let Some(section) = self.tournament().section(section) else { return Vec::new() };
        let lines = self.table(section, self.standing_round(section));
        let matches = self.play_offs(section.id, &lines);
        let ties = self.settings(section.id).prizes.ties;
        let of_run = |run: &[Line]| -> Vec<(Vec<usize>, Vec<PlayOffMatch>)> {
            let sets = play_offs_of(&run.iter().collect::<Vec<_>>(), &matches, ties);
            let with_matches = |seats: Vec<usize>| {
                let teams: Vec<usize> = seats.into_iter().map(|seat| run[seat].index).collect();
                let is_of = |one: &&PlayOffMatch| one.teams.iter().all(|team| teams.contains(team));
                let played = matches.iter().filter(is_of).copied().collect();
                (teams, played)
            };
            sets.into_iter().map(with_matches).collect()
        };
        lines.chunk_by(Line::is_level_with).flat_map(of_run).filter(|(_, played)| !played.is_empty()).collect()
    }

    /// The section whose places a match of two teams decides: the final that both sat in, once it is finished, where they are level there;
    /// else their own.
    pub fn section_of_play_off(&self, teams: [&Team; 2]) -> Option<SectionId> {
        let both = |of: &dyn Fn(&Team) -> SectionId| {
            let [one, other] = teams.map(of);
            (one == other).then_some(one)
        };
        let is_level_in = |section: &SectionId| {
            let section = self.tournament().section(*section).filter(|section| self.is_finished(section));
            let lines = section.map_or_else(Vec::new, |section| self.table(section, self.standing_round(section)));
            let [one, other] = teams.map(|team| lines.iter().find(|line| line.team == team.id));
            one.zip(other).is_some_and(|(one, other)| one.is_level_with(other))
        };
        both(&|team| self.sits_in(team)).filter(is_level_in).or_else(|| both(&|team| team.section))
    }

    /// Whether a play-off of the section cannot be a knockout.
    pub fn is_no_knockout(&self, section: SectionId) -> bool {
        self.play_offs_by_teams(section).iter().any(|(teams, played)| !is_knockout(teams, played))
    }

    /// Whether it is to be said what a play-off is: three or more are in it, and the matches fit a knockout as well as everybody against
    /// everybody.
    pub fn asks_for_play_off_kind(&self, section: SectionId) -> bool {
        let may_be_both = |(teams, played): &(Vec<usize>, Vec<PlayOffMatch>)| {
            teams.len() > 2 && is_knockout(teams, played) && settled(teams, played, None).len() < teams.len()
        };
        let is_set = self.settings(section).prizes.play_off.is_some();
        !is_set && self.play_offs_by_teams(section).iter().any(may_be_both)
    }

    /// Whether two are parted by a play-off whatever is still played.
    pub fn are_parted(&self, two: &super::StoredPlayOff) -> bool {
        let Some(section) = self.tournament().section(two.section) else { return false };
        let field = self.field(section, self.standing_round(section));
        let index = |team: TeamId| field.entries.iter().position(|entry| entry.record.team == team);
        let [Some(one), Some(other)] = two.teams.map(index) else { return false };
        let kind = self.settings(two.section).prizes.play_off;
        self.play_offs_by_teams(two.section).iter().filter(|(teams, _)| teams.contains(&one)).any(|(teams, played)| {
            let groups = settled(teams, played, kind);
            !groups.iter().any(|group| group.contains(&one) && group.contains(&other))
        })
    }

    /// The grade of the older partner, by which a team is of a class.
    fn grade(&self, team: &Team) -> Option<Grade> {
        self.tournament().partners(team).iter().filter_map(|partner| partner.grade).max()
    }

    fn rating(&self, team: &Team) -> Option<u32> {
        self.tournament().doubled_rating(team).map(|doubled| doubled / 2)
    }

    /// Whether teams are entered, and none of them is of a class.
    pub fn lacks(&self, section: &Section, class: Class) -> bool {
        let mut teams = self.tournament().teams_in(section.id).peekable();
        teams.peek().is_some() && !teams.any(|team| class.admits(self.grade(team), self.rating(team)))
    }

    /// What prizes ask about each entry of the section's field.
    pub fn contenders(&self, section: &Section, after: u32) -> Vec<Contender> {
        let tournament = self.tournament();
        let contender = |(team, record): (&Team, Record)| Contender {
            grade: self.grade(team),
            rating: self.rating(team),
            schools: tournament.schools_of(team),
            ineligible: tournament.status(team) == TeamStatus::Expelled || team.was_moved_from(section.id),
            never_played: !record.has_sat_down(),
        };
        tournament.ever_in(section.id).zip(self.records(section, after)).map(contender).collect()
    }
}
