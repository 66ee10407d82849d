//! Claims decided: granted or not, by which rule, and what a granted claim does to its board.

use super::claim::{Claim, ClaimKind, ClaimOrder, ClaimRule, Fact, Verdict, Wrong};
use super::match_rules::{MatchRules, NoClock};
use super::settings::Settings;
use super::source::{Citation, Rule};
use crate::tournament::{BoardOutcome, Reason, Side};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Verdict,
    pub rule: Citation,
    /// The rulebook does not settle it: the director denied it.
    pub discretion: bool,
    /// What follows besides the verdict, in a sentence.
    pub says: Option<String>,
}

/// Why a claim cannot be decided yet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Undecidable {
    #[error("{rule} depends on whether {}", fact.question(*kind))]
    Needs { kind: ClaimKind, fact: Fact, rule: Citation },
    #[error("{rule} depends on what was wrong")]
    NeedsWrong {
        /// The kinds that the rulebook distinguishes.
        known: Vec<Wrong>,
        rule: Citation,
    },
    #[error("{}", unknown_wrong(typed, known, *kind, rulebook))]
    UnknownWrong { kind: ClaimKind, typed: String, known: Vec<Wrong>, rulebook: String },
    #[error("both sides made a claim, so the one that came first decides")]
    NeedsOrder,
    #[error("to give the order of claims, name the opposing claim too")]
    NeedsAgainst,
    #[error("a claim of {0} can't be opposed by another claim of the same kind")]
    AgainstItself(ClaimKind),
    /// The director decides, one way or the other.
    #[error("{}", left_open(rule, says.as_deref()))]
    Unsettled {
        rule: Citation,
        /// What the rule says all the same.
        says: Option<String>,
    },
}

fn unknown_wrong(typed: &str, known: &[Wrong], kind: ClaimKind, rulebook: &str) -> String {
    if known.is_empty() {
        format!("{rulebook} treats all claims of {kind} alike, so \"{typed}\" doesn't apply")
    } else {
        format!("{rulebook} doesn't list \"{typed}\" for a claim of {kind}")
    }
}

fn left_open(rule: &Citation, says: Option<&str>) -> String {
    let says = says.map(|says| format!(": {says}")).unwrap_or_default();
    match rule.is_silent() || rule.fallback {
        true if rule.is_silent() => format!("{} does not settle this claim{says}", rule.rulebook),
        true => format!("{rule}, so nothing here settles this claim{says}"),
        false => format!("{rule} does not settle this claim{says}"),
    }
}

/// Decides a claim by the rulebook. What it does not settle is the director's to decide, and nothing is decided by default.
pub fn decide(claim: &Claim, settings: &Settings) -> Result<Judgement, Undecidable> {
    match (claim.against, claim.order) {
        (Some(against), _) if against.kind() == claim.kind => return Err(Undecidable::AgainstItself(claim.kind)),
        (Some(_), None) => return Err(Undecidable::NeedsOrder),
        (None, Some(_)) => return Err(Undecidable::NeedsAgainst),
        _ => {}
    }
    let rule = settings.claims.iter().find(|rule| rule.kind == claim.kind);
    let wrong = match &claim.wrong {
        None => None,
        Some(typed) => Some(rule.and_then(|rule| rule.wrong(typed)).ok_or_else(|| Undecidable::UnknownWrong {
            kind: claim.kind,
            typed: typed.clone(),
            known: rule.map(|rule| rule.wrong.clone()).unwrap_or_default(),
            rulebook: settings.source.rulebook.clone(),
        })?),
    };
    if claim.deny {
        // The facts were not found, so that nothing else needs to be known; what the source does not settle, no rule denies either.
        let found = decide(&Claim { deny: false, ..claim.clone() }, settings);
        let (rule, discretion) = match (found, rule) {
            (Err(Undecidable::Unsettled { rule, .. }), _) => (rule, true),
            (_, Some(rule)) => (settings.source.cite(&rule.upheld.clone().or(rule.denied.clone())), false),
            (_, None) => (settings.source.silence(), true),
        };
        return Ok(Judgement { verdict: Verdict::Denied, rule, discretion, says: None });
    }
    let Some(rule) = rule else { return Err(unsettled(settings)) };
    if wrong.is_none() && rule.asks_wrong {
        let verdict = |wrong| match by_rule(claim, rule, Some(wrong), settings) {
            Ok(judged) => Ok(Some(judged.verdict)),
            Err(Undecidable::Unsettled { .. }) => Ok(None),
            Err(missing) => Err(missing),
        };
        // A kind that the source does not settle is named by the claimant.
        let cases: Vec<Option<Verdict>> = rule.wrong.iter().map(verdict).collect::<Result<_, _>>()?;
        let cases: Vec<Verdict> = cases.into_iter().flatten().collect();
        if cases.windows(2).any(|two| two[0] != two[1]) {
            let turning = rule.wrong.iter().find_map(|wrong| wrong.rule.as_ref()).or(rule.upheld.as_ref());
            let rule_turning = settings.source.cite(&turning.cloned());
            return Err(Undecidable::NeedsWrong { known: rule.wrong.clone(), rule: rule_turning });
        }
    }
    by_rule(claim, rule, wrong, settings)
}

/// Whether the rulebook left the decision on this claim to the director, who made it by the rule that it cites.
pub fn is_directors_choice(claim: &Claim, cited: &Citation, settings: &Settings) -> bool {
    let open = decide(&Claim { deny: false, ..claim.clone() }, settings);
    matches!(open, Err(Undecidable::Unsettled { rule, .. }) if rule == *cited)
}

