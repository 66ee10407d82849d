//! What the QR on a slip opens, while the hall is open.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::hall::codes;
use crate::report::slips::Hall;

/// The open hall, with the codes that are worth a table, round and match.
pub fn doors(desk: &mut Desk) -> Result<Option<Hall>, Failure> {
    let (Some(address), Some((_, key))) = (desk.store.hall_address()?, desk.store.epoch()?) else { return Ok(None) };
    Ok(Some(Hall {
        address,
        code: Box::new(move |id| codes::on_slip(&key, id.section.0, id.round, id.table.0, id.number)),
    }))
}
