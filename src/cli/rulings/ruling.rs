//! `bughouse ruling`: claims, offences and interference, decided by the rulebook and put on record.

use super::{claim, neutral, offence, record, spectator};
use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk, Verb};
use crate::cli::failure::Failure;
use clap::Subcommand;

/// Rule on claims and offences; see what was ruled
#[derive(Debug, Subcommand)]
pub enum RulingCommand {
    /// Decide a player's claim
    Claim(claim::ClaimArgs),
    /// Rule on an offence: what the ladder prescribes, or your own penalty with a reason
    Offence(offence::OffenceArgs),
    /// Rule on interference by a spectator or a player of another match
    Spectator(spectator::SpectatorArgs),
    /// Put something right that is nobody's fault: a position, a clock
    Neutral(neutral::NeutralArgs),
    /// List the rulings
    List(record::ListArgs),
    /// Show or print one ruling
    Show {
        /// The ruling's number
        ruling: u32,
    },
    /// Let a ruling stand that was to be looked at again
    Keep {
        /// The ruling's number
        ruling: u32,
    },
    /// Take back a ruling that was entered by mistake
    Void {
        /// The ruling's number
        ruling: u32,
        /// Why
        #[arg(long)]
        reason: String,
    },
}

impl RulingCommand {
    /// Whether the command changes anything.
    pub fn access(&self) -> Access {
        if matches!(self, Self::List(_) | Self::Show { .. }) { Access::Read } else { Access::Write }
    }
}

impl Verb for RulingCommand {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::Claim(args) => claim::run(desk, args),
            Self::Offence(args) => offence::run(desk, args),
            Self::Spectator(args) => spectator::run(desk, args),
            Self::Neutral(args) => neutral::run(desk, args),
            Self::Keep { ruling } => record::keep(desk, *ruling),
            Self::List(args) => record::list(desk, args),
            Self::Show { ruling } => record::show(desk, *ruling),
            Self::Void { ruling, reason } => record::void(desk, *ruling, reason),
        }
    }
}
