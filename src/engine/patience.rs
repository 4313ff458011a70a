//! How long a move is worth thinking about, by how long the search has been sure of it.

use crate::game::Packed;

/// How often the iterations of a search have agreed on the best move.
///
/// A move that was just found may be replaced by the next iteration; one that has stayed for many will stay. So time
/// is taken from the second kind for the first, as chess programs do.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Patience {
    best: Option<Packed>,
    /// Iterations since another one was best.
    agreed: u16,
}

impl Patience {
    /// Takes note of the best move of a finished iteration.
    pub(super) fn note(&mut self, best: Option<Packed>) {
        self.agreed = if best == self.best {
            self.agreed.saturating_add(1)
        } else {
            0
        };
        self.best = best;
    }

    /// How many times the usual time the move is worth, from 1.55 down to 0.75.
    ///
    /// Chosen by matches: in games of a second it comes to as much time a game as without.
    pub(super) fn factor(self) -> f64 {
        /// What even an undisputed move is worth.
        const LEAST: f64 = 0.75;
        /// What a move that was just found is worth beyond that.
        const NEW: f64 = 0.8;
        /// After so many iterations there is 1/e of it left.
        const FADES_IN: f64 = 3.0;
        LEAST + NEW * (-f64::from(self.agreed) / FADES_IN).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factor after iterations that found these moves.
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
