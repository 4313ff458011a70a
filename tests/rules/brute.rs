//! Brute force.

use kaeshi::game::Notation;
use kaeshi::search::Score;

use crate::chance::{Random, after, game, moves};

/// The value of `game` for the side to move by brute force; `None` if that takes more than `budget` positions.
pub(crate) fn value<G: Notation>(game: &G, ply: u16, budget: &mut u32) -> Option<Score> {
    *budget = budget.checked_sub(1)?;
    if game.result().is_some() {
        return game.terminal_score(ply);
    }
    let mut best = Score::MIN;
    for mv in moves(game) {
        let next = after(game, &mv);
        let score = value(&next, ply + 1, budget)?;
        best = best.max(if next.side() == game.side() {
            score
        } else {
            -score
        });
    }
    Some(best)
}

/// A position of a random game that brute force can solve, and its value.
pub(crate) struct Small<G> {
    pub(crate) game: G,
    pub(crate) value: Score,
}

/// At least `count` such positions, most of them as large as possible.
pub(crate) fn positions<G: Notation>(
    start: impl Fn(u64) -> G,
    count: usize,
    seed: u64,
) -> Vec<Small<G>> {
    const LARGE: u32 = 30_000;
    let mut random = Random(seed);
    let mut all = Vec::new();
    for number in 0.. {
        let (positions, _) = game(start(seed + number), &mut random);
        let mut small = Vec::new();
        for game in positions.into_iter().rev().skip(1) {
            let Some(value) = value(&game, 0, &mut { LARGE }) else {
                break;
            };
            small.push(Small { game, value });
        }
        let other = (small.len() > 1).then(|| small.swap_remove(random.below(small.len() - 1)));
        all.extend(other);
        all.extend(small.pop());
        if all.len() >= count {
            break;
        }
    }
    all
}
