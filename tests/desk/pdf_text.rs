//! The text of a PDF: what its streams show, read back through the tables from glyphs to letters that it holds for copying.

use std::collections::HashMap;
use std::io::Read;

/// Everything written on the pages, each piece read by the table of every font, and what the streams hold besides.
pub fn text(pdf: &[u8]) -> String {
    let streams: Vec<Vec<u8>> = streams(pdf).collect();
    let is_table = |stream: &&Vec<u8>| find(stream, b"begincmap").is_some();
    let (tables, others): (Vec<&Vec<u8>>, Vec<&Vec<u8>>) = streams.iter().partition(is_table);
    let tables: Vec<HashMap<u16, char>> =
        tables.into_iter().map(|table| letters(&String::from_utf8_lossy(table))).collect();
    let mut text = String::from_utf8_lossy(pdf).into_owned();
    for stream in others {
        text += &String::from_utf8_lossy(stream);
        for shown in shown(stream) {
            for table in &tables {
                text.extend(shown.iter().map(|glyph| table.get(glyph).copied().unwrap_or('\u{fffd}')));
                text.push('\n');
            }
        }
    }
    text
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// Each stream, inflated where it was deflated.
fn streams(mut pdf: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    std::iter::from_fn(move || {
        let begins = find(pdf, b"stream\n")? + b"stream\n".len();
        let ends = begins + find(&pdf[begins..], b"endstream")?;
        let body = &pdf[begins..ends];
        pdf = &pdf[ends + b"endstream".len()..];
        let mut inflated = Vec::new();
        let read = flate2::read::ZlibDecoder::new(body).read_to_end(&mut inflated);
        Some(if read.is_ok() { inflated } else { body.to_vec() })
    })
}

/// A font's table: `<0001> <0053>` says that glyph 1 is an S.
fn letters(table: &str) -> HashMap<u16, char> {
    let pair = |line: &str| {
        let (glyph, letter) = line.strip_prefix('<')?.split_once("> <")?;
        let letter = u32::from_str_radix(letter.trim_end_matches('>').get(..4)?, 16).ok()?;
        Some((u16::from_str_radix(glyph, 16).ok()?, char::from_u32(letter)?))
    };
    table.lines().filter_map(|line| pair(line.trim())).collect()
}

/// The glyphs of each piece of text, of two bytes each; what parts its strings only moves them closer.
fn shown(stream: &[u8]) -> Vec<Vec<u16>> {
    let (mut pieces, mut rest) = (Vec::new(), stream);
    while let Some(begins) = find(rest, b"BT") {
        let (mut bytes, mut at) = (Vec::new(), begins + 2);
        let mut within = false;
        while at < rest.len() && (within || !rest[at..].starts_with(b"ET")) {
            match rest[at] {
                b'(' if !within => within = true,
                b')' if within => within = false,
                b'\\' if within => {
                    let octal: Vec<u8> = rest[at + 1..]
                        .iter()
                        .take(3)
                        .take_while(|digit| (b'0'..=b'7').contains(digit))
                        .copied()
                        .collect();
                    if octal.is_empty() {
                        at += 1;
                        bytes.push(match rest.get(at) {
                            Some(b'n') => b'\n',
                            Some(b'r') => b'\r',
                            Some(b't') => b'\t',
                            Some(b'b') => 8,
                            Some(b'f') => 12,
                            other => other.copied().unwrap_or_default(),
                        });
                    } else {
                        at += octal.len();
                        bytes.push(octal.iter().fold(0u8, |sum, digit| sum.wrapping_mul(8).wrapping_add(digit - b'0')));
                    }
                }
                byte if within => bytes.push(byte),
                _ => {}
            }
            at += 1;
        }
        pieces.push(bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect());
        rest = &rest[at.min(rest.len())..];
    }
    pieces
}
