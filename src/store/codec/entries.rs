//! Rows of who entered: schools, players, teams, their coming and going, and what the registration desk keeps.

use super::{Flag, Link, Rows, own};
use crate::event::{Facts, NameVerdict, Payment};
use crate::registration::Contact;
use crate::store::error::StoreError;
use crate::tournament::{
    Absence, ByePoints, Grade, HalfPoints, Player, PlayerId, PlayerName, Published, School, SchoolId, SectionId, Stay,
    Team, TeamId, TeamName,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

super::table!(SchoolRow of "school" by ["id"], unique [&["name"]] { id: SchoolId, name: String });

super::table!(PlayerRow of "player" by ["id"] {
    id: PlayerId,
    name: String,
    grade: Option<i8>,
    rating: Option<u32>,
    federation_id: Option<String>,
    school: Option<SchoolId>,
    section: Option<SectionId>,
    initials_only: Flag,
    team_name: Option<String>,
    family_words: Option<u8>,
    listed_in: Option<String>,
    listed_id: Option<String>,
    listed_rating: Option<u32>,
});

super::table!(TeamRow of "team" by ["id"], unique [&["player_a"], &["player_b"]] {
    id: TeamId,
    name: String,
    section: SectionId,
    player_a: PlayerId,
    player_b: PlayerId,
    board_a: Option<PlayerId>,
    school: Option<SchoolId>,
    rating: Option<u32>,
    house: Flag,
    tiebreak_penalty: i32,
    lot: u32,
    pairing_number: Option<u32>,
    checked_in: Flag,
});

super::table!(AbsenceRow of "absence" by ["id"], links [ABSENCE] {
    team: TeamId,
    nth: usize = "(select count(*) from absence as earlier where earlier.team = t.team and earlier.id < t.id)",
    from_round: u32,
    returned: Option<u32>,
    expelled: Flag,
});

/// The facts have a team's absences in the order in which they began, without numbers.
const ABSENCE: Link = Link {
    column: "id",
    fields: &["team", "nth"],
    join: "",
    number: "(select one.id from absence as one
              where one.team = r ->> 'team'
                    and (select count(*) from absence as earlier where earlier.team = one.team and earlier.id < one.id) = r ->> 'nth')",
};

super::table!(ByeRequestRow of "bye_request" by ["team", "round"] { team: TeamId, round: u32, points: ByePoints });

super::table!(StayRow of "stay" by ["team", "through"] {
    team: TeamId,
    through: u32,
    section: SectionId,
    pairing_number: Option<u32>,
});

super::table!(NameVerdictRow of "name_verdict" by ["team"] { team: TeamId, name: String, approved: Flag });

super::table!(ContactRow of "contact" by ["player"] { player: PlayerId, email: Option<String>, phone: Option<String> });

super::table!(PaymentRow of "payment" by ["player"] { player: PlayerId, fee: u32, paid: u32 });

super::table!(SchoolSpellingRow of "school_spelling" by ["spelling"] { spelling: String, school: SchoolId });

super::table!(ImportColumnRow of "import_column" by ["field"] { field: String, named: String });

pub(super) fn rows(facts: &Facts, other: &Facts, rows: &mut Rows) {
    let (is, was) = (&facts.tournament, &other.tournament);
    rows.school.extend(own(&is.schools, &was.schools).map(|s| SchoolRow { id: s.id, name: s.name.clone() }));
    rows.player.extend(own(&is.players, &was.players).map(|player| PlayerRow {
        id: player.id,
        name: player.name.clone(),
        grade: player.grade.map(|grade| grade.0),
        rating: player.rating,
        federation_id: player.federation_id.clone(),
        school: player.school,
        section: player.section,
        initials_only: Flag(player.shown_as == PlayerName::Initials),
        team_name: player.team_name.clone(),
        family_words: player.family_words,
        listed_in: player.listed.as_ref().map(|listed| listed.list.as_typed()),
        listed_id: player.listed.as_ref().map(|listed| listed.id.clone()),
        listed_rating: player.listed.as_ref().and_then(|listed| listed.rating),
    }));
    for team in own(&is.teams, &was.teams) {
        rows.team.push(TeamRow {
            id: team.id,
            name: team.name.clone(),
            section: team.section,
            player_a: team.players[0],
            player_b: team.players[1],
            board_a: team.board_a,
            school: team.school,
            rating: team.rating,
            house: Flag(team.house),
            tiebreak_penalty: team.tiebreak_penalty.0,
            lot: team.lot,
            pairing_number: team.pairing_number,
            checked_in: Flag(team.checked_in),
        });
        rows.absence.extend(team.absences.iter().enumerate().map(|(nth, absence)| AbsenceRow {
            team: team.id,
            nth,
            from_round: absence.from_round,
            returned: absence.returned,
            expelled: Flag(absence.expelled),
        }));
        let bye = |(round, points): &(u32, ByePoints)| ByeRequestRow { team: team.id, round: *round, points: *points };
        rows.bye_request.extend(team.requested_byes.iter().map(bye));
        rows.stay.extend(team.stays.iter().map(|stay| StayRow {
            team: team.id,
            through: stay.through,
            section: stay.section,
            pairing_number: stay.pairing_number,
        }));
    }
    rows.name_verdict.extend(own_keys(&facts.name_verdicts, &other.name_verdicts).map(|(team, verdict)| {
        NameVerdictRow { team: *team, name: verdict.name.clone(), approved: Flag(verdict.approved) }
    }));
    rows.contact.extend(own_keys(&facts.contacts, &other.contacts).map(|(player, contact)| ContactRow {
        player: *player,
        email: contact.email.clone(),
        phone: contact.phone.clone(),
    }));
    rows.payment.extend(own_keys(&facts.payments, &other.payments).map(|(player, payment)| PaymentRow {
        player: *player,
        fee: payment.fee,
        paid: payment.paid,
    }));
    rows.school_spelling.extend(
        own(&facts.school_spellings, &other.school_spellings)
            .map(|(spelling, school)| SchoolSpellingRow { spelling: spelling.clone(), school: *school }),
    );
    rows.import_column.extend(
        own(&facts.import_columns, &other.import_columns)
            .map(|(field, named)| ImportColumnRow { field: field.clone(), named: named.clone() }),
    );
}

