//! A real file of every released schema opens for ever, is in order after its upgrade, and can be worked with.

use super::hall::Hall;
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/databases")
}

#[test]
fn files_of_every_released_schema_open() {
    let mut opened = 0;
    for entry in fs::read_dir(folder()).expect("tests/databases is part of the project") {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "bughouse") {
            continue;
        }
        let hall = Hall::empty();
        fs::copy(&path, hall.path("spring.bughouse")).unwrap();
        hall.run(&["check"]).ok();
        let standings = hall.run(&["standings", "--json"]).ok().out;
        assert_eq!(hall.json(&["team", "list"])["teams"].as_array().unwrap().len(), 5, "{}", path.display());
        hall.run(&["team", "edit", "1", "--name", "Renamed"]).ok();
        hall.run(&["undo"]).ok();
        assert_eq!(hall.run(&["standings", "--json"]).ok().out, standings);
        hall.run(&["standings", "--as-of", "12"]).ok();
        // As many as were taken back just now: the renaming before stays taken back.
        let undone = hall.json(&["undo", "999"])["undone"].as_array().unwrap().len();
        hall.run(&["redo", &undone.to_string()]).ok();
        assert_eq!(hall.run(&["standings", "--json"]).ok().out, standings);
        hall.run(&["check"]).ok();
        opened += 1;
    }
    assert!(opened > 0, "there is a file of at least this schema");
}

#[test]
#[ignore = "writes tests/databases/: run it once when a release brings a new schema"]
fn keep_a_file_of_this_schema() {
    let newest = fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("migrations"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap()[..4].parse::<u32>().unwrap())
        .max()
        .unwrap();
    let hall = Hall::empty();
    for line in super::crash::EVENT.lines() {
        drop(hall.run(&line.split(' ').collect::<Vec<_>>()));
    }
    hall.run(&["check"]).ok();
    fs::create_dir_all(folder()).unwrap();
    fs::copy(hall.path("spring.bughouse"), folder().join(format!("schema-{newest:04}.bughouse"))).unwrap();
}
