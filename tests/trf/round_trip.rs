//! What is written reads back: the same records, the same standings, columns right to the character.

use super::random::field;
use bughouse::interchange::trf::{
    Announced, Export, ExportPlayer, ExportTeam, ReadOptions, TrfFile, read, write_individuals, write_teams,
};
use bughouse::standings::{Field, Settings, TieBreak, table};
use bughouse::tournament::{ByePoints, Dice, HalfPoints, Record};
use proptest::prelude::*;

/// The field as an export, with names and ratings made up from the numbers.
fn export(field: &Field, rounds_planned: Option<u32>) -> Export {
    let lines = table(field, &Settings::default());
    let team = |(index, entry): (usize, &bughouse::standings::Scorecard)| {
        let number = entry.record.team.0;
        let player =
            |name: &str, rating| ExportPlayer { name: format!("{name} {number}"), rating, federation_id: None };
        ExportTeam {
            number,
            name: format!("Équipe {number}"),
            rating: (number % 3 > 0).then_some(1000 + number),
            school: (number % 2 > 0).then(|| format!("School {}", number % 5)),
            players: [player("Ann", Some(1200)), player("Bo", None)],
            rank: lines.iter().find(|l| l.index == index).map_or(0, |l| l.rank),
            record: entry.record.clone(),
        }
    };
    Export {
        name: "Spring Open: K-6".to_owned(),
        city: Some("Salem".to_owned()),
        date: chrono::NaiveDate::from_ymd_opt(2026, 4, 18),
        rounds_planned,
        matches: field.matches,
        type_code: "CUSTOM_TEAM_SWISS_MP",
        tiebreaks: TieBreak::default_order(false),
        teams: field.entries.iter().enumerate().map(team).collect(),
        announced: Vec::new(),
        forbidden: Vec::new(),
        struck: Vec::new(),
        accelerated: Vec::new(),
        notes: Vec::new(),
    }
}

fn read_back(text: &str, matches: u8) -> TrfFile {
    read(text, ReadOptions { matches: Some(matches), rounds: None })
        .unwrap_or_else(|complaints| panic!("{complaints:#?}\n{text}"))
}

/// Rounds at the end in which nobody was paired are byes to come for a reader, and not part of the comparison.
fn paired_rounds(field: &Field) -> usize {
    let is_paired = |r: &bughouse::tournament::RoundRecord| {
        use bughouse::tournament::RoundRecord as R;
        matches!(r, R::Played { .. } | R::Open { .. } | R::Unplayed { scheduled: Some(_), .. })
    };
    field.entries.iter().filter_map(|e| e.record.rounds.iter().rposition(is_paired)).map(|at| at + 1).max().unwrap_or(0)
}

fn assert_same(field: &Field, event: &TrfFile) -> Result<(), TestCaseError> {
    for (entry, entrant) in field.entries.iter().zip(&event.entrants) {
        prop_assert_eq!(&entry.record, &entrant.record);
    }
    let settings =
        Settings { tiebreaks: TieBreak::all().filter(|t| *t != TieBreak::Lot).collect(), ..Settings::default() };
    prop_assert_eq!(table(field, &settings), table(&event.field(false), &settings));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn both_dialects_give_the_same_standings(seed: u64, teams in 1..14_usize, rounds in 0..7_usize, matches in 1..=2_u8) {
        let mut field = field(seed, teams, rounds, matches);
        let paired = paired_rounds(&field);
        field.entries.iter_mut().for_each(|e| e.record.rounds.truncate(paired));
        let export = export(&field, Some(9));
        let individuals = read_back(&write_individuals(&export).expect("numbers fit"), matches);
        assert_same(&field, &individuals)?;
        prop_assert_eq!(individuals.rounds_planned, Some(9));
        let mut teams = read_back(&write_teams(&export).expect("numbers fit"), matches);
        teams.entrants.iter_mut().for_each(|e| e.board_points.clear());
        assert_same(&field, &teams)?;
    }

    /// However a file is cut and scrambled, the reader answers; it never panics.
    #[test]
    fn damaged_files_are_answered(seed: u64, teams in 1..9_usize, rounds in 0..5_usize, matches in 1..=2_u8) {
        let export = export(&field(seed, teams, rounds, matches), None);
        let mut dice = Dice::new(seed);
        for text in [write_individuals(&export).expect("numbers fit"), write_teams(&export).expect("numbers fit")] {
            let mut signs: Vec<char> = text.chars().collect();
            for _ in 0..1 + dice.below(6) {
                let at = dice.below(signs.len());
                match dice.below(4) {
                    0 => drop(signs.remove(at)),
                    1 => signs.insert(at, 'é'),
                    2 => signs[at] = char::from(b' ' + dice.below(90) as u8),
                    _ => signs.truncate(at.max(1)),
                }
                if signs.is_empty() {
                    signs.push('0');
                }
            }
            let damaged: String = signs.into_iter().collect();
            for matches in [1, 2] {
                if let Err(complaints) = read(&damaged, ReadOptions { matches: Some(matches), rounds: None }) {
                    prop_assert!(!complaints.is_empty() && complaints.iter().all(|c| c.line > 0 && c.column > 0));
                }
            }
        }
    }
}

