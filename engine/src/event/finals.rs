//! Who goes on from a section to its final: by the table and its groups, by lot where nothing else parts two, or as the director names them.

use super::{Event, Refusal};
use crate::pairing::knockout::first_ties;
use crate::standings::prizes::{settle, settled};
use crate::standings::{Line, TieBreak, Value};
use crate::tournament::{AppealId, Format, HalfPoints, Section, SectionId, Team, TeamId};
use rustc_hash::FxHashMap;
use std::cmp::{Ordering, Reverse};
use std::collections::VecDeque;

/// A team of a final, by its seed there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Qualified {
    pub team: TeamId,
    /// In the section it comes from.
    pub points: HalfPoints,
    pub why: Why,
    /// The teams that nothing but the lot parts from it, where they might have qualified as it did.
    pub level: Vec<TeamId>,
    /// Its seed by its points, from 1, before two of one group were kept apart.
    pub by_points: usize,
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
    /// House teams, and those that have left, do not; those who follow them do.
    fn qualified(&self, section: &Section, source: &Section, top: u32) -> Vec<Qualified> {
        self.qualified_after(section, source, self.posted_rounds(source.id), top, &[])
    }

    /// As [`Event::qualified`], after a round; those that went on already count, though they have left since.
    fn qualified_after(
        &self,
        section: &Section,
        source: &Section,
        after: u32,
        top: u32,
        went_on: &[TeamId],
    ) -> Vec<Qualified> {
        let plays_on = |team: TeamId| self.tournament().team(team).is_some_and(|team| self.plays_on(team, source.id));
        let is_here = |line: &Line| !line.house && (went_on.contains(&line.team) || plays_on(line.team));
        let mut lines: Vec<Line> = self.table(source, after).into_iter().filter(is_here).collect();
        let groups = self.group_count(source);
        let group: FxHashMap<TeamId, u32> = lines
            .iter()
            .filter(|line| (1..=groups).contains(&line.group))
            .map(|line| (line.team, line.group))
            .collect();
        let winners: Vec<TeamId> = lines
            .chunk_by(|one, other| one.group == other.group)
            .filter(|of_group| group.contains_key(&of_group[0].team))
            .map(|of_group| of_group[0].team)
            .collect();
        let in_group = self.level_but_for_the_lot(source, &lines);
        if groups > 0 {
            lines = self.across_groups(source, lines, &winners);
        }
        let across = self.level_but_for_the_lot(source, &lines);
        let qualified = |(line, by_points): (Line, usize)| {
            let level = if winners.contains(&line.team) { &in_group } else { &across };
            let others = level.iter().find(|set| set.contains(&line.team)).into_iter().flatten();
            Qualified {
                team: line.team,
                points: line.points,
                why: match group.get(&line.team) {
                    Some(group) if winners.contains(&line.team) => Why::WonGroup(*group),
                    _ if groups > 0 => Why::NextBest,
                    _ => Why::Place(line.rank),
                },
                level: others.filter(|team| **team != line.team).copied().collect(),
                by_points,
            }
        };
        let seeds: Vec<Qualified> = lines.into_iter().take(top as usize).zip(1..).map(qualified).collect();
        let first_round = self.first_meetings(section, seeds.len());
        apart(&seeds, &first_round, |one| group.get(&one.team).copied())
    }

    /// The seeds that meet in the first round of a final, the better first; none where they do not settle it.
    fn first_meetings(&self, section: &Section, seeds: usize) -> Vec<(usize, usize)> {
        match section.format {
            Format::Knockout => first_ties(seeds),
            Format::RoundRobin | Format::DoubleRoundRobin if !self.goes_by_lot(section) => {
                let first = self.schedule(section, seeds).into_iter().next();
                let pairs = first.into_iter().flat_map(|round| round.pairs);
                pairs.map(|(one, other)| (one.min(other), one.max(other))).collect()
            }
            _ => Vec::new(),
        }
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
        let now = self.qualified_after(section, source, after, top, &admitted);
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

    /// The teams that the source of a final sends there, no matter who is in it.
    pub fn sent_to(&self, section: &Section) -> Vec<TeamId> {
        let source = section.qualified_from.and_then(|(from, top)| Some((self.tournament().section(from)?, top)));
        source.map_or_else(Vec::new, |(source, top)| {
            self.qualified(section, source, top).iter().map(|one| one.team).collect()
        })
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
            return Ok(Some(self.qualified(section, source, top)));
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
            let by_points = finalists.len() + 1;
            finalists.push(Qualified {
                team: *team,
                points: line.points,
                why: Why::Named,
                level: Vec::new(),
                by_points,
            });
        }
        Ok(finalists)
    }

    fn plays_on(&self, team: &Team, source: SectionId) -> bool {
        self.tournament().status(team).is_in() && !team.was_moved_from(source)
    }

    /// The teams of all groups in one order: the winners, then the best that is left of any group, and so on. Within a group its table
    /// holds; what parts only teams that are tied there says nothing of teams of other groups, and a play-off does.
    ///
    /// Their lines have the winners as one group and the others as the next.
    fn across_groups(&self, source: &Section, lines: Vec<Line>, winners: &[TeamId]) -> Vec<Line> {
        let tiebreaks = self.settings(source.id).standings.tiebreaks;
        let by_tiebreaks = |one: &Line, other: &Line| {
            let pairs = one.tiebreaks.iter().zip(&other.tiebreaks).zip(&tiebreaks);
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
        let mut order: Vec<Line> = Vec::new();
        while let Some((best, _)) = groups
            .iter()
            .map(|group| &group[0])
            .enumerate()
            .min_by(|(_, one), (_, other)| key(one).cmp(&key(other)).then_with(|| by_tiebreaks(one, other)))
        {
            order.extend(groups[best].pop_front());
            groups.retain(|group| !group.is_empty());
        }
        let is_across = |at: usize| tiebreaks.get(at).is_some_and(|tiebreak| !tiebreak.is_within_tie());
        for (line, rank) in order.iter_mut().zip(1..) {
            let values = std::mem::take(&mut line.tiebreaks).into_iter().enumerate();
            line.tiebreaks = values.map(|(at, value)| if is_across(at) { value } else { Value::ZERO }).collect();
            line.group = u32::from(!winners.contains(&line.team));
            line.rank = rank;
        }
        let rules = self.settings(source.id).prizes;
        let play_offs = self.play_offs(source.id, &order);
        settle(&mut order, &play_offs, rules.ties, rules.play_off);
        order
    }

    /// Teams of a table that only the lot orders, or the seeds where no lot is drawn: nothing before it parts them, and no play-off yet.
    fn level_but_for_the_lot(&self, source: &Section, lines: &[Line]) -> Vec<Vec<TeamId>> {
        let tiebreaks = self.settings(source.id).standings.tiebreaks;
        let counted = tiebreaks.iter().position(|tiebreak| *tiebreak == TieBreak::Lot).unwrap_or(tiebreaks.len());
        let is_level = |one: &Line, other: &Line| {
            let is_tied = one.unplayed == other.unplayed && one.tiebreaks[..counted] == other.tiebreaks[..counted];
            one.is_level_with(other) && (one.by_round.is_some() || is_tied)
        };
        let play_offs = self.play_offs(source.id, lines);
        let kind = self.settings(source.id).prizes.play_off;
        let parted = |run: &[Line]| {
            let teams: Vec<usize> = run.iter().map(|line| line.index).collect();
            let team = |at: usize| run.iter().find(|line| line.index == at).map(|line| line.team);
            let groups = settled(&teams, &play_offs, kind).into_iter().filter(|group| group.len() > 1);
            groups.map(|group| group.into_iter().filter_map(team).collect()).collect::<Vec<Vec<TeamId>>>()
        };
        lines.chunk_by(is_level).flat_map(parted).collect()
    }
}

