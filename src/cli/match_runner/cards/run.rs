//! The run of a match of cards: from the first deal to the summary.

use std::io::Write;
use std::process::ExitCode;

use kaeshi::game::InputError;

use super::entry::{Entry, deal_of};
use super::game::{CardGame, Seat};
use super::points::Points;
use super::report;
use super::seating::{games_per_deal, seating};
use crate::cli::Failure;
use crate::cli::deal::Deal;
use crate::cli::match_runner::conclusion::{MatchAbort, OuterEnd, conclude};
use crate::cli::match_runner::contestant::Contestant;
use crate::cli::match_runner::driver::{TimeControl, protocol};
use crate::cli::match_runner::game::Rules;
use crate::cli::match_runner::options::Match;
use crate::cli::match_runner::player::{End, PlayerClock};
use crate::cli::match_runner::program::Supervision;
use crate::cli::match_runner::record::Record;
use crate::cli::match_runner::report as match_report;

/// A match of cards in progress.
struct CardMatch<'a> {
    options: &'a Match,
    rules: Rules,
    deal: Deal,
    /// The programs of each side. The first seat of a side in a game is played by the first program, and so on: no
    /// program sees two hands of a game.
    contestants: [Vec<Contestant<'a>>; 2],
    /// The names of the programs in reports.
    labels: [String; 2],
    record: Option<Record>,
    points: Points,
}

/// Plays a match of Daifugo.
///
/// # Errors
/// If an option does not go with it, a program cannot be started, a file cannot be used, or the output is closed.
pub(in crate::cli::match_runner) fn run(
    options: &Match,
    supervision: &Supervision,
    outer_end: &OuterEnd,
) -> Result<ExitCode, Failure> {
    check(options)?;
    options.tournament.check_cards()?;
    let game = options.game.name.as_str();
    let deal = Deal::new(game, options.seed)?;
    let players = usize::from(deal.players());
    let team = |command| {
        let seats = 1..players;
        let programs = seats.map(|_| Contestant::new(command, &[], game, supervision));
        programs.collect::<Result<Vec<_>, _>>()
    };
    let [first, second] = options.commands();
    let contestants = [team(first)?, team(second)?];
    let rules = options.rules();
    options.check_move_limit(&rules.time_controls)?;
    let has_clocks = matches!(rules.time_controls[0], TimeControl::Clock(..));
    let mut points = Points::new(players, has_clocks);
    let record = match &options.record {
        Some(path) => {
            let hands = if options.open { ", open hands" } else { "" };
            let source = format!("deals, seed {}{hands}", options.seed);
            let header = options.header(game, rules, (source, None))?;
            let count = |_: &_, entry: Entry| {
                let number = deal_of(players, entry.number - 1);
                entry.check(players, &deal.number(number as u64).write())?;
                points.add(&entry);
                Ok(())
            };
            Some(Record::open(path, header, options.allow_changed, count)?)
        }
        None => None,
    };
    let run = CardMatch {
        options,
        rules,
        deal,
        contestants,
        labels: options.labels(record.as_ref().and_then(Record::names)),
        record,
        points,
    };
    run.go(outer_end)
}

/// Refuses options that do not go with cards.
fn check(options: &Match) -> Result<(), InputError> {
    let refused = [
        (
            options.sprt.is_some(),
            "--sprt: a match of Daifugo counts points, not wins; give a number of --deals",
        ),
        (
            options.openings.is_some(),
            "--openings: a game of Daifugo begins with a deal; --seed chooses the deals",
        ),
        (
            options.games.is_some(),
            "--games: every deal of Daifugo is played with all seatings; give a number of --deals",
        ),
    ];
    if let Some((_, why)) = refused.into_iter().find(|(is_given, _)| *is_given) {
        return Err(InputError::new(why));
    }
    for command in options.commands() {
        if !protocol(command)?.0.takes_positions() {
            return Err(InputError::new(format_args!(
                "'{command}': Daifugo is played through UGI only"
            )));
        }
    }
    Ok(())
}

impl CardMatch<'_> {
    /// Plays the remaining games, and reports all games, even after a failure.
    fn go(mut self, outer_end: &OuterEnd) -> Result<ExitCode, Failure> {
        let out = &mut self.options.report_output()?;
        let ended = self.play_all(out);
        let (commands, json) = (self.options.commands(), self.options.json);
        let (points, labels) = (&self.points, &self.labels);
        let report = |interrupted: bool| {
            if json {
                report::json(points, commands, labels, interrupted, out)
            } else {
                report::end(points, labels, out)
            }
        };
        let contestants = self.contestants.iter_mut().flatten().collect();
        conclude(ended, points.games(), contestants, outer_end, report)
    }

    fn players(&self) -> usize {
        self.deal.players().into()
    }

    /// Whether no game remains.
    fn is_over(&self) -> bool {
        self.points.deals() >= self.options.max_deals()
    }

    fn play_all(&mut self, out: &mut impl Write) -> Result<(), MatchAbort> {
        let is_text = !self.options.json;
        if let Some(record) = self.record.as_ref().filter(|_| is_text) {
            match_report::record(record, self.points.games(), out)?;
        }
        if self.is_over() {
            return Ok(());
        }
        self.start(out)?;
        while !self.is_over() {
            let entry = self.play(self.points.games())?;
            if let Some(record) = &mut self.record {
                record.add(&entry)?;
            }
            self.points.add(&entry);
            if is_text {
                report::game(&entry, &self.points, out)?;
            }
        }
        Ok(())
    }

    /// Starts one program of each side, and the record once their names are known.
    fn start(&mut self, out: &mut impl Write) -> Result<(), MatchAbort> {
        let [first, second] = &mut self.contestants;
        let names = [first[0].start()?, second[0].start()?];
        self.labels = self.options.labels(Some(names.clone()));
        if let Some(record) = &mut self.record {
            record.begin(
                Some(names),
                Some(self.labels.clone()),
                self.options.allow_changed,
            )?;
        }
        if !self.options.json {
            let ([first, second], players) = (&self.labels, self.players());
            let games = games_per_deal(players);
            writeln!(
                out,
                "{first} against {second}, {players} players, {games} games a deal"
            )?;
            out.flush()?;
        }
        Ok(())
    }

    /// Plays game number `number`, from 0.
    fn play(&mut self, number: usize) -> Result<Entry, MatchAbort> {
        let players = self.players();
        let party = self.deal.number(deal_of(players, number) as u64);
        let programs = seating(players, number % games_per_deal(players));
        let [first, second] = &mut self.contestants;
        let mut teams = [first.iter_mut(), second.iter_mut()];
        let mut seats = Vec::new();
        for &program in &programs {
            let contestant = teams[program].next().expect("one for each seat but one");
            let Rules {
                time_controls,
                move_limit,
                ..
            } = self.rules;
            let clock = PlayerClock::new(time_controls[program], move_limit);
            seats.push(Seat::new(contestant.player()?, program, clock));
        }
        let game = CardGame::new(party, seats, self.options.open, self.rules.tolerance);
        let played = game.play().ok_or(MatchAbort::Interrupted)?;
        let entry = Entry::of(number, party.write(), played);
        if entry.end != End::Over {
            let contestants = self.contestants.iter_mut().flatten();
            contestants.for_each(Contestant::kill);
        }
        Ok(entry)
    }
}
