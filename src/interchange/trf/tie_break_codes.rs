//! Tie-breaks as records 202 and 212 name them: FIDE's acronyms, `OTHER_` before all else.

use crate::standings::Score;
use crate::standings::TieBreak;
use crate::standings::Trim;

pub fn code(tie_break: TieBreak) -> String {
    let of = |score: Score| if score == Score::Match { "MP" } else { "GP" };
    let base = match tie_break {
        TieBreak::FideBuchholz(score, _) => format!("BH:{}", of(score)),
        TieBreak::FideFore(_) => "FB:MP".to_owned(),
        TieBreak::FideAverageOfBuchholz => "AOB:MP".to_owned(),
        TieBreak::FideSonnebornBerger(_) => "EMMSB".to_owned(),
        TieBreak::FideExtendedSonnebornBerger(theirs, own, _) => format!("E{}{}SB", &of(theirs)[..1], &of(own)[..1]),
        TieBreak::FideDirectEncounter => "DE:MP".to_owned(),
        TieBreak::FideProgressive(_) => "PS:MP".to_owned(),
        TieBreak::FideKoya => "KS:MP".to_owned(),
        TieBreak::FideGamePoints => "MPvGP".to_owned(),
        TieBreak::FideExtendedDirectEncounter
        | TieBreak::FideWins
        | TieBreak::FideWon
        | TieBreak::FideBlack
        | TieBreak::FideBlackWon
        | TieBreak::FideRoundsElected
        | TieBreak::FideStandard
        | TieBreak::FidePairingNumber
        | TieBreak::FideStrengthCombination
        | TieBreak::FideBoardCount
        | TieBreak::FideTopBoard
        | TieBreak::FideBottomBoard => tie_break.name().heading,
        us => format!("OTHER_{}", us.id().to_ascii_uppercase().replace('-', "_")),
    };
    let trim = match tie_break.trim() {
        Trim::Nothing => "",
        Trim::Cut1 => "/C1",
        Trim::Cut2 => "/C2",
        Trim::Median1 => "/M1",
        Trim::Median2 => "/M2",
    };
    format!("{base}{trim}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_fides_or_marked_as_others() {
        let code = |id: &str| code(id.parse().expect("an id"));
        let found =
            ["fide-bh-c1", "fide-bh-gp", "fide-sb", "fide-esb-mg-c1", "fide-ede", "fide-won", "modified-median", "lot"]
                .map(code);
        assert_eq!(
            found,
            ["BH:MP/C1", "BH:GP", "EMMSB", "EMGSB/C1", "EDE", "WON", "OTHER_MODIFIED_MEDIAN", "OTHER_LOT"]
        );
    }
}
