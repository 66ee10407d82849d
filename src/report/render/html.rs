//! Web pages: one file that needs nothing else, or a site that shares a style; nothing loaded from elsewhere, no script that they need.

use super::super::document::{Align, Block, Cell, Column, Document, Emphasis, Step, Table, TypeSize};
use super::clean::clean;
use super::format::RenderError;
use askama::Template;

/// The site that a page belongs to: its other pages, for the head of each page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Site {
    /// The ways to everywhere, in one line on each page.
    pub links: Vec<Link>,
    /// The pages of the section at hand.
    pub tabs: Vec<Link>,
    /// Whether cells may lead to other pages.
    pub linked: bool,
    /// What comes before the name of each page: nothing in a folder, where all are neighbours; `/` where addresses have parts.
    pub root: &'static str,
    /// Where the site keeps its style; `None` where a page brings its own.
    pub style: Option<&'static str>,
    /// The script by which the page follows the event.
    pub script: Option<&'static str>,
    /// Whether it is the page that everybody comes to first.
    pub is_front: bool,
    /// What is under the name of the page.
    pub under: Vec<String>,
    /// For a page that nobody sits at: the page of the same content that does not move.
    pub renewed: Option<String>,
}

/// A way to a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub label: String,
    pub page: String,
    pub here: bool,
    /// Whether it gives way where the line is short.
    pub yields: bool,
}

#[derive(Template)]
#[template(path = "web/document.html")]
struct Page<'a> {
    document: &'a Document,
    site: &'a Site,
    style: &'a str,
}

/// The blocks of a document without the page around them.
#[derive(Template)]
#[template(path = "web/document.html", block = "blocks")]
struct Blocks<'a> {
    document: &'a Document,
    site: &'a Site,
}

/// A document as a part of a page that is made elsewhere.
pub fn fragment(document: &Document) -> Result<String, RenderError> {
    let document = document.map_text(&clean).for_readers();
    Ok(Blocks { document: &document, site: &Site::default() }.render()?)
}

/// The same, its teams leading to `team-4.html`.
pub fn linked_fragment(document: &Document) -> Result<String, RenderError> {
    let document = document.map_text(&clean).for_readers();
    let site = Site { linked: true, ..Site::default() };
    Ok(Blocks { document: &document, site: &site }.render()?)
}

/// The style of every page, within the page.
pub const STYLE: &str =
    concat!(include_str!("../../../templates/web/style.css"), include_str!("../../../templates/web/bracket.css"));

/// A document as one page that needs nothing else.
pub fn html(document: &Document) -> Result<Vec<u8>, RenderError> {
    page(document, &Site::default())
}

pub fn page(document: &Document, site: &Site) -> Result<Vec<u8>, RenderError> {
    let document = document.map_text(&clean).for_readers();
    Ok(Page { document: &document, site, style: STYLE }.render()?.into_bytes())
}

/// No table of a screen is narrower, in ems.
const NARROWEST: u32 = 24;

/// How much longer a name is whose lines end with its words.
const BROKEN: f64 = 1.15;

/// How high a row of a screen is, in lines, where its table is so many ems wide.
fn height(row: &[Cell], ems: f64) -> f64 {
    let letters = row.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(0) as f64;
    // Two names of bold letters stand beside the number of a table.
    let room = 0.7 * ems - 1.3;
    let lines = if letters <= room { 1.0 } else { (letters * BROKEN / room).ceil() };
    1.0 + (lines - 1.0) * 1.2 / 1.75
}

