//! Two thousand labelled entries against a made-up list: what is taken over unasked is right, and who is meant is found or proposed first.
//!
//! Every name, number and rating is drawn from a seed; nobody of it exists.

use bughouse::ratings::{Entrant, Finding, Listed, Verdict, look_up_all};
use bughouse::store::{KnownList, RatingIndex};
use bughouse::tournament::{Dice, Grade, Month, RatingKind, RatingList};
use chrono::NaiveDate;
use std::collections::{HashMap, HashSet};

const GIVEN: [&str; 60] = [
    "Alexander",
    "Andrew",
    "Anthony",
    "Benjamin",
    "Charles",
    "Christopher",
    "Daniel",
    "David",
    "Edward",
    "Ethan",
    "Gabriel",
    "Henry",
    "Jacob",
    "James",
    "John",
    "Jonathan",
    "Joseph",
    "Joshua",
    "Kenneth",
    "Lucas",
    "Matthew",
    "Michael",
    "Nathaniel",
    "Nicholas",
    "Oliver",
    "Patrick",
    "Richard",
    "Robert",
    "Samuel",
    "Theodore",
    "Thomas",
    "Timothy",
    "Vincent",
    "William",
    "Zachary",
    "Abigail",
    "Alexandra",
    "Amelia",
    "Catherine",
    "Charlotte",
    "Elizabeth",
    "Emily",
    "Evelyn",
    "Gabriella",
    "Isabella",
    "Jennifer",
    "Jessica",
    "Katherine",
    "Madeline",
    "Margaret",
    "Maria",
    "Natalia",
    "Olivia",
    "Rebecca",
    "Samantha",
    "Sarah",
    "Sofia",
    "Victoria",
    "Zoe",
    "Mei",
];
const NICKNAMES: [(&str, &str); 16] = [
    ("Alexander", "Alex"),
    ("Andrew", "Drew"),
    ("Benjamin", "Ben"),
    ("Christopher", "Chris"),
    ("Daniel", "Danny"),
    ("Edward", "Ted"),
    ("James", "Jim"),
    ("Joseph", "Joe"),
    ("Matthew", "Matt"),
    ("Michael", "Mike"),
    ("Nicholas", "Nick"),
    ("Robert", "Bob"),
    ("Samuel", "Sam"),
    ("William", "Will"),
    ("Elizabeth", "Beth"),
    ("Rebecca", "Becky"),
];
const COMMON: [&str; 24] = [
    "Smith", "Johnson", "Garcia", "Lee", "Chen", "Patel", "Nguyen", "Brown", "Wang", "Martinez", "Kim", "Davis",
    "Miller", "Lopez", "Wilson", "Shah", "Singh", "Liu", "Huang", "Cohen", "Anderson", "Rivera", "Clark", "Khan",
];
const SOUNDS: [&str; 30] = [
    "ba", "bel", "bor", "car", "cas", "del", "dor", "fen", "fir", "gal", "gor", "han", "hol", "jar", "kel", "kor",
    "lan", "lin", "mar", "mel", "nor", "pol", "quin", "ras", "sel", "tor", "ul", "ven", "wes", "zan",
];
const STATES: [&str; 20] = [
    "OR", "WA", "CA", "TX", "NY", "FL", "OH", "IL", "NJ", "VA", "GA", "AZ", "PA", "MA", "MD", "NC", "MN", "WI", "CO",
    "TN",
];
const HOME: &str = "OR";
const MEMBERS: usize = 30_000;

struct Town {
    dice: Dice,
    members: Vec<Listed>,
    names: HashMap<String, Vec<usize>>,
}

