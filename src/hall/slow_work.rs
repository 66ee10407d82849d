//! What is done beside the counter, so that no tap waits for it: commands of other desks, copies, the public pages.

use super::counter::Reply;
use crate::tournament::Device;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

/// Commands of other desks that run at once: setting a sheet takes a processor.
const AT_ONCE: usize = 2;

/// A command as another desk gives it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CommandRequest {
    pub words: Vec<String>,
    /// What the command reads, in base64, by the name that its words have for it.
    pub files: BTreeMap<String, String>,
    pub folders: Vec<String>,
    /// The official who sits there; none: the device's own.
    pub official: Option<String>,
    pub input: String,
    pub seat: Value,
    /// What was answered to its questions, by what they are about.
    pub answers: BTreeMap<String, bool>,
    pub request: String,
    /// Of a line of a sitting: where that is, as the answer to the line before it said.
    pub sitting: Option<Value>,
}

#[derive(Debug, Clone, Default)]
pub struct CommandOutcome {
    pub exit: u8,
    /// What was said, in its order: `{"out": …}`, `{"err": …}`.
    pub said: Vec<Value>,
    /// `{"about": …, "question": …}`
    pub asks: Option<Value>,
    /// Documents, in base64.
    pub files: BTreeMap<String, String>,
    /// How they are printed again, where the command changed something.
    pub again: Option<String>,
}

/// What is done beside the counter, so that no tap waits for it.
pub trait SlowWork: Send + Sync {
    /// Runs a command for a device, under the id of its request.
    fn run(&self, device: &Device, request: &CommandRequest, id: &str) -> Result<CommandOutcome, Reply>;
    /// The whole file, verified.
    fn copy(&self) -> Result<Vec<u8>, Reply>;
    /// The public pages, by their names in a published folder.
    fn pages(&self) -> Result<Vec<(String, Vec<u8>)>, Reply>;
}

#[derive(Default)]
pub struct UnderWay(Mutex<HashSet<String>>);

/// One of them, until it is done.
pub struct Turn<'u>(&'u UnderWay, String);

impl UnderWay {
    pub fn begin(&self, id: &str) -> Result<Turn<'_>, Reply> {
        let mut under_way = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = |why: &str| {
            Reply::not_yet(503, why, "send the same request again in a moment; it won't be carried out twice")
        };
        if under_way.contains(id) {
            return Err(busy("this request is already being carried out"));
        }
        if under_way.len() >= AT_ONCE {
            return Err(busy("the laptop is busy with other desks"));
        }
        under_way.insert(id.to_owned());
        Ok(Turn(self, id.to_owned()))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}
