//! What a later command rests on: values that an earlier one changed too, and what it read when it was decided.
//!
//! A command taken back alone must leave the history without it. So for each fact that a command can write, this says
//! which facts it was decided from. Where that is not known finely, it errs on the side of resting.

use super::error::StoreError;
use super::file::Store;
use super::journal::{Change, Entry, Image, Reads, image, read_image};
use crate::tournament::names::fold;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;
use std::rc::Rc;

/// Facts that a pairing is made from.
const PLAY: [&str; 15] = [
    "absence",
    "appeal",
    "assignment",
    "board_report",
    "bye_request",
    "half",
    "pairing_wish",
    "player",
    "qualifier",
    "round",
    "ruling",
    "section",
    "slip",
    "stay",
    "team",
];

/// What an import compares its entries with.
const ENTRIES: [&str; 8] =
    ["contact", "import_column", "payment", "player", "school", "school_spelling", "section", "team"];

const BESIDE: &str = "its tables got the numbers that were free next to those";

/// A change with its images read, and what it is about.
struct Seen<'c> {
    fact: &'c str,
    row: i64,
    before: Option<Image>,
    after: Option<Image>,
    sections: BTreeSet<i64>,
    teams: BTreeSet<i64>,
    /// Tables by (round, number).
    tables: BTreeSet<(i64, i64)>,
    ruling: Option<i64>,
}

/// Who belongs where, of everything there ever was.
#[derive(Default)]
struct Places {
    sections_of_team: HashMap<i64, BTreeSet<i64>>,
    teams_of_player: HashMap<i64, BTreeSet<i64>>,
    section_of_round: HashMap<i64, i64>,
    tables_of_slip: HashMap<i64, (i64, i64)>,
    teams_at: HashMap<(i64, i64), BTreeSet<i64>>,
    rulings: HashMap<i64, Image>,
    /// The section that a final takes its teams from.
    source: HashMap<i64, i64>,
    first_table: HashMap<i64, i64>,
}

impl Store {
    /// The first of these commands that rests on what an earlier one changed, and why; and the one to begin with: nothing rests on it,
    /// and it rests on the first, or on another that does. `reads` gives for a line of the journal what its command read.
    pub(super) fn first_resting(
        &mut self,
        number: i64,
        later: &[&Entry],
        reads: &dyn Fn(&str) -> Reads,
    ) -> Result<Option<(i64, String, i64)>, StoreError> {
        if later.is_empty() {
            return Ok(None);
        }
        let mut places = Places::default();
        let mut changes: HashMap<i64, Vec<Change>> = HashMap::new();
        for (command, change) in self.all_changes()? {
            places.learn(&change)?;
            changes.entry(command).or_default().push(change);
        }
        let known: RefCell<HashMap<i64, Rc<Vec<Seen<'_>>>>> = RefCell::default();
        let seen = |command: i64| -> Result<Rc<Vec<Seen<'_>>>, StoreError> {
            if let Some(seen) = known.borrow().get(&command) {
                return Ok(Rc::clone(seen));
            }
            let of_command = changes.get(&command).into_iter().flatten();
            let seen = Rc::new(of_command.map(|change| places.seen(change)).collect::<Result<Vec<_>, _>>()?);
            known.borrow_mut().insert(command, Rc::clone(&seen));
            Ok(seen)
        };
        let reads: HashMap<i64, Reads> = later.iter().map(|entry| (entry.number, reads(&entry.words))).collect();
        let first = |number: i64| -> Result<Option<(i64, String)>, StoreError> {
            let of_number = seen(number)?;
            let earlier = Earlier::of(&of_number, &places);
            for entry in later.iter().filter(|entry| entry.number > number) {
                let of_entry = seen(entry.number)?;
                let shared = of_entry
                    .iter()
                    .find(|l| earlier.of_row(l).any(|e| l.shares_a_value_with(e)))
                    .map(|l| format!("it also changed {}", l.what()));
                let read = || {
                    of_entry
                        .iter()
                        .find_map(|l| earlier.near(l, &places).find_map(|e| places.reason(l, e)))
                        .or_else(|| earlier.worded().find_map(|e| by_reading(entry, reads[&entry.number], e)))
                };
                if let Some(reason) = shared.or_else(|| read().map(str::to_owned)) {
                    return Ok(Some((entry.number, reason)));
                }
            }
            Ok(None)
        };
        let Some((resting, why)) = first(number)? else { return Ok(None) };
        let mut begin = resting;
        while let Some((next, _)) = first(begin)? {
            begin = next;
        }
        Ok(Some((resting, why, begin)))
    }
}

