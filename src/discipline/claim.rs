//! Claims at the board: upheld or denied, by which rule, and what an upheld claim does to its board.

use super::claim_rules::{ClaimRule, ClosedList, Fact};
use super::settings::Settings;
use super::source::Citation;
use crate::tournament::{BoardOutcome, Reason, Side};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What can be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// The opponent made an illegal move.
    IllegalMove,
    /// The opponent's flag fell.
    Flag,
    /// Both flags are down.
    BothFlags,
    /// The teams agreed on a draw.
    Agreement,
    /// The position was repeated.
    Repetition,
    /// The opponent is mated.
    Mate,
    /// The player on move has no legal move.
    Stalemate,
    /// The opponent has no means left to win with.
    LosingChances,
    /// The pieces or the clock were set wrongly.
    Setup,
    /// The board has no clock.
    NoClock,
    /// The clock does not work as it should.
    DefectiveClock,
}

/// The opposing claim that a claim competes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// The opponent claims that the claimant moved illegally.
    IllegalMove,
    /// The opponent claims that the claimant's flag fell.
    Flag,
}

/// When a claim came, relative to the opposing one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Before it.
    First,
    /// After it.
    Second,
    /// At the same moment.
    Same,
}

/// A claim with the facts as the director found them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub kind: ClaimKind,
    /// Whether it came before the claimant completed a move; for a wrong set-up, before each side had moved.
    pub before_reply: Option<bool>,
    /// Whether the clock had been pressed after the move complained of.
    pub clock_pressed: Option<bool>,
    /// Whether the claimant's own flag was still up.
    pub own_flag_up: Option<bool>,
    /// The opposing claim, if there was one.
    pub against: Option<Against>,
    /// When this claim came, relative to the opposing one.
    pub order: Option<Order>,
    /// What was wrong, in the director's words.
    pub what: Option<String>,
    /// The director found that the claim does not hold.
    pub deny: bool,
}

impl Claim {
    /// A claim of which no fact is known yet.
    pub fn new(kind: ClaimKind) -> Self {
        Self {
            kind,
            before_reply: None,
            clock_pressed: None,
            own_flag_up: None,
            against: None,
            order: None,
            what: None,
            deny: false,
        }
    }
}

/// Whether a claim is granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Granted.
    Upheld,
    /// Not granted; play goes on.
    Denied,
}

/// The decision on a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Verdict,
    /// The rule it rests on.
    pub rule: Citation,
    /// The rulebook does not settle it: the director's own decision.
    pub discretion: bool,
    /// What follows besides the verdict, in a sentence.
    pub says: Option<String>,
}

/// Why a claim cannot be decided yet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Undecidable {
    /// A fact that the rule turns on was not given.
    #[error("{rule} turns on whether {}", fact.question(*kind))]
    Needs {
        kind: ClaimKind,
        fact: Fact,
        /// The rule that turns on it.
        rule: Citation,
    },
    /// An opposing claim was named without saying which came first.
    #[error("two claims against each other are decided by which came first")]
    NeedsOrder,
    /// An order was given without an opposing claim.
    #[error("an order of claims needs the opposing claim")]
    NeedsAgainst,
    /// A claim against a claim of the same kind.
    #[error("a claim of {0} cannot be opposed by another one")]
    AgainstItself(ClaimKind),
    /// The error complained of is not one that the closed list tells apart.
    #[error("{rule} lists what loses, and \"{what}\" is not told apart by it")]
    NotTold {
        what: String,
        /// The list, with the words it looks for.
        list: Box<ClosedList>,
        /// The rule with the list.
        rule: Citation,
    },
}

/// Decides a claim.
///
/// # Errors
/// [`Undecidable`] where a fact is missing that the rule turns on.
pub fn decide(claim: &Claim, settings: &Settings) -> Result<Judgement, Undecidable> {
    match (claim.against, claim.order) {
        (Some(_), None) => return Err(Undecidable::NeedsOrder),
        (None, Some(_)) => return Err(Undecidable::NeedsAgainst),
        _ => {}
    }
    if claim.against.is_some_and(|against| against.kind() == claim.kind) {
        return Err(Undecidable::AgainstItself(claim.kind));
    }
    let Some(rule) = settings.claims.iter().find(|rule| rule.kind == claim.kind) else {
        return Ok(discretionary(claim, settings));
    };
    let judged = |verdict: Verdict, number: &super::source::Rule, says: &Option<String>| Judgement {
        verdict,
        rule: settings.source.cite(number),
        discretion: rule.discretion,
        says: says.clone(),
    };
    if claim.deny {
        return Ok(judged(Verdict::Denied, &rule.denied, &rule.denied_says));
    }
    if let Some(verdict) = rule.always {
        return Ok(match verdict {
            Verdict::Upheld => judged(verdict, &rule.upheld, &rule.upheld_says),
            Verdict::Denied => judged(verdict, &rule.denied, &rule.denied_says),
        });
    }
    if let (Some(list), Some(what)) = (&rule.list, &claim.what) {
        let told = list.tells(what).ok_or_else(|| Undecidable::NotTold {
            what: what.clone(),
            list: Box::new(list.clone()),
            rule: settings.source.cite(&list.rule),
        })?;
        if told == Verdict::Denied {
            return Ok(judged(Verdict::Denied, &list.rule, &list.says));
        }
    }
    if let Some(exception) =
        rule.exceptions.iter().find(|e| claim.what.as_deref().is_some_and(|what| e.is_named_in(what)))
    {
        return Ok(Judgement {
            verdict: Verdict::Upheld,
            rule: settings.source.cite(&exception.rule),
            discretion: exception.rule.is_none(),
            says: exception.says.clone(),
        });
    }
    let contest = contest(claim, rule, settings)?;
    if let Some(lost) = contest.as_ref().filter(|judgement| judgement.verdict == Verdict::Denied) {
        return Ok(lost.clone());
    }
    if rule.late_is_unsettled && claim.before_reply == Some(false) {
        return Ok(Judgement {
            verdict: Verdict::Denied,
            rule: settings.source.silence(),
            discretion: true,
            says: None,
        });
    }
    if let Some(fact) = rule.turns_on {
        let needs = || Undecidable::Needs { kind: claim.kind, fact, rule: settings.source.cite(&rule.upheld) };
        if !fact.of(claim).ok_or_else(needs)? {
            return Ok(judged(Verdict::Denied, &rule.denied, &rule.denied_says));
        }
    }
    Ok(contest.unwrap_or_else(|| judged(Verdict::Upheld, &rule.upheld, &rule.upheld_says)))
}

