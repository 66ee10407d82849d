//! An exact tie-break value: a fraction, so that no two teams are ever parted by rounding.

use crate::tournament::HalfPoints;
use serde::Serialize;
use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

/// A fraction in lowest terms.
///
/// Prints as a director writes it: `12½`, `5.25`, and thirds and the like to two places. JSON gets a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    over: i64,
    under: i64,
}

impl Value {
    pub const ZERO: Self = Self { over: 0, under: 1 };

    pub fn whole(number: i64) -> Self {
        Self { over: number, under: 1 }
    }

    /// `over / under` in lowest terms; `under` is not zero.
    pub fn fraction(over: i64, under: i64) -> Self {
        debug_assert!(under != 0, "a mean is only taken of something");
        // Halves and quarters, nearly all there is, reduce without a division.
        if under > 0 && under & (under - 1) == 0 {
            let shift = over.trailing_zeros().min(under.trailing_zeros());
            return Self { over: over >> shift, under: under >> shift };
        }
        let divisor = gcd(over.unsigned_abs(), under.unsigned_abs()) as i64 * under.signum();
        Self { over: over / divisor, under: under / divisor }
    }

    /// The product of two scores, each in half points.
    pub fn product(one: HalfPoints, other: HalfPoints) -> Self {
        Self::fraction(i64::from(one.0) * i64::from(other.0), 4)
    }

    /// The value shared out equally; `parts` is not zero.
    pub fn shared_by(self, parts: i64) -> Self {
        Self::fraction(self.over, self.under * parts)
    }

    /// The value as a decimal, for machine output only.
    pub fn as_decimal(self) -> f64 {
        self.over as f64 / self.under as f64
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl Default for Value {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<HalfPoints> for Value {
    fn from(points: HalfPoints) -> Self {
        Self::fraction(i64::from(points.0), 2)
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        (i128::from(self.over) * i128::from(other.under)).cmp(&(i128::from(other.over) * i128::from(self.under)))
    }
}

impl Add for Value {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if self.under == other.under {
            return Self::fraction(self.over + other.over, self.under);
        }
        Self::fraction(self.over * other.under + other.over * self.under, self.under * other.under)
    }
}

impl Neg for Value {
    type Output = Self;
    fn neg(self) -> Self {
        Self { over: -self.over, under: self.under }
    }
}

impl Sub for Value {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul<i64> for Value {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self::fraction(self.over * times, self.under)
    }
}

impl Sum for Value {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.over < 0 { "-" } else { "" };
        let (whole, rest) =
            (self.over.unsigned_abs() / self.under as u64, self.over.unsigned_abs() % self.under as u64);
        f.pad(&match (whole, rest, self.under) {
            (_, 0, _) => format!("{sign}{whole}"),
            (0, _, 2) => format!("{sign}½"),
            (_, _, 2) => format!("{sign}{whole}½"),
            _ => format!("{:.2}", self.as_decimal()),
        })
    }
}

impl Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.under == 1 { serializer.serialize_i64(self.over) } else { serializer.serialize_f64(self.as_decimal()) }
    }
}
