//! The answer to a search: its format, its lines, its move.

use std::time::{Duration, Instant};

use kaeshi_protocol::ugi::{Info, Reply, Value};

use crate::engine::{Engine, PATIENCE};
use crate::referee::{Random, open, position, wander, wander_to_the_end};
use crate::{GAMES, LONG_GAMES};

/// One `info` line, and the time when it was read.
pub(crate) struct Line {
    pub(crate) info: Info,
    pub(crate) at: Instant,
}

/// All output of one search.
pub(crate) struct Answer {
    /// The lines of the iterations, and periodic progress lines.
    pub(crate) lines: Vec<Line>,
    /// The move.
    pub(crate) best: String,
    /// Time from the command to the answer.
    pub(crate) took: Duration,
}

impl Answer {
    /// The lines with a principal variation of this `MultiPV` rank.
    pub(crate) fn variations(&self, rank: u32) -> impl Iterator<Item = &Info> {
        let lines = self.lines.iter().map(|line| &line.info);
        lines.filter(move |info| !info.pv.is_empty() && info.multipv.unwrap_or(1) == rank)
    }

    /// The last line, which summarises the search.
    pub(crate) fn summary(&self) -> &Info {
        &self.lines.last().expect("checked when it was read").info
    }

    /// The depth of the deepest iteration.
    pub(crate) fn depth(&self) -> u32 {
        let depths = self.lines.iter().filter_map(|line| line.info.depth);
        depths.max().unwrap_or(0)
    }
}

impl Engine {
    /// Sends a `go`, and reads the answer.
    #[track_caller]
    pub(crate) fn think(&mut self, go: &str) -> Answer {
        let asked = Instant::now();
        self.send(go).answer(asked)
    }

    /// Reads the answer to the search started at `asked`, and checks its format.
    #[track_caller]
    pub(crate) fn answer(&mut self, asked: Instant) -> Answer {
        let mut lines = Vec::new();
        loop {
            let line = self.next_line();
            match Reply::parse(&line) {
                Ok(Some(Reply::Info(info))) if !line.contains("error") => lines.push(Line {
                    info,
                    at: self.heard_at,
                }),
                Ok(Some(Reply::BestMove { .. })) => {
                    let words: Vec<&str> = line.split(' ').collect();
                    if words.len() != 2 {
                        self.fail("managers want exactly two words");
                    }
                    let last = lines.last().map(|line: &Line| &line.info);
                    if !last.is_some_and(|info| {
                        info.nodes.is_some() && info.time.is_some() && info.nps.is_some()
                    }) {
                        self.fail("no final line with nodes, time and nps");
                    }
                    return Answer {
                        lines,
                        best: words[1].into(),
                        took: self.heard_at - asked,
                    };
                }
                _ => self.fail("neither info nor bestmove"),
            }
        }
    }
}

#[test]
fn every_go_has_one_answer_that_is_legal() {
    let limits = [
        "go depth 3",
        "go nodes 1",
        "go nodes 5000",
        "go movetime 0",
        "go movetime 20",
        "go p1time 300 p2time 200 p1inc 10 p2inc 5",
        "go wtime 300 btime 300 movestogo 2",
        "go depth 2 nodes 100000 movetime 1000",
    ];
    for (game, seed) in GAMES.into_iter().zip(1..) {
        let mut random = Random(seed);
        let mut engine = Engine::playing(game);
        for limit in limits.iter().cycle().take(5 * limits.len()) {
            let mut referee = open(game);
            let plies = random.below(50);
            let moves = wander(&mut *referee, plies, &mut random);
            if referee.result().is_some() {
                continue;
            }
            let answer = engine.send(&position(&moves)).think(limit);
            assert!(
                referee.moves().contains(&answer.best),
                "{game}: {limit} after {moves:?} is answered by {}",
                answer.best
            );
            engine.quietly();
        }
    }
}

#[test]
fn a_finished_game_is_answered_at_once() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        let mut referee = open(game);
        let moves = wander_to_the_end(&mut *referee, &mut Random(7));
        engine.send(&position(&moves)).quietly();
        for limit in ["go", "go infinite", "go movetime 60000", "go depth 90"] {
            let answer = engine.think(limit);
            assert_eq!(answer.best, "(none)", "{game}");
            assert_eq!(answer.summary().nodes, Some(0), "{game}");
        }
        engine.quietly();
    }
}

#[test]
fn lines_are_legal_and_grow() {
    for (game, seed) in GAMES.into_iter().zip(3..) {
        let mut random = Random(seed);
        let mut engine = Engine::playing(game);
        for _ in 0..8 {
            let mut referee = open(game);
            let plies = random.below(20);
            let moves = wander(&mut *referee, plies, &mut random);
            if referee.result().is_some() {
                continue;
            }
            let answer = engine
                .send(&position(&moves))
                .think("go depth 8 nodes 300000");
            let (mut depth, mut nodes) = (0, 0);
            for info in answer.variations(1) {
                let mut line = open(game);
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                line.play(&moves).expect("they were played before");
                let pv: Vec<&str> = info.pv.iter().map(AsRef::as_ref).collect();
                line.play(&pv)
                    .unwrap_or_else(|why| panic!("{game}: {why} in {info} after {moves:?}"));
                assert!(info.score.is_some(), "{game}: {info}");
                assert!(info.depth > Some(depth), "{game}: {info}");
                assert!(info.nodes >= Some(nodes), "{game}: {info}");
                (depth, nodes) = (info.depth.unwrap_or(0), info.nodes.unwrap_or(0));
            }
            let last = answer.variations(1).last().expect("an iteration");
            assert_eq!(last.pv[0].as_str(), answer.best, "{game}");
            assert!(answer.summary().nodes >= Some(nodes), "{game}");
        }
    }
}

