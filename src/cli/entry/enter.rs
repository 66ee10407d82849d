//! `bughouse enter`: the pile of slips, a line each, from a terminal or a pipe. Slip by slip where a person types: a command a slip,
//! answered at once with who played whom and what is missing.

use super::progress::{Progress, RoundShown, Shown, Verified, not_verified};
use super::slip::{
    Overwrite, Pile, Taken, ask_of_replay, compare, earlier_gap, file, file_of_pile, in_section, of_tie,
    reported_otherwise, sentence, settle, stood_already, taking_effect, to_json, won_from_afar,
};
use crate::cli::answer::{Answer, back_up};
use crate::cli::command_line::CommandLine;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Access, Desk, Runs};
use crate::cli::failure::Failure;
use crate::cli::keyboard::{Keyboard, Prompter};
use crate::cli::matches::which;
use crate::cli::open_reports;
use crate::cli::paper::slips::seats_as_printed;
use crate::cli::shorthand;
use crate::cli::status::completed;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::counted;
use crate::cli::{Everywhere, foreign, run_typed};
use crate::event::edit::slips::Filed;
use crate::store::{Entry, EntryKind, Whose};
use crate::tournament::{MatchResult, Section, SectionId, TableNumber};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Enter a pile of slips, one per line
#[derive(Debug, Args)]
#[command(after_help = "\
A line is TABLE[.MATCH] RESULT [BOARD [REASON]]:
  12 1      the first team of table 12 won
  12 2      the second team won
  12 =      drawn
  12 1am    the first team won on board a, by mate
  12.2 1    the second match of a double round
  12 clear  removes the result of table 12
Reasons: m(ate) r(esign) t(ime) i(llegal) f(orfeit) a(bsent) n(o clock)
                  g agreement l both flags x repetition s(imultaneous)
At a terminal: ? for help, u undo, v second pass, r ruling, q to quit.
Example: bughouse enter K-6 < slips.txt")]
pub struct Enter {
    /// The section [default: any, by table number]
    pub section: Option<String>,
    /// Enter late slips from this round [default: the latest that has the table]
    #[arg(long)]
    pub round: Option<u32>,
    /// A second pass over the pile: compare, change nothing, stop at the first difference
    #[arg(long)]
    pub verify: bool,
    /// Take and answer each line right away, even from a pipe (as at a terminal)
    #[arg(long)]
    pub each: bool,
}

/// How many wrong lines of a pile are shown.
const SHOWN: usize = 40;

impl Runs for Enter {
    const TRAITS: Traits = Traits::writes(Moment::Round).only_saying();

    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        if let Some(place) = everywhere.asker.elsewhere().and_then(|desk| desk.sitting.clone()) {
            return self.line(place, everywhere);
        }
        if self.each || everywhere.asker.types() {
            return slip_by_slip(&self.pile(), self.verify, everywhere);
        }
        let bytes = foreign::piped(foreign::MOST_OF_A_PILE, everywhere.asker.input())?;
        let text = String::from_utf8_lossy(&bytes);
        if !self.verify {
            return entered(&self.pile(), &text, everywhere);
        }
        let desk = Desk::open(everywhere, Access::Read)?;
        let outcome = verify(&desk, &self.pile(), &text);
        desk.end(outcome)
    }
}

impl Enter {
    fn pile(&self) -> Pile<'_> {
        Pile { section: self.section.as_deref(), round: self.round }
    }
}

/// Enters a pile that was read: every line, or none.
pub fn entered(pile: &Pile<'_>, text: &str, everywhere: &Everywhere) -> Result<Answer, Failure> {
    let mut desk = Desk::open(everywhere, Access::Write)?;
    let outcome = all(&mut desk, pile, text);
    desk.end(outcome)
}

