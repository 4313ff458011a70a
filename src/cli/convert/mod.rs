//! `kaeshi convert`: games and positions of Othello from one format to another.

mod entry;
mod format;
mod games;
mod names;
mod note;
mod output;
mod played;
mod read;
mod single;
mod today;
mod tree;
mod write;

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use kaeshi::files::{Existing, check_outputs, shown};
use kaeshi::game::InputError;
use kaeshi_protocol::wthor::Header;

pub(in crate::cli) use self::entry::Entry;
pub(in crate::cli) use self::format::Format;
pub(in crate::cli) use self::games::{
    match_game, read_entries, read_entries_of, read_games, read_starts,
};
use self::names::Directory;
use self::note::Notes;
use self::output::{Base, Output};
use self::read::ReadRecord;
pub(in crate::cli) use self::single::{
    AnnotatedMove, SingleGame, parse_game, read_game, write_game,
};
use self::today::today;
pub(in crate::cli) use self::write::pgn_game;
use super::number::whole;
use super::{Failure, print_message};

/// Convert games and positions of Othello: transcripts, GGF, PGN, WTHOR, OBF, match records
///
/// Every game is replayed: moves must be legal, passes may be missing. The extension of a file selects its format
/// unless --from or --to does. Known are .txt (transcripts), .ggf, .pgn, .wtb (WTHOR) and .obf; .sgf and .jsonl (record of a
/// match) can only be read.
#[derive(Debug, Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Convert {
    /// The file to read; '-' is standard input.
    #[arg(value_name = "INPUT", default_value = "-")]
    input: PathBuf,
    /// What to write; '-' is standard output. A file that exists is refused without --force.
    #[arg(value_name = "OUTPUT", default_value = "-")]
    output: PathBuf,
    /// Replace the output file, which may be the input file, or the file that a symbolic link points to.
    #[arg(long)]
    force: bool,
    /// The format of the input.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The format of the output. The other formats can only be read.
    #[arg(long, value_name = "FORMAT", value_parser = Format::output_parser())]
    to: Option<Format>,
    /// To OBF: the position with this number of empty squares instead of the last one.
    #[arg(long, value_name = "N", value_parser = whole(0..=60_i8))]
    empties: Option<i8>,
    /// The names of WTHOR's players (.jou).
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
    /// The names of WTHOR's tournaments (.trn).
    #[arg(long, value_name = "FILE")]
    tournaments: Option<PathBuf>,
    /// To WTHOR: the year of the games; by default that of the first game's date.
    #[arg(long, value_name = "YEAR")]
    year: Option<u16>,
}

const NOTES: &str = "\
Examples:
  kaeshi convert WTH_2023.wtb games.ggf --players WTHOR.JOU --tournaments WTHOR.TRN
  kaeshi convert match.jsonl games.pgn
  kaeshi convert games.ggf --to transcript | sort | uniq -c
  kaeshi convert games.wtb --to obf --empties 20 | kaeshi solve --json
  echo f5d6c3d3c4 | kaeshi convert --from transcript --to ggf

What is kept:
  transcript  moves of games from the starting position
  ggf         all but WTHOR's theoretical scores and OBF's answers
  pgn         all of GGF but the values of moves, their times, and clocks; the result is black and white discs, or the
              tag Margin where no full board has that difference (+13); games of XBoard's variant reversi are read, with
              White as Othello's Black
  wthor       games from the starting position with a result; players and tournaments as numbers: of the names in
              --players and --tournaments, of names such as '#12', otherwise 0; an unknown
              theoretical score is written as the final one
  obf         one position of each game; of OBF itself also answers and comments
  match       input only: games between programs, players being their command lines
  sgf         input only: the first branch of the file's first game, without names

Standard error names the first record of each kind that loses something else: a tag that is there twice (of PGN the first
value is used, of GGF the last), a result that is not understood, contradicts the moves, or that the output cannot keep.

The output file appears when all records have been converted; until then an existing file stays unchanged. Lines may
have 65536 bytes, games in PGN 1 MiB; longer ones are skipped.

Exit status:
  0    every record was converted
  1    some were skipped; standard error says which and why. If all were, no file is written
  2    the command line is not valid, or a file cannot be read or written, or is of another format";

