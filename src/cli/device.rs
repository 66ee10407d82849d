//! `bughouse device`: who takes part over the local network, and as what; devices are enrolled here, never from afar. Where the hall is
//! reached, and what the QR on a slip opens while it is open.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::moment::to_the_second;
use crate::cli::naming::only;
use crate::cli::rescue::served_elsewhere;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{counted, list as listed, option_name, role_name};
use crate::hall::{Reply, codes, own_addresses};
use crate::report::render::clean;
use crate::report::slips::Hall;
use crate::report::{Cell, Column, Report, Table, poster};
use crate::store::{ClosedCodes, state_file};
use crate::tournament::names::{Found, find, fold};
use crate::tournament::{CLOCK, Device, DeviceRole, Role, SectionId, TableNumber};
use chrono::{Local, TimeZone};
use clap::Subcommand;
use serde_json::json;
use std::fs::{File, TryLockError};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Enroll tablets, phones and projectors in the hall, list them or shut them out
#[derive(Debug, Subcommand)]
pub enum DeviceCommand {
    /// Enroll a device: gives a code for one device, good for ten minutes
    #[command(after_help = r#"Examples:
  bughouse device add "Tablet 1" --role scorekeeper --official "Pat Lee"
  bughouse device add "Row A" --role captain --section K-6 --tables 1-20
-o poster.pdf prints the code and its QR code on a poster."#)]
    Add {
        /// What it is called in the log
        #[arg(value_parser = crate::cli::naming::one_line)]
        name: String,
        /// screen, captain, scorekeeper, floor-td, section-chief, floor-chief or desk
        #[arg(long, hide_possible_values = true)]
        role: DeviceRole,
        /// A section that it covers [default: all]
        #[arg(long)]
        section: Vec<String>,
        /// The tables that it covers, as in 1-20
        #[arg(long, value_name = "FIRST-LAST", value_parser = tables)]
        tables: Option<(TableNumber, TableNumber)>,
        /// The official who uses it
        #[arg(long)]
        official: Option<String>,
        /// Hours it may be used after joining
        #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=240))]
        hours: u32,
    },
    /// List the devices: role, last seen, how many entries they have made
    #[command(after_help = "Example: bughouse device list")]
    List,
    /// Shut a device out, starting with its next request
    #[command(after_help = r#"Example: bughouse device revoke "Tablet 1""#)]
    Revoke {
        /// Number or name
        device: Option<String>,
        /// All of them
        #[arg(long, conflicts_with = "device", required_unless_present = "device")]
        all: bool,
    },
}

fn tables(text: &str) -> Result<(TableNumber, TableNumber), String> {
    let (low, high) = text.split_once(['-', '–']).unwrap_or((text, text));
    let read = |number: &str| number.trim().parse().ok().filter(|number| *number > 0).map(TableNumber);
    match (read(low), read(high)) {
        (Some(low), Some(high)) if low <= high => Ok((low, high)),
        _ => Err("write the first and the last table, as in 1-20".to_owned()),
    }
}

impl Verb for DeviceCommand {
    const TRAITS: Traits = Traits::changes_beside(Moment::Around).not_from_afar(
        "devices are enrolled and shut out at the laptop that runs the hall",
        "on that laptop: bughouse device",
    );

    fn traits(&self) -> Traits {
        if matches!(self, Self::List) { Traits::reads(Self::TRAITS.moment) } else { Self::TRAITS }
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if !self.traits().only_looks()
            && let Some(refused) = served_elsewhere(&mut desk.store)?
        {
            return Err(refused);
        }
        match self {
            Self::Add { role: DeviceRole::Desk, section, tables, .. } if tables.is_some() || !section.is_empty() => {
                Err(Failure::mistyped("a desk runs every command, for all sections and tables")
                    .hint("leave --section and --tables out, or give another role: section-chief, floor-td"))
            }
            Self::Add { name, role, section, tables, official, hours } => {
                let sections = section.iter().map(|named| Ok(desk.section(Some(named))?.id));
                let sections: Vec<SectionId> = sections.collect::<Result<_, Failure>>()?;
                let official =
                    official.as_deref().map(|named| desk.official(named).map(|o| o.name.clone())).transpose()?;
                let sections = match (role, sections.is_empty()) {
                    (DeviceRole::SectionChief, true) => chiefs_sections(desk, official.as_deref())?,
                    _ => sections,
                };
                let device = Device {
                    id: 0,
                    name: name.trim().to_owned(),
                    role: *role,
                    official,
                    sections,
                    tables: *tables,
                    hours: *hours,
                    code_expires: Some(desk.second() + codes::CODE_LASTS),
                    joined: None,
                    expires: None,
                    last_seen: None,
                    revoked: None,
                };
                add(desk, device)
            }
            Self::List => list(desk),
            Self::Revoke { device, .. } => revoke(desk, device.as_deref()),
        }
    }
}

