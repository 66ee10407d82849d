//! Rulebooks side by side: one question a row, one answer a rulebook, each with its rule. And rules found by a word.

use super::book::Rulebook;
use super::laws::{NumberedRule, Topic};
use crate::discipline::{
    Beyond, Citation, ClaimKind, ClaimRule, Clock, DecidedBy, KNOWN, NoClock, Offence, Rule, Scope, Settings,
    SpectatorAction, Split, Verdict, Winnerless, penalty_in_words,
};
use crate::tournament::Reason;
use clap::ValueEnum;

/// One question put to several rulebooks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The question, in a few words.
    pub asked: String,
    /// The answers, in the order of the rulebooks.
    pub answers: Vec<Provision>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provision {
    /// In our words; empty where the source is silent.
    pub says: String,
    pub rule: Citation,
}

/// Every question in which rulebooks differ: time, how a match ends, claims, offences, play, officials.
pub fn compare(books: &[&Rulebook]) -> Vec<Question> {
    let ask = |asked: String, answer: &dyn Fn(&Rulebook) -> Provision| Question {
        asked,
        answers: books.iter().map(|book| answer(book)).collect(),
    };
    let mut questions =
        vec![ask("Time control".to_owned(), &|b| said(&b.discipline, b.time.control.clone(), &b.time.rule))];
    for (asked, answer) in MATCH {
        questions.push(ask(asked.to_owned(), &|b| answer(&b.discipline)));
    }
    for kind in ClaimKind::value_variants() {
        questions.push(ask(format!("Claim: {kind}"), &|b| claim(&b.discipline, *kind)));
    }
    for (id, _) in KNOWN {
        questions.push(ask(format!("Offense: {id}"), &|b| offence(&b.discipline, id)));
    }
    questions.push(ask("Outside interference".to_owned(), &|b| interference(&b.discipline)));
    for topic in Topic::value_variants() {
        questions.push(ask(topic.to_string(), &|b| match b.facts.iter().find(|fact| fact.topic == *topic) {
            Some(fact) => Provision { says: fact.says.clone(), rule: fact.citation(&b.discipline.source) },
            None => said(&b.discipline, String::new(), &None),
        }));
    }
    questions
}