impl Town {
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.dice.below(from.len())]
    }

    fn family(&mut self) -> String {
        if self.dice.below(8) == 0 {
            return self.pick(&COMMON).to_owned();
        }
        let mut name: String = (0..3).map(|_| self.pick(&SOUNDS)).collect();
        name[..1].make_ascii_uppercase();
        name
    }

    fn founded(seed: u64) -> Self {
        let mut town = Self { dice: Dice::new(seed), members: Vec::new(), names: HashMap::new() };
        let mut family = town.family();
        for n in 0..MEMBERS {
            // Now and then a brother or sister of the one before, with the next number.
            if town.dice.below(8) > 0 {
                family = town.family();
                if town.dice.below(25) == 0 {
                    family = format!("{family} {}", town.family());
                }
            }
            let given = town.pick(&GIVEN);
            let middle = if town.dice.below(4) == 0 { " Q" } else { "" };
            let state = if town.dice.below(20) == 0 { HOME } else { town.pick(&STATES) };
            let rating = (town.dice.below(9) > 0).then(|| 300 + town.dice.below(1700) as u32);
            let name = format!("{}, {given}{middle}", family);
            town.names.entry(format!("{given} {family}")).or_default().push(n);
            let (id, state) = ((20_000_000 + 3 * n).to_string(), Some(state.to_owned()));
            town.members.push(Listed { id, name: name.to_uppercase(), state, rating, ..Listed::default() });
        }
        town
    }

    /// A child of the home state.
    fn child(&mut self) -> (usize, String, String) {
        loop {
            let n = self.dice.below(MEMBERS);
            let listed = &self.members[n];
            if listed.state.as_deref() == Some(HOME) {
                let (family, given) = listed.name.split_once(", ").unwrap();
                let given = given.split(' ').next().unwrap();
                let whole = |word: &str| word[..1].to_owned() + &word[1..].to_lowercase();
                return (n, whole(given), family.split(' ').map(whole).collect::<Vec<_>>().join(" "));
            }
        }
    }

    /// A letter left out, doubled or swapped with its neighbor.
    fn misspelled(&mut self, word: &str) -> String {
        let mut letters: Vec<char> = word.chars().collect();
        let at = 1 + self.dice.below(letters.len() - 2);
        match self.dice.below(3) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[at]),
            _ => letters.swap(at, at + 1),
        }
        letters.into_iter().collect()
    }
}

struct Labelled {
    kind: &'static str,
    name: String,
    id: Option<String>,
    /// The member that it is; none: nobody of the list.
    is: Option<String>,
}

