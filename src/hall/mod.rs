//! The second door: tablets, phones, projectors and other desks take part over the local network.
//!
//! One thread owns the tournament and does requests in their order; everything here asks it through [`Counter`]. Nothing here decides
//! about the event, and no page is made here: pages are handed in.

mod api;
pub mod codes;
mod connections;
mod counter;
mod desk_commands;
mod door;
mod events;
mod limits;
mod open_hall;
mod pages;
mod reporting;
mod serving;
mod site;
mod slow_work;
mod tls;

pub use counter::{
    AppealAsked, Counter, Holding, Known, Made, Mark, PageAsked, Queue, Reply, ReportAsked, RulingAsked, Tapped,
};
pub use door::{Action, cookie, may, name_of, text as header};
pub use open_hall::{Hall, Lines, Since, own_addresses};
pub use reporting::{Becomes, Closed, Taken, closed, suffices};
pub use serving::{Closing, Entrance, asked_to_close, open, small_pages};
pub use slow_work::{CommandOutcome, CommandRequest, SlowWork};
pub use tls::Certificate;
