//! The options of `kaeshi analyse`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use kaeshi::analysis::{Effort, Thresholds};
use kaeshi::files::{check_outputs, shown};
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::games::othello::book::Book;

use crate::cli::convert::Format;
use crate::cli::filter::Shard;
use crate::cli::number::whole;
use crate::cli::options::{HashOption, ThreadsOption};
use crate::cli::seconds::positive_seconds;

/// Show where games were won and lost
///
/// Games of Othello are judged from the end backwards: what each move was worth, what it lost, and the better move. Values
/// are final disc differences, exact near the end, with their confidence before. Reads transcripts, GGF, PGN, WTHOR, SGF
/// and records of matches; see 'kaeshi convert --help'. Games of m,n,k and Connect Four are transcripts, one a line.
#[derive(Debug, Args)]
#[command(after_long_help = NOTES)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent switches of a command"
)]
pub(crate) struct Analyse {
    /// Files of games; '-' is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub(super) files: Vec<PathBuf>,
    /// The format of the files; by default that of the ending of the name. Standard input is recognised.
    #[arg(long, value_name = "FORMAT")]
    pub(super) from: Option<Format>,
    /// Only the game with this number in its file, or the games from N to M; or the name of another game than Othello.
    #[arg(long = "game", value_name = "N|N-M|NAME", value_parser = chosen, display_order = 100)]
    pub(super) game: Vec<Chosen>,
    /// Only games of players whose names contain this text; a summary over them follows.
    #[arg(long, value_name = "NAME")]
    pub(super) player: Option<String>,
    /// How thoroughly, 1 to 9: depth 4 + 2 N plies, to the end of the game from 16 + 2 N empty squares (with 73 %
    /// confidence, from level 6 on 95 %), exactly from 12 + 2 N. Each level takes about three times as long as the one before [default: 6].
    #[arg(long, value_name = "N", value_parser = whole(1..=Effort::MAX_LEVEL), display_order = 103)]
    pub(super) level: Option<u8>,
    /// Seconds for each move instead of a level; for other games than Othello 1 by default.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, conflicts_with = "level")]
    pub(super) time: Option<Duration>,
    /// Take values from this opening book, which 'kaeshi book' makes, where they are at least as deep as the searches
    /// [default: the built-in one].
    #[arg(
        long,
        value_name = "FILE",
        display_order = 104,
        conflicts_with = "time"
    )]
    pub(super) book: Option<PathBuf>,
    /// Take no values from an opening book.
    #[arg(long, conflicts_with = "book", display_order = 105)]
    pub(super) no_book: bool,
    /// Losses in discs from which on a move counts as dubious, as a mistake, as a blunder [default: 2,4,10].
    #[arg(long, value_name = "A,B,C", value_parser = thresholds)]
    pub(super) thresholds: Option<Thresholds>,
    /// The number of games at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u16))]
    pub(super) jobs: u16,
    /// Only part I of N, from 0/N to N-1/N: the games whose number in their file, less one, leaves the remainder I after
    /// division by N.
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,
    /// Print one JSON object a line for each game, and nothing else.
    #[arg(long)]
    pub(super) json: bool,
    /// Write a page for reading in a browser: a file for one game, a folder with index.html for several.
    #[arg(long, value_name = "OUT")]
    pub(super) html: Option<PathBuf>,
    /// Write the games in GGF with the values of their moves.
    #[arg(long, value_name = "OUT")]
    pub(super) ggf: Option<PathBuf>,
    /// Write the games in PGN with values, better moves and lines as comments.
    #[arg(long, value_name = "OUT")]
    pub(super) pgn: Option<PathBuf>,
    /// Take the games that an earlier run with --json has analysed from this file; '>>' appends the others to it.
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,
    /// Replace files that exist.
    #[arg(long)]
    pub(super) force: bool,
    /// Seconds between two lines of progress on standard error, if that is not a terminal.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, default_value = "30")]
    pub(super) progress: Duration,
    /// Print no progress.
    #[arg(long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) hash: HashOption,
    #[command(flatten)]
    pub(super) threads: ThreadsOption,
}

