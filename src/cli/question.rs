//! What a person is asked before something is done. An answer is known by what was asked about and by what stood there, not by the sentence.

use crate::tournament::{ByePoints, MatchId, MatchResult, PlayerId, SectionId, TeamId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::path::Path;

/// Before a question's sentence that describes the change as if it were made.
pub const WOULD_BE: &str = "This would happen:";

/// What is asked about, with what it rests on: where that is something else by the time of the answer, it is asked about again.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum About<'a> {
    /// Whether a child is another one than this.
    AnotherChild(PlayerId),
    Bye {
        team: TeamId,
        section: SectionId,
        round: u32,
        had: String,
        points: ByePoints,
    },
    /// What an edit costs by the pairing rules.
    Costs(&'a [String]),
    /// The result of who has left the event.
    Forfeit {
        id: MatchId,
        result: Option<MatchResult>,
    },
    PlayOff(Value),
    /// A backup in the place of a tournament.
    PutBack {
        file: &'a Path,
        command: i64,
    },
    Replay {
        id: MatchId,
        drawn: String,
    },
    /// One result in place of another.
    Result {
        id: MatchId,
        stands: String,
        now: String,
    },
    SwapTeams([&'a str; 2]),
    /// The hall, from the laptop that served it before.
    TakeOver {
        command: i64,
    },
    TakeBack(Vec<i64>),
    /// What a change touches.
    Touched {
        change: &'a str,
        consequences: &'a Value,
    },
    /// A round with its results.
    Unpair {
        section: SectionId,
        round: u32,
        tables: &'a str,
    },
    /// A copy of these sections in which nothing was entered.
    Untouched {
        file: &'a Path,
        sections: &'a [SectionId],
    },
    /// A file of somebody else's.
    WriteOver {
        file: &'a Path,
        holds: &'a [u8],
    },
}

/// A question, and what it is known by on its way to a page or another desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub about: String,
    #[serde(rename = "question")]
    pub sentence: String,
}

impl Question {
    pub fn new(about: &About, sentence: impl Into<String>) -> Self {
        let value = json!(about);
        let kind = value.as_object().and_then(|only| only.keys().next()).map_or("", String::as_str);
        let rests_on = format!("{:x}", Sha256::digest(value.to_string()));
        Self { about: format!("{kind}-{}", &rests_on[..16]), sentence: sentence.into() }
    }
}
