//! The openings of a match.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crossbeam_channel::unbounded;
use kaeshi::engine::{Engine, Event, GoLimits, Settings};
use kaeshi::files::BYTE_ORDER_MARK;
use kaeshi::game::{InputError, splitmix64};
use kaeshi::games;
use kaeshi::search::TranspositionTable;
use kaeshi_protocol::transcript::Transcript;

use super::digest::{self, FileDigest};
use super::opening::Opening;
use crate::cli::convert::read_starts;

/// A list of openings, or random ones.
#[derive(Debug)]
pub(super) struct Openings {
    list: Vec<Opening>,
    /// Number of random plies if there is no list.
    plies: usize,
    seed: u64,
    /// Maximum advantage of either side after random plies, in hundredths of a disc.
    balance: Option<i32>,
    /// The SHA-256 of the file, if there is one.
    sha256: Option<String>,
}

/// Maximum size of the file in bytes, enough for about a million openings.
const MAX_FILE: u64 = 16 * 1024 * 1024;

impl Openings {
    /// Reads a file: one opening a line, as `f5d6c3` or as `f5 d6 c3`; `#` begins a comment.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is no legal sequence of moves of the game in `engine`.
    pub(super) fn read(file: &str, engine: &mut dyn Engine) -> Result<Self, InputError> {
        let refuse = |why: &dyn Display| InputError::new(format_args!("{file}: {why}"));
        let opened: Box<dyn Read> = match file {
            "-" => Box::new(io::stdin()),
            _ => Box::new(File::open(file).map_err(|why| refuse(&why))?),
        };
        let mut text = String::new();
        let read = opened.take(MAX_FILE + 1).read_to_string(&mut text);
        let length = read.map_err(|why| refuse(&why))?;
        if length as u64 > MAX_FILE {
            return Err(refuse(&format_args!(
                "it is larger than {} MiB",
                MAX_FILE >> 20
            )));
        }
        let mut list = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let moves = parse(line, engine)
                .map_err(|why| InputError::new(format_args!("{file}, line {number}: {why}")))?;
            list.push(Opening {
                position: None,
                moves,
            });
        }
        if list.is_empty() {
            return Err(InputError::new(format_args!("{file} holds no opening")));
        }
        Ok(Self {
            list,
            sha256: Some(digest::of_text(&text)),
            ..Self::random(0, 0)
        })
    }

    /// Reads games, of which the first `plies` plies are the opening, or positions (OBF), in any format that
    /// `kaeshi convert` reads.
    ///
    /// # Errors
    /// If the file cannot be read, a game or a position is not legal, a game is over after its first plies, or the game is
    /// not Othello.
    pub(super) fn read_games(file: &str, plies: usize, game: &str) -> Result<Self, InputError> {
        if game != games::DEFAULT {
            let why = format_args!("{file}: games in files are of Othello, not {game}");
            return Err(InputError::new(why));
        }
        let path = Path::new(file);
        let mut list = Vec::new();
        read_starts(path, plies, &mut |(position, moves)| {
            list.push(Opening { position, moves });
        })?;
        if list.is_empty() {
            return Err(InputError::new(format_args!("{file} holds no opening")));
        }
        Ok(Self {
            list,
            sha256: Some(FileDigest::of(path)?.sha256),
            ..Self::random(0, 0)
        })
    }

    /// The same openings in an order that `seed` chooses.
    pub(super) fn shuffled(mut self, seed: u64) -> Self {
        let mut chance = splitmix64(seed);
        for last in (1..self.list.len()).rev() {
            chance = splitmix64(chance);
            let other = usize::try_from(chance % (last as u64 + 1)).unwrap_or_default();
            self.list.swap(last, other);
        }
        self
    }

    /// Random openings after which neither side is ahead by more than `hundredths` of a disc, as our own search judges.
    pub(super) fn balanced(self, hundredths: i32) -> Self {
        Self {
            balance: Some(hundredths),
            ..self
        }
    }

    /// Whether an opening begins elsewhere than at the starting position.
    pub(super) fn have_positions(&self) -> bool {
        self.list.iter().any(|opening| opening.position.is_some())
    }

    /// Random openings of `plies` plies, different for every pair of games.
    pub(super) fn random(plies: usize, seed: u64) -> Self {
        Self {
            list: Vec::new(),
            plies,
            seed,
            balance: None,
            sha256: None,
        }
    }

    /// The SHA-256 of the file, if there is one.
    pub(super) fn sha256(&self) -> Option<&str> {
        self.sha256.as_deref()
    }

    /// Checks that random openings leave games to play.
    ///
    /// # Errors
    /// If none of many does.
    pub(super) fn check(&self, engine: &mut dyn Engine) -> Result<(), InputError> {
        if self.list.is_empty() {
            self.first_unfinished(splitmix64(self.seed), MAX_TRIES, engine)?;
        }
        Ok(())
    }

    /// The opening of a pair of games, numbered from 0. A list that is too short is repeated.
    ///
    /// # Errors
    /// If the game is over after all random openings that are tried.
    pub(super) fn of_pair(
        &self,
        pair: usize,
        engine: &mut dyn Engine,
    ) -> Result<Opening, InputError> {
        if !self.list.is_empty() {
            return Ok(self.list[pair % self.list.len()].clone());
        }
        let start = splitmix64(self.seed ^ splitmix64(pair as u64));
        let Some(balance) = self.balance else {
            return self.first_unfinished(start, MAX_REDRAWS, engine);
        };
        let tries = (0..MAX_TRIES).filter_map(|number| {
            let opening = self.by_chance(start ^ splitmix64(number) >> 1, engine)?;
            Some((advantage(engine), opening))
        });
        let mut best: Option<(i32, Opening)> = None;
        for (advantage, opening) in tries {
            if best.as_ref().is_none_or(|(least, _)| advantage < *least) {
                best = Some((advantage, opening));
            }
            if advantage <= balance {
                break;
            }
        }
        best.map_or_else(|| Err(self.all_finished()), |(_, opening)| Ok(opening))
    }

    /// The first of at most `tries` random openings, 1 or more, after which the game goes on.
    ///
    /// # Errors
    /// If the game is over after all of them.
    fn first_unfinished(
        &self,
        start: u64,
        tries: u64,
        engine: &mut dyn Engine,
    ) -> Result<Opening, InputError> {
        let again = (1..tries).map(|number| start ^ splitmix64(number) >> 1);
        let mut chances = std::iter::once(start).chain(again);
        let found = chances.find_map(|chance| self.by_chance(chance, engine));
        found.ok_or_else(|| self.all_finished())
    }

    fn all_finished(&self) -> InputError {
        let plies = self.plies;
        InputError::new(format_args!(
            "the game is over after {plies} random plies: take fewer by --opening-plies"
        ))
    }

    /// Random plies, played on `engine`; `None` if the game is over after them.
    fn by_chance(&self, mut chance: u64, engine: &mut dyn Engine) -> Option<Opening> {
        engine.reset();
        let mut opening = Vec::new();
        while opening.len() < self.plies && engine.result().is_none() {
            let moves = engine.moves();
            chance = splitmix64(chance);
            let at = usize::try_from(chance % moves.len() as u64).unwrap_or_default();
            let mv = moves[at].clone();
            if engine.play(&[&mv]).is_err() {
                break;
            }
            opening.push(mv);
        }
        engine.result().is_none().then_some(Opening {
            position: None,
            moves: opening,
        })
    }
}

