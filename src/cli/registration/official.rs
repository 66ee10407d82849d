//! `bughouse official`: who directs, and who hears appeals.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::refusal::OrRefuse;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{list as list_of, option_name, role_name};
use crate::discipline::{Authority, penalty_in_words};
use crate::event::edit::officials;
use crate::report::{Cell, Column, Table};
use crate::tournament::{Official, Role};
use clap::Subcommand;
use serde_json::json;

/// Appoint, list and remove officials
#[derive(Debug, Subcommand)]
pub enum OfficialCommand {
    /// Appoint an official
    #[command(after_help = r#"Example: bughouse official add "Pat Lee" --role section-chief --section K-6"#)]
    Add {
        /// Name
        #[arg(value_parser = crate::cli::naming::one_line)]
        name: String,
        /// The role
        #[arg(long)]
        role: Role,
        /// The section covered [default: all]
        #[arg(long)]
        section: Option<String>,
    },
    /// List the officials
    #[command(after_help = "Example: bughouse official list")]
    List,
    /// Take an official off the list
    #[command(after_help = r#"Example: bughouse official remove "Tess Reed""#)]
    Remove {
        /// Name or number
        name: String,
        /// The role to remove, if the official has several
        #[arg(long)]
        role: Option<Role>,
    },
}

impl Verb for OfficialCommand {
    const TRAITS: Traits = Traits::writes(Moment::Before);

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(matches!(self, Self::List))
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::Add { name, role, section } => add(desk, name.trim(), *role, section.as_deref()),
            Self::List => list(desk),
            Self::Remove { name, role } => remove(desk, name, *role),
        }
    }
}

fn add(desk: &mut Desk, name: &str, role: Role, section: Option<&str>) -> Result<Answer, Failure> {
    if name.is_empty() {
        return Err(Failure::mistyped("an official needs a name").hint(cmd!("official add \"Pat Lee\" --role td")));
    }
    let section = desk.section_if(section)?.map(|section| section.id);
    let Some(number) = officials::appoint(&mut desk.event, name, role, section) else {
        return Ok(Answer::said(
            format!("{name} is already listed as {}", role_name(role)),
            json!({ "official": name, "role": role }),
        ));
    };
    let section = section.map(|id| desk.section_name(id));
    let of = section.map(|section| format!(" of {section}")).unwrap_or_default();
    let summary = format!("appointed {name} as {}{of}", role_name(role));
    Ok(Answer::done(summary, json!({ "official": name, "number": number, "role": role, "section": section })))
}

fn list(desk: &mut Desk) -> Result<Answer, Failure> {
    let tournament = desk.tournament();
    let section_name = |o: &Official| o.section.map(|id| desk.section_name(id));
    let authority = desk.rulebook.discipline.authority;
    let json: Vec<_> = tournament
        .officials
        .iter()
        .map(|o| {
            json!({
                "number": o.id, "name": o.name, "role": o.role, "section": section_name(o),
                "may_give_alone": authority.limit(o.role),
            })
        })
        .collect();
    let mut table = Table::of("Officials", &tournament.officials)
        .column(Column::text("Name").naming(), |o| Cell::text(&o.name))
        .column(Column::short("Role"), |o| Cell::text(option_name(o.role)))
        .column(Column::short("Section"), |o| Cell::text(section_name(o).unwrap_or("all")));
    if authority != Authority::default() {
        table = table.column(Column::short("May impose alone"), |o| {
            Cell::text(penalty_in_words(option_name(authority.limit(o.role))))
        });
    }
    desk.listing(table.table(), json!({ "officials": json }))
}

fn remove(desk: &mut Desk, name: &str, role: Option<Role>) -> Result<Answer, Failure> {
    let official = office(desk, name, role)?.clone();
    officials::remove(&mut desk.event, official.id).or_refuse(desk)?;
    let summary = format!("removed {} as {}", official.name, role_name(official.role));
    let mut devices = desk.store.devices()?;
    let holds_another = desk.tournament().officials.iter().any(|one| one.name == official.name);
    devices.retain(|device| {
        !holds_another && device.revoked.is_none() && device.official.as_ref() == Some(&official.name)
    });
    let remarks = devices.iter().map(|device| {
        format!(
            "{} was enrolled for {} and now signs with its own name; to revoke its access: {}",
            device.name,
            official.name,
            cmd!("device revoke {}", device.id)
        )
    });
    Ok(Answer::done(summary, json!({ "official": official.name, "role": official.role })).with_remarks(remarks))
}

/// The role that is named, of a person who may hold several.
fn office<'d>(desk: &'d Desk, name: &str, role: Option<Role>) -> Result<&'d Official, Failure> {
    let found = desk.official(name)?;
    if role.is_none() && name.trim_start_matches('#').parse() == Ok(found.id.0) {
        return Ok(found);
    }
    let held: Vec<&Official> = desk.tournament().officials.iter().filter(|one| one.name == found.name).collect();
    let meant: Vec<&Official> = held.iter().copied().filter(|one| role.is_none_or(|role| one.role == role)).collect();
    if let [only] = meant[..] {
        return Ok(only);
    }
    let named = |one: &&Official| {
        let of = one.section.map_or_else(String::new, |id| format!(" of {}", desk.section_name(id)));
        format!("{}{of} ({})", option_name(one.role), one.id)
    };
    let offices = list_of(held.iter().map(named));
    Err(Failure::mistyped(format!("{} has several roles: {offices}", found.name)).hint(format!(
        "say which: {}, or give the number of the role",
        command(["official", "remove", &found.name, "--role", &option_name(held[0].role)])
    )))
}