/// The changes of an earlier command by what they are about. A command may have changed thousands of rows and a later one too: each
/// change is held against the few that it may rest on, and not against all.
struct Earlier<'s, 'c> {
    seen: &'s [Seen<'c>],
    rows: HashMap<(&'c str, i64), Vec<usize>>,
    /// The first of each kind: what does not hang on a team, table, ruling or name holds for all of a kind.
    kinds: Vec<usize>,
    officials: Vec<usize>,
    /// Also what is about a table at which the team ever sat.
    teams: HashMap<i64, Vec<usize>>,
    tables: HashMap<(i64, i64), Vec<usize>>,
    rulings: HashMap<i64, Vec<usize>>,
    /// By fact and the name that it had.
    names: HashMap<(&'c str, String), Vec<usize>>,
    /// Who sits where, by the number of the table alone: the first of each.
    numbers: BTreeMap<i64, usize>,
}

impl<'s, 'c> Earlier<'s, 'c> {
    fn of(seen: &'s [Seen<'c>], places: &Places) -> Self {
        let mut earlier = Self {
            seen,
            rows: HashMap::new(),
            kinds: Vec::new(),
            officials: Vec::new(),
            teams: HashMap::new(),
            tables: HashMap::new(),
            rulings: HashMap::new(),
            names: HashMap::new(),
            numbers: BTreeMap::new(),
        };
        let mut kinds = HashSet::new();
        for (at, one) in seen.iter().enumerate() {
            earlier.rows.entry((one.fact, one.row)).or_default().push(at);
            let columns = ["first_table", "grade_low", "grade_high", "rating_under"].map(|column| one.changes(column));
            if kinds.insert((one.fact, &one.sections, one.matters(), one.tables.is_empty(), columns)) {
                earlier.kinds.push(at);
            }
            if one.fact == "official" {
                earlier.officials.push(at);
            }
            let there = one.tables.iter().filter_map(|table| places.teams_at.get(table)).flatten();
            for team in one.teams.iter().chain(there) {
                earlier.teams.entry(*team).or_default().push(at);
            }
            for table in &one.tables {
                earlier.tables.entry(*table).or_default().push(at);
                if one.fact == "assignment" {
                    earlier.numbers.entry(table.1).or_insert(at);
                }
            }
            if let Some(ruling) = one.ruling {
                earlier.rulings.entry(ruling).or_default().push(at);
            }
            if let Some(name) = one.before.as_ref().and_then(|row| row.get("name")?.as_str()) {
                earlier.names.entry((one.fact, fold(name))).or_default().push(at);
            }
        }
        earlier
    }

    fn at(&self, places: BTreeSet<usize>) -> impl Iterator<Item = &'s Seen<'c>> {
        let seen = self.seen;
        places.into_iter().map(move |at| &seen[at])
    }

    fn of_row(&self, later: &Seen<'_>) -> impl Iterator<Item = &'s Seen<'c>> {
        self.at(self.rows.get(&(later.fact, later.row)).into_iter().flatten().copied().collect())
    }

    /// Those from which the reason of a later change can come, in their order.
    fn near(&self, later: &Seen<'_>, places: &Places) -> impl Iterator<Item = &'s Seen<'c>> {
        let mut near: BTreeSet<usize> = self.kinds.iter().copied().collect();
        near.extend(later.teams.iter().filter_map(|team| self.teams.get(team)).flatten());
        near.extend(later.tables.iter().filter_map(|table| self.tables.get(table)).flatten());
        near.extend(later.ruling.and_then(|ruling| self.rulings.get(&ruling)).into_iter().flatten());
        if let Some(name) = later.after.as_ref().and_then(|row| row.get("name")?.as_str()) {
            near.extend(self.names.get(&(later.fact, fold(name))).into_iter().flatten());
        }
        if let Some(tables) = places.tables_left(later) {
            near.extend(self.numbers.get(tables.end()));
            // Every one of them is a reason, so that nothing is looked for beyond.
            near.extend((!tables.is_empty()).then(|| self.numbers.range(tables).map(|(_, at)| *at).min()).flatten());
        }
        self.at(near)
    }

    /// Those that a command may have read by its words.
    fn worded(&self) -> impl Iterator<Item = &'s Seen<'c>> {
        self.at(self.kinds.iter().chain(&self.officials).copied().collect())
    }
}

