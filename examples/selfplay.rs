//! A whole game through UGI: two processes play, this one referees.
//!
//! ```text
//! cargo run --release --example selfplay
//! cargo run --release --example selfplay -- --game tictactoe --time 500 --increment 20
//! cargo run --release --example selfplay -- --second 'other-engine --some-option'
//! ```
//!
//! The referee keeps the clocks, checks every move, and queries the result from both players at the end. It fails on an
//! illegal move, a clock that ran out, or a wrong result.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command as Process, ExitCode, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use crossbeam_channel::Receiver;
use kaeshi::engine::Engine;
use kaeshi::game::Outcome;
use kaeshi::games;
use kaeshi::search::TranspositionTable;
use kaeshi::shell::{self, Options};
use kaeshi_protocol::ugi::{Answer, Command, Go, Info, Query, Reply, Setup, UgiOrUci, Value};

/// Play one game between two engines that speak UGI, and referee it
#[derive(Debug, Parser)]
struct Arguments {
    /// The game, as the `Game` option names it.
    #[arg(long, default_value = games::DEFAULT)]
    game: String,
    /// Initial time on each clock in milliseconds.
    #[arg(long, default_value_t = 3000, value_name = "MS")]
    time: u64,
    /// Increment for each move in milliseconds.
    #[arg(long, default_value_t = 30, value_name = "MS")]
    increment: u64,
    /// Command line of the first player [default: Kaeshi].
    #[arg(long, value_name = "COMMAND")]
    first: Option<String>,
    /// Command line of the second player [default: Kaeshi].
    #[arg(long, value_name = "COMMAND")]
    second: Option<String>,
    /// Show only the final board and the result.
    #[arg(long)]
    quiet: bool,
}

/// With this word as its argument, the example runs as the engine.
const ENGINE: &str = "engine";

/// Additional time after the clock has run out until a player counts as lost.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest line of a player, in bytes.
const MAX_LINE: u64 = 64 * 1024;

type Outcry = Box<dyn Error>;

