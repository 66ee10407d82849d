//! How teams, players and scores are written on documents. Names as they may be shown are put in the place of whole ones in any text: in a
//! note, a list or the log as in a column of names.

use super::document::{Cell, Document, Figure};
use crate::discipline::{Appeal, Docket, Matter, Ruling};
use crate::event::Facts;
use crate::tournament::names::{family_first, fold, is_suffix, last_name_key, list, listing_key};
use crate::tournament::{
    Grade, HalfPoints, MatchPoints, Player, PlayerId, PlayerName, Section, Team, TeamId, TeamName, Tournament,
};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// An amount in cents, as money.
pub fn money(cents: i64) -> String {
    format!("{}{}.{:02}", if cents < 0 { "-" } else { "" }, cents.abs() / 100, cents.abs() % 100)
}

/// A player as a document names one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct PlayerRef {
    pub number: u32,
    /// Name as entered; machine output only.
    pub name: String,
    pub grade: Option<Grade>,
    /// Rating; null when unrated.
    pub rating: Option<u32>,
    /// Name as it may be shown on sheets and pages.
    #[serde(skip)]
    pub shown: String,
    /// How many words of that are the family name, where more than the last are.
    #[serde(skip)]
    pub family_words: Option<u8>,
}

impl PlayerRef {
    pub fn new(player: &Player) -> Self {
        Self {
            number: player.id.0,
            name: player.name.clone(),
            grade: player.grade,
            rating: player.rating,
            shown: shown_name(&player.name, player.shown_as),
            family_words: player.family_words.filter(|_| player.shown_as == PlayerName::Full),
        }
    }

    /// As a list by name prints it, family name first.
    pub fn listed(&self) -> String {
        family_first(&self.shown, self.family_words)
    }

    /// What a list of players is sorted by: family name first.
    pub fn sort_key(&self) -> Vec<u8> {
        last_name_key(&self.shown, self.family_words)
    }
}

/// A team as a document names one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct TeamRef {
    /// The team's one number: on every sheet and page, and in every command.
    pub number: u32,
    /// Name as entered; for machines and the desk's own papers.
    pub name: String,
    /// School as shown, or null.
    pub school: Option<String>,
    /// In the order of the boards; for machines by number.
    #[serde(serialize_with = "by_number")]
    pub players: Vec<PlayerRef>,
    /// Name as it may be shown on sheets and pages.
    #[serde(skip)]
    pub shown: String,
    /// Every school that it is looked for under: those of its partners, where it has none of its own.
    #[serde(skip)]
    pub schools: Vec<String>,
}

/// Partners as they were entered, whatever their ratings are by now.
pub fn by_number<T, S>(players: &[T], serializer: S) -> Result<S::Ok, S::Error>
where
    T: AsRef<PlayerRef> + Serialize,
    S: Serializer,
{
    let mut players: Vec<&T> = players.iter().collect();
    players.sort_by_key(|player| player.as_ref().number);
    players.serialize(serializer)
}

impl AsRef<Self> for PlayerRef {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl TeamRef {
    pub fn new(tournament: &Tournament, team: &Team) -> Self {
        let school = tournament.school_label(team);
        Self {
            number: team.id.0,
            name: team.name.clone(),
            school: (!school.is_empty()).then_some(school),
            players: tournament.seated(team).map(PlayerRef::new).into(),
            shown: team.shown_name(),
            schools: tournament
                .schools_of(team)
                .into_iter()
                .filter_map(|id| tournament.school(id))
                .map(|school| school.name.clone())
                .collect(),
        }
    }

    pub fn find(tournament: &Tournament, team: TeamId) -> Option<Self> {
        tournament.team(team).map(|team| Self::new(tournament, team))
    }

    pub fn partners(&self) -> String {
        list(self.players.iter().map(|p| p.shown.as_str()))
    }