fn all(desk: &mut Desk, pile: &Pile<'_>, text: &str) -> Result<Answer, Failure> {
    let lines = || text.trim_start_matches('\u{feff}').lines();
    let whole: Vec<_> = lines().filter_map(|line| pile.line(line).ok().flatten()).collect();
    let mut taken: Vec<Taken> = Vec::new();
    let mut problems: Vec<(usize, Failure)> = Vec::new();
    for (number, content) in (1..).zip(lines()) {
        let outcome = pile.line(content).map_err(Failure::mistyped).and_then(|typing| {
            let Some(typing) = typing else { return Ok(None) };
            in_section(desk, pile, typing.table)?;
            let filed = file_of_pile(desk, &typing, &taken, &whole)?;
            Ok(Some((number, typing, filed)))
        });
        match outcome {
            Ok(one) => taken.extend(one),
            Err(failure) => problems.push((number, failure)),
        }
    }
    if !problems.is_empty() {
        return Err(listed(&problems, taken.len()));
    }
    let filed: Vec<Filed> = taken.into_iter().map(|(.., filed)| filed).collect();
    let settled = settle(desk, &filed)?;
    let changed = filed.iter().filter(|f| f.changed).count();
    let sections = &desk.tournament().sections;
    let json: Vec<_> =
        filed.iter().filter_map(|f| Some(to_json(f, sections.iter().find(|s| s.id == f.id.section)?))).collect();
    let summary = format!("entered {}", counted(changed, "result"));
    let same = filed.len() - changed;
    let unchanged = if same > 0 { format!("; {same} already recorded") } else { String::new() };
    let touched = |section: &&Section| filed.iter().any(|f| f.changed && f.id.section == section.id);
    let mut text = vec![format!("{summary}{unchanged}")];
    for line in sections.iter().filter(touched).filter_map(|section| completed(desk, section)).flatten() {
        if !text.contains(&line) {
            text.push(line);
        }
    }
    for line in filed.iter().flat_map(|one| of_tie(desk, one)) {
        if !text.contains(&line) {
            text.push(line);
        }
    }
    let otherwise = printed_otherwise(desk, &filed)?;
    text.extend(otherwise.iter().cloned());
    for one in filed.iter().filter(|f| f.changed) {
        text.extend(won_from_afar(desk, one).into_iter().chain(earlier_gap(desk, one.id)));
        text.extend(taking_effect(desk, one));
    }
    text.extend(filed.iter().flat_map(|one| reported_otherwise(&settled, one)));
    let settled: Vec<i64> = settled.iter().map(|report| report.id).collect();
    let json = json!({
        "entered": changed, "unchanged": same, "results": json, "reports_settled": settled, "printed_otherwise": otherwise,
    });
    Ok(Answer::noted(text.join("\n"), json, summary))
}

/// Slips of a pile whose table was printed with other sides or teams than it has now: what they say is seen from the first team, and a pile
/// shows nobody who that is.
fn printed_otherwise(desk: &mut Desk, filed: &[Filed]) -> Result<Vec<String>, Failure> {
    let rounds: BTreeSet<(SectionId, u32)> = filed.iter().map(|one| (one.id.section, one.id.round)).collect();
    let mut remarks = Vec::new();
    for (section, number) in rounds {
        let Some(printed) = seats_as_printed(desk, section, number)? else { continue };
        let Some(now) = desk.tournament().round(section, number) else { continue };
        let of_round = filed.iter().filter(|one| one.changed && (one.id.section, one.id.round) == (section, number));
        for one in of_round {
            let table = one.id.table;
            let (Some(then), Some(now)) = (printed.teams_at(table), now.teams_at(table)) else { continue };
            let [first, second] = then.map(|team| desk.name_of(team));
            let turned = one.after.map(MatchResult::turned).filter(|turned| Some(*turned) != one.after);
            remarks.extend(match then {
                _ if then == now => None,
                [a, b] if [b, a] == now => turned.map(|turned| {
                    format!(
                        "{}; its slip was printed with {first} first; if that's what you meant: {}",
                        sentence(desk, one),
                        cmd!("result {table} {turned}{} --replace", which(desk, one.id))
                    )
                }),
                _ => Some(format!(
                    "{}; its slip was printed for {first} and {second}: check it again",
                    sentence(desk, one)
                )),
            });
        }
    }
    Ok(remarks)
}

