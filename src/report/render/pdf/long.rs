//! Long sheets. They are set some pages at a time, so that a hall of 3,000 teams needs little more memory than one of 300.
//!
//! A template first answers, some rows at a time, how wide its columns and how high its rows are. From that follows where pages begin. Then it is
//! given the rows of some pages at a time, how many pages come before them, and how many there are.

use super::super::super::document::{Block, Document, Table};
use super::super::format::RenderError;
use super::sheet::{Agreed, Sheet, Stage, head};
use serde::Deserialize;
use serde_json::Value;
use std::ops::Range;
use typst_layout::PagedDocument;

/// A table with more rows is set in parts.
const MANY: usize = 500;
/// Rows of a part: some pages.
const TOGETHER: usize = 240;
/// By how much measured heights may err, in points.
const HAIR: f64 = 0.1;

/// Templates that set their tables by `tables.typ`, in parts where they are asked to.
const IN_PARTS: [&str; 3] = ["document", "standings", "finder"];
/// Pieces of a view that fill a page so many together, however they are written: slips lie in four stacks, cards follow each other.
const PIECES: [(&str, &str, usize, bool); 2] = [("slips", "slips", 4, true), ("cards", "cards", 2, false)];
/// Pages of such pieces that are set together.
const SHEETS: usize = 12;

/// Where pages begin, and what they have in common.
#[derive(Default)]
struct Plan {
    starts: Vec<usize>,
    agreed: Agreed,
}

/// What a template answers of rows, in points: the height of a page, of what is on its first and on every page above them, of each row, and of
/// the title over each. Or where pages begin, if it knows that itself.
#[derive(Deserialize)]
#[serde(untagged)]
enum Heights {
    Rows { room: f64, above: f64, head: f64, rows: Vec<f64>, titles: Vec<f64> },
    Pages { starts: Vec<usize>, agreed: serde_json::Map<String, Value> },
}

/// Some blocks of a document that begin on a page of their own, and the long table among them.
struct Run {
    blocks: Vec<Block>,
    long: Range<usize>,
    rows: usize,
    plan: Plan,
}

/// Sets a sheet in parts, if it has a long table; false if it has not, or its columns are too many for it.
pub(super) fn set(
    sheet: &mut Sheet<'_>,
    document: &Document,
    take: &mut dyn FnMut(PagedDocument) -> Result<(), RenderError>,
) -> Result<bool, RenderError> {
    let mut runs = runs(&document.blocks);
    if !IN_PARTS.contains(&sheet.template) || runs.iter().all(|run| run.long.is_empty()) {
        return Ok(false);
    }
    sheet.add_fonts_for(document);
    let part = |blocks: Vec<Block>| Document { blocks, ..head(document) };
    for (index, run) in runs.iter_mut().enumerate().filter(|(_, run)| !run.long.is_empty()) {
        let Some(plan) = run.planned(sheet, index == 0, &part)? else { return Ok(false) };
        run.plan = plan;
    }
    // How far the last part of a run goes is seen when it is set.
    let mut ends = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let last = run.parts().pop().unwrap_or_default();
        let stage = run.stage(&last, index == 0, 0, 0);
        ends.push(last.start + sheet.set(&part(run.on_pages(&last)), &Value::Null, &stage)?.pages().len());
    }
    let pages = ends.iter().sum();
    let mut before = 0;
    for (index, (run, end)) in runs.iter().zip(ends).enumerate() {
        for those in run.parts() {
            let stage = run.stage(&those, index == 0, before + those.start, pages);
            take(sheet.set(&part(run.on_pages(&those)), &Value::Null, &stage)?)?;
        }
        before += end;
    }
    Ok(true)
}

impl Run {
    fn of(blocks: Vec<Block>, long: Range<usize>) -> Self {
        let rows = blocks[long.clone()].iter().map(rows_in).sum();
        Self { blocks, long, rows, plan: Plan::default() }
    }

