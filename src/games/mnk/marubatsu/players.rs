//! The articles' players, and matches between any two of them with Python's random numbers.

use super::ai14s::best_by_ai14s_eval;
use super::article_search::{ArticleSearch, Method};
use super::board::{CELLS, Move};
use super::chance::{Chance, Tally};
use super::descent::Descent;
use super::state::Marubatsu;
use crate::game::{Outcome, Side};

/// A player of the articles. Each chooses at random among the moves that it considers equally good, which are listed row
/// by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// Any legal move (`ai2`).
    Random,
    /// A move after which the static evaluation is highest (`ai14s`).
    Evaluation,
    /// Alpha-beta to the end of the game (`ai_abs_dls`).
    AlphaBeta,
    /// Principal variation search to the end of the game (`ai_pvs_dls`).
    Pvs,
    /// The same with iterative deepening (`ai_pvs_iddfs`). It draws a move after every depth and plays the last.
    Deepening,
}

/// A player with its tables.
#[derive(Debug)]
struct Seat {
    player: Player,
    search: ArticleSearch,
}

impl Seat {
    fn new(player: Player) -> Self {
        let method = match player {
            Player::AlphaBeta => Method::AlphaBeta,
            _ => Method::Scout,
        };
        Self {
            player,
            search: ArticleSearch::new(method, Descent::UndoOnce, CELLS - 1),
        }
    }

    fn choose(&mut self, game: &Marubatsu, chance: &mut Chance) -> Move {
        match self.player {
            Player::Random => chance.choose(game.board().moves_by_coordinates().as_slice()),
            Player::Evaluation => chance.choose(&best_by_ai14s_eval(game, Descent::UndoOnce)),
            Player::AlphaBeta | Player::Pvs => chance.choose(&self.search.think(game).candidates),
            Player::Deepening => {
                let mut chosen = None;
                let deepest = CELLS - 1 - game.records().len();
                self.search.deepen(
                    game,
                    deepest,
                    || false,
                    |outcome| {
                        chosen = Some(chance.choose(&outcome.candidates));
                    },
                );
                chosen.expect("without a time limit every depth is finished")
            }
        }
    }
}

/// `ai_match`: two games in each of `rounds` rounds, with sides exchanged. `each` is called after every round. Returns
/// the results of the first player with circles and with crosses.
pub fn play_match(
    players: [Player; 2],
    (rounds, seed): (u32, u32),
    mut each: impl FnMut(),
) -> [Tally; 2] {
    let mut chance = Chance::new(seed);
    let mut seats = players.map(Seat::new);
    let mut tallies = [Tally::default(); 2];
    for _ in 0..rounds {
        for (tally, side) in tallies.iter_mut().zip([Side::First, Side::Second]) {
            tally.add(side, play_game(&mut seats, side, &mut chance));
        }
        each();
    }
    tallies
}

/// A game in which the first of `seats` has the marks of `side`.
fn play_game(seats: &mut [Seat; 2], side: Side, chance: &mut Chance) -> Outcome {
    let mut game = Marubatsu::default();
    loop {
        if let Some(outcome) = game.ended() {
            return outcome;
        }
        let seat = &mut seats[usize::from(game.turn() != side)];
        let mv = seat.choose(&game, chance);
        game.play(mv);
    }
}