impl Page<'_> {
    fn is_screen(&self) -> bool {
        self.document.page.size == TypeSize::Screen
    }

    /// Tables that stand side by side on a screen: those between two headings.
    fn side_by_side(&self) -> usize {
        self.groups().map(<[Block]>::len).max().unwrap_or(1).clamp(1, 3)
    }

    /// Lines of a screen from top to bottom, by which its letters are sized, as tens and units: the fewest for which all rows are on it, where
    /// long names wrap in large letters.
    fn lines(&self) -> (usize, usize) {
        if !self.is_screen() {
            return (0, 1);
        }
        let side_by_side = self.side_by_side() as f64;
        let at = |ems: u32| {
            let is_narrowest = ems == NARROWEST;
            let ems = f64::from(ems);
            let rows = |block: &Block| match block {
                Block::Table(table) => table.rows.iter().map(|row| height(row, ems)).sum(),
                _ => 0.0,
            };
            let high = |group: &[Block]| group.iter().map(rows).fold(0.0, f64::max) + 2.0;
            // As `.screen` in the style has it, on a screen of 16 to 9.
            let by_width = if is_narrowest { 0.0 } else { (84.0 * side_by_side * ems / 172.0 - 2.0) / 1.75 };
            self.groups().map(high).sum::<f64>().max(by_width)
        };
        let fewest = (NARROWEST..=72).map(at).fold(99.0, f64::min).ceil() as usize;
        (fewest / 10, fewest % 10)
    }

    fn groups(&self) -> impl Iterator<Item = &[Block]> {
        self.document.blocks.split(|block| matches!(block, Block::Heading { .. })).filter(|group| !group.is_empty())
    }

    /// A page of a site is read as it was made, not printed.
    fn imprint(&self) -> String {
        let imprint = self.document.masthead.imprint();
        if self.site.linked { imprint.replacen("Printed", "As of", 1) } else { imprint }
    }
}

/// How blocks are shown, alone or on a page of their own.
trait Blockwise {
    fn site(&self) -> &Site;

    fn head_class(&self, column: &Column) -> String {
        self.cell_class(column, &Emphasis::Plain)
    }

    fn cell_class(&self, column: &Column, emphasis: &Emphasis) -> String {
        let on_phones = match (column.minor, column.tucked, column.beneath) {
            (true, ..) => " minor",
            (_, true, _) => " tucked",
            (.., true) => " beneath",
            _ => "",
        };
        let align = match column.align {
            Align::Left => "l",
            Align::Centre => "c",
            Align::Right => "r",
        };
        let loud = match emphasis {
            Emphasis::Plain => "",
            Emphasis::Strong => " strong",
            Emphasis::Soft => " soft",
        };
        format!("{align}{loud}{on_phones}")
    }

    /// Whether a phone shows some of its columns only when asked.
    fn tucks(&self, table: &Table) -> bool {
        table.columns.iter().any(|column| column.tucked)
    }

    /// Whether a row takes two lines on a phone.
    fn stacks(&self, table: &Table) -> bool {
        table.columns.iter().any(|column| column.beneath)
    }

    /// The rounds of a path with their places in its drawing: a win steps right, a loss left, a draw between.
    fn legs<'s>(&self, steps: &'s [Step]) -> Vec<Leg<'s>> {
        let side = |step: &Step| match (step.mark, step.emphasis) {
            (None, _) | (_, Emphasis::Plain) => 50,
            (_, Emphasis::Strong) => 75,
            (_, Emphasis::Soft) => 25,
        };
        let between = |one: &Step, other: &Step| f64::from(side(one) + side(other)) / 2.0;
        let leg = |(at, step): (usize, &'s Step)| {
            let here = f64::from(side(step));
            // Halves of one curve, which leaves each round straight down.
            let bend = |edge: f64| f64::midpoint(here, edge);
            let before = at.checked_sub(1).map(|before| between(&steps[before], step));
            let after = steps.get(at + 1).map(|after| (between(step, after), after.mark.is_none()));
            Leg {
                step,
                at: here,
                from: before.map(|edge| format!("M{edge} 0C{} 12.5 {here} 25 {here} 50", bend(edge))),
                to: after
                    .map(|(edge, dotted)| (format!("M{here} 50C{here} 75 {} 87.5 {edge} 100", bend(edge)), dotted)),
            }
        };
        steps.iter().enumerate().map(leg).collect()
    }

    /// The page a cell leads to, where this page is part of a site.
    fn link<'c>(&self, cell: &'c Cell) -> Option<&'c str> {
        cell.link.as_deref().filter(|_| self.site().linked)
    }
}

impl Blockwise for Page<'_> {
    fn site(&self) -> &Site {
        self.site
    }
}

impl Blockwise for Blocks<'_> {
    fn site(&self) -> &Site {
        self.site
    }
}

/// A round in the drawing of a path: how far from the left it lies, in percent, and the curves from the round before and to the next one,
/// in a square of a hundred.
struct Leg<'s> {
    step: &'s Step,
    at: f64,
    from: Option<String>,
    /// With whether it is dotted: the next round is not played yet.
    to: Option<(String, bool)>,
}
