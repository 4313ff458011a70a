//! Reads the records of any format.

use std::io::{self, BufRead};

use kaeshi::game::{Misfit, Refused, Spoken};
use kaeshi::games::othello::Othello;
use kaeshi::shell::{LONGEST, Line, read_line};
use kaeshi_protocol::board::{Board, Disc, Move};
use kaeshi_protocol::ggf::{self, End, Item, Verdict};
use kaeshi_protocol::transcript::Transcript;
use kaeshi_protocol::{fairy, obf, pgn, wthor};

use super::entry::{Entry, Ply, Thor, set_board};
use super::format::Format;
use super::names::Directory;
use super::played;
use crate::cli::Failure;

/// A record, or why it was refused.
pub(super) struct Found {
    /// The line where the record begins, from 1; `None` for binary files.
    pub(super) line: Option<usize>,
    pub(super) entry: Result<Entry, Refused>,
}

/// The byte order mark that some editors put before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A function that receives every record.
pub(super) type Taker<'a> = &'a mut dyn FnMut(Found) -> io::Result<()>;

/// Calls `take` for every record of `input`.
///
/// # Errors
/// If the input cannot be read or has another format, or if `take` fails.
pub(super) fn records(
    format: Format,
    mut input: impl BufRead,
    names: &Directory,
    take: Taker<'_>,
) -> Result<(), Failure> {
    match format {
        Format::Transcript => lines(input, |line| Ok(vec![transcript(line)]), take),
        Format::Ggf => lines(input, |line| Ok(games(line).collect()), take),
        Format::Obf => lines(
            input,
            |line| Ok(problem(line).transpose().into_iter().collect()),
            take,
        ),
        Format::Match => {
            let mut header = None;
            lines(input, |line| played::read(line, &mut header), take)
        }
        Format::Pgn => {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes)?;
            let text = String::from_utf8(bytes).unwrap_or_else(|why| {
                // Text that is not UTF-8 is read as ISO 8859-1, as in the standard of PGN.
                why.as_bytes()
                    .iter()
                    .map(|byte| char::from(*byte))
                    .collect()
            });
            for (line, text) in pgn::split(text.trim_start_matches(BYTE_ORDER_MARK)) {
                let entry = tagged(text, line);
                let line = Some(line);
                take(Found { line, entry })?;
            }
            Ok(())
        }
        Format::Wthor => {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes)?;
            let base = wthor::Base::read(&bytes).map_err(Refused::new)?;
            for game in &base.games {
                let game = game.as_ref().map_err(Refused::new);
                let entry = game.and_then(|game| thor(game, base.header, names));
                take(Found { line: None, entry })?;
            }
            Ok(())
        }
    }
}

/// Calls `read` for every line that is neither blank nor a comment.
fn lines(
    mut input: impl BufRead,
    mut read: impl FnMut(&str) -> Result<Vec<Result<Entry, Refused>>, Refused>,
    take: Taker<'_>,
) -> Result<(), Failure> {
    for number in 1.. {
        let Some(line) = read_line(&mut input)? else {
            break;
        };
        let entries = match &line {
            Line::Text(text) => {
                let text = text.trim_start_matches(BYTE_ORDER_MARK);
                match text.trim_start().chars().next() {
                    None | Some('#' | '%') => continue,
                    Some(_) => read(text)?,
                }
            }
            Line::TooLong => vec![Err(Refused::new(format_args!(
                "the line is longer than {LONGEST} bytes"
            )))],
            Line::NotText(at) => vec![Err(Refused::new(format_args!(
                "the line is not UTF-8 text from byte {at} on"
            )))],
        };
        for entry in entries {
            let line = Some(number);
            take(Found { line, entry })?;
        }
    }
    Ok(())
}

/// A move without annotations and player.
fn bare(mv: Move) -> Ply {
    let (eval, seconds) = (None, None);
    (None, Item { mv, eval, seconds })
}

fn transcript(line: &str) -> Result<Entry, Refused> {
    let Transcript(moves) = Transcript::parse(line).map_err(Refused::new)?;
    Entry::replay(ggf::Game::new(), moves.into_iter().map(bare))
}

/// The game of a line, or both games of a synchronised pair.
fn games(line: &str) -> impl Iterator<Item = Result<Entry, Refused>> {
    let line = line.trim();
    let pair = line.strip_prefix("2 ").map(str::trim_start);
    let pair = pair.and_then(|pair| pair.split_at_checked(pair.find(";)")? + 2));
    let (one, other) = pair.map_or((line, None), |(one, other)| (one, Some(other)));
    [Some(one), other].into_iter().flatten().map(|line| {
        let game = ggf::Game::parse(line).map_err(Refused::new)?;
        let mut game =
            game.ok_or_else(|| Refused::new("the second game of the pair is missing"))?;
        let moves = std::mem::take(&mut game.moves).into_iter();
        Entry::replay(game, moves.map(|(disc, item)| (Some(disc), item)))
    })
}

