//! `bughouse ratings check`: what a list has for the entries, and what of it is taken over.

use super::against::Against;
use super::checked::{Checked, Line};
use super::index::Place;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::refusal::OrRefuse;
use crate::cli::wording::{counted, list};
use crate::event::edit::ratings::{Taken, take_over};
use crate::ratings::Finding;
use crate::report::{Block, Cell, Column, Document, Report, Table};
use crate::tournament::{Player, Published};
use clap::Args;
use std::str::FromStr;

#[derive(Debug, Args)]
#[command(after_help = "\
Example: bughouse ratings check, then bughouse ratings check --take-over
Next month the same command shows what changed. Doubtful matches are never
updated without asking; settle one: bughouse ratings check --settle 7=12345678")]
pub struct Check {
    /// The section [default: all]
    section: Option<String>,
    /// The list to check against [default: the newest version of the list last used, else US Chess regular]
    #[arg(long)]
    list: Option<String>,
    /// Update every rating that is not in doubt
    #[arg(long)]
    take_over: bool,
    /// Settle a doubtful match: this player has this ID in the list
    #[arg(long, value_name = "PLAYER=ID")]
    settle: Vec<Settled>,
    /// Home state of most of the children [default: the most common one among those found]
    #[arg(long, value_name = "STATE")]
    state: Option<String>,
    #[command(flatten)]
    place: Place,
}

/// The director's word on who of the list a player is.
#[derive(Debug, Clone)]
pub struct Settled {
    player: String,
    id: String,
}

impl FromStr for Settled {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parted = text.rsplit_once('=').map(|(player, id)| (player.trim(), id.trim()));
        match parted.filter(|(player, id)| !player.is_empty() && !id.is_empty()) {
            Some((player, id)) => Ok(Self { player: player.to_owned(), id: id.to_owned() }),
            None => Err(format!("\"{text}\" does not say who it is; write it like 7=12345678")),
        }
    }
}

impl Check {
    pub fn takes_over(&self) -> bool {
        self.take_over || !self.settle.is_empty()
    }

    pub fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let mut against = Against::of(desk, &self.place, self.list.as_deref(), self.state.as_deref())?;
        let section = desk.section_if(self.section.as_deref())?.map(|section| section.id);
        let checked = against.check(desk, section)?;
        let mut taken: Vec<Taken> = Vec::new();
        for Settled { player, id } in &self.settle {
            let player = desk.player(player)?.id;
            let Some(listed) = against.with_id(id)? else {
                return Err(Failure::mistyped(format!("nobody in {} has the id {id}", checked.list))
                    .hint(format!("find the child with {}", cmd!("ratings find NAME"))));
            };
            let published = Published { list: checked.list.clone(), id: listed.id, rating: listed.rating };
            taken.push(Taken { player, published, is_said: true });
        }
        if self.take_over {
            let is_said = |line: &&Line| taken.iter().all(|one| one.player != line.player);
            let beyond_doubt: Vec<Taken> =
                checked.lines.iter().filter(is_said).filter_map(|line| line.taken(&checked.list)).collect();
            taken.extend(beyond_doubt);
        }
        let answer = match self.takes_over() {
            true => self.take(desk, &checked, &taken)?,
            false => shown(desk, &checked, section)?,
        };
        Ok(answer.with_remarks(against.remarks))
    }

    fn take(&self, desk: &mut Desk, checked: &Checked, taken: &[Taken]) -> Result<Answer, Failure> {
        let before = desk.tournament().clone();
        let was = take_over(&mut desk.event, taken).or_refuse(desk)?;
        let json = checked.json(was.len());
        let now = |player: &Player| desk.tournament().player(player.id).and_then(|player| player.rating);
        let rating = |rating: Option<u32>| rating.map_or_else(|| "unrated".to_owned(), |rating| rating.to_string());
        let lines: Vec<String> = was
            .iter()
            .map(|player| {
                format!("{} ({}): {} → {}", player.name, player.id, rating(player.rating), rating(now(player)))
            })
            .collect();
        let left = checked.count(Finding::Doubtful).saturating_sub(self.settle.len());
        let left = match left {
            0 => String::new(),
            left => format!(
                "\n\n{} left as entered, in doubt: {}",
                counted(left, "player"),
                checked.command(self.section.as_deref())
            ),
        };
        if before.players == desk.tournament().players {
            let said = format!("nothing to update from {}: every rating matches{left}", checked.list);
            return Ok(Answer::said(said, json));
        }
        let summary = match was.len() {
            0 => format!("every rating matches {}, and is marked as coming from it", checked.list),
            many => format!("updated {} from {}", counted(many, "rating"), checked.list),
        };
        let text = std::iter::once(summary.clone()).chain(lines.into_iter().map(|line| format!("  {line}")));
        Ok(Answer::noted(text.collect::<Vec<_>>().join("\n") + &left, json, summary))
    }
}

