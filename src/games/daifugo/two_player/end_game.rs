//! The last two players under all rules, with open hands, for the general search.
//!
//! There are two results, and quicker wins are worth no more. A hand of eleven cards can be played in many winning
//! orders; finding the quickest would cost far more than winning.

use super::super::cards::Meld;
use super::super::party::only;
use super::end::{EndMove, LOST, TwoPlayerEnd, WON};
use super::end_policy::EndPolicy;
use crate::game::{Game, PackedMove, Side, splitmix64};
use crate::search::{
    Draft, LastIteration, Score, SearchBudget, Searchable, Stopped, Window, Worker,
};

impl Game for TwoPlayerEnd {
    type Move = EndMove;

    const ALTERNATES: bool = false;
    const PACKED_LIMIT: usize = 2 + Meld::CODES as usize;

    fn side(&self) -> Side {
        if self.party.now.turn == self.players[0] {
            Side::First
        } else {
            Side::Second
        }
    }

    fn moves(&self, mut each: impl FnMut(EndMove)) {
        self.party.moves(|meld| each(self.step(meld)));
    }

    fn make(&mut self, mv: &EndMove) {
        self.party.play(mv.meld);
    }

    fn unmake(&mut self, mv: &EndMove) {
        self.party.take_back(mv.meld, mv.before);
    }

    /// The hash of the hands, the table, and all other state that the legal moves depend on, seen from the player to
    /// move.
    fn hash(&self) -> u64 {
        let now = &self.party.now;
        let side = self.side();
        let [mine, theirs] = [side, !side].map(|side| self.party.hand(self.player(side)).bits());
        let table = now.table.map_or(0, |meld| u64::from(meld.code()) + 1);
        let owned = u64::from(now.table.is_some() && now.owner == now.turn);
        // Of two players, only the one not to move may have passed.
        let passed = u64::from(now.passed & now.alive != 0);
        let flags = [now.locked, now.revolution, now.back].map(u64::from);
        let flags = flags
            .iter()
            .fold(owned << 1 | passed, |all, flag| all << 1 | flag);
        // The owner of the table leads next; if the owner is out, the next player by the seats.
        let owner_is_out = only(now.owner) & now.alive == 0;
        let heir = now.table.is_some() && owner_is_out;
        let heir = u64::from(heir && self.party.next(now.owner, now.alive) == now.turn);
        let rest = table << 16 | flags << 8 | heir;
        splitmix64(
            mine ^ splitmix64(
                theirs ^ splitmix64(rest | u64::from(self.party.rules.number()) << 48),
            ),
        )
    }

    /// The turn goes to the loser when the opponent has finished.
    fn terminal_score(&self, _ply: u16) -> Option<Score> {
        self.party.is_over().then_some(LOST)
    }

    fn evaluate(&self) -> Score {
        self.guess()
    }

    fn pack(mv: &EndMove) -> PackedMove {
        PackedMove(mv.meld.map_or(1, |meld| 2 + meld.code()))
    }

    /// Passes cost no depth, every play takes a card, and the loser keeps one.
    fn max_plies_left(&self) -> u16 {
        let held = self
            .players
            .map(|player| u16::from(self.party.held(player)));
        (held[0] + held[1]).saturating_sub(1)
    }

    fn cost(mv: &EndMove) -> i8 {
        i8::from(mv.meld.is_some())
    }

    /// An iteration of one ply, so that there is a move; then the whole game.
    fn next_iteration(&self, last: Option<LastIteration>, _budget: &SearchBudget) -> Option<Draft> {
        let whole = i8::try_from(self.max_plies_left()).unwrap_or(Draft::MAX_DEPTH);
        let whole = whole.min(Draft::MAX_DEPTH);
        let done = last.map_or(0, |last| last.draft.depth);
        let next = if done == 0 { 1.min(whole) } else { whole };
        (next > done).then(|| Draft::exact(next))
    }

    /// Only certain results have the scores of a win or a loss.
    fn is_proven(&self, _draft: Draft, score: Score) -> bool {
        score == WON || score == LOST
    }
}

impl Searchable for TwoPlayerEnd {
    type WorkerData = ();
    type Mode = ();

    fn search_root(
        worker: &mut Worker<'_, Self>,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        worker.root::<EndPolicy>(draft, window)
    }
}
