//! Games of Daifugo for a page: one person, whose view this is, against the engine.

use kaeshi::game::InputError;
use kaeshi::games::daifugo::{Action, Card, Cards, MultiGame, Variant};
use serde::{Deserialize, Serialize};

/// A game of cards.
#[derive(Debug, Deserialize)]
pub struct PartyRequest {
    /// Number of players, 2 to 5.
    pub players: u8,
    /// The seed of the deal.
    pub seed: u64,
    /// The moves so far, as UGI writes them.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The player whose view it is, from 0.
    #[serde(default)]
    pub you: u8,
}

/// A game of cards as one player sees it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Party {
    /// The players by their number.
    pub players: Vec<PartyPlayer>,
    /// Your cards, the weakest first: `D3`, or `JO` for the joker.
    pub hand: Vec<String>,
    /// The cards on the table; empty if the player to move leads.
    pub table: Vec<String>,
    /// Who laid them.
    pub owner: u8,
    /// Whose turn it is.
    pub turn: u8,
    /// Your moves; none if it is not your turn.
    pub moves: Vec<CardMove>,
    /// Whether low ranks are strong.
    pub reversed: bool,
    /// Whether only the suits on the table may be played.
    pub locked: bool,
    /// The players who have finished, first to last; all of them if the game is over.
    pub places: Vec<u8>,
    /// Whether the game is over.
    pub over: bool,
    /// What was played.
    pub log: Vec<Played>,
    /// What the engine needs to know if it is not your turn. It is never shown.
    pub known: Option<Known>,
}

/// What the player to move knows.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// The position at the player's first turn, as the player sees it: the engine takes no position in which the hand of
    /// the player to move is hidden.
    pub text: String,
    /// The number of moves before that turn. From those after it the engine learns who has passed on what.
    pub since: usize,
}

/// A player of a game of cards.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct PartyPlayer {
    /// The number of cards.
    pub held: u8,
    /// Whether the player has passed since the table was empty.
    pub passed: bool,
    /// The cards, once the game is over.
    pub hand: Vec<String>,
}

/// A legal move.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct CardMove {
    /// Its name, as UGI writes it.
    pub name: String,
    /// Its cards; none for a pass.
    pub cards: Vec<String>,
}

/// A move that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// Who made it.
    pub player: u8,
    /// The cards; none for a pass.
    pub cards: Vec<String>,
}

/// Maximum number of moves in a request. Five players with eleven cards each make far fewer.
const MAX_MOVES: usize = 1000;

/// The game after its moves.
///
/// # Errors
/// If there is no such game, or a move is refused.
pub(crate) fn party(request: &PartyRequest) -> Result<Party, InputError> {
    let PartyRequest { players, you, .. } = *request;
    let Variant::Party(first) = Variant::named(&format!("uecda {players}"))? else {
        return Err(InputError::new("these rules have no hidden hands"));
    };
    if you >= players {
        return Err(InputError::new(format_args!("there is no player {you}")));
    }
    if request.moves.len() > MAX_MOVES {
        return Err(InputError::new(format_args!(
            "a game has at most {MAX_MOVES} moves"
        )));
    }
    let mut game = MultiGame::deal(first.rules(), request.seed, players);
    let mut log = Vec::new();
    // The number of moves before each player's first turn, and the position there.
    let mut first_turns = vec![None; usize::from(players)];
    for (name, number) in request.moves.iter().zip(1..) {
        let action = game
            .read_action(name)
            .map_err(|why| InputError::new(format_args!("move {number}: {why}")))?;
        first_turns[usize::from(game.turn())].get_or_insert((log.len(), game));
        log.push(Played {
            player: game.turn(),
            cards: names(cards(action)),
        });
        game.apply(action);
    }
    let (over, turn) = (game.is_over(), game.turn());
    let (since, first_turn) = first_turns[usize::from(turn)].unwrap_or((log.len(), game));
    let is_yours = !over && turn == you;
    let moves = if is_yours { game.actions() } else { Vec::new() };
    let player = |player| PartyPlayer {
        held: game.held(player),
        passed: game.has_passed(player),
        hand: names(if over {
            game.hand(player)
        } else {
            Cards::EMPTY
        }),
    };
    Ok(Party {
        players: (0..players).map(player).collect(),
        hand: names(game.hand(you)),
        table: names(game.table().map_or(Cards::EMPTY, |table| table.cards())),
        owner: game.owner(),
        turn,
        moves: moves.into_iter().map(card_move).collect(),
        reversed: game.is_reversed(),
        locked: game.is_locked(),
        places: game.places().to_vec(),
        over,
        log,
        known: (!over && !is_yours).then(|| Known {
            text: first_turn.seen_by(turn).write(),
            since,
        }),
    })
}

fn card_move(action: Action) -> CardMove {
    CardMove {
        name: action.to_string(),
        cards: names(cards(action)),
    }
}

