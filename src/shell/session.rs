//! A session: the game on the table, the options, and what they share.

use std::sync::Arc;

use crossbeam_channel::Sender;

use super::Event;
use super::options::{Kind, Name, Options, check_level};
use crate::engine::{Limits, Listener, Progress, Seat, Settings};
use crate::game::Refused;
use crate::games;
use crate::search::Table;

/// One conversation's state.
pub struct Session {
    /// The game and the engine.
    pub seat: Box<dyn Seat>,
    options: Options,
    table: Arc<Table>,
    events: Sender<Event>,
    thinking: Option<Thinking>,
    /// The limits of a search on the other side's time.
    pondering: Option<Limits>,
    /// The last search was told to stop.
    stopped: bool,
}

/// A search or count that has not said its last word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Thinking {
    /// Only a stop ends it.
    endless: bool,
    /// Time ends it.
    timed: bool,
    /// It was said that nothing more will be found.
    is_told: bool,
}

impl Thinking {
    fn within(limits: &Limits) -> Self {
        Self {
            endless: limits.is_endless(),
            timed: limits.is_timed(),
            is_told: false,
        }
    }
}

impl Session {
    /// A session with `options`; what its engine says goes to `events`.
    ///
    /// # Errors
    /// When the game is unknown, or there is no memory for the table.
    pub fn new(options: Options, events: Sender<Event>) -> Result<Self, Refused> {
        let table = Arc::new(Table::new(options.hash).map_err(Refused::new)?);
        let seat = games::open(&options.game, Arc::clone(&table))?;
        check_level(&*seat, &options)?;
        Ok(Self {
            seat,
            options,
            table,
            events,
            thinking: None,
            pondering: None,
            stopped: false,
        })
    }

    /// Every option with its value.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether the engine is thinking or counting.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether only a stop will make it answer.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.thinking.is_some_and(|thinking| thinking.endless)
    }

    /// Whether it will answer when its time is up.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.thinking.is_some_and(|thinking| thinking.timed)
    }

    /// How far the search or count has come; of one that has nothing more to find, only the first time.
    pub(super) fn progress(&mut self) -> Option<Progress> {
        let thinking = self.thinking.as_mut().filter(|known| !known.is_told)?;
        let progress = self.seat.progress()?;
        thinking.is_told = progress.is_final;
        Some(progress)
    }

    /// Makes the search or count, if there is one, end soon.
    pub fn stop(&mut self) {
        self.stopped = self.is_thinking();
        self.seat.stop();
    }

    /// Whether the last search or count was told to stop.
    #[must_use]
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Ends the search or count after its last event, [`Chosen`](crate::engine::Event::Chosen) or
    /// [`Counted`](crate::engine::Event::Counted); the event loop calls it before [`super::Dialect::tell`].
    pub fn settle(&mut self) {
        self.seat.join();
        self.thinking = None;
        self.pondering = None;
    }

    /// Sets an option.
    ///
    /// # Errors
    /// When there is no such option, or it does not take the value; nothing is changed then.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refused> {
        let name = Name::find(name)?;
        let mut options = self.options.clone();
        options.set(name, value)?;
        match name {
            Name::Hash if options.hash != self.options.hash => self.resize(options.hash)?,
            Name::Game => self.change_game(&options)?,
            Name::Level => check_level(&*self.seat, &options)?,
            Name::ClearHash => self.table.clear(),
            _ => {}
        }
        self.options = options;
        Ok(())
    }

    /// Sets an option to a number, or to the nearest one that it takes: for protocols that name what may be used
    /// at most.
    ///
    /// # Errors
    /// When there is no memory for it; nothing is changed then.
    pub(super) fn set_at_most(&mut self, name: Name, number: u64) -> Result<(), Refused> {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let nearest = match name.kind() {
            Kind::Number { min, max } => number.clamp(min, max),
            Kind::Switch | Kind::Text | Kind::Button => number,
        };
        self.set_option(name.text(), Some(&nearest.to_string()))
    }

    /// Forgets what earlier games taught, and begins anew.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.seat.reset();
    }

    /// Sets up a starting position (`None`) or the one in `text`, and plays `moves`: all or nothing.
    ///
    /// `text` may belong to another variant or, if it begins with the name of a game, to another game.
    ///
    /// # Errors
    /// When the position or a move is refused.
    pub fn set_up(&mut self, text: Option<&str>, moves: &[&str]) -> Result<(), Refused> {
        let position = (text, moves);
        let other = games::set_up(&mut *self.seat, &self.options.game, position, &self.table)?;
        if let Some((seat, name)) = other {
            let options = Options {
                game: name,
                ..self.options.clone()
            };
            self.replace(seat, options)?;
        }
        Ok(())
    }

    /// Starts a search that reports as many best lines as the options say.
    ///
    /// # Errors
    /// When the limits name a move that is not legal here.
    pub fn think(&mut self, limits: &Limits) -> Result<(), Refused> {
        self.think_of(self.options.settings.lines, limits)
    }

    /// Starts a search that reports this many best lines, 1 or more.
    ///
    /// # Errors
    /// When the limits name a move that is not legal here.
    pub fn think_of(&mut self, lines: usize, limits: &Limits) -> Result<(), Refused> {
        let settings = Settings {
            lines,
            ..self.options.settings
        };
        let listener = self.listener();
        self.seat.think(limits, settings, listener)?;
        self.stopped = false;
        self.thinking = Some(Thinking::within(limits));
        self.pondering = limits.ponder.then(|| limits.clone());
        Ok(())
    }

    /// What is pondered on was played: the search goes on within these limits, or those it began with.
    ///
    /// Nothing happens where nothing is pondered on.
    pub fn ponder_hit(&mut self, limits: Option<Limits>) {
        let Some(known) = self.pondering.take() else {
            return;
        };
        let limits = Limits {
            ponder: false,
            ..limits.unwrap_or(known)
        };
        self.seat.hit(&limits, self.options.settings.overhead);
        self.thinking = Some(Thinking::within(&limits));
    }

    /// Starts counting the leaves of the game tree.
    pub fn count(&mut self, depth: u8) {
        let listener = self.listener();
        self.seat.count(depth, listener);
        self.stopped = false;
        self.thinking = Some(Thinking {
            endless: false,
            timed: false,
            is_told: false,
        });
    }

    fn listener(&self) -> Listener {
        let events = self.events.clone();
        Box::new(move |event| {
            // The loop may be gone already; then nobody is waiting.
            let _ = events.send(Event::Engine(event));
        })
    }

    /// A seat at the starting position of another game, thinking with the same table.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn open(&self, name: &str) -> Result<Box<dyn Seat>, Refused> {
        games::open(name, Arc::clone(&self.table))
    }

    fn change_game(&mut self, options: &Options) -> Result<(), Refused> {
        let seat = self.open(&options.game)?;
        self.replace(seat, options.clone())
    }

    /// Plays another game, which `options` name.
    fn replace(&mut self, seat: Box<dyn Seat>, options: Options) -> Result<(), Refused> {
        check_level(&*seat, &options)?;
        self.table.clear();
        self.seat = seat;
        self.options = options;
        Ok(())
    }

    /// Replaces the table and the engine that thinks with it; the position stays.
    fn resize(&mut self, megabytes: usize) -> Result<(), Refused> {
        let table = Arc::new(Table::new(megabytes).map_err(Refused::new)?);
        self.seat.use_table(Arc::clone(&table));
        self.table = table;
        Ok(())
    }
}
