//! Which column of a list holds what: by the headings that federations use, or as the director says.

use super::unread::Why;
use super::values;
use crate::ratings::Listed;
use crate::tournament::RatingKind;
use crate::tournament::names::{fold, option_name};
use clap::ValueEnum;
use std::fmt;
use std::str::FromStr;

/// What is kept of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListField {
    Id,
    Name,
    FirstName,
    LastName,
    State,
    Rating,
    Expires,
    Born,
}

/// A director's word on a column: `rating=Elo` or `rating=4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListColumn {
    pub field: ListField,
    pub column: String,
}

impl fmt::Display for ListColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", option_name(self.field), self.column)
    }
}

impl FromStr for ListColumn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parted = text.split_once('=').filter(|(_, column)| !column.trim().is_empty());
        let Some((field, column)) = parted else {
            return Err(format!("\"{text}\" does not say which column; write it like rating=Elo or rating=4"));
        };
        let field = <ListField as ValueEnum>::from_str(field.trim(), true).map_err(|_| {
            let all = ListField::value_variants().iter().map(|field| option_name(*field)).collect::<Vec<_>>();
            format!("\"{}\" is not a field of a rating list; the fields are {}", field.trim(), all.join(", "))
        })?;
        Ok(Self { field, column: column.trim().to_owned() })
    }
}

/// What a heading means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Field(ListField),
    RatingOf(RatingKind),
}

/// What headings mean, without blanks, marks and case.
#[rustfmt::skip]
const HEADINGS: &[(Meaning, &[&str])] = &[
    (Meaning::Field(ListField::Id), &[
        "id", "idnumber", "idno", "memid", "memberid", "memberno", "membernumber", "number", "uscfid", "uschessid", "fideid", "fidenumber",
        "cfc", "cfcid", "cfcno", "cfcnumber", "playerid", "nwsrsid", "idcode", "membershipid", "ratingid",
    ]),
    (Meaning::Field(ListField::Name), &["name", "memname", "membername", "playername", "player", "fullname", "rname"]),
    (Meaning::Field(ListField::FirstName), &["first", "firstname", "givenname", "namefirst", "fname", "firstnames"]),
    (Meaning::Field(ListField::LastName), &["last", "lastname", "surname", "familyname", "namelast", "lname"]),
    (Meaning::Field(ListField::State), &[
        "state", "st", "stateprov", "rstate", "prov", "province", "addrprovince", "fed", "federation", "country",
    ]),
    (Meaning::Field(ListField::Expires), &[
        "expires", "expired", "expiration", "expirationdate", "expdate", "expdt", "exp", "expiry", "expirydate", "rexpdate", "cfcexpiry",
        "expire", "membershipexpires", "expirationdt",
    ]),
    (Meaning::Field(ListField::Born), &[
        "born", "birthyear", "byear", "bday", "birthday", "birthdate", "dob", "dateofbirth", "yearofbirth", "birth", "yob",
    ]),
    (Meaning::RatingOf(RatingKind::Regular), &[
        "regular", "regularrating", "reg", "regrating", "regrtg", "rlpbrat", "rrating1", "srtng", "standard", "standardrating", "std",
        "stdrating", "classical",
    ]),
    (Meaning::RatingOf(RatingKind::Quick), &[
        "quick", "quickrating", "quickrtg", "qlpbrat", "rrtng", "rapid", "rapidrating", "active", "activerating",
    ]),
    (Meaning::RatingOf(RatingKind::Blitz), &["blitz", "blitzrating", "blitzrtg", "blpbrat", "brtng"]),
    (Meaning::RatingOf(RatingKind::Scholastic), &["scholastic", "scholasticrating", "schrating", "nwsrs", "nwsrsrating"]),
    (Meaning::Field(ListField::Rating), &["rating", "rtg", "elo", "currentrating", "rating1", "ratg"]),
];

fn bare(heading: &str) -> String {
    fold(heading).chars().filter(|c| c.is_alphanumeric()).collect()
}

