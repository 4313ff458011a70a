//! The formats, and how they are detected.

use std::path::Path;

use clap::ValueEnum;
use kaeshi::files::shown;
use kaeshi::game::InputError;

/// A format for games or positions of Othello.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// Moves, one game a line: f5d6c3d3c4 (.txt).
    Transcript,
    /// GGF of game servers and of NBoard, one game a line (.ggf).
    Ggf,
    /// PGN: tags and numbered moves (.pgn).
    Pgn,
    /// The WTHOR database of tournament games, binary (.wtb).
    Wthor,
    /// Positions with known scores of moves, one a line (.obf).
    Obf,
    /// SGF as GoGui writes it, one game a file; input only (.sgf).
    Sgf,
    /// The record of 'kaeshi match --record'; input only (.jsonl).
    Match,
}

/// File name extensions.
const ENDINGS: [(&str, Format); 7] = [
    ("txt", Format::Transcript),
    ("ggf", Format::Ggf),
    ("pgn", Format::Pgn),
    ("wtb", Format::Wthor),
    ("obf", Format::Obf),
    ("sgf", Format::Sgf),
    ("jsonl", Format::Match),
];

impl Format {
    /// The format `asked`, or else the format of the extension of `path`. The error message names `option`, and names
    /// `-` as `stream`.
    ///
    /// # Errors
    /// If `asked` is `None` and the extension is unknown.
    pub(super) fn of(
        chosen: Option<Self>,
        path: &Path,
        (option, stream): (&str, &str),
    ) -> Result<Self, InputError> {
        chosen.or_else(|| Self::by_ending(path)).ok_or_else(|| {
            let endings = ENDINGS.map(|(ending, _)| format!(".{ending}")).join(", ");
            InputError::new(match path.as_os_str().to_str() {
                Some("-") => format!("the format of {stream} is not known: say it with {option}"),
                _ => format!(
                    "{}: the name ends in none of {endings}: say the format with {option}",
                    shown(path)
                ),
            })
        })
    }

    /// The format that the extension of `path` names.
    pub(super) fn by_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        let mut known = ENDINGS.iter();
        let found = known.find(|(known, _)| ending.eq_ignore_ascii_case(known));
        found.map(|(_, format)| *format)
    }
}
