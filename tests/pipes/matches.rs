//! Whole games between two programs, with a referee between them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::referee::{Random, open, p1_turn, position, result, wander};
use crate::{GAMES, MATCH_GAMES};

/// The time control.
#[derive(Clone, Copy)]
enum Pace {
    /// Time for each move in milliseconds.
    MoveTime(u64),
    /// Initial time and increment.
    Clock(Duration, Duration),
}

/// A finished game.
struct Record {
    moves: Vec<String>,
    result: &'static str,
    /// Minimum time left on a clock after a move, in seconds; negative if a flag fell.
    closest: f64,
}

/// Plays a game from `opening` on, and checks that the players agree with the referee about everything.
fn play(game: &str, opening: &[String], players: &mut [Engine; 2], pace: Pace) -> Record {
    let mut referee = open(game);
    let names: Vec<&str> = opening.iter().map(String::as_str).collect();
    referee.play(&names).expect("an opening is legal");
    let mut moves = opening.to_vec();
    let mut clocks = [1.0; 2];
    if let Pace::Clock(time, _) = pace {
        clocks = [time.as_secs_f64(); 2];
    }
    let mut closest = f64::INFINITY;
    for player in &mut *players {
        player.send("uginewgame").send("isready").expect("readyok");
    }
    loop {
        for player in &mut *players {
            player.send(&position(&moves));
            assert_eq!(player.ask("p1turn"), p1_turn(&*referee), "{game} {moves:?}");
            assert_eq!(player.ask("result"), result(&*referee), "{game} {moves:?}");
            let over = referee.result().is_some().to_string();
            assert_eq!(player.ask("gameover"), over, "{game} {moves:?}");
        }
        if referee.result().is_some() {
            break;
        }
        let turn = referee.side().index();
        let go = command(pace, clocks);
        let asked = Instant::now();
        let answer = players[turn].send(&go).answer(asked);
        if let Pace::Clock(_, increment) = pace {
            let left = clocks[turn] - answer.took.as_secs_f64();
            closest = closest.min(left);
            clocks[turn] = left.max(0.0) + increment.as_secs_f64();
        }
        if let Err(why) = referee.play(&[&answer.best]) {
            players[turn].fail(&format!("{game}: {why} after {moves:?}"));
        }
        moves.push(answer.best);
    }
    Record {
        moves,
        result: result(&*referee),
        closest,
    }
}

fn command(pace: Pace, clocks: [f64; 2]) -> String {
    match pace {
        Pace::MoveTime(time) => format!("go movetime {time}"),
        Pace::Clock(_, increment) => {
            let [first, second] = clocks.map(|left| Duration::from_secs_f64(left).as_millis());
            let increment = increment.as_millis();
            format!("go p1time {first} p2time {second} p1inc {increment} p2inc {increment}")
        }
    }
}

#[test]
fn two_programs_play_whole_games() {
    for (game, seed) in GAMES.into_iter().zip(81..) {
        let mut random = Random(seed);
        let mut players = [Engine::playing(game), Engine::playing(game)];
        for plies in [0, 1, 3] {
            let opening = wander(&mut *open(game), plies, &mut random);
            play(game, &opening, &mut players, Pace::MoveTime(10));
        }
    }
}

/// Openings of eight moves: for Othello from a list, if that is available, otherwise random.
fn openings(game: &str, count: usize) -> Vec<Vec<String>> {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/xot/openingslarge.txt");
    let mut random = Random(91);
    let Some(list) = (game == "othello").then(|| fs::read_to_string(list).ok()) else {
        return (0..count)
            .map(|number| wander(&mut *open(game), number % 4, &mut random))
            .collect();
    };
    let lines: Vec<String> = list
        .iter()
        .flat_map(|list| list.lines())
        .map(String::from)
        .collect();
    (0..count)
        .map(|_| match lines.as_slice() {
            [] => wander(&mut *open(game), 8, &mut random),
            lines => {
                let line = random.pick(lines).as_bytes().chunks(2);
                line.map(|mv| String::from_utf8_lossy(mv).into_owned())
                    .collect()
            }
        })
        .collect()
}

/// Plays at 100 ms + 10 ms, prints statistics, and stores the games for other referees.
#[test]
#[ignore = "a minute or two: a hundred games of Othello and twenty of each other game"]
fn a_long_match_without_a_forfeit() {
    let pace = Pace::Clock(Duration::from_millis(100), Duration::from_millis(10));
    let mut records = String::new();
    let mut forfeits = 0;
    for game in MATCH_GAMES {
        let count = if game == "othello" { 100 } else { 20 };
        let mut players = [Engine::playing(game), Engine::playing(game)];
        let (mut results, mut plies, mut fallen) = ([0; 3], 0, 0);
        let mut closest = f64::INFINITY;
        for opening in openings(game, count) {
            let record = play(game, &opening, &mut players, pace);
            let at = ["p1win", "draw", "p2win"];
            let at = at.iter().position(|name| *name == record.result);
            results[at.expect("a result")] += 1;
            plies += record.moves.len();
            fallen += usize::from(record.closest < 0.0);
            closest = closest.min(record.closest);
            let moves = record.moves.join(" ");
            let _ = writeln!(records, "{game}\t{}\t{moves}", record.result);
        }
        println!(
            "{game}: {count} games, {plies} plies, first/draw/second {results:?}, \
             {fallen} forfeits, least time left {:.1} ms",
            closest * 1000.0
        );
        forfeits += fallen;
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("match.tsv");
    fs::write(&path, records).expect("the games can be kept");
    println!("the games are in {}", path.display());
    assert_eq!(forfeits, 0);
}
