//! Tie-breaks that look at the tied teams alone: the result between them, FIDE's direct encounter, plain and extended.

use super::super::scorebook::{Cell, Score, Scorebook};
use super::super::tally::{Basis, Tally, Term};
use super::super::value::Value;
use super::opponents::of_rounds;

/// Result between tied teams [US Chess 34E5]: wins less losses in the matches they played with one another.
///
/// Each match of a double round counts by itself; forfeits do not count, save in a round robin. Example: three teams tied, one beat both
/// others and they drew: +2, -1, -1.
pub fn result_between_tied(book: &Scorebook<'_>, team: usize, tied: &[usize]) -> Tally {
    against(book, team, tied, |round| match book.row(team)[round] {
        Cell::Met { plus, .. } => Value::whole(plus.into()),
        _ => Value::ZERO,
    })
}

/// A term for each round against another of the tied teams.
fn against(book: &Scorebook<'_>, team: usize, tied: &[usize], value: impl Fn(usize) -> Value) -> Tally {
    Tally::sum(of_rounds(book, team, |round, cell| match cell {
        Cell::Met { opponent, own, theirs, .. } if tied.binary_search(&opponent).is_ok() => {
            Some(Term::new(round, Some(opponent), Basis::Result { own, theirs }, value(round)))
        }
        _ => None,
    }))
}

/// Direct encounter [FIDE C.07 6]: the tied teams' own table, from the matches they played with one another.
///
/// Two that met more than once count the average. All have met: the table ranks, and teams level in it are compared
/// afresh among themselves. Not all: only a team that stays alone on top whatever the missing matches bring goes first,
/// likewise for second and so on; then the rest are looked at afresh. The value is the place. Example: of 1, 2, 4 and 6, team 6 beat 2 and drew the
/// rest, which all drew: 6 is first, 1 and 4 share second, 2 is fourth.
pub fn direct_encounter(book: &Scorebook<'_>, group: &[usize]) -> Vec<Value> {
    numbered(group, &settle(group.to_vec(), &|part| split(book, part, Score::Match)))
}

/// The team's own row of the tied table.
pub fn row_of_tied(book: &Scorebook<'_>, team: usize, tied: &[usize], score: Score) -> Tally {
    against(book, team, tied, |round| book.scored(team, round, score).into())
}

/// Splits a group, and each part again, until nothing splits any more; the parts in order of place.
pub fn settle(group: Vec<usize>, split: &impl Fn(&[usize]) -> Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    if group.len() < 2 {
        return vec![group];
    }
    let parts = split(&group);
    if parts.len() == 1 {
        return parts;
    }
    parts.into_iter().flat_map(|part| settle(part, split)).collect()
}

/// The place of each team, given the parts in order.
pub fn numbered(group: &[usize], parts: &[Vec<usize>]) -> Vec<Value> {
    let mut places: Vec<(usize, i64)> = Vec::with_capacity(group.len());
    for part in parts {
        let place = places.len() as i64 + 1;
        places.extend(part.iter().map(|team| (*team, place)));
    }
    places.sort_unstable();
    let place = |team: &usize| places.binary_search_by_key(team, |(t, _)| *t).map_or(1, |at| places[at].1);
    group.iter().map(|team| Value::whole(place(team))).collect()
}

/// One step: the whole table if all have met, else the teams that nobody below can catch, one by one, and the rest.
pub fn split(book: &Scorebook<'_>, group: &[usize], score: Score) -> Vec<Vec<usize>> {
    let mut tied = group.to_vec();
    tied.sort_unstable();
    let rows: Vec<(Value, i64)> = tied.iter().map(|team| own_row(book, *team, &tied, score)).collect();
    if rows.iter().all(|(_, missing)| *missing == 0) {
        return ranked(&tied, &rows);
    }
    let round = i64::from(book.draw(score).0);
    let mut rest: Vec<usize> = (0..tied.len()).collect();
    let mut parts = Vec::new();
    while let Some(best) = uncaught(&rest, &rows, round) {
        rest.retain(|at| *at != best);
        parts.push(vec![tied[best]]);
    }
    if !rest.is_empty() {
        parts.push(rest.into_iter().map(|at| tied[at]).collect());
    }
    parts
}

/// 6.3: the one that stays alone on top even if every missing match goes to the others.
fn uncaught(rest: &[usize], rows: &[(Value, i64)], round: i64) -> Option<usize> {
    let best = rest.iter().copied().max_by_key(|at| rows[*at].0)?;
    let reach = |at: usize| rows[at].0 + Value::whole(rows[at].1 * round);
    rest.iter().all(|at| *at == best || reach(*at) < rows[best].0).then_some(best)
}

/// Points against the other tied teams, averaged where two met more than once, and how many were not met.
fn own_row(book: &Scorebook<'_>, team: usize, tied: &[usize], score: Score) -> (Value, i64) {
    let games = row_of_tied(book, team, tied, score).terms;
    let mut met: Vec<(usize, Value)> = games.iter().filter_map(|term| Some((term.opponent?, term.value))).collect();
    met.sort_unstable();
    let opponents: Vec<&[(usize, Value)]> = met.chunk_by(|a, b| a.0 == b.0).collect();
    let points =
        opponents.iter().map(|games| games.iter().map(|(_, v)| *v).sum::<Value>().shared_by(games.len() as i64)).sum();
    (points, tied.len() as i64 - 1 - opponents.len() as i64)
}

fn ranked(tied: &[usize], rows: &[(Value, i64)]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..tied.len()).collect();
    order.sort_by(|a, b| rows[*b].0.cmp(&rows[*a].0).then(a.cmp(b)));
    order.chunk_by(|a, b| rows[*a].0 == rows[*b].0).map(|part| part.iter().map(|at| tied[*at]).collect()).collect()
}

/// Extended direct encounter [FIDE C.07 13.3]: on match points; where that is stuck, on game points.
///
/// Each is worked out to its end; teams that are then still level start again with match points. Example: two teams
/// that drew their match 1:1, one of them with more board points in it: that one is first.
pub fn extended_direct_encounter(book: &Scorebook<'_>, group: &[usize]) -> Vec<Value> {
    let by = |score: Score| move |part: &[usize]| split(book, part, score);
    let split = |part: &[usize]| {
        let on_match_points = settle(part.to_vec(), &by(Score::Match));
        if on_match_points.len() > 1 { on_match_points } else { settle(part.to_vec(), &by(Score::Game)) }
    };
    numbered(group, &settle(group.to_vec(), &split))
}
