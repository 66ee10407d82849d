//! `bughouse school`: the schools as they are spelled, and which spellings are one school. `bughouse fees`: what is owed and paid, by
//! school; nothing is kept unless it was imported or entered on purpose.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::traits::{Moment, Traits};
use crate::event::Payment;
use crate::registration::schools_alike;
use crate::report::{Cell, Column, Table, money};
use crate::tournament::names::{fold, listing_key};
use crate::tournament::{School, SchoolId, Tournament};
use clap::{ArgGroup, Args, Subcommand};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// List schools, and say which spellings are the same school
#[derive(Debug, Subcommand)]
pub enum SchoolCommand {
    /// List the schools and possible duplicates
    #[command(after_help = "Example: bughouse school list")]
    List,
    /// Merge a spelling into a school; remembered for later imports
    #[command(after_help = r#"Example: bughouse school same "Lincoln Elem." "Lincoln ES""#)]
    Same {
        /// The spelling to drop
        spelling: String,
        /// The school to keep
        school: String,
    },
}

impl Verb for SchoolCommand {
    const TRAITS: Traits = Traits::writes(Moment::Before);

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(matches!(self, Self::List))
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::List => schools(desk),
            Self::Same { spelling, school } => same(desk, spelling, school),
        }
    }
}

fn schools(desk: &mut Desk) -> Result<Answer, Failure> {
    let tournament = desk.tournament();
    let mut schools: Vec<&School> = tournament.schools.iter().collect();
    schools.sort_by_cached_key(|school| listing_key(&school.name));
    let names: Vec<&str> = schools.iter().map(|school| school.name.as_str()).collect();
    let alike = schools_alike(&names);
    let sizes = SchoolSizes::of(tournament);
    let alike = sizes.united(&names, &alike);
    let of = |school: &School| sizes.players(&school.name);
    let looks_like = |at: usize| alike.iter().find(|[gone, _]| *gone == at).map(|[_, kept]| names[*kept]);
    let rows: Vec<_> =
        schools.iter().enumerate().map(|(at, school)| (&school.name, of(school), looks_like(at))).collect();
    let entries: Vec<Value> = rows
        .iter()
        .map(|(name, players, twin)| json!({ "name": name, "players": players, "looks_like": twin }))
        .collect();
    let advice =
        |name: &str, twin: &str| format!("if it's the same as {twin}: {}", command(["school", "same", name, twin]));
    let table = Table::of("Schools", rows)
        .column(Column::text("School"), |(name, ..)| Cell::text(*name))
        .column(Column::number("Players"), |(_, players, _)| Cell::whole(*players))
        .column(Column::text("Possible duplicate"), |(name, _, twin)| {
            Cell::maybe(&twin.map(|twin| advice(name, twin)))
        });
    desk.listing(table.table(), json!({ "schools": entries }))
}

/// How many children each school has, by its folded name, and which was entered first.
pub struct SchoolSizes(HashMap<String, (usize, SchoolId)>);

impl SchoolSizes {
    pub fn of(tournament: &Tournament) -> Self {
        let mut sizes: HashMap<SchoolId, usize> = HashMap::new();
        for school in tournament.players.iter().filter_map(|player| tournament.school_of(player)) {
            *sizes.entry(school).or_default() += 1;
        }
        let size = |school: &School| (sizes.get(&school.id).copied().unwrap_or_default(), school.id);
        Self(tournament.schools.iter().map(|school| (fold(&school.name), size(school))).collect())
    }

    fn players(&self, name: &str) -> usize {
        self.0.get(&fold(name)).map_or(0, |(players, _)| *players)
    }

    /// Of spellings that look alike the one to give up, and the one that stays: of more children, or entered first. None is given up for
    /// two others, so that all pairs can be settled one after the other.
    pub fn united(&self, names: &[&str], alike: &[(usize, usize)]) -> Vec<[usize; 2]> {
        let weight = |at: usize| {
            let known = self.0.get(&fold(names[at]));
            Reverse((known.map(|(players, id)| (*players, Reverse(*id))), Reverse(names[at])))
        };
        let mut near: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (one, other) in alike {
            near.entry(*one).or_default().push(*other);
            near.entry(*other).or_default().push(*one);
        }
        let mut heaviest: Vec<usize> = near.keys().copied().collect();
        heaviest.sort_by_key(|at| weight(*at));
        let (mut seen, mut united) = (HashSet::new(), Vec::new());
        for root in heaviest {
            let mut open = VecDeque::from_iter(seen.insert(root).then_some(root));
            while let Some(kept) = open.pop_front() {
                let mut next = near[&kept].clone();
                next.sort_by_key(|at| weight(*at));
                let new: Vec<usize> = next.into_iter().filter(|at| seen.insert(*at)).collect();
                united.extend(new.iter().map(|gone| [*gone, kept]));
                open.extend(new);
            }
        }
        united.sort_by_key(|[gone, kept]| (*gone.min(kept), *gone.max(kept)));
        united
    }
}

