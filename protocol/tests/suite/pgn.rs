//! PGN: good texts and their games, writing and reading back, and the errors of bad texts.

use kaeshi_protocol::board::{Move, Square};
use kaeshi_protocol::pgn::{Game, split};
use kaeshi_protocol::{Text, Word};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

fn moves(game: &Game) -> String {
    let names = game.moves.iter().map(|mv| format!("{mv:#}"));
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_spelling_means_the_same() {
    for text in [
        "[Black \"a\"]\n\n1. f5 d6 2. -- c3 *\n",
        "[black \"a\"]\r\n\r\n1.F5 D6 2.PASS C3 1-0\r\n",
        "[ Black \"a\" ]\n1 f5 d6 {one; (two\n[three]} 2 pa c3 ; the rest\n40-24",
        "[Black \"a\"]\n1. f5 $1 (1. d3 c3 (1. e6)) 1... d6 2. -- 2... c3 1/2-1/2",
    ] {
        let game = Game::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(game.tag("Black"), Some("a"), "{text}");
        assert_eq!(moves(&game), "f5 d6 ps c3", "{text}");
    }
}

#[test]
fn a_text_is_split_into_games() {
    let text = "\n[A \"1\"]\n[B \"2\"]\n\n1. f5 {a\n[C \"3\"]\n} d6 *\n\n\n[A \"4\"]\n1. d3 *\n";
    let games: Vec<_> = split(text).collect();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].0, games[1].0), (1, 10));
    let games: Vec<_> = games
        .iter()
        .map(|(_, text)| Game::parse(text).expect("it is good"))
        .collect();
    assert_eq!(
        (moves(&games[0]), moves(&games[1])),
        ("f5 d6".into(), "d3".into())
    );
    assert_eq!(games[1].tag("A"), Some("4"));
    assert_eq!(split(" \n\n").count(), 0);
}

#[test]
fn a_result_that_is_none_stands_only_in_its_tag() {
    for result in [
        "unfinished",
        "{",
        "(",
        "40-24 by time",
        "-",
        "",
        "1.5",
        "f5",
    ] {
        let text = format!("[Result \"{result}\"]\n\n1. f5 d6\n");
        let game = Game::parse(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let written = game.to_string();
        assert!(written.ends_with("1. f5 d6 *\n\n"), "{written}");
        assert_eq!(Game::parse(&written), Ok(game), "{written}");
    }
}

#[test]
fn errors_say_what_and_where() {
    for (text, why) in [
        (
            "[Black]",
            "line 1: expected a tag such as [Black \"Alice\"] at column 1, found '[Black]'",
        ),
        (
            "[Black \"a]",
            "line 1: expected a tag such as [Black \"Alice\"] at column 1, found '[Black'",
        ),
        (
            "[Black \"a\"]\n1. f5 i9",
            "line 2: expected a move such as f5, a pass (--) or a result at column 7, found 'i9'",
        ),
        (
            "1. f5d6",
            "line 1: expected a move such as f5, a pass (--) or a result at column 4, found 'f5d6'",
        ),
        (
            "1. f5 } d6",
            "line 1: expected a move such as f5, a pass (--) or a result at column 7, found '}'",
        ),
        (
            "1. f5 {\nd6",
            "line 2: expected the end of a comment or a variation at column 1, found the end of the line",
        ),
    ] {
        assert_eq!(
            Game::parse(text).expect_err(text).to_string(),
            why,
            "{text}"
        );
    }
}

prop_compose! {
    fn games()(
        tags in vec(("[A-Za-z_]{1,8}", "[ -~é返]{0,12}"), 0..4),
        moves in vec(option::of(0..64_u8), 0..70),
        result in prop_oneof!["[0-9]{1,2}-[0-9]{1,2}", "[ -~]{0,12}", Just("1/2-1/2".to_owned())],
    ) -> Game {
        let mv = |square: Option<u8>| square.and_then(Square::new).map_or(Move::Pass, Move::Place);
        let mut game = Game {
            tags: tags.iter().map(|(name, value)| (Word::new(name), Text::new(value))).collect(),
            moves: moves.into_iter().map(mv).collect(),
        };
        game.tags.retain(|(name, _)| !name.as_str().eq_ignore_ascii_case("result"));
        game.tags.push((Word::new("Result"), Text::new(&result)));
        game
    }
}

proptest! {
    #[test]
    fn games_read_back(games in vec(games(), 1..4)) {
        let text: String = games.iter().map(Game::to_string).collect();
        prop_assert!(text.lines().all(|line| line.starts_with('[') || line.len() <= 80), "{}", text);
        let read: Result<Vec<_>, _> = split(&text).map(|(_, text)| Game::parse(text)).collect();
        prop_assert_eq!(read, Ok(games));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[\\PC\\n\\r\\[\\]{}()\"\\\\;$.0-9a-h -]{0,80}") {
        for (_, text) in split(&text) {
            if let Err(why) = Game::parse(text) {
                let message = why.to_string();
                prop_assert!(!message.contains(char::is_control) && message.len() < 700, "{}", message);
                prop_assert!(!message.contains("something else"), "{}", message);
            }
        }
    }
}
