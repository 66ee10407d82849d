//! How the director names things: sections, teams, players, officials, tables. Never guesses between two that fit.

use super::desk::Desk;
use super::failure::Failure;
use super::refusal::OrRefuse;
use super::wording::{either, list, quoted};
use crate::cli::command_line::CommandLine;
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::help::line::Reading;
use crate::cli::help::line::command;
use crate::cli::help::pages::definitions;
use crate::cli::help::{meant, mistyped};
use crate::cli::wording::{as_typed, split};
use crate::event::Refusal;
use crate::tournament::names::{Found, find, fits_another_better, option_name};
use crate::tournament::{
    Official, OfficialId, Player, PlayerId, Round, School, Section, SectionId, TableNumber, Team, TeamId, Tournament,
    section_called,
};

/// Characters that a name may have: as in lists that are imported.
const LONGEST: usize = 200;

/// A name as it is kept: on one line, and not longer than a list has room for.
pub fn one_line(typed: &str) -> Result<String, String> {
    match typed.chars().count() {
        length if length > LONGEST => {
            Err(format!("{length} characters is too long: a name can have at most {LONGEST}"))
        }
        _ => Ok(typed.replace(char::is_whitespace, " ")),
    }
}

impl Desk {
    /// How the command that was typed is given for every section, where it can be.
    fn or_all(&self) -> String {
        let words = split(&self.words).unwrap_or_default();
        let line = Reading::read(&words, definitions());
        if line.path == "bughouse pair" {
            return format!("; {} pairs every section that is ready", cmd!("round"));
        }
        let takes_all = line.command.get_arguments().any(|argument| argument.get_long() == Some("all"));
        if takes_all {
            format!("; for every section: {}", cmd!("{} --all", as_typed(words.iter().cloned())))
        } else {
            String::new()
        }
    }

    /// The section that was named, or the only one.
    pub fn section(&self, named: Option<&str>) -> Result<&Section, Failure> {
        let sections = &self.tournament().sections;
        let names = || sections.iter().map(|s| s.name.as_str());
        match (named, sections.as_slice()) {
            (None, [only]) => Ok(only),
            (_, []) => Err(Failure::mistyped("the tournament has no sections yet")
                .hint(format!("add one with {}", cmd!("section add K-6 --grades K-6")))),
            (None, _) => Err(Failure::mistyped(format!("which section: {}?", either(names())))
                .hint(format!("name one of them after the command{}", self.or_all()))),
            (Some(name), _) => match section_called(name, sections) {
                Found::Unknown { .. } => {
                    let there_are = match sections.as_slice() {
                        [only] => format!("the only section is {}", only.name),
                        _ => format!("the sections are {}", list(names())),
                    };
                    let words = split(&self.words).unwrap_or_default();
                    let round = number(name).and_then(|_| meant::round_option(&words));
                    let round =
                        round.map(|option| format!("; if you mean a round: --{option} {name}")).unwrap_or_default();
                    let is_round = CommandLine::of(&words).verb() == "round" && number(name).is_some();
                    let every = is_round.then(|| {
                        let rest = as_typed(words.iter().filter(|word| *word != name).cloned());
                        format!(
                            "{there_are}; to pair the next round in every section that is ready: {}",
                            cmd!("{rest}")
                        )
                    });
                    let meant = every.or_else(|| meant::of_one(&words));
                    let hint = meant.unwrap_or_else(|| format!("{there_are}{round}"));
                    let failure = Failure::mistyped(format!("there is no section \"{name}\"")).hint(hint);
                    Err(self.or_in_quotes(failure))
                }
                found => only("section", name, found, |section| (&section.name, None)),
            },
        }
    }

    /// The section of this number, which is there.
    pub fn section_numbered(&self, id: SectionId) -> Result<&Section, Failure> {
        self.tournament().section(id).ok_or(Refusal::SectionGone).or_refuse(self)
    }

    /// The section that was named, if one was: without it the command is about all of them.
    pub fn section_if(&self, named: Option<&str>) -> Result<Option<&Section>, Failure> {
        named.map(|named| self.section(Some(named))).transpose()
    }

    /// A command about a section, with the first one there is, so that it can be typed.
    pub fn with_a_section(&self, verb: &str) -> CommandText {
        command(std::iter::once(verb).chain(self.tournament().sections.first().map(|first| first.name.as_str())))
    }

