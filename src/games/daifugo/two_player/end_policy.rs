//! The search of the last two players: unanswered wins first, then moves that keep the lead.

use super::super::cards::{Card, Kind};
use super::end::{EndMove, LOST, TwoPlayerEnd, WON};
use super::group_win_check::GroupWinCheck;
use crate::game::{Game, PackedMove};
use crate::search::{Draft, NodeContext, NodeType, Policy, Score, Stopped, Window, Worker};

/// The search policy of the last two players.
pub(super) struct EndPolicy;

impl Policy<TwoPlayerEnd> for EndPolicy {
    const MIN_SPLIT: i8 = 10;

    /// A win is the best and a loss the worst score; a leader who cannot be answered wins.
    #[inline]
    fn static_result<N: NodeType>(
        search: &mut Worker<'_, TwoPlayerEnd>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        // The root must return a move.
        if search.ply() == 0 {
            return Ok(None);
        }
        if window.fails_low(WON) {
            return Ok(Some(WON));
        }
        if window.fails_high(LOST) {
            return Ok(Some(LOST));
        }
        let game = &search.game;
        if game.is_never_answered() {
            return Ok(Some(WON));
        }
        Ok((draft.depth <= 0).then(|| game.guess()))
    }

    #[inline]
    fn order_moves<N: NodeType>(
        search: &mut Worker<'_, TwoPlayerEnd>,
        node: NodeContext,
    ) -> Result<Option<(Score, PackedMove)>, Stopped> {
        let Worker { game, stack, .. } = search;
        for scored in &mut stack[node.start..] {
            scored.score = if TwoPlayerEnd::pack(&scored.mv) == node.tt_move2 {
                i32::MAX
            } else {
                game.promise(&scored.mv)
            };
        }
        Ok(None)
    }
}

impl TwoPlayerEnd {
    /// The static evaluation: fewer ranks to play, and fewer that can be answered, are better.
    pub(super) fn guess(&self) -> Score {
        const RANK: i32 = 6;
        const ANSWERED: i32 = 9;
        const LEAD: i32 = 8;
        let party = &self.party;
        let side = self.side();
        let [mine, theirs] = [side, !side].map(|side| party.hand(self.player(side)));
        let reversed = party.is_reversed();
        let me = GroupWinCheck::of(party.rules, mine, theirs, reversed);
        let them = GroupWinCheck::of(party.rules, theirs, mine, reversed);
        let less = |theirs: u32, mine: u32| theirs.cast_signed() - mine.cast_signed();
        let lead = if party.now.table.is_none() { LEAD } else { 0 };
        let value = RANK * less(them.groups, me.groups)
            + ANSWERED * less(them.answered, me.answered)
            + lead;
        let most = i32::from(WON.0) - 1;
        Score(i16::try_from(value.clamp(-most, most)).unwrap_or(0))
    }

    /// Whether the player to move wins without being answered. This player leads, owns the table of an opponent who is
    /// out, or takes the lead by a meld. Neither that meld nor those after it can be answered.
    fn is_never_answered(&self) -> bool {
        let party = &self.party;
        let side = self.side();
        let [mine, theirs] = [side, !side].map(|side| party.hand(self.player(side)));
        let prospect = GroupWinCheck::of(party.rules, mine, theirs, party.is_reversed());
        if !prospect.wins_unanswered(party.rules) {
            return false;
        }
        let leads = party.now.owner == party.now.turn;
        leads || party.demand().is_some_and(|demand| prospect.takes(&demand))
    }

    /// The score of a move by the static evaluation after it. Long melds of low cards go first, ranks are kept whole, a
    /// joker is kept, and a pass comes last.
    fn promise(&mut self, mv: &EndMove) -> i32 {
        const GUESS: i32 = 2;
        const CARD: i32 = 8;
        const WHOLE: i32 = 10;
        const JOKER: i32 = -30;
        const PASS: i32 = -20;
        let mover = self.side();
        let held = self.party.hand(self.player(mover));
        let shape = mv.meld.map_or(PASS, |meld| {
            let cards = meld.cards();
            let low = i32::from(meld.lowest());
            let low = if self.party.is_reversed() {
                12 - low
            } else {
                low
            };
            let rank = cards.lowest().and_then(Card::rank);
            let whole = meld.kind() == Kind::Group
                && rank.is_some_and(|rank| cards.has(held & rank.cards()));
            let joker = cards.bits() >> 52 != 0;
            CARD * i32::from(meld.count()) - low
                + if whole { WHOLE } else { 0 }
                + if joker { JOKER } else { 0 }
        });
        self.make(mv);
        let guess = i32::from(
            if self.party.is_over() {
                LOST
            } else {
                self.guess()
            }
            .0,
        );
        let guess = if self.side() == mover { guess } else { -guess };
        self.unmake(mv);
        GUESS * guess + shape
    }
}
