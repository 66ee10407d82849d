//! A hall of two tables and four teams, with a docket that grows as a director rules.

use bughouse::discipline::{
    Appeal, Appellant, Claim, ClockSet, Decision, Docket, Matter, Outcome, Penalty, Place, Ruling, Settings,
    SpectatorAction, Verdict, Voided, due, in_force, judge, match_result, may_decide, next_level, next_playing,
};
use bughouse::rulebook;
use bughouse::tournament::{
    AppealId, Assignment, BoardLetter, BoardOutcome, BoardReport, HalfPoints, MatchId, Official, OfficialId, Player,
    PlayerId, Role, Round, RulingId, SectionId, Side, Slip, TableNumber, Team, TeamId, Tournament,
};
use chrono::{DateTime, Utc};

/// Board a of table 1, first team.
pub const ANN: PlayerId = PlayerId(1);
/// Ann's partner.
pub const BEN: PlayerId = PlayerId(2);
/// Ann's opponent.
pub const MIA: PlayerId = PlayerId(3);

pub struct Hall {
    pub tournament: Tournament,
    pub docket: Docket,
    pub settings: Settings,
    pub officials: Vec<Official>,
    pub round: u32,
    /// Rulings change the result of a finished match.
    pub carry_out: bool,
}

pub fn official<'o>(officials: &'o [Official], name: &str) -> &'o Official {
    officials.iter().find(|o| o.name == name).expect("an official of the hall")
}

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).expect("a moment")
}

impl Hall {
    pub fn new(book: &str) -> Self {
        let players = (1..=8).map(|n| Player {
            id: PlayerId(n),
            name: format!("Player {n}"),
            section: Some(SectionId(1)),
            ..Player::default()
        });
        let teams = (1..=4).map(|n| Team {
            board_a: None,
            id: TeamId(n),
            name: format!("Team {n}"),
            section: SectionId(1),
            players: [PlayerId(2 * n - 1), PlayerId(2 * n)],
            school: None,
            rating: None,
            house: false,
            lot: n,
            pairing_number: Some(n),
            checked_in: true,
            absences: Vec::new(),
            shown_as: bughouse::tournament::TeamName::AsEntered,
            tiebreak_penalty: HalfPoints::ZERO,
            requested_byes: Vec::new(),
            stays: Vec::new(),
        });
        let office = |id, name: &str, role| Official { id: OfficialId(id), name: name.to_owned(), role, section: None };
        let mut hall = Self {
            tournament: Tournament { players: players.collect(), teams: teams.collect(), ..Tournament::default() },
            docket: Docket::default(),
            settings: rulebook::by_id(book).expect("a compiled-in rulebook").discipline.clone(),
            officials: vec![
                office(1, "Tess", Role::Td),
                office(2, "Sam", Role::SectionChief),
                office(3, "Flo", Role::FloorChief),
                office(4, "Bo", Role::SectionChief),
                office(5, "Bo", Role::FloorChief),
            ],
            round: 0,
            carry_out: false,
        };
        hall.next_round();
        hall
    }

    /// Posts the next round: teams 1 and 2 at table 1, 3 and 4 at table 2.
    pub fn next_round(&mut self) {
        self.round += 1;
        let at = |team, table, side| (TeamId(team), Assignment::Table { table: TableNumber(table), side });
        self.tournament.rounds.push(Round {
            section: SectionId(1),
            number: self.round,
            provisional: false,
            kept: false,
            assignments: vec![
                at(1, 1, Side::First),
                at(2, 1, Side::Second),
                at(3, 2, Side::First),
                at(4, 2, Side::Second),
            ],
            slips: Vec::new(),
            at_board_a: Default::default(),
        });
    }

    pub fn match_id(&self, table: u32) -> MatchId {
        MatchId { section: SectionId(1), round: self.round, table: TableNumber(table), number: 1 }
    }

    pub fn at(&self, table: u32) -> Option<(MatchId, u8)> {
        let id = self.match_id(table);
        Some((id, self.docket.playing_in_force(id)))
    }

