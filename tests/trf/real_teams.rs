//! Real teams of two with byes and forfeits, against the values of FIDE's own checker.

use super::reference::{event, expected};
use bughouse::standings::{Settings, TieBreak, table};

/// Column, id, and how often our points go into the file's (match points count 2-1-0 there).
const COLUMNS: [(&str, &str, i64); 9] = [
    ("MPvGP", "fide-mpvgp", 1),
    ("BH:MP", "fide-bh", 2),
    ("BH:GP", "fide-bh-gp", 1),
    ("BH:MP/C1", "fide-bh-c1", 2),
    ("EMMSB", "fide-esb-mm", 4),
    ("EMGSB", "fide-esb-mg", 2),
    ("EGGSB", "fide-esb-gg", 1),
    ("BC", "fide-bc", 1),
    ("PTS", "", 2),
];

fn assert_values(name: &str) {
    let (Some(event), Some(expected)) =
        (event(&format!("trf/{name}.trf"), 1), expected(&format!("trf/{name}.expected.tsv")))
    else {
        return;
    };
    let mut wrong = Vec::new();
    for (column, id, times) in COLUMNS {
        let tiebreaks: Vec<TieBreak> = id.parse().into_iter().collect();
        for line in table(&event.field(false), &Settings { tiebreaks, ..Settings::default() }) {
            let Some(expected) = expected.value(line.team.0, column) else { continue };
            let found = line.tiebreaks.first().copied().unwrap_or(line.points.into());
            let found = (found * times).as_decimal();
            if found != expected {
                wrong.push(format!("{column} of {}: {found}, not {expected}", line.team));
            }
        }
    }
    assert!(wrong.is_empty(), "{name}: {wrong:#?}");
}

#[test]
fn nine_teams() {
    assert_values("tbs_fideteam_2board_9teams");
}

#[test]
fn eight_teams_with_many_forfeits() {
    assert_values("tbs_fideteam_2board_8teams");
}

/// The order of the file's own list decides, down to two teams level on points and game points.
#[test]
fn ranks_by_the_list_of_the_file() {
    for (name, tiebreaks) in
        [("tbs_fideteam_2board_8teams", "fide-mpvgp,fide-bh"), ("tbs_fideteam_2board_9teams", "fide-bc,fide-bbe")]
    {
        let (Some(event), Some(expected)) =
            (event(&format!("trf/{name}.trf"), 1), expected(&format!("trf/{name}.expected.tsv")))
        else {
            return;
        };
        let tiebreaks = tiebreaks.split(',').map(|id| id.parse().expect("an id")).collect();
        for line in table(&event.field(false), &Settings { tiebreaks, ..Settings::default() }) {
            assert_eq!(
                Some(f64::from(line.rank)),
                expected.value(line.team.0, "Rank"),
                "{name}: rank of {}",
                line.team
            );
        }
    }
}
