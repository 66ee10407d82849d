//! A posted round beside what the rules give: who was moved by hand, and what was changed beneath the round since.

use super::position::Position;
use super::swiss::Pairing;
use crate::tournament::names::{does, list};
use std::collections::{BTreeSet, HashMap};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reason {
    /// The number of the rule in the US Chess rulebook, where there is one.
    pub rule: Option<&'static str>,
    /// One sentence, full stop included.
    pub text: String,
}

impl Reason {
    pub(super) fn by(rule: &'static str, text: impl Into<String>) -> Self {
        Self { rule: Some(rule), text: text.into() }
    }

    /// One that no rule is cited for.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { rule: None, text: text.into() }
    }
}

/// A round as it is, and as it was when it was posted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Posted {
    pub now: Pairing,
    /// Who was to meet whom before any hand edit; `None` where that is not known.
    pub first: Option<Pairing>,
}

impl Posted {
    /// The round that `pair` made, as far as is known.
    fn made(&self) -> &Pairing {
        self.first.as_ref().unwrap_or(&self.now)
    }
}

/// What a round has for a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opponent {
    Team(usize),
    Bye,
}

impl Opponent {
    /// After "would": "meet Rooks", "have the bye".
    fn to_come(self, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Self::Team(other) => format!("meet {}", name(other)),
            Self::Bye => "have the bye".to_owned(),
        }
    }

    /// "Knights meet Rooks", "Knights have the bye".
    fn present(self, me: &str, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Self::Team(other) => format!("{} {}", does(me, "meets"), name(other)),
            Self::Bye => format!("{} the bye", does(me, "has")),
        }
    }
}

/// What a round has for each of its teams: asked of every team of the round.
pub(super) struct Opponents(HashMap<usize, Opponent>);

impl Opponents {
    pub(super) fn of(pairing: &Pairing) -> Self {
        let both = |(a, b): &(usize, usize)| [(*a, Opponent::Team(*b)), (*b, Opponent::Team(*a))];
        let bye = pairing.bye.map(|team| (team, Opponent::Bye));
        Self(pairing.pairs.iter().flat_map(both).chain(bye).collect())
    }

    pub(super) fn get(&self, team: usize) -> Option<Opponent> {
        self.0.get(&team).copied()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// The rules give it, as things stand now.
    Rules,
    /// It was posted so, and what the round was made from is not the same any more.
    ChangedBeneath,
    /// The posted round was changed.
    ByHand,
    /// One of the last two.
    Unknown,
}

/// A posted round with what the rules give for its teams now.
pub(super) struct Layers<'a> {
    posted: &'a Posted,
    /// The position with just the teams that were posted.
    pub(super) position: Position,
    /// What the rules give for them; `None` where they allow nothing.
    pub(super) rules: Option<Pairing>,
    /// The same for the teams that are in the round now.
    pub(super) position_now: Position,
    pub(super) rules_now: Option<Pairing>,
    of_now: Opponents,
    of_first: Option<Opponents>,
    of_rules: Option<Opponents>,
    of_rules_now: Option<Opponents>,
}

impl<'a> Layers<'a> {
    /// `pair` is the engine, whatever it would ask consent for granted.
    pub(super) fn of(position: &Position, posted: &'a Posted, pair: impl Fn(&Position) -> Option<Pairing>) -> Self {
        let (first, now) = (with_the_teams_of(position, posted.made()), with_the_teams_of(position, &posted.now));
        let rules = pair(&first);
        let rules_now = if first == now { rules.clone() } else { pair(&now) };
        Self {
            posted,
            position: first,
            position_now: now,
            of_now: Opponents::of(&posted.now),
            of_first: posted.first.as_ref().map(Opponents::of),
            of_rules: rules.as_ref().map(Opponents::of),
            of_rules_now: rules_now.as_ref().map(Opponents::of),
            rules,
            rules_now,
        }
    }

    pub(super) fn opponent(&self, team: usize) -> Option<Opponent> {
        self.of_now.get(team)
    }

    pub(super) fn by_rules(&self, team: usize) -> Option<Opponent> {
        let given = |rules: &Option<Opponents>| rules.as_ref().and_then(|rules| rules.get(team));
        given(&self.of_rules).or_else(|| given(&self.of_rules_now))
    }

    pub(super) fn cause(&self, team: usize) -> Cause {
        let now = self.opponent(team);
        if self.of_rules.as_ref().is_some_and(|rules| rules.get(team) == now) {
            return Cause::Rules;
        }
        match &self.of_first {
            Some(first) if first.get(team) == now => Cause::ChangedBeneath,
            Some(_) => Cause::ByHand,
            None => Cause::Unknown,
        }
    }

    /// The teams that have something else than the rules give.
    pub(super) fn departed(&self) -> Vec<usize> {
        let pairs = self.posted.now.pairs.iter().flat_map(|(a, b)| [*a, *b]);
        let mut teams: Vec<usize> =
            pairs.chain(self.posted.now.bye).filter(|team| self.cause(*team) != Cause::Rules).collect();
        teams.sort_unstable();
        teams
    }

