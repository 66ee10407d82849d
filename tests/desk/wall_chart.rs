//! A wall chart kept as a TRF file: a round is paired by the real binary, results are written in, and so on.

use crate::hall::{Hall, Said};

/// Teams named by seed, and what each round came to.
pub struct WallChart {
    hall: Hall,
    matches: usize,
    rounds: usize,
    ratings: Vec<Option<u32>>,
    schools: Vec<&'static str>,
    /// Cells as the file has them, one row per team: opponent, colour, result.
    cells: Vec<Vec<(usize, char, char)>>,
    /// Records written after the teams, for every round and for the coming one only.
    always: Vec<String>,
    once: Vec<String>,
    options: Vec<&'static str>,
    paired: Vec<(usize, usize)>,
}

impl WallChart {
    pub fn of(teams: usize, rounds: usize) -> Self {
        Self {
            hall: Hall::empty(),
            matches: 1,
            rounds,
            ratings: (0..teams).map(|i| Some(2000 - 10 * i as u32)).collect(),
            schools: vec![""; teams],
            cells: vec![Vec::new(); teams],
            always: vec![format!("142 {rounds}")],
            once: Vec::new(),
            options: Vec::new(),
            paired: Vec::new(),
        }
    }

    pub fn double_rounds(mut self) -> Self {
        self.matches = 2;
        self.always[0] = format!("142 {}", 2 * self.rounds);
        self.with(&["--matches", "2"])
    }

