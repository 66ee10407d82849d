//! A claim from the floor: what it turns on is asked, one fact after the other, until the rulebook decides it.

use crate::cli::desk::Desk;
use crate::cli::rulings::claim::ClaimArgs;
use crate::cli::rulings::filing::Account;
use crate::cli::scene::Scene;
use crate::cli::wording::option_name;
use crate::discipline::{Claim, ClaimKind, ClaimOrder, ClaimRule, Fact, Settings, Undecidable, Verdict, Wrong, decide};
use crate::hall::RulingAsked;
use crate::report::hall::{Accused, ClaimShown, Proposal, Question};
use crate::tournament::BoardLetter;
use clap::ValueEnum;

/// What can be claimed, as sent and in words: first what the rulebook speaks of.
pub fn kinds(settings: &Settings) -> Vec<(String, String)> {
    let mut kinds = ClaimKind::value_variants().to_vec();
    kinds.sort_by_key(|kind| settings.claim(*kind).is_none());
    kinds.into_iter().map(|kind| (option_name(kind), kind.to_string())).collect()
}

/// How far a claim is described, with the question that comes next.
pub fn shown(desk: &Desk, who: Accused, kind: ClaimKind, asked: &RulingAsked) -> ClaimShown {
    let settings = &desk.rulebook.discipline;
    let rule = settings.claim(kind);
    let claim = claim(kind, asked);
    let asks = next(rule, &claim, (asked.board, asked.verdict), settings);
    let wrong = rule.zip(claim.wrong.as_deref()).and_then(|(rule, wrong)| rule.wrong(wrong));
    let facts = claim.facts().into_iter().chain(wrong.map(|wrong| wrong.means.clone()));
    let mut answered = fields(&claim, asked.board, asked.verdict);
    answered.extend(asked.again.then(|| ("again", true.to_string())));
    ClaimShown {
        who,
        claimed: kind.to_string(),
        answered,
        facts: facts.chain(claim.deny.then(|| NOT_FOUND.to_owned())).collect(),
        besides: besides(rule, &claim, asks.as_ref()),
        asks,
        proposal: Proposal::Open,
    }
}

const NOT_FOUND: &str = "the facts don't support it";

/// What a page asks of a claim, with the opposing one named: there is one that the rulebook knows of, so that the order is about it. What is
/// recorded names both by itself.
pub fn opposed(settings: &Settings, kind: ClaimKind, asked: &RulingAsked) -> RulingAsked {
    let known = settings.claim(kind).and_then(|rule| rule.contest.as_ref()).map(|contest| contest.claim);
    let against = asked.order.and(asked.against.or(known));
    RulingAsked { against, order: asked.order.filter(|_| against.is_some()), ..asked.clone() }
}

/// A claim with what is given for it.
fn claim(kind: ClaimKind, asked: &RulingAsked) -> Claim {
    Claim {
        kind,
        before_reply: asked.before_reply,
        clock_pressed: asked.clock_pressed,
        own_flag_up: asked.own_flag_up,
        against: asked.against,
        order: asked.order,
        wrong: asked.wrong.clone(),
        deny: asked.deny || asked.verdict == Some(Verdict::Denied),
    }
}

/// What is given for a claim, by the names of the fields.
fn fields(claim: &Claim, board: Option<BoardLetter>, verdict: Option<Verdict>) -> Vec<(&'static str, String)> {
    let is = |fact: Option<bool>| fact.map(|is| is.to_string());
    let fields = [
        ("claim", Some(option_name(claim.kind))),
        ("board", board.map(option_name)),
        (BEFORE_REPLY, is(claim.before_reply)),
        (CLOCK_PRESSED, is(claim.clock_pressed)),
        (OWN_FLAG_UP, is(claim.own_flag_up)),
        ("against", claim.against.map(option_name)),
        ("order", claim.order.map(option_name)),
        ("wrong", claim.wrong.clone()),
        ("deny", claim.deny.then(|| true.to_string())),
        ("verdict", verdict.map(option_name)),
    ];
    fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// The same as options of the command.
pub fn in_words(kind: ClaimKind, asked: &RulingAsked) -> Vec<String> {
    let option = |(name, value): (&str, String)| match (name, value.as_str()) {
        ("claim", _) => vec!["--kind".to_owned(), value],
        ("deny", _) => vec!["--deny".to_owned()],
        ("verdict", upheld) => (upheld == UPHELD).then(|| "--uphold".to_owned()).into_iter().collect(),
        (fact @ (BEFORE_REPLY | CLOCK_PRESSED | OWN_FLAG_UP), is) => {
            let yes_or_no = if is == "true" { "yes" } else { "no" };
            vec![format!("--{}", fact.replace('_', "-")), yes_or_no.to_owned()]
        }
        _ => vec![format!("--{name}"), value],
    };
    fields(&claim(kind, asked), asked.board, asked.verdict).into_iter().flat_map(option).collect()
}

const UPHELD: &str = "upheld";
const BEFORE_REPLY: &str = "before_reply";
const CLOCK_PRESSED: &str = "clock_pressed";
const OWN_FLAG_UP: &str = "own_flag_up";

fn field(fact: Fact) -> &'static str {
    match fact {
        Fact::BeforeReply => BEFORE_REPLY,
        Fact::ClockPressed => CLOCK_PRESSED,
        Fact::OwnFlagUp => OWN_FLAG_UP,
    }
}

