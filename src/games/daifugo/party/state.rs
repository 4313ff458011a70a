//! The state of a game among several players.

use super::super::cards::{Cards, Meld};
use super::super::rules::{MAX_PLAYERS, Rules, ToBeat, movegen};
use super::players::{Players, only};

/// All state that a move changes, except the cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicState {
    /// The player to move.
    pub(in super::super) turn: u8,
    /// The meld to be answered; `None` when the player to move leads.
    pub(in super::super) table: Option<Meld>,
    /// The owner of the table's meld; the player to move if there is none.
    pub(in super::super) owner: u8,
    /// The players who have passed since the table was empty.
    pub(in super::super) passed: Players,
    /// The players who still have cards.
    pub(in super::super) alive: Players,
    /// Whether only the suits on the table may be played.
    pub(in super::super) locked: bool,
    /// Whether a revolution reverses the ranks.
    pub(in super::super) revolution: bool,
    /// Whether a jack reverses the ranks until the table is cleared.
    pub(in super::super) back: bool,
    /// Number of cards, 0 to 2, that the player to move still has to give away before the game begins.
    pub(in super::super) exchange: u8,
    /// The receiver of these cards; 0 if there are none.
    pub(in super::super) receiver: u8,
    /// Players in the order in which they finished, then zeros.
    pub(in super::super) places: [u8; MAX_PLAYERS],
    /// Number of players who have finished.
    pub(in super::super) finished: u8,
}

/// A game among two to five players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MultiGame {
    pub(in super::super) rules: Rules,
    /// Number of players, and the order in which they move.
    pub(in super::super) players: u8,
    pub(in super::super) seats: [u8; MAX_PLAYERS],
    /// The cards that are known to be in each hand.
    pub(in super::super) hands: [Cards; MAX_PLAYERS],
    /// The number of unknown cards in each hand: a hand is known or hidden, never both.
    pub(in super::super) hidden: [u8; MAX_PLAYERS],
    /// Unknown cards, among which those of the hidden hands are; where not all cards are dealt, more than those.
    pub(in super::super) unseen: Cards,
    /// Cards already played.
    pub(in super::super) played: Cards,
    pub(in super::super) now: PublicState,
}

impl MultiGame {
    /// A game about to begin with these open hands, player `turn` to lead.
    ///
    /// # Panics
    /// If there are fewer than two hands, more than five, or an empty one.
    #[must_use]
    pub fn new(rules: Rules, dealt: &[Cards], turn: u8) -> Self {
        assert!(
            (2..=MAX_PLAYERS).contains(&dealt.len()) && dealt.iter().all(|hand| !hand.is_empty())
        );
        let mut hands = [Cards::EMPTY; MAX_PLAYERS];
        hands[..dealt.len()].copy_from_slice(dealt);
        #[expect(clippy::cast_possible_truncation, reason = "at most five")]
        let players = dealt.len() as u8;
        Self {
            rules,
            players,
            seats: [0, 1, 2, 3, 4],
            hands,
            hidden: [0; MAX_PLAYERS],
            unseen: Cards::EMPTY,
            played: Cards::EMPTY,
            now: PublicState {
                turn,
                table: None,
                owner: turn,
                passed: 0,
                alive: (1 << players) - 1,
                locked: false,
                revolution: false,
                back: false,
                exchange: 0,
                receiver: 0,
                places: [0; MAX_PLAYERS],
                finished: 0,
            },
        }
    }

    /// The same game with the players moving in this order.
    ///
    /// # Panics
    /// If a player is missing, or named twice.
    #[must_use]
    pub fn seated(mut self, order: &[u8]) -> Self {
        let all = order.iter().fold(0, |all, &player| all | only(player));
        assert!(order.len() == usize::from(self.players) && all == self.everybody());
        self.seats[..order.len()].copy_from_slice(order);
        self
    }

    /// The set of all players.
    pub(in super::super) const fn everybody(&self) -> Players {
        (1 << self.players) - 1
    }

    /// Number of players, 2 to 5.
    #[must_use]
    pub const fn players(&self) -> u8 {
        self.players
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.now.turn
    }

    /// The meld to be answered; `None` when the player to move leads.
    #[must_use]
    pub const fn table(&self) -> Option<Meld> {
        self.now.table
    }

    /// The player who laid the meld on the table; the player to move if there is none.
    #[must_use]
    pub const fn owner(&self) -> u8 {
        self.now.owner
    }

