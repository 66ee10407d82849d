//! Since when a printed document is wrong: the tournament as it stood at earlier commands, looked at until the turn is found.

use super::still_true::Hung;
use crate::cli::Everywhere;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::report::told::Told;
use crate::store::{Entry, EntryKind};
use std::collections::BTreeMap;

/// How many moments of the past are kept open; each is a copy of the file in memory.
const MOMENTS: usize = 16;

/// The tournament at earlier commands.
pub struct Past {
    everywhere: Everywhere,
    moments: BTreeMap<i64, Option<Desk>>,
}

impl Past {
    /// The past of the tournament that is open.
    pub fn of(desk: &Desk) -> Self {
        let everywhere = Everywhere {
            file: Some(desk.store.path().to_owned()),
            acting: None,
            dry_run: false,
            ..desk.everywhere.clone()
        };
        Self { everywhere, moments: BTreeMap::new() }
    }

    /// What a document told just after a command; `None` where it cannot be known, or could not be made then.
    pub fn told(&mut self, command: i64, hung: &Hung) -> Option<Vec<Told>> {
        hung.made_again(self.at(command)?).ok()
    }

    /// The tournament just after a command; `None` where its past is gone.
    pub fn at(&mut self, command: i64) -> Option<&mut Desk> {
        if !self.moments.contains_key(&command) {
            if self.moments.len() >= MOMENTS {
                self.close().ok()?;
            }
            let everywhere = Everywhere { as_of: Some(command.to_string()), ..self.everywhere.clone() };
            let desk = Desk::open(&everywhere, Access::Read).ok();
            self.moments.insert(command, desk);
        }
        self.moments.get_mut(&command)?.as_mut()
    }

    /// Lets go of what was looked at.
    pub fn close(&mut self) -> Result<(), Failure> {
        for desk in std::mem::take(&mut self.moments).into_values().flatten() {
            desk.store.abandon()?;
        }
        Ok(())
    }

    /// The command by which a document that is wrong now became so. `None` where the past does not tell.
    pub fn since(&mut self, hung: &Hung, journal: &[Entry]) -> Option<Entry> {
        let then = self.told(hung.printed.command, hung)?;
        let mut true_at = hung.printed.command;
        loop {
            let later: Vec<&Entry> = journal.iter().filter(|entry| entry.number > true_at).collect();
            // Whatever the document told before, it is wrong after the last command.
            let (mut low, mut high) = (0, later.len().checked_sub(1)?);
            while low < high {
                let middle = usize::midpoint(low, high);
                if self.told(later[middle].number, hung).as_ref() == Some(&then) {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            let turn = later[high];
            // A change that was taken back is not to blame where the document was true once more after that.
            let taken_back = later
                .iter()
                .find(|entry| entry.kind == EntryKind::Undo(turn.number) && !turn.in_force)
                .map(|entry| entry.number);
            match taken_back {
                Some(undo) if self.told(undo, hung).as_ref() == Some(&then) => true_at = undo,
                _ => return Some(turn.clone()),
            }
        }
    }
}