/// The sections of a section chief of whom none was named: those of the office, where there is more than one to choose from.
fn chiefs_sections(desk: &Desk, official: Option<&str>) -> Result<Vec<SectionId>, Failure> {
    let tournament = desk.tournament();
    let offices = tournament.officials.iter().filter(|held| held.role == Role::SectionChief);
    let offices: Vec<Option<SectionId>> =
        offices.filter(|held| Some(held.name.as_str()) == official).map(|held| held.section).collect();
    if offices.is_empty() && tournament.sections.len() > 1 {
        return Err(Failure::mistyped("a section chief's device covers certain sections, but none was named").hint(
            "add --section SECTION, or --official with the name of a section chief; for all of them: --role floor-chief",
        ));
    }
    Ok(if offices.contains(&None) { Vec::new() } else { offices.into_iter().flatten().collect() })
}

fn add(desk: &mut Desk, device: Device) -> Result<Answer, Failure> {
    if device.name.is_empty() {
        return Err(Failure::mistyped("a device needs a name").hint(cmd!("device add \"Tablet 1\" --role scorekeeper")));
    }
    let now = desk.second();
    let taken = desk.store.devices()?.into_iter().find(|known| known.name == device.name && is_enrolled(known, now));
    if let Some(known) = taken {
        return Err(Failure::forbidden(format!("there is already a device {}, number {}", known.name, known.id))
            .hint(format!("give this one another name; to enroll it again: {}", cmd!("device revoke {}", known.id))));
    }
    let code = codes::code();
    let id = desk.store.add_device(&device, &codes::digest(&code), now)?;
    let (_, _) = desk.store.hall(&codes::secret())?;
    let noted = desk.store.hall_address()?;
    let is_open = noted.as_ref().is_some_and(|address| is_served(desk.store.path(), address));
    let url = format!("{}/join/{code}", noted.clone().unwrap_or_else(likely_address));
    let expires = device.code_expires.and_then(iso);
    let role = role_name(device.role);
    let until = device.code_expires.map(clock).unwrap_or_default();
    // A code that is only tried opens nothing.
    let is_tried = desk.everywhere.dry_run;
    let json = json!({
        "device": id, "name": device.name, "role": device.role, "code": (!is_tried).then_some(&code),
        "url": (!is_tried).then_some(&url), "expires": expires.filter(|_| !is_tried),
    });
    let enrolled = format!("{} is enrolled as {role}, number {id}", device.name);
    if is_tried {
        return Ok(Answer::said(enrolled, json));
    }
    let closed = match noted {
        Some(address) if !is_open => {
            Some(format!("the hall at {address} is no longer being served, so open it again first: {}", cmd!("serve")))
        }
        None => Some(format!("the hall is not open yet: {}", cmd!("serve"))),
        Some(_) => None,
    };
    let others = codes_closed(desk)?.map(|closed| format!("{closed}; this one works"));
    let remarks = closed.into_iter().chain(others);
    if desk.everywhere.output.is_some() {
        let serves = sections_and_tables(desk, &device);
        let title = if serves.is_empty() { role.clone() } else { format!("{role}, {}", serves.join(", ")) };
        let masthead = desk.masthead(None, None)?;
        let poster = poster::Poster::new(&device.name, &title, &url, masthead).with_code(&code, &until);
        return Ok(Answer::sheet(poster).with_remarks(remarks));
    }
    let (one, two) = code.split_at(4);
    let text = format!("{enrolled}\nits code, good for one device until {until}: {one}-{two}\nor open {url}");
    Ok(Answer::said(text, json).with_remarks(remarks))
}

/// That codes are closed, where they are: very many wrong ones were tried.
pub fn codes_closed(desk: &mut Desk) -> Result<Option<String>, Failure> {
    let closed = desk.store.closed_codes(desk.second())?;
    Ok(closed.map(|closed| {
        let [since, until] = [closed.at, closed.until].map(clock);
        format!("codes made before {since} are locked until {until}, because too many wrong codes were tried")
    }))
}

/// That no code is taken that was made before; `hint`: what to do instead.
pub fn closed(closed: ClosedCodes, now: i64, hint: &str) -> Reply {
    let [since, until] = [closed.at, closed.until].map(clock);
    let message = format!("too many wrong codes were tried: codes made before {since} are locked until {until}");
    let mut reply = Reply::refused(429, &message, hint);
    reply.body["error"]["retry_after"] = (closed.until - now).max(1).into();
    reply
}

fn clock(second: i64) -> String {
    moment(second).map(|at| at.format(CLOCK).to_string()).unwrap_or_default()
}