    /// The team's name and number, in a text.
    pub fn with_number(&self) -> String {
        format!("{} ({})", self.shown, self.number)
    }

    /// The team's name and number over its partners.
    pub fn numbered(&self) -> Cell {
        self.cell().of_team(self.number)
    }

    /// The team's name over its partners, where its number is in a column of its own.
    pub fn cell(&self) -> Cell {
        Cell::text(&self.shown).over(self.partners()).linked(team_page(self.number))
    }

    pub fn sort_key(&self) -> (Vec<u8>, u32) {
        (listing_key(&self.shown), self.number)
    }
}

/// The page of a team on the tournament's site.
pub(super) fn team_page(team: u32) -> String {
    format!("team-{team}.html")
}

/// A child's name as the event may show it: whole, `Ann L.` or `A. L.`
fn shown_name(name: &str, shown_as: PlayerName) -> String {
    let mut words: Vec<&str> = name.split_whitespace().collect();
    while words.len() > 2 && words.last().is_some_and(|word| is_suffix(word)) {
        words.pop();
    }
    match (shown_as, &words[..]) {
        (PlayerName::Full, _) => name.to_owned(),
        (PlayerName::Short, [first, .., last]) => format!("{first} {}", initial(last)),
        (PlayerName::Short | PlayerName::Initials, words) => {
            words.iter().map(|word| initial(word)).collect::<Vec<_>>().join(" ")
        }
    }
}

fn initial(word: &str) -> String {
    word.chars().next().map(|c| format!("{}.", c.to_uppercase())).unwrap_or_default()
}

/// A score as printed in a section: `3½`, or with half a point a match `1¾`.
pub fn points_shown(points: HalfPoints, worth: MatchPoints) -> String {
    match worth {
        MatchPoints::One => points.to_string(),
        MatchPoints::Half => {
            let quarters = points.0.unsigned_abs();
            let (whole, part) = (quarters / 4, ["", "¼", "½", "¾"][(quarters % 4) as usize]);
            let sign = if points.0 < 0 { "-" } else { "" };
            if whole == 0 && !part.is_empty() { format!("{sign}{part}") } else { format!("{sign}{whole}{part}") }
        }
    }
}

/// `point` after a score of no more than one, as it is shown, `points` after others.
pub(super) fn points_unit(shown: &str) -> &'static str {
    if matches!(shown, "¼" | "½" | "¾" | "1") { "point" } else { "points" }
}

/// A score as a number, in the points that the section prints.
pub(super) fn points_number(points: HalfPoints, worth: MatchPoints) -> f64 {
    match worth {
        MatchPoints::One => points.as_points(),
        MatchPoints::Half => points.as_points() / 2.0,
    }
}

impl Figure {
    pub fn score(points: HalfPoints, section: &Section) -> Self {
        let worth = section.match_points;
        Self { number: Some(points_number(points, worth)), shown: points_shown(points, worth) }
    }
}

/// The children and teams whose names are not shown as they were entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownNames {
    /// By first word, longest name first: the name, and what is shown for it.
    within: HashMap<String, Vec<(String, String)>>,
    /// Names of teams, which may be any word, and lines as they were typed: only where nothing else is beside them.
    alone: HashMap<String, String>,
    /// Whether a name of one word is one in small letters too. In a document it may be a word like any other.
    in_any_case: bool,
}

