//! Plays on the screen as a person would, and looks at what is drawn.

mod analysed;
mod broken_off;
mod drawn;
mod played;
mod saved;

use std::time::Duration;

use crossbeam_channel::{Receiver, unbounded};
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use kaeshi::engine::{GoLimits, Settings};
use kaeshi::search::Level;
use kaeshi::shell::OpeningBook;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;

use super::clock::Clock;
use super::event::ScreenEvent;
use super::layout::Layout;
use super::state::State;
use super::style::Colours;
use super::{Session, draw};
use crate::cli::deal::Deal;
use crate::cli::play::board::Board;
use crate::cli::play::series::Series;
use crate::cli::position;

/// Far more time than any search here takes.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// A screen of 80 by 24 characters without colours, and the events of its searches.
struct Stage {
    state: State,
    events: Receiver<ScreenEvent>,
}

impl Stage {
    /// A game in which `people` make their moves, and the engine searches 2 plies deep at level 1.
    fn new(game: &str, people: &[bool]) -> Self {
        let settings = Settings {
            level: Level::new(1).expect("a level"),
            ..Settings::default()
        };
        let opened = position::open(game, 1, None).expect(game);
        let board = Board::new(opened, game, None, settings);
        Self::with(board, people, None)
    }

    /// A game of Othello at full strength with the built-in opening book.
    fn with_book(people: &[bool]) -> Self {
        let settings = Settings::default();
        let opened = position::open("othello", 1, None).expect("a game");
        let board = Board::new(opened, "othello", None, settings);
        let board = board.with_book(Some(OpeningBook::built_in()));
        Self::with(board, people, None)
    }

    /// A game of Daifugo for `people`, dealt by the seed 7.
    fn cards(game: &str, people: &[bool]) -> Self {
        let deal = Deal::new(game, 7).expect(game);
        let board = Board::with_cards(None, Some(deal), false, 1, Settings::default());
        let series = Series::new(people.len(), None);
        Self::with(board.expect(game), people, Some(series))
    }

    fn with(board: Board, people: &[bool], series: Option<Series>) -> Self {
        let session = Session {
            board,
            people: people.to_vec(),
            limits: GoLimits {
                depth: Some(2),
                nodes: Some(2000),
                ..GoLimits::default()
            },
            forfeit: None,
            series,
        };
        let (sender, events) = unbounded();
        let mut state = State::new(session, Clock::default(), Colours::None, sender);
        state.review_level = 1;
        Self { state, events }
    }

    /// Lets the engine move until it is a person's turn, or the game is over.
    fn settle(&mut self) {
        self.state.go_on();
        while self.state.is_thinking() || self.state.review.is_some() {
            let event = self.events.recv_timeout(MAX_WAIT).expect("an answer");
            match event {
                ScreenEvent::Search(id, event) => self.state.search_event(id, *event),
                ScreenEvent::Review(id, news) => self.state.review_news(id, news),
                ScreenEvent::Terminal(_) | ScreenEvent::End => {}
            }
            self.state.go_on();
        }
    }

    /// Presses the keys of a text: each letter is a key, and words such as `<left>` are others.
    fn press(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(letter) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            let (code, after) = match named {
                Some((name, after)) => (key(name), after),
                None => (KeyCode::Char(letter), &rest[letter.len_utf8()..]),
            };
            self.state.handle(Event::Key(KeyEvent::from(code)));
            self.settle();
            rest = after;
        }
    }

    fn press_control(&mut self, letter: char) {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        self.state.handle(Event::Key(key));
        self.settle();
    }

    /// Clicks at this column and row.
    fn click_at(&mut self, column: u16, row: u16) {
        self.state.handle(Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
        self.settle();
    }

    /// Clicks on a square.
    fn click(&mut self, name: &str) {
        let (columns, rows) = self.state.size;
        let screen = Rect::new(0, 0, columns, rows);
        let squares = self.state.squares().expect("a board");
        let layout = Layout::of(screen, Some(squares)).expect("it fits");
        let index = (0..squares.files * squares.ranks)
            .find(|&index| self.state.square_name(index).as_deref() == Some(name));
        let square = layout.square(index.expect(name));
        self.click_at(square.x + 1, square.y);
    }

    fn paste(&mut self, text: &str) {
        self.state.handle(Event::Paste(text.into()));
        self.settle();
    }

    /// The names of the moves played.
    fn moves(&self) -> Vec<&str> {
        let moves = self.state.session.board.played().iter();
        moves.map(|mv| mv.name.as_str()).collect()
    }

    /// The newest message.
    fn said(&self) -> &str {
        self.state.messages.last().map_or("", |text| text)
    }

    /// What is drawn, as text without blanks at the ends of lines.
    fn screen(&mut self) -> String {
        let (columns, rows) = self.state.size;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a buffer");
        let drawn = terminal.draw(|frame| draw::draw(&self.state, frame.buffer_mut()));
        let buffer = drawn.expect("a buffer").buffer.clone();
        let row = |y: u16| -> String { (0..columns).map(|x| buffer[(x, y)].symbol()).collect() };
        let rows: Vec<String> = (0..rows).map(|y| row(y).trim_end().to_owned()).collect();
        rows.join("\n")
    }
}

fn key(name: &str) -> KeyCode {
    match name {
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "back" => KeyCode::Backspace,
        _ => panic!("there is no key {name}"),
    }
}
