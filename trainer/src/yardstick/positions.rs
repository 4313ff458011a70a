//! Positions of a file in OBF, with the scores that it knows.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use kaeshi::files::{FileProblem, Lines, shown};
use kaeshi::games::othello::board::{Board, Square};

use super::solved::Solved;
use crate::Failure;

/// Reads positions: 64 squares and the side to move, then scores for that side: `;+4;` or `;d3:+4;c4:+2;`. The best one is
/// the value of the position. All values are added to `solved`. Blank lines and lines that begin with `#` are skipped.
///
/// # Errors
/// If the file cannot be read, or a line is no position.
pub(super) fn read(path: &Path, solved: &Solved) -> Result<Vec<Board>, Failure> {
    let fail = |why| FileProblem::Io(why).of(path);
    let file = File::open(path).map_err(fail)?;
    let mut lines = Lines::new(BufReader::new(file));
    let mut boards = Vec::new();
    while let Some(line) = lines.next_text().map_err(fail)? {
        let wrong = |why: &dyn ToString| {
            let place = format!("{}, line {}", shown(path), lines.number());
            Failure::Positions(place, why.to_string())
        };
        let line = line.map_err(|why| wrong(&why))?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (position, scores) = line.split_once(';').unwrap_or((line, ""));
        let (board, _) = Board::parse(position).map_err(|why| wrong(&why))?;
        learn(board, scores, solved).map_err(|why| wrong(&why))?;
        boards.push(board);
    }
    Ok(boards)
}

/// Adds the scores of a position, which are separated by semicolons.
fn learn(board: Board, scores: &str, solved: &Solved) -> Result<(), Failure> {
    let wrong =
        |text: &str| Failure::Positions("scores".to_owned(), format!("'{text}' is no score"));
    let mut best = None;
    for text in scores
        .split(';')
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        let (mv, score) = match text.split_once(':') {
            Some((mv, score)) => (Some(mv), score),
            None => (None, text),
        };
        let score: i8 = score.trim().parse().map_err(|_| wrong(text))?;
        best = best.max(Some(score));
        let square = mv.and_then(|mv| mv.trim().to_ascii_lowercase().parse::<Square>().ok());
        if let Some(square) = square.filter(|square| board.legal() & square.bit() != 0) {
            solved.learn_move(board, square, score);
        }
    }
    if let Some(best) = best {
        solved.learn(board, best);
    }
    Ok(())
}