impl ShownNames {
    /// `None` where every name is shown as it was entered.
    pub fn of(facts: &Facts) -> Option<Self> {
        let tournament = &facts.tournament;
        let hidden = tournament.players.iter().filter(|player| player.shown_as != PlayerName::Full);
        let children = hidden.clone().flat_map(|player| all_ways(&player.name, player.shown_as));
        let named = |team: &&crate::tournament::Team| team.shown_as != TeamName::AsEntered;
        let teams = tournament.teams.iter().filter(named);
        let naming_child = teams.clone().filter(|team| team.shown_as == TeamName::NamesChild);
        let within = by_first_word(children.chain(naming_child.map(|team| (team.name.clone(), team.shown_name()))));
        let alone: HashMap<_, _> = teams.map(|team| (team.name.clone(), team.shown_name())).collect();
        let names = Self { within, alone, in_any_case: false };
        if names.within.is_empty() && names.alone.is_empty() {
            return None;
        }
        // Where the event, its place or a section is called after a child, no child is meant.
        let called = [&tournament.name].into_iter().chain(&tournament.venue);
        let called = called.chain(tournament.sections.iter().map(|section| &section.name));
        let names = names.and(called.map(|name| (name.clone(), name.clone())).collect());
        // A family's name alone gives away the child too: in what its school is called, and in what was noted at its table.
        let schools = hidden.filter_map(|player| {
            let school = tournament.school(player.school?)?;
            Some((school.name.clone(), families([player].into_iter()).in_text(&school.name)))
        });
        let noted = facts.docket.rulings.iter().flat_map(|ruling| {
            let families = families(at_the_table(tournament, ruling).filter(|p| p.shown_as != PlayerName::Full));
            let texts = texts_of(&facts.docket, ruling);
            texts.map(|text| (text.clone(), families.in_text(&names.in_text(text)))).collect::<Vec<_>>()
        });
        let whole: Vec<_> = schools.chain(noted).filter(|(text, shown)| text != shown).collect();
        Some(names.and(whole))
    }

    /// The same with the names that children had before, as the log has them; of those who were removed too.
    pub fn and_former(self, tournament: &Tournament, names: Vec<(PlayerId, String)>) -> Self {
        let shown_as = |id| tournament.player(id).map_or(PlayerName::Short, |player| player.shown_as);
        let hidden = names.into_iter().map(|(id, name)| (name, shown_as(id)));
        let hidden = hidden.filter(|(_, shown_as)| *shown_as != PlayerName::Full);
        self.and(hidden.flat_map(|(name, shown_as)| all_ways(&name, shown_as)).collect())
    }

    /// The same with lines that were typed, each with what is shown for it.
    pub fn and_typed(mut self, lines: impl Iterator<Item = (String, String)>) -> Self {
        let lines: Vec<_> = lines.map(|(line, shown)| (line, self.in_text(&shown))).collect();
        self.alone.extend(lines);
        self
    }

    fn and(self, more: Vec<(String, String)>) -> Self {
        Self { within: by_first_word(self.within.into_values().flatten().chain(more)), ..self }
    }

    pub fn in_text(&self, text: &str) -> String {
        if let Some(shown) = self.alone.get(text) {
            return shown.clone();
        }
        let mut replaced = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let word = first_word(rest);
            let named = self.within.get(&fold(word)).into_iter().flatten();
            let found = named.into_iter().find_map(|(name, shown)| Some((self.length_of(name, rest)?, shown)));
            let taken = match found {
                Some((length, shown)) => {
                    replaced.push_str(shown);
                    // `Ann L.` at the end of a sentence has its stop already.
                    length + usize::from(shown.ends_with('.') && rest[length..].starts_with('.'))
                }
                None => {
                    let taken = word.len().max(rest.chars().next().map_or(0, char::len_utf8));
                    replaced.push_str(&rest[..taken]);
                    taken
                }
            };
            rest = &rest[taken..];
        }
        replaced
    }

    /// How long a name is that a text begins with, as whole words.
    fn length_of(&self, name: &str, text: &str) -> Option<usize> {
        let is_whole = |length: &usize| !text[*length..].starts_with(char::is_alphanumeric);
        if text.starts_with(name) {
            return Some(name.len()).filter(is_whole);
        }
        if !self.in_any_case && !name.contains(' ') {
            return None;
        }
        let name = fold(name);
        let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8()).filter(is_whole);
        let begun = ends.map(|end| (end, fold(&text[..end]))).take_while(|(_, begun)| begun.len() <= name.len());
        begun.filter(|(_, begun)| *begun == name).map(|(end, _)| end).next()
    }

    pub fn in_document(&self, document: &Document) -> Document {
        document.map_text(&|text| self.in_text(text))
    }

    /// The same value with each name as it is shown. Its keys hold no names.
    pub fn in_json(&self, value: Value) -> Value {
        map_texts(value, &|text| self.in_text(text))
    }
}

