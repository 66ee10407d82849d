//! One function a tie-break, with its rule and a worked example; one file a family.
//!
//! Each gives a `Tally`: the terms round by round, what was cut, and so the value. Three compare the
//! tied teams with one another and get the group that is still tied.

mod buchholz;
mod counts;
mod cumulative;
mod direct_encounter;
mod opponents;
mod sonneborn_berger;

use super::scorebook::{Score, Scorebook};
use super::tally::Tally;
use super::tie_break::TieBreak;
use super::value::Value;

/// The tie-break of every team of a group that is tied so far, in the group's order.
pub fn values(tie_break: TieBreak, book: &Scorebook<'_>, group: &[usize]) -> Vec<Value> {
    match tie_break {
        TieBreak::FideDirectEncounter => direct_encounter::direct_encounter(book, group),
        TieBreak::FideExtendedDirectEncounter => direct_encounter::extended_direct_encounter(book, group),
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
        TieBreak::ModifiedMedian => buchholz::modified_median(book, team),
        TieBreak::Solkoff => buchholz::solkoff(book, team),
        TieBreak::Median => buchholz::median(book, team),
        TieBreak::Cumulative => cumulative::cumulative(book, team),
        TieBreak::CumulativeOfOpposition => cumulative::cumulative_of_opposition(book, team),
        TieBreak::ResultBetweenTied => direct_encounter::result_between_tied(book, team, tied),
        TieBreak::Kashdan => counts::kashdan(book, team),
        TieBreak::SonnebornBerger => sonneborn_berger::sonneborn_berger(book, team),
        TieBreak::Wins => counts::wins(book, team),
        TieBreak::Usat => sonneborn_berger::usat(book, team),
        TieBreak::FideBuchholz(score, trim) => buchholz::buchholz(book, team, score, trim),
        TieBreak::FideFore(trim) => buchholz::buchholz(book.last_round_drawn(), team, Score::Match, trim),
        TieBreak::FideAverageOfBuchholz => buchholz::average_of_buchholz(book, team),
        TieBreak::FideSonnebornBerger(trim) => sonneborn_berger::fide_sonneborn_berger(book, team, trim),
        TieBreak::FideExtendedSonnebornBerger(theirs, own, trim) => {
            sonneborn_berger::extended_sonneborn_berger(book, team, theirs, own, trim)
        }
        TieBreak::FideDirectEncounter => direct_encounter::row_of_tied(book, team, tied, Score::Match),
        TieBreak::FideExtendedDirectEncounter => direct_encounter::row_of_tied(book, team, tied, Score::Game),
        TieBreak::FideProgressive(trim) => cumulative::progressive(book, team, trim),
        TieBreak::FideWins => counts::fide_wins(book, team),
        TieBreak::FideWon => counts::fide_won(book, team),
        TieBreak::FideBlack => counts::fide_black(book, team),
        TieBreak::FideBlackWon => counts::fide_black_won(book, team),
        TieBreak::FideRoundsElected => counts::rounds_elected(book, team),
        TieBreak::FideStandard => counts::standard(book, team),
        TieBreak::FidePairingNumber => counts::pairing_number(book, team),
        TieBreak::FideKoya => sonneborn_berger::koya(book, team),
        TieBreak::FideGamePoints => counts::other_score(book, team),
        TieBreak::FideStrengthCombination => buchholz::strength_combination(book, team),
        TieBreak::FideBoardCount => counts::board_count(book, team),
        TieBreak::FideTopBoard => counts::top_board(book, team),
        TieBreak::FideBottomBoard => counts::bottom_board_eliminated(book, team),
        TieBreak::Lot => counts::lot(book, team),
    }
}
