//! What the event refuses, in sentences, with what to type instead.

pub mod byes;
pub mod entries;
pub mod prizes;
pub mod rounds;
pub mod rulings;
pub mod sections;

use super::failure::{Failure, RefusedBy};
use super::wording::{counted, does, hour, list, option_name, quoted};
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::help::line::command;
use crate::cli::remarks::{paired_anew, to_keep};
use crate::discipline::{Appeal, Contradiction, PenaltyKind, Scope, SpectatorAction, penalty_in_words};
use crate::event::{Event, Refusal};
use crate::registration::Misplaced;
use crate::report::ruling::of_two;
use crate::tournament::{Format, MatchResult, PlayerId, Section, SectionId, StartTime, TeamId};
use byes::{bye_in_final, bye_too_far, no_byes};
use entries::{entered_already, has_partner, of_team, round_of_team, unplaced};
use prizes::{no_knockout, no_play_off, not_won, play_off_on_file};
pub use rounds::tables_named;
use rounds::{no_table, out_for_absent, pair_line, planned, too_few, unpairable};
use rulings::{recourse, ruled_at, settled_already, to_contest, to_decide};
use sections::{elsewhere, of_section, other_byes, other_matches, stuck};
use serde_json::json;

/// What was done, or why the event refuses it, as the director reads it.
pub trait OrRefuse<T> {
    fn or_refuse(self, event: &Event) -> Result<T, Failure>;
}

impl<T> OrRefuse<T> for Result<T, Refusal> {
    fn or_refuse(self, event: &Event) -> Result<T, Failure> {
        self.map_err(|refusal| failure(event, &refusal, &[]))
    }
}

/// What enters the results that a round misses.
pub fn to_enter(event: &Event, section: SectionId, round: u32) -> String {
    format!("enter them with {}", enter_line(event, section, round))
}

pub fn enter_line(event: &Event, section: SectionId, round: u32) -> CommandText {
    cmd!("enter {}{}", quoted(event.section_name(section)), of_round(event, section, round))
}

/// The numbers of tables are those of the newest round, unless another is named.
fn of_round(event: &Event, section: SectionId, round: u32) -> String {
    let is_newest = event.latest_round(section).is_none_or(|latest| latest.number == round);
    if is_newest { String::new() } else { format!(" --round {round}") }
}

