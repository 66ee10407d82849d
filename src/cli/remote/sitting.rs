//! Sittings of another desk: lines are typed here, and each is a request of its own.

use super::asking::Asking;
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::entry::enter::{Enter, Place, sit};
use crate::cli::failure::Failure;
use crate::cli::keyboard::Plain;
use crate::cli::seat::Said;
use serde_json::json;
use std::time::Duration;

/// The pile of slips.
pub fn enter(asking: &Asking, enter: &Enter, sitting: &Everywhere) -> Result<Answer, Failure> {
    let mut words = vec!["enter".to_owned()];
    words.extend(enter.section.clone());
    words.extend(enter.round.map(|round| format!("--round={round}")));
    words.extend(sitting.json.then(|| "--json".to_owned()));
    let (mut place, mut exit) = (Place::new(enter.verify), 0);
    sit(&mut place, sitting, |typed, place, everywhere| {
        let answered = match asking.answered(&words, typed, Some(place), everywhere) {
            // The next line may reach it again.
            Err(failure) if place.has_begun() => {
                everywhere.asker.failure(&failure, everywhere.json);
                return Ok(Some(Plain));
            }
            answered => answered?,
        };
        answered.show(&everywhere.asker);
        match answered.sits() {
            Some(sits) => *place = sits,
            None => exit = answered.exit,
        }
        Ok(place.has_begun().then_some(Plain))
    })?;
    if !place.has_begun() {
        return Ok(Answer::nothing().ends(exit));
    }
    Ok(Answer::said(place.summary(), json!({ "entered": place.entered, "agreed": place.agreed })))
}

/// Shows an answer again and again, on a terminal.
pub fn watch(asking: &Asking, words: &[String], seconds: u64, sitting: &Everywhere) -> Result<u8, Failure> {
    loop {
        let everywhere = &sitting.anew();
        let (answered, asker) = (asking.answered(words, "", None, everywhere)?, &everywhere.asker);
        asker.clear();
        answered.show(asker);
        if answered.exit != 0 {
            return Ok(answered.exit);
        }
        asker.answer(&format!("refreshes every {seconds} seconds; Ctrl-C to stop"));
        std::thread::sleep(Duration::from_secs(seconds));
    }
}

/// Turns pages on a terminal.
pub fn pages(asking: &Asking, words: &[String], seconds: u64, sitting: &Everywhere) -> Result<u8, Failure> {
    loop {
        let everywhere = &sitting.anew();
        let (answered, asker) = (asking.answered(words, "", None, everywhere)?, &everywhere.asker);
        if answered.exit != 0 {
            answered.show(asker);
            return Ok(answered.exit);
        }
        for page in answered.said {
            let Said::Out(page) = page else { continue };
            asker.clear();
            asker.as_it_came(&page);
            std::thread::sleep(Duration::from_secs(seconds));
        }
    }
}
