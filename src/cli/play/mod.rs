//! `kaeshi play`: a game against a person in the terminal.

mod board;
mod cards;
mod command;
mod evaluation;
mod game;
#[cfg(not(target_family = "wasm"))]
mod screen;
#[cfg(target_family = "wasm")]
#[path = "no_screen.rs"]
mod screen;
mod seats;
mod series;
mod session;

use std::io::{self, IsTerminal, Write as _};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use kaeshi::engine::{GoLimits, Settings};
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::games::othello::book::Book;
use kaeshi::search::Draft;
use kaeshi::shell::{Options, check_level};

use self::board::Board;
use self::game::InteractiveGame;
use self::screen::ClockRule;
use self::seats::Seats;
use self::series::Series;
use self::session::Session;
use super::Failure;
use super::deal::Deal;
use super::number::{plies, whole};
use super::options::PlayOptions;
use super::position::{self, PositionOption};

/// Play against Kaeshi in the terminal
///
/// On a terminal the game fills the screen: arrow keys or the mouse choose a square, '?' lists all keys. Otherwise, and
/// with --plain, type a move by its name (the board shows them, and 'moves' lists them), or 'help'. Every game of cards
/// begins with a new deal. Neither you nor Kaeshi sees the hands of the others.
///
/// Games of cards make a series. Among N players the first gets N points, the next N-1, and the last 1; the points of all
/// games are added up. By the rules 'uecda' cards are exchanged between two games: the last player gives the 2 strongest
/// to the first, who gives any 2 back by a move such as x:D3C4. Among four or five players the last but one and the
/// second exchange 1 card in the same way. A player who resigns is last. The others who still have cards then come in by
/// their number, fewest first. A game that 'new' ends early does not count.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The side that you play: first, second, all (or both) or none; in Daifugo the number of your player, or
    /// several, as in 0,2 [default: first, or player 0].
    #[arg(long, value_name = "SIDE")]
    side: Option<Seats>,
    /// Maximum time for a move of Kaeshi in milliseconds [default: 1000, without --depth].
    #[arg(long, value_name = "MS", value_parser = whole(1..=3_600_000_u64))]
    time: Option<u64>,
    /// Maximum depth of Kaeshi's search in plies.
    #[arg(long, value_name = "PLIES", value_parser = plies(1..=Draft::MAX_DEPTH))]
    depth: Option<i8>,
    /// Seed of the random numbers, for the deal of cards and the moves of lower levels [default: from the time].
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Show all hands of cards to you and to Kaeshi.
    #[arg(long)]
    open: bool,
    /// Daifugo: end after this number of games; without it after one if Kaeshi plays itself, else when you quit.
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_u32))]
    games: Option<u32>,
    /// Clock of each player on the board of the terminal: minutes, or minutes and seconds of increment as in 5+3.
    #[arg(long, value_name = "MINUTES", value_parser = screen::read_rule)]
    clock: Option<ClockRule>,
    /// Play line by line, as when input or output is not a terminal.
    #[arg(long)]
    plain: bool,
    /// Do not use the opening book; without this option Kaeshi plays Othello at full strength from the built-in one.
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
    #[command(flatten)]
    position: PositionOption,
    #[command(flatten)]
    options: PlayOptions,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi play                                    Othello; you have the first move
  kaeshi play --side second --time 5000          Kaeshi begins, with five seconds for each move
  kaeshi play --level 3                          an easy opponent; 'kaeshi --help' lists the levels
  kaeshi play --game tictactoe --depth 1         an easy opponent at tic-tac-toe
  kaeshi play --position f5d6c3                  continue after these moves
  kaeshi play --book my.book                     Kaeshi plays from a book that 'kaeshi book' has made
  kaeshi play --game 'daifugo uecda 5'           cards against four opponents; 'kaeshi --help' lists the rules
  kaeshi play --game 'daifugo uecda 5' --side 2 --games 3 --seed 7     you are player 2 of five, in the same three games
  kaeshi play --game daifugo --open --seed 7     open hands, and the same deal every time
  kaeshi play --side none --time 200             watch Kaeshi play itself
  kaeshi play --clock 5+3                        five minutes for each player, and three seconds for each move";

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let options = self.options.read();
        let text = self.position.text.as_deref();
        let opened = position::open(&options.game, options.hash, text)?;
        check_level(&*opened.engine, &options)?;
        let settings = self.settings(&options);
        let header = opened.header();
        let setup = text.map(|_| opened.engine.write());
        let is_cards = games::family(&opened.engine.write()) == Some("daifugo");
        let is_limited = self.no_book || self.depth.is_some();
        let book = self.options.open_book(!is_limited)?;
        let board = if is_cards {
            let deal = match &setup {
                None => Some(Deal::new(&options.game, settings.seed)?),
                Some(_) => None,
            };
            Board::with_cards(setup.as_deref(), deal, self.open, options.hash, settings)?
        } else if let Some(option) = self.option_of_cards() {
            let why = format_args!("{option} goes with games of cards: --game daifugo");
            return Err(InputError::new(why).into());
        } else {
            let review_book = self.review_book(&options.game)?;
            let board = Board::new(opened, &options.game, setup, settings);
            board.with_book(book).with_review_book(review_book)
        };
        let players = board.players();
        let people = match &self.side {
            Some(seats) => seats.people(players)?,
            None => Seats::Players(vec![0]).people(players)?,
        };
        let session = Session {
            people,
            board,
            limits: self.limits(),
            forfeit: None,
            series: is_cards.then(|| Series::new(players, self.games)),
        };
        let prompts = io::stdin().is_terminal();
        if prompts && io::stdout().is_terminal() && !self.plain && !is_dumb() {
            let rule = self.clock.unwrap_or_default();
            for line in screen::play(session, rule)? {
                writeln!(io::stdout(), "{line}")?;
            }
            return Ok(());
        }
        if self.clock.is_some() {
            let why =
                "--clock goes with the full screen only: without --plain, pipes and TERM=dumb";
            return Err(InputError::new(why).into());
        }
        let out = &mut io::stdout().lock();
        if let Some(header) = header {
            writeln!(out, "{header}")?;
        }
        let game = InteractiveGame { session, prompts };
        game.play(&mut io::stdin().lock(), out)?;
        Ok(())
    }

    /// The opening book of analyses, in Othello.
    fn review_book(&self, game: &str) -> Result<Option<Arc<Book>>, InputError> {
        let is_used = !self.no_book && games::family(game) == Some("othello");
        let book = is_used.then(|| match self.options.book_path() {
            Some(path) => Book::open(path).map_err(InputError::new),
            None => Ok(Book::built_in()),
        });
        Ok(book.transpose()?.map(Arc::new))
    }

    /// The first option that only games of cards have.
    fn option_of_cards(&self) -> Option<&'static str> {
        match (self.open, self.games) {
            (true, _) => Some("--open"),
            (false, Some(_)) => Some("--games"),
            (false, None) => None,
        }
    }

    fn limits(&self) -> GoLimits {
        let time = self.time.or(self.depth.is_none().then_some(1000));
        GoLimits {
            move_time: time.map(Duration::from_millis),
            depth: self.depth,
            ..GoLimits::default()
        }
    }

    fn settings(&self, options: &Options) -> Settings {
        Settings {
            seed: self.seed.unwrap_or_else(|| seed_of_time().into()),
            ..options.settings
        }
    }
}

/// Whether the terminal cannot move its cursor.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|name| name == "dumb")
}

/// A seed that depends on the current time.
fn seed_of_time() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
    let mixed = kaeshi::game::splitmix64(now.as_nanos() as u64) as u32;
    mixed
}
