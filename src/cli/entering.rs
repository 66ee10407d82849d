//! Entering players and teams: what `team add`, `import` and the partner desk share.

use super::desk::Desk;
use super::failure::Failure;
use crate::store::{NewPlayer, NewTeam};
use crate::tournament::names::fold;
use crate::tournament::{Assignment, Grade, PlayerId, SchoolId, SectionId, Team};

/// Reads `First Last[,grade[,rating[,id[,school]]]]`.
///
/// # Errors
/// The name is missing, or a grade or rating is none.
pub fn player(text: &str) -> Result<(NewPlayer, Option<String>), Failure> {
    let wrong = |what: String| {
        Failure::mistyped(format!("--player \"{text}\": {what}"))
            .hint("write \"First Last,grade,rating,id,school\"; leave out what is not known: \"Ann Lee,3\" or \"Ann Lee,,1210\"")
    };
    let mut parts = text.splitn(5, ',').map(str::trim);
    let name = parts.next().filter(|n| !n.is_empty()).ok_or_else(|| wrong("the name is missing".to_owned()))?;
    if name.chars().any(char::is_control) {
        return Err(wrong("the name holds a control character".to_owned()));
    }
    let mut next = || parts.next().filter(|p| !p.is_empty());
    let grade = next().map(|g| g.parse::<Grade>().map_err(wrong)).transpose()?;
    let rating = match next() {
        None | Some("unr" | "unrated" | "0") => None,
        Some(r) => Some(
            r.parse().ok().filter(|n| (1..=4000).contains(n)).ok_or_else(|| wrong(format!("\"{r}\" is not a rating from 1 to 4000")))?,
        ),
    };
    let federation_id = next().map(str::to_owned);
    let school = next().map(str::to_owned);
    Ok((NewPlayer { name: name.to_owned(), grade, rating, federation_id, school: None, section: None }, school))
}

/// The school of this name, entered if it is new. Home-schooled and no school are not a school.
///
/// # Errors
/// The file cannot be written.
pub async fn school_named(desk: &mut Desk, name: Option<&str>) -> Result<Option<SchoolId>, Failure> {
    let Some(name) = name.map(str::trim).filter(|n| !n.is_empty() && !is_no_school(n)) else { return Ok(None) };
    let wanted = fold(name);
    if let Some(known) = desk.tournament().schools.iter().find(|s| fold(&s.name) == wanted) {
        return Ok(Some(known.id));
    }
    let id = desk.store.add_school(name).await?;
    desk.loaded.tournament.schools.push(crate::tournament::School { id, name: name.to_owned() });
    Ok(Some(id))
}

fn is_no_school(name: &str) -> bool {
    matches!(
        fold(name).replace(['-', ' '], "").as_str(),
        "none" | "n/a" | "na" | "homeschool" | "homeschooled" | "unaffiliated" | "noschool" | "independent"
    )
}

/// The section for children of these grades: the one named, the only one, or the narrowest range that holds the older one's grade.
///
/// # Errors
/// No section or several fit.
pub fn section_for(desk: &Desk, named: Option<&str>, grades: &[Option<Grade>]) -> Result<SectionId, Failure> {
    let sections = &desk.tournament().sections;
    if named.is_some() || sections.len() < 2 {
        return Ok(desk.section(named)?.id);
    }
    let Some(older) = grades.iter().flatten().max() else {
        return Err(desk
            .section(None)
            .err()
            .unwrap_or_else(|| Failure::mistyped("which section?"))
            .hint("add --section, or the partners' grades"));
    };
    let fitting: Vec<_> = sections.iter().filter_map(|s| s.grades.filter(|g| g.contains(*older)).map(|g| (g.width(), s))).collect();
    let narrowest = fitting.iter().map(|(width, _)| *width).min();
    let best: Vec<_> = fitting.iter().filter(|(width, _)| Some(*width) == narrowest).collect();
    match best[..] {
        [(_, only)] => Ok(only.id),
        [] => Err(Failure::mistyped(format!("no section takes grade {older}")).hint("name one with --section")),
        _ => Err(Failure::mistyped(format!("several sections take grade {older}")).hint("name one with --section")),
    }
}

/// Refuses a team whose older partner is above the section's grades or whose rating is above its limit.
///
/// # Errors
/// The team would play down.
pub fn may_play(desk: &Desk, section: SectionId, grades: &[Option<Grade>]) -> Result<(), Failure> {
    let Some(section) = desk.tournament().section(section) else { return Ok(()) };
    let older = grades.iter().flatten().max();
    match (section.grades, older) {
        (Some(range), Some(older)) if *older > range.high => Err(Failure::forbidden(format!(
            "{} is for grades {range}, and the older partner is in grade {older}; playing up is allowed, playing down is not",
            section.name
        ))
        .hint("choose another section with --section")),
        _ => Ok(()),
    }
}

/// Enters a team whose players are in the file: draws its lot, and gives a pairing number to one that comes late.
///
/// # Errors
/// A player has a partner, or the file cannot be written.
pub async fn enter(desk: &mut Desk, new: NewTeam) -> Result<crate::tournament::TeamId, Failure> {
    let last = desk.tournament().teams_in(new.section).filter_map(|t| t.pairing_number).max();
    let posted = desk.latest_round(new.section).is_some();
    let pairing_number = posted.then(|| last.unwrap_or(0) + 1);
    let lot = lot(desk.loaded.seed, new.players);
    let section = new.section;
    let number = desk.store.add_team(&NewTeam { lot, pairing_number, ..new }).await?;
    desk.reload().await?;
    debug_assert!(desk.tournament().team(number).is_some_and(|t| t.section == section));
    Ok(number)
}

/// What to type for a team that comes when its section's round is posted already; nothing where none is.
pub fn latecomers_seat(desk: &Desk, team: &Team) -> Option<String> {
    let round = desk.latest_round(team.section)?;
    let waits = round.assignments.iter().find(|(_, a)| matches!(a, Assignment::Bye { assigned: true, .. })).map(|(waiting, _)| *waiting);
    let opponent = waits.and_then(|id| desk.tournament().team(id));
    let (who, partner) =
        opponent.map_or((String::new(), "TEAM".to_owned()), |o| (format!("{} has the bye and ", o.name), o.id.to_string()));
    Some(format!(
        "round {} is posted: {who}`bughouse pairing add {} {partner}` seats the two, else {} has a bye of no points",
        round.number, team.id, team.name
    ))
}

/// A lot that nobody chose: mixed from the tournament's seed and the partners' numbers (the finaliser of SplitMix64).
pub fn lot(seed: u64, players: [PlayerId; 2]) -> u32 {
    let mut mixed = seed ^ (u64::from(players[0].0) << 32 | u64::from(players[1].0));
    mixed = mixed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    // 31 bits, so that it fits the file's integers whatever their sign.
    u32::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap_or(0)
}
