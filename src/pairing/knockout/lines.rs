//! The lines of a knockout: places in an order such that neighbours meet, then the winners of neighbours.

/// A place in the lines: a team, or nobody.
pub(super) type Place = Option<usize>;

/// Teams put on the lines, best first: seeds 1 and 2 can only meet at the end; the places left over are byes for the best.
pub(super) fn drawn(teams: &[usize]) -> Vec<Place> {
    let mut order = vec![0];
    while order.len() < teams.len() {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order.into_iter().map(|seed| teams.get(seed).copied()).collect()
}

/// The neighbours that meet, better seed first. An opponent of `None` is a bye; `None` is a place where nobody is left.
pub(super) fn meetings(lines: &[Place]) -> Vec<Option<(usize, Place)>> {
    lines
        .chunks(2)
        .map(|neighbours| {
            let mut here: Vec<usize> = neighbours.iter().copied().flatten().collect();
            here.sort_unstable();
            here.first().map(|&better| (better, here.get(1).copied()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(teams: usize) -> String {
        let seeds: Vec<usize> = (1..=teams).collect();
        let one = |meeting: Option<(usize, Place)>| match meeting {
            Some((first, Some(second))) => format!("{first}v{second}"),
            Some((first, None)) => format!("{first} bye"),
            None => "-".to_owned(),
        };
        meetings(&drawn(&seeds)).into_iter().map(one).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_lines_are_the_usual_ones() {
        assert_eq!(printed(8), "1v8, 4v5, 2v7, 3v6");
        assert_eq!(printed(6), "1 bye, 4v5, 2 bye, 3v6");
        assert_eq!(printed(16), "1v16, 8v9, 4v13, 5v12, 2v15, 7v10, 3v14, 6v11");
        assert_eq!(printed(2), "1v2");
    }
}
