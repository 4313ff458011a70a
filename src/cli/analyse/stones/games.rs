//! The games of m,n,k and Connect Four on the command line: transcripts, one a line.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use kaeshi::engine::Engine;
use kaeshi::files::{read_text, shown};
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::search::TranspositionTable;

use crate::cli::analyse::options::Analyse;
use crate::cli::position::moves;
use crate::cli::print_message;

/// Maximum size of a file or of standard input in bytes.
const MAX_BYTES: u64 = 1 << 26;

/// A game to analyse.
pub(super) struct GivenStones {
    /// The file's name; `None` for standard input.
    pub(super) file: Option<String>,
    /// The number of the game in its file, from 1.
    pub(super) number: u64,
    /// The moves, as the game writes them.
    pub(super) moves: Vec<String>,
}

/// The games, and what was left out.
#[derive(Default)]
pub(super) struct GivenGames {
    pub(super) games: Vec<GivenStones>,
    /// Records with moves that are not legal, and files without games.
    pub(super) bad: u64,
}

impl GivenGames {
    /// Reads the games called `game` that `options` chooses, and reports those that cannot be played.
    ///
    /// # Errors
    /// If there is no such game, or a file cannot be read.
    pub(super) fn read(options: &Analyse, game: &str) -> Result<Self, InputError> {
        // The engine only follows the moves.
        let table = TranspositionTable::new(1).map_err(InputError::new)?;
        let mut engine = games::open(game, Arc::new(table))?;
        let mut all = Self::default();
        for path in &options.files {
            all.read_file(path, options, &mut *engine)?;
        }
        Ok(all)
    }

    fn read_file(
        &mut self,
        path: &Path,
        options: &Analyse,
        engine: &mut dyn Engine,
    ) -> Result<(), InputError> {
        let file = (path.as_os_str() != "-").then(|| shown(path).to_string());
        let name = file.clone().unwrap_or_else(|| "standard input".into());
        let text = match file {
            Some(_) => read_text(path, MAX_BYTES).map_err(InputError::new)?,
            None => {
                standard_input().map_err(|why| InputError::new(format_args!("{name}: {why}")))?
            }
        };
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '%']));
        let mut number = 0;
        for line in lines {
            number += 1;
            if !options.is_chosen(number) {
                continue;
            }
            match replay(engine, line) {
                Ok(moves) => self.games.push(GivenStones {
                    file: file.clone(),
                    number,
                    moves,
                }),
                Err(why) => {
                    self.bad += 1;
                    print_message(&format!("{name}, game {number}: skipped: {why}"));
                }
            }
        }
        if number == 0 {
            self.bad += 1;
            print_message(&format!("{name}: there is no game in it"));
        }
        Ok(())
    }
}

/// The moves of `line` as the game writes them.
fn replay(engine: &mut dyn Engine, line: &str) -> Result<Vec<String>, InputError> {
    engine.reset();
    let mut names = Vec::new();
    for (number, name) in (1..).zip(moves(line, engine.grid().is_some())) {
        engine
            .play(&[name])
            .map_err(|why| InputError::new(format_args!("move {number}: {why}")))?;
        names.push(engine.last_move().unwrap_or_else(|| name.to_owned()));
    }
    Ok(names)
}

fn standard_input() -> io::Result<String> {
    let mut text = String::new();
    let read = io::stdin()
        .lock()
        .take(MAX_BYTES + 1)
        .read_to_string(&mut text)?;
    if read as u64 > MAX_BYTES {
        let why = format!("there are more than {MAX_BYTES} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(text)
}
