//! `bughouse demo`: a whole sample event through the program's own commands, with every document on disk.

use super::rehearse::open_matches;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Access, Desk, Runs};
use crate::cli::failure::Failure;
use crate::cli::show::Asker;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::split;
use crate::cli::written::{make_folder, may_be_folder, write_whole};
use crate::cli::{Everywhere, command_of, run_words};
use crate::tournament::{Assignment, Dice, TeamId};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Make and play a sample event, and save its file and every document in a folder
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse demo, then open bughouse-demo/site/index.html")]
pub struct Demo {
    /// The folder to make
    #[arg(default_value = "bughouse-demo")]
    dir: PathBuf,
    /// The seed for names and results
    #[arg(long, default_value_t = 2026)]
    seed: u64,
}

struct DemoSection {
    name: &'static str,
    rounds: u32,
    teams: u32,
    grades: (usize, usize),
    options: &'static [&'static str],
}

const SECTIONS: [DemoSection; 3] = [
    DemoSection { name: "K-3", rounds: 4, teams: 17, grades: (0, 3), options: &[] },
    DemoSection { name: "K-6", rounds: 5, teams: 26, grades: (3, 6), options: &["--school-mode", "avoid"] },
    DemoSection { name: "K-12", rounds: 4, teams: 16, grades: (6, 12), options: &["--matches", "2"] },
];

impl Runs for Demo {
    const TRAITS: Traits = Traits::changes_beside(Moment::Before)
        .only_saying()
        .not_from_afar("the demo runs on the laptop where its files go", "leave --server out: bughouse demo");

    /// Makes the folder, plays the event, prints where everything is.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let (dir, environment) = (&self.dir, &everywhere.asker.environment);
        if std::fs::read_dir(environment.at(dir)).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(Failure::forbidden(format!("{} already exists and is not empty", dir.display()))
                .hint(format!("name another folder: {}", cmd!("demo DIR"))));
        }
        may_be_folder(dir, environment)?;
        if everywhere.dry_run {
            return Ok(Answer::said(format!("would make {}", dir.display()), json!({ "folder": dir })));
        }
        make_folder(dir, environment)?;
        let (file, dice, asker) = (text(&dir.join("demo.bughouse")), Dice::new(self.seed), &everywhere.asker);
        let mut play = Play { dir, file, dice, documents: 0, commands: 0, asker };
        play.set_up()?;
        for round in 1..=5 {
            play.round(round)?;
        }
        play.close()?;
        let said = format!(
            "played {} commands; {} documents, the event's file and its web pages are in {}\n\nlook around:\n  {}\n  {}\n  {}\n  {}",
            play.commands,
            play.documents,
            dir.display(),
            cmd!("status"),
            cmd!("standings K-6"),
            cmd!("explain 3"),
            cmd!("log")
        );
        Ok(Answer::said(said, json!({ "folder": dir, "documents": play.documents, "commands": play.commands })))
    }
}

fn parted(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

struct Play<'a> {
    dir: &'a Path,
    file: String,
    dice: Dice,
    documents: u32,
    commands: u32,
    asker: &'a Asker,
}