/// Commands of which more than their rows says what they read.
fn by_reading(later: &Entry, reads: Reads, earlier: &Seen<'_>) -> Option<&'static str> {
    if later.official.is_some()
        && earlier.fact == "official"
        && earlier.names().any(|name| Some(name) == later.official.as_deref())
    {
        return Some("it was entered under that official's name");
    }
    match reads {
        Reads::Entries if ENTRIES.contains(&earlier.fact) && earlier.matters() => {
            Some("the import compared its entries with what was already there")
        }
        Reads::WhoIsNotIn if ["team", "player", "school", "absence", "section"].contains(&earlier.fact) => {
            Some("it checked in whoever wasn't checked in yet")
        }
        _ => None,
    }
}

impl Places {
    /// Why a change rests on an earlier one of another row; `None` where it does not.
    fn reason(&self, later: &Seen<'_>, earlier: &Seen<'_>) -> Option<&'static str> {
        let by = |facts: &[&str]| facts.contains(&earlier.fact);
        let in_section = !later.sections.is_disjoint(&earlier.sections);
        let was_read = by(&["tournament", "name_verdict"]) || (in_section && by(&["team", "round", "assignment"]));
        if later.fact == "name_verdict" && was_read {
            return Some("the team's name was reviewed as it was then");
        }
        if !earlier.matters() {
            return took_a_freed_name(later, earlier);
        }
        let same_team = !later.teams.is_disjoint(&earlier.teams);
        let same_table = !later.tables.is_disjoint(&earlier.tables);
        let same_ruling = later.ruling.is_some() && later.ruling == earlier.ruling;
        let rules = by(&["tournament", "house_rule"]);
        let at_their_table = earlier
            .tables
            .iter()
            .filter_map(|table| self.teams_at.get(table))
            .any(|teams| !teams.is_disjoint(&later.teams));
        let because = |holds: bool, reason: &'static str| holds.then_some(reason);
        let found = match later.fact {
            "round" | "assignment" | "half" | "qualifier" => {
                let sources: BTreeSet<i64> =
                    later.sections.iter().filter_map(|section| self.source.get(section)).copied().collect();
                let feeds = in_section || !sources.is_disjoint(&earlier.sections);
                because(
                    rules || (feeds && PLAY.contains(&earlier.fact)),
                    "the round was paired from what was on record then",
                )
                .or_else(|| because(self.tables_gave_way(later, earlier), BESIDE))
            }
            "slip" | "board_report" => because(
                by(&["tournament"])
                    || (same_table && by(&["slip", "board_report", "assignment", "ruling", "appeal"]))
                    || (in_section && by(&["round", "section"])),
                "the result was entered for the table as it was then",
            ),
            "ruling" => because(
                rules
                    || (same_team && by(&["ruling", "appeal", "absence", "team"]))
                    || (same_table && by(&["slip", "board_report", "assignment", "ruling", "appeal"]))
                    || (in_section && by(&["round", "section"])),
                "the ruling was based on what was on record then",
            ),
            "appeal" => because(
                by(&["tournament", "official"]) || (same_ruling && by(&["ruling", "appeal"])),
                "the appeal was filed or heard based on what was on record then",
            ),
            "absence" => because(
                (same_team && by(&["absence", "bye_request", "ruling", "team"]))
                    // A team is back that lost by absence.
                    || (at_their_table && by(&["slip", "assignment"]))
                    || (in_section && by(&["round"])),
                "it decided in which round the team left or came back",
            ),
            "bye_request" => because(
                (same_team && by(&["absence", "bye_request", "team"])) || (in_section && by(&["round", "section"])),
                "the bye was granted for the rounds as they were then",
            ),
            "pairing_wish" => because(
                (same_team && by(&["pairing_wish", "team"])) || (in_section && by(&["round"])),
                "the request was made for the teams and rounds as they were then",
            ),
            "round_start" | "empty_seat" => because(
                in_section && (PLAY.contains(&earlier.fact) || by(&["round_start", "empty_seat"])),
                "it was noted for the tables as they were then",
            ),
            "round_time" => because(
                in_section && by(&["section", "round", "round_time"]),
                "the times were planned for the rounds as they were then",
            ),
            "stay" => {
                because(in_section && PLAY.contains(&earlier.fact), "the team brought along its results up to then")
            }
            "team" | "player" => self.entry(later, earlier, in_section, same_team),
            "section" => because(in_section && by(&["round"]), "the section was set by what was posted then")
                .or_else(|| because(later.sets("first_table") && self.others_tables(later, earlier), BESIDE)),
            _ => None,
        };
        found.or_else(|| took_a_freed_name(later, earlier))
    }

    /// Why a team or player was entered or changed as it was.
    fn entry(&self, later: &Seen<'_>, earlier: &Seen<'_>, in_section: bool, same_team: bool) -> Option<&'static str> {
        let by = |facts: &[&str]| facts.contains(&earlier.fact);
        let is_new = later.before.is_none();
        let is_moved = later.fact == "team" && later.before.is_some() && later.changes("section");
        if later.changes("school") && later.image("school").is_some() && by(&["school", "school_spelling"]) {
            return Some("its school was found by that name");
        }
        if is_new
            && by(&["section"])
            && ["grade_low", "grade_high", "rating_under", "rating_sum_under"].iter().any(|c| earlier.changes(c))
        {
            return Some("its section was chosen by the grades and ratings on record then");
        }
        if is_new && later.fact == "team" && same_team && by(&["player"]) {
            return Some("the team was formed with that player");
        }
        if is_new && later.image("pairing_number").is_some() && in_section && by(&["round"]) {
            return Some("it was entered as a late team");
        }
        (is_moved && in_section && PLAY.contains(&earlier.fact)).then_some("the teams were moved as they were then")
    }

    /// The numbers from the first table of a section to the highest that a round was given; none where it was given none.
    fn tables_left(&self, later: &Seen<'_>) -> Option<RangeInclusive<i64>> {
        let highest = later.tables.iter().map(|(_, table)| *table).max().filter(|_| later.fact == "assignment")?;
        let first = later.sections.iter().filter_map(|section| self.first_table.get(section)).min().copied();
        Some(first.unwrap_or(1)..=highest)
    }

    /// Whether tables of a round had to leave out those of another section.
    fn tables_gave_way(&self, later: &Seen<'_>, earlier: &Seen<'_>) -> bool {
        let is_elsewhere = earlier.fact == "assignment" && later.sections.is_disjoint(&earlier.sections);
        self.tables_left(later).filter(|_| is_elsewhere).is_some_and(|tables| {
            earlier.tables.iter().any(|(_, table)| table == tables.end() || tables.contains(table))
        })
    }

    /// Whether another section's tables changed.
    fn others_tables(&self, later: &Seen<'_>, earlier: &Seen<'_>) -> bool {
        later.sections.is_disjoint(&earlier.sections)
            && (earlier.fact == "assignment" && !earlier.tables.is_empty()
                || earlier.fact == "section" && earlier.changes("first_table"))
    }

    fn learn(&mut self, change: &Change) -> Result<(), StoreError> {
        for image in [&change.before, &change.after].into_iter().flatten() {
            let image: Image = read_image(image)?;
            let number = |column: &str| image.get(column).and_then(Value::as_i64);
            match change.fact.as_str() {
                "section" => {
                    self.source.extend(number("from_section").map(|from| (change.row, from)));
                    self.first_table.extend(number("first_table").map(|table| (change.row, table)));
                }
                "team" => {
                    self.sections_of_team.entry(change.row).or_default().extend(number("section"));
                    for player in [number("player_a"), number("player_b")].into_iter().flatten() {
                        self.teams_of_player.entry(player).or_default().insert(change.row);
                    }
                }
                "round" => self.section_of_round.extend(number("section").map(|section| (change.row, section))),
                "assignment" => {
                    if let (Some(round), Some(table)) = (number("round"), number("table_number")) {
                        self.teams_at.entry((round, table)).or_default().extend(number("team"));
                    }
                }
                "slip" => self
                    .tables_of_slip
                    .extend(number("round").zip(number("table_number")).map(|place| (change.row, place))),
                "ruling" => drop(self.rulings.insert(change.row, image)),
                _ => {}
            }
        }
        Ok(())
    }

    fn seen<'c>(&self, change: &'c Change) -> Result<Seen<'c>, StoreError> {
        let mut seen = Seen {
            fact: &change.fact,
            row: change.row,
            before: image(change.before.as_deref())?,
            after: image(change.after.as_deref())?,
            sections: BTreeSet::new(),
            teams: BTreeSet::new(),
            tables: BTreeSet::new(),
            ruling: None,
        };
        for image in [seen.before.clone(), seen.after.clone()].iter().flatten() {
            let number = |column: &str| image.get(column).and_then(Value::as_i64);
            match change.fact.as_str() {
                "section" => drop(seen.sections.insert(change.row)),
                "team" => drop(seen.teams.insert(change.row)),
                "player" => seen.teams.extend(self.teams_of_player.get(&change.row).into_iter().flatten()),
                "slip" => seen.tables.extend(number("round").zip(number("table_number"))),
                "board_report" => seen.tables.extend(number("slip").and_then(|slip| self.tables_of_slip.get(&slip))),
                "ruling" => self.place_ruling(&mut seen, change.row),
                "appeal" => number("ruling").into_iter().for_each(|ruling| self.place_ruling(&mut seen, ruling)),
                _ => {}
            }
            if ["assignment", "qualifier", "absence", "bye_request"].contains(&seen.fact) {
                seen.tables.extend(number("round").zip(number("table_number")));
            }
            if !["ruling", "slip"].contains(&seen.fact) {
                seen.teams.extend(["team", "team_a", "team_b"].iter().filter_map(|column| number(column)));
            }
            seen.sections.extend(number("section"));
            // A bye is asked for a round by its number, and a time planned, not by its row.
            if !["bye_request", "round_time"].contains(&seen.fact) {
                seen.sections.extend(number("round").and_then(|round| self.section_of_round.get(&round)));
            }
        }
        seen.sections.extend(seen.tables.iter().filter_map(|(round, _)| self.section_of_round.get(round)));
        seen.sections.extend(seen.teams.iter().filter_map(|team| self.sections_of_team.get(team)).flatten());
        Ok(seen)
    }

    /// A ruling is about its table with both teams, and about the team of its player.
    fn place_ruling(&self, seen: &mut Seen<'_>, ruling: i64) {
        seen.ruling = Some(ruling);
        let Some(image) = self.rulings.get(&ruling) else { return };
        let number = |column: &str| image.get(column).and_then(Value::as_i64);
        seen.sections.extend(number("section"));
        seen.teams.extend(number("team"));
        seen.teams.extend(number("player").and_then(|player| self.teams_of_player.get(&player)).into_iter().flatten());
        if let Some(table) = number("round").zip(number("table_number")) {
            seen.tables.insert(table);
            seen.teams.extend(self.teams_at.get(&table).into_iter().flatten());
        }
    }
}

