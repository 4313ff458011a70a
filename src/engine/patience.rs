//! Best-move stability: scales the time for a move by how long it has been the best.

use crate::game::Packed;

/// Counts how many iterations in a row have returned the same best move.
///
/// A new best move may be replaced by the next iteration; one that has stayed for many iterations will stay. So the
/// first gets more time and the second less, as in chess programs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Patience {
    best: Option<Packed>,
    /// Iterations since the best move changed.
    agreed: u16,
}

impl Patience {
    /// Records the best move of a finished iteration.
    pub(super) fn note(&mut self, best: Option<Packed>) {
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
    pub(super) fn factor(self) -> f64 {
        /// The factor for a move that never changes.
        const LEAST: f64 = 0.75;
        /// Addition for a move that is new.
        const NEW: f64 = 0.8;
        /// After this number of iterations, the addition has fallen to 1/e.
        const FADES_IN: f64 = 3.0;
        LEAST + NEW * (-f64::from(self.agreed) / FADES_IN).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factor after iterations with these best moves.
    fn after(moves: &[u16]) -> f64 {
        let mut patience = Patience::default();
        for &mv in moves {
            patience.note(Some(Packed(mv)));
        }
        patience.factor()
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
