//! Children to teams: by the row, by the team's name, or by the partner whom a child names. The same child or team twice in one file is
//! refused; nearly the same is noted.

use super::drafts::{Draft, Drafts, EntryDetails, Request, complaint_at, key};
use super::field::{FormField, What};
use super::mapping::Mapping;
use super::places::Layout;
use super::problem::{Note, Problem};
use super::sheet::Sheet;
use super::values;
use crate::registration::{Child, Entrants, Registration, is_slip, name_of_two};
use crate::tournament::names::{fold, likeness, list};
use std::collections::{BTreeSet, HashMap};

/// One entry and where it is in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    pub registration: Registration,
    pub line: usize,
    /// What the family wrote beside it.
    pub requests: Vec<Request>,
    pub(super) rows: Vec<usize>,
}

/// Turns what the rows say into entries, in the order of the file.
pub(super) fn gather(all: &mut Drafts, sheet: &Sheet, mapping: &Mapping) -> Vec<Registered> {
    let drafts = std::mem::take(&mut all.drafts);
    let mut gathering = Gathering { sheet, mapping, all, entries: Vec::new() };
    match mapping.layout {
        Layout::RowPerTeam => {
            drafts.into_iter().filter(|draft| !draft.is_bad).for_each(|draft| gathering.team_row(draft))
        }
        Layout::RowPerPlayer => gathering.player_rows(drafts),
    }
    let mut entries = gathering.entries;
    entries.sort_by_key(|entry| entry.rows[0]);
    entries
}

/// Names compared with each other for slips, where nothing is known by it but a hint.
const MOST_ALIKE: usize = 200;

/// A team's name that is on one row only.
struct Single {
    key: String,
    name: String,
    line: usize,
}

struct Gathering<'a> {
    sheet: &'a Sheet,
    mapping: &'a Mapping,
    all: &'a mut Drafts,
    entries: Vec<Registered>,
}

