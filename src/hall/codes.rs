//! What opens a door: codes to type, tokens that devices keep, and the codes on slips.
//!
//! A code has eight letters or digits (40 bits) that nobody mistakes for one another. What is stored is a digest, never the secret.

use crate::tournament::{MatchId, TeamId};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// Without I, O, 0 and 1.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Letters and digits of a code.
const LENGTH: usize = 8;

/// Seconds for which a code to join is worth a device.
pub const CODE_LASTS: i64 = 600;

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has a source of random bytes");
    bytes
}

/// A new code by which a device joins.
pub fn code() -> String {
    spelled(&random::<LENGTH>())
}

/// A new secret of 128 bits: a device's token, or the key of the slips.
pub fn secret() -> String {
    random::<16>().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn spelled(bytes: &[u8]) -> String {
    bytes.iter().take(LENGTH).map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// What is kept of a code or a token.
pub fn digest(secret: &(impl AsRef<[u8]> + ?Sized)) -> String {
    format!("{:x}", Sha256::digest(secret))
}

/// A code as somebody typed it: capitals, without the blanks and hyphens that make it easy to read.
pub fn as_meant(typed: &str) -> String {
    typed.chars().filter(|c| c.is_ascii_alphanumeric()).map(|c| c.to_ascii_uppercase()).collect()
}

/// The code on the slip of one match, worth that match of these teams alone.
pub fn on_slip(key: &str, id: MatchId, [first, second]: [TeamId; 2]) -> String {
    let MatchId { section, round, table, number } = id;
    let place = format!("{}/{round}/{table}/{number}/{first}-{second}", section.0);
    spelled(&signed(key, &place))
}

/// The id of a form that this device was shown, without which nothing is taken from it.
pub fn of_form(token: &str, form: &str) -> String {
    spelled(&signed(token, form))
}

fn signed(key: &str, text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("a key of any length will do");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::{as_meant, code, digest, on_slip, secret};
    use crate::tournament::{MatchId, SectionId, TableNumber, TeamId};

    #[test]
    fn a_code_is_read_as_it_is_typed() {
        let code = code();
        assert_eq!(code.len(), 8);
        assert_eq!(as_meant(&format!(" {}-{} ", code[..4].to_lowercase(), &code[4..])), code);
        assert_eq!(secret().len(), 32);
        assert_ne!(digest(&code), code);
    }

    #[test]
    fn a_slip_has_a_code_of_its_own() {
        let of = |round, table, number, teams: [u32; 2]| {
            let id = MatchId { section: SectionId(1), round, table: TableNumber(table), number };
            on_slip("k", id, teams.map(TeamId))
        };
        let codes =
            [of(2, 3, 1, [5, 6]), of(2, 3, 2, [5, 6]), of(2, 4, 1, [5, 6]), of(3, 3, 1, [5, 6]), of(2, 3, 1, [5, 7])];
        let others: std::collections::BTreeSet<&String> = codes.iter().collect();
        assert_eq!(others.len(), codes.len());
        assert_eq!(codes[0], of(2, 3, 1, [5, 6]));
        let id = MatchId { section: SectionId(1), round: 2, table: TableNumber(3), number: 1 };
        assert_ne!(codes[0], on_slip("another", id, [5, 6].map(TeamId)));
    }
}
