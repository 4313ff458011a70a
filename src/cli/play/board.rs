//! The current game, with the moves that can be taken back.

use std::sync::Arc;

use kaeshi::engine::{Engine, GoLimits, SearchResult, Settings};
use kaeshi::game::{InputError, Outcome, SetupError};
use kaeshi::games::daifugo::{Cards, Gift, MultiGame};
use kaeshi::search::{Level, TranspositionTable};
use kaeshi::shell::{BookChoice, OpeningBook};

use super::cards::{Hands, payments};
use crate::cli::deal::Deal;

/// How games write a pass.
const PASSES: [&str; 5] = ["0000", "pass", "p", "ps", "pa"];

/// Number of discs that a move of the opening book may lose, so that games differ.
const VARIETY: u8 = 1;

/// A position, the moves that led to it, and the engine.
pub(super) struct Board {
    engine: Box<dyn Engine>,
    /// The position at the start of the game; `None` for the starting position.
    setup: Option<String>,
    moves: Vec<Played>,
    settings: Settings,
    /// The opening book that the engine plays from.
    book: Option<OpeningBook>,
    /// The hands and their visibility, in a game of cards.
    hands: Option<Hands>,
    deal: Option<Deal>,
    /// The number of the current deal, from 0.
    number: u64,
}

/// A move that was played.
struct Played {
    name: String,
    /// Whether a person chose the move.
    by_choice: bool,
}

impl Board {
    /// A game that starts with the current position of `engine`, which `setup` describes.
    pub(super) fn new(engine: Box<dyn Engine>, setup: Option<String>, settings: Settings) -> Self {
        Self {
            engine,
            setup,
            moves: Vec::new(),
            settings,
            book: None,
            hands: None,
            deal: None,
            number: 0,
        }
    }

    /// The same game, with an opening book.
    pub(super) fn with_book(self, book: Option<OpeningBook>) -> Self {
        Self { book, ..self }
    }

    /// A game of cards, from the position `setup`, or else from the first deal of `deal`.
    ///
    /// # Errors
    /// If a hand is unknown, or there is no memory for a table of `megabytes` MiB.
    pub(super) fn with_cards(
        setup: Option<&str>,
        deal: Option<Deal>,
        open: bool,
        megabytes: usize,
        settings: Settings,
    ) -> Result<Self, InputError> {
        let table = Arc::new(TranspositionTable::new(megabytes).map_err(InputError::new)?);
        let start = match (setup, &deal) {
            (None, Some(deal)) => deal.number(0),
            (text, _) => MultiGame::read(text.unwrap_or_default())?,
        };
        if start.has_hidden_hands() {
            return Err(InputError::new(
                "--position: hands are hidden (?), but a game needs the cards of all players",
            ));
        }
        let hands = Hands {
            open,
            start,
            returns: Vec::new(),
            table,
        };
        let mut board = Self::new(hands.engine(&[])?, None, settings);
        board.hands = Some(hands);
        board.deal = deal;
        Ok(board)
    }

    /// How many players there are.
    pub(super) fn players(&self) -> usize {
        let players = |hands: &Hands| usize::from(hands.start.players());
        self.hands.as_ref().map_or(2, players)
    }

    /// Plays a move that a person chose (`by_choice`), or the engine or the rules.
    pub(super) fn play(&mut self, name: &str, by_choice: bool) -> Result<(), InputError> {
        match &self.hands {
            Some(hands) => {
                let moves: Vec<_> = self.names().chain([name]).collect();
                self.engine = hands.engine(&moves)?;
            }
            None => self.engine.play(&[name])?,
        }
        let name = name.to_owned();
        self.moves.push(Played { name, by_choice });
        Ok(())
    }

    /// Takes back the last move chosen by a person and all later ones; false if there is none.
    pub(super) fn undo(&mut self) -> Result<bool, SetupError> {
        match self.moves.iter().rposition(|mv| mv.by_choice) {
            Some(count) => self.rewind(count).map(|()| true),
            None => Ok(false),
        }
    }

    /// Takes back all moves but the first `count`.
    fn rewind(&mut self, count: usize) -> Result<(), SetupError> {
        let left: Vec<_> = self.moves[..count].iter().map(|mv| &*mv.name).collect();
        match &self.hands {
            Some(hands) => self.engine = hands.engine(&left)?,
            None => self.engine.set_up(self.setup.as_deref(), &left)?,
        }
        self.moves.truncate(count);
        Ok(())
    }

    /// Starts a new game from the same position, or with newly dealt cards. `places` are those of the last game of a
    /// series, by which cards may be exchanged first. Returns the cards that its losers have paid.
    pub(super) fn begin_again(
        &mut self,
        places: Option<&[usize]>,
    ) -> Result<Vec<(Gift, Cards)>, SetupError> {
        let mut paid = Vec::new();
        if let (Some(hands), Some(deal)) = (&mut self.hands, &self.deal) {
            self.number += 1;
            let payments = places.map_or_else(Vec::new, |places| payments(deal.rules(), places));
            paid = hands.begin(deal.number(self.number), &payments);
        }
        self.rewind(0)?;
        Ok(paid)
    }

