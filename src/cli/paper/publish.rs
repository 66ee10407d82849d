//! `bughouse publish`: the tournament as a folder of web pages.
//!
//! Each page is written beside the old one and takes its place at once, so that nobody sees half of it. A folder that holds
//! anything else than an earlier site is never touched.

use super::sheets::corrected;
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Access, Desk, Runs, at_the_desk};
use crate::cli::failure::Failure;
use crate::cli::printed::{Kept, typed_path};
use crate::cli::registration::team_names;
use crate::cli::traits::{Moment, Traits};
use crate::report::publish::{File, Host, Leaf, SectionViews, pages, sections, site};
use crate::report::sheet::{Statement, statements as statements_of};
use crate::report::{Masthead, ShownNames};
use crate::store::{choose, has_ended, is_chosen};
use crate::tournament::MatchId;
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, io};

/// Write the tournament as web pages for phones
#[derive(Debug, Args)]
#[command(after_help = "\
Example: bughouse publish site

The folder needs no server of its own: copy it anywhere, open index.html.")]
pub struct Publish {
    /// The folder: a new one, an empty one, or one published to before
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// The list of the site's own files, by which a folder is known to hold nothing else.
const CONTENTS: &str = "bughouse-site.txt";

/// The ending of a page that is being written, after the number of the process that does it: two may publish at once.
const PART: &str = "bughouse-part";

/// How long one waits for another who publishes into the same folder, and how often one looks.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(10);

impl Runs for Publish {
    const TRAITS: Traits = Traits::reads(Moment::Exchange).only_saying();

    /// Waits until nobody else publishes there, before the event is read: what was entered while it waited is published too.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let place = everywhere.asker.environment.at(&self.folder);
        refuse_strangers(&self.folder, &place)?;
        let _turn = if everywhere.dry_run { None } else { turn(&place) };
        at_the_desk(everywhere, Access::Read, |desk| self.written(desk))
    }
}

/// Locks what lies around a folder of pages: two who publish there at once would leave pages of two versions. Where the system knows no
/// such locks, or somebody holds one for too long, nobody waits.
fn turn(folder: &Path) -> Option<fs::File> {
    let whole = folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok()?;
    let around = fs::File::open(whole.ancestors().skip(1).find(|around| around.is_dir())?).ok()?;
    let began = Instant::now();
    loop {
        match around.try_lock() {
            Ok(()) => return Some(around),
            Err(fs::TryLockError::WouldBlock) if began.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            Err(_) => return None,
        }
    }
}

impl Publish {
    fn written(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let (files, statements) = of_the_folder(desk)?;
        let place = &*desk.everywhere.asker.environment.at(&self.folder).into_owned();
        refuse_strangers(&self.folder, place)?;
        let shown = self.folder.display();
        let count = files.iter().filter(|file| file.name.ends_with(".html")).count();
        let json = json!({ "folder": shown.to_string(), "pages": count, "start": "index.html" });
        if desk.everywhere.dry_run {
            return Ok(Answer::said(format!("would write {count} pages to {shown}; nothing was changed"), json));
        }
        replace(place, &files).map_err(|error| unwritten(&self.folder, &error))?;
        let said = format!("wrote {count} pages to {shown}; start at {}", self.folder.join("index.html").display());
        choose(desk.facts.seed, place);
        let kept = Kept::default().and_site(&self.folder, statements);
        Ok(Answer::said(said, json).with_remarks(team_names::remark(desk, None)).kept(kept))
    }
}

