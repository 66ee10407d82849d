//! `bughouse appeal`: filed against a ruling, heard by the section chief and then by the floor chief; the docket, with ages and who
//! must decide.

use super::claim::upheld;
use super::filing::{Stood, found, now, replay_falls, rests, told, within_authority};
use super::scene::Scene;
use super::words;
use crate::cli::answer::Answer;
use crate::cli::consequences::Before;
use crate::cli::desk::{Access, Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::wording::{list as listed, option_name, quoted};
use crate::discipline::{
    Appeal, AppealState, Appellant, Decision, Outcome, Penalty, Refusal, Ruling, Standing, may_decide, next_level,
    resting_on,
};
use crate::report::{Block, Cell, Column, Document, Listing, Report, Table, rulings};
use crate::tournament::names::{Found, find};
use crate::tournament::{AppealId, MatchId, Official, PlayerId, RulingId};
use clap::{ArgGroup, Args, Subcommand};
use serde_json::{Value, json};

/// File, decide and see appeals
#[derive(Debug, Subcommand)]
pub enum AppealCommand {
    /// File an appeal against a ruling
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
    /// Write down what the chief decided
    Decide(Decide),
    /// List the appeals
    List {
        /// Only those that wait for a decision
        #[arg(long)]
        open: bool,
    },
    /// Show or print one appeal
    Show {
        /// The appeal's number
        appeal: u32,
    },
    /// Take an appeal back before it is decided
    Withdraw {
        /// The appeal's number
        appeal: u32,
    },
}

#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("decision").args(["stands", "falls", "modify", "uphold", "overturn"])),
    after_help = "Examples:\n  bughouse appeal decide 1 --stands\n  bughouse appeal decide 2 --official \"Flo Kim\" --modify warning \\\n    --note \"first time\""
)]
pub struct Decide {
    /// The appeal's number
    appeal: u32,
    /// The chief who decided [default: the only one who can hear it]
    #[arg(long, value_name = "NAME")]
    official: Option<String>,
    /// The ruling holds as it was made
    #[arg(long)]
    stands: bool,
    /// It does not hold; a denied claim is upheld
    #[arg(long)]
    falls: bool,
    /// What the section chief left stands
    #[arg(long, hide = true)]
    uphold: bool,
    /// What the section chief left does not stand
    #[arg(long, hide = true)]
    overturn: bool,
    /// Another penalty takes its place
    #[arg(long, value_name = "PENALTY")]
    modify: Option<Penalty>,
    /// Why
    #[arg(long)]
    note: Option<String>,
}

impl Verb for AppealCommand {
    fn access(&self) -> Access {
        if matches!(self, Self::List { .. } | Self::Show { .. }) { Access::Read } else { Access::Write }
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::File { ruling, by, note } => file(desk, *ruling, by, note.clone()),
            Self::Decide(args) => decide(desk, args),
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
        if let Found::One(team) = find(text, &scene.teams, |t| &t.name) {
            return Ok(Appellant::Team(team.id));
        }
    }
    let unknown = match desk.player(text) {
        Ok(player) => return Ok(Appellant::Player(player.id)),
        Err(unknown) => unknown,
    };
    desk.team(text).map(|team| Appellant::Team(team.id)).map_err(|_| unknown)
}

