//! Prizes: announced, given, and played off.

use super::next;
use crate::event::{Event, NotWon, Refusal, StoredPlayOff, StoredPrize};
use crate::standings::prizes::{Award, PlayOffKind, Rules, Ties, Winner};
use crate::tournament::{SectionId, TeamId, TeamStatus};

/// Gives a prize to a team, whatever the standings say. Returns the team it was given to before.
pub fn give(event: &mut Event, prize: u32, team: TeamId) -> Result<Option<TeamId>, Refusal> {
    let mut next = event.clone();
    let known = next.changing().prizes.iter_mut().find(|known| known.id == prize).ok_or(Refusal::Gone)?;
    let had = known.winner.replace(team);
    let known = known.clone();
    if let Some(why) = not_won(&next, &known, team) {
        return Err(Refusal::NotWon { prize, team, why });
    }
    *event = next;
    Ok(had.filter(|winner| *winner != team))
}

/// Why a prize that was given to a team is not won by it.
fn not_won(event: &Event, prize: &StoredPrize, id: TeamId) -> Option<NotWon> {
    let section = event.tournament().section(prize.section)?;
    let awards = event.awards(section);
    let is_given = |award: &Award| match &award.winner {
        Winner::Team(index) => awards.team(*index) == id,
        Winner::School(school, _) => {
            event.tournament().team(id).is_some_and(|team| event.tournament().schools_of(team).contains(&school.school))
        }
        _ => false,
    };
    if awards.awards.iter().any(|award| awards.numbers[award.prize] == prize.id && is_given(award)) {
        return None;
    }
    let team = event.tournament().team(id)?;
    let line = event.table(section, event.standing_round(section)).into_iter().find(|line| line.team == id);
    Some(match line {
        _ if team.house => NotWon::HouseTeam,
        _ if event.tournament().status(team) == TeamStatus::Expelled => NotWon::Expelled,
        Some(line) if line.struck => NotWon::Struck,
        _ => NotWon::PlaysElsewhere,
    })
}

/// Settles how a section's prizes are given; what is not given stays as it was. Gives all of it.
///
/// Refused where the section's play-offs are said to be a knockout and are none.
pub fn settle(
    event: &mut Event,
    section: SectionId,
    ties: Option<Ties>,
    many_a_team: Option<bool>,
    play_off: Option<PlayOffKind>,
) -> Result<Rules, Refusal> {
    let mut next = event.clone();
    let rules = &mut next.changing().settings.entry(section).or_default().prizes;
    *rules = Rules {
        ties: ties.unwrap_or(rules.ties),
        many_a_team: many_a_team.unwrap_or(rules.many_a_team),
        play_off: play_off.or(rules.play_off),
    };
    let rules = *rules;
    if play_off == Some(PlayOffKind::Knockout) && next.is_no_knockout(section) {
        return Err(Refusal::NoKnockout { section, played: None });
    }
    *event = next;
    Ok(rules)
}

/// What becomes of the match that two teams have played already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Onto {
    /// Drawn, it is followed by another; decided, it is final.
    Open,
    /// It is replaced.
    Last,
    /// It is followed by another.
    Another,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayedOff {
    Entered,
    /// The same is entered already.
    StoodSo,
    InPlaceOf(StoredPlayOff),
}

/// Enters a match of a play-off between two teams of one section.
///
/// Refused where the match of the two is decided, or drawn and needs no other; and where it fits no knockout, and the play-off is one.
pub fn play_off(event: &mut Event, played: StoredPlayOff, onto: Onto) -> Result<PlayedOff, Refusal> {
    let mut next = event.clone();
    let done = enter(&mut next, played, onto)?;
    let is_knockout = event.settings(played.section).prizes.play_off == Some(PlayOffKind::Knockout);
    if is_knockout && next.is_no_knockout(played.section) && !event.is_no_knockout(played.section) {
        return Err(Refusal::NoKnockout { section: played.section, played: Some(played) });
    }
    *event = next;
    Ok(done)
}

fn enter(event: &mut Event, played: StoredPlayOff, onto: Onto) -> Result<PlayedOff, Refusal> {
    let is_of_both = |known: &StoredPlayOff| {
        known.section == played.section && played.teams.iter().all(|team| known.teams.contains(team))
    };
    let last = event.facts.play_offs.iter().rposition(is_of_both);
    let Some(at) = last.filter(|_| onto != Onto::Another) else {
        if onto == Onto::Last {
            return Err(Refusal::NoPlayOff { played });
        }
        event.changing().play_offs.push(played);
        return Ok(PlayedOff::Entered);
    };
    let on_file = event.facts.play_offs[at];
    match on_file.winner() {
        None if onto == Onto::Open && event.are_parted(&on_file) => {
            return Err(Refusal::PlayOffDiffers { on_file, played });
        }
        None if onto == Onto::Open => event.changing().play_offs.push(played),
        winner if winner == played.winner() => return Ok(PlayedOff::StoodSo),
        _ if onto == Onto::Open => return Err(Refusal::PlayOffDiffers { on_file, played }),
        _ => {
            event.changing().play_offs[at] = played;
            return Ok(PlayedOff::InPlaceOf(on_file));
        }
    }
    Ok(PlayedOff::Entered)
}

impl Event {
    /// Announces a prize; its own number is not looked at. Gives the number that it has.
    pub fn add_prize(&mut self, prize: StoredPrize) -> u32 {
        let facts = self.changing();
        let id = next(&mut facts.last.prize);
        facts.prizes.push(StoredPrize { id, ..prize });
        id
    }

    pub fn change_prize(&mut self, changed: StoredPrize) {
        let known = self.changing().prizes.iter_mut().find(|known| known.id == changed.id);
        known.into_iter().for_each(|known| *known = changed.clone());
    }

    pub fn remove_prize(&mut self, prize: u32) {
        self.changing().prizes.retain(|known| known.id != prize);
    }
}
