//! Penalties as a director types them: `warning`, `time:1:00`, `game`, `match`, `expel`, `none`.

use crate::tournament::names::option_name;
use clap::ValueEnum;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Penalty {
    /// Nothing; the ruling still counts as a step.
    None,
    Warning,
    /// Seconds: added to the opponent's clock, or taken from the offender's where the rule says so.
    Time(u32),
    /// The offender's game is lost.
    Game,
    /// The match is lost.
    Match,
    /// The undecided match is lost and the team is out from the next round.
    Expel,
}

/// A penalty without its amount, from the mildest to the harshest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PenaltyKind {
    /// Nothing.
    None,
    /// A warning.
    Warning,
    /// Time on a clock.
    Time,
    /// The game.
    Game,
    /// The match.
    Match,
    /// The event.
    Expel,
}

impl Penalty {
    pub fn kind(self) -> PenaltyKind {
        match self {
            Self::None => PenaltyKind::None,
            Self::Warning => PenaltyKind::Warning,
            Self::Time(_) => PenaltyKind::Time,
            Self::Game => PenaltyKind::Game,
            Self::Match => PenaltyKind::Match,
            Self::Expel => PenaltyKind::Expel,
        }
    }
}

/// Seconds as they stand on a clock: `1:00`, `0:30`.
pub fn minutes(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

impl fmt::Display for Penalty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(seconds) => f.pad(&format!("time:{}", minutes(*seconds))),
            other => f.pad(&option_name(other.kind())),
        }
    }
}

/// A penalty, or a choice of penalties, as everybody reads it: `loss of game or loss of match`.
pub fn penalty_in_words(typed: impl fmt::Display) -> String {
    let word = |choice: &str| match choice {
        "game" => "loss of game".to_owned(),
        "match" => "loss of match".to_owned(),
        "expel" => "expulsion from the event".to_owned(),
        "none" => "no penalty".to_owned(),
        "time" | "time:M:SS" => "time on the clock".to_owned(),
        other => other.strip_prefix("time:").map_or_else(|| other.to_owned(), |time| format!("{time} on the clock")),
    };
    typed.to_string().split(" or ").map(word).collect::<Vec<_>>().join(" or ")
}

/// As it is typed.
impl Serialize for Penalty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{typed}\" is not a penalty; write warning, time:M:SS (such as time:1:00), game, match, expel or none")]
pub struct NotAPenalty {
    pub typed: String,
}

impl FromStr for Penalty {
    type Err = NotAPenalty;

    fn from_str(text: &str) -> Result<Self, NotAPenalty> {
        let penalty = match text.trim().to_ascii_lowercase().as_str() {
            "none" => Some(Self::None),
            "warning" => Some(Self::Warning),
            "game" => Some(Self::Game),
            "match" => Some(Self::Match),
            "expel" => Some(Self::Expel),
            other => other.strip_prefix("time:").and_then(seconds).map(Self::Time),
        };
        penalty.ok_or_else(|| NotAPenalty { typed: text.to_owned() })
    }
}

/// Reads `M:SS`, at least a second and less than an hour.
pub fn seconds(text: &str) -> Option<u32> {
    let (minutes, seconds) = text.split_once(':')?;
    let digits = |s: &str, most: usize| !s.is_empty() && s.len() <= most && s.bytes().all(|b| b.is_ascii_digit());
    if !digits(minutes, 2) || seconds.len() != 2 || !digits(seconds, 2) {
        return None;
    }
    let (minutes, seconds): (u32, u32) = (minutes.parse().ok()?, seconds.parse().ok()?);
    let total = minutes * 60 + seconds;
    (minutes < 60 && seconds < 60 && total > 0).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_penalty_reads_back_as_it_prints() {
        for typed in ["none", "warning", "time:1:00", "time:0:30", "time:59:59", "game", "match", "expel"] {
            assert_eq!(typed.parse::<Penalty>().map(|p| p.to_string()), Ok(typed.to_owned()));
        }
    }

    #[test]
    fn a_time_without_sense_is_no_penalty() {
        for typed in
            ["time", "time:", "time:1", "time:0:00", "time:1:60", "time:60:00", "time:+1:00", "time:1:0", "forfeit", ""]
        {
            assert!(typed.parse::<Penalty>().is_err(), "{typed}");
        }
    }
}