fn file(desk: &mut Desk, number: u32, by: &str, note: Option<String>) -> Result<Answer, Failure> {
    let ruling = found(desk, number)?.clone();
    let by = named(desk, by, &ruling)?;
    let level = next_level(&desk.facts.docket, &ruling, &desk.tournament().officials, &desk.rulebook.discipline)
        .map_err(|refusal| refused(desk, &refusal, &ruling))?;
    let new =
        Appeal { id: AppealId(0), ruling: ruling.id, level, by, at: now(desk)?, note, decision: None, withdrawn: None };
    let id = desk.add_appeal(new);
    let (filed, ruling) = appeal(desk, id.0)?;
    let section = desk.section_name(ruling.section);
    let chosen = desk.rulebook.discipline.hearing.citation(&desk.rulebook.discipline.source);
    let chosen = if chosen.is_silent() { format!(" ({chosen})") } else { String::new() };
    let who = appellant(desk, by, ruling);
    let mut lines = vec![format!("appeal {id}: {who} against ruling {}, to the {level}{chosen}", ruling.id)];
    let ruled_in = ruling.place.map_or(ruling.round, |p| p.match_id.round);
    let posted = desk.posted_rounds(ruling.section);
    if posted > ruled_in {
        lines.push(format!("late: round {posted} was paired since; what is paired stays"));
    }
    let to_decide = words::to_decide(desk, id, ruling.id);
    lines.push(format!("{section} is not paired while it is open; then: {to_decide}"));
    let summary = format!("appeal {id} against ruling {}", ruling.id);
    Ok(Answer::noted(lines.join("\n"), to_json(desk, filed), summary))
}

/// The only official who can hear an appeal, where none was named.
fn only_chief<'d>(desk: &'d Desk, appeal: &Appeal, ruling: &Ruling) -> Result<&'d Official, Failure> {
    let (docket, officials) = (&desk.facts.docket, &desk.tournament().officials);
    let settings = &desk.rulebook.discipline;
    let judged = |o: &Official| may_decide(docket, appeal, ruling, o, Outcome::Upheld, officials, settings);
    let mut able: Vec<&Official> = officials.iter().filter(|o| judged(o).is_ok()).collect();
    able.dedup_by(|one, other| one.name == other.name);
    match able.as_slice() {
        [only] => Ok(only),
        [] => {
            let anybody = officials.iter().find(|o| o.role == appeal.level.role()).or(officials.first());
            let refused_to = anybody.and_then(|o| judged(o).err());
            let none =
                Refusal::NobodyAppointed { level: appeal.level, rule: settings.hearing.citation(&settings.source) };
            Err(refused(desk, &refused_to.unwrap_or(none), ruling))
        }
        several => {
            let names = listed(several.iter().map(|o| o.name.as_str()));
            Err(Failure::mistyped(format!("several chiefs can hear appeal {}: {names}", appeal.id))
                .hint("name the one who decided: --official NAME"))
        }
    }
}

fn decide(desk: &mut Desk, args: &Decide) -> Result<Answer, Failure> {
    let (open, ruling) = appeal(desk, args.appeal)?;
    let (open, ruling) = (open.clone(), ruling.clone());
    still_open(desk, &open, &ruling)?;
    let person = match &args.official {
        Some(name) => desk.official(name)?.clone(),
        None => only_chief(desk, &open, &ruling)?.clone(),
    };
    let before = desk.facts.docket.standing(&ruling);
    let outcome = match args.modify {
        Some(penalty) => Outcome::Modified(penalty),
        None if args.overturn => Outcome::Overturned,
        None if args.uphold => Outcome::Upheld,
        None if args.stands || args.falls => Outcome::of(&ruling, before, args.falls),
        None => {
            return Err(Failure::mistyped("what was decided is missing: --stands, --falls or --modify PENALTY").hint(
                format!("write `bughouse appeal decide {} --stands`, if the ruling holds as it was made", open.id),
            ));
        }
    };
    let docket = &desk.facts.docket;
    let by =
        may_decide(docket, &open, &ruling, &person, outcome, &desk.tournament().officials, &desk.rulebook.discipline)
            .map_err(|refusal| refused(desk, &refusal, &ruling))?;
    if let Some(penalty) = args.modify {
        within_authority(desk, Some(&person.name), penalty)?;
    }
    let earlier = Before::at(desk, ruling.place.map(|p| p.match_id))?;
    let stood = Stood::before(desk, &ruling);
    let decision = Decision { outcome, by, at: now(desk)?, note: args.note.clone() };
    desk.decide_appeal(open.id, decision);
    let (decided, ruling) = appeal(desk, args.appeal)?;
    let (decided, ruling) = (decided.clone(), ruling.clone());
    let standing = desk.facts.docket.standing(&ruling);
    let last = if decided.is_final() { "; this is final" } else { "" };
    let became = rulings::became(&desk.facts.docket, &decided, &ruling);
    let summary = format!("appeal {} against ruling {}: {became}, by {}{last}", decided.id, ruling.id, person.name);
    let mut lines = vec![summary.clone(), words::holds(desk, &ruling)];
    replay_falls(desk, &ruling, &mut lines)?;
    if standing != before || outcome != Outcome::Upheld {
        lines.extend(words::at_the_table(desk, &ruling, stood.result));
        lines.extend(words::idle(desk, &ruling).map(|why| format!("it changes no result: {why}")));
        lines.extend(upheld(desk, &ruling));
    }
    lines.extend(stood.now(desk, &ruling));
    lines.extend(rests(desk, &resting_on(&desk.facts.docket, &desk.rulebook.discipline, &ruling)));
    if !decided.is_final() {
        lines.push(format!("a second appeal goes to the floor chief: bughouse appeal file {} --by PLAYER", ruling.id));
    }
    let json = to_json(desk, &decided);
    told(desk, earlier, lines, json, summary)
}

