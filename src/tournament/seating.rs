//! Who sits where: the higher-rated partners meet on board a, colours alternate by table and match.

use super::{Board, BoardLetter, MatchId, PlayerId, Round, Side, Slip, TableNumber, Team, Tournament};

impl Tournament {
    /// A team's partners, the higher-rated first; equal or unrated ones by player number.
    pub fn by_strength(&self, team: &Team) -> [PlayerId; 2] {
        let mut partners = self.partners(team);
        partners.sort_by_key(|p| (std::cmp::Reverse(p.rating.unwrap_or(0)), p.id));
        partners.map(|p| p.id)
    }

    /// The two boards of a match of a round; `None` where nobody sits at the table.
    pub fn boards_at(&self, round: &Round, id: MatchId, slip: Option<&Slip>) -> Option<[Board; 2]> {
        let [first, second] = round.teams_at(id.table)?;
        Some(self.boards(id.table, id.number, [self.team(first)?, self.team(second)?], slip))
    }

    /// The two boards of a match. The first team's higher-rated partner has White on board a at odd tables,
    /// Black at even ones, swapped in the second match, unless the slip told who really had White.
    pub fn boards(
        &self,
        table: TableNumber,
        number: u8,
        [first, second]: [&Team; 2],
        slip: Option<&Slip>,
    ) -> [Board; 2] {
        if let Some([white_a, white_b]) = slip.and_then(|s| s.white) {
            // Each team has one White, so Black on a board is the partner of White on the other.
            let partner =
                |p: PlayerId| if first.players.contains(&p) { partner_of(first, p) } else { partner_of(second, p) };
            let side = |p: PlayerId| if first.players.contains(&p) { Side::First } else { Side::Second };
            return [
                Board { letter: BoardLetter::A, white: white_a, black: partner(white_b), white_side: side(white_a) },
                Board { letter: BoardLetter::B, white: white_b, black: partner(white_a), white_side: side(white_b) },
            ];
        }
        let (ours, theirs) = (self.by_strength(first), self.by_strength(second));
        let first_is_white_on_a = (table.0 % 2 == 1) == (number == 1);
        [(BoardLetter::A, 0, first_is_white_on_a), (BoardLetter::B, 1, !first_is_white_on_a)].map(
            |(letter, i, first_is_white)| {
                if first_is_white {
                    Board { letter, white: ours[i], black: theirs[i], white_side: Side::First }
                } else {
                    Board { letter, white: theirs[i], black: ours[i], white_side: Side::Second }
                }
            },
        )
    }
}

fn partner_of(team: &Team, player: PlayerId) -> PlayerId {
    if team.players[0] == player { team.players[1] } else { team.players[0] }
}
