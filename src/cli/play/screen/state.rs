//! The state of the screen, changed by keys, the mouse, the engine and the time; it does not draw.

use std::time::Duration;

use crossbeam_channel::Sender;
use kaeshi::analysis::Effort;
use kaeshi::game::{Game as _, Notation as _};
use kaeshi::games::othello::{Othello, openings};

use super::super::evaluation::Eval;
use super::super::series::Series;
use super::super::session::{Forfeit, Session};
use super::clock::Clock;
use super::event::ScreenEvent;
use super::hand::Hand;
use super::layout::Squares;
use super::mode::Mode;
use super::review::Review;
use super::search::{EngineOutput, Purpose, Search};
use super::style::Colours;

/// Number of messages that are kept.
const MAX_MESSAGES: usize = 50;

/// Everything that is drawn.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent switches of a screen"
)]
pub(super) struct State {
    pub(super) session: Session,
    pub(super) mode: Mode,
    pub(super) colours: Colours,
    /// The square under the cursor: a1 first, then rank by rank.
    pub(super) cursor: usize,
    /// The selected cards of a game of cards.
    pub(super) hand: Hand,
    /// Whether the values of all moves are shown.
    pub(super) has_hints: bool,
    /// Whether the engine waits although it is its turn.
    pub(super) is_paused: bool,
    pub(super) engine_output: EngineOutput,
    /// The value of the last position of a reviewed game.
    pub(super) last_eval: Option<Eval>,
    /// The name of the opening.
    pub(super) opening: Option<String>,
    /// What has happened, the newest last.
    pub(super) messages: Vec<String>,
    pub(super) clock: Clock,
    /// Whether moves were played since the game was saved.
    pub(super) is_unsaved: bool,
    /// Whether the loop ends.
    pub(super) is_done: bool,
    /// Size of the screen in columns and rows.
    pub(super) size: (u16, u16),
    /// The running analysis of the game.
    pub(super) review: Option<Review>,
    /// The level of an analysis, 1 to [`Effort::MAX_LEVEL`].
    pub(super) review_level: u8,
    pub(super) search: Option<Search>,
    /// The number of the next search.
    pub(super) next_search: u64,
    /// Changes with every position.
    pub(super) version: u64,
    pub(super) events: Sender<ScreenEvent>,
}

impl State {
    /// The state at the start. Searches send their events to `events`.
    pub(super) fn new(
        session: Session,
        clock: Clock,
        colours: Colours,
        events: Sender<ScreenEvent>,
    ) -> Self {
        let messages = session.introduction();
        let mut state = Self {
            session,
            mode: Mode::Play,
            colours,
            cursor: 0,
            hand: Hand::default(),
            has_hints: false,
            is_paused: false,
            engine_output: EngineOutput::default(),
            last_eval: None,
            opening: None,
            messages,
            clock,
            is_unsaved: false,
            is_done: false,
            size: (80, 24),
            review: None,
            review_level: Effort::DEFAULT_LEVEL,
            search: None,
            next_search: 0,
            version: 0,
            events,
        };
        if let Some(squares) = state.squares() {
            state.cursor = squares.ranks / 2 * squares.files + squares.files / 2;
        }
        state.engine_output.book = state.book();
        state
    }

    /// The board of a game on squares.
    pub(super) fn squares(&self) -> Option<Squares> {
        let grid = self.session.board.grid()?;
        Some(Squares {
            files: grid.files,
            ranks: grid.ranks().len(),
            is_top_down: self.is_othello(),
        })
    }

    /// Whether the game is Othello.
    pub(super) fn is_othello(&self) -> bool {
        kaeshi::games::family(self.session.board.game()) == Some("othello")
    }

    /// Whether the values of positions may be shown: not where they would reveal hidden cards.
    pub(super) fn has_evals(&self) -> bool {
        self.session.people.len() == 2 && !self.session.board.is_hidden()
    }

