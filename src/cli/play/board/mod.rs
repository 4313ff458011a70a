//! The current game, with the moves that can be taken back.

mod history;
mod searching;

use std::sync::Arc;
use std::time::Duration;

use kaeshi::engine::{Engine, Settings};
use kaeshi::game::{Grid, InputError, Outcome, Side};
use kaeshi::games::daifugo::{Gift, MultiGame};
use kaeshi::games::othello::book::Book;
use kaeshi::search::TranspositionTable;
use kaeshi::shell::OpeningBook;

use super::cards::Hands;
use super::evaluation::Eval;
use crate::cli::deal::Deal;
use crate::cli::position::Opened;

/// How games write a pass.
const PASSES: [&str; 5] = ["0000", "pass", "p", "ps", "pa"];

/// A position, the moves that led to it, and the engine.
pub(in crate::cli::play) struct Board {
    engine: Box<dyn Engine>,
    /// The engine of the running or last search, at the position that it searches.
    thinker: Option<Box<dyn Engine>>,
    /// The name of the game, by which another engine is opened.
    game: String,
    table: Arc<TranspositionTable>,
    /// The position at the start of the game; `None` for the starting position.
    setup: Option<String>,
    moves: Vec<Played>,
    /// The moves that were taken back, the next one last.
    future: Vec<Played>,
    pub(in crate::cli::play) settings: Settings,
    /// The opening book that the engine plays from.
    book: Option<OpeningBook>,
    /// The opening book of analyses.
    review_book: Option<Arc<Book>>,
    /// The hands and their visibility, in a game of cards.
    hands: Option<Hands>,
    deal: Option<Deal>,
    /// The number of the current deal, from 0.
    number: u64,
}

/// A move that was played.
#[derive(Debug, Clone)]
pub(in crate::cli::play) struct Played {
    pub(in crate::cli::play) name: String,
    /// The number of its player, from 0.
    pub(in crate::cli::play) player: usize,
    /// Whether a person chose the move.
    pub(in crate::cli::play) by_choice: bool,
    /// The time that it took.
    pub(in crate::cli::play) time: Option<Duration>,
    /// The value of the position before the move.
    pub(in crate::cli::play) eval: Option<Eval>,
    /// What an analysis of the game says about the move.
    pub(in crate::cli::play) review: Option<Reviewed>,
}

impl Played {
    /// The value of the position after the move if an analysis has one, or else what the engine said before it.
    pub(in crate::cli::play) fn value_for_files(&self) -> Option<Eval> {
        let review = self.review.as_ref();
        review.and_then(|review| review.after).or(self.eval)
    }
}

/// What an analysis of the game says about a move.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::cli::play) struct Reviewed {
    /// The value of the position after the move for the first player, if it is known.
    pub(in crate::cli::play) after: Option<Eval>,
    /// How grave the move is, as annotators write it: `?!`, `?`, `??`, or nothing.
    pub(in crate::cli::play) mark: &'static str,
    /// What a move with a mark lost, in words.
    pub(in crate::cli::play) lost: String,
    /// The better move, if another one was played.
    pub(in crate::cli::play) better: Option<String>,
}

impl Board {
    /// A game that starts with the current position of `opened`, which `setup` describes. `game` is the name of the game.
    pub(in crate::cli::play) fn new(
        opened: Opened,
        game: &str,
        setup: Option<String>,
        settings: Settings,
    ) -> Self {
        Self::at(opened.engine, opened.table, game, setup, settings)
    }

    fn at(
        engine: Box<dyn Engine>,
        table: Arc<TranspositionTable>,
        game: &str,
        setup: Option<String>,
        settings: Settings,
    ) -> Self {
        Self {
            engine,
            thinker: None,
            game: game.to_owned(),
            table,
            setup,
            moves: Vec::new(),
            future: Vec::new(),
            settings,
            book: None,
            review_book: None,
            hands: None,
            deal: None,
            number: 0,
        }
    }

    /// The same game, with an opening book.
    pub(in crate::cli::play) fn with_book(self, book: Option<OpeningBook>) -> Self {
        Self { book, ..self }
    }

    /// The same game, with an opening book for analyses.
    pub(in crate::cli::play) fn with_review_book(self, book: Option<Arc<Book>>) -> Self {
        Self {
            review_book: book,
            ..self
        }
    }

    /// The opening book of analyses.
    pub(in crate::cli::play) fn review_book(&self) -> Option<Arc<Book>> {
        self.review_book.clone()
    }

    /// A game of cards, from the position `setup`, or else from the first deal of `deal`.
    ///
    /// # Errors
    /// If a hand is unknown, or there is no memory for a table of `megabytes` MiB.
    pub(in crate::cli::play) fn with_cards(
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
        let (engine, table) = (hands.engine(&[])?, Arc::clone(&hands.table));
        let mut board = Self::at(engine, table, "daifugo", None, settings);
        board.hands = Some(hands);
        board.deal = deal;
        Ok(board)
    }

    /// How many players there are.
    pub(in crate::cli::play) fn players(&self) -> usize {
        let players = |hands: &Hands| usize::from(hands.start.players());
        self.hands.as_ref().map_or(2, players)
    }

    /// The moves so far.
    pub(in crate::cli::play) fn played(&self) -> &[Played] {
        &self.moves
    }