fn main() -> ExitCode {
    let outcome = match std::env::args().nth(1).as_deref() {
        Some(ENGINE) => shell::run(Options::default(), None).map_err(Outcry::from),
        _ => referee(&Arguments::parse()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("selfplay: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Plays the game and prints its course.
fn referee(arguments: &Arguments) -> Result<(), Outcry> {
    let mut players = [
        Player::start(arguments.first.as_deref(), &arguments.game)?,
        Player::start(arguments.second.as_deref(), &arguments.game)?,
    ];
    let table = Arc::new(TranspositionTable::new(TranspositionTable::MIN_MEGABYTES)?);
    let mut board = games::open(&arguments.game, table)?;
    let (moves, clocks) = play(arguments, &mut *board, &mut players)?;
    let result = agree_on_result(&*board, &moves, &mut players)?;
    let [first, second] = clocks.map(|clock| clock.as_secs_f64());
    let mut out = io::stdout().lock();
    writeln!(out, "\n{}\n\n{result}", board.draw())?;
    writeln!(out, "On the clocks: {first:.2} s and {second:.2} s.")?;
    players.into_iter().try_for_each(Player::quit)
}

/// Plays to the end; returns the moves and the time left on the clocks.
fn play(
    arguments: &Arguments,
    board: &mut dyn Engine,
    players: &mut [Player; 2],
) -> Result<(Vec<String>, [Duration; 2]), Outcry> {
    let increment = Duration::from_millis(arguments.increment);
    let mut clocks = [Duration::from_millis(arguments.time); 2];
    let mut moves: Vec<String> = Vec::new();
    while board.result().is_none() {
        let turn = board.side().index();
        let go = Go {
            clock: clocks.map(Some),
            increment: [Some(increment); 2],
            ..Go::default()
        };
        let start = Instant::now();
        let (mv, opinion) = players[turn].think(&moves, go, clocks[turn])?;
        let used = start.elapsed();
        let left = clocks[turn].checked_sub(used);
        clocks[turn] = left.ok_or_else(|| format!("player {} lost on time: {used:?}", turn + 1))?;
        clocks[turn] += increment;
        board.play(&[&mv])?;
        moves.push(mv);
        if !arguments.quiet {
            let (number, mv, milliseconds) =
                (moves.len(), &moves[moves.len() - 1], used.as_millis());
            let line = format!(
                "{number:>3}. player {} {mv:<6} {milliseconds:>5} ms  {opinion}",
                turn + 1
            );
            writeln!(io::stdout(), "{}", line.trim_end())?;
        }
    }
    Ok((moves, clocks))
}

/// Queries the result from both players, and returns it if they and the referee agree.
fn agree_on_result(
    board: &dyn Engine,
    moves: &[String],
    players: &mut [Player; 2],
) -> Result<String, Outcry> {
    let expected = match board.result() {
        None => Answer::Undecided,
        Some(Outcome::Drawn) => Answer::Draw,
        Some(Outcome::Won(side)) => [Answer::P1Win, Answer::P2Win][side.index()].clone(),
    };
    for (index, player) in players.iter_mut().enumerate() {
        player.set_up(moves)?;
        player.say(&Command::Query(Query::Result))?;
        let answer = player.wait_for(PATIENCE, |reply| match reply {
            Reply::Response(answer) => Some(answer),
            _ => None,
        })?;
        if answer != expected {
            return Err(format!("player {} says {answer}, not {expected}", index + 1).into());
        }
    }
    Ok(format!("Result: {expected}. Both players agree."))
}

/// An engine in its own process.
struct Player {
    child: Child,
    input: ChildStdin,
    replies: Receiver<String>,
}

impl Player {
    /// Starts the engine and sends the greeting.
    fn start(command: Option<&str>, game: &str) -> Result<Self, Outcry> {
        let mut words = command.unwrap_or_default().split_whitespace();
        let mut process = match words.next() {
            Some(program) => Process::new(program),
            None => Process::new(std::env::current_exe()?),
        };
        if command.is_none() {
            process.arg(ENGINE);
        }
        process
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let start = process.spawn();
        let mut child = start
            .map_err(|why| format!("{} cannot be run: {why}", process.get_program().display()))?;
        let input = child.stdin.take().ok_or("no input")?;
        let mut output = BufReader::new(child.stdout.take().ok_or("no output")?);
        // A player that prints more than is read waits.
        let (sender, replies) = crossbeam_channel::bounded(64);
        thread::spawn(move || {
            // Ends with the process, with a line that is too long, or when the receiver is dropped.
            loop {
                let mut line = String::new();
                let read = output.by_ref().take(MAX_LINE).read_line(&mut line);
                if !matches!(read, Ok(1..)) || !line.ends_with('\n') || sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut player = Self {
            child,
            input,
            replies,
        };
        player.say(&Command::Hello(UgiOrUci::Ugi))?;
        player.wait_for(PATIENCE, |reply| {
            matches!(reply, Reply::Welcome(_)).then_some(())
        })?;
        let (name, value) = ("Game", Some(game));
        player.say(&Command::SetOption { name, value })?;
        player.say(&Command::IsReady)?;
        player.wait_for(PATIENCE, |reply| (reply == Reply::Ready).then_some(()))?;
        Ok(player)
    }

    fn say(&mut self, command: &Command<'_>) -> io::Result<()> {
        writeln!(self.input, "{command}")?;
        self.input.flush()
    }

    /// The first reply for which `wanted` returns a value.
    fn wait_for<T>(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(Reply) -> Option<T>,
    ) -> Result<T, Outcry> {
        let deadline = Instant::now() + patience;
        loop {
            if Instant::now() >= deadline {
                return Err("a player prints lines, but does not answer".into());
            }
            let line = self
                .replies
                .recv_deadline(deadline)
                .map_err(|_| "a player has ended, or does not answer")?;
            if let Some(found) = Reply::parse(line.trim_end())?.and_then(&mut wanted) {
                return Ok(found);
            }
        }
    }

    /// Sends the moves played so far.
    fn set_up(&mut self, moves: &[String]) -> io::Result<()> {
        let moves = moves.iter().map(String::as_str).collect();
        let setup = Setup::StartPos;
        self.say(&Command::Position { setup, moves })
    }

    /// The engine's move after `moves`, and its evaluation in words.
    fn think(
        &mut self,
        moves: &[String],
        go: Go<'_>,
        left: Duration,
    ) -> Result<(String, String), Outcry> {
        self.set_up(moves)?;
        self.say(&Command::Go(go))?;
        let mut opinion = String::new();
        let best = self.wait_for(left + PATIENCE, |reply| match reply {
            Reply::BestMove { best, .. } => Some(best),
            Reply::Info(info) => {
                opinion = in_words(&info).unwrap_or(std::mem::take(&mut opinion));
                None
            }
            _ => None,
        })?;
        Ok((best.to_string(), opinion))
    }

    /// Ends the engine and checks its exit status.
    fn quit(mut self) -> Result<(), Outcry> {
        self.say(&Command::Quit)?;
        let status = self.child.wait()?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("a player ended with {status}").into())
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // After `quit` it has ended: this is for a game that was broken off.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Depth and score, if a line tells them.
fn in_words(info: &Info) -> Option<String> {
    let (depth, score) = (info.depth?, info.score.as_ref()?);
    Some(match score.value {
        Value::Cp(hundredths) => format!("{:+.2} at depth {depth}", f64::from(hundredths) / 100.0),
        Value::Mate(plies) if plies > 0 => format!("wins in {plies} plies"),
        Value::Mate(plies) => format!("loses in {} plies", plies.unsigned_abs()),
    })
}
