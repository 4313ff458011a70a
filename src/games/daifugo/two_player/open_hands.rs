//! The game of two players with open hands, for the general search.

use super::super::cards::Rank;
use super::super::rules::{Daifugo, Move};
use super::open_hands_policy::OpenHands;
use crate::game::{Game, PackedMove, Side};
use crate::search::{
    Draft, LastIteration, Score, SearchBudget, Searchable, Stopped, Window, Worker,
};

/// The code of a pass; plays follow it, sixteen to a rank.
const PASS: u16 = 1;

impl Game for Daifugo {
    type Move = Move;

    const ALTERNATES: bool = false;
    const PACKED_LIMIT: usize = PASS as usize + 1 + 16 * Rank::COUNT as usize;

    fn side(&self) -> Side {
        self.side
    }

    fn moves(&self, each: impl FnMut(Move)) {
        self.each_move(each);
    }

    fn make(&mut self, mv: &Move) {
        self.play(mv);
    }

    fn unmake(&mut self, mv: &Move) {
        self.take_back(mv);
    }

    fn hash(&self) -> u64 {
        self.key()
    }

    /// The turn never goes to an empty hand, so only the other hand is checked.
    fn terminal_score(&self, ply: u16) -> Option<Score> {
        self.hand(!self.side).is_empty().then(|| Score::loss(ply))
    }

    /// The expected result in hundredths of a win, by the balance of the hands. Measured on 32,631 positions of 5 to 10
    /// cards a hand. With a balance of 1, 3 and 5 the player to move won 80, 98 and 99.9 % of the games. With the
    /// same negative balance, this player lost the same percentage.
    fn evaluate(&self) -> Score {
        const EXPECTED: [i16; 4] = [61, 96, 99, 100];
        let balance = self.balance();
        let size = balance.unsigned_abs() as usize / 2;
        let expected = EXPECTED[size.min(EXPECTED.len() - 1)];
        Score(if balance > 0 { expected } else { -expected })
    }

    /// Without suits: groups of one rank and size lead to the same game.
    fn pack(mv: &Move) -> PackedMove {
        PackedMove(mv.played.map_or(PASS, |play| {
            let suits = (1 << play.count()) - 1;
            PASS + 16 * u16::from(play.rank().number()) + suits
        }))
    }

    /// Every play takes a card, the loser keeps one, and a pass needs a play before it.
    fn max_plies_left(&self) -> u16 {
        let cards = u16::from(self.hands[0].len()) + u16::from(self.hands[1].len());
        (2 * cards).saturating_sub(3) + u16::from(self.table.is_some())
    }

    /// A shallow iteration, then the whole game at once. The search first determines only the winner (no score lies
    /// between a win and a loss), which takes few nodes. Large hands, for which this may take minutes, get a few deeper
    /// iterations before.
    fn next_iteration(&self, last: Option<LastIteration>, _budget: &SearchBudget) -> Option<Draft> {
        const DEPTHS: [i8; 4] = [1, 4, 8, 12];
        /// Longest game, in plies, that is searched as a whole after the first two depths.
        const SOON: u16 = 48;
        let whole = i8::try_from(self.max_plies_left()).unwrap_or(Draft::MAX_DEPTH);
        let whole = whole.min(Draft::MAX_DEPTH);
        let depths = if self.max_plies_left() <= SOON {
            2
        } else {
            DEPTHS.len()
        };
        let done = last.map_or(0, |last| last.draft.depth);
        let next = DEPTHS[..depths].iter().copied().find(|&depth| depth > done);
        let next = next.unwrap_or(whole).min(whole);
        (next > done).then(|| Draft::exact(next))
    }

    /// A win by hands that are never answered may be found before quicker ones are ruled out. Its length is certain
    /// once the search has gone as deep.
    fn is_proven(&self, draft: Draft, score: Score) -> bool {
        let depth = u16::try_from(draft.depth).unwrap_or(0);
        let seen_to_the_end = score.plies_to_end().is_some_and(|plies| plies <= depth);
        seen_to_the_end || (depth >= self.max_plies_left() && draft.is_exact())
    }
}

impl Searchable for Daifugo {
    type WorkerData = ();
    type Mode = ();

    fn search_root(
        worker: &mut Worker<'_, Self>,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        worker.root::<OpenHands>(draft, window)
    }
}