fn own_keys<'m, K: Ord, V: PartialEq>(
    map: &'m BTreeMap<K, V>,
    other: &'m BTreeMap<K, V>,
) -> impl Iterator<Item = (&'m K, &'m V)> {
    map.iter().filter(|(key, value)| other.get(key) != Some(*value))
}

pub(super) fn facts(mut rows: Rows, facts: &mut Facts) -> Result<Rows, StoreError> {
    let children: FxHashSet<PlayerId> = rows.player.iter().map(|row| row.id).collect();
    let is_torn = |team: &&TeamRow| !(children.contains(&team.player_a) && children.contains(&team.player_b));
    if let Some(team) = rows.team.iter().find(is_torn) {
        return Err(StoreError::Unreadable(format!("a partner on team {} is missing", team.id)));
    }
    let tournament = &mut facts.tournament;
    tournament.schools = rows.school.drain(..).map(|row| School { id: row.id, name: row.name }).collect();
    let player = |row: PlayerRow| Player {
        id: row.id,
        name: row.name,
        grade: row.grade.map(Grade),
        rating: row.rating,
        federation_id: row.federation_id,
        school: row.school,
        section: row.section,
        team_name: row.team_name,
        family_words: row.family_words,
        shown_as: if row.initials_only.0 { PlayerName::Initials } else { PlayerName::Full },
        listed: row
            .listed_in
            .zip(row.listed_id)
            .and_then(|(list, id)| Some(Published { list: list.parse().ok()?, id, rating: row.listed_rating })),
    };
    tournament.players = rows.player.drain(..).map(player).collect();
    let mut absences: FxHashMap<TeamId, Vec<Absence>> = FxHashMap::default();
    for row in rows.absence.drain(..) {
        let absence = Absence { from_round: row.from_round, returned: row.returned, expelled: row.expelled.0 };
        absences.entry(row.team).or_default().push(absence);
    }
    let mut byes: FxHashMap<TeamId, Vec<(u32, ByePoints)>> = FxHashMap::default();
    for row in rows.bye_request.drain(..) {
        byes.entry(row.team).or_default().push((row.round, row.points));
    }
    byes.values_mut().for_each(|byes| byes.sort_by_key(|(round, _)| *round));
    let mut stays: FxHashMap<TeamId, Vec<Stay>> = FxHashMap::default();
    for StayRow { team, through, section, pairing_number } in rows.stay.drain(..) {
        stays.entry(team).or_default().push(Stay { section, through, pairing_number });
    }
    stays.values_mut().for_each(|stays| stays.sort_by_key(|stay| stay.through));
    let team = |row: TeamRow| Team {
        id: row.id,
        name: row.name,
        shown_as: TeamName::AsEntered,
        section: row.section,
        players: [row.player_a, row.player_b],
        board_a: row.board_a,
        school: row.school,
        rating: row.rating,
        house: row.house.0,
        tiebreak_penalty: HalfPoints(row.tiebreak_penalty),
        lot: row.lot,
        pairing_number: row.pairing_number,
        checked_in: row.checked_in.0,
        absences: absences.remove(&row.id).unwrap_or_default(),
        requested_byes: byes.remove(&row.id).unwrap_or_default(),
        stays: stays.remove(&row.id).unwrap_or_default(),
    };
    tournament.teams = rows.team.drain(..).map(team).collect();
    let verdict = |row: NameVerdictRow| (row.team, NameVerdict { name: row.name, approved: row.approved.0 });
    facts.name_verdicts = rows.name_verdict.drain(..).map(verdict).collect();
    let contact = |row: ContactRow| (row.player, Contact { email: row.email, phone: row.phone });
    facts.contacts = rows.contact.drain(..).map(contact).collect();
    let payment = |row: PaymentRow| (row.player, Payment { fee: row.fee, paid: row.paid });
    facts.payments = rows.payment.drain(..).map(payment).collect();
    facts.school_spellings = rows.school_spelling.drain(..).map(|row| (row.spelling, row.school)).collect();
    facts.import_columns = rows.import_column.drain(..).map(|row| (row.field, row.named)).collect();
    Ok(rows)
}