    fn slip_now(&self, table: u32) -> Option<Slip> {
        let now = in_force(&self.tournament, &self.docket, &self.settings);
        now.rounds.last().and_then(|round| round.slip(TableNumber(table), 1).cloned())
    }

    /// The result of a match in the latest round, as it is.
    pub fn result(&self, table: u32) -> Option<String> {
        match_result(&self.slip_now(table)?, &self.settings).map(|derived| derived.result.to_string())
    }

    /// Whether a board of the latest round has ended, by its slip or by a ruling.
    pub fn has_ended(&self, table: u32, board: BoardLetter) -> bool {
        self.slip_now(table).is_some_and(|slip| slip.boards.iter().any(|report| report.board == board))
    }

    /// Odd players sit at board a, even ones at board b.
    fn place(&self, table: u32, player: Option<PlayerId>, side: Option<Side>) -> Place {
        let board = player.map(|p| if p.0 % 2 == 1 { BoardLetter::A } else { BoardLetter::B });
        let playing = self.docket.playing_in_force(self.match_id(table));
        let slips = &self.tournament.rounds.last().expect("posted").slips;
        let slip = slips.iter().find(|s| s.table == TableNumber(table) && s.playing == playing);
        let ended = |letter| slip.is_some_and(|s| s.boards.iter().any(|b| b.board == letter));
        Place {
            match_id: self.match_id(table),
            playing,
            board,
            side,
            match_undecided: slip.is_none_or(|s| match_result(s, &self.settings).is_none()),
            board_unfinished: !board.is_some_and(ended),
            other_ended: board.is_some_and(|b| ended(b.other())),
            carry_out: self.carry_out,
        }
    }

