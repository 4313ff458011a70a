//! Reads the records of any format.

use std::io::{self, BufRead, Read};

use kaeshi::files::{BYTE_ORDER_MARK, LineError, Lines};
use kaeshi::game::{InputError, Notation, SetupError};
use kaeshi::games::othello::Othello;
use kaeshi_protocol::board::{Board, Disc, Move};
use kaeshi_protocol::ggf::{self, End, Item, Verdict};
use kaeshi_protocol::transcript::Transcript;
use kaeshi_protocol::{fairy, obf, pgn, sgf, wthor};

use super::entry::{Entry, Ply, Thor, set_board};
use super::format::Format;
use super::names::Directory;
use super::note::{NoteKind, repeated_tags};
use super::played;
use crate::cli::Failure;

/// A record, or why it was rejected.
pub(super) struct ReadRecord {
    /// The line of the record's first character or of its error, from 1; `None` in binary files.
    pub(super) line: Option<usize>,
    pub(super) entry: Result<Entry, InputError>,
}

impl ReadRecord {
    /// The line as it follows the number of the record in messages: `, line 3`; empty in binary files.
    pub(super) fn at_line(&self) -> String {
        let line = self.line.map(|line| format!(", line {line}"));
        line.unwrap_or_default()
    }

    /// The whole game.
    ///
    /// # Errors
    /// If the record was rejected, or a move of it is not legal.
    pub(super) fn whole(self) -> Result<Entry, InputError> {
        self.entry.and_then(Entry::whole)
    }
}

/// Maximum length of a game in PGN, in bytes; the other text formats have one record a line.
const MAX_RECORD: usize = 1 << 20;

/// Why reading ended early.
pub(super) enum ReadError {
    /// The input cannot be read, or has another format.
    Input(InputError),
    /// The function that takes the records failed.
    Output(Failure),
}

impl From<io::Error> for ReadError {
    fn from(why: io::Error) -> Self {
        Self::Input(InputError::new(why))
    }
}

impl From<Failure> for ReadError {
    fn from(why: Failure) -> Self {
        Self::Output(why)
    }
}

impl From<InputError> for ReadError {
    fn from(why: InputError) -> Self {
        Self::Input(why)
    }
}

/// The function called with every record.
pub(super) type RecordSink<'a> = &'a mut dyn FnMut(ReadRecord) -> Result<(), Failure>;

/// Calls `add` for every record of `input`. At most one record is in memory at a time.
///
/// # Errors
/// If the input cannot be read or has another format, or if `add` fails.
pub(super) fn records(
    format: Format,
    input: impl BufRead,
    names: &Directory,
    add: RecordSink<'_>,
) -> Result<(), ReadError> {
    match format {
        Format::Transcript => lines(input, |line| Ok(vec![transcript(line)]), add),
        Format::Ggf => lines(input, |line| Ok(games(line).collect()), add),
        Format::Obf => lines(
            input,
            |line| Ok(problem(line).transpose().into_iter().collect()),
            add,
        ),
        Format::Match => {
            let mut header = None;
            lines(input, |line| played::read(line, &mut header), add)
        }
        Format::Pgn => tagged_games(input, add),
        Format::Sgf => tree(input, add),
        Format::Wthor => base(input, names, add),
    }
}

/// Calls `read` for every line that is neither blank nor a comment.
fn lines(
    input: impl BufRead,
    mut read: impl FnMut(&str) -> Result<Vec<Result<Entry, InputError>>, InputError>,
    add: RecordSink<'_>,
) -> Result<(), ReadError> {
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next_text()? {
        let entries = match &line {
            Ok(text) => {
                let text = text.trim_start_matches(BYTE_ORDER_MARK);
                match text.trim_start().chars().next() {
                    None | Some('#' | '%') => continue,
                    Some(_) => read(text)?,
                }
            }
            Err(why) => vec![Err(InputError::new(why))],
        };
        for entry in entries {
            let line = Some(lines.number());
            add(ReadRecord { line, entry })?;
        }
    }
    Ok(())
}

/// Reads games in PGN.
fn tagged_games(input: impl BufRead, add: RecordSink<'_>) -> Result<(), ReadError> {
    let mut lines = Lines::new(input);
    let mut boundaries = pgn::Boundaries::default();
    let mut record = Record::new(1);
    while let Some(line) = lines.next_bytes()? {
        let line = line.map(letters);
        let begins_game = match &line {
            Ok(line) => boundaries.begins_game(line),
            Err(_) => false,
        };
        if begins_game {
            record.add_to(add)?;
            record = Record::new(lines.number());
        }
        record.add(line, lines.number());
        if record.broken.is_some() {
            boundaries.resume();
        }
    }
    record.add_to(add)
}