/// What a device serves, in words; nothing where it serves everything.
fn sections_and_tables(desk: &Desk, device: &Device) -> Vec<String> {
    let sections = device.sections.iter().filter_map(|id| desk.tournament().section(*id));
    let mut serves: Vec<String> = sections.map(|section| section.name.clone()).collect();
    serves.extend((serves.is_empty() && !device.sections.is_empty()).then(|| "no sections now".to_owned()));
    serves.extend(device.tables.map(|(low, high)| format!("tables {low}-{high}")));
    serves
}

/// Devices that served a section which is gone, with what to type for those that came of it.
pub fn served_before(desk: &mut Desk, gone: SectionId, now_in: &[SectionId]) -> Result<Vec<String>, Failure> {
    let (mut devices, now) = (desk.store.devices()?, desk.second());
    devices.retain(|device| is_enrolled(device, now) && device.sections.contains(&gone));
    let remarks = devices.iter().map(|device| {
        let left = device.sections.iter().filter_map(|id| desk.tournament().section(*id).map(|section| &section.name));
        let left: Vec<&str> = left.map(String::as_str).collect();
        let came = now_in.iter().map(|id| desk.section_name(*id)).filter(|name| !left.contains(name));
        let mut anew: Vec<&str> = left.iter().copied().chain(came).collect();
        if anew.is_empty() {
            anew.push("SECTION");
        }
        let (id, role) = (device.id, option_name(device.role));
        let tables = device.tables.map(|(low, high)| format!("{low}-{high}"));
        let mut words = vec!["device", "add", &device.name, "--role", &role];
        words.extend(anew.into_iter().flat_map(|name| ["--section", name]));
        words.extend(tables.iter().flat_map(|tables| ["--tables", tables]));
        words.extend(device.official.iter().flat_map(|official| ["--official", official]));
        let serves = if left.is_empty() { "no sections now".to_owned() } else { format!("only {} now", listed(left)) };
        let add = command(words);
        format!("{} covers {serves}; enroll it again: {}, then {add}", device.name, cmd!("device revoke {id}"))
    });
    Ok(remarks.collect())
}

/// A device goes on under its own name where the official is no longer on the list for whom it was enrolled.
pub fn acts_now(desk: &Desk, device: &mut Device) {
    let is_listed = |name: &String| desk.tournament().officials.iter().any(|official| official.name == *name);
    device.official = device.official.take().filter(is_listed);
}

fn is_enrolled(device: &Device, now: i64) -> bool {
    device.is_in(now) || (device.revoked.is_none() && device.code_expires.is_some_and(|end| now < end))
}

/// A moment of the file, in the time of this machine.
pub fn moment(second: i64) -> Option<chrono::DateTime<Local>> {
    Local.timestamp_opt(second, 0).single()
}

pub fn iso(second: i64) -> Option<String> {
    moment(second).map(|at| at.to_rfc3339())
}

fn list(desk: &mut Desk) -> Result<Answer, Failure> {
    let (mut devices, writes, now) = (desk.store.devices()?, desk.store.writes()?, desk.second());
    devices.iter_mut().for_each(|device| acts_now(desk, device));
    let masthead = desk.masthead(None, None)?;
    let writes = |device: &Device| writes.get(&device.id).copied().unwrap_or_default();
    let state = |device: &Device| match () {
        () if device.revoked.is_some() => "shut out",
        () if device.is_in(now) => "in",
        () if device.joined.is_some() => "time has run out",
        () if is_enrolled(device, now) => "waiting for its code",
        () => "its code has expired",
    };
    let row = |device: &Device| {
        let sections = device.sections.iter().filter_map(|id| desk.tournament().section(*id));
        json!({
            "device": device.id, "name": device.name, "role": device.role, "official": device.official,
            "sections": sections.map(|section| section.name.clone()).collect::<Vec<_>>(),
            "tables": device.tables.map(|(low, high)| format!("{low}-{high}")), "last_seen": device.last_seen.and_then(iso),
            "expires": device.expires.and_then(iso), "writes": writes(device), "revoked": device.revoked.is_some(),
            "joined": device.joined.is_some(),
        })
    };
    let json: Vec<_> = devices.iter().map(row).collect();
    let table = Table::of("Devices", &devices)
        .column(Column::number("No."), |device| Cell::whole(device.id))
        .column(Column::text("Device").naming(), |device| Cell::text(&device.name))
        .column(Column::short("Role"), |device| Cell::text(option_name(device.role)))
        .column(Column::short("Covers"), |device| {
            let serves = sections_and_tables(desk, device);
            Cell::text(if serves.is_empty() { "all".to_owned() } else { serves.join(", ") })
        })
        .column(Column::short("Official"), |device| Cell::maybe(&device.official))
        .column(Column::short("Last seen"), |device| Cell::maybe(&device.last_seen.and_then(moment).map(to_the_second)))
        .column(Column::number("Entries"), |device| Cell::whole(writes(device)))
        .column(Column::short("Status"), |device| Cell::text(state(device)));
    Ok(Answer::sheet(Report::table(masthead, table, json!({ "devices": json }))))
}

