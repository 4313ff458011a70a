//! Keys and the mouse, in every mode.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use kaeshi::game::Side;
use ratatui::layout::{Position, Rect};

use super::hand::Hand;
use super::layout::{Layout, drawn_area};
use super::mode::{Input, InputPurpose, Mode, Next, Question};
use super::panel;
use super::setup::Setup;
use super::state::State;

/// A key of [`Mode::Play`], and what it does.
pub(super) type Key = (&'static str, &'static str);

/// Where a key has its meaning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Boards,
    Cards,
    Both,
}

/// All keys, the most important ones first.
const KEYS: [(Place, &str, &str); 19] = {
    use Place::{Boards, Both, Cards};
    [
        (
            Boards,
            "arrows, Enter",
            "choose a square and play there; or click it",
        ),
        (
            Cards,
            "left, right, Space",
            "select cards of your hand; or click them",
        ),
        (
            Cards,
            "up, down, Enter",
            "choose among the moves with these cards",
        ),
        (Cards, "p", "pass"),
        (Both, "q, Ctrl-C", "leave; an unsaved game is asked for"),
        (Both, "u  r", "take back your last move; play it again"),
        (Both, "h", "values of all moves, while Kaeshi thinks on"),
        (
            Cards,
            "c",
            "show all hands, to you and to Kaeshi; or hide them",
        ),
        (Both, "n", "new game"),
        (Boards, "t", "who plays, level, time and clocks"),
        (Cards, "t", "who plays, level and time"),
        (Both, "[  ]", "one move back or forward; Kaeshi waits"),
        (Boards, "a", "analyse the game; Esc stops it"),
        (Both, "s  o", "save the game; open a saved one"),
        (Both, "g", "Kaeshi moves now: for itself, or for you"),
        (Boards, "p", "Kaeshi pauses or goes on"),
        (
            Both,
            "m",
            "type a move, moves, or a position; or paste them",
        ),
        (Both, "e", "set up a position"),
        (Both, "x", "give up"),
    ]
};

/// The keys of [`Mode::Play`] on a board or in a game of cards, for the help window.
pub(super) fn keys(has_cards: bool) -> Vec<Key> {
    let elsewhere = if has_cards {
        Place::Boards
    } else {
        Place::Cards
    };
    let here = KEYS.into_iter().filter(|(place, ..)| *place != elsewhere);
    here.map(|(_, key, what)| (key, what)).collect()
}

