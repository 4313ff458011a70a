//! Games of m,n,k and Connect Four: who wins after each move, as far as that can be proven.

mod games;
mod text;

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use kaeshi::analysis::{ProvenPly, prove};
use kaeshi::files::Existing;
use kaeshi::game::InputError;
use kaeshi::search::TranspositionTable;

use self::games::{GivenGames, GivenStones};
use super::html;
use super::jobs::{Task, Worker, Workers};
use super::options::Analyse;
use super::pages::Pages;
use super::print::write;
use super::prior::Prior;
use super::stone_game::{StoneGame, key, words};
use crate::cli::Failure;

/// Time for a position unless another one is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The columns of the list of pages.
const HEADS: [&str; 4] = ["game", "moves", "with best play", "moves that changed it"];

/// Games to analyse.
struct StonesTask<'a> {
    /// The name of the game that is played.
    game: &'a str,
    games: &'a [GivenStones],
    /// Time for a position.
    time: Duration,
    effort_name: String,
    /// Threads of each search, 1 or more.
    threads: usize,
    /// Size of each worker's table in MiB.
    megabytes: usize,
}

/// Analyses the games called `game` in the files of `options`, one a line.
///
/// # Errors
/// If there is no such game, a file cannot be read, or the output cannot be written.
pub(super) fn run(options: &Analyse, game: &str, workers: &Workers) -> Result<ExitCode, Failure> {
    refuse_options(options)?;
    let prior = options
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
    let files = pages.as_ref().map(|pages| pages.files(given.games.len()));
    options.check_outputs(&files.unwrap_or_default())?;
    let time = options.time.unwrap_or(DEFAULT_TIME);
    let task = StonesTask {
        game,
        games: &given.games,
        time,
        effort_name: format!("{} s a position", time.as_secs_f64()),
        threads: options.threads.count,
        megabytes: options.hash.megabytes,
    };
    let ended = workers.run(options, &task, prior, |index, analysed, is_new| {
        if let Some(pages) = &mut pages {
            pages.add(index, &html::stone_page(analysed)?, row(analysed))?;
        }
        if !options.json {
            write(&text::table(analysed))?;
        } else if is_new {
            write(&(serde_json::to_string(analysed).map_err(io::Error::from)? + "\n"))?;
        }
        Ok(())
    })?;
    if let Some(pages) = pages {
        pages.finish(&HEADS)?;
    }
    workers.status(ended, given.bad > 0)
}

impl Task for StonesTask<'_> {
    type Record = StoneGame;

    fn games(&self) -> usize {
        self.games.len()
    }

    fn key(&self, index: usize) -> String {
        let moves = self.games[index].moves.iter();
        key(self.game, moves.map(String::as_str), &self.effort_name)
    }

    fn positions(&self, index: usize) -> usize {
        self.games[index].moves.len() + 1
    }

    fn analyse(&self, index: usize, worker: &Worker) -> Result<Option<StoneGame>, InputError> {
        let given = &self.games[index];
        // An empty table for each game, so that the result does not depend on the games before.
        let table = TranspositionTable::new(self.megabytes).map_err(InputError::new)?;
        let mut engine = kaeshi::games::open(self.game, Arc::new(table))?;
        let moves: Vec<_> = given.moves.iter().map(String::as_str).collect();
        let progress = |done: Option<(usize, &ProvenPly)>| {
            if done.is_some() {
                worker.position_done();
            }
            worker.flow()
        };
        let proven = prove(
            &mut *engine,
            (None, &moves),
            self.time,
            self.threads,
            progress,
        )?;
        Ok(proven.map(|proven| StoneGame {
            file: given.file.clone(),
            number: given.number,
            game: self.game.to_owned(),
            effort: self.effort_name.clone(),
            proven,
        }))
    }
}

/// Refuses the options that only games of Othello have.
fn refuse_options(options: &Analyse) -> Result<(), InputError> {
    let given = [
        (options.ggf.is_some(), "--ggf"),
        (options.pgn.is_some(), "--pgn"),
        (options.player.is_some(), "--player"),
        (options.from.is_some(), "--from"),
        (options.book.is_some(), "--book"),
        (options.no_book, "--no-book"),
        (options.level.is_some(), "--level"),
        (options.thresholds.is_some(), "--thresholds"),
    ];
    match given.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => {
            let why = format_args!("{option} is for games of Othello");
            Err(InputError::new(why))
        }
        None => Ok(()),
    }
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