    /// The move at `ply`, from 0, also if it was taken back, to be completed.
    pub(in crate::cli::play) fn move_at(&mut self, ply: usize) -> Option<&mut Played> {
        let count = self.moves.len();
        match ply.checked_sub(count) {
            None => self.moves.get_mut(ply),
            Some(later) => self.future.iter_mut().rev().nth(later),
        }
    }

    /// All moves, also those that were taken back.
    pub(in crate::cli::play) fn whole_game(&self) -> impl Iterator<Item = &Played> {
        self.moves.iter().chain(self.future.iter().rev())
    }

    /// The position at the start; `None` for the starting position.
    pub(in crate::cli::play) fn setup(&self) -> Option<&str> {
        self.setup.as_deref()
    }

    /// The name of the game.
    pub(in crate::cli::play) fn game(&self) -> &str {
        &self.game
    }

    /// The gift that the player to move has to choose before the game begins.
    pub(in crate::cli::play) fn requested_gift(&self) -> Option<Gift> {
        self.party()?.requested()
    }

    /// The seed of the current deal; `None` if the cards were not dealt.
    pub(in crate::cli::play) fn seed(&self) -> Option<u64> {
        Some(self.deal?.seed(self.number))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().map(|mv| &*mv.name)
    }

    /// Shows the hands of all players, to people and to the engine, or hides them.
    pub(in crate::cli::play) fn show_hands(&mut self, open: bool) {
        if let Some(hands) = &mut self.hands {
            hands.open = open;
        }
    }

    /// Whether each player sees only their own cards.
    pub(in crate::cli::play) fn is_hidden(&self) -> bool {
        self.hands.as_ref().is_some_and(|hands| !hands.open)
    }

    /// The name of the pass, if it is the only legal move.
    pub(in crate::cli::play) fn forced_pass(&self) -> Option<String> {
        let mut moves = self.engine.moves();
        let only = moves.pop().filter(|_| moves.is_empty())?;
        is_pass(&only).then_some(only)
    }

    /// Whether players have hands of cards.
    pub(in crate::cli::play) fn has_cards(&self) -> bool {
        self.hands.is_some()
    }

    /// Whether `word` cannot be a move. A move is a pass or, depending on the game, a square or cards.
    pub(in crate::cli::play) fn is_unknown(&self, word: &str) -> bool {
        let is_square = || {
            let number = word.strip_prefix(|sign: char| sign.is_ascii_alphabetic());
            number.is_some_and(|number| {
                !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        let is_play = || word.contains(['-', ':']) || word.eq_ignore_ascii_case("jk");
        let is_move = if self.has_cards() {
            is_play()
        } else {
            is_square()
        };
        !is_move && !is_pass(word)
    }

    /// The number of the player to move, from 0.
    pub(in crate::cli::play) fn turn(&self) -> usize {
        match self.party() {
            Some(party) => party.turn().into(),
            None => self.engine.side().index(),
        }
    }

    /// The side to move in a game for two.
    pub(in crate::cli::play) fn side(&self) -> Side {
        self.engine.side()
    }

    /// The stones on the board, in a game on squares.
    pub(in crate::cli::play) fn grid(&self) -> Option<Grid> {
        self.engine.grid()
    }

    /// How much the first player has won by, if the game is over.
    pub(in crate::cli::play) fn margin(&self) -> Option<i32> {
        self.engine.margin()
    }

    /// Whether the engine can play below full strength.
    pub(in crate::cli::play) fn has_levels(&self) -> bool {
        self.engine.has_levels()
    }

    /// The game of cards as people see it, by the same rules as [`Board::draw`].
    pub(in crate::cli::play) fn visible_party(&self, people: &[bool]) -> Option<MultiGame> {
        self.hands.as_ref()?.visible(self.names(), people).ok()
    }

    /// The current state of the game of cards.
    fn party(&self) -> Option<MultiGame> {
        let (party, _) = self.hands.as_ref()?.after(self.names()).ok()?;
        Some(party)
    }

    /// The players in the order in which they finished, in a game of cards that is over.
    pub(in crate::cli::play) fn places(&self) -> Option<Vec<usize>> {
        let party = self.party().filter(MultiGame::is_over)?;
        Some(party.places().iter().map(|&player| player.into()).collect())
    }

    /// The places if `player`, whose turn it is, gives up a game of cards: that player is last. The others who still
    /// have cards come in by their number, fewest first; of equal numbers, those next after `player` first.
    pub(in crate::cli::play) fn places_without(&self, player: usize) -> Option<Vec<usize>> {
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

    pub(in crate::cli::play) fn result(&self) -> Option<Outcome> {
        self.engine.result()
    }

    /// The names of the legal moves.
    pub(in crate::cli::play) fn legal(&self) -> Vec<String> {
        self.engine.moves()
    }

    /// The position on one line; `None` while cards are hidden.
    pub(in crate::cli::play) fn write(&self) -> Option<String> {
        let hidden = self.is_hidden() && self.engine.result().is_none();
        (!hidden).then(|| self.engine.write())
    }

    /// The position at the start of a game of cards, with all hands.
    pub(in crate::cli::play) fn written_start(&self) -> Option<String> {
        Some(self.hands.as_ref()?.start.write())
    }

    /// The position as visible to the players with `true` in `people`.
    pub(in crate::cli::play) fn draw(&self, people: &[bool]) -> String {
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

/// Whether a move with this name is a pass.
pub(in crate::cli::play) fn is_pass(name: &str) -> bool {
    PASSES.contains(&&*name.to_ascii_lowercase())
}
