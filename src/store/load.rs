//! Reads the whole tournament at once: it is small, and every decision is made from values.

use super::error::StoreError;
use super::file::Store;
use super::wait::Wait;
use crate::event::{Facts, SectionSettings, Wishes};
use crate::registration::team_name_shown_as;
use crate::tournament::{
    Assignment, BoardReport, ByePoints, Grade, GradeRange, HalfPoints, Official, OfficialId, Player, PlayerId,
    PlayerName, Round, School, SchoolId, Section, SectionId, Side, Slip, Standing, TableNumber, Team, TeamId, TeamName,
    Tournament,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use std::collections::HashMap;

/// Reads a name of an enum as the file spells it.
pub(super) fn spelled<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_value(serde_json::Value::String(text.to_owned()))
        .map_err(|e| StoreError::Unreadable(e.to_string()))
}

/// The file's spelling of an enum's name.
pub(super) fn spelling<T: Serialize>(value: &T) -> Result<String, StoreError> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => Ok(text),
        other => Err(StoreError::Unreadable(format!("{other:?} has no spelling"))),
    }
}

/// A column of any kind.
pub(super) fn get<'r, T>(row: &'r SqliteRow, column: &str) -> Result<T, StoreError>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    Ok(row.try_get(column)?)
}

fn spelled_column<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    spelled(&get::<String>(row, column)?)
}

pub(super) fn spelled_option<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<Option<T>, StoreError> {
    get::<Option<String>>(row, column)?.as_deref().map(spelled).transpose()
}

/// A team's status in a round.
pub(super) fn assignment(row: &SqliteRow) -> Result<(TeamId, Assignment), StoreError> {
    let assignment = match (get::<Option<u32>>(row, "table_number")?, spelled_option::<Side>(row, "side")?) {
        (Some(table), Some(side)) => Assignment::Table { table: TableNumber(table), side },
        _ => Assignment::Bye { points: spelled_column(row, "bye")?, assigned: get(row, "assigned")? },
    };
    Ok((TeamId(get(row, "team")?), assignment))
}

/// Shows the children of a section as it chose, unless they asked for less themselves.
fn shorten_names(players: &mut [Player], teams: &[Team], settings: &HashMap<SectionId, SectionSettings>) {
    let playing: HashMap<PlayerId, SectionId> =
        teams.iter().flat_map(|team| team.players.map(|player| (player, team.section))).collect();
    let is_short = |section: &SectionId| settings.get(section).is_some_and(|settings| settings.short_names);
    for player in players.iter_mut().filter(|player| player.shown_as == PlayerName::Full) {
        let section = playing.get(&player.id).copied().or(player.section);
        if section.as_ref().is_some_and(is_short) {
            player.shown_as = PlayerName::Short;
        }
    }
}

impl Store {
    /// Everything in the file that decisions are made from.
    pub fn load(&mut self) -> Result<Facts, StoreError> {
        let head = sqlx::query("select name, date, venue, rulebook_text, seed, names_required from tournament")
            .fetch_one(&mut self.connection)
            .wait()?;
        let date: Option<String> = get(&head, "date")?;
        let names_required: bool = get(&head, "names_required")?;
        let (sections, settings) = self.load_sections()?;
        let verdicts = self.name_verdicts()?;
        let teams = self.load_teams()?;
        let mut players = self.load_players()?;
        shorten_names(&mut players, &teams, &settings);
        let mut tournament = Tournament {
            name: get(&head, "name")?,
            date: date.map(|d| d.parse().map_err(|_| StoreError::Unreadable(format!("date {d}")))).transpose()?,
            venue: get(&head, "venue")?,
            sections,
            schools: self.load_schools()?,
            players,
            teams,
            officials: self.load_officials()?,
            rounds: self.load_rounds()?,
            qualifiers: self.load_qualifiers()?,
            round_times: self.round_times()?,
        };
        let shown_as = |team: &Team| {
            let verdict = verdicts.get(&team.id).filter(|(read, _)| *read == team.name).map(|(_, approved)| *approved);
            team_name_shown_as(&team.name, tournament.partners(team), names_required, verdict)
        };
        let shown: Vec<TeamName> = tournament.teams.iter().map(shown_as).collect();
        tournament.teams.iter_mut().zip(shown).for_each(|(team, shown_as)| team.shown_as = shown_as);
        Ok(Facts {
            tournament,
            docket: self.docket()?,
            house_rules: self.house_rules()?,
            settings,
            rulebook_text: get(&head, "rulebook_text")?,
            seed: get::<i64>(&head, "seed")?.cast_unsigned(),
            wishes: self.load_wishes()?,
            names_required,
        })
    }

