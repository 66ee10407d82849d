//! What the registration desk keeps: columns of files, spellings of schools, team names, how to reach families, fees.

use super::put;
use crate::event::{Event, NameVerdict};
use crate::registration::Contact;
use crate::tournament::{PlayerId, SchoolId, Team};

impl Event {
    /// Remembers which column holds a field, in place of what was known.
    pub fn remember_import_column(&mut self, field: &str, named: &str) {
        put(&mut self.changing().import_columns, field.to_owned(), named.to_owned());
    }

    pub fn forget_import_column(&mut self, field: &str) {
        self.changing().import_columns.retain(|(known, _)| known != field);
    }

    /// Remembers that a folded spelling stands for a school.
    pub fn remember_spelling(&mut self, school: SchoolId, spelling: &str) {
        put(&mut self.changing().school_spellings, spelling.to_owned(), school);
    }

    /// Makes one school of two: children and teams of `gone` become those of `kept`, and so does the spelling.
    pub fn unite_schools(&mut self, kept: SchoolId, gone: SchoolId, spelling: &str) {
        let facts = self.changing();
        let of_players = facts.tournament.players.iter_mut().filter_map(|player| player.school.as_mut());
        let of_teams = facts.tournament.teams.iter_mut().filter_map(|team| team.school.as_mut());
        let of_spellings = facts.school_spellings.iter_mut().map(|(_, school)| school);
        let named = of_players.chain(of_teams).chain(of_spellings);
        named.filter(|school| **school == gone).for_each(|school| *school = kept);
        facts.tournament.schools.retain(|school| school.id != gone);
        self.remember_spelling(kept, spelling);
    }

    /// Sets whether team names are approved before they are shown.
    pub fn require_team_names(&mut self, required: bool) {
        let facts = self.changing();
        facts.names_required = required;
        facts.settle_names();
    }

    /// Notes what the desk said of the names of teams, in place of what it said before.
    pub fn judge_team_names(&mut self, teams: &[Team], approved: bool) {
        let facts = self.changing();
        let verdict = |team: &Team| (team.id, NameVerdict { name: team.name.clone(), approved });
        facts.name_verdicts.extend(teams.iter().map(verdict));
        facts.settle_names();
    }

    /// Keeps how to reach a child's family; what is `None` stays as it was.
    pub fn keep_contact(&mut self, player: PlayerId, new: &Contact) {
        if *new != Contact::default() {
            let kept = self.changing().contacts.entry(player).or_default();
            kept.email = new.email.clone().or(kept.email.take());
            kept.phone = new.phone.clone().or(kept.phone.take());
        }
    }

    /// Keeps a child's fee and what was paid, in cents; what is `None` stays as it was.
    pub fn keep_payment(&mut self, player: PlayerId, fee: Option<u32>, paid: Option<u32>) {
        if fee.is_some() || paid.is_some() {
            let kept = self.changing().payments.entry(player).or_default();
            kept.fee = fee.unwrap_or(kept.fee);
            kept.paid = paid.unwrap_or(kept.paid);
        }
    }
}
