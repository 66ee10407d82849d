//! The page *Prizes*: each with its winner, changed, given and played off where it is listed; and the ceremony, one tap away.

use super::act::{line, outcome_of};
use super::address::encoded;
use super::fields::Inline;
use super::moments::sections;
use super::pages::{Button, Frame, Tab, made, rendered, with_buttons};
use super::state::Window;
use crate::cli::command_text::plain;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::report::money;
use crate::report::prizes::{AwardShown, Paper, view};
use crate::standings::prizes::Winner;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/prizes.html")]
struct Page {
    frame: Frame,
    heading: String,
    tabs: Vec<Tab>,
    sections: Vec<Tab>,
    /// The ceremony.
    html: String,
    next: Option<Button>,
    rows: Vec<Row>,
    is_ceremony: bool,
    section: String,
    /// Prizes without a winner, when every round is played.
    ungiven: Vec<String>,
    usual: Vec<Button>,
    add: Option<Inline>,
    rules: String,
    settle: Option<Inline>,
    prints: Vec<Button>,
}

struct Row {
    prize: String,
    worth: String,
    winner: String,
    players: String,
    note: String,
    is_won: bool,
    is_provisional: bool,
    /// Who may win it by a play-off: what each match of the two came to.
    play_off: Vec<Button>,
    /// The same where more than two are level.
    of_several: Option<Inline>,
    /// Once a prize, however many share it.
    change: Option<Change>,
}

struct Change {
    give: Inline,
    edit: Inline,
    remove: Button,
}

#[derive(Deserialize)]
pub struct Asked {
    section: Option<String>,
    tab: Option<String>,
    said: Option<u64>,
}

/// Prizes that most events have, added with one press.
const USUAL: [(&str, &[&str]); 8] = [
    ("1st to 3rd place", &["--place", "1-3"]),
    ("1st to 5th place", &["--place", "1-5"]),
    ("Top under 1000", &["--class", "u1000"]),
    ("Top unrated", &["--class", "unrated"]),
    ("Top school", &["--school"]),
    ("Best team name", &["--special", "Best team name"]),
    ("Best costume", &["--special", "Best costume"]),
    ("Sportsmanship", &["--special", "Sportsmanship"]),
];

const TABS: [&str; 2] = ["Prizes", "Ceremony"];

pub async fn page(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let status = window.status();
        let all = sections(&status);
        let section = asked.section.clone().filter(|section| all.contains(section)).or_else(|| all.first().cloned());
        let Some(section) = section else { return Ok(Redirect::to("/now").into_response()) };
        let tab = TABS.into_iter().find(|tab| asked.tab.as_deref() == Some(tab)).unwrap_or(TABS[0]);
        let is_ceremony = tab == "Ceremony";
        let at = |section: &str, tab: &str| format!("/at/prizes?section={}&tab={tab}", encoded(section));
        let said = outcome_of(window, asked.said);
        let frame = Frame::of(window, "Prizes", "prizes", &at(&section, tab), said.as_deref(), &status);
        let awards = window.with_event(Access::Read, |desk| awards(desk, &section))?;
        let is_decided = awards.is_finished && !awards.shown.is_empty() && awards.shown.iter().all(|one| one.is_won);
        let ungiven = awards.shown.iter().filter(|one| awards.is_finished && !one.is_won).map(|one| one.prize.clone());
        let ungiven: Vec<String> = ungiven.collect();
        let next = Button::leads("Read the ceremony", at(&section, "Ceremony"));
        let rows = if is_ceremony { Vec::new() } else { rows(window, &awards) };
        let html = match is_ceremony && !awards.shown.is_empty() {
            true => with_buttons(&window.look(&["ceremony", &section]).html),
            false => String::new(),
        };
        let is_past = window.past().is_some();
        let usual = USUAL
            .iter()
            .filter(|_| !is_ceremony && !is_past)
            .map(|(label, words)| Button::runs(*label, line(&[&["prize", "add", &section], *words].concat())));
        let edits = !is_ceremony && !is_past;
        let rules = window.look(&["prize", "rules", &section]);
        let file: String =
            section.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        let print = |label: &str, paper: &str| {
            let name = format!("{file}-{paper}.pdf");
            Button::runs(label, line(&["prizes", &section, "--as-list", paper, "-o", &name]))
        };
        let prints = match (awards.shown.is_empty(), is_ceremony) {
            (true, _) => Vec::new(),
            (false, true) => vec![print("Print the ceremony", "ceremony")],
            (false, false) => vec![print("Print the list", "list"), print("Trophy labels", "labels")],
        };
        Ok(rendered(&Page {
            frame,
            heading: if all.len() > 1 { format!("{tab}, {section}") } else { tab.to_owned() },
            tabs: TABS.iter().map(|one| Tab::new(*one, at(&section, one), *one == tab)).collect(),
            sections: all
                .iter()
                .filter(|_| all.len() > 1)
                .map(|one| Tab::new(one, at(one, tab), *one == section))
                .collect(),
            html,
            next: (!is_ceremony && !rows.is_empty()).then(|| if is_decided { next.key("Enter") } else { next }),
            rows,
            is_ceremony,
            ungiven,
            usual: usual.collect(),
            add: edits
                .then(|| Inline::of(window, "prize/add", ["Another prize", "Add it"], &[("section", &section)], &[])),
            rules: plain(rules.text.lines().next().unwrap_or_default()),
            settle: edits.then(|| Inline::of(window, "prize/rules", ["", "Save it"], &[("section", &section)], &[])),
            prints,
            section,
        }))
    })
    .await
}

