//! The options: names, ranges, defaults.

use std::thread;
use std::time::Duration;

use kaeshi_protocol::ugi::{self, Declaration};

use crate::engine::{Engine, Settings};
use crate::game::InputError;
use crate::games;
use crate::search::{Draft, Level, TranspositionTable};

/// The program's name and version.
pub(super) const PROGRAM: &str = concat!("Kaeshi ", env!("CARGO_PKG_VERSION"));
/// How UCI writes a text of no length.
const EMPTY: &str = "<empty>";
/// The author.
pub(super) const AUTHOR: &str = "the Kaeshi developers";

/// The values of all options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// The settings of the engine.
    pub settings: Settings,
    /// The name of the game.
    pub game: String,
    /// Whether the interface uses pondering, so that a ponder move is sent.
    pub ponder: bool,
    /// The opening book.
    pub book: BookOptions,
}

/// The options of the opening book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookOptions {
    /// Whether moves are played from the book.
    pub is_used: bool,
    /// The path of the book; empty for the built-in one.
    pub file: String,
    /// The number of discs, 0 to 64, that the moves of one side may lose in a game, against the best ones of the book.
    pub variety: u8,
    /// The number of plies, 0 to 60, before which the book is used.
    pub depth: u8,
    /// The depth in plies, 0 to 60, of the searches by which the book learns the games that were played; 0 if it does not.
    pub learn: i8,
}

impl Default for BookOptions {
    fn default() -> Self {
        Self {
            is_used: false,
            file: String::new(),
            variety: 0,
            depth: 60,
            learn: 0,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 64,
            settings: Settings::default(),
            game: games::DEFAULT.into(),
            ponder: false,
            book: BookOptions::default(),
        }
    }
}

/// The type of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A whole number in this range.
    Number {
        /// The minimum.
        min: usize,
        /// The maximum.
        max: usize,
    },
    /// `true` or `false`.
    Switch,
    /// Any text.
    Text,
    /// The path of a file, or nothing.
    Path,
    /// No value: an action.
    Button,
}

/// The name of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// Size of the transposition table in MiB.
    Hash,
    /// Number of workers, 1 or more.
    Threads,
    /// Number of best lines reported, 1 or more.
    MultiPv,
    /// The game.
    Game,
    /// Ponder on the opponent's time, when told to.
    Ponder,
    /// Time subtracted from every deadline, in milliseconds.
    MoveOverhead,
    /// Seed of the random number generator.
    Seed,
    /// Playing strength.
    Level,
    /// Moves from the opening book.
    OwnBook,
    /// The file of the opening book.
    BookFile,
    /// The number of discs that the moves of the book may lose in a game.
    BookVariety,
    /// The number of plies before which the book is used.
    BookDepth,
    /// The depth of the searches by which the book learns games.
    BookLearn,
    /// Clears the transposition table.
    ClearHash,
}

impl Name {
    /// All options in the order of their declaration.
    pub const ALL: [Self; 14] = [
        Self::Hash,
        Self::Threads,
        Self::MultiPv,
        Self::Game,
        Self::Ponder,
        Self::MoveOverhead,
        Self::Seed,
        Self::Level,
        Self::OwnBook,
        Self::BookFile,
        Self::BookVariety,
        Self::BookDepth,
        Self::BookLearn,
        Self::ClearHash,
    ];

