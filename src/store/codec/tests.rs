//! What is saved is what is read again, for real files and for random changes of them.

use super::Rows;
use crate::discipline::Voided;
use crate::event::{Facts, LastNumbers, NameVerdict, Payment, StoredPlayOff};
use crate::registration::Contact;
use crate::store::schema::{columns, fact_tables};
use crate::store::{EntryKind, Store};
use crate::tournament::{Absence, Assignment, ByePoints, EmptySeat, MatchResult, PlayerId, WallClock};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

const NOW: &str = "2026-05-02T10:15:30-05:00";

/// A real file of each schema, upgraded.
fn databases(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases")).unwrap();
    let copy = |file: std::io::Result<std::fs::DirEntry>| {
        let file = file.unwrap();
        let copy = folder.join(file.file_name());
        std::fs::copy(file.path(), &copy).unwrap();
        copy
    };
    files.map(copy).collect()
}

/// Without the numbers of what is gone.
fn bare(facts: Facts) -> Facts {
    Facts { last: LastNumbers::default(), ..facts }
}

fn loaded(path: &Path) -> Facts {
    let mut store = Store::open_to_write(path).unwrap();
    let facts = store.load().unwrap();
    store.abandon().unwrap();
    facts
}

/// An empty file with a journal entry to write under.
fn empty(folder: &Path) -> Store {
    let mut store = Store::create(&folder.join("new")).unwrap();
    store.record(EntryKind::Do, "new", None, NOW).unwrap();
    store
}

#[test]
fn every_table_of_facts_is_in_the_codec() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = empty(folder.path());
    let missing = fact_tables(&mut store.connection).unwrap().into_iter();
    let missing: Vec<String> = missing.filter(|table| !Rows::know(table)).collect();
    store.abandon().unwrap();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn every_column_of_facts_is_in_the_codec() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = empty(folder.path());
    let mut known = Rows::columns();
    // Who interfered is the ruling's `player`, like every other child that is ruled on.
    known.push(("ruling", "person_player"));
    for table in fact_tables(&mut store.connection).unwrap() {
        let columns = columns(&mut store.connection, &table).unwrap().into_iter();
        let unknown: Vec<String> =
            columns.filter(|column| column != "id" && !known.contains(&(table.as_str(), column.as_str()))).collect();
        assert_eq!(unknown, Vec::<String>::new(), "{table}");
    }
    store.abandon().unwrap();
}

#[test]
fn a_file_of_every_schema_is_loaded_and_saved_without_a_change_of_rows() {
    let folder = tempfile::tempdir().unwrap();
    for path in databases(folder.path()) {
        let mut store = Store::open_to_write(&path).unwrap();
        let facts = store.load().unwrap();
        let (kept, _) = store.rows().unwrap();
        let differing = kept.differences(&Rows::of(&facts, &Facts::default()).unwrap()).unwrap().into_iter();
        let differing: Vec<&str> = differing.map(|difference| difference.table.name).collect();
        // An older file says nothing of the settings that came later.
        assert!(differing.iter().all(|table| *table == "section"), "{}: {differing:?}", path.display());
        store.abandon().unwrap();
    }
}

#[test]
fn a_file_saved_into_an_empty_one_is_read_again_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    for path in databases(folder.path()) {
        let facts = bare(loaded(&path));
        assert!(!facts.tournament.rounds.is_empty(), "{} has rounds", path.display());
        let mut store = empty(folder.path());
        assert!(store.save(&Facts::default(), &facts).unwrap());
        assert_eq!(bare(store.load().unwrap()), facts, "{}", path.display());
        assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
        assert!(!store.save(&facts, &facts).unwrap(), "nothing differs");
        store.abandon().unwrap();
    }
}