    /// Adds a message.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.messages.push(text.into());
        if self.messages.len() > MAX_MESSAGES {
            self.messages.remove(0);
        }
    }

    /// Plays the move of a person.
    pub(super) fn play(&mut self, name: &str) {
        if self.session.is_over() {
            self.say("The game is over: n begins another, u goes back.");
            return;
        }
        let before = self.session.board.played().len();
        match self.session.play(name) {
            Ok(()) => {
                self.is_paused = false;
                self.complete_move(before);
            }
            Err(why) => self.say(format!("{why}.")),
        }
    }

    /// Handles the position after a new move, before which there were `ply` moves.
    pub(super) fn complete_move(&mut self, ply: usize) {
        let has_evals = self.has_evals();
        let (time, eval) = (self.clock.turn, self.engine_output.eval);
        if let Some(last) = self.session.board.move_at(ply) {
            last.time = Some(time);
            if has_evals && eval.is_some() {
                last.eval = eval;
            }
        }
        self.is_unsaved = true;
        self.last_eval = None;
        self.change_position();
    }

    /// Forgets everything about the position before.
    pub(super) fn change_position(&mut self) {
        self.version += 1;
        self.engine_output = EngineOutput::default();
        self.engine_output.book = self.book();
        self.opening = self.find_opening();
        self.clock.turn = Duration::ZERO;
        self.hand = Hand::default();
        self.review = None;
        if let Some(margin) = self.session.board.margin().filter(|_| self.has_evals()) {
            self.engine_output.eval = Some(Eval::of_result(margin));
            self.last_eval = self.engine_output.eval;
        }
        for line in self.session.ending() {
            self.say(line);
        }
    }

    /// The squares of the opening book's moves.
    fn book(&self) -> Vec<String> {
        let lines = self.session.board.book_moves().into_iter();
        lines
            .filter_map(|line| line.pv.into_iter().next())
            .collect()
    }

    /// Takes back the person's last move and all later ones.
    pub(super) fn undo(&mut self) {
        match self.session.undo() {
            Ok(true) => {
                self.change_position();
                self.say("Taken back. r plays it again.");
            }
            Ok(false) => self.say("There is no move of yours to take back."),
            Err(why) => self.say(format!("{why}.")),
        }
    }

    /// Plays moves again that were taken back, until it is the person's turn or none is left.
    pub(super) fn redo(&mut self) {
        let mut found = false;
        while self.session.board.redo().unwrap_or(false) {
            found = true;
            if self.session.is_turn_of_person() && self.session.board.forced_pass().is_none() {
                break;
            }
        }
        if found {
            self.change_position();
        } else {
            self.say("There is no move to play again.");
        }
    }

    /// Goes one move back or forward in the game; the engine then waits.
    pub(super) fn step(&mut self, forward: bool) {
        let count = self.session.board.played().len();
        self.session.forfeit = None;
        let moved = if forward {
            self.session.board.redo().unwrap_or(false)
        } else {
            count > 0 && self.session.board.rewind(count - 1).is_ok()
        };
        if moved {
            self.is_paused = true;
            self.change_position();
        } else {
            self.say(if forward {
                "This is the last position of the game."
            } else {
                "This is the first position of the game."
            });
        }
    }

    /// Lets the engine move: at once if it is thinking, otherwise in place of the person.
    pub(super) fn move_now(&mut self) {
        if self.session.is_over() {
            self.say("The game is over.");
        } else if self.is_thinking() {
            self.session.board.stop_search();
        } else if self.is_paused && !self.session.is_turn_of_person() {
            self.is_paused = false;
        } else {
            self.is_paused = false;
            self.start(Purpose::Answer);
        }
    }

    /// Gives up for the player to move.
    pub(super) fn resign(&mut self) {
        let player = self.session.board.turn();
        self.forfeit(player, false);
    }

    fn forfeit(&mut self, player: usize, by_time: bool) {
        self.session.forfeit = Some(Forfeit { player, by_time });
        self.is_unsaved = true;
        self.stop();
        for line in self.session.ending() {
            self.say(line);
        }
    }

    /// Begins a new game.
    pub(super) fn begin_again(&mut self) {
        let series = self.session.series.as_ref();
        if self.session.is_over() && series.is_some_and(Series::is_last_game) {
            self.say("The series is over.");
            return;
        }
        match self.session.begin_again() {
            Ok(lines) => {
                for line in lines {
                    self.say(line);
                }
                self.begin_play("A new game.");
            }
            Err(why) => self.say(format!("{why}.")),
        }
    }

    /// After the game was replaced by another one.
    pub(super) fn begin_play(&mut self, message: &str) {
        self.session.forfeit = None;
        self.is_unsaved = false;
        self.is_paused = false;
        self.last_eval = None;
        self.say(message);
        self.change_position();
    }

    /// Lets time pass.
    pub(super) fn tick(&mut self, time: Duration) {
        let is_running = !self.session.is_over() && !self.is_paused && self.review.is_none();
        if !is_running || matches!(self.mode, Mode::Setup(_)) {
            return;
        }
        self.clock.turn += time;
        let player = self.session.board.turn();
        let moves = self.session.board.played();
        let left = self.clock.left(moves, player, true);
        if left == Some(Duration::ZERO) && self.session.people.len() == 2 {
            self.forfeit(player, true);
        }
    }

    /// The value of a move for its player, if values are shown.
    pub(super) fn value_of(&self, name: &str) -> Option<Eval> {
        // The values of Kaeshi's moves would reveal its cards.
        let is_shown = self.has_evals() || self.session.is_turn_of_person();
        let mut values = self.engine_output.values.iter();
        let found = values.find(|(other, _)| other == name);
        let (_, eval) = found.filter(|_| self.has_hints && is_shown)?;
        Some(eval.seen_by(self.session.board.side()))
    }

    /// The name of the opening of the game so far; none in other games, and after a position that was set up.
    fn find_opening(&self) -> Option<String> {
        let is_from_start = self.session.board.setup().is_none();
        if !self.is_othello() || !is_from_start {
            return None;
        }
        let mut game = Othello::default();
        let mut boards = vec![game.board()];
        for mv in self.session.board.played() {
            let mv = game.read_move(&mv.name).ok()?;
            game.make(&mv);
            boards.push(game.board());
        }
        let last = openings::along(boards).last();
        last.map(|(_, opening)| opening.name.to_owned())
    }
}
