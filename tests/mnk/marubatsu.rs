//! The figures of the articles, each computed by the functions that the articles describe.

use kaeshi::game::{Outcome, Side};
use kaeshi::games::mnk::marubatsu::chance::{Chance, Tally, expectation, random_match};
use kaeshi::games::mnk::marubatsu::solved::{Selection, Solution, at_random, weak};
use kaeshi::games::mnk::marubatsu::{
    ArticleSearch, Board, Descent, FULL, Marubatsu, Method, Move, best_by_ai14s_eval, same,
    tree_counts,
};

const TELLING_CLASSES: Selection = Selection {
    telling: true,
    classes: true,
};
const TELLING: Selection = Selection {
    telling: true,
    classes: false,
};
const CLASSES: Selection = Selection {
    telling: false,
    classes: true,
};
const ALL: Selection = Selection {
    telling: false,
    classes: false,
};

/// The bits of these cells.
fn bits(moves: &[Move]) -> Vec<u16> {
    moves.iter().map(|mv| mv.bit()).collect()
}

#[test]
fn a_cell_is_bit_y_plus_three_x() {
    for x in 0..3 {
        for y in 0..3 {
            let mv = Move::at(x, y).expect("a cell");
            assert_eq!(mv.bit(), 1 << (y + 3 * x));
            assert_eq!(mv.xy(), (x, y));
        }
    }
    assert_eq!(Move::at(3, 0), None);
    assert_eq!(Move::at(0, 3), None);
}

#[test]
fn marks_are_put_and_cleared() {
    let mut board = Marubatsu::default().board();
    let mv = Move::at(1, 2).expect("a cell");
    for mark in [Some(Side::First), None, Some(Side::Second), None] {
        board.set(mv, mark);
        assert_eq!(board.mark(mv), mark);
        assert_eq!(board.free(), FULL & !mark.map_or(0, |_| mv.bit()));
    }
}

/// The worked example, with 0b001010110 taken.
#[test]
fn legal_moves_come_by_the_lowest_bit() {
    let mut game = Marubatsu::default();
    for index in [1, 2, 4, 6] {
        game.play(Move::at(index / 3, index % 3).expect("a cell"));
    }
    let board = game.board();
    assert_eq!(board.free(), 0b1_1010_1001);
    let legal = [1, 8, 32, 128, 256];
    assert_eq!(bits(board.moves().as_slice()), legal);
    assert_eq!(bits(board.moves_by_shifting().as_slice()), legal);
    assert_eq!(bits(board.moves_by_shifting_once().as_slice()), legal);
    let mut by_coordinates = bits(board.moves_by_coordinates().as_slice());
    by_coordinates.sort_unstable();
    assert_eq!(by_coordinates, legal);
}

/// The first version lists row by row, the others bit by bit; the article prints the first order for all.
#[test]
fn the_starting_position_is_listed_in_two_orders() {
    let game = Marubatsu::default();
    let xy = |moves: &[Move]| moves.iter().map(|mv| mv.xy()).collect::<Vec<_>>();
    let board = game.board();
    assert_eq!(
        xy(board.moves_by_coordinates().as_slice()),
        (0..9).map(|at| (at % 3, at / 3)).collect::<Vec<_>>()
    );
    for moves in [
        board.moves(),
        board.moves_by_shifting(),
        board.moves_by_shifting_once(),
    ] {
        let by_bits: Vec<_> = (0..9).map(|at| (at / 3, at % 3)).collect();
        assert_eq!(xy(moves.as_slice()), by_bits);
    }
}

/// The article's bit operations on its own examples.
#[test]
fn lowest_bits_and_inversions_are_the_articles() {
    let taken = 0b0_0101_0110_u16;
    assert_eq!(taken ^ FULL, 0b1_1010_1001);
    assert_eq!(FULL - taken, 0b1_1010_1001);
    let lowest = |bits: u16| bits & bits.wrapping_neg();
    assert_eq!(lowest(0b1_1010_1000), 0b1000);
    assert_eq!(lowest(0b1_1010_0000), 0b0_0010_0000);
    for bits in 1..=FULL {
        assert_eq!(lowest(bits), 1 << bits.trailing_zeros());
        assert_eq!(bits & (bits - 1), bits - lowest(bits));
        assert_eq!(bits.wrapping_neg(), (!bits).wrapping_add(1));
    }
}

