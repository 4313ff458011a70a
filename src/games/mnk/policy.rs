//! The search policy of m,n,k games: immediate wins, forced replies and certain draws.

use super::bits::Bits;
use super::bounds::{bound, decided};
use super::position::Mnk;
use super::threat_search::win_by_threats;
use super::variant::Cell;
use crate::game::{Game, PackedMove};
use crate::search::{
    Draft, NodeContext, NodeType, Policy, Score, ScoredMove, Stopped, Window, Worker,
};

/// The policy of m,n,k games.
///
/// All its cutoffs and omissions are sound: a decided score is a proof at any depth. Only late moves are searched to
/// less depth, and only if the draft is not exact.
pub struct Threats;

impl<B: Bits> Policy<Mnk<B>> for Threats {
    #[inline]
    fn static_result<N: NodeType>(
        search: &mut Worker<'_, Mnk<B>>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let ply = search.ply();
        // The win may not be the quickest, so it counts only where any win fails high.
        if ply > 0 && window.fails_high(Score::win(ply + 3)) {
            let game = &mut search.game;
            let mover = game.side();
            if !game.can_win(mover) {
                let most = LEAF_THREATS << draft.depth.clamp(0, 8);
                if let Some(plies) = win_by_threats(game, mover, most) {
                    let score = Score::win(ply + plies);
                    if window.fails_high(score) {
                        return Ok(Some(score));
                    }
                }
            }
        }
        Ok(static_score(search, draft, window))
    }

    #[inline]
    fn order_moves<N: NodeType>(
        search: &mut Worker<'_, Mnk<B>>,
        node: NodeContext,
    ) -> Result<Option<(Score, PackedMove)>, Stopped> {
        let game = &search.game;
        let forced = game.winning_cells(!game.side());
        if search.ply() > 0 && !forced.is_empty() {
            keep_only(&mut search.stack, node.start, forced);
        } else {
            score_moves(search, node);
        }
        Ok(None)
    }

    #[inline]
    fn reduction(draft: Draft, index: usize) -> i8 {
        if draft.is_exact() || draft.depth < 2 {
            return 0;
        }
        match index {
            0..3 => 0,
            3..8 => 1,
            8..20 => 2,
            20..40 => 3,
            _ => draft.depth - 1,
        }
    }
}

/// Maximum number of continuous threats tried at a leaf; doubled for each of the first 8 plies of depth left.
const LEAF_THREATS: u32 = 16;

/// Forced replies are followed down to this depth below the leaves, in plies.
const MIN_ANSWER_DEPTH: i8 = -32;

/// The score of a node that needs no search: decided by lines, by bounds, or by the static evaluation of a leaf.
#[inline]
pub(super) fn static_score<B: Bits>(
    search: &mut Worker<'_, Mnk<B>>,
    draft: Draft,
    window: Window,
) -> Option<Score> {
    let ply = search.ply();
    if ply == 0 {
        // The root must return a move.
        return None;
    }
    let game = &search.game;
    let settled = decided(game, ply).or_else(|| bound(game, ply, window));
    if settled.is_some() {
        return settled;
    }
    let threatened = game.can_win(!game.side());
    let answers_first = threatened && !draft.is_exact() && draft.depth > MIN_ANSWER_DEPTH;
    if draft.depth > 0 || answers_first {
        return None;
    }
    let guess = game.evaluate();
    search.data.guessed = true;
    Some(guess)
}

/// Leaves only the moves into `cells` above `start`.
#[inline]
pub(super) fn keep_only<B: Bits>(stack: &mut Vec<ScoredMove<Cell>>, start: usize, cells: B) {
    let mut kept = start;
    for at in start..stack.len() {
        if cells.has(stack[at].mv.bit()) {
            stack[kept] = stack[at];
            kept += 1;
        }
    }
    stack.truncate(kept);
}

/// Scores the moves: wins and forced replies, the second move of the table, then the value of the lines, then the
/// distance from the sides.
#[inline]
fn score_moves<B: Bits>(search: &mut Worker<'_, Mnk<B>>, node: NodeContext) {
    let game = &search.game;
    let (rules, side) = (game.rules(), game.side());
    let (wins, forced) = (game.winning_cells(side), game.winning_cells(!side));
    // Scores have 32 bits; a line of nine is the longest whose value fits.
    let scale = 2 * rules.variant().in_row().saturating_sub(9);
    for ScoredMove { mv, score: rating } in &mut search.stack[node.start..] {
        *rating = if wins.has(mv.bit()) {
            i32::MAX
        } else if forced.has(mv.bit()) {
            i32::MAX - 1
        } else if Mnk::<B>::pack(mv) == node.tt_move2 {
            i32::MAX - 2
        } else {
            let interest = game.line_counts().move_value(rules.lines(), *mv) >> scale;
            i32::try_from(interest).unwrap_or(1 << 24) * 32 + i32::from(rules.centrality(*mv))
        };
    }
}
