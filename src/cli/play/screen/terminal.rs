//! The terminal while the board is on it, and its events.

use std::io::{self, Stdout, Write};
use std::panic;
use std::thread;

use crossbeam_channel::Sender;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{cursor, execute};
use kaeshi::shell::Interrupt;
use ratatui::backend::CrosstermBackend;
use ratatui::{Terminal, TerminalOptions, Viewport};

use super::event::ScreenEvent;
use super::layout::drawn_area;
use super::rescue::Rescue;
use crate::cli::print_message;

/// The terminal in raw mode, on its second screen. Dropping it restores the terminal.
pub(super) struct Screen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
    pub(super) rescue: Rescue,
}

impl Screen {
    /// Takes the terminal over. A panic in any thread gives it back first, and then says what `rescue` keeps.
    ///
    /// # Errors
    /// If the terminal refuses.
    pub(super) fn open(rescue: Rescue) -> io::Result<Self> {
        let before = panic::take_hook();
        let kept = rescue.clone();
        panic::set_hook(Box::new(move |why| {
            restore();
            before(why);
            if let Some(sentence) = kept.sentence() {
                print_message(&sentence);
            }
        }));
        enable_raw_mode()?;
        let entered = execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste,
            cursor::Hide
        );
        let terminal = || {
            entered?;
            let (columns, rows) = size()?;
            let viewport = Viewport::Fixed(drawn_area(columns, rows));
            let backend = CrosstermBackend::new(io::stdout());
            Terminal::with_options(backend, TerminalOptions { viewport })
        };
        match terminal() {
            Ok(terminal) => Ok(Self { terminal, rescue }),
            Err(why) => {
                restore();
                Err(why)
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Leaves the terminal as it was. Errors are ignored: the terminal may be gone.
fn restore() {
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
}

/// Sends what happens at the terminal, and requests of the system to end, until the receiver is gone.
///
/// # Errors
/// If the system has no thread for it, or refuses to watch for signals.
pub(super) fn watch(events: &Sender<ScreenEvent>) -> io::Result<()> {
    let ended = events.clone();
    Interrupt::watch(move || drop(ended.send(ScreenEvent::End)))?;
    watch_hangup(events)?;
    let events = events.clone();
    thread::Builder::new().spawn(move || {
        loop {
            let event = match event::read() {
                Ok(event) => ScreenEvent::Terminal(event),
                // The terminal is gone.
                Err(_) => ScreenEvent::End,
            };
            let is_last = matches!(event, ScreenEvent::End);
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(())
}

/// The closing of the terminal ends the game, too.
#[cfg(unix)]
fn watch_hangup(events: &Sender<ScreenEvent>) -> io::Result<()> {
    use signal_hook::consts::SIGHUP;
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGHUP])?;
    let events = events.clone();
    thread::Builder::new().spawn(move || {
        if signals.forever().next().is_some() {
            drop(events.send(ScreenEvent::End));
        }
    })?;
    Ok(())
}

/// [`Interrupt`] knows of the closing of the console.
#[cfg(not(unix))]
fn watch_hangup(_events: &Sender<ScreenEvent>) -> io::Result<()> {
    Ok(())
}