    pub fn with(mut self, options: &[&'static str]) -> Self {
        self.options.extend(options);
        self
    }

    pub fn unrated(mut self, team: usize) -> Self {
        self.ratings[team - 1] = None;
        self
    }

    pub fn schools(mut self, schools: &[(&'static str, &[usize])]) -> Self {
        for (school, teams) in schools {
            teams.iter().for_each(|team| self.schools[team - 1] = school);
        }
        self
    }

    /// A record that stays in the file.
    pub fn record(mut self, record: &str) -> Self {
        self.always.push(record.to_owned());
        self
    }

    /// A record for the coming round only.
    pub fn record_once(&mut self, record: &str) -> &mut Self {
        self.once.push(record.to_owned());
        self
    }

    /// The file as it is.
    pub fn text(&self) -> String {
        let mut text = String::from("### kept by hand\r\n012 Wall chart\r\n");
        for (i, cells) in self.cells.iter().enumerate() {
            let worth = |code: char| match code {
                '1' | '+' | 'U' => 1.0,
                '=' | 'H' => 0.5,
                _ => 0.0,
            };
            let points: f64 = cells.iter().map(|c| worth(c.2)).sum();
            let rating = self.ratings[i].map_or(String::new(), |r| r.to_string());
            text += &format!(
                "001 {:>4}      {:<33} {rating:>4} {:<3} {:11} {:10} {points:>4.1} {:>4}",
                i + 1,
                format!("Team {}", i + 1),
                self.schools[i],
                "",
                "",
                i + 1
            );
            for (opponent, colour, result) in cells {
                let opponent = if *opponent == 0 { "0000".to_owned() } else { opponent.to_string() };
                text += &format!("  {opponent:>4} {colour} {result}");
            }
            text += "\r\n";
        }
        for record in self.always.iter().chain(&self.once) {
            text += &format!("{record}\r\n");
        }
        text
    }

    /// Runs an engine command on the file as it is.
    pub fn engine(&self, command: &str, more: &[&str]) -> Said {
        self.hall.write("chart.trf", self.text());
        let words: Vec<&str> = ["engine", command, "chart.trf"].iter().chain(more).copied().collect();
        self.hall.run(&words)
    }

    /// Runs `engine pair` with the options of the chart.
    pub fn pair(&self) -> Said {
        self.engine("pair", &self.options)
    }

    /// The next round is this: `1-5 2-6 bye 3`, higher-ranked first, in any order of boards.
    pub fn expect(&mut self, written: &str) -> &mut Self {
        let said = self.pair().ok();
        let mut lines = said.out.lines();
        let count: usize = lines.next().and_then(|l| l.parse().ok()).expect("the number of pairs comes first");
        let mut found: Vec<String> = lines.map(|l| l.replace(' ', "-")).collect();
        assert_eq!(found.len(), count, "{}", said.out);
        let mut expected: Vec<String> = pairs_of(written).iter().map(|(a, b)| format!("{a}-{b}")).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "round {}", self.cells[0].len() / self.matches + 1);
        self.given(written)
    }

    /// The next round as it was played, no matter who paired it.
    pub fn given(&mut self, written: &str) -> &mut Self {
        self.paired = pairs_of(written);
        self.once.clear();
        self
    }

    /// Results: winners by number, `4=5` for a draw, `4+5` won by forfeit, `4?5` still open, `1:4-0` for the half points of a double round;
    /// `7H` for a bye that was asked for, `7Z` for an absence.
    pub fn play(&mut self, results: &str) -> &mut Self {
        let asked = results.split(' ').filter(|t| t.ends_with(['H', 'Z']));
        let byes: Vec<(usize, char)> =
            asked.map(|t| (t[..t.len() - 1].parse().expect("a team"), t.chars().last().expect("a letter"))).collect();
        for (team, code) in byes {
            self.write(team, [(0, '-', code); 2]);
        }
        for (a, b) in std::mem::take(&mut self.paired) {
            if b == 0 {
                self.write(a, [(0, '-', 'U'); 2]);
                continue;
            }
            let [first, second] = outcome(a, b, results);
            let cells =
                |opponent, codes: [char; 2], colours: [char; 2]| [0, 1].map(|i| (opponent, colours[i], codes[i]));
            self.write(a, cells(b, first, ['w', 'b']));
            self.write(b, cells(a, second, ['b', 'w']));
        }
        self
    }

    pub fn draw_all(&mut self) -> &mut Self {
        let draws: Vec<String> = self.paired.iter().map(|(a, b)| format!("{a}={b}")).collect();
        self.play(&draws.join(" "))
    }

    pub fn play_by_seed(&mut self) -> &mut Self {
        let winners: Vec<String> = self.paired.iter().map(|(a, b)| a.min(b).to_string()).collect();
        self.play(&winners.join(" "))
    }

    fn write(&mut self, team: usize, cells: [(usize, char, char); 2]) {
        self.cells[team - 1].extend(&cells[..self.matches]);
    }
}

fn pairs_of(written: &str) -> Vec<(usize, usize)> {
    let number = |n: &str| n.parse().expect("a team's number");
    let (pairs, bye) = written.split_once(" bye ").unwrap_or((written, ""));
    let pair = |token: &str| token.split_once('-').map(|(a, b)| (number(a), number(b))).expect("a pair");
    let bye = Some(bye).filter(|b| !b.is_empty()).map(|b| (number(b), 0));
    pairs.split_whitespace().map(pair).chain(bye).collect()
}

/// Result codes of both teams, one a match.
fn outcome(a: usize, b: usize, results: &str) -> [[char; 2]; 2] {
    for token in results.split_whitespace() {
        let pair = |sign: char| token == format!("{a}{sign}{b}");
        match token.split_once(':') {
            Some((team, score)) if team == a.to_string() => {
                return match score {
                    "4-0" => [['1', '1'], ['0', '0']],
                    "3-1" => [['1', '='], ['0', '=']],
                    "2-2" => [['1', '0'], ['0', '1']],
                    "1-3" => [['0', '='], ['1', '=']],
                    other => panic!("{other} is no score of a double round here"),
                };
            }
            _ if pair('=') => return [['=', '='], ['=', '=']],
            _ if pair('?') => return [[' ', ' '], [' ', ' ']],
            _ if pair('+') => return [['+', '+'], ['-', '-']],
            _ if token == a.to_string() => return [['1', '1'], ['0', '0']],
            _ if token == b.to_string() => return [['0', '0'], ['1', '1']],
            _ => {}
        }
    }
    panic!("no result for {a}-{b} in {results}")
}
