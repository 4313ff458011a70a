//! The articles' players and searches, against what their published programs print.
//!
//! The figures come from running the programs of part 186 (Python) with `random.seed(n)`; nobody here wrote them.

use kaeshi::games::mnk::marubatsu::chance::{Tally, random_match};
use kaeshi::games::mnk::marubatsu::players::{Player, play_match};
use kaeshi::games::mnk::marubatsu::solved::{Selection, Solution};
use kaeshi::games::mnk::marubatsu::{
    ArticleSearch, Descent, List1dBoard, ListBoard, Marubatsu, MarubatsuBoard, MarubatsuOn, Method,
    Move, SearchOutcome, best_by_ai14s_eval, tree_counts,
};

/// Nodes, score for the side to move in half points, number of candidates, and principal variation.
type Found = (u64, i32, usize, &'static str);

/// The moves before a position, and what each depth finds in it.
type Depths = (&'static [(u32, u32)], &'static [Found]);

/// Moves before a position, and what `ai_pvs_iddfs(analyze=True)` finds at each depth if the first of equal moves is
/// chosen.
const DEPTHS: [Depths; 4] = [
    (
        &[],
        &[
            (9, 4, 1, "11"),
            (36, 4, 1, "11 00"),
            (68, 5, 1, "11 00 02"),
            (163, 2, 1, "11 00 10 12"),
            (272, 5, 1, "11 00 01 21 20"),
            (459, 1, 1, "11 00 10 12 02 20"),
            (567, 5, 1, "11 00 01 21 12 10 20"),
            (544, 0, 9, "00 11 02 01 21 20 12 22"),
            (545, 0, 9, "00 11 20 10 12 02 21 22 01"),
        ],
    ),
    (
        &[(1, 1)],
        &[
            (8, -4, 4, "00"),
            (23, -5, 4, "00 02"),
            (56, -2, 4, "00 10 12"),
            (87, -5, 4, "00 01 21 20"),
            (178, -1, 4, "00 10 12 02 20"),
            (233, -5, 4, "00 01 21 12 10 20"),
            (232, 0, 4, "00 10 12 21 01 02 20"),
            (239, 0, 4, "00 01 21 12 10 20 02 22"),
        ],
    ),
    (
        &[(0, 0), (1, 1), (2, 2)],
        &[
            (6, 200, 4, "10"),
            (19, -2, 4, "10 12"),
            (40, 3, 4, "10 12 02"),
            (55, -2, 4, "10 12 02 20"),
            (67, 4, 4, "10 12 02 20 21"),
            (69, 0, 4, "10 12 02 20 21 01"),
        ],
    ),
    (
        &[(0, 0), (1, 0), (2, 0), (0, 1)],
        &[
            (5, 400, 2, "11"),
            (29, 199, 2, "11 22"),
            (62, 600, 2, "11 22 02"),
            (84, 600, 2, "11 22 02"),
            (87, 600, 2, "11 22 02"),
        ],
    ),
];

fn after(moves: &[(u32, u32)]) -> Marubatsu {
    let mut game = Marubatsu::default();
    for &(x, y) in moves {
        game.play(Move::at(x, y).expect("a cell"));
    }
    game
}

/// A line as two digits for each move.
fn line(outcome: &SearchOutcome) -> String {
    let moves = outcome.line.iter().map(|mv| mv.xy());
    let moves: Vec<_> = moves.map(|(x, y)| format!("{x}{y}")).collect();
    moves.join(" ")
}

#[test]
fn every_depth_finds_what_the_articles_program_finds() {
    for (moves, expected) in DEPTHS {
        let game = after(moves);
        for descent in [Descent::Copy, Descent::UndoEach, Descent::UndoOnce] {
            let mut search = ArticleSearch::new(Method::Scout, descent, 8 - moves.len());
            let found = search.iterative_deepening(&game);
            assert_eq!(found.len(), expected.len());
            for (found, (nodes, score, candidates, pv)) in found.iter().zip(expected) {
                let figures = (found.nodes, found.score, found.candidates.len());
                assert_eq!(figures, (*nodes, *score, *candidates), "{moves:?}");
                assert_eq!(line(found), *pv, "{moves:?}");
            }
        }
    }
}

/// Scores of the nine first moves in half points, and nodes, at some depths.
#[test]
fn searches_of_one_depth_are_the_articles() {
    let known = [
        (1, [33, 36], [1, -1, 1, -1, 4, -1, 1, -1, 1]),
        (2, [81, 96], [2, 1, 2, 1, 5, 1, 2, 1, 2]),
        (5, [927, 1045], [0, -3, 0, -3, 1, -3, 0, -3, 0]),
        (8, [1175, 1165], [0; 9]),
    ];
    for (depth, nodes, scores) in known {
        for (method, nodes) in [Method::AlphaBeta, Method::Scout].into_iter().zip(nodes) {
            let mut search = ArticleSearch::new(method, Descent::UndoOnce, depth);
            let found = search.think(&Marubatsu::default());
            assert_eq!(found.nodes, nodes, "{method:?} {depth}");
            let found: Vec<i32> = found.scores.iter().map(|(_, score)| *score).collect();
            assert_eq!(found, scores, "{method:?} {depth}");
        }
    }
}

#[test]
fn matches_are_those_of_the_articles_program() {
    use Player::{AlphaBeta, Deepening, Evaluation, Pvs, Random};
    let known = [
        (
            [Evaluation, Random],
            (1000, 0),
            [[995, 0, 5], [886, 0, 114]],
        ),
        ([Evaluation, Random], (200, 5), [[198, 0, 2], [179, 0, 21]]),
        ([AlphaBeta, Random], (100, 0), [[98, 0, 2], [75, 0, 25]]),
        ([Pvs, Evaluation], (100, 0), [[0, 0, 100], [0, 0, 100]]),
        ([Deepening, Random], (100, 0), [[99, 0, 1], [80, 0, 20]]),
    ];
    for (players, (rounds, seed), results) in known {
        let expected = results.map(|[wins, losses, draws]| Tally {
            wins,
            losses,
            draws,
        });
        let mut seen = 0;
        let found = play_match(players, (rounds, seed), || seen += 1);
        assert_eq!(found, expected, "{players:?}, seed {seed}");
        assert_eq!(seen, rounds);
    }
}

/// Two random players play the random match: listed by rows or by bits, a random number means a cell or its mirror image,
/// so the results are the same.
#[test]
fn random_players_play_the_random_match() {
    let found = play_match([Player::Random; 2], (500, 3), || {});
    assert_eq!(found, random_match(&Marubatsu::default(), 500, 3));
    let by_rows = random_match(&MarubatsuOn::<ListBoard>::default(), 500, 3);
    assert_eq!(found, by_rows);
    let other_seed = play_match([Player::Random; 2], (500, 4), || {});
    assert_ne!(found, other_seed);
}

/// A depth that is not finished in time is dropped, and the search afterwards is as before.
#[test]
fn the_last_finished_depth_counts() {
    let game = Marubatsu::default();
    let mut search = ArticleSearch::new(Method::Scout, Descent::UndoOnce, 8);
    let mut depths = 0;
    // The first two depths have less than 64 nodes.
    search.deepen(&game, 8, || true, |_| depths += 1);
    assert_eq!(depths, 2);
    depths = 0;
    search.deepen(&game, 8, || false, |_| depths += 1);
    assert_eq!(depths, 9);
    assert_eq!(search.think(&game).nodes, 545);
}

#[test]
fn the_evaluation_is_wrong_in_seven_positions() {
    let classes = Selection {
        telling: true,
        classes: true,
    };
    let solution = Solution::new();
    for descent in [Descent::Copy, Descent::UndoOnce] {
        let wrong = solution.mistakes(classes, |game| best_by_ai14s_eval(game, descent));
        assert_eq!(wrong.len(), 7);
        for mistake in wrong {
            assert_eq!(mistake.moves, best_by_ai14s_eval(&mistake.game, descent));
            assert!(mistake.moves.iter().any(|mv| !mistake.best.contains(mv)));
        }
    }
}

/// All boards have the same game tree, whatever detects the wins.
#[test]
fn boards_of_arrays_play_the_same_games() {
    fn sizes<B: MarubatsuBoard>() -> [u64; 4] {
        let masks = tree_counts::TreeCounts::below(&MarubatsuOn::<B>::default());
        let counts = tree_counts::TreeCounts::below(&MarubatsuOn::<B>::counting());
        [masks.size(), masks.games, counts.size(), counts.games]
    }
    let expected = [549_946, 255_168, 549_946, 255_168];
    assert_eq!(sizes::<ListBoard>(), expected);
    assert_eq!(sizes::<List1dBoard>(), expected);
}

/// The boards that part 186 prints along its game, the last mark in capitals.
#[test]
fn games_are_drawn_as_in_the_articles() {
    let mut game = Marubatsu::default();
    let mut drawn = vec![game.to_string()];
    for (x, y) in Marubatsu::EXAMPLE {
        game.play(Move::at(x, y).expect("a cell"));
        drawn.push(game.to_string());
    }
    assert_eq!(drawn[0], "Turn o\n...\n...\n...\n");
    assert_eq!(drawn[1], "Turn x\nO..\n...\n...\n");
    assert_eq!(drawn[2], "Turn o\noX.\n...\n...\n");
    assert_eq!(drawn[9], "winner draw\noxo\nxxo\nOox\n");
    let won = after(&[(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]);
    assert_eq!(won.to_string(), "winner o\nooO\nxx.\n...\n");
}
