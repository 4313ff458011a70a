//! The bandit that chooses the next move to try: UCB1.

use super::super::cards::{Cards, Kind, Meld};
use super::super::party::{Action, MultiGame};
use super::super::rules::movegen;
use super::super::two_player::GroupWinCheck;
use super::pass_history::PassHistory;
use super::random::Random;
use super::rollout::{Rollouts, points};
use super::rollout_policy::score;
use crate::search::{SharedState, TranspositionTable};

/// A move with the results of its games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arm {
    /// The move.
    pub action: Action,
    /// Number of games played.
    pub games: u64,
    /// Total points of all games.
    pub points: u64,
}

impl Arm {
    /// Mean points of a game, 1 to the number of players.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "counts of games, far below 2^52"
    )]
    pub fn mean(&self) -> f64 {
        self.points as f64 / self.games.max(1) as f64
    }
}

/// A decision of one player in progress.
pub struct Bandit<'s> {
    party: MultiGame,
    memory: &'s PassHistory,
    player: u8,
    arms: Vec<Arm>,
    playouts: Rollouts<'s>,
    worlds: u64,
}

impl<'s> Bandit<'s> {
    /// A decision between `acts`, all legal, of the player to move.
    ///
    /// # Panics
    /// If `acts` is empty.
    #[must_use]
    pub fn new(
        party: &MultiGame,
        memory: &'s PassHistory,
        actions: Vec<Action>,
        seed: u64,
        (table, shared): (&'s TranspositionTable, &'s SharedState),
    ) -> Self {
        assert!(!actions.is_empty(), "a player who has to move has a move");
        let fresh = |action| Arm {
            action,
            games: 0,
            points: 0,
        };
        let mut choices: Vec<Arm> = actions.into_iter().map(fresh).collect();
        // The most promising move is tried first, and kept if no other proves better.
        let hand = party.hand(party.turn());
        choices.sort_by_key(|choice| match choice.action {
            Action::Lay(meld) => -score(party, hand, meld),
            Action::Give(_) => 0,
        });
        Self {
            party: *party,
            memory,
            player: party.turn(),
            arms: choices,
            playouts: Rollouts::new(Random::new(seed), table, shared),
            worlds: 0,
        }
    }

    /// Deals a world and plays one game in it.
    pub fn step(&mut self) {
        let at = self.next();
        let mut world = self.party.determinize(self.memory, self.playouts.random());
        self.worlds += 1;
        let mut choice = self.arms[at];
        world.apply(choice.action);
        if let Action::Give(_) = choice.action {
            world.now.turn = world.opener();
            world.now.owner = world.now.turn;
        }
        let brought = if world.is_over() {
            points(&world, self.player)
        } else {
            self.playouts.points(world, self.player)
        };
        choice.games += 1;
        choice.points += u64::from(brought);
        self.arms[at] = choice;
    }

    /// UCB1: the move with the highest mean plus uncertainty, after each was tried once.
    #[expect(
        clippy::cast_precision_loss,
        reason = "counts of games, far below 2^52"
    )]
    fn next(&self) -> usize {
        /// The width of the uncertainty, in points.
        const WIDTH: f64 = 1.2;
        let total = (self.worlds.max(1) as f64).ln();
        let hope = |choice: &Arm| match choice.games {
            0 => f64::INFINITY,
            games => choice.mean() + WIDTH * (total / games as f64).sqrt(),
        };
        let hopes = self.arms.iter().map(hope).enumerate();
        let best = hopes.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map_or(0, |(at, _)| at)
    }

    /// Number of worlds dealt, with one game played in each.
    #[must_use]
    pub fn worlds(&self) -> u64 {
        self.worlds
    }

    /// Number of moves made in those games.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.playouts.plies
    }

    /// Number of moves to decide between.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arms.len()
    }

    /// Always false: there is at least one move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arms.is_empty()
    }

    /// The moves, the best first; those never tried come last.
    #[must_use]
    pub fn ranking(&self) -> Vec<Arm> {
        let mut ranking = self.arms.clone();
        ranking.sort_by(|one, two| two.mean().total_cmp(&one.mean()));
        ranking
    }
}

impl MultiGame {
    /// A meld that certainly wins, if one is found: a whole rank that no opponent can answer. After it the leader plays
    /// to the end unanswered.
    #[must_use]
    pub fn sure_lead(&self) -> Option<Meld> {
        if self.now.table.is_some() || self.now.exchange > 0 || self.is_over() {
            return None;
        }
        let turn = self.now.turn;
        let hand = self.hand(turn);
        let others = (0..self.players).filter(|&player| player != turn);
        let others = others.fold(self.unseen, |all, player| all | self.hand(player));
        let (rules, reversed) = (self.rules, self.is_reversed());
        if !GroupWinCheck::of(rules, hand, others, reversed).wins_unanswered(rules) {
            return None;
        }
        let mut sure = None;
        movegen::leads(rules, hand, |meld| {
            let rest = hand - meld.cards();
            let whole = GroupWinCheck::groups_of(hand) == GroupWinCheck::groups_of(rest) + 1;
            let alone = GroupWinCheck::of(rules, meld.cards(), others, reversed);
            let safe = rest.is_empty() || (alone.answered == 0 && alone.fours == 0);
            let clean = meld.kind() == Kind::Joker || (meld.cards() - Cards::DECK).is_empty();
            let still = rest.is_empty()
                || GroupWinCheck::of(rules, rest, others, reversed).wins_unanswered(rules);
            if sure.is_none() && whole && safe && clean && still {
                sure = Some(meld);
            }
        });
        sure
    }
}