/// As [`OrRefuse`] says it. A line that pairs the section keeps the options that were given with it.
pub fn failure(event: &Event, refusal: &Refusal, given: &[&str]) -> Failure {
    let section = |id: &SectionId| event.section_name(*id);
    let pair = |id: &SectionId, option: &str| pair_line(section(id), given, option);
    let name = |team: &TeamId| event.name_of(*team);
    let child = |id: &PlayerId| event.tournament().player(*id).map_or("", |player| &player.name);
    let called = |id: &SectionId, round: &u32| {
        event.tournament().section(*id).map_or_else(String::new, |section| event.round_called(section, *round))
    };
    let has = |id: &SectionId, round: &u32| if called(id, round).ends_with('s') { "have" } else { "has" };
    match refusal {
        Refusal::Gone => Failure::machine("what you named is gone"),
        Refusal::SectionGone => Failure::forbidden("its section is gone"),
        Refusal::NothingToKeep { section: id } => {
            Failure::forbidden(format!("no posted round in {} differs from its bracket", section(id)))
                .hint(format!("to see how far each team got: {}", command(["standings", section(id)])))
        }
        Refusal::NoBracket { section: id } => {
            Failure::forbidden(format!("{} is not a knockout, so it has no bracket", section(id)))
                .hint(format!("to see who played whom: {}", command(["crosstable", section(id)])))
        }
        Refusal::NoRound { section: id } => Failure::forbidden(format!("{} has no rounds posted yet", section(id)))
            .hint(format!("{} pairs round 1", cmd!("pair {}", quoted(section(id))))),
        Refusal::NotPosted { section: id, round } => {
            let latest = event.posted_rounds(*id);
            Failure::mistyped(format!("{} has no round {round}", section(id))).hint(match latest {
                1 => "only round 1 is posted".to_owned(),
                last => format!("rounds 1 to {last} are posted"),
            })
        }
        Refusal::NoTeams { section: id } => Failure::forbidden(format!("{} has no teams", section(id)))
            .hint(format!("enter teams with {}", cmd!("import FILE"))),
        Refusal::NoRuling { ruling } => {
            let last = event.facts.docket.rulings.last().map(|last| last.id.0);
            Failure::mistyped(format!("there is no ruling {ruling}")).hint(on_record("ruling", last, ""))
        }
        Refusal::NoAppeal { appeal } => {
            let last = event.facts.docket.appeals.last().map(|last| last.id.0);
            let to_file = format!("; file one with {}", cmd!("appeal file RULING --by PLAYER"));
            Failure::mistyped(format!("there is no appeal {appeal}")).hint(on_record("appeal", last, &to_file))
        }
        Refusal::Recourse { ruling, why, recurs } => recourse(event, *ruling, why, *recurs),
        Refusal::SettledAlready { by, at } => match event.facts.docket.ruling(*by) {
            Some(by) => settled_already(event, by, *at),
            None => Failure::machine("what you named is gone"),
        },
        Refusal::VoidedAlready { ruling } => {
            let voided = event.facts.docket.ruling(*ruling).and_then(|ruling| ruling.voided.as_ref());
            let reason = voided.map_or("", |voided| &voided.reason);
            Failure::forbidden(format!("ruling {ruling} has already been voided: {reason}")).hint(format!(
                "if it was right after all, enter it again as a new ruling; {} shows who voided it",
                cmd!("log")
            ))
        }
        Refusal::NotWaiting { ruling } => Failure::forbidden(format!("ruling {ruling} isn't flagged for review"))
            .hint(format!("{} lists the ones that are", cmd!("status"))),
        Refusal::SeveralChiefs { appeal, names } => {
            Failure::mistyped(format!("several chiefs can hear appeal {appeal}: {}", list(names)))
                .hint("say which one decided: --official NAME")
        }
        Refusal::AtNoTable { player, offence } => {
            Failure::forbidden(format!("{} isn't at a table now, but {offence} happens at a board", child(player)))
                .hint("name the table and --round where it happened, or use the offense `other`")
        }
        Refusal::NoMatchToLose { player } => {
            Failure::forbidden(format!("{} has no match to forfeit now", child(player)))
                .hint("choose another penalty, or name the table")
        }
        Refusal::DirectsNoPlay { name, rule } => {
            Failure::forbidden(format!("only a director may rule a clock defective, and {name} isn't one ({rule})"))
                .hint(format!("have a director make the ruling: add --as NAME; {} lists them", cmd!("official list")))
        }
        Refusal::Unsigned => {
            Failure::mistyped("penalties are limited by role in this event, so a ruling must say who made it")
                .hint("add --as NAME")
        }
        Refusal::BeyondOffice { name, limit, penalty } => {
            let may = match limit {
                PenaltyKind::None => "may not impose penalties".to_owned(),
                limit => format!("may impose no more than {}", penalty_in_words(option_name(*limit))),
            };
            let this = penalty_in_words(penalty);
            Failure::forbidden(format!("{name} {may}, but this is {this}"))
                .hint("have a chief make the ruling: add --as NAME")
        }
        Refusal::NotForInterference { action, rule } => {
            let why = match action {
                SpectatorAction::Forfeit => "a team doesn't lose because a spectator helped it",
                _ => "the rule says what you may do",
            };
            Failure::forbidden(format!("{why} ({rule})"))
                .hint("use --action replay, --action expel, or --action none to put it on record")
        }
        Refusal::PenaltyUndescribed => {
            Failure::mistyped("any other penalty needs a note that says what it is").hint("add --note \"...\"")
        }
        Refusal::NobodyAided => {
            Failure::mistyped("the forfeit is against the team that was helped").hint("add --aided TEAM")
        }
        Refusal::NarrowerScope { offence, own } => {
            let book = &event.rulebook.id;
            Failure::forbidden(format!("{offence} is counted per {own} under {book}; the scope can only be widened"))
                .hint(match own {
                    Scope::Game | Scope::Match => "choose a wider one: match or event",
                    Scope::Event => "it already counts over the whole event",
                })
        }
        Refusal::GivesNoPenalty { office } => {
            Failure::mistyped(format!("a {} doesn't direct play and can't impose penalties", option_name(*office)))
                .hint("the roles that can are td, floor-td, section-chief and floor-chief")
        }
        Refusal::HasRuled { official } => {
            let name = event.tournament().official(*official).map_or("", |official| &official.name);
            Failure::forbidden(format!("{name} has made a ruling or heard an appeal, so the name stays on the list"))
        }
        Refusal::NoName => Failure::mistyped("a team needs a name without control characters")
            .hint("give one, in quotes if it has spaces: \"Pawn Stars\""),
        Refusal::NamesNotAsked => Failure::forbidden("team names are shown as entered here, so none can be held back")
            .hint(format!(
                "{}, or give the team a different name: {}",
                cmd!("team names --required yes"),
                cmd!("team edit TEAM --name NAME")
            )),
        Refusal::NameTaken { team, moving } => {
            let other = format!("choose another name, or change that team's: {}", cmd!("team edit {team} --name NAME"));
            let one = |moving| format!("rename one of them: {}", cmd!("team edit {moving} --name NAME"));
            Failure::mistyped(format!("there is already a team named \"{}\": team {team}", name(team)))
                .hint(moving.map_or(other, one))
        }
        Refusal::Unplaced { why } => unplaced(event, why),
        Refusal::EnteredAlready { player, by_id } => entered_already(event, *player, *by_id),
        Refusal::HasPartner { player, team } => has_partner(event, *player, *team),
        Refusal::OnRecord { player } => Failure::forbidden(format!(
            "{} is named in a ruling or an appeal, so the name stays on the list",
            child(player)
        ))
        .hint(cmd!("ruling list --player {player}").to_string()),
        Refusal::OwnPartner { player } => Failure::mistyped(format!("{} can't be both partners", child(player)))
            .hint(format!("name two children: {}", cmd!("partner list"))),
        Refusal::OneChildTwice { name } => Failure::mistyped(format!("{name} can't be both partners"))
            .hint(format!("name two children; for a child without a partner: {}", cmd!("partner add"))),
        Refusal::EnteredApart { players: [one, other], sections } => {
            let [first, second] = sections.map(|id| event.section_name(id));
            Failure::mistyped(format!("{} is entered in {first}, {} in {second}", child(one), child(other)))
                .hint(format!("choose where they play: --section {} or --section {}", quoted(first), quoted(second)))
        }
        Refusal::Team { team, why } => of_team(event, *team, *why),
        Refusal::NobodyAwaited { section: id } => {
            Failure::forbidden(format!("{} has no rounds posted, so nobody is late", section(id)))
                .hint(format!("to see who hasn't checked in: {}", cmd!("check-in --list")))
        }
        Refusal::NotWon { prize, team, why } => not_won(event, *prize, *team, *why),
        Refusal::NoPlayOff { played } => no_play_off(event, played),
        Refusal::NoKnockout { section, played } => no_knockout(event, *section, played.as_ref()),
        Refusal::PlayOffDiffers { on_file, played } => play_off_on_file(event, on_file, played),
        Refusal::SectionUnnamed => {
            Failure::mistyped("a section needs a name").hint(cmd!("section add K-6 --grades K-6"))
        }
        Refusal::ByeAboveRound => Failure::mistyped("a bye can't be worth more than the round")
            .hint("--bye-points goes up to 1, or 2 with --matches 2"),
        Refusal::Section { section, why } => of_section(event, *section, *why),
        Refusal::OtherMatches { sections } => other_matches(event, *sections),
        Refusal::OtherByes { sections } => other_byes(event, *sections),
        Refusal::NoTable { table, round } => no_table(event, *table, *round),
        Refusal::NoMatch { section: id, table, number } => {
            let is_single = event.tournament().section(*id).is_some_and(|section| section.matches == 1);
            let plays = if is_single { "one match" } else { "two matches" };
            let section = section(id);
            Failure::mistyped(format!("{section} plays {plays} a round, so table {table} has no match {number}"))
                .hint("leave the match number out")
        }
        Refusal::OtherBoardOfNone => Failure::mistyped("--other describes the other board, so name this board too")
            .hint("add --board a or --board b"),
        Refusal::ClearsAll { table } => {
            Failure::mistyped(format!("clear removes everything entered for table {table}, not just one board"))
                .hint("clear the table without naming a board, then enter the board that should stay")
        }
        Refusal::BoardOfUnplayed { result } => {
            Failure::mistyped(format!("{result} means that the match wasn't played, so no board ended"))
                .hint("leave the board out")
        }
        Refusal::PartnersBothWhite => Failure::mistyped("partners can't both have White")
            .hint("name one player from each team: --white P1,P2 is White on board a, White on board b"),
        Refusal::WhiteElsewhere { table, seated } => {
            Failure::mistyped(format!("--white names a player who isn't at table {table}"))
                .hint(format!("the players at table {table} are {}", list(seated.iter().map(child))))
        }
        Refusal::IsClaimed { table, rule } => {
            Failure::mistyped(format!("{rule} depends on where the pieces are, which a slip doesn't show"))
                .hint(format!("enter it as a claim: {}", cmd!("ruling claim {table} --by PLAYER --kind stalemate")))
        }
        Refusal::Impossible { table, wrong } => {
            Failure { refused_by: Some(RefusedBy::Rulebook), ..Failure::forbidden(wrong.to_string()) }.hint(match wrong
                .why
            {
                Contradiction::WonAtOnce => {
                    format!("enter the match result: {}, or 1-0, or 0-1", cmd!("result {table} 1/2 --by simultaneous"))
                }
                Contradiction::OneBoardAtOnce => format!(
                    "enter the match result: {}; or both boards: {}",
                    cmd!("result {table} 1/2 --by simultaneous"),
                    cmd!("result {table} 1-0 a simultaneous --other lost")
                ),
                _ => {
                    let rule = wrong.rule.rule.as_deref().map_or_else(String::new, |rule| format!(" {}", quoted(rule)));
                    format!(
                        "see the rule with {}, and the reasons with {}",
                        cmd!("rules show{rule}"),
                        cmd!("result --help")
                    )
                }
            })
        }
        Refusal::PenaltyBySlip { table } => {
            Failure::mistyped(format!("table {table}: a penalty is entered as a ruling, not on a slip"))
                .hint(cmd!("rule {table} PLAYER OFFENCE").to_string())
        }
        Refusal::Ruled { table, ruling, in_force } => {
            let held = in_force.map_or("open", MatchResult::as_typed);
            Failure::forbidden(format!("table {table} was decided by ruling {ruling}: {held}"))
                .hint(to_contest(event, *ruling))
                .details(json!({ "table": table, "ruling": ruling, "stored": in_force }))
        }
        Refusal::RuledBoard { table, board, ruling, in_force } => {
            let held = in_force.as_typed().unwrap_or_default();
            Failure::forbidden(format!("board {board} of table {table} was decided by ruling {ruling}: {held}"))
                .hint(format!(
                    "for the other board: {}; {}",
                    cmd!("result {table} RESULT {}", board.other()),
                    to_contest(event, *ruling)
                ))
                .details(json!({ "table": table, "board": board, "ruling": ruling }))
        }
        Refusal::Differs(standing) => {
            let (table, number) = (standing.id.table, of_two(event, standing.id, " match"));
            Failure::forbidden(format!("table {table}{number} already has a different result"))
        }
        Refusal::NothingToReplace { id } => Failure::forbidden(format!(
            "table {} is being replayed, and match {} of the replay has no result yet",
            id.table, id.number
        )),
        Refusal::ResultsMissing { section: id, round, tables, replays, pairing } => {
            let (name, at) = (section(id), tables_named(tables));
            let of_round = of_round(event, *id, *round);
            match replays {
                true => Failure::forbidden(format!(
                    "{} of {name} {} a draw to replay: {at}",
                    called(id, round),
                    has(id, round)
                ))
                .hint(format!("enter the replay at the same table: {}", cmd!("result {} RESULT{of_round}", tables[0]))),
                false => {
                    let enter = to_enter(event, *id, *round);
                    // A tie without a winner sends nobody on, and after the last round nothing is paired.
                    let latest = event.posted_rounds(*pairing);
                    let is_open =
                        |s: &&Section| s.format != Format::Knockout && s.rounds.is_none_or(|last| latest < last);
                    let anyway = event.tournament().section(*pairing).filter(is_open).map_or_else(String::new, |_| {
                        format!("; or pair as if they were draws: {}", pair(pairing, "--anyway"))
                    });
                    Failure::forbidden(format!(
                        "{} of {name} {} no result yet from {at}",
                        called(id, round),
                        has(id, round)
                    ))
                    .hint(format!("{enter}{anyway}"))
                }
            }
            .details(json!({ "results_missing": tables, "round": round }))
        }
        Refusal::AppealsOpen { section: id, appeals } => {
            let waits = |appeal: &Appeal| {
                format!("appeal {} of ruling {} is waiting for the {}", appeal.id, appeal.ruling, appeal.level)
            };
            let waiting = list(appeals.iter().filter_map(|appeal| event.facts.docket.appeal(*appeal)).map(waits));
            Failure::forbidden(format!("{} can't be paired yet: {waiting}", section(id)))
                .hint(format!(
                    "decide it: {}; or pair provisionally: {}",
                    to_decide(event, appeals[0]),
                    pair(id, "--anyway")
                ))
                .details(json!({ "open_appeals": appeals }))
        }
        Refusal::NoFinal { section: id } => Failure::mistyped(format!(
            "{} isn't the final of another section",
            section(id)
        ))
        .hint(format!("make it one: {}", cmd!("section edit {} --from SECTION --qualify T1,T2", quoted(section(id))))),
        Refusal::FinalBegun { section: id } => {
            Failure::forbidden(format!("{} has started, so its teams are set", section(id)))
                .hint(format!("take its rounds back: {}", cmd!("unpair {}", quoted(section(id)))))
        }
        Refusal::NotOfSource { source, team } => {
            Failure::mistyped(format!("{} isn't in {}", name(team), section(source)))
                .hint(format!("to see who is: {}", cmd!("standings {}", quoted(section(source)))))
        }
        Refusal::FinalistLeft { section: id, team } => {
            Failure::forbidden(format!("{} left, so they can't play in {}", does(name(team), "has"), section(id))).hint(
                format!(
                    "if they're here after all: {}; or name other teams: {}",
                    cmd!("team return {team}"),
                    pair(id, "--qualify T1,T2")
                ),
            )
        }
        Refusal::NamedTwice { team } => {
            Failure::mistyped(format!("{} named twice", does(name(team), "is"))).hint("name each team once, best first")
        }
        Refusal::Elsewhere { section: id } => elsewhere(event, *id),
        Refusal::NothingOut => Failure::mistyped("no section of this tournament is checked out to that file")
            .hint(format!("{} shows which sections are checked out, and to which file", cmd!("status"))),
        Refusal::NumberedTwice { what } => Failure::forbidden(format!(
            "{what} was entered both here and in the other file, and the two differ"
        ))
        .hint(format!("take the newer one back with {}, and enter it again once the section is home", cmd!("undo"))),
        Refusal::SectionNamedTwice { name } => {
            Failure::forbidden(format!("the section was renamed {name} there, but another section has that name here"))
                .hint(format!(
                    "give the one here a different name: {}",
                    command(["section", "edit", name]).and("--rename NAME")
                ))
        }
        Refusal::SourceUnfinished { section: id, source, after } => {
            // Where more than its last round is to come, the director hardly means to end it here.
            let planned = event.tournament().section(*source).map_or(0, |source| event.rounds_to_play(source));
            let shorten = if *after > 0 && after + 1 == planned {
                format!("; shorten it with {}", cmd!("section edit {} --rounds {after}", quoted(section(source))))
            } else {
                String::new()
            };
            let message = format!("{} isn't finished, so nobody has qualified for {}", section(source), section(id));
            Failure::forbidden(message).hint(format!("see what is missing with {}{shorten}", cmd!("status")))
        }
        Refusal::SourceAppealed { section: id, source, appeals } => Failure::forbidden(format!(
            "nobody has qualified for {} yet: {} is waiting for a decision on {}",
            section(id),
            section(source),
            list(appeals.iter().map(|appeal| format!("appeal {appeal}")))
        ))
        .hint(to_decide(event, appeals[0]))
        .details(json!({ "open_appeals": appeals })),
        Refusal::TooFewTeams { section: id, teams } => {
            let of_event = event.tournament().section(*id);
            let ways = of_event.map_or_else(Vec::new, |section| too_few(event, section).0);
            Failure::forbidden(format!("{} has {}, too few to pair", section(id), counted(*teams, "team")))
                .hint(ways.join("; "))
        }
        Refusal::Awaited { section: id, source, top } => {
            let source = section(source);
            let (pair, standings) = (command(["pair", section(id)]), command(["standings", source]));
            let waits = format!(
                "{} has no teams yet: the top {top} from {source} join when its first round is paired",
                section(id)
            );
            Failure::forbidden(waits)
                .hint(format!("once {source} is finished: {pair}; to see who's ahead now: {standings}"))
        }
        Refusal::TooFewHere { section: id, here } => {
            Failure::forbidden(format!("{} has {} checked in, too few to pair", section(id), counted(*here, "team")))
                .hint(format!(
                    "to see who's missing: {}; to check a team in: {}",
                    cmd!("check-in --list"),
                    cmd!("check-in TEAM")
                ))
        }
        Refusal::AllPlayed { section: id, round, goes_on } => {
            let name = section(id);
            let more = match goes_on {
                true => {
                    format!("to add a round: {}; to finish: ", cmd!("section edit {} --rounds {round}", quoted(name)))
                }
                false => String::new(),
            };
            Failure::forbidden(match planned(event, *id) {
                1 => format!("{name} has played its only round"),
                rounds => format!("{name} has played all {rounds} of its rounds"),
            })
            .hint(format!("{more}{}", cmd!("standings {}", quoted(name))))
        }
        Refusal::SitsOutForAbsent { section: id, round, bye, absent } => {
            out_for_absent(event, (*id, *round), *bye, absent, given)
        }
        Refusal::NobodyToPair { section: id, away } => {
            let are = if *away == 1 { "is" } else { "are" };
            let here = format!("{away} {are} not here: {}, {}", cmd!("check-in --list"), cmd!("check-in TEAM"));
            Failure::forbidden(format!("{} has fewer than two teams to pair", section(id))).hint(if *away == 0 {
                format!("see who is entered with {}", cmd!("team list"))
            } else {
                here
            })
        }
        Refusal::Unpairable { section: id, round, why } => unpairable(event, *id, *round, why, given),
        Refusal::LinesBroken { section: id, why } => {
            let of_event = event.tournament().section(*id);
            let astray = of_event.and_then(|section| Some((section, event.first_astray(section, u32::MAX)?)));
            let anew = astray.map_or_else(Vec::new, |(section, round)| paired_anew(event, section, round.number));
            let kept = of_event.and_then(|section| to_keep(event, section)).unwrap_or_default();
            Failure::forbidden(why.to_string()).hint(format!(
                "a round or a result was changed by hand; {} shows how; to pair it again: {}{kept}",
                cmd!("log"),
                anew.join(", then ")
            ))
        }
        Refusal::NothingPosted { section: id } => {
            Failure::forbidden(format!("{} has no rounds posted", section(id))).hint(format!("see {}", cmd!("status")))
        }
        Refusal::HasResults { section: id, round, tables } => Failure::forbidden(format!(
            "{} of {} {} results from {}",
            called(id, round),
            section(id),
            has(id, round),
            tables_named(tables)
        ))
        .hint(format!(
            "to remove the round and its results: {}; to bring both back: {}",
            command(["unpair", section(id), "--with-results"]),
            cmd!("undo")
        )),
        Refusal::HasRuling { section: id, round, ruling } => {
            Failure::forbidden(format!("ruling {ruling} was made in {} of {}", called(id, round), section(id))).hint(
                format!(
                    "a round with rulings can't be taken back; to change tables without rulings: {}",
                    cmd!("pairing swap TEAM TEAM")
                ),
            )
        }
        Refusal::TablesApart { tables: [a, b], sections: [one, other] } if one != other => {
            let (one, other) = (section(one), section(other));
            Failure::forbidden(format!("table {a} is in {one} and table {b} in {other}"))
                .hint("tables can only be swapped within a section")
        }
        Refusal::TablesApart { tables: [a, b], sections: [one, _] } => {
            Failure::mistyped(format!("table {a} and table {b} aren't two tables in the same round"))
                .hint(format!("see them with {}", command(["pairings", section(one)])))
        }
        Refusal::OfOtherSection { team, round, section: id } => {
            Failure::forbidden(format!("{} played round {round} in {}", name(team), section(id))).hint(format!(
                "they can be paired there from the next round on: {}",
                command(["team", "show", &team.to_string()])
            ))
        }
        Refusal::Misplaced { into, why } => {
            let wider = match why {
                Misplaced::TooStrong { .. } => "--rating-under 4001",
                Misplaced::TooStrongTogether { .. } => "--rating-sum-under 8001",
                _ => "--grades K-12",
            };
            Failure::forbidden(why.to_string())
                .hint(format!("widen the section first: {}", cmd!("section edit {} {wider}", quoted(section(into)))))
        }
        Refusal::Stuck { team, into, why } => stuck(event, *team, section(into), *why),
        Refusal::NotInRound { team, round } => Failure::forbidden(format!(
            "{} not in {}",
            does(name(team), "is"),
            round_of_team(event, *team, *round)
        ))
        .hint(format!(
            "pair them with a team that has no table: {}; or seat them at a table, replacing one team there: {}",
            cmd!("pairing add {team} TEAM"),
            cmd!("pairing set TABLE {team} TEAM")
        )),
        Refusal::TableHasRulings { table, rulings } => ruled_at(event, *table, rulings),
        Refusal::TableHasResult { table, matches, earlier } => {
            let round = earlier.map_or_else(String::new, |round| format!(" --round {round}"));
            let clear = cmd!("result {table} clear{round}").to_string();
            let each: Vec<String> = matches.iter().map(|number| cmd!("{clear} --match {number}").to_string()).collect();
            let of_round = earlier.map_or_else(String::new, |round| format!(" in round {round}"));
            Failure::forbidden(format!("table {table} already has a result{of_round}"))
                .hint(format!("remove it first: {}", if each.is_empty() { clear } else { each.join(", then ") }))
        }
        Refusal::OthersTable { table } => Failure::forbidden(format!("table {table} belongs to another section"))
            .hint("table numbers are unique in the tournament"),
        Refusal::SitsAlready { team, table } => {
            Failure::forbidden(format!("{} already at table {table}", does(name(team), "is")))
                .hint(format!("to seat a different opponent there: {}", cmd!("pairing set {table} {team} TEAM")))
        }
        Refusal::NothingMissed { pair: [one, other], round } => Failure::forbidden(format!(
            "{} and {} didn't miss a match in round {round}",
            name(one),
            name(other)
        ))
        .hint(format!(
            "only a scheduled match skipped while a team was gone can be added to an earlier round; {} lists those",
            cmd!("status")
        )),
        Refusal::Scheduled { section: id } => {
            Failure::forbidden(format!("the pairings in {} follow its schedule", section(id)))
                .hint(format!("change a posted round with {}", cmd!("pairing swap T1 T2")))
        }
        Refusal::ContraryWish { pair: [one, other], wanted_in } => {
            let contrary = match wanted_in {
                None => "are on the do-not-pair list".to_owned(),
                Some(round) => format!("are set to meet in round {round}"),
            };
            Failure::forbidden(format!("{} and {} {contrary}", name(one), name(other)))
                .hint(format!("drop that first: {}", cmd!("pairing allow {one} {other}")))
        }
        Refusal::NoSuchRound { section: id, round } => {
            let rounds = counted(planned(event, *id) as usize, "round");
            Failure::forbidden(format!("{} has {rounds}, so there is no round {round}", section(id)))
                .hint(format!("to add rounds: {}", cmd!("section edit {} --rounds {round}", quoted(section(id)))))
        }
        Refusal::PostedAlready { round } => Failure::forbidden(format!("round {round} is already posted"))
            .hint(format!("change it with {}", cmd!("pairing set TABLE T1 T2"))),
        Refusal::ByeTooFar { round, posted, rounds } => bye_too_far(*round, *posted, *rounds),
        Refusal::ByeInFinal { team, last, round, points } => bye_in_final(event, *team, *last, *round, *points),
        Refusal::NoByes { section, team, round } => no_byes(event, *section, *team, *round),
        Refusal::TimesCross { before, after, moved } => Failure::mistyped(format!(
            "round {} of {} would start at {}, not after round {} at {}",
            after.round,
            section(&after.section),
            after.starts,
            before.round,
            before.starts
        ))
        .hint(if moved.is_empty() {
            "type afternoon times as 1:15pm or 13:15; for another day: 2026-05-03T9:00".to_owned()
        } else {
            let times: Vec<String> = moved.iter().map(StartTime::typed).collect();
            format!(
                "to move the later rounds too: {}",
                cmd!("times {} {}", quoted(section(&after.section)), times.join(" "))
            )
        }),
        Refusal::NothingToStart => {
            Failure::forbidden("no posted round is waiting to start").hint(format!("see {}", cmd!("status")))
        }
        Refusal::Started { section: id, round, started } => {
            let started = hour(&started.to_rfc3339()).unwrap_or_default();
            Failure::forbidden(format!("{} of {} already started at {started}", called(id, round), section(id)))
                .hint(format!("to correct the time: {}", cmd!("start {} --at H:MM", quoted(section(id)))))
        }
    }
}

/// Which numbers there are, or how the first is made.
fn on_record(what: &str, last: Option<u32>, to_make: &str) -> String {
    match last {
        None => format!("no {what} is on record yet{to_make}"),
        Some(1) => format!("{what} 1 is on record: {}", cmd!("{what} list")),
        Some(last) => format!("{what}s 1 to {last} are on record: {}", cmd!("{what} list")),
    }
}
