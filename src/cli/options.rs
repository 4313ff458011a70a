//! Options that several commands share; each command has only those that affect it.

use std::path::Path;

use clap::{ArgGroup, Args};
use kaeshi::engine::Settings;
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::search::Level;
use kaeshi::shell::{BookOptions, Kind, Name, OpeningBook, Options};

use super::number::{plies, whole};

/// The game of a command.
#[derive(Debug, Args)]
pub(crate) struct GameOption {
    /// The game, by a name that 'kaeshi --help' lists.
    #[arg(id = "game", long = "game", value_name = "NAME", default_value = games::DEFAULT, display_order = 100)]
    pub(crate) name: String,
}

/// The size of the transposition table.
#[derive(Debug, Args)]
pub(crate) struct HashOption {
    /// Size of the transposition table in MiB.
    #[arg(id = "hash", long = "hash", value_name = "MIB", default_value_t = Options::default().hash, display_order = 101)]
    #[arg(value_parser = megabytes)]
    pub(crate) megabytes: usize,
}

/// The number of search threads.
#[derive(Debug, Args)]
pub(crate) struct ThreadsOption {
    /// Number of search threads.
    #[arg(id = "threads", long = "threads", value_name = "N", default_value_t = Settings::default().threads, display_order = 102)]
    #[arg(value_parser = threads)]
    pub(crate) count: usize,
}

/// The settings of the engine.
#[derive(Debug, Args)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) game: GameOption,
    #[command(flatten)]
    hash: HashOption,
    #[command(flatten)]
    threads: ThreadsOption,
    /// Playing strength in Othello; 'kaeshi --help' lists the levels [default: full strength].
    #[arg(long, value_name = "LEVEL", value_parser = level, display_order = 103)]
    level: Option<Level>,
    /// Play Othello from this opening book, which 'kaeshi book' makes.
    #[arg(long, value_name = "FILE", display_order = 104)]
    book: Option<String>,
}

/// How the engine uses its opening book, for protocols without options.
#[derive(Debug, Args)]
#[group(skip)]
#[command(group = ArgGroup::new("any-book").args(["book", "own_book"]).multiple(true))]
pub(crate) struct BookArguments {
    /// Play Othello from the built-in opening book.
    #[arg(long, conflicts_with = "book", display_order = 104)]
    own_book: bool,
    /// Discs that moves of the book may lose in a game, for variety.
    #[arg(
        long = "book-variety",
        value_name = "DISCS",
        requires = "any-book",
        display_order = 105
    )]
    #[arg(default_value_t = BookOptions::default().variety, value_parser = whole(0..=64_u8))]
    variety: u8,
    /// Use the book before this number of plies.
    #[arg(
        long = "book-depth",
        value_name = "N",
        requires = "any-book",
        display_order = 106
    )]
    #[arg(default_value_t = BookOptions::default().depth, value_parser = plies(0..=60_u8))]
    depth: u8,
    /// After each game, extend the book by its positions, searched to this depth in plies [default: no].
    #[arg(
        long = "book-learn",
        value_name = "DEPTH",
        requires = "any-book",
        display_order = 107
    )]
    #[arg(value_parser = plies(1..=60_i8))]
    learn: Option<i8>,
}

impl BookArguments {
    /// `options`, with these instead of the default ones.
    pub(crate) fn apply(&self, options: Options) -> Options {
        let book = BookOptions {
            is_used: self.own_book || options.book.is_used,
            variety: self.variety,
            depth: self.depth,
            learn: self.learn.unwrap_or(options.book.learn),
            ..options.book
        };
        Options { book, ..options }
    }
}

impl PlayOptions {
    /// The opening book, for a game of Othello at full strength; `built_in` tells whether it is the built-in one if no
    /// other is named.
    ///
    /// # Errors
    /// If it cannot be opened, or the game or the level has none.
    pub(crate) fn open_book(&self, built_in: bool) -> Result<Option<OpeningBook>, InputError> {
        let is_othello = games::family(&self.game.name) == Some("othello");
        let is_weaker = self.level.is_some_and(|level| level != Level::FULL);
        let Some(path) = &self.book else {
            let is_used = built_in && is_othello && !is_weaker;
            return Ok(is_used.then(OpeningBook::built_in));
        };
        if !is_othello {
            return Err(InputError::new("--book goes with Othello only"));
        }
        if is_weaker {
            return Err(InputError::new(
                "--book goes with full strength only: leave out --level",
            ));
        }
        let book = OpeningBook::open(Path::new(path));
        book.map(Some).map_err(InputError::new)
    }

    /// The file of the opening book, if one is named.
    pub(crate) fn book_path(&self) -> Option<&Path> {
        self.book.as_deref().map(Path::new)
    }

    /// The initial options of a session.
    pub(crate) fn read(&self) -> Options {
        let defaults = Options::default();
        let book = BookOptions {
            is_used: self.book.is_some(),
            file: self.book.clone().unwrap_or_default(),
            ..defaults.book
        };
        Options {
            book,
            game: self.game.name.clone(),
            hash: self.hash.megabytes,
            settings: Settings {
                threads: self.threads.count,
                level: self.level.unwrap_or(Level::FULL),
                ..defaults.settings
            },
            ..defaults
        }
    }
}

fn megabytes(text: &str) -> Result<usize, String> {
    number(Name::Hash, text)
}

fn threads(text: &str) -> Result<usize, String> {
    number(Name::Threads, text)
}

fn level(text: &str) -> Result<Level, String> {
    let number = number(Name::Level, text)?;
    Level::new(number).ok_or_else(|| format!("there is no level {number}"))
}

/// A number in the range of the option `name`.
fn number(name: Name, text: &str) -> Result<usize, String> {
    let Kind::Number { min, max } = name.kind() else {
        return Err(format!("{} is not a number", name.text()));
    };
    match text.parse::<usize>() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        Ok(number) if number > max => {
            let limit = name.limit(max);
            Err(limit.unwrap_or_else(|| format!("the levels end at {max}")))
        }
        _ => Err(format!("a whole number from {min} to {max} is needed")),
    }
}
