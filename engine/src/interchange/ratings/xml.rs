//! FIDE's lists as XML: one `player` with its `fideid`, `name`, `country`, `rating`, `birthday`.

use super::columns::Columns;
use super::lines::{broken, decoded};
use super::rows::{Rows, Stopped};
use super::unread::Why;
use crate::tournament::RatingKind;
use std::io::{BufRead, Read};

/// The elements that are kept, in the order in which [`columns`] reads them.
const ELEMENTS: [&str; 7] = ["fideid", "name", "country", "rating", "rapid_rating", "blitz_rating", "birthday"];

/// A list of one kind has its rating in `rating`; in the list of all kinds the others have elements of their own.
fn columns(kind: RatingKind, is_combined: bool) -> Columns {
    let rating = match kind {
        RatingKind::Quick if is_combined => 4,
        RatingKind::Blitz if is_combined => 5,
        _ => 3,
    };
    let [id, name, state, born] = [Some(0), Some(1), Some(2), Some(6)];
    Columns { id, name, state, born, rating: Some(rating), ..Columns::default() }
}

pub(super) fn is_combined(head: &str) -> bool {
    head.contains("<rapid_rating") || head.contains("<blitz_rating")
}

/// Reads every player. Returns whether letters were guessed.
///
/// Taken apart here, tag by tag: a list may declare UTF-8 and be Windows-1252, which a reader of XML refuses as a whole.
pub(super) fn read<E>(
    mut from: impl BufRead,
    kind: RatingKind,
    is_combined: bool,
    rows: &mut Rows<'_, E>,
) -> Result<bool, Stopped<E>> {
    let columns = columns(kind, is_combined);
    let mut piece = Vec::new();
    let mut texts: [String; 7] = Default::default();
    let (mut number, mut guessed, mut is_whole) = (0, false, false);
    loop {
        piece.clear();
        let read =
            Read::take(&mut from, LONGEST).read_until(b'>', &mut piece).map_err(|error| broken(&error, number))?;
        if read == 0 || piece.last() != Some(&b'>') {
            break;
        }
        let Some(at) = piece.iter().rposition(|byte| *byte == b'<') else { continue };
        let tag = piece[at + 1..read - 1].trim_ascii();
        let Some(name) = tag.strip_prefix(b"/") else {
            if tag.eq_ignore_ascii_case(b"player") {
                texts.iter_mut().for_each(String::clear);
            }
            continue;
        };
        if name.eq_ignore_ascii_case(b"player") {
            number += 1;
            rows.take(number, columns.listed(|column| texts[column].clone()))?;
        } else if let Some(element) = ELEMENTS.iter().position(|element| name.eq_ignore_ascii_case(element.as_bytes()))
        {
            let (text, was_guessed) = decoded(&piece[..at], number + 1)?;
            guessed |= was_guessed;
            texts[element] = plain(&text);
        }
        is_whole = name.eq_ignore_ascii_case(b"playerslist");
    }
    match is_whole {
        true => Ok(guessed),
        false => Err(Why::CutOff(format!("player {}", number + 1)).into()),
    }
}

/// No element of a list is longer.
const LONGEST: u64 = 1 << 16;

/// A text without the references that stand for marks of XML's own.
fn plain(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}
