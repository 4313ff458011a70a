//! The last two players under all rules, with open hands: solved by the one search.
//!
//! There are two results, and quicker wins are worth no more: a hand of eleven cards can be played
//! in many orders that win alike, and to tell the quickest would cost far more than to win.

mod policy;
mod spoken;

use super::meld::Meld;
use super::party::{Party, Situation, only};
use crate::game::{Game, Packed, Side, mix};
use crate::search::{Draft, Means, Score, Search, Stopped, Window};

use policy::LastTwo;

/// Two players who see each other's cards; others may have finished before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duel {
    pub(super) party: Party,
    /// Who [`Side::First`] and [`Side::Second`] are.
    players: [u8; 2],
}

/// A meld or a pass, and what it takes to take it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The cards played; `None` is a pass.
    pub meld: Option<Meld>,
    before: Situation,
}

/// The score of a win.
const WON: Score = Score(100);
/// The score of a loss.
const LOST: Score = Score(-100);

impl Duel {
    /// The rest of this game; `None` if it is not one of two players with open hands.
    ///
    /// A game that is over is one between the last two who were in it.
    #[must_use]
    pub fn of(party: &Party) -> Option<Self> {
        if party.has_hidden_hands() || party.now.exchange > 0 {
            return None;
        }
        let pair = match (party.alive(), party.places()) {
            (2, _) => party.now.alive,
            (1, [.., one, two]) => only(*one) | only(*two),
            _ => return None,
        };
        let mut players = (0..party.players()).filter(|&player| pair & only(player) != 0);
        let players = [players.next()?, players.next()?];
        Some(Self {
            party: *party,
            players,
        })
    }

    /// The game among all its players.
    #[must_use]
    pub const fn party(&self) -> &Party {
        &self.party
    }

    /// The player who is [`Side::First`] or [`Side::Second`].
    #[must_use]
    pub const fn player(&self, side: Side) -> u8 {
        self.players[side.index()]
    }

    fn step(&self, meld: Option<Meld>) -> Step {
        Step {
            meld,
            before: self.party.now,
        }
    }
}

impl Game for Duel {
    type Move = Step;
    type Scratch = ();

    const ALTERNATES: bool = false;
    const CODES: usize = 2 + Meld::CODES as usize;

    fn side(&self) -> Side {
        if self.party.now.turn == self.players[0] {
            Side::First
        } else {
            Side::Second
        }
    }

    fn moves(&self, mut each: impl FnMut(Step)) {
        self.party.moves(|meld| each(self.step(meld)));
    }

    fn make(&mut self, mv: &Step) {
        self.party.play(mv.meld);
    }

    fn unmake(&mut self, mv: &Step) {
        self.party.take_back(mv.meld, mv.before);
    }

    /// Hands, table, and everything else that tells what may be played, seen from the player to move.
    fn hash(&self) -> u64 {
        let now = &self.party.now;
        let side = self.side();
        let [mine, theirs] = [side, !side].map(|side| self.party.hand(self.player(side)).bits());
        let table = now.table.map_or(0, |meld| u64::from(meld.code()) + 1);
        let owned = u64::from(now.table.is_some() && now.owner == now.turn);
        // Of two players only the one who is not to move may have passed.
        let passed = u64::from(now.passed & now.alive != 0);
        let flags = [now.locked, now.revolution, now.back].map(u64::from);
        let flags = flags
            .iter()
            .fold(owned << 1 | passed, |all, flag| all << 1 | flag);
        // Who owns the table leads next; if he is out, the seats say who does.
        let owner_is_out = only(now.owner) & now.alive == 0;
        let heir = now.table.is_some() && owner_is_out;
        let heir = u64::from(heir && self.party.next(now.owner, now.alive) == now.turn);
        let rest = table << 16 | flags << 8 | heir;
        mix(mine ^ mix(theirs ^ mix(rest | u64::from(self.party.rules.number()) << 48)))
    }

    /// The turn goes to the loser when the other one has finished.
    fn outcome(&self, _ply: u16) -> Option<Score> {
        self.party.is_over().then_some(LOST)
    }

    fn evaluate(&self) -> Score {
        self.guess()
    }

    fn pack(mv: &Step) -> Packed {
        Packed(mv.meld.map_or(1, |meld| 2 + meld.code()))
    }

    /// Passes cost no depth, every play takes a card, and the loser keeps one.
    fn horizon(&self) -> u16 {
        let held = self
            .players
            .map(|player| u16::from(self.party.held(player)));
        (held[0] + held[1]).saturating_sub(1)
    }

    fn cost(mv: &Step) -> i8 {
        i8::from(mv.meld.is_some())
    }

    /// A look ahead, so that there is a move; then the whole game.
    fn next_draft(&self, last: Option<Draft>, _means: &Means) -> Option<Draft> {
        let whole = i8::try_from(self.horizon()).unwrap_or(Draft::DEEPEST);
        let whole = whole.min(Draft::DEEPEST);
        let done = last.map_or(0, |draft| draft.depth);
        let next = if done == 0 { 1.min(whole) } else { whole };
        (next > done).then(|| Draft::exact(next))
    }

    /// Only what is certain is called a win or a loss.
    fn is_proven(&self, _draft: Draft, score: Score) -> bool {
        score == WON || score == LOST
    }

    fn search_root(
        search: &mut Search<'_, Self>,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        search.root::<LastTwo>(draft, window)
    }
}
