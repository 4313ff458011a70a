//! Good lines of UGI and their values, line by line.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use kaeshi_protocol::Malformed;
use kaeshi_protocol::ugi::{
    Answer, Bound, Command, Declaration, Go, Info, Kind, Query, Reply, Score, Setup, UgiOrUci,
    Value,
};

/// Checks that `line` reads as `command`, and that the command as written reads as the same again.
#[track_caller]
fn commands(line: &str, command: &Command) {
    assert_eq!(
        Command::parse(line).as_ref(),
        Ok(&Some(command.clone())),
        "{line:?}"
    );
    let written = command.to_string();
    assert_eq!(
        Command::parse(&written).as_ref(),
        Ok(&Some(command.clone())),
        "{written:?}"
    );
}

/// Checks that `line` reads as `reply`, and that the reply as written reads as the same again.
#[track_caller]
fn replies(line: &str, reply: &Reply) {
    assert_eq!(
        Reply::parse(line).as_ref(),
        Ok(&Some(reply.clone())),
        "{line:?}"
    );
    let written = reply.to_string();
    assert_eq!(
        Reply::parse(&written).as_ref(),
        Ok(&Some(reply.clone())),
        "{written:?}"
    );
}

/// Checks that `reply` is written as `line`, and that this reads as the same.
#[track_caller]
fn writes(reply: &Reply, line: &str) {
    assert_eq!(reply.to_string(), line);
    replies(line, reply);
}

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