fn meaning(heading: &str) -> Option<Meaning> {
    let heading = bare(heading);
    let is_it = |names: &&[&str]| names.contains(&heading.as_str());
    let whole = HEADINGS.iter().find(|(_, names)| is_it(names)).map(|(meaning, _)| *meaning);
    whole.or_else(|| {
        let rest = ["uscf", "uschess", "fide", "cfc", "member", "player"]
            .iter()
            .find_map(|word| heading.strip_prefix(word))?;
        HEADINGS.iter().find(|(_, names)| names.contains(&rest)).map(|(meaning, _)| *meaning)
    })
}

/// How many of these are headings of a list.
pub(super) fn known(headings: &[&str]) -> usize {
    headings.iter().filter(|heading| meaning(heading).is_some()).count()
}

/// Whose list has such headings: `MEM_ID`, `CFC#`, `fideid`.
pub(super) fn federation(headings: &[&str]) -> Option<&'static str> {
    let headings: Vec<String> = headings.iter().map(|heading| bare(heading)).collect();
    let has = |parts: &[&str]| headings.iter().any(|heading| parts.iter().any(|part| heading.starts_with(part)));
    // A list of one federation may give the ids of another beside its own.
    if has(&["uscf", "uschess", "memid", "rlpbrat", "qlpbrat", "rrating1"]) {
        Some("us")
    } else if has(&["cfc"]) {
        Some("cfc")
    } else if has(&["fide", "srtng"]) {
        Some("fide")
    } else {
        None
    }
}

/// Where in a row each field is, from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub id: Option<usize>,
    pub name: Option<usize>,
    pub first: Option<usize>,
    pub last: Option<usize>,
    pub state: Option<usize>,
    pub rating: Option<usize>,
    pub expires: Option<usize>,
    pub born: Option<usize>,
    /// What the rating is of, where its heading says so.
    pub kind: Option<RatingKind>,
}

impl Columns {
    fn place(&mut self, field: ListField) -> &mut Option<usize> {
        match field {
            ListField::Id => &mut self.id,
            ListField::Name => &mut self.name,
            ListField::FirstName => &mut self.first,
            ListField::LastName => &mut self.last,
            ListField::State => &mut self.state,
            ListField::Rating => &mut self.rating,
            ListField::Expires => &mut self.expires,
            ListField::Born => &mut self.born,
        }
    }

    /// By the headings, and by what the director says of them. Of several ratings the kind that is asked for is read, or else the first.
    pub fn of(headings: &[&str], asked: &[ListColumn], kind: Option<RatingKind>) -> Result<Self, Why> {
        let mut columns = Self::default();
        let mut ratings: Vec<(Option<RatingKind>, usize)> = Vec::new();
        let own = federation(headings).unwrap_or_default();
        for (at, heading) in headings.iter().enumerate() {
            match meaning(heading) {
                Some(Meaning::Field(ListField::Rating)) => ratings.push((None, at)),
                Some(Meaning::RatingOf(kind)) => ratings.push((Some(kind), at)),
                Some(Meaning::Field(field)) => {
                    // `FIDE id` beside `CFC#` is another federation's.
                    let is_others = own != "fide" && bare(heading).starts_with("fide");
                    let place = columns.place(field);
                    if !is_others {
                        place.get_or_insert(at);
                    }
                }
                None => {}
            }
        }
        ratings.sort_by_key(|(kind, at)| (*kind, *at));
        let is_asked = |(of, _): &&(Option<RatingKind>, usize)| of.is_none() || kind.is_none() || *of == kind;
        match (
            ratings.iter().rev().find(|(of, _)| kind.is_some() && *of == kind).or(ratings.iter().find(is_asked)),
            kind,
        ) {
            (Some((of, at)), _) => (columns.kind, columns.rating) = (*of, Some(*at)),
            (None, Some(kind)) if !ratings.is_empty() => return Err(Why::OtherRatings(kind)),
            (None, _) => {}
        }
        for ListColumn { field, column } in asked {
            let by_number = column.parse::<usize>().ok().filter(|number| (1..=headings.len()).contains(number));
            let by_heading = || headings.iter().position(|heading| fold(heading) == fold(column));
            let at = by_number.map(|number| number - 1).or_else(by_heading).ok_or_else(|| Why::NoSuchColumn {
                column: column.clone(),
                headings: headings.iter().map(|heading| heading.trim().to_owned()).collect(),
            })?;
            *columns.place(*field) = Some(at);
        }
        let has_name = columns.name.is_some() || columns.first.is_some() && columns.last.is_some();
        let required = [(columns.id.is_some(), "id"), (has_name, "name"), (columns.rating.is_some(), "rating")];
        let missing: Vec<&'static str> =
            required.into_iter().filter(|(is_there, _)| !is_there).map(|(_, what)| what).collect();
        if missing.is_empty() {
            return Ok(columns);
        }
        Err(Why::Columns { missing, headings: headings.iter().map(|heading| heading.trim().to_owned()).collect() })
    }

