//! Where the hall is reached, and what the QR on a slip opens while it is open.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::hall::{codes, own_addresses};
use crate::report::slips::Hall;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The usual port.
pub const PORT: u16 = 7777;

/// The open hall, with the codes that are worth a table, round and match.
pub fn doors(desk: &mut Desk) -> Result<Option<Hall>, Failure> {
    let (Some(address), Some((_, key))) = (desk.store.hall_address()?, desk.store.epoch()?) else { return Ok(None) };
    Ok(Some(Hall {
        address,
        code: Box::new(move |id| codes::on_slip(&key, id.section.0, id.round, id.table.0, id.number)),
    }))
}

/// Where a hall would be open, as far as that can be told before it is.
pub fn likely_address() -> String {
    format!("http://{}", SocketAddr::new(own_address(), PORT))
}

/// The address of this laptop that other devices reach.
pub fn own_address() -> IpAddr {
    let local = own_addresses().into_iter().find(|address| address.is_ipv4() && !address.is_loopback());
    local.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}
