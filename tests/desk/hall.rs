//! A playing hall for tests: a temporary folder, the real `bughouse`, and what it answered.

use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A folder with a tournament in it.
pub struct Hall {
    folder: tempfile::TempDir,
    /// Where the program keeps what is not the tournament's.
    state: tempfile::TempDir,
    /// Whether commands make backups by themselves, as they do for a director.
    backs_up: bool,
}

/// What one command answered.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    /// Runs a command to its end.
    #[must_use = "that it failed is seen by nobody: end with `.ok()` or `.fails(..)`"]
    pub fn by(mut command: Command, input: &str) -> Self {
        let mut child = command.spawn().expect("the binary was built with the tests");
        // A command that does not read its input closes the pipe early.
        let _ = child.stdin.take().expect("stdin is piped").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the command ends");
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The JSON on stdout.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("no JSON ({e}):\n{}\n{}", self.out, self.err))
    }

    /// Fails the test unless the command succeeded.
    pub fn ok(self) -> Self {
        assert_eq!(self.code, 0, "{}\n{}", self.out, self.err);
        self
    }

    /// Fails the test unless this was said, on stdout or stderr.
    pub fn says(self, words: &str) -> Self {
        assert!(
            self.out.contains(words) || self.err.contains(words),
            "expected {words:?} in:\n{}\n{}",
            self.out,
            self.err
        );
        self
    }

    /// Fails the test unless the command ended with this code and said this on stderr.
    pub fn fails(self, code: i32, saying: &str) -> Self {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        assert!(self.err.contains(saying), "expected {saying:?} in:\n{}", self.err);
        self
    }
}

impl Hall {
    /// An empty folder. No backup is made by itself; see [`Hall::with_backups`].
    pub fn empty() -> Self {
        let folder = || tempfile::tempdir().expect("a temporary folder can be made");
        Self { folder: folder(), state: folder(), backs_up: false }
    }

    /// The same hall, in which a command that is due for a backup makes one.
    pub fn with_backups(self) -> Self {
        Self { backs_up: true, ..self }
    }

