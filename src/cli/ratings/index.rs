//! Where the index of rating lists is, how it is opened, and which of its lists a word names.

use crate::cli::Everywhere;
use crate::cli::command_text::cmd;
use crate::cli::environment::Environment;
use crate::cli::failure::Failure;
use crate::cli::wording::list;
use crate::store::{KnownList, RatingIndex, StoreError, data_file};
use crate::tournament::Month;
use crate::tournament::names::{Found, find};
use chrono::{Datelike, NaiveDate};
use clap::Args;
use std::path::{Path, PathBuf};

/// Which index.
#[derive(Debug, Clone, Default, Args)]
pub struct Place {
    /// The index of lists [default: the one in your own data folder]
    #[arg(long, value_name = "FILE")]
    ratings: Option<PathBuf>,
}

/// What is said where the index had to be made anew.
pub const ANEW: &str =
    "the index of rating lists was damaged or from another version, and was started over: load the lists again";

impl Place {
    fn path(&self, environment: &Environment) -> Result<PathBuf, Failure> {
        let named = self.ratings.as_deref().or(environment.ratings.as_deref());
        let own = || data_file("ratings.index");
        named.map(|named| environment.at(named).into_owned()).or_else(own).ok_or_else(|| {
            Failure::machine("this computer has no user data folder for the rating lists")
                .hint("name a file for them with --ratings FILE, or set $BUGHOUSE_RATINGS")
        })
    }

    /// Whether there is an index yet.
    pub fn is_there(&self, everywhere: &Everywhere) -> bool {
        self.path(&everywhere.asker.environment).is_ok_and(|path| path.is_file())
    }

    /// The index, and whether it had to be made anew.
    pub fn open(&self, everywhere: &Everywhere) -> Result<(RatingIndex, bool), Failure> {
        let path = self.path(&everywhere.asker.environment)?;
        match RatingIndex::open(&path).map_err(|error| index_failure(error, &path))? {
            Some(index) => Ok((index, false)),
            None => RatingIndex::anew(&path).map(|index| (index, true)).map_err(|error| index_failure(error, &path)),
        }
    }

    /// Does something with the index. What is damaged is made anew, and that is said.
    pub fn with<T>(
        &self,
        everywhere: &Everywhere,
        act: impl FnOnce(&mut RatingIndex) -> Result<T, Failure>,
    ) -> Result<(T, Vec<String>), Failure> {
        let (mut index, is_anew) = self.open(everywhere)?;
        let done = act(&mut index).map_err(|failure| match is_anew {
            true => Failure { message: format!("{ANEW}\n{}", failure.message), ..failure },
            false => failure,
        })?;
        Ok((done, is_anew.then(|| ANEW.to_owned()).into_iter().collect()))
    }
}

/// What the store says of the index.
pub fn index_failure(error: StoreError, path: &Path) -> Failure {
    let shown = path.display();
    match error {
        StoreError::Foreign(_) => {
            Failure::mistyped(format!("{shown} is not an index of rating lists, and was not touched")).hint(format!(
                "{} makes an index; to load this file as a list: {}",
                cmd!("ratings load FILE"),
                cmd!("ratings load {shown}")
            ))
        }
        StoreError::Damaged { .. } => {
            // What cannot be removed is met again, and reported again.
            let _ = RatingIndex::anew(path);
            Failure::machine(ANEW).hint(cmd!("ratings load FILE"))
        }
        StoreError::Locked(_) => Failure::machine(format!("{shown} is in use by another copy of bughouse"))
            .hint("wait until it has loaded its list, and type the command again"),
        StoreError::ReadOnly(_) => Failure::machine(format!("{shown} cannot be written"))
            .hint("copy it into a folder of your own, and name it with --ratings FILE"),
        other => Failure::machine(format!("the index of rating lists: {other}"))
            .hint(format!("it is {shown}; no tournament was touched")),
    }
}

/// The list of these words, or number.
pub fn one_of<'l>(lists: &'l [KnownList], named: &str) -> Result<&'l KnownList, Failure> {
    if let Some(known) = named.parse::<i64>().ok().and_then(|number| lists.iter().find(|known| known.number == number))
    {
        return Ok(known);
    }
    let typed: Vec<(String, &KnownList)> = lists.iter().map(|known| (known.list.as_typed(), known)).collect();
    let all = || match lists.is_empty() {
        true => format!("there is no list yet: {}", cmd!("ratings load FILE")),
        false => format!("there are {}", list(typed.iter().map(|(name, _)| name))),
    };
    match find(&named.replace(' ', "-"), &typed, |(name, _)| name) {
        Found::One((_, known)) => Ok(known),
        Found::Ambiguous(several) => Err(Failure::mistyped(format!("\"{named}\" matches several lists"))
            .hint(list(several.into_iter().map(|(name, _)| name)))),
        Found::Unknown { .. } => Err(Failure::mistyped(format!("there is no list \"{named}\"")).hint(all())),
    }
}

/// The month of a day.
pub fn month_of(day: NaiveDate) -> Month {
    Month { year: day.year(), month: day.month() }
}

/// So many months a list may be older than the event.
const FRESH: i32 = 3;

/// What there is to say of a list that is older than a few months by this day.
pub fn how_old(known: &KnownList, day: NaiveDate, what: &str) -> Option<String> {
    let months = known.list.month.until(month_of(day));
    let age = if months >= 24 { format!("{} years", months / 12) } else { format!("{months} months") };
    (months > FRESH).then(|| format!("{} is {age} older than {what}: look for a newer list", known.list))
}
