//! Properties of every line and value of UGI: nothing panics, and an error is one printable line. A value is written as
//! one line, which reads back as the same value.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use kaeshi_protocol::ugi::{
    Answer, Bound, Command, Declaration, Go, Info, Kind, Query, Reply, Score, Setup, UgiOrUci,
    Value,
};
use kaeshi_protocol::{MAX_TIME, Text, Word};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::lines::{any_text, check_error, damaged, is_one_line};

/// Good lines, to be damaged.
const LINES: [&str; 24] = [
    "ugi",
    "isready",
    "ucinewgame",
    "setoption name Move Overhead value 30",
    "setoption name Clear Hash",
    "position startpos moves d3 c5 0000",
    "position fen 8/8/8/3ox3/3xo3/8/8/8 x moves d3",
    "position daifugo group D3C5/S3D4 0 - - 00 - moves D3",
    "moves d3 c5",
    "go p1time 60000 p2time 60000 p1inc 100 p2inc 100 movestogo 40",
    "go searchmoves d3 c4 depth 7 nodes 1000 infinite ponder",
    "go perft 6",
    "go mate 3",
    "query gameover",
    "debug on",
    "perft 5",
    "id name Kaeshi 0.1",
    "option name Hash type spin default 64 min 1 max 65536",
    "option name Game type combo default othello var othello var mnk 15 15 5",
    "option name Book type string default <empty>",
    "info depth 9 seldepth 12 selectivity 73 score cp -13 lowerbound nodes 99 time 5 pv d3 c5",
    "info currmove d3 hashfull 3 nps 9 multipv 1 score mate -4 string and so on",
    "bestmove d3 ponder c5",
    "response p1win",
];

/// Reads `line` as a command and as a reply, and checks the properties of every line.
fn check_line(line: &str) {
    match Command::parse(line) {
        Ok(None) => assert!(line.trim().is_empty()),
        Ok(Some(command)) => {
            let written = command.to_string();
            assert!(is_one_line(&written), "{written:?}");
            let again = Command::parse(&written).expect(&written).expect(&written);
            assert_eq!(again.to_string(), written);
        }
        Err(error) => check_error(&error, line),
    }
    match Reply::parse(line) {
        Ok(None) => assert!(line.trim().is_empty()),
        Ok(Some(reply)) => {
            let written = reply.to_string();
            assert!(is_one_line(&written), "{written:?}");
            assert_eq!(Reply::parse(&written), Ok(Some(reply)), "{written:?}");
        }
        Err(error) => check_error(&error, line),
    }
}

/// A line of protocol words, numbers and any other text, in any order.
fn word_salad() -> impl Strategy<Value = String> {
    let words: Vec<&str> = LINES.iter().flat_map(|line| line.split(' ')).collect();
    let known = proptest::sample::select(words).prop_map(str::to_owned);
    let number = any::<i128>().prop_map(|number| number.to_string());
    let word = prop_oneof![8 => known, 1 => number, 1 => any_text()];
    vec(word, 0..12).prop_map(|words| words.join(" "))
}

fn text() -> impl Strategy<Value = Text> {
    prop_oneof![word_salad(), any_text()].prop_map(Text::from)
}

/// Text that is not empty and has none of the words `forbidden`, which would end it on the line.
fn text_without(forbidden: &'static [&'static str]) -> impl Strategy<Value = Text> {
    text().prop_map(move |text| {
        let words = text.as_str().split(' ');
        let allowed: Vec<&str> = words.filter(|word| !forbidden.contains(word)).collect();
        match Text::new(&allowed.join(" ")) {
            text if text.as_str().is_empty() => "x".into(),
            text => text,
        }
    })
}

/// Any text except the notation of the empty text.
fn value() -> impl Strategy<Value = Text> {
    text().prop_map(|text| match text.as_str() {
        "<empty>" => "x".into(),
        _ => text,
    })
}

