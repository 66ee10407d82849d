//! Ratings of a list for the children of a file: what is missing is filled, where nothing is in doubt, before sections are found.

use crate::cli::command_text::cmd;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::ratings::{Against, Line};
use crate::cli::refusal::OrRefuse;
use crate::event::edit::ratings::{Taken, take_over};
use crate::interchange::registrations::{Note, Reading};
use crate::ratings::{Entrant, Finding};
use crate::registration::{Child, Entrants};
use crate::tournament::PlayerId;

/// Fills the ratings that the file does not give. Gives what was filled, a note a child.
pub fn fill(desk: &Desk, reading: &mut Reading) -> Result<Vec<Note>, Failure> {
    let mut against = Against::usual(desk)?;
    let children: Vec<Child> =
        reading.entries.iter().flat_map(|entry| entry.registration.children().iter().cloned()).collect();
    let entrants: Vec<Entrant> = children.iter().map(entrant).collect();
    let verdicts = against.look_up(&entrants)?;
    let mut verdicts = verdicts.into_iter();
    let mut notes = Vec::new();
    let mut doubtful = 0;
    for entry in &mut reading.entries {
        let children: &mut [Child] = match &mut entry.registration.entrants {
            Entrants::Team { players, .. } => &mut **players,
            Entrants::Alone(child) => std::slice::from_mut(child),
        };
        for (child, verdict) in children.iter_mut().zip(&mut verdicts) {
            doubtful += usize::from(verdict.finding == Finding::Doubtful);
            if let Some(listed) = verdict.settled().filter(|_| verdict.finding == Finding::New) {
                child.rating = listed.rating;
                child.federation_id.get_or_insert_with(|| listed.id.clone());
                let rating = listed.rating.unwrap_or_default();
                let message = format!("{}: {rating} from {}", child.name, against.list());
                notes.push(Note { line: Some(entry.line), message });
            }
        }
    }
    if doubtful > 0 {
        let who = if doubtful == 1 {
            "1 child has a doubtful match".to_owned()
        } else {
            format!("{doubtful} children have doubtful matches")
        };
        let message = format!("{who} in {}: {}", against.list(), cmd!("ratings check"));
        notes.push(Note { line: None, message });
    }
    Ok(notes)
}

fn entrant(child: &Child) -> Entrant<'_> {
    Entrant { name: &child.name, id: child.federation_id.as_deref(), grade: child.grade, rating: child.rating }
}

/// Notes where the ratings of those who were just entered are from.
pub fn note_sources(desk: &mut Desk, last: PlayerId) -> Result<(), Failure> {
    let mut against = Against::usual(desk)?;
    let is_as_listed = |line: &&Line| line.player > last && line.verdict.finding == Finding::Same;
    let checked = against.check(desk, None)?;
    let taken: Vec<Taken> =
        checked.lines.iter().filter(is_as_listed).filter_map(|line| line.taken(&checked.list)).collect();
    take_over(&mut desk.event, &taken).or_refuse(desk).map(drop)
}
