//! Invented children, schools and team names for the demo.

pub const FIRST: [&str; 48] = [
    "Ada", "Ben", "Chloë", "Dev", "Elif", "Femi", "Grace", "Hugo", "Inés", "Jonas", "Kiri", "Leo", "Maya", "Noor",
    "Otis", "Priya", "Quinn", "Rosa", "Sami", "Tala", "Uma", "Viktor", "Wren", "Ximena", "Yusuf", "Zoë", "Amir",
    "Bella", "Carlos", "Dina", "Emil", "Freya", "Gus", "Hana", "Ivan", "June", "Kofi", "Lena", "Milo", "Nina", "Oskar",
    "Pia", "Ravi", "Sofía", "Theo", "Una", "Vera", "Will",
];

pub const LAST: [&str; 52] = [
    "Abbott",
    "Banerjee",
    "Castillo",
    "Dąbrowski",
    "Eriksen",
    "Fontaine",
    "García",
    "Haddad",
    "Ibrahim",
    "Jansen",
    "Kowalski",
    "Lindqvist",
    "Moreau",
    "Nakamura",
    "Okafor",
    "Petrov",
    "Quiroga",
    "Rossi",
    "Schmidt",
    "Tanaka",
    "Ueda",
    "Vargas",
    "Weber",
    "Xu",
    "Yilmaz",
    "Zhang",
    "Adeyemi",
    "Brennan",
    "Chen",
    "Dubois",
    "Engel",
    "Ferrari",
    "Gupta",
    "Hoang",
    "Ivanova",
    "Jovanović",
    "Kim",
    "Larsen",
    "Müller",
    "Nguyen",
    "O'Brien",
    "Park",
    "Rahman",
    "Silva",
    "Thompson",
    "Umarov",
    "Vogel",
    "Walsh",
    "Yang",
    "Zeman",
    "Baker",
    "Cole",
];

pub const SCHOOLS: [&str; 10] = [
    "Maple Valley Elementary",
    "Lincoln Elementary",
    "Riverside School",
    "St. Clare Academy",
    "Oak Hill Elementary",
    "Harbor Middle School",
    "Franklin Middle School",
    "Cedar Grove School",
    "Northgate High School",
    "Summit Charter",
];

/// First words of team names.
pub const ADJECTIVES: [&str; 12] = [
    "Flying", "Silent", "Purple", "Lucky", "Royal", "Electric", "Sneaky", "Golden", "Turbo", "Midnight", "Polite",
    "Cosmic",
];

/// Last words of team names.
pub const NOUNS: [&str; 12] = [
    "Knights", "Rooks", "Pawns", "Bishops", "Queens", "Forks", "Pins", "Castles", "Gambits", "Badgers", "Comets",
    "Otters",
];