impl Gathering<'_> {
    fn complain(&mut self, rows: &[usize], field: FormField, problem: Problem) {
        let Some(last) = rows.last() else { return };
        let mut complaint = complaint_at(self.sheet, self.mapping, *last, field, problem);
        complaint.rows = rows.to_vec();
        self.all.complaints.push(complaint);
    }

    fn enter(&mut self, rows: Vec<usize>, entrants: Entrants, entry: EntryDetails) {
        let EntryDetails { line, section, group, requests } = entry;
        self.entries.push(Registered { registration: Registration { entrants, section, group }, line, requests, rows });
    }

    fn team_row(&mut self, draft: Draft) {
        let Draft { row, children, team, is_need, school, rating, is_house, entry, .. } = draft;
        let mut children = children.into_iter();
        match (children.next(), children.next()) {
            (Some(first), Some(second)) if is_need => {
                let problem = Problem::NeedWithTwo { first: first.name, second: second.name };
                self.complain(&[row], FormField::of_row(What::Team), problem);
            }
            (Some(first), Some(second)) => {
                let is_named = !team.is_empty();
                let name = if is_named { team } else { name_of_two(&first.name, &second.name) };
                let entrants =
                    Entrants::Team { name, is_named, players: Box::new([first, second]), school, rating, is_house };
                self.enter(vec![row], entrants, entry);
            }
            (Some(mut child), None) if is_need || team.is_empty() => {
                child.school = child.school.or(school);
                self.wait(vec![row], child, team, entry);
            }
            (Some(child), None) => {
                let empty = [1, 2].map(|seat| self.mapping.name_field(Some(seat)));
                let text = |column| self.sheet.rows[row].text(column);
                let blank =
                    |field: &FormField| self.mapping.column(*field).is_none_or(|column| text(column).is_empty());
                let field = empty.into_iter().find(blank).unwrap_or(empty[1]);
                self.complain(&[row], field, Problem::PartnerMissing { team, player: child.name });
            }
            // A row without children was refused when it was read.
            (None, _) => {}
        }
    }

    /// A child who waits for a partner, and keeps the name of the team if one was given.
    fn wait(&mut self, rows: Vec<usize>, mut child: Child, team: String, entry: EntryDetails) {
        if !team.is_empty() {
            let message = format!("{} needs a partner; the team's name, {team}, is kept", child.name);
            self.all.notes.push(Note { line: Some(entry.line), message });
            child.team_name = Some(team);
        }
        self.enter(rows, Entrants::Alone(child), entry);
    }

    fn player_rows(&mut self, drafts: Vec<Draft>) {
        let mut teams: Vec<Vec<Draft>> = Vec::new();
        let mut by_name: HashMap<String, usize> = HashMap::new();
        let mut free = Vec::new();
        for draft in drafts {
            if draft.team.is_empty() {
                free.push(draft);
                continue;
            }
            let at = *by_name.entry(fold(&draft.team)).or_insert_with(|| {
                teams.push(Vec::new());
                teams.len() - 1
            });
            teams[at].push(draft);
        }
        let teams: Vec<Vec<Draft>> = teams.into_iter().flat_map(by_section).collect();
        let single = |team: &Vec<Draft>| Single {
            key: fold(&team[0].team),
            name: team[0].team.clone(),
            line: team[0].entry.line,
        };
        // More of them are no misspellings: another column was meant.
        let singles: Vec<Single> = teams.iter().filter(|team| team.len() == 1).take(MOST_ALIKE).map(single).collect();
        let mut partners_of = HashMap::new();
        for team in &teams {
            if let [first, second] = team.as_slice()
                && let (Some(a), Some(b)) = (first.children.first(), second.children.first())
            {
                partners_of.extend([(fold(&a.name), b.name.clone()), (fold(&b.name), a.name.clone())]);
            }
        }
        for team in teams {
            self.named_team(team, &singles);
        }
        self.free_children(free, partners_of);
    }

    fn named_team(&mut self, team: Vec<Draft>, singles: &[Single]) {
        let (bad, mut team): (Vec<Draft>, Vec<Draft>) = team.into_iter().partition(|draft| draft.is_bad);
        // A third row that is bad, such as the same child again, takes nothing from the two good ones.
        if let (Some(bad), [] | [_]) = (bad.first(), team.as_slice()) {
            return self.all.waiting.extend(team.iter().map(|draft| (draft.row, bad.entry.line)));
        }
        let rows: Vec<usize> = team.iter().map(|draft| draft.row).collect();
        let name = team[0].team.clone();
        let seats = team.len();
        team.retain(|draft| !draft.children.is_empty());
        match team.len() {
            0 => self.complain(&rows, self.mapping.name_field(None), Problem::NameMissing),
            1 if seats > 1 => {
                let Draft { children, entry, .. } = team.remove(0);
                self.wait(rows, only(children), name, entry);
            }
            1 => {
                let Draft { children, entry, .. } = team.remove(0);
                let key = fold(&name);
                let alike = |other: &&Single| other.line != entry.line && likeness(&key, &other.key) > 0.85;
                let is_again =
                    |problem: &Problem| matches!(problem, Problem::ChildTwice { line, .. } if *line == entry.line);
                let again = self.all.complaints.iter().find(|one| is_again(&one.problem)).map(|one| one.line);
                let problem = Problem::TeamOfOne {
                    team: name.clone(),
                    player: only(children).name,
                    alike: singles.iter().find(alike).map(|other| (other.name.clone(), other.line)),
                    again,
                };
                self.complain(&rows, FormField::of_row(What::Team), problem);
            }
            2 => {
                let second = team.remove(1);
                let first = team.remove(0);
                self.note_other_choice(&name, &first, &second);
                self.note_other_choice(&name, &second, &first);
                self.pair(name, first, second);
            }
            players => {
                self.complain(&rows, FormField::of_row(What::Team), Problem::TooManyPlayers { team: name, players })
            }
        }
    }

    /// A child who names another partner than the one in its team.
    fn note_other_choice(&mut self, team: &str, draft: &Draft, mate: &Draft) {
        let (player, partner) = (&draft.children[0].name, &mate.children[0].name);
        let (said, key) = (fold(&draft.partner), fold(partner));
        let is_mate = said.split(' ').all(|word| values::is_one_of(word, &key)) || is_slip(&said, &key);
        if !said.is_empty() && !is_mate {
            let message = format!("{player} names {} as partner, but is on {team} with {partner}", draft.partner);
            self.all.notes.push(Note { line: Some(draft.entry.line), message });
        }
    }

    fn pair(&mut self, name: String, first: Draft, second: Draft) {
        let is_named = !first.team.is_empty();
        let rows = vec![first.row, second.row];
        if let (Some(a), Some(b)) = (&first.entry.section, &second.entry.section)
            && fold(a) != fold(b)
        {
            let problem = Problem::TwoSections { team: name, first: a.clone(), second: b.clone() };
            return self.complain(&rows, FormField::of_row(What::Section), problem);
        }
        let entry = EntryDetails {
            line: first.entry.line,
            section: first.entry.section.or(second.entry.section),
            group: first.entry.group.or(second.entry.group),
            requests: [first.entry.requests, second.entry.requests].concat(),
        };
        let players = Box::new([only(first.children), only(second.children)]);
        let entrants = Entrants::Team { name, is_named, players, school: None, rating: None, is_house: false };
        self.enter(rows, entrants, entry);
    }

    /// Brings children together who name each other, then those whom one names; the others need a partner.
    fn free_children(&mut self, free: Vec<Draft>, mut partners_of: HashMap<String, String>) {
        let free: Vec<Draft> = free.into_iter().filter(|draft| !draft.children.is_empty()).collect();
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (i, draft) in free.iter().enumerate() {
            by_name.entry(fold(&draft.children[0].name)).or_default().push(i);
        }
        let named: Vec<Option<usize>> = free
            .iter()
            .map(|draft| match by_name.get(&fold(&draft.partner)).map(Vec::as_slice) {
                Some([one]) if !draft.partner.is_empty() => Some(*one),
                _ => None,
            })
            .collect();
        // Each may name the other by a part that only one child has.
        let by_word = ByWord::of(free.iter().map(|draft| fold(&draft.children[0].name)));
        let mut by_part: HashMap<String, Option<usize>> = HashMap::new();
        let mut meant_by_part = |said: &str| {
            let said = fold(said);
            *by_part.entry(said).or_insert_with_key(|said| by_word.only(said))
        };
        let meant: Vec<Option<usize>> =
            free.iter().zip(&named).map(|(draft, named)| named.or_else(|| meant_by_part(&draft.partner))).collect();
        let mut partner: Vec<Option<usize>> = vec![None; free.len()];
        for is_mutual in [true, false] {
            for (i, wanted) in if is_mutual { &meant } else { &named }.iter().enumerate() {
                let Some(j) = wanted.filter(|j| *j != i) else { continue };
                if partner[i].is_some() || partner[j].is_some() {
                    continue;
                }
                if meant[j] == Some(i) || (!is_mutual && free[j].partner.is_empty()) {
                    (partner[i], partner[j]) = (Some(j), Some(i));
                    let [a, b] = [i, j].map(|k| free[k].children[0].name.clone());
                    partners_of.extend([(fold(&a), b.clone()), (fold(&b), a)]);
                }
            }
        }
        let names: Vec<Named> = free
            .iter()
            .map(|draft| (&draft.children[0].name, &draft.partner))
            .map(|(name, partner)| Named { key: fold(name), name: name.clone(), partner: partner.clone() })
            .collect();
        let called = |i: usize| -> Vec<&Named> {
            by_name.get(&fold(&names[i].partner)).into_iter().flatten().take(2).map(|child| &names[*child]).collect()
        };
        let in_part = |i: usize| meant[i].filter(|j| *j != i).map(|j| &names[j]);
        let mut drafts: Vec<Option<Draft>> = free.into_iter().map(Some).collect();
        for i in 0..drafts.len() {
            let Some(draft) = drafts[i].take() else { continue };
            if let Some(second) = partner[i].and_then(|j| drafts[j].take()) {
                match (draft.is_bad, second.is_bad) {
                    (true, true) => {}
                    (true, false) => self.all.waiting.push((second.row, draft.entry.line)),
                    (false, true) => self.all.waiting.push((draft.row, second.entry.line)),
                    (false, false) => {
                        let name = name_of_two(&draft.children[0].name, &second.children[0].name);
                        self.pair(name, draft, second);
                    }
                }
            } else if draft.is_bad {
                // Its own complaint is enough.
            } else if let Some(problem) =
                self.partner_trouble(&draft, named[i] == Some(i), &partners_of, &names, &called(i), in_part(i))
            {
                self.complain(&[draft.row], FormField::of_row(What::Partner), problem);
            } else {
                let Draft { row, children, entry, .. } = draft;
                self.enter(vec![row], Entrants::Alone(only(children)), entry);
            }
        }
    }

    /// Why a child's choice of partner cannot stand. A partner who is not in the file may still register.
    fn partner_trouble(
        &mut self,
        draft: &Draft,
        names_self: bool,
        partners_of: &HashMap<String, String>,
        names: &[Named],
        called: &[&Named],
        in_part: Option<&Named>,
    ) -> Option<Problem> {
        let player = draft.children[0].name.clone();
        if names_self {
            return Some(Problem::OwnPartner { player });
        }
        if draft.partner.is_empty() {
            return None;
        }
        let partner = draft.partner.clone();
        if let Some(other) = partners_of.get(&fold(&partner)) {
            return Some(Problem::PartnerTaken { player, partner, other: other.clone() });
        }
        let key = fold(&partner);
        let is_near = |other: &&Named| is_slip(&key, &other.key) && other.name != player;
        let nearest = names.iter().take_while(|_| self.all.unmet.len() < MOST_ALIKE).find(is_near);
        let why = match (called, nearest.or(in_part)) {
            ([other], _) if other.partner.is_empty() => "who has another partner in the file".to_owned(),
            ([other], _) => format!("who names {}", other.partner),
            ([_, ..], _) => "and several children have that name".to_owned(),
            ([], Some(nearest)) => format!("but the file has {}", nearest.name),
            ([], None) => "who is not in the file".to_owned(),
        };
        let message =
            format!("{player} names {partner} as partner, {why}. Until that is settled, {player} needs a partner");
        self.all.unmet.push(Note { line: Some(draft.entry.line), message });
        None
    }
}