/// Refuses to decide or withdraw an appeal once more, and says of the ruling what came of it.
fn still_open(desk: &Desk, appeal: &Appeal, ruling: &Ruling) -> Result<(), Failure> {
    let came_to = match appeal.state() {
        AppealState::Open => return Ok(()),
        AppealState::Withdrawn => "withdrawn already".to_owned(),
        _ => format!("decided already: {}", rulings::became(&desk.facts.docket, appeal, ruling)),
    };
    Err(Failure::forbidden(format!("appeal {} is {came_to}", appeal.id))
        .hint(format!("see it with `bughouse appeal show {}`", appeal.id)))
}

fn withdraw(desk: &mut Desk, number: u32) -> Result<Answer, Failure> {
    let (open, ruling) = appeal(desk, number)?;
    still_open(desk, open, ruling)?;
    let (id, at) = (open.id, now(desk)?);
    desk.withdraw_appeal(id, at);
    let (withdrawn, ruling) = appeal(desk, number)?;
    let summary = format!("appeal {number} against ruling {} is withdrawn", ruling.id);
    Ok(Answer::noted(format!("{summary}\n{}", words::holds(desk, ruling)), to_json(desk, withdrawn), summary))
}

fn refused(desk: &Desk, refusal: &Refusal, ruling: &Ruling) -> Failure {
    let failure = Failure::forbidden(refusal.to_string());
    let section = desk.section_name(ruling.section);
    let appoint = |level: crate::discipline::Level| {
        let of = if level.is_final() { String::new() } else { format!(" --section {}", quoted(section)) };
        format!("bughouse official add NAME --role {}{of}", option_name(level))
    };
    let level = match refusal {
        Refusal::NobodyAppointed { level, .. } | Refusal::WrongOffice { level, .. } => Some(*level),
        Refusal::Ruled { .. } | Refusal::BothOffices { .. } | Refusal::DecidedBefore { .. } => {
            desk.facts.docket.appeals_against(ruling.id).last().map(|a| a.level)
        }
        _ => None,
    };
    match (refusal, level) {
        (Refusal::NobodyAppointed { .. }, Some(level)) => failure.hint(format!("appoint one: {}", appoint(level))),
        (Refusal::WrongOffice { .. }, Some(level)) => {
            let holders: Vec<&str> = desk
                .tournament()
                .officials
                .iter()
                .filter(|o| o.role == level.role() && o.section.is_none_or(|s| s == ruling.section))
                .map(|o| o.name.as_str())
                .collect();
            failure.hint(format!("the {level} is {}", holders.join(" or ")))
        }
        (_, Some(level)) => failure.hint(format!("appoint a deputy: {}", appoint(level))),
        (Refusal::AlreadyOpen { appeal, ruling, .. }, None) => {
            failure.hint(format!("decide it: {}", words::to_decide(desk, *appeal, *ruling)))
        }
        _ => failure.hint(format!("see what was decided: bughouse ruling show {}", ruling.id)),
    }
}