/// Which of two opposing claims wins, where there are two.
fn contest(claim: &Claim, rule: &ClaimRule, settings: &Settings) -> Result<Option<Judgement>, Undecidable> {
    let (Some(against), Some(order)) = (claim.against, claim.order) else { return Ok(None) };
    let Some(contest) = rule.contest.as_ref().filter(|contest| contest.claim == against) else {
        return Ok(Some(discretionary(claim, settings)));
    };
    let verdict = match order {
        Order::First => Some(Verdict::Upheld),
        Order::Second => Some(Verdict::Denied),
        Order::Same => contest.same,
    };
    Ok(Some(match verdict {
        Some(verdict) => {
            let says = (verdict == Verdict::Denied)
                .then(|| "the opposing claim goes before it: enter that one next".to_owned());
            Judgement { verdict, rule: settings.source.cite(&contest.rule), discretion: false, says }
        }
        None => discretionary(claim, settings),
    }))
}

/// What the source does not settle is as the director says; facts that speak against the claim deny it.
fn discretionary(claim: &Claim, settings: &Settings) -> Judgement {
    let speaks_against = claim.own_flag_up == Some(false) || claim.order == Some(Order::Second);
    let verdict = if claim.deny || speaks_against { Verdict::Denied } else { Verdict::Upheld };
    Judgement { verdict, rule: settings.source.silence(), discretion: true, says: None }
}

/// What an upheld claim makes of its board, and how; nothing for a wrong set-up, which is put right.
pub fn ends_board(kind: ClaimKind, claimant: Side) -> Option<(BoardOutcome, Reason)> {
    match kind {
        ClaimKind::IllegalMove => Some((BoardOutcome::won_by(claimant), Reason::Illegal)),
        ClaimKind::Flag => Some((BoardOutcome::won_by(claimant), Reason::Time)),
        ClaimKind::Mate => Some((BoardOutcome::won_by(claimant), Reason::Mate)),
        ClaimKind::BothFlags => Some((BoardOutcome::Drawn, Reason::Flags)),
        ClaimKind::Agreement => Some((BoardOutcome::Drawn, Reason::Agreement)),
        ClaimKind::Repetition => Some((BoardOutcome::Drawn, Reason::Repetition)),
        ClaimKind::NoClock => Some((BoardOutcome::BothLost, Reason::NoClock)),
        ClaimKind::Stalemate => Some((BoardOutcome::Drawn, Reason::Stalemate)),
        ClaimKind::LosingChances | ClaimKind::Setup | ClaimKind::DefectiveClock => None,
    }
}

impl Against {
    /// The kind of the opposing claim.
    pub fn kind(self) -> ClaimKind {
        match self {
            Self::IllegalMove => ClaimKind::IllegalMove,
            Self::Flag => ClaimKind::Flag,
        }
    }
}

impl ClaimKind {
    pub fn as_typed(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal-move",
            Self::Flag => "flag",
            Self::BothFlags => "both-flags",
            Self::Agreement => "agreement",
            Self::Repetition => "repetition",
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::LosingChances => "losing-chances",
            Self::Setup => "setup",
            Self::NoClock => "no-clock",
            Self::DefectiveClock => "defective-clock",
        }
    }
}

impl fmt::Display for ClaimKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::IllegalMove => "an illegal move",
            Self::Flag => "a fallen flag",
            Self::BothFlags => "both flags down",
            Self::Agreement => "a draw by agreement",
            Self::Repetition => "a draw by repetition",
            Self::Mate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::LosingChances => "insufficient losing chances",
            Self::Setup => "a wrong set-up",
            Self::NoClock => "no clock",
            Self::DefectiveClock => "a defective clock",
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Upheld => "upheld",
            Self::Denied => "denied",
        })
    }
}
