//! What a file gave, in one line an entry.

use bughouse::interchange::registrations::{Options, Reading, read};
use bughouse::registration::{Child, Entrants, Registration};

/// Reads a file that must have no complaints.
pub fn sound(bytes: &[u8]) -> Reading {
    sound_with(bytes, &Options::default())
}

/// As [`sound`], with `--map`.
pub fn sound_with(bytes: &[u8], options: &Options) -> Reading {
    let reading = read(bytes, "entries", options).unwrap_or_else(|unreadable| panic!("{}", unreadable.render()));
    assert!(reading.complaints.is_empty(), "{}", reading.render_complaints(9));
    reading
}

/// `Rooks [Lincoln ES] (1234): Ann Lee 3 1234 #77 @Oak + Bo Kim`, sections in front.
pub fn lines(reading: &Reading) -> Vec<String> {
    reading.entries.iter().map(|entry| line(&entry.registration)).collect()
}

fn line(registration: &Registration) -> String {
    let section = registration.section.as_ref().map(|section| format!("{section} / ")).unwrap_or_default();
    match &registration.entrants {
        Entrants::Team { name, players, school, rating, .. } => {
            let school = school.as_ref().map(|school| format!(" [{school}]")).unwrap_or_default();
            let rating = rating.map(|rating| format!(" ({rating})")).unwrap_or_default();
            format!("{section}{name}{school}{rating}: {} + {}", of(&players[0]), of(&players[1]))
        }
        Entrants::Alone(child) => format!("{section}needs a partner: {}", of(child)),
    }
}

fn of(child: &Child) -> String {
    let mut line = child.name.clone();
    for part in [
        child.grade.map(|grade| grade.to_string()),
        child.rating.map(|rating| rating.to_string()),
        child.federation_id.as_ref().map(|id| format!("#{id}")),
        child.school.as_ref().map(|school| format!("@{school}")),
    ] {
        line.extend(part.map(|part| format!(" {part}")));
    }
    line
}
