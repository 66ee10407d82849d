//! Packs ranked criteria into the words of a cost vector.

/// Bits used of a word. The rest is room for the prices of the matching, which grow with the number of vertices.
const WORD_BITS: u32 = 44;

/// Where one criterion sits in a cost vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::pairing::swiss) struct Digit {
    word: u32,
    shift: u32,
}

impl Digit {
    /// The cost term of this criterion at a value.
    pub(in crate::pairing::swiss) fn at(self, value: u64) -> (u32, i64) {
        (self.word, (value << self.shift) as i64)
    }
}

/// Hands out digits, most important first.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::pairing::swiss) struct Digits {
    words: u32,
    /// Bits left in the last of them.
    left: u32,
}

impl Digits {
    /// The next digit; the sum of its values over a whole pairing never exceeds `greatest_total`.
    pub(in crate::pairing::swiss) fn next(&mut self, greatest_total: u64) -> Digit {
        let bits = (u64::BITS - greatest_total.leading_zeros()).clamp(1, WORD_BITS);
        if self.left < bits {
            self.words += 1;
            self.left = WORD_BITS;
        }
        self.left -= bits;
        Digit { word: self.words - 1, shift: self.left }
    }

    /// The same, with a word to itself.
    pub(in crate::pairing::swiss) fn alone(&mut self, greatest_total: u64) -> Digit {
        self.left = 0;
        self.next(greatest_total)
    }

    /// Length of the cost vector.
    pub(in crate::pairing::swiss) fn words(self) -> usize {
        self.words as usize
    }
}
