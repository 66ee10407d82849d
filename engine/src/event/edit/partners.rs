//! Partners: two children who came alone become a team, and part again; what is known of one who waits.

use super::entries::{known, refuse};
use crate::discipline::Appellant;
use crate::event::{Event, Refusal, TeamRefusal};
use crate::registration::{Entrants, name_of_two};
use crate::tournament::names::fold;
use crate::tournament::{Player, PlayerId, SectionId, Team, TeamId};

/// Makes a team of two children without a partner, where both entered if no section is named.
pub fn unite(
    event: &mut Event,
    players: [PlayerId; 2],
    section: Option<SectionId>,
    name: Option<&str>,
) -> Result<Team, Refusal> {
    let tournament = event.tournament();
    if let Some((player, team)) = players.into_iter().find_map(|id| Some((id, tournament.team_of(id)?.id))) {
        return Err(Refusal::HasPartner { player, team });
    }
    let [first, second] = players;
    if first == second {
        return Err(Refusal::OwnPartner { player: first });
    }
    let child = |id| tournament.player(id).cloned().ok_or(Refusal::Gone);
    let children = [child(first)?, child(second)?];
    let section = match (section, children.each_ref().map(|child| child.section)) {
        (None, [Some(one), Some(other)]) if one != other => {
            return Err(Refusal::EnteredApart { players, sections: [one, other] });
        }
        (named, [one, other]) => named.or(one).or(other),
    };
    let pair = Entrants::Team {
        name: name_of_two(&children[0].name, &children[1].name),
        is_named: false,
        players: Box::new(children.each_ref().map(|child| event.entered(child))),
        school: None,
        rating: None,
        is_house: false,
    };
    let school = pair.school().map(str::to_owned);
    let section = event.place(pair, section)?;
    let name = match name {
        Some(name) => event.free_team_name(section, name, school.as_deref(), None)?,
        None => own_name(event, section, &children, school.as_deref()),
    };
    let moved = children.into_iter().filter(|child| child.section != Some(section));
    event.save_players(moved.map(|child| Player { section: Some(section), ..child }));
    let id = event.enter(Team { name, section, players, ..Team::default() });
    known(event, id)
}

/// The name that one of them came with; of two the director chooses. Else their own names, numbered where they are taken.
fn own_name(event: &Event, section: SectionId, children: &[Player; 2], school: Option<&str>) -> String {
    let is_free = |name: &String| event.namesake(section, name, None).is_none();
    let kept: Vec<&String> = children.iter().filter_map(|child| child.team_name.as_ref()).collect();
    let only = kept.first().filter(|name| kept.iter().all(|other| fold(other) == fold(name)));
    if let Some(Ok(name)) = only.map(|name| event.free_team_name(section, name, school, None)) {
        return name;
    }
    let name = name_of_two(&children[0].name, &children[1].name);
    let numbered = (2..).map(|n| format!("{name} {n}"));
    std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or(name)
}

/// Parts a team that was never paired; both partners need another then.
pub fn part(event: &mut Event, id: TeamId) -> Result<(), Refusal> {
    let (team, tournament) = (known(event, id)?, event.tournament());
    if let Some(round) = tournament.rounds.iter().find(|round| round.assignment(id).is_some()) {
        return refuse(id, TeamRefusal::PairedIn { round: round.number });
    }
    if !team.absences.is_empty() {
        return refuse(id, TeamRefusal::HasLeft);
    }
    let wishes = &event.facts.wishes;
    let mut wished = wishes.forbidden.iter().chain(wishes.required.iter().map(|(_, pair)| pair));
    if wished.any(|pair| pair.contains(&id)) {
        return refuse(id, TeamRefusal::Wished);
    }
    // What was written once for both is kept for each.
    let without =
        tournament.partners(&team).into_iter().filter(|child| child.school.is_none() && team.school.is_some());
    let of_team: Vec<Player> = without.map(|child| Player { school: team.school, ..child.clone() }).collect();
    event.save_players(of_team);
    event.remove_team(id);
    Ok(())
}

/// Takes over what is known of a child without a partner now, who may be said to be another child of a name.
pub fn edit(event: &mut Event, player: &Player, is_another: bool) -> Result<(), Refusal> {
    let known = alone(event, player.id)?;
    if (&player.name, &player.federation_id) != (&known.name, &known.federation_id) {
        event.not_twice(&event.entered(player), Some(player.id), is_another)?;
    }
    if player.section != known.section {
        event.place(Entrants::Alone(event.entered(player)), player.section)?;
    }
    event.save_players([player.clone()]);
    Ok(())
}

/// Takes a child without a partner out, unless rulings or appeals name it.
pub fn remove(event: &mut Event, id: PlayerId) -> Result<(), Refusal> {
    alone(event, id)?;
    let docket = &event.facts.docket;
    let is_named = docket.rulings.iter().any(|ruling| ruling.player == Some(id))
        || docket.appeals.iter().any(|appeal| appeal.by == Appellant::Player(id));
    if is_named {
        return Err(Refusal::OnRecord { player: id });
    }
    let facts = event.changing();
    facts.tournament.players.retain(|player| player.id != id);
    facts.contacts.remove(&id);
    facts.payments.remove(&id);
    Ok(())
}

fn alone(event: &Event, id: PlayerId) -> Result<&Player, Refusal> {
    match event.tournament().team_of(id) {
        Some(team) => Err(Refusal::HasPartner { player: id, team: team.id }),
        None => event.tournament().player(id).ok_or(Refusal::Gone),
    }
}
