//! Why a team meets the team it meets under C.04.6: plain sentences, with the article behind each.
//!
//! Nothing is recorded while pairing: the steps are taken again, and each question ("why not the next one?") is put to the same tests.

use super::super::position::Position;
use super::super::posted::{Cause, Layers, Opponent, Posted};
use super::super::settings::Settings;
use super::super::swiss::explain::{Reason, STILL, added, company};
use super::super::swiss::remark::{Remark, between, points, remarks_on_pair};
use super::super::swiss::{Consent, explain as us};
use super::bracket::{first_identifier, sorted};
use super::matching;
use super::pair;
use super::plan::{self, Bracket, Plan, without_us_options};
use super::pool::Pool;
use crate::tournament::HalfPoints;
use crate::tournament::names::{counted, does, list};
use std::cmp::Reverse;

/// Why this team has this opponent, or the bye. Empty if the team is not in the pairing.
///
/// `name` gives the name of an entrant.
pub fn team(
    position: &Position,
    settings: &Settings,
    posted: &Posted,
    team: usize,
    name: &dyn Fn(usize) -> String,
) -> Vec<Reason> {
    let layers = layers(position, settings, posted);
    let Some(grounds) = Grounds::of(&layers.position, settings, name) else {
        return left_to_the_director(us::team(position, &without_us_options(settings), posted, team, name));
    };
    if let Some(reason) =
        posted.now.pairs.iter().find(|(a, b)| *a == team || *b == team).and_then(|pair| grounds.forced(*pair))
    {
        return vec![reason];
    }
    if layers.opponent(team).is_some() && layers.cause(team) != Cause::Rules {
        let mut reasons = layers.departure(team, name);
        reasons.extend(costs(&layers, settings, team, name));
        return reasons;
    }
    let Some(place) = grounds.place(team) else { return Vec::new() };
    let mut reasons = Vec::new();
    if grounds.plan.bye == Some(place) {
        reasons.extend(bye(&grounds, place));
    } else if let Some((bracket, pair)) = grounds.pair_of(place) {
        reasons.push(grounds.standing(place));
        for upfloater in [pair.0, pair.1].into_iter().filter(|team| bracket.upfloaters.contains(team)) {
            reasons.extend(upfloat(&grounds, bracket, upfloater));
        }
        reasons.extend(opponents(&grounds, bracket, pair));
    }
    reasons.extend(layers.elsewhere());
    reasons
}

/// The round as a whole: the bye, each score group, who is pulled up into it, each departure from the natural order.
pub fn round(position: &Position, settings: &Settings, posted: &Posted, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
    let layers = layers(position, settings, posted);
    let Some(grounds) = Grounds::of(&layers.position, settings, name) else {
        return left_to_the_director(us::round(position, &without_us_options(settings), posted, name));
    };
    let mut reasons = layers.notices();
    reasons.extend(posted.now.pairs.iter().filter_map(|pair| grounds.forced(*pair)));
    reasons.extend(added(&layers.position, settings, name));
    reasons.extend(grounds.plan.bye.iter().flat_map(|team| bye(&grounds, *team)));
    for bracket in &grounds.plan.brackets {
        reasons.push(members(&grounds, bracket));
        reasons.extend(bracket.upfloaters.iter().flat_map(|team| upfloat(&grounds, bracket, *team)));
        reasons.extend(departures(&grounds, bracket));
    }
    reasons.extend(layers.changes(name));
    reasons.extend(layers.departed().into_iter().flat_map(|team| costs(&layers, settings, team, name)));
    let mut said = std::collections::HashSet::new();
    reasons.retain(|reason| said.insert(reason.text.clone()));
    reasons
}

fn layers<'a>(position: &Position, settings: &Settings, posted: &'a Posted) -> Layers<'a> {
    let consent = Consent { rematch: true, second_bye: true };
    Layers::of(position, posted, |position| {
        pair(position, settings).or_else(|refusal| refusal.overruled_by(consent)).ok()
    })
}

