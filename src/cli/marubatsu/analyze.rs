//! The articles' `analyze`: what a search finds at each depth; and the positions that a player gets wrong.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use kaeshi::game::InputError;
use kaeshi::games::mnk::marubatsu::solved::{Mistake, Selection, Solution, at_random};
use kaeshi::games::mnk::marubatsu::{
    ArticleSearch, CELLS, Descent, Marubatsu, Method, Move, SearchOutcome, best_by_ai14s_eval,
};
use serde::Serialize;

use super::matches::PlayerName;
use crate::cli::Failure;

/// A search of the articles with iterative deepening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SearchName {
    /// Alpha-beta (`ai_ab_iddfs`).
    AlphaBeta,
    /// Principal variation search (`ai_pvs_iddfs`).
    Pvs,
}

/// A cell as the articles write it: column and row, from 0.
pub(super) fn cell(text: &str) -> Result<(u32, u32), String> {
    let digits = text.split_once(',').and_then(|(x, y)| {
        let digit = |text: &str| match text {
            "0" => Some(0),
            "1" => Some(1),
            "2" => Some(2),
            _ => None,
        };
        Some((digit(x)?, digit(y)?))
    });
    digits.ok_or_else(|| "a cell is its column and row from 0, such as 1,1 for the centre".into())
}

/// The game after `moves`.
fn played(moves: &[(u32, u32)]) -> Result<Marubatsu, Failure> {
    let mut game = Marubatsu::default();
    for (number, &(x, y)) in (1..).zip(moves) {
        if game.ended().is_some() {
            let why = format!("move {number} ({x},{y}): the game is over before it");
            return Err(Failure::Refused(InputError::new(why)));
        }
        let free = Move::at(x, y).filter(|mv| game.board().mark(*mv).is_none());
        let Some(mv) = free else {
            let why = format!("move {number} ({x},{y}): the cell is taken");
            return Err(Failure::Refused(InputError::new(why)));
        };
        game.play(mv);
    }
    if game.ended().is_some() {
        return Err(Failure::Refused(InputError::new(
            "the game is over: there is nothing to search",
        )));
    }
    Ok(game)
}

/// What a search found at one depth.
#[derive(Debug, Serialize)]
struct DepthResult {
    /// Plies below a child of the root.
    depth: usize,
    /// Time for this depth in milliseconds.
    milliseconds: f64,
    nodes: u64,
    /// For the side to move, in points.
    score: f64,
    candidates: Vec<(u32, u32)>,
    line: Vec<(u32, u32)>,
}

impl DepthResult {
    fn new(depth: usize, time: Duration, outcome: &SearchOutcome) -> Self {
        let cells = |moves: &[Move]| moves.iter().map(|mv| mv.xy()).collect();
        Self {
            depth,
            milliseconds: time.as_secs_f64() * 1000.0,
            nodes: outcome.nodes,
            score: f64::from(outcome.score) / 2.0,
            candidates: cells(&outcome.candidates),
            line: cells(&outcome.line),
        }
    }
}

/// Cells as text.
fn cells(cells: &[(u32, u32)]) -> String {
    let cells: Vec<_> = cells.iter().map(|(x, y)| format!("{x},{y}")).collect();
    cells.join(" ")
}

/// Searches the position after `moves` depth by depth, for at most `time`, and writes what each depth found.
pub(super) fn analyze(
    moves: &[(u32, u32)],
    search: SearchName,
    time: Duration,
    json: bool,
) -> Result<(), Failure> {
    let game = played(moves)?;
    let method = match search {
        SearchName::AlphaBeta => Method::AlphaBeta,
        SearchName::Pvs => Method::Scout,
    };
    let deepest = CELLS - 1 - moves.len();
    let began = Instant::now();
    let mut depths = Vec::new();
    let mut last = began;
    let mut searcher = ArticleSearch::new(method, Descent::UndoOnce, deepest);
    let time_is_up = move || began.elapsed() >= time;
    searcher.deepen(&game, deepest, time_is_up, |outcome| {
        depths.push(DepthResult::new(depths.len(), last.elapsed(), outcome));
        last = Instant::now();
    });
    let out = &mut io::stdout().lock();
    if json {
        let object = serde_json::json!({
            "board": game.board().text(),
            "depths": depths,
            "finished": depths.len() == deepest + 1,
        });
        writeln!(out, "{object}")?;
    } else {
        write_table(&game, &depths, deepest, out)?;
    }
    Ok(())
}

fn write_table(
    game: &Marubatsu,
    depths: &[DepthResult],
    deepest: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{game}")?;
    writeln!(out, "depth       ms  nodes  total  score")?;
    let mut total = 0;
    for found in depths {
        total += found.nodes;
        writeln!(
            out,
            "{:5} {:8.3} {:6} {total:6} {:6.1}",
            found.depth, found.milliseconds, found.nodes, found.score
        )?;
        writeln!(out, "      candidates {}", cells(&found.candidates))?;
        writeln!(out, "      line       {}", cells(&found.line))?;
    }
    match depths.last() {
        None => writeln!(out, "The time was up before the first depth was finished."),
        Some(last) if last.depth < deepest => {
            writeln!(out, "The time is up: the last finished depth counts.")
        }
        Some(_) => Ok(()),
    }
}

/// Writes the positions in which `player` considers a move that is not best, one of each class of symmetric ones.
pub(super) fn mistakes(player: PlayerName, json: bool) -> Result<(), Failure> {
    let solution = Solution::new();
    let selection = Selection {
        telling: true,
        classes: true,
    };
    let mut search = ArticleSearch::new(
        match player {
            PlayerName::AlphaBeta => Method::AlphaBeta,
            _ => Method::Scout,
        },
        Descent::UndoOnce,
        CELLS - 1,
    );
    let found = solution.mistakes(selection, |game| match player {
        PlayerName::Random => at_random(game),
        PlayerName::Evaluation => best_by_ai14s_eval(game, Descent::UndoOnce),
        PlayerName::AlphaBeta | PlayerName::Pvs => search.think(game).candidates,
        PlayerName::Deepening => {
            let mut last = Vec::new();
            let deepest = CELLS - 1 - game.records().len();
            search.deepen(
                game,
                deepest,
                || false,
                |outcome| last.clone_from(&outcome.candidates),
            );
            last
        }
    });
    let of = solution.select(selection).len();
    let out = &mut io::stdout().lock();
    if json {
        let wrong: Vec<_> = found.iter().map(mistake_as_json).collect();
        let object = serde_json::json!({ "player": player.to_string(), "of": of, "wrong": wrong });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    for mistake in &found {
        writeln!(out, "{}", mistake.game)?;
        writeln!(out, "  it plays  {}", cells(&xy(&mistake.moves)))?;
        writeln!(out, "  best are  {}", cells(&xy(&mistake.best)))?;
        writeln!(out)?;
    }
    writeln!(out, "{} of {of} positions wrong: {player}", found.len())?;
    Ok(())
}

fn xy(moves: &[Move]) -> Vec<(u32, u32)> {
    moves.iter().map(|mv| mv.xy()).collect()
}

fn mistake_as_json(mistake: &Mistake) -> serde_json::Value {
    serde_json::json!({
        "board": mistake.game.board().text(),
        "plays": xy(&mistake.moves),
        "best": xy(&mistake.best),
    })
}
