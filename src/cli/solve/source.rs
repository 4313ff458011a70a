//! The source of problems: files and pipes, read ahead on their own thread.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender};
use kaeshi::files::{BYTE_ORDER_MARK, LineError, Lines, open_text};
use kaeshi::game::InputError;

use super::problem::Problem;
use crate::cli::filter::Shard;

/// A message to the solver.
#[derive(Debug)]
pub(super) enum Event {
    /// Problems in the order of their lines.
    Items(Vec<Item>),
    /// A signal asks the program to end.
    Interrupted,
    /// A file could not be read to its end: its name and the error.
    Failed(Arc<str>, io::Error),
    /// A file has no problem in the requested range: its name, and its number of problems.
    Nothing(Arc<str>, u64),
    /// There is nothing more to read.
    End,
}

/// A problem, or a line that could not be read.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) place: Place,
    pub(super) problem: Result<Problem, InputError>,
}

/// Where a problem stands.
#[derive(Debug)]
pub(super) struct Place {
    /// The file's name; `None` for standard input.
    pub(super) file: Option<Arc<str>>,
    /// The line's number in its file, from 1; `None` for the command line.
    pub(super) line: Option<u64>,
    /// The problem's number in its file, from 1. Blank lines and comments are not counted. Lines that cannot be read
    /// are, so correcting one changes no other number.
    pub(super) number: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (_, None) => f.write_str("--position"),
            (Some(file), Some(line)) => write!(f, "{file}:{line}"),
            (None, Some(line)) => write!(f, "standard input, line {line}"),
        }
    }
}

/// The range of problem numbers, both ends included, and the part of them that this run works on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) shard: Option<Shard>,
}

impl Range {
    /// Whether the problem `number` is one of this run.
    fn has(self, number: u64) -> bool {
        number >= self.from && self.shard.is_none_or(|shard| shard.has(number))
    }
}

/// An open file or pipe with its name.
pub(super) struct Input {
    name: Option<Arc<str>>,
    reader: Box<dyn Read + Send>,
}

/// Opens the inputs: standard input for `-`, or if there are no paths.
///
/// # Errors
/// If a file cannot be opened: its name and the reason.
pub(super) fn open(paths: &[PathBuf]) -> Result<Vec<Input>, InputError> {
    let stdin = || Input {
        name: None,
        reader: Box::new(io::stdin()),
    };
    if paths.is_empty() {
        return Ok(vec![stdin()]);
    }
    let open = |path: &PathBuf| {
        if path.as_os_str() == "-" {
            return Ok(stdin());
        }
        let name: Arc<str> = path.display().to_string().into();
        let reader =
            open_text(path).map_err(|why| InputError::new(format_args!("{name}: {why}")))?;
        Ok(Input {
            name: Some(name),
            reader,
        })
    };
    paths.iter().map(open).collect()
}

/// Maximum size in bytes of a file whose problems are counted; larger files would take seconds.
const MAX_COUNTED: u64 = 1 << 28;

/// The number of problems in the requested range, for the progress bar. `None` for pipes, which cannot be read twice,
/// and for large files.
pub(super) fn count(paths: &[PathBuf], range: Range) -> Option<u64> {
    let mut sum = 0;
    for path in paths {
        if !path.is_file() {
            return None;
        }
        if path.metadata().ok()?.len() > MAX_COUNTED {
            return None;
        }
        let mut problems = 0;
        let mut lines = Lines::new(BufReader::new(open_text(path).ok()?));
        while let Some(line) = lines.next_text().ok()? {
            problems += u64::from(line.is_err() || line.is_ok_and(|line| is_problem(&line)));
        }
        let up_to = |last: u64| range.shard.map_or(last, |shard| shard.part_of(last));
        sum += up_to(problems.min(range.to)).saturating_sub(up_to(range.from - 1));
    }
    (!paths.is_empty()).then_some(sum)
}

/// Sends a single problem.
pub(super) fn single(problem: Problem, events: &Sender<Event>) {
    let item = Item {
        place: Place {
            file: None,
            line: None,
            number: 1,
        },
        problem: Ok(problem),
    };
    // The receiver belongs to the caller.
    let _ = events.send(Event::Items(vec![item]));
    let _ = events.send(Event::End);
}

/// Reads `inputs` one after the other on a new thread.
///
/// # Errors
/// If the system has no thread for it.
pub(super) fn spawn_reader(
    inputs: Vec<Input>,
    range: Range,
    events: Sender<Event>,
) -> Result<(), InputError> {
    let reader = thread::Builder::new().spawn(move || {
        for input in inputs {
            let name = input.name.clone().unwrap_or("standard input".into());
            if let Err(why) = read(input, range, &events) {
                let _ = events.send(Event::Failed(name, why));
            }
        }
        let _ = events.send(Event::End);
    });
    match reader {
        Ok(_) => Ok(()),
        Err(why) => Err(InputError::new(format_args!(
            "the problems cannot be read: the system has no thread for it ({why})"
        ))),
    }
}

/// Maximum number of lines in one message.
const BATCH: usize = 256;

/// Sends what can be read without waiting, since a pipe may wait for our answer.
fn read(input: Input, range: Range, events: &Sender<Event>) -> io::Result<()> {
    let mut reader = BufReader::with_capacity(1 << 16, input.reader);
    if matches!(reader.fill_buf()?, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        let why = "this is UTF-16 text: save it as UTF-8";
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    let mut batch = Vec::new();
    let mut number = 0;
    let mut lines = Lines::new(reader);
    while let Some(mut text) = lines.next_text()? {
        let line = lines.number() as u64;
        if let (1, Ok(text)) = (line, &mut text)
            && text.starts_with(BYTE_ORDER_MARK)
        {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        let counts = text.as_ref().map_or(true, |text| is_problem(text));
        number += u64::from(counts);
        if counts
            && range.has(number)
            && let Some(problem) = parse(text)
        {
            let place = Place {
                file: input.name.clone(),
                line: Some(line),
                number,
            };
            batch.push(Item { place, problem });
        }
        let is_last = number >= range.to;
        if is_last || batch.len() >= BATCH || !lines.input().buffer().contains(&b'\n') {
            let items = std::mem::take(&mut batch);
            if !items.is_empty() && events.send(Event::Items(items)).is_err() {
                return Ok(());
            }
        }
        if is_last {
            return Ok(());
        }
    }
    if !batch.is_empty() {
        let _ = events.send(Event::Items(batch));
    }
    if let (Some(name), true) = (input.name, number < range.from.max(1)) {
        let _ = events.send(Event::Nothing(name, number));
    }
    Ok(())
}

/// Whether a line is neither blank nor a comment.
fn is_problem(line: &str) -> bool {
    let line = line.trim_start_matches(BYTE_ORDER_MARK).trim_start();
    !line.is_empty() && !line.starts_with(['#', '%'])
}

/// The problem of a line; `None` if it is blank or a comment.
fn parse(line: Result<String, LineError>) -> Option<Result<Problem, InputError>> {
    match line {
        Ok(text) => Problem::read(&text).transpose(),
        Err(why) => Some(Err(InputError::new(why))),
    }
}

/// A channel for [`Event`]s with room for a few batches.
pub(super) fn channel() -> (Sender<Event>, Receiver<Event>) {
    crossbeam_channel::bounded(4)
}
