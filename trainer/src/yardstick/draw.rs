//! Draws positions from a seed: of games, of self-play, and a few moves off them.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use kaeshi::games::othello::board::Board;
use kaeshi::games::othello::symmetry::canonical;
use serde::{Deserialize, Serialize};

use super::self_play;
use crate::games::{Moves, play};
use crate::rng::Rng;
use crate::sample::{any, sensible, to_move};

/// Where a position comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Origin {
    /// A game of the files given.
    Game,
    /// A game of the fixed player against itself.
    SelfPlay,
    /// One to four moves off a game of either kind.
    Off,
    /// A file of positions.
    File,
}

impl Origin {
    pub(super) const ALL: [Self; 4] = [Self::Game, Self::SelfPlay, Self::Off, Self::File];

    /// The name in reports.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Game => "games",
            Self::SelfPlay => "self-play",
            Self::Off => "off them",
            Self::File => "file",
        }
    }
}

/// A position to judge a move in; it has two legal moves or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Drawn {
    pub(super) board: Board,
    pub(super) origin: Origin,
}

/// Draws positions, no two of them symmetric; the same games and seed give the same ones.
pub(super) struct Draw<'g> {
    games: &'g [Moves],
    empties: RangeInclusive<u32>,
    rng: Rng,
    seen: HashSet<Board>,
}

/// After this number of failed attempts in a row, no more positions are looked for.
const MAX_MISSES: u32 = 10_000;
/// Maximum number of moves off a game.
const MAX_OFF: u32 = 4;

impl<'g> Draw<'g> {
    /// Draws positions with a number of empty squares in `empties`. Without games, self-play takes their place.
    pub(super) fn new(games: &'g [Moves], empties: RangeInclusive<u32>, seed: u64) -> Self {
        Self {
            games,
            empties,
            rng: Rng::new(seed),
            seen: HashSet::new(),
        }
    }

    /// Half of the positions are from games, a quarter from self-play, and a quarter off a game of either kind.
    fn attempt(&mut self) -> Option<Drawn> {
        let span = self.empties.end() - self.empties.start() + 1;
        let empties = self.empties.start() + self.rng.below(span);
        let (mut origin, mut from_games) = match self.rng.below(4) {
            0 | 1 => (Origin::Game, true),
            2 => (Origin::SelfPlay, false),
            _ => (Origin::Off, self.rng.below(2) == 0),
        };
        if self.games.is_empty() {
            from_games = false;
            if origin == Origin::Game {
                origin = Origin::SelfPlay;
            }
        }
        let off = match origin {
            Origin::Off => 1 + self.rng.below(MAX_OFF),
            _ => 0,
        };
        let own;
        let moves = if from_games {
            let game = self.rng.below(u32::try_from(self.games.len()).ok()?);
            &self.games[game as usize]
        } else {
            own = self_play::game(&mut self.rng, empties + off);
            &own
        };
        let mut moves = moves.iter();
        let mut board = Board::START;
        while board.empties() > empties + off {
            board = play(board, *moves.next()?)?;
        }
        while board.empties() > empties {
            let here = to_move(board)?;
            let square = match self.rng.below(2) {
                0 => any(here.legal(), &mut self.rng),
                _ => sensible(here),
            };
            board = play(here, square)?;
        }
        let board = to_move(board)?;
        let has_choice = board.legal().count_ones() >= 2;
        has_choice.then_some(Drawn { board, origin })
    }
}

impl Iterator for Draw<'_> {
    type Item = Drawn;

    fn next(&mut self) -> Option<Drawn> {
        (0..MAX_MISSES).find_map(|_| {
            let drawn = self.attempt()?;
            self.seen.insert(canonical(drawn.board).0).then_some(drawn)
        })
    }
}

/// `count` of the boards at most, in an order drawn from the seed; of symmetric ones only the first.
pub(super) fn draw_from(boards: &[Board], seed: u64, count: usize) -> Vec<Drawn> {
    let mut rng = Rng::new(seed);
    let mut left: Vec<Board> = boards.to_vec();
    let mut taken = HashSet::new();
    let mut drawn = Vec::new();
    while !left.is_empty() && drawn.len() < count {
        let board = left.swap_remove(rng.below(left.len() as u32) as usize);
        if board.legal().count_ones() >= 2 && taken.insert(canonical(board).0) {
            let origin = Origin::File;
            drawn.push(Drawn { board, origin });
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<Moves> {
        let mut rng = Rng::new(9);
        (0..200).map(|_| self_play::game(&mut rng, 18)).collect()
    }

    #[test]
    fn a_seed_gives_the_same_different_positions() {
        let games = games();
        let draw = |seed| -> Vec<Drawn> { Draw::new(&games, 20..=23, seed).take(200).collect() };
        let drawn = draw(1);
        assert_eq!(drawn, draw(1));
        assert_ne!(drawn, draw(2));
        let different: HashSet<_> = drawn.iter().map(|it| canonical(it.board).0).collect();
        assert_eq!(different.len(), 200);
        for it in &drawn {
            assert!((20..=23).contains(&it.board.empties()));
            assert!(it.board.legal().count_ones() >= 2);
        }
        let share = |origin| drawn.iter().filter(|it| it.origin == origin).count();
        let [games, self_play, off, file] = Origin::ALL.map(share);
        assert!((60..140).contains(&games), "{games} from games");
        assert!((25..75).contains(&self_play), "{self_play} from self-play");
        assert!((25..75).contains(&off) && file == 0, "{off} off them");
    }

    /// A longer draw begins with the shorter one, so that a run can be made longer.
    #[test]
    fn more_positions_are_added_at_the_end() {
        let draw = |count| -> Vec<Drawn> { Draw::new(&[], 24..=24, 3).take(count).collect() };
        let long = draw(30);
        assert_eq!(long[..10], draw(10));
        assert!(long.iter().all(|it| it.origin != Origin::Game));
    }

    #[test]
    fn few_positions_end() {
        let game = games().swap_remove(0);
        let count = Draw::new(&[game], 58..=58, 1).take(500).count();
        assert!((1..10).contains(&count), "{count}");
    }

    #[test]
    fn positions_of_a_file_are_drawn_once_each() {
        let boards: Vec<_> = Draw::new(&[], 24..=24, 3)
            .take(20)
            .map(|it| it.board)
            .collect();
        let twice = [&boards[..], &boards[..]].concat();
        let drawn = draw_from(&twice, 1, 100);
        assert_eq!(drawn.len(), 20);
        assert_ne!(drawn, draw_from(&twice, 2, 100));
        assert_eq!(draw_from(&twice, 1, 5), drawn[..5]);
    }
}