/// What stands between a team and an opponent that the rules do not give it.
fn costs(layers: &Layers, settings: &Settings, team: usize, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
    let Some(Opponent::Team(other)) = layers.opponent(team) else { return Vec::new() };
    let remarks = remarks_on_pair(&layers.position_now, settings, (team.min(other), team.max(other)));
    let cost = |remark: Remark| {
        let rule = matches!(remark, Remark::Rematch { .. }).then_some("C.04.6 2.1.1");
        Reason { rule, text: format!("Trade-off: {}.", remark.text(name)) }
    };
    remarks.into_iter().filter(|remark| !matches!(remark, Remark::Float { .. })).map(cost).collect()
}

/// Where no legal pairing exists the text leaves the round to the director, who is offered that of the US system.
fn left_to_the_director(mut reasons: Vec<Reason>) -> Vec<Reason> {
    let text = "Every remaining pairing has a rematch or a second bye, so the director decides; the pairing with the fewest is used.";
    reasons.insert(0, Reason::by("C.04.6 3.3.3", text));
    reasons
}

/// Everything the answers draw on.
struct Grounds<'a> {
    position: &'a Position,
    settings: &'a Settings,
    pool: Pool,
    plan: Plan,
    /// Pairing scores of the teams that are not to be paired, and have not left.
    outside: Vec<i32>,
    name: &'a dyn Fn(usize) -> String,
}

impl<'a> Grounds<'a> {
    /// `None` where no legal pairing exists.
    fn of(position: &'a Position, settings: &'a Settings, name: &'a dyn Fn(usize) -> String) -> Option<Self> {
        let pool = Pool::of(position, settings);
        let plan = plan::of(&pool)?;
        let plays = |entrant| (0..pool.len()).any(|team| pool.entrant(team) == entrant);
        let outside = position.scores_outside(plays);
        Some(Self { position, settings, pool, plan, outside, name })
    }

    fn place(&self, entrant: usize) -> Option<usize> {
        (0..self.pool.len()).find(|team| self.pool.entrant(*team) == entrant)
    }

    fn name(&self, team: usize) -> String {
        (self.name)(self.pool.entrant(team))
    }

    fn names(&self, teams: &[usize]) -> String {
        list(teams.iter().map(|team| self.name(*team)))
    }

    /// "2½ points", as used for pairing.
    fn points(&self, team: usize) -> String {
        points(HalfPoints(self.pool.score(team)))
    }

    /// Put behind a number of teams on the points of this one where others on them are not to be paired.
    fn still(&self, team: usize) -> &'static str {
        if self.outside.contains(&self.pool.score(team)) { STILL } else { "" }
    }

    /// The bracket a team is paired in, and its pair, smaller number first.
    fn pair_of(&self, team: usize) -> Option<(&Bracket, (usize, usize))> {
        self.plan.brackets.iter().find_map(|bracket| {
            let pair = bracket.pairs.iter().find(|(a, b)| *a == team || *b == team)?;
            Some((bracket, *pair))
        })
    }

    /// Whom a team meets by the rules.
    fn opponent(&self, team: usize) -> Option<usize> {
        self.pair_of(team).map(|(_, (a, b))| if a == team { b } else { a })
    }

    fn standing(&self, team: usize) -> Reason {
        let others = (0..self.pool.len())
            .filter(|other| *other != team && self.pool.score(*other) == self.pool.score(team))
            .count();
        let company = company(others, self.still(team));
        Reason::plain(format!("{} {}, {company}.", does(&self.name(team), "has"), self.points(team)))
    }

    /// What stands between two teams, as a clause: "they met in round 2".
    fn between(&self, a: usize, b: usize) -> Option<String> {
        if self.pool.may_meet(a, b) {
            return None;
        }
        let pair = (self.pool.entrant(a), self.pool.entrant(b));
        between(self.position, self.settings, pair).map(|(_, clause)| clause)
    }

    /// The pair was settled by the director.
    fn forced(&self, (a, b): (usize, usize)) -> Option<Reason> {
        self.position.is_forced((a, b)).then(|| us::forced((a, b), self.name))
    }
}

/// Teams passed over that are named one by one.
const NAMED_FOR_THE_BYE: usize = 5;

