//! The page of tie-breaks, `docs/reference/tie-breaks.md`, is what the program calls them.

use bughouse::standings::TieBreak;
use std::fs;
use std::path::Path;

const HEAD: &str = "# Tie-breaks

Use any of them, in any order: `bughouse section edit K-6 --tiebreaks modified-median,solkoff,cumulative,lot`. Each one separates teams still tied after
the ones before it. `bughouse standings --working` shows how each value is calculated, round by round.

A number in brackets is the rule: `34…` in the US Chess Official Rules of Chess, `C.07` the tie-break regulations in the FIDE Handbook, effective
March 1, 2026. Endings say what is left out: `-c1` the lowest, `-c2` the two lowest, `-m1` the lowest and the highest, `-m2` two of each.

Unless you announce others: `modified-median`, `solkoff`, `cumulative`, `cumulative-of-opposition`, `result-between-tied`, `kashdan`, `lot`; if
everybody plays everybody (round robins, quads), `result-between-tied`, `sonneborn-berger`, `wins`, `lot` [34F].

Tie-break points lost to a ruling (`bughouse team edit TEAM --tiebreak-penalty POINTS`) come off the first tie-break in the section's order that
counts points: \"yes\" in the last column.
";

const READINGS: &str = "
## How FIDE articles are read

If other programs, FIDE's own checker among them, calculate differently, the wording of the article decides:

| article | its wording | here |
| --- | --- | --- |
| C.07 8.3, Fore Buchholz | \"as if all paired games for the final round had ended in draws\" | A forfeited match in the last round was paired, so it counts as a draw against the scheduled opponent, not against a stand-in. Byes had no opponent and stay as awarded. |
| C.07 7.7, standard points | ½ for each round with as many points as the scheduled opponent | In a double forfeit, neither team scores, so both get ½. FIDE's checker compares with a draw's points and gives 0. |
| C.07 13.4.2, scores and schedule strength | the highest match points in the event divided by the highest game points in a match, rounded toward zero | At 1 point per match on two boards, an odd number of rounds is rounded down: 5 rounds, divisor 2. `--match-points 0.5` and files that say 2 (record 362) use their own points. |

Open question: how the counts in article 7 treat a double forfeit in a round robin, since 15.2 says that forfeit losses stay unplayed there. Here it is ½ in
standard points, and not a win.
";

fn page() -> String {
    let mut page = HEAD.to_owned();
    for (title, is_fide) in [("US Chess", false), ("FIDE", true)] {
        page += &format!(
            "\n## {title}\n\n| id | column | name | rule | counts points |\n| --- | --- | --- | --- | --- |\n"
        );
        for tie_break in TieBreak::all().filter(|t| t.id().starts_with("fide-") == is_fide) {
            let name = tie_break.name();
            let counts = if tie_break.counts_points() { "yes" } else { "no" };
            page += &format!("| `{}` | {} | {} | {} | {counts} |\n", name.id, name.heading, name.title, name.rule);
        }
    }
    page + READINGS
}

#[test]
fn the_page_of_tie_breaks_is_what_the_program_calls_them() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/tie-breaks.md");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, page()).expect("the page can be written");
    }
    let kept = fs::read_to_string(&path).expect("the page is part of the project");
    assert!(
        kept == page(),
        "docs/reference/tie-breaks.md: rewrite it with UPDATE_SNAPSHOTS=1 cargo test --test floors standings::page"
    );
}