const NOTES: &str = "\
Examples:
  kaeshi analyse game.ggf
  kaeshi analyse games.wtb --game 12 --html game12.html
  kaeshi analyse games.pgn --player Tanaka --jobs 2 --json > tanaka.jsonl
  echo f5d6c3d3c4f4f6f3 | kaeshi analyse
  echo d1d2d3c1 | kaeshi analyse --game connect4

Values:
  +4 is exact. +4.0 is an estimate; its confidence in percent and the depth of its search stand beside it. The value of
  a move is that of the position it leads to, and a position is worth what its best move is worth. So the values of
  consecutive positions agree. The moves but the best and the one played are searched less deep. 'book, depth 24' is a
  value of the opening book, whose line was searched to that depth.

JSON:
  file, number, black, white, place, date, result (for Black), effort, illegal (why the game ends early), start, moves
  (number, side, move, played, best, loss, line, moves, opening), end (for Black), finished, rest (the best line from an
  unfinished end), opening, thresholds, summary (sides, changes). A value has value, exact, percent, depth, and book (true) if it
  is one of the opening book.

Resuming an interrupted run:
  kaeshi analyse games.ggf --json > out.jsonl
  kaeshi analyse games.ggf --json --resume out.jsonl >> out.jsonl
  Games are recognised by their moves, and used if they were analysed at the same level. The file is then the same as after
  an undisturbed run. With --html, --ggf and --pgn, which then replace their files, both runs' games are written.

Exit status:
  0    every game was analysed
  1    a record could not be read or has a move that is not legal, or there is no game
  2    the command line is not valid, or a file cannot be read or written
  130  interrupted by SIGINT (143: SIGTERM); everything finished has been printed";

/// What `--game` selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Chosen {
    /// The games with these numbers, both ends included.
    Numbers(u64, u64),
    /// Another game than Othello.
    Named(String),
}

fn chosen(text: &str) -> Result<Chosen, String> {
    let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (number(from), number(to)) {
        (Some(from), Some(to)) if from <= to => Ok(Chosen::Numbers(from, to)),
        _ => match games::family(text) {
            Some("othello" | "tictactoe") => Ok(Chosen::Named(text.to_owned())),
            Some(_) => Err("only Othello, m,n,k games and Connect Four can be analysed".into()),
            None => Err(
                "a number from 1 on, two of them as in 3-7, or the name of a game is needed".into(),
            ),
        },
    }
}

fn thresholds(text: &str) -> Result<Thresholds, String> {
    let numbers: Vec<f64> = text
        .split(',')
        .filter_map(|number| number.trim().parse().ok())
        .filter(|number| (0.5..=128.0).contains(number))
        .collect();
    match numbers[..] {
        [a, b, c] if a <= b && b <= c && text.split(',').count() == 3 => Ok(Thresholds([a, b, c])),
        _ => Err("three rising numbers of discs from 0.5 to 128 are needed, as in 2,4,10".into()),
    }
}

impl Analyse {
    /// The effort of each position.
    pub(super) fn effort(&self) -> Effort {
        match self.time {
            Some(time) => Effort::time(time),
            None => Effort::level(self.level()),
        }
    }

    /// The losses from which on a move has a name.
    pub(super) fn thresholds(&self) -> Thresholds {
        self.thresholds.unwrap_or_default()
    }

    /// The effort in words, which a resumed run compares.
    pub(super) fn effort_name(&self) -> String {
        let book = match &self.book {
            _ if self.no_book => String::new(),
            Some(path) => format!(
                ", book {}",
                shown(Path::new(path.file_name().unwrap_or_default()))
            ),
            None => ", built-in book".into(),
        };
        match self.time {
            Some(time) => format!("{} s a move", time.as_secs_f64()),
            None => format!("level {}{book}", self.level()),
        }
    }

    fn level(&self) -> u8 {
        self.level.unwrap_or(Effort::DEFAULT_LEVEL)
    }

