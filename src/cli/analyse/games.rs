//! The games of the command line.

use std::io::{self, IsTerminal, Read};
use std::path::Path;

use kaeshi::analysis::PlayedGame;
use kaeshi::files::{BYTE_ORDER_MARK, shown};
use kaeshi::game::{Game, InputError, Notation};

use super::options::Analyse;
use crate::cli::convert::{Entry, Format, read_entries, read_entries_of};
use crate::cli::print_message;

/// A game to analyse.
pub(super) struct Given {
    /// The file's name; `None` for standard input.
    pub(super) file: Option<String>,
    /// The number of the game in its file, from 1.
    pub(super) number: u64,
    pub(super) entry: Entry,
    pub(super) played: PlayedGame,
}

/// The games, and what was left out.
#[derive(Default)]
pub(super) struct Games {
    pub(super) games: Vec<Given>,
    /// Records that could not be read, or have moves that are not legal.
    pub(super) bad: u64,
}

/// Maximum size of standard input in bytes.
const MAX_STDIN: u64 = 1 << 30;

impl Games {
    /// Reads the games that `options` chooses, and reports what cannot be read.
    ///
    /// # Errors
    /// If a file cannot be read, or its format is unknown.
    pub(super) fn read(options: &Analyse) -> Result<Self, InputError> {
        let mut all = Self::default();
        for path in &options.files {
            all.read_file(path, options)?;
        }
        let has_none = all.games.is_empty() && options.shard.is_none();
        if let Some(player) = options.player.as_deref().filter(|_| has_none) {
            all.bad += 1;
            print_message(&format!("no game of '{player}'"));
        }
        Ok(all)
    }

    fn read_file(&mut self, path: &Path, options: &Analyse) -> Result<(), InputError> {
        let file = (path.as_os_str() != "-").then(|| shown(path).to_string());
        let name = file.clone().unwrap_or_else(|| "standard input".into());
        let (mut records, before) = (0, self.games.len() as u64 + self.bad);
        let mut add = |number: u64, entry: Result<Entry, InputError>| {
            records += 1;
            if options.is_chosen(number) {
                self.add(file.clone(), &name, number, entry, options);
            }
        };
        if file.is_some() {
            read_entries(path, options.from, &mut add)?;
        } else {
            let bytes =
                standard_input().map_err(|why| InputError::new(format_args!("{name}: {why}")))?;
            let format = options.from.unwrap_or_else(|| format_of(&bytes));
            read_entries_of(path, format, &bytes[..], &mut add)?;
        }
        if records == 0 {
            self.bad += 1;
            print_message(&format!("{name}: there is no game in it"));
        } else if self.games.len() as u64 + self.bad == before
            && options.player.is_none()
            && options.shard.is_none()
        {
            self.bad += 1;
            print_message(&format!(
                "{name}: no game with this number: there are {records}"
            ));
        }
        Ok(())
    }

    fn add(
        &mut self,
        file: Option<String>,
        name: &str,
        number: u64,
        entry: Result<Entry, InputError>,
        options: &Analyse,
    ) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(why) => {
                self.bad += 1;
                print_message(&format!("{name}, game {number}: skipped: {why}"));
                return;
            }
        };
        if options
            .player
            .as_deref()
            .is_some_and(|player| seats(&entry, player) == [false; 2])
        {
            return;
        }
        if let Some(why) = &entry.illegal {
            self.bad += 1;
            print_message(&format!("{name}, game {number}: analysed up to {why}"));
        }
        let played = played(&entry);
        self.games.push(Given {
            file,
            number,
            entry,
            played,
        });
    }
}

/// Whether the names of Black and White contain `player`, in any case.
pub(super) fn seats(entry: &Entry, player: &str) -> [bool; 2] {
    let player = player.to_lowercase();
    [0, 1].map(|seat| {
        let name: &str = entry.game.players[seat].as_str();
        name.to_lowercase().contains(&player)
    })
}

fn played(entry: &Entry) -> PlayedGame {
    let mut position = entry.start();
    let mut game = PlayedGame::new(position);
    for (_, item) in &entry.game.moves {
        // The moves of an entry are legal.
        let Ok(mv) = position.read_move(&format!("{:#}", item.mv)) else {
            break;
        };
        game.push(mv);
        position.make(&mv);
    }
    game
}

fn standard_input() -> io::Result<Vec<u8>> {
    if io::stdin().is_terminal() {
        print_message(
            "type or paste games, and end with Ctrl-D ('kaeshi analyse --help' says more)",
        );
    }
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_STDIN).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The format of the games in `bytes`, by their first characters.
fn format_of(bytes: &[u8]) -> Format {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let text = text.trim_start_matches(BYTE_ORDER_MARK).trim_start();
    let first_line = text.lines().next().unwrap_or_default();
    match text.chars().next() {
        Some('[') => Format::Pgn,
        Some('{') => Format::Match,
        Some('(') if first_line.contains("GM[Othello]") => Format::Ggf,
        Some('(') => Format::Sgf,
        Some('1') if text.starts_with("1.") => Format::Pgn,
        _ => Format::Transcript,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_input_is_recognised() {
        for (text, format) in [
            ("f5d6c3\n", Format::Transcript),
            ("", Format::Transcript),
            ("\u{feff}[Event \"?\"]\n", Format::Pgn),
            ("1. f5 d6 2. c3\n", Format::Pgn),
            ("(;GM[Othello]PC[];)\n", Format::Ggf),
            ("(;FF[4]GM[2];B[fe])", Format::Sgf),
            ("{\"game\":\"othello\"}", Format::Match),
        ] {
            assert_eq!(format_of(text.as_bytes()), format, "{text}");
        }
    }
}
