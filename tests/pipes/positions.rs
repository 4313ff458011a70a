//! Positions and moves: the program agrees with the rules in the library.

use crate::GAMES;
use crate::engine::Engine;
use crate::referee::{Random, open, p1_turn, position, result, wander_to_the_end};

#[test]
fn whole_games_are_followed() {
    for (game, seed) in GAMES.into_iter().zip(11..) {
        let mut random = Random(seed);
        let mut engine = Engine::playing(game);
        for _ in 0..5 {
            let mut referee = open(game);
            let moves = wander_to_the_end(&mut *open(game), &mut random);
            for (at, mv) in moves.iter().enumerate() {
                engine.send(&position(&moves[..at]));
                assert_eq!(engine.ask("fen"), referee.write(), "{game}");
                assert_eq!(engine.ask("p1turn"), p1_turn(&*referee), "{game}");
                assert_ne!(engine.ask("p2turn"), p1_turn(&*referee), "{game}");
                assert_eq!(engine.ask("gameover"), "false", "{game}");
                assert_eq!(engine.ask("result"), "none", "{game}");
                referee.play(&[mv]).expect("it is legal");
            }
            engine.send(&position(&moves));
            assert_eq!(engine.ask("fen"), referee.write(), "{game}");
            assert_eq!(engine.ask("gameover"), "true", "{game}");
            assert_eq!(engine.ask("result"), result(&*referee), "{game}");
        }
    }
}

#[test]
fn a_position_in_text_is_the_same_position() {
    for (game, seed) in GAMES.into_iter().zip(21..) {
        let mut engine = Engine::playing(game);
        let mut referee = open(game);
        for mv in wander_to_the_end(&mut *open(game), &mut Random(seed)) {
            let text = referee.write();
            engine.send(&format!("position fen {text}"));
            assert_eq!(engine.ask("fen"), text, "{game}");
            engine.send(&format!("position fen {text} moves {mv}"));
            referee.play(&[&mv]).expect("it is legal");
            assert_eq!(engine.ask("fen"), referee.write(), "{game}");
            engine.send(&format!("position fen {text}"));
            engine.send(&format!("moves {mv}"));
            assert_eq!(engine.ask("fen"), referee.write(), "{game}");
        }
    }
}

#[test]
fn counting_one_ply_lists_the_legal_moves() {
    for (game, seed) in GAMES.into_iter().zip(31..) {
        let mut engine = Engine::playing(game);
        let mut referee = open(game);
        for mv in wander_to_the_end(&mut *open(game), &mut Random(seed)) {
            engine.send(&format!("position fen {}", referee.write()));
            let lines = engine.send("perft 1").until("info nodes");
            let mut listed: Vec<_> = lines[..lines.len() - 1]
                .iter()
                .map(|line| line.trim_start_matches("info string ").to_owned())
                .collect();
            let mut legal: Vec<_> = referee.moves().iter().map(|mv| format!("{mv} 1")).collect();
            listed.sort_unstable();
            legal.sort_unstable();
            assert_eq!(listed, legal, "{game}: {}", referee.write());
            referee.play(&[&mv]).expect("it is legal");
        }
    }
}

#[test]
fn refused_moves_change_nothing() {
    for (game, seed) in GAMES.into_iter().zip(41..) {
        let mut engine = Engine::playing(game);
        let referee = open(game);
        let moves = wander_to_the_end(&mut *open(game), &mut Random(seed));
        let half = &moves[..moves.len() / 2];
        engine.send(&position(half));
        let fen = engine.ask("fen");
        for wrong in ["z99", "a0", "-", "0", "d3d4", "resign", "♞", "moves"] {
            for line in [
                format!("moves {wrong}"),
                format!("moves {} {wrong}", referee.moves()[0]),
                format!("position startpos moves {wrong}"),
                format!("{} {wrong} {}", position(&moves[..3]), moves[3]),
                format!("{} {wrong}", position(&moves)),
                format!("position fen {} moves {wrong}", referee.write()),
            ] {
                let remarks = engine.send(&line).remarks();
                assert_eq!(remarks.len(), 1, "{game}: {line}: {remarks:?}");
                assert_eq!(engine.ask("fen"), fen, "{game}: {line}");
            }
        }
        // No move is legal after the end.
        let line = format!("{} {}", position(&moves), moves[0]);
        assert_eq!(engine.send(&line).remarks().len(), 1, "{game}");
        assert_eq!(engine.ask("fen"), fen, "{game}");
    }
}

#[test]
fn a_new_game_begins_at_the_start() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        let referee = open(game);
        engine.send(&format!("position startpos moves {}", referee.moves()[0]));
        engine.send("uginewgame");
        assert_eq!(engine.ask("fen"), referee.write(), "{game}");
        engine.send("print");
        for line in referee.draw().lines() {
            engine.expect_exactly(line);
        }
        engine.send("query board");
        for line in referee.draw().lines() {
            engine.expect_exactly(line);
        }
        engine.expect_exactly(&format!("response {}", referee.write()));
    }
}

