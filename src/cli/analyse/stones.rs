//! Games of m,n,k and Connect Four: who wins after each move, as far as that can be proven.

use std::fmt::Write;
use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use kaeshi::analysis::{ProvenGame, ProvenPly, prove};
use kaeshi::core::printable;
use kaeshi::files::shown;
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::search::TranspositionTable;
use kaeshi::shell::Interrupt;
use serde::Serialize;

use super::options::Analyse;
use super::print::write;
use crate::cli::position::moves;
use crate::cli::{Failure, print_message};

/// Time for a position unless another one is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// An analysed game: one line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    file: Option<&'a str>,
    number: u64,
    game: &'a str,
    #[serde(flatten)]
    proven: &'a ProvenGame,
}

/// Analyses the games called `game` in the files of `options`, one a line.
///
/// # Errors
/// If there is no such game, a file cannot be read, or the output cannot be written.
pub(super) fn run(
    options: &Analyse,
    game: &str,
    interrupt: &Interrupt,
) -> Result<ExitCode, Failure> {
    let given = |given: bool, name: &str| given.then(|| name.to_owned());
    let unused = [
        given(options.html.is_some(), "--html"),
        given(options.ggf.is_some(), "--ggf"),
        given(options.pgn.is_some(), "--pgn"),
        given(options.resume.is_some(), "--resume"),
        given(options.player.is_some(), "--player"),
        given(options.from.is_some(), "--from"),
    ];
    if let Some(option) = unused.into_iter().flatten().next() {
        return Err(InputError::new(format_args!("{option} is for games of Othello")).into());
    }
    let mut bad = 0_u64;
    for path in &options.files {
        let (file, text) = if path.as_os_str() == "-" {
            let mut text = String::new();
            let read = io::stdin().lock().read_to_string(&mut text);
            (None, read.map(|_| text))
        } else {
            (Some(shown(path).to_string()), fs::read_to_string(path))
        };
        let name = file.clone().unwrap_or_else(|| "standard input".into());
        let text = text.map_err(|why| InputError::new(format_args!("{name}: {why}")))?;
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '%']));
        let mut number = 0;
        for line in lines {
            number += 1;
            if !options.is_chosen(number) {
                continue;
            }
            match analyse(options, game, line, interrupt)? {
                Ok(Some(proven)) if options.json => {
                    let file = file.as_deref();
                    let line = Line {
                        file,
                        number,
                        game,
                        proven: &proven,
                    };
                    write(&(serde_json::to_string(&line).map_err(io::Error::from)? + "\n"))?;
                }
                Ok(Some(proven)) => {
                    write(&format!("{name} game {number}: {game}\n{}", table(&proven)))?;
                }
                Ok(None) => return Ok(ExitCode::from(interrupt.status().unwrap_or(130))),
                Err(why) => {
                    bad += 1;
                    print_message(&format!("{name}, game {number}: skipped: {why}"));
                }
            }
        }
        if number == 0 {
            bad += 1;
            print_message(&format!("{name}: there is no game in it"));
        }
    }
    Ok(ExitCode::from(u8::from(bad > 0)))
}

/// What is proven of a game; `None` if a signal ended it. The inner error says which move is not legal.
fn analyse(
    options: &Analyse,
    game: &str,
    line: &str,
    interrupt: &Interrupt,
) -> Result<Result<Option<ProvenGame>, InputError>, Failure> {
    // An empty table for each game, so that the result does not depend on the games before.
    let table = TranspositionTable::new(options.hash.megabytes).map_err(InputError::new)?;
    let mut engine = games::open(game, Arc::new(table))?;
    let moves = moves(line, engine.grid().is_some());
    let time = options.time.unwrap_or(DEFAULT_TIME);
    let progress = |_| match interrupt.status() {
        Some(_) => ControlFlow::Break(()),
        None => ControlFlow::Continue(()),
    };
    Ok(prove(
        &mut *engine,
        &moves,
        time,
        options.threads.count,
        progress,
    ))
}

/// The proven result in words.
fn words(ply: &ProvenPly) -> String {
    match (ply.result, &ply.words) {
        (_, Some(words)) => words.clone(),
        (Some(1), None) => "a win".into(),
        (Some(0), None) => "a draw".into(),
        (Some(_), None) => "a loss".into(),
        (None, None) => "not proven".into(),
    }
}

fn table(game: &ProvenGame) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{:>4} {:>6}  {:<5} {:<5}  for the player before the move",
        "move", "player", "", "best"
    );
    for (index, ply) in game.plies.iter().enumerate() {
        let Some(name) = &ply.name else {
            let over = if ply.best.is_none() {
                "the end"
            } else {
                "to move"
            };
            let _ = writeln!(text, "{:>4} {:>6}  {over}: {}", "", ply.player, words(ply));
            continue;
        };
        let best = ply.best.as_deref().unwrap_or_default();
        let _ = write!(
            text,
            "{:>4} {:>6}  {:<5} {:<5}  {}",
            index + 1,
            ply.player,
            printable(name),
            best,
            words(ply)
        );
        if let Some(next) = game.plies.get(index + 1).filter(|_| ply.changed) {
            let after = match next.result {
                Some(result) if next.player != ply.player => -result,
                Some(result) => result,
                None => 0,
            };
            let after = match after {
                1 => "a win",
                0 => "a draw",
                _ => "a loss",
            };
            let _ = write!(text, "; the move makes it {after}");
        }
        text.push('\n');
    }
    text.push('\n');
    text
}
