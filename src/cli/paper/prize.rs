//! `bughouse prize` and `prizes`: what can be won, play-offs, and the lists for the wall, the ceremony and the trophies.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::question::{About, Question};
use crate::cli::refusal::prizes::{play_off_in_words, play_off_line};
use crate::cli::refusal::{OrRefuse, failure};
use crate::cli::registration::player_edit::compared;
use crate::cli::registration::school::cents;
use crate::cli::shorthand::typed;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{list, quoted};
use crate::event::edit::prizes::{self, Onto, PlayedOff};
use crate::event::edit::slips::Typed;
use crate::event::{Event, Refusal, StoredPlayOff, StoredPrize};
use crate::report::prizes::Paper;
use crate::report::{Sheet, money};
use crate::standings::prizes::{Class, PlayOffKind, Prize, PrizeKind, Ties};
use crate::tournament::names::{Found, find};
use crate::tournament::{MatchResult, Section, SectionId, TeamId};
use clap::{Args, Subcommand};
use serde_json::json;

/// Set up prizes, play-offs and special winners
#[derive(Debug, Subcommand)]
pub enum PrizeCommand {
    /// Add prizes to a section
    Add(Add),
    /// Change what a prize is called or worth
    #[command(after_help = r#"Example: bughouse prize edit "1st place" --value 50"#)]
    Edit {
        /// The prize: part of its name (after its section if several have it), or its number
        prize: String,
        /// Its new name
        #[arg(long, value_parser = crate::cli::naming::one_line)]
        name: Option<String>,
        /// What it is worth, such as 25 or 12.50; 0 hides it
        #[arg(long, value_parser = cents)]
        value: Option<u32>,
        /// Whether it may be won in addition to another prize
        #[arg(long, value_name = "yes|no", value_parser = crate::cli::options::yes_or_no)]
        beside_others: Option<bool>,
    },
    /// Take a prize off the list
    #[command(after_help = r#"Example: bughouse prize remove "Craziest hat""#)]
    Remove {
        /// The prize: part of its name (after its section if several have it), or its number
        prize: String,
    },
    /// Give a special prize, or any prize regardless of the standings
    #[command(after_help = "Example: bughouse prize give 4 rooks")]
    Give {
        /// The prize: part of its name (after its section if several have it), or its number
        prize: String,
        /// The team
        team: String,
    },
    /// Show or set how prizes are awarded
    #[command(after_help = "Example: bughouse prize rules K-6 --ties shared")]
    Rules {
        /// The section
        section: Option<String>,
        /// What breaks ties between teams with equal points
        #[arg(long)]
        ties: Option<Ties>,
        /// Whether a team may win several prizes
        #[arg(long, value_name = "yes|no", value_parser = crate::cli::options::yes_or_no)]
        many: Option<bool>,
        /// The format of a play-off among three or more
        #[arg(long, value_name = "KIND")]
        play_off: Option<PlayOffKind>,
    },
    /// Enter a match of a play-off between two tied teams
    #[command(after_help = r#"Examples:
  bughouse prize play-off "Rooks on Fire" "Pawn Stars" 1-0
  bughouse prize play-off 4 7 0-1 --replace     correct it

After a draw, enter their next match the same way."#)]
    PlayOff {
        /// The first team
        first: String,
        /// The second team
        second: String,
        /// From the first team's side: 1-0 0-1 1/2
        #[arg(value_parser = typed)]
        result: Typed,
        /// Replace the last match between the two
        #[arg(long, conflicts_with = "again")]
        replace: bool,
        /// Enter another match between the two, even though one already decided it
        #[arg(long)]
        again: bool,
    },
}

/// What `prize add` takes.
#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  bughouse prize add K-6 --place 1-5
  bughouse prize add K-6 --class 3 --place 1
  bughouse prize add K-6 --school --best 3
  bughouse prize add K-6 --special "Craziest hat""#)]
