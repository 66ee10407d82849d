//! Lines as a director types them, run against the real `bughouse` in a folder. Shared by the guides and the mistakes.

use std::fs::File;
use std::io::{Read, Write, pipe};
use std::path::Path;
use std::process::{Command, Stdio};

/// What one line answered: stdout and stderr in the order in which a person reads them.
pub struct Answered {
    /// The exit code.
    pub code: i32,
    /// Everything shown, line ends as `\n`.
    pub text: String,
}

/// Splits a line into words as a shell does: blanks part them, single and double quotes keep them together.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote): (Vec<String>, Option<String>, Option<char>) = (Vec::new(), None, None);
    for c in line.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Runs `bughouse …`, with `< FILE` as in a shell, or with these lines typed into it.
///
/// # Panics
/// The line is no `bughouse` command, or the folder cannot be used: the test is wrong then.
pub fn run(folder: &Path, line: &str, typed: &[String]) -> Answered {
    let mut words = words(line);
    assert_eq!(words.first().map(String::as_str), Some("bughouse"), "only bughouse is run: {line}");
    words.remove(0);
    let input = words.iter().position(|word| word == "<").map(|at| words.drain(at..).nth(1).expect("a file follows <"));
    let (mut reader, writer) = pipe().expect("the system has pipes");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bughouse"));
    command.args(&words).current_dir(folder);
    for variable in ["BUGHOUSE_FILE", "BUGHOUSE_OFFICIAL", "NO_COLOR", "TERM"] {
        command.env_remove(variable);
    }
    command.env("BUGHOUSE_RATINGS", folder.join(".ratings"));
    command.stdout(writer.try_clone().expect("a pipe can be shared")).stderr(writer);
    match &input {
        Some(file) => command.stdin(File::open(folder.join(file)).expect("the file after < is there")),
        None => command.stdin(Stdio::piped()),
    };
    let mut child = command.spawn().expect("the binary was built with the tests");
    // The command holds copies of the pipe's end; without this the reader would wait for ever.
    drop(command);
    if let Some(mut stdin) = child.stdin.take() {
        // A command that does not read its input closes the pipe early.
        let _ = stdin.write_all(typed.iter().map(|line| format!("{line}\n")).collect::<String>().as_bytes());
    }
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).expect("the answer can be read");
    let code = child.wait().expect("the command ends").code().unwrap_or(-1);
    Answered { code, text: String::from_utf8_lossy(&bytes).replace("\r\n", "\n") }
}
