//! What is taken over from a list of published ratings: the rating, where it is from, and the id where none was entered.

use crate::event::{Event, Refusal};
use crate::tournament::{Player, PlayerId, Published};

/// One child's line of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub player: PlayerId,
    pub published: Published,
    /// The director says that it is this one, whatever id was entered.
    pub is_said: bool,
}

/// Takes over what a list says of children. Gives those who are rated otherwise than before, as they were.
pub fn take_over(event: &mut Event, taken: &[Taken]) -> Result<Vec<Player>, Refusal> {
    let (mut was, mut now) = (Vec::new(), Vec::new());
    for Taken { player, published, is_said } in taken {
        let known = event.tournament().player(*player).ok_or(Refusal::Gone)?;
        let mut player = Player { rating: published.rating, listed: Some(published.clone()), ..known.clone() };
        if *is_said || player.federation_id.is_none() {
            player.federation_id = Some(published.id.clone());
        }
        if player.federation_id != known.federation_id {
            event.not_twice(&event.entered(&player), Some(player.id), true)?;
        }
        if player.rating != known.rating {
            was.push(known.clone());
        }
        now.push(player);
    }
    event.save_players(now);
    Ok(was)
}