impl Play<'_> {
    /// Runs a command on the demo's file.
    fn say(&mut self, words: &[&str]) -> Result<Answer, Failure> {
        self.commands += 1;
        let file = self.file.clone();
        run_words(&[&["-f", &file], words].concat(), self.asker)
    }

    /// Runs a command as it would be typed.
    fn typed(&mut self, line: &str) -> Result<Answer, Failure> {
        self.say(&parted(&split(line)?))
    }

    /// Runs a command and writes its document.
    fn print(&mut self, name: &str, words: &[&str]) -> Result<(), Failure> {
        self.documents += 1;
        let ending = if cfg!(feature = "pdf") { "pdf" } else { "html" };
        let path = text(&self.dir.join(format!("{name}.{ending}")));
        self.say(&[words, &["-o", &path]].concat()).map(drop)
    }

    fn set_up(&mut self) -> Result<(), Failure> {
        self.asker.remark("setting up: three sections, registrations, partners, check-in");
        let file = self.file.clone();
        let new = "--name 'Maple Valley Scholastic Bughouse' --date 2026-05-02 --venue 'Maple Valley Gym' --seed 1013";
        run_words(&[&["new", &file], &parted(&split(new)?)[..]].concat(), self.asker)?;
        for DemoSection { name, rounds, options, .. } in SECTIONS {
            self.say(&[&["section", "add", name, "--rounds", &rounds.to_string()], options].concat())?;
        }
        for (name, role) in [("Pat Lee", "td"), ("Sam Ortiz", "section-chief"), ("Robin Shah", "floor-chief")] {
            self.say(&["official", "add", name, "--role", role])?;
        }
        let registrations = self.dir.join("registrations.csv");
        let csv = self.registrations();
        write_whole(&registrations, csv.as_bytes(), self.asker)?;
        self.say(&["import", &text(&registrations)])?;
        self.print("partners-wanted", &["partner", "list"])?;
        for pair in self.without_partner()?.chunks(2) {
            if let [one, other] = pair {
                self.say(&["partner", "match", &one.to_string(), &other.to_string()])?;
            }
        }
        self.say(&["check-in", "--all"])?;
        self.print("roster-by-school", &["teams", "--by", "school"])?;
        self.print("table-cards", &["cards"])?;
        self.print("rules", &["rules", "show"])
    }

    /// A registration file as a web form would give it: one row per team, and some children alone.
    fn registrations(&mut self) -> String {
        let mut csv = "Team Name,Section,School,Player 1,Grade 1,Rating 1,Player 2,Grade 2,Rating 2\n".to_owned();
        let mut child = self.dice.below(1_000);
        let mut lists = NAMES.lines().map(|names| names.split(", ").collect::<Vec<_>>());
        let [first, last, schools, adjectives, nouns] = std::array::from_fn(|_| lists.next().unwrap_or_default());
        let mut name = move || {
            child += 1;
            format!("{} {}", first[child % 48], last[child * 7 % 52])
        };
        let mut team = 0;
        for DemoSection { name: section, teams, grades: (low, high), .. } in SECTIONS {
            for number in 0..teams {
                // Strong schools send several teams.
                let school = schools[self.dice.below(10) * self.dice.below(10) / 10];
                let mut player = |dice: &mut Dice| {
                    let grade = low + dice.below(high - low + 1);
                    let rating = if dice.below(4) == 0 {
                        String::new()
                    } else {
                        (300 + grade * 70 + dice.below(600)).to_string()
                    };
                    let grade = if grade == 0 { "K".to_owned() } else { grade.to_string() };
                    format!("{},{grade},{rating}", name())
                };
                let alone = number >= teams - 2;
                let title = format!("{} {}", adjectives[team % 12], nouns[(team / 12 + team * 5) % 12]);
                let title = if alone {
                    "NEED"
                } else {
                    team += 1;
                    title.as_str()
                };
                let (one, other) =
                    (player(&mut self.dice), if alone { ",,".to_owned() } else { player(&mut self.dice) });
                let _ = writeln!(csv, "{title},{section},{school},{one},{other}");
            }
        }
        csv
    }

    /// Children without a partner, by section.
    fn without_partner(&self) -> Result<Vec<u32>, Failure> {
        self.look(|desk| {
            let tournament = desk.tournament();
            let alone = tournament.players.iter().filter(|p| tournament.team_of(p.id).is_none());
            let mut alone: Vec<_> = alone.map(|p| (p.section, p.id.0)).collect();
            alone.sort_unstable();
            Ok(alone.into_iter().map(|(_, player)| player).collect())
        })
    }

    fn look<T>(&self, look: impl FnOnce(&mut Desk) -> Result<T, Failure>) -> Result<T, Failure> {
        let (_, everywhere) = command_of(&["-f", &self.file, "status"], self.asker)?;
        Desk::open(&everywhere, Access::Read)?.looked(look)
    }

    fn round(&mut self, round: u32) -> Result<(), Failure> {
        for DemoSection { name: section, rounds, .. } in SECTIONS {
            if round > rounds {
                continue;
            }
            self.asker.remark(&format!("{section}: round {round}"));
            self.say(&["pair", section])?;
            if (section, round) == ("K-6", 2) {
                self.late_team()?;
            }
            self.print(&format!("{section}-round-{round}-pairings"), &["pairings", section])?;
            self.print(&format!("{section}-round-{round}-by-player"), &["pairings", section, "--by", "player"])?;
            self.print(&format!("{section}-round-{round}-slips"), &["slips", section])?;
            if (section, round) == ("K-6", 3) {
                self.rulings()?;
            }
            self.results(section)?;
            self.print(&format!("{section}-round-{round}-standings"), &["standings", section])?;
        }
        Ok(())
    }

    /// A team that came late takes a seat against the odd team, and no table moves.
    fn late_team(&mut self) -> Result<(), Failure> {
        let players = "--player 'Iris Bloom,5,820' --player 'Max Frost,4'";
        self.typed(&format!("team add 'Late Bloomers' --section K-6 {players} --school 'Oak Hill Elementary'"))?;
        let odd = self.look(|desk| {
            let section = desk.section(Some("K-6"))?.id;
            let is_bye = |(_, assignment): &&(TeamId, Assignment)| matches!(assignment, Assignment::Bye { .. });
            Ok(desk.latest_round(section).and_then(|round| Some(round.assignments.iter().find(is_bye)?.0)))
        })?;
        match odd {
            Some(odd) => self.say(&["pairing", "add", &odd.to_string(), "Late Bloomers"]).map(drop),
            None => Ok(()),
        }
    }

    /// A ladder climbed to its end, an appeal upheld by the section chief, and another one taken to the floor chief.
    fn rulings(&mut self) -> Result<(), Failure> {
        let seats: Vec<(String, String)> = self.look(|desk| {
            let section = desk.section(Some("K-6"))?.id;
            let tables = desk.latest_round(section).map(|r| r.tables()).unwrap_or_default();
            let player = |team| desk.tournament().team(team).map(|team| team.players[0].to_string());
            Ok(tables.iter().filter_map(|(table, [first, _])| Some((table.to_string(), player(*first)?))).collect())
        })?;
        let [(table, player), (second_table, second_player), ..] = &seats[..] else { return Ok(()) };
        for _ in 0..3 {
            self.say(&["rule", table, player, "clock-hand", "--as", "Pat Lee"])?;
        }
        self.say(&["rule", second_table, second_player, "hidden-pieces", "--as", "Pat Lee"])?;
        self.print("ruling-3", &["ruling", "show", "3"])?;
        self.say(&["appeal", "file", "3", "--by", player])?;
        self.say(&["appeal", "decide", "1", "--official", "Sam Ortiz", "--stands", "--note", "Two witnesses saw it."])?;
        self.say(&["appeal", "file", "4", "--by", second_player])?;
        self.say(&["appeal", "decide", "2", "--official", "Sam Ortiz", "--stands"])?;
        self.say(&["appeal", "file", "4", "--by", second_player])?;
        self.typed("appeal decide 3 --official 'Robin Shah' --falls --note 'The pieces were in plain sight.'").map(drop)
    }

    /// Every slip of the round: the stronger team wins more often.
    fn results(&mut self, section: &str) -> Result<(), Failure> {
        let open = self.look(|desk| Ok(open_matches(desk, desk.section(Some(section))?)))?;
        for (table, number, edge) in open {
            let roll = i64::try_from(self.dice.below(1_200)).unwrap_or(0) - 600;
            let board = ["a", "b"][self.dice.below(2)];
            let reason = ["mate", "mate", "time", "illegal", "resign"][self.dice.below(5)];
            let result = match self.dice.below(25) {
                0 => "1/2",
                _ if edge + roll > 0 => "1-0",
                _ => "0-1",
            };
            let ended: &[&str] = if result == "1/2" { &[] } else { &[board, reason] };
            let (table, number) = (table.to_string(), number.to_string());
            self.say(&[&["result", &table, result], ended, &["--match", &number]].concat())?;
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), Failure> {
        self.asker.remark("closing: crosstables, report, web pages");
        for DemoSection { name: section, .. } in SECTIONS {
            self.print(&format!("{section}-crosstable"), &["crosstable", section])?;
            self.say(&["prize", "add", section, "--place", "1-3"])?;
            self.say(&["prize", "add", section, "--school"])?;
            self.print(&format!("{section}-prizes"), &["prizes", section])?;
            self.print(&format!("{section}-ceremony"), &["prizes", section, "--as-list", "ceremony"])?;
            self.print(&format!("{section}-trophy-labels"), &["prizes", section, "--as-list", "labels"])?;
        }
        self.print("directors-report", &["report"])?;
        self.print("rulings", &["ruling", "list"])?;
        let site = text(&self.dir.join("site"));
        self.say(&["publish", &site])?;
        self.say(&["check"]).map(drop)
    }
}

/// First names, last names, schools, first and last words of team names: a line each.
const NAMES: &str = include_str!("names.txt");
