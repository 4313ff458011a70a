//! The experiments whose figures are the same on every machine.

use std::time::Instant;

use kaeshi::game::Side;
use kaeshi::games::mnk::marubatsu::chance::{Tally, expectation, random_match};
use kaeshi::games::mnk::marubatsu::solved::{Selection, Solution, at_random, weak};
use kaeshi::games::mnk::marubatsu::{
    ArticleSearch, Descent, Marubatsu, Method, Move, best_by_ai14s_eval, tree_counts,
};

use crate::cli::experiment::report::{Figure, Section};

/// Number of rounds of the article's match.
pub(super) const ROUNDS: u32 = 50_000;
pub(super) const SEED: u32 = 0;

/// `ai_match` of two random players.
pub(super) fn matches(rounds: u32, seed: u32) -> Section {
    const TABLE: [[u64; 3]; 3] = [
        [29_454, 14_352, 6194],
        [14_208, 29_592, 6200],
        [43_662, 43_944, 12_394],
    ];
    const PERCENT: [[f64; 3]; 3] = [[58.9, 28.7, 12.4], [28.4, 59.2, 12.4], [43.7, 43.9, 12.4]];
    let mut section = Section::new("Random players against each other (article: part 212)");
    let is_the_articles = (rounds, seed) == (ROUNDS, SEED);
    let began = Instant::now();
    let [circles, crosses] = random_match(&Marubatsu::default(), rounds, seed);
    let seconds = began.elapsed().as_secs_f64();
    let total = Tally {
        wins: circles.wins + crosses.wins,
        losses: circles.losses + crosses.losses,
        draws: circles.draws + crosses.draws,
    };
    let rows = [("o", circles), ("x", crosses), ("total", total)];
    for ((name, tally), article) in rows.iter().zip(TABLE) {
        let here = [tally.wins, tally.losses, tally.draws].map(u64::from);
        let article = is_the_articles.then(|| Figure::from(article));
        section.exact(format!("{name}: won, lost, drawn"), here, article);
    }
    for ((name, tally), article) in rows.iter().zip(PERCENT) {
        let counts = [
            ("won", tally.wins),
            ("lost", tally.losses),
            ("drawn", tally.draws),
        ];
        for ((what, count), article) in counts.into_iter().zip(article) {
            let share = 1000.0 * f64::from(count) / f64::from(tally.games().max(1));
            let article = is_the_articles.then_some(Figure::Measure(article));
            section.exact(format!("{name}: {what}, %"), share.round() / 10.0, article);
        }
    }
    for (what, chance) in ["o wins", "x wins", "drawn"].into_iter().zip(expectation()) {
        section.measured(format!("expected: {what}, %"), 100.0 * chance, None);
    }
    let began = Instant::now();
    let perft = random_match(&Marubatsu::counting(), rounds, seed);
    let counting = began.elapsed().as_secs_f64();
    assert_eq!(perft, [circles, crosses], "both ways see the same winners");
    for (what, seconds, article) in [
        ("rounds a second", seconds, 21_777.38),
        (
            "rounds a second, counting marks on lines",
            counting,
            16_858.0,
        ),
    ] {
        section.measured(what, f64::from(rounds) / seconds, Some(article));
    }
    section.note("a round is two games, so the article's 21777 a second are 43554 games");
    section.note("both lines of the article's last table of speeds measured BitBoard: the loop over the classes always passes it, so \"nearly equal\" says nothing");
    section
}