fn listed(problems: &[(usize, Failure)], good: usize) -> Failure {
    let line = |(number, f): &(usize, Failure)| {
        let hint = f.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
        format!("\n  line {number}: {}{hint}", f.message)
    };
    let mut lines: Vec<String> = problems.iter().take(SHOWN).map(line).collect();
    if problems.len() > SHOWN {
        lines.push(format!("\n  and {} more", problems.len() - SHOWN));
    }
    let wrong = match (problems.len(), problems.len() + good) {
        (1, 1) => "the line is wrong".to_owned(),
        (1, of) => format!("1 of {of} lines is wrong"),
        (wrong, of) => format!("{wrong} of {of} lines are wrong"),
    };
    let json: Vec<_> =
        problems.iter().map(|(line, f)| json!({ "line": line, "message": f.message, "hint": f.hint })).collect();
    let failure = Failure::mistyped(format!("nothing was entered: {wrong}{}", lines.concat()))
        .hint("fix these lines and enter the whole pile again")
        .details(json!({ "problems": json }));
    let code = problems.iter().map(|(_, f)| f.code).max_by_key(|code| *code as u8);
    Failure { code: code.unwrap_or(failure.code), ..failure }
}

/// A second pass over the pile that stops at the first difference.
fn verify(desk: &Desk, pile: &Pile<'_>, text: &str) -> Result<Answer, Failure> {
    let (mut agreed, mut verified) = (0_usize, Verified::new());
    for (number, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let typing = pile.line(content).map_err(|e| Failure::mistyped(format!("line {number}: {e}")))?;
        let Some(typing) = typing else { continue };
        in_section(desk, pile, typing.table)?;
        let of_table = verified.entry(typing.table).or_default();
        compare(desk, &typing, of_table)
            .map_err(|f| Failure { message: format!("line {number}: {}", f.message), ..f })?;
        agreed += 1;
        of_table.push(typing);
    }
    let unverified = Progress::of(desk, pile)?.with_results_beside(&verified);
    let json = json!({ "agreed": agreed, "not_verified": unverified });
    Ok(Answer::said(slips_agree(agreed) + &not_verified(&unverified), json))
}

fn slips_agree(slips: usize) -> String {
    let agree = if slips == 1 { "agrees" } else { "agree" };
    format!("{} {agree} with what was entered", counted(slips, "slip"))
}

/// The state of a sitting after each of its lines. A sitting at another desk gets it with each answer, and gives it with the next line.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Place {
    /// The newest command when the sitting began; `u` goes no further back.
    began: Option<i64>,
    /// The rounds that it showed last, for which slips are typed.
    shown: Shown,
    results_in: (usize, usize),
    disputed: Option<String>,
    /// Slips are only compared.
    verifying: bool,
    pub entered: usize,
    pub agreed: usize,
    /// The slips of the second pass that agreed.
    verified: Vec<String>,
}

impl Place {
    /// Of a sitting that begins, as a second pass or not.
    pub fn new(verifying: bool) -> Self {
        Self { verifying, ..Self::default() }
    }

    pub fn has_begun(&self) -> bool {
        self.began.is_some()
    }

    fn prompt(&self, sitting: &Everywhere) -> String {
        let (results_in, tables) = self.results_in;
        let disputed = self.disputed.as_ref().map(|note| format!("; {note}")).unwrap_or_default();
        match (self.verifying, sitting.asker.types()) {
            (_, false) if sitting.json => String::new(),
            (true, true) => format!("[{} agree] verify> ", self.agreed),
            (false, true) => format!("[{results_in} of {tables}{disputed}] slip> "),
            (true, false) => "verify> ".to_owned(),
            (false, false) => "slip> ".to_owned(),
        }
    }

    /// What a sitting came to.
    pub fn summary(&self) -> String {
        let entered = format!("{} entered", counted(self.entered, "slip"));
        let agreed = slips_agree(self.agreed);
        match (self.entered, self.agreed) {
            (_, 0) => entered,
            (0, _) => agreed,
            _ => format!("{entered}, {agreed}"),
        }
    }
}