impl State {
    /// Handles an event of the terminal.
    pub(super) fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => self.paste(&text),
            Event::Resize(columns, rows) => {
                let area = drawn_area(columns, rows);
                self.size = (area.width, area.height);
            }
            _ => {}
        }
    }

    fn press(&mut self, key: KeyEvent) {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            self.leave();
            return;
        }
        if is_control || key.modifiers.contains(KeyModifiers::ALT) {
            return;
        }
        match &self.mode {
            Mode::Play => self.press_in_play(key.code),
            Mode::Help(page) => self.mode = self.after_help(*page, key.code),
            Mode::Settings(row) => self.press_in_settings(*row, key.code),
            Mode::Setup(setup) => self.press_in_setup(setup.clone(), key.code),
            Mode::Input(input) => self.press_in_input(input.clone(), key.code),
            Mode::Question(question) => self.press_in_question(question.clone(), key.code),
        }
    }

    /// Leaves the program; an unsaved game is asked for first. The second request leaves at once.
    fn leave(&mut self) {
        if self.mode == Mode::Question(Question::SaveFirst(Next::Quit)) {
            self.is_done = true;
            return;
        }
        self.after_saving(Next::Quit);
    }

    fn press_in_play(&mut self, code: KeyCode) {
        if self.session.board.has_cards() && self.press_in_cards(code) {
            return;
        }
        match code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.play_square(self.cursor),
            KeyCode::Char('m') => self.ask_for(InputPurpose::Moves, String::new()),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('[') | KeyCode::PageUp => self.step(false),
            KeyCode::Char(']') | KeyCode::PageDown => self.step(true),
            KeyCode::Char('g') => self.move_now(),
            KeyCode::Char('p') => self.pause(),
            KeyCode::Char('h') => self.has_hints = !self.has_hints,
            KeyCode::Char('a') => self.start_review(),
            KeyCode::Char('t') => self.mode = Mode::Settings(0),
            KeyCode::Char('e') => self.after_saving(Next::Setup),
            KeyCode::Char('s') => self.ask_for_name(Next::Stay),
            KeyCode::Char('o') => self.after_saving(Next::Load),
            KeyCode::Char('n') => self.after_saving(Next::New),
            KeyCode::Char('x') if !self.session.is_over() => {
                self.mode = Mode::Question(Question::Resign);
            }
            KeyCode::Char('q') => self.leave(),
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help(0),
            KeyCode::Esc if self.review.take().is_some() => {
                self.stop();
                self.say("The analysis is stopped.");
            }
            _ => {}
        }
    }

    /// What follows page `page` of the help after this key: the next page, if there is one, or the game.
    fn after_help(&self, page: usize, code: KeyCode) -> Mode {
        let is_last = page + 1 >= self.help_pages().len();
        if is_last || matches!(code, KeyCode::Esc | KeyCode::Char('q')) {
            Mode::Play
        } else {
            Mode::Help(page + 1)
        }
    }

    fn pause(&mut self) {
        if self.session.is_turn_of_person() && !self.is_paused {
            self.say("It is your turn: Kaeshi waits.");
            return;
        }
        self.is_paused = !self.is_paused;
        if self.is_paused {
            self.stop();
        }
        self.say(if self.is_paused {
            "Kaeshi pauses. p goes on."
        } else {
            "Kaeshi goes on."
        });
    }

    pub(super) fn ask_for(&mut self, purpose: InputPurpose, text: String) {
        self.mode = Mode::Input(Input { purpose, text });
    }

    fn move_cursor(&mut self, files: isize, rows: isize) {
        let Some(squares) = self.squares() else {
            return;
        };
        let rows = if squares.is_top_down { rows } else { -rows };
        let moved = |at: usize, by: isize, count: usize| {
            at.checked_add_signed(by)
                .filter(|at| *at < count)
                .unwrap_or(at)
        };
        let file = moved(self.cursor % squares.files, files, squares.files);
        let rank = moved(self.cursor / squares.files, rows, squares.ranks);
        self.cursor = rank * squares.files + file;
    }

    /// The name of a square.
    pub(super) fn square_name(&self, index: usize) -> Option<String> {
        let squares = self.squares()?;
        let file = u8::try_from(index % squares.files).ok()?;
        let file = char::from(b'a' + file);
        Some(format!("{file}{}", index / squares.files + 1))
    }

    /// Plays on a square. Where stones fall, any square of a file stands for the one they fall to.
    fn play_square(&mut self, index: usize) {
        let Some(name) = self.square_name(index) else {
            return;
        };
        if !self.session.is_over() && !self.session.is_turn_of_person() && !self.is_paused {
            self.say("It is Kaeshi's turn. g makes it move now.");
            return;
        }
        let legal = self.session.board.legal();
        let falls = !self.is_othello() && !legal.contains(&name);
        let in_file = |other: &&String| other.chars().next() == name.chars().next();
        let is_gravity = self
            .session
            .board
            .write()
            .is_some_and(|text| text.contains("gravity"));
        match legal.iter().find(in_file).filter(|_| falls && is_gravity) {
            Some(lowest) => self.play(lowest),
            None => self.play(&name),
        }
    }

    /// Keys that select cards; false for other keys.
    fn press_in_cards(&mut self, code: KeyCode) -> bool {
        let Some(party) = self.session.board.visible_party(&self.session.people) else {
            return false;
        };
        let cards = if self.session.is_turn_of_person() {
            Hand::cards(&party)
        } else {
            Vec::new()
        };
        let choices = self.hand.choices(&party, &self.session.board.legal());
        match code {
            KeyCode::Left => self.hand.step(false, cards.len()),
            KeyCode::Right => self.hand.step(true, cards.len()),
            KeyCode::Char(' ') => {
                if let Some(card) = cards.get(self.hand.cursor) {
                    self.hand.toggle(*card);
                }
            }
            KeyCode::Up => self.hand.choice = self.hand.choice.saturating_sub(1),
            KeyCode::Down if self.hand.choice + 1 < choices.len() => self.hand.choice += 1,
            KeyCode::Enter if self.session.is_turn_of_person() => {
                match choices.get(self.hand.choice) {
                    Some(choice) => self.play(&choice.name),
                    None => self.say("No legal move has all selected cards."),
                }
            }
            KeyCode::Enter => self.say("It is not your turn."),
            KeyCode::Esc => self.hand = Hand::default(),
            KeyCode::Char('p') if self.session.is_turn_of_person() => self.play("p"),
            KeyCode::Char('c') => {
                let open = self.session.board.is_hidden();
                self.session.board.show_hands(open);
                self.change_position();
                self.say(if open {
                    "All hands are shown, to you and to Kaeshi."
                } else {
                    "The hands of the others are hidden."
                });
            }
            _ => return false,
        }
        true
    }

    fn press_in_setup(&mut self, mut setup: Setup, code: KeyCode) {
        match code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Char(' ') => setup.turn(self.cursor),
            KeyCode::Char('x' | '1') => setup.put(self.cursor, Some(Side::First)),
            KeyCode::Char('o' | '2') => setup.put(self.cursor, Some(Side::Second)),
            KeyCode::Char('.' | '0') | KeyCode::Delete => setup.put(self.cursor, None),
            KeyCode::Char('t') => setup.side = !setup.side,
            KeyCode::Char('z') => setup.clear(),
            KeyCode::Enter => {
                self.finish_setup(&setup);
                return;
            }
            KeyCode::Esc => {
                self.mode = Mode::Play;
                return;
            }
            _ => {}
        }
        self.mode = Mode::Setup(setup);
    }

    fn press_in_input(&mut self, mut input: Input, code: KeyCode) {
        match code {
            KeyCode::Esc => {
                self.mode = Mode::Play;
                return;
            }
            KeyCode::Enter => {
                self.mode = Mode::Play;
                self.entered(input);
                return;
            }
            KeyCode::Backspace => drop(input.text.pop()),
            KeyCode::Char(letter) => input.text.push(letter),
            _ => {}
        }
        self.mode = Mode::Input(input);
    }

    fn press_in_question(&mut self, question: Question, code: KeyCode) {
        let KeyCode::Char(letter) = code else {
            if code == KeyCode::Esc {
                self.mode = Mode::Play;
            }
            return;
        };
        match (question, letter.to_ascii_lowercase()) {
            (Question::SaveFirst(next), 's' | 'y') => self.ask_for_name(next),
            (Question::SaveFirst(next), 'd' | 'n') => {
                self.mode = Mode::Play;
                self.proceed(next);
            }
            (Question::Overwrite(path, next), 'y') => {
                self.mode = Mode::Play;
                self.save(&path, true, next);
            }
            (Question::Overwrite(path, next), 'n') => {
                let text = path.to_string_lossy().into_owned();
                self.ask_for(InputPurpose::Save(next), text);
            }
            (Question::Resign, 'y') => {
                self.mode = Mode::Play;
                self.resign();
            }
            (Question::Resign, 'n') => self.mode = Mode::Play,
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let screen = Rect::new(0, 0, self.size.0, self.size.1);
        let Some(layout) = Layout::of(screen, self.squares()) else {
            return;
        };
        let place = Position::new(mouse.column, mouse.row);
        let is_left = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        match (&mut self.mode, mouse.kind) {
            (Mode::Setup(setup), MouseEventKind::Down(MouseButton::Left)) => {
                if let Some(index) = layout.square_at(place) {
                    self.cursor = index;
                    setup.turn(index);
                }
            }
            (Mode::Play, MouseEventKind::ScrollUp) => self.step(false),
            (Mode::Play, MouseEventKind::ScrollDown) => self.step(true),
            (Mode::Play, _) if is_left => match layout.square_at(place) {
                Some(index) => {
                    self.cursor = index;
                    self.play_square(index);
                }
                None => self.click_cards(&layout, place),
            },
            (&mut Mode::Help(page), _) if is_left => {
                self.mode = self.after_help(page, KeyCode::Enter);
            }
            _ => {}
        }
    }

    /// Selects the card at this place, or plays the move in the list there.
    fn click_cards(&mut self, layout: &Layout, place: Position) {
        if !self.session.board.has_cards() || !self.session.is_turn_of_person() {
            return;
        }
        let Some(party) = self.session.board.visible_party(&self.session.people) else {
            return;
        };
        let cards = Hand::cards(&party);
        let card = (0..cards.len()).find(|&at| panel::card(layout.table, at).contains(place));
        if let Some(at) = card {
            self.hand.cursor = at;
            self.hand.toggle(cards[at]);
            return;
        }
        let choices = self.hand.choices(&party, &self.session.board.legal());
        let first = panel::first_row(
            self.hand.choice,
            choices.len(),
            panel::choices(layout.panel),
        );
        if panel::choices(layout.panel).contains(place) {
            let at = first + usize::from(place.y - panel::choices(layout.panel).y);
            if let Some(choice) = choices.get(at) {
                self.play(&choice.name);
            }
        }
    }
}