/// Why a team has the bye, and not one that comes before it in the order of the article.
fn bye(grounds: &Grounds, bye: usize) -> Vec<Reason> {
    let pool = &grounds.pool;
    let name = grounds.name(bye);
    let still = if grounds.outside.is_empty() { "" } else { STILL };
    let text = format!(
        "The number of teams{still} is odd, so one of them gets the bye: {name}, with {}.",
        grounds.points(bye)
    );
    let mut reasons = vec![Reason::by("C.04.6 3.4", text)];
    let order = |team: usize| (pool.score(team), Reverse(pool.played(team)), Reverse(team));
    let mut before: Vec<usize> = (0..pool.len()).filter(|team| order(*team) < order(bye)).collect();
    before.sort_by_key(|team| order(*team));
    reasons.extend(before.iter().take(NAMED_FOR_THE_BYE).map(|team| passed_over_for_the_bye(grounds, *team)));
    if before.len() > NAMED_FOR_THE_BYE {
        let text = match before.len() - NAMED_FOR_THE_BYE {
            1 => "The other team that comes first can't get it either.".to_owned(),
            others => format!("None of the other {others} teams that come first can get it either."),
        };
        reasons.push(Reason::by("C.04.6 3.4", text));
    }
    let eligible = |team: &usize| pool.score(*team) == pool.score(bye) && pool.may_get_bye(*team) && *team != bye;
    let rivals: Vec<usize> = (0..pool.len()).filter(eligible).collect();
    let text = if rivals.is_empty() {
        format!("{} the only team with {} that can get it.", does(&name, "is"), grounds.points(bye))
    } else if rivals.iter().all(|team| pool.played(*team) < pool.played(bye)) {
        format!(
            "Of the teams with {} that can get it, {} played the most matches.",
            grounds.points(bye),
            does(&name, "has")
        )
    } else {
        format!(
            "Of the teams with {} that can get it and have played as many matches, {} the highest number.",
            grounds.points(bye),
            does(&name, "has")
        )
    };
    reasons.push(Reason::by("C.04.6 3.4", text));
    reasons
}

fn passed_over_for_the_bye(grounds: &Grounds, team: usize) -> Reason {
    let name = grounds.name(team);
    if !grounds.pool.may_get_bye(team) {
        let text = format!("{} first, but had a bye or a forfeit win, and nobody gets another.", does(&name, "comes"));
        return Reason::by("C.04.6 2.1.2", text);
    }
    let others: Vec<usize> = (0..grounds.pool.len()).filter(|other| *other != team).collect();
    debug_assert!(!matching::is_pairable(&grounds.pool, &others));
    Reason::by(
        "C.04.6 3.4",
        format!("{} first, but without them the others cannot all be paired.", does(&name, "comes")),
    )
}

/// Teams passed over that are named one by one.
const NAMED: usize = 3;

/// Why anybody is pulled up into the group of a bracket, and why this team.
fn upfloat(grounds: &Grounds, bracket: &Bracket, upfloater: usize) -> Vec<Reason> {
    let mut reasons = vec![somebody_must_rise(grounds, bracket)];
    let before: Vec<usize> = bracket
        .lower
        .iter()
        .copied()
        .take_while(|team| *team != upfloater)
        .filter(|team| !bracket.upfloaters.contains(team))
        .collect();
    if before.is_empty() {
        let text =
            format!("{} first of the teams below, so they are pulled up.", does(&grounds.name(upfloater), "comes"));
        reasons.push(Reason::by("C.04.6 3.5", text));
        return reasons;
    }
    reasons.extend(before.iter().take(NAMED).map(|team| passed_over(grounds, bracket, upfloater, *team)));
    if before.len() > NAMED {
        let text = match before.len() - NAMED {
            1 => format!("Nor could the other team ahead of {}.", grounds.name(upfloater)),
            others => {
                format!("Nor could any of the other {others} teams ahead of {}.", grounds.name(upfloater))
            }
        };
        reasons.push(Reason::by("C.04.6 3.5", text));
    }
    let text = format!("So the team pulled up is {}, with {}.", grounds.name(upfloater), grounds.points(upfloater));
    reasons.push(Reason::by("C.04.6 3.5", text));
    reasons
}

fn somebody_must_rise(grounds: &Grounds, bracket: &Bracket) -> Reason {
    let points = grounds.points(bracket.residents[0]);
    let text = match (bracket.residents.len(), bracket.upfloaters.len()) {
        (1, 1) => format!(
            "{} the only team left with {points}, so one team is pulled up from below.",
            does(&grounds.name(bracket.residents[0]), "is")
        ),
        (n, 1) => format!("{n} teams are left with {points}, an odd number, so one team is pulled up from below."),
        (_, many) => {
            format!(
                "The teams left with {points} cannot all be paired with fewer, so {many} teams are pulled up from below."
            )
        }
    };
    Reason::by("C.04.6 3.5", text)
}

