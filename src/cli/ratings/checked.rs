//! The entries held against one list: which list, what it has for each child, and how that is said.

use super::index::one_of;
use super::lists::{rating, settling};
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::wording::list;
use crate::event::edit::ratings::Taken;
use crate::ratings::{Difference, Doubt, Entrant, Finding, Listed, Verdict};
use crate::store::KnownList;
use crate::tournament::{Player, PlayerId, Published, RatingKind, RatingList, SectionId};
use chrono::NaiveDate;
use serde_json::{Value, json};

/// The list that is named; or the newest of the kind that the event's ratings are from, or of US Chess's regular ratings; or the only one.
pub fn chosen<'l>(desk: &Desk, known: &'l [KnownList], named: Option<&str>) -> Result<&'l KnownList, Failure> {
    if let Some(named) = named {
        return one_of(known, named);
    }
    let newest = |federation: &str, kind: RatingKind| {
        let of_it = known.iter().filter(|known| known.list.federation == federation && known.list.kind == kind);
        of_it.max_by_key(|known| known.list.month)
    };
    let before = desk.tournament().players.iter().filter_map(|player| player.listed.as_ref());
    let before = before.max_by_key(|listed| listed.list.month).map(|listed| &listed.list);
    let first = known.first().map(|known| (&known.list.federation, known.list.kind));
    let is_one_kind = known.iter().all(|known| Some((&known.list.federation, known.list.kind)) == first);
    let by_kind = || first.filter(|_| is_one_kind).and_then(|(federation, kind)| newest(federation, kind));
    let found = before.and_then(|list| newest(&list.federation, list.kind));
    found.or_else(|| newest("us", RatingKind::Regular)).or_else(by_kind).ok_or_else(|| match known.is_empty() {
        true => Failure::mistyped("no rating list is loaded on this laptop yet").hint(cmd!("ratings load FILE")),
        false => Failure::mistyped("there are several lists, but none of regular US Chess ratings")
            .hint(format!("say which: --list with one of {}", list(known.iter().map(|known| known.list.as_typed())))),
    })
}

/// One child and what the list has for it.
pub struct Line {
    pub player: PlayerId,
    pub name: String,
    pub team: Option<String>,
    id: Option<String>,
    rating: Option<u32>,
    /// What was taken over before.
    before: Option<Published>,
    pub verdict: Verdict,
}

/// All children of a section or of the event.
pub struct Checked {
    pub list: RatingList,
    pub day: NaiveDate,
    pub lines: Vec<Line>,
}

impl Checked {
    pub fn of(
        desk: &Desk,
        of: RatingList,
        day: NaiveDate,
        section: Option<SectionId>,
        look_up: impl FnOnce(&[Entrant]) -> Result<Vec<Verdict>, Failure>,
    ) -> Result<Self, Failure> {
        let tournament = desk.tournament();
        let plays = |player: &&Player| {
            let own = tournament.team_of(player.id).map(|team| team.section).or(player.section);
            section.is_none() || own == section
        };
        let players: Vec<&Player> = tournament.players.iter().filter(plays).collect();
        let entrants: Vec<Entrant> = players.iter().map(|player| entrant(player)).collect();
        let verdicts = look_up(&entrants)?;
        let line = |(player, verdict): (&Player, Verdict)| Line {
            player: player.id,
            name: player.name.clone(),
            team: tournament.team_of(player.id).map(|team| team.name.clone()),
            id: player.federation_id.clone(),
            rating: player.rating,
            before: player.rating_from().cloned(),
            verdict,
        };
        let lines = players.into_iter().zip(verdicts).map(line).collect();
        Ok(Self { list: of, day, lines })
    }

    pub fn lines_of(&self, finding: Finding) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.verdict.finding == finding)
    }

    pub fn count(&self, finding: Finding) -> usize {
        self.lines_of(finding).count()
    }

    /// The command that checks the same again.
    pub fn command(&self, section: Option<&str>) -> CommandText {
        let list = self.list.as_typed();
        command(["ratings", "check"].into_iter().chain(section).chain(["--list", &list]))
    }

    pub fn json(&self, taken_over: usize) -> Value {
        let list = self.list.as_typed();
        let entries: Vec<Value> = self.lines.iter().map(|line| line.json(&list, self.day)).collect();
        json!({ "list": list, "title": self.list.to_string(), "entries": entries, "taken_over": taken_over })
    }
}

/// A player as a list is asked for it.
pub fn entrant(player: &Player) -> Entrant<'_> {
    Entrant { name: &player.name, id: player.federation_id.as_deref(), grade: player.grade, rating: player.rating }
}