fn same(desk: &mut Desk, spelling: &str, school: &str) -> Result<Answer, Failure> {
    let schools = &desk.tournament().schools;
    let kept = desk.school(school)?.clone();
    // The spelling is written out, never a part of a name: what goes must be meant.
    let gone = schools.iter().find(|known| fold(&known.name) == fold(spelling)).cloned();
    let own = desk.school(spelling).ok().filter(|other| other.id != kept.id && gone.is_none()).cloned();
    match &gone {
        Some(gone) if gone.id == kept.id => {
            return Err(Failure::mistyped(format!("\"{spelling}\" and \"{school}\" are already the same school")));
        }
        Some(gone) => desk.unite_schools(kept.id, gone.id, &fold(spelling)),
        None => desk.remember_spelling(kept.id, &fold(spelling)),
    }
    let apart = own.map_or_else(String::new, |other| {
        let unite = command(["school", "same", &other.name, &kept.name]);
        format!("\n{} is still a separate school; if they are the same: {unite}", other.name)
    });
    let summary = format!("\"{}\" is {}", spelling.trim(), kept.name);
    let json = json!({ "spelling": spelling.trim(), "school": kept.name, "united": gone.is_some() });
    Ok(Answer::noted(format!("{summary}; remembered for later imports{apart}"), json, summary))
}

/// Show what each school owes, or enter a player's fee or payment
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("amount").args(["fee", "paid"]).multiple(true))]
#[command(after_help = r#"Example: bughouse fees, bughouse fees "Ann Lee" --fee 25 --paid 25"#)]
pub struct Fees {
    /// The player whose fee or payment is entered
    #[arg(requires = "amount")]
    player: Option<String>,
    /// The fee
    #[arg(long, requires = "player", value_parser = cents)]
    fee: Option<u32>,
    /// Total paid so far
    #[arg(long, requires = "player", value_parser = cents)]
    paid: Option<u32>,
}

/// An amount such as 25 or 25.50, in cents.
pub fn cents(text: &str) -> Result<u32, String> {
    let wrong = || format!("\"{text}\" is not an amount; write it like 25 or 25.50");
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if part.len() > 2 || !part.bytes().chain(whole.bytes()).all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    let part: u32 = format!("{part:0<2}").parse().map_err(|_| wrong())?;
    let whole: u32 = whole.parse().map_err(|_| wrong())?;
    whole.checked_mul(100).and_then(|cents| cents.checked_add(part)).ok_or_else(wrong)
}

impl Verb for Fees {
    const TRAITS: Traits = Traits::writes(Moment::Before);

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(self.player.is_none())
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match &self.player {
            Some(named) => self.enter(desk, named),
            None if desk.everywhere.output.is_some() => Err(Failure::forbidden("fees are only shown on screen")
                .hint(format!("for your own records: {}", cmd!("export json --private -o FILE.json")))),
            None => by_school(desk),
        }
    }
}

impl Fees {
    fn enter(&self, desk: &mut Desk, named: &str) -> Result<Answer, Failure> {
        let player = desk.player(named)?.clone();
        desk.keep_payment(player.id, self.fee, self.paid);
        let Payment { fee, paid } = desk.facts.payments.get(&player.id).copied().unwrap_or_default();
        let sentence = format!("{}: fee {}, paid {}", player.name, money(fee.into()), money(paid.into()));
        let json =
            json!({ "player": player.id, "name": player.name, "fee": amount(fee.into()), "paid": amount(paid.into()) });
        // The log is printed, and what a family pays is not.
        Ok(Answer::noted(sentence, json, format!("{}: fee and payment recorded", player.name)))
    }
}

/// Players, fees and payments of a school, in cents.
#[derive(Default)]
struct Account {
    players: u32,
    fee: i64,
    paid: i64,
}

impl Account {
    fn json(&self, name: Option<&str>) -> Value {
        let open = self.fee - self.paid;
        json!({ "school": name, "players": self.players, "fee": amount(self.fee), "paid": amount(self.paid), "open": amount(open) })
    }
}

fn by_school(desk: &mut Desk) -> Result<Answer, Failure> {
    let tournament = desk.tournament();
    let mut accounts: BTreeMap<&str, Account> = BTreeMap::new();
    let mut total = Account::default();
    for (player, Payment { fee, paid }) in &desk.facts.payments {
        let school = tournament.player(*player).and_then(|p| tournament.school(tournament.school_of(p)?));
        for account in [accounts.entry(school.map_or("", |school| &school.name)).or_default(), &mut total] {
            account.players += 1;
            account.fee += i64::from(*fee);
            account.paid += i64::from(*paid);
        }
    }
    let schools: Vec<Value> = accounts
        .iter()
        .map(|(school, account)| account.json(Some(school).filter(|s| !s.is_empty()).copied()))
        .collect();
    let json = json!({ "schools": schools, "total": total.json(None) });
    let all = (accounts.len() > 1).then_some(("all", &total));
    let named =
        accounts.iter().map(|(school, account)| (if school.is_empty() { "no school" } else { *school }, account));
    let money = |cents| Cell::number(amount(cents), money(cents));
    let table = Table::of("Fees", named.chain(all))
        .column(Column::text("School"), |(name, _)| Cell::text(*name))
        .column(Column::number("Players"), |(_, account)| Cell::whole(account.players))
        .column(Column::number("Fees"), |(_, account)| money(account.fee))
        .column(Column::number("Paid"), |(_, account)| money(account.paid))
        .column(Column::number("Due"), |(_, account)| money(account.fee - account.paid));
    let unknown = desk.facts.payments.values().filter(|payment| **payment == Payment::default()).count();
    let missing = match (desk.facts.payments.is_empty(), unknown) {
        (true, _) => Some(format!(
            "no fees are recorded: {}, or from a file: {}",
            cmd!("fees PLAYER --fee 25 --paid 25"),
            cmd!("import FILE --fees")
        )),
        (false, 0) => None,
        (false, many) => {
            Some(format!("no amount is recorded for {many} marked as paid: {}", cmd!("fees PLAYER --fee 25 --paid 25")))
        }
    };
    Ok(desk.listing(table.table(), json)?.with_remarks(missing))
}

fn amount(cents: i64) -> f64 {
    cents as f64 / 100.0
}
