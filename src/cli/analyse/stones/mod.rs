//! Games of m,n,k and Connect Four: who wins after each move, as far as that can be proven.

mod games;
mod text;

use std::io;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use kaeshi::analysis::{ProvenGame, ProvenPly, prove};
use kaeshi::files::Existing;
use kaeshi::game::InputError;
use kaeshi::search::TranspositionTable;
use kaeshi::shell::Interrupt;

use self::games::{GivenGames, GivenStones};
use super::html;
use super::options::Analyse;
use super::pages::Pages;
use super::print::write;
use super::prior::Prior;
use super::stone_game::{StoneGame, key, words};
use crate::cli::{Failure, print_message};

/// Time for a position unless another one is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The columns of the list of pages.
const HEADS: [&str; 4] = ["game", "moves", "with best play", "moves that changed it"];

/// Analyses the games called `game` in the files of `options`, one a line.
///
/// # Errors
/// If there is no such game, a file cannot be read, or the output cannot be written.
pub(super) fn run(
    options: &Analyse,
    game: &str,
    interrupt: &Interrupt,
) -> Result<ExitCode, Failure> {
    refuse_options(options)?;
    let time = options.time.unwrap_or(DEFAULT_TIME);
    let effort = format!("{} s a position", time.as_secs_f64());
    let mut prior = options
        .resume
        .as_deref()
        .map(Prior::<StoneGame>::read)
        .transpose()?;
    let given = GivenGames::read(options, game)?;
    let existing = Existing::forced(options.force || options.resume.is_some());
    let pages = options.html.as_deref();
    let mut pages = pages
        .map(|path| Pages::open(path, given.games.len(), existing))
        .transpose()?;
    for (index, each) in given.games.iter().enumerate() {
        let key = key(game, each.moves.iter().map(String::as_str), &effort);
        let earlier = prior.as_mut().and_then(|prior| prior.take(&key));
        let is_new = earlier.is_none();
        let analysed = if let Some(earlier) = earlier {
            earlier
        } else if let Some(proven) = analyse(options, game, (each, time), interrupt)? {
            StoneGame {
                file: each.file.clone(),
                number: each.number,
                game: game.to_owned(),
                effort: effort.clone(),
                proven,
            }
        } else {
            break;
        };
        if let Some(pages) = &mut pages {
            pages.add(index, &html::stone_page(&analysed)?, row(&analysed))?;
        }
        if !options.json {
            write(&text::table(&analysed))?;
        } else if is_new {
            write(&(serde_json::to_string(&analysed).map_err(io::Error::from)? + "\n"))?;
        }
    }
    if let Some(pages) = pages {
        pages.finish(&HEADS)?;
    }
    if let Some(prior) = prior.filter(|_| !options.quiet) {
        print_message(&prior.summary());
    }
    Ok(match interrupt.status() {
        Some(status) => {
            print_message("interrupted: everything finished has been printed");
            ExitCode::from(status)
        }
        None => ExitCode::from(u8::from(given.bad > 0)),
    })
}

/// Refuses the options that only games of Othello have.
fn refuse_options(options: &Analyse) -> Result<(), InputError> {
    let given = [
        (options.ggf.is_some(), "--ggf"),
        (options.pgn.is_some(), "--pgn"),
        (options.player.is_some(), "--player"),
        (options.from.is_some(), "--from"),
        (options.book.is_some(), "--book"),
    ];
    match given.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => {
            let why = format_args!("{option} is for games of Othello");
            Err(InputError::new(why))
        }
        None => Ok(()),
    }
}

/// What is proven of a game; `None` if a signal ended it.
fn analyse(
    options: &Analyse,
    game: &str,
    (given, time): (&GivenStones, Duration),
    interrupt: &Interrupt,
) -> Result<Option<ProvenGame>, InputError> {
    // An empty table for each game, so that the result does not depend on the games before.
    let table = TranspositionTable::new(options.hash.megabytes).map_err(InputError::new)?;
    let mut engine = kaeshi::games::open(game, Arc::new(table))?;
    let moves: Vec<_> = given.moves.iter().map(String::as_str).collect();
    let progress = |_: Option<(usize, &ProvenPly)>| match interrupt.status() {
        Some(_) => ControlFlow::Break(()),
        None => ControlFlow::Continue(()),
    };
    let threads = options.threads.count;
    prove(&mut *engine, (None, &moves), time, threads, progress)
}

/// The row of a game in the list of pages.
fn row(game: &StoneGame) -> Vec<String> {
    let first = game.proven.plies.first();
    let changes: Vec<String> = game
        .changes()
        .map(|(index, ply)| format!("{}. {}", index + 1, ply.name.as_deref().unwrap_or_default()))
        .collect();
    vec![
        game.title(),
        game.moves().count().to_string(),
        first.map(words).unwrap_or_default(),
        changes.join(", "),
    ]
}
