//! `bughouse --server URL join CODE`: enrols this laptop as a desk of the hall.

use super::connection::{Connection, Key, keep, refused};
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::Runs;
use crate::cli::failure::Failure;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::quoted;
use clap::Args;
use serde_json::json;

/// Enroll this laptop as a desk in the hall at --server, with a code from `device add`
#[derive(Debug, Args)]
#[command(after_help = r#"Example, on the laptop that serves the hall:
  bughouse device add "Back room" --role desk --official "Pat Lee"
and here:
  bughouse --server http://192.168.1.7:7777 join ABCD-2345
  bughouse --server http://192.168.1.7:7777 status

Its key is kept in this user's settings; `device revoke` ends it."#)]
pub struct Join {
    /// The code, eight letters and digits
    code: String,
}

impl Runs for Join {
    const TRAITS: Traits = Traits::changes_beside(Moment::Around)
        .only_saying()
        .of_no_tournament()
        .not_on_a_page("join a desk on another laptop from a terminal");

    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let Some(server) = everywhere.server.as_deref() else {
            return Err(Failure::mistyped("join which hall?").hint(format!(
                "type it as its laptop prints it: {}",
                cmd!("--server http://192.168.1.7:7777 join CODE")
            )));
        };
        let connection = Connection::to(server)?;
        if everywhere.dry_run {
            return Err(Failure::mistyped("a code is good for one try, so there's no dry run for joining")
                .hint("leave --dry-run out"));
        }
        let (status, reply) = connection
            .post("/api/join", None, &json!({ "code": self.code }))
            .map_err(|broken| connection.failure(&broken))?;
        if status != 200 {
            return Err(refused(&reply));
        }
        let text = |key: &str| reply[key].as_str().map(str::to_owned);
        let name = text("name").unwrap_or_default();
        let role = text("role").unwrap_or_default();
        if role != "desk" {
            return Err(Failure::forbidden(format!("{name} is enrolled as {role}, but only a desk can run commands"))
                .hint(format!("the code is used up; on the laptop: {}", cmd!("device add NAME --role desk"))));
        }
        let Some(token) = text("token") else { return Err(refused(&reply)) };
        let key = Key { token, device: reply["device"].as_i64().unwrap_or_default(), name, official: text("official") };
        let place = keep(connection.url(), key.clone())?;
        let signs = key.official.as_ref().map(|official| format!(", for {official}")).unwrap_or_default();
        let said = format!(
            "this laptop is {} at {}{signs}; its key is in {}\nnext: {}",
            key.name,
            connection.url(),
            place.display(),
            cmd!("--server {} status", quoted(connection.url()).trim_matches('"'))
        );
        let json = json!({ "joined": connection.url(), "device": key.device, "name": key.name, "role": role, "official": key.official });
        Ok(Answer::said(said, json))
    }
}
