//! Lines of a list on their way to their reader, with those that could not be read.

use super::unread::Why;
use crate::ratings::Listed;

/// Why a file was not read to its end: itself, or who takes its lines.
#[derive(Debug)]
pub enum Stopped<E> {
    Unread(Why),
    Taker(E),
}

impl<E> From<Why> for Stopped<E> {
    fn from(why: Why) -> Self {
        Self::Unread(why)
    }
}

/// Lines on their way to their reader.
pub(super) struct Rows<'r, E> {
    pub take: &'r mut dyn FnMut(Listed) -> Result<(), E>,
    pub taken: usize,
    pub rejected: usize,
    pub first: Option<(u64, &'static str)>,
}

/// So many lines may be unreadable of any list, and one in so many of a large one.
const FEW: usize = 10;
const ONE_IN: usize = 20;

impl<E> Rows<'_, E> {
    pub fn take(&mut self, line: u64, listed: Result<Listed, &'static str>) -> Result<(), Stopped<E>> {
        match listed {
            Ok(listed) => {
                self.taken += 1;
                (self.take)(listed).map_err(Stopped::Taker)
            }
            Err(problem) => {
                self.rejected += 1;
                self.first.get_or_insert((line, problem));
                // Most of the first thousand: the columns are not what they seem.
                if self.rejected > 1000 && self.rejected > self.taken { self.end() } else { Ok(()) }
            }
        }
    }

    /// Whether what was read is a list.
    pub fn end(&self) -> Result<(), Stopped<E>> {
        let rows = self.taken + self.rejected;
        match self.first {
            Some((line, problem)) if self.rejected * ONE_IN > rows && (self.rejected > FEW || self.taken == 0) => {
                Err(Why::TooMany { rejected: self.rejected, rows, line, problem }.into())
            }
            _ if self.taken == 0 => Err(Why::Empty.into()),
            _ => Ok(()),
        }
    }
}