/// Four teams, two rounds: one of each kind, every character in its column.
fn small() -> Export {
    let mut field = field(1, 3, 0, 1);
    let rows = super::chart::field(1, &["W2 D3 X2", "L1 B F1", "H D1 Z"]);
    for (entry, row) in field.entries.iter_mut().zip(rows.entries) {
        entry.record = Record { team: entry.record.team, ..row.record };
    }
    let mut export = export(&field, Some(4));
    export.announced = vec![(2, 4, ByePoints::Half)];
    export.forbidden = vec![(0, 2)];
    export
}

#[test]
fn teams_as_individuals_to_the_character() {
    let text = write_individuals(&small()).expect("numbers fit");
    let expected = [
        "012 Spring Open: K-6",
        "022 Salem",
        "042 2026/04/18",
        "052 2026/04/18",
        "062 3",
        "072 2",
        "082 3",
        "092 Bughouse, teams of two",
        "142 4",
        "192 CUSTOM_TEAM_SWISS_MP",
        "212 PTS,OTHER_MODIFIED_MEDIAN,OTHER_SOLKOFF,OTHER_CUMULATIVE,OTHER_CUMULATIVE_OF_OPPOSITION,OTHER_RESULT_BETWEEN_TIED,OTHER_KASHDAN,OTHER_LOT",
        "XXR 4",
        "### school SCH = School 1",
        "### school SC2 = School 3",
        "001    1      Équipe 1                          1001 SCH                         2.5    1     2 w 1     3 w =     2 w +",
        "001    2      Équipe 2                          1002                             1.0    3     1 b 0  0000 - U     1 b -",
        "001    3      Équipe 3                               SC2                         1.0    2  0000 - H     1 b =  0000 - Z",
        "240 H   4    3",
        "XXP 1 3",
        "",
    ];
    assert_eq!(text, expected.join("\r\n"));
}

#[test]
fn real_teams_to_the_character() {
    let text = write_teams(&small()).expect("numbers fit");
    let body: Vec<&str> =
        text.lines().filter(|l| ["001", "310", "320", "330", "240", "260", "352", "362"].contains(&&l[..3])).collect();
    let expected = [
        "352 WB",
        "362 TW 1.0   TD 0.5   TL 0.0",
        "001    1      Ann 1                             1200 SCH                         1.5          3 w 1     5 w =",
        "001    2      Bo 1                                   SCH                         1.5          4 b 1     6 b =",
        "001    3      Ann 2                             1200                             1.0          1 b 0  0000 - U",
        "001    4      Bo 2                                                               1.0          2 w 0  0000 - U",
        "001    5      Ann 3                             1200 SC2                         1.0       0000 - H     1 b =  0000 - Z",
        "001    6      Bo 3                                   SC2                         1.0       0000 - H     2 w =  0000 - Z",
        "310   1 Équipe 1                                 1001    2.5    5.0   1     1    2",
        "310   2 Équipe 2                                 1002    1.0    2.0   3     3    4",
        "310   3 Équipe 3                                         1.0    2.0   2     5    6",
        "320 01.0 02.0 000 002 000",
        "330 +-   3   1   2",
        "240 H   1    3",
        "240 Z   3    3",
        "240 H   4    3",
        "260   1   4    1    3",
    ];
    assert_eq!(body, expected);
}

#[test]
fn announced_byes_and_forbidden_pairs_read_back() {
    for text in [write_individuals(&small()).expect("fits"), write_teams(&small()).expect("fits")] {
        let event = read_back(&text, 1);
        assert_eq!(event.announced, [Announced { entrant: 2, round: 4, points: ByePoints::Half }]);
        assert_eq!(event.forbidden.iter().map(|f| f.pair).collect::<Vec<_>>(), [(0, 2)]);
    }
}