/// Boards are displayed row by row and written column by column. A symmetric board has the symmetric move.
#[test]
fn boards_are_shown_and_have_eight_texts() {
    let mut game = Marubatsu::default();
    for (x, y) in [(0, 0), (1, 1), (2, 0)] {
        game.play(Move::at(x, y).expect("a cell"));
    }
    assert_eq!(game.board().to_string(), "o.o\n.x.\n...\n");
    assert_eq!(game.board().text(), "o...x.o..");
    assert_eq!(Board::default().text(), ".........");
    let answer = Move::at(1, 0).expect("a cell");
    let images = same(game.board(), answer);
    let mut texts: Vec<(String, (u32, u32))> = images
        .iter()
        .map(|(board, mv)| (board.text(), mv.xy()))
        .collect();
    assert_eq!(texts[0], ("o...x.o..".into(), (1, 0)));
    texts.sort();
    texts.dedup();
    let expected = [
        ("....x.o.o", (2, 1)),
        ("..o.x...o", (1, 2)),
        ("o...x.o..", (1, 0)),
        ("o.o.x....", (0, 1)),
    ];
    assert_eq!(texts, expected.map(|(text, mv)| (text.to_owned(), mv)));
}

/// Counting the marks on lines finds the same winners as masks, in every game, also after moves are taken back.
#[test]
fn counts_of_marks_on_lines_find_the_winner() {
    let masks = tree_counts::TreeCounts::below(&Marubatsu::default());
    let counts = tree_counts::TreeCounts::below(&Marubatsu::counting());
    assert_eq!((counts.nodes, counts.games), (masks.nodes, masks.games));
    let both =
        [Marubatsu::default(), Marubatsu::counting()].map(|start| random_match(&start, 500, 7));
    assert_eq!(both[0], both[1]);
}

#[test]
fn moves_are_taken_back_and_games_end_as_they_should() {
    let at = |x, y| Move::at(x, y).expect("a cell");
    let cells = Marubatsu::EXAMPLE;
    let mut game = Marubatsu::default();
    let mut before = Vec::new();
    for (x, y) in cells {
        assert_eq!(game.ended(), None);
        before.push((game.board(), game.turn()));
        game.play(at(x, y));
    }
    assert_eq!(game.ended(), Some(Outcome::Drawn));
    while let Some(expected) = before.pop() {
        game.take_back();
        assert_eq!((game.board(), game.turn()), expected);
        assert_eq!(game.ended(), None);
    }
    assert!(game.records().is_empty());
    // Every line, filled by the player who begins, with each of its cells last.
    let lines = [
        [(0, 0), (0, 1), (0, 2)],
        [(1, 0), (1, 1), (1, 2)],
        [(2, 0), (2, 1), (2, 2)],
        [(0, 0), (1, 0), (2, 0)],
        [(0, 1), (1, 1), (2, 1)],
        [(0, 2), (1, 2), (2, 2)],
        [(0, 0), (1, 1), (2, 2)],
        [(0, 2), (1, 1), (2, 0)],
    ];
    for line in lines {
        for last in 0..3 {
            let mut game = Marubatsu::default();
            let others: Vec<_> = cells.iter().filter(|cell| !line.contains(cell)).collect();
            let mut others = others
                .iter()
                .filter(|cell| cell.0 != cell.1 || line[0].0 == line[0].1);
            for offset in 1..=3 {
                assert_eq!(game.ended(), None);
                let (x, y) = line[(last + offset) % 3];
                game.play(at(x, y));
                if offset < 3 {
                    let &&(x, y) = others.next().expect("enough");
                    game.play(at(x, y));
                }
            }
            assert_eq!(game.ended(), Some(Outcome::Won(Side::First)), "{line:?}");
        }
    }
}

