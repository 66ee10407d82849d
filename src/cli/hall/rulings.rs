//! A ruling from the floor. It goes the road of the commands `ruling offence` and `ruling claim`: what would be said of it is shown before it is
//! recorded, and it is recorded only while the same would be said.

use super::claims;
use super::filing::on_device;
use crate::cli::command_text::plain;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::rulings::claim::claim;
use crate::cli::rulings::filing::{Account, Ruled};
use crate::cli::rulings::offence::{OffenceArgs, rule_on};
use crate::cli::rulings::words;
use crate::cli::scene::{Scene, Seated};
use crate::cli::wording::as_typed;
use crate::discipline::{Matter, Offence, Penalty, Step, due, judge};
use crate::hall::{Holding, Mark, Reply, RulingAsked, codes};
use crate::report::hall::{Accused, ClaimShown, Cost, Proposal, Stage, Ticket};
use crate::tournament::PlayerId;
use serde_json::{Value, json};

/// How far a ruling is described, with what is known of it so far.
pub fn stage(desk: &mut Desk, scene: &Scene, asked: &RulingAsked, holding: &Holding) -> Stage {
    let Some(seat) = asked.player.and_then(|id| scene.seat(PlayerId(id))) else {
        let seated = |id: PlayerId| {
            let board = scene.seat(id).map(|seat| letter(&seat)).unwrap_or_default();
            (id.0, words::player_name(desk, id), board)
        };
        let by_board = |team: &crate::tournament::Team| {
            let mut seats = team.players.map(seated).to_vec();
            seats.sort_by_key(|(.., board)| *board);
            seats
        };
        return Stage::Who(scene.teams.each_ref().map(by_board));
    };
    let who = Accused {
        number: seat.player.0,
        name: words::player_name(desk, seat.player),
        board: letter(&seat),
        record: words::record(desk, seat.player),
    };
    if let Some(kind) = asked.claim {
        let asked = &claims::opposed(&desk.rulebook.discipline, kind, asked);
        let shown = claims::shown(desk, who, kind, asked);
        let proposal = if shown.asks.is_some() { Proposal::Open } else { proposal(desk, scene, asked, holding) };
        return Stage::Claim(Box::new(ClaimShown { proposal, ..shown }));
    }
    let settings = &desk.rulebook.discipline;
    let Some(offence) = asked.offence.as_deref().and_then(|id| settings.offence(id)).cloned() else {
        // What the rulebook has a ladder for comes first; a rule of no offence comes last.
        let mut offences = settings.offences.clone();
        offences.sort_by_key(|offence| (offence.id == "other", offence.ladder.is_empty()));
        return Stage::What { who, offences, claims: claims::kinds(settings) };
    };
    Stage::Cost(Box::new(cost(desk, scene, who, &offence, asked, holding)))
}

fn letter(seat: &Seated) -> char {
    seat.board.to_string().to_ascii_uppercase().chars().next().unwrap_or_default()
}

fn cost(
    desk: &mut Desk,
    scene: &Scene,
    who: Accused,
    offence: &Offence,
    asked: &RulingAsked,
    holding: &Holding,
) -> Cost {
    let (docket, settings) = desk.law();
    let at = Some((scene.id, scene.playing));
    let due = due(docket, settings, offence, PlayerId(who.number), at, asked.flag_fell, None);
    let undecided = judge(&due, None, false).err();
    let rules = desk.rulebook.rules.iter();
    let text = rules.filter(|rule| Some(&rule.number) == due.rule.rule.as_ref()).map(|rule| rule.text.clone()).next();
    let prescribed = Some(Step { choices: due.choices.clone() }.to_string()).filter(|_| !due.choices.is_empty());
    let cited = undecided.as_ref().filter(|_| prescribed.is_none()).map(ToString::to_string);
    let proposal = match asked.penalty {
        None if undecided.is_some() => Proposal::Open,
        _ => proposal(desk, scene, asked, holding),
    };
    Cost {
        who,
        offence: offence.clone(),
        step: due.step,
        prescribed,
        cited: cited.unwrap_or_else(|| due.rule.to_string()),
        text,
        choices: due.choices.iter().map(ToString::to_string).collect(),
        flag_fell: offence.flag_fell.filter(|_| due.step == Some(1)).map(|_| asked.flag_fell),
        again: asked.again,
        proposal,
    }
}

fn proposal(desk: &mut Desk, scene: &Scene, asked: &RulingAsked, holding: &Holding) -> Proposal {
    match tried(desk, scene, asked) {
        Ok(Tried { decided, departs, follows, seen }) => Proposal::Ready {
            decided,
            follows,
            departs,
            note: asked.note.clone(),
            witness: asked.witness.clone(),
            reason: asked.reason.clone(),
            seen,
            ticket: Ticket { form: holding.form.clone(), request: holding.request.clone() },
        },
        Err(failure) => {
            let unless_again =
                !asked.again && tried(desk, scene, &RulingAsked { again: true, ..asked.clone() }).is_ok();
            let hint = on_device(&failure, "table").filter(|_| !unless_again);
            Proposal::Refused { message: plain(&failure.message), hint, unless_again }
        }
    }
}