/// A double round is two rounds of the file in every record, and the file says so; what earlier versions wrote still reads.
#[test]
fn records_of_double_rounds_count_rounds_of_the_file() {
    let field = field(1, 6, 0, 2);
    let mut export = export(&field, Some(4));
    export.announced = vec![(2, 3, ByePoints::Half)];
    export.forbidden = vec![(0, 2)];
    export.accelerated = vec![(0, 2, HalfPoints(2))];
    let kept = |text: &str| {
        let is_kept = |line: &&str| ["142", "XXR", "240", "250", "260"].iter().any(|code| line.starts_with(code));
        text.lines().filter(is_kept).map(str::to_owned).collect::<Vec<_>>()
    };
    let teams = write_teams(&export).expect("numbers fit");
    let records = [
        "142 8",
        "XXR 8",
        "240 H   5    3",
        "240 H   6    3",
        "250  1.0        3   4    1    1",
        "260   1   8    1    3",
    ];
    assert_eq!(kept(&teams), records);
    // Of individuals the records count rounds of the tournament.
    let individuals = write_individuals(&export).expect("numbers fit");
    let records = ["142 4", "XXR 4", "240 H   3    3", "250       1.0   2   2    1    1"];
    assert_eq!(kept(&individuals), records);
    let earlier = teams
        .replace("; every record counts rounds of the file", "")
        .replace("142 8", "142 4")
        .replace("XXR 8", "XXR 4")
        .replace("240 H   5    3\r\n", "")
        .replace("240 H   6", "240 H   3")
        .replace("  3   4    1    1", "  2   2    1    1")
        .replace("260   1   8", "260   1   4");
    let is_mark = |line: &&str| line.contains("takes 2 rounds of this file");
    let foreign: String = earlier.lines().filter(|line| !is_mark(line)).map(|line| format!("{line}\r\n")).collect();
    let by_hand = ReadOptions { matches: Some(2), ..ReadOptions::default() };
    let by_itself = [&individuals, &teams, &earlier].map(|text| (text, ReadOptions::default()));
    for (text, options) in by_itself.into_iter().chain([(&foreign, by_hand)]) {
        let event = read(text, options).unwrap_or_else(|complaints| panic!("{complaints:#?}\n{text}"));
        assert_eq!((event.matches, event.rounds_planned), (2, Some(4)), "{text}");
        assert_eq!(event.announced, [Announced { entrant: 2, round: 3, points: ByePoints::Half }], "{text}");
        let virtual_points: Vec<_> = event.accelerated.iter().map(|a| (a.entrant, a.round, a.points)).collect();
        assert_eq!(virtual_points, export.accelerated, "{text}");
        assert!((1..=4).all(|round| (event.forbidden[0].from..=event.forbidden[0].to).contains(&round)), "{text}");
    }
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let mut export = small();
    export.teams[0].number = 1000;
    assert!(write_individuals(&export).is_ok());
    let refusal = write_teams(&export).expect_err("three columns");
    assert_eq!(
        refusal.to_string(),
        "team number 1000 doesn't fit: this kind of TRF file only goes up to 999; write teams as individuals instead"
    );
}

/// Records 250: by runs of rounds and of neighbouring numbers, in match points for teams and game points for individuals.
#[test]
fn virtual_points_are_written_and_read_back() {
    let field = field(1, 6, 0, 2);
    let mut export = export(&field, Some(4));
    let wins = |team: usize| [(team, 1, HalfPoints(4)), (team, 2, HalfPoints(2))];
    export.accelerated = [0, 1, 3].into_iter().flat_map(wins).collect();
    let individuals = write_individuals(&export).expect("numbers fit");
    let lines: Vec<&str> = individuals.lines().filter(|line| line.starts_with("250")).collect();
    let expected = [
        "250       2.0   1   1    1    2",
        "250       1.0   2   2    1    2",
        "250       2.0   1   1    4    4",
        "250       1.0   2   2    4    4",
    ];
    assert_eq!(lines, expected);
    for text in [individuals, write_teams(&export).expect("numbers fit")] {
        let event = read_back(&text, 2);
        let mut found: Vec<_> = event.accelerated.iter().map(|a| (a.entrant, a.round, a.points)).collect();
        found.sort_unstable();
        assert_eq!(found, export.accelerated, "{text}");
    }
}