    /// The name as declared; it is compared without regard to case.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Hash => "Hash",
            Self::Threads => "Threads",
            Self::MultiPv => "MultiPV",
            Self::Game => "Game",
            Self::Ponder => "Ponder",
            Self::MoveOverhead => "Move Overhead",
            Self::Seed => "Seed",
            Self::Level => "Level",
            Self::OwnBook => "OwnBook",
            Self::BookFile => "BookFile",
            Self::BookVariety => "BookVariety",
            Self::BookDepth => "BookDepth",
            Self::BookLearn => "BookLearn",
            Self::ClearHash => "Clear Hash",
        }
    }

    /// The option called `text`.
    ///
    /// # Errors
    /// If there is none; the reason lists the known options.
    pub fn find(text: &str) -> Result<Self, InputError> {
        let found = Self::ALL
            .into_iter()
            .find(|name| name.text().eq_ignore_ascii_case(text));
        found.ok_or_else(|| {
            let known = Self::ALL.map(Self::text).join(", ");
            InputError::new(format_args!(
                "no option is called '{text}': the options are {known}"
            ))
        })
    }

    /// The type of the option.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Hash => Kind::Number {
                min: TranspositionTable::MIN_MEGABYTES,
                max: TranspositionTable::max_megabytes(),
            },
            Self::Threads => Kind::Number {
                min: 1,
                max: cores(),
            },
            Self::MultiPv => Kind::Number { min: 1, max: 64 },
            Self::MoveOverhead => Kind::Number {
                min: 0,
                max: 10_000,
            },
            Self::Seed => Kind::Number {
                min: 0,
                max: u32::MAX as usize,
            },
            Self::Level => Kind::Number {
                min: 0,
                max: Level::LIMITED,
            },
            Self::BookVariety => Kind::Number { min: 0, max: 64 },
            Self::BookDepth | Self::BookLearn => Kind::Number { min: 0, max: 60 },
            Self::Game => Kind::Text,
            Self::BookFile => Kind::Path,
            Self::Ponder | Self::OwnBook => Kind::Switch,
            Self::ClearHash => Kind::Button,
        }
    }
}

impl Name {
    /// What the maximum `max` of threads or memory comes from; `None` for other options.
    #[must_use]
    pub fn limit(self, max: usize) -> Option<String> {
        match (self, max) {
            (Self::Threads, 1) => Some("only 1 processor is available".into()),
            (Self::Threads, _) => Some(format!("only {max} processors are available")),
            (Self::Hash, _) => Some(format!("this machine has {max} MiB of memory")),
            _ => None,
        }
    }

    /// The reason why `number` is refused, which is above the maximum `max`.
    fn too_many(self, number: usize, max: usize) -> String {
        let unit = if self == Self::Hash { "MiB" } else { "threads" };
        match self.limit(max) {
            Some(limit) => format!("{number} {unit}: {limit}"),
            None => format!("{number} is more than the maximum, {max}"),
        }
    }
}

impl Options {
    /// The value of an option as text; empty for a button.
    #[must_use]
    pub fn value(&self, name: Name) -> String {
        match name {
            Name::Hash => self.hash.to_string(),
            Name::Threads => self.settings.threads.to_string(),
            Name::MultiPv => self.settings.lines.to_string(),
            Name::Game => self.game.clone(),
            Name::Ponder => self.ponder.to_string(),
            Name::MoveOverhead => self.settings.overhead.as_millis().to_string(),
            Name::Seed => self.settings.seed.to_string(),
            Name::Level => self.settings.level.number().to_string(),
            Name::OwnBook => self.book.is_used.to_string(),
            Name::BookFile if self.book.file.is_empty() => EMPTY.into(),
            Name::BookFile => self.book.file.clone(),
            Name::BookVariety => self.book.variety.to_string(),
            Name::BookDepth => self.book.depth.to_string(),
            Name::BookLearn => self.book.learn.to_string(),
            Name::ClearHash => String::new(),
        }
    }

    /// Sets an option to the value `text`; the value of [`Name::Game`] is not checked here.
    ///
    /// # Errors
    /// If the value is refused; then nothing changes.
    pub fn set(&mut self, name: Name, text: Option<&str>) -> Result<(), InputError> {
        let text = text.map(str::trim);
        let refuse = |why: String| {
            Err(InputError::new(format_args!(
                "option {}: {why}",
                name.text()
            )))
        };
        match (name.kind(), text) {
            (Kind::Button, None | Some("")) => {}
            (Kind::Button, Some(text)) => {
                return refuse(format!("it takes no value, got '{text}'"));
            }
            (Kind::Path, None | Some("" | EMPTY)) => self.book.file.clear(),
            (Kind::Path, Some(text)) => text.clone_into(&mut self.book.file),
            (_, None | Some("")) => return refuse("the value is missing".into()),
            (Kind::Number { min, max }, Some(text)) => match text.parse() {
                Ok(number) if (min..=max).contains(&number) => self.set_number(name, number),
                Ok(number) if number > max => return refuse(name.too_many(number, max)),
                _ => {
                    return refuse(format!(
                        "a whole number from {min} to {max} is needed, got '{text}'"
                    ));
                }
            },
            (Kind::Switch, Some(text)) => match text.to_ascii_lowercase().parse() {
                Ok(on) if name == Name::OwnBook => self.book.is_used = on,
                Ok(on) => self.ponder = on,
                Err(_) => return refuse(format!("'true' or 'false' is needed, got '{text}'")),
            },
            (Kind::Text, Some(text)) => text.clone_into(&mut self.game),
        }
        Ok(())
    }

