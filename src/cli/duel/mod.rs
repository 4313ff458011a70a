//! `kaeshi match`: games between two programs, with clocks, a referee and a count.

mod game;
mod openings;
mod program;
pub(super) mod record;
mod report;
mod spent;
mod sprt;
mod talk;
mod tally;

use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use kaeshi::engine::Seat;
use kaeshi::game::Refused;
use kaeshi::games;
use kaeshi::search::Table;

use self::game::{End, Player, Rules, Table as Board};
use self::openings::Openings;
use self::program::Program;
use self::record::{Entry, Header, Record};
use self::sprt::Sprt;
use self::talk::{Pace, protocol};
use self::tally::Tally;
use super::Failure;
use super::options::GameOption;
use super::seconds::seconds;

/// Let two programs play against each other, refereed
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Match {
    /// The first program: its command line, with 'gtp:' or 'nboard:' before it if it does not speak UGI; 'nboard@16:' sets its
    /// depth, for programs that look at no clock.
    #[arg(long, value_name = "COMMAND")]
    first: String,
    /// The second program.
    #[arg(long, value_name = "COMMAND")]
    second: String,
    /// Games in all; from every opening two, with colours exchanged [default: 20; with --sprt until it is decided].
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Stop when a sequential test on pairs of games is decided: elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized
    /// is what 'elo1=5' means; the other model is logistic.
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    /// Openings, one a line, such as f5d6c3; without it eight plies are drawn by lot for each pair.
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Seconds on each clock.
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["move_time", "depth"])]
    time: Duration,
    /// Seconds gained by each move.
    #[arg(long, default_value = "0.1", value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["move_time", "depth"])]
    increment: Duration,
    /// Seconds on the second program's clock, if not as many.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["move_time", "depth"])]
    second_time: Option<Duration>,
    /// Seconds gained by each move of the second program, if not as many.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["move_time", "depth"])]
    second_increment: Option<Duration>,
    /// Seconds for each move, instead of a clock.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "depth")]
    move_time: Option<Duration>,
    /// Plies for each move, in any time; programs that speak GTP are not told.
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// By how many milliseconds a flag may fall: the way through the pipes of a busy machine.
    #[arg(long, default_value_t = 50, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    tolerance: u64,
    /// Keep every game in this file; if it holds games of the same match, go on behind them.
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    /// Which openings are drawn by lot.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    seed: u64,
    /// Print one JSON object at the end instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameOption,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi match --first ./kaeshi --second ./old/kaeshi --games 200 --time 1 --increment 0.1
  kaeshi match --first ./new --second ./old --sprt elo0=0,elo1=10 --openings xot.txt --record test.jsonl
  kaeshi match --first ./kaeshi --second 'gtp:/usr/games/gtp-rhino -l 3' --openings xot.txt
  kaeshi match --first ./kaeshi --second 'nboard@16:cd ntest && ./ntest x' --time 10
  kaeshi match --first ./kaeshi --second ./kaeshi --time 0.5 --increment 0.05 --second-time 1 --second-increment 0.1
  kaeshi match --game gomoku --first ./a --second ./b --move-time 0.5 --record match.jsonl";

impl Match {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let rules = self.rules();
        let table = Arc::new(Table::new(1).map_err(Refused::new)?);
        let mut seat = games::open(&self.game.name, table)?;
        let openings = match &self.openings {
            Some(file) => Openings::read(file, &mut *seat)?,
            None => Openings::by_lot(8, self.seed),
        };
        let header = self.header(&self.game.name, rules);
        let (mut record, played) = Record::open(self.record.as_deref(), &header)?;
        let has_clocks = matches!(rules.paces[0], Pace::Clock(..));
        let mut tally = Tally::new(self.sprt);
        for entry in &played {
            tally.add(entry, has_clocks);
        }
        let mut players = [
            Seated::new(&self.first, &self.game.name)?,
            Seated::new(&self.second, &self.game.name)?,
        ];
        let out = &mut io::stdout().lock();
        if !self.json {
            writeln!(out, "{} against {}", players[0].name, players[1].name)?;
        }
        for number in played.len()..self.most_games() {
            if tally.standing().is_some_and(|test| test.verdict.is_some()) {
                break;
            }
            let opening = openings.of_pair(number / 2, &mut *seat);
            let entry = play(number, &opening, &mut *seat, &mut players, rules)?;
            record.add(&entry)?;
            tally.add(&entry, has_clocks);
            if !self.json {
                report::game(&entry, &tally, out)?;
            }
        }
        let names = players.each_ref().map(|seated| seated.name.as_str());
        if self.json {
            report::json(&tally, [&self.first, &self.second], names, out)?;
        } else {
            report::end(&tally, names, out)?;
        }
        Ok(())
    }

    fn most_games(&self) -> usize {
        let unsaid = if self.sprt.is_some() { usize::MAX } else { 20 };
        self.games.unwrap_or(unsaid)
    }

    fn rules(&self) -> Rules {
        let paces = match (self.move_time, self.depth) {
            (Some(time), _) => [Pace::PerMove(time); 2],
            (None, Some(depth)) => [Pace::Depth(depth); 2],
            (None, None) => {
                let other = Pace::Clock(
                    self.second_time.unwrap_or(self.time),
                    self.second_increment.unwrap_or(self.increment),
                );
                [Pace::Clock(self.time, self.increment), other]
            }
        };
        Rules {
            paces,
            tolerance: Duration::from_millis(self.tolerance),
        }
    }

    fn header(&self, game: &str, rules: Rules) -> Header {
        Header {
            first: self.first.clone(),
            second: self.second.clone(),
            game: game.to_owned(),
            pace: match rules.paces {
                [first, second] if first == second => format!("{first:?}"),
                [first, second] => format!("{first:?} against {second:?}"),
            },
            openings: match &self.openings {
                Some(file) => file.clone(),
                None => format!("by lot, seed {}", self.seed),
            },
        }
    }
}

/// A program at the table, started anew after it has failed.
struct Seated<'a> {
    command: &'a str,
    game: String,
    name: String,
    player: Player,
}

impl<'a> Seated<'a> {
    fn new(command: &'a str, game: &str) -> Result<Self, Refused> {
        let (talk, line) = protocol(command)?;
        let program = Program::start(line)?;
        let mut player = Player { program, talk };
        let name = player.talk.greet(&mut player.program, game);
        let name = name.map_err(|why| Refused::new(format_args!("'{command}': {why}")))?;
        Ok(Self {
            command,
            game: game.to_owned(),
            name,
            player,
        })
    }
}

/// Plays a game; the program named first begins if `number`, counted from 0, is even.
fn play(
    number: usize,
    opening: &[String],
    seat: &mut dyn Seat,
    seated: &mut [Seated<'_>; 2],
    rules: Rules,
) -> Result<Entry, Failure> {
    seat.reset();
    let first_moves_first = number.is_multiple_of(2);
    let [first, second] = seated;
    let [pace, other] = rules.paces;
    let (players, paces) = if first_moves_first {
        ([&mut first.player, &mut second.player], [pace, other])
    } else {
        ([&mut second.player, &mut first.player], [other, pace])
    };
    let rules = Rules { paces, ..rules };
    let finished = Board::new(seat, players, rules).play(opening);
    if finished.end != End::Over {
        for seated in seated {
            *seated = Seated::new(seated.command, &seated.game)?;
        }
    }
    Ok(Entry::of(number + 1, first_moves_first, &finished))
}
