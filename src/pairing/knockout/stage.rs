//! What a round of a knockout decides, and what it is called.

/// A round, by what is still to be won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    Final,
    SemiFinals,
    QuarterFinals,
    /// As many places are left on the lines.
    Of(usize),
}

impl Stage {
    /// The round in which so many places are left on the lines.
    pub fn of(places: usize) -> Self {
        match places {
            ..=2 => Self::Final,
            3..=4 => Self::SemiFinals,
            5..=8 => Self::QuarterFinals,
            more => Self::Of(more.next_power_of_two()),
        }
    }

    /// The round, as in "the semi-finals are complete".
    pub fn round(self) -> String {
        match self {
            Self::Final => "final".to_owned(),
            Self::SemiFinals => "semi-finals".to_owned(),
            Self::QuarterFinals => "quarter-finals".to_owned(),
            Self::Of(places) => format!("round of {places}"),
        }
    }

    /// One match of it, as in "lost in a semi-final".
    pub fn tie(self) -> String {
        match self {
            Self::SemiFinals => "semi-final".to_owned(),
            Self::QuarterFinals => "quarter-final".to_owned(),
            Self::Final | Self::Of(_) => self.round(),
        }
    }

    /// For the head of a narrow column.
    pub fn short(self) -> String {
        match self {
            Self::Final => "Final".to_owned(),
            Self::SemiFinals => "Semi".to_owned(),
            Self::QuarterFinals => "Quarter".to_owned(),
            Self::Of(places) => format!("Last {places}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_called_by_the_places_that_are_left() {
        let called = [2, 3, 4, 8, 16, 20].map(|places| Stage::of(places).round());
        assert_eq!(called, ["final", "semi-finals", "semi-finals", "quarter-finals", "round of 16", "round of 32"]);
    }
}
