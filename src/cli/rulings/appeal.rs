//! `bughouse appeal`: filed against a ruling, heard by the section chief and then by the floor chief; the docket, with ages and who
//! must decide.

use super::announced::{Announced, Said, Stood, replay_falls, replay_idle, rests, still_seated};
use super::claim::upheld;
use super::filing::found;
use super::offence::other_match;
use super::words;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::refusal::OrRefuse;
use crate::cli::refusal::rulings::to_decide;
use crate::cli::scene::Scene;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::option_name;
use crate::discipline::{Appeal, AppealState, Appellant, Outcome, Penalty, Ruling, penalty_in_words};
use crate::event::Refusal;
use crate::event::edit::docket;
use crate::report::{Block, Cell, Column, Document, Report, Table, rulings};
use crate::tournament::names::{Found, find};
use crate::tournament::{AppealId, MatchId, PlayerId, RulingId};
use clap::{ArgGroup, Args, Subcommand};
use serde_json::{Value, json};

/// File, decide and see appeals
#[derive(Debug, Subcommand)]
pub enum AppealCommand {
    /// File an appeal of a ruling
    #[command(after_help = "Example: bughouse appeal file 3 --by ann")]
    File {
        /// The ruling's number
        ruling: u32,
        /// Who appeals: a player or a team; a bare number is a player
        #[arg(long, value_name = "PLAYER")]
        by: String,
        /// Why
        #[arg(long)]
        note: Option<String>,
    },
    /// Record what the chief decided
    Decide(Decide),
    /// List the appeals
    #[command(after_help = "Example: bughouse appeal list --open")]
    List {
        /// Only pending appeals
        #[arg(long)]
        open: bool,
    },
    /// Show or print one appeal
    #[command(after_help = "Example: bughouse appeal show 1")]
    Show {
        /// The appeal's number
        appeal: u32,
    },
    /// Withdraw an appeal before it is decided
    #[command(after_help = "Example: bughouse appeal withdraw 1")]
    Withdraw {
        /// The appeal's number
        appeal: u32,
    },
}

#[derive(Debug, Default, Args)]
#[command(
    group(ArgGroup::new("decision").args(["stands", "falls", "modify", "uphold", "overturn"]))
)]
#[command(after_help = r#"Examples:
  bughouse appeal decide 1 --stands
  bughouse appeal decide 2 --official "Flo Kim" --modify warning \
    --note "first time""#)]
pub struct Decide {
    /// The appeal's number
    pub appeal: u32,
    /// The chief who decided [default: the only one who can hear it]
    #[arg(long, value_name = "NAME")]
    pub official: Option<String>,
    /// The ruling is upheld
    #[arg(long)]
    pub stands: bool,
    /// The ruling is overturned; if it denied a claim, the claim is upheld
    #[arg(long)]
    pub falls: bool,
    /// The section chief's decision is upheld
    #[arg(long, hide = true)]
    pub uphold: bool,
    /// The section chief's decision is overturned
    #[arg(long, hide = true)]
    pub overturn: bool,
    /// The penalty is changed to this one
    #[arg(long, value_name = "PENALTY")]
    pub modify: Option<Penalty>,
    /// Why
    #[arg(long)]
    pub note: Option<String>,
}

impl Verb for AppealCommand {
    const TRAITS: Traits = Traits::writes(Moment::Rulings).telling_names();

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(matches!(self, Self::List { .. } | Self::Show { .. }))
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::File { ruling, by, note } => file(desk, *ruling, by, note.clone()),
            Self::Decide(args) => Ok(decide(desk, args)?.answer(desk)),
            Self::List { open } => list(desk, *open),
            Self::Show { appeal } => show(desk, *appeal),
            Self::Withdraw { appeal } => withdraw(desk, *appeal),
        }
    }
}