    /// Where the pages of its long table begin; none where that cannot be known.
    fn planned(
        &self,
        sheet: &mut Sheet<'_>,
        first: bool,
        part: &dyn Fn(Vec<Block>) -> Document,
    ) -> Result<Option<Plan>, RenderError> {
        let tables = self.blocks[self.long.clone()].iter().filter(|block| rows_in(block) > 0);
        let mut agreed = Agreed { alone: tables.clone().count() == 1, ..Agreed::default() };
        let itself = sheet.template == "finder";
        let some = if itself { self.rows } else { 2 * TOGETHER };
        let chunks = (0..self.rows).step_by(some).map(|row| row..(row + some).min(self.rows));
        for rows in chunks.clone().filter(|_| !itself) {
            let stage = Stage::Widths { agreed: agreed.clone() };
            let Some(widths) = sheet.ask::<Vec<f64>>(&part(self.with_rows(rows)), &stage)? else { return Ok(None) };
            agreed.longest.resize(widths.len(), 0.0);
            agreed.longest.iter_mut().zip(widths).for_each(|(longest, width)| *longest = longest.max(width));
        }
        let begins: Vec<usize> =
            tables.scan(0, |at, block| Some(std::mem::replace(at, *at + rows_in(block)))).collect();
        let (mut starts, mut left) = (Vec::new(), 0.0);
        for chunk in chunks {
            let stage = Stage::Heights { first: first && chunk.start == 0, agreed: agreed.clone() };
            match sheet.ask(&part(self.with_rows(chunk.clone())), &stage)? {
                None => return Ok(None),
                Some(Heights::Pages { starts, agreed: more }) => {
                    return Ok(Some(Plan { starts, agreed: Agreed { more, ..agreed } }));
                }
                Some(Heights::Rows { room, above, head, rows, titles }) => {
                    for (row, (high, title)) in chunk.zip(rows.into_iter().zip(titles)) {
                        let over = if begins.binary_search(&row).is_ok() { title } else { 0.0 };
                        if row == 0 {
                            starts.push(row);
                            left = room - above;
                        } else if over + high > left - HAIR {
                            starts.push(row);
                            left = room - head - title + over;
                        }
                        left -= over + high;
                    }
                }
            }
        }
        Ok(Some(Plan { starts, agreed }))
    }

    /// Its pages, some at a time; of a run without a long table, all.
    fn parts(&self) -> Vec<Range<usize>> {
        let starts = &self.plan.starts;
        let mut parts = Vec::new();
        let mut first = 0;
        while first < starts.len() {
            let full = starts.partition_point(|start| *start < starts[first] + TOGETHER);
            parts.push(first..full.max(first + 1));
            first = full.max(first + 1);
        }
        if parts.is_empty() {
            parts.push(0..0);
        }
        parts
    }

    fn row(&self, page: usize) -> usize {
        self.plan.starts.get(page).copied().unwrap_or(self.rows)
    }

    fn stage(&self, those: &Range<usize>, first: bool, before: usize, pages: usize) -> Stage {
        let first = first && those.start == 0;
        if those.is_empty() {
            return Stage::Rest { first, before, pages };
        }
        let start = self.row(those.start);
        let starts = those.clone().map(|page| self.row(page) - start).collect();
        Stage::Rows { first, before, pages, starts, agreed: self.plan.agreed.clone() }
    }

    fn on_pages(&self, those: &Range<usize>) -> Vec<Block> {
        if those.is_empty() { self.blocks.clone() } else { self.with_rows(self.row(those.start)..self.row(those.end)) }
    }

    /// The blocks with some rows of its long table, and what is above its first and below its last.
    fn with_rows(&self, rows: Range<usize>) -> Vec<Block> {
        let mut blocks = if rows.start == 0 { self.blocks[..self.long.start].to_vec() } else { Vec::new() };
        let mut at = 0;
        let mut heading = None;
        for block in &self.blocks[self.long.clone()] {
            let Block::Table(table) = block else {
                heading = Some(block);
                continue;
            };
            let own = rows.start.clamp(at, at + table.rows.len()) - at..rows.end.clamp(at, at + table.rows.len()) - at;
            at += table.rows.len();
            if !own.is_empty() {
                blocks.extend(heading.cloned());
                let own = table.rows[own].to_vec();
                blocks.push(Table { rows: own, ..Table::new(&table.caption, table.columns.clone()) }.into());
            }
        }
        if rows.end == self.rows {
            blocks.extend_from_slice(&self.blocks[self.long.end..]);
        }
        blocks
    }
}

