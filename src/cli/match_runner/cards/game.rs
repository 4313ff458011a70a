//! One game of cards: each seat is held by a program of its own, which is told only what its player sees.

use std::time::Duration;

use kaeshi::game::Side;
use kaeshi::games::daifugo::{Action, MultiGame};

use crate::cli::match_runner::driver::{MoveNotice, Request};
use crate::cli::match_runner::player::{End, Fault, Player, PlayerClock};
use crate::cli::match_runner::time_usage::{TimeUsage, milliseconds};

/// A player at a seat.
pub(super) struct Seat<'a> {
    pub(super) player: &'a mut Player,
    /// The program that plays here: 0 for the first one, 1 for the second.
    pub(super) program: usize,
    clock: PlayerClock,
    /// Whether the player knows the position: it is told before its first move.
    is_told: bool,
}

impl<'a> Seat<'a> {
    pub(super) fn new(player: &'a mut Player, program: usize, clock: PlayerClock) -> Self {
        Self {
            player,
            program,
            clock,
            is_told: false,
        }
    }
}

/// A finished game.
#[derive(Debug, Clone)]
pub(super) struct Finished {
    pub(super) moves: Vec<String>,
    /// The players from first to last.
    pub(super) places: Vec<u8>,
    pub(super) end: End,
    /// The player who lost by forfeit.
    pub(super) loser: Option<u8>,
    /// The final times of all clocks in seconds; negative if a flag fell.
    pub(super) left: Vec<f64>,
    /// The time of each move in seconds; 0 for passes that were forced.
    pub(super) times: Vec<f64>,
    /// The time usage of each player.
    pub(super) time_used: Vec<TimeUsage>,
}

/// A game in progress.
pub(super) struct CardGame<'a> {
    pub(super) party: MultiGame,
    pub(super) seats: Vec<Seat<'a>>,
    /// Whether all players see all hands.
    pub(super) open: bool,
    /// How late a move may be without a loss.
    pub(super) tolerance: Duration,
    moves: Vec<String>,
    times: Vec<f64>,
}

impl<'a> CardGame<'a> {
    pub(super) fn new(
        party: MultiGame,
        seats: Vec<Seat<'a>>,
        open: bool,
        tolerance: Duration,
    ) -> Self {
        Self {
            party,
            seats,
            open,
            tolerance,
            moves: Vec::new(),
            times: Vec::new(),
        }
    }

    /// Plays to the end; `None` if the match was interrupted.
    pub(super) fn play(mut self) -> Option<Finished> {
        let lost = match self.play_to_the_end() {
            Ok(()) => None,
            Err((loser, Fault::Lost(end, late))) => Some((loser, end, late)),
            Err((_, Fault::Interrupted)) => return None,
        };
        let clocks = self.seats.iter().map(|seat| seat.clock.left.as_secs_f64());
        let mut left: Vec<f64> = clocks.map(milliseconds).collect();
        if let Some((loser, _, late)) = &lost {
            left[usize::from(*loser)] -= late.as_secs_f64();
        }
        let places = match &lost {
            None => self.party.places().to_vec(),
            Some((loser, ..)) => self.places_after_forfeit(*loser),
        };
        let (loser, end) = match lost {
            Some((loser, end, _)) => (Some(loser), end),
            None => (None, End::Over),
        };
        Some(Finished {
            moves: self.moves,
            places,
            end,
            loser,
            left,
            times: self.times,
            time_used: self.seats.iter().map(|seat| seat.clock.used).collect(),
        })
    }

    /// The places after `loser` has forfeited the game: all seats of that program come after those of the other, and
    /// `loser` is last. Otherwise they keep their order.
    fn places_after_forfeit(&self, loser: u8) -> Vec<u8> {
        let program = |player: u8| self.seats[usize::from(player)].program;
        let finished = self.party.places().iter().copied();
        let mut places: Vec<u8> = finished.collect();
        let others = (0..self.party.players()).filter(|player| !places.contains(player));
        let others: Vec<u8> = others.collect();
        places.extend(others);
        places.sort_by_key(|&player| (program(player) == program(loser), player == loser));
        places
    }

    fn play_to_the_end(&mut self) -> Result<(), (u8, Fault)> {
        for (number, seat) in (0..).zip(&mut self.seats) {
            let Player { program, driver } = &mut *seat.player;
            let begun = driver.begin(program, seat.clock.time_control);
            begun.map_err(|why| (number, why.into()))?;
        }
        while !self.party.is_over() {
            let turn = self.party.turn();
            match self.party.actions().as_slice() {
                [Action::Lay(None)] => self.make(Action::Lay(None), Duration::ZERO, None)?,
                _ => self.request_move().map_err(|why| (turn, why))?,
            }
        }
        Ok(())
    }

    /// Requests a move from the player to move.
    fn request_move(&mut self) -> Result<(), Fault> {
        let turn = self.party.turn();
        let request = self.request(turn);
        let seen = if self.open {
            self.party
        } else {
            self.party.seen_by(turn)
        };
        let seat = &mut self.seats[usize::from(turn)];
        if !seat.is_told {
            seat.player.driver.start_at(&seen.write());
            seat.is_told = true;
        }
        let plies = self.moves.len();
        let asked = seat
            .clock
            .request_move(seat.player, &request, plies, self.tolerance);
        let (name, took) = asked?;
        let action = self.party.read_action(&name);
        let action = action.map_err(|why| Fault::illegal(&why))?;
        self.make(action, took, Some(turn)).map_err(|(_, why)| why)
    }

    /// A request to the player `turn`. Two players have the two clocks of the protocol. Of more players, the one who is
    /// asked is told its own clock twice.
    fn request(&self, turn: u8) -> Request {
        let own = &self.seats[usize::from(turn)].clock;
        let (side, clocks) = match self.seats.as_slice() {
            [first, second] if turn == 0 => (Side::First, [&first.clock, &second.clock]),
            [first, second] => (Side::Second, [&first.clock, &second.clock]),
            _ => (Side::First, [own, own]),
        };
        Request {
            side,
            time_controls: clocks.map(|clock| clock.time_control),
            clocks: clocks.map(|clock| clock.left),
            deadline: own.deadline(self.tolerance),
        }
    }

    /// Makes a legal move and sends it to the players who know the position. `chooser` is the player who chose it.
    fn make(
        &mut self,
        action: Action,
        took: Duration,
        chooser: Option<u8>,
    ) -> Result<(), (u8, Fault)> {
        let name = action.to_string();
        self.party.apply(action);
        for (number, seat) in (0..).zip(&mut self.seats) {
            if !seat.is_told {
                continue;
            }
            let notice = MoveNotice {
                side: Side::First,
                name: &name,
                is_pass: action == Action::Lay(None),
                took,
                by_itself: chooser == Some(number),
            };
            let Player { program, driver } = &mut *seat.player;
            let sent = driver.send_move(program, &notice);
            sent.map_err(|why| (number, why.into()))?;
        }
        self.moves.push(name);
        self.times.push(milliseconds(took.as_secs_f64()));
        Ok(())
    }
}