fn problem(line: &str) -> Result<Option<Entry>, Refused> {
    let Some(problem) = obf::Problem::parse(line).map_err(Refused::new)? else {
        return Ok(None);
    };
    let (board, side) = (problem.board, problem.side);
    let game = ggf::Game {
        board,
        side,
        ..ggf::Game::new()
    };
    let mut entry = Entry::replay(game, [])?;
    entry.known = Some((problem.answers, problem.comment));
    Ok(Some(entry))
}

/// A PGN game that begins at that line.
fn tagged(text: &str, line: usize) -> Result<Entry, Refused> {
    let mut tagged = pgn::Game::parse(text).map_err(|why| {
        let line = line + why.line - 1;
        Refused::new(pgn::Broken { line, ..why })
    })?;
    let moves = std::mem::take(&mut tagged.moves).into_iter();
    let tag = |name| tagged.tag(name).filter(|value| *value != "?");
    let text = |name| tag(name).unwrap_or_default().into();
    // Only `XBoard` writes this tag; it calls the first player White.
    let is_turned = tag("Variant").is_some_and(|variant| variant.eq_ignore_ascii_case("reversi"));
    let players = if is_turned {
        ["White", "Black"]
    } else {
        ["Black", "White"]
    };
    let mut game = ggf::Game {
        players: players.map(text),
        place: text("Event"),
        date: text("Date"),
        result: tag("Result").and_then(discs),
        ..ggf::Game::new()
    };
    match tag("FEN") {
        Some(fen) if is_turned => (game.board, game.side) = dropped(fen)?,
        Some(fen) => {
            let position = Othello::default().read(fen);
            let position = position.map_err(|why| match why {
                Misfit::Refused(why) => Refused::new(format_args!("the tag FEN: {why}")),
                Misfit::Variant(_) => Refused::new(why),
            })?;
            set_board(&mut game, &position);
        }
        None => {}
    }
    if let (Some(result), Some(end)) = (&mut game.result, tag("Termination")) {
        result.end = match end {
            "time forfeit" => End::Time,
            "abandoned" => End::Resigned,
            _ => End::Over,
        };
    }
    let mut entry = Entry::replay(game, moves.map(bare))?;
    if is_turned && entry.game.result.is_none() {
        entry.game.result = tag("Result").and_then(given_up);
    }
    Ok(entry)
}

/// A position in `XBoard`'s notation.
fn dropped(fen: &str) -> Result<(Board, Disc), Refused> {
    let read =
        fairy::Fen::parse(fen).map_err(|why| Refused::new(format_args!("the tag FEN: {why}")))?;
    let board = read.board();
    board.ok_or_else(|| Refused::new("the tag FEN: the board must have 8 by 8 squares"))
}

/// The result of an unfinished game, the first player's points first: a win with all discs.
fn given_up(text: &str) -> Option<Verdict> {
    let margin = match text {
        "1-0" => 64.0,
        "0-1" => -64.0,
        _ => return None,
    };
    let end = End::Resigned;
    Some(Verdict { margin, end })
}

/// A result as black and white discs, such as `40-24`; `1-0` and the like have no discs.
fn discs(text: &str) -> Option<Verdict> {
    let (black, white) = text.split_once('-')?;
    let number = |text: &str| text.trim().parse::<u8>().ok();
    let (black, white) = (number(black)?, number(white)?);
    let sum = black
        .checked_add(white)
        .filter(|sum| (2..=64).contains(sum))?;
    let empties = f64::from(64 - sum);
    let lead = f64::from(black) - f64::from(white);
    let margin = match lead {
        0.0 => 0.0,
        lead => lead + empties.copysign(lead),
    };
    let end = End::Over;
    Some(Verdict { margin, end })
}

fn thor(game: &wthor::Game, header: wthor::Header, names: &Directory) -> Result<Entry, Refused> {
    let date = match header.year {
        0 => String::new(),
        year => year.to_string(),
    };
    let margin = 2.0 * f64::from(game.score) - 64.0;
    let record = ggf::Game {
        players: [game.black, game.white].map(|number| names.player(number).into()),
        place: names.tournament(game.tournament).into(),
        date: date.into(),
        result: Some(Verdict {
            margin,
            end: End::Over,
        }),
        ..ggf::Game::new()
    };
    let moves = game.moves.iter().map(|square| bare(Move::Place(*square)));
    let mut entry = Entry::replay(record, moves)?;
    entry.thor = Some(Thor {
        theoretical: game.theoretical,
        depth: header.depth,
    });
    Ok(entry)
}