/// A move: any word except those that end a list of moves.
fn mv() -> impl Strategy<Value = Word> {
    let word = prop_oneof!["d3", "0000", "moves", "value"].prop_map(Word::from);
    let strange = any_text().prop_map(Word::from).prop_map(|word| {
        let mut known = LINES.iter().flat_map(|line| line.split(' '));
        let ends_list = known.any(|known| known == word.as_str());
        if ends_list { "d3".into() } else { word }
    });
    prop_oneof![word, strange]
}

fn milliseconds() -> impl Strategy<Value = Duration> {
    (0..=MAX_TIME.as_secs() * 1000).prop_map(Duration::from_millis)
}

fn kind() -> impl Strategy<Value = Kind> {
    let choice = || text_without(&["var"]);
    prop_oneof![
        any::<bool>().prop_map(|default| Kind::Check { default }),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| Kind::Spin { default, min, max }),
        (choice(), vec(choice(), 0..4))
            .prop_map(|(default, choices)| Kind::Combo { default, choices }),
        value().prop_map(|default| Kind::String { default }),
        Just(Kind::Button),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    let value = prop_oneof![
        any::<i32>().prop_map(Value::Cp),
        any::<i32>().prop_map(Value::Mate)
    ];
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    (value, bound).prop_map(|(value, bound)| Score { value, bound })
}

fn info() -> impl Strategy<Value = Info> {
    let numbers = any::<(
        (Option<u32>, Option<u32>, Option<u8>, Option<u32>),
        (Option<u64>, Option<u64>, Option<u16>),
    )>();
    let rest = (
        option::of(score()),
        option::of(milliseconds()),
        vec(mv(), 0..6),
        option::of(text()),
    );
    (numbers, rest).prop_map(|(numbers, (score, time, pv, string))| {
        let ((depth, seldepth, selectivity, multipv), (nodes, nps, hashfull)) = numbers;
        Info {
            depth,
            seldepth,
            selectivity,
            multipv,
            score,
            nodes,
            nps,
            hashfull,
            time,
            pv,
            string,
        }
    })
}

fn protocol() -> impl Strategy<Value = UgiOrUci> {
    prop_oneof![Just(UgiOrUci::Ugi), Just(UgiOrUci::Uci)]
}

fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        text().prop_map(Reply::Name),
        text().prop_map(Reply::Author),
        (text_without(&["type"]), kind())
            .prop_map(|(name, kind)| Reply::Option(Declaration { name, kind })),
        protocol().prop_map(Reply::Welcome),
        Just(Reply::Ready),
        info().prop_map(Reply::Info),
        (mv(), proptest::option::of(mv()))
            .prop_map(|(best, ponder)| Reply::BestMove { best, ponder }),
        prop_oneof![text(), Just("p1win".into()), Just("none".into())]
            .prop_map(|text: Text| Reply::Response(Answer::from(text))),
    ]
}

/// The texts that a command borrows.
type Texts = (Text, Text, Text, Vec<Word>);

fn texts() -> impl Strategy<Value = Texts> {
    let setup = text_without(&["moves", "fen", "startpos"]);
    (setup, text_without(&["value"]), value(), vec(mv(), 1..5))
}

fn go() -> impl Strategy<Value = Go<'static>> {
    let time = || option::of(milliseconds());
    let times = ([time(), time()], [time(), time()], time());
    let number = || option::of((1..=u32::MAX).prop_map(|number| NonZeroU32::new(number).unwrap()));
    let nodes = option::of((1..=u64::MAX).prop_map(|number| NonZeroU64::new(number).unwrap()));
    (times, number(), number(), nodes, any::<(bool, bool)>()).prop_map(
        |((clock, increment, move_time), moves_to_go, depth, nodes, (infinite, ponder))| Go {
            clock,
            increment,
            moves_to_go,
            move_time,
            depth,
            nodes,
            infinite,
            ponder,
            search_moves: Vec::new(),
        },
    )
}

fn check_command(command: &Command) {
    let written = command.to_string();
    assert!(is_one_line(&written), "{written:?}");
    assert_eq!(
        Command::parse(&written).as_ref(),
        Ok(&Some(command.clone())),
        "{written:?}"
    );
}

