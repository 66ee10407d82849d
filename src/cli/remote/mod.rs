//! Other desks: with `--server URL` a command is run by the laptop that serves the hall, as if it had been typed there; its documents
//! land here, and its questions are asked here.

pub mod asking;
pub mod connection;
pub mod join;
mod sitting;
pub mod standby;
pub mod version;

use super::failure::Failure;
use super::paper::publish;
use super::{Command, Everywhere, foreign};
use crate::cli::command_line::CommandLine;
use crate::cli::traits::Afar;
use asking::Asking;
use connection::Connection;

/// Has a command done by the laptop that serves, and shows its answer. Gives its exit code.
pub fn run(server: &str, command: &Command, words: &[String], everywhere: &Everywhere) -> Result<u8, Failure> {
    let connection = Connection::to(server)?;
    if command.traits().afar == Afar::Here {
        return command.run(everywhere)?.show(everywhere);
    }
    let words = CommandLine::of(words).without("server");
    let copies = matches!(command, Command::Backup(backup) if backup.is_one_copy());
    if let Some(refused) = asking::why_not(&words).filter(|_| !copies) {
        return Err(refused);
    }
    if let Some(output) = &everywhere.output {
        super::written::may_be_written(output, &command.inputs(), everywhere)?;
    }
    let asking = Asking { key: connection.key()?, connection };
    match command {
        Command::Publish(publish) => {
            publish::refuse_strangers(&publish.folder, &publish.folder)?;
            asking.ask(&words, "", everywhere)
        }
        Command::Backup(backup) if copies => standby::backup(&asking, backup, everywhere)?.show(everywhere),
        Command::Enter(enter) if enter.each || everywhere.asker.types() => {
            sitting::enter(&asking, enter, everywhere)?.show(everywhere)
        }
        Command::Status(status) if let Some(seconds) = status.again(everywhere) => {
            sitting::watch(&asking, &words, seconds, everywhere)
        }
        Command::Projector(projector)
            if everywhere.asker.stays() && !everywhere.json && everywhere.output.is_none() =>
        {
            sitting::pages(&asking, &words, projector.seconds, everywhere)
        }
        Command::Enter(_) => asking.ask(&words, &typed(everywhere)?, everywhere),
        _ => asking.ask(&words, "", everywhere),
    }
}

/// What is on standard input.
fn typed(everywhere: &Everywhere) -> Result<String, Failure> {
    Ok(String::from_utf8_lossy(&foreign::piped(foreign::MOST_OF_A_PILE, everywhere.asker.input())?).into_owned())
}
