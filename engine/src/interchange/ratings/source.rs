//! A file of ratings, whatever its form: which form it has, whose list of which month it is, and every line of it handed on.

use super::columns::{Columns, ListColumn, federation};
use super::delimited::Layout;
use super::lines::{Lines, broken};
use super::rows::{Rows, Stopped};
use super::unread::Why;
use super::{dbase, fixed, values, xml};
use crate::interchange::registrations::{is_workbook, worksheet_rows};
use crate::ratings::Listed;
use crate::tournament::{Month, RatingKind, RatingList};
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use zip::ZipArchive;

/// A file that can be read from any place.
pub trait Input: Read + Seek {}

impl<I: Read + Seek> Input for I {}

/// What the director says of a list.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub federation: Option<String>,
    pub kind: Option<RatingKind>,
    pub month: Option<Month>,
    pub map: Vec<ListColumn>,
}

/// What a file came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub list: RatingList,
    /// Lines that were handed on.
    pub rows: usize,
    /// Lines that could not be read, and the first of them with the reason.
    pub rejected: usize,
    pub first_rejected: Option<(u64, &'static str)>,
    /// The file is not UTF-8, and was read as Windows-1252.
    pub guessed: bool,
    /// Nothing said of which games the ratings are.
    pub assumed_kind: bool,
}

/// Reads a list of any form, line by line. `name` is that of the file, which may give the month.
pub fn read<E>(
    file: &mut dyn Input,
    name: &str,
    asked: &Asked,
    take: &mut dyn FnMut(Listed) -> Result<(), E>,
) -> Result<Answer, Stopped<E>> {
    let mut rows = Rows { take, taken: 0, rejected: 0, first: None };
    let mut head = [0; 4];
    let read = file.read(&mut head).map_err(|error| broken(&error, 0))?;
    file.seek(SeekFrom::Start(0)).map_err(|error| broken(&error, 0))?;
    let found = if is_workbook(&head[..read]) {
        packed(file, name, asked, &mut rows)
    } else {
        plain(file, name, asked, &mut rows)
    }?;
    rows.end()?;
    let (list, guessed, assumed_kind) = found;
    Ok(Answer { list, rows: rows.taken, rejected: rows.rejected, first_rejected: rows.first, guessed, assumed_kind })
}

/// The list that was read, whether letters were guessed, and whether the kind was.
type Found = (RatingList, bool, bool);

/// A workbook, or the largest list of an archive.
fn packed<E>(file: &mut dyn Input, name: &str, asked: &Asked, rows: &mut Rows<'_, E>) -> Result<Found, Stopped<E>> {
    let cannot = |error: zip::result::ZipError| Why::Packed(error.to_string());
    let mut archive = ZipArchive::new(&mut *file).map_err(cannot)?;
    if archive.index_for_name("[Content_Types].xml").is_some() {
        drop(archive);
        return workbook(file, name, asked, rows);
    }
    const ENDINGS: [&str; 6] = [".txt", ".xml", ".dbf", ".csv", ".tsv", ".lst"];
    let mut largest: Option<(u64, usize, String)> = None;
    for at in 0..archive.len() {
        let part = archive.by_index(at).map_err(cannot)?;
        let of = part.name().unwrap_or_default().to_ascii_lowercase();
        if ENDINGS.iter().any(|ending| of.ends_with(ending))
            && largest.as_ref().is_none_or(|(size, ..)| part.size() > *size)
        {
            largest = Some((part.size(), at, of));
        }
    }
    let Some((_, at, part)) = largest else {
        return Err(Why::OtherKind("an archive without a list").into());
    };
    let part_name = format!("{name} {part}");
    plain(archive.by_index(at).map_err(cannot)?, &part_name, asked, rows)
}

fn workbook<E>(file: &mut dyn Input, name: &str, asked: &Asked, rows: &mut Rows<'_, E>) -> Result<Found, Stopped<E>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes)).map_err(|error| broken(&error, 0))?;
    let sheet = worksheet_rows(&bytes, super::columns::known).map_err(Why::Broken)?;
    let head = sheet.iter().take(60).map(|(_, row)| row.clone()).collect();
    let layout = Layout::of_rows(head, b',', &asked.map, asked.kind)?;
    let (list, assumed) = list(name, asked, layout.federation, layout.columns.kind, None)?;
    layout.take_rows(sheet.into_iter(), rows)?;
    Ok((list, false, assumed))
}

/// Bytes at the head of a list by which its form is recognized.
const HEAD: u64 = 1 << 16;

