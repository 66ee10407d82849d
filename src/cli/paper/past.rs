//! The tournament as it was at earlier commands.

use crate::cli::Everywhere;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
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
}