pub fn list(desk: &mut Desk, open: bool) -> Result<Answer, Failure> {
    let stamp = desk.stamp()?;
    let now = now(desk)?;
    let docket = &desk.facts.docket;
    let waits =
        |a: &Appeal| a.state() == AppealState::Open && docket.ruling(a.ruling).is_some_and(|r| r.voided.is_none());
    let appeals: Vec<&Appeal> = docket.appeals.iter().filter(|a| !open || waits(a)).collect();
    let json: Vec<Value> = appeals.iter().map(|a| to_json(desk, a)).collect();
    if open && desk.everywhere.output.is_some() {
        let docket = rulings::docket(desk, stamp);
        return Ok(Answer::sheet(Listing::of(docket.document(), json!({ "appeals": json })).set_by(docket.template())));
    }
    let appeals =
        appeals.into_iter().map(|a| Ok((a, found(desk, a.ruling.0)?))).collect::<Result<Vec<_>, Failure>>()?;
    let age = |a: &Appeal| format!("{} min", (now - a.at).num_minutes().max(0));
    let table = Table::of("Appeals", appeals)
        .column(Column::number("No."), |(a, _)| Cell::whole(a.id.0))
        .column(Column::short("Section"), |(_, ruling)| Cell::text(desk.section_name(ruling.section)))
        .column(Column::text("Against").naming(), |(_, ruling)| {
            Cell::text(format!("ruling {}: {}", ruling.id, words::brief(desk, ruling)))
        })
        .column(Column::short("By"), |(a, ruling)| Cell::text(appellant(desk, a.by, ruling)))
        .column(Column::text("Came to"), |(a, ruling)| Cell::text(rulings::became(docket, a, ruling)))
        .column(Column::short("Age"), |(a, _)| Cell::maybe(&waits(a).then(|| age(a))))
        .column(Column::text("Waits for"), |(a, ruling)| {
            let section = desk.section_name(ruling.section);
            Cell::maybe(&waits(a).then(|| format!("the {}; {section} is not paired until then", a.level)))
        });
    desk.listing(table.table(), json!({ "appeals": json }))
}

/// Shows or prints one appeal.
pub fn show(desk: &mut Desk, number: u32) -> Result<Answer, Failure> {
    let masthead = desk.masthead(None, None)?;
    let (filed, ruling) = appeal(desk, number)?;
    let time =
        |at: chrono::DateTime<chrono::Utc>| at.with_timezone(&chrono::Local).format("%-d %b %Y, %H:%M").to_string();
    let mut facts = vec![
        ("Against".to_owned(), Cell::text(format!("ruling {}: {}", ruling.id, words::sentence(desk, ruling)))),
        ("Filed".to_owned(), Cell::text(format!("{} by {}", time(filed.at), appellant(desk, filed.by, ruling)))),
        ("Heard by".to_owned(), Cell::text(filed.level.to_string())),
        ("Came to".to_owned(), Cell::text(rulings::became(&desk.facts.docket, filed, ruling)).strong()),
        ("Now".to_owned(), Cell::text(words::holds(desk, ruling))),
    ];
    if let Some(note) = &filed.note {
        facts.push(("Why".to_owned(), Cell::text(note)));
    }
    if let Some(decision) = &filed.decision {
        let who = desk.tournament().official(decision.by).map(|o| o.name.clone()).unwrap_or_default();
        let last = if filed.is_final() { "; final" } else { "" };
        facts.push(("Decided".to_owned(), Cell::text(format!("{} by {who}{last}", time(decision.at)))));
        if let Some(note) = &decision.note {
            facts.push(("Because".to_owned(), Cell::text(note)));
        }
    }
    let json = to_json(desk, filed);
    let document = Document::new(format!("Appeal {number}"), masthead).with(Block::Facts(facts));
    Ok(Answer::sheet(Listing::of(document, json)))
}

