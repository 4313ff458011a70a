//! Pondering: no result before `ponderhit` or `stop`, and the search continues after `ponderhit`.

use std::thread;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::{GAMES, LONG_GAMES};

/// The reported depths in their order.
fn depths(lines: &[String]) -> Vec<u32> {
    let depth = |line: &String| {
        line.strip_prefix("info depth ")?
            .split(' ')
            .next()?
            .parse()
            .ok()
    };
    lines.iter().filter_map(depth).collect()
}

/// Ponders for a while; returns the output until then.
#[track_caller]
fn ponder(engine: &mut Engine, go: &str) -> Vec<String> {
    engine.send(go);
    let mut said = vec![engine.expect("info depth ")];
    thread::sleep(Duration::from_millis(100));
    said.extend(engine.remarks());
    let answered = said.iter().any(|line| line.starts_with("bestmove"));
    assert!(!answered, "{go}: {said:?}");
    said
}

#[test]
fn time_counts_from_the_hit_and_the_search_goes_on() {
    for game in LONG_GAMES {
        let mut engine = Engine::playing(game);
        engine.send("setoption name Move Overhead value 0");
        let mut said = ponder(&mut engine, "go ponder movetime 120");
        let hit = Instant::now();
        said.extend(engine.send("ponderhit").until("bestmove "));
        let took = engine.heard_at - hit;
        assert!(took >= Duration::from_millis(119), "{game}: {took:?}");
        let depths = depths(&said);
        assert!(depths.is_sorted(), "{game}: {depths:?}");
        engine.quietly();
    }
}

#[test]
fn a_clock_is_kept_from_the_hit_on() {
    for game in LONG_GAMES {
        let mut engine = Engine::playing(game);
        ponder(&mut engine, "go ponder p1time 300 p2time 300");
        engine.send("ponderhit").until("bestmove ");
        // A late or repeated `ponderhit` has no effect.
        engine.send("ponderhit").quietly();
        engine.think("go depth 2");
    }
}

#[test]
fn what_is_known_already_is_answered_at_the_hit() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        ponder(&mut engine, "go ponder depth 1");
        engine.send("ponderhit").until("bestmove ");
        engine.quietly();
    }
}

#[test]
fn a_stop_ends_it_with_one_answer() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        ponder(&mut engine, "go ponder movetime 60000");
        engine.send("stop").until("bestmove ");
        engine.send("ponderhit").quietly();
    }
}

#[test]
fn a_hit_is_no_stop_for_other_searches() {
    let mut engine = Engine::playing("gomoku");
    engine.send("go infinite").expect("info depth ");
    engine.send("ponderhit");
    let said = engine.remarks();
    let answered = said.iter().any(|line| line.starts_with("bestmove"));
    assert!(!answered, "{said:?}");
    engine.send("stop").until("bestmove ");
}
