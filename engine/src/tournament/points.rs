//! Scores as integers: one unit is half of a match won.

use serde::Serialize;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

/// A score counted in half points of a match: a win is 2, a draw 1.
///
/// Prints as a director writes it: `3½`, `½`, `0`. JSON gets a number: `3.5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct HalfPoints(pub i32);

impl HalfPoints {
    pub const ZERO: Self = Self(0);
    pub const DRAW: Self = Self(1);
    pub const WIN: Self = Self(2);

    /// The score in points, for machine output only.
    pub fn as_points(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, half) = (self.0.unsigned_abs() / 2, self.0 % 2 != 0);
        f.pad(&match (whole, half) {
            (0, true) => format!("{sign}½"),
            (w, true) => format!("{sign}{w}½"),
            (w, false) => format!("{sign}{w}"),
        })
    }
}

impl Serialize for HalfPoints {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 2 == 0 { serializer.serialize_i32(self.0 / 2) } else { serializer.serialize_f64(self.as_points()) }
    }
}

impl Add for HalfPoints {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for HalfPoints {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for HalfPoints {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for HalfPoints {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for HalfPoints {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_a_director_writes_it() {
        let shown: Vec<String> = [7, 6, 1, 0, -1, -3].map(|n| HalfPoints(n).to_string()).into();
        assert_eq!(shown, ["3½", "3", "½", "0", "-½", "-1½"]);
    }
}
