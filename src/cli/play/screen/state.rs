//! The state of the screen, changed by keys, the mouse, the engine and the time; it does not draw.

use std::time::Duration;

use crossbeam_channel::Sender;
use kaeshi::engine::{Event, GoLimits, PvInfo, SearchResult};
use kaeshi::game::{Outcome, Side};

use super::super::evaluation::Eval;
use super::super::session::{Forfeit, Session};
use super::clock::Clock;
use super::event::ScreenEvent;
use super::hand::Hand;
use super::layout::Squares;
use super::mode::Mode;
use super::style::Colours;

/// Number of messages that are kept.
const MAX_MESSAGES: usize = 50;

/// Time for each position of a review where moves have no time limit.
const REVIEW_TIME: Duration = Duration::from_secs(1);

/// Everything that is drawn.
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
    pub(super) thoughts: Thoughts,
    /// The value of the last position of a reviewed game.
    pub(super) last_eval: Option<Eval>,
    /// What has happened, the newest last.
    pub(super) messages: Vec<String>,
    pub(super) clock: Clock,
    /// Whether moves were played since the game was saved.
    pub(super) is_unsaved: bool,
    /// Whether the loop ends.
    pub(super) is_done: bool,
    /// Size of the screen in columns and rows.
    pub(super) size: (u16, u16),
    /// The position that a review judges now, as a number of moves.
    pub(super) review: Option<usize>,
    search: Option<Search>,
    /// The number of the next search.
    next_search: u64,
    /// Changes with every position.
    version: u64,
    events: Sender<ScreenEvent>,
}

/// What the engine has said about the current position.
#[derive(Debug, Clone, Default)]
pub(super) struct Thoughts {
    /// Moves with their values for the first player.
    pub(super) values: Vec<(String, Eval)>,
    /// The principal variation.
    pub(super) line: Vec<String>,
    /// The value of the position.
    pub(super) eval: Option<Eval>,
    /// The moves that the opening book knows.
    pub(super) book: Vec<String>,
}

/// A running search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Search {
    id: u64,
    purpose: Purpose,
    version: u64,
}