/// The text of a line without a byte order mark. A line that is not UTF-8 is read as ISO 8859-1, the character set of
/// the PGN standard.
fn letters(line: Vec<u8>) -> String {
    let text = String::from_utf8(line);
    let text = text.unwrap_or_else(|why| why.as_bytes().iter().copied().map(char::from).collect());
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// A game in PGN, of which some lines have been read.
struct Record {
    /// The number of its first line, from 1.
    first: usize,
    text: String,
    /// The line of the first error, from 1, and the reason.
    broken: Option<(usize, InputError)>,
}

impl Record {
    fn new(first: usize) -> Self {
        Self {
            first,
            text: String::new(),
            broken: None,
        }
    }

    fn add(&mut self, line: Result<String, LineError>, number: usize) {
        if self.broken.is_some() {
            return;
        }
        match line {
            Ok(line) if self.text.len() + line.len() < MAX_RECORD => {
                self.text.push_str(&line);
                self.text.push('\n');
                return;
            }
            Ok(_) => {
                let why = format_args!("the game is longer than {MAX_RECORD} bytes");
                self.broken = Some((self.first, InputError::new(why)));
            }
            Err(why) => self.broken = Some((number, InputError::new(why))),
        }
        self.text = String::new();
    }

    fn add_to(self, add: RecordSink<'_>) -> Result<(), ReadError> {
        let (line, entry) = match self.broken {
            Some((line, why)) => (line, Err(why)),
            None if self.text.trim().is_empty() => return Ok(()),
            None => tagged(&self.text, self.first),
        };
        let line = Some(line);
        Ok(add(ReadRecord { line, entry })?)
    }
}

/// Reads the game of an SGF file.
fn tree(input: impl BufRead, add: RecordSink<'_>) -> Result<(), ReadError> {
    let mut bytes = Vec::new();
    input.take(MAX_RECORD as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_RECORD {
        let why = format_args!("the game is longer than {MAX_RECORD} bytes");
        return Err(InputError::new(why).into());
    }
    let text = letters(bytes);
    if text.trim().is_empty() {
        return Ok(());
    }
    let entry = sgf::Game::parse(&text).map_err(InputError::new);
    let entry = entry.and_then(|game| super::tree::entry(&game));
    let line = Some(1);
    Ok(add(ReadRecord { line, entry })?)
}

/// Reads a file of WTHOR, record by record.
fn base(mut input: impl BufRead, names: &Directory, add: RecordSink<'_>) -> Result<(), ReadError> {
    let head = part(&mut input, wthor::HEADER)?;
    let (header, games) = wthor::Header::read(&head).map_err(InputError::new)?;
    for number in 0..games {
        let record = part(&mut input, wthor::RECORD)?;
        if record.len() < wthor::RECORD {
            return Err(InputError::new(format_args!(
                "the header announces {games} games, but the file ends after {number}"
            ))
            .into());
        }
        let game = wthor::Game::read(&record).map_err(InputError::new);
        let entry = game.map(|game| thor(&game, header, names));
        add(ReadRecord { line: None, entry })?;
    }
    if !input.fill_buf()?.is_empty() {
        let why =
            format_args!("the header announces {games} games, but the file goes on behind them");
        return Err(InputError::new(why).into());
    }
    Ok(())
}

/// The next `size` bytes, or those that are left.
fn part(input: &mut impl Read, size: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(size);
    input.take(size as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A move without annotations.
fn bare(mv: Move) -> Ply {
    let (eval, seconds) = (None, None);
    (None, Item { mv, eval, seconds })
}

fn transcript(line: &str) -> Result<Entry, InputError> {
    let Transcript(moves) = Transcript::parse(line).map_err(InputError::new)?;
    Ok(Entry::replay(ggf::Game::new(), moves.into_iter().map(bare)))
}

/// The game of a line, or both games of a synchronised pair.
fn games(line: &str) -> impl Iterator<Item = Result<Entry, InputError>> {
    let line = line.trim();
    let pair = line.strip_prefix("2 ").map(str::trim_start);
    let pair = pair.and_then(|pair| pair.split_at_checked(pair.find(";)")? + 2));
    let (one, other) = pair.map_or((line, None), |(one, other)| (one, Some(other)));
    [Some(one), other].into_iter().flatten().map(|line| {
        let game = ggf::Game::parse(line).map_err(InputError::new)?;
        let mut game = game.ok_or_else(|| InputError::new("the game is missing"))?;
        let moves = std::mem::take(&mut game.moves).into_iter();
        let moves = moves.map(|(disc, item)| (Some(disc), item));
        let mut entry = Entry::replay(game, moves);
        let tags = ggf::tags(line);
        entry
            .notes
            .extend(repeated_tags(tags.clone(), &GGF_TAGS, "last"));
        let mut results = tags.filter(|(name, _)| name.eq_ignore_ascii_case("RE"));
        if let Some((_, result)) = results.next_back()
            && !["", "?"].contains(&result)
            && Verdict::parse(result).is_none()
        {
            entry.note(NoteKind::UnknownResult, unknown_result(result));
        }
        Ok(entry)
    })
}

/// The tags of GGF with values that are kept; of the board a second one is refused.
const GGF_TAGS: [&str; 8] = ["PB", "PW", "PC", "DT", "RE", "TI", "TB", "TW"];

/// What is said of the text of a result.
fn unknown_result(text: &str) -> String {
    format!("its result '{text}' is no difference of discs, and is left out")
}

fn problem(line: &str) -> Result<Option<Entry>, InputError> {
    let Some(problem) = obf::Problem::parse(line).map_err(InputError::new)? else {
        return Ok(None);
    };
    let (board, side) = (problem.board, problem.side);
    let game = ggf::Game {
        board,
        side,
        ..ggf::Game::new()
    };
    let mut entry = Entry::replay(game, []);
    entry.known = Some((problem.answers, problem.comment));
    Ok(Some(entry))
}

/// The game in `text`, which begins in line `first`. The number is `first`, or the line of the error.
fn tagged(text: &str, first: usize) -> (usize, Result<Entry, InputError>) {
    match pgn::Game::parse(text) {
        Ok(tagged) => (first, replayed(tagged)),
        Err(pgn::Broken { line, why }) => (first + line - 1, Err(InputError::new(why))),
    }
}

fn replayed(mut tagged: pgn::Game) -> Result<Entry, InputError> {
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
        result: result(&tagged),
        ..ggf::Game::new()
    };
    match tag("FEN") {
        Some(fen) if is_turned => (game.board, game.side) = dropped(fen)?,
        Some(fen) => {
            let position = Othello::default().read(fen);
            let position = position.map_err(|why| match why {
                SetupError::Refused(why) => InputError::new(format_args!("the tag FEN: {why}")),
                SetupError::Variant(_) => InputError::new(why),
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
    let is_known = game.result.is_some();
    let mut entry = Entry::replay(game, moves.map(bare));
    if is_turned && !is_known {
        let resigned = tag("Result").and_then(resignation);
        entry.game.result = entry.game.result.or(resigned);
    }
    note_tags(&tagged, &mut entry);
    Ok(entry)
}

/// Notes tags that are there twice, and a result that was not understood.
fn note_tags(tagged: &pgn::Game, entry: &mut Entry) {
    let tags = tagged.tags.iter();
    let tags = tags.map(|(name, value)| (name.as_str(), value.as_str()));
    entry.notes.extend(repeated_tags(tags, &PGN_TAGS, "first"));
    let said = |name| {
        let text = tagged.tag(name);
        text.filter(|text| !["", "?", "*"].contains(text))
    };
    let margin = said(pgn::MARGIN_TAG).filter(|text| Verdict::parse(text).is_none());
    let result = said("Result").filter(|text| discs(text).is_none());
    if let Some(text) = margin.or(result) {
        // Which side `1-0` means is not known. It says no more than the moves of a game that is over.
        let is_winner = ["1-0", "0-1", "1/2-1/2"].contains(&text);
        if !is_winner || entry.game.result.is_none() {
            entry.note(NoteKind::UnknownResult, unknown_result(text));
        }
    }
}

/// The tags of PGN that are read.
const PGN_TAGS: [&str; 9] = [
    "Event",
    "Date",
    "Black",
    "White",
    "Result",
    pgn::MARGIN_TAG,
    "Termination",
    "FEN",
    "Variant",
];

/// The result in discs.
fn result(tagged: &pgn::Game) -> Option<Verdict> {
    let result = tagged.tag("Result").and_then(discs);
    result.or_else(|| tagged.tag(pgn::MARGIN_TAG).and_then(Verdict::parse))
}

/// A position in `XBoard`'s notation.
fn dropped(fen: &str) -> Result<(Board, Disc), InputError> {
    let read = fairy::Fen::parse(fen)
        .map_err(|why| InputError::new(format_args!("the tag FEN: {why}")))?;
    let board = read.board();
    board.ok_or_else(|| InputError::new("the tag FEN: the board must have 8 by 8 squares"))
}

/// The result of an unfinished game, the first player's points first: a win with all discs.
fn resignation(text: &str) -> Option<Verdict> {
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

fn thor(game: &wthor::Game, header: wthor::Header, names: &Directory) -> Entry {
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
    let mut entry = Entry::replay(record, moves);
    entry.thor = Some(Thor {
        theoretical: game.theoretical,
        depth: header.depth,
    });
    entry
}