    fn load_sections(&mut self) -> Result<(Vec<Section>, HashMap<SectionId, SectionSettings>), StoreError> {
        let rows = sqlx::query(
            "select id, name, grade_low, grade_high, rating_under, format, rounds, matches, match_points, first_table, colours, settings,
                    from_section, from_top
             from section order by id",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        let mut sections = Vec::with_capacity(rows.len());
        let mut settings = HashMap::with_capacity(rows.len());
        for row in &rows {
            let id = SectionId(get(row, "id")?);
            let grades = get::<Option<i8>>(row, "grade_low")?.zip(get::<Option<i8>>(row, "grade_high")?);
            let text: String = get(row, "settings")?;
            settings.insert(id, serde_json::from_str(&text).map_err(|e| StoreError::Unreadable(e.to_string()))?);
            sections.push(Section {
                id,
                name: get(row, "name")?,
                grades: grades.map(|(low, high)| GradeRange { low: Grade(low), high: Grade(high) }),
                rating_under: get(row, "rating_under")?,
                format: spelled_column(row, "format")?,
                rounds: get(row, "rounds")?,
                matches: get(row, "matches")?,
                match_points: spelled_column(row, "match_points")?,
                first_table: get::<Option<u32>>(row, "first_table")?.map(TableNumber),
                colours: spelled_column(row, "colours")?,
                qualified_from: get::<Option<u32>>(row, "from_section")?.map(SectionId).zip(get(row, "from_top")?),
            });
        }
        Ok((sections, settings))
    }

    fn load_schools(&mut self) -> Result<Vec<School>, StoreError> {
        let rows = sqlx::query("select id, name from school order by id").fetch_all(&mut self.connection).wait()?;
        rows.iter().map(|row| Ok(School { id: SchoolId(get(row, "id")?), name: get(row, "name")? })).collect()
    }

    fn load_players(&mut self) -> Result<Vec<Player>, StoreError> {
        let rows = sqlx::query(
            "select id, name, grade, rating, federation_id, school, section, initials_only from player order by id",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        rows.iter()
            .map(|row| {
                Ok(Player {
                    id: PlayerId(get(row, "id")?),
                    name: get(row, "name")?,
                    grade: get::<Option<i8>>(row, "grade")?.map(Grade),
                    rating: get(row, "rating")?,
                    federation_id: get(row, "federation_id")?,
                    school: get::<Option<u32>>(row, "school")?.map(SchoolId),
                    section: get::<Option<u32>>(row, "section")?.map(SectionId),
                    shown_as: if get::<bool>(row, "initials_only")? { PlayerName::Initials } else { PlayerName::Full },
                })
            })
            .collect()
    }

    fn load_teams(&mut self) -> Result<Vec<Team>, StoreError> {
        let rows = sqlx::query(
            "select id, name, section, player_a, player_b, school, rating, house, tiebreak_penalty, lot, pairing_number, checked_in from team order by id",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        let mut absences = self.load_absences()?;
        let mut byes = self.load_bye_requests()?;
        rows.iter()
            .map(|row| {
                let id = TeamId(get(row, "id")?);
                Ok(Team {
                    id,
                    // Settled once the partners are known.
                    shown_as: TeamName::AsEntered,
                    name: get(row, "name")?,
                    section: SectionId(get(row, "section")?),
                    players: [PlayerId(get(row, "player_a")?), PlayerId(get(row, "player_b")?)],
                    school: get::<Option<u32>>(row, "school")?.map(SchoolId),
                    rating: get(row, "rating")?,
                    house: get(row, "house")?,
                    tiebreak_penalty: HalfPoints(get(row, "tiebreak_penalty")?),
                    lot: get(row, "lot")?,
                    pairing_number: get(row, "pairing_number")?,
                    checked_in: get(row, "checked_in")?,
                    standings: absences.remove(&id).unwrap_or_default(),
                    requested_byes: byes.remove(&id).unwrap_or_default(),
                })
            })
            .collect()
    }

    fn load_absences(&mut self) -> Result<HashMap<TeamId, Vec<Standing>>, StoreError> {
        let rows = sqlx::query("select team, from_round, returned, expelled from absence order by id")
            .fetch_all(&mut self.connection)
            .wait()?;
        let mut absences: HashMap<TeamId, Vec<Standing>> = HashMap::new();
        for row in &rows {
            absences.entry(TeamId(get(row, "team")?)).or_default().push(Standing {
                from_round: get(row, "from_round")?,
                returned: get(row, "returned")?,
                expelled: get(row, "expelled")?,
            });
        }
        Ok(absences)
    }

    fn load_bye_requests(&mut self) -> Result<HashMap<TeamId, Vec<(u32, ByePoints)>>, StoreError> {
        let rows = sqlx::query("select team, round, points from bye_request order by team, round")
            .fetch_all(&mut self.connection)
            .wait()?;
        let mut byes: HashMap<TeamId, Vec<(u32, ByePoints)>> = HashMap::new();
        for row in &rows {
            byes.entry(TeamId(get(row, "team")?))
                .or_default()
                .push((get(row, "round")?, spelled_column(row, "points")?));
        }
        Ok(byes)
    }

    fn load_officials(&mut self) -> Result<Vec<Official>, StoreError> {
        let rows = sqlx::query("select id, name, role, section from official order by id")
            .fetch_all(&mut self.connection)
            .wait()?;
        rows.iter()
            .map(|row| {
                Ok(Official {
                    id: OfficialId(get(row, "id")?),
                    name: get(row, "name")?,
                    role: spelled_column(row, "role")?,
                    section: get::<Option<u32>>(row, "section")?.map(SectionId),
                })
            })
            .collect()
    }

    fn load_rounds(&mut self) -> Result<Vec<Round>, StoreError> {
        let rows = sqlx::query("select id, section, number, provisional from round order by section, number")
            .fetch_all(&mut self.connection)
            .wait()?;
        let mut assignments = self.load_assignments()?;
        let mut slips = self.load_slips()?;
        rows.iter()
            .map(|row| {
                let id: i64 = get(row, "id")?;
                Ok(Round {
                    section: SectionId(get(row, "section")?),
                    number: get(row, "number")?,
                    provisional: get(row, "provisional")?,
                    assignments: assignments.remove(&id).unwrap_or_default(),
                    slips: slips.remove(&id).unwrap_or_default(),
                })
            })
            .collect()
    }

    fn load_assignments(&mut self) -> Result<HashMap<i64, Vec<(TeamId, Assignment)>>, StoreError> {
        let rows =
            sqlx::query("select round, team, table_number, side, bye, assigned from assignment order by round, table_number, side, team")
                .fetch_all(&mut self.connection)
                .wait()?;
        let mut assignments: HashMap<i64, Vec<(TeamId, Assignment)>> = HashMap::new();
        for row in &rows {
            assignments.entry(get(row, "round")?).or_default().push(assignment(row)?);
        }
        Ok(assignments)
    }

    fn load_slips(&mut self) -> Result<HashMap<i64, Vec<Slip>>, StoreError> {
        let rows = sqlx::query(
            "select id, round, table_number, match, playing, outcome, reason, white_a, white_b from slip order by round, table_number, match, playing",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        let reports = sqlx::query("select slip, board, outcome, reason, ended from board_report order by slip, board")
            .fetch_all(&mut self.connection)
            .wait()?;
        let mut boards: HashMap<i64, Vec<BoardReport>> = HashMap::new();
        for row in &reports {
            boards.entry(get(row, "slip")?).or_default().push(BoardReport {
                board: spelled_column(row, "board")?,
                outcome: spelled_column(row, "outcome")?,
                reason: spelled_option(row, "reason")?,
                ended: get(row, "ended")?,
                ruling: None,
            });
        }
        let mut slips: HashMap<i64, Vec<Slip>> = HashMap::new();
        for row in &rows {
            let white = get::<Option<u32>>(row, "white_a")?.zip(get::<Option<u32>>(row, "white_b")?);
            slips.entry(get(row, "round")?).or_default().push(Slip {
                table: TableNumber(get(row, "table_number")?),
                number: get(row, "match")?,
                playing: get(row, "playing")?,
                outcome: super::results::outcome_of(get::<Option<String>>(row, "outcome")?.as_deref())?,
                reason: spelled_option(row, "reason")?,
                boards: boards.remove(&get::<i64>(row, "id")?).unwrap_or_default(),
                white: white.map(|(a, b)| [PlayerId(a), PlayerId(b)]),
            });
        }
        Ok(slips)
    }

    fn load_qualifiers(&mut self) -> Result<Vec<(SectionId, TeamId, u32)>, StoreError> {
        let rows = sqlx::query("select section, team, seed from qualifier order by section, seed")
            .fetch_all(&mut self.connection)
            .wait()?;
        rows.iter()
            .map(|row| Ok((SectionId(get(row, "section")?), TeamId(get(row, "team")?), get(row, "seed")?)))
            .collect()
    }

    fn load_wishes(&mut self) -> Result<Wishes, StoreError> {
        let rows = sqlx::query("select team_a, team_b, round from pairing_wish order by id")
            .fetch_all(&mut self.connection)
            .wait()?;
        let mut wishes = Wishes::default();
        for row in &rows {
            let pair = [TeamId(get(row, "team_a")?), TeamId(get(row, "team_b")?)];
            match get::<Option<u32>>(row, "round")? {
                Some(round) => wishes.required.push((round, pair)),
                None => wishes.forbidden.push(pair),
            }
        }
        Ok(wishes)
    }
}
