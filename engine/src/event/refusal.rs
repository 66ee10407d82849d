//! Why the event cannot be changed as asked: values, for the desk to explain. A line each, with what its name does not say above it.

use super::facts::StoredPlayOff;
use crate::discipline::{self, Citation, Impossible, Penalty, PenaltyKind, Scope, SpectatorAction};
use crate::pairing::{knockout, swiss};
use crate::registration::Misplaced;
use crate::tournament::{
    AppealId, BoardLetter, BoardOutcome, ByePoints, MatchId, MatchResult, OfficialId, PlayerId, Role, RoundTime,
    RulingId, SectionId, Slip, StartTime, TableNumber, TeamId,
};
use chrono::{DateTime, FixedOffset};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    // What was named is not there (any more).
    Gone,
    SectionGone,
    NoRound { section: SectionId },
    // No round of the knockout is out of its lines.
    NothingToKeep { section: SectionId },
    // Only a knockout has a bracket.
    NoBracket { section: SectionId },
    // Other rounds of the section are posted.
    NotPosted { section: SectionId, round: u32 },
    NoTeams { section: SectionId },

    // A ruling or an appeal.
    NoRuling { ruling: RulingId },
    NoAppeal { appeal: AppealId },
    // What the way of an appeal does not allow.
    // `recurs`: the same may have happened again, and is ruled on again then.
    Recourse { ruling: RulingId, why: discipline::Refusal, recurs: bool },
    // An earlier ruling may be about the same incident.
    SettledAlready { by: RulingId, at: MatchId },
    VoidedAlready { ruling: RulingId },
    // The ruling rests on none that has fallen.
    NotWaiting { ruling: RulingId },
    SeveralChiefs { appeal: AppealId, names: Vec<String> },
    // The offence happens at a board.
    AtNoTable { player: PlayerId, offence: String },
    NoMatchToLose { player: PlayerId },
    // Who holds an office that gives no penalty directs no play, and rules on no clock.
    DirectsNoPlay { name: String, rule: Citation },
    // Offices are limited, and nobody has said who rules.
    Unsigned,
    BeyondOffice { name: String, limit: PenaltyKind, penalty: Penalty },
    // The rule about interference names what may be done, and this is not it.
    NotForInterference { action: SpectatorAction, rule: Citation },
    // Another penalty, which is not described.
    PenaltyUndescribed,
    // A match is forfeited against the team that was aided, and none is named.
    NobodyAided,
    // An offence counts as far back as this by the rulebook, and a scope is only widened.
    NarrowerScope { offence: String, own: Scope },
    // The office directs no play.
    GivesNoPenalty { office: Role },
    // Rulings or appeals name the official.
    HasRuled { official: OfficialId },

    // A team is called nothing, or what cannot be shown.
    NoName,
    // Names are shown as they are entered, so that none is held back.
    NamesNotAsked,
    // Another team of the section has the name; one that would come there with it is `moving`.
    NameTaken { team: TeamId, moving: Option<TeamId> },

    // Entries.

    // No section takes them, or not the one chosen.
    Unplaced { why: Misplaced },
    // The child may be this one: by the same id it is, by the name perhaps.
    EnteredAlready { player: PlayerId, by_id: bool },
    HasPartner { player: PlayerId, team: TeamId },
    // Rulings or appeals name the child.
    OnRecord { player: PlayerId },
    OwnPartner { player: PlayerId },
    // Both children that are to be entered as a team are one.
    OneChildTwice { name: String },
    // Two children who are to be partners entered different sections.
    EnteredApart { players: [PlayerId; 2], sections: [SectionId; 2] },

    // Who goes, comes back, and is here.
    Team { team: TeamId, why: TeamRefusal },
    // No round of the section is posted for which anybody is waited for.
    NobodyAwaited { section: SectionId },

    // Prizes and play-offs.
    NotWon { prize: u32, team: TeamId, why: NotWon },
    // No match of the two is entered that this one would replace.
    NoPlayOff { played: StoredPlayOff },
    // The play-off of the two ended otherwise, as it is entered.
    PlayOffDiffers { on_file: StoredPlayOff, played: StoredPlayOff },
    // With this match, or as they are, the play-offs of the section are no knockout.
    NoKnockout { section: SectionId, played: Option<StoredPlayOff> },

    // How a section is run, and what becomes of it.
    SectionUnnamed,
    // The odd team's bye would score more than a round.
    ByeAboveRound,
    Section { section: SectionId, why: SectionRefusal },
    // The section is played from another file, or this one is of other sections; none: it is what all sections share.
    Elsewhere { section: Option<SectionId> },
    // No section of this event is played from that file.
    NothingOut,
    // What was entered in both files has one number.
    NumberedTwice { what: String },
    // The section was renamed there as one at home is called.
    SectionNamedTwice { name: String },
    // Rounds of another number of matches.
    OtherMatches { sections: [SectionId; 2] },
    // A bye that was given would score otherwise.
    OtherByes { sections: [SectionId; 2] },

    // A slip.
    NoTable { table: TableNumber, round: Option<u32> },
    NoMatch { section: SectionId, table: TableNumber, number: u8 },
    OtherBoardOfNone,
    // A board, or how it ended, is given for a slip that is to be cleared.
    ClearsAll { table: TableNumber },
    // A board is said to have ended in a match that was not played.
    BoardOfUnplayed { result: MatchResult },
    PartnersBothWhite,
    WhiteElsewhere { table: TableNumber, seated: Vec<PlayerId> },
    // The rulebook has no such slip.
    Impossible { table: TableNumber, wrong: Impossible },
    // It turns on a fact that no slip shows.
    IsClaimed { table: TableNumber, rule: Citation },
    // A penalty is a ruling.
    PenaltyBySlip { table: TableNumber },
    // A ruling decided the match otherwise.
    Ruled { table: TableNumber, ruling: RulingId, in_force: Option<MatchResult> },
    // A ruling decided a board otherwise; the match is open.
    RuledBoard { table: TableNumber, board: BoardLetter, ruling: RulingId, in_force: BoardOutcome },
    Differs(Box<ResultOnFile>),
    // The replay of a drawn tie has begun, but not with this match.
    NothingToReplace { id: MatchId },

    // A round to be posted.

    // Tables of an earlier round wait for a result, or all of them for the replay of a drawn tie.
    // Of a section, for a round of `pairing`: itself, or one into which a team has brought its match.
    ResultsMissing { section: SectionId, round: u32, tables: Vec<TableNumber>, replays: bool, pairing: SectionId },
    AppealsOpen { section: SectionId, appeals: Vec<AppealId> },
    // The section whose best teams a final takes is still played; `after` is its latest round.
    SourceUnfinished { section: SectionId, source: SectionId, after: u32 },
    // All that the source waits for is a decision on these.
    SourceAppealed { section: SectionId, source: SectionId, appeals: Vec<AppealId> },
    TooFewTeams { section: SectionId, teams: usize },
    // The best so many of another section are its teams, once it is played.
    Awaited { section: SectionId, source: SectionId, top: u32 },
    TooFewHere { section: SectionId, here: usize },
    // Every round planned is played; whether another one could be paired.
    AllPlayed { section: SectionId, round: u32, goes_on: bool },
    // A team would sit out while others are only not checked in; or the lines or the schedule, drawn once, would be drawn with them.
    SitsOutForAbsent { section: SectionId, round: u32, bye: Option<TeamId>, absent: Vec<TeamId> },
    // Fewer than two teams of the section play the round; so many are not here.
    NobodyToPair { section: SectionId, away: usize },
    // The pairing's own refusal; its indexes are places among the section's teams.
    Unpairable { section: SectionId, round: u32, why: swiss::Refusal },
    // Teams were named for a section that is no final of another.
    NoFinal { section: SectionId },
    FinalBegun { section: SectionId },
    // A team named for a final of a section that it does not play in.
    NotOfSource { source: SectionId, team: TeamId },
    FinalistLeft { section: SectionId, team: TeamId },
    NamedTwice { team: TeamId },
    LinesBroken { section: SectionId, why: knockout::OtherBracket },

    // A round to be taken back.
    NothingPosted { section: SectionId },
    HasResults { section: SectionId, round: u32, tables: Vec<TableNumber> },
    HasRuling { section: SectionId, round: u32, ruling: RulingId },

    // Hand edits of the posted round.
    NotInRound { team: TeamId, round: u32 },
    // In a double round, of these matches; `earlier`: of a round that is not the latest.
    TableHasResult { table: TableNumber, matches: Vec<u8>, earlier: Option<u32> },
    TableHasRulings { table: TableNumber, rulings: Vec<RulingId> },
    // Another section plays at the table.
    OthersTable { table: TableNumber },
    SitsAlready { team: TeamId, table: TableNumber },
    // An earlier round has no match of these two that is still to be played.
    NothingMissed { pair: [TeamId; 2], round: u32 },

    // Two tables of different sections, or of different rounds of one, do not change.
    TablesApart { tables: [TableNumber; 2], sections: [SectionId; 2] },

    // The team belongs to another section in this round.
    OfOtherSection { team: TeamId, round: u32, section: SectionId },

    // A team that goes to another section.
    Misplaced { into: SectionId, why: Misplaced },
    Stuck { team: TeamId, into: SectionId, why: Stuck },

    // Wishes.
    Scheduled { section: SectionId },
    // Another wish is in the way: these two are never to meet, or to meet in a round.
    ContraryWish { pair: [TeamId; 2], wanted_in: Option<u32> },
    NoSuchRound { section: SectionId, round: u32 },
    PostedAlready { round: u32 },

    // Byes asked for.
    ByeTooFar { round: u32, posted: u32, rounds: u32 },
    // Its rounds are those of a final now.
    ByeInFinal { team: TeamId, last: SectionId, round: u32, points: ByePoints },
    // Opponents are settled beforehand, so nobody can have a bye.
    NoByes { section: SectionId, team: TeamId, round: u32 },

    // The clock.

    // A round would start no later than the one before it.
    // `moved`: the whole plan with the later rounds moved by as much, where one round moved and that is all it takes.
    TimesCross { before: RoundTime, after: RoundTime, moved: Vec<StartTime> },
    // No posted round waits for its start.
    NothingToStart,
    Started { section: SectionId, round: u32, started: DateTime<FixedOffset> },
}