/// Takes slips until `q` or the end of input. `take` is given each line that is no command, an empty one at the beginning and after each
/// command; it gives what helps to type the next, or nothing where the sitting ends.
pub fn sit<P: Prompter>(
    place: &mut Place,
    sitting: &Everywhere,
    mut take: impl FnMut(&str, &mut Place, &Everywhere) -> Result<Option<P>, Failure>,
) -> Result<(), Failure> {
    let Some(prompter) = take("", place, sitting)? else { return Ok(()) };
    say("? for help, q to quit", sitting);
    let mut keyboard = Keyboard::open(prompter, None, &sitting.asker)?;
    while let Some(typed) = keyboard.line(&place.prompt(sitting))? {
        let typed = typed.trim();
        if matches!(typed, "q" | "quit" | "exit") {
            break;
        }
        let everywhere = &sitting.anew();
        let slip = match command_in(typed) {
            Some(command) => {
                run_typed(&command, everywhere);
                ""
            }
            None => typed,
        };
        let Some(prompter) = take(slip, place, everywhere)? else { break };
        keyboard.prompt_with(|| Ok(prompter))?;
    }
    Ok(())
}

/// The command that a line of a sitting is, where it is none of the sitting's own.
fn command_in(typed: &str) -> Option<String> {
    match typed.split_whitespace().next()? {
        "h" | "help" | "v" | "m" | "u" => None,
        "r" => Some(format!("rule{}", &typed[1..])),
        word => word.starts_with(char::is_alphabetic).then(|| typed.to_owned()),
    }
}

/// Beside one JSON document nothing else is said on stdout.
fn say(text: &str, everywhere: &Everywhere) {
    let asker = &everywhere.asker;
    if everywhere.json { asker.remark(text) } else { asker.answer(text) }
}

fn slip_by_slip(pile: &Pile<'_>, verify: bool, everywhere: &Everywhere) -> Result<Answer, Failure> {
    let everywhere = &everywhere.sitting()?;
    let mut place = Place::new(verify);
    sit(&mut place, everywhere, |typed, place, everywhere| {
        Ok(Some(Sitting { pile, place }.line(typed, everywhere)?.0))
    })?;
    let unverified = match place.verified.is_empty() {
        true => Vec::new(),
        false => {
            let verified = verified(pile, &place.verified);
            Progress::take(pile, &everywhere.anew())?.with_results_beside(&verified)
        }
    };
    let json = json!({ "entered": place.entered, "agreed": place.agreed, "not_verified": unverified });
    Ok(Answer::said(place.summary() + &not_verified(&unverified), json))
}

/// The slips of a second pass by table.
fn verified(pile: &Pile<'_>, typed: &[String]) -> Verified {
    let mut verified = Verified::new();
    for typing in typed.iter().filter_map(|typed| pile.line(typed).ok().flatten()) {
        verified.entry(typing.table).or_default().push(typing);
    }
    verified
}

impl Enter {
    /// Takes a line of a sitting at another desk.
    fn line(&self, place: Value, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let everywhere = &everywhere.sitting()?;
        let mut place = serde_json::from_value(place).map_err(|error| Failure::mistyped(error.to_string()))?;
        let mut typed = String::new();
        let read = everywhere.asker.input().read_line(&mut typed);
        read.map_err(|error| Failure::machine(format!("couldn't read a line: {error}")))?;
        let mut sitting = Sitting { pile: &self.pile(), place: &mut place };
        let (_, exit) = sitting.line(typed.trim(), everywhere)?;
        everywhere.asker.sits(&json!(place));
        Ok(Answer::nothing().ends(exit))
    }
}

/// A sitting, where the file is.
struct Sitting<'e> {
    pile: &'e Pile<'e>,
    place: &'e mut Place,
}

fn nothing_posted() -> Failure {
    Failure::forbidden("no round is posted, so there are no slips to enter")
        .hint(format!("to see what to pair: {}", cmd!("status")))
}

