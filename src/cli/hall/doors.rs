//! What the QR on a slip opens, while the hall is open.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::hall::codes;
use crate::report::slips;
use crate::tournament::Section;

/// The same slips, each with the code that is worth its table, round and match.
pub fn with_doors(desk: &mut Desk, section: &Section, round: u32, sheet: slips::View) -> Result<slips::View, Failure> {
    let (Some(address), Some((_, key))) = (desk.store.hall_address()?, desk.store.epoch()?) else { return Ok(sheet) };
    Ok(sheet.with_doors(&address, &|table, number| Some(codes::on_slip(&key, section.id.0, round, table, number))))
}