/// Why a team that comes before the upfloater was not pulled up instead.
fn passed_over(grounds: &Grounds, bracket: &Bracket, upfloater: usize, team: usize) -> Reason {
    let pool = &grounds.pool;
    let (name, chosen) = (grounds.name(team), grounds.name(upfloater));
    if bracket.residents.iter().all(|resident| !pool.may_meet(team, *resident)) {
        let all = match bracket.residents.as_slice() {
            [only] => grounds.name(*only),
            _ => format!("everyone left with {}", grounds.points(bracket.residents[0])),
        };
        return Reason::by(
            "C.04.6 2.1.1",
            format!("{} before {chosen}, but can't meet {all} again.", does(&name, "comes")),
        );
    }
    let set: Vec<usize> =
        bracket.upfloaters.iter().map(|other| if *other == upfloater { team } else { *other }).collect();
    let group: Vec<usize> = bracket.residents.iter().chain(&set).copied().collect();
    let rest: Vec<usize> = bracket.lower.iter().copied().filter(|other| !set.contains(other)).collect();
    if !matching::is_pairable(pool, &group) {
        let text = format!(
            "{} before {chosen}, but with them the score group could not be paired without a rematch.",
            does(&name, "comes")
        );
        return Reason::by("C.04.6 2.1.1", text);
    }
    if !matching::is_pairable(pool, &rest) {
        let text = format!(
            "{} before {chosen}, but without them the teams below could not all be paired.",
            does(&name, "comes")
        );
        return Reason::by("C.04.6 3.5", text);
    }
    if pool.score(team) == pool.score(upfloater) && !plan::leaves_the_next_group_whole(pool, &bracket.lower, &set) {
        let text = format!(
            "{} before {chosen}, but then the score group below would need more upfloaters than its size calls for.",
            does(&name, "comes")
        );
        return Reason::by("C.04.6 2.3.3", text);
    }
    if pool.floated(team) && !pool.floated(upfloater) {
        let text = format!("{} before {chosen}, but already floated in the last round.", does(&name, "comes"));
        return Reason::by("C.04.6 2.3.4", text);
    }
    Reason::by(
        "C.04.6 3.5",
        format!("{} before {chosen}, but no set of upfloaters that includes them does as well.", does(&name, "comes")),
    )
}

fn members(grounds: &Grounds, bracket: &Bracket) -> Reason {
    let teams = counted(bracket.residents.len(), "team");
    let (points, names) = (grounds.points(bracket.residents[0]), grounds.names(&bracket.residents));
    let risen = bracket.residents.len()
        < (0..grounds.pool.len())
            .filter(|t| grounds.pool.score(*t) == grounds.pool.score(bracket.residents[0]))
            .count();
    let left = if risen { " left" } else { grounds.still(bracket.residents[0]) };
    Reason::plain(format!("With {points}: {teams}{left} ({names})."))
}

/// Why the two of a pair meet. Smaller number first.
fn opponents(grounds: &Grounds, bracket: &Bracket, (upper, lower): (usize, usize)) -> Vec<Reason> {
    let teams = sorted(&bracket.residents, &bracket.upfloaters);
    let (name, other) = (grounds.name(upper), grounds.name(lower));
    if teams.len() == 2 {
        return vec![Reason::by("C.04.6 3.6", format!("{name} and {other} are the only two left."))];
    }
    let text = format!(
        "The {} teams are listed in number order, and the upper half meets the lower half in that order.",
        teams.len()
    );
    let mut reasons = vec![Reason::by("C.04.6 3.6", text)];
    let half = teams.len() / 2;
    let place = |team: usize| teams.iter().position(|t| *t == team).unwrap_or(0);
    let natural = |team: usize| teams[(place(team) + half) % teams.len()];
    if natural(upper) == lower {
        let at = place(upper) + 1;
        let text = format!(
            "{} number {at} in the upper half and {other} number {at} in the lower: the natural pairing.",
            does(&name, "is")
        );
        reasons.push(Reason::by("C.04.6 3.6", text));
        return reasons;
    }
    reasons.extend([upper, lower].map(|team| why_not(grounds, bracket, team, natural(team))));
    let text = format!("So {name} and {other} meet: of all the remaining orders, this one comes first.");
    reasons.push(Reason::by("C.04.6 3.6", text));
    reasons
}