/// Writes the site anew where it was published last, if that was on this computer and it is still there. Gives the folder and what its pages say.
pub fn renewed(desk: &mut Desk) -> Result<Option<(PathBuf, Vec<Statement>)>, Failure> {
    let environment = &Arc::clone(&desk.everywhere.asker.environment);
    let last = desk.store.printed()?.into_iter().rfind(|printed| printed.sheet.is_none());
    let Some(folder) = last
        .map(|printed| PathBuf::from(typed_path(&printed.path, desk.store.path(), environment)))
        .map(|folder| environment.at(&folder).into_owned())
        .filter(|folder| folder.is_dir() && is_chosen(desk.facts.seed, folder))
    else {
        return Ok(None);
    };
    desk.turn = turn(&folder);
    let (files, statements) = of_the_folder(desk)?;
    refuse_strangers(&folder, &folder)?;
    replace(&folder, &files)
        .map_err(|error| unwritten(&folder, &error).hint("move the folder away, pair without it, and publish again"))?;
    Ok(Some((folder, statements)))
}

/// The site of the hall as the event is now.
pub fn of_the_hall(desk: &mut Desk) -> Result<Vec<File>, Failure> {
    let (sections, pages) = leaves(desk)?;
    Ok(site(pages, &sections, Host::Hall)?)
}

/// The site of a folder as the event is now, and what it says, by page.
fn of_the_folder(desk: &mut Desk) -> Result<(Vec<File>, Vec<Statement>), Failure> {
    let (sections, pages) = leaves(desk)?;
    let statements = statements_by_page(&pages);
    Ok((site(pages, &sections, Host::Folder)?, statements))
}

/// Every page, with no more of a name than the event shows.
fn leaves(desk: &mut Desk) -> Result<(Vec<SectionViews>, Vec<Leaf>), Failure> {
    let corrected: Vec<MatchId> = corrected(desk)?.iter().map(|corrected| corrected.change.id).collect();
    let stamp = desk.stamp()?;
    let sections = sections(desk, stamp, &corrected);
    let pages = pages(&Masthead::new(desk.tournament(), None, None, stamp), &sections);
    let pages = match ShownNames::of(&desk.facts) {
        Some(names) => pages.into_iter().map(|page| page.shown(&names)).collect(),
        None => pages,
    };
    Ok((sections, pages))
}

/// What the site would say if it were published now, by page.
pub fn statements(desk: &mut Desk) -> Result<Vec<Statement>, Failure> {
    Ok(statements_by_page(&leaves(desk)?.1))
}

fn statements_by_page(pages: &[Leaf]) -> Vec<Statement> {
    let of_page = |leaf: &Leaf| {
        let about = |statement| Statement { about: leaf.name.clone(), ..statement };
        statements_of(&leaf.document).into_iter().map(about).collect::<Vec<_>>()
    };
    pages.iter().flat_map(of_page).collect()
}

/// Refuses an address, which would become a folder of that name, and a folder that holds what no earlier `publish` wrote.
/// `folder` as it was typed, `place` as it can be opened.
pub fn refuse_strangers(folder: &Path, place: &Path) -> Result<(), Failure> {
    if is_address(&folder.to_string_lossy()) {
        let message =
            format!("{} is a web address, but pages are written to a folder on this computer", folder.display());
        return Err(Failure::mistyped(message).hint(format!(
            "{}; then copy what is in that folder to the host, as with: rsync -r site/ user@host:site/",
            cmd!("publish site")
        )));
    }
    let entries = match fs::read_dir(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => {
            let why = match error.kind() {
                io::ErrorKind::NotADirectory => "is a file, but a site is a folder of pages".to_owned(),
                _ => format!("can't hold a site: {error}"),
            };
            return Err(Failure::mistyped(format!("{} {why}", folder.display())).hint("choose a new folder"));
        }
        Ok(entries) => entries,
    };
    let contents = fs::read_to_string(place.join(CONTENTS)).unwrap_or_default();
    let own: BTreeSet<&str> = contents.lines().chain([CONTENTS]).collect();
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let is_left_over = |name: &str| Path::new(name).extension().is_some_and(|ending| ending == PART);
    match names.filter(|name| !own.contains(name.as_str()) && !is_left_over(name)).min() {
        None => Ok(()),
        Some(stranger) => {
            Err(Failure::mistyped(format!("{} holds \"{stranger}\", which bughouse did not write", folder.display()))
                .hint("choose a new folder, or move that file away"))
        }
    }
}