/// 2000 cases, or `PROPTEST_CASES` if that asks for more.
fn many_cases() -> ProptestConfig {
    ProptestConfig::with_cases(ProptestConfig::default().cases.max(2000))
}

proptest! {
    #![proptest_config(many_cases())]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..60)) {
        check_line(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_characters_are_read_or_refused(line in any_text()) {
        check_line(&line);
    }

    #[test]
    fn any_words_are_read_or_refused(line in word_salad()) {
        check_line(&line);
    }

    #[test]
    fn damaged_lines_are_read_or_refused(line in damaged(&LINES, "[a-z0-9 -]")) {
        check_line(&line);
    }

    #[test]
    fn replies_read_back(reply in reply()) {
        let written = reply.to_string();
        prop_assert!(is_one_line(&written), "{written:?}");
        prop_assert_eq!(Reply::parse(&written), Ok(Some(reply)), "{:?}", written);
    }

    #[test]
    fn commands_with_text_read_back((setup, name, value, moves) in texts()) {
        let moves: Vec<&str> = moves.iter().map(Word::as_str).collect();
        let name = name.as_str();
        check_command(&Command::SetOption { name, value: None });
        check_command(&Command::SetOption { name, value: Some(value.as_str()) });
        for setup in [Setup::StartPos, Setup::Fen(setup.as_str()), Setup::Text(setup.as_str())] {
            check_command(&Command::Position { setup, moves: Vec::new() });
            check_command(&Command::Position { setup, moves: moves.clone() });
        }
        check_command(&Command::Go(Go { search_moves: moves.clone(), ..Go::default() }));
        check_command(&Command::Moves(moves));
    }

    #[test]
    fn limits_read_back(go in go()) {
        check_command(&Command::Go(go));
    }

    #[test]
    fn text_and_words_are_safe(any in any_text()) {
        let (text, word) = (Text::from(any.clone()), Word::from(any));
        prop_assert!(is_one_line(text.as_str()));
        prop_assert!(is_one_line(word.as_str()));
        prop_assert!(!word.as_str().is_empty() && !word.as_str().contains(' '));
        prop_assert_eq!(Text::new(text.as_str()), text);
        prop_assert_eq!(Word::new(word.as_str()), word);
    }
}

#[test]
fn every_small_command_reads_back() {
    for depth in 0..=u8::MAX {
        check_command(&Command::Perft(depth));
    }
    let queries = [
        Query::P1Turn,
        Query::P2Turn,
        Query::GameOver,
        Query::Result,
        Query::Fen,
        Query::Board,
    ];
    for query in queries {
        check_command(&Command::Query(query));
    }
}

#[test]
fn good_lines_are_read() {
    for line in LINES.into_iter().filter(|line| *line != "go mate 3") {
        check_line(line);
        let is_read = Command::parse(line).is_ok() || Reply::parse(line).is_ok();
        assert!(is_read, "{line}");
    }
}

/// If any part of the reading were quadratic, this test would take minutes instead of a moment.
#[test]
fn lines_of_megabytes_are_read_or_refused_at_once() {
    const STARTS: [&str; 20] = [
        "",
        "go ",
        "go depth ",
        "go depth 3 ",
        "go p1time ",
        "go searchmoves ",
        "go searchmoves d3 depth ",
        "setoption ",
        "setoption name ",
        "setoption name x value ",
        "position ",
        "position fen ",
        "position startpos moves ",
        "moves ",
        "query ",
        "info ",
        "info pv ",
        "info string ",
        "option name x type combo default ",
        "response ",
    ];
    const PIECES: [&str; 12] = [
        "x", " ", "x ", "9", "-", "\t", "moves ", "value ", "depth ", "var x ", "\u{0}", "é",
    ];
    for start in STARTS {
        for piece in PIECES {
            check_line(&format!("{start}{}", piece.repeat(1_000_000 / piece.len())));
        }
    }
}