impl Sitting<'_> {
    /// Takes a line and says what there is to say: of it, and of rounds that are posted since. Returns what is beside the next one, and the
    /// line's exit code.
    fn line(&mut self, typed: &str, everywhere: &Everywhere) -> Result<(Progress, u8), Failure> {
        let mut exit = 0;
        if self.place.has_begun() {
            match self.answer(typed, everywhere) {
                Ok(said) if said.is_empty() => {}
                Ok(said) => say(&said, everywhere),
                Err(failure) => exit = everywhere.asker.failure(&failure, everywhere.json),
            }
        }
        let view = Progress::take(self.pile, everywhere)?;
        if !self.place.has_begun() {
            if view.results_in.1 == 0 {
                return Err(nothing_posted());
            }
            self.place.began = Some(newest(everywhere)?);
        }
        if self.place.shown != view.rounds {
            view.lines.iter().for_each(|line| say(line, everywhere));
        }
        let Progress { rounds, results_in, disputed, .. } = &view;
        (self.place.shown, self.place.results_in, self.place.disputed) =
            (rounds.clone(), *results_in, disputed.clone());
        Ok((view, exit))
    }

    fn answer(&mut self, typed: &str, everywhere: &Everywhere) -> Result<String, Failure> {
        let place = &mut *self.place;
        match typed.split_whitespace().next().unwrap_or_default() {
            "" => Ok(String::new()),
            "?" | "h" | "help" => Ok(shorthand::help()),
            "v" => {
                (place.verifying, place.agreed) = (!place.verifying, 0);
                let verifies = "second pass: nothing will change; v again to enter";
                Ok(if place.verifying { verifies } else { "back to entering" }.to_owned())
            }
            "m" => self.view(everywhere),
            "u" => {
                let taken = self.take_back(everywhere)?;
                Ok(format!("{taken}\n{}", self.view(everywhere)?))
            }
            _ if place.verifying => self.compare(typed, everywhere),
            _ => self.enter(typed, everywhere),
        }
    }

    /// What `m` shows.
    fn view(&mut self, everywhere: &Everywhere) -> Result<String, Failure> {
        let view = Progress::take(self.pile, everywhere)?;
        self.place.shown = view.rounds;
        Ok(view.lines.join("\n"))
    }

    /// Refuses a slip where its table plays in another round by now than was shown, or others sit there: it may be of either.
    fn is_of_what_was_shown(&self, desk: &Desk, table: TableNumber) -> Result<(), Failure> {
        in_section(desk, self.pile, table)?;
        let (section, round) = desk.round_at(table, self.pile.round)?;
        let Some(shown) = self.place.shown.get(&section.id).filter(|shown| **shown != RoundShown::of(round)) else {
            return Ok(());
        };
        let called = |number| format!("{} of {}", desk.round_called(section, number), section.name);
        let mut now = desk.round_called(section, round.number);
        let (since, else_of) = match shown.number.cmp(&round.number) {
            Ordering::Less => {
                let of_shown = desk.round_called(section, shown.number);
                let late =
                    format!("; if it's for {of_shown}: {}", cmd!("result {table} RESULT --round {}", shown.number));
                (format!("{} was posted in the meantime", called(round.number)), late)
            }
            Ordering::Greater => (format!("{} was taken back in the meantime", called(shown.number)), String::new()),
            Ordering::Equal => {
                now += " as it is paired now";
                (format!("{} was paired differently in the meantime", called(round.number)), String::new())
            }
        };
        let failure = Failure::forbidden(format!("nothing was entered: {since}"));
        Err(failure.hint(format!("type it again if it's for {now}{else_of}")))
    }

    fn enter(&mut self, typed: &str, everywhere: &Everywhere) -> Result<String, Failure> {
        let typing =
            self.pile.line(typed).map_err(|e| Failure::mistyped(e).hint("type ? to see how to enter a slip"))?;
        let Some(typing) = typing else { return Ok(String::new()) };
        let said = everywhere.asked(|everywhere| {
            given(everywhere, Access::Write, &format!("enter {typed}"), |desk| {
                self.is_of_what_was_shown(desk, typing.table)?;
                ask_of_replay(desk, &typing)?;
                let (filed, settled) = file(desk, &typing, Overwrite::AfterAsking)?;
                let stood = match filed.changed {
                    true => String::new(),
                    false => format!("; {}", stood_already(desk, &filed)?),
                };
                let sentence = sentence(desk, &filed);
                let more = earlier_gap(desk, filed.id)
                    .into_iter()
                    .chain(of_tie(desk, &filed))
                    .chain(reported_otherwise(&settled, &filed))
                    .chain(taking_effect(desk, &filed));
                let touched = desk.effects()?.in_words();
                let more = more.chain(touched.lines().map(str::to_owned));
                let more: String = more.map(|line| format!("\n{line}")).collect();
                Ok((format!("{sentence}{stood}{more}"), sentence))
            })
        })?;
        self.place.entered += 1;
        let view = Progress::take(self.pile, everywhere)?;
        Ok(view.line_about(typing.table).map_or(said.clone(), |line| format!("{said}\n{line}")))
    }

    fn compare(&mut self, typed: &str, everywhere: &Everywhere) -> Result<String, Failure> {
        let Some(typing) = self.pile.line(typed).map_err(Failure::mistyped)? else { return Ok(String::new()) };
        let said = given(everywhere, Access::Read, "enter --verify", |desk| {
            self.is_of_what_was_shown(desk, typing.table)?;
            let verified = verified(self.pile, &self.place.verified);
            let before = verified.get(&typing.table).map(Vec::as_slice).unwrap_or_default();
            Ok((compare(desk, &typing, before)?, String::new()))
        })?;
        self.place.agreed += 1;
        self.place.verified.push(typed.to_owned());
        Ok(said)
    }

    /// Whether the sitting gave a command. One at another desk knows its device's.
    fn gave(&self, desk: &Desk, entry: &Entry) -> bool {
        match desk.everywhere.asker.elsewhere() {
            Some(_) => {
                self.place.began.is_some_and(|began| entry.number > began)
                    && Whose::Of(desk.everywhere.device).gave(entry)
            }
            None => desk.everywhere.memory.as_ref().is_some_and(|memory| memory.gave(entry)),
        }
    }

    /// Takes the last command of this sitting back.
    fn take_back(&mut self, everywhere: &Everywhere) -> Result<String, Failure> {
        let (last, beside) = given(everywhere, Access::History, "enter u", |desk| {
            let at = desk.everywhere.at();
            let undoable = |entry: &Entry| entry.kind == EntryKind::Do && entry.in_force;
            let journal: Vec<Entry> = desk.store.journal()?.into_iter().filter(undoable).collect();
            let Some(last) = journal.iter().rfind(|entry| self.gave(desk, entry)).cloned() else {
                let failure = Failure::forbidden("there's nothing left here to take back");
                let Ok(latest) = desk.store.latest_undoable(Whose::Of(everywhere.device)) else { return Err(failure) };
                let done =
                    if self.place.began.is_some_and(|began| latest.number > began) { "elsewhere" } else { "earlier" };
                return Err(failure.hint(format!(
                    "command {} ({}) was done {done}; to take it back: {}",
                    latest.number,
                    latest.words,
                    cmd!("undo")
                )));
            };
            desk.store.undo(last.number, "enter u", desk.official.as_deref(), &at, &|words| {
                CommandLine::kept(words).reads()
            })?;
            let since: Vec<&Entry> = journal.iter().filter(|entry| entry.number > last.number).collect();
            let stays = since.last().map(|latest| {
                let of = if since.len() > 1 { format!(", the last of {},", since.len()) } else { String::new() };
                format!("command {}{of} was done elsewhere since then and stays ({})", latest.number, latest.words)
            });
            let beside: Vec<String> =
                open_reports::waiting_again(desk, last.number)?.into_iter().chain(stays).collect();
            Ok(((last, beside), String::new()))
        })?;
        let was_slip = CommandLine::kept(&last.words).verb() == "enter";
        self.place.entered = self.place.entered.saturating_sub(usize::from(was_slip));
        let took = format!("took back: {}", if last.summary.is_empty() { last.words } else { last.summary });
        Ok(std::iter::once(took).chain(beside).collect::<Vec<_>>().join("\n"))
    }
}

/// The number of the newest command.
fn newest(everywhere: &Everywhere) -> Result<i64, Failure> {
    given(everywhere, Access::Read, "enter", |desk| Ok((desk.store.data_version()?, String::new())))
}

/// Gives a command of the sitting, and shows what the director should know beside its answer.
fn given<T>(
    everywhere: &Everywhere,
    access: Access,
    words: &str,
    run: impl FnOnce(&mut Desk) -> Result<(T, String), Failure>,
) -> Result<T, Failure> {
    let desk = Desk::open_as(everywhere, access, words)?;
    let asker = desk.everywhere.asker.clone();
    let (done, answer) = desk.given(run)?;
    answer.backup.iter().for_each(|due| back_up(due, &asker));
    answer.remarks.iter().for_each(|remark| asker.remark(remark));
    Ok(done)
}
