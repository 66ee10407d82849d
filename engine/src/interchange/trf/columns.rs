//! One line of a TRF file, read by columns. Columns are counted in characters, from 1, both ends included.

use super::complaint::{Complaint, Problem};

pub struct TrfLine<'a> {
    pub number: usize,
    text: &'a str,
    /// Where each character begins, kept only where a character may be longer than a byte.
    starts: Option<Vec<usize>>,
}

/// A blank-separated word and the column where it begins.
pub struct Word<'a> {
    pub column: usize,
    pub text: &'a str,
}

impl<'a> TrfLine<'a> {
    /// Wraps a line without its line end.
    pub fn new(number: usize, text: &'a str) -> Self {
        let starts = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).chain([text.len()]).collect());
        Self { number, text, starts }
    }

    pub fn len(&self) -> usize {
        self.starts.as_ref().map_or(self.text.len(), |starts| starts.len() - 1)
    }

    /// The raw text of columns `from` to `to`; short lines give what there is.
    pub fn raw(&self, from: usize, to: usize) -> &'a str {
        let at = |column: usize| {
            let column = column.min(self.len());
            self.starts.as_ref().map_or(column, |starts| starts[column])
        };
        &self.text[at(from - 1)..at(to)]
    }

    /// The text of columns `from` to `to` without blanks around it.
    pub fn field(&self, from: usize, to: usize) -> &'a str {
        self.raw(from, to).trim()
    }

    /// The character of one column; a blank beyond the end.
    pub fn at(&self, column: usize) -> char {
        self.raw(column, column).chars().next().unwrap_or(' ')
    }

    /// Everything from a column on, without blanks around it.
    pub fn rest(&self, from: usize) -> &'a str {
        self.field(from, self.len().max(from))
    }

    /// A whole number, `None` when blank.
    pub fn number_in(&self, from: usize, to: usize, what: &'static str) -> Result<Option<u32>, Complaint> {
        let text = self.field(from, to);
        if text.is_empty() {
            return Ok(None);
        }
        let found = || Problem::NotANumber { what, found: text.to_owned() };
        text.parse().map(Some).map_err(|_| self.complain(self.start_of(from, to), found()))
    }

    /// A number of points, in hundredths, `None` when blank.
    pub fn points_in(&self, from: usize, to: usize, what: &'static str) -> Result<Option<i64>, Complaint> {
        let text = self.field(from, to);
        if text.is_empty() {
            return Ok(None);
        }
        let found = || Problem::NotPoints { what, found: text.to_owned() };
        hundredths(text).map(Some).ok_or_else(|| self.complain(self.start_of(from, to), found()))
    }

    /// The words from a column on.
    pub fn words(&self, from: usize) -> Vec<Word<'a>> {
        let mut words = Vec::new();
        let mut column = from;
        for piece in self.raw(from, self.len().max(from)).split(' ') {
            if !piece.trim().is_empty() {
                words.push(Word { column, text: piece.trim() });
            }
            column += piece.chars().count() + 1;
        }
        words
    }

    /// A complaint about a column of this line.
    pub fn complain(&self, column: usize, problem: Problem) -> Complaint {
        Complaint { line: self.number, column, problem }
    }

    /// The column where the text between two columns begins.
    fn start_of(&self, from: usize, to: usize) -> usize {
        from + self.raw(from, to).chars().take_while(|c| c.is_whitespace()).count()
    }
}

/// `2.5` as 250. At most two decimals, a comma or a point.
pub fn hundredths(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, decimals) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    let is_plain = |part: &str| part.len() <= 6 && part.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && decimals.is_empty()) || !is_plain(whole) || !is_plain(decimals) || decimals.len() > 2 {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    Some(sign * (whole * 100 + format!("{decimals:0<2}").parse::<i64>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let line = TrfLine::new(1, "001    1      Zoë Ångström                      1500");
        assert_eq!((line.field(15, 47), line.field(49, 52)), ("Zoë Ångström", "1500"));
        assert_eq!((line.at(3), line.at(400)), ('1', ' '));
    }

    #[test]
    fn points_are_exact() {
        let read = ["2.5", " .5", "1", "0.75", "10,5", "1.", "x", "", "1.234"].map(|t| hundredths(t.trim()));
        assert_eq!(read, [Some(250), Some(50), Some(100), Some(75), Some(1050), Some(100), None, None, None]);
    }
}