/// Maximum number of random openings that are tried for one that is balanced, and before a match for one that leaves a game
/// to play. The most balanced one is used.
const MAX_TRIES: u64 = 1000;
/// Maximum number of random openings that are tried during a match. It is larger, so that a match that has begun goes on.
const MAX_REDRAWS: u64 = 100 * MAX_TRIES;
/// Depth in plies of the search that judges an opening.
const JUDGING_DEPTH: i8 = 10;

/// How far one side is ahead in the position of `engine`, in hundredths of a disc. The search begins with an empty table,
/// so that an opening does not depend on those before it.
fn advantage(engine: &mut dyn Engine) -> i32 {
    if let Ok(table) = TranspositionTable::new(TranspositionTable::MIN_MEGABYTES) {
        engine.use_table(Arc::new(table));
    }
    let limits = GoLimits {
        depth: Some(JUDGING_DEPTH),
        ..GoLimits::default()
    };
    let (sender, lines) = unbounded();
    let listener = Box::new(move |event| {
        if let Event::Info(info) = event {
            let _ = sender.send(info.hundredths);
        }
    });
    if engine
        .start_search(&limits, Settings::default(), listener)
        .is_err()
    {
        return i32::MAX;
    }
    engine.join();
    lines.try_iter().last().map_or(i32::MAX, i32::abs)
}

/// The moves of a line, including passes.
fn parse(line: &str, engine: &mut dyn Engine) -> Result<Vec<String>, InputError> {
    let words: Vec<String> = match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        [word] if engine.grid().is_some() && word.len() > 3 => {
            let transcript = Transcript::parse(word).map_err(InputError::new)?;
            transcript.0.iter().map(|mv| format!("{mv:#}")).collect()
        }
        ref words => words.iter().map(|&word| word.to_owned()).collect(),
    };
    engine.reset();
    let mut moves = Vec::new();
    for word in &words {
        // A forced pass may be missing.
        if let ([pass], false) = (engine.moves().as_slice(), word.starts_with('p'))
            && !pass.starts_with(|first: char| first.is_ascii_alphabetic())
        {
            engine.play(&[pass])?;
            moves.push(pass.clone());
        }
        engine.play(&[word])?;
        moves.extend(engine.last_move());
    }
    if engine.result().is_some() {
        return Err(InputError::new("the game is over after these moves"));
    }
    Ok(moves)
}