    /// What a row says, or what is wrong with it.
    pub fn listed(&self, cell: impl Fn(usize) -> String) -> Result<Listed, &'static str> {
        let cell_text = |column: Option<usize>| {
            column.map(&cell).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let id = cell_text(self.id).ok_or("it has no id")?;
        let of_parts = || match (cell_text(self.last), cell_text(self.first)) {
            (Some(last), Some(first)) => Some(format!("{last}, {first}")),
            (one, other) => one.or(other),
        };
        let name = cell_text(self.name).or_else(of_parts).ok_or("it has no name")?;
        if !name.chars().any(char::is_alphabetic) || id.len() > 20 || name.len() > 200 {
            return Err("its name or id cannot be read");
        }
        let (rating, provisional) =
            values::rating(&cell_text(self.rating).unwrap_or_default()).ok_or("its rating cannot be read")?;
        Ok(Listed {
            id,
            name: spaced(&name),
            state: cell_text(self.state),
            rating,
            provisional,
            expires: cell_text(self.expires).and_then(|text| values::day(&text)),
            born: cell_text(self.born).and_then(|text| values::year(&text)),
        })
    }
}

/// `LEE,ANN  M` as `LEE, ANN M`.
fn spaced(name: &str) -> String {
    let words = name.replace(',', ", ");
    let mut spaced = String::with_capacity(words.len());
    for word in words.split_whitespace() {
        if !(spaced.is_empty() || word == ",") {
            spaced.push(' ');
        }
        spaced.push_str(word);
    }
    spaced.trim_end_matches(',').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_each_federation_are_known() {
        let columns = |headings: &str, kind| {
            let headings: Vec<&str> = headings.split('|').collect();
            Columns::of(&headings, &[], kind).map(|c| (c.id, c.name.or(c.last), c.state, c.rating, c.expires, c.born))
        };
        let golden = "MEM_ID|MEM_NAME|EXPIRED|STATE|R_LPB_RAT|Q_LPB_RAT|B_LPB_RAT|BYEAR";
        assert_eq!(columns(golden, None), Ok((Some(0), Some(1), Some(3), Some(4), Some(2), Some(7))));
        assert_eq!(columns(golden, Some(RatingKind::Quick)).unwrap().3, Some(5));
        assert_eq!(columns(golden, Some(RatingKind::Scholastic)), Err(Why::OtherRatings(RatingKind::Scholastic)));
        let cfc = "CFC#|CFC Expiry|FIDE#|Last|First|City|Prov|Regular|Quick";
        assert_eq!(columns(cfc, None), Ok((Some(0), Some(3), Some(6), Some(7), Some(1), None)));
        let missing = columns("Number|Player|Points", None).unwrap_err();
        assert!(missing.to_string().contains("no rating column; its columns are Number, Player, Points"), "{missing}");
    }

    #[test]
    fn a_director_says_which_column_holds_what() {
        let asked: Vec<ListColumn> = ["rating=Points", "id=1"].map(|text| text.parse().unwrap()).to_vec();
        let columns = Columns::of(&["No", "Player", "Points"], &asked, None).unwrap();
        assert_eq!((columns.id, columns.name, columns.rating), (Some(0), Some(1), Some(2)));
        assert!("shoe=4".parse::<ListColumn>().unwrap_err().contains("id, name, first-name"));
    }
}
