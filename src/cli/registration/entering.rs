//! Entering players and teams: what `team add`, `import` and the partner desk share.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::wording::{list, quoted};
use crate::registration::{Child, Entrants, Misplaced, Registration, Twin, place, twin};
use crate::tournament::{Assignment, Format, Grade, Player, PlayerId, Round, Section, SectionId, Team, TeamId};

/// Reads `First Last[,grade[,rating[,id[,school]]]]`.
pub fn player(text: &str) -> Result<(Player, Option<String>), Failure> {
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
            r.parse()
                .ok()
                .filter(|n| (1..=4000).contains(n))
                .ok_or_else(|| wrong(format!("\"{r}\" is not a rating from 1 to 4000")))?,
        ),
    };
    let federation_id = next().map(str::to_owned);
    let school = next().map(str::to_owned);
    Ok((Player { name: name.to_owned(), grade, rating, federation_id, ..Player::default() }, school))
}

/// What to say of a name that seems to hold a grade or a rating as well: `Kai Low 5`.
pub fn more_than_a_name(new: &Player) -> Option<String> {
    let (name, number) = new.name.rsplit_once(' ').filter(|(_, last)| last.chars().all(|c| c.is_ascii_digit()))?;
    let is_alone = new.grade.is_none() && new.rating.is_none();
    let meant = if number.parse::<Grade>().is_ok() { format!("{name},{number}") } else { format!("{name},,{number}") };
    is_alone.then(|| {
        format!(
            "\"{}\" was taken as a name without grade and rating: commas part them, \"{meant}\"; bughouse undo, then type it again",
            new.name
        )
    })
}

/// The section of a team, or of a child alone: the one named, else by the older partner's grade and the combined rating.
pub fn placed(desk: &Desk, entrants: Entrants, named: Option<&str>) -> Result<SectionId, Failure> {
    let chosen = desk.section_if(named)?;
    let registration = Registration { entrants, section: None, group: None };
    match place(&registration, chosen, &desk.tournament().sections) {
        Ok(section) => Ok(section.id),
        Err(Misplaced::NoSections) => desk.section(None).map(|section| section.id),
        Err(misplaced @ Misplaced::PlaysDown { .. }) => {
            Err(Failure::forbidden(format!("{misplaced}; playing up is allowed, playing down is not"))
                .hint("choose another section with --section"))
        }
        Err(misplaced @ Misplaced::TooStrong { .. }) => {
            Err(Failure::forbidden(misplaced.to_string()).hint("choose another section with --section"))
        }
        Err(misplaced) => {
            let sections = list(desk.tournament().sections.iter().map(|section| section.name.as_str()));
            Err(Failure::mistyped(misplaced.to_string()).hint(format!("name one with --section; there are {sections}")))
        }
    }
}

/// Refuses a child who is entered already; of the same name only, asks, or goes by `--namesake`.
pub fn not_twice(desk: &Desk, child: &Child, itself: Option<PlayerId>, namesake: bool) -> Result<(), Failure> {
    let tournament = desk.tournament();
    let entered = |player: &Player| {
        let school = player
            .school
            .and_then(|id| tournament.school(id))
            .map(|school| format!(" of {}", school.name))
            .unwrap_or_default();
        let place = match tournament.team_of(player.id) {
            Some(team) => format!("in {} (team {})", team.name, team.id),
            None => "without a partner yet".to_owned(),
        };
        format!("{}{school} is entered already: number {}, {place}", player.name, player.id)
    };
    match twin(tournament, child, itself) {
        Some(Twin::SameId(player)) => Err(Failure::mistyped(format!("{}, under the same id", entered(player)))
            .hint("if this is another child, give its own id or none; bughouse team edit corrects the other one")),
        Some(Twin::Namesake(player)) if !namesake => {
            let free = tournament.team_of(player.id).is_none();
            let found = if free {
                format!("; find it a partner with `bughouse partner match {} PARTNER`", player.id)
            } else {
                String::new()
            };
            let failure =
                Failure::mistyped(entered(player)).hint(format!("if this is another child, add --namesake{found}"));
            desk.confirm(&format!("{}. Is this another child?", entered(player)), failure)
        }
        _ => Ok(()),
    }
}

/// Enters a team that stands at the desk, and says what to type where it comes late.
pub fn enter(desk: &mut Desk, new: Team) -> (TeamId, Option<String>) {
    let section = new.section;
    let number = desk.add_teams([new])[0];
    desk.note_here(section, &[number]);
    (number, desk.tournament().team(number).and_then(|team| latecomers_seat(desk, team)))
}

/// What to type for a team that comes when its section's round is posted already, or when check-in has begun; nothing before.
pub fn latecomers_seat(desk: &Desk, team: &Team) -> Option<String> {
    let Some(round) = desk.latest_round(team.section) else {
        return desk.check_in_has_begun(team.section).then(|| {
            format!(
                "check-in has begun, so {} counts as here; if it is not: bughouse check-in {} --out",
                team.name, team.id
            )
        });
    };
    let section = desk.tournament().section(team.section)?;
    let again = |them: &str| match round.number {
        1 => format!("; to draw {them} again while nothing is played: bughouse unpair {}", quoted(&section.name)),
        _ => String::new(),
    };
    let sits_out = round.assignments.iter().any(|(_, assignment)| matches!(assignment, Assignment::Bye { .. }));
    match section.format {
        Format::Knockout => {
            let again = again("them");
            return Some(format!(
                "the lines of {} are drawn, so {} plays no part in the knockout{again}",
                section.name, team.name
            ));
        }
        Format::RoundRobin | Format::DoubleRoundRobin | Format::Quads if !sits_out => {
            return Some(format!(
                "the schedule of {} is made, so {} has no opponent and does not play; another section: bughouse team edit {} --section NAME{}",
                section.name,
                team.name,
                team.id,
                again("it")
            ));
        }
        _ => {}
    }
    Some(seat_in(desk, round, team))
}

/// What to type for a team that has no place in the posted round.
pub fn seat_in(desk: &Desk, round: &Round, team: &Team) -> String {
    let waits = round
        .assignments
        .iter()
        .find(|(_, a)| matches!(a, Assignment::Bye { assigned: true, .. }))
        .map(|(waiting, _)| *waiting);
    let opponent = waits.and_then(|id| desk.tournament().team(id));
    let (who, partner) = opponent
        .map_or((String::new(), "TEAM".to_owned()), |o| (format!("{} has the bye and ", o.name), o.id.to_string()));
    format!(
        "round {} is posted: {who}`bughouse pairing add {} {partner}` seats the two, else {} has a bye of no points",
        round.number, team.id, team.name
    )
}

/// Teams of a section that its grades or its limit of rating do not take, with what to type; the first few of them.
pub fn misfits(desk: &Desk, section: &Section) -> Vec<String> {
    const SHOWN: usize = 5;
    let told = |team: &Team| {
        let registration = Registration { entrants: desk.entrants(team), section: None, group: None };
        let misplaced = place(&registration, Some(section), std::slice::from_ref(section)).err()?;
        Some(format!("{misplaced}: `bughouse team edit {} --section SECTION`", team.id))
    };
    let mut misfits: Vec<String> = desk.tournament().teams_in(section.id).filter_map(told).collect();
    let more = misfits.len().saturating_sub(SHOWN);
    misfits.truncate(SHOWN);
    misfits.extend((more > 0).then(|| format!("{more} more teams of {} do not fit either", section.name)));
    misfits
}
