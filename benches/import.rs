//! Ten thousand registrations read, placed and compared with the tournament: well under a second.

use bughouse::interchange::registrations::{Options, read};
use criterion::{Criterion, criterion_group, criterion_main};
use std::fmt::Write;
use std::hint::black_box;

/// Rows a child, two to a team, with a slip of the finger here and there.
fn roster(rows: usize) -> String {
    let mut text = "Team,Name,Grade,Rating,USCF ID,School,Email\r\n".to_owned();
    for n in 0..rows {
        let team = n / 2;
        let slip = if n % 97 == 0 { "e" } else { "" };
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "Team {team},\"Family{}{slip}, Child {n}\",{},{},{},School {} Elementary,a{n}@example.org\r\n",
            n % 700,
            n % 12 + 1,
            400 + n % 1500,
            10_000_000 + n,
            n % 60
        );
    }
    text
}

fn ten_thousand_rows(criterion: &mut Criterion) {
    let text = roster(10_000);
    let reading = read(text.as_bytes(), "entries.csv", &Options::default()).expect("the roster has good headings");
    assert_eq!((reading.entries.len(), reading.complaints.len()), (5_000, 0));
    criterion.bench_function("read 10,000 rows", |bencher| {
        bencher.iter(|| read(black_box(text.as_bytes()), "entries.csv", &Options::default()));
    });
}

criterion_group!(benches, ten_thousand_rows);
criterion_main!(benches);