impl Seen<'_> {
    /// Whether both changed one row, and there the same column; a new or removed row counts with all its columns.
    fn shares_a_value_with(&self, earlier: &Self) -> bool {
        let is_one_row = (self.fact, self.row) == (earlier.fact, earlier.row);
        let columns =
            || self.after.as_ref().or(self.before.as_ref()).into_iter().flatten().map(|(column, _)| column.as_str());
        is_one_row && columns().any(|column| self.changes(column) && earlier.changes(column))
    }

    /// What the row is, as one speaks of it.
    fn what(&self) -> String {
        let name = self.names().last().unwrap_or_default();
        match self.fact {
            "slip" | "board_report" => {
                format!("the result of table {}", self.tables.first().map_or(0, |(_, table)| *table))
            }
            "assignment" => "who sits where".to_owned(),
            "absence" => "whether the team plays".to_owned(),
            "ruling" | "appeal" => format!("{} {}", self.fact, self.row),
            fact if !name.is_empty() => format!("{fact} {name}"),
            _ => "the same thing".to_owned(),
        }
    }

    /// Whether a column has another value now; every column of a new or removed row has.
    fn changes(&self, column: &str) -> bool {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => before.get(column) != after.get(column),
            _ => true,
        }
    }

    /// The value after the change, or before a removal; `None` for null.
    fn image(&self, column: &str) -> Option<&Value> {
        self.after.as_ref().or(self.before.as_ref())?.get(column).filter(|value| !value.is_null())
    }

    /// Whether a column got a value that had none.
    fn sets(&self, column: &str) -> bool {
        let before = self.before.as_ref().and_then(|row| row.get(column)).is_some_and(|value| !value.is_null());
        !before && self.image(column).is_some()
    }

    /// Whether more changed than what things are called: no decision is made from that.
    fn matters(&self) -> bool {
        let names: &[&str] = match self.fact {
            "section" | "team" => &["name"],
            "player" => &["name", "grade", "federation_id", "initials_only"],
            "tournament" => &["name", "date", "venue", "names_required"],
            _ => return true,
        };
        let (Some(before), Some(after)) = (&self.before, &self.after) else { return true };
        after.iter().any(|(column, value)| !names.contains(&column.as_str()) && before.get(column) != Some(value))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        [&self.before, &self.after].into_iter().flatten().filter_map(|row| row.get("name")?.as_str())
    }
}

/// Whether a name was given that the earlier change had freed: two of that name would have been refused.
fn took_a_freed_name(later: &Seen<'_>, earlier: &Seen<'_>) -> Option<&'static str> {
    let freed = earlier.before.as_ref()?.get("name")?.as_str()?;
    let taken =
        later.after.as_ref().filter(|_| later.fact == earlier.fact && later.changes("name"))?.get("name")?.as_str()?;
    (earlier.changes("name") && fold(freed) == fold(taken)).then_some("it took the name that became free then")
}