/// Why the engine searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// It has to move.
    Answer,
    /// The values of all moves are wanted.
    Hints,
    /// The position after this number of moves is judged.
    Review(usize),
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
            thoughts: Thoughts::default(),
            last_eval: None,
            messages,
            clock,
            is_unsaved: false,
            is_done: false,
            size: (80, 24),
            review: None,
            search: None,
            next_search: 0,
            version: 0,
            events,
        };
        if let Some(squares) = state.squares() {
            state.cursor = squares.ranks / 2 * squares.files + squares.files / 2;
        }
        state.thoughts.book = state.book();
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

    /// Whether the engine is choosing its move.
    pub(super) fn is_thinking(&self) -> bool {
        self.purpose() == Some(Purpose::Answer)
    }

    fn purpose(&self) -> Option<Purpose> {
        self.search.map(|search| search.purpose)
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
    fn complete_move(&mut self, ply: usize) {
        let has_evals = self.has_evals();
        let (time, eval) = (self.clock.turn, self.thoughts.eval);
        let best = self.thoughts.line.first().cloned();
        if let Some(last) = self.session.board.move_at(ply) {
            last.time = Some(time);
            if has_evals && eval.is_some() {
                (last.eval, last.best) = (eval, best);
            }
        }
        self.is_unsaved = true;
        self.last_eval = None;
        self.change_position();
    }

    /// Forgets everything about the position before.
    pub(super) fn change_position(&mut self) {
        self.version += 1;
        self.thoughts = Thoughts::default();
        self.thoughts.book = self.book();
        self.clock.turn = Duration::ZERO;
        self.hand = Hand::default();
        self.review = None;
        if let Some(margin) = self.session.board.margin().filter(|_| self.has_evals()) {
            self.thoughts.eval = Some(Eval::of_result(margin));
            self.last_eval = self.thoughts.eval;
        }
        for line in self.session.ending() {
            self.say(line);
        }
    }

    /// The squares of the opening book's moves.
    fn book(&self) -> Vec<String> {
        let lines = self.session.board.book_moves().into_iter();
        lines.filter_map(|line| line.pv.into_iter().next()).collect()
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
        match self.session.begin_again() {
            Ok(lines) => {
                lines.into_iter().for_each(|line| self.say(line));
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

    /// Judges every position of the game, from the last to the first.
    pub(super) fn start_review(&mut self) {
        if !self.has_evals() {
            self.say("Only games for two with open hands can be analysed.");
            return;
        }
        let count = self.session.board.whole_game().count();
        if count == 0 {
            self.say("There are no moves to analyse yet.");
            return;
        }
        self.is_paused = !self.session.is_over();
        self.review = Some(count);
        self.say("Analysing the game from its end. Esc stops it.");
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

    /// Ends the running search; its result is not used.
    pub(super) fn stop(&mut self) {
        self.search = None;
        self.session.board.end_search();
    }

    /// Makes forced passes, and begins or ends searches as the position wants it. To be called after every change.
    pub(super) fn go_on(&mut self) {
        while !self.is_paused && !self.session.is_over() && self.mode.is_playing() {
            let Some(pass) = self.session.board.forced_pass() else {
                break;
            };
            let before = self.session.board.played().len();
            match self.session.pass(&pass) {
                Ok(line) => {
                    self.say(line);
                    self.complete_move(before);
                }
                Err(why) => {
                    self.say(format!("{why}."));
                    break;
                }
            }
        }
        let wanted = self.wanted();
        let current = self.search.filter(|search| search.version == self.version);
        let current = current.map(|search| search.purpose);
        // An answer that nobody waits for is a move in place of the person.
        let is_kept = current == Some(Purpose::Answer) && self.review.is_none();
        if current == wanted || is_kept && self.mode.is_playing() {
            return;
        }
        match wanted {
            Some(purpose) => self.start(purpose),
            None if self.search.is_some() => self.stop(),
            None => {}
        }
    }

    fn review_purpose(&self) -> Option<Purpose> {
        self.review.map(Purpose::Review)
    }

    /// The search that the position wants.
    fn wanted(&self) -> Option<Purpose> {
        let can_hint = !self.session.is_over() && self.session.is_turn_of_person();
        match () {
            () if matches!(self.mode, Mode::Setup(_)) => None,
            () if self.review.is_some() => self.review_purpose(),
            () if self.session.is_over() => None,
            () if self.is_paused || can_hint => self.has_hints.then_some(Purpose::Hints),
            () => Some(Purpose::Answer),
        }
    }

    fn start(&mut self, purpose: Purpose) {
        let id = self.next_search;
        self.next_search += 1;
        let events = self.events.clone();
        let sink = Box::new(move |event| drop(events.send(ScreenEvent::Search(id, event))));
        let limits = &self.session.limits;
        let board = &mut self.session.board;
        let started = match purpose {
            Purpose::Answer => {
                let limits = self.clock.limits(board.played(), limits);
                board.start_answer(&limits, sink)
            }
            Purpose::Hints => {
                let endless = GoLimits {
                    infinite: true,
                    ..GoLimits::default()
                };
                let lines = board.legal().len().max(1);
                board.start_advice(&endless, lines, sink)
            }
            Purpose::Review(ply) => {
                let limits = GoLimits {
                    move_time: Some(limits.move_time.unwrap_or(REVIEW_TIME)),
                    ..limits.clone()
                };
                board.start_review(ply, &limits, 1, sink)
            }
        };
        let version = self.version;
        match started {
            Ok(()) => {
                self.search = Some(Search {
                    id,
                    purpose,
                    version,
                });
            }
            Err(why) => {
                self.search = None;
                self.is_paused = true;
                self.review = None;
                self.say(format!("{why}."));
            }
        }
    }

    /// Handles an event of the search with the number `id`.
    pub(super) fn search_event(&mut self, id: u64, event: Event) {
        let Some(search) = self.search.filter(|search| search.id == id) else {
            return;
        };
        match event {
            Event::Info(info) if search.version == self.version => match search.purpose {
                Purpose::Review(_) => {}
                _ => self.learn(&info),
            },
            Event::Finished(result) if search.version == self.version => {
                self.search = None;
                match search.purpose {
                    Purpose::Answer => self.answer(&result),
                    Purpose::Hints => {}
                    Purpose::Review(ply) => self.reviewed(ply, &result),
                }
            }
            _ => {}
        }
    }

    /// Keeps what a search says about the current position.
    fn learn(&mut self, info: &PvInfo) {
        let Some(first) = info.pv.first() else {
            return;
        };
        let eval = Eval::of(info, self.session.board.side());
        let values = &mut self.thoughts.values;
        match values.iter_mut().find(|(name, _)| name == first) {
            Some((_, value)) => *value = eval,
            None => values.push((first.clone(), eval)),
        }
        if info.rank == 1 {
            self.thoughts.line.clone_from(&info.pv);
            self.thoughts.eval = Some(eval);
        }
    }

    /// Plays the move that the engine has chosen.
    fn answer(&mut self, result: &SearchResult) {
        if let Some(info) = &result.info {
            self.learn(info);
        }
        let before = self.session.board.played().len();
        match self.session.answer(result) {
            Ok(line) => {
                self.say(line);
                self.complete_move(before);
            }
            Err(why) => {
                self.is_paused = true;
                self.say(format!("{why}."));
            }
        }
    }

    /// Keeps the value of the position after `ply` moves, and goes on to the position before it.
    fn reviewed(&mut self, ply: usize, result: &SearchResult) {
        let first_side = self.side_at(ply);
        let eval = result.info.as_ref().map(|info| Eval::of(info, first_side));
        let best = result.best.clone();
        match (eval, self.session.board.move_at(ply)) {
            (Some(eval), Some(mv)) => (mv.eval, mv.best) = (Some(eval), best),
            (Some(eval), None) => self.last_eval = Some(eval),
            (None, _) => {}
        }
        self.review = ply.checked_sub(1);
        if self.review.is_none() {
            let line = self.worst_moves();
            self.say(line);
        }
    }

    /// The side to move after `ply` moves of the whole game.
    fn side_at(&self, ply: usize) -> Side {
        let mut moves = self.session.board.whole_game();
        let player = moves.nth(ply).map(|mv| mv.player);
        match player {
            Some(0) => Side::First,
            Some(_) => Side::Second,
            None if self.session.board.played().len() == ply => self.session.board.side(),
            None => match self.session.board.whole_game().last().map(|mv| mv.player) {
                Some(0) => Side::Second,
                _ => Side::First,
            },
        }
    }

    /// The result of the game, for the title.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.session.result()
    }
}
