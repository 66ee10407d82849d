//! `bughouse partner suggest`: who could play with whom, and the command that makes it so.

use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::registration::{SchoolWish, Suggestions, suggest};
use crate::report::{Cell, Column, Listing, PlayerRef};
use crate::tournament::{Player, PlayerId};
use serde_json::{Value, json};

/// Proposals for every section, or for one.
pub fn suggested(desk: &mut Desk, section: Option<&str>, school: SchoolWish) -> Result<Answer, Failure> {
    let section = section.map(|named| desk.section(Some(named)).cloned()).transpose()?;
    let masthead = desk.masthead(section.as_ref(), None)?;
    let tournament = desk.tournament();
    let wanted = |player: &&Player| section.as_ref().is_none_or(|section| player.section == Some(section.id));
    let pool: Vec<&Player> =
        tournament.players.iter().filter(wanted).filter(|p| tournament.team_of(p.id).is_none()).collect();
    let suggestions = suggest(&pool, school);
    let mut odd = Vec::new();
    let mut rows = Vec::new();
    for of_section in &suggestions {
        rows.extend(section_rows(desk, of_section));
        odd.extend(of_section.odd);
    }
    let json = json!({
        "suggestions": suggestions.iter().flat_map(|s| pairs_json(desk, s)).collect::<Vec<Value>>(),
        "odd": odd.iter().filter_map(|id| tournament.player(*id)).map(PlayerRef::new).collect::<Vec<_>>(),
    });
    let left_over: Vec<String> = odd.iter().filter_map(|id| tournament.player(*id)).map(left_over).collect();
    let columns = vec![
        Column::short("Section"),
        Column::text("Player").naming(),
        Column::text("Partner").naming(),
        Column::text("Why"),
        Column::text("To match them, type"),
    ];
    Ok(Answer::sheet(Listing::new("Partners proposed", masthead, columns, rows, json)).with_remarks(left_over))
}

/// What can be done for the odd child out.
fn left_over(player: &Player) -> String {
    format!(
        "{} ({}) is left over: bring a house partner, bughouse partner match {} PARTNER, then bughouse team edit TEAM --house yes; or find one \
         in another section, or sit out",
        player.name, player.id, player.id
    )
}

fn section_rows(desk: &Desk, suggestions: &Suggestions) -> Vec<Vec<Cell>> {
    let tournament = desk.tournament();
    let section = suggestions.section.and_then(|id| tournament.section(id)).map_or("", |section| section.name.as_str());
    let name =
        |id: PlayerId| tournament.player(id).map_or_else(String::new, |player| format!("{} ({id})", player.name));
    let pairs = suggestions.pairs.iter().map(|pair| {
        let [first, second] = pair.players;
        vec![
            Cell::text(section),
            Cell::text(name(first)),
            Cell::text(name(second)),
            Cell::text(&pair.why),
            Cell::text(format!("bughouse partner match {first} {second}")),
        ]
    });
    let left_over = |id| {
        vec![Cell::text(section), Cell::text(name(id)), Cell::text("nobody is left"), Cell::empty(), Cell::empty()]
    };
    pairs.chain(suggestions.odd.map(left_over)).collect()
}

fn pairs_json(desk: &Desk, suggestions: &Suggestions) -> Vec<Value> {
    let tournament = desk.tournament();
    let section = suggestions.section.and_then(|id| tournament.section(id)).map(|section| section.name.clone());
    let pair = |pair: &crate::registration::Suggestion| {
        let players: Vec<PlayerRef> =
            pair.players.iter().filter_map(|id| tournament.player(*id)).map(PlayerRef::new).collect();
        json!({ "section": section, "players": players, "why": pair.why })
    };
    suggestions.pairs.iter().map(pair).collect()
}
