//! `kaeshi value`: proves the result of a game with best play.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use kaeshi::engine::{GoLimits, SearchResult, Settings, SolveRequest};
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi_protocol::MAX_TIME;
use serde::Serialize;

use super::Failure;
use super::options::{HashOption, ThreadsOption};
use super::position::{self, Opened, PositionFormat, PositionOption};
use super::print_message;
use super::seconds::positive_seconds;
use super::solve::long_time;

/// Prove who wins a game with best play, above all m,n,k games
///
/// Without a game, the published values of m,n,k games that take a few seconds are proven one after the other. The exit
/// code is 1 if one differs. A win is given with its exact number of plies, or with a maximum if the quickest win
/// is not proven.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Value {
    /// Games, by names that 'kaeshi --help' lists.
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// One game, as GAME.
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with = "games",
        display_order = 100
    )]
    game: Option<String>,
    #[command(flatten)]
    position: PositionOption,
    /// Maximum time for one game in seconds [default: no limit].
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    seconds: Option<Duration>,
    /// Print one JSON object for each game instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    hash: HashOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi value                                       the published values of small boards
  kaeshi value 'mnk 7 7 5' 'mnk 6 5 4'               a draw, a win
  kaeshi value 'mnk 9 4 4' --hash 1024               minutes; a larger table helps
  kaeshi value --position 'mnk 4 4 4 4/1X2/2O1/4 x'  a position";

/// Published values for the first player: width, height, number in a row, and whether it is a win.
///
/// Draws and wins of k = 3 to 5 are after Uiterwijk and others, 9,4,4 after Charatsidis, 2017. 7,7,5 is after Hsu, Ko
/// and others, 2020. The rest is folklore and was found by other programs, too.
const PUBLISHED: [(u8, u8, u8, bool); 38] = [
    (2, 2, 2, true),
    (4, 4, 2, true),
    (3, 3, 3, false),
    (4, 3, 3, true),
    (3, 4, 3, true),
    (4, 4, 3, true),
    (5, 3, 3, true),
    (5, 4, 3, true),
    (4, 4, 4, false),
    (5, 4, 4, false),
    (6, 4, 4, false),
    (7, 4, 4, false),
    (5, 5, 4, false),
    (6, 5, 4, true),
    (5, 6, 4, true),
    (6, 6, 4, true),
    (5, 5, 5, false),
    (6, 5, 5, false),
    (7, 5, 5, false),
    (8, 5, 5, false),
    (9, 5, 5, false),
    (6, 6, 5, false),
    (7, 6, 5, false),
    (6, 6, 6, false),
    (7, 7, 6, false),
    (8, 7, 6, false),
    (9, 6, 6, false),
    (9, 7, 6, false),
    (8, 8, 6, false),
    (8, 8, 7, false),
    (8, 6, 5, false),
    (7, 7, 5, false),
    (10, 5, 5, false),
    (8, 4, 4, false),
    // Values that take more than a few seconds.
    (9, 4, 4, true),
    (10, 4, 4, true),
    (8, 8, 5, false),
    (15, 15, 5, true),
];

/// Number of published values that are proven if no game is named.
const SOON: usize = 34;

/// The result for a game.
#[derive(Debug, Serialize)]
struct GameValue {
    game: String,
    /// The notation of the position, if one was given.
    notation: Option<PositionFormat>,
    /// In the game's own words; nothing if it is not proven.
    value: Option<String>,
    published: Option<&'static str>,
    agrees: Option<bool>,
    #[serde(rename = "move")]
    best: Option<String>,
    nodes: u64,
    seconds: f64,
}

