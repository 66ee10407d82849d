//! `bughouse team list` and `team show`.

use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::registration::fees::shown;
use crate::report::{Block, Cell, Column, Document, Listing, Table, points_shown, teams};
use crate::tournament::{Absence, HalfPoints, Player, RoundRecord, Team, TeamId, TeamName, Unplayed};
use serde_json::json;

/// The roster by number.
pub fn list(desk: &mut Desk, section: Option<&str>) -> Result<Answer, Failure> {
    let stamp = desk.stamp()?;
    let section = section.map(|s| desk.section(Some(s))).transpose()?;
    Ok(Answer::sheet(teams::view(desk.tournament(), section, teams::Order::Number, stamp)))
}

/// One team: partners, status, rounds.
pub fn show(desk: &mut Desk, named: &str) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    let Some(section) = desk.tournament().section(team.section).cloned() else {
        return Err(Failure::machine(format!("team {} is in no section", team.id)));
    };
    let masthead = desk.masthead(Some(&section), None)?;
    let tournament = desk.tournament();
    let entrant = teams::entrant(tournament, &team);
    let finals = tournament.sections.iter().filter(|other| tournament.final_seed(other.id, team.id).is_some());
    let mut rows = Vec::new();
    let mut rounds = Vec::new();
    for played in std::iter::once(&section).chain(finals) {
        let records = desk.records(played, u32::MAX);
        let name_of = |index: usize| tournament.team(records[index].team).map(|t| (t.id, t.name.clone()));
        let record = records.iter().find(|r| r.team == team.id);
        for (number, entry) in (1_u32..).zip(record.map(|r| r.rounds.as_slice()).unwrap_or_default()) {
            let (what, opponent) = described(entry, &name_of);
            let points = points_shown(entry.points(), played.match_points);
            let round = match played.id == section.id {
                true => number.to_string(),
                false => format!("{} · {}", played.name, desk.round_titled(played, number)),
            };
            rows.push(vec![Cell::text(round), Cell::text(&what), Cell::text(points)]);
            rounds.push(json!({
                "section": played.name, "round": number, "opponent": opponent, "what": what, "points": entry.points(),
            }));
        }
    }
    let mut facts = vec![
        ("Section".to_owned(), Cell::text(&section.name)),
        ("School".to_owned(), Cell::text(if entrant.school.is_empty() { "none" } else { &entrant.school })),
        ("Status".to_owned(), Cell::text(status_in_words(desk, &team))),
    ];
    if let Some(own) = team.rating {
        facts.push(("Rating".to_owned(), Cell::text(format!("{own}, given for the team"))));
    }
    if team.shown_as != TeamName::AsEntered {
        let why = match team.shown_as {
            TeamName::TellsOfChild => "the name tells of a child who is shown by initials",
            TeamName::Refused => "another name was asked for",
            TeamName::Unread | TeamName::AsEntered => "not approved yet: bughouse team names",
        };
        facts.push(("Shown as".to_owned(), Cell::text(format!("{} ({why})", team.shown_name()))));
    }
    let lost = team.tiebreak_penalty;
    if lost != HalfPoints::ZERO {
        facts.push((
            "Tie-break penalty".to_owned(),
            Cell::text(format!("{lost} by ruling, off the first tie-break that counts points")),
        ));
    }
    // On the screen alone: a file may be printed.
    if desk.everywhere.output.is_none() {
        facts.extend(tournament.partners(&team).into_iter().flat_map(|player| private(desk, player)));
    }
    let partners = tournament.partners(&team).map(|p| {
        vec![
            Cell::text(p.id.to_string()),
            Cell::text(&p.name),
            Cell::text(p.grade.map(|g| g.to_string()).unwrap_or_default()),
            Cell::text(p.rating.map_or_else(|| "unr".to_owned(), |r| r.to_string())),
        ]
    });
    let columns =
        vec![Column::number("No."), Column::text("Player").naming(), Column::short("Grade"), Column::number("Rating")];
    let players = Table { rows: partners.into(), ..Table::new("Players", columns) };
    let columns = vec![Column::number("Round"), Column::text("What"), Column::number("Points")];
    let history = Table { rows, ..Table::new("Rounds", columns) };
    let mut document = Document::new(format!("{} · team {}", team.name, team.id), masthead)
        .with(Block::Facts(facts))
        .with(Block::Table(players));
    if !history.rows.is_empty() {
        document = document.with(Block::Table(history));
    }
    let json = json!({ "team": entrant, "rounds": rounds, "byes": team.requested_byes, "tiebreak_penalty": lost });
    Ok(Answer::sheet(Listing::of(document, json)))
}

