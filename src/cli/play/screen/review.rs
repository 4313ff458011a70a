//! What the values of a game's positions say about its moves.

use kaeshi::game::Side;

use super::super::evaluation::Eval;
use super::state::State;

/// A move as it is listed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ListedMove {
    pub(super) name: String,
    /// The number of the player, from 0.
    pub(super) player: usize,
    /// The value of the position after the move, for the first player.
    pub(super) eval: Option<Eval>,
    /// What the move lost, in hundredths; 0 if the engine would have played it, too.
    pub(super) loss: Option<i32>,
    /// The better move, if one is known.
    pub(super) better: Option<String>,
}

impl State {
    /// All moves of the game, also those that were taken back.
    pub(super) fn listed_moves(&self) -> Vec<ListedMove> {
        let moves: Vec<_> = self.session.board.whole_game().collect();
        let count = moves.len();
        let after = |ply: usize| match moves.get(ply + 1) {
            Some(next) => next.eval,
            None => self.last_eval,
        };
        let listed = (0..count).map(|ply| {
            let mv = moves[ply];
            let side = match mv.player {
                0 => Side::First,
                _ => Side::Second,
            };
            let eval = after(ply);
            let is_best = mv.best.as_ref() == Some(&mv.name);
            // The values of weaker levels say little.
            let is_reviewed = mv.is_reviewed && moves.get(ply + 1).is_none_or(|mv| mv.is_reviewed);
            let values = mv.eval.zip(eval).filter(|_| is_reviewed);
            let loss = values.map(|(before, after)| {
                let loss = before.seen_by(side).loss_to(after.seen_by(side));
                if is_best { 0 } else { loss.max(0) }
            });
            ListedMove {
                name: mv.name.clone(),
                player: mv.player,
                eval,
                loss,
                better: mv.best.clone().filter(|_| !is_best),
            }
        });
        listed.collect()
    }

    /// The values of all positions from the first to the last, as far as they are known.
    pub(super) fn evals(&self) -> Vec<Option<Eval>> {
        let moves = self.session.board.whole_game();
        let mut evals: Vec<_> = moves.map(|mv| mv.eval).collect();
        evals.push(self.last_eval);
        let now = self.session.board.played().len();
        // A search that has just begun does not replace a better value.
        let known = [evals[now], self.thoughts.eval].into_iter().flatten();
        evals[now] = known.max_by_key(|eval| (eval.is_proven, eval.depth));
        evals
    }

    /// A sentence about the worst move of each player.
    pub(super) fn worst_moves(&self) -> String {
        let moves = self.listed_moves();
        let worst = |player: usize| {
            let own = moves
                .iter()
                .enumerate()
                .filter(|(_, mv)| mv.player == player);
            let worst = own.max_by_key(|(_, mv)| mv.loss.unwrap_or(0))?;
            let (ply, mv) = worst;
            let loss = mv.loss.filter(|loss| *loss >= 100)?;
            let better = mv.better.as_ref();
            let better = better.map_or(String::new(), |better| format!(", better {better}"));
            let sign = ['X', 'O'][player];
            let (number, loss) = (ply + 1, f64::from(loss) / 100.0);
            Some(format!(
                "{sign} {number}. {} lost {loss:.1}{better}",
                mv.name
            ))
        };
        let worst: Vec<String> = (0..2).filter_map(worst).collect();
        match worst.as_slice() {
            [] => "Analysed: no move lost anything that matters.".into(),
            worst => format!("Analysed. Worst moves: {}.", worst.join("; ")),
        }
    }
}
