//! The second door: tablets, phones, projectors and other desks take part over the local network.
//!
//! One thread owns the tournament and does requests in their order; everything here asks it through [`Counter`]. Nothing here decides
//! about the event, and no page is made here: pages are handed in.

mod api;
pub mod codes;
mod counter;
mod door;
mod errand;
mod events;
mod limits;
mod pages;
mod roles;
mod serving;
mod site;

pub use counter::{Counter, Holding, Made, PageAsked, Queue, Reply, ReportAsked, Tapped, View};
pub use errand::{Aside, Errand, Errands};
pub use roles::{Action, may};
pub use serving::{Opening, open, own_addresses};
