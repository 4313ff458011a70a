//! Options: announced, matched without regard to case, refused with a reason.

use kaeshi_protocol::ugi::{Declaration, Kind, Reply};

use crate::GAMES;
use crate::engine::Engine;
use crate::referee::open;

/// The declaration of the option `name`.
fn declared(engine: &mut Engine, name: &str) -> Kind {
    let lines = engine.send("ugi").until("ugiok");
    let declarations = lines.iter().filter_map(|line| match Reply::parse(line) {
        Ok(Some(Reply::Option(declaration))) => Some(declaration),
        _ => None,
    });
    let found = declarations
        .into_iter()
        .find(|Declaration { name: it, .. }| it.as_str() == name);
    found.expect("it is announced").kind
}

/// The value of the option `name`, as declared.
fn value(engine: &mut Engine, name: &str) -> String {
    match declared(engine, name) {
        Kind::Spin { default, .. } => default.to_string(),
        Kind::Check { default } => default.to_string(),
        Kind::String { default } => default.to_string(),
        Kind::Button => String::new(),
        other @ Kind::Combo { .. } => panic!("{other:?}"),
    }
}

#[test]
fn the_greeting_names_the_engine_and_its_options() {
    for (hello, welcome) in [("ugi", "ugiok"), ("uci", "uciok")] {
        let mut engine = Engine::start(&[]);
        let lines = engine.send(hello).until(welcome);
        assert!(lines[0].starts_with("id name Kaeshi "), "{lines:?}");
        assert!(lines[1].starts_with("id author "), "{lines:?}");
        for line in &lines {
            let reply = Reply::parse(line).unwrap_or_else(|why| panic!("{line}: {why}"));
            assert_eq!(reply.expect("not blank").to_string(), *line);
        }
    }
}

#[test]
fn defaults_are_those_that_managers_count_on() {
    let mut engine = Engine::start(&[]);
    assert_eq!(value(&mut engine, "Game"), "othello");
    assert_eq!(value(&mut engine, "MultiPV"), "1");
    assert_eq!(value(&mut engine, "Threads"), "1");
}

#[test]
fn case_does_not_matter() {
    let mut engine = Engine::start(&[]);
    for (option, name, expected) in [
        ("hash value 3", "Hash", "3"),
        ("HASH value 4", "Hash", "4"),
        ("multipv value 2", "MultiPV", "2"),
        ("move overhead value 7", "Move Overhead", "7"),
        ("MOVE OVERHEAD value 8", "Move Overhead", "8"),
        ("seed value 9", "Seed", "9"),
        ("clear hash", "Clear Hash", ""),
        ("game value OTHELLO", "Game", "OTHELLO"),
    ] {
        engine.send(&format!("setoption name {option}")).quietly();
        assert_eq!(value(&mut engine, name), expected, "{option}");
    }
}

#[test]
fn every_announced_value_is_taken_and_none_beyond() {
    let mut engine = Engine::start(&[]);
    for name in ["Threads", "MultiPV", "Move Overhead", "Seed", "Level"] {
        let Kind::Spin { min, max, .. } = declared(&mut engine, name) else {
            panic!("{name} is a number");
        };
        for number in [min, max] {
            engine.send(&format!("setoption name {name} value {number}"));
            engine.quietly();
            assert_eq!(value(&mut engine, name), number.to_string());
        }
        for number in [min - 1, max + 1] {
            engine.send(&format!("setoption name {name} value {number}"));
            let remarks = engine.remarks();
            assert_eq!(remarks.len(), 1, "{name}: {remarks:?}");
            assert!(remarks[0].contains(name), "{remarks:?}");
            assert_eq!(value(&mut engine, name), max.to_string());
        }
    }
}

#[test]
fn an_unknown_option_is_reported() {
    let mut engine = Engine::start(&[]);
    let remarks = engine.send("setoption name Contempt value 5").remarks();
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert!(remarks[0].starts_with("info string error: "), "{remarks:?}");
    assert!(remarks[0].contains("Contempt"), "{remarks:?}");
    engine.think("go depth 2");
}

#[test]
fn resizing_the_table_keeps_the_position() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        let mut referee = open(game);
        let mv = referee.moves()[0].clone();
        referee.play(&[&mv]).expect("it is legal");
        engine.send(&format!("position startpos moves {mv}"));
        let best = engine.think("go depth 3").best;
        for megabytes in [1, 256, 1, 64, 3] {
            engine.send(&format!("setoption name Hash value {megabytes}"));
            assert_eq!(engine.ask("fen"), referee.write(), "{game}");
            assert_eq!(engine.think("go depth 3").best, best, "{game}");
        }
    }
}

#[test]
fn a_cleared_table_remembers_nothing() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        let first = engine.think("go depth 4").summary().nodes;
        let known = engine.think("go depth 4").summary().nodes;
        engine.send("setoption name Clear Hash");
        let again = engine.think("go depth 4").summary().nodes;
        assert_eq!(first, again, "{game}");
        engine.send("uginewgame");
        let anew = engine.think("go depth 4").summary().nodes;
        assert_eq!(first, anew, "{game}");
        // Rollouts are not stored in the table.
        let played_out = game == "daifugo uecda 5";
        assert!(
            known < first || played_out,
            "{game}: {known:?} of {first:?}"
        );
    }
}

#[test]
fn games_are_chosen_by_option_argument_and_position() {
    for game in GAMES {
        let mut engine = Engine::start(&[]);
        engine.send(&format!("setoption name Game value {game}"));
        assert_eq!(engine.quietly().ask("fen"), open(game).write());
        assert_eq!(Engine::playing(game).ask("fen"), open(game).write());
        let one_word = game.replace(' ', ",");
        assert_eq!(Engine::playing(&one_word).ask("fen"), open(game).write());
        let mut engine = Engine::start(&[]);
        engine.send(&format!("position {game}")).quietly();
        if game != GAMES[0] {
            assert_eq!(engine.ask("fen"), open(game).write());
        }
    }
}
