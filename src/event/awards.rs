//! What a section's table leads to: who won which prize, by its standings, play-offs and rules, and who goes on to its final.

use super::{Event, Part, Refusal, StoredPrize};
use crate::standings::prizes::{
    Award, Class, Contender, PlayOffMatch, Prize, PrizeKind, Ties, Winner, award, is_knockout, play_offs_of, settled,
};
use crate::standings::{Line, TieBreak};
use crate::tournament::names::list;
use crate::tournament::{AppealId, Grade, HalfPoints, Record, Section, SectionId, Team, TeamId, TeamStatus};
use std::cmp::{Ordering, Reverse};
use std::collections::VecDeque;

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

impl Event {
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
        let told = |teams: &Vec<usize>| {
            let names = list(teams.iter().map(|team| self.name_of(awards.team(*team))));
            format!("A play-off is still to decide between {names}; until then tie-breaks and lot order them.")
        };
        let mut told: Vec<String> = undecided.map(told).collect();
        told.dedup();
        told
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
        let is_told = self.settings(section).prizes.play_off.is_some();
        !is_told && self.play_offs_by_teams(section).iter().any(may_be_both)
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

    fn plays_on(&self, team: &Team, source: SectionId) -> bool {
        self.tournament().status(team).is_in() && !team.was_moved_from(source)
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

/// A team of a final, by its seed there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Qualified {
    pub team: TeamId,
    /// In the section it comes from.
    pub points: HalfPoints,
    pub why: Why,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The best of this group that can play.
    WonGroup(u32),
    /// By points and tie-breaks, beside the winners of groups.
    NextBest,
    /// Its place in a section without groups.
    Place(u32),
    Named,
}

/// A final that was posted with other teams, or other seeds, than go on now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherFinal {
    pub section: SectionId,
    /// Of its teams those that would not be in it; empty where only the seeds would be others.
    pub out: Vec<TeamId>,
    pub instead: Vec<TeamId>,
}

impl Event {
    /// The teams that go on to a final: the winner of each group, then the next best by points and tie-breaks.
    ///
    /// House teams, and those that have left, do not; whoever follows them does.
    pub fn qualified(&self, source: &Section, top: u32) -> Vec<Qualified> {
        self.qualified_after(source, self.posted_rounds(source.id), top, &[])
    }

    /// As [`Event::qualified`], after a round; those that went on already count, though they have left since.
    fn qualified_after(&self, source: &Section, after: u32, top: u32, went_on: &[TeamId]) -> Vec<Qualified> {
        let plays_on = |team: TeamId| self.tournament().team(team).is_some_and(|team| self.plays_on(team, source.id));
        let is_here = |line: &Line| !line.house && (went_on.contains(&line.team) || plays_on(line.team));
        let mut lines: Vec<Line> = self.table(source, after).into_iter().filter(is_here).collect();
        let groups = self.group_count(source);
        let is_grouped = |line: &Line| (1..=groups).contains(&line.group);
        let winners: Vec<TeamId> = lines
            .chunk_by(|one, other| one.group == other.group)
            .filter(|group| is_grouped(&group[0]))
            .map(|group| group[0].team)
            .collect();
        if groups > 0 {
            let tiebreaks = self.settings(source.id).standings.tiebreaks;
            lines = across_groups(lines, &winners, &tiebreaks);
        }
        let qualified = |line: Line| Qualified {
            team: line.team,
            points: line.points,
            why: match winners.contains(&line.team) {
                true => Why::WonGroup(line.group),
                false if groups > 0 => Why::NextBest,
                false => Why::Place(line.rank),
            },
        };
        lines.into_iter().take(top as usize).map(qualified).collect()
    }

    /// Where a posted final has teams whom its source would not send there by now; `then` is the event as the final
    /// was posted, where that is known already. Teams that the director named, and that have left, stand.
    pub fn fallen_out(&self, section: &Section, then: Option<&Self>) -> Option<OtherFinal> {
        let (from, top) = section.qualified_from?;
        let source = self.tournament().section(from)?;
        let after = then.unwrap_or(self).posted_rounds(from);
        if self.latest_round(section.id).is_none() || !self.open_matters(source, after).is_empty() {
            return None;
        }
        let admitted = self.admitted(section.id);
        let now = self.qualified_after(source, after, top, &admitted);
        let now: Vec<TeamId> = now.iter().map(|one| one.team).collect();
        let plays_on = |team: &&TeamId| self.tournament().team(**team).is_some_and(|t| self.plays_on(t, from));
        let out: Vec<TeamId> = admitted.iter().filter(|team| !now.contains(team)).filter(plays_on).copied().collect();
        let was_named = then.is_some_and(|then| then.sent_to(section) != admitted);
        let instead: Vec<TeamId> = now.into_iter().filter(|team| !admitted.contains(team)).collect();
        (!out.is_empty() && !instead.is_empty() && !was_named).then_some(OtherFinal {
            section: section.id,
            out,
            instead,
        })
    }

    /// The posted finals to which the source would send other teams, or the same with other seeds, than it would have before, and than are
    /// in it.
    pub fn finals_with_others(&self, before: &Self, source: SectionId) -> Vec<OtherFinal> {
        let made = |section: &Section| {
            section.qualified_from.filter(|(from, _)| *from == source)?;
            self.latest_round(section.id)?;
            let (admitted, now) = (self.admitted(section.id), self.sent_to(section));
            let without = |all: &[TeamId], others: &[TeamId]| {
                all.iter().copied().filter(|team| !others.contains(team)).collect::<Vec<TeamId>>()
            };
            (now != admitted && now != before.sent_to(section)).then(|| OtherFinal {
                section: section.id,
                out: without(&admitted, &now),
                instead: without(&now, &admitted),
            })
        };
        self.tournament().sections.iter().filter_map(made).collect()
    }