pub struct Add {
    /// The section
    section: Option<String>,
    /// A place, or a range of places: 1, 1-5
    #[arg(long, value_name = "1-5", value_parser = places)]
    place: Option<(u32, u32)>,
    /// A class: a grade (5), grades (K-3), a rating limit (u1000) or unrated
    #[arg(long)]
    class: Option<Class>,
    /// For the best school, by its best teams
    #[arg(long, conflicts_with_all = ["class", "special"])]
    school: bool,
    /// How many teams of a school count
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=99))]
    best: u32,
    /// For something the standings don't decide
    #[arg(long, value_name = "NAME", conflicts_with_all = ["class", "place"], value_parser = crate::cli::naming::one_line)]
    special: Option<String>,
    /// What it is called
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    name: Option<String>,
    /// What it is worth, such as 25 or 12.50; the most valuable is given first
    #[arg(long, value_parser = cents)]
    value: Option<u32>,
    /// May be won in addition to another prize
    #[arg(long)]
    beside_others: bool,
}

/// Show or print the prizes and who won them
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse prizes K-6
  bughouse prizes K-6 --as-list ceremony -o ceremony.pdf")]
pub struct Prizes {
    /// The section
    section: Option<String>,
    /// For the wall, to be read aloud, or for the trophies
    #[arg(id = "prize_paper", long = "as-list", value_name = "PAPER", default_value = "list")]
    paper: Paper,
    /// Every section, one after the other
    #[arg(long, conflicts_with = "section")]
    all: bool,
}

/// Show or print the prizes for reading aloud, first place last
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse ceremony --all -o ceremony.pdf")]
pub struct Ceremony {
    /// The section
    section: Option<String>,
    /// Every section, one after the other
    #[arg(long, conflicts_with = "section")]
    all: bool,
}

impl Verb for Ceremony {
    const TRAITS: Traits = Traits::reads(Moment::Reading);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        Prizes { section: self.section.clone(), paper: Paper::Ceremony, all: self.all }.run(desk)
    }
}

fn places(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if (1..=to).contains(&from) && to <= 999 => Ok((from, to)),
        _ => Err("write a place (1) or places (1-5)".to_owned()),
    }
}

impl Verb for PrizeCommand {
    const TRAITS: Traits = Traits::writes(Moment::Reading);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::Add(new) => add(desk, new),
            Self::Edit { prize, name, value, beside_others } => {
                edit(desk, prize, name.as_deref(), *value, *beside_others)
            }
            Self::Remove { prize } => remove(desk, prize),
            Self::Give { prize, team } => give(desk, prize, team),
            Self::Rules { section, ties, many, play_off } => rules(desk, section.as_deref(), *ties, *many, *play_off),
            Self::PlayOff { first, second, result, replace, again } => {
                let onto = if *replace {
                    Onto::Last
                } else if *again {
                    Onto::Another
                } else {
                    Onto::Open
                };
                play_off(desk, first, second, *result, onto)
            }
        }
    }
}