    /// The opening book for games of Othello; none with `--time`, since the depth of such searches is not known before.
    ///
    /// # Errors
    /// If there is none at the path, or it is damaged.
    pub(super) fn open_book(&self) -> Result<Option<Book>, InputError> {
        match &self.book {
            _ if self.no_book || self.time.is_some() => Ok(None),
            Some(path) => Book::open(path).map(Some).map_err(InputError::new),
            None => Ok(Some(Book::built_in())),
        }
    }

    /// Checks that the outputs, with the files of `pages`, replace neither an input nor each other.
    ///
    /// # Errors
    /// If one does.
    pub(super) fn check_outputs(&self, pages: &[PathBuf]) -> Result<(), InputError> {
        let named = |name, path: &Option<PathBuf>| path.clone().map(|path| (name, path));
        let log = self.book.as_deref().map(Book::log_of);
        let games = self.files.iter().map(|path| ("FILE", path.clone()));
        let others = [
            named("--book", &self.book),
            named("--book", &log),
            named("--resume", &self.resume),
        ];
        let inputs: Vec<_> = games.chain(others.into_iter().flatten()).collect();
        let games = [named("--ggf", &self.ggf), named("--pgn", &self.pgn)];
        let pages = pages.iter().map(|path| ("--html", path.clone()));
        let outputs: Vec<_> = pages.chain(games.into_iter().flatten()).collect();
        let [inputs, outputs] = [&inputs, &outputs].map(|files| {
            let files = files.iter();
            files.map(|(name, path)| (*name, path.as_path()))
        });
        check_outputs(inputs, outputs).map_err(InputError::new)
    }

    /// Whether the game with this number in its file is chosen.
    pub(super) fn is_chosen(&self, number: u64) -> bool {
        if self.shard.is_some_and(|shard| !shard.has(number)) {
            return false;
        }
        let mut ranges = self.game.iter().filter_map(|chosen| match chosen {
            Chosen::Numbers(from, to) => Some(*from..=*to),
            Chosen::Named(_) => None,
        });
        let first = ranges.next();
        first.is_none_or(|first| {
            first.contains(&number) || ranges.any(|range| range.contains(&number))
        })
    }

    /// The other game than Othello, if one is named.
    pub(super) fn other_game(&self) -> Option<&str> {
        self.game.iter().find_map(|chosen| match chosen {
            Chosen::Named(name) if games::family(name) != Some(games::DEFAULT) => {
                Some(name.as_str())
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_chosen_by_number_or_name() {
        assert_eq!(chosen("3"), Ok(Chosen::Numbers(3, 3)));
        assert_eq!(chosen("3-7"), Ok(Chosen::Numbers(3, 7)));
        assert_eq!(chosen("mnk 5 5 4"), Ok(Chosen::Named("mnk 5 5 4".into())));
        for wrong in ["0", "7-3", "daifugo", "chess", "", "-3"] {
            assert!(chosen(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn help_says_the_defaults() {
        let command = Analyse::augment_args(clap::Command::new("analyse"));
        let losses = Thresholds::default().0.map(|loss| loss.to_string());
        for (option, default) in [
            ("level", Effort::DEFAULT_LEVEL.to_string()),
            ("thresholds", losses.join(",")),
        ] {
            let mut options = command.get_arguments();
            let option = options.find(|found| found.get_id() == option);
            let help = option.and_then(clap::Arg::get_help).expect("help");
            let help = help.to_string();
            assert!(help.ends_with(&format!("[default: {default}]")), "{help}");
        }
    }

    #[test]
    fn thresholds_rise() {
        assert_eq!(thresholds("2, 4,10"), Ok(Thresholds::default()));
        for wrong in [
            "2,4",
            "4,2,10",
            "2,4,x",
            "2,4,10,12",
            "0,1,2",
            "2,4,1000",
            "1,NaN,3",
        ] {
            assert!(thresholds(wrong).is_err(), "{wrong}");
        }
    }
}
