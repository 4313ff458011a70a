//! Properties of every line of NBoard's protocol and game in GGF: nothing panics, an error is one printable line,
//! and moves read back as written.

use std::time::Duration;

use kaeshi_protocol::board::{Board, Disc, Move, Square};
use kaeshi_protocol::ggf::{Clock, End, Game, Item, Verdict};
use kaeshi_protocol::nboard::{Command, Reply};
use kaeshi_protocol::{Text, obf};
use proptest::option;
use proptest::prelude::*;

use crate::lines::{any_text, check_error, damaged};

const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[5:00/0:05/2:00]TW[,1:0//20]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5//2.449]W[d6/0.5,-1/0.1]B[PA];)";

/// Good lines, to be damaged.
const LINES: [&str; 12] = [
    "nboard 2",
    "set depth 12",
    "set contempt -50",
    "move F5/0.50/0.1",
    "move PA",
    "F5//1.2",
    "hint 3",
    "go",
    "ping 17",
    "learn",
    "analyze",
    "quit",
];

fn check_line(line: &str) {
    if let Err(why) = Command::parse(line) {
        check_error(&why, line);
    }
    if let Err(why) = Game::parse(line) {
        check_error(&why, line);
    }
}

fn item() -> impl Strategy<Value = Item> {
    let mv = option::of(0_u8..64)
        .prop_map(|square| square.and_then(Square::new).map_or(Move::Pass, Move::Place));
    let hundredths = |range| {
        option::of(range).prop_map(|number: Option<i32>| number.map(|n| f64::from(n) / 100.0))
    };
    (mv, hundredths(-6400..=6400), hundredths(0..=100_000)).prop_map(|(mv, eval, seconds)| Item {
        mv,
        eval,
        seconds,
    })
}

proptest! {
    #[test]
    fn any_line_is_understood_or_refused(line in any_text()) {
        check_line(&line);
        check_line(&format!("set game {line}"));
    }

    #[test]
    fn damaged_lines_are_understood_or_refused(line in damaged(&LINES, "[\\[\\]();:/A-Za-z0-9 -]")) {
        check_line(&line);
    }

    #[test]
    fn damaged_games_are_understood_or_refused(game in damaged(&[GAME], "[\\[\\]();:/A-Za-z0-9 -]")) {
        check_line(&game);
        check_line(&format!("set game {game}"));
    }

    #[test]
    fn moves_read_back(item in item()) {
        for line in [format!("move {item}"), item.to_string()] {
            prop_assert_eq!(Command::parse(&line), Ok(Some(Command::Move(item))), "{}", line);
        }
        prop_assert_eq!(Reply::Move(item).to_string(), format!("=== {item}"));
    }
}

#[test]
fn a_game_is_read_whole() {
    let game = Game::parse(GAME)
        .expect("it is good")
        .expect("it is not blank");
    assert_eq!(
        Game::parse(&format!("1 {GAME}\r\n")),
        Ok(Some(game.clone()))
    );
    assert!(Game::parse(&format!("2 {GAME}{GAME}")).is_err());
    let start = obf::Problem::parse(&GAME[GAME.find("---").expect("a board")..][..66]);
    let start = start.expect("it is good").expect("it is not blank");
    assert_eq!((game.board, game.side), (start.board, start.side));
    assert_eq!(game.moves.len(), 3);
    assert_eq!(game.moves[0].1.seconds, Some(2.449));
    assert_eq!(game.moves[1].1.eval, Some(-0.25));
    assert_eq!(game.moves[2].1.mv, Move::Pass);
    let [black, white] = game.clocks.map(|clock| clock.expect("both have one"));
    let seconds = |clock: kaeshi_protocol::ggf::Clock| {
        [clock.main, clock.increment, clock.grace].map(|time| time.as_secs())
    };
    assert_eq!(seconds(black), [300, 5, 120]);
    assert_eq!(seconds(white), [0, 0, 20]);
}

prop_compose! {
    fn texts()(text in "[ -\\\\^-~é返]{0,12}") -> Text {
        Text::new(&text)
    }
}

fn clocks() -> impl Strategy<Value = Option<Clock>> {
    let time = || (0..10_000_000_u64).prop_map(Duration::from_millis);
    option::of(
        (time(), time(), time()).prop_map(|(main, increment, grace)| Clock {
            main,
            increment,
            grace,
        }),
    )
}

fn verdicts() -> impl Strategy<Value = Option<Verdict>> {
    let end = prop_oneof![
        Just(End::Over),
        Just(End::Resigned),
        Just(End::Time),
        Just(End::Agreed)
    ];
    option::of((-64..=64_i32, end).prop_map(|(margin, end)| Verdict {
        margin: f64::from(margin),
        end,
    }))
}

prop_compose! {
    fn games()(
        cells in proptest::array::uniform32(0..9_u8),
        (black_moves, black, white, place, date) in (any::<bool>(), texts(), texts(), texts(), texts()),
        moves in proptest::collection::vec((any::<bool>(), item()), 0..5),
        (clock, other) in (clocks(), clocks()),
        result in verdicts(),
    ) -> Game {
        let color = |is_black| if is_black { Disc::Black } else { Disc::White };
        let cell = |sign| (sign > 0).then(|| color(sign == 1));
        // Each number encodes two cells.
        let cells = std::array::from_fn(|at| cell(if at % 2 == 0 { cells[at / 2] % 3 } else { cells[at / 2] / 3 }));
        Game {
            board: Board(cells),
            side: color(black_moves),
            moves: moves.into_iter().map(|(is_black, item)| (color(is_black), item)).collect(),
            clocks: [clock, other],
            players: [black, white],
            place,
            date,
            result,
        }
    }
}

proptest! {
    #[test]
    fn games_read_back(game in games()) {
        let line = game.to_string();
        prop_assert_eq!(Game::parse(&line), Ok(Some(game)), "{}", line);
    }
}

#[test]
fn what_is_said_about_a_game_is_kept() {
    let game = Game::parse(GAME)
        .expect("it is good")
        .expect("it is not blank");
    assert_eq!(game.players.each_ref().map(Text::as_str), ["a", "b"]);
    assert_eq!(
        (game.place.as_str(), game.date.as_str()),
        ("NBoard", "2014-02-21 20:52:27 GMT")
    );
    assert_eq!(game.result, None);
    for (text, result) in [
        ("+12.00", Some((12.0, End::Over))),
        ("-6:r", Some((-6.0, End::Resigned))),
        ("+64.000:T", Some((64.0, End::Time))),
        ("0:s", Some((0.0, End::Agreed))),
        ("", None),
        ("+65", None),
        ("nan", None),
        ("+2:x", None),
    ] {
        let line = GAME.replace("RE[?]", &format!("RE[{text}]"));
        let game = Game::parse(&line)
            .expect("it is good")
            .expect("it is not blank");
        let result = result.map(|(margin, end)| Verdict { margin, end });
        assert_eq!(game.result, result, "{text}");
    }
}