    /// The gift that the player to move has to choose before the game begins.
    pub(super) fn requested_gift(&self) -> Option<Gift> {
        self.party()?.requested()
    }

    /// The seed of the current deal; `None` if the cards were not dealt.
    pub(super) fn seed(&self) -> Option<u64> {
        Some(self.deal?.seed(self.number))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().map(|mv| &*mv.name)
    }

    /// Plays from the opening book, or searches at the level of the game.
    pub(super) fn choose_move(&mut self, limits: &GoLimits) -> Result<SearchResult, InputError> {
        if let Some(book) = &self.book {
            let choice = BookChoice {
                variety: VARIETY,
                depth: 60,
                seed: self.settings.seed,
            };
            let answer = book.answer(&*self.engine, choice);
            if let Some(result) = answer.map_err(InputError::new)? {
                return Ok(result);
            }
        }
        self.choose(limits, self.settings)
    }

    /// Searches at full strength.
    pub(super) fn advise(&mut self, limits: &GoLimits) -> Result<SearchResult, InputError> {
        let settings = Settings {
            level: Level::FULL,
            ..self.settings
        };
        self.choose(limits, settings)
    }

    fn choose(
        &mut self,
        limits: &GoLimits,
        settings: Settings,
    ) -> Result<SearchResult, InputError> {
        match &self.hands {
            Some(hands) if !hands.open => hands.choose_move(self.names(), limits, settings),
            _ => self.engine.choose(limits, settings),
        }
    }

    /// Whether each player sees only their own cards.
    pub(super) fn is_hidden(&self) -> bool {
        self.hands.as_ref().is_some_and(|hands| !hands.open)
    }

    /// The name of the pass, if it is the only legal move.
    pub(super) fn forced_pass(&self) -> Option<String> {
        let mut moves = self.engine.moves();
        let only = moves.pop().filter(|_| moves.is_empty())?;
        PASSES.contains(&only.as_str()).then_some(only)
    }

    /// Whether players have hands of cards.
    pub(super) fn has_cards(&self) -> bool {
        self.hands.is_some()
    }

    /// Whether `word` cannot be a move. A move is a pass or, depending on the game, a square or cards.
    pub(super) fn is_unknown(&self, word: &str) -> bool {
        let is_square = || {
            let number = word.strip_prefix(|sign: char| sign.is_ascii_alphabetic());
            number.is_some_and(|number| {
                !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        let is_pass = || PASSES.contains(&&*word.to_ascii_lowercase());
        let is_play = || word.contains(['-', ':']) || word.eq_ignore_ascii_case("jk");
        let is_move = if self.has_cards() {
            is_play()
        } else {
            is_square()
        };
        !is_move && !is_pass()
    }

    /// The number of the player to move, from 0.
    pub(super) fn turn(&self) -> usize {
        match self.party() {
            Some(party) => party.turn().into(),
            None => self.engine.side().index(),
        }
    }

    /// The current state of the game of cards.
    fn party(&self) -> Option<MultiGame> {
        let (party, _) = self.hands.as_ref()?.after(self.names()).ok()?;
        Some(party)
    }

    /// The players in the order in which they finished, in a game of cards that is over.
    pub(super) fn places(&self) -> Option<Vec<usize>> {
        let party = self.party().filter(MultiGame::is_over)?;
        Some(party.places().iter().map(|&player| player.into()).collect())
    }

    /// The places if `player`, whose turn it is, gives up a game of cards: that player is last. The others who still
    /// have cards come in by their number, fewest first; of equal numbers, those next after `player` first.
    pub(super) fn places_without(&self, player: usize) -> Option<Vec<usize>> {
        let party = self.party()?;
        let mut places: Vec<usize> = party.places().iter().map(|&player| player.into()).collect();
        let held = |player: usize| u8::try_from(player).map_or(0, |player| party.held(player));
        let others = (1..self.players()).map(|step| (player + step) % self.players());
        let mut others: Vec<_> = others.filter(|other| !places.contains(other)).collect();
        others.sort_by_key(|&other| held(other));
        places.extend(others);
        places.push(player);
        Some(places)
    }

    pub(super) fn result(&self) -> Option<Outcome> {
        self.engine.result()
    }

    /// The names of the legal moves.
    pub(super) fn legal(&self) -> Vec<String> {
        self.engine.moves()
    }

    /// The position on one line; `None` while cards are hidden.
    pub(super) fn write(&self) -> Option<String> {
        let hidden = self.is_hidden() && self.engine.result().is_none();
        (!hidden).then(|| self.engine.write())
    }

    /// The position as visible to the players with `true` in `people`.
    pub(super) fn draw(&self, people: &[bool]) -> String {
        let drawn = self
            .hands
            .as_ref()
            .map(|hands| hands.draw(self.names(), people));
        match drawn {
            Some(Ok(text)) => text,
            _ => self.engine.draw(),
        }
    }
}