    /// The teams that were admitted to a final, best first.
    pub fn admitted(&self, section: SectionId) -> Vec<TeamId> {
        let of_final = self.tournament().qualifiers.iter().filter(|(of, _, _)| *of == section);
        of_final.map(|(_, team, _)| *team).collect()
    }

    /// The teams that the source of a final sends there, whoever is in it.
    pub fn sent_to(&self, section: &Section) -> Vec<TeamId> {
        let source = section.qualified_from.and_then(|(from, top)| Some((self.tournament().section(from)?, top)));
        source.map_or_else(Vec::new, |(source, top)| self.qualified(source, top).iter().map(|one| one.team).collect())
    }

    /// The teams that enter a final with its first round: those named before, else those that its source sends there. `None` for a section
    /// that is no final.
    pub fn finalists(&self, section: &Section) -> Result<Option<Vec<Qualified>>, Refusal> {
        let Some((from, top)) = section.qualified_from else { return Ok(None) };
        let Some(source) = self.tournament().section(from) else { return Ok(None) };
        let named = self.admitted(section.id);
        if !named.is_empty() {
            return self.named_finalists(section, &named).map(Some);
        }
        if self.facts.is_elsewhere(from) {
            return Err(Refusal::Elsewhere { section: Some(from) });
        }
        if self.waits_for(section).is_none() {
            return Ok(Some(self.qualified(source, top)));
        }
        let after = self.posted_rounds(from);
        let appeals: Vec<AppealId> = self.facts.docket.open_appeals(from).map(|appeal| appeal.id).collect();
        let is_appealed = !appeals.is_empty() && self.open_matters(source, after).len() == appeals.len();
        Err(match is_appealed && self.is_played_out(source) {
            true => Refusal::SourceAppealed { section: section.id, source: from, appeals },
            false => Refusal::SourceUnfinished { section: section.id, source: from, after },
        })
    }

    /// The section that a final waits for: it has rounds to play, or something of it is open.
    pub fn waits_for(&self, last: &Section) -> Option<&Section> {
        let source = self.tournament().section(last.qualified_from?.0)?;
        let is_open = !self.open_matters(source, self.posted_rounds(source.id)).is_empty();
        (is_open || !self.is_played_out(source)).then_some(source)
    }

    fn is_played_out(&self, section: &Section) -> bool {
        let posted = self.posted_rounds(section.id);
        posted > 0 && posted >= self.rounds_to_play(section)
    }

    /// Admits the teams that the director names to a final, best first.
    pub fn name_finalists(&mut self, section: &Section, named: &[TeamId]) -> Result<Vec<Qualified>, Refusal> {
        let finalists = self.named_finalists(section, named)?;
        self.admit(section.id, named);
        Ok(finalists)
    }

    fn named_finalists(&self, section: &Section, named: &[TeamId]) -> Result<Vec<Qualified>, Refusal> {
        let Some((from, _)) = section.qualified_from else { return Err(Refusal::NoFinal { section: section.id }) };
        if self.facts.is_elsewhere(from) {
            return Err(Refusal::Elsewhere { section: Some(from) });
        }
        if self.latest_round(section.id).is_some() {
            return Err(Refusal::FinalBegun { section: section.id });
        }
        let source = self.tournament().section(from).ok_or(Refusal::Gone)?;
        let table = self.table(source, self.standing_round(source));
        let mut finalists: Vec<Qualified> = Vec::new();
        for team in named {
            let Some(line) = table.iter().find(|line| line.team == *team) else {
                return Err(Refusal::NotOfSource { source: from, team: *team });
            };
            if !self.tournament().team(*team).is_some_and(|team| self.plays_on(team, from)) {
                return Err(Refusal::FinalistLeft { section: section.id, team: *team });
            }
            if finalists.iter().any(|one| one.team == *team) {
                return Err(Refusal::NamedTwice { team: *team });
            }
            finalists.push(Qualified { team: *team, points: line.points, why: Why::Named });
        }
        Ok(finalists)
    }
}

/// The teams of all groups in one order: the winners, then the best that is left of any group, and so on. Within a group its table holds;
/// what parts only teams that are tied there says nothing of teams of other groups.
fn across_groups(lines: Vec<Line>, winners: &[TeamId], tiebreaks: &[TieBreak]) -> Vec<Line> {
    let by_tiebreaks = |one: &Line, other: &Line| {
        let pairs = one.tiebreaks.iter().zip(&other.tiebreaks).zip(tiebreaks);
        let across = pairs.filter(|(_, tiebreak)| !tiebreak.is_within_tie());
        let mut orders = across.map(|((one, other), tiebreak)| {
            let lower_first = one.cmp(other);
            if tiebreak.lower_is_better() { lower_first } else { lower_first.reverse() }
        });
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    let key = |line: &Line| (!winners.contains(&line.team), Reverse(line.points));
    let mut groups: Vec<VecDeque<Line>> = Vec::new();
    for line in lines {
        match groups.last_mut().filter(|group| group[0].group == line.group) {
            Some(group) => group.push_back(line),
            None => groups.push(VecDeque::from([line])),
        }
    }
    let mut order = Vec::new();
    while let Some((best, _)) = groups
        .iter()
        .map(|group| &group[0])
        .enumerate()
        .min_by(|(_, one), (_, other)| key(one).cmp(&key(other)).then_with(|| by_tiebreaks(one, other)))
    {
        order.extend(groups[best].pop_front());
        groups.retain(|group| !group.is_empty());
    }
    order
}
