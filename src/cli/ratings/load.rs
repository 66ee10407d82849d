//! `bughouse ratings load`: a federation's list into the index, whole or not at all.

use super::index::{Place, how_old, index_failure};
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::failure::Failure;
use crate::cli::wording::{counted, quoted};
use crate::cli::{Everywhere, foreign};
use crate::interchange::ratings::{self as format, Asked, ListColumn, Stopped, Unread, Why, read};
use crate::store::{KnownList, RatingIndex};
use crate::tournament::{Month, RatingKind};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_help = "\
Example: bughouse ratings load standard_nov26frl.zip
         bughouse ratings load golden.dbf --month 2026-11
A list with the same federation, kind and month replaces the old one.")]
pub struct Load {
    /// The files: text in columns, .dbf, .xml, .csv or .xlsx, or a .zip of one
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Whose list it is [default: as the file says]
    #[arg(long, value_name = "us|fide|cfc|NAME", value_parser = crate::cli::naming::one_line)]
    federation: Option<String>,
    /// Which ratings it has [default: as the file says, else regular]
    #[arg(long)]
    kind: Option<RatingKind>,
    /// Which month it is for [default: as the file or its name says]
    #[arg(long, value_name = "YYYY-MM")]
    month: Option<Month>,
    /// Which column holds a field: id, name, first-name, last-name, state, rating, expires, born
    #[arg(long = "map", value_name = "FIELD=COLUMN")]
    map: Vec<ListColumn>,
    #[command(flatten)]
    place: Place,
}

/// One list that was loaded.
struct Loaded {
    known: KnownList,
    file: String,
    answer: format::Answer,
    twice: usize,
}

impl Load {
    pub fn inputs(&self) -> Vec<&Path> {
        self.files.iter().map(PathBuf::as_path).collect()
    }

    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let load = |index: &mut RatingIndex| self.files.iter().map(|file| self.load(file, index, everywhere)).collect();
        let (loaded, remarks): (Vec<Loaded>, _) = self.place.with(everywhere, load)?;
        let text: Vec<String> = loaded.iter().map(|one| one.in_words(everywhere)).collect();
        let mut json: Vec<Value> = loaded.iter().map(Loaded::json).collect();
        let json = if json.len() == 1 { json.remove(0) } else { json!({ "lists": json }) };
        let mut remarks: Vec<String> = remarks;
        remarks.extend(everywhere.dry_run.then(|| "dry run: nothing was changed".to_owned()));
        Ok(Answer::said(text.join("\n"), json).with_remarks(remarks))
    }

    fn load(&self, path: &Path, index: &mut RatingIndex, everywhere: &Everywhere) -> Result<Loaded, Failure> {
        let file = path.display().to_string();
        let mut input = foreign::open(path, &everywhere.asker.environment)?;
        let asked =
            Asked { federation: self.federation.clone(), kind: self.kind, month: self.month, map: self.map.clone() };
        let place = index.path().to_owned();
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut loading = index.load().map_err(|error| index_failure(error, &place))?;
        let answer = match read(&mut *input, &name, &asked, &mut |listed| loading.add(listed)) {
            Ok(answer) => answer,
            Err(Stopped::Unread(why)) => return Err(self.unread(Unread { file, why }, path)),
            Err(Stopped::Taker(error)) => {
                drop(loading);
                return Err(index_failure(error, &place));
            }
        };
        if everywhere.dry_run {
            let twice = loading.twice();
            let entries = answer.rows - twice;
            let (list, loaded) = (answer.list.clone(), everywhere.at());
            return Ok(Loaded {
                known: KnownList { number: 0, list, file: name, loaded, entries },
                file,
                answer,
                twice,
            });
        }
        let finished = loading.finish(&answer.list, &name, &everywhere.at(), |twice| twice * ONE_IN > answer.rows);
        let (known, twice) = match finished.map_err(|error| index_failure(error, &place))? {
            Ok(done) => done,
            Err(twice) => return Err(self.unread(Unread { file, why: Why::Twice(twice) }, path)),
        };
        Ok(Loaded { known, file, answer, twice })
    }

    /// What to type where a file is not taken.
    fn unread(&self, unread: Unread, path: &Path) -> Failure {
        let typed = |option: &str| cmd!("ratings load {} {option}", quoted(&path.display().to_string()));
        let hint = match &unread.why {
            Why::NoMonth => format!("say which: {}", typed("--month 2026-11")),
            Why::NoFederation => format!("say which: {}, or fide, cfc or a name of your own", typed("--federation us")),
            Why::NoKind => format!("say which: {}, or quick or blitz", typed("--kind regular")),
            Why::OtherRatings(_) => format!("leave --kind out, or name one that it has: {}", typed("--kind regular")),
            Why::Columns { missing, .. } => {
                let field = missing.first().copied().unwrap_or("rating");
                format!("say which column it is: {}", typed(&format!("--map {field}=COLUMN")))
            }
            Why::NoSuchColumn { .. } => "name a column by its heading, or by its number counting from 1".to_owned(),
            Why::CutOff(_) | Why::Packed(_) => "download the file again".to_owned(),
            Why::CodePage(..) => "open it in a spreadsheet or an editor, and save it as UTF-8".to_owned(),
            Why::TwoMonths(..) | Why::Twice(_) => "load one month's list by itself".to_owned(),
            Why::TooMany { .. } => {
                format!("look at that line; say which columns are which: {}", typed("--map rating=COLUMN"))
            }
            Why::Empty | Why::OtherKind(_) | Why::Broken(_) => {
                "use a list as its federation publishes it, or a .csv or .xlsx with id, name and rating".to_owned()
            }
        };
        Failure::mistyped(format!("{unread}; the lists loaded earlier are unchanged")).hint(hint)
    }
}

/// One id in so many may come twice: members who were given a second number.
const ONE_IN: usize = 50;

impl Loaded {
    fn in_words(&self, everywhere: &Everywhere) -> String {
        let Self { known, file, answer, twice } = self;
        let verb = if everywhere.dry_run { "would load" } else { "loaded" };
        let mut text = format!("{file}: {verb} {}, {}", known.list, counted(known.entries, "player"));
        let mut notes = Vec::new();
        if let Some((line, problem)) = answer.first_rejected {
            let were = if answer.rejected == 1 { "line was" } else { "lines were" };
            notes.push(format!("{} {were} left out, the first on line {line}: {problem}", answer.rejected));
        }
        if *twice > 0 {
            notes.push(format!("{} appeared twice, and only the first was kept", counted(*twice, "number")));
        }
        if answer.guessed {
            notes.push("the file is not UTF-8 and was read as Windows-1252: check names with accents".to_owned());
        }
        if answer.assumed_kind {
            notes.push(
                "it doesn't say what kind of ratings these are, so they were loaded as regular; if that's wrong, load it again with --kind"
                    .to_owned(),
            );
        }
        notes.extend(how_old(known, everywhere.now.date_naive(), "today"));
        notes.iter().for_each(|note| text.push_str(&format!("\n  {note}")));
        text
    }

    fn json(&self) -> Value {
        let list = &self.known.list;
        json!({
            "list": self.known.number,
            "name": list.as_typed(),
            "file": self.file,
            "federation": list.federation,
            "kind": list.kind,
            "month": list.month.as_typed(),
            "rows": self.known.entries,
            "rejected": self.answer.rejected + self.twice,
        })
    }
}