/// One change of some fact; the numbers choose which.
fn change(facts: &mut Facts, kind: u8, one: usize, other: usize) {
    let at = chrono::DateTime::parse_from_rfc3339(NOW).unwrap();
    let tournament = &mut facts.tournament;
    let (rounds, teams, players) = (tournament.rounds.len(), tournament.teams.len(), tournament.players.len());
    let round = &mut tournament.rounds[one % rounds];
    let team = &mut tournament.teams[one % teams];
    let (seats, slips) = (round.assignments.len(), round.slips.len().max(1));
    match kind {
        // Two teams change places.
        0 => {
            let (a, b) = (one % seats, other % seats);
            let (first, second) = (round.assignments[a].0, round.assignments[b].0);
            round.assignments[a].0 = second;
            round.assignments[b].0 = first;
        }
        // Every table moves on by one, so that each takes the number of another.
        1 => round.assignments.iter_mut().for_each(|(_, assignment)| {
            if let Assignment::Table { table, .. } = assignment {
                table.0 += 1;
            }
        }),
        2 => drop(round.slips.drain(..other % slips)),
        3 => round.slips.iter_mut().skip(other % slips).for_each(|slip| {
            slip.outcome = Some(MatchResult::Drawn);
            slip.boards.clear();
        }),
        4 => round.slips.iter_mut().for_each(|slip| slip.boards.truncate(1)),
        5 => {
            let seat = EmptySeat { team: round.assignments[other % seats].0, since: at };
            let clock = WallClock { started: Some(at), not_seated: vec![seat] };
            facts.wall_clocks.insert((round.section, round.number), clock);
        }
        6 => drop(facts.wall_clocks.remove(&(round.section, round.number))),
        7 => {
            let (one, other) = (one % tournament.sections.len(), other % tournament.sections.len());
            let (first, second) = (tournament.sections[one].name.clone(), tournament.sections[other].name.clone());
            tournament.sections[one].name = second;
            tournament.sections[other].name = first;
        }
        8 => team.absences.push(Absence { from_round: 2, returned: Some(3), expelled: false }),
        9 => drop(team.absences.pop()),
        10 => team.requested_byes = vec![(1, ByePoints::Half), (7, ByePoints::Zero)],
        11 => {
            let name = format!("{} the {other}th", team.name);
            facts.name_verdicts.insert(team.id, NameVerdict { name, approved: other.is_multiple_of(2) });
        }
        12 => {
            let player = PlayerId(tournament.players[other % players].id.0);
            facts.contacts.insert(player, Contact { email: Some("a@example.org".to_owned()), phone: None });
            facts.payments.insert(player, Payment { fee: 2500, paid: 100 });
        }
        13 => facts.contacts.clear(),
        14 => facts.play_offs.push(StoredPlayOff {
            section: team.section,
            teams: [tournament.teams[0].id, tournament.teams[1].id],
            result: MatchResult::Second,
        }),
        15 => drop(facts.play_offs.drain(..facts.play_offs.len().min(1))),
        16 => facts.wishes.required = vec![(3, [tournament.teams[0].id, tournament.teams[1].id])],
        17 => {
            let voided = Voided { at: at.to_utc(), by: None, reason: "wrong table".to_owned() };
            facts.docket.rulings.iter_mut().skip(other % 3).for_each(|ruling| ruling.voided = Some(voided.clone()));
        }
        18 => facts.import_columns.push((format!("field {one}"), other.to_string())),
        _ => drop(facts.import_columns.pop()),
    }
    facts.tournament.rounds.iter_mut().for_each(crate::tournament::Round::sort);
    facts.import_columns.dedup_by(|one, other| one.0 == other.0);
    facts.settle_names();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_changed_is_saved_row_by_row_with_its_images(
        changes in prop::collection::vec((0_u8..20, any::<u16>(), any::<u16>()), 1..12)
    ) {
        let folder = tempfile::tempdir().unwrap();
        for path in databases(folder.path()) {
            let mut store = Store::open_to_write(&path).unwrap();
            store.record(EntryKind::Do, "change", None, NOW).unwrap();
            let mut before = store.load().unwrap();
            for (kind, one, other) in &changes {
                let mut after = before.clone();
                change(&mut after, *kind, usize::from(*one), usize::from(*other));
                store.save(&before, &after).unwrap();
                before = after;
            }
            prop_assert_eq!(&Facts { last: before.last, ..store.load().unwrap() }, &before);
            prop_assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
            store.commit().unwrap();
        }
    }
}
