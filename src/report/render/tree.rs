//! A bracket in letters: each round a column, the lines from round to round drawn between them.

use super::super::document::{Bracket, BracketColumn, BracketSide, BracketTie, Emphasis};
use super::super::lines::THIRD_PLACE;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What lies between two columns: ` ─┐  `, `  ├─ `.
const GAP: usize = 5;
/// A narrower column shows no name.
const NARROWEST: usize = 12;
/// Where lines are as long as they are, no column is wider.
const WIDEST: usize = 32;

/// A line of text with how loud it is.
pub type Line = Vec<(String, Emphasis)>;

/// Its lines; `None` where they have no room.
pub fn lines(bracket: &Bracket, width: Option<u16>) -> Option<Vec<Line>> {
    let columns = &bracket.columns;
    let gaps = GAP * columns.len().saturating_sub(1);
    let wide = widest(bracket).clamp(NARROWEST, WIDEST);
    let wide = width.map_or(wide, |width| wide.min(usize::from(width).saturating_sub(gaps) / columns.len().max(1)));
    if wide < NARROWEST {
        return None;
    }
    let places = columns.first().map_or(0, |first| 2 * first.ties.len());
    let mut all: Vec<Line> = vec![Line::new(); (2 * places).saturating_sub(1)];
    let mut heads = Line::new();
    for (at, column) in columns.iter().enumerate() {
        let is_last = at + 1 == columns.len();
        heads.push((padded(&column.heading, wide + if is_last { 0 } else { GAP }), Emphasis::Strong));
        let drawn = Drawn::of(column, places, wide);
        for (line, row) in all.iter_mut().zip(0..) {
            line.push(drawn.cell(row));
            if !is_last {
                line.push((drawn.between(row), Emphasis::Soft));
            }
        }
    }
    let mut shown = vec![heads];
    shown.extend(all);
    for (called, tie) in bracket.third_place.iter().map(|tie| (THIRD_PLACE, tie)) {
        shown.extend([Line::new(), vec![(called.to_owned(), Emphasis::Strong)]]);
        shown.extend(tie.sides.iter().map(|one| vec![side(one, wide)]));
        shown.extend((!tie.note.is_empty()).then(|| vec![(tie.note.clone(), Emphasis::Soft)]));
    }
    shown.extend(bracket.champion.iter().flat_map(|team| {
        [Line::new(), vec![("Champion: ".to_owned(), Emphasis::Plain), (team.text.clone(), Emphasis::Strong)]]
    }));
    Some(shown)
}

/// The same as sentences, for a screen that has no room for lines.
pub fn sentences(bracket: &Bracket) -> Vec<Line> {
    let mut shown: Vec<Line> = Vec::new();
    let mut last = "";
    for (called, tie) in bracket.ties() {
        if called != last {
            shown.extend((!last.is_empty()).then(Line::new));
            shown.push(vec![(called.to_owned(), Emphasis::Strong)]);
            last = called;
        }
        let [first, second] = &tie.sides;
        let name = |side: &BracketSide| if side.team.text.is_empty() { "?".to_owned() } else { side.team.text.clone() };
        let score = match (first.score.as_str(), second.score.as_str()) {
            ("", "") => "–".to_owned(),
            (ours, theirs) => format!("{ours} – {theirs}"),
        };
        let note = if tie.note.is_empty() { String::new() } else { format!(" ({})", tie.note) };
        shown.push(vec![
            (name(first), first.team.emphasis),
            (format!(" {score} "), Emphasis::Plain),
            (name(second), second.team.emphasis),
            (note, Emphasis::Soft),
        ]);
    }
    shown
}

/// How wide its widest place is, with its score.
fn widest(bracket: &Bracket) -> usize {
    let side = |side: &BracketSide| side.team.text.width() + side.score.width() + 2;
    let tie = |(_, tie): (&str, &BracketTie)| tie.sides.iter().map(side).max().unwrap_or(0).max(tie.note.width() + 2);
    let heads = bracket.columns.iter().map(|column| column.heading.width());
    bracket.ties().map(tie).chain(heads).max().unwrap_or(0)
}

/// A column with the lines on which its places stand.
struct Drawn<'b> {
    column: &'b BracketColumn,
    /// Of each tie the lines of its two places.
    at: Vec<[usize; 2]>,
    wide: usize,
}

impl<'b> Drawn<'b> {
    /// `places` are those of the first round, every other line one.
    fn of(column: &'b BracketColumn, places: usize, wide: usize) -> Self {
        let own = 2 * column.ties.len();
        let line = |place: usize| ((2 * place + 1) * places / own.max(1)).saturating_sub(1);
        let at = (0..column.ties.len()).map(|tie| [line(2 * tie), line(2 * tie + 1)]).collect();
        Self { column, at, wide }
    }

    /// The tie that a line crosses.
    fn tie(&self, row: usize) -> Option<(&'b BracketTie, [usize; 2])> {
        let at = self.at.iter().position(|[first, last]| (*first..=*last).contains(&row))?;
        Some((&self.column.ties[at], self.at[at]))
    }

    fn cell(&self, row: usize) -> (String, Emphasis) {
        let blank = || (padded("", self.wide), Emphasis::Plain);
        let Some((tie, [first, last])) = self.tie(row) else { return blank() };
        match row {
            row if row == first => side(&tie.sides[0], self.wide),
            row if row == last => side(&tie.sides[1], self.wide),
            row if row == usize::midpoint(first, last) && !tie.note.is_empty() => {
                (padded(&format!("  {}", tie.note), self.wide), Emphasis::Soft)
            }
            _ => blank(),
        }
    }

    fn between(&self, row: usize) -> String {
        let Some((_, [first, last])) = self.tie(row).filter(|_| self.column.joined) else { return " ".repeat(GAP) };
        match row {
            row if row == first => " ─┐  ",
            row if row == last => " ─┘  ",
            row if row == usize::midpoint(first, last) => "  ├─ ",
            _ => "  │  ",
        }
        .to_owned()
    }
}

/// A place: the team on the left, its score on the right; an empty one is a line to write on.
fn side(side: &BracketSide, wide: usize) -> (String, Emphasis) {
    if side.team.text.is_empty() {
        return ("_".repeat(wide), Emphasis::Soft);
    }
    let room = wide.saturating_sub(if side.score.is_empty() { 0 } else { side.score.width() + 1 });
    let name = padded(&cut(&side.team.text, room), room);
    let score = if side.score.is_empty() { String::new() } else { format!(" {}", side.score) };
    (format!("{name}{score}"), side.team.emphasis)
}

/// A name as far as there is room for it, with the number behind it.
fn cut(name: &str, room: usize) -> String {
    if name.width() <= room {
        return name.to_owned();
    }
    let number = name.rfind(" (").map_or("", |at| &name[at..]);
    let mut left = room.saturating_sub(number.width() + 1);
    let begins = name.chars().take_while(|c| {
        let fits = c.width().unwrap_or(0) <= left;
        left = left.saturating_sub(c.width().unwrap_or(0));
        fits
    });
    format!("{}…{number}", begins.collect::<String>().trim_end())
}

fn padded(text: &str, wide: usize) -> String {
    format!("{text}{}", " ".repeat(wide.saturating_sub(text.width())))
}
