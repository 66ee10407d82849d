//! The text of a list as it was read: where each byte stands, and how much of it is read at most.

/// No registration form has more columns, and no list more cells.
pub(super) const MOST_COLUMNS: usize = 500;
pub(super) const MOST_CELLS: usize = 1_000_000;

/// The text that complaints are shown in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source {
    pub text: String,
    /// A worksheet: columns are counted in cells, and the text is a rendering of its rows.
    pub is_grid: bool,
    /// Byte offset of each line's first character, but the first line's.
    breaks: Vec<usize>,
}

impl Source {
    /// The decoded text of a file, or the rendering of a worksheet.
    pub fn new(text: String, is_grid: bool) -> Self {
        let breaks = Breaks { text: &text, from: 0 }.collect();
        Self { text, is_grid, breaks }
    }

    /// Line and column, both from 1, of a byte of the text. The column counts characters.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.text.len());
        let line = self.breaks.partition_point(|start| *start <= at);
        let start = if line == 0 { 0 } else { self.breaks[line - 1] };
        (line + 1, self.text[start..at].chars().count() + 1)
    }

    /// The text of a line without its break, and the byte it begins at.
    pub fn line(&self, line: usize) -> (&str, usize) {
        let start = if line <= 1 { 0 } else { self.breaks.get(line - 2).copied().unwrap_or(self.text.len()) };
        let end = self.breaks.get(line - 1).copied().unwrap_or(self.text.len());
        (self.text[start..end].trim_end_matches(['\r', '\n']), start)
    }
}

/// The byte offsets just after each line break: LF, CR LF, or a CR alone.
pub(super) struct Breaks<'a> {
    pub text: &'a str,
    pub from: usize,
}

impl Iterator for Breaks<'_> {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        let at = self.from + self.text[self.from..].find(['\r', '\n'])?;
        let length = if self.text[at..].starts_with("\r\n") { 2 } else { 1 };
        self.from = at + length;
        Some(self.from)
    }
}