#[test]
fn random_numbers_are_those_of_python() {
    // [random.randrange(10) for _ in range(12)] after random.seed(0).
    let mut chance = Chance::new(0);
    let drawn: Vec<u32> = (0..12).map(|_| chance.below(10)).collect();
    assert_eq!(drawn, [6, 6, 0, 4, 8, 7, 6, 4, 7, 5, 9, 3]);
}

#[test]
fn the_random_match_comes_out_to_the_digit() {
    let tally = |wins, losses, draws| Tally {
        wins,
        losses,
        draws,
    };
    assert_eq!(
        random_match(&Marubatsu::default(), 50_000, 0),
        [tally(29_454, 14_352, 6194), tally(14_208, 29_592, 6200)]
    );
    let exact = [737.0 / 1260.0, 121.0 / 420.0, 8.0 / 63.0];
    for (found, exact) in expectation().into_iter().zip(exact) {
        assert!((found - exact).abs() < 1e-12, "{found} is not {exact}");
    }
}

#[test]
fn the_game_tree_has_the_articles_size() {
    let tree = tree_counts::TreeCounts::below(&Marubatsu::default());
    assert_eq!((tree.size(), tree.games), (549_946, 255_168));
    assert_eq!(
        tree.nodes[1..],
        [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872]
    );
    let sizes = [(0, 0), (1, 0), (1, 1)].map(|(x, y)| tree_counts::tree_after(x, y).size());
    assert_eq!(sizes, [59_705, 63_905, 55_505]);
    let found = tree_counts::positions();
    assert_eq!(
        found.by_marks,
        [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    );
    assert_eq!(
        found.classes_by_marks,
        [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    );
    assert_eq!(found.ends, [4520, 626, 316, 16]);
    assert_eq!(found.class_ends, [627, 91, 44, 3]);
}

#[test]
fn searches_visit_as_many_nodes_as_the_articles() {
    let game = Marubatsu::default();
    for descent in [Descent::Copy, Descent::UndoEach, Descent::UndoOnce] {
        let alpha_beta = ArticleSearch::new(Method::AlphaBeta, descent, 9);
        assert_eq!(alpha_beta.clone().think(&game).nodes, 1175);
        assert_eq!(alpha_beta.without_table().think(&game).nodes, 30_709);
        let mut scout = ArticleSearch::new(Method::Scout, descent, 8);
        let infos = scout.iterative_deepening(&game);
        let nodes: Vec<u64> = infos.iter().map(|info| info.nodes).collect();
        assert_eq!(nodes, [9, 36, 68, 163, 272, 459, 567, 544, 545]);
        let last = scout.think(&game);
        assert_eq!(last.nodes, 545);
        assert_eq!((last.score, last.candidates.len()), (0, 9));
        assert_eq!(last.line.len(), 9, "{:?}", last.line);
    }
}

#[test]
fn solutions_are_strong_and_weak() {
    let solution = Solution::new();
    let sizes = [TELLING_CLASSES, CLASSES, TELLING, ALL].map(|which| solution.select(which).len());
    assert_eq!(sizes, [431, 627, 3191, 4520]);
    let mut alpha_beta = ArticleSearch::new(Method::AlphaBeta, Descent::UndoOnce, 9);
    let mut scout = ArticleSearch::new(Method::Scout, Descent::UndoOnce, 8);
    scout.iterative_deepening(&Marubatsu::default());
    for which in [TELLING_CLASSES, CLASSES, TELLING, ALL] {
        let all = solution.select(which).len();
        let strong = solution.strong(which, |game| alpha_beta.think(game).candidates);
        assert_eq!(strong, (all, all));
        let strong = solution.strong(which, |game| scout.think(game).candidates);
        assert_eq!(strong, (all, all));
    }
    let evaluation = |game: &Marubatsu| best_by_ai14s_eval(game, Descent::UndoOnce);
    assert_eq!(solution.strong(TELLING_CLASSES, evaluation), (424, 431));
    assert_eq!(solution.strong(TELLING, evaluation), (3139, 3191));
    assert_eq!(solution.strong(TELLING_CLASSES, at_random), (0, 431));
    for side in [Side::First, Side::Second] {
        assert!(weak(side, |game| scout.think(game).candidates).0);
        assert!(weak(side, evaluation).0);
        assert!(!weak(side, at_random).0);
    }
}