type Asked = (&'static str, fn(&Settings) -> Provision);

const MATCH: [Asked; 10] = [
    ("What decides the match", |s| {
        let says = match s.match_end.decided_by.is {
            DecidedBy::FirstWin => "the first game won",
            DecidedBy::FirstEnd => "the first game to end, even a draw",
        };
        said(s, says.to_owned(), &s.match_end.decided_by.rule)
    }),
    ("One board over without a winner, the other unfinished", |s| {
        let says = match s.match_end.winnerless.is {
            Winnerless::GoesOn => "the other continues",
            Winnerless::Decides => "the finished game decides",
            Winnerless::NotSaid => "",
        };
        said(s, says.to_owned(), &s.match_end.winnerless.rule)
    }),
    ("Each team won a board", |s| {
        let says = match s.match_end.split.is {
            Split::FirstWin => "the first win counts",
            Split::Drawn => "the match is drawn",
        };
        said(s, says.to_owned(), &s.match_end.split.rule)
    }),
    ("Both boards over, no winner", |s| said(s, "drawn".to_owned(), &s.match_end.no_winner)),
    ("Both boards won at the same moment", |s| {
        said(s, if s.match_end.simultaneous.is_some() { "drawn" } else { "" }.to_owned(), &s.match_end.simultaneous)
    }),
    ("Draw by agreement", |s| ends(s, Reason::Agreement, "decides the match")),
    ("Both flags down, nothing claimed", |s| ends(s, Reason::Flags, "that game is drawn")),
    ("Repetition", |s| ends(s, Reason::Repetition, "a draw if claimed")),
    ("No clock on a board", |s| {
        let says = match s.match_end.no_clock.is {
            NoClock::BothLose => "both players lose that game",
            NoClock::NotStated if s.match_end.no_clock.rule.is_some() => "not allowed; no consequence stated",
            NoClock::NotStated => "",
            NoClock::Optional => "clocks are optional",
        };
        said(s, says.to_owned(), &s.match_end.no_clock.rule)
    }),
    ("A team that doesn't show up", |s| said(s, "loses by forfeit".to_owned(), &s.match_end.absence)),
];

/// What a rulebook says of a way to end a board: that there is none such, what it does, or nothing.
fn ends(settings: &Settings, reason: Reason, does: &str) -> Provision {
    let rules = &settings.match_end;
    if let Some(never) = rules.never.iter().find(|never| never.reason == reason) {
        return said(settings, never.says.clone(), &never.rule);
    }
    let rule = rules.rule_for(reason);
    said(settings, if rule.is_some() { does } else { "" }.to_owned(), rule)
}

fn said(settings: &Settings, says: String, rule: &Rule) -> Provision {
    Provision { says, rule: settings.source.cite(rule) }
}

fn claim(settings: &Settings, kind: ClaimKind) -> Provision {
    let Some(rule) = settings.claims.iter().find(|c| c.kind == kind) else {
        return said(settings, String::new(), &None);
    };
    let cited = if rule.always == Some(Verdict::Denied) { &rule.denied } else { &rule.upheld };
    said(settings, claim_words(rule, cited), cited)
}

fn claim_words(rule: &ClaimRule, cited: &Rule) -> String {
    if rule.always == Some(Verdict::Denied) {
        let why = rule.denied_says.as_ref().map(|says| format!(": {says}")).unwrap_or_default();
        return format!("always denied{why}");
    }
    let required: Vec<&str> =
        rule.conditions.iter().filter(|c| !c.presumed).map(|c| c.fact.question(rule.kind)).collect();
    let mut words = vec![match required.as_slice() {
        [] => "upheld if the director agrees".to_owned(),
        facts => format!("upheld if {}", facts.join(" and ")),
    }];
    words.extend(rule.conditions.iter().filter_map(|c| {
        let says = c.says.as_ref()?;
        let where_not =
            if c.presumed { format!("{}:", c.fact.found(rule.kind, false)) } else { "otherwise denied:".to_owned() };
        Some(format!("{where_not} {says}"))
    }));
    let apart = rule.wrong.iter().filter(|wrong| wrong.always.is_some() || wrong.says.is_some() || wrong.unsettled);
    words.extend(apart.map(|wrong| {
        let verdict = match wrong.always {
            Some(Verdict::Upheld) => "upheld",
            Some(Verdict::Denied) => "denied",
            None if wrong.unsettled => "the director decides",
            None => wrong.says.as_deref().unwrap_or_default(),
        };
        let at = wrong.rule.as_ref().filter(|_| wrong.rule != *cited).map(|at| format!(", {at}")).unwrap_or_default();
        format!("{}: {verdict}{at}", wrong.means)
    }));
    let others = rule.conditions.iter().map(|c| &c.rule).chain(rule.contest.as_ref().map(|c| &c.rule));
    let mut numbers: Vec<&str> = others.filter(|n| *n != cited).filter_map(|n| n.as_deref()).collect();
    numbers.dedup();
    if !numbers.is_empty() {
        words.push(format!("see also {}", numbers.join(", ")));
    }
    words.join("; ")
}

fn offence(settings: &Settings, id: &str) -> Provision {
    match settings.offence(id) {
        Some(offence) => Provision { says: ladder_words(settings, offence), rule: offence.citation(&settings.source) },
        None => said(settings, String::new(), &None),
    }
}

/// A ladder in one line; "not stated" where a rule gives no penalty, empty where the source is silent.
pub fn ladder_words(settings: &Settings, offence: &Offence) -> String {
    let mut words: Vec<String> = Vec::new();
    if settings.names_no_penalty(offence) {
        words.push("not stated".to_owned());
    } else if offence.ladder.is_empty() {
        words.extend(offence.rule.as_ref().map(|_| interference(settings).says));
    } else {
        let steps: Vec<String> = offence.ladder.iter().map(penalty_in_words).collect();
        let own = if offence.clock == Clock::Own { ", off the offender's own clock" } else { "" };
        let then = match offence.beyond {
            Beyond::Repeat => " each time",
            Beyond::Director => "",
        };
        let both = if offence.both_players { ", for both players" } else { "" };
        words.push(format!("{}{then}{own}{both}", steps.join(" / ")));
        match offence.scope {
            Scope::Event if offence.beyond == Beyond::Director => {
                words.push("after that, the director decides".to_owned())
            }
            scope if offence.ladder.len() > 1 && scope != Scope::Event => {
                words.push(format!("counted per {scope}"));
            }
            _ => {}
        }
    }
    words.extend(offence.flag_fell.map(|p| format!("on the first offense, {} if a flag fell", penalty_in_words(p))));
    words.extend(offence.remedy.clone());
    words.extend((!offence.see_also.is_empty()).then(|| format!("see also {}", offence.see_also.join(", "))));
    words.join("; ")
}

fn interference(settings: &Settings) -> Provision {
    let actions: Vec<&str> = settings
        .spectator
        .actions
        .iter()
        .map(|action| match action {
            SpectatorAction::Replay => "cancel the game and order a new one",
            SpectatorAction::Forfeit => "forfeit the team that was aided",
            SpectatorAction::Expel => "send the person out of the room",
            SpectatorAction::Other => "another penalty",
            SpectatorAction::None => "put it on record",
        })
        .collect();
    let says = if actions.is_empty() { "not stated".to_owned() } else { actions.join("; ") };
    said(settings, if settings.spectator.rule.is_some() { says } else { String::new() }, &settings.spectator.rule)
}

/// Rules whose text holds every word, capitals ignored.
pub fn search<'b>(book: &'b Rulebook, words: &str) -> Vec<&'b NumberedRule> {
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    book.rules.iter().filter(|rule| words.iter().all(|word| rule.text.to_lowercase().contains(word))).collect()
}

/// A rule and its sub-rules: 8 gives 8, 8a, 8b, 8c.
pub fn rule_and_below<'b>(book: &'b Rulebook, number: &str) -> Vec<&'b NumberedRule> {
    let below = |rule: &&NumberedRule| {
        rule.number.strip_prefix(number).is_some_and(|rest| {
            let ends_in_digit = number.ends_with(|c: char| c.is_ascii_digit());
            rest.is_empty() || !(ends_in_digit && rest.starts_with(|c: char| c.is_ascii_digit()))
        })
    };
    book.rules.iter().filter(below).collect()
}
