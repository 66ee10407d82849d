//! The largest file that TRF numbers allow: 9,998 teams, 9 rounds, ten tie-breaks, read and ranked.

use bughouse::interchange::trf::{Export, ExportPlayer, ExportTeam, ReadOptions, read, write_individuals};
use bughouse::standings::{Settings, TieBreak, table};
use bughouse::tournament::{HalfPoints, MatchScore, Record, RoundRecord, TeamId};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

const TEAMS: usize = 9_998;
const ROUNDS: usize = 9;

/// Round r pairs each team with the one an odd step away; results repeat in a pattern with draws in it.
fn records() -> Vec<Record> {
    let mut records: Vec<Record> =
        (0..TEAMS).map(|i| Record { team: TeamId(i as u32 + 1), rounds: Vec::with_capacity(ROUNDS) }).collect();
    for round in 0..ROUNDS {
        let step = 2 * round + 1;
        for one in (0..TEAMS).step_by(2) {
            let other = (one + step) % TEAMS;
            let own = [2, 0, 1, 2, 0][(one / 2 + 3 * round) % 5];
            let score = |own| MatchScore { own: HalfPoints(own), theirs: HalfPoints(2 - own), played: true };
            for (team, opponent, own, white) in [(one, other, own, true), (other, one, 2 - own, false)] {
                records[team].rounds.push(RoundRecord::Played {
                    opponent,
                    matches: vec![score(own)],
                    white: vec![white],
                });
            }
        }
    }
    records
}

fn file() -> String {
    let player = || ExportPlayer { name: String::new(), rating: None, federation_id: None };
    let team = |record: Record| ExportTeam {
        number: record.team.0,
        name: format!("Team {}", record.team),
        rating: Some(2800 - record.team.0 / 5),
        school: None,
        players: [player(), player()],
        rank: 1,
        record,
    };
    let export = Export {
        name: "Largest".to_owned(),
        city: None,
        date: None,
        rounds_planned: Some(ROUNDS as u32),
        matches: 1,
        type_code: "CUSTOM_TEAM_SWISS_MP",
        tiebreaks: Vec::new(),
        teams: records().into_iter().map(team).collect(),
        announced: Vec::new(),
        forbidden: Vec::new(),
        struck: Vec::new(),
        accelerated: Vec::new(),
        notes: Vec::new(),
    };
    write_individuals(&export).expect("9,998 fits four columns")
}

fn settings() -> Settings {
    let ids = "modified-median,solkoff,cumulative,cumulative-of-opposition,result-between-tied,kashdan,fide-bh-c1,fide-sb,fide-aob,lot";
    let tiebreaks: Vec<TieBreak> = ids.split(',').map(|id| id.parse().expect("an id of the list")).collect();
    Settings { tiebreaks, ..Settings::default() }
}

fn largest(criterion: &mut Criterion) {
    let text = file();
    let settings = settings();
    let event = read(&text, ReadOptions::default()).expect("our own file reads");
    let field = event.field(false);
    let mut group = criterion.benchmark_group("standings of 9,998 teams");
    group.sample_size(20);
    group.bench_function("read the file", |b| b.iter(|| read(black_box(&text), ReadOptions::default())));
    group.bench_function("ten tie-breaks", |b| b.iter(|| table(black_box(&field), &settings)));
    group.finish();
}

criterion_group!(benches, largest);
criterion_main!(benches);
