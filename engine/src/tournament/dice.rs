//! Numbers that follow from a seed: lots, and made-up events.

/// SplitMix64, a small generator without state beyond one number.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, but not including, `sides`, nearly as even as [`Dice::roll`].
    pub fn below(&mut self, sides: usize) -> usize {
        (self.draw() % sides.max(1) as u64) as usize
    }

    /// A number from 0 up to, but not including, `sides`.
    pub fn roll(&mut self, sides: u32) -> u32 {
        // The upper half of the product is even to within sides / 2^64.
        let scaled = (u128::from(self.draw()) * u128::from(sides)) >> 64;
        u32::try_from(scaled).expect("less than sides")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_falls_the_same_for_ever() {
        let mut dice = Dice::new(7);
        assert_eq!([(); 8].map(|()| dice.roll(100)), [38, 1, 90, 58, 45, 24, 46, 32]);
    }

    #[test]
    fn every_side_comes_up() {
        let mut dice = Dice::new(1);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[dice.roll(6) as usize] += 1;
        }
        assert!(seen.iter().all(|times| (850..1150).contains(times)), "{seen:?}");
    }
}
