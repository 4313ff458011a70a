//! The search policy of m,n,k games: immediate wins, forced replies and certain draws.

use super::bits::Bits;
use super::position::Mnk;
use super::proof::{Pairing, shortest_win, value, win_by_threats};
use super::variant::Cell;
use crate::game::{Game, PackedMove, Side};
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

/// The state of one worker beside the position.
#[derive(Debug, Default)]
pub struct WorkerData<B: Bits> {
    /// Whether the search has used a static evaluation.
    guessed: bool,
    pub(super) pairing: Pairing<B>,
    /// Effort of proofs so far, about in nodes, and its limit.
    pub(super) effort: u64,
    pub(super) max_effort: u64,
    /// Effort of searches for the quickest wins so far, about in nodes.
    shortest_win_effort: u64,
    /// Whether the proof has reached the limit of its effort.
    pub(super) exhausted: bool,
    proven: Option<Proven>,
}

/// A position whose value is proven.
#[derive(Debug)]
struct Proven {
    hash: u64,
    value: Score,
    /// The line with this value; none if every move has it.
    line: Option<(Score, Vec<PackedMove>)>,
}

/// Searches the root.
///
/// An exact search that used no static evaluation would give the same result at any depth. It is repeated at once to
/// the end of the game. Deeper drafts then find the result in the table instead of proving it again.
///
/// On boards that are not too large, at least as much effort again goes into proving the value of the game, whatever
/// the depth.
pub(super) fn search_root<B: Bits>(
    search: &mut Worker<'_, Mnk<B>>,
    draft: Draft,
    window: Window,
) -> Result<Score, Stopped> {
    if let Some(proven) = &search.data.proven
        && proven.hash == search.game.hash()
        && search.has_all_root_moves()
    {
        let (value, line) = (proven.value, proven.line.clone());
        search.set_root_pv(line);
        return Ok(value);
    }
    search.data.guessed = false;
    let score = search.root::<Threats>(draft, window)?;
    if score.is_decided() {
        return shortest_win_score(search, draft, score);
    }
    let end = i8::try_from(search.game.empty_count()).unwrap_or(i8::MAX);
    if !search.data.guessed && draft.is_exact() {
        return if draft.depth < end {
            search.root::<Threats>(Draft::exact(end), window)
        } else {
            Ok(score)
        };
    }
    let provable = search.game.rules().variant().is_provable() && end >= MIN_PROOF_EMPTIES;
    if draft.depth < MIN_PROOF_DEPTH || !provable {
        return Ok(score);
    }
    let small = search.game.rules().variant().is_small();
    let share = if small { SMALL_SHARE } else { 1 };
    let Some(value) = value(search, share * search.nodes)? else {
        return Ok(score);
    };
    let value = shortest_win_score(search, draft, value)?;
    if search.has_all_root_moves() {
        search.data.proven = Some(Proven {
            hash: search.game.hash(),
            value,
            line: search.root_pv().cloned(),
        });
    }
    Ok(value)
}

/// The exact score of a game whose value is proven to be that of `score`, as far as it is found.
fn shortest_win_score<B: Bits>(
    search: &mut Worker<'_, Mnk<B>>,
    draft: Draft,
    score: Score,
) -> Result<Score, Stopped> {
    let Some(plies) = score.plies_to_end() else {
        return Ok(score);
    };
    // The drafts before would have found an end so near.
    if draft.is_exact() && i32::from(plies) <= i32::from(draft.depth) + 2 {
        return Ok(score);
    }
    let before = search.data.effort;
    let left = MAX_SHORTEST_WIN_EFFORT.saturating_sub(search.data.shortest_win_effort);
    let exact = shortest_win(search, score, SHORTEST_WIN_EFFORT.min(left))?;
    search.data.shortest_win_effort += search.data.effort - before;
    if let Some(exact) = exact {
        return Ok(exact);
    }
    // A quicker win may exist, so that only the value of the game is certain.
    search.narrow_root_window(Window {
        alpha: Score::DRAW - 1,
        beta: Score::DRAW + 1,
    });
    Ok(score)
}

/// First depth after which a proof is tried, in plies.
const MIN_PROOF_DEPTH: i8 = 4;

/// With fewer empty cells no proof is tried: the search by depth soon reaches the end.
const MIN_PROOF_EMPTIES: i8 = 16;

/// Effort for the quickest win when some win is proven, about in nodes.
const SHORTEST_WIN_EFFORT: u64 = 1_000_000;
/// The same limit for all lines and drafts of a search together.
const MAX_SHORTEST_WIN_EFFORT: u64 = 3 * SHORTEST_WIN_EFFORT;

/// Effort for proofs on small boards, as a multiple of all effort before.
const SMALL_SHARE: u64 = 3;

