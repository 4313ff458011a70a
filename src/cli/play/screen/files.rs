//! Games saved, loaded, typed and pasted.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kaeshi::core::printable;
use kaeshi::files::{Existing, FileProblem, PendingFile, read_text, shown};
use kaeshi::game::{InputError, Outcome, Side};
use kaeshi_protocol::ggf::{End, Verdict};

use super::super::board::is_pass;
use super::mode::{Input, InputPurpose, Mode, Next, Question};
use super::setup::Setup;
use super::state::State;
use crate::cli::convert::{AnnotatedMove, SingleGame, parse_game, read_game, write_game};
use crate::cli::position;

/// Maximum size of a saved game that is not Othello's, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// Maximum number of names tried for a new file.
const MAX_NAMES: u32 = 10_000;

impl State {
    /// Proceeds, after the question whether to save a game that would be lost.
    pub(super) fn after_saving(&mut self, next: Next) {
        if self.is_unsaved {
            self.mode = Mode::Question(Question::SaveFirst(next));
        } else {
            self.mode = Mode::Play;
            self.proceed(next);
        }
    }

    /// Does what follows when the game need not be saved.
    pub(super) fn proceed(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Quit => self.is_done = true,
            Next::New => {
                self.is_unsaved = false;
                self.begin_again();
            }
            Next::Load => self.ask_for(InputPurpose::Load, String::new()),
            Next::Replace(game, what) => self.replace(&game, &what),
            Next::Setup => match self.session.board.grid() {
                Some(grid) => {
                    let side = self.session.board.side();
                    self.stop();
                    self.mode = Mode::Setup(Setup { grid, side });
                }
                None => self.say("Hands of cards are dealt, not set up: see --position."),
            },
        }
    }

    /// Asks for the file to save the game in.
    pub(super) fn ask_for_name(&mut self, next: Next) {
        let name = self.free_name(Path::new(""));
        self.ask_for(InputPurpose::Save(next), name);
    }

    /// The name of a file that does not exist in `folder`.
    fn free_name(&self, folder: &Path) -> String {
        let ending = if self.is_othello() { "ggf" } else { "txt" };
        let mut names = (1..MAX_NAMES).map(|number| format!("game-{number}.{ending}"));
        let free = names.find(|name| fs::symlink_metadata(folder.join(name)).is_err());
        free.unwrap_or_else(|| format!("game.{ending}"))
    }

    /// Handles a typed text.
    pub(super) fn entered(&mut self, input: Input) {
        let text = input.text.trim();
        if text.is_empty() {
            return;
        }
        match input.purpose {
            InputPurpose::Save(next) => self.save(&home(text), false, next),
            InputPurpose::Load => self.load(text),
            InputPurpose::Moves => self.enter_moves(text),
        }
    }

    /// Saves the game; without `force`, asks before an existing file is replaced.
    pub(super) fn save(&mut self, path: &Path, force: bool, next: Next) {
        match self.write_file(path, Existing::forced(force)) {
            Ok(()) => {
                self.is_unsaved = false;
                self.say(format!("Saved as {}.", shown(path)));
                self.proceed(next);
            }
            Err(SaveError::Exists) => {
                self.mode = Mode::Question(Question::Overwrite(path.to_owned(), next));
            }
            Err(SaveError::Other(why)) => self.say(format!("Not saved: {why}.")),
        }
    }

    fn write_file(&self, path: &Path, existing: Existing) -> Result<(), SaveError> {
        let text = if self.is_othello() {
            write_game(path, &self.game()).map_err(SaveError::Other)?
        } else {
            self.lines_of_other_game().map_err(SaveError::Other)?
        };
        PendingFile::write(path, text.as_bytes(), existing).map_err(|why| match why.why {
            FileProblem::Exists | FileProblem::Link(_) => SaveError::Exists,
            _ => SaveError::Other(InputError::new(why)),
        })
    }

    /// Saves a game without a question, since the program has to end. Returns a sentence.
    pub(super) fn rescue(&self) -> Option<String> {
        if !self.is_unsaved {
            return None;
        }
        let folders = [PathBuf::new(), std::env::temp_dir()];
        let saved = folders.iter().find_map(|folder| self.rescue_in(folder));
        Some(saved.unwrap_or_else(|| self.farewell()))
    }

    /// Saves a game under a free name in `folder`. Returns a sentence; `None` if it cannot be written there.
    pub(super) fn rescue_in(&self, folder: &Path) -> Option<String> {
        let path = folder.join(self.free_name(folder));
        self.write_file(&path, Existing::Keep).ok()?;
        Some(format!("The game was saved as {}.", shown(&path)))
    }

    /// The game on one line, for the terminal that stays.
    pub(super) fn farewell(&self) -> String {
        let moves = self.session.board.whole_game().map(|mv| mv.name.as_str());
        let moves: Vec<_> = moves.collect();
        format!("The moves were: {}", moves.join(" "))
    }

    /// The game of Othello in the terms of files.
    fn game(&self) -> SingleGame {
        let moves = self.session.board.whole_game().map(|mv| AnnotatedMove {
            name: mv.name.clone(),
            eval: mv.value_for_files().map(|eval| {
                let side = if mv.player == 0 {
                    Side::First
                } else {
                    Side::Second
                };
                f64::from(eval.seen_by(side).hundredths) / 100.0
            }),
            seconds: mv.time.map(|time| time.as_secs_f64()),
        });
        let name = |player: usize| match self.session.people.get(player) {
            Some(true) => "player".to_owned(),
            _ => format!("Kaeshi {}", env!("CARGO_PKG_VERSION")),
        };
        SingleGame {
            setup: self.session.board.setup().map(str::to_owned),
            moves: moves.collect(),
            players: [name(0), name(1)],
            result: self.verdict(),
        }
    }

    /// The result of a game that ended otherwise than by the rules.
    fn verdict(&self) -> Option<Verdict> {
        let forfeit = self.session.forfeit?;
        let end = if forfeit.by_time {
            End::Time
        } else {
            End::Resigned
        };
        let margin = match self.session.result()? {
            Outcome::Won(Side::First) => 64.0,
            Outcome::Won(Side::Second) => -64.0,
            Outcome::Drawn => 0.0,
        };
        Some(Verdict { margin, end })
    }

    /// A game other than Othello: its name, and UGI's `position` with the moves.
    fn lines_of_other_game(&self) -> Result<String, InputError> {
        let board = &self.session.board;
        let start = board
            .written_start()
            .or_else(|| board.setup().map(str::to_owned));
        let start = match start {
            Some(start) => start,
            None => position::open(board.game(), 1, None)?.engine.write(),
        };
        let mut text = format!("# kaeshi play: {}\nposition fen {start}", board.game());
        for (at, mv) in board.whole_game().enumerate() {
            let before = if at == 0 { " moves " } else { " " };
            let _ = write!(text, "{before}{}", mv.name);
        }
        text.push('\n');
        Ok(text)
    }

    /// Loads a game. `FILE:3` is the third game of a file.
    fn load(&mut self, text: &str) {
        let numbered = text.rsplit_once(':').and_then(|(path, number)| {
            let number = number.parse::<u64>().ok()?;
            (!Path::new(text).exists()).then(|| (home(path), number))
        });
        let (path, number) = numbered.unwrap_or_else(|| (home(text), 1));
        let read = if self.is_othello() {
            read_game(&path, number)
        } else {
            let read = read_text(&path, MAX_SIZE).map_err(InputError::new);
            read.and_then(|text| other_game(&text))
                .map(|game| (game, 1))
        };
        match read {
            Ok((game, count)) => {
                let mut what = format!("Loaded {}", shown(&path));
                if count > 1 {
                    let _ = write!(what, ", game {number} of {count}; o FILE:N loads another");
                }
                self.replace(&game, &what);
            }
            Err(why) => self.say(format!("Not loaded: {why}.")),
        }
    }

    /// Goes on with another game.
    fn replace(&mut self, game: &SingleGame, what: &str) {
        let names: Vec<String> = game.moves.iter().map(|mv| mv.name.clone()).collect();
        self.stop();
        match self.session.board.replace(game.setup.as_deref(), &names) {
            Ok(()) => {
                let [black, white] = game.players.each_ref().map(|name| printable(name));
                let players = match (black.as_str(), white.as_str()) {
                    ("", "") => String::new(),
                    _ => format!(", {black} against {white}"),
                };
                self.begin_play(&format!("{what}{players}."));
                self.is_paused = !names.is_empty();
                if self.is_paused && !self.session.is_over() {
                    self.say("Kaeshi waits: play on, or g to let it move; [ ] step through.");
                }
            }
            Err(why) => self.say(format!("Not possible: {why}.")),
        }
    }

    /// Plays a typed move, or goes on with typed moves or a typed position.
    fn enter_moves(&mut self, text: &str) {
        let is_move = self
            .session
            .board
            .legal()
            .iter()
            .any(|name| name.eq_ignore_ascii_case(text))
            || (is_pass(text) && self.session.board.forced_pass().is_some())
            || self.session.board.has_cards();
        if is_move && !self.session.is_over() {
            self.play(text);
        } else {
            self.take_text(text);
        }
    }

    /// Handles pasted text.
    pub(super) fn paste(&mut self, text: &str) {
        match &mut self.mode {
            Mode::Input(input) => input.text += &text.replace(['\r', '\n'], " "),
            Mode::Play => self.take_text(text.trim()),
            _ => {}
        }
    }

    /// Reads a game or a position of the current game, and goes on with it.
    fn take_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let game = if self.is_othello() {
            parse_game(text)
        } else {
            other_game(text).or_else(|why| self.moves_or_position(text).ok_or(why))
        };
        match game {
            Ok(game) => {
                let what = match (&game.setup, game.moves.len()) {
                    (_, 0) => "A position was given".to_owned(),
                    (_, 1) => "1 move was given".to_owned(),
                    (_, count) => format!("{count} moves were given"),
                };
                self.after_saving(Next::Replace(Box::new(game), what));
            }
            Err(why) => self.say(format!("Not understood: {why}.")),
        }
    }

    /// Moves from the starting position, or a position of the same game.
    fn moves_or_position(&self, text: &str) -> Option<SingleGame> {
        if text.contains('/') {
            return Some(SingleGame {
                setup: Some(text.to_owned()),
                ..SingleGame::default()
            });
        }
        let on_squares = self.session.board.grid().is_some();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let names = position::moves(&text, on_squares);
        let is_unknown = names.iter().any(|name| self.session.board.is_unknown(name));
        (!is_unknown).then(|| game_of(None, &names))
    }

    /// Plays on from the position that was set up.
    pub(super) fn finish_setup(&mut self, setup: &Setup) {
        let current = self.session.board.write().unwrap_or_default();
        let text = setup.text(&current, self.is_othello());
        match self.session.board.replace(Some(&text), &[]) {
            Ok(()) => {
                self.mode = Mode::Play;
                self.begin_play("The position is set up.");
            }
            Err(why) => {
                self.mode = Mode::Setup(setup.clone());
                self.say(format!("Not possible: {why}."));
            }
        }
    }
}

/// Why a game was not saved.
enum SaveError {
    Exists,
    Other(InputError),
}

/// A path as typed; `~/` is the home folder.
fn home(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

/// A saved game other than Othello: the line that begins with `position`.
fn other_game(text: &str) -> Result<SingleGame, InputError> {
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("position "));
    let line = line.ok_or_else(|| {
        InputError::new("this is neither moves nor a position, and no line begins with 'position'")
    })?;
    let (setup, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let setup = setup.trim();
    let setup = setup.strip_prefix("fen ").unwrap_or(setup).trim();
    let setup = (setup != "startpos").then_some(setup);
    Ok(game_of(
        setup,
        &moves.split_whitespace().collect::<Vec<_>>(),
    ))
}

fn game_of(setup: Option<&str>, moves: &[&str]) -> SingleGame {
    let named = |name: &&str| AnnotatedMove {
        name: (*name).to_owned(),
        ..AnnotatedMove::default()
    };
    SingleGame {
        setup: setup.map(str::to_owned),
        moves: moves.iter().map(named).collect(),
        ..SingleGame::default()
    }
}