    /// Why a team has something else than the rules give, and what they would give.
    pub(super) fn departure(&self, team: usize, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
        let Some(now) = self.opponent(team) else { return Vec::new() };
        let me = name(team);
        let meets = now.present(&me, name);
        let first = self.of_first.as_ref().and_then(|first| first.get(team));
        let by_rules = self.by_rules(team);
        let would = match by_rules {
            Some(other) => format!("under the pairing rules {me} would now {}", other.to_come(name)),
            None => "the pairing rules now allow no complete pairing of these teams".to_owned(),
        };
        let text = match (self.cause(team), first) {
            (Cause::Rules, _) => return Vec::new(),
            (Cause::ChangedBeneath, _) => {
                format!(
                    "{} posted to {}. A result, an option or an entry has changed since: {would}.",
                    does(&me, "was"),
                    now.to_come(name)
                )
            }
            (Cause::ByHand, Some(Opponent::Team(other))) if self.position.is_forced((team, other)) => {
                let other = name(other);
                format!(
                    "Before the round was paired, the director wanted {me} to meet {other}, but later changed that by hand: now {meets}."
                )
            }
            (Cause::ByHand, Some(posted)) if by_rules == Some(posted) => {
                let rules = posted.to_come(name);
                format!("Under the pairing rules {me} should {rules}. The director changed that by hand: now {meets}.")
            }
            (Cause::ByHand, Some(posted)) => {
                let posted = posted.to_come(name);
                format!(
                    "{} posted to {posted}. The director changed that by hand: now {meets}; {would}.",
                    does(&me, "was")
                )
            }
            (Cause::ByHand, None) => {
                format!(
                    "{} not in the round when it was posted. The director added them by hand: now {meets}; {would}.",
                    does(&me, "was")
                )
            }
            (Cause::Unknown, _) => {
                format!(
                    "{meets}: the round was changed by hand, or a result, an option or an entry has changed since; {would}."
                )
            }
        };
        vec![Reason::plain(text)]
    }

    /// What to say of a round before its reasons, where it is not what the rules give now; empty where it is.
    pub(super) fn notices(&self) -> Vec<Reason> {
        let causes: Vec<Cause> = self.departed().into_iter().map(|team| self.cause(team)).collect();
        let said = |cause, text: &str| causes.contains(&cause).then(|| Reason::plain(text));
        let beneath = "A result, an option or an entry has changed since this round was posted: under the pairing rules it would now be \
                       paired differently.";
        let unknown = "Under the pairing rules this round would now be paired differently: it was changed by hand, or a result, an option or \
                       an entry has changed since.";
        let mut notices: Vec<Reason> = [
            said(Cause::ByHand, "This round was changed by hand after it was posted."),
            said(Cause::ChangedBeneath, beneath),
            said(Cause::Unknown, unknown),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !notices.is_empty() && self.rules.is_some() {
            notices.push(Reason::plain(
                "Below is what the pairing rules call for, and why; then what was posted instead.",
            ));
        }
        notices
    }

    /// For the round: what it has that the rules do not give, beside what they give to those teams.
    pub(super) fn changes(&self, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
        let departed: BTreeSet<usize> = self.departed().into_iter().collect();
        let mut changes = Vec::new();
        for cause in [Cause::ChangedBeneath, Cause::ByHand, Cause::Unknown] {
            let of_this = |team: usize| departed.contains(&team) && self.cause(team) == cause;
            let was_by_rules = |team: usize| {
                let made = self.of_first.as_ref().unwrap_or(&self.of_now).get(team);
                made.is_none() || self.of_rules.as_ref().is_some_and(|rules| rules.get(team) == made)
            };
            let now = in_words(&self.posted.now, of_this, name);
            if now.is_empty() {
                continue;
            }
            let rules = self
                .rules
                .as_ref()
                .map_or_else(|| "no complete pairing at all".to_owned(), |rules| in_words(rules, of_this, name));
            let text = match cause {
                Cause::ByHand if rules.is_empty() => format!("The director added by hand: {now}."),
                Cause::ByHand if departed.iter().filter(|team| of_this(**team)).all(|team| was_by_rules(*team)) => {
                    format!("Under the rules: {rules}. The director changed that by hand: {now}.")
                }
                Cause::ByHand => {
                    format!("The director changed this by hand: {now}. Under the rules it would now be: {rules}.")
                }
                _ => format!("Under the rules it would now be: {rules}. Posted: {now}."),
            };
            changes.push(Reason::plain(text));
        }
        changes
    }

    /// The same in one sentence, for a team that has what the rules give.
    pub(super) fn elsewhere(&self) -> Option<Reason> {
        let departed = self.departed();
        let by_hand = departed.iter().any(|team| self.cause(*team) == Cause::ByHand);
        let text = if by_hand {
            "Other tables of this round were changed by hand after it was posted."
        } else {
            "At other tables a result, an option or an entry has changed since: under the pairing rules they would now be paired differently."
        };
        (!departed.is_empty()).then(|| Reason::plain(text))
    }
}

/// The pairs and the bye of some teams: "Rooks against Knights, Pawns with the bye".
pub(super) fn in_words(pairing: &Pairing, of: impl Fn(usize) -> bool, name: &dyn Fn(usize) -> String) -> String {
    let pairs = pairing
        .pairs
        .iter()
        .filter(|(a, b)| of(*a) || of(*b))
        .map(|(a, b)| format!("{} against {}", name(*a), name(*b)));
    let bye = pairing.bye.filter(|bye| of(*bye)).map(|bye| format!("{} with the bye", name(bye)));
    list(pairs.chain(bye))
}

fn with_the_teams_of(position: &Position, pairing: &Pairing) -> Position {
    let (mut field, opponents) = (position.clone(), Opponents::of(pairing));
    for (at, entrant) in field.entrants.iter_mut().enumerate() {
        entrant.absent = opponents.get(at).is_none();
        entrant.house &= entrant.absent;
    }
    let plays = |team: u32| opponents.get(team as usize).is_some();
    field.forced.retain(|(a, b)| plays(*a) && plays(*b));
    field
}