/// The score, if a side fills a line at once or cannot be stopped.
#[inline]
pub(super) fn decided<B: Bits>(game: &Mnk<B>, ply: u16) -> Option<Score> {
    if game.can_win(game.side()) {
        return Some(Score::win(ply + 1));
    }
    let threatened = game.winning_cells(!game.side()).count();
    (threatened > 1).then(|| Score::loss(ply + 2))
}

/// Forced replies are followed down to this depth below the leaves, in plies.
const MIN_ANSWER_DEPTH: i8 = -32;

/// A bound, if the window lies outside the scores that the sides can still reach.
#[inline]
pub(super) fn bound<B: Bits>(game: &Mnk<B>, ply: u16, window: Window) -> Option<Score> {
    // There is no win at once and no double threat, so these are the quickest ends left. With gravity, any stone may
    // let the other side win above it, and the cells that the bounds need may be out of reach.
    let falls = game.rules().variant().has_gravity();
    let soonest = if falls { ply + 2 } else { ply + 4 };
    let (slowest, quickest) = (Score::loss(soonest), Score::win(ply + 3));
    if window.fails_low(quickest) {
        return Some(quickest);
    }
    if window.fails_high(slowest) {
        return Some(slowest);
    }
    if falls {
        return None;
    }
    let (mover, other) = (game.side(), !game.side());
    let holds = || erdos_selfridge_draw(game, other);
    let is_stopped = || erdos_selfridge_draw_on_move(game, mover);
    let draw = (window.fails_high(Score::DRAW) && holds())
        || (window.fails_low(Score::DRAW) && is_stopped());
    draw.then_some(Score::DRAW)
}

/// Whether the side to move can keep its opponent `attacker` from ever filling a line.
///
/// It can if the attacker's potential is below that of one line. Taking the heaviest cell each time never lets it grow
/// (Erdős and Selfridge, "On a combinatorial game", 1973).
#[inline]
fn erdos_selfridge_draw<B: Bits>(game: &Mnk<B>, attacker: Side) -> bool {
    game.line_counts().stats(attacker).potential < whole(game)
}

/// Whether `attacker`, the side to move, can be kept from ever filling a line: its potential
/// stays below one line even after its heaviest move.
#[inline]
pub(super) fn erdos_selfridge_draw_on_move<B: Bits>(game: &Mnk<B>, attacker: Side) -> bool {
    let (potential, whole) = (game.line_counts().stats(attacker).potential, whole(game));
    if potential >= whole {
        return false;
    }
    let mut heaviest = 0;
    // No cell weighs more than all lines together.
    if potential * 2 >= whole {
        game.moves(|cell| heaviest = heaviest.max(weight(game, cell, attacker)));
    } else {
        heaviest = potential;
    }
    potential + heaviest < whole
}

/// The potential of a filled line.
#[inline]
pub(super) fn whole<B: Bits>(game: &Mnk<B>) -> u64 {
    1 << game.rules().variant().in_row()
}

#[inline]
pub(super) fn weight<B: Bits>(game: &Mnk<B>, cell: Cell, side: Side) -> u64 {
    game.line_counts().weight(game.rules().lines(), cell, side)
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

#[cfg(test)]
mod tests {
    use super::super::samples::random_position;
    use super::super::variant::Variant;
    use super::*;
    use crate::game::{Notation, Outcome};

    /// Whether `attacker` can force a line, by exhaustive search.
    fn can_win(game: &mut Mnk<u64>, attacker: Side) -> bool {
        if let Some(outcome) = game.result() {
            return outcome == Outcome::Won(attacker);
        }
        let attacks = game.side() == attacker;
        let mut cells = Vec::new();
        game.moves(|cell| cells.push(cell));
        let wins = |cell: &Cell| {
            game.make(cell);
            let wins = can_win(game, attacker);
            game.unmake(cell);
            wins == attacks
        };
        cells.iter().any(wins) == attacks
    }

    #[test]
    fn who_is_held_cannot_win() {
        let mut seed = 1;
        let (mut held, mut held_off, mut free) = (0, 0, 0);
        for (width, height, in_row) in [(3, 3, 3), (4, 3, 3), (5, 3, 3), (4, 4, 4), (5, 5, 4)] {
            let variant = Variant::new(width, height, in_row).expect("a game");
            let start = Mnk::new(variant);
            for round in 0..400 {
                let Some(mut game) = random_position(&start, 4 + round % 6, &mut seed) else {
                    continue;
                };
                let (mover, other) = (game.side(), !game.side());
                if erdos_selfridge_draw(&game, other) {
                    held += 1;
                    assert!(!can_win(&mut game, other), "{}", game.write());
                }
                if erdos_selfridge_draw_on_move(&game, mover) {
                    held_off += 1;
                    assert!(!can_win(&mut game, mover), "{}", game.write());
                } else {
                    free += u32::from(can_win(&mut game, mover));
                }
            }
        }
        assert!(
            held > 200 && held_off > 200 && free > 200,
            "{held} {held_off} {free}"
        );
    }
}
