//! What changes places in a posted round: teams or tables, as a form offers them and as they are typed.

use crate::cli::desk::Desk;
use crate::tournament::Section;

/// What says whether teams or tables change places.
pub const PLACES: [&str; 2] = ["team", "table"];

/// A table of a latest round: its number, who sits there, and the section.
pub struct Table(u32, String, String);

/// `team 12` as the two words that are typed; anything else as it is.
pub fn place_words(value: String) -> Vec<String> {
    match value.split_once(' ') {
        Some((kind, number)) if PLACES.contains(&kind) && number.parse::<u32>().is_ok() => {
            vec![kind.to_owned(), number.to_owned()]
        }
        _ => vec![value],
    }
}

/// Whether a name may be taken for a number, or for what says what changes places.
fn is_like_a_place(name: &str) -> bool {
    let first = name.split_whitespace().next().unwrap_or_default();
    name.parse::<u32>().is_ok() || PLACES.iter().any(|place| first.eq_ignore_ascii_case(place))
}

/// The tables of the latest rounds.
pub fn tables(desk: &Desk) -> Vec<Table> {
    let of = |section: &Section| {
        let seats = desk.latest_round(section.id).map(|round| round.tables()).unwrap_or_default();
        let named = seats.into_iter().map(|(table, teams)| {
            let teams = teams.map(|team| desk.name_of(team).to_owned()).join(" – ");
            Table(table.0, teams, section.name.clone())
        });
        named.collect::<Vec<Table>>()
    };
    desk.tournament().sections.iter().flat_map(of).collect()
}

/// The teams of a section, or of all, by their names, or by number where a name may mean another; then the tables.
pub fn places(
    teams: &[String],
    numbers: &[u32],
    sections: &[String],
    tables: &[Table],
    section: &str,
) -> Vec<(String, String, bool)> {
    let is_of = |of: &str| section.is_empty() || section == of;
    let all = teams.iter().zip(numbers).zip(sections).filter(|(_, of)| is_of(of));
    let team = |((name, number), _): ((&String, &u32), &String)| {
        let is_unique = teams.iter().filter(|other| other.eq_ignore_ascii_case(name)).count() == 1;
        let typed = if is_unique && !is_like_a_place(name) { name.clone() } else { format!("team {number}") };
        (typed, format!("{name} ({number})"), false)
    };
    let mut places: Vec<(String, String, bool)> = all.map(team).collect();
    places.sort_by(|(_, one, _), (_, other, _)| one.cmp(other));
    let tables = tables.iter().filter(|Table(.., of)| is_of(of));
    places.extend(
        tables.map(|Table(table, teams, _)| (format!("table {table}"), format!("Table {table}: {teams}"), false)),
    );
    places
}
