//! What takes too long for every day, at the desk: kills, walks, writers all at once, media. Before a release, and after a change of what
//! the file is written by: `cargo test --release --test desk soak -- --ignored`. Each has a short form that runs always.

mod growth;
mod media;

use crate::hall::Hall;
use crate::{at_speed, crash, killed, random_words, recover, serving_together, two_at_once, undo, undo_older};
use std::time::{Duration, Instant};

#[test]
#[ignore = "a quarter of an hour"]
fn many_walks_can_be_taken_back_and_put_back() {
    undo::walks(100..=160, 60);
}

#[test]
#[ignore = "an hour"]
fn many_older_commands_taken_back_leave_the_history_without_them() {
    undo_older::walks(1000..=1120, 45, 10);
}

#[test]
#[ignore = "an hour of nonsense"]
fn a_great_many_random_words_never_break_anything() {
    random_words::random(20_000, 12);
}

#[test]
#[ignore = "some ten minutes: run it before a release"]
fn two_thousand_kills_lose_nothing() {
    crash::killed(2_000);
}

#[test]
#[ignore = "half an hour"]
fn two_thousand_kills_of_what_is_long_lose_nothing() {
    for (kind, kill) in [
        ("restore", killed::restores as fn(u32)),
        ("publish", killed::publishes),
        ("forget-contacts", killed::forgettings),
        ("import", killed::imports),
        ("round", killed::rounds),
        ("enter", killed::piles),
        ("recover", killed::rescues),
    ] {
        let start = Instant::now();
        kill(250);
        eprintln!("{kind}: 250 kills in {} s", start.elapsed().as_secs());
    }
}

#[test]
#[ignore = "some minutes"]
fn every_page_at_three_sizes_may_be_lost_swapped_or_cut() {
    recover::survive(&recover::played(), 1);
    for teams in [4, 40] {
        let hall = Hall::with_teams(teams);
        hall.run(&["pair"]).ok();
        recover::survive(&hall, 1);
    }
}

#[test]
#[ignore = "a minute of eight processes"]
fn eight_terminals_for_a_minute() {
    let start = Instant::now();
    two_at_once::results_for(move |_| start.elapsed() < Duration::from_secs(60));
}

#[test]
#[ignore = "a minute of ten who write"]
fn eight_devices_and_two_terminals_for_a_minute() {
    let start = Instant::now();
    serving_together::all_at_once(move |_| start.elapsed() < Duration::from_secs(60));
}

#[test]
#[ignore = "a person's pace: a key every 100 ms, twice through the pile"]
fn forty_tables_take_a_person_less_than_a_minute() {
    let hall = at_speed::forty_tables();
    let (lines, a_key) = (at_speed::lines(), Duration::from_millis(100));
    let begun = Instant::now();
    let Some(seen) =
        hall.typed_by_a_person(&["enter"], &[at_speed::borrowed(&lines), vec![("q", "slips entered")]].concat(), a_key)
    else {
        return;
    };
    let took = begun.elapsed();
    assert!(seen.contains("40 slips entered"), "{seen}");
    at_speed::assert_none_is_wrong(&hall);
    println!("forty tables at a key every 100 ms: {:.1} s", took.as_secs_f64());
    assert!(took < Duration::from_secs(60), "{took:?}");
    hall.run(&["result", "22", "1-0", "--replace"]).ok();
    let (before, after) = (&lines[..21], &lines[22..]);
    let planted = [("22 =", "table 22 has 1-0, but the slip says 1/2")];
    let pass = [at_speed::borrowed(before), planted.to_vec(), at_speed::borrowed(after), vec![("q", "39 slips agree")]]
        .concat();
    let begun = Instant::now();
    hall.typed_by_a_person(&["enter", "--verify"], &pass, a_key);
    println!("the second pass: {:.1} s", begun.elapsed().as_secs_f64());
}