/// A child who has no team in the file, and the partner named.
struct Named {
    key: String,
    name: String,
    partner: String,
}

/// Children by the words of their names; each word's children in the order of the file.
struct ByWord(HashMap<String, Vec<usize>>);

impl ByWord {
    fn of(names: impl Iterator<Item = String>) -> Self {
        let mut children: HashMap<String, Vec<usize>> = HashMap::new();
        for (child, name) in names.enumerate() {
            for word in name.split(' ') {
                let holders = children.entry(word.to_owned()).or_default();
                if holders.last() != Some(&child) {
                    holders.push(child);
                }
            }
        }
        Self(children)
    }

    /// The only child whose name holds each word that is said of it.
    fn only(&self, said: &str) -> Option<usize> {
        let holders: Vec<&Vec<usize>> = said.split(' ').map(|word| self.0.get(word)).collect::<Option<_>>()?;
        let rarest = holders.iter().min_by_key(|children| children.len())?;
        let has_all = |child: &&usize| holders.iter().all(|children| children.binary_search(child).is_ok());
        let mut fitting = rarest.iter().filter(has_all);
        fitting.next().filter(|_| fitting.next().is_none()).copied()
    }
}

/// Two teams of one name in two sections are two teams.
fn by_section(team: Vec<Draft>) -> Vec<Vec<Draft>> {
    if team.len() <= 2 || team.iter().any(|draft| draft.entry.section.is_none()) {
        return vec![team];
    }
    let mut sections: Vec<(String, Vec<Draft>)> = Vec::new();
    for draft in team {
        let section = draft.entry.section.as_deref().map(fold).unwrap_or_default();
        match sections.iter_mut().find(|(name, _)| *name == section) {
            Some((_, members)) => members.push(draft),
            None => sections.push((section, vec![draft])),
        }
    }
    sections.into_iter().map(|(_, members)| members).collect()
}