/// A result on file where another one is reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultOnFile {
    pub id: MatchId,
    pub stored: Slip,
    pub before: Option<MatchResult>,
    /// What the match would be by the slip reported, which reports both boards or not.
    pub after: Option<MatchResult>,
    pub both_ended: bool,
}

/// Why a team does not go, come back, part or stay away as asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TeamRefusal {
    Out,
    OutInRound(u32),
    LeftAlready,
    // It was to leave from a round that is posted; `next` is the first that is not.
    LeavesTooEarly { from: u32, next: u32 },
    LeavesTooLate { from: u32, section: SectionId, rounds: u32 },
    NeverLeft,
    ExpelledAlready,
    // Who was expelled comes back by the ruling, if one expelled it.
    Expelled { by: Option<RulingId> },
    // Partners who were paired stay together.
    PairedIn { round: u32 },
    // That it left is on record.
    HasLeft,
    Wished,
    SitsOut { round: u32 },
    HasResult { table: TableNumber },
}

/// Why a team cannot be given a prize.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotWon {
    HouseTeam,
    Expelled,
    Struck,
    PlaysElsewhere,
}

/// Why a section is not added, changed, joined to another, split or removed as asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SectionRefusal {
    // It has the name that another one would have.
    NameTaken,
    // Its teams would come from itself, if by way of others.
    SourceOfItself,
    // Rounds are posted, which settle its format and the matches of a round.
    FormatSettled,
    ScheduleSettled,
    FewerRoundsThanPosted,
    // More rounds than its teams can play.
    PlayedOut { teams: usize, rounds: u32 },
    Itself,
    NotSwiss,
    // Its teams come from another section.
    IsFinal,
    InPlay,
    HasBegun,
    TooFew { teams: usize, size: u32 },
    // A final takes its teams from it.
    Feeds { last: SectionId },
    HasTeams { teams: usize },
    Served { by: OfficialId },
}

/// Why a team that has played stays where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    OpenTable { table: TableNumber, round: u32 },
    // The other section follows a schedule or lines, or takes its teams from a third.
    ClosedField,
    // The other section plays another number of matches a round.
    OtherMatches,
    InFinal(SectionId),
    NoRoundLeft { after: u32 },
}