    /// Every name in the event, as it was entered.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names_by_kind().into_iter().flatten()
    }

    /// The names of teams and children, of sections, schools, officials and prizes.
    fn names_by_kind(&self) -> [Vec<&str>; 5] {
        let (tournament, prizes) = (self.tournament(), &self.facts.prizes);
        let teams = tournament.teams.iter().map(|team| team.name.as_str());
        [
            teams.chain(tournament.players.iter().map(|player| player.name.as_str())).collect(),
            tournament.sections.iter().map(|section| section.name.as_str()).collect(),
            tournament.schools.iter().map(|school| school.name.as_str()).collect(),
            tournament.officials.iter().map(|official| official.name.as_str()).collect(),
            prizes.iter().map(|prize| prize.name.as_str()).collect(),
        ]
    }

    /// Why a line cannot be read that has a word too many, with the lines to type where several of them are names of one kind.
    pub fn or_one_by_one(&self, failure: Failure) -> Failure {
        let lines = split(&self.words)
            .ok()
            .and_then(|words| self.names_by_kind().into_iter().find_map(|names| mistyped::one_by_one(&words, names)));
        match lines {
            Some(lines) => failure.hint(lines),
            None => self.or_in_quotes(failure),
        }
    }

    /// The same failure with the line to type, where only quotes were forgotten.
    pub fn or_in_quotes(&self, failure: Failure) -> Failure {
        match split(&self.words).ok().and_then(|words| mistyped::forgotten(&words, self.names())) {
            Some(line) => failure.hint(line),
            None => failure,
        }
    }

    /// The team that was named by its number, a part of its name, or a partner's name.
    pub fn team(&self, named: &str) -> Result<&Team, Failure> {
        self.team_named(named).map_err(|failure| self.or_in_quotes(failure))
    }

    /// The teams that these words name.
    pub fn teams(&self, named: &[String]) -> Result<Vec<TeamId>, Failure> {
        // `1,2` names two; a name with a comma in it is one.
        let is_of_numbers = |name: &&String| name.split(',').all(|part| number(part).is_some());
        let each = named.iter().flat_map(|name| match Some(name).filter(is_of_numbers) {
            Some(numbers) => numbers.split(',').collect(),
            None => vec![name.as_str()],
        });
        each.map(|name| self.team(name).map(|team| team.id)).collect()
    }

    fn team_named(&self, named: &str) -> Result<&Team, Failure> {
        let tournament = self.tournament();
        if let Some(team) = number(named).and_then(|n| tournament.team(TeamId(n))) {
            return Ok(team);
        }
        let found = find(named, &tournament.teams, |t| &t.name);
        if let Found::Unknown { .. } = found {
            let players = match find(named, &tournament.players, |p| &p.name) {
                Found::One(player) => vec![player],
                Found::Ambiguous(several) => several,
                Found::Unknown { .. } => Vec::new(),
            };
            let team_of = |player: &&Player| tournament.team_of(player.id);
            let first = players.first().and_then(team_of);
            match first.filter(|_| players.iter().all(|player| team_of(player) == first)) {
                Some(team) => return Ok(team),
                None if players.iter().any(|player| team_of(player).is_some()) => {
                    return Err(self.several_children(named, &players));
                }
                None => {}
            }
        }
        let of = |team: &Team| self.section_name(team.section).to_owned();
        only("team", named, found, |team| (&team.name, Some((team.id.0, of(team)))))
    }

    /// Children of several teams who are called so, where a team was asked for.
    fn several_children(&self, named: &str, players: &[&Player]) -> Failure {
        let one = |player: &&Player| match self.tournament().team_of(player.id) {
            Some(team) => format!("{} on {} ({})", player.name, team.name, team.id),
            None => format!("{} without a team", player.name),
        };
        Failure::mistyped(format!("several players match \"{named}\""))
            .hint(format!("type the team's name or number: {}", list(players.iter().map(one))))
    }

    /// The player that was named by number or a part of the name.
    pub fn player(&self, named: &str) -> Result<&Player, Failure> {
        if let Some(player) = number(named).and_then(|n| self.tournament().player(PlayerId(n))) {
            return Ok(player);
        }
        let found = find(named, &self.tournament().players, |p| &p.name);
        let of = |player: &Player| {
            self.tournament().team_of(player.id).map_or_else(|| "without a team".to_owned(), |team| team.name.clone())
        };
        let found = only("player", named, found, |player| (&player.name, Some((player.id.0, of(player)))));
        found.map_err(|failure| self.or_in_quotes(failure))
    }

    /// Whether a word that fits this player inside a name alone begins another's in the event: `ann` of Lia Mann, beside Ann Lee.
    pub fn suits_another_better(&self, named: &str, player: &Player) -> bool {
        fits_another_better(named, &player.name, self.tournament().players.iter().map(|other| other.name.as_str()))
    }

    /// The same of a team: `ann` of Mannheim, beside Annapolis, or beside a child called Ann.
    pub fn suits_another_better_than(&self, named: &str, team: &Team) -> bool {
        let Tournament { teams, players, .. } = self.tournament();
        let names = teams.iter().map(|team| team.name.as_str());
        fits_another_better(named, &team.name, names.chain(players.iter().map(|player| player.name.as_str())))
    }

    /// The official that was named by number or a part of the name. A person with two offices is found once.
    pub fn official(&self, named: &str) -> Result<&Official, Failure> {
        let officials = &self.tournament().officials;
        if let Some(official) = number(named).and_then(|n| self.tournament().official(OfficialId(n))) {
            return Ok(official);
        }
        match find(named, officials, |o| &o.name) {
            Found::Ambiguous(several) if several.iter().all(|o| o.name == several[0].name) => Ok(several[0]),
            found => only("official", named, found, |one| (&one.name, Some((one.id.0, option_name(one.role))))),
        }
    }

    /// The school that was named by a part of its name.
    pub fn school(&self, named: &str) -> Result<&School, Failure> {
        if let Some(school) = self.school_spelt(named) {
            return Ok(school);
        }
        let found = find(named, &self.tournament().schools, |school| &school.name);
        only("school", named, found, |school| (&school.name, None))
    }

    /// The posted round that a table belongs to: the one asked for, or the current one of its section.
    pub fn round_at(&self, table: TableNumber, round: Option<u32>) -> Result<(&Section, &Round), Failure> {
        self.round_with(table, round).ok_or(Refusal::NoTable { table, round }).or_refuse(self)
    }
}