/// The game tree and the positions.
pub(super) fn tree() -> Section {
    let mut section = Section::new("The game tree (articles: parts 181 and 236)");
    let tree = tree_counts::TreeCounts::below(&Marubatsu::default());
    let article = |figure: u64| Some(Figure::Count(figure));
    section.exact("nodes", tree.size(), article(549_946));
    section.exact("games", tree.games, article(255_168));
    let by_depth = [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
    section.exact(
        "nodes at depth 1 to 9",
        Figure::Counts(tree.nodes[1..].to_vec()),
        Some(by_depth.into()),
    );
    for (what, x, y, size) in [
        ("corner", 0, 0, 59_705),
        ("edge", 1, 0, 63_905),
        ("centre", 1, 1, 55_505),
    ] {
        section.exact(
            format!("nodes after the {what}"),
            tree_counts::tree_after(x, y).size(),
            article(size),
        );
    }
    let found = tree_counts::positions();
    section.exact(
        "positions",
        found.by_marks.iter().sum::<u64>(),
        article(5478),
    );
    section.exact(
        "by number of marks",
        found.by_marks,
        Some([1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78].into()),
    );
    section.exact(
        "unfinished, won by o, by x, drawn",
        found.ends,
        Some([4520, 626, 316, 16].into()),
    );
    section.exact(
        "classes under symmetry",
        found.classes_by_marks.iter().sum::<u64>(),
        article(765),
    );
    section.exact(
        "by number of marks",
        found.classes_by_marks,
        Some([1, 3, 12, 38, 108, 174, 204, 153, 57, 15].into()),
    );
    section.exact(
        "unfinished, won by o, by x, drawn",
        found.class_ends,
        Some([627, 91, 44, 3].into()),
    );
    section
}

/// Number of nodes of the searches.
pub(super) fn nodes() -> Section {
    let mut section =
        Section::new("Nodes of the searches from the start (articles: parts 182 and 186)");
    let start = Marubatsu::default();
    let ways = [
        ("copying", Descent::Copy),
        ("taking back each time", Descent::UndoEach),
        ("taking back once a child", Descent::UndoOnce),
    ];
    for (how, descent) in ways {
        let alpha_beta = ArticleSearch::new(Method::AlphaBeta, descent, 9);
        let scout = ArticleSearch::new(Method::Scout, descent, 8);
        let count = |thinker: &ArticleSearch| thinker.clone().think(&start).nodes;
        let bare = |thinker: &ArticleSearch| count(&thinker.clone().without_table());
        section.exact(
            format!("alpha-beta without table, {how}"),
            bare(&alpha_beta),
            Some(30_709_u64.into()),
        );
        section.exact(
            format!("alpha-beta, {how}"),
            count(&alpha_beta),
            Some(1175_u64.into()),
        );
        section.exact(format!("PVS without table, {how}"), bare(&scout), None);
        section.exact(format!("PVS unguided, {how}"), count(&scout), None);
        let infos = scout.clone().iterative_deepening(&start);
        let by_depth = infos.iter().map(|info| info.nodes).collect();
        section.exact(
            format!("PVS, depths 0 to 8, {how}"),
            Figure::Counts(by_depth),
            Some([9, 36, 68, 163, 272, 459, 567, 544, 545].into()),
        );
        if let Some(last) = infos.last() {
            section.exact(
                format!("first moves that draw, {how}"),
                last.candidates.len(),
                Some(9_u64.into()),
            );
        }
    }
    section.note("scores are multiples of one half, so the article's (alpha, alpha+1) is no null window; it costs nodes and harms nothing, and is kept here");
    section.note("where a symmetric board has several best moves the later entry of the table replaces the earlier one; another order gives 542 nodes instead of 545");
    section
}

/// A player's answer: the moves that it considers equally good.
type Answer<'a> = Box<dyn FnMut(&Marubatsu) -> Vec<Move> + 'a>;

/// Which players solve the game, strongly or weakly.
pub(super) fn solved() -> Section {
    let mut section = Section::new("Strong and weak solutions (article: part 186)");
    let solution = Solution::new();
    let selections = [
        ("classes where a move can be wrong", true, true),
        ("all classes", false, true),
        ("positions where a move can be wrong", true, false),
        ("all positions", false, false),
    ]
    .map(|(what, telling, classes)| (what, Selection { telling, classes }));
    let mut alpha_beta = ArticleSearch::new(Method::AlphaBeta, Descent::UndoOnce, 9);
    let mut scout = ArticleSearch::new(Method::Scout, Descent::UndoOnce, 8);
    scout.iterative_deepening(&Marubatsu::default());
    let players: [(&str, [Option<u64>; 4], Answer); 4] = [
        (
            "alpha-beta",
            [Some(431), None, Some(3191), None],
            Box::new(|game| alpha_beta.think(game).candidates),
        ),
        (
            "PVS",
            [Some(431), None, Some(3191), None],
            Box::new(|game| scout.think(game).candidates),
        ),
        (
            "evaluation alone",
            [Some(424), None, Some(3139), None],
            Box::new(best_by_ai14s_eval),
        ),
        (
            "random player",
            [Some(0), None, None, None],
            Box::new(at_random),
        ),
    ];
    for (name, article, mut answer) in players {
        for ((what, selection), article) in selections.into_iter().zip(article) {
            let (right, all) = solution.strong(selection, &mut answer);
            let article = article.map(|right| Figure::Counts(vec![right, all as u64]));
            section.exact(format!("{name}: right, of {what}"), (right, all), article);
        }
        for (mark, side) in [("o", Side::First), ("x", Side::Second)] {
            let (never_loses, _) = weak(side, &mut answer);
            section.exact(format!("{name}: never loses as {mark}"), never_loses, None);
        }
    }
    section.note("a position where every legal move is best tells nothing: 4520 - 1329 = 3191, and 627 - 196 = 431 under symmetry");
    section
}