/// Puts pages into a folder that were made elsewhere.
pub fn put_site(folder: &Path, mut files: Vec<File>) -> Result<(), Failure> {
    refuse_strangers(folder, folder)?;
    // The list that came with them is written anew.
    files.retain(|file| file.name != CONTENTS);
    let _turn = turn(folder);
    replace(folder, &files).map_err(|error| unwritten(folder, &error))
}

/// `ftp://host/site`, `sftp:/site`, `user@host:site`; a drive of Windows has one letter.
fn is_address(text: &str) -> bool {
    let Some((before, after)) = text.split_once(':') else { return false };
    let is_scheme = before.len() > 1 && before.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c));
    (is_scheme && after.starts_with('/')) || (before.contains('@') && !before.contains(['/', '\\']))
}

fn unwritten(folder: &Path, error: &io::Error) -> Failure {
    Failure::machine(format!("{} could not be written: {error}", folder.display()))
        .hint("check the folder and the free space, then type the command again")
}

/// Writes the site. Where there is no room for all of it, the site that was there stays as it was, and of a new one nothing is left.
fn replace(folder: &Path, files: &[File]) -> io::Result<()> {
    let is_new = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let new: Vec<PathBuf> = folder.ancestors().take_while(is_new).map(Path::to_owned).collect();
    let mut parts = Vec::new();
    put_all(folder, files, &mut parts).inspect_err(|_| {
        parts.iter().for_each(|part| _ = fs::remove_file(part));
        if !new.is_empty() {
            let _ = fs::remove_file(folder.join(CONTENTS));
        }
        // One that holds something by now stays.
        new.iter().for_each(|folder| _ = fs::remove_dir(folder));
    })
}

/// Writes each page beside the old one, and when all are written, lets each take its place at once, so that there is a site at every moment;
/// then what is no longer one of its pages goes. `parts` gets what is to be removed if this fails.
fn put_all(folder: &Path, files: &[File], parts: &mut Vec<PathBuf>) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    sweep(folder);
    for file in files {
        let part = part_of(&folder.join(&file.name));
        parts.push(part.clone());
        fs::write(part, &file.bytes)?;
    }
    let contents = folder.join(CONTENTS);
    let before = fs::read_to_string(&contents).unwrap_or_default();
    let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let listed = |names: &BTreeSet<&str>| names.iter().map(|name| format!("{name}\n")).collect::<String>();
    // Listed first: what a broken run leaves behind is known as the site's own.
    put(&contents, listed(&before.lines().chain(names.iter().copied()).collect()).as_bytes())?;
    for (file, part) in files.iter().zip(parts.iter()) {
        fs::rename(part, folder.join(&file.name))?;
    }
    let gone: BTreeSet<&str> = before.lines().filter(|name| !names.contains(name)).collect();
    for name in gone.iter().filter(|name| is_plain(name)) {
        let _ = fs::remove_file(folder.join(name));
    }
    // Another who publishes at the same time may have listed pages since. Where there is no room to shorten the list, the site is whole all
    // the same: what the list names beside its pages is its own, and gone.
    let now = fs::read_to_string(&contents).unwrap_or_default();
    let left = listed(&now.lines().filter(|name| !gone.contains(name)).chain(names).collect());
    if left != now {
        let _ = put(&contents, left.as_bytes());
    }
    Ok(())
}

/// The list may have been written by anybody: it only ever names files within the folder.
fn is_plain(name: &str) -> bool {
    Path::new(name).components().count() == 1 && Path::new(name).file_name().is_some()
}

fn part_of(page: &Path) -> PathBuf {
    page.with_added_extension(format!("{}.{PART}", std::process::id()))
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = part_of(path);
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).inspect_err(|_| _ = fs::remove_file(&part))
}

/// Removes what killed commands left of writing pages.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(page) = name.strip_suffix(PART) else { continue };
        let maker = page.trim_end_matches('.').rsplit('.').next().and_then(|id| id.parse().ok());
        if maker.is_none_or(has_ended) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
