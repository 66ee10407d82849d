//! Entering players and teams: what `team add`, `import` and the partner desk share.

use super::school::SchoolSizes;
use crate::cli::command_text::cmd;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::question::{About, Question};
use crate::cli::refusal::byes::scores;
use crate::cli::refusal::failure;
use crate::cli::wording::{does, quoted};
use crate::event::Refusal;
use crate::event::presence::Latecomer;
use crate::registration::{Addition, Child, LookAlike, Plan, schools_alike};
use crate::tournament::names::fold;
use crate::tournament::{Assignment, Grade, Player, Round, Section, SectionId, Team, Tournament};
use std::collections::HashSet;

/// Reads `First Last[,grade[,rating[,id[,school]]]]`.
pub fn player(text: &str) -> Result<(Player, Option<String>), Failure> {
    let wrong = |what: String| {
        Failure::mistyped(format!("--player \"{text}\": {what}"))
            .hint("write \"First Last,grade,rating,id,school\"; leave out what you don't know: \"Ann Lee,3\" or \"Ann Lee,,1210\"")
    };
    let mut parts = text.splitn(5, ',').map(str::trim);
    let name = parts.next().filter(|n| !n.is_empty()).ok_or_else(|| wrong("the name is missing".to_owned()))?;
    if name.chars().any(char::is_control) {
        return Err(wrong("the name contains a control character".to_owned()));
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

/// What to say of a team that is called by its school, since one of another school has the name.
pub fn name_taken_remark(label: &str, name: &str) -> Option<String> {
    let is_other = fold(label) != fold(name);
    is_other.then(|| format!("another school has a team {label}, so this one is called {name}"))
}

/// What to say of a name that seems to hold a grade or a rating as well: `Kai Low 5`.
pub fn more_than_a_name(new: &Player) -> Option<String> {
    let (name, number) = new.name.rsplit_once(' ').filter(|(_, last)| last.chars().all(|c| c.is_ascii_digit()))?;
    let is_alone = new.grade.is_none() && new.rating.is_none();
    let meant = if number.parse::<Grade>().is_ok() { format!("{name},{number}") } else { format!("{name},,{number}") };
    is_alone.then(|| {
        format!("\"{}\" was read as a name with no grade or rating: separate them with commas, \"{meant}\"; {}, then type it again", new.name, cmd!("undo"))
    })
}

/// Asks whether a child is another one of a name that is entered already; what else was refused is reported.
pub fn is_another(desk: &Desk, refusal: &Refusal) -> Result<(), Failure> {
    let refused = failure(desk, refusal, &[]);
    match refusal {
        Refusal::EnteredAlready { by_id: false, player } => {
            let question = format!("{}. Is this a different child?", refused.message);
            desk.everywhere.confirm(Question::new(&About::AnotherChild(*player), question), refused)
        }
        _ => Err(refused),
    }
}

/// Children and schools just entered that look like others entered before.
pub fn likenesses(before: &Tournament, now: &Tournament, children: &[Child]) -> Vec<String> {
    let additions = children.iter().map(|child| Addition::Child(Box::new(child.clone()), SectionId::default()));
    let plan = Plan { additions: additions.collect(), ..Plan::default() };
    let schools = children.iter().filter_map(|child| child.school.as_deref());
    let alike = plan.look_alikes(before);
    alike.iter().map(look_alike_remark).chain(schools_alike_remarks(before, now, schools)).collect()
}

pub fn look_alike_remark(LookAlike { child, player, schools }: &LookAlike) -> String {
    let (read, Player { name, id, .. }) = (&child.name, player);
    match schools {
        Some((school, its_school)) => format!(
            "{read} from {school} has the same name as {name} ({id}) from {its_school}, who is already entered: two children, or one?"
        ),
        None => format!("{read} looks like {name} ({id}), who is already entered: the same child?"),
    }
}

/// Schools read that look like others read or entered before, with what makes one of two.
pub fn schools_alike_remarks<'a>(
    before: &'a Tournament,
    now: &Tournament,
    read: impl Iterator<Item = &'a str>,
) -> Vec<String> {
    let known = before.schools.len();
    let mut names: Vec<&str> = before.schools.iter().map(|school| school.name.as_str()).collect();
    let mut seen: HashSet<String> = names.iter().map(|name| fold(name)).collect();
    names.extend(read.filter(|school| seen.insert(fold(school))));
    let sizes = SchoolSizes::of(now);
    let alike: Vec<(usize, usize)> = schools_alike(&names).into_iter().filter(|(_, new)| *new >= known).collect();
    let remarks = sizes.united(&names, &alike).into_iter().map(|[gone, kept]| {
        let same = command(["school", "same", names[gone], names[kept]]);
        let [old, new] = [gone.min(kept), gone.max(kept)];
        format!("\"{}\" looks like \"{}\"; if they are the same: {same}", names[new], names[old])
    });
    remarks.collect()
}

/// What to type for a team that comes when its section's round is posted already, or when check-in has begun; nothing before.
pub fn latecomers_seat(desk: &Desk, team: &Team) -> Option<String> {
    let again = |section: &Section, round: &Round, redo: &str| match round.number {
        1 => format!("; to {redo} it while nothing has been played: {}", cmd!("unpair {}", quoted(&section.name))),
        _ => String::new(),
    };
    Some(match desk.latecomer(team)? {
        Latecomer::CountsAsHere if !desk.is_seen(team) => {
            format!(
                "check-in has begun, and {} not checked in; once they're here: {}",
                does(&team.name, "is"),
                cmd!("check-in {}", team.id)
            )
        }
        Latecomer::CountsAsHere => format!(
            "check-in has begun, so {} as here; if they aren't: {}",
            does(&team.name, "counts"),
            cmd!("check-in {} --out", team.id)
        ),
        Latecomer::LinesDrawn(section, round) => format!(
            "the {} bracket is already drawn, so {} not in it{}",
            section.name,
            does(&team.name, "is"),
            again(section, round, "redraw")
        ),
        Latecomer::NoOpponent(section, round) => format!(
            "the {} schedule is already made, so {} no opponents in it; to change sections: {}{}",
            section.name,
            does(&team.name, "has"),
            cmd!("team edit {} --section NAME", team.id),
            again(section, round, "remake")
        ),
        Latecomer::Seat(round) => seat_in(desk, round, team),
    })
}

/// What to type for a team that has no place in the posted round.
pub fn seat_in(desk: &Desk, round: &Round, team: &Team) -> String {
    if let Some(points) = desk.tournament().asked_bye(team, round.section, round.number) {
        let bye = command(["pairing", "bye", &team.id.to_string(), "--points", &scores(points)]);
        return format!(
            "round {} is posted, and {} asked for a {}-point bye for it: {bye}; otherwise they get a zero-point bye",
            round.number,
            team.name,
            scores(points)
        );
    }
    let section = desk.tournament().section(round.section);
    match section.and_then(|section| desk.free_for(section, team.id)) {
        Some(opponent) => format!(
            "round {} is posted: {} {}, and {} pairs the two; otherwise {} a zero-point bye",
            round.number,
            does(&opponent.name, "has"),
            match round.assignment(opponent.id) {
                Some(Assignment::Bye { assigned: true, .. }) => "the bye",
                _ => "no game either",
            },
            cmd!("pairing add {} {}", team.id, opponent.id),
            does(&team.name, "gets")
        ),
        None => format!(
            "round {} is posted and nobody is free to play {}, who will get a zero-point bye for it; for a half-point bye: {}",
            round.number,
            team.name,
            cmd!("pairing bye {} --points half", team.id)
        ),
    }
}

/// Teams of a section that its grades or its limit of rating do not take, with what to type; the first few of them.
pub fn misfits(desk: &Desk, section: &Section) -> Vec<String> {
    const SHOWN: usize = 5;
    let misfit = |team: &Team| match desk.place(desk.entrants(team), Some(section.id)) {
        Err(Refusal::Unplaced { why }) => Some(format!("{why}: {}", cmd!("team edit {} --section SECTION", team.id))),
        _ => None,
    };
    let here = desk.tournament().teams_in(section.id).filter(|team| desk.tournament().status(team).is_in());
    let mut misfits: Vec<String> = here.filter_map(misfit).collect();
    let more = misfits.len().saturating_sub(SHOWN);
    misfits.truncate(SHOWN);
    misfits.extend((more > 0).then(|| format!("{more} more teams in {} don't fit either", section.name)));
    misfits
}
