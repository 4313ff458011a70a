//! The command line: reads the options and runs the command.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use kaeshi::games::{self, othello};
use kaeshi::search::{Level, Skill};
use kaeshi::shell;

use super::analyse::Analyse;
use super::bench::Bench;
use super::bits::Bits;
use super::book::Book;
use super::build;
use super::completions::{Completions, Manual};
use super::convert::Convert;
use super::eval::Eval;
use super::failure::Failure;
use super::marubatsu::Marubatsu;
use super::match_runner::Match;
use super::options::{BookArguments, PlayOptions};
use super::perft::Perft;
use super::play::Play;
use super::results::MatchResults;
use super::solve::Solve;
use super::uecda::Uecda;
use super::value::Value;
use super::verify::Verify;

/// Kaeshi plays Othello, m,n,k games (tic-tac-toe to five in a row) and Daifugo.
///
/// Without a command it speaks UGI, UCI, USI-X, CECP, GTP, NBoard's protocol or Gomocup's on standard input and output,
/// for other programs and scripts. The first line selects the protocol.
#[derive(Debug, Parser)]
#[command(version = build::version(), after_help = games_and_examples())]
pub(crate) struct Cli {
    #[command(flatten)]
    options: PlayOptions,
    #[command(flatten)]
    book: BookArguments,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The end of `--help`: the registry of games, and examples.
fn games_and_examples() -> String {
    let games = games::NAMES.map(|(name, what)| format!("  {name:<20} {what}"));
    let levels = othello::LEVELS.iter().enumerate().map(described);
    let levels: Vec<_> = levels.collect();
    format!(
        "Games:\n{}\n\n{LEVELS}\n{}\n  {:>5}  full strength: limited by the time only\n\n{EXAMPLES}",
        games.join("\n"),
        levels.join("\n"),
        Level::FULL.number(),
    )
}

/// The heading of the levels.
const LEVELS: &str = "\
Levels of Othello: search depth in plies; number of empty squares from which the endgame is solved, exactly or with
the confidence given; and the loss in discs at which a move is played 1/e times as often as the best move:
  Level  plies  solves         discs";

/// A level below full strength, on one line.
fn described((number, skill): (usize, &Skill)) -> String {
    let Skill { depth, ending, .. } = skill;
    let surely = match skill.selectivity.percent() {
        100 => String::new(),
        percent => format!("{percent} %"),
    };
    let discs = f32::from(skill.temperature) / 100.0;
    format!("  {number:>5}  {depth:>5}  {ending:>6}  {surely:<5}  {discs:>5.1}")
}

const EXAMPLES: &str = "\
Examples:
  kaeshi                             speak UGI: type 'ugi', 'position startpos', 'go movetime 1000', 'quit'
  printf 'go depth 12\\n' | kaeshi    search Othello's starting position to 12 plies
  kaeshi --game gomoku               the same protocols for five in a row
  kaeshi play                        play Othello in the terminal; you begin
  kaeshi play --game 'mnk 5 5 4'     the same on a small board, four in a row
  kaeshi match --first A --second B  let two programs play
  kaeshi results match.jsonl         show tables and a graph of a match
  kaeshi perft 9                     count Othello's move sequences of nine plies
  kaeshi solve problems.obf          solve Othello endgames exactly, and check the answers
  kaeshi value 'mnk 7 7 5'           prove who wins an m,n,k game
  kaeshi verify proof.csv            check rows of the proof that Othello is a draw
  kaeshi analyse game.ggf            show where a game was won and lost
  kaeshi convert games.wtb games.pgn convert games of Othello to another format
  kaeshi book show my.book           show what an opening book of Othello says
  kaeshi eval                        show the parts of Othello's evaluation
  kaeshi marubatsu                   repeat the experiments of the tic-tac-toe articles
  kaeshi bits othello                repeat the experiments of articles on bit operations
  kaeshi uecda --name Kaeshi         play Daifugo on a server of the UECda tournament
  kaeshi bench                       search fixed positions, print the node count
  kaeshi completions bash            print a script that completes commands in bash";

#[derive(Debug, Subcommand)]
enum Command {
    Play(Play),
    Match(Box<Match>),
    Results(MatchResults),
    Analyse(Analyse),
    Convert(Convert),
    Book(Book),
    Perft(Perft),
    Solve(Solve),
    Bench(Bench),
    Eval(Eval),
    Value(Value),
    Verify(Verify),
    Marubatsu(Marubatsu),
    Bits(Bits),
    Uecda(Uecda),
    Completions(Completions),
    Manual(Manual),
}

impl Cli {
    /// Parses the command line; exits if it is not valid, or after help.
    pub(crate) fn from_arguments() -> Self {
        let mut matches = Self::command().get_matches();
        let read = check_places(&matches).and_then(|()| Self::from_arg_matches_mut(&mut matches));
        read.unwrap_or_else(|why| why.format(&mut Self::command()).exit())
    }