    fn set_number(&mut self, name: Name, number: usize) {
        match name {
            Name::Hash => self.hash = number,
            Name::Threads => self.settings.threads = number,
            Name::MultiPv => self.settings.lines = number,
            Name::MoveOverhead => self.settings.overhead = Duration::from_millis(number as u64),
            Name::Seed => self.settings.seed = number as u64,
            Name::Level => self.settings.level = Level::new(number).unwrap_or(Level::FULL),
            Name::BookVariety => self.book.variety = u8::try_from(number).unwrap_or(64),
            Name::BookDepth => self.book.depth = u8::try_from(number).unwrap_or(60),
            Name::BookLearn => self.book.learn = i8::try_from(number).unwrap_or(60),
            Name::Game | Name::Ponder | Name::OwnBook | Name::BookFile | Name::ClearHash => {}
        }
    }
}

/// Checks that the game of `engine` has levels, if `options` ask for less than full strength.
///
/// # Errors
/// If it has none.
pub fn check_level(engine: &dyn Engine, options: &Options) -> Result<(), InputError> {
    let level = options.settings.level;
    if level == Level::FULL || engine.has_levels() {
        return Ok(());
    }
    Err(InputError::new(format_args!(
        "option Level: only Othello has levels; set {} (full strength) to play {}",
        Level::FULL.number(),
        options.game
    )))
}

/// The declaration of an option with its value, in UGI, UCI and USI-X.
pub(super) fn declaration(name: Name, options: &Options) -> Declaration {
    let value = options.value(name);
    let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let kind = match name.kind() {
        Kind::Number { min, max } => ugi::Kind::Spin {
            default: value.parse().unwrap_or_default(),
            min: number(min),
            max: number(max),
        },
        Kind::Switch => ugi::Kind::Check {
            default: value == "true",
        },
        Kind::Text | Kind::Path => ugi::Kind::String {
            default: value.into(),
        },
        Kind::Button => ugi::Kind::Button,
    };
    Declaration {
        name: name.text().into(),
        kind,
    }
}

/// A depth in plies, limited to the maximum of a search.
pub(super) fn depth(plies: u32) -> i8 {
    let deepest = u32::from(Draft::MAX_DEPTH.unsigned_abs());
    i8::try_from(plies.min(deepest)).unwrap_or(Draft::MAX_DEPTH)
}

/// Number of processors available to this program.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_takes_its_own_default() {
        let mut options = Options::default();
        for name in Name::ALL {
            assert_eq!(Name::find(&name.text().to_uppercase()), Ok(name));
            let value = options.value(name);
            let value = (name.kind() != Kind::Button).then_some(value.as_str());
            assert_eq!(options.set(name, value), Ok(()), "{name:?}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn wrong_values_change_nothing() {
        let mut options = Options::default();
        let cases = [
            (Name::Hash, Some("0")),
            (Name::Hash, Some("-1")),
            (Name::Hash, Some("99999999999999999999")),
            (Name::Hash, Some("big")),
            (Name::Hash, Some("")),
            (Name::Hash, None),
            (Name::MultiPv, Some("65")),
            (Name::Ponder, Some("maybe")),
            (Name::ClearHash, Some("now")),
            (Name::Game, None),
        ];
        for (name, value) in cases {
            assert!(options.set(name, value).is_err(), "{name:?} {value:?}");
        }
        assert_eq!(options, Options::default());
        assert!(Name::find("Contempt").is_err());
    }
}
