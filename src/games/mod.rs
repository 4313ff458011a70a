//! The games, and the registry that opens them by name.

use std::sync::Arc;

use crate::engine::{Engine, SearchEngine};
use crate::game::{InputError, SetupError};
use crate::search::TranspositionTable;

pub mod daifugo;
pub mod mnk;
pub mod othello;

/// The game at the start of the program.
pub const DEFAULT: &str = "othello";

/// The game names that [`open`] accepts, each with a description.
pub const NAMES: [(&str, &str); 9] = [
    ("othello", "Othello (Reversi) on 8x8"),
    ("tictactoe", "three in a row on 3x3"),
    ("gomoku", "five in a row on 15x15"),
    ("connect4", "four in a row on 7x6, stones fall"),
    (
        "mnk M N K",
        "K in a row on M files and N ranks, each up to 26; gravity and exact may follow",
    ),
    (
        "daifugo",
        "Daifugo for two with open hands: groups of a rank, eights clear the table",
    ),
    ("daifugo plain", "the same with one card at a time"),
    (
        "daifugo uecda",
        "the rules of the UECda tournament: sequences, joker, lock, revolution",
    ),
    (
        "daifugo RULES N",
        "two to five players by the rules uecda, plain, group or custom",
    ),
];

/// One game of each family. Its reader recognises positions of all variants of the family.
const FAMILIES: [&str; 3] = ["othello", "tictactoe", "daifugo"];

/// The game of each family that reads the texts whose first word is a game name like that of `text`.
#[must_use]
pub fn family(text: &str) -> Option<&'static str> {
    let first = text.split([' ', '\t', ',']).find(|word| !word.is_empty())?;
    match first.to_ascii_lowercase().as_str() {
        "othello" | "reversi" => Some("othello"),
        "mnk" | "tictactoe" | "tic-tac-toe" | "gomoku" | "connect4" => Some("tictactoe"),
        "daifugo" => Some("daifugo"),
        _ => None,
    }
}

/// An engine for a game, with the game's name.
pub type NamedEngine = (Box<dyn Engine>, String);

/// Sets up the position `text` and plays `moves`; if an error occurs, nothing changes.
///
/// `engine` plays the game called `game`. If `text` is a position of another variant, or begins with the name of
/// another game, a new engine is returned instead.
///
/// # Errors
/// If the position or a move is refused, or if it is a position of another game and does not name that game.
pub fn set_up(
    engine: &mut dyn Engine,
    game: &str,
    (text, moves): (Option<&str>, &[&str]),
    table: &Arc<TranspositionTable>,
) -> Result<Option<NamedEngine>, InputError> {
    let why = match (engine.set_up(text, moves), text) {
        (Ok(()), _) => return Ok(None),
        (Err(misfit), None) => return Err(InputError::new(misfit)),
        (Err(SetupError::Variant(name)), Some(text)) => {
            return open_at(&name, text, moves, table).map(Some);
        }
        (Err(SetupError::Refused(why)), Some(text)) => match family(text) {
            // A game name alone stands for the starting position.
            Some(family) => match open(text, Arc::clone(table)) {
                Ok(mut engine) => {
                    engine.set_up(None, moves).map_err(InputError::new)?;
                    return Ok(Some((engine, text.to_owned())));
                }
                Err(why) if !text.contains('/') => why,
                Err(_) => return open_at(family, text, moves, table).map(Some),
            },
            None if is_word(text) => unknown(text.trim()),
            None => mistaken(text, game, table).unwrap_or(why),
        },
    };
    Err(why)
}

/// A new engine with the position `text` after `moves`, which may belong to another variant of `game`.
fn open_at(
    game: &str,
    text: &str,
    moves: &[&str],
    table: &Arc<TranspositionTable>,
) -> Result<NamedEngine, InputError> {
    let mut engine = open(game, Arc::clone(table))?;
    match engine.set_up(Some(text), moves) {
        Ok(()) => Ok((engine, game.to_owned())),
        Err(SetupError::Variant(name)) if name != game => open_at(&name, text, moves, table),
        Err(misfit) => Err(InputError::new(misfit)),
    }
}

/// Whether `text` can only be meant as a name: letters that no board is written with.
fn is_word(text: &str) -> bool {
    let text = text.trim();
    text.chars().all(|sign| sign.is_ascii_alphabetic())
        && text.chars().any(|sign| !"xXoO".contains(sign))
}

/// Why `name` is refused, if no game has it.
fn unknown(name: &str) -> InputError {
    let known: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
    InputError::new(format_args!(
        "unknown game '{name}': the games are {}",
        known.join(", ")
    ))
}

/// Why `text` is no position of `game`, if it is one of a game of another family.
#[must_use]
pub fn mistaken(text: &str, game: &str, table: &Arc<TranspositionTable>) -> Option<InputError> {
    let name = owner(text, family(game), table)?;
    Some(InputError::new(format_args!(
        "this is a position of {name}, not of {game}: choose that game first"
    )))
}

/// The name of the game that `text` is a position of, outside the family `known`.
fn owner(text: &str, known: Option<&str>, table: &Arc<TranspositionTable>) -> Option<String> {
    let mut others = FAMILIES.iter().filter(|&&family| Some(family) != known);
    others.find_map(|family| Some(open_at(family, text, &[], table).ok()?.1))
}

/// An engine at the starting position of the game called `name`, which searches with `table`.
///
/// The words of a name may be separated by commas, for managers that split arguments at blanks.
///
/// # Errors
/// If there is no such game; the reason lists the known games.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use kaeshi::core::Level;
/// use kaeshi::engine::{GoLimits, Settings};
/// use kaeshi::games;
/// use kaeshi::search::TranspositionTable;
///
/// let mut engine = games::open("othello", Arc::new(TranspositionTable::new(16)?))?;
/// let levels = [0, 1].map(|number| Level::new(number).expect("levels go up to 13"));
/// while engine.result().is_none() {
///     let settings = Settings { level: levels[engine.side().index()], ..Settings::default() };
///     let chosen = engine.choose(&GoLimits { depth: Some(4), ..GoLimits::default() }, settings)?;
///     engine.play(&[&chosen.best.expect("the game is not over")])?;
/// }
/// assert!(engine.margin().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open(name: &str, table: Arc<TranspositionTable>) -> Result<Box<dyn Engine>, InputError> {
    let lower = name.trim().to_ascii_lowercase().replace(',', " ");
    match lower.split_ascii_whitespace().next() {
        Some("othello" | "reversi") if !lower.contains(' ') => Ok(Box::new(SearchEngine::new(
            &othello::Othello::default(),
            table,
        ))),
        Some("mnk" | "tictactoe" | "tic-tac-toe" | "gomoku" | "connect4") => {
            Ok(mnk::open(mnk::Variant::named(name)?, OpenEngine(table)))
        }
        Some(game @ "daifugo") => Ok(match daifugo::Variant::named(&lower[game.len()..])? {
            daifugo::Variant::Two(start) => Box::new(SearchEngine::new(&start, table)),
            daifugo::Variant::Party(start) => Box::new(daifugo::MultiEngine::new(start, table)),
        }),
        _ => Err(unknown(name)),
    }
}

/// Opens an engine for an m,n,k game of any size, with this table.
struct OpenEngine(Arc<TranspositionTable>);

impl mnk::Visitor for OpenEngine {
    type Output = Box<dyn Engine>;

    fn visit<B: mnk::bits::Bits>(self, start: mnk::Mnk<B>) -> Box<dyn Engine> {
        Box::new(SearchEngine::new(&start, self.0))
    }
}
