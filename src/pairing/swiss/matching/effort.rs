//! How long a search may go on, counted in looks at an edge: the same on every machine, and without a clock.

use std::cell::Cell;
use std::rc::Rc;

/// What is left of the patience of one question; copies share it.
#[derive(Debug, Clone)]
pub(in crate::pairing::swiss) struct Effort(Rc<Cell<u64>>);

impl Default for Effort {
    /// Without end.
    fn default() -> Self {
        Self(Rc::new(Cell::new(u64::MAX)))
    }
}

impl Effort {
    /// Begins anew with so many looks.
    pub(in crate::pairing::swiss) fn begin(&self, looks: u64) {
        self.0.set(looks);
    }

    /// Takes some off; false once there is nothing left.
    pub(in crate::pairing::swiss) fn spend(&self, looks: usize) -> bool {
        let left = self.0.get();
        if left < u64::MAX {
            self.0.set(left.saturating_sub(looks as u64));
        }
        self.0.get() > 0
    }

    pub(in crate::pairing::swiss) fn is_used_up(&self) -> bool {
        self.0.get() == 0
    }
}
