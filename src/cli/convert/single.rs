//! One game, for commands that play it on.

use std::io::Cursor;
use std::path::Path;

use kaeshi::game::InputError;
use kaeshi_protocol::board::Move;
use kaeshi_protocol::ggf::{Game, Item, Verdict};
use kaeshi_protocol::transcript::Transcript;

use super::entry::{Entry, fen, set_board};
use super::format::Format;
use super::names::Directory;
use super::read::{self, ReadError};
use super::{name, open, place, today, write};
use crate::cli::Failure;
use crate::cli::position::othello;

/// A game of Othello in the notation of the engine.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::cli) struct SingleGame {
    /// The position at the start as a FEN; `None` for the starting position.
    pub(in crate::cli) setup: Option<String>,
    /// The moves, passes among them.
    pub(in crate::cli) moves: Vec<AnnotatedMove>,
    /// The names of Black and White; empty if they are not known.
    pub(in crate::cli) players: [String; 2],
    /// The result, if the game is over.
    pub(in crate::cli) result: Option<Verdict>,
}

/// A move, its value for its player in discs, and the seconds that it took.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::cli) struct AnnotatedMove {
    pub(in crate::cli) name: String,
    pub(in crate::cli) eval: Option<f64>,
    pub(in crate::cli) seconds: Option<f64>,
}

/// Reads game number `number`, from 1, of the file at `path`. Returns it with the number of games in the file.
///
/// # Errors
/// If the file cannot be read, the format is not known by its name, or it has no such game or a wrong one.
pub(in crate::cli) fn read_game(path: &Path, number: u64) -> Result<(SingleGame, u64), InputError> {
    // A missing file is named before the unknown format of its name.
    let input = open(path).map_err(|why| name(&place(path), &why))?;
    let format = Format::by_ending(path).ok_or_else(|| {
        let endings = "a game is read from .ggf, .pgn, .wtb, .obf, .txt or .jsonl";
        name(&place(path), &endings)
    })?;
    nth_game(format, input, number).map_err(|why| name(&place(path), &why))
}

/// Reads a game or a position from a text of any format: GGF, PGN, a transcript, a FEN or OBF.
///
/// # Errors
/// If the format is not known, or the game is wrong.
pub(in crate::cli) fn parse_game(text: &str) -> Result<SingleGame, InputError> {
    let text = text.trim();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_transcript = Transcript::parse(&line).is_ok_and(|moves| !moves.0.is_empty());
    let (format, text) = if text.starts_with("(;") || text.starts_with("2 (;") {
        (Format::Ggf, text)
    } else if is_transcript {
        (Format::Transcript, &*line)
    } else if text.starts_with('[') || text.starts_with("1.") {
        (Format::Pgn, text)
    } else {
        let reading = othello::read(&line)?.ok_or_else(|| InputError::new("nothing is given"))?;
        return Ok(SingleGame {
            setup: Some(kaeshi::game::Notation::write(&reading.position)),
            ..SingleGame::default()
        });
    };
    let (game, _) = nth_game(format, Cursor::new(text), 1)?;
    Ok(game)
}

/// The game in the format that the name of `path` says.
///
/// # Errors
/// If the name says no format for one game, or the format cannot keep the game.
pub(in crate::cli) fn write_game(path: &Path, game: &SingleGame) -> Result<String, InputError> {
    let entry = entry(game)?;
    match Format::by_ending(path) {
        Some(Format::Transcript) => write::transcript(&entry),
        Some(Format::Ggf) => Ok(write::ggf(&entry)),
        Some(Format::Pgn) => Ok(write::pgn(&entry)),
        Some(Format::Obf) => write::obf(&entry, None),
        Some(Format::Wthor | Format::Match | Format::Sgf) | None => Err(InputError::new(
            "a game is saved as .ggf, .pgn, .txt (moves) or .obf (position)",
        )),
    }
}