/// What the list has for the entries, what moved first.
fn shown(desk: &mut Desk, checked: &Checked, section: Option<crate::tournament::SectionId>) -> Result<Answer, Failure> {
    let of_section = section.and_then(|id| desk.tournament().section(id)).cloned();
    let masthead = desk.masthead(of_section.as_ref(), None)?;
    let day = checked.day;
    let counts = [
        (Finding::Changed, "changed"),
        (Finding::New, "new"),
        (Finding::Same, "as listed"),
        (Finding::Doubtful, "in doubt"),
        (Finding::NotFound, "not found"),
    ];
    let counts =
        counts.into_iter().map(|(finding, what)| (checked.count(finding), what)).filter(|(count, _)| *count > 0);
    let summary = list(counts.map(|(count, what)| format!("{count} {what}")));
    let mut document = Document::new(format!("Entries compared with {}", checked.list), masthead)
        .with_subtitle(if summary.is_empty() { "nobody is entered yet".to_owned() } else { summary });
    let child = |line: &Line| Cell::text(format!("{} ({})", line.name, line.player));
    for (title, finding) in [("Changed", Finding::Changed), ("New", Finding::New)] {
        let rows: Vec<&Line> = checked.lines_of(finding).collect();
        let has_notes = rows.iter().any(|line| !line.notes(day).is_empty());
        let table = Table::of(title, rows.iter())
            .column(Column::text("Player").naming(), |line| child(line))
            .column(Column::short("Team"), |line| Cell::text(line.team.clone().unwrap_or_default()))
            .column(Column::text("Entered"), |line| Cell::text(line.entered()))
            .column(Column::text("Listed"), |line| Cell::text(line.listed()))
            .column_if(has_notes, Column::text("Note"), |line| Cell::text(line.notes(day)));
        document = document.with_all((!rows.is_empty()).then(|| Block::from(table)));
    }
    let doubtful: Vec<&Line> = checked.lines_of(Finding::Doubtful).collect();
    if !doubtful.is_empty() {
        document = document.with(Block::heading(1, "In doubt: none of these are updated"));
        for line in doubtful {
            document = document.with(Block::Paragraph(format!(
                "{}, entered as {}: {}",
                line.called(),
                line.entered(),
                line.why()
            )));
            document = document.with(Block::List(line.proposals(day)));
        }
    }
    let missing: Vec<String> = checked.lines_of(Finding::NotFound).map(Line::called).collect();
    if !missing.is_empty() {
        document = document.with(Block::heading(1, "Not found")).with(Block::Paragraph(list(missing)));
    }
    let late: Vec<String> = checked
        .lines_of(Finding::Same)
        .filter(|line| !line.notes(day).is_empty())
        .map(|line| format!("{}: {}", line.called(), line.notes(day)))
        .collect();
    if !late.is_empty() {
        document = document.with(Block::heading(1, "As listed")).with(Block::List(late));
    }
    let next = checked.count(Finding::Changed) + checked.count(Finding::New) > 0;
    let next = next.then(|| {
        Block::Paragraph(format!(
            "To update everything that is not in doubt: {}",
            checked.command(of_section.as_ref().map(|section| section.name.as_str())).and("--take-over")
        ))
    });
    document = document.with_all(next);
    Ok(Answer::sheet(Report::of(document, checked.json(0))))
}
