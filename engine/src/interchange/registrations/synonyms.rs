//! The headings of registration forms and pairing programs, as lists.
//!
//! To teach the importer a heading, add it here: lower case, no punctuation, words parted by one space.

use super::field::What;

/// What a heading, given as folded words, is a synonym of, and how surely: 3, or 2 where it gives way to another.
pub(super) fn kind(words: &[&str]) -> Option<(What, u8)> {
    let heading = words.join(" ");
    let squashed = words.concat();
    // `Last Name` and `LASTNAME` are one; single letters stand for themselves only.
    let is_it = |name: &str| name == heading || (squashed.len() > 3 && name.replace(' ', "") == squashed);
    let among = |table: &[(What, &[&str])]| {
        table.iter().find(|(_, names)| names.iter().any(|name| is_it(name))).map(|(what, _)| *what)
    };
    among(SURE_NAMES).map(|what| (what, 3)).or_else(|| among(LIKELY_NAMES).map(|what| (what, 2)))
}

/// Headings as wholes, folded to words. The first table of a kind is sure, the second gives way to the first.
#[rustfmt::skip]
const SURE_NAMES: &[(What, &[&str])] = &[
    (What::Team, &[
        "team", "team name", "name of team", "expanded team name", "squad", "squad name", "pair name", "equipo",
    ]),
    (What::Name, &[
        "name", "full name", "player", "player name", "name of player", "players name", "player full name", "student",
        "student name", "student full name", "child", "child name", "child full name", "participant",
        "participant name", "competitor", "competitor name", "entrant", "entrant name", "attendee", "attendee name",
        "camper name", "kid", "kid name", "member name", "chess player", "name last first", "last name first name",
        "last first", "player last first", "student last first", "d name", "jugador", "nombre completo",
    ]),
    (What::FirstName, &[
        "first name", "first", "fname", "given name", "given names", "given", "forename", "player first name",
        "player first", "student first name", "student first", "child first name", "child first",
        "participant first name", "attendee first name", "nombre", "nombres", "name first",
    ]),
    (What::LastName, &[
        "last name", "last", "lname", "surname", "family name", "player last name", "player last",
        "student last name", "student last", "child last name", "child last", "participant last name",
        "attendee last name", "apellido", "apellidos", "name last",
    ]),
    (What::Grade, &[
        "grade", "gr", "grd", "grade level", "school grade", "current grade", "player grade", "student grade",
        "child grade", "grade in school", "grado", "k 12 grade", "grades", "player grades",
    ]),
    (What::Rating, &[
        "rating", "ratings", "rate", "rtng", "rtg", "uscf rating", "us chess rating", "us chess regular rating",
        "uscf regular rating", "regular rating", "player rating", "current rating", "chess rating", "d rating", "elo",
        "nwsrs rating", "nwsrs", "rating regular", "uscf rtg", "us chess rtg", "regular",
    ]),
    (What::Id, &[
        "id", "uscf id", "us chess id", "uscf number", "us chess number", "uscf id number", "us chess id number",
        "us chess member id", "uscf member id", "uscf membership", "us chess membership", "membership",
        "membership id", "membership number", "member id", "member number", "mem id", "d mem id", "federation id",
        "fide id", "nwsrs id", "player id", "student id", "id number", "uscf membership id", "uscf membership number",
        "us chess membership id",
    ]),
    (What::School, &[
        "school", "school name", "name of school", "school club", "school or club", "player school", "student school",
        "child school", "sch", "escuela", "colegio", "school attending", "school attended", "schools",
    ]),
    (What::Section, &[
        "section", "section name", "sect", "division", "section division", "tournament section", "seccion",
    ]),
    (What::Partner, &[
        "partner", "partner name", "partner full name", "teammate", "teammate name", "team mate", "team mate name",
        "bughouse partner", "bughouse partner name", "requested partner", "preferred partner", "partner request",
    ]),
    (What::PartnerFirstName, &[
        "partner first name", "partner first", "teammate first name", "team mate first name",
    ]),
    (What::PartnerLastName, &[
        "partner last name", "partner last", "teammate last name", "team mate last name",
    ]),
    (What::Email, &[
        "email", "e mail", "email address", "e mail address", "mail", "parent email", "contact email", "correo",
        "player email",
    ]),
    (What::Phone, &[
        "phone", "telephone", "tel", "phone number", "cell", "cell phone", "mobile", "mobile phone", "cell number",
        "telephone number", "parent phone", "contact phone", "contact phone number", "telefono", "player phone",
    ]),
    (What::Fee, &[
        "fee", "fees", "entry fee", "registration fee", "amount due", "total due", "price", "cost",
    ]),
    (What::Paid, &[
        "paid", "amount paid", "payment", "payment status", "total paid", "fee paid", "paid amount",
    ]),
    (What::House, &["house team"]),
    (What::Note, &[
        "note", "notes", "comment", "comments", "remark", "remarks", "request", "requests", "special request",
        "special requests", "comments or questions", "questions or comments", "questions comments",
        "comments questions", "notes comments", "comments notes", "other notes", "additional notes",
        "additional comments", "additional information", "special needs", "message", "anything else", "notas",
        "notes or comments", "comments or notes", "any notes", "any comments", "any notes or comments", "any notes or bye requests",
        "notes or bye requests", "anything else we should know", "other information",
    ]),
    (What::Byes, &[
        "byes", "bye", "bye request", "bye requests", "requested bye", "requested byes", "byes requested",
        "half point bye", "half point byes", "advance byes", "bye rounds", "bye round", "byes in rounds", "byes rounds",
        "bye rds", "byes rds", "byes needed", "byes needed list rounds", "do you need a bye", "do you need a bye which round", "will you miss any rounds",
    ]),];

/// Headings that give way to a sure one.
#[rustfmt::skip]
const LIKELY_NAMES: &[(What, &[&str])] = &[
    (What::Rating, &["quick rating", "uscf quick rating", "us chess quick rating"]),
    (What::Byes, &["comments byes", "comments bye requests", "notes byes", "notes bye requests"]),
    (What::Team, &[
        "team code", "team id", "team title", "pair", "partners",
    ]),
    (What::School, &[
        "club", "club name", "organization", "organisation", "team school",
    ]),
    (What::Group, &[
        "group", "flight", "category", "pool", "event", "bracket", "sec", "tag", "section key", "key",
    ]),];

/// Words of a heading that speak of somebody else than the child.
#[rustfmt::skip]
pub(super) const STRANGERS: [&str; 18] = [
    "parent", "guardian", "coach", "emergency", "mother", "father", "teacher", "organizer", "director", "contact", "manager", "sponsor",
    "chaperone", "adult", "advisor", "adviser", "principal", "mom",
];

/// Words of a heading that means something else of a child, a school or a rating than its name, grade or figure.
#[rustfmt::skip]
pub(super) const OTHER_MATTERS: [&str; 27] = [
    "expiration", "expire", "expires", "district", "agree", "volunteer", "quick", "blitz", "secondary", "middle", "points", "date",
    "score", "mascot", "type", "address", "city", "state", "zip", "county", "start", "preferred", "nickname", "maiden", "user", "tag",
    "badge",
];
