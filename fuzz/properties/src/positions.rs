//! Properties of positions and moves of every game, as a conversation sets them up.
//!
//! The first byte of the input chooses the current game. The rest is lines: a position, its moves, further moves.
//! Accepted input is written and read back; refused input changes nothing.

use std::sync::{Arc, OnceLock};

use kaeshi::engine::Engine;
use kaeshi::games::{open, set_up};
use kaeshi::search::TranspositionTable;

use crate::text::{check_message, is_one_line};

/// Maximum number of moves that are played and taken back in a position.
const MAX_TRIED: usize = 12;

/// Positions of Othello.
pub fn othello(data: &[u8]) {
    check(data, &["othello"]);
}

/// Positions of m,n,k games.
pub fn mnk(data: &[u8]) {
    const GAMES: [&str; 8] = [
        "tictactoe",
        "gomoku",
        "connect4",
        "mnk 5 4 4",
        "mnk 4 4 3 exact",
        "mnk 26 26 26",
        "mnk 1 26 1 gravity",
        "mnk 19 19 5 exact",
    ];
    check(data, &GAMES);
}

/// Positions of Daifugo for two with open hands.
pub fn daifugo(data: &[u8]) {
    check(data, &["daifugo", "daifugo plain", "othello"]);
}

/// Positions of Daifugo for several players.
pub fn party(data: &[u8]) {
    const GAMES: [&str; 5] = [
        "daifugo uecda",
        "daifugo uecda 5",
        "daifugo plain 3",
        "daifugo group 2",
        "daifugo custom seq3 4",
    ];
    check(data, &GAMES);
}

fn table() -> &'static Arc<TranspositionTable> {
    static TABLE: OnceLock<Arc<TranspositionTable>> = OnceLock::new();
    TABLE.get_or_init(|| Arc::new(TranspositionTable::new(1).expect("there is a megabyte")))
}

/// The visible state of a position.
#[derive(Debug, PartialEq)]
struct View {
    text: String,
    moves: Vec<String>,
    last_move: Option<String>,
}

fn view(engine: &dyn Engine) -> View {
    View {
        text: engine.write(),
        moves: if engine.result().is_some() {
            Vec::new()
        } else {
            engine.moves()
        },
        last_move: engine.last_move(),
    }
}

fn check(data: &[u8], games: &[&str]) {
    let Some((&choice, rest)) = data.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    let game = games[usize::from(choice) % games.len()];
    let mut engine = open(game, Arc::clone(table())).expect("the game is known");
    let mut name = game.to_owned();
    let mut lines = text.split('\n');
    let setup = lines.next().filter(|line| !line.is_empty());
    let moves: Vec<&str> = lines
        .next()
        .unwrap_or_default()
        .split_ascii_whitespace()
        .collect();
    let before = view(&*engine);
    match set_up(&mut *engine, game, (setup, &moves), table()) {
        Err(why) => {
            check_message(&why.to_string());
            assert_eq!(
                view(&*engine),
                before,
                "a refused position changed something"
            );
        }
        Ok(None) => {}
        Ok(Some((other, its_name))) => {
            assert_eq!(
                view(&*engine),
                before,
                "another seat was set up, and this one changed"
            );
            assert!(open(&its_name, Arc::clone(table())).is_ok(), "{its_name:?}");
            (engine, name) = (other, its_name);
        }
    }
    check_position(&mut *engine, &name);
    for line in lines.take(4) {
        let moves: Vec<&str> = line.split_ascii_whitespace().collect();
        let before = view(&*engine);
        if let Err(why) = engine.play(&moves) {
            check_message(&why.to_string());
            assert_eq!(view(&*engine), before, "refused moves changed something");
        }
    }
    check_position(&mut *engine, &name);
}

/// Checks that the position is read back as it is written, and that its moves can be played and taken back.
fn check_position(engine: &mut dyn Engine, game: &str) {
    let before = view(engine);
    assert!(is_one_line(&before.text), "{:?}", before.text);
    assert!(engine.draw().lines().all(is_one_line));
    let is_over = engine.result().is_some();
    assert_eq!(is_over, engine.margin().is_some(), "{}", before.text);
    let mut copy = open(game, Arc::clone(table())).expect("the game is known");
    match set_up(&mut *copy, game, (Some(&before.text), &[]), table()) {
        Ok(None) => assert_eq!(view(&*copy).moves, before.moves),
        // Two players whose cards are all known become a game with open hands, which lists one of several equal moves.
        Ok(Some((other, name))) if name.starts_with("daifugo") => copy = other,
        other => {
            let other = other.map(|found| found.map(|(_, name)| name));
            panic!("{game}: {:?} is read as {other:?}", before.text);
        }
    }
    assert_eq!(copy.write(), before.text);
    assert_eq!(
        (copy.side(), copy.result()),
        (engine.side(), engine.result())
    );
    if is_over {
        return;
    }
    assert!(!before.moves.is_empty(), "no move in {}", before.text);
    let step = before.moves.len().div_ceil(MAX_TRIED);
    for mv in before.moves.iter().step_by(step) {
        assert!(is_one_line(mv) && !mv.contains(' '), "{mv:?}");
        if let Err(why) = engine.play(&[mv]) {
            panic!("{mv} is refused in {}: {why}", before.text);
        }
        let after = engine.write();
        assert_ne!(after, before.text, "{mv} changed nothing");
        engine.undo().expect("a move can be taken back");
        assert_eq!(view(engine), before, "{mv} was not taken back");
    }
}
