//! One file a tie-break: its rule, a worked example, the function.
//!
//! Each gives a `Tally`: the terms round by round, what was cut, and so the value. Three compare the
//! tied teams with one another and get the group that is still tied.

mod average_of_buchholz;
mod board_count;
mod buchholz;
mod cumulative;
mod cumulative_of_opposition;
mod direct_encounter;
mod extended_direct_encounter;
mod extended_sonneborn_berger;
mod fide_rounds;
mod fide_sonneborn_berger;
mod given;
mod kashdan;
mod koya;
mod median;
mod modified_median;
mod opponents;
mod other_score;
mod progressive;
mod result_between_tied;
mod solkoff;
mod sonneborn_berger;
mod standard;
mod strength_combination;
mod usat;
mod wins;

use super::scorebook::Score;
use super::scorebook::Scorebook;
use super::tally::Tally;
use super::tie_break::TieBreak;
use super::value::Value;

/// The tie-break of every team of a group that is tied so far, in the group's order.
pub fn values(tie_break: TieBreak, book: &Scorebook<'_>, group: &[usize]) -> Vec<Value> {
    match tie_break {
        TieBreak::FideDirectEncounter => direct_encounter::places(book, group),
        TieBreak::FideExtendedDirectEncounter => extended_direct_encounter::places(book, group),
        _ => {
            let mut tied = group.to_vec();
            tied.sort_unstable();
            group.iter().map(|team| tally(tie_break, book, *team, &tied).value()).collect()
        }
    }
}

/// One team's tie-break, term by term. `tied` is the group still tied, sorted, the team among them.
pub fn tally(tie_break: TieBreak, book: &Scorebook<'_>, team: usize, tied: &[usize]) -> Tally {
    match tie_break {
        TieBreak::ModifiedMedian => modified_median::tally(book, team),
        TieBreak::Solkoff => solkoff::tally(book, team),
        TieBreak::Median => median::tally(book, team),
        TieBreak::Cumulative => cumulative::tally(book, team),
        TieBreak::CumulativeOfOpposition => cumulative_of_opposition::tally(book, team),
        TieBreak::ResultBetweenTied => result_between_tied::tally(book, team, tied),
        TieBreak::Kashdan => kashdan::tally(book, team),
        TieBreak::SonnebornBerger => sonneborn_berger::tally(book, team),
        TieBreak::Wins => wins::tally(book, team),
        TieBreak::Usat => usat::tally(book, team),
        TieBreak::FideBuchholz(score, trim) => buchholz::tally(book, team, score, trim),
        TieBreak::FideFore(trim) => buchholz::tally(book.last_round_drawn(), team, Score::Match, trim),
        TieBreak::FideAverageOfBuchholz => average_of_buchholz::tally(book, team),
        TieBreak::FideSonnebornBerger(trim) => fide_sonneborn_berger::tally(book, team, trim),
        TieBreak::FideExtendedSonnebornBerger(theirs, own, trim) => {
            extended_sonneborn_berger::tally(book, team, theirs, own, trim)
        }
        TieBreak::FideDirectEncounter => direct_encounter::tally(book, team, tied, Score::Match),
        TieBreak::FideExtendedDirectEncounter => direct_encounter::tally(book, team, tied, Score::Game),
        TieBreak::FideProgressive(trim) => progressive::tally(book, team, trim),
        TieBreak::FideWins => fide_rounds::wins(book, team),
        TieBreak::FideWon => fide_rounds::won(book, team),
        TieBreak::FideBlack => fide_rounds::black(book, team),
        TieBreak::FideBlackWon => fide_rounds::black_won(book, team),
        TieBreak::FideRoundsElected => fide_rounds::elected(book, team),
        TieBreak::FideStandard => standard::tally(book, team),
        TieBreak::FidePairingNumber => given::pairing_number(book, team),
        TieBreak::FideKoya => koya::tally(book, team),
        TieBreak::FideGamePoints => other_score::tally(book, team),
        TieBreak::FideStrengthCombination => strength_combination::tally(book, team),
        TieBreak::FideBoardCount => board_count::count(book, team),
        TieBreak::FideTopBoard => board_count::top(book, team),
        TieBreak::FideBottomBoard => board_count::all_but_bottom(book, team),
        TieBreak::Lot => given::lot(book, team),
    }
}
