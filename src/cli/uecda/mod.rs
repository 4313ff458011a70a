//! `kaeshi uecda`: a client for the server of the `UECda` tournament.

mod follow;
mod observed;
mod wire;

use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Duration;

use clap::Args;
use kaeshi_protocol::uecda;

use super::Failure;
use super::number::whole;
use super::options::HashOption;
use follow::Follower;
use kaeshi::game::InputError;
use wire::Wire;

/// Play Daifugo on a server of a tournament (`UECda`)
///
/// Connects, plays until the server says that all games are over, and prints a line a game.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Uecda {
    /// The server.
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// The port of the server.
    #[arg(long, default_value_t = uecda::PORT)]
    port: u16,
    /// The name to play under: ASCII, 14 letters at most.
    #[arg(long, default_value = "Kaeshi", value_parser = name)]
    name: String,
    /// Time for a move in milliseconds.
    #[arg(long, default_value_t = 100, value_name = "MS", value_parser = whole(1..=60_000_u64))]
    move_time: u64,
    /// Print one JSON object a game instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    hash: HashOption,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi uecda                                     a server on this machine, at the default port
  kaeshi uecda --host example.org --port 42485 --name Kaeshi --move-time 500";

/// Checks that the name fits into its row of the table.
fn name(text: &str) -> Result<String, String> {
    let fits = (1..=14).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    if fits {
        Ok(text.into())
    } else {
        Err("1 to 14 ASCII letters, digits or signs".into())
    }
}

/// The results of the games.
#[derive(Debug, Default)]
struct Results {
    games: u32,
    points: u32,
    /// Plays that the server refused.
    refused: u32,
}

impl Uecda {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let address = (self.host.as_str(), self.port);
        let stream = TcpStream::connect(address).map_err(|why| {
            let (host, port) = address;
            InputError::new(format_args!("no server at {host}:{port}: {why}"))
        })?;
        stream.set_nodelay(true)?;
        let mut wire = Wire::new(stream, &self.name)?;
        let me = wire.number()?;
        let me = u8::try_from(me)
            .ok()
            .filter(|&me| usize::from(me) < uecda::PLAYERS);
        let me =
            me.ok_or_else(|| InputError::new("the server gave no number of a player, 0 to 4"))?;
        let time = Duration::from_millis(self.move_time);
        let follower = Follower::new(me, time, self.hash.megabytes)?;
        let mut results = Results::default();
        let mut out = io::stdout().lock();
        loop {
            let game = follower.game(&mut wire)?;
            results.games += 1;
            results.points += game.points;
            results.refused += game.refused;
            self.write_results(&results, game.points, &mut out)?;
            if game.last {
                return Ok(());
            }
        }
    }

    /// Writes a line for the finished game.
    fn write_results(&self, results: &Results, points: u32, out: &mut dyn Write) -> io::Result<()> {
        let Results { games, refused, .. } = results;
        let mean = f64::from(results.points) / f64::from(*games);
        if self.json {
            let object = serde_json::json!({
                "game": games, "points": points, "mean": mean, "refused": refused,
            });
            return writeln!(out, "{object}");
        }
        writeln!(
            out,
            "game {games}: {points} points, mean {mean:.3}, plays refused so far: {refused}"
        )
    }
}