fn plain<E>(mut file: impl Read, name: &str, asked: &Asked, rows: &mut Rows<'_, E>) -> Result<Found, Stopped<E>> {
    let mut head = Vec::new();
    Read::take(&mut file, HEAD).read_to_end(&mut head).map_err(|error| broken(&error, 0))?;
    let is_table = dbase::is_table(&head);
    if !is_table {
        refuse_others(&head)?;
    }
    let text = String::from_utf8_lossy(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head)).into_owned();
    let mut file = BufReader::with_capacity(1 << 16, Cursor::new(head).chain(file));
    if is_table {
        let table = dbase::Table::read(&mut file)?;
        let columns = table.columns(&asked.map, asked.kind)?;
        let (list, assumed) = list(name, asked, table.federation(), columns.kind, None)?;
        let guessed = table.take(&mut file, &columns, rows)?;
        return Ok((list, guessed, assumed));
    }
    if text.trim_start().starts_with('<') {
        if !text.contains("<player") {
            return Err(Why::OtherKind("an XML or web page").into());
        }
        let is_combined = xml::is_combined(&text);
        let kind = asked.kind.filter(|_| is_combined).or(is_combined.then_some(RatingKind::Regular));
        let (list, assumed) = list(name, asked, Some("fide"), kind, None)?;
        let guessed = xml::read(file, list.kind, is_combined, rows)?;
        return Ok((list, guessed, assumed));
    }
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if fixed::is_heading(first) {
        let headings = fixed::headings(first);
        let names = fixed::names(&headings);
        let columns = Columns::of(&names, &asked.map, asked.kind)?;
        let month = headings.iter().find_map(|(word, _)| values::month(word));
        let own = Some(federation(&names).unwrap_or("fide"));
        let (list, assumed) = list(name, asked, own, columns.kind, month)?;
        let mut lines = Lines::new(file);
        let heading = lines.next()?.map(|line| line.into_owned()).unwrap_or_default();
        fixed::read(&mut lines, &heading, &columns, rows)?;
        return Ok((list, lines.guessed, assumed));
    }
    let layout = Layout::of(&text, &asked.map, asked.kind)?;
    let (list, assumed) = list(name, asked, layout.federation, layout.columns.kind, None)?;
    let guessed = layout.take(file, rows)?;
    Ok((list, guessed, assumed))
}

/// Files that are picked by mistake, by their first bytes.
fn refuse_others(head: &[u8]) -> Result<(), Why> {
    const KINDS: [(&[u8], &str); 8] = [
        (b"%PDF", "a PDF"),
        (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)"),
        (b"\x89PNG", "a picture"),
        (b"\xff\xd8\xff", "a picture"),
        (b"\x1f\x8b", "compressed (.gz)"),
        (b"SQLite format 3\0", "a database"),
        (b"\xff\xfe", "text in UTF-16"),
        (b"\xfe\xff", "text in UTF-16"),
    ];
    if head.iter().all(u8::is_ascii_whitespace) {
        return Err(Why::Empty);
    }
    let kind = KINDS.iter().find(|(start, _)| head.starts_with(start)).map(|(_, kind)| *kind);
    match kind.or(head.contains(&0).then_some("a binary file")) {
        Some(kind) => Err(Why::OtherKind(kind)),
        None => Ok(()),
    }
}

/// Whose list of which month it is: as the director says, or as the file says, or its name.
fn list(
    name: &str,
    asked: &Asked,
    federation: Option<&str>,
    kind: Option<RatingKind>,
    month: Option<Month>,
) -> Result<(RatingList, bool), Why> {
    let name = name.to_ascii_lowercase();
    let has_word = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let by_name =
        [("us", ["uscf", "uschess", "us-chess", "us_chess"].as_slice()), ("fide", &["fide"]), ("cfc", &["cfc"])];
    let by_name = || by_name.iter().find(|(_, words)| has_word(words)).map(|(federation, _)| *federation);
    let own = asked.federation.as_deref().or(federation).or_else(by_name).ok_or(Why::NoFederation)?;
    let federation = match own.to_lowercase().as_str() {
        "uscf" | "us chess" | "us-chess" => "us".to_owned(),
        other => other.split_whitespace().collect::<Vec<_>>().join("-"),
    };
    let kinds = [
        (RatingKind::Blitz, ["blitz"].as_slice()),
        (RatingKind::Quick, &["rapid", "quick"]),
        (RatingKind::Scholastic, &["scholastic"]),
        (RatingKind::Regular, &["standard", "regular"]),
    ];
    let of_name = kinds.iter().find(|(_, words)| has_word(words)).map(|(kind, _)| *kind);
    let known = kind.or(asked.kind).or(of_name);
    // Three lists of FIDE's look alike.
    let kind = match known {
        Some(kind) => kind,
        None if federation == "fide" => return Err(Why::NoKind),
        None => RatingKind::Regular,
    };
    let month = asked.month.or(month).or_else(|| values::month(&name)).ok_or(Why::NoMonth)?;
    Ok((RatingList { federation, kind, month }, known.is_none()))
}
