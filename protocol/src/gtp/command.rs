//! The commands of GTP.

use std::fmt;
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map_opt, opt, value, verify};

use super::vertex::{Color, Vertex, color, vertex};
use crate::lexer::{any_word, command as known, number, text, word};
use crate::line::{LineParser, Parsed, expecting};
use crate::text::SingleLine;
use crate::time::{SECONDS, seconds_left};

/// A command with its arguments.
#[derive(Debug, Clone, PartialEq)]
pub enum Command<'a> {
    /// `protocol_version`
    ProtocolVersion,
    /// `name`: the engine's name.
    Name,
    /// `version`: the engine's version.
    Version,
    /// `known_command <name>`
    KnownCommand(&'a str),
    /// `list_commands`
    ListCommands,
    /// `quit`
    Quit,
    /// `boardsize <files> [<ranks>]`; one number means a square board.
    BoardSize {
        /// Number of files.
        files: u32,
        /// Number of ranks.
        ranks: u32,
    },
    /// `clear_board`: begin a new game.
    ClearBoard,
    /// `komi <points>`: without effect in games without komi.
    Komi,
    /// `play <color> [<vertex>]`; without a vertex it is a pass.
    Play(Color, Vertex),
    /// `genmove <color>`: search a move and play it.
    GenMove(Color),
    /// `reg_genmove <color>`: search a move without playing it.
    RegGenMove(Color),
    /// `undo`: take back the last `play` or `genmove`.
    Undo,
    /// `showboard`: draw the position for a person.
    ShowBoard,
    /// `final_score`
    FinalScore,
    /// `time_settings <main> <byo-yomi> <stones>`
    TimeSettings {
        /// Time before byo-yomi, or for the whole game.
        main: Duration,
        /// Time of one period of byo-yomi.
        byo_yomi: Duration,
        /// Moves in a period of byo-yomi.
        stones: u32,
    },
    /// `time_left <color> <time> <stones>`
    TimeLeft(Color, Time),
    /// `set_game <name>`: the name may have several words.
    SetGame(&'a str),
    /// `list_games`: one game a line, as `set_game` takes it.
    ListGames,
    /// `loadsgf <file> [<move number>]`: set up the position before that move, or the last one.
    LoadSgf {
        /// The path of the file, without blanks.
        file: &'a str,
        /// Number of the move before which to set up, from 1; `None` for the end of the game.
        before: Option<u32>,
    },
    /// `gogui-rules_<question>`: the rules of the game.
    Rules(Rule),
    /// `gogui-analyze_commands`: the commands for GoGui's menu.
    AnalyzeCommands,
    /// `gogui-interrupt`: whether the comment `# interrupt` is supported.
    Interrupt,
    /// Any other command, known to the engine or not.
    Other {
        /// The first word.
        name: &'a str,
        /// The rest of the line.
        arguments: &'a str,
    },
}

/// GoGui's questions about a game that it does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// `game_id`: the name of the game, one word.
    GameId,
    /// `board_size`: number of files and of ranks.
    BoardSize,
    /// `board`: the position, the last rank first.
    Board,
    /// `legal_moves`: the legal moves; none if the game is over.
    LegalMoves,
    /// `side_to_move`: the player to move.
    SideToMove,
    /// `final_result`: the result as text for people.
    FinalResult,
}

/// The state of a player's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Time {
    /// Time until the flag falls or the next period begins.
    pub left: Duration,
    /// Moves until the end of the period; 0 before byo-yomi.
    pub stones: u32,
}

impl Command<'_> {
    /// The names of all commands except [`Command::Other`].
    pub const NAMES: [&'static str; 28] = [
        "boardsize",
        "clear_board",
        "final_score",
        "genmove",
        "gogui-analyze_commands",
        "gogui-interrupt",
        "gogui-rules_board",
        "gogui-rules_board_size",
        "gogui-rules_final_result",
        "gogui-rules_game_id",
        "gogui-rules_legal_moves",
        "gogui-rules_side_to_move",
        "known_command",
        "komi",
        "list_commands",
        "list_games",
        "loadsgf",
        "name",
        "play",
        "protocol_version",
        "quit",
        "reg_genmove",
        "set_game",
        "showboard",
        "time_left",
        "time_settings",
        "undo",
        "version",
    ];
}