fn add(desk: &mut Desk, new: &Add) -> Result<Answer, Failure> {
    let section = match (desk.section(new.section.as_deref()), &new.section, &new.special) {
        (Ok(section), ..) => section.clone(),
        // The end of a prize's name that was typed without quotes is taken for the section.
        (Err(failure), Some(word), Some(special)) => {
            return Err(failure.hint(format!(
                "did you mean {}?",
                cmd!("prize add --special {}", quoted(&format!("{special} {word}")))
            )));
        }
        (Err(failure), ..) => return Err(failure),
    };
    let (from, to) = new.place.unwrap_or((1, 1));
    let kinds: Vec<PrizeKind> = match (&new.special, new.school, new.class) {
        (Some(_), ..) => vec![PrizeKind::Special],
        (None, true, _) => (from..=to).map(|place| PrizeKind::School { place, best: new.best }).collect(),
        (None, false, Some(class)) => (from..=to).map(|place| PrizeKind::Class(class, place)).collect(),
        (None, false, None) if new.place.is_some() => (from..=to).map(PrizeKind::Place).collect(),
        (None, false, None) => {
            return Err(Failure::mistyped("what is the prize for?")
                .hint("add --place 1-5, --class 3, --school, or --special \"Craziest hat\""));
        }
    };
    let called = new.special.as_ref().or(new.name.as_ref()).map(|name| name.trim());
    if called == Some("") {
        let hint = match new.special {
            Some(_) => cmd!("prize add {} --special \"Craziest hat\"", quoted(&section.name)).to_string(),
            None => "leave --name out to name it after what it's for".to_owned(),
        };
        return Err(Failure::mistyped("a prize needs a name").hint(hint));
    }
    let before =
        desk.facts.prizes.iter().filter(|prize| prize.section == section.id && prize.kind != PrizeKind::Special);
    let doubled = before.filter(|prize| kinds.contains(&prize.kind)).map(|prize| {
        format!("{} already has a prize for {}, number {}; this adds another", section.name, prize.name, prize.id)
    });
    let of_nobody = new.class.filter(|class| desk.lacks(&section, *class));
    let of_nobody = of_nobody.map(|class| format!("no team in {} is in that class yet: {class}", section.name));
    let doubled: Vec<String> = doubled.collect();
    let (mut numbers, mut names) = (Vec::new(), Vec::new());
    for kind in &kinds {
        let name = match called {
            None => Prize::new(*kind).name,
            Some(name) if kinds.len() == 1 => name.to_owned(),
            Some(name) => format!("{name}, {}", Prize::new(*kind).name),
        };
        let prize = StoredPrize {
            id: 0,
            section: section.id,
            name: name.clone(),
            kind: *kind,
            value: new.value,
            beside_others: new.beside_others,
            winner: None,
        };
        numbers.push(desk.add_prize(prize));
        names.push(name);
    }
    let summary = format!("added to {}: {}", section.name, names.join(", "));
    let json = json!({ "section": section.name, "prizes": numbers, "names": names });
    Ok(Answer::done(summary, json).touches(doubled).with_remarks(of_nobody))
}

fn edit(
    desk: &mut Desk,
    named: &str,
    name: Option<&str>,
    value: Option<u32>,
    beside_others: Option<bool>,
) -> Result<Answer, Failure> {
    let prize = prize_named(desk, named)?;
    let name = name.map_or(prize.name.as_str(), str::trim).to_owned();
    if name.is_empty() {
        return Err(
            Failure::mistyped("a prize needs a name").hint(cmd!("prize edit {} --name \"1st place\"", prize.id))
        );
    }
    let settings = |prize: &StoredPrize| {
        let beside_others = if prize.beside_others { "yes" } else { "no" };
        vec![
            ("name", Some(prize.name.clone())),
            ("value", prize.value.map(|value| money(value.into()))),
            ("beside others", Some(beside_others.to_owned())),
        ]
    };
    let changed = StoredPrize {
        name,
        value: value.or(prize.value).filter(|value| *value > 0),
        beside_others: beside_others.unwrap_or(prize.beside_others),
        ..prize.clone()
    };
    let json = json!({ "prize": prize.id, "name": changed.name });
    let changes = compared("", settings(&prize), settings(&changed));
    if changes.is_empty() {
        return Ok(Answer::said("the prize is already set that way", json));
    }
    desk.change_prize(changed);
    Ok(Answer::done(format!("changed the prize {}: {}", prize.name, list(changes)), json))
}

fn remove(desk: &mut Desk, named: &str) -> Result<Answer, Failure> {
    let prize = prize_named(desk, named)?;
    desk.remove_prize(prize.id);
    let summary = format!("removed the prize {}", prize.name);
    Ok(Answer::done(summary, json!({ "prize": prize.id })))
}