fn only(children: Vec<Child>) -> Child {
    children.into_iter().next().expect("a row for a child holds one, or it was refused when it was read")
}

/// Ids, lines and spellings of children of one name and school.
type Namesakes = Vec<(Option<String>, usize, String)>;

/// Marks rows of children who are on an earlier row as bad, or takes them out, with a complaint for each.
pub(super) fn refuse_children(all: &mut Drafts, sheet: &Sheet, mapping: &Mapping) {
    let mut by_id: HashMap<String, (String, usize)> = HashMap::new();
    let mut by_name: HashMap<(String, String), Namesakes> = HashMap::new();
    let mut couples: HashMap<BTreeSet<String>, usize> = HashMap::new();
    let drafts = std::mem::take(&mut all.drafts);
    for mut draft in drafts {
        // Each partner may have filled in the form for both.
        if mapping.layout == Layout::RowPerTeam && draft.team.is_empty() && draft.children.len() == 2 {
            let couple = draft.children.iter().map(|child| fold(&child.name)).collect();
            if let Some(first) = couples.get(&couple).map(|at| &all.drafts[*at]) {
                let line = first.entry.line;
                let message = format!(
                    "{} and {} are on line {line} too{}",
                    draft.children[0].name,
                    draft.children[1].name,
                    differences_from(first, &draft)
                );
                all.notes.push(Note { line: Some(draft.entry.line), message });
                continue;
            }
            couples.insert(couple, all.drafts.len());
        }
        let mut problem = None;
        for (seat, child) in draft.children.iter().enumerate() {
            let seat = (mapping.layout == Layout::RowPerTeam).then_some(seat as u8 + 1);
            if let Some(id) = &child.federation_id {
                if let Some((earlier, line)) = by_id.get(&fold(id)) {
                    let (player, id, earlier, line) = (child.name.clone(), id.clone(), earlier.clone(), *line);
                    problem =
                        Some((FormField { seat, what: What::Id }, Problem::IdTwice { player, id, earlier, line }));
                    break;
                }
                by_id.insert(fold(id), (child.name.clone(), draft.entry.line));
            }
            let namesakes = by_name.entry(key(child, draft.school_of(child))).or_default();
            let same = |other: &Option<String>| child.federation_id.is_none() || other.is_none();
            if let Some((_, line, earlier)) = namesakes.iter().find(|(id, _, _)| same(id)) {
                let (player, earlier, line) = (child.name.clone(), earlier.clone(), *line);
                problem = Some((mapping.name_field(seat), Problem::ChildTwice { player, earlier, line }));
                break;
            }
            namesakes.push((child.federation_id.clone(), draft.entry.line, child.name.clone()));
        }
        let Some((field, problem)) = problem else {
            all.drafts.push(draft);
            continue;
        };
        // The same child again adds nothing to its team; another child under a wrong id does.
        let is_repeat = matches!(problem, Problem::ChildTwice { .. }) && mapping.layout == Layout::RowPerPlayer;
        all.complaints.push(complaint_at(sheet, mapping, draft.row, field, problem));
        if !is_repeat {
            draft.is_bad = true;
            all.drafts.push(draft);
        }
    }
}