/// The entries, so many of each kind.
fn entries(town: &mut Town) -> Vec<Labelled> {
    let mut all = Vec::new();
    let kinds: [(&'static str, usize); 12] = [
        ("id", 600),
        ("id and nickname", 100),
        ("id and slip", 100),
        ("id of another", 100),
        ("id of nobody", 100),
        ("name", 200),
        ("namesake", 200),
        ("nickname", 150),
        ("slip", 150),
        ("half a family name", 75),
        ("accent or hyphen", 75),
        ("not listed", 150),
    ];
    for (kind, count) in kinds {
        let mut made = 0;
        while made < count {
            let (n, given, family) = town.child();
            let id = town.members[n].id.clone();
            let nickname = NICKNAMES.iter().find(|(name, _)| *name == given).map(|(_, nickname)| *nickname);
            let has_namesake = town.names.get(&format!("{given} {family}")).is_some_and(|all| all.len() > 1);
            let plain = format!("{given} {family}");
            let (name, line) = match kind {
                "id" => (plain, Some(id.clone())),
                "id and nickname" | "nickname" => {
                    let Some(nickname) = nickname else { continue };
                    (format!("{nickname} {family}"), kind.starts_with("id").then(|| id.clone()))
                }
                "id and slip" | "slip" => {
                    if given.len() < 4 || family.len() < 4 {
                        continue;
                    }
                    let name = match town.dice.below(2) {
                        0 => format!("{} {family}", town.misspelled(&given)),
                        _ => format!("{given} {}", town.misspelled(&family)),
                    };
                    (name, kind.starts_with("id").then(|| id.clone()))
                }
                // Of a brother or sister as often as of a stranger.
                "id of another" => {
                    let other = if made % 2 == 0 { (n + 1) % MEMBERS } else { town.child().0 };
                    if town.members[other].name.split(" Q").next() == town.members[n].name.split(" Q").next() {
                        continue;
                    }
                    (plain, Some(town.members[other].id.clone()))
                }
                "id of nobody" => (plain, Some(format!("{}", 20_000_001 + 3 * n))),
                "name" if !has_namesake => (plain, None),
                "namesake" if has_namesake => (plain, None),
                "half a family name" => match family.split_once(' ') {
                    Some((first, _)) => (format!("{given} {first}"), None),
                    None => continue,
                },
                "accent or hyphen" => match family.split_once(' ') {
                    Some((first, second)) => (format!("{given} {first}-{second}"), None),
                    None => (format!("{} {family}", given.replacen('a', "á", 1).replacen('e', "é", 1)), None),
                },
                // A name as others have it, of a child who is no member.
                "not listed" => {
                    let (given, family) = (town.pick(&GIVEN).to_owned(), town.family());
                    all.push(Labelled { kind, name: format!("{given} {family}"), id: None, is: None });
                    made += 1;
                    continue;
                }
                _ => continue,
            };
            all.push(Labelled { kind, name, id: line, is: Some(id) });
            made += 1;
        }
    }
    all
}

fn loaded(index: &mut RatingIndex, members: &[Listed]) -> KnownList {
    let list =
        RatingList { federation: "us".to_owned(), kind: RatingKind::Regular, month: Month::new(2026, 11).unwrap() };
    let mut loading = index.load().unwrap();
    members.iter().for_each(|listed| loading.add(listed.clone()).unwrap());
    loading.finish(&list, "made up", "2026-11-29T09:00:00+00:00", |_| false).unwrap().unwrap().0
}

#[test]
fn nothing_wrong_is_taken_unasked_and_who_is_meant_is_proposed_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut index = RatingIndex::open(&folder.path().join("index")).unwrap().unwrap();
    let mut town = Town::founded(7);
    let known = loaded(&mut index, &town.members);
    let labelled = entries(&mut town);
    assert_eq!(labelled.len(), 2_000);
    let by_id: HashMap<&str, &Listed> = town.members.iter().map(|listed| (listed.id.as_str(), listed)).collect();
    let rating = |one: &Labelled| by_id.get(one.is.as_deref()?)?.rating;
    let entrants: Vec<Entrant> = labelled
        .iter()
        .map(|one| Entrant {
            name: &one.name,
            id: one.id.as_deref(),
            grade: Some(Grade(4)),
            // Every third was entered with the rating of some months ago.
            rating: rating(one).filter(|rating| rating % 3 == 0).map(|rating| rating - 20),
        })
        .collect();
    // As they come at events: no two of one event are the same child, so the events are of 200.
    let day = NaiveDate::from_ymd_opt(2026, 11, 29).unwrap();
    let mut verdicts: Vec<Verdict> = Vec::new();
    let events: Vec<Vec<usize>> = (0..10).map(|event| (event..labelled.len()).step_by(10).collect()).collect();
    let mut of: HashMap<usize, Verdict> = HashMap::new();
    for event in &events {
        let some: Vec<Entrant> = event.iter().map(|n| entrants[*n]).collect();
        let judged = look_up_all(&mut index.one_list(&known), &some, day, None).unwrap();
        of.extend(event.iter().copied().zip(judged));
    }
    verdicts.extend((0..labelled.len()).map(|n| of.remove(&n).unwrap()));
    let (mut wrong, mut table) = (Vec::new(), HashMap::<&str, [usize; 4]>::new());
    for (one, verdict) in labelled.iter().zip(&verdicts) {
        let counts = table.entry(one.kind).or_default();
        counts[0] += 1;
        let first = verdict.candidates.first().map(|listed| &listed.id);
        match verdict.settled() {
            Some(listed) if Some(&listed.id) == one.is.as_ref() => counts[1] += 1,
            Some(listed) => wrong.push(format!("{} {} {:?} was taken for {listed:?}", one.kind, one.name, one.id)),
            None if one.is.is_none() || first == one.is.as_ref() => counts[2] += 1,
            None => counts[3] += 1,
        }
        if one.is.is_none() && verdict.finding == Finding::NotFound {
            counts[1] += 1;
            counts[2] -= 1;
        }
    }
    let kinds: Vec<&str> = labelled.iter().map(|one| one.kind).collect();
    let mut seen = HashSet::new();
    for kind in kinds.into_iter().filter(|kind| seen.insert(*kind)) {
        let [all, settled, first, missed] = table[kind];
        eprintln!(
            "{kind:>20}: {all:4} entries, {settled:4} settled, {first:4} in doubt with the right one first, {missed:3} not"
        );
    }
    let listed = labelled.iter().filter(|one| one.is.is_some()).count();
    let missed: usize = table.values().map(|counts| counts[3]).sum();
    let share = 100.0 * (listed - missed) as f64 / listed as f64;
    eprintln!("{} wrong taken unasked; {share:.1} % of {listed} listed children found or proposed first", wrong.len());
    assert_eq!(wrong, Vec::<String>::new());
    assert!(share >= 95.0, "{share:.1} % were found or proposed first");
}
