//! A ruling from the floor. It goes the road of the command `ruling offence`: what would be said of it is shown before it is recorded, and it is
//! recorded only while the same would be said.

use super::filing::told;
use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::rulings::filing::{Account, to_appeal};
use crate::cli::rulings::offence::{OffenceArgs, rule_on};
use crate::cli::rulings::scene::{Scene, Seated};
use crate::cli::rulings::words;
use crate::cli::wording::as_typed;
use crate::discipline::{Offence, Penalty, Step, due, judge};
use crate::hall::{Holding, Mark, Reply, RulingAsked, codes};
use crate::report::hall::{Accused, Cost, OffenceLine, Proposal, Stage, Ticket};
use crate::tournament::{PlayerId, RulingId};
use serde_json::{Value, json};

/// How far a ruling is told, with what is known of it so far.
pub fn stage(desk: &mut Desk, scene: &Scene, asked: &RulingAsked, holding: &Holding) -> Stage {
    let Some(seat) = asked.player.and_then(|id| scene.seat(PlayerId(id))) else {
        let seated = |id: PlayerId| {
            let board = scene.seat(id).map(|seat| letter(&seat)).unwrap_or_default();
            (id.0, words::player_name(desk, id), board)
        };
        return Stage::Who(scene.teams.each_ref().map(|team| team.players.map(seated).to_vec()));
    };
    let who = Accused {
        number: seat.player.0,
        name: words::player_name(desk, seat.player),
        board: letter(&seat),
        record: words::record(desk, seat.player),
    };
    let settings = &desk.rulebook.discipline;
    let Some(offence) = asked.offence.as_deref().and_then(|id| settings.offence(id)).cloned() else {
        // What the rulebook has a ladder for comes first; a rule of no offence comes last.
        let mut offences: Vec<&Offence> = settings.offences.iter().collect();
        offences.sort_by_key(|offence| (offence.id == "other", offence.ladder.is_empty()));
        return Stage::What { who, offences: offences.into_iter().map(line).collect() };
    };
    Stage::Cost(Box::new(cost(desk, scene, who, &offence, asked, holding)))
}

fn letter(seat: &Seated) -> char {
    seat.board.to_string().to_ascii_uppercase().chars().next().unwrap_or_default()
}

fn line(offence: &Offence) -> OffenceLine {
    OffenceLine { id: offence.id.clone(), name: offence.name.clone(), rule: offence.rule.clone() }
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
        offence: line(offence),
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
        Ok(Tried { penalty, departs, follows, seen }) => Proposal::Ready {
            penalty,
            follows,
            departs,
            note: asked.note.clone(),
            reason: asked.reason.clone(),
            seen,
            ticket: Ticket { form: holding.form.clone(), request: holding.request.clone() },
        },
        Err(Failure { message, hint, .. }) => {
            let unless_again =
                !asked.again && tried(desk, scene, &RulingAsked { again: true, ..asked.clone() }).is_ok();
            Proposal::Refused { message, hint: hint.filter(|_| !unless_again), unless_again }
        }
    }
}

/// What a ruling does at its table; what it touches elsewhere changes with every result that comes in.
const COMES_TO: [&str; 7] =
    ["step", "penalty", "overridden", "clock", "board_result", "match_result", "without_effect"];

/// What a ruling would come to.
struct Tried {
    penalty: String,
    departs: bool,
    follows: Vec<String>,
    /// The mark of what it rests on and what it does.
    seen: String,
}

/// Tries something, and leaves the event as it was.
pub fn untouched<T>(desk: &mut Desk, run: impl FnOnce(&mut Desk) -> T) -> T {
    let before = desk.event.clone();
    let tried = run(desk);
    desk.event = before;
    tried
}

/// Nothing is recorded, since this is no longer as a page showed it.
pub fn changed(what: &str) -> Reply {
    Reply::refused(409, &format!("{what} is not as it was shown"), "look at the page again").marked(Mark::Changed)
}

fn tried(desk: &mut Desk, scene: &Scene, asked: &RulingAsked) -> Result<Tried, Failure> {
    // A reason that is still to be written changes nothing of what follows.
    let args = OffenceArgs { reason: Some("to be written".to_owned()), ..args(scene, asked)? };
    let (answer, record) = (
        untouched(desk, |desk| rule_on(desk, &args))?,
        words::record(desk, PlayerId(asked.player.unwrap_or_default())),
    );
    let (json, follows) = (answer.to_json()?, said(&answer, record.len())?);
    let teams = scene.teams.each_ref().map(|team| team.id.0);
    let told = COMES_TO.map(|key| &json[key]);
    let seen = codes::digest(&format!("{:?} {teams:?} {:?} {record:?} {told:?}", scene.id, scene.result));
    Ok(Tried {
        penalty: json["penalty"].as_str().unwrap_or_default().to_owned(),
        departs: json["overridden"] == true,
        follows,
        seen,
    })
}

/// The lines of an answer, without the record before them, its number, and what is typed at the desk to appeal.
fn said(answer: &Answer, record: usize) -> Result<Vec<String>, Failure> {
    let number = answer.to_json()?["ruling"].as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or_default();
    let appeal = to_appeal(RulingId(number));
    let lines = answer.text().lines().skip(1 + record).filter(|line| *line != appeal);
    let mut said: Vec<String> = lines.map(str::to_owned).collect();
    if let Some((_, ruled)) = said.first().and_then(|line| line.split_once(": ")) {
        said[0] = ruled.to_owned();
    }
    Ok(said)
}

/// The command that a ruling from the floor stands for.
fn args(scene: &Scene, asked: &RulingAsked) -> Result<OffenceArgs, Failure> {
    let typed = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
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
        account: Account { note: typed(&asked.note), ..Account::default() },
        ..OffenceArgs::default()
    })
}

/// The words under which it stands in the journal.
pub fn in_words(asked: &RulingAsked) -> String {
    let (player, offence) = (asked.player.unwrap_or_default().to_string(), asked.offence.clone().unwrap_or_default());
    let mut words: Vec<String> =
        ["ruling", "offence", &asked.table.to_string(), "--player", &player, "--offence", &offence]
            .map(str::to_owned)
            .to_vec();
    let told = [
        ("--penalty", asked.penalty.as_deref().unwrap_or_default()),
        ("--reason", &asked.reason),
        ("--note", &asked.note),
    ];
    let told = told.into_iter().filter(|(_, text)| !text.trim().is_empty());
    words.extend(told.flat_map(|(option, text)| [option.to_owned(), text.trim().to_owned()]));
    words.extend(asked.number.into_iter().flat_map(|number| ["--match".to_owned(), number.to_string()]));
    words.extend(
        [("--flag-fell", asked.flag_fell), ("--again", asked.again)]
            .iter()
            .filter(|(_, is)| *is)
            .map(|(option, _)| (*option).to_owned()),
    );
    as_typed(words.into_iter())
}

/// Records a ruling as it was shown. Gives the answer, and the sentence for the journal.
pub fn record(desk: &mut Desk, scene: &Scene, asked: &RulingAsked) -> Result<(Value, String), Reply> {
    if !matches!(tried(desk, scene, asked), Ok(tried) if tried.seen == asked.seen) {
        return Err(changed(&format!("table {}", scene.id.table)));
    }
    let record = words::record(desk, PlayerId(asked.player.unwrap_or_default())).len();
    let args = args(scene, asked).map_err(|failure| told(400, &failure))?;
    let answer = rule_on(desk, &args)?;
    Ok((json!({ "ruling": answer.to_json()?["ruling"], "said": said(&answer, record)? }), answer.summary))
}