/// A player or team by number or part of the name: first among those at the ruling's table, then among all.
fn named(desk: &Desk, text: &str, ruling: &Ruling) -> Result<Appellant, Failure> {
    let tournament = desk.tournament();
    if let Some(player) = text.trim_start_matches('#').parse().ok().and_then(|n| tournament.player(PlayerId(n))) {
        return Ok(Appellant::Player(player.id));
    }
    let at = |id: MatchId| Scene::at(desk, id.table, Some(id.round), Some(id.number)).ok();
    let scene = ruling.place.and_then(|p| at(p.match_id));
    if let Some(scene) = &scene {
        if let Ok(seated) = scene.seated(desk, text) {
            return Ok(Appellant::Player(seated.player));
        }
        if let Some(team) = scene.team(desk, text) {
            return Ok(Appellant::Team(team.id));
        }
    }
    let unknown = match desk.player(text) {
        Ok(player) => return Ok(Appellant::Player(player.id)),
        Err(unknown) => unknown,
    };
    let is_no_player = matches!(find(text, &tournament.players, |player| &player.name), Found::Unknown { .. });
    let are_teams = matches!(find(text, &tournament.teams, |team| &team.name), Found::Ambiguous(_));
    let team = desk.team(text).map(|team| Appellant::Team(team.id));
    team.map_err(|several| if is_no_player && are_teams { several } else { unknown })
}

fn file(desk: &mut Desk, number: u32, by: &str, note: Option<String>) -> Result<Answer, Failure> {
    let ruling = found(desk, number)?.clone();
    let by = named(desk, by, &ruling)?;
    let answer = file_by(desk, ruling.id, by, note)?.answer(desk);
    if rulings::is_of_another_match(desk, by, &ruling) {
        let who = appellant(desk, by, &ruling);
        return Ok(answer.touches([format!("{who}: anybody may appeal, but check the name")]));
    }
    Ok(answer)
}

/// An appeal that was filed or decided.
pub struct Heard {
    pub appeal: Appeal,
    pub announced: Announced,
}

impl Heard {
    fn answer(self, desk: &Desk) -> Answer {
        self.announced.answer(to_json(desk, &self.appeal))
    }
}

/// Files an appeal for somebody who is known.
pub fn file_by(desk: &mut Desk, ruling: RulingId, by: Appellant, note: Option<String>) -> Result<Heard, Failure> {
    let at = desk.now().to_utc();
    let id = docket::appeal(&mut desk.event, ruling, by, at, note).or_refuse(desk)?;
    let (filed, ruling) = appeal(desk, id.0)?;
    let section = desk.section_name(ruling.section);
    let chosen = desk.rulebook.discipline.hearing_cited();
    let chosen = if chosen.is_silent() { format!(" ({chosen})") } else { String::new() };
    let who = appellant(desk, by, ruling);
    let said = format!("appeal {id}: {who} appealed ruling {} to the {}{chosen}", ruling.id, filed.level);
    let mut lines = vec![Said::Line(said)];
    let ruled_in = ruling.place.map_or(ruling.round, |p| p.match_id.round);
    let posted = desk.posted_rounds(ruling.section);
    if posted > ruled_in {
        lines.push(Said::Line(format!("late: round {posted} has been paired since, and stays as it is")));
    }
    lines.push(Said::Line(format!("{section} won't be paired while it's open; to decide it: {}", to_decide(desk, id))));
    let announced = Announced::new(format!("appeal {id} of ruling {}", ruling.id), lines);
    Ok(Heard { appeal: filed.clone(), announced })
}