fn revoke(desk: &mut Desk, named_device: Option<&str>) -> Result<Answer, Failure> {
    let now = desk.second();
    let all = match named_device {
        Some(device) => vec![named(desk, device)?],
        None => desk.store.devices()?.into_iter().filter(|device| device.revoked.is_none()).collect(),
    };
    for device in &all {
        desk.store.revoke_device(device.id, now)?;
    }
    let text = match all.as_slice() {
        [one] => format!("{} is shut out", one.name),
        several => format!("{} are shut out", counted(several.len(), "device")),
    };
    let numbers: Vec<i64> = all.iter().map(|device| device.id).collect();
    Ok(Answer::said(text, json!({ "revoked": numbers })))
}

/// Who came in, as the person at the laptop reads it.
pub fn joined(device: &Device, called: Option<&str>) -> String {
    // It says so itself, so it must not fill the screen, nor look like a line of ours.
    let called = called.map(|name| clean(name).chars().take(40).collect::<String>());
    let called = called.map(|name| format!(", which calls itself \"{name}\"")).unwrap_or_default();
    format!("{} has joined as {}{called}", device.name, role_name(device.role))
}

/// The device that was named by its number or a part of its name.
pub fn named(desk: &mut Desk, named: &str) -> Result<Device, Failure> {
    let devices = desk.store.devices()?;
    if let Some(device) =
        named.trim_start_matches('#').parse().ok().and_then(|id: i64| devices.iter().find(|d| d.id == id))
    {
        return Ok(device.clone());
    }
    // A name may have been given again after a device was shut out: the latest is meant.
    let (present, past): (Vec<Device>, Vec<Device>) =
        devices.into_iter().rev().partition(|device| device.revoked.is_none());
    let is_called_so = |device: &&Device| fold(&device.name) == fold(named);
    if let Some(device) = present.iter().chain(&past).find(is_called_so) {
        return Ok(device.clone());
    }
    let [now, before] = [&present, &past].map(|devices| find(named, devices, |device| &device.name));
    match if matches!(now, Found::Unknown { .. }) { before } else { now } {
        Found::Ambiguous(several) if several.iter().all(|device| device.name == several[0].name) => {
            Ok(several[0].clone())
        }
        found => {
            let number = |device: &Device| u32::try_from(device.id).unwrap_or_default();
            let label = |device: &Device| Some((number(device), option_name(device.role)));
            only("device", named, found, |device| (&device.name, label(device))).cloned()
        }
    }
}

/// The lock of the hall of a file, where the system names a place for it.
pub fn lock_of(path: &Path) -> Option<PathBuf> {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    state_file(&format!("bughouse-hall-{}", codes::digest(&*whole.to_string_lossy())))
}

/// Whether the hall of a file is still served where it was noted to be. A lock that is left was let go by a hall that did not end by
/// itself. Where there is none another user may serve it, and then somebody answers there; a name is a proxy's, and is believed.
fn is_served(path: &Path, address: &str) -> bool {
    if let Some(left) = lock_of(path).and_then(|lock| File::options().append(true).open(lock).ok()) {
        return matches!(left.try_lock(), Err(TryLockError::WouldBlock));
    }
    let at = address.split_once("://").and_then(|(_, at)| at.parse().ok());
    at.is_none_or(|at| TcpStream::connect_timeout(&at, IS_THERE).is_ok())
}

/// How long a hall of this network may take to say that it is there.
const IS_THERE: Duration = Duration::from_millis(500);

/// The usual port.
pub const PORT: u16 = 7777;

/// The open hall, with the codes that are worth a table, round and match.
pub fn doors(desk: &mut Desk) -> Result<Option<Hall>, Failure> {
    let (Some(address), Some((_, key))) = (desk.store.hall_address()?, desk.store.epoch()?) else { return Ok(None) };
    Ok(Some(Hall { address, code: Box::new(move |id, teams| codes::on_slip(&key, id, teams)) }))
}

/// Where a hall would be open, as far as that can be known before it is.
fn likely_address() -> String {
    format!("http://{}", SocketAddr::new(own_address(), PORT))
}

/// The address of this laptop that other devices reach.
pub fn own_address() -> IpAddr {
    let local = own_addresses().into_iter().find(|address| address.is_ipv4() && !address.is_loopback());
    local.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}
