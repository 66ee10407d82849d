//! `bughouse fees`: what is owed and paid, by school. Nothing is kept unless it was imported or entered on purpose.

use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk, Verb};
use crate::cli::failure::Failure;
use crate::event::Payment;
use crate::report::{Cell, Column, Listing};
use clap::{ArgGroup, Args};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Show what is owed by school, or enter a player's fee or payment
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse fees, bughouse fees \"Ann Lee\" --fee 25 --paid 25")]
#[command(group = ArgGroup::new("amount").args(["fee", "paid"]).multiple(true))]
pub struct Fees {
    /// The player whose fee or payment is entered
    #[arg(requires = "amount")]
    player: Option<String>,
    /// The fee
    #[arg(long, requires = "player", value_parser = cents)]
    fee: Option<u32>,
    /// Paid so far, in all
    #[arg(long, requires = "player", value_parser = cents)]
    paid: Option<u32>,
}

/// An amount such as 25 or 25.50, in cents.
fn cents(text: &str) -> Result<u32, String> {
    let wrong = || format!("\"{text}\" is not an amount; write it like 25 or 25.50");
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if part.len() > 2 || !part.bytes().chain(whole.bytes()).all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    let part: u32 = format!("{part:0<2}").parse().map_err(|_| wrong())?;
    let whole: u32 = whole.parse().map_err(|_| wrong())?;
    whole.checked_mul(100).and_then(|cents| cents.checked_add(part)).ok_or_else(wrong)
}

impl Fees {
    /// Whether the command changes anything.
    pub fn access(&self) -> Access {
        if self.player.is_some() { Access::Write } else { Access::Read }
    }
}

impl Verb for Fees {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match &self.player {
            Some(named) => self.enter(desk, named),
            None if desk.everywhere.output.is_some() => Err(Failure::forbidden("fees are shown on the screen only")
                .hint("for your own books: bughouse export json --private -o FILE.json")),
            None => by_school(desk),
        }
    }
}

impl Fees {
    fn enter(&self, desk: &mut Desk, named: &str) -> Result<Answer, Failure> {
        let player = desk.player(named)?.clone();
        desk.keep_payment(player.id, self.fee, self.paid);
        let Payment { fee, paid } = desk.facts.payments.get(&player.id).copied().unwrap_or_default();
        let told = format!("{}: fee {}, paid {}", player.name, shown(fee.into()), shown(paid.into()));
        let json =
            json!({ "player": player.id, "name": player.name, "fee": amount(fee.into()), "paid": amount(paid.into()) });
        // The log is printed, and what a family pays is not.
        Ok(Answer::said(told, json, format!("{}: fee and payment noted", player.name)))
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
    fn row(&self, name: &str) -> Vec<Cell> {
        let money = |cents| Cell::number(amount(cents), shown(cents));
        vec![
            Cell::text(name),
            Cell::whole(self.players),
            money(self.fee),
            money(self.paid),
            money(self.fee - self.paid),
        ]
    }

    fn json(&self, name: Option<&str>) -> Value {
        let open = self.fee - self.paid;
        json!({ "school": name, "players": self.players, "fee": amount(self.fee), "paid": amount(self.paid), "open": amount(open) })
    }
}

fn by_school(desk: &mut Desk) -> Result<Answer, Failure> {
    let masthead = desk.masthead(None, None)?;
    let tournament = desk.tournament();
    let mut accounts: BTreeMap<&str, Account> = BTreeMap::new();
    let mut total = Account::default();
    for (player, Payment { fee, paid }) in &desk.facts.payments {
        let school = tournament.player(*player).and_then(|p| p.school).and_then(|id| tournament.school(id));
        for account in [accounts.entry(school.map_or("", |school| &school.name)).or_default(), &mut total] {
            account.players += 1;
            account.fee += i64::from(*fee);
            account.paid += i64::from(*paid);
        }
    }
    let name = |school: &str| if school.is_empty() { "no school".to_owned() } else { school.to_owned() };
    let mut rows: Vec<Vec<Cell>> = accounts.iter().map(|(school, account)| account.row(&name(school))).collect();
    if rows.len() > 1 {
        rows.push(total.row("all"));
    }
    let schools: Vec<Value> = accounts
        .iter()
        .map(|(school, account)| account.json(Some(school).filter(|s| !s.is_empty()).copied()))
        .collect();
    let json = json!({ "schools": schools, "total": total.json(None) });
    let columns = vec![
        Column::text("School"),
        Column::number("Players"),
        Column::number("Fees"),
        Column::number("Paid"),
        Column::number("Open"),
    ];
    let unknown = desk.facts.payments.values().filter(|payment| **payment == Payment::default()).count();
    let missing = match (desk.facts.payments.is_empty(), unknown) {
        (true, _) => Some(
            "no fee is kept: bughouse fees PLAYER --fee 25 --paid 25, or from a file: bughouse import FILE --fees"
                .to_owned(),
        ),
        (false, 0) => None,
        (false, many) => Some(format!(
            "no amount is known of {many} whose payment was told: bughouse fees PLAYER --fee 25 --paid 25"
        )),
    };
    Ok(Answer::sheet(Listing::new("Fees", masthead, columns, rows, json)).with_remarks(missing))
}

fn amount(cents: i64) -> f64 {
    cents as f64 / 100.0
}

/// An amount in cents, as money.
pub fn shown(cents: i64) -> String {
    format!("{}{}.{:02}", if cents < 0 { "-" } else { "" }, cents.abs() / 100, cents.abs() % 100)
}