pub fn decide(desk: &mut Desk, args: &Decide) -> Result<Heard, Failure> {
    let (open, ruling) = desk.open_appeal(AppealId(args.appeal)).or_refuse(desk)?;
    let (open, ruling) = (open.clone(), ruling.clone());
    let person = match &args.official {
        Some(name) => desk.official(name)?.clone(),
        None => desk.chief_for(&open, &ruling).or_refuse(desk)?.clone(),
    };
    let before = desk.facts.docket.state(&ruling);
    let outcome = match args.modify {
        Some(penalty) => Outcome::Modified(penalty),
        None if args.overturn => Outcome::Overturned,
        None if args.uphold => Outcome::Upheld,
        None if args.stands || args.falls => Outcome::of(&ruling, before, args.falls),
        None => {
            return Err(Failure::mistyped("say what was decided: --stands, --falls or --modify PENALTY")
                .hint(format!("type {} if the ruling is upheld", cmd!("appeal decide {} --stands", open.id))));
        }
    };
    let stood = Stood::before(desk, &ruling);
    let at = desk.now().to_utc();
    let decided = docket::decide(&mut desk.event, open.id, &person, outcome, at, args.note.clone());
    let beyond = if let Err(Refusal::BeyondOffice { limit, .. }) = &decided {
        Some(penalty_in_words(option_name(*limit)))
    } else {
        None
    };
    decided.or_refuse(desk).map_err(|failure| match beyond {
        Some(limit) => {
            failure.hint(format!("change it to {limit} at most, or have another chief decide: --official NAME"))
        }
        None => failure,
    })?;
    let decided = appeal(desk, args.appeal)?.0.clone();
    let state = desk.facts.docket.state(&ruling);
    let last = if decided.is_final() { "; this is final" } else { "" };
    let became = rulings::became(&desk.facts.docket, &decided, &ruling);
    let summary = format!("appeal {} of ruling {}: {became} (decided by {}){last}", decided.id, ruling.id, person.name);
    let mut lines = vec![Said::Line(summary.clone()), Said::Line(words::holds(desk, &ruling))];
    lines.extend(replay_falls(desk, &ruling));
    lines.extend(replay_idle(desk, &ruling));
    if state != before || outcome != Outcome::Upheld {
        lines.extend(words::at_the_table(desk, &ruling, stood.result()).into_iter().map(Said::Line));
        lines.extend(desk.effect(&ruling).err().map(|why| Said::Line(format!("it doesn't change any result: {why}"))));
        lines.extend(upheld(desk, &ruling));
        lines.extend(still_seated(desk, &ruling));
        let expels = desk.at_table(&ruling).expelled.and(ruling.place.zip(ruling.player));
        lines.extend(expels.and_then(|(place, player)| other_match(desk, place, player, None)).map(Said::Line));
    }
    lines.extend(stood.now(desk, &ruling));
    lines.extend(rests(desk, &desk.resting_on(&ruling)));
    if !decided.is_final() {
        let again = cmd!("appeal file {} --by PLAYER", ruling.id);
        lines.push(Said::Line(format!("a second appeal goes to the floor chief: {again}")));
    }
    Ok(Heard { appeal: decided, announced: stood.announced(desk, lines, summary)? })
}

fn withdraw(desk: &mut Desk, number: u32) -> Result<Answer, Failure> {
    let at = desk.now().to_utc();
    docket::withdraw(&mut desk.event, AppealId(number), at).or_refuse(desk)?;
    let (withdrawn, ruling) = appeal(desk, number)?;
    let summary = format!("appeal {number} of ruling {} is withdrawn", ruling.id);
    Ok(Answer::noted(format!("{summary}\n{}", words::holds(desk, ruling)), to_json(desk, withdrawn), summary))
}

pub fn list(desk: &mut Desk, open: bool) -> Result<Answer, Failure> {
    let stamp = desk.stamp()?;
    let now = desk.now().to_utc();
    let docket = &desk.facts.docket;
    let waits =
        |a: &Appeal| a.state() == AppealState::Open && docket.ruling(a.ruling).is_some_and(|r| r.voided.is_none());
    let appeals: Vec<&Appeal> = docket.appeals.iter().filter(|a| !open || waits(a)).collect();
    let json: Vec<Value> = appeals.iter().map(|a| to_json(desk, a)).collect();
    if open && desk.everywhere.output.is_some() {
        let docket = rulings::docket(desk, stamp);
        return Ok(Answer::sheet(Report::of(docket.document(), json!({ "appeals": json })).set_by("docket")));
    }
    let appeals = appeals.into_iter().filter_map(|a| Some((a, docket.ruling(a.ruling)?)));
    let age = |a: &Appeal| format!("{} min", (now - a.at).num_minutes().max(0));
    let table = Table::of("Appeals", appeals)
        .column(Column::number("No."), |(a, _)| Cell::whole(a.id.0))
        .column(Column::short("Section"), |(_, ruling)| Cell::text(desk.section_name(ruling.section)))
        .column(Column::text("Against").naming(), |(_, ruling)| {
            Cell::text(format!("ruling {}: {}", ruling.id, words::brief(desk, ruling)))
        })
        .column(Column::short("By"), |(a, ruling)| Cell::text(appellant(desk, a.by, ruling)))
        .column(Column::text("Outcome"), |(a, ruling)| Cell::text(rulings::became(docket, a, ruling)))
        .column(Column::short("Age"), |(a, _)| Cell::maybe(&waits(a).then(|| age(a))))
        .column(Column::text("Waiting for"), |(a, ruling)| {
            let section = desk.section_name(ruling.section);
            Cell::maybe(&waits(a).then(|| format!("the {}; {section} won't be paired until it's decided", a.level)))
        });
    desk.listing(table.table(), json!({ "appeals": json }))
}