#[test]
fn blank_lines_are_nothing() {
    for line in ["", " ", "\n", "\r\n", " \t \r\n"] {
        assert_eq!(Command::parse(line), Ok(None), "{line:?}");
        assert_eq!(Reply::parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn commands_that_stand_alone() {
    commands("ugi", &Command::Hello(UgiOrUci::Ugi));
    commands("uci", &Command::Hello(UgiOrUci::Uci));
    commands("isready", &Command::IsReady);
    commands("\t isready \t\r\n", &Command::IsReady);
    commands("uginewgame", &Command::NewGame);
    commands("ucinewgame\r", &Command::NewGame);
    commands("stop\n", &Command::Stop);
    commands("ponderhit", &Command::PonderHit);
    commands("print", &Command::Print);
    commands("quit", &Command::Quit);
    commands("debug on", &Command::Debug(true));
    commands("debug  off", &Command::Debug(false));
    commands("perft 0", &Command::Perft(0));
    commands("perft 255", &Command::Perft(255));
    commands("go perft 6", &Command::Perft(6));
}

#[test]
fn queries() {
    commands("query p1turn", &Command::Query(Query::P1Turn));
    commands("query p2turn", &Command::Query(Query::P2Turn));
    commands("query gameover", &Command::Query(Query::GameOver));
    commands("query result", &Command::Query(Query::Result));
    commands("query fen", &Command::Query(Query::Fen));
    commands("query board", &Command::Query(Query::Board));
}

#[test]
fn options_are_set() {
    let set = |name, value| Command::SetOption { name, value };
    commands("setoption name Hash value 64", &set("Hash", Some("64")));
    commands("setoption name Clear Hash", &set("Clear Hash", None));
    commands(
        "setoption  name  Move Overhead  value  30 ",
        &set("Move Overhead", Some("30")),
    );
    commands(
        "setoption name Book value C:\\a b\\c",
        &set("Book", Some("C:\\a b\\c")),
    );
    commands(
        "setoption name A value B value C",
        &set("A", Some("B value C")),
    );
    commands("setoption name Book value", &set("Book", Some("")));
    commands("setoption name Book value <empty>", &set("Book", Some("")));
    commands("setoption name valued values", &set("valued values", None));
    commands("setoption name name value name", &set("name", Some("name")));
}

#[test]
fn positions() {
    let position = |setup, moves: &[&'static str]| Command::Position {
        setup,
        moves: moves.to_vec(),
    };
    let fen = "8/8/8/3ox3/3xo3/8/8/8 x";
    commands("position startpos", &position(Setup::StartPos, &[]));
    commands("position startpos moves", &position(Setup::StartPos, &[]));
    commands(
        "position  startpos\tmoves d3  0000 moves \r\n",
        &position(Setup::StartPos, &["d3", "0000", "moves"]),
    );
    commands(
        "position fen 8/8/8/3ox3/3xo3/8/8/8 x",
        &position(Setup::Fen(fen), &[]),
    );
    commands(
        "position fen 8/8/8/3ox3/3xo3/8/8/8 x moves d3 c5",
        &position(Setup::Fen(fen), &["d3", "c5"]),
    );
    commands(
        "position daifugo group D3C5/S3D4 0 - - 00 -",
        &position(Setup::Text("daifugo group D3C5/S3D4 0 - - 00 -"), &[]),
    );
    commands(
        "position mnk 15 15 5 moves h8 pass",
        &position(Setup::Text("mnk 15 15 5"), &["h8", "pass"]),
    );
    commands("position 10,12,5", &position(Setup::Text("10,12,5"), &[]));
    commands(
        "position startposition",
        &position(Setup::Text("startposition"), &[]),
    );
    commands("moves d3", &Command::Moves(vec!["d3"]));
    commands("moves  d3 c5 ", &Command::Moves(vec!["d3", "c5"]));
}

#[test]
fn limits() {
    let go = |line: &str, go: Go| commands(line, &Command::Go(go));
    go("go", Go::default());
    go(
        "go p1time 60000 p2time 50000 p1inc 100 p2inc 0",
        Go {
            clock: [Some(ms(60_000)), Some(ms(50_000))],
            increment: [Some(ms(100)), Some(ms(0))],
            ..Go::default()
        },
    );
    go(
        "go binc 4 winc 3   btime 2 wtime 1 movestogo 40",
        Go {
            clock: [Some(ms(1)), Some(ms(2))],
            increment: [Some(ms(3)), Some(ms(4))],
            moves_to_go: NonZeroU32::new(40),
            ..Go::default()
        },
    );
    go(
        "go p2inc 5 p1time -3 p2time -99999999999999999999999",
        Go {
            clock: [Some(ms(0)), Some(ms(0))],
            increment: [None, Some(ms(5))],
            ..Go::default()
        },
    );
    go(
        "go movetime 0",
        Go {
            move_time: Some(ms(0)),
            ..Go::default()
        },
    );
    go(
        "go movetime 315360000000 nodes 18446744073709551615 depth 4294967295",
        Go {
            move_time: Some(kaeshi_protocol::MAX_TIME),
            nodes: Some(NonZeroU64::MAX),
            depth: Some(NonZeroU32::MAX),
            ..Go::default()
        },
    );
    go(
        "go infinite wtime 5",
        Go {
            infinite: true,
            clock: [Some(ms(5)), None],
            ..Go::default()
        },
    );
    go(
        "go ponder searchmoves d3 c4 depth 007 infinite",
        Go {
            ponder: true,
            search_moves: vec!["d3", "c4"],
            depth: NonZeroU32::new(7),
            infinite: true,
            ..Go::default()
        },
    );
}

#[test]
fn a_list_of_moves_ends_at_every_term() {
    let terms = "p1time 1,p2time 1,p1inc 1,p2inc 1,wtime 1,btime 1,winc 1,binc 1,movestogo 1,\
                 movetime 1,depth 1,nodes 1,infinite,ponder";
    for term in terms.split(',') {
        let line = format!("go searchmoves d3 {term}");
        match Command::parse(&line) {
            Ok(Some(Command::Go(go))) => assert_eq!(go.search_moves, ["d3"], "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }
}

/// Checks that a line was refused because `term` is repeated.
#[track_caller]
fn repeats(refused: Result<(), Malformed>, term: &str) {
    match refused {
        Err(Malformed::Repeated(excerpt)) => assert_eq!(excerpt.text(), term),
        other => panic!("a second {term}: {other:?}"),
    }
}

#[test]
fn no_limit_may_be_given_twice() {
    let limits = "p1time p2time p1inc p2inc movestogo movetime depth nodes searchmoves";
    for limit in limits.split(' ') {
        let line = format!("go {limit} 1 infinite {limit} 1");
        repeats(Command::parse(&line).map(|_| ()), limit);
    }
    for limit in ["infinite", "ponder"] {
        let line = format!("go {limit} depth 1 {limit}");
        repeats(Command::parse(&line).map(|_| ()), limit);
    }
}

#[test]
fn no_field_may_be_given_twice() {
    let fields = "depth seldepth selectivity multipv nodes nps hashfull time pv";
    for field in fields.split(' ') {
        let line = format!("info {field} 1 score cp 3 {field} 1");
        repeats(Reply::parse(&line).map(|_| ()), field);
    }
    repeats(
        Reply::parse("info score cp 3 score cp 3").map(|_| ()),
        "score",
    );
}

#[test]
fn a_principal_variation_ends_at_every_field() {
    let fields = "depth 1,seldepth 1,selectivity 1,multipv 1,score cp 1,nodes 1,nps 1,hashfull 1,\
                  time 1,string x";
    for field in fields.split(',') {
        let line = format!("info pv d3 {field}");
        match Reply::parse(&line) {
            Ok(Some(Reply::Info(info))) => assert_eq!(info.pv, ["d3".into()], "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }
}

#[test]
fn greetings() {
    writes(&Reply::Name("Kaeshi 0.1".into()), "id name Kaeshi 0.1");
    writes(
        &Reply::Author("The Kaeshi developers".into()),
        "id author The Kaeshi developers",
    );
    writes(&Reply::Welcome(UgiOrUci::Ugi), "ugiok");
    writes(&Reply::Welcome(UgiOrUci::Uci), "uciok");
    writes(&Reply::Ready, "readyok");
}

#[test]
fn declarations() {
    let option = |name: &str, kind, line: &str| {
        let name = name.into();
        writes(&Reply::Option(Declaration { name, kind }), line);
    };
    option(
        "OwnBook",
        Kind::Check { default: false },
        "option name OwnBook type check default false",
    );
    option(
        "Move Overhead",
        Kind::Spin {
            default: 30,
            min: 0,
            max: 5000,
        },
        "option name Move Overhead type spin default 30 min 0 max 5000",
    );
    option(
        "Game",
        Kind::Combo {
            default: "othello".into(),
            choices: vec!["othello".into(), "mnk 15 15 5".into()],
        },
        "option name Game type combo default othello var othello var mnk 15 15 5",
    );
    option(
        "Book",
        Kind::String {
            default: "a var b".into(),
        },
        "option name Book type string default a var b",
    );
    option(
        "Book",
        Kind::String { default: "".into() },
        "option name Book type string default <empty>",
    );
    option(
        "Clear Hash",
        Kind::Button,
        "option name Clear Hash type button",
    );
    let button = Declaration {
        name: "Clear Hash".into(),
        kind: Kind::Button,
    };
    replies(
        "option name Clear Hash type button default 0",
        &Reply::Option(button),
    );
}

#[test]
fn infos() {
    let info = Info {
        depth: Some(12),
        seldepth: Some(20),
        selectivity: Some(73),
        multipv: Some(1),
        score: Some(Score {
            value: Value::Cp(-250),
            bound: Bound::Exact,
        }),
        nodes: Some(123_456),
        nps: Some(1_000_000),
        hashfull: Some(17),
        time: Some(ms(123)),
        pv: vec!["d3".into(), "0000".into()],
        string: Some("note  it".into()),
    };
    writes(
        &Reply::Info(info),
        "info depth 12 seldepth 20 selectivity 73 multipv 1 score cp -250 nodes 123456 nps 1000000 \
         hashfull 17 time 123 pv d3 0000 string note  it",
    );
    writes(&Reply::Info(Info::default()), "info");
    writes(&Reply::Info(Info::string("depth 3")), "info string depth 3");
    writes(&Reply::Info(Info::string("")), "info string ");
    for (bound, word) in [(Bound::Lower, "lowerbound"), (Bound::Upper, "upperbound")] {
        let score = Score {
            value: Value::Mate(-3),
            bound,
        };
        let info = Info {
            score: Some(score),
            ..Info::default()
        };
        writes(&Reply::Info(info), &format!("info score mate -3 {word}"));
    }
}

#[test]
fn infos_of_others() {
    let info = Info {
        depth: Some(1),
        score: Some(Score {
            value: Value::Cp(13),
            bound: Bound::Exact,
        }),
        pv: vec!["e2e4".into()],
        nodes: Some(7),
        ..Info::default()
    };
    replies(
        "info currmove e2e4 depth 1 score cp 13 wdl 5 990 5 pv e2e4 nodes 7 tbhits 0",
        &Reply::Info(Info {
            nodes: Some(7),
            ..info
        }),
    );
    replies(
        "info depth 3 pv",
        &Reply::Info(Info {
            depth: Some(3),
            ..Info::default()
        }),
    );
}

#[test]
fn best_moves() {
    let reply = |best: &str, ponder: Option<&str>| Reply::BestMove {
        best: best.into(),
        ponder: ponder.map(Into::into),
    };
    writes(&reply("d3", None), "bestmove d3");
    writes(&reply("d3", Some("c5")), "bestmove d3 ponder c5");
}

#[test]
fn responses() {
    let response = |answer, line: &str| writes(&Reply::Response(answer), line);
    response(Answer::Truth(true), "response true");
    response(Answer::Truth(false), "response false");
    response(Answer::P1Win, "response p1win");
    response(Answer::P2Win, "response p2win");
    response(Answer::Draw, "response draw");
    response(Answer::Undecided, "response none");
    response(
        Answer::Text("8/8/8/3ox3/3xo3/8/8/8 x".into()),
        "response 8/8/8/3ox3/3xo3/8/8/8 x",
    );
}

#[test]
fn only_space_tab_and_return_separate_words() {
    let name = "\u{a0}Ka\u{3000}eshi\u{2003}";
    writes(&Reply::Name(name.into()), &format!("id name {name}"));
    commands("moves a\u{a0}b", &Command::Moves(vec!["a\u{a0}b"]));
}

#[test]
fn what_is_written_is_one_line() {
    let reply = Reply::Name("a\nb\r\u{0}c\u{2028}d\u{1b}".into());
    writes(&reply, "id name a b  c d");
    let best = Reply::BestMove {
        best: "d 3\n".into(),
        ponder: None,
    };
    writes(&best, "bestmove d_3_");
    let command = Command::Position {
        setup: Setup::Text("a\nquit"),
        moves: vec!["d3\r\nstop"],
    };
    assert_eq!(command.to_string(), "position a_quit moves d3 _stop");
}