fn cards(action: Action) -> Cards {
    match action {
        Action::Lay(meld) => meld.map_or(Cards::EMPTY, |meld| meld.cards()),
        Action::Give(cards) => cards,
    }
}

/// The names of cards, the weakest rank first.
fn names(cards: Cards) -> Vec<String> {
    let name = |card: Card| match (card.suit(), card.rank()) {
        (Some(suit), Some(rank)) => format!("{}{}", suit.name(), rank.name()),
        _ => "JO".to_owned(),
    };
    cards.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use kaeshi::games;

    use super::*;

    fn request(players: u8, seed: u64, moves: &[String], you: u8) -> PartyRequest {
        PartyRequest {
            players,
            seed,
            moves: moves.to_vec(),
            you,
        }
    }

    /// A whole game: everybody plays the first legal move. Returns its moves.
    fn play(players: u8, seed: u64) -> Result<Vec<String>, InputError> {
        let mut moves = Vec::new();
        loop {
            let turn = party(&request(players, seed, &moves, 0))?.turn;
            let view = party(&request(players, seed, &moves, turn))?;
            let Some(first) = view.moves.first() else {
                assert!(view.over);
                return Ok(moves);
            };
            moves.push(first.name.clone());
        }
    }

    #[test]
    fn a_player_sees_their_own_hand_alone() -> Result<(), InputError> {
        for players in 2..=5 {
            let views = (0..players).map(|you| party(&request(players, 7, &[], you)));
            let views: Vec<Party> = views.collect::<Result<_, _>>()?;
            let turn = views[0].turn;
            let mut seen = Vec::new();
            for (view, you) in views.iter().zip(0..) {
                assert_eq!(
                    view.hand.len(),
                    usize::from(view.players[usize::from(you)].held)
                );
                assert_eq!(view.moves.is_empty(), you != turn);
                assert_eq!(view.known.is_none(), you == turn);
                let json = serde_json::to_string(&view.players).expect("plain data");
                for card in &view.hand {
                    assert!(!json.contains(card.as_str()), "{json}");
                    assert!(!seen.contains(card), "{card} is in two hands");
                    seen.push(card.clone());
                }
            }
        }
        let dealt = |seed| party(&request(5, seed, &[], 0)).map(|view| view.hand);
        assert_ne!(dealt(1)?, dealt(2)?);
        assert_eq!(dealt(1)?, dealt(1)?);
        Ok(())
    }

    /// The engine can follow every game with what the player to move knows.
    #[test]
    fn what_the_engine_knows_leads_to_the_same_moves() -> Result<(), InputError> {
        for players in [2, 5] {
            let moves = play(players, 3)?;
            for at in 0..moves.len() {
                let turn = party(&request(players, 3, &moves[..at], 0))?.turn;
                let other = u8::from(turn == 0);
                let view = party(&request(players, 3, &moves[..at], other))?;
                let known = view.known.expect("it is another one's turn");
                let own = party(&request(players, 3, &moves[..at], turn))?;
                let table = kaeshi::search::TranspositionTable::new(1);
                let table = std::sync::Arc::new(table.map_err(InputError::new)?);
                let mut engine = games::open("othello", std::sync::Arc::clone(&table))?;
                let before = moves[known.since..at].iter();
                let before: Vec<&str> = before.map(String::as_str).collect();
                let other = games::set_up(
                    &mut *engine,
                    "othello",
                    (Some(&known.text), &before),
                    &table,
                )?;
                let (engine, _) = other.expect("another game");
                let mut expected: Vec<_> = own.moves.iter().map(|mv| mv.name.clone()).collect();
                let mut found = engine.moves();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{known:?} {before:?}");
            }
        }
        Ok(())
    }

    #[test]
    fn a_game_ends_with_all_places_and_open_hands() -> Result<(), InputError> {
        let moves = play(5, 11)?;
        let end = party(&request(5, 11, &moves, 2))?;
        assert!(end.over && end.known.is_none() && end.moves.is_empty());
        let mut places = end.places.clone();
        places.sort_unstable();
        assert_eq!(places, [0, 1, 2, 3, 4]);
        let last = usize::from(end.places[4]);
        assert_eq!(
            end.players[last].hand.len(),
            usize::from(end.players[last].held)
        );
        assert_eq!(end.log.len(), moves.len());
        Ok(())
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let wrong = ["zz".to_owned()];
        for (request, why) in [
            (request(6, 1, &[], 0), "2 to 5"),
            (request(5, 1, &[], 5), "no player 5"),
            (request(5, 1, &wrong, 0), "move 1: 'zz'"),
            (request(2, 1, &vec!["p".to_owned(); 2000], 0), "at most"),
        ] {
            let refused = party(&request).expect_err("it is refused");
            assert!(refused.to_string().contains(why), "{refused}");
        }
    }
}