fn rows_in(block: &Block) -> usize {
    match block {
        Block::Table(table) => table.rows.len(),
        _ => 0,
    }
}

/// Tables with the same columns that follow each other under headings of their own are one, as `pieces` in `tables.typ` has it.
fn together(blocks: &[Block]) -> usize {
    let mut columns = None;
    let mut end = 0;
    while let [Block::Heading { .. }, Block::Table(Table { columns: own, rows, .. }), ..] = &blocks[end..] {
        if rows.is_empty() || columns.is_some_and(|columns| columns != own) {
            break;
        }
        columns = Some(own);
        end += 2;
    }
    if end == 0 && matches!(blocks, [Block::Table(_), ..]) { 1 } else { end }
}

/// A document in runs: a long table with the headings before it and the sentences after it, or what is between such.
fn runs(blocks: &[Block]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut rest = Vec::new();
    let mut at = 0;
    while at < blocks.len() {
        let end = at + together(&blocks[at..]);
        if blocks[at..end].iter().map(rows_in).sum::<usize>() <= MANY {
            let end = end.max(at + 1);
            rest.extend_from_slice(&blocks[at..end]);
            at = end;
            continue;
        }
        let heads =
            rest.iter().rev().take_while(|block| matches!(block, Block::Heading { .. } | Block::Notice(_))).count();
        let mut own = rest.split_off(rest.len() - heads);
        if !rest.is_empty() {
            runs.push(Run::of(std::mem::take(&mut rest), 0..0));
        }
        let sentences = |block: &&Block| matches!(block, Block::Paragraph(_) | Block::Notice(_) | Block::List(_));
        let after = end + blocks[end..].iter().take_while(sentences).count();
        let long = own.len()..own.len() + end - at;
        own.extend_from_slice(&blocks[at..after]);
        runs.push(Run::of(own, long));
        at = after;
    }
    if !rest.is_empty() {
        runs.push(Run::of(rest, 0..0));
    }
    runs
}

/// Sets the list of a view some pages at a time, if it is a long one of such pieces.
pub(super) fn pieces(
    sheet: &mut Sheet<'_>,
    document: &Document,
    view: &Value,
    take: &mut dyn FnMut(PagedDocument) -> Result<(), RenderError>,
) -> Result<bool, RenderError> {
    let Some((_, list, on_a_page, stacked)) = PIECES.iter().copied().find(|(template, ..)| *template == sheet.template)
    else {
        return Ok(false);
    };
    let all = view[list].as_array().map(Vec::as_slice).unwrap_or_default();
    let pages = all.len().div_ceil(on_a_page);
    if pages <= SHEETS {
        return Ok(false);
    }
    let head = head(document);
    let mut view = view.as_object().cloned().unwrap_or_default();
    for first in (0..pages).step_by(SHEETS) {
        let those = first..(first + SHEETS).min(pages);
        // Of each stack those that lie on these pages.
        let stack = |at: usize| at * pages + those.start..at * pages + those.end;
        let one = || those.start * on_a_page..those.end * on_a_page;
        let ranges: Vec<Range<usize>> = if stacked { (0..on_a_page).map(stack).collect() } else { vec![one()] };
        let own = ranges.into_iter().flat_map(|range| &all[range.start.min(all.len())..range.end.min(all.len())]);
        view.insert(list.to_owned(), Value::Array(own.cloned().collect()));
        take(sheet.set(&head, &Value::Object(view.clone()), &Stage::Whole)?)?;
    }
    Ok(true)
}