/// A command with its arguments.
pub(super) fn command(input: &str) -> Parsed<'_, Command<'_>> {
    alt((simple, longer, other)).parse(input)
}

fn simple(input: &str) -> Parsed<'_, Command<'_>> {
    let first = alt((
        value(Command::ProtocolVersion, word("protocol_version")),
        value(Command::Name, word("name")),
        value(Command::Version, word("version")),
        value(Command::ListCommands, word("list_commands")),
        value(Command::Quit, word("quit")),
        value(Command::ClearBoard, word("clear_board")),
        value(Command::Undo, word("undo")),
        value(Command::ShowBoard, word("showboard")),
        value(Command::FinalScore, word("final_score")),
        value(Command::ListGames, word("list_games")),
    ));
    let rule = |rule, name| value(Command::Rules(rule), word(name));
    let gogui = alt((
        value(Command::AnalyzeCommands, word("gogui-analyze_commands")),
        value(Command::Interrupt, word("gogui-interrupt")),
        rule(Rule::GameId, "gogui-rules_game_id"),
        rule(Rule::BoardSize, "gogui-rules_board_size"),
        rule(Rule::Board, "gogui-rules_board"),
        rule(Rule::LegalMoves, "gogui-rules_legal_moves"),
        rule(Rule::SideToMove, "gogui-rules_side_to_move"),
        rule(Rule::FinalResult, "gogui-rules_final_result"),
    ));
    alt((first, gogui)).parse(input)
}

fn longer(input: &str) -> Parsed<'_, Command<'_>> {
    let color = || expecting("a colour (black or white)", color);
    let vertex = alt((vertex, value(Vertex::Pass, nom::combinator::eof)));
    let vertex = expecting("a vertex (such as D3) or pass", vertex);
    alt((
        known("known_command", some_word("the name of a command")).map(Command::KnownCommand),
        known("boardsize", board_size),
        known("komi", expecting("a number of points", points)).map(|()| Command::Komi),
        known("play", (color(), vertex)).map(|(color, vertex)| Command::Play(color, vertex)),
        known("genmove", color()).map(Command::GenMove),
        known("reg_genmove", color()).map(Command::RegGenMove),
        known("time_settings", time_settings),
        known("time_left", (color(), time)).map(|(color, time)| Command::TimeLeft(color, time)),
        known("set_game", some_text).map(Command::SetGame),
        known("loadsgf", load_sgf),
    ))
    .parse(input)
}

fn some_word<'a>(what: &'static str) -> impl LineParser<'a, &'a str> {
    expecting(what, any_word)
}

fn some_text(input: &str) -> Parsed<'_, &str> {
    expecting(
        "the name of a game",
        verify(text, |text: &str| !text.is_empty()),
    )
    .parse(input)
}

fn board_size(input: &str) -> Parsed<'_, Command<'_>> {
    let size = || expecting("a number of files or ranks", number::<u32>);
    (size(), opt(number::<u32>))
        .map(|(files, ranks)| Command::BoardSize {
            files,
            ranks: ranks.unwrap_or(files),
        })
        .parse(input)
}

/// A decimal number with an optional sign.
fn points(input: &str) -> Parsed<'_, ()> {
    map_opt(any_word, |word: &str| {
        word.parse::<f32>().ok().filter(|points| points.is_finite())
    })
    .map(|_| ())
    .parse(input)
}

/// Seconds, with or without a fraction; negative numbers, of a clock that has run out, become 0.
fn seconds(input: &str) -> Parsed<'_, Duration> {
    expecting(SECONDS, seconds_left).parse(input)
}