/// Shows or prints one appeal.
pub fn show(desk: &mut Desk, number: u32) -> Result<Answer, Failure> {
    let masthead = desk.masthead(None, None)?;
    let (filed, ruling) = appeal(desk, number)?;
    let time = |at: chrono::DateTime<chrono::Utc>| {
        at.with_timezone(&chrono::Local).format("%b %-d, %Y, %-I:%M %p").to_string()
    };
    let decided = filed.decision.as_ref().map(|decision| {
        let who = desk.tournament().official(decision.by).map_or("", |official| &official.name);
        let last = if filed.is_final() { "; final" } else { "" };
        format!("{} by {who}{last}", time(decision.at))
    });
    let because = filed.decision.as_ref().and_then(|decision| decision.note.as_ref());
    let facts = Block::facts([
        ("Against", Some(Cell::text(format!("ruling {}: {}", ruling.id, words::sentence(desk, ruling))))),
        ("Filed", Some(Cell::text(format!("{} by {}", time(filed.at), appellant(desk, filed.by, ruling))))),
        ("Heard by", Some(Cell::text(filed.level.to_string()))),
        ("Outcome", Some(Cell::text(rulings::became(&desk.facts.docket, filed, ruling)).strong())),
        ("Now", Some(Cell::text(words::holds(desk, ruling)))),
        ("Why", filed.note.as_ref().map(Cell::text)),
        ("Decided", decided.map(Cell::text)),
        ("Because", because.map(Cell::text)),
    ]);
    let json = to_json(desk, filed);
    let document = Document::new(format!("Appeal {number}"), masthead).with(facts);
    Ok(Answer::sheet(Report::of(document, json)))
}

fn appeal(desk: &Desk, number: u32) -> Result<(&Appeal, &Ruling), Failure> {
    desk.appeal(AppealId(number)).or_refuse(desk)
}

/// An appeal for other programs.
pub fn to_json(desk: &Desk, appeal: &Appeal) -> Value {
    let (ruling, decision) = (desk.facts.docket.ruling(appeal.ruling), appeal.decision.as_ref());
    json!({
        "appeal": appeal.id, "ruling": appeal.ruling, "level": appeal.level, "state": appeal.state(), "final": appeal.is_final(),
        "ruling_state": ruling.map(|r| desk.facts.docket.state(r).id()), "holds": ruling.map(|r| words::holds(desk, r)),
        "decision_now": ruling.and_then(|r| desk.facts.docket.verdict(r)), "match_result": ruling.and_then(|r| desk.at_table(r).match_result()),
        "affected_rulings": desk.affected_by(appeal), "by": ruling.map(|r| appellant(desk, appeal.by, r)), "at": appeal.at.to_rfc3339(), "note": appeal.note,
        "decided_by": decision.and_then(|d| desk.tournament().official(d.by)).map(|o| o.name.clone()),
        "decided_at": decision.map(|d| d.at.to_rfc3339()),
        "decision_note": decision.and_then(|d| d.note.clone()),
        "penalty": decision.and_then(|d| match d.outcome {
            Outcome::Modified(penalty) => Some(penalty.to_string()),
            Outcome::Upheld | Outcome::Overturned => None,
        }),
    })
}

/// Who appeals, by name; anybody may, and who does not play in the match is distinguished.
pub fn appellant(desk: &Desk, by: Appellant, ruling: &Ruling) -> String {
    let name = match by {
        Appellant::Player(id) => words::player_name(desk, id),
        Appellant::Team(id) => desk.name_of(id).to_owned(),
    };
    if rulings::is_of_another_match(desk, by, ruling) { format!("{name} (not in this match)") } else { name }
}
