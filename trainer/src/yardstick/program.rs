//! An engine that runs as a process and speaks UGI.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use kaeshi::game::{Notation, Side};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::{Board, Square};
use kaeshi_protocol::ugi::{Info, Reply, Value};

use super::reply::{Limit, Reply as Played};
use crate::Failure;

/// A running engine. The process is killed when this is dropped.
pub(super) struct Program {
    command: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The name that the engine says it has.
    pub(super) name: String,
}

impl Program {
    /// Starts a program with its arguments, separated by blanks, and sets options such as `Hash=64`.
    pub(super) fn start(command: &str, options: &[String]) -> Result<Self, Failure> {
        let mut words = command.split_whitespace();
        let fail = |why: &dyn ToString| Failure::Engine(command.to_owned(), why.to_string());
        let program = words.next().ok_or_else(|| fail(&"names no program"))?;
        let child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|why| fail(&why))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| fail(&"it has no pipes"))?;
        let mut program = Self {
            command: command.to_owned(),
            child,
            input,
            output: BufReader::new(output),
            name: String::new(),
        };
        program.send("ugi")?;
        program.wait(|program, reply| {
            if let Reply::Name(name) = &reply {
                program.name = name.to_string();
            }
            matches!(reply, Reply::Welcome(_)).then_some(())
        })?;
        for option in options {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            program.send(&format!("setoption name {name} value {value}"))?;
        }
        program.synchronise()?;
        Ok(program)
    }

    /// The engine's move after a search from an empty table.
    pub(super) fn play(&mut self, board: Board, limit: Limit) -> Result<Played, Failure> {
        self.send("uginewgame")?;
        let position = Othello::new(board, Side::First).write();
        self.send(&format!("position fen {position}"))?;
        self.synchronise()?;
        self.send(&match limit {
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::Time(time) => format!("go movetime {}", time.as_millis()),
            Limit::Depth(depth) => format!("go depth {depth}"),
        })?;
        let (mut nodes, mut score, mut depth) = (0, None, 0);
        let best = self.wait(|_, reply| match reply {
            Reply::Info(info) => {
                nodes = info.nodes.unwrap_or(nodes);
                if let Some(discs) = score_of(&info) {
                    score = Some(discs);
                    depth = info.depth.unwrap_or(depth);
                }
                None
            }
            Reply::BestMove { best, .. } => Some(best.to_string()),
            _ => None,
        })?;
        let square: Square = best
            .parse()
            .map_err(|_| self.fail(&format!("'{best}' is no move")))?;
        if board.legal() & square.bit() == 0 {
            return Err(self.fail(&format!("its move {best} is not legal in {board}")));
        }
        Ok(Played {
            square,
            score: score.ok_or_else(|| self.fail("it gives no score"))?,
            nodes,
            depth,
        })
    }

    fn synchronise(&mut self) -> Result<(), Failure> {
        self.send("isready")?;
        self.wait(|_, reply| (reply == Reply::Ready).then_some(()))
    }

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.input, "{line}").map_err(|why| self.fail(&why.to_string()))
    }

    /// Reads replies until `wanted` returns a value. Lines that are no replies are skipped.
    fn wait<T>(
        &mut self,
        mut wanted: impl FnMut(&mut Self, Reply) -> Option<T>,
    ) -> Result<T, Failure> {
        let mut line = String::new();
        loop {
            line.clear();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err(self.fail("it has ended")),
                Err(why) => return Err(self.fail(&why.to_string())),
                Ok(_) => {}
            }
            if line.starts_with("info string error") {
                return Err(self.fail(line.trim()));
            }
            if let Ok(Some(reply)) = Reply::parse(&line)
                && let Some(found) = wanted(self, reply)
            {
                return Ok(found);
            }
        }
    }

    fn fail(&self, why: &str) -> Failure {
        Failure::Engine(self.command.clone(), why.to_owned())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The score in discs of a line of an iteration.
fn score_of(info: &Info) -> Option<f64> {
    if info.pv.is_empty() || info.multipv.is_some_and(|rank| rank > 1) {
        return None;
    }
    match info.score.as_ref()?.value {
        Value::Cp(hundredths) => Some(f64::from(hundredths) / 100.0),
        Value::Mate(_) => None,
    }
}