    /// A hall in which this was done: done once in this test program and copied from then on, for those who ask at the same place in the same
    /// words. They say all in which two such halls differ.
    ///
    /// Only for what is bound to neither the folder's path nor the clock: no `-o`, `publish`, `backup`, `serve`. Done anew after some
    /// minutes, since what was done ten minutes ago is due for a backup.
    #[track_caller]
    pub fn made(named: impl Into<String>, make: impl FnOnce() -> Self) -> Self {
        type Files = Vec<(PathBuf, Vec<u8>)>;
        type Made = Arc<Mutex<Option<(Instant, [Files; 2])>>>;
        static MADE: Mutex<BTreeMap<String, Made>> = Mutex::new(BTreeMap::new());
        let named = format!("{}: {}", std::panic::Location::caller(), named.into());
        let made = Arc::clone(MADE.lock().expect("no maker holds it").entry(named).or_default());
        // Held while it is made, so that two tests that ask at once do not both make it.
        let mut made = made.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, files)) = made.as_ref().filter(|(at, _)| at.elapsed() < Duration::from_secs(300)) {
            let hall = Self::empty();
            for (folder, files) in [&hall.folder, &hall.state].into_iter().zip(files) {
                for (name, bytes) in files {
                    std::fs::write(folder.path().join(name), bytes).expect("the temporary folder can be written");
                }
            }
            return hall;
        }
        let (at, hall) = (Instant::now(), make());
        let files = |folder: &Path| -> Files {
            let entries = std::fs::read_dir(folder).expect("the folder was made");
            let paths = entries.map(|entry| entry.expect("an entry can be read").path());
            let read = |path: &PathBuf| std::fs::read(path).expect("what a copy is made of are files in one folder");
            paths.map(|path| (path.file_name().expect("it was listed").into(), read(&path))).collect()
        };
        *made = Some((at, [&hall.folder, &hall.state].map(|folder| files(folder.path()))));
        hall
    }

    /// A tournament without sections, under a rulebook.
    pub fn under(rulebook: &str) -> Self {
        Self::made(rulebook, || {
            let hall = Self::empty();
            hall.run(&["new", "spring", "--name", "Spring Bughouse", "--seed", "3", "--rulebook", rulebook]).ok();
            // The first command after it compares the schema, and remembers that it is this program's.
            hall.run(&["status"]).ok();
            hall
        })
    }

    /// A tournament with one section, Open, and so many teams: `Team 1` is the strongest. Players `P1a`, `P1b` and so on.
    pub fn with_teams(count: u32) -> Self {
        Self::in_section(&[], count)
    }

    /// The same, where the section has these options.
    pub fn in_section(options: &[&str], count: u32) -> Self {
        Self::made(format!("{count} teams {options:?}"), || {
            let Some(fewer) = count.checked_sub(1) else {
                let hall = Self::under("us-chess-2018");
                hall.run(&[&["section", "add", "Open"], options].concat()).ok();
                return hall;
            };
            let hall = Self::in_section(options, fewer);
            hall.enter_teams("Open", count..=count);
            hall
        })
    }

    /// The same, with round 1 posted.
    pub fn paired(count: u32) -> Self {
        Self::paired_in_section(&[], count)
    }

    /// As [`Hall::in_section`], with round 1 posted.
    pub fn paired_in_section(options: &[&str], count: u32) -> Self {
        Self::made(format!("{count} teams {options:?}, paired"), || {
            let hall = Self::in_section(options, count);
            hall.run(&["pair"]).ok();
            hall
        })
    }

    /// Enters teams by number, from a registrations file where import serves it, strongest first.
    pub fn enter_teams(&self, section: &str, numbers: impl Iterator<Item = u32>) {
        for n in numbers {
            let rating = 2000 - 20 * n;
            let players = [format!("P{n}a Alpha,5,{rating}"), format!("P{n}b Beta,5,{}", rating - 2)];
            self.run(&[
                "team",
                "add",
                &format!("Team {n}"),
                "--section",
                section,
                "--player",
                &players[0],
                "--player",
                &players[1],
            ])
            .ok();
        }
    }

    /// Where a file of this name is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Where a file of the program's own is, which is not the tournament's.
    pub fn own_path(&self, name: &str) -> PathBuf {
        self.state.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("the temporary folder can be written");
    }

    /// Runs a command.
    #[must_use = "that it failed is seen by nobody: end with `.ok()` or `.fails(..)`"]
    pub fn run(&self, words: &[&str]) -> Said {
        self.run_with(words, "")
    }

    /// Runs a command and reads its JSON.
    pub fn json(&self, words: &[&str]) -> Value {
        let words: Vec<&str> = words.iter().copied().chain(["--json"]).collect();
        self.run(&words).ok().json()
    }

    /// A command that is not started yet, in this folder and with nobody's settings.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bughouse"));
        command.args(words).current_dir(self.folder.path());
        self.settle(&mut command);
        command
    }

    /// Gives a command nobody's settings, and pipes.
    fn settle(&self, command: &mut Command) {
        for setting in ["BUGHOUSE_FILE", "BUGHOUSE_OFFICIAL", "BUGHOUSE_NO_BACKUP"] {
            command.env_remove(setting);
        }
        if !self.backs_up {
            command.env("BUGHOUSE_NO_BACKUP", "1");
        }
        for own in ["XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
            command.env(own, self.state.path());
        }
        command.env("BUGHOUSE_RATINGS", self.own_path("ratings.index"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    }

    /// Runs a command with lines on its standard input.
    #[must_use = "that it failed is seen by nobody: end with `.ok()` or `.fails(..)`"]
    pub fn run_with(&self, words: &[&str], input: &str) -> Said {
        Said::by(self.command(words), input)
    }

    /// Runs a command at a terminal of 80 columns, with lines typed there; both streams are in `out`.
    /// `None` where the system has no `script` that opens one.
    pub fn at_a_terminal(&self, words: &[&str], typed: &str) -> Option<Said> {
        self.at_a_terminal_of(80, words, typed)
    }

    /// As [`Hall::at_a_terminal`], with so many columns.
    pub fn at_a_terminal_of(&self, columns: u16, words: &[&str], typed: &str) -> Option<Said> {
        let command = self.terminal(columns, words)?;
        let said = Said::by(command, typed);
        Some(Said { out: said.out.replace('\r', ""), ..said })
    }

    /// A command that is not started yet, at a terminal of so many columns. `None` where the system has no `script` that opens one.
    fn terminal(&self, columns: u16, words: &[&str]) -> Option<Command> {
        let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let line = format!("stty cols {columns}; '{}' {}", env!("CARGO_BIN_EXE_bughouse"), quoted.join(" "));
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).current_dir(self.folder.path());
        self.settle(&mut command);
        command.env("NO_COLOR", "1").env("TERM", "xterm");
        let is_there = cfg!(target_os = "linux") && Command::new("script").arg("--version").output().is_ok();
        is_there.then_some(command)
    }

    /// Runs a command at a terminal as a person would: each line key by key, the next one after its answer has appeared.
    /// `None` where the system has no `script` that opens a terminal.
    pub fn typed_by_a_person(&self, words: &[&str], lines: &[(&str, &str)], a_key: Duration) -> Option<String> {
        let (mut command, seen) = (self.terminal(80, words)?, Arc::new(Mutex::new(String::new())));
        let mut child = command.spawn().expect("script is there");
        let (mut screen, mut keys) =
            (child.stdout.take().expect("stdout is piped"), child.stdin.take().expect("stdin is piped"));
        let shown = Arc::clone(&seen);
        let reader = std::thread::spawn(move || {
            let mut some = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut some) {
                shown.lock().expect("no reader panics").push_str(&String::from_utf8_lossy(&some[..count]));
            }
        });
        let wait_for = |text: &str| {
            let patience = Instant::now();
            while !seen.lock().expect("no reader panics").contains(text) {
                assert!(
                    patience.elapsed() < Duration::from_secs(60),
                    "{text:?} never came:\n{}",
                    seen.lock().expect("no reader panics")
                );
                std::thread::sleep(Duration::from_millis(2));
            }
        };
        wait_for("> ");
        for (line, answer) in lines {
            for key in line.chars().chain(['\r']) {
                std::thread::sleep(a_key);
                keys.write_all(key.to_string().as_bytes()).expect("the terminal is open");
            }
            wait_for(answer);
        }
        drop(keys);
        child.wait().expect("the command ends");
        reader.join().expect("the screen was read to its end");
        let seen = seen.lock().expect("no reader panics").replace('\r', "");
        Some(seen)
    }

    /// The names of the files here, and in the folder for backups, sorted.
    pub fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        for folder in ["", "spring.backups/"] {
            let Ok(entries) = std::fs::read_dir(self.path(folder)) else { continue };
            found.extend(
                entries.map(|e| format!("{folder}{}", e.expect("an entry can be read").file_name().to_string_lossy())),
            );
        }
        found.sort();
        found
    }

    /// The backups in the folder beside the file, oldest first.
    pub fn backups(&self) -> Vec<String> {
        self.files().into_iter().filter(|f| f.starts_with("spring.backups/")).collect()
    }

    /// Does something while another desk is in the middle of a command that writes.
    pub fn while_another_writes(&self, what: impl FnOnce()) {
        self.while_another_does("begin immediate", what);
    }

    /// Does something while another desk is in the middle of a command that reads.
    pub fn while_another_reads(&self, what: impl FnOnce()) {
        self.while_another_does("begin; select count(*) from tournament", what);
    }

    /// The clock jumps forward by so many seconds, or back: what the file has is that much older now. The first command keeps its time,
    /// which distinguishes the tournament from others.
    pub fn clock_jumps(&self, seconds: i64) {
        let times = [("command", "where id > 1"), ("backup", "")].map(|(table, rows)| {
            format!("update {table} set at = strftime('%Y-%m-%dT%H:%M:%S+00:00', at, '{} seconds') {rows};", -seconds)
        });
        let moments = ["joined", "expires", "last_seen", "code_expires"].map(|of| format!("{of} = {of} - ({seconds})"));
        let of_devices = format!("update device set {};", moments.join(", "));
        let of_requests = format!("update request set at = at - ({seconds});");
        let all = times.concat() + &of_devices + &of_requests;
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be made");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.path("spring.bughouse"));
        runtime.block_on(async {
            let mut connection = sqlx::ConnectOptions::connect(&options).await.expect("the file can be opened");
            let answer = sqlx::raw_sql(sqlx::AssertSqlSafe(all)).execute(&mut connection).await;
            answer.expect("the file has these columns");
        });
    }

    fn while_another_does(&self, begin: &'static str, what: impl FnOnce()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be made");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.path("spring.bughouse"));
        runtime.block_on(async {
            let mut connection = sqlx::ConnectOptions::connect(&options).await.expect("the file can be opened");
            sqlx::raw_sql(begin).execute(&mut connection).await.expect("nobody else writes");
            what();
            sqlx::query("rollback").execute(&mut connection).await.expect("nothing was written");
        });
    }

    /// The tables of the latest round as (table, first, second).
    pub fn tables(&self) -> Vec<(u64, u64, u64)> {
        let sheet = self.json(&["pairings"]);
        let rows = sheet["pairings"].as_array().expect("pairings is a list");
        let seated = rows.iter().filter(|p| !p["table"].is_null());
        seated
            .map(|p| {
                (
                    p["table"].as_u64().unwrap_or(0),
                    p["first"]["number"].as_u64().unwrap_or(0),
                    p["second"]["number"].as_u64().unwrap_or(0),
                )
            })
            .collect()
    }

    /// The bytes of the tournament's facts, to see that a refused command changed nothing.
    pub fn facts(&self) -> String {
        let teams = self.run(&["team", "list", "--json"]).out;
        let log = self.run(&["log", "--json"]).out;
        teams + &log
    }
}