    /// Whether only the suits on the table may be played.
    #[must_use]
    pub const fn is_locked(&self) -> bool {
        self.now.locked
    }

    /// Whether this player has passed since the table was empty.
    #[must_use]
    pub const fn has_passed(&self, player: u8) -> bool {
        self.now.passed & (1 << player) != 0
    }

    /// The cards that are known to be in this hand; none if it is hidden.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub const fn hand(&self, player: u8) -> Cards {
        self.hands[player as usize]
    }

    /// Number of cards of this player, known or not.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub const fn held(&self, player: u8) -> u8 {
        self.hands[player as usize].len() + self.hidden[player as usize]
    }

    /// Whether this player's cards are unknown.
    #[must_use]
    pub(in super::super) const fn is_hidden(&self, player: u8) -> bool {
        self.hidden[player as usize] != 0
    }

    /// Whether any hand is hidden.
    #[must_use]
    pub fn has_hidden_hands(&self) -> bool {
        self.hidden != [0; MAX_PLAYERS]
    }

    /// Number of unknown cards that are in no hand.
    pub(super) fn undealt(&self) -> u8 {
        self.unseen.len() - self.hidden.iter().sum::<u8>()
    }

    /// Number of players who still have cards.
    #[must_use]
    pub const fn alive(&self) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "at most five")]
        let alive = self.now.alive.count_ones() as u8;
        alive
    }

    /// Whether the game is over: at most one player still has cards.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.alive() <= 1
    }

    /// The players who have finished, first to last; all players when the game is over.
    #[must_use]
    pub fn places(&self) -> &[u8] {
        &self.now.places[..usize::from(self.now.finished)]
    }

    /// The players in the order in which they move.
    pub(in super::super) fn seats(&self) -> &[u8] {
        &self.seats[..usize::from(self.players)]
    }

    /// The next player after `player` in the set `among`, which is not empty; the same player if alone in it.
    #[inline]
    pub(in super::super) fn next(&self, player: u8, among: Players) -> u8 {
        let seats = self.seats();
        let here = seats.iter().position(|&seat| seat == player).unwrap_or(0);
        let order = seats[here + 1..].iter().chain(&seats[..=here]);
        let mut next = order.copied().filter(|&seat| among & only(seat) != 0);
        next.next().unwrap_or(player)
    }

    /// Whether this is a game of [`Daifugo`](super::super::Daifugo): two open hands, and no rules but groups and eights.
    pub(in super::super) fn is_simple(&self) -> bool {
        let open = !self.has_hidden_hands() && self.now.exchange == 0;
        self.players() == 2 && open && self.rules().is_simple()
    }

    /// An upper bound of the remaining moves of one player.
    pub(in super::super) fn plies(&self) -> u16 {
        let held = (0..self.players()).map(|player| u16::from(self.held(player)));
        2 * held.max().unwrap_or(0)
    }

    /// Whether low ranks are strong.
    #[must_use]
    pub const fn is_reversed(&self) -> bool {
        self.now.revolution ^ self.now.back
    }

    /// The requirements on an answer; `None` when the player to move leads.
    pub(in super::super) fn demand(&self) -> Option<ToBeat> {
        Some(ToBeat {
            table: self.now.table?,
            locked: self.now.locked,
            reversed: self.is_reversed(),
        })
    }

    /// Calls `each` with every legal meld, and then with `None` for a pass.
    ///
    /// From a hidden hand any card of the pool may be played; a joker then stands only for cards outside of the pool, though
    /// [`MultiGame::check`] accepts others, too. To be called only while the game is on and no card has to
    /// be given away.
    #[inline]
    pub fn moves(&self, mut each: impl FnMut(Option<Meld>)) {
        let turn = self.now.turn;
        if self.is_hidden(turn) {
            let count = self.held(turn);
            self.listed(self.unseen, |meld| {
                if meld.is_none_or(|meld| meld.count() <= count) {
                    each(meld);
                }
            });
        } else {
            self.listed(self.hand(turn), each);
        }
    }

    /// The legal moves if the player to move held `hand`.
    pub(super) fn listed(&self, hand: Cards, mut each: impl FnMut(Option<Meld>)) {
        match self.demand() {
            None => movegen::leads(self.rules, hand, |meld| each(Some(meld))),
            Some(demand) => {
                movegen::answers(self.rules, hand, &demand, |meld| each(Some(meld)));
                each(None);
            }
        }
    }
}
