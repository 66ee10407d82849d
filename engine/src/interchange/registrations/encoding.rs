//! Bytes to text: UTF-8 and UTF-16 with or without a byte order mark, else Windows-1252; and what was encoded twice.
//!
//! Never guesses at a file that is not text: pictures, PDFs and old spreadsheets are refused by name.

use super::problem::Unfit;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    pub text: String,
    /// True when nothing but Windows-1252 could have been meant; names may need a look.
    pub guessed: bool,
}

/// Decodes a text file, or says what kind of file it is instead.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, Unfit> {
    if let Some(kind) = foreign_kind(bytes) {
        return Err(Unfit::NotText { kind });
    }
    let (text, guessed) = match Encoding::for_bom(bytes) {
        Some((encoding, length)) if encoding != UTF_8 => (strictly(encoding, &bytes[length..])?, false),
        bom => {
            let rest = &bytes[bom.map_or(0, |(_, length)| length)..];
            match (utf16_without_mark(rest), std::str::from_utf8(rest)) {
                (Some(text), _) => (text, false),
                (None, Ok(text)) => (text.to_owned(), false),
                (None, Err(_)) => (windows_1252(rest)?, true),
            }
        }
    };
    let controls = text.chars().filter(|c| c.is_control() && !matches!(c, '\t' | '\r' | '\n')).count();
    // A stray control character is a complaint about one cell; one in ten is no text at all.
    if controls * 10 > text.chars().count() {
        return Err(Unfit::NotText { kind: "a binary file" });
    }
    Ok(Decoded { text, guessed })
}

/// Five bytes are no sign in Windows-1252, and letters with accents in what DOS wrote.
fn windows_1252(bytes: &[u8]) -> Result<String, Unfit> {
    let text = WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned();
    match text.find(|c| matches!(c, '\u{80}'..='\u{9f}')) {
        Some(at) => Err(Unfit::OtherEncoding { line: text[..at].matches('\n').count() + 1 }),
        None => Ok(text),
    }
}

/// What a text was that was encoded twice: `Zoë` of `ZoÃ«`.
pub(super) fn encoded_twice(text: &str) -> Option<String> {
    let (bytes, _, has_unmappable) = WINDOWS_1252.encode(text);
    let once = String::from_utf8(bytes.into_owned()).ok()?;
    (!has_unmappable && once != text).then_some(once)
}

fn strictly(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, Unfit> {
    encoding
        .decode_without_bom_handling_and_without_replacement(bytes)
        .map(|text| text.into_owned())
        .ok_or(Unfit::NotText { kind: "a damaged UTF-16 file" })
}

/// UTF-16 is recognized by its zero bytes: all of them in even places or all in odd ones, and plenty of them.
fn utf16_without_mark(bytes: &[u8]) -> Option<String> {
    let sample = &bytes[..bytes.len().min(4096) & !1];
    let zeros_at = |parity: usize| sample.iter().skip(parity).step_by(2).filter(|b| **b == 0).count();
    let (encoding, zeros) = match (zeros_at(0), zeros_at(1)) {
        (0, odd) if odd > 0 => (UTF_16LE, odd),
        (even, 0) if even > 0 => (UTF_16BE, even),
        _ => return None,
    };
    if !bytes.len().is_multiple_of(2) || zeros * 16 < sample.len() / 2 {
        return None;
    }
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    text.contains(['\n', '\r', ',', ';', '\t']).then(|| text.into_owned())
}

/// Files that volunteers pick by mistake, by their first bytes.
fn foreign_kind(bytes: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 8] = [
        (b"%PDF", "a PDF"),
        (b"\xD0\xCF\x11\xE0", "an old Excel workbook (.xls)"),
        (b"\x89PNG", "a picture"),
        (b"\xFF\xD8\xFF", "a picture"),
        (b"GIF8", "a picture"),
        (b"\x1F\x8B", "a compressed file"),
        (b"SQLite format 3\0", "a database"),
        (b"{\\rtf", "a word processor document"),
    ];
    KINDS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_of_another_script_needs_no_mark() {
        let greek = "Ομάδα,Όνομα\nΠύργοι,Νίκος\n";
        let bytes: Vec<u8> = greek.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&bytes).unwrap().text, greek);
    }

    #[test]
    fn what_dos_wrote_is_not_taken_for_windows_1252() {
        let why = decode(b"Name\r\nZo\x89 M\x81ller\r\n").unwrap_err();
        assert_eq!(why, Unfit::OtherEncoding { line: 2 });
    }

    #[test]
    fn what_was_encoded_twice_is_distinguished_from_what_has_accents() {
        assert_eq!(encoded_twice("ZoÃ« MÃ¼ller").as_deref(), Some("Zoë Müller"));
        for sound in ["Zoë Müller", "Ann Lee", "Ömer Çelik", "Łukasz", "Νίκος"] {
            assert_eq!(encoded_twice(sound), None, "{sound}");
        }
    }

    #[test]
    fn only_windows_1252_is_a_guess() {
        assert!(decode(b"Name\nZo\xEB\n").unwrap().guessed);
        assert!(!decode("Name\nZoë\n".as_bytes()).unwrap().guessed);
    }
}