/// What the rulebook still turns on.
fn next(
    rule: Option<&ClaimRule>,
    claim: &Claim,
    (board, verdict): (Option<BoardLetter>, Option<Verdict>),
    settings: &Settings,
) -> Option<Question> {
    if rule.is_some_and(|rule| rule.by_team) && board.is_none() {
        let boards = BoardLetter::value_variants().iter().map(|board| (option_name(*board), format!("board {board}")));
        return Some(Question {
            asks: "On which board did it happen?".to_owned(),
            field: "board",
            answers: boards.collect(),
        });
    }
    let open = decide(claim, settings).err().filter(|open| !is_chosen(open, verdict))?;
    let asks = open.to_string();
    match open {
        Undecidable::Needs { kind, fact, .. } => {
            Some(Question { asks, field: field(fact), answers: [true, false].map(|is| found(fact, kind, is)).to_vec() })
        }
        Undecidable::NeedsWrong { known, .. } => Some(which(asks, &known)),
        Undecidable::Unsettled { .. } => {
            let answers =
                [Verdict::Upheld, Verdict::Denied].map(|one| (option_name(one), format!("the claim is {one}")));
            Some(Question { asks, field: "verdict", answers: answers.to_vec() })
        }
        _ => None,
    }
}

/// Whether the director has decided what the rulebook does not settle.
fn is_chosen(open: &Undecidable, verdict: Option<Verdict>) -> bool {
    matches!(open, Undecidable::Unsettled { .. }) && verdict == Some(Verdict::Upheld)
}

fn found(fact: Fact, kind: ClaimKind, is_so: bool) -> (String, String) {
    (is_so.to_string(), fact.found(kind, is_so).to_owned())
}

fn which(asks: String, known: &[Wrong]) -> Question {
    let answers = known.iter().map(|wrong| (wrong.is.clone(), wrong.means.clone())).collect();
    Question { asks, field: "wrong", answers }
}

/// What is taken to be so until something else is given.
fn besides(rule: Option<&ClaimRule>, claim: &Claim, asks: Option<&Question>) -> Vec<Question> {
    let conditions = rule.into_iter().flat_map(|rule| &rule.conditions);
    let presumed = conditions.filter(|condition| condition.presumed).map(|condition| {
        let otherwise = !claim.fact(condition.fact).unwrap_or(true);
        let answers = vec![found(condition.fact, claim.kind, otherwise)];
        Question { asks: "Otherwise".to_owned(), field: field(condition.fact), answers }
    });
    // What was given by mistake is left out again by an answer that sends nothing.
    let cleared = |is_given: bool, words: &str| is_given.then(|| (String::new(), words.to_owned()));
    let faults = rule.filter(|rule| !rule.wrong.is_empty()).map(|rule| {
        let mut question = which("What was wrong".to_owned(), &rule.wrong);
        question.answers.extend(cleared(claim.wrong.is_some(), "none of these"));
        question
    });
    let order = rule.and_then(|rule| rule.contest.as_ref()).map(|contest| {
        let came = |order: &ClaimOrder| (option_name(*order), format!("this claim came {} it", order.in_words()));
        let answers = ClaimOrder::value_variants().iter().map(came);
        Question {
            asks: format!("The opponent claims {} too", contest.claim.kind()),
            field: "order",
            answers: answers.chain(cleared(claim.order.is_some(), "the opponent isn't claiming anything")).collect(),
        }
    });
    let deny = if claim.deny { "the facts support it" } else { NOT_FOUND };
    let denied = Question {
        asks: "What the director found".to_owned(),
        field: "deny",
        answers: vec![((!claim.deny).to_string(), deny.to_owned())],
    };
    let all = presumed.chain(faults).chain(order).chain([denied]);
    all.filter(|question| asks.is_none_or(|asks| asks.field != question.field)).collect()
}

/// The command that a claim means.
pub fn args(scene: &Scene, kind: ClaimKind, asked: &RulingAsked, account: Account) -> ClaimArgs {
    let claim = claim(kind, asked);
    ClaimArgs {
        table: scene.id.table.0,
        board: asked.board,
        by: asked.player.unwrap_or_default().to_string(),
        kind,
        number: (scene.section.matches > 1).then_some(scene.id.number),
        round: asked.round,
        before_reply: claim.before_reply,
        clock_pressed: claim.clock_pressed,
        own_flag_up: claim.own_flag_up,
        against: claim.against,
        order: claim.order,
        wrong: claim.wrong,
        deny: claim.deny,
        uphold: asked.verdict == Some(Verdict::Upheld) && !claim.deny,
        again: asked.again,
        account,
    }
}
