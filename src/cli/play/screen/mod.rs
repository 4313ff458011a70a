//! The game on the whole terminal: a board to play on with keys and the mouse.
//!
//! One loop takes events of the terminal, of the search and of the time, changes the [`State`], and draws it. It never
//! waits for the engine, which searches on its own threads.

mod clock;
mod draw;
mod event;
mod files;
mod hand;
mod help;
mod keys;
mod layout;
mod listed;
mod mode;
mod panel;
mod rescue;
mod review;
mod search;
mod settings;
mod setup;
mod state;
mod style;
mod terminal;
mod thinking;
mod wrapping;

use std::io;
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;

pub(super) use self::clock::{ClockRule, read_rule};
use self::event::ScreenEvent;
use self::rescue::Rescue;
use self::state::State;
use self::style::Colours;
use self::terminal::Screen;
use super::session::Session;

/// Time between two looks at the clock.
const TICK: Duration = Duration::from_millis(100);

/// Time for which events are collected before they are drawn.
const FRAME: Duration = Duration::from_millis(15);

/// Plays on the terminal until the person leaves. Returns lines for the terminal that stays.
///
/// # Errors
/// If the terminal cannot be used.
pub(super) fn play(session: Session, rule: ClockRule) -> io::Result<Vec<String>> {
    let (sender, events) = crossbeam_channel::unbounded();
    let clock = clock::Clock {
        rule,
        turn: Duration::ZERO,
    };
    let mut state = State::new(session, clock, Colours::of_terminal(), sender.clone());
    let mut screen = Screen::open(Rescue::default())?;
    terminal::watch(&sender)?;
    let mut last = Instant::now();
    let mut is_ended = false;
    let mut drawn = Ok(());
    while !state.is_done && !is_ended {
        state.go_on();
        screen.rescue.keep(&state);
        drawn = screen.draw(&mut state);
        // Without a terminal the game is saved, too.
        is_ended = drawn.is_err();
        let mut next = match events.recv_timeout(TICK) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let now = Instant::now();
        state.tick(now - last);
        last = now;
        while let Some(event) = next {
            match event {
                ScreenEvent::Terminal(event) => state.handle(event),
                ScreenEvent::Search(id, event) => state.search_event(id, *event),
                ScreenEvent::Review(id, news) => state.review_news(id, news),
                ScreenEvent::End => is_ended = true,
            }
            if state.is_done || is_ended {
                break;
            }
            state.go_on();
            next = events.recv_deadline(now + FRAME).ok();
        }
    }
    // The terminal and the game come first: a program that was asked to end may have little time.
    drop(screen);
    let mut lines = Vec::new();
    if is_ended {
        lines.extend(state.rescue());
    } else if state.is_unsaved {
        lines.push(state.farewell());
    }
    state.review = None;
    state.stop();
    drawn.map(|()| lines)
}

impl Screen {
    fn draw(&mut self, state: &mut State) -> io::Result<()> {
        let size = self.terminal.size()?;
        let area = layout::drawn_area(size.width, size.height);
        if self.terminal.get_frame().area() != area {
            self.terminal.resize(area)?;
        }
        let drawn = self.terminal.draw(|frame| {
            state.size = (area.width, area.height);
            draw::draw(state, frame.buffer_mut());
        });
        drawn.map(drop)
    }
}

#[cfg(test)]
mod tests;