    fn side_of(player: PlayerId) -> Side {
        if ((player.0 - 1) / 2).is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn record(&mut self, place: Place, player: Option<PlayerId>, matter: Matter) {
        let id = RulingId(u32::try_from(self.docket.rulings.len()).expect("few") + 1);
        let team = player.and_then(|p| self.tournament.team_of(p)).map(|t| t.id);
        self.docket.rulings.push(Ruling {
            id,
            at: noon(),
            by: Some(OfficialId(1)),
            section: SectionId(1),
            round: self.round,
            place: Some(place),
            player,
            team,
            matter,
            rule: None,
            fallback: false,
            reason: None,
            note: None,
            witnesses: Vec::new(),
            voided: None,
            kept_step: None,
        });
    }

    /// Rules on an offence: what is due, or the penalty asked for, with a reason.
    pub fn offend(
        &mut self,
        table: u32,
        player: PlayerId,
        offence: &str,
        asked: Option<Penalty>,
    ) -> Result<(Option<u32>, Penalty), String> {
        let known = self.settings.offence(offence).expect("a known offence").clone();
        let due = due(&self.docket, &self.settings, &known, player, self.at(table), false, None);
        let judged = judge(&due, asked, true).map_err(|wrong| wrong.to_string())?;
        let place = self.place(table, Some(player), Some(Self::side_of(player)));
        let matter = Matter::Offence {
            offence: offence.to_owned(),
            flag_fell: false,
            step: due.step,
            penalty: judged.penalty,
            overridden: judged.overridden,
        };
        self.record(place, Some(player), matter);
        Ok((due.step, judged.penalty))
    }

    pub fn claim(&mut self, table: u32, player: PlayerId, claim: Claim, upheld: bool) {
        let place = self.place(table, Some(player), Some(Self::side_of(player)));
        let verdict = if upheld { Verdict::Upheld } else { Verdict::Denied };
        self.record(place, Some(player), Matter::Claim { claim, verdict });
    }

    /// A clock is set at a table, and nobody was at fault.
    pub fn put_right(&mut self, table: u32) {
        let place = self.place(table, None, None);
        let clocks = vec![ClockSet { board: BoardLetter::A, white: true, seconds: 130 }];
        self.record(place, None, Matter::Neutral { what: "clock set back".to_owned(), clocks });
    }

    pub fn replay(&mut self, table: u32) {
        let id = self.match_id(table);
        let place = self.place(table, None, None);
        let round = self.tournament.rounds.last().expect("posted");
        let orders = Some(next_playing(&self.docket, round, id, place.playing));
        self.record(place, None, Matter::Spectator { action: SpectatorAction::Replay, person: None, orders });
    }

    pub fn void(&mut self, ruling: RulingId) {
        let ruling = self.docket.rulings.iter_mut().find(|r| r.id == ruling).expect("ruled");
        ruling.voided = Some(Voided { at: noon(), by: None, reason: "entered by mistake".to_owned() });
    }

    /// The slip to write to: that of the playing in force.
    fn slip(&mut self, table: u32) -> &mut Slip {
        let playing = self.docket.playing_in_force(self.match_id(table));
        let slips = &mut self.tournament.rounds.last_mut().expect("posted").slips;
        let here = |s: &Slip| s.table == TableNumber(table) && s.playing == playing;
        if !slips.iter().any(here) {
            slips.push(Slip {
                table: TableNumber(table),
                number: 1,
                playing,
                outcome: None,
                reason: None,
                boards: Vec::new(),
                white: None,
            });
        }
        slips.iter_mut().find(|s| here(s)).expect("just pushed")
    }

    pub fn report(&mut self, table: u32, result: &str) {
        use bughouse::tournament::MatchResult;
        let results = [MatchResult::First, MatchResult::Second, MatchResult::Drawn, MatchResult::BothLost];
        let result = results.into_iter().find(|r| r.as_typed() == result).expect("a result");
        self.slip(table).outcome = Some(result);
    }

    pub fn report_board(&mut self, table: u32, board: BoardLetter, first_won: bool) {
        self.report_outcome(table, board, BoardOutcome::won_by(if first_won { Side::First } else { Side::Second }));
    }

    pub fn report_drawn(&mut self, table: u32, board: BoardLetter) {
        self.report_outcome(table, board, BoardOutcome::Drawn);
    }

    fn report_outcome(&mut self, table: u32, board: BoardLetter, outcome: BoardOutcome) {
        self.slip(table).boards.push(BoardReport { board, outcome, reason: None, ended: 1, ruling: None });
    }

    pub fn file(&mut self, ruling: RulingId, by: Appellant) -> Result<AppealId, String> {
        let ruled = self.docket.ruling(ruling).expect("ruled").clone();
        let level =
            next_level(&self.docket, &ruled, &self.officials, &self.settings).map_err(|refusal| refusal.to_string())?;
        let id = AppealId(u32::try_from(self.docket.appeals.len()).expect("few") + 1);
        self.docket.appeals.push(Appeal {
            id,
            ruling,
            level,
            by,
            at: noon(),
            note: None,
            decision: None,
            withdrawn: None,
        });
        Ok(id)
    }

    pub fn decide(&mut self, appeal: AppealId, name: &str, outcome: Outcome) {
        let filed = self.docket.appeal(appeal).expect("filed");
        let ruling = self.docket.ruling(filed.ruling).expect("ruled");
        let by = may_decide(
            &self.docket,
            filed,
            ruling,
            official(&self.officials, name),
            outcome,
            &self.officials,
            &self.settings,
        )
        .expect("may decide");
        let after = self.docket.rulings.last().map(|ruling| ruling.id);
        let decision = Decision { outcome, by, at: noon(), after, note: None };
        self.docket.appeals.iter_mut().find(|a| a.id == appeal).expect("filed").decision = Some(decision);
    }

    /// Files an appeal and has it decided by the one who hears it now.
    pub fn appeal(&mut self, ruling: RulingId, outcome: Outcome) {
        let appeal = self.file(ruling, Appellant::Player(ANN)).expect("not final");
        let level = self.docket.appeal(appeal).expect("filed").level;
        let name = if level.is_final() { "Flo" } else { "Sam" };
        self.decide(appeal, name, outcome);
    }
}