impl Line {
    /// What is taken over unasked: nothing that is in doubt, and nothing that is noted already.
    pub fn taken(&self, list: &RatingList) -> Option<Taken> {
        let listed = self.verdict.settled()?;
        let published = Published { list: list.clone(), id: listed.id.clone(), rating: listed.rating };
        let is_noted = self.before.as_ref() == Some(&published);
        (!is_noted).then_some(Taken { player: self.player, published, is_said: false })
    }

    pub fn called(&self) -> String {
        format!("{} ({})", self.name, self.player)
    }

    /// `1210`, or `1210 of Oct 2026` where that is known.
    pub fn entered(&self) -> String {
        let rating = self.rating.map_or_else(|| "unrated".to_owned(), |rating| rating.to_string());
        match &self.before {
            Some(before) => format!("{rating} of {}", before.list.month),
            None => rating,
        }
    }

    pub fn listed(&self) -> String {
        self.verdict.candidates.first().map_or_else(String::new, rating)
    }

    /// What a director should see beside a rating.
    pub fn notes(&self, day: NaiveDate) -> String {
        let Some(listed) = self.verdict.settled() else { return String::new() };
        let expired =
            listed.expires.filter(|_| listed.has_expired(day)).map(|last| format!("membership expired {last}"));
        let id = self.id.is_none().then(|| format!("id {}", listed.id));
        list([expired, id].into_iter().flatten())
    }

    /// What there is to doubt, in words.
    pub fn why(&self) -> String {
        let first = self.verdict.candidates.first();
        let doubt = |doubt: &Doubt| match doubt {
            Doubt::OtherName => format!("the id {} belongs to another name", self.id.as_deref().unwrap_or_default()),
            Doubt::OtherId => format!("the id {} is not on the list", self.id.as_deref().unwrap_or_default()),
            Doubt::Name(Difference::Middle) => "a middle name differs".to_owned(),
            Doubt::Name(Difference::Nickname) => "a different first name".to_owned(),
            Doubt::Name(Difference::Part) => "a part of the name is missing".to_owned(),
            Doubt::Name(Difference::Letter | Difference::ShortLetter) => "spelled differently".to_owned(),
            Doubt::Name(Difference::Order) => "the names are in a different order".to_owned(),
            Doubt::Several(many) => format!("{many} possible matches"),
            Doubt::State => format!("from {}", first.and_then(|one| one.state.as_deref()).unwrap_or("elsewhere")),
            Doubt::Age => {
                format!("born {}, which does not fit the grade", first.and_then(|one| one.born).unwrap_or_default())
            }
            Doubt::CommonName => "others have the same name, and there is no ID to tell them apart".to_owned(),
            Doubt::Unrated => "listed without a rating".to_owned(),
            Doubt::Twice => "another entry matches the same person".to_owned(),
        };
        list(self.verdict.doubts.iter().map(doubt))
    }

    /// Who may be meant, each with what says so.
    pub fn proposals(&self, day: NaiveDate) -> Vec<String> {
        let one = |listed: &Listed| {
            let over = if listed.has_expired(day) { ", membership expired" } else { "" };
            let from = listed.state.as_deref().map(|state| format!(", {state}")).unwrap_or_default();
            format!("{} {}{from}, {}{over}: {}", listed.id, listed.name, rating(listed), self.settles(listed))
        };
        self.verdict.candidates.iter().map(one).collect()
    }

    pub fn settles(&self, listed: &Listed) -> CommandText {
        settling(self.player, &listed.id)
    }

    fn json(&self, list: &str, day: NaiveDate) -> Value {
        let verdict = match self.verdict.finding {
            Finding::Same => "same",
            Finding::New => "new",
            Finding::Changed => "changed",
            Finding::Doubtful => "doubtful",
            Finding::NotFound => "not-found",
        };
        let first = self.verdict.settled();
        json!({
            "team": self.team,
            "player": self.name,
            "number": self.player,
            "id": first.map(|listed| listed.id.as_str()).or(self.id.as_deref()),
            "entered": self.rating,
            "from": self.before.as_ref().map(|before| before.list.as_typed()),
            "listed": first.and_then(|listed| listed.rating),
            "list": list,
            "verdict": verdict,
            "expired": first.is_some_and(|listed| listed.has_expired(day)),
            "provisional": first.is_some_and(|listed| listed.provisional),
            "why": if self.verdict.doubts.is_empty() { None } else { Some(self.why()) },
            "candidates": if first.is_some() { &[] } else { self.verdict.candidates.as_slice() },
        })
    }
}