fn nth_game(
    format: Format,
    input: impl std::io::BufRead,
    number: u64,
) -> Result<(SingleGame, u64), InputError> {
    let names = Directory::read(None, None)?;
    let (mut count, mut found) = (0, None);
    let read = read::records(format, input, &names, &mut |record| {
        count += 1;
        if count == number {
            found = Some(record.entry);
        }
        Ok(())
    });
    read.map_err(|why| match why {
        ReadError::Input(why) | ReadError::Output(Failure::Refused(why)) => why,
        ReadError::Output(Failure::Io(why)) => InputError::new(why),
    })?;
    let missing = || match count {
        0 => InputError::new("there is no game"),
        1 => InputError::new(format_args!("there is no game {number}, only one")),
        _ => InputError::new(format_args!("there is no game {number} of {count}")),
    };
    Ok((single(&found.ok_or_else(missing)??.whole()?), count))
}

fn single(entry: &Entry) -> SingleGame {
    let game = &entry.game;
    let moves = game.moves.iter().map(|(_, item)| AnnotatedMove {
        name: format!("{:#}", item.mv),
        eval: item.eval,
        seconds: item.seconds,
    });
    SingleGame {
        setup: (!entry.begins_at_the_start()).then(|| fen(game)),
        moves: moves.collect(),
        players: game.players.each_ref().map(|name| name.as_str().to_owned()),
        result: game.result,
    }
}

fn entry(game: &SingleGame) -> Result<Entry, InputError> {
    let (year, month, day) = today();
    let mut record = Game {
        players: game.players.each_ref().map(|name| name.as_str().into()),
        place: "kaeshi play".into(),
        date: format!("{year}.{month:02}.{day:02}").into(),
        result: game.result,
        ..Game::new()
    };
    if let Some(setup) = &game.setup
        && let Some(reading) = othello::read(setup)?
    {
        set_board(&mut record, &reading.position);
    }
    let item = |mv: &AnnotatedMove| {
        let read = Transcript::parse(&mv.name).ok();
        let read = read.and_then(|Transcript(moves)| moves.first().copied());
        let item = Item {
            // The engine writes a pass as 0000.
            mv: read.unwrap_or(Move::Pass),
            eval: mv.eval,
            seconds: mv.seconds,
        };
        (None, item)
    };
    Entry::replay(record, game.moves.iter().map(item)).whole()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_texts_are_games_or_positions() {
        let names = |text: &str| {
            let game = parse_game(text).map_err(|why| why.to_string())?;
            Ok::<_, String>(game.moves.into_iter().map(|mv| mv.name).collect::<Vec<_>>())
        };
        assert_eq!(
            names("F5 d6 c3"),
            Ok(["f5", "d6", "c3"].map(str::to_owned).to_vec())
        );
        assert_eq!(
            names("1. f5 d6 2. c3"),
            Ok(["f5", "d6", "c3"].map(str::to_owned).to_vec())
        );
        let position = parse_game("8/8/8/3ox3/3xxx2/8/8/8 o").expect("a FEN");
        assert_eq!(position.setup.as_deref(), Some("8/8/8/3ox3/3xxx2/8/8/8 o"));
        for text in ["", "zz", "f5f5", "(;GM[Go])"] {
            assert!(parse_game(text).is_err(), "{text}");
        }
    }

    /// A missing file is named as missing, whatever its name, and a file of an unknown format as such.
    #[test]
    fn a_file_is_found_before_its_format() {
        let refusal = |path: &Path| match read_game(path, 1) {
            Ok(_) => String::new(),
            Err(why) => why.to_string(),
        };
        let missing = refusal(Path::new("no/such/file"));
        assert!(
            missing.starts_with("no/such/file: No such file"),
            "{missing}"
        );
        let folder = tempfile::tempdir().expect("a folder");
        let unknown = folder.path().join("game.unknown");
        std::fs::write(&unknown, "f5d6c3").expect("it can be written");
        assert!(refusal(&unknown).contains("a game is read from .ggf"));
    }

    #[test]
    fn a_game_is_read_back_as_written() {
        let game = SingleGame {
            players: ["you".into(), "Kaeshi".into()],
            ..parse_game("f5d6c3d3c4").expect("moves")
        };
        for name in ["a.ggf", "a.pgn"] {
            let text = write_game(Path::new(name), &game).expect(name);
            assert_eq!(parse_game(&text).expect(name), game, "{name}");
        }
        assert_eq!(
            write_game(Path::new("a.txt"), &game).as_deref(),
            Ok("f5d6c3d3c4\n")
        );
        assert!(write_game(Path::new("a.wtb"), &game).is_err());
        assert!(write_game(Path::new("a"), &game).is_err());
    }
}