/// The decision on a claim of one kind of fault, or of none in particular.
fn by_rule(
    claim: &Claim,
    rule: &ClaimRule,
    wrong: Option<&Wrong>,
    settings: &Settings,
) -> Result<Judgement, Undecidable> {
    let judged = |verdict, cited: &Rule, says: &Option<String>| match rule.discretion {
        true => Err(Undecidable::Unsettled { rule: settings.source.cite(cited), says: says.clone() }),
        false => Ok(Judgement { verdict, rule: settings.source.cite(cited), discretion: false, says: says.clone() }),
    };
    match rule.always {
        Some(Verdict::Upheld) => return judged(Verdict::Upheld, &rule.upheld, &rule.upheld_says),
        Some(Verdict::Denied) => return judged(Verdict::Denied, &rule.denied, &rule.denied_says),
        None => {}
    }
    let open =
        |wrong: &Wrong| Undecidable::Unsettled { rule: settings.source.cite(&wrong.rule), says: wrong.says.clone() };
    if let Some(wrong) = wrong {
        // What a rule names without settling it is claimed in time like anything else.
        if wrong.unsettled && wrong.rule.is_none() {
            return Err(open(wrong));
        }
        if let Some(verdict) = wrong.always {
            return judged(verdict, if wrong.rule.is_some() { &wrong.rule } else { &rule.upheld }, &wrong.says);
        }
    }
    let contest = contest(claim, rule, settings);
    if let Some(Ok(lost)) = contest.as_ref()
        && lost.verdict == Verdict::Denied
    {
        return Ok(lost.clone());
    }
    for condition in &rule.conditions {
        let is_so = claim.fact(condition.fact).or(condition.presumed.then_some(true));
        let needs =
            || Undecidable::Needs { kind: claim.kind, fact: condition.fact, rule: settings.source.cite(&rule.upheld) };
        if is_so.ok_or_else(needs)? {
            continue;
        }
        let of_this_kind =
            wrong.filter(|wrong| !wrong.unsettled).filter(|wrong| wrong.rule.is_some() || wrong.says.is_some());
        let (cited, says) = match of_this_kind {
            Some(wrong) => (wrong.rule.as_ref().or(condition.rule.as_ref()), &wrong.says),
            None => (condition.rule.as_ref(), &condition.says),
        };
        return match cited {
            Some(cited) => judged(Verdict::Denied, &Some(cited.clone()), says),
            None => Err(Undecidable::Unsettled { rule: settings.source.silence(), says: says.clone() }),
        };
    }
    if let Some(wrong) = wrong.filter(|wrong| wrong.unsettled) {
        return Err(open(wrong));
    }
    contest.unwrap_or_else(|| judged(Verdict::Upheld, &rule.upheld, &rule.upheld_says))
}

/// Which of two opposing claims wins, where there are two.
fn contest(claim: &Claim, rule: &ClaimRule, settings: &Settings) -> Option<Result<Judgement, Undecidable>> {
    let (against, order) = (claim.against?, claim.order?);
    let Some(contest) = rule.contest.as_ref().filter(|contest| contest.claim == against) else {
        return Some(Err(unsettled(settings)));
    };
    let verdict = match order {
        ClaimOrder::First => Some(Verdict::Upheld),
        ClaimOrder::Second => Some(Verdict::Denied),
        ClaimOrder::Same => contest.same,
    };
    let Some(verdict) = verdict else { return Some(Err(unsettled(settings))) };
    let says = (verdict == Verdict::Denied).then(|| "the opposing claim takes precedence".to_owned());
    Some(Ok(Judgement { verdict, rule: settings.source.cite(&contest.rule), discretion: false, says }))
}

/// Whether an opposing claim goes before this one, if it is upheld.
pub(super) fn goes_behind(claim: &Claim, settings: &Settings) -> bool {
    let rule = settings.claims.iter().find(|rule| rule.kind == claim.kind);
    let contest = rule.and_then(|rule| contest(claim, rule, settings));
    contest.is_some_and(|judged| judged.is_ok_and(|judged| judged.verdict == Verdict::Denied))
}

/// What the source does not speak of.
fn unsettled(settings: &Settings) -> Undecidable {
    Undecidable::Unsettled { rule: settings.source.silence(), says: None }
}

/// What an upheld claim makes of its board, and how, if it ends it. What is wrong with pieces or clocks is put right, and a missing clock
/// costs the game only where the rulebook says so. No board ends in a way that the rulebook rules out.
pub fn ends_board(kind: ClaimKind, claimant: Side, rules: &MatchRules) -> Option<(BoardOutcome, Reason)> {
    let ended = match kind {
        ClaimKind::IllegalMove => Some((BoardOutcome::won_by(claimant), Reason::Illegal)),
        ClaimKind::Flag => Some((BoardOutcome::won_by(claimant), Reason::Time)),
        ClaimKind::Mate => Some((BoardOutcome::won_by(claimant), Reason::Mate)),
        ClaimKind::BothFlags => Some((BoardOutcome::Drawn, Reason::Flags)),
        ClaimKind::Agreement => Some((BoardOutcome::Drawn, Reason::Agreement)),
        ClaimKind::Repetition => Some((BoardOutcome::Drawn, Reason::Repetition)),
        ClaimKind::Stalemate => Some((BoardOutcome::Drawn, Reason::Stalemate)),
        ClaimKind::NoClock if rules.no_clock.is == NoClock::BothLose => Some((BoardOutcome::BothLost, Reason::NoClock)),
        ClaimKind::NoClock | ClaimKind::LosingChances | ClaimKind::Setup | ClaimKind::DefectiveClock => None,
    };
    ended.filter(|(_, reason)| rules.never.iter().all(|never| never.reason != *reason))
}
