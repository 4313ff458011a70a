//! The proof search: whether a board is won, drawn or lost, and nothing else.
//!
//! For the question whether the attacker wins, two values suffice, and a draw for the defender often shows long before
//! the board is full: [`Pairing`](super::Pairing).

use super::super::bits::Bits;
use super::super::bounds::{bound, decided, weight, whole};
use super::super::policy::keep_only;
use super::super::position::Mnk;
use super::super::symmetry_hash::CellState;
use super::super::threat_search::win_by_threats;
use super::effort::{charge_effort, with_effort};
use crate::game::{Game, PackedMove, Side};
use crate::search::{
    Draft, NodeContext, NodeType, NonPv, Policy, Score, ScoredMove, Stopped, Window, Worker,
};

/// The policy of the proof search: does the attacker win?
///
/// The attacker is the side that gains by failing high above a draw. All results are sound, but a win need not be the
/// quickest.
pub(super) struct ProofSearch;

/// Effort of a look ahead, in nodes.
const LOOK_AHEAD_NODES: u64 = 8;

/// Cost of the slowest look ahead or search for threats, in nodes.
const MAX_LOOK_AHEAD_NODES: u64 = 32;

/// Maximum number of threats tried in sequence before other moves are.
const MAX_THREATS: u32 = 64;

/// The draft required of table entries: any, since all searches went to the end of the game.
const ANY_DRAFT: Draft = Draft::exact(i8::MIN);

impl<B: Bits> Policy<Mnk<B>> for ProofSearch {
    // Never split: helpers would not notice that the effort is used up.
    const MIN_SPLIT: i8 = i8::MAX;

    /// The hash of the stones and empty cells that still matter, up to symmetry.
    #[inline]
    fn hash(search: &Worker<'_, Mnk<B>>) -> u64 {
        let game = &search.game;
        let [first, second] = [Side::First, Side::Second];
        let relevant = [first, second].map(|side| game.relevant(side));
        let contents = [
            (CellState::First, game.stones(first) & relevant[0]),
            (CellState::Second, game.stones(second) & relevant[1]),
            (
                CellState::Empty,
                game.empty_cells() & (relevant[0] | relevant[1]),
            ),
        ];
        let turn = if game.side() == first { 0 } else { TURN_KEY };
        game.rules().symmetry_hash().hash(contents) ^ turn
    }

    #[inline]
    fn required_draft(_draft: Draft) -> Draft {
        ANY_DRAFT
    }

    #[inline]
    fn static_result<N: NodeType>(
        search: &mut Worker<'_, Mnk<B>>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let ply = search.ply();
        if ply == 0 {
            return Ok(None);
        }
        if N::PV {
            // The PV has no more to show than a null window.
            return search.node::<Self, NonPv>(draft, window).map(Some);
        }
        charge_effort(search)?;
        Ok(decided(&search.game, ply).or_else(|| bound(&search.game, ply, window)))
    }

    #[inline]
    fn prune(
        search: &mut Worker<'_, Mnk<B>>,
        _draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let mover = search.game.side();
        let drawn = if window.fails_high(Score::DRAW) {
            holds_after_a_move(search, !mover)
        } else {
            search.charge_nodes(MAX_LOOK_AHEAD_NODES);
            if let Some(plies) = win_by_threats(&mut search.game, mover, MAX_THREATS) {
                return Ok(Some(Score::win(search.ply() + plies)));
            }
            // Elsewhere the defender's look ahead has covered this position.
            search.ply() == 1 && holds(search, mover, B::default())
        };
        Ok(drawn.then_some(Score::DRAW))
    }

    #[inline]
    fn order_moves<N: NodeType>(
        search: &mut Worker<'_, Mnk<B>>,
        node: NodeContext,
    ) -> Result<Option<(Score, PackedMove)>, Stopped> {
        let game = &search.game;
        let mover = game.side();
        let wins = game.winning_cells(mover);
        let forced = game.winning_cells(!mover);
        let useful = if !wins.is_empty() {
            wins
        } else if !forced.is_empty() {
            forced
        } else {
            game.relevant(Side::First) | game.relevant(Side::Second)
        };
        // Only the root can be left without moves: below it the game would be over.
        if !useful.is_empty() {
            keep_only(&mut search.stack, node.start, useful);
        }
        let attacker = if node.window.fails_high(Score::DRAW) {
            !mover
        } else {
            mover
        };
        for ScoredMove { mv, score: rating } in &mut search.stack[node.start..] {
            let weight = weight(game, *mv, attacker) * INWARDNESS;
            let centrality = i32::from(game.rules().centrality(*mv));
            *rating = i32::try_from(weight).unwrap_or(i32::MAX - centrality) + centrality;
        }
        Ok(None)
    }
}

/// Factor of the weight of a cell in its rating: centrality decides between cells of equal weight.
/// The heaviest cell of a board with proofs has one line of 26 cells, or two of 25: weight 2^25. Times 32 it fits
/// `i32`.
pub(super) const INWARDNESS: u64 = 32;

/// The key of the side to move.
const TURN_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// The bound of [`Pairing`](super::Pairing), counted as effort; with gravity the defender cannot answer in pairs.
fn holds<B: Bits>(search: &mut Worker<'_, Mnk<B>>, attacker: Side, answer: B) -> bool {
    if search.game.rules().variant().has_gravity() {
        return false;
    }
    search.charge_nodes(MAX_LOOK_AHEAD_NODES);
    let scratch = &mut search.data;
    scratch.effort += LOOK_AHEAD_NODES;
    scratch.pairing.holds(&search.game, attacker, answer)
}

/// Whether the side to move has a move after which `attacker` never fills a line.
fn holds_after_a_move<B: Bits>(search: &mut Worker<'_, Mnk<B>>, attacker: Side) -> bool {
    let game = &search.game;
    if game.rules().variant().has_gravity() {
        return false;
    }
    let whole = whole(game);
    let potential = game.line_counts().stats(attacker).potential;
    let forced = game.winning_cells(attacker);
    let start = search.stack.len();
    let stack = &mut search.stack;
    game.moves(|mv| {
        let weight = weight(game, mv, attacker);
        let promising = (potential - weight) * 2 < whole * 5;
        if promising && weight > 0 && (forced.is_empty() || forced.has(mv.bit())) {
            let rating = i32::try_from(weight).unwrap_or(i32::MAX);
            stack.push(ScoredMove { mv, score: rating });
        }
    });
    stack[start..].sort_unstable_by_key(|scored| std::cmp::Reverse(scored.score));
    let end = stack.len();
    let found = (start..end).any(|at| {
        let answer = B::bit(search.stack[at].mv.bit());
        holds(search, attacker, answer)
    });
    search.stack.truncate(start);
    found
}

/// The value of the root, won, drawn or lost, proven with at most `effort`; `None` if that was not enough.
///
/// # Errors
/// If the search was stopped.
pub(in super::super) fn value<B: Bits>(
    search: &mut Worker<'_, Mnk<B>>,
    effort: u64,
) -> Result<Option<Score>, Stopped> {
    with_effort(search, effort, |search| {
        let end = i8::try_from(search.game.empty_count()).unwrap_or(i8::MAX);
        let draft = Draft::exact(end.min(Draft::MAX_DEPTH));
        let mut at_least = |beta: Score| {
            let alpha = beta - 1;
            search.root::<ProofSearch>(draft, Window { alpha, beta })
        };
        // Can the side to move win? If not, can it hold?
        let score = at_least(Score::DRAW + 1)?;
        if score > Score::DRAW {
            Ok(score)
        } else {
            at_least(Score::DRAW)
        }
    })
}
