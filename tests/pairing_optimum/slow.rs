//! A slow exact solver for whole fields: one global matching for K1 to K7, then two for each score level (K8).
//!
//! Independent of the engine: its own reading of the criteria, and the matcher of another crate under vector weights.

use bughouse::pairing::{ByeClass, Entrant, Position, SchoolMode, Settings};
use integer_blossom::{Weight, max_weight_matching};
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// Words of a weight; five digits of eight bits in each.
const WORDS: usize = 100;
const DIGITS_A_WORD: usize = 5;

/// A vector compared from its first word. The first word counts edges, so that complete matchings win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Vector([i64; WORDS]);

impl Vector {
    fn map2(mut self, other: Self, f: impl Fn(i64, i64) -> i64) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        self
    }
}

impl Add for Vector {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.map2(other, |a, b| a + b)
    }
}
impl Sub for Vector {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.map2(other, |a, b| a - b)
    }
}
impl AddAssign for Vector {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl SubAssign for Vector {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
impl Weight for Vector {
    const ZERO: Self = Self([0; WORDS]);
    const ONE: Self = {
        let mut one = [0; WORDS];
        one[WORDS - 1] = 1;
        Self(one)
    };
    fn inf() -> Self {
        let mut inf = [0; WORDS];
        inf[0] = 1 << 40;
        Self(inf)
    }
    fn double(self) -> Self {
        self + self
    }
    fn half(self) -> Self {
        self.map2(self, |a, _| a / 2)
    }
}

/// The weight of an edge with these costs, most important first, each below 256 in total over a matching.
fn weight(digits: &[u64]) -> Vector {
    assert!(digits.len() <= (WORDS - 1) * DIGITS_A_WORD, "{} digits", digits.len());
    let mut words = [0; WORDS];
    words[0] = 1;
    for (at, digit) in digits.iter().enumerate() {
        assert!(*digit < 256);
        words[1 + at / DIGITS_A_WORD] -= (*digit as i64) << (8 * (DIGITS_A_WORD - 1 - at % DIGITS_A_WORD));
    }
    Vector(words)
}

/// Two digits for a number that may be large.
fn two(value: u64) -> [u64; 2] {
    [value / 256, value % 256]
}

fn solve(size: usize, cost: impl Fn(usize, usize) -> Option<Vec<u64>>) -> Option<Vec<usize>> {
    let mut weights = vec![Vector::ZERO; size * size];
    for i in 0..size {
        for j in i + 1..size {
            if let Some(digits) = cost(i, j) {
                weights[i * size + j] = weight(&digits);
                weights[j * size + i] = weights[i * size + j];
            }
        }
    }
    max_weight_matching(&weights, size).into_iter().collect()
}

/// The optimum without look-ahead, or `None`: pairs of entrant indexes and the bye.
pub fn optimum(position: &Position, settings: &Settings, pool: &[usize]) -> Option<super::oracle::Whole> {
    let n = pool.len();
    let team = |rank: usize| -> &Entrant { &position.entrants[pool[rank]] };
    let paired_on = |rank: usize| team(rank).score.0 + team(rank).virtual_points.0;
    let met = |a: usize, b: usize| team(a).met.iter().filter(|(o, _)| *o as usize == pool[b]).count() as u64;
    let clash = |a: usize, b: usize| team(a).schools.iter().any(|s| team(b).schools.contains(s));
    let plus = |a: usize| team(a).score.0 - (position.round as i32 - 1) * i32::from(position.matches);
    let barred = |a: usize, b: usize| {
        let pair = (pool[a] as u32, pool[b] as u32);
        position.forbidden.contains(&pair) || position.forbidden.contains(&(pair.1, pair.0))
    };
    // (met squared, strict, soft) or not allowed
    let between = |a: usize, b: usize| -> Option<(u64, u64, u64)> {
        if barred(a, b) {
            return None;
        }
        let met = met(a, b).pow(2);
        let (strict, soft) = match settings.school_mode {
            _ if !clash(a, b) => (0, 0),
            SchoolMode::Ignore => (0, 0),
            SchoolMode::Forbid => return None,
            SchoolMode::Prefer => (0, 1),
            SchoolMode::Avoid => (1, 0),
            SchoolMode::Plus2 => {
                let soft = u64::from(plus(a).max(plus(b)) >= 2);
                (1 - soft, soft)
            }
        };
        Some((met, strict, soft))
    };
    let mut scores: Vec<i32> = (0..n).map(paired_on).collect();
    scores.dedup();
    let level = |rank: usize| scores.iter().position(|s| *s == paired_on(rank)).unwrap();
    let levels = scores.len();
    let cost = |a: usize, b: usize| -> Option<Vec<u64>> {
        if b == n {
            let t = team(a);
            let mut digits = two(0).to_vec();
            digits.push(u64::from(t.bye_class == ByeClass::HadFull));
            digits.push((levels - level(a)) as u64);
            digits.push(u64::from(t.bye_class == ByeClass::HadHalf));
            digits.push(u64::from(t.unrated && settings.protect_unrated));
            digits.push(255 - u64::from(t.seed));
            return Some(digits);
        }
        let (met, strict, soft) = between(a, b)?;
        let mut digits = two(met).to_vec();
        digits.extend([0; 5]);
        digits.push(strict);
        let (la, lb) = (level(a), level(b));
        let floats = la < lb;
        for l in 0..levels {
            digits.push(u64::from(floats && l == la));
            digits.extend((l + 1..levels).rev().map(|below| u64::from(floats && l == la && below == lb)));
        }
        digits.push(soft);
        let repeats = floats && settings.avoid_repeat_floats;
        digits.push(u64::from(repeats && team(a).floated_down));
        digits.push(u64::from(repeats && team(b).floated_up));
        for (l, score) in scores.iter().enumerate() {
            let in_level = || (0..n).filter(|r| paired_on(*r) == *score);
            let here = floats && l == la;
            digits.push(u64::from(here && settings.protect_unrated && team(a).unrated));
            digits.extend(in_level().map(|r| u64::from(here && r == a)));
            digits.extend(in_level().map(|r| if here && r == a { b as u64 } else { 0 }));
        }
        Some(digits)
    };
    let mates = solve(n + n % 2, cost)?;
    let bye = (n % 2 == 1).then(|| mates[n]);
    let mut pairs = Vec::new();
    for (a, &b) in mates.iter().enumerate().take(n).filter(|(a, b)| **b < n && *a < **b) {
        if level(a) != level(b) {
            pairs.push((a, b));
        }
    }
    for l in 0..levels {
        let inside: Vec<usize> = (0..n).filter(|r| level(*r) == l && mates[*r] < n && level(mates[*r]) == l).collect();
        pairs.extend(level_pairs(&inside, &between)?);
    }
    Some((pairs.into_iter().map(|(a, b)| (pool[a], pool[b])).collect(), bye.map(|r| pool[r])))
}

/// Stages B and C of 1.6.
fn level_pairs(
    inside: &[usize],
    between: &dyn Fn(usize, usize) -> Option<(u64, u64, u64)>,
) -> Option<Vec<(usize, usize)>> {
    let (size, half) = (inside.len(), inside.len() / 2);
    let stage_b = |i: usize, j: usize| -> Option<Vec<u64>> {
        let (met, strict, soft) = between(inside[i], inside[j])?;
        let mut digits = two(met).to_vec();
        digits.extend([strict, soft]);
        let (both_upper, both_lower) = (j < half, i >= half);
        digits.push(u64::from(both_upper));
        let reach = if both_upper {
            size - j
        } else if both_lower {
            i
        } else {
            0
        };
        digits.extend(two(reach as u64));
        let moved = if both_upper { Some(j) } else { both_lower.then_some(i) };
        digits.extend((0..size).map(|place| u64::from(moved == Some(place))));
        Some(digits)
    };
    let mates = solve(size, stage_b)?;
    let down = |i: usize| i < half && mates[i] < i;
    let up = |i: usize| i >= half && mates[i] > i;
    let upper: Vec<usize> = (0..size).filter(|i| (*i < half && !down(*i)) || up(*i)).collect();
    let lower: Vec<usize> = (0..size).filter(|i| !upper.contains(i)).collect();
    let stage_c = |i: usize, j: usize| -> Option<Vec<u64>> {
        let (i, j) = (i, j.checked_sub(half)?);
        if i >= half {
            return None;
        }
        let (met, strict, soft) = between(inside[upper[i]], inside[lower[j]])?;
        let mut digits = two(met).to_vec();
        digits.extend([strict, soft]);
        let displacement = (i.abs_diff(j) as u64).pow(2);
        digits.extend([0, displacement / 256, displacement % 256]);
        digits.extend((0..half).map(|row| if row == i { lower[j] as u64 } else { 0 }));
        Some(digits)
    };
    let mates = solve(size, stage_c)?;
    Some((0..half).map(|i| (inside[upper[i]], inside[lower[mates[i] - half]])).collect())
}