fn give(desk: &mut Desk, named: &str, team: &str) -> Result<Answer, Failure> {
    let team = desk.team(team)?.clone();
    let prize = prize_named(desk, named)?;
    let had = prizes::give(&mut desk.event, prize.id, team.id).or_refuse(desk)?;
    let instead = had.map(|had| format!(", instead of {}", desk.name_of(had))).unwrap_or_default();
    let summary = format!("{} goes to {}{instead}", prize.name, team.name);
    Ok(Answer::done(summary, json!({ "prize": prize.id, "team": team.id })))
}

/// A prize by its number, by its name, or by its section and its name.
fn prize_named(desk: &Desk, named: &str) -> Result<StoredPrize, Failure> {
    let section = |id| desk.tournament().section(id).map(|section| section.name.as_str()).unwrap_or_default();
    let prizes: Vec<(&StoredPrize, String)> =
        desk.facts.prizes.iter().map(|prize| (prize, format!("{} {}", section(prize.section), prize.name))).collect();
    let by_number = || {
        let number: u32 = named.parse().ok()?;
        prizes.iter().find(|(prize, _)| prize.id == number)
    };
    let by_name = || match [find(named, &prizes, |(prize, _)| &prize.name), find(named, &prizes, |(_, full)| full)] {
        [Found::One(one), _] | [_, Found::One(one)] => Ok(one),
        [Found::Ambiguous(_), _] | [_, Found::Ambiguous(_)] => Err("several prizes are called"),
        _ => Err("there is no"),
    };
    match by_number().map_or_else(by_name, Ok) {
        Ok((prize, _)) => Ok((*prize).clone()),
        Err(found) => {
            let listed: Vec<String> = prizes.iter().map(|(prize, full)| format!("{} ({full})", prize.id)).collect();
            let hint = match listed.is_empty() {
                true => format!("none are listed yet: {}", cmd!("prize add SECTION --place 1-3")),
                false => format!("by number: {}", listed.join(", ")),
            };
            let what = if found == "there is no" { " prize" } else { "" };
            Err(Failure::mistyped(format!("{found}{what} \"{named}\"")).hint(hint))
        }
    }
}

fn rules(
    desk: &mut Desk,
    named: Option<&str>,
    ties: Option<Ties>,
    many: Option<bool>,
    play_off: Option<PlayOffKind>,
) -> Result<Answer, Failure> {
    let section = desk.section(named)?.clone();
    let rules = prizes::settle(&mut desk.event, section.id, ties, many, play_off).or_refuse(desk)?;
    let between = match rules.ties {
        Ties::TieBreaks => "ties on points are broken by the announced tie-breaks, then a play-off",
        Ties::PlayOff => "ties on points are broken by a play-off",
        Ties::Shared => "teams tied on points split what they win",
    };
    let several =
        if rules.many_a_team { "a team may win several prizes" } else { "one prize per team, the most valuable" };
    let kind = match rules.play_off {
        Some(PlayOffKind::Knockout) => "; a play-off is a knockout",
        Some(PlayOffKind::AllPlayAll) => "; in a play-off everybody plays everybody",
        None => "",
    };
    let summary = format!("{}: {between}; {several}{kind}", section.name);
    Ok(Answer::done(summary, json!({ "section": section.name, "rules": rules })))
}

