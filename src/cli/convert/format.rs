//! The formats, and how they are detected.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
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
    /// Whether the format can be written.
    fn is_output(self) -> bool {
        !matches!(self, Self::Sgf | Self::Match)
    }

    /// The names of the formats that can be written, as `one, two or three`.
    pub(super) fn outputs() -> String {
        let values = Self::value_variants().iter();
        let values = values.filter(|format| format.is_output());
        let names =
            values.filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()));
        let mut names: Vec<_> = names.collect();
        let last = names.pop().unwrap_or_default();
        format!("{} or {last}", names.join(", "))
    }

    /// A reader of format names that lists only formats that can be written. It reads the others, too, so that the error can
    /// say that they can only be read.
    pub(super) fn output_parser() -> impl TypedValueParser<Value = Self> {
        let values = Self::value_variants().iter();
        let values = values.filter_map(|format| {
            let value = format.to_possible_value()?;
            Some(value.hide(!format.is_output()))
        });
        PossibleValuesParser::new(values).try_map(|name| Self::from_str(&name, false))
    }

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
            let mut endings = ENDINGS.to_vec();
            if option == "--to" {
                endings.retain(|(_, format)| format.is_output());
            }
            let endings: Vec<_> = endings
                .iter()
                .map(|(ending, _)| format!(".{ending}"))
                .collect();
            let endings = endings.join(", ");
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