/// What a second row says otherwise of the same two children: `, which counts: Bo Kim has grade 3 there and 4 here`.
fn differences_from(first: &Draft, second: &Draft) -> String {
    let mut other = Vec::new();
    for child in &second.children {
        let Some(there) = first.children.iter().find(|known| fold(&known.name) == fold(&child.name)) else { continue };
        let grades = [there.grade, child.grade].map(|grade| grade.map(|grade| grade.to_string()));
        let ratings = [there.rating, child.rating].map(|rating| rating.map(|rating| rating.to_string()));
        for (what, [was, is]) in [("grade", grades), ("rating", ratings)] {
            if was != is {
                let [was, is] = [was, is].map(|value| value.unwrap_or_else(|| "none".to_owned()));
                other.push(format!("{} has {what} {was} there but {is} here", child.name));
            }
        }
    }
    if other.is_empty() { String::new() } else { format!(", which counts: {}", list(other)) }
}

/// Marks team rows as bad whose name an earlier row of the same section has.
pub(super) fn refuse_teams(all: &mut Drafts, sheet: &Sheet, mapping: &Mapping) {
    let mut seen: HashMap<String, Vec<(Option<String>, usize)>> = HashMap::new();
    for draft in &mut all.drafts {
        let section = draft.entry.section.as_deref().map(fold);
        let namesakes = seen.entry(fold(&draft.team)).or_default();
        let same = |other: &Option<String>| other.is_none() || section.is_none() || *other == section;
        match namesakes.iter().find(|(other, _)| same(other)) {
            Some((_, line)) if !draft.team.is_empty() => {
                let problem = Problem::TeamTwice { team: draft.team.clone(), line: *line };
                all.complaints.push(complaint_at(sheet, mapping, draft.row, FormField::of_row(What::Team), problem));
                draft.is_bad = true;
            }
            _ => namesakes.push((section, draft.entry.line)),
        }
    }
}