    /// Runs the command.
    pub(crate) fn run(self) -> Result<ExitCode, Failure> {
        build::log();
        match self.command {
            None => self.converse()?,
            Some(Command::Play(play)) => play.run()?,
            Some(Command::Match(games)) => return games.run(),
            Some(Command::Results(results)) => results.run()?,
            Some(Command::Perft(perft)) => perft.run()?,
            Some(Command::Eval(eval)) => eval.run()?,
            Some(Command::Uecda(client)) => client.run()?,
            Some(Command::Completions(completions)) => completions.run(Self::command())?,
            Some(Command::Manual(manual)) => manual.run(Self::command())?,
            Some(Command::Analyse(analyse)) => return analyse.run(),
            Some(Command::Convert(convert)) => return convert.run(),
            Some(Command::Book(book)) => return book.run(),
            Some(Command::Bench(bench)) => bench.run()?,
            Some(Command::Marubatsu(experiments)) => return experiments.run(),
            Some(Command::Bits(experiments)) => return experiments.run(),
            Some(Command::Value(value)) => return value.run(),
            Some(Command::Verify(verify)) => return verify.run(),
            Some(Command::Solve(solve)) => return solve.run(),
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Holds a conversation on standard input and output. It ends when its reader leaves, as at the end of the input.
    fn converse(self) -> Result<(), Failure> {
        let protocol = program_name().and_then(|name| shell::from_program_name(&name));
        let ended = shell::run(self.book.apply(self.options.read()), protocol);
        match ended.map_err(Failure::from) {
            Err(why) if why.is_closed_output() => Ok(()),
            ended => ended,
        }
    }
}

/// Refuses engine options before a command, where they would have no effect.
fn check_places(matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((command, _)) = matches.subcommand() else {
        return Ok(());
    };
    let mut names = ["game", "hash", "threads", "level", "book"].into_iter();
    let given = |name: &&str| matches.value_source(name) == Some(ValueSource::CommandLine);
    let Some(name) = names.find(given) else {
        return Ok(());
    };
    let cli = Cli::command();
    let options = cli.find_subcommand(command).into_iter();
    let mut options = options.flat_map(clap::Command::get_arguments);
    let why = if options.any(|option| option.get_long() == Some(name)) {
        format!("write --{name} after the command: kaeshi {command} --{name} ...")
    } else {
        format!("'kaeshi {command}' has no option --{name}")
    };
    Err(clap::Error::raw(ErrorKind::ArgumentConflict, why))
}

/// The name by which the program, or the launcher that started it, was started.
fn program_name() -> Option<PathBuf> {
    // On Windows the launcher cannot pass its name as the first argument.
    let launcher = env::var_os("KAESHI_STARTED_AS").filter(|_| cfg!(windows));
    let name = launcher.or_else(|| env::args_os().next());
    name.map(PathBuf::from)
}
