//! Best-move stability: scales the time for a move by how long it has been the best.

use crate::game::PackedMove;

/// Counts how many iterations in a row have returned the same best move.
///
/// A new best move may be replaced by the next iteration; one that has stayed for many iterations will stay. So the
/// first gets more time and the second less, as in chess programs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BestMoveStability {
    best: Option<PackedMove>,
    /// Iterations since the best move changed.
    agreed: u16,
}

impl BestMoveStability {
    /// Records the best move of a finished iteration.
    pub(super) fn record(&mut self, best: Option<PackedMove>) {
        self.agreed = if best == self.best {
            self.agreed.saturating_add(1)
        } else {
            0
        };
        self.best = best;
    }

    /// The factor by which the soft limit is multiplied, from 1.55 down to 0.75.
    ///
    /// Tuned by matches. In games of a second, the total time per game is the same as without the factor.
    pub(super) fn time_factor(self) -> f64 {
        /// The factor for a move that never changes.
        const MIN_FACTOR: f64 = 0.75;
        /// Addition for a move that is new.
        const NEW_MOVE_BONUS: f64 = 0.8;
        /// After this number of iterations, the addition has fallen to 1/e.
        const DECAY: f64 = 3.0;
        MIN_FACTOR + NEW_MOVE_BONUS * (-f64::from(self.agreed) / DECAY).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factor after iterations with these best moves.
    fn after(moves: &[u16]) -> f64 {
        let mut patience = BestMoveStability::default();
        for &mv in moves {
            patience.record(Some(PackedMove(mv)));
        }
        patience.time_factor()
    }

    #[test]
    fn a_new_best_move_is_worth_more_time_than_one_that_stays() {
        let falling = [
            after(&[1]),
            after(&[1, 1]),
            after(&[1, 1, 1]),
            after(&[1; 30]),
        ];
        assert!(falling.is_sorted_by(|more, less| more > less));
        assert!(falling[0] > 1.5 && falling[3] < 0.76, "{falling:?}");
    }

    #[test]
    fn another_best_move_begins_anew() {
        let (stayed, changed) = (after(&[1, 1, 1, 1]), after(&[1, 1, 1, 2]));
        assert!(changed > stayed);
        assert!((changed - after(&[2])).abs() < f64::EPSILON);
        assert!((after(&[2, 1, 1]) - after(&[1, 1])).abs() < f64::EPSILON);
    }
}
