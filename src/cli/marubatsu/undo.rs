//! Taking moves back against copying.

use std::hint::black_box;
use std::time::Instant;

use kaeshi::games::mnk::marubatsu::solved::{Selection, Solution};
use kaeshi::games::mnk::marubatsu::{
    ArticleSearch, Descent, Marubatsu, Method, Move, best_by_ai14s_eval,
};

use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::report::Section;
use crate::cli::experiment::timing::{Spread, TURNS, side_by_side};

/// Times to make and take back moves, to copy games, and of searches that do one or the other.
pub(super) fn undo() -> Section {
    let mut section = Section::new("Taking moves back against copying (article: part 186, Python)");
    moves(&mut section);
    one_ply(&mut section);
    searches(&mut section);
    checks(&mut section);
    section.note("the article's first program divides a hundred thousand times by 10000; the printed 0.8 and 0.9 µs come from the right one");
    section.note("\"0.8 µs × 1175 = 0.94 ms = about 0.1 ms\" is off by ten: copying is 32.2 of 68.1 ms, 47 %, not 46 %");
    section
}

/// `deepcopy`, `move` and `unmove` on the article's game.
fn moves(section: &mut Section) {
    const COPY: [f64; 10] = [18.2, 20.5, 22.7, 24.8, 25.3, 27.1, 28.8, 30.6, 32.3, 33.9];
    const MOVE: f64 = 19_000.0;
    const UNMOVE: f64 = 800.0;
    let progress = Progress::new("moves", COPY.len() as u64);
    let mut game = Marubatsu::default();
    let mut moves = Marubatsu::EXAMPLE
        .into_iter()
        .filter_map(|(x, y)| Move::at(x, y));
    for (count, article) in COPY.into_iter().enumerate() {
        let next = moves.next();
        let article = Some(article * 1000.0);
        let [copy, play, take_back] = apart(&game, next);
        section.measured(format!("copy after {count} moves, ns"), copy, article);
        if let Some(mv) = next {
            let number = count + 1;
            section.measured(format!("move {number}, ns"), play, Some(MOVE));
            section.measured(
                format!("move {number} taken back, ns"),
                take_back,
                Some(UNMOVE),
            );
            game.play(mv);
        }
        progress.step(1);
    }
}

/// Times in ns of copying `game`, of playing `mv` and of taking it back, each on many games in a row; without a move, the
/// last two mean nothing.
#[expect(clippy::cast_precision_loss, reason = "a number of games")]
fn apart(game: &Marubatsu, mv: Option<Move>) -> [Spread; 3] {
    const GAMES: usize = 500;
    let mut games = vec![game.clone(); GAMES];
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..20 * TURNS {
        let began = Instant::now();
        for copy in &mut games {
            copy.clone_from(black_box(game));
        }
        let copied = Instant::now();
        if let Some(mv) = mv {
            for game in &mut games {
                game.play(black_box(mv));
            }
        }
        let played = Instant::now();
        black_box(&games);
        let resumed = Instant::now();
        if mv.is_some() {
            for game in &mut games {
                game.take_back();
            }
        }
        let taken_back = Instant::now();
        black_box(&games);
        let spans = [copied - began, played - copied, taken_back - resumed];
        for (times, span) in times.iter_mut().zip(spans) {
            times.push(span.as_nanos() as f64 / GAMES as f64);
        }
    }
    times.map(|times| Spread::of(&steady(times)))
}

/// The times without the slowest tenth, in which other programs ran.
fn steady(mut times: Vec<f64>) -> Vec<f64> {
    times.sort_by(f64::total_cmp);
    times.truncate(times.len() * 9 / 10);
    times
}

/// `ai_by_score`: the static evaluation of each move, copying and taking back.
fn one_ply(section: &mut Section) {
    let start = Marubatsu::default();
    let choose = |descent| {
        let start = &start;
        move || {
            black_box(best_by_ai14s_eval(black_box(start), descent));
        }
    };
    let (mut copying, mut undoing) = (choose(Descent::Copy), choose(Descent::UndoOnce));
    let times = side_by_side(&mut [&mut copying, &mut undoing], || {});
    for (what, time) in ["copying", "taking back"].into_iter().zip(times) {
        section.measured(
            format!("evaluation of nine moves, {what}, ns"),
            time,
            None::<f64>,
        );
    }
}

/// The searches of the article from the start, copying and taking back, and what taking back saves a node.
fn searches(section: &mut Section) {
    let rows = [
        (
            "alpha-beta, copying",
            Method::AlphaBeta,
            Descent::Copy,
            68.1,
        ),
        (
            "alpha-beta, taking back",
            Method::AlphaBeta,
            Descent::UndoOnce,
            36.8,
        ),
        ("PVS, copying", Method::Scout, Descent::Copy, 32.4),
        (
            "PVS, taking back each time",
            Method::Scout,
            Descent::UndoEach,
            17.0,
        ),
        (
            "PVS, taking back once a child",
            Method::Scout,
            Descent::UndoOnce,
            17.4,
        ),
    ];
    let start = Marubatsu::default();
    let mut searches = rows.map(|(_, method, descent, _)| guided(method, descent));
    let nodes = searches.each_mut().map(|search| search.think(&start).nodes);
    let [one, two, three, four, five] = searches.each_mut().map(|search| {
        let start = &start;
        move || {
            black_box(search.think(start));
        }
    });
    let (mut one, mut two, mut three, mut four, mut five) = (one, two, three, four, five);
    let progress = Progress::new("searches", TURNS as u64);
    let times = side_by_side(
        &mut [&mut one, &mut two, &mut three, &mut four, &mut five],
        || progress.step(1),
    );
    for ((what, .., article), time) in rows.into_iter().zip(&times) {
        section.measured(format!("{what}, ms"), time / 1e6, Some(article));
    }
    for (what, copying, undoing, nodes, article) in [
        ("alpha-beta", times[0], times[1], nodes[0], 26_600.0),
        ("PVS", times[2], times[3], nodes[2], 27_500.0),
    ] {
        #[expect(clippy::cast_precision_loss, reason = "a number of nodes")]
        let saved = (copying - undoing) / nodes as f64;
        section.measured(format!("{what}: saved a node, ns"), saved, Some(article));
    }
}

/// The search of the article's timing; PVS takes its move order from the search before.
fn guided(method: Method, descent: Descent) -> ArticleSearch {
    match method {
        Method::AlphaBeta => ArticleSearch::new(method, descent, 9),
        Method::Scout => {
            let mut search = ArticleSearch::new(method, descent, 8);
            search.iterative_deepening(&Marubatsu::default());
            search
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
    let check = |descent| {
        let mut search = guided(Method::Scout, descent);
        let solution = &solution;
        move || {
            black_box(solution.strong(selection, |game| search.think(game).candidates));
        }
    };
    let (mut each, mut once) = (check(Descent::UndoEach), check(Descent::UndoOnce));
    let times = side_by_side(&mut [&mut each, &mut once], || {});
    for (what, time, article) in [("form 1", times[0], 344.81), ("form 2", times[1], 336.31)] {
        let rate = 431.0 * 1e9 / time;
        section.measured(
            format!("positions checked a second, {what}"),
            rate,
            Some(article),
        );
    }
}