/// The same value with `change` applied to every text in it, but to no key.
pub(super) fn map_texts(value: Value, change: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(change(&text)),
        Value::Array(items) => items.into_iter().map(|item| map_texts(item, change)).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, field)| (key, map_texts(field, change))).collect(),
        other => other,
    }
}

/// A child's name as it is entered and as lists have it, however many of its words are the family name, each with what is shown for it.
fn all_ways(name: &str, shown_as: PlayerName) -> Vec<(String, String)> {
    let shown = shown_name(name, shown_as);
    let listed = family_first(&shown, None);
    let words = u8::try_from(name.split_whitespace().count()).unwrap_or(u8::MAX);
    let ways = (1..words.max(2)).map(|family| (family_first(name, Some(family)), listed.clone()));
    ways.chain([(name.to_owned(), shown)]).collect()
}

/// Names by their first word, the longest first.
fn by_first_word(names: impl Iterator<Item = (String, String)>) -> HashMap<String, Vec<(String, String)>> {
    let mut within: HashMap<String, Vec<(String, String)>> = HashMap::new();
    for (name, shown) in names {
        within.entry(fold(first_word(&name))).or_default().push((name, shown));
    }
    within.values_mut().for_each(|names| names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len())));
    within
}

/// The family names of these children, each with its first letter.
fn families<'p>(children: impl Iterator<Item = &'p Player>) -> ShownNames {
    families_of(children.map(|player| player.name.as_str()))
}

fn families_of<'n>(names: impl Iterator<Item = &'n str>) -> ShownNames {
    let family = |name: &str| {
        let last = name.split_whitespace().rfind(|word| !is_suffix(word))?.trim_end_matches(',').to_owned();
        Some((last.clone(), initial(&last)))
    };
    ShownNames { within: by_first_word(names.filter_map(family)), alone: HashMap::new(), in_any_case: true }
}

/// The children whose names are not shown as they were entered, as a command names them: by any words of a name.
pub struct TypedNames {
    families: ShownNames,
    words: HashSet<String>,
}

impl TypedNames {
    /// Also by the names that children had before.
    pub fn of(tournament: &Tournament, former: &[(PlayerId, String)]) -> Self {
        let is_hidden = |id: PlayerId| tournament.player(id).is_none_or(|player| player.shown_as != PlayerName::Full);
        let now = tournament.players.iter().map(|player| (player.id, &player.name));
        let all = now.chain(former.iter().map(|(id, name)| (*id, name)));
        let names: Vec<&str> = all.filter(|(id, _)| is_hidden(*id)).map(|(_, name)| name.as_str()).collect();
        let words = names.iter().flat_map(|name| words_of(name)).collect();
        Self { families: families_of(names.into_iter()), words }
    }

    /// What was typed for a value, with the family names in it as they are shown, where it is of names and numbers alone.
    pub fn in_value(&self, typed: &str) -> String {
        let is_of_names = words_of(typed).all(|word| self.words.contains(&word) || word.parse::<u32>().is_ok());
        if is_of_names { self.families.in_text(typed) } else { typed.to_owned() }
    }
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold)
}

/// The children of the match that a ruling was made at, or whom it is about.
fn at_the_table<'t>(tournament: &'t Tournament, ruling: &Ruling) -> impl Iterator<Item = &'t Player> {
    let seated = ruling.place.and_then(|place| {
        let id = place.match_id;
        tournament.round(id.section, id.round)?.teams_at(id.table)
    });
    let teams = seated.into_iter().flatten().chain(ruling.team);
    let players: Vec<PlayerId> =
        teams.filter_map(|id| tournament.team(id)).flat_map(|team| team.players).chain(ruling.player).collect();
    tournament.players.iter().filter(move |player| players.contains(&player.id))
}

