//! What each result code is worth in a file, in hundredths of a point.

/// A match won, drawn, lost where record 362 does not say.
pub const MATCH_SCORING: [i64; 3] = [200, 100, 0];

/// The values of records 162 and XXS, with the defaults of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scoring {
    pub win: i64,
    pub draw: i64,
    pub loss: i64,
    /// The bye given to the odd one; a win where nothing is said.
    pub pairing_bye: Option<i64>,
    pub absence: i64,
}

/// What the points of a round are worth, in hundredths of a match won: a draw is half of one, whatever the file gives for it.
pub fn share(points: i64, [win, draw, loss]: [i64; 3]) -> i64 {
    match points {
        _ if points == win => 100,
        _ if points == draw => 50,
        _ if points == loss => 0,
        _ => points * 100 / win.max(1),
    }
}

impl Default for Scoring {
    fn default() -> Self {
        Self { win: 100, draw: 50, loss: 0, pairing_bye: None, absence: 0 }
    }
}

impl Scoring {
    /// What a code of a round is worth; nothing for codes that are not known.
    pub fn worth(&self, code: char) -> i64 {
        match code {
            '1' | 'W' | '+' | 'F' => self.win,
            '=' | 'D' | 'H' => self.draw,
            '0' | 'L' | '-' => self.loss,
            'U' => self.pairing_bye.unwrap_or(self.win),
            'Z' | ' ' => self.absence,
            _ => 0,
        }
    }

    /// A setting of record 162 (`W`, `D`, `L`, `A`, `P`) or XXS (`WW`, `PAB`, ...). Others are passed over.
    pub fn set(&mut self, code: &str, worth: i64) {
        match code {
            "W" | "WW" | "BW" => self.win = worth,
            "D" | "WD" | "BD" => self.draw = worth,
            "L" | "WL" | "BL" => self.loss = worth,
            "A" | "ZPB" => self.absence = worth,
            "P" | "PAB" => self.pairing_bye = Some(worth),
            _ => {}
        }
    }
}