/// How to reach a child's family and what it has paid, where that was kept on purpose.
fn private(desk: &Desk, player: &Player) -> Vec<(String, Cell)> {
    let contact = desk.facts.contacts.get(&player.id);
    let reach = contact.map(|c| [&c.phone, &c.email].into_iter().flatten().cloned().collect::<Vec<_>>().join(", "));
    let reach = reach.map(|reach| (format!("To reach {}", player.name), Cell::text(reach)));
    let paid = desk.facts.payments.get(&player.id).map(|payment| {
        let told = format!("{} paid of {}", shown(payment.paid.into()), shown(payment.fee.into()));
        (format!("Fee of {}", player.name), Cell::text(told))
    });
    reach.into_iter().chain(paid).collect()
}

fn status_in_words(desk: &Desk, team: &Team) -> String {
    use crate::tournament::TeamStatus as S;
    let out = team.absences.last();
    let (plays_in, _) = desk.next_round_of(team);
    let of_final = |round: u32| {
        let section = desk.tournament().section(plays_in).filter(|section| section.id != team.section)?;
        let number = round.checked_sub(desk.tournament().counted_on(team, plays_in, 0)).filter(|number| *number > 0)?;
        Some(format!("{} of {}", desk.round_called(section, number), section.name))
    };
    let from = |s: &Absence| {
        let round = of_final(s.from_round).unwrap_or_else(|| format!("round {}", s.from_round));
        format!(" from {round} on")
    };
    match team.status() {
        S::Entered => "entered".to_owned(),
        S::CheckedIn => "checked in".to_owned(),
        S::Withdrawn => format!("withdrawn{}", out.map(from).unwrap_or_default()),
        S::Expelled => format!("expelled{}", out.map(from).unwrap_or_default()),
    }
}

fn described(entry: &RoundRecord, name_of: &dyn Fn(usize) -> Option<(TeamId, String)>) -> (String, Option<TeamId>) {
    let name = |index: usize| name_of(index).map(|(id, name)| format!("{name} ({id})")).unwrap_or_default();
    let id = |index: usize| name_of(index).map(|(id, _)| id);
    match entry {
        RoundRecord::Played { opponent, matches, .. } => {
            let (own, theirs) = matches.iter().fold((0, 0), |(a, b), m| (a + m.own.0, b + m.theirs.0));
            let verb = match own.cmp(&theirs) {
                std::cmp::Ordering::Greater => "beat",
                std::cmp::Ordering::Less => "lost to",
                std::cmp::Ordering::Equal if own == 0 => "both lost, against",
                std::cmp::Ordering::Equal => "drew with",
            };
            (format!("{verb} {}", name(*opponent)), id(*opponent))
        }
        RoundRecord::Open { opponent, .. } => (format!("plays {}", name(*opponent)), id(*opponent)),
        RoundRecord::Unplayed { kind, scheduled, assigned, .. } => {
            let against = scheduled.map(|s| format!(" against {}", name(s))).unwrap_or_default();
            let what = match kind {
                Unplayed::ForfeitWin => format!("won by forfeit{against}"),
                Unplayed::ForfeitLoss => format!("lost by forfeit{against}"),
                Unplayed::FullBye if *assigned => "bye, as the odd team".to_owned(),
                Unplayed::FullBye => "full-point bye".to_owned(),
                Unplayed::HalfBye => "half-point bye".to_owned(),
                Unplayed::ZeroBye => "not played".to_owned(),
                Unplayed::Moved => "played in another section".to_owned(),
            };
            (what, scheduled.and_then(id))
        }
    }
}