/// The appeal of this number and its ruling.
pub fn appeal(desk: &Desk, number: u32) -> Result<(&Appeal, &Ruling), Failure> {
    let docket = &desk.facts.docket;
    let appeal = docket.appeal(AppealId(number)).ok_or_else(|| {
        let hint = match docket.appeals.last() {
            Some(last) if last.id.0 == 1 => "appeal 1 is on record: bughouse appeal list".to_owned(),
            Some(last) => format!("appeals 1 to {} are on record: bughouse appeal list", last.id),
            None => "no appeal is on record yet; file one with `bughouse appeal file RULING --by PLAYER`".to_owned(),
        };
        Failure::mistyped(format!("there is no appeal {number}")).hint(hint)
    })?;
    Ok((appeal, found(desk, appeal.ruling.0)?))
}

/// The later rulings whose step rested on the one that an appeal has set aside.
fn affected(desk: &Desk, appeal: &Appeal) -> Vec<RulingId> {
    let docket = &desk.facts.docket;
    let (Some(decision), Some(ruling)) = (&appeal.decision, docket.ruling(appeal.ruling)) else { return Vec::new() };
    if docket.standing_after(ruling, appeal.id) != Standing::Overturned {
        return Vec::new();
    }
    let before = |id: &RulingId| docket.ruling(*id).is_some_and(|later| later.at <= decision.at);
    resting_on(docket, &desk.rulebook.discipline, ruling).into_iter().filter(before).collect()
}

/// An appeal for other programs.
pub fn to_json(desk: &Desk, appeal: &Appeal) -> Value {
    let (ruling, decision) = (desk.facts.docket.ruling(appeal.ruling), appeal.decision.as_ref());
    json!({
        "appeal": appeal.id, "ruling": appeal.ruling, "level": appeal.level, "state": appeal.state(), "final": appeal.is_final(),
        "ruling_state": ruling.map(|r| words::standing(desk, r)), "holds": ruling.map(|r| words::holds(desk, r)),
        "decision_now": ruling.and_then(|r| desk.facts.docket.verdict(r)), "match_result": ruling.and_then(|r| words::match_result(desk, r)),
        "affected_rulings": affected(desk, appeal), "by": ruling.map(|r| appellant(desk, appeal.by, r)), "at": appeal.at.to_rfc3339(), "note": appeal.note,
        "decided_by": decision.and_then(|d| desk.tournament().official(d.by)).map(|o| o.name.clone()),
        "decided_at": decision.map(|d| d.at.to_rfc3339()),
        "decision_note": decision.and_then(|d| d.note.clone()),
        "penalty": decision.and_then(|d| match d.outcome {
            Outcome::Modified(penalty) => Some(penalty.to_string()),
            Outcome::Upheld | Outcome::Overturned => None,
        }),
    })
}

/// Who appeals, by name; anybody may, and who does not play in the match is told apart.
pub fn appellant(desk: &Desk, by: Appellant, ruling: &Ruling) -> String {
    let (name, team) = match by {
        Appellant::Player(id) => (words::player_name(desk, id), desk.tournament().team_of(id).map(|t| t.id)),
        Appellant::Team(id) => (words::team_name(desk, id), Some(id)),
    };
    let at = |id: MatchId| desk.tournament().round(id.section, id.round)?.teams_at(id.table);
    let played = ruling.place.and_then(|place| at(place.match_id));
    match played {
        Some(teams) if team.is_none_or(|team| !teams.contains(&team)) => format!("{name} (not of this match)"),
        _ => name,
    }
}
