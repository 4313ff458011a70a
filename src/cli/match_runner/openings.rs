//! The openings of a match.

use std::fmt::Display;
use std::fs::File;
use std::io::Read;

use kaeshi::engine::Engine;
use kaeshi::files::BYTE_ORDER_MARK;
use kaeshi::game::{InputError, splitmix64};
use kaeshi_protocol::transcript::Transcript;

use super::digest;

/// A list of openings, or random ones.
#[derive(Debug)]
pub(super) struct Openings {
    /// The moves of each opening, separated by blanks.
    lines: Vec<String>,
    /// Number of random plies if there is no list.
    plies: usize,
    seed: u64,
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
        let opened = File::open(file).map_err(|why| refuse(&why))?;
        let mut text = String::new();
        let read = opened.take(MAX_FILE + 1).read_to_string(&mut text);
        let length = read.map_err(|why| refuse(&why))?;
        if length as u64 > MAX_FILE {
            return Err(refuse(&format_args!(
                "it is larger than {} MiB",
                MAX_FILE >> 20
            )));
        }
        let mut lines = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let opening = parse(line, engine)
                .map_err(|why| InputError::new(format_args!("{file}, line {number}: {why}")))?;
            lines.push(opening.join(" "));
        }
        if lines.is_empty() {
            return Err(InputError::new(format_args!("{file} holds no opening")));
        }
        Ok(Self {
            lines,
            plies: 0,
            seed: 0,
            sha256: Some(digest::of_text(&text)),
        })
    }

    /// Random openings of `plies` plies, different for every pair of games.
    pub(super) fn random(plies: usize, seed: u64) -> Self {
        Self {
            lines: Vec::new(),
            plies,
            seed,
            sha256: None,
        }
    }

    /// The SHA-256 of the file, if there is one.
    pub(super) fn sha256(&self) -> Option<&str> {
        self.sha256.as_deref()
    }

    /// The opening of a pair of games, numbered from 0. A list that is too short is repeated.
    pub(super) fn of_pair(&self, pair: usize, engine: &mut dyn Engine) -> Vec<String> {
        if !self.lines.is_empty() {
            let line = &self.lines[pair % self.lines.len()];
            return line.split(' ').map(str::to_owned).collect();
        }
        engine.reset();
        let mut chance = splitmix64(self.seed ^ splitmix64(pair as u64));
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
        opening
    }
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