#[test]
fn a_position_may_name_its_game() {
    for game in GAMES {
        for (text, written) in [
            ("mnk 3 4 3 4/4/4 x", "3 4 3 4/4/4 x 1"),
            ("MNK 3 4 3 4/1XO1/4 x 2", "3 4 3 4/1XO1/4 x 2"),
            ("mnk 4 3 3", "3 4 3 4/4/4 x 1"),
            ("tictactoe 3/1X1/3 o", "3 3 3 3/1X1/3 o 1"),
            ("othello 8/8/8/3ox3/3xo3/8/8/8 x", "8/8/8/3ox3/3xo3/8/8/8 x"),
            (
                "daifugo plain D3/C4 0 - - 00 -",
                "daifugo plain D3/C4 0 - - 00 -",
            ),
        ] {
            let mut engine = Engine::playing(game);
            for line in [format!("position fen {text}"), format!("position {text}")] {
                engine.send(&line).quietly();
                assert_eq!(engine.ask("fen"), written, "{game}: {line}");
            }
            engine.send("go depth 1").expect("bestmove ");
        }
    }
}

#[test]
fn positions_of_other_games_are_refused_by_name() {
    let othello = "8/8/8/3ox3/3xo3/8/8/8 o";
    for (game, text, why) in [
        (
            "othello",
            "3 4 3 4/4/4 x 1",
            "this is a position of mnk 4 3 3, not of othello: choose that game first",
        ),
        (
            "daifugo plain",
            othello,
            "this is a position of othello, not of daifugo plain: choose that game first",
        ),
        (
            "mnk 5 4 4",
            othello,
            "this is a position of othello, not of mnk 5 4 4: choose that game first",
        ),
        (
            "othello",
            "mnk 3 4 9 4/4/4 x",
            "the number in a row must be from 1 to 4 on a board 4 wide and 3 high, not 9",
        ),
        (
            "othello",
            "mnk 4",
            "the height is missing: write 'mnk M N K' for M files, N ranks and K in a row",
        ),
        (
            "othello",
            "3 4 3 4/4 x",
            "the side to move must be x or o, not '4 3 4/4 x'",
        ),
        (
            "othello",
            "chess",
            "unknown game 'chess': the games are othello, tictactoe, gomoku, connect4, mnk M N K, daifugo, daifugo plain, \
             daifugo uecda, daifugo RULES N",
        ),
        (
            "othello",
            "xo",
            "the side to move (x or o) is missing after the board",
        ),
    ] {
        let mut engine = Engine::playing(game);
        let fen = engine.ask("fen");
        let remarks = engine.send(&format!("position fen {text}")).remarks();
        assert_eq!(remarks, [format!("info string error: {why}")], "{game}");
        assert_eq!(engine.ask("fen"), fen, "{game}");
    }
}

/// The published perft tables.
#[test]
fn counts_are_the_published_ones() {
    for (game, depth, leaves) in [
        ("othello", 7, 55_092),
        ("tictactoe", 5, 15_120),
        ("tictactoe", 8, 200_448),
        ("tictactoe", 9, 127_872),
        ("mnk 4 3 3", 7, 3_499_200),
    ] {
        let mut engine = Engine::playing(game);
        // A slow count writes its progress before.
        let result = format!("info nodes {leaves} ");
        engine.send(&format!("perft {depth}")).until(&result);
    }
}

/// In a running session, every illegal position of Daifugo is refused in one line and changes nothing.
#[test]
fn refused_positions_of_daifugo_change_nothing() {
    const HERE: &str = "daifugo group D3H3C8S8/D4C5DK 1 cs-3 0 00 -";
    let files = [
        include_str!("../data/daifugo_refused.txt"),
        include_str!("../data/party_refused.txt"),
    ];
    let mut engine = Engine::playing("daifugo");
    engine.send(&format!("position fen {HERE}"));
    let before = engine.ask("fen");
    let mut refused = 0;
    for line in files.into_iter().flat_map(str::lines) {
        let Some((text, reason)) = line.split_once("=>") else {
            continue;
        };
        let text = text.trim();
        let text = text.strip_prefix("daifugo").unwrap_or(text);
        // Some lines are positions of other rules than the session's, rules alone mean their starting position, and
        // moves may follow a position in this protocol.
        let elsewhere = ["this is a position of", "missing rules", "missing hands"];
        if line.starts_with('#')
            || elsewhere.iter().any(|known| reason.contains(known))
            || text.contains(" moves ")
        {
            continue;
        }
        engine.send(&format!("position fen daifugo {text}"));
        let remarks = engine.settle();
        assert_eq!(remarks.len(), 1, "{text}: {remarks:?}");
        assert!(remarks[0].starts_with("info string error: "), "{text}");
        assert_eq!(engine.ask("fen"), before, "{text}");
        refused += 1;
    }
    assert!(refused > 130, "{refused}");
}