fn stones(input: &str) -> Parsed<'_, u32> {
    expecting("a number of stones", number).parse(input)
}

fn time_settings(input: &str) -> Parsed<'_, Command<'_>> {
    (seconds, seconds, stones)
        .map(|(main, byo_yomi, stones)| Command::TimeSettings {
            main,
            byo_yomi,
            stones,
        })
        .parse(input)
}

fn time(input: &str) -> Parsed<'_, Time> {
    (seconds, stones)
        .map(|(left, stones)| Time { left, stones })
        .parse(input)
}

fn load_sgf(input: &str) -> Parsed<'_, Command<'_>> {
    let before = opt(verify(number::<u32>, |&number: &u32| number > 0));
    (some_word("the name of a file"), before)
        .map(|(file, before)| Command::LoadSgf { file, before })
        .parse(input)
}

fn other(input: &str) -> Parsed<'_, Command<'_>> {
    (any_word, text)
        .map(|(name, arguments)| Command::Other { name, arguments })
        .parse(input)
}

impl Rule {
    fn name(self) -> &'static str {
        match self {
            Self::GameId => "game_id",
            Self::BoardSize => "board_size",
            Self::Board => "board",
            Self::LegalMoves => "legal_moves",
            Self::SideToMove => "side_to_move",
            Self::FinalResult => "final_result",
        }
    }
}

/// Seconds to the millisecond, without trailing zeros.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.subsec_nanos() {
            0 => write!(f, "{}", self.0.as_secs()),
            nanoseconds => {
                let fraction = format!("{nanoseconds:09}");
                write!(f, "{}.{}", self.0.as_secs(), fraction.trim_end_matches('0'))
            }
        }
    }
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ProtocolVersion => f.write_str("protocol_version"),
            Self::Name => f.write_str("name"),
            Self::Version => f.write_str("version"),
            Self::KnownCommand(name) => write!(f, "known_command {}", SingleLine(name)),
            Self::ListCommands => f.write_str("list_commands"),
            Self::Quit => f.write_str("quit"),
            Self::BoardSize { files, ranks } if files == ranks => write!(f, "boardsize {files}"),
            Self::BoardSize { files, ranks } => write!(f, "boardsize {files} {ranks}"),
            Self::ClearBoard => f.write_str("clear_board"),
            Self::Komi => f.write_str("komi 0"),
            Self::Play(color, vertex) => write!(f, "play {color} {vertex}"),
            Self::GenMove(color) => write!(f, "genmove {color}"),
            Self::RegGenMove(color) => write!(f, "reg_genmove {color}"),
            Self::Undo => f.write_str("undo"),
            Self::ShowBoard => f.write_str("showboard"),
            Self::FinalScore => f.write_str("final_score"),
            Self::TimeSettings {
                main,
                byo_yomi,
                stones,
            } => {
                let (main, byo_yomi) = (Seconds(*main), Seconds(*byo_yomi));
                write!(f, "time_settings {main} {byo_yomi} {stones}")
            }
            Self::TimeLeft(color, Time { left, stones }) => {
                write!(f, "time_left {color} {} {stones}", Seconds(*left))
            }
            Self::SetGame(name) => write!(f, "set_game {}", SingleLine(name)),
            Self::ListGames => f.write_str("list_games"),
            Self::LoadSgf { file, before } => {
                write!(f, "loadsgf {}", SingleLine(file))?;
                before.map_or(Ok(()), |before| write!(f, " {before}"))
            }
            Self::Rules(rule) => write!(f, "gogui-rules_{}", rule.name()),
            Self::AnalyzeCommands => f.write_str("gogui-analyze_commands"),
            Self::Interrupt => f.write_str("gogui-interrupt"),
            Self::Other {
                name,
                arguments: "",
            } => write!(f, "{}", SingleLine(name)),
            Self::Other { name, arguments } => {
                write!(f, "{} {}", SingleLine(name), SingleLine(arguments))
            }
        }
    }
}
