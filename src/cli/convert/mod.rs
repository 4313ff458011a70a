//! `kaeshi convert`: games and positions of Othello from one format to another.

mod entry;
mod format;
mod names;
mod played;
mod read;
mod today;
mod write;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use kaeshi::game::Refused;
use kaeshi_protocol::wthor::{Base, Header};

use self::entry::Entry;
use self::format::Format;
use self::names::Directory;
use self::read::Found;
use self::today::today;
use super::Failure;

/// Convert games and positions of Othello: transcripts, GGF, PGN, WTHOR, OBF, match records
///
/// Every game is replayed: moves must be legal, passes may be missing. The extension of a file selects its format
/// unless --from or --to does. Known are .txt (transcripts), .ggf, .pgn, .wtb (WTHOR), .obf and .jsonl (record of a
/// match).
#[derive(Debug, Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Convert {
    /// The file to read; '-' is standard input.
    #[arg(value_name = "INPUT", default_value = "-")]
    input: PathBuf,
    /// The file to write; '-' is standard output.
    #[arg(value_name = "OUTPUT", default_value = "-")]
    output: PathBuf,
    /// The format of the input.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The format of the output.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// To OBF: the position with this number of empty squares instead of the last one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i8).range(0..=60))]
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
  pgn         all of GGF but values, times and clocks; the result is black and white discs; what XBoard saves of its
              variant reversi is read, White being Othello's Black
  wthor       games from the starting position with a result; players and tournaments as numbers: of the names in
              --players and --tournaments, of names such as '#12', otherwise 0; a theoretical score that nobody
              knows becomes the real one
  obf         one position of each game; of OBF itself also answers and comments
  match       read only: games between programs, players being their command lines

Exit status:
  0    every record was converted
  1    some were not: each is named on standard error with its number, and left out
  2    the command line makes no sense, or a file cannot be read or written, or is of another format";

impl Convert {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match self.convert() {
            Err(Failure::Refused(why)) => {
                eprintln!("kaeshi: {why}");
                Ok(ExitCode::from(2))
            }
            result => result,
        }
    }

    fn convert(&self) -> Result<ExitCode, Failure> {
        let from = Format::of(self.from, &self.input, "--from")?;
        let to = Format::of(self.to, &self.output, "--to")?;
        if to == Format::Match {
            return Err(
                Refused::new("only 'kaeshi match --record' writes the record of a match").into(),
            );
        }
        let players = (self.players.as_deref(), self.tournaments.as_deref());
        let names = Directory::read(players.0, players.1)?;
        let input = open(&self.input)?;
        let mut output = Output::new(self, to, &names);
        let (mut number, mut skipped) = (0_u64, 0_u64);
        let mut take = |found: Found| {
            number += 1;
            let written = match found.entry {
                Ok(entry) => output.add(&entry)?,
                Err(why) => Err(why),
            };
            if let Err(why) = written {
                skipped += 1;
                let line = found.line.map(|line| format!(" (line {line})"));
                let place = self.input.display();
                eprintln!(
                    "kaeshi: {place}: record {number}{} is left out: {why}",
                    line.unwrap_or_default()
                );
            }
            Ok(())
        };
        read::records(from, input, &names, &mut take).map_err(|why| named(why, &self.input))?;
        if skipped > 0 {
            eprintln!("kaeshi: {skipped} of {number} records were left out");
        }
        if skipped < number || number == 0 {
            output.finish()?;
        }
        Ok(ExitCode::from(u8::from(skipped > 0)))
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Refused> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path);
    let file = file.map_err(|why| Refused::new(format_args!("{}: {why}", path.display())))?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// The failure with the path of the file.
fn named(why: Failure, path: &Path) -> Failure {
    let path = path.display();
    match why {
        Failure::Io(why) if why.kind() == io::ErrorKind::BrokenPipe => Failure::Io(why),
        why => Failure::Refused(Refused::new(format_args!("{path}: {why}"))),
    }
}

/// The output. A file is written after the last record, so that it may be the input file.
struct Output<'a> {
    convert: &'a Convert,
    to: Format,
    names: &'a Directory,
    base: Base,
    stream: Option<BufWriter<io::StdoutLock<'static>>>,
    text: Vec<u8>,
}

impl<'a> Output<'a> {
    fn new(convert: &'a Convert, to: Format, names: &'a Directory) -> Self {
        let is_stream = convert.output.as_os_str() == "-";
        Self {
            convert,
            to,
            names,
            base: Base::default(),
            stream: is_stream.then(|| BufWriter::new(io::stdout().lock())),
            text: Vec::new(),
        }
    }

    /// Adds a record; the inner error says why this format cannot hold it.
    fn add(&mut self, entry: &Entry) -> io::Result<Result<(), Refused>> {
        let text = match self.to {
            Format::Transcript => write::transcript(entry),
            Format::Ggf => Ok(write::ggf(entry)),
            Format::Pgn => Ok(write::pgn(entry)),
            Format::Obf => write::obf(entry, self.convert.empties),
            Format::Wthor | Format::Match => write::wthor(entry, self.names).map(|game| {
                if self.base.games.is_empty() {
                    self.base.header = self.header(entry);
                }
                self.base.games.push(Ok(game));
                String::new()
            }),
        };
        match text {
            Ok(text) => self.write(text.as_bytes()).map(Ok),
            Err(why) => Ok(Err(why)),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.stream {
            Some(stream) => stream.write_all(bytes),
            None => self.text.write_all(bytes),
        }
    }

    /// The header of a WTHOR file whose first game is `first`.
    fn header(&self, first: &Entry) -> Header {
        let date = first.game.date.as_str();
        let year = date.get(..4).and_then(|year| year.parse().ok());
        Header {
            made: today(),
            year: self.convert.year.or(year).unwrap_or_default(),
            depth: first.thor.map(|thor| thor.depth).unwrap_or_default(),
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        if self.to == Format::Wthor {
            let bytes = self.base.to_bytes();
            self.write(&bytes)?;
        }
        match &mut self.stream {
            Some(stream) => stream.flush()?,
            None => fs::write(&self.convert.output, &self.text).map_err(|why| {
                Refused::new(format_args!("{}: {why}", self.convert.output.display()))
            })?,
        }
        Ok(())
    }
}