/// Natural pairs of a bracket that could not be, each with the reason.
fn departures(grounds: &Grounds, bracket: &Bracket) -> Vec<Reason> {
    let teams = sorted(&bracket.residents, &bracket.upfloaters);
    let half = teams.len() / 2;
    let natural = teams[..half].iter().zip(&teams[half..]);
    let mut reasons: Vec<Reason> = natural
        .filter(|(a, b)| grounds.opponent(**a) != Some(**b))
        .map(|(a, b)| why_not(grounds, bracket, *a, *b))
        .collect();
    if !reasons.is_empty() {
        let pairs: Vec<String> =
            bracket.pairs.iter().map(|(a, b)| format!("{} against {}", grounds.name(*a), grounds.name(*b))).collect();
        let text = format!("So the pairings are {}: the first of all the remaining orders.", pairs.join(", "));
        reasons.push(Reason::by("C.04.6 3.6", text));
    }
    reasons
}

/// Why a team does not meet its natural opponent.
fn why_not(grounds: &Grounds, bracket: &Bracket, team: usize, natural: usize) -> Reason {
    let (name, other) = (grounds.name(team), grounds.name(natural));
    let natural_was = format!("The natural opponent of {name} was {other}");
    if let Some(clause) = grounds.between(team, natural) {
        return Reason::by("C.04.6 2.1.1", format!("{natural_was}, but {clause}."));
    }
    let repeats = |a: usize, b: usize| {
        let into = |upfloater: usize, resident: usize| {
            bracket.upfloaters.contains(&upfloater) && grounds.pool.floated(resident)
        };
        into(a, b) || into(b, a)
    };
    if repeats(team, natural) {
        let (up, floated) = if bracket.upfloaters.contains(&team) { (&name, &other) } else { (&other, &name) };
        let text = format!(
            "{natural_was}, but {floated} floated in the last round and should not meet {up}, the team pulled up."
        );
        return Reason::by("C.04.6 2.3.7", text);
    }
    let repeated = |pairs: &[(usize, usize)]| pairs.iter().filter(|(a, b)| repeats(*a, *b)).count();
    let teams = sorted(&bracket.residents, &bracket.upfloaters);
    let kept = |a: usize, b: usize| {
        let together = [(team, natural), (natural, team)].contains(&(a, b));
        together || ![a, b].iter().any(|t| [team, natural].contains(t))
    };
    let joined = |i: usize, j: usize| grounds.pool.may_meet(teams[i], teams[j]) && kept(teams[i], teams[j]);
    let clean = first_identifier(teams.len(), |i, j| joined(i, j) && !repeats(teams[i], teams[j]));
    let Some(alternative) = clean.or_else(|| first_identifier(teams.len(), joined)) else {
        return Reason::by("C.04.6 2.1.1", format!("{natural_was}, but then the others could not all be paired."));
    };
    let mut alternative: Vec<(usize, usize)> = alternative.into_iter().map(|(i, j)| (teams[i], teams[j])).collect();
    alternative.sort_unstable();
    if let Some((a, b)) =
        alternative.iter().find(|(a, b)| repeats(*a, *b)).filter(|_| repeated(&alternative) > repeated(&bracket.pairs))
    {
        let (up, floated) = if bracket.upfloaters.contains(a) { (a, b) } else { (b, a) };
        let text = format!(
            "{natural_was}, but then {}, who floated in the last round, would meet {}, the team pulled up.",
            grounds.name(*floated),
            grounds.name(*up)
        );
        return Reason::by("C.04.6 2.3.7", text);
    }
    let worse = bracket.pairs.iter().find(|pair| !alternative.contains(pair) && ![pair.0, pair.1].contains(&team));
    let text = match worse {
        Some((a, b)) => {
            format!(
                "{natural_was}, but then {} could not meet {}, and that pair comes first.",
                grounds.name(*a),
                grounds.name(*b)
            )
        }
        None => format!("{natural_was}, but that pairing comes later in the order of numbers."),
    };
    Reason::by("C.04.6 3.6", text)
}
