//! The search policy of Daifugo: to the end of the game, with bounds that need no search.

use super::super::cards::Rank;
use super::super::rules::{Daifugo, Move};
use super::win_check::WinCheck;
use crate::game::{Game, PackedMove};
use crate::search::{Draft, NodeContext, NodeType, Policy, Score, Stopped, Window, Worker};

/// The policy of games of two open hands.
pub struct OpenHands;

impl Policy<Daifugo> for OpenHands {
    /// Depth counts down from the longest possible game, twice as long as most games: nodes with less depth left are
    /// small.
    const MIN_SPLIT: i8 = 24;

    /// A player who has the lead and cannot be answered wins, in exactly the plies that this takes. No win takes fewer
    /// plies than one without answers.
    #[inline]
    fn static_result<N: NodeType>(
        search: &mut Worker<'_, Daifugo>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let (game, ply) = (&search.game, search.ply());
        // The root must return a move.
        if ply == 0 {
            return Ok(None);
        }
        let (mine, theirs) = game.mine_and_theirs();
        let prospect = WinCheck::of(game.rules(), mine, theirs);
        let best = Score::win(ply + prospect.quickest());
        if window.fails_low(best) {
            return Ok(Some(best));
        }
        let worst = Score::loss(ply + 1 + WinCheck::of(game.rules(), theirs, mine).quickest());
        if window.fails_high(worst) {
            return Ok(Some(worst));
        }
        if prospect.wins_unanswered() && game.can_take_the_lead() {
            // On the PV, with enough depth, the moves are played out so that the line is complete.
            let depth = u16::try_from(draft.depth).unwrap_or(0);
            if !N::PV || depth < prospect.quickest() {
                return Ok(Some(best));
            }
        }
        Ok((draft.depth <= 0).then(|| game.evaluate()))
    }

    /// Drops moves that are no better than another one; scores the rest.
    #[inline]
    fn order_moves<N: NodeType>(
        search: &mut Worker<'_, Daifugo>,
        node: NodeContext,
    ) -> Result<Option<(Score, PackedMove)>, Stopped> {
        let below_root = search.ply() > 0;
        let Worker { game, stack, .. } = search;
        // At the root all moves are kept, since the search may be restricted to some of them.
        if below_root {
            game.drop_needless(stack, node.start);
        }
        let Window { beta, .. } = node.window;
        let only_delays = beta.is_decided() && beta < Score::DRAW;
        for scored in &mut stack[node.start..] {
            scored.score = if Daifugo::pack(&scored.mv) == node.tt_move2 {
                i32::MAX
            } else if only_delays {
                game.delay(&scored.mv)
            } else {
                game.promise(&scored.mv)
            };
        }
        Ok(None)
    }
}

impl Daifugo {
    /// The score of a move by the balance after it. Among equals, many weak cards go first, ranks are kept whole, and a
    /// pass comes last.
    ///
    /// The weights were found by counting nodes over sixty deals of eleven cards each.
    #[inline]
    fn promise(&mut self, mv: &Move) -> i32 {
        const BALANCE: i32 = 6;
        const CARD: i32 = 8;
        const WHOLE: i32 = 16;
        const PASS: i32 = -20;
        let mover = self.side;
        let shape = mv.played.map_or(PASS, |play| {
            let whole = self.hand(mover) & play.rank().cards() == play.cards();
            CARD * i32::from(play.count()) - i32::from(play.rank().number())
                + if whole { WHOLE } else { 0 }
        });
        self.play(mv);
        let value = if self.side == mover {
            self.balance()
        } else {
            -self.balance()
        };
        self.take_back(mv);
        BALANCE * value + shape
    }

    /// The score of a move when only the length of a lost game matters. Moves that clear the table go first, then the
    /// strongest, a pass last.
    #[inline]
    fn delay(&self, mv: &Move) -> i32 {
        mv.played.map_or(-1, |play| {
            if self.rules.cutting().meets(play.cards()) {
                i32::from(Rank::COUNT)
            } else {
                i32::from(play.rank().number())
            }
        })
    }
}
