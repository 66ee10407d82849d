//! Rulings as they were made. Facts only: what is still in force follows from the docket.

use super::claim::{Claim, Verdict};
use super::penalty::Penalty;
use super::source::{Citation, Rule, Source};
use crate::tournament::{BoardLetter, MatchId, OfficialId, PlayerId, RulingId, SectionId, Side, TeamId};
use chrono::{DateTime, Utc};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// One ruling, exactly as it was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// Number in the docket.
    #[serde(rename = "number")]
    pub id: RulingId,
    #[serde(skip)]
    pub at: DateTime<Utc>,
    /// Who ruled, if it was said.
    pub by: Option<OfficialId>,
    pub section: SectionId,
    /// The latest posted round of the section when it was made; 0 before the first.
    pub round: u32,
    /// The match it was made at, if any.
    #[serde(skip)]
    pub place: Option<Place>,
    /// The player it is about: the offender, or the claimant.
    pub player: Option<PlayerId>,
    /// The player's team, or the team a spectator aided.
    pub team: Option<TeamId>,
    pub matter: Matter,
    /// The rule it rests on; `None` where the rulebook is silent.
    pub rule: Rule,
    /// The rule only refers to another text.
    pub fallback: bool,
    /// Why it departs from the rulebook, if it does.
    pub reason: Option<String>,
    /// What happened, in the director's words.
    pub note: Option<String>,
    pub witnesses: Vec<String>,
    /// Taken back as entered by mistake.
    #[serde(skip)]
    pub voided: Option<Voided>,
    /// The step it had come to when the director looked at it again and let it stand.
    pub kept_step: Option<u32>,
}

/// Where a ruling was made, and how the match stood then, but for a slip that was taken away since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Place {
    #[serde(skip)]
    pub match_id: MatchId,
    pub playing: u8,
    /// The player's board, if the ruling is about one.
    pub board: Option<BoardLetter>,
    /// The side of the player or team concerned.
    pub side: Option<Side>,
    /// The slip had not decided the match. A ruling at a finished match changes no result, unless it is carried out.
    pub match_undecided: bool,
    /// The slip had not ended the board; board a, where the ruling is about none.
    pub board_unfinished: bool,
    /// By the slip, the other board had ended already.
    pub other_ended: bool,
    /// Changes the result although the match or the board was over, as if it had been made before.
    pub carry_out: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Matter {
    /// A player broke a rule.
    Offence {
        /// The offence's id in the rulebook.
        offence: String,
        flag_fell: bool,
        /// The ladder step as announced; `None` where the rulebook has no ladder.
        step: Option<u32>,
        penalty: Penalty,
        /// It was not what the rulebook prescribes.
        overridden: bool,
    },
    Claim {
        #[serde(flatten)]
        claim: Claim,
        #[serde(rename = "decision")]
        verdict: Verdict,
    },
    /// A spectator, or a player of another match, interfered.
    Spectator {
        /// What the director did about it.
        action: SpectatorAction,
        person: Option<String>,
        /// The number of the playing that a replay ordered, never used before for this match; `None` where the match was over.
        #[serde(rename = "orders_playing")]
        orders: Option<u8>,
    },
    /// Something was put right, and nobody was at fault.
    Neutral { what: String, clocks: Vec<ClockSet> },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockSet {
    pub board: BoardLetter,
    pub white: bool,
    pub seconds: u32,
}

/// What a director does about interference from outside the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpectatorAction {
    /// The game is canceled and a new one played.
    Replay,
    /// The team that was aided loses the match.
    Forfeit,
    /// The person leaves the playing room (rule 20; OSCF 22: the playing area).
    Expel,
    /// Another penalty, described in the note.
    Other,
    /// Nothing but the record.
    None,
}

/// The taking back of a ruling that was entered by mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voided {
    pub at: DateTime<Utc>,
    pub by: Option<OfficialId>,
    pub reason: String,
}

impl SpectatorAction {
    /// What it costs a team or a child, for the office that may give so much.
    pub fn costs(self) -> Penalty {
        match self {
            Self::Forfeit => Penalty::Match,
            Self::Expel => Penalty::Expel,
            Self::Replay | Self::Other | Self::None => Penalty::None,
        }
    }
}

impl Ruling {
    /// The rule it rests on, as it is cited.
    pub fn citation(&self, source: &Source) -> Citation {
        Citation { rule: self.rule.clone(), fallback: self.fallback, ..source.nothing() }
    }

    /// The match that it was made at, and which playing of it.
    pub fn playing(&self) -> Option<(MatchId, u8)> {
        self.place.map(|place| (place.match_id, place.playing))
    }

    /// Its place in the order in which ladders count: the round that it was made in, then its number.
    pub fn in_order(&self) -> (u32, RulingId) {
        (self.place.map_or(self.round, |place| place.match_id.round), self.id)
    }

    /// The offence ruled on, if it was one. Interference counts as the offence `spectator`.
    pub fn offence(&self) -> Option<&str> {
        match &self.matter {
            Matter::Offence { offence, .. } => Some(offence),
            Matter::Spectator { .. } => Some("spectator"),
            Matter::Claim { .. } | Matter::Neutral { .. } => None,
        }
    }

    pub fn penalty(&self) -> Option<Penalty> {
        match self.matter {
            Matter::Offence { penalty, .. } => Some(penalty),
            Matter::Claim { .. } | Matter::Spectator { .. } | Matter::Neutral { .. } => None,
        }
    }

    /// The playing of the match that it ordered, if it ordered one.
    pub fn orders(&self) -> Option<u8> {
        match self.matter {
            Matter::Spectator { action: SpectatorAction::Replay, orders, .. } => orders,
            _ => None,
        }
    }

    /// Whether it is about interference in another match: who is expelled for it leaves the room, and plays their own match on.
    pub fn is_interference(&self) -> bool {
        self.offence() == Some("spectator")
    }
}

/// What has become of a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulingState {
    /// As it was made.
    InForce,
    /// Changed on appeal to another penalty.
    Modified(Penalty),
    /// Set aside on appeal.
    Overturned,
    /// Taken back as entered by mistake.
    Voided,
}

impl RulingState {
    /// As other programs read it.
    pub fn id(self) -> &'static str {
        match self {
            Self::InForce => "in-force",
            Self::Modified(_) => "modified",
            Self::Overturned => "overturned",
            Self::Voided => "voided",
        }
    }

    /// What it makes of a claim: one that was denied is upheld where the denial fell.
    pub fn verdict(self, ruling: &Ruling) -> Option<Verdict> {
        let Matter::Claim { verdict, .. } = ruling.matter else { return None };
        match (self, verdict) {
            (Self::Voided, _) => None,
            (Self::Overturned, Verdict::Denied) => Some(Verdict::Upheld),
            (Self::Overturned, Verdict::Upheld) => Some(Verdict::Denied),
            (Self::InForce | Self::Modified(_), verdict) => Some(verdict),
        }
    }

    /// Whether the ruling has any effect, on the ladder or on a result.
    pub fn is_in_force(self) -> bool {
        matches!(self, Self::InForce | Self::Modified(_))
    }
}
