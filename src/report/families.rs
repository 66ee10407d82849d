//! What families read, on slips, lists, ruling slips, pages and screens: every sentence in one place, the ground for other languages.
//!
//! Says only; what is to be said, and of whom, is for the documents.

use serde::Serialize;

/// Words that stand on printed slips and nowhere else; their templates read them as `data.families`.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Printed {
    slip: Slip,
    ruling: RulingCopy,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct Slip {
    table: &'static str,
    round: &'static str,
    match_number: &'static str,
    starts: &'static str,
    bring: &'static str,
    code: &'static str,
    versus: &'static str,
    board: &'static str,
    won: &'static str,
    draw: &'static str,
    whole: &'static str,
    both_boards: &'static str,
    ended_first: &'static str,
    by: &'static str,
    reasons: [&'static str; 6],
    signed: &'static str,
    ruling: &'static str,
}

/// The two halves of a ruling slip, and the facts that stand larger than the rest.
#[derive(Debug, Clone, Copy, Serialize)]
struct RulingCopy {
    copies: [&'static str; 2],
    when_and_where: &'static str,
    player: &'static str,
    team: &'static str,
    ruling: &'static str,
    at_the_table: &'static str,
}

pub const PRINTED: Printed = Printed {
    slip: Slip {
        table: "Table",
        round: "Round",
        match_number: "Match",
        starts: "starts",
        bring: "Bring this slip to the desk right after the match",
        code: "code",
        versus: "vs",
        board: "Board",
        won: "won",
        draw: "draw",
        whole: "Match result",
        both_boards: "both boards together",
        ended_first: "Ended first:",
        by: "by",
        reasons: ["mate", "resignation", "time", "illegal move", "agreement", "forfeit"],
        signed: "Signed",
        ruling: "Ruling",
    },
    ruling: RulingCopy {
        copies: ["The player’s copy", "The desk’s copy"],
        when_and_where: ruling::WHEN_AND_WHERE,
        player: ruling::PLAYER,
        team: ruling::TEAM,
        ruling: ruling::RULING,
        at_the_table: ruling::AT_THE_TABLE,
    },
};

/// The slip of one ruling.
pub mod ruling {
    pub const WHEN_AND_WHERE: &str = "When and where";
    pub const PLAYER: &str = "Player";
    pub const TEAM: &str = "Team";
    pub const OPPONENT: &str = "Opponent";
    pub const OFFENSE: &str = "Offense";
    pub const FACTS: &str = "Facts";
    pub const RULING: &str = "Ruling";
    pub const AT_THE_TABLE: &str = "At the table";
    pub const RULE_NUMBER: &str = "Rule number";
    pub const RULE: &str = "Rule";
    pub const REASON: &str = "Reason";
    pub const WHAT_HAPPENED: &str = "What happened";
    pub const WITNESSES: &str = "Witnesses";
    pub const RULED_BY: &str = "Ruled by";
    pub const STATUS: &str = "Status";
    pub const TO_SIGN: [&str; 2] = ["Director", "Player (I have read this)"];

    pub const BEFORE_ROUND_1: &str = "before round 1";
    pub const OVERTURNED: &str = "It was overturned on appeal and has no effect.";
    pub const TAKEN_BACK: &str = "It was voided and has no effect.";
    pub const FINAL: &str = "The floor chief has decided. This is final.";
    pub const WAITS: &str = "An appeal of this ruling is pending.";
    pub const MAY_APPEAL: &str = "You may appeal: tell the desk this ruling's number. The section chief hears it first, then the floor chief, whose decision is final.";
    pub const MAY_APPEAL_ONCE_MORE: &str =
        "You may appeal once more, to the floor chief, whose decision is final: tell the desk this ruling's number.";
    pub const ORGANIZERS_CHOICE: &str = " This is the organizer's choice; the rules don't say who hears appeals.";

    pub fn place(round: u32, table: Option<u32>, game: &str) -> String {
        match table {
            Some(table) => format!("Round {round}, table {table}{game}"),
            None => format!("Round {round}"),
        }
    }
}

/// Pairing sheets, the list by player, and screens.
pub mod pairings {
    pub const TITLE: &str = "Pairings";
    pub const CHANGED: &str = "Changed pairings";
    pub const BOARDS: &str = "A and B are the boards, □ White, ■ Black";
    pub const BY_PLAYER: &str = "By player";
    pub const BY_SCHOOL: &str = "By school";
    pub const BY_TEAM: &str = "By team";
    pub const ADVANCES: &str = "advances to the next round";
    pub const BYE: &str = "bye";
    pub const BYE_NO_POINTS: &str = "bye (no points)";
    pub const BYE_FULL: &str = "bye (full point)";
    pub const BYE_HALF: &str = "bye (half point)";
    pub const NOT_PLAYING: &str = "not playing";

    pub fn bye(scores: &str, unit: &str) -> String {
        format!("bye ({scores} {unit})")
    }
}

/// The first page of the site.
pub mod overview {
    pub const FIND: &str = "Find your child";
    pub const SCREENS: &str = "Big screens";
    pub const SOON: &str = "Up next";
    pub const FINISHED: &str = "Finished";
    pub const BREAK: &str = "Break";
    pub const PLAYING: &str = "Playing";
    pub const LAST_ROUND: &str = "This is the last round.";
    pub const LAST_RESULTS: &str = "The last results are being checked.";
    pub const NEXT_ROUND: &str = "The next round";
    pub const STARTS_AT: &str = "starts at";
    pub const PLANNED_FOR: &str = "is planned for";
    pub const WON: &str = " won with ";
    pub const LEADS: &str = " in the lead with ";

    pub fn at(time: &str) -> String {
        format!("At {time}")
    }

    pub fn entered(teams: &str, has_a_time: bool) -> String {
        let when = if has_a_time { "a few minutes before the round" } else { "before the round" };
        format!("{teams} entered. Pairings will be posted here {when}.")
    }

    pub fn done(done: usize, tables: &str) -> String {
        format!("{done} of {tables} finished. ")
    }

    pub fn posted_here(round: &str) -> String {
        format!("{round} will be posted here once it is paired.")
    }
}

/// The lists of players and teams, and a team's own page.
pub mod people {
    pub const FIND: &str = "Find a player";
    pub const BY_FAMILY_NAME: &str = "By last name, with the table in the latest round";
    pub const BY_NAME: &str = "By name, with the table in the latest round";
    pub const SO_FAR: &str = "Results so far";
    pub const HAD_LEFT: &str = "Withdrew";
    pub const NOT_IN_THIS_ROUND: &str = "Not in this round";
    const STILL_OPEN: &str = ", with a result or an appeal still open";
    pub const CORRECTED: &str = "* corrected since it was first posted";
    pub const STRUCK: &str = ", struck";
    pub const PLAYS: &str = "Plays";

    pub const OPEN: &str = "open";
    pub const WON: &str = "won";
    pub const DREW: &str = "drew";
    pub const LOST: &str = "lost";
    pub const WON_BY_FORFEIT: &str = "won by forfeit";
    pub const LOST_BY_FORFEIT: &str = "lost by forfeit";
    pub const BOTH_LOST: &str = "both lost";
    pub const AGAINST: &str = "against";
    pub const WITH: &str = "with";
    pub const TO: &str = "to";

    pub fn of_teams(teams: &str, group: Option<u32>) -> String {
        let group = group.map_or_else(String::new, |group| format!(" in group {group}"));
        format!("of {teams}{group}")
    }

    pub fn after(rounds: &str, open: bool, reached: Option<&str>) -> String {
        let open = if open { STILL_OPEN } else { "" };
        let reached = reached.map_or_else(String::new, |reached| format!(": {reached}"));
        format!("After {rounds}{open}{reached}.")
    }

    pub fn starts(round: &str, time: Option<&str>) -> String {
        time.map_or_else(|| round.to_owned(), |time| format!("{round}, at {time}"))
    }

    pub fn matches_won(won: usize) -> &'static str {
        if won == 1 { "match won" } else { "matches won" }
    }

    pub fn seat(player: &str, board: &str, white: Option<bool>) -> String {
        let color = match white {
            None => "",
            Some(true) => " with White",
            Some(false) => " with Black",
        };
        format!("{player} on board {board}{color}")
    }
}

/// Heads of columns.
pub mod columns {
    pub const TABLE: &str = "Table";
    pub const TEAM: &str = "Team";
    pub const PLAYER: &str = "Player";
    pub const PLAYERS: &str = "Players";
    pub const OPPONENT: &str = "Opponent";
    pub const RESULT: &str = "Result";
    pub const PTS: &str = "Pts";
    pub const RANK: &str = "Rank";
    pub const NUMBER: &str = "No.";
    pub const SCHOOL: &str = "School";
    pub const SECTION: &str = "Section";
    pub const BOARD: &str = "Board";
    pub const GROUP: &str = "Group";
    pub const OVERALL: &str = "Overall";
    pub const REACHED: &str = "Reached";
    pub const PRIZE: &str = "Prize";
    pub const WINNER: &str = "Winner";
    pub const SHARE: &str = "Share";
    pub const VALUE: &str = "Value";
    pub const NAME: &str = "Name";
    pub const WITH: &str = "With";
    pub const GRADE: &str = "Grade";
    pub const RATING: &str = "Rating";
    pub const PARTNER: &str = "Partner";
    pub const FIRST_PARTNER: &str = "First partner";
    pub const SECOND_PARTNER: &str = "Second partner";
    pub const STATUS: &str = "Status";
    pub const BYES: &str = "Byes";
    pub const ADVANCES: &str = "Advances";
    pub const NOTE: &str = "Note";
    pub const OPPONENTS_SCORE: &str = "Opponent's score";
    pub const ROUND: &str = "Round";
    pub const SCORE: &str = "Score";
}

/// What is around every page.
pub mod page {
    pub const SKIP: &str = "Skip to content";
    pub const FIND_A_NAME: &str = "Find a name";
    pub const ALL_COLUMNS: &str = "All columns";
    pub const NEXT_TABLE: &str = "Next table";
    pub const FOLLOWS: &str = "This page updates on its own.";
    pub const STANDING_STILL: &str = "Stop scrolling";
}
