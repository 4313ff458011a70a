//! The engine's searches: begun as the position wants it, and their events.

use kaeshi::engine::{Event, GoLimits, PvInfo, SearchResult};

use super::super::evaluation::Eval;
use super::event::ScreenEvent;
use super::mode::Mode;
use super::search::{Purpose, Search};
use super::state::State;

impl State {
    /// Whether the engine is choosing its move.
    pub(super) fn is_thinking(&self) -> bool {
        self.purpose() == Some(Purpose::Answer)
    }

    fn purpose(&self) -> Option<Purpose> {
        self.search.map(|search| search.purpose)
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

    /// The search that the position wants.
    fn wanted(&self) -> Option<Purpose> {
        let can_hint = !self.session.is_over() && self.session.is_turn_of_person();
        match () {
            () if matches!(self.mode, Mode::Setup(_)) => None,
            () if self.review.is_some() || self.session.is_over() => None,
            () if self.is_paused || can_hint => self.has_hints.then_some(Purpose::Hints),
            () => Some(Purpose::Answer),
        }
    }

    pub(super) fn start(&mut self, purpose: Purpose) {
        let id = self.next_search;
        self.next_search += 1;
        let events = self.events.clone();
        let sink =
            Box::new(move |event| drop(events.send(ScreenEvent::Search(id, Box::new(event)))));
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
            Event::Info(info) if search.version == self.version => self.learn(&info),
            Event::Finished(result) if search.version == self.version => {
                self.search = None;
                match search.purpose {
                    Purpose::Answer => self.answer(&result),
                    Purpose::Hints => {}
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
        let values = &mut self.engine_output.values;
        match values.iter_mut().find(|(name, _)| name == first) {
            Some((_, value)) => *value = eval,
            None => values.push((first.clone(), eval)),
        }
        if info.rank == 1 {
            self.engine_output.line.clone_from(&info.pv);
            self.engine_output.eval = Some(eval);
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
}