/// What was noted of a ruling and of the appeals against it, in the words of its writer.
fn texts_of<'d>(docket: &'d Docket, ruling: &'d Ruling) -> impl Iterator<Item = &'d String> {
    let appeals = docket.appeals.iter().filter(|appeal| appeal.ruling == ruling.id);
    let decided = |appeal: &'d Appeal| appeal.decision.as_ref().and_then(|decision| decision.note.as_ref());
    let of_appeals = appeals.flat_map(move |appeal| appeal.note.iter().chain(decided(appeal)));
    let voided = ruling.voided.iter().map(|voided| &voided.reason);
    let matter = match &ruling.matter {
        Matter::Neutral { what, .. } => Some(what),
        Matter::Spectator { person, .. } => person.as_ref(),
        Matter::Offence { .. } | Matter::Claim { .. } => None,
    };
    matter
        .into_iter()
        .chain(&ruling.reason)
        .chain(&ruling.note)
        .chain(&ruling.witnesses)
        .chain(voided)
        .chain(of_appeals)
}

/// The letters and digits that a text begins with.
fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn half_a_point_a_match_halves_what_is_printed() {
        let shown = |n| points_shown(HalfPoints(n), MatchPoints::Half);
        assert_eq!([0, 1, 2, 3, 4, 7, -1].map(shown), ["0", "¼", "½", "¾", "1", "1¾", "-¼"]);
        assert_eq!(points_number(HalfPoints(7), MatchPoints::Half), 1.75);
    }

    #[test]
    fn initials_hide_all_but_the_first_letters() {
        assert_eq!(shown_name("ann-marie van Lee", PlayerName::Initials), "A. V. L.");
        assert_eq!(shown_name("Ann Lee", PlayerName::Full), "Ann Lee");
        assert_eq!(shown_name("Ann Lee", PlayerName::Short), "Ann L.");
        assert_eq!(shown_name("José María Núñez", PlayerName::Short), "José N.");
        assert_eq!(shown_name("Ben Zorn, Jr.", PlayerName::Short), "Ben Z.");
        assert_eq!(shown_name("Ben Zorn III", PlayerName::Initials), "B. Z.");
        assert_eq!(shown_name("Ben II", PlayerName::Short), "Ben I.");
        assert_eq!(shown_name("王小明", PlayerName::Short), "王.");
    }

    #[test]
    fn a_name_is_shown_short_wherever_it_is_whole_words() {
        let name = |name: &str, shown: &str| (name.to_owned(), shown.to_owned());
        let of_ann = vec![name("Ann Lee Park", "Ann P."), name("Ann Lee", "Ann L.")];
        let within = HashMap::from([("ann".to_owned(), of_ann), ("lee".to_owned(), vec![name("Lee, Ann", "L., Ann")])]);
        let names = ShownNames { within, alone: HashMap::from([name("Round", "Team 4")]), in_any_case: false };
        for (text, expected) in [
            ("Ann Lee", "Ann L."),
            ("said by Ann Lee.", "said by Ann L."),
            ("Lee, Ann (5)", "L., Ann (5)"),
            ("Ann Lee Park and Ann Lee's board", "Ann P. and Ann L.'s board"),
            ("said by ann  LÉE: lee", "said by Ann L.: lee"),
            ("Joann Leeds, Ann Leeds, ¡Ann Lee!", "Joann Leeds, Ann Leeds, ¡Ann L.!"),
            ("Round", "Team 4"),
            ("Round 2", "Round 2"),
        ] {
            assert_eq!(names.in_text(text), expected);
        }
    }
}
