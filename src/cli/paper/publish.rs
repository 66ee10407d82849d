//! `bughouse publish`: the tournament as a folder of web pages.
//!
//! The folder is made beside the old one and takes its place at once, so that nobody sees half of it. A folder that holds
//! anything else than an earlier site is never touched.

use super::printed::Kept;
use super::sheets::{crosstable_sheet, lines, pairing_sheet};
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::registration::team_names;
use crate::report::publish::{File, SectionViews, pages, site};
use crate::report::told::{Told, told as told_by};
use crate::report::{Masthead, Stamp, pairings, standings};
use crate::standings::crosstable::Order;
use crate::tournament::Section;
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Write the tournament as web pages for phones
#[derive(Debug, Args)]
#[command(
    after_help = "Example: bughouse publish site\n\nThe folder needs no server of its own: copy it anywhere, open index.html."
)]
pub struct Publish {
    /// The folder: a new one, an empty one, or one published before
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// The list of the site's own files, by which a folder is known to hold nothing else.
const CONTENTS: &str = "bughouse-site.txt";

impl Verb for Publish {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let stamp = desk.stamp()?;
        let sections = sections(desk, stamp);
        let files = site(&Masthead::new(desk.tournament(), None, None, stamp), &sections)?;
        refuse_strangers(&self.folder)?;
        let shown = self.folder.display();
        let json = json!({ "folder": shown.to_string(), "pages": files.len(), "start": "index.html" });
        if desk.everywhere.dry_run {
            return Ok(Answer::said(
                format!("would write {} pages to {shown}; nothing was changed", files.len()),
                json,
                "",
            ));
        }
        replace(&self.folder, &files).map_err(|error| {
            Failure::machine(format!("{shown} could not be written: {error}"))
                .hint("check the folder and the free space, then type the command again")
        })?;
        let said =
            format!("wrote {} pages to {shown}; begin at {}", files.len(), self.folder.join("index.html").display());
        let kept = Kept::by(&["publish"], None).published_to(&self.folder, told(desk)?);
        Ok(Answer::said(said, json, "").with_remarks(team_names::remark(desk, None)).kept(kept))
    }
}

/// What the site would tell if it were published now, by page.
pub fn told(desk: &mut Desk) -> Result<Vec<Told>, Failure> {
    let stamp = desk.stamp()?;
    let pages = pages(&Masthead::new(desk.tournament(), None, None, stamp), &sections(desk, stamp));
    let of_page =
        |(name, document)| told_by(&document).into_iter().map(move |told| Told { about: String::clone(&name), ..told });
    Ok(pages.into_iter().flat_map(of_page).collect())
}

fn sections(desk: &Desk, stamp: Stamp) -> Vec<SectionViews> {
    desk.tournament().sections.iter().map(|section| views(desk, section, stamp)).collect()
}

/// What a section publishes: all posted rounds, and where everybody stands.
fn views(desk: &Desk, section: &Section, stamp: Stamp) -> SectionViews {
    let rounds: Vec<pairings::View> = desk
        .tournament()
        .rounds_of(section.id)
        .map(|round| pairing_sheet(desk, section, round, pairings::Order::Table, stamp))
        .collect();
    let after = desk.standing_round(section);
    let (heads, lines) = lines(desk, section, after);
    let open = desk.open_matters(section, after);
    let played = after > 0;
    let places = || {
        standings::view(desk.tournament(), section, after, &heads, &lines, open, stamp)
            .with_notes(desk.lots(section, after))
    };
    SectionViews {
        name: section.name.clone(),
        standings: played.then(places),
        crosstable: played.then(|| crosstable_sheet(desk, section, after, Order::Place, stamp)),
        rounds,
    }
}

/// Refuses a folder that holds what no earlier `publish` wrote.
fn refuse_strangers(folder: &Path) -> Result<(), Failure> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(Failure::mistyped(format!("{} is a file, and a site is a folder of pages", folder.display()))
                .hint("name a new folder"));
        }
        Err(error) => {
            return Err(Failure::mistyped(format!("{} cannot hold a site: {error}", folder.display()))
                .hint("name a new folder"));
        }
        Ok(entries) => entries,
    };
    let contents = fs::read_to_string(folder.join(CONTENTS)).unwrap_or_default();
    let own: BTreeSet<&str> = contents.lines().chain([CONTENTS]).collect();
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    match names.filter(|name| !own.contains(name.as_str())).min() {
        None => Ok(()),
        Some(stranger) => Err(Failure::mistyped(format!(
            "{} holds \"{stranger}\", which is no page of this program",
            folder.display()
        ))
        .hint("name a new folder, such as `bughouse publish site`")),
    }
}

/// Writes the whole site beside the folder, then lets it take the folder's place.
fn replace(folder: &Path, files: &[File]) -> io::Result<()> {
    let absolute = std::path::absolute(folder)?;
    let name = absolute.file_name().ok_or_else(|| io::Error::other("a disk's root cannot be replaced"))?.to_os_string();
    let beside = |suffix: &str| {
        let mut name = name.clone();
        name.push(format!(".{}.{suffix}", std::process::id()));
        absolute.with_file_name(name)
    };
    let (new, old) = (beside("part"), beside("old"));
    let made = fs::create_dir_all(&new).and_then(|()| write_all(&new, files));
    let placed = made.and_then(|()| {
        let was_there = absolute.exists();
        if was_there {
            fs::rename(&absolute, &old)?;
        }
        fs::rename(&new, &absolute).inspect_err(|_| {
            if was_there {
                // What was published before comes back; if even that fails it still lies beside, whole.
                let _ = fs::rename(&old, &absolute);
            }
        })
    });
    let _ = fs::remove_dir_all(if placed.is_ok() { &old } else { &new });
    placed
}

fn write_all(folder: &Path, files: &[File]) -> io::Result<()> {
    for file in files {
        fs::write(folder.join(&file.name), &file.bytes)?;
    }
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    fs::write(folder.join(CONTENTS), names.join("\n") + "\n")
}
