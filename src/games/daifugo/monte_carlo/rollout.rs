//! Playouts: plays a world to its end.

use super::super::cards::{Cards, Meld};
use super::super::party::{MultiGame, only};
use super::super::two_player::{GroupWinCheck, TwoPlayerEnd};
use super::random::Random;
use super::rollout_policy::score;
use crate::game::{Game, Side};
use crate::search::{Score, SearchLimits, SharedState, TranspositionTable, Worker};

/// Plays worlds out, and counts the moves.
pub(super) struct Rollouts<'s> {
    random: Random,
    /// The worker that searches the exact end of two players.
    ending: Option<Worker<'s, TwoPlayerEnd>>,
    table: &'s TranspositionTable,
    shared: &'s SharedState,
    /// Number of moves made.
    pub(super) plies: u64,
    moves: Vec<Option<Meld>>,
}

impl<'s> Rollouts<'s> {
    pub(super) fn new(
        random: Random,
        table: &'s TranspositionTable,
        shared: &'s SharedState,
    ) -> Self {
        Self {
            random,
            ending: None,
            table,
            shared,
            plies: 0,
            moves: Vec::with_capacity(256),
        }
    }

    pub(super) fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// The points of `player` after a playout of `world`, in which all hands are open.
    pub(super) fn points(&mut self, mut world: MultiGame, player: u8) -> u32 {
        while world.now.alive & only(player) != 0 && !world.is_over() {
            if world.alive() == 2
                && let Some(points) = self.exactly(&world, player)
            {
                return points;
            }
            if world.table().is_none() && leader_goes_out(&world) {
                go_out(&mut world);
            } else {
                let meld = self.choose(&world);
                world.play(meld);
            }
            self.plies += 1;
        }
        points(&world, player)
    }

    /// The exact points when two players with few cards are left; `None` if the search would take too long.
    fn exactly(&mut self, world: &MultiGame, player: u8) -> Option<u32> {
        /// Node limit for the end of one playout.
        const NODES: u64 = 300;
        /// Maximum number of cards of both players; with more, the end is played out.
        const CARDS: u8 = 10;
        let endgame = TwoPlayerEnd::of(world)?;
        let [first, second] =
            [Side::First, Side::Second].map(|side| world.held(endgame.player(side)));
        if first + second > CARDS {
            return None;
        }
        let limits = SearchLimits {
            nodes: NODES,
            ..SearchLimits::default()
        };
        let side = endgame.side();
        let mine = endgame.side_of(player)? == side;
        let (table, shared) = (self.table, self.shared);
        let search = self
            .ending
            .get_or_insert_with(|| Worker::new(endgame.clone(), table, shared, limits));
        search.restart(endgame, limits);
        let mut won = None;
        search.iterative_deepening(1, |report| {
            won = report.proven.then_some(report.score > Score::DRAW);
            std::ops::ControlFlow::Continue(())
        });
        let better = won? == mine;
        Some(1 + u32::from(better))
    }

    /// The move of the rollout policy, with some randomness.
    fn choose(&mut self, world: &MultiGame) -> Option<Meld> {
        const CHANCE: u32 = 16;
        let held = world.hand(world.turn());
        let moves = &mut self.moves;
        moves.clear();
        world.moves(|meld| moves.push(meld));
        let mut best = (i32::MIN, None);
        for &meld in &self.moves {
            let chance = self.random.below(CHANCE).cast_signed();
            let value = score(world, held, meld) + chance;
            if value > best.0 {
                best = (value, meld);
            }
        }
        best.1
    }
}

/// Whether the leader can play all cards without being answered.
fn leader_goes_out(world: &MultiGame) -> bool {
    let turn = world.turn();
    let others = (0..world.players()).filter(|&player| player != turn);
    let others = others.fold(Cards::EMPTY, |all, player| all | world.hand(player));
    GroupWinCheck::of(world.rules(), world.hand(turn), others, world.is_reversed())
        .wins_unanswered(world.rules())
}

/// Plays all cards of the leader; the next player leads.
fn go_out(world: &mut MultiGame) {
    let turn = world.turn();
    let hand = world.hand(turn);
    world.played = world.played | hand;
    world.hands[usize::from(turn)] = Cards::EMPTY;
    world.leave(turn);
}

/// The points for the place of `player`, who has finished.
pub(super) fn points(world: &MultiGame, player: u8) -> u32 {
    let places = world.places();
    let place = places.iter().position(|&out| out == player);
    let behind = usize::from(world.players()) - 1 - place.unwrap_or(0);
    u32::try_from(behind).unwrap_or(0) + 1
}