/// Seeds in an order in which as few as can be meet a team of their own group: the better of two that meet keeps its place, and of the others
/// the best does where that leaves the rest no worse.
fn apart<T: Clone>(seeds: &[T], meetings: &[(usize, usize)], group: impl Fn(&T) -> Option<u32>) -> Vec<T> {
    let mut meetings = meetings.to_vec();
    meetings.sort_unstable_by_key(|(_, worse)| *worse);
    let groups: Vec<Option<u32>> = seeds.iter().map(group).collect();
    let met: Vec<Option<u32>> = meetings.iter().map(|(better, _)| groups[*better]).collect();
    let mut left: Vec<usize> = meetings.iter().map(|(_, worse)| *worse).collect();
    // Where more places and teams are of one group than there are pairs, so many must be its own.
    let fewest = |met: &[Option<u32>], left: &[usize]| {
        let of = |one: u32| {
            let teams = left.iter().filter(|at| groups[**at] == Some(one)).count();
            (met.iter().filter(|met| **met == Some(one)).count() + teams).saturating_sub(met.len())
        };
        met.iter().flatten().map(|one| of(*one)).max().unwrap_or(0)
    };
    let mut spare = fewest(&met, &left);
    let mut order: Vec<usize> = (0..seeds.len()).collect();
    for (at, (_, worse)) in meetings.iter().enumerate() {
        let costs = |one: usize| usize::from(met[at].is_some() && groups[one] == met[at]);
        let leaves = |nth: &usize| {
            let rest: Vec<usize> = left.iter().copied().filter(|one| *one != left[*nth]).collect();
            costs(left[*nth]) + fewest(&met[at + 1..], &rest) <= spare
        };
        let nth = (0..left.len()).find(leaves).unwrap_or(0);
        let one = left.remove(nth);
        spare -= costs(one);
        order[*worse] = one;
    }
    order.into_iter().map(|at| seeds[at].clone()).collect()
}