impl Convert {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match self.convert() {
            Err(Failure::Refused(why)) => {
                print_message(&why.to_string());
                Ok(ExitCode::from(2))
            }
            result => result,
        }
    }

    fn convert(&self) -> Result<ExitCode, Failure> {
        let from = format_of_input(self.from, &self.input)?;
        let to = Format::of(self.to, &self.output, ("--to", "standard output"))?;
        self.check_options(from, to)?;
        let names = [
            ("--players", &self.players),
            ("--tournaments", &self.tournaments),
        ];
        let names = names
            .iter()
            .filter_map(|(name, path)| Some((*name, path.as_deref()?)));
        check_outputs(names, [("OUTPUT", &*self.output)]).map_err(InputError::new)?;
        let names = Directory::read(self.players.as_deref(), self.tournaments.as_deref())?;
        let place = place(&self.input);
        let input = open(&self.input).map_err(|why| name(&place, &why))?;
        let mut writer = Writer::new(self, to, &names)?;
        let (mut number, mut skipped, mut notes) = (0_u64, 0_u64, Notes::default());
        let mut take = |found: ReadRecord| {
            number += 1;
            let place = format!("{place}, record {number}{}", found.at_line());
            let written = match found.whole() {
                Ok(entry) => writer.add(&entry)?.map(|()| entry),
                Err(why) => Err(why),
            };
            match written {
                Ok(entry) => {
                    for note in entry.notes.iter().chain(&write::lost(&entry, to)) {
                        notes.add(&place, note);
                    }
                }
                Err(why) => {
                    skipped += 1;
                    print_message(&format!("{place}: skipped: {why}"));
                }
            }
            Ok(())
        };
        read::records(from, input, &names, &mut take).map_err(|why| match why {
            read::ReadError::Input(why) => name(&place, &why).into(),
            read::ReadError::Output(why) => why,
        })?;
        notes.print();
        let converted = number - skipped;
        match skipped {
            0 => {}
            1 => print_message(&format!("1 record skipped, {converted} converted")),
            _ => print_message(&format!("{skipped} records skipped, {converted} converted")),
        }
        if converted > 0 || number == 0 {
            writer.finish()?;
        }
        Ok(ExitCode::from(u8::from(skipped > 0)))
    }

    /// Rejects the record of a match as output, and options without effect on the conversion.
    fn check_options(&self, from: Format, to: Format) -> Result<(), InputError> {
        let why = match to {
            Format::Match => Some("only 'kaeshi match --record' writes the record of a match"),
            Format::Sgf => Some("SGF can only be read"),
            _ => None,
        };
        if let Some(why) = why {
            let formats = Format::outputs();
            return Err(InputError::new(format_args!("{why}: --to takes {formats}")));
        }
        let names = self.players.is_some() || self.tournaments.is_some();
        let misplaced = [
            (
                self.empties.is_some() && to != Format::Obf,
                "--empties has no effect: it is for --to obf",
            ),
            (
                self.year.is_some() && to != Format::Wthor,
                "--year has no effect: it is for --to wthor",
            ),
            (
                names && ![from, to].contains(&Format::Wthor),
                "--players and --tournaments have no effect: they are for --from wthor and --to wthor",
            ),
        ];
        match misplaced
            .into_iter()
            .find(|(is_misplaced, _)| *is_misplaced)
        {
            Some((_, why)) => Err(InputError::new(why)),
            None => Ok(()),
        }
    }
}

/// The name of the input in messages.
fn place(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => shown(path).to_string(),
    }
}

fn name(place: &str, why: &dyn fmt::Display) -> InputError {
    InputError::new(format_args!("{place}: {why}"))
}

/// The format `chosen` for the input at `path`, or else the format of its extension.
///
/// # Errors
/// If `chosen` is `None` and the extension is unknown. A missing file is named first.
fn format_of_input(chosen: Option<Format>, path: &Path) -> Result<Format, InputError> {
    let format = Format::of(chosen, path, ("--from", "standard input"));
    if format.is_err() && path.as_os_str() != "-" {
        fs::metadata(path).map_err(|why| name(&place(path), &why))?;
    }
    format
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path)?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// Writes records in one format.
struct Writer<'a> {
    convert: &'a Convert,
    to: Format,
    names: &'a Directory,
    output: Output,
    /// The games so far, if the output is WTHOR.
    base: Option<Base>,
}

impl<'a> Writer<'a> {
    fn new(convert: &'a Convert, to: Format, names: &'a Directory) -> Result<Self, Failure> {
        let existing = Existing::forced(convert.force);
        let is_base = to == Format::Wthor;
        Ok(Self {
            convert,
            to,
            names,
            output: Output::open(&convert.output, existing)?,
            base: is_base.then(Base::new).transpose()?,
        })
    }

    /// Adds a record; the inner error says why it cannot be kept in this format.
    fn add(&mut self, entry: &Entry) -> Result<Result<(), InputError>, Failure> {
        if let Some(base) = &mut self.base {
            return match write::wthor(entry, self.names) {
                Ok(game) => {
                    if base.is_empty() {
                        base.header = self.convert.header(entry);
                    }
                    base.add(&game).map(Ok)
                }
                Err(why) => Ok(Err(why)),
            };
        }
        let text = match self.to {
            Format::Transcript => write::transcript(entry),
            Format::Ggf => Ok(write::ggf(entry)),
            Format::Obf => write::obf(entry, self.convert.empties),
            Format::Pgn | Format::Wthor | Format::Match | Format::Sgf => Ok(write::pgn(entry)),
        };
        match text {
            Ok(text) => self.output.add(text.as_bytes()).map(Ok),
            Err(why) => Ok(Err(why)),
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        if let Some(base) = self.base {
            base.finish(&mut self.output)?;
        }
        self.output.finish()
    }
}

impl Convert {
    /// What a base says about itself whose first game is this.
    fn header(&self, first: &Entry) -> Header {
        let date = first.game.date.as_str();
        let year = date.get(..4).and_then(|year| year.parse().ok());
        Header {
            made: today(),
            year: self.year.or(year).unwrap_or_default(),
            depth: first.thor.map(|thor| thor.depth).unwrap_or_default(),
        }
    }
}