impl Value {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let names: Vec<String> = match (&self.game, &self.games[..]) {
            (Some(game), _) => vec![game.clone()],
            (None, []) if self.position.text.is_some() => vec![games::DEFAULT.into()],
            (None, []) => PUBLISHED[..SOON].iter().map(|row| name(*row)).collect(),
            (None, games) => games.to_vec(),
        };
        if self.position.text.is_some() && names.len() > 1 {
            return Err(InputError::new("a position belongs to one game: name one").into());
        }
        let out = &mut io::stdout().lock();
        let mut agree = true;
        for (at, game) in names.into_iter().enumerate() {
            let text = self.position.text.as_deref();
            let opened = position::open(&game, self.hash.megabytes, text)?;
            if at == 0 && !self.json {
                print_head(&opened, out)?;
            }
            self.warn(&game, &opened);
            let found = self.find(game, opened)?;
            agree &= found.agrees != Some(false);
            if self.json {
                writeln!(out, "{}", serde_json::json!(found))?;
            } else {
                found.print(out)?;
            }
            out.flush()?;
        }
        Ok(if agree {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }

    /// Warns before a proof of Othello with a long estimated time.
    fn warn(&self, game: &str, opened: &Opened) {
        let is_searched = opened.family == Some("othello") && opened.engine.result().is_none();
        let Some(grid) = opened.engine.grid().filter(|_| is_searched) else {
            return;
        };
        let empties = grid.cells.iter().filter(|cell| cell.is_none()).count();
        let empties = u32::try_from(empties).unwrap_or(u32::MAX);
        let request = SolveRequest {
            time: self.seconds,
            ..SolveRequest::default()
        };
        if let Some(time) = long_time(empties, &request, self.threads.count) {
            print_message(&format!(
                "{game}: {empties} empty squares take {time} (--seconds ends without a proof; 30 empty squares take a \
                 minute or two)"
            ));
        }
    }

    fn find(&self, game: String, mut opened: Opened) -> Result<GameValue, Failure> {
        let text = self.position.text.as_deref();
        let limits = GoLimits {
            move_time: Some(self.seconds.unwrap_or(MAX_TIME)),
            ..GoLimits::default()
        };
        let settings = Settings {
            threads: self.threads.count,
            ..Settings::default()
        };
        let result = opened.engine.choose(&limits, settings)?;
        let published = PUBLISHED
            .iter()
            .find(|row| text.is_none() && name(**row) == game)
            .map(|(.., win)| if *win { "a win" } else { "a draw" });
        // A finished game has nothing to search.
        let value = value(&result).or_else(|| opened.engine.result_in_words());
        Ok(GameValue {
            agrees: published.and_then(|published| Some(value.as_ref()?.starts_with(published))),
            game: text.map_or(game, Into::into),
            notation: opened.notation,
            value,
            published,
            best: result.best,
            nodes: result.progress.nodes,
            seconds: result.progress.time.as_secs_f64(),
        })
    }
}

/// The notation of the position, and the head of the table.
fn print_head(opened: &Opened, out: &mut dyn Write) -> io::Result<()> {
    if let Some(header) = opened.header() {
        writeln!(out, "{header}")?;
    }
    writeln!(
        out,
        "{:<16} {:<28} {:<9} {:<5} {:>12} {:>9}",
        "game", "value", "published", "move", "nodes", "seconds"
    )
}

/// The proven result; `None` if only a bound is proven.
fn value(result: &SearchResult) -> Option<String> {
    result.info.as_ref()?.proven.clone()
}

fn name((width, height, in_row, _): (u8, u8, u8, bool)) -> String {
    format!("mnk {width} {height} {in_row}")
}

impl GameValue {
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let or_none = |text: Option<&str>| text.unwrap_or("-").to_owned();
        writeln!(
            out,
            "{:<16} {:<28} {:<9} {:<5} {:>12} {:>9.3}{}",
            self.game,
            self.value.as_deref().unwrap_or("not proven"),
            or_none(self.published),
            or_none(self.best.as_deref()),
            self.nodes,
            self.seconds,
            if self.agrees == Some(false) {
                "  DIFFERENT"
            } else {
                ""
            }
        )
    }
}