fn play_off(desk: &mut Desk, first: &str, second: &str, result: Typed, onto: Onto) -> Result<Answer, Failure> {
    let (first, second) = (desk.team(first)?.clone(), desk.team(second)?.clone());
    let decided_in = desk.section_of_play_off([&first, &second]).filter(|_| first.id != second.id);
    let section = decided_in.ok_or_else(|| Failure::mistyped("a play-off is between two teams of the same section"))?;
    let Typed::Result(result @ (MatchResult::First | MatchResult::Second | MatchResult::Drawn)) = result else {
        return Err(Failure::mistyped("a play-off ends 1-0, 0-1 or 1/2")
            .hint(format!("to take back a wrong one: {}", cmd!("undo"))));
    };
    let played = StoredPlayOff { section, teams: [first.id, second.id], result };
    let Some(section) = desk.tournament().section(section).cloned() else {
        return Err(failure(desk, &Refusal::Gone, &[]));
    };
    let mut summary = format!("play-off: {}", play_off_in_words(desk, &played));
    let json = json!({ "teams": played.teams, "result": result });
    let done = match prizes::play_off(&mut desk.event, played, onto) {
        Err(refusal @ Refusal::PlayOffDiffers { on_file, played }) => {
            let refused = failure(desk, &refusal, &[]);
            let question = format!("{}\nReplace it?", refused.message);
            let about = About::PlayOff(json!([on_file, played]));
            desk.ask_last(Question::new(&about, question), refused)?;
            prizes::play_off(&mut desk.event, played, Onto::Last)
        }
        done => done,
    };
    match done.or_refuse(desk)? {
        PlayedOff::Entered => {}
        PlayedOff::InPlaceOf(was) => {
            summary = format!("{summary} (was {})", play_off_in_words(desk, &was));
            let asked = asked_for_kind(desk, &section);
            return Ok(Answer::done(summary, json).touches([]).with_remarks(asked));
        }
        PlayedOff::StoodSo => {
            let text = format!("{summary}; already recorded, nothing was changed");
            let more = format!("if this is another match between the two: {}", play_off_line(&played).and("--again"));
            return Ok(Answer::said(text, json).with_remarks([more]));
        }
    }
    let answer = match onto {
        // One more match of two that have decided moves what is decided.
        Onto::Another => Answer::done(summary, json).touches([]),
        Onto::Open | Onto::Last => Answer::done(summary, json),
    };
    let lines = desk.table(&section, desk.standing_round(&section));
    let line = |team: TeamId| lines.iter().find(|line| line.team == team);
    let are_level = line(first.id).zip(line(second.id)).is_some_and(|(one, other)| one.is_level_with(other));
    let early = (!desk.is_finished(&section))
        .then(|| format!("{} is not finished: this counts only if the two are tied at the end", section.name));
    let other = (!are_level).then(|| "these teams aren't tied, so this changes nothing".to_owned());
    Ok(answer.with_remarks(early.or(other).into_iter().chain(asked_for_kind(desk, &section))))
}

/// What a play-off is has to be said where its matches fit both.
fn asked_for_kind(event: &Event, section: &Section) -> Option<String> {
    let line = |kind: &str| cmd!("prize rules {} --play-off {kind}", quoted(&section.name)).to_string();
    event.asks_for_play_off_kind(section.id).then(|| {
        format!(
            "three or more teams are tied: is their play-off a knockout, or does everybody play everybody? Until you choose, only \
             prizes that come out the same either way are awarded; to choose: {} or {}",
            line("knockout"),
            line("all-play-all")
        )
    })
}

impl Verb for Prizes {
    const TRAITS: Traits = Traits::reads(Moment::Reading);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if self.all {
            let announced: Vec<SectionId> = desk.facts.prizes.iter().map(|prize| prize.section).collect();
            let sections = desk.tournament().sections.iter().filter(|section| announced.contains(&section.id));
            let sheets: Vec<Sheet> =
                sections.map(|section| Sheet::Prizes { section: section.id, paper: self.paper }).collect();
            let none = sheets
                .is_empty()
                .then(|| format!("no prizes are announced; announce them: {}", cmd!("prize add SECTION --place 1-3")));
            return Ok(desk.sheets(sheets)?.with_remarks(none));
        }
        let section = desk.section(self.section.as_deref())?.clone();
        let name = quoted(&section.name);
        let none = (!desk.facts.prizes.iter().any(|prize| prize.section == section.id))
            .then(|| format!("no prizes are announced; announce them with {}", cmd!("prize add {name} --place 1-3")));
        let asked = asked_for_kind(desk, &section);
        let remarks = none.into_iter().chain(asked);
        Ok(desk.sheet(Sheet::Prizes { section: section.id, paper: self.paper })?.with_remarks(remarks))
    }
}
