//! The Berger tables [FIDE C.05 Annex 1], by formula for any even size.

/// Rounds of `places` teams (an even number), by position from 0. The first-named has White.
///
/// The last team stays put while the others turn round it: in round r it meets a = r·N/2 modulo N−1, and every other pair
/// lies symmetrically about a on the circle of N−1.
pub fn rounds(places: usize) -> Vec<Vec<(usize, usize)>> {
    let circle = places - 1;
    (0..circle)
        .map(|round| {
            let centre = round * (places / 2) % circle;
            let with_the_last = if round % 2 == 0 { (centre, circle) } else { (circle, centre) };
            let symmetric = (1..places / 2).map(|k| ((centre + k) % circle, (centre + circle - k) % circle));
            std::iter::once(with_the_last).chain(symmetric).collect()
        })
        .collect()
}