struct Awarded {
    shown: Vec<AwardShown>,
    /// By the number of a prize: the teams of which a play-off decides.
    level: HashMap<u32, Vec<(u32, String)>>,
    teams: Vec<(u32, String)>,
    is_finished: bool,
    values: HashMap<u32, (String, Option<u32>)>,
}

fn awards(desk: &mut Desk, named: &str) -> Result<Awarded, Failure> {
    let section = desk.section(Some(named))?.clone();
    let stamp = desk.stamp()?;
    let is_finished = desk.is_finished(&section);
    let awards = desk.awards(&section);
    let mut level = HashMap::new();
    for award in awards.awards.iter().filter(|_| is_finished) {
        if let Winner::Undecided(teams) = &award.winner
            && teams.len() > 1
        {
            let named = teams.iter().map(|at| (awards.team(*at).0, desk.name_of(awards.team(*at)).to_owned()));
            level.insert(awards.numbers[award.prize], named.collect());
        }
    }
    let teams = desk.tournament().teams_in(section.id).map(|team| (team.id.0, team.name.clone())).collect();
    let values = desk.facts.prizes.iter().map(|prize| (prize.id, (prize.name.clone(), prize.value))).collect();
    Ok(Awarded { shown: view(desk, &section, Paper::List, stamp).prizes, level, teams, is_finished, values })
}

fn rows(window: &Window, awards: &Awarded) -> Vec<Row> {
    let forms = Forms::of(window);
    let mut before = None;
    let mut played: Vec<&[(u32, String)]> = Vec::new();
    let row = |award: &AwardShown| {
        let number = award.number.to_string();
        let is_first = before.replace(award.number) != Some(award.number);
        let change = (is_first && window.past().is_none()).then(|| forms.change(awards, award.number));
        let level = awards.level.get(&award.number).map_or(&[][..], Vec::as_slice);
        // Two prizes that hang on the same play-off offer it once.
        let level = if played.contains(&level) { &[][..] } else { level };
        if !level.is_empty() {
            played.push(level);
        }
        let play_off = match level {
            [(one, first), (other, second)] => {
                let of = |label: String, result: &str| {
                    Button::runs(label, line(&["prize", "play-off", &one.to_string(), &other.to_string(), result]))
                };
                vec![
                    of(format!("{first} won the play-off"), "1-0"),
                    of(format!("{second} won the play-off"), "0-1"),
                    of("It was a draw".to_owned(), "1/2"),
                ]
            }
            _ => Vec::new(),
        };
        let of_several = (level.len() > 2).then(|| forms.play_off(level, &number));
        Row {
            prize: award.prize.clone(),
            worth: award.value.map(|value| money(value.into())).unwrap_or_default(),
            winner: award.winner.clone(),
            players: award.players.join(" and "),
            note: award.note.clone(),
            is_won: award.is_won,
            is_provisional: award.provisional,
            play_off,
            of_several,
            change,
        }
    };
    awards.shown.iter().map(row).collect()
}

/// The forms of a prize.
struct Forms {
    give: Inline,
    edit: Inline,
    play_off: Inline,
}

impl Forms {
    fn of(window: &Window) -> Self {
        let arguments = ["first", "second", "result"];
        Self {
            give: Inline::of(window, "prize/give", ["Give it to a team", "Give it"], &[], &[]),
            edit: Inline::of(window, "prize/edit", ["Its name and value", "Change it"], &[], &[]),
            play_off: Inline::of(window, "prize/play-off", ["A play-off match", "Enter it"], &[], &arguments),
        }
    }

    fn change(&self, awards: &Awarded, number: u32) -> Change {
        let prize = number.to_string();
        let [mut give, mut edit] = [&self.give, &self.edit].map(|form| form.about("prize", &prize));
        give.choose("team", &awards.teams);
        let (name, value) = awards.values.get(&number).cloned().unwrap_or_default();
        edit.holds("name", &name);
        edit.holds("value", &value.map(|cents| money(cents.into())).unwrap_or_default());
        Change { give, edit, remove: Button::runs("Remove it", line(&["prize", "remove", &prize])) }
    }

    fn play_off(&self, level: &[(u32, String)], number: &str) -> Inline {
        let mut form = Inline { settled: Vec::new(), ..self.play_off.about("", number) };
        ["first", "second"].into_iter().for_each(|side| form.choose(side, level));
        form
    }
}
