//! Writers of the commands that the product only reads.

use std::fmt::Display;
use std::time::Duration;

use kaeshi_protocol::{cecp as xboard, gomocup as piskvork, nboard as boards, usi as shogi};

/// A term such as ` depth 3`, if there is a value.
fn term(name: &str, value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| format!(" {name} {value}"))
}

fn milliseconds(time: Duration) -> u128 {
    time.as_millis()
}

fn limits(go: &shogi::Go) -> String {
    let [black, white] = go.clock.map(|time| time.map(milliseconds));
    let [black_gain, white_gain] = go.increment.map(|time| time.map(milliseconds));
    let mut line = term("btime", black) + &term("wtime", white);
    line += &(term("binc", black_gain) + &term("winc", white_gain));
    line += &term("byoyomi", go.byoyomi.map(milliseconds));
    line += &term("movetime", go.move_time.map(milliseconds));
    line += &(term("depth", go.depth) + &term("nodes", go.nodes));
    line += if go.infinite { " infinite" } else { "" };
    line += if go.ponder { " ponder" } else { "" };
    line
}

/// A command of USI-X.
pub(super) fn usi(command: &shogi::Command<'_>) -> String {
    use shogi::Command;
    match command {
        Command::Hello => "usi".into(),
        Command::IsReady => "isready".into(),
        Command::NewGame => "usinewgame".into(),
        Command::ScoreType => "score_scale_and_type".into(),
        Command::Stop => "stop".into(),
        Command::GameOver => "gameover".into(),
        Command::Quit => "quit".into(),
        Command::SetOption { name, value } => {
            let value = value.map(|value| if value.is_empty() { "<empty>" } else { value });
            plain(&format!("setoption name {name}{}", term("value", value)))
        }
        Command::Position { setup, moves } => {
            let setup = match setup {
                shogi::Setup::StartPos => "startpos".into(),
                shogi::Setup::Sfen(sfen) => format!("sfen {sfen}"),
            };
            let moves = moves.join(" ");
            plain(&format!("position {setup} moves {moves}"))
        }
        Command::Go(go) => format!("go{}", limits(go)),
        Command::PonderHit(go) => format!("ponderhit{}", limits(go)),
    }
}

/// The text with blanks for other separators of words, and `_` for characters that could break the line.
fn plain(text: &str) -> String {
    let text = text
        .trim_matches([' ', '\t', '\r'])
        .replace(['\t', '\r'], " ");
    text.replace(['\u{2028}', '\u{2029}'], "_")
}

fn seconds(time: Duration) -> String {
    format!("{}.{:09}", time.as_secs(), time.subsec_nanos())
}

/// A command of CECP.
pub(super) fn cecp(command: &xboard::Command<'_>) -> String {
    use xboard::Command;
    match command {
        Command::Hello => "xboard".into(),
        Command::Version(number) => format!("protover {number}"),
        Command::New => "new".into(),
        Command::Variant(name) => plain(&format!("variant {name}")),
        Command::Force => "force".into(),
        Command::Go => "go".into(),
        Command::PlayOther => "playother".into(),
        Command::Level(level) => {
            let (minutes, rest) = (level.base.as_secs() / 60, level.base.as_secs() % 60);
            // The seconds may exceed 59 if the minutes are at their maximum.
            let minutes_written = minutes.min(u32::MAX.into());
            let rest = rest + 60 * (minutes - minutes_written);
            let (moves, gain) = (level.moves, seconds(level.increment));
            format!("level {moves} {minutes_written}:{rest:02} {gain}")
        }
        Command::MoveTime(time) => format!("st {}", seconds(*time)),
        Command::Depth(plies) => format!("sd {plies}"),
        Command::OwnTime(time) => format!("time {}", time.as_millis().div_ceil(10)),
        Command::OtherTime(time) => format!("otim {}", time.as_millis().div_ceil(10)),
        Command::Move(mv) => format!("usermove {mv}"),
        Command::MoveNow => "?".into(),
        Command::Ping(number) => format!("ping {number}"),
        Command::Result => "result".into(),
        Command::SetBoard(fen) => format!("setboard {fen}"),
        Command::Undo => "undo".into(),
        Command::Remove => "remove".into(),
        Command::Post(true) => "post".into(),
        Command::Post(false) => "nopost".into(),
        Command::Memory(megabytes) => format!("memory {megabytes}"),
        Command::Cores(number) => format!("cores {number}"),
        Command::Option { name, value } => {
            let value = value.map_or_else(String::new, |value| format!("={value}"));
            plain(&format!("option {name}{value}"))
        }
        Command::Nothing => "random".into(),
        Command::Quit => "quit".into(),
    }
}

/// A command of `NBoard`.
pub(super) fn nboard(command: &boards::Command) -> String {
    use boards::Command;
    match command {
        Command::Hello(version) => format!("nboard {version}"),
        Command::SetDepth(depth) => format!("set depth {depth}"),
        Command::SetGame(game) => format!("set game {game}"),
        Command::SetContempt(hundredths) => format!("set contempt {hundredths}"),
        Command::Move(item) => format!("move {item}"),
        Command::Hint(moves) => format!("hint {moves}"),
        Command::Go => "go".into(),
        Command::Ping(number) => format!("ping {number}"),
        Command::Learn => "learn".into(),
        Command::Analyze => "analyze".into(),
        Command::Quit => "quit".into(),
    }
}

/// A command of Gomocup.
pub(super) fn gomocup(command: &piskvork::Command) -> String {
    use piskvork::{Command, Owner};
    match command {
        Command::Start(size) => format!("START {size}"),
        Command::RectStart(width, height) => format!("RECTSTART {width},{height}"),
        Command::Restart => "RESTART".into(),
        Command::Begin => "BEGIN".into(),
        Command::Turn(at) => format!("TURN {at}"),
        Command::Play(at) => format!("PLAY {at}"),
        Command::Board => "BOARD".into(),
        Command::SilentBoard => "YXBOARD".into(),
        Command::Swap2Board => "SWAP2BOARD".into(),
        Command::Stone(at, None) => at.to_string(),
        Command::Stone(at, Some(Owner::Own)) => format!("{at},1"),
        Command::Stone(at, Some(Owner::Opponent)) => format!("{at},2"),
        Command::Stone(at, Some(Owner::Nobody)) => format!("{at},3"),
        Command::Done => "DONE".into(),
        Command::TakeBack(at) => format!("TAKEBACK {at}"),
        Command::Stop => "YXSTOP".into(),
        Command::Info(info) => format!("INFO {}", note(info)),
        Command::About => "ABOUT".into(),
        Command::End => "END".into(),
    }
}

fn note(info: &piskvork::Info) -> String {
    use piskvork::Info;
    match info {
        Info::TurnTime(time) => format!("timeout_turn {}", time.as_millis()),
        Info::MatchTime(time) => {
            format!("timeout_match {}", time.map_or(0, |time| time.as_millis()))
        }
        Info::TimeLeft(time) => {
            let unlimited = 2_147_483_647;
            format!(
                "time_left {}",
                time.map_or(unlimited, |time| time.as_millis())
            )
        }
        Info::Memory(bytes) => format!("max_memory {}", bytes.unwrap_or(0)),
        Info::Rule(bits) => format!("rule {bits}"),
        Info::Depth(plies) => format!("max_depth {plies}"),
        Info::Nodes(nodes) => format!("max_node {nodes}"),
        Info::Threads(threads) => format!("thread_num {threads}"),
        Info::Other => "game_type 1".into(),
    }
}
