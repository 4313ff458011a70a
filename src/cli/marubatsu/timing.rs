//! Timings of the articles' functions.

use std::hint::black_box;

use kaeshi::game::Side;
use kaeshi::games::mnk::marubatsu::solved::{Selection, Solution};
use kaeshi::games::mnk::marubatsu::{
    ArticleSearch, Board, Descent, Marubatsu, Method, Move, Moves,
};

use crate::cli::experiment::report::Section;
use crate::cli::experiment::timing::nanoseconds;

/// Times to list the legal moves, by number of marks.
pub(super) fn listing() -> Section {
    const FOURTH: [f64; 9] = [
        914.0, 887.0, 881.0, 870.0, 844.0, 809.0, 794.0, 775.0, 754.0,
    ];
    const LAST: [f64; 9] = [
        901.0, 801.0, 714.0, 634.0, 558.0, 457.0, 377.0, 299.0, 224.0,
    ];
    let mut section = Section::new("Listing legal moves, ns (article: part 212, Python 3.13)");
    let time = |board: Board, list: fn(Board) -> Moves| {
        nanoseconds(|| {
            black_box(list(black_box(board)));
        })
    };
    let empty = Board::default();
    for (what, list, article) in [
        (
            "start, by columns and rows",
            Board::moves_by_coordinates as fn(Board) -> Moves,
            4070.0,
        ),
        (
            "start, shifting a bit twice",
            Board::moves_by_shifting,
            1230.0,
        ),
        (
            "start, shifting it once",
            Board::moves_by_shifting_once,
            994.0,
        ),
    ] {
        section.measured(what, time(empty, list), Some(article));
    }
    let mut cells = (0..9).filter_map(|index| Move::at(index / 3, index % 3));
    let mut board = empty;
    for (marks, (fourth, last)) in FOURTH.into_iter().zip(LAST).enumerate() {
        let by_shifts = time(board, Board::moves_by_shifting_once);
        let by_lowest = time(board, Board::moves);
        section.measured(
            format!("{marks} marks, shifting it once"),
            by_shifts,
            Some(fourth),
        );
        section.measured(format!("{marks} marks, lowest bit"), by_lowest, Some(last));
        if let Some(mv) = cells.next() {
            // The article places circles only, in the order of their bits.
            board.set(mv, Some(Side::First));
        }
    }
    section
        .note("the lowest free bit takes as many steps as there are moves, shifting always nine");
    section.note(
        "the article prints the moves of all its bit versions as (0,0) (1,0) (2,0) ...: with bit y+3x they come as (0,0) (0,1) (0,2) ...",
    );
    section.note("with counts of marks on each line its setmark reads self.board[move] and fails when a move is taken back; later parts mend that");
    section.note("its means of 600 and 551 ns are cut off, not rounded (600.9, 551.7)");
    section
}

/// Times to make and take back moves, and to copy boards.
pub(super) fn undo() -> Section {
    const COPY: [f64; 10] = [18.2, 20.5, 22.7, 24.8, 25.3, 27.1, 28.8, 30.6, 32.3, 33.9];
    let mut section = Section::new("Taking moves back against copying (article: part 186, Python)");
    let mut game = Marubatsu::default();
    let mut moves = Marubatsu::EXAMPLE
        .into_iter()
        .filter_map(|(x, y)| Move::at(x, y));
    for (count, article) in COPY.into_iter().enumerate() {
        let copy = nanoseconds(|| {
            black_box(black_box(&game).clone());
        });
        section.measured(
            format!("copy after {count} moves, ns"),
            copy,
            Some(article * 1000.0),
        );
        if let Some(mv) = moves.next() {
            let pair = nanoseconds(|| {
                game.play(black_box(mv));
                black_box(&game);
                game.take_back();
            });
            let article = 1000.0 * (19.0 + 0.8);
            section.measured(
                format!("move {} made and taken back, ns", count + 1),
                pair,
                Some(article),
            );
            game.play(mv);
        }
    }
    let start = Marubatsu::default();
    let searches = [
        (
            "alpha-beta, copying, ms",
            Method::AlphaBeta,
            Descent::Copy,
            68.1,
        ),
        (
            "alpha-beta, taking back, ms",
            Method::AlphaBeta,
            Descent::UndoOnce,
            36.8,
        ),
        ("PVS, copying, ms", Method::Scout, Descent::Copy, 32.4),
        (
            "PVS, taking back each time, ms",
            Method::Scout,
            Descent::UndoEach,
            17.0,
        ),
        (
            "PVS, taking back once a child, ms",
            Method::Scout,
            Descent::UndoOnce,
            17.4,
        ),
    ];
    for (what, method, descent, article) in searches {
        let mut thinker = guided(method, descent);
        let time = nanoseconds(|| {
            black_box(thinker.think(&start));
        });
        section.measured(what, time / 1e6, Some(article));
    }
    checks(&mut section);
    section.note("the article's first program divides a hundred thousand times by 10000; the printed 0.8 and 0.9 µs come from the right one");
    section.note("\"0.8 µs × 1175 = 0.94 ms = about 0.1 ms\" is off by ten: copying is 32.2 of 68.1 ms, 47 %, not 46 %");
    section
}

/// The search of the article's timing; PVS takes its move order from the search before.
fn guided(method: Method, descent: Descent) -> ArticleSearch {
    match method {
        Method::AlphaBeta => ArticleSearch::new(method, descent, 9),
        Method::Scout => {
            let mut thinker = ArticleSearch::new(method, descent, 8);
            thinker.iterative_deepening(&Marubatsu::default());
            thinker
        }
    }
}

/// Positions per second in the check for a strong solution.
fn checks(section: &mut Section) {
    let solution = Solution::new();
    let selection = Selection {
        telling: true,
        classes: true,
    };
    for (what, descent, article) in [
        (
            "positions checked a second, form 1",
            Descent::UndoEach,
            344.81,
        ),
        (
            "positions checked a second, form 2",
            Descent::UndoOnce,
            336.31,
        ),
    ] {
        let mut thinker = guided(Method::Scout, descent);
        let time = nanoseconds(|| {
            black_box(solution.strong(selection, |game| thinker.think(game).candidates));
        });
        section.measured(what, 431.0 * 1e9 / time, Some(article));
    }
}