fn number(named: &str) -> Option<u32> {
    named.strip_prefix('#').unwrap_or(named).parse().ok()
}

/// The only one that fits the name; `label` gives the name of each, the number by which it may be named, and where it belongs.
pub fn only<'t, T>(
    kind: &str,
    named: &str,
    found: Found<'t, T>,
    label: impl Fn(&T) -> (&String, Option<(u32, String)>),
) -> Result<&'t T, Failure> {
    let shown = |several: &[&T], with_numbers: bool| {
        let is_shared = |name: &String| several.iter().filter(|one| label(one).0 == name).count() > 1;
        let one = |one: &&T| match label(one) {
            (name, Some((number, of))) if is_shared(name) => format!("{name} (number {number}, {of})"),
            (name, Some((number, _))) if with_numbers => format!("{name} ({number})"),
            (name, _) => name.clone(),
        };
        list(several.iter().map(one))
    };
    match found {
        Found::One(only) => Ok(only),
        Found::Ambiguous(several) => {
            let is_one_name = several.iter().all(|one| label(one).0 == label(several[0]).0);
            let typed = match label(several[0]).1 {
                Some(_) if is_one_name => "type the number",
                Some(_) => "type more of the name, or the number",
                None => "type more of the name",
            };
            Err(Failure::mistyped(format!("several {kind}s match \"{named}\""))
                .hint(format!("{typed}: {}", shown(&several, true))))
        }
        Found::Unknown { nearest } => Err(unknown(kind, named, &shown(&nearest, false))),
    }
}

fn unknown(kind: &str, named: &str, nearest: &str) -> Failure {
    let failure = Failure::mistyped(format!("there is no {kind} \"{named}\""));
    match (nearest.is_empty(), kind) {
        (false, _) => failure.hint(format!("did you mean {nearest}?")),
        (true, "official") if number(named).is_some() => {
            failure.hint(format!("see their numbers with {}", cmd!("official list")))
        }
        (true, "official") => {
            let appoint = cmd!("official add {} --role td", quoted(named)).to_string();
            failure.hint(format!("see who is appointed with {}, or appoint one: {appoint}", cmd!("official list")))
        }
        (true, "device") => failure.hint(format!("see the devices with {}", cmd!("device list"))),
        (true, "school") => failure.hint(format!("see the schools with {}", cmd!("school list"))),
        (true, _) => failure.hint(format!("see who is entered with {}", cmd!("team list"))),
    }
}
