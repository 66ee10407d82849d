//! Who of a list an entry may be: by id, by the words of the name, by what a child of that name is called, by words one letter away.

use super::doubts::{Candidate, Entrant, Finding, Setting, Verdict, settle, words_of};
use super::likeness::is_slip;
use super::listed::Listed;
use super::nicknames::nicknames;

/// A list of ratings, wherever it is kept.
pub trait Directory {
    type Error;

    /// How many it has.
    fn size(&self) -> usize;

    /// The player who has this id.
    fn with_id(&mut self, id: &str) -> Result<Option<Listed>, Self::Error>;

    /// Everybody in whose name words of so many of the groups stand.
    fn with_words(&mut self, groups: &[Vec<String>], at_least: usize) -> Result<Vec<Listed>, Self::Error>;

    /// In how many names a word occurs.
    fn names_with(&mut self, word: &str) -> Result<usize, Self::Error>;

    /// Every word of its names for which this holds.
    fn words_where(&mut self, holds: &dyn Fn(&str) -> bool) -> Result<Vec<String>, Self::Error>;
}

/// Holds an entry against a list.
pub fn look_up<D: Directory>(directory: &mut D, entrant: &Entrant, setting: &Setting) -> Result<Verdict, D::Error> {
    let words = words_of(entrant);
    let by_id = entrant.id.map(|id| directory.with_id(id)).transpose()?.flatten();
    let mut found: Vec<Candidate> = by_id.map(|listed| Candidate::new(listed, entrant, &words)).into_iter().collect();
    if !found.first().is_some_and(Candidate::has_same_name) {
        let called = |word: &String| {
            let names = nicknames(word).iter().map(|name| (*name).to_owned());
            std::iter::once(word.clone()).chain(names).collect()
        };
        add(&mut found, directory.with_words(&groups(&words, called), words.len().min(2))?, entrant, &words);
        let near_words = !found.iter().any(Candidate::is_like);
        // With an id, one letter away is looked for all the same: a brother or sister may have been entered under it.
        if near_words || found.first().is_some_and(|first| !first.is_like()) {
            let mut near = Vec::new();
            for word in &words {
                let mut spelled = directory.words_where(&|other| is_slip(word, other))?;
                spelled.push(word.clone());
                near.push(spelled);
            }
            add(&mut found, directory.with_words(&near, words.len().min(2))?, entrant, &words);
        }
    }
    let mut counts = Vec::new();
    for word in [words.first(), words.last()].into_iter().flatten() {
        counts.push(directory.names_with(word)? as f64);
    }
    let size = directory.size().max(1) as f64;
    let verdict = settle(found, entrant, setting, || counts.iter().product::<f64>() / size);
    debug_assert!(verdict.finding == Finding::NotFound || !verdict.candidates.is_empty());
    Ok(verdict)
}

fn groups(words: &[String], alternatives: impl Fn(&String) -> Vec<String>) -> Vec<Vec<String>> {
    words.iter().map(alternatives).collect()
}

fn add(found: &mut Vec<Candidate>, listed: Vec<Listed>, entrant: &Entrant, words: &[String]) {
    for one in listed {
        if found.iter().all(|known| known.listed.id != one.id) {
            let candidate = Candidate::new(one, entrant, words);
            if candidate.is_like() {
                found.push(candidate);
            }
        }
    }
}