#[test]
fn a_long_search_gives_signs_of_life() {
    for game in LONG_GAMES {
        let mut engine = Engine::playing(game);
        let begun = Instant::now();
        loop {
            let asked = Instant::now();
            let answer = engine.think("go movetime 4000");
            let mut last = asked;
            let mut longest = Duration::ZERO;
            for line in &answer.lines {
                longest = longest.max(line.at - last);
                last = line.at;
            }
            // A second, plus the delay of a busy machine, but not in every attempt.
            if longest < Duration::from_millis(1500) {
                break;
            }
            assert!(begun.elapsed() < PATIENCE, "{game}: silent for {longest:?}");
        }
    }
}

#[test]
fn several_lines_are_several_moves_in_order() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        engine.send("setoption name multipv value 3");
        let answer = engine.think("go depth 4");
        let depth = Some(answer.depth());
        let lines: Vec<&Info> = (1..=4)
            .filter_map(|rank| answer.variations(rank).find(|info| info.depth == depth))
            .collect();
        assert_eq!(lines.len(), open(game).moves().len().min(3), "{game}");
        assert_eq!(lines[0].pv[0].as_str(), answer.best, "{game}");
        for pair in lines.windows(2) {
            assert_ne!(pair[0].pv[0], pair[1].pv[0], "{game}");
            assert!(worth(pair[0]) >= worth(pair[1]), "{game}");
        }
        engine.send("setoption name multipv value 64");
        let answer = engine.think("go depth 2");
        for (rank, _) in (1..=64).zip(open(game).moves()) {
            assert!(answer.variations(rank).next().is_some(), "{game}: {rank}");
        }
    }
}

/// A selective search finds better moves late, and a proof may leave out how many plies a win takes.
#[test]
fn lines_of_selective_searches_and_of_proofs_are_in_order() {
    for (game, limit, positions) in [
        ("othello", "go depth 9", 40),
        ("mnk 6 6 4", "go depth 7 nodes 2000000", 2),
    ] {
        let mut random = Random(11);
        let mut engine = Engine::playing(game);
        engine.send("setoption name multipv value 4");
        for number in 0..positions {
            let mut referee = open(game);
            let plies = number.min(30);
            let moves = wander(&mut *referee, plies, &mut random);
            let answer = engine.send(&position(&moves)).think(limit);
            for depth in 1..=answer.depth() {
                let lines: Vec<&Info> = (1..=4)
                    .filter_map(|rank| {
                        let mut lines = answer.variations(rank);
                        lines.find(|info| info.depth == Some(depth))
                    })
                    .collect();
                let order = lines.is_sorted_by(|a, b| worth(a) >= worth(b));
                assert!(order, "{game} after {moves:?}: {lines:?}");
            }
            let last = answer.variations(1).last().expect("a line");
            assert_eq!(last.pv[0].as_str(), answer.best, "{game} after {moves:?}");
        }
    }
}

/// At a weaker level another move than the best may be played; then the last line is its own.
#[test]
fn a_weak_level_reports_the_move_that_it_plays() {
    let mut engine = Engine::playing("othello");
    engine.send("setoption name Level value 0");
    let mut worse = 0;
    for seed in 0..30 {
        engine.send(&format!("setoption name Seed value {seed}"));
        engine.send("position startpos moves f5 d6 c3");
        let answer = engine.think("go movetime 1000");
        let lines: Vec<&Info> = answer.variations(1).collect();
        let last = lines.last().expect("a line");
        assert_eq!(last.pv[0].as_str(), answer.best, "seed {seed}");
        worse += u32::from(worth(last) < worth(lines[0]));
    }
    assert!(worse > 5, "{worse} of 30 moves are not the best");
}

/// Games of the middle levels begin in different ways, and the same seed repeats one, whatever was searched before.
#[test]
fn first_moves_vary_at_every_level() {
    for level in [6, 9, 12] {
        let mut engine = Engine::playing("othello");
        engine.send(&format!("setoption name Level value {level}"));
        let mut replies = |seed: u32| {
            engine.send(&format!("setoption name Seed value {seed}"));
            let answer = |moves: &str| {
                engine.send(&format!("position startpos moves {moves}"));
                engine.think("go movetime 1000").best
            };
            ["f5", "f5 d6 c3", "f5 f6 e6"].map(answer)
        };
        let all: Vec<_> = (0..12).map(&mut replies).collect();
        assert!(
            all.iter().any(|other| *other != all[0]),
            "level {level}: {all:?}"
        );
        for (seed, first) in (0..12).zip(&all).rev() {
            assert_eq!(replies(seed), *first, "level {level}, seed {seed}");
        }
    }
}

/// The score as a number that grows with it.
fn worth(info: &Info) -> i32 {
    match info.score.expect("a score").value {
        Value::Cp(hundredths) => hundredths,
        Value::Mate(plies) => plies.signum() * (1_000_000 - plies.abs()),
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        for mv in open(game).moves().iter().take(12) {
            for limit in ["depth 4", "nodes 3000", "movetime 10"] {
                let answer = engine.think(&format!("go {limit} searchmoves {mv}"));
                assert_eq!(&answer.best, mv, "{game}");
                for info in answer.variations(1) {
                    assert_eq!(info.pv[0].as_str(), mv, "{game}");
                }
            }
        }
        let two = &open(game).moves()[1..];
        let two = &two[..two.len().min(2)];
        let answer = engine.think(&format!("go searchmoves {} depth 5", two.join(" ")));
        assert!(two.contains(&answer.best), "{game}");
        let remarks = engine.send("go depth 3 searchmoves nonsense").remarks();
        assert_eq!(remarks.len(), 1, "{game}: {remarks:?}");
        assert!(remarks[0].contains("nonsense"), "{game}: {remarks:?}");
    }
}