/// What a ruling would come to.
struct Tried {
    /// The penalty as typed, or a claim's verdict.
    decided: String,
    departs: bool,
    follows: Vec<String>,
    /// The mark of what it rests on and what it does.
    seen: String,
}

/// Nothing is recorded, since this is no longer as a page showed it.
pub fn changed(what: &str) -> Reply {
    Reply::refused(409, &format!("{what} has changed since it was shown"), "look at the page again")
        .marked(Mark::Changed)
}

fn tried(desk: &mut Desk, scene: &Scene, asked: &RulingAsked) -> Result<Tried, Failure> {
    // A reason that is still to be written changes nothing of what follows.
    let reasoned = RulingAsked { reason: "to be written".to_owned(), ..asked.clone() };
    let Ruled { ruling, record, at_table, announced } = desk.untouched(|desk| ruled(desk, scene, &reasoned))?;
    let teams = scene.teams.each_ref().map(|team| team.id.0);
    // What it touches elsewhere changes with every result that comes in.
    let comes_to = (&ruling.matter, &at_table);
    let seen = codes::digest(&format!("{:?} {teams:?} {:?} {record:?} {comes_to:?}", scene.id, scene.result));
    let (decided, departs) = match ruling.matter {
        Matter::Offence { penalty, overridden, .. } => (penalty.to_string(), overridden),
        Matter::Claim { verdict, .. } => (verdict.to_string(), false),
        Matter::Spectator { .. } | Matter::Neutral { .. } => (String::new(), false),
    };
    Ok(Tried { decided, departs, follows: announced.on_page(), seen })
}

fn ruled(desk: &mut Desk, scene: &Scene, asked: &RulingAsked) -> Result<Ruled, Failure> {
    match asked.claim {
        Some(kind) => claim(desk, &claims::args(scene, kind, asked, account(asked))),
        None => rule_on(desk, &args(scene, asked)?),
    }
}

/// What was written in a field, if anything was.
pub fn typed(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// What is written down beside a ruling.
fn account(asked: &RulingAsked) -> Account {
    Account { witnesses: typed(&asked.witness).into_iter().collect(), note: typed(&asked.note) }
}

/// The command that a ruling on an offence means.
fn args(scene: &Scene, asked: &RulingAsked) -> Result<OffenceArgs, Failure> {
    let penalty = asked.penalty.as_deref().and_then(typed).map(|penalty| match penalty.as_str() {
        "time" => format!("time:{}", asked.time.trim()),
        _ => penalty,
    });
    let penalty = penalty.map(|penalty| penalty.parse::<Penalty>()).transpose();
    Ok(OffenceArgs {
        table: Some(scene.id.table.0),
        player: asked.player.unwrap_or_default().to_string(),
        offence: asked.offence.clone().unwrap_or_default(),
        flag_fell: asked.flag_fell,
        penalty: penalty.map_err(|wrong| Failure::mistyped(wrong.to_string()))?,
        reason: typed(&asked.reason),
        number: (scene.section.matches > 1).then_some(scene.id.number),
        again: asked.again,
        carry_out: asked.carry_out,
        round: asked.round,
        account: account(asked),
        ..OffenceArgs::default()
    })
}

/// The words under which it is in the journal.
pub fn in_words(asked: &RulingAsked) -> String {
    let (table, player) = (asked.table.to_string(), asked.player.unwrap_or_default().to_string());
    let offence = || {
        let offence = asked.offence.clone().unwrap_or_default();
        let mut words =
            ["ruling", "offence", &table, "--player", &player, "--offence", &offence].map(str::to_owned).to_vec();
        let penalty = asked.penalty.clone().unwrap_or_default();
        words.extend(option("--penalty", &penalty).chain(option("--reason", &asked.reason)));
        words.extend(asked.flag_fell.then(|| "--flag-fell".to_owned()));
        words
    };
    let mut words = asked.claim.map_or_else(offence, |kind| {
        let claimed = ["ruling", "claim", &table, "--by", &player].map(str::to_owned).into_iter();
        claimed.chain(claims::in_words(kind, asked)).collect()
    });
    words.extend(option("--witness", &asked.witness).chain(option("--note", &asked.note)));
    words.extend(asked.number.into_iter().flat_map(|number| ["--match".to_owned(), number.to_string()]));
    words.extend(asked.round.into_iter().flat_map(|round| ["--round".to_owned(), round.to_string()]));
    words.extend(asked.again.then(|| "--again".to_owned()));
    as_typed(words.into_iter())
}

/// An option with what was given for it, if anything was.
pub fn option(name: &'static str, text: &str) -> impl Iterator<Item = String> + use<> {
    typed(text).into_iter().flat_map(move |text| [name.to_owned(), text])
}

/// Records a ruling as it was shown. Gives the answer, and the sentence for the journal.
pub fn record(desk: &mut Desk, scene: &Scene, asked: &RulingAsked) -> Result<(Value, String), Reply> {
    if !matches!(tried(desk, scene, asked), Ok(tried) if tried.seen == asked.seen) {
        return Err(changed(&format!("table {}", scene.id.table)));
    }
    let Ruled { ruling, announced, .. } = ruled(desk, scene, asked)?;
    Ok((json!({ "ruling": ruling.id, "said": announced.on_page() }), announced.summary))
}
