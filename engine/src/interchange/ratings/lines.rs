//! Lines of a list of any size, decoded one by one: UTF-8, else Windows-1252; DOS code pages are recognized by what they come to in that.

use super::unread::Why;
use encoding_rs::WINDOWS_1252;
use std::borrow::Cow;
use std::io::BufRead;

/// No line of a list is longer.
const LONGEST: usize = 1 << 16;

pub(super) struct Lines<R> {
    from: R,
    buffer: Vec<u8>,
    /// The number of the line that was read last.
    pub number: u64,
    /// Whether it ended in a line break.
    pub is_ended: bool,
    /// Whether a line was no UTF-8.
    pub guessed: bool,
}

impl<R: BufRead> Lines<R> {
    pub fn new(from: R) -> Self {
        Self { from, buffer: Vec::new(), number: 0, is_ended: true, guessed: false }
    }

    /// The next line that is not blank.
    pub fn next(&mut self) -> Result<Option<Cow<'_, str>>, Why> {
        loop {
            self.buffer.clear();
            let read = std::io::Read::take(&mut self.from, LONGEST as u64).read_until(b'\n', &mut self.buffer);
            let read = read.map_err(|error| broken(&error, self.number))?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            self.is_ended = self.buffer.ends_with(b"\n");
            if !self.is_ended && read == LONGEST {
                return Err(Why::OtherKind("something other than a text file with lines"));
            }
            while self.buffer.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r' | 0x1a)) {
                self.buffer.pop();
            }
            if !self.buffer.iter().all(u8::is_ascii_whitespace) {
                break;
            }
        }
        if self.number == 1 && self.buffer.starts_with(b"\xef\xbb\xbf") {
            self.buffer.drain(..3);
        }
        if self.buffer.contains(&0) {
            return Err(Why::OtherKind("something other than text, or UTF-16 text"));
        }
        let (text, guessed) = decoded(&self.buffer, self.number)?;
        self.guessed |= guessed;
        Ok(Some(text))
    }
}

pub(super) fn broken(error: &std::io::Error, line: u64) -> Why {
    match error.kind() {
        std::io::ErrorKind::UnexpectedEof => Why::CutOff(format!("line {}", line + 1)),
        _ => Why::Packed(error.to_string()),
    }
}

/// A text of a list, and whether its letters were guessed.
pub(super) fn decoded(bytes: &[u8], line: u64) -> Result<(Cow<'_, str>, bool), Why> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok((Cow::Borrowed(text), false));
    }
    let text = WINDOWS_1252.decode_without_bom_handling(bytes).0;
    // What DOS has for é, ä and ñ are marks in Windows-1252 that stand in no name.
    let is_stray = |c: char| {
        matches!(
            c,
            '\u{80}'
                ..='\u{9f}'
                    | '‚'
                    | '„'
                    | '…'
                    | '†'
                    | '‡'
                    | 'ˆ'
                    | '‰'
                    | '‹'
                    | '•'
                    | '˜'
                    | '™'
                    | '›'
                    | '¤'
                    | '¡'
                    | '¢'
                    | '£'
                    | '¥'
        )
    };
    match text.find(is_stray) {
        Some(at) => {
            let start = text[..at].rfind(|c: char| c.is_whitespace() || c == ',').map_or(0, |blank| blank + 1);
            let shown: String = text[start..].chars().take(20).map(|c| if c.is_control() { '?' } else { c }).collect();
            Err(Why::CodePage(line, shown.split_whitespace().next().unwrap_or_default().to_owned()))
        }
        None => Ok((text, true)),
    }
}
