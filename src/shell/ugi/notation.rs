//! The notations of moves and positions: the games' own, and Fairy-Stockfish's.
//!
//! Fairy-Stockfish's `flipello` is Othello upside down, and its White, who moves first, is Othello's Black. A move is
//! `P@e3`. A pass names twice the square of the mover's first disc on that board.

use kaeshi_protocol::fairy::{Fen, Move, Player, Square};
use kaeshi_protocol::ugi::{Declaration, Kind, Setup};

use crate::engine::Engine;
use crate::game::{Grid, InputError, Side};
use crate::shell::options::Name;
use crate::shell::play::is_square;
use crate::shell::session::Session;

/// The notation of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Writing {
    /// The game's own notation.
    #[default]
    Own,
    /// Fairy-Stockfish's notation.
    Fairy(Fairy),
}

/// The values of the option `UCI_Variant`, beside [`OWN`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variant {
    Flipello,
    TicTacToe,
}

/// The name of the option.
pub(super) const OPTION: &str = "UCI_Variant";
/// The option's value for [`Writing::Own`].
const OWN: &str = "own";

impl Variant {
    const ALL: [Self; 2] = [Self::Flipello, Self::TicTacToe];

    const fn name(self) -> &'static str {
        match self {
            Self::Flipello => "flipello",
            Self::TicTacToe => "tictactoe",
        }
    }

    /// The game's name in the option `Game`.
    const fn game(self) -> &'static str {
        match self {
            Self::Flipello => "othello",
            Self::TicTacToe => "tictactoe",
        }
    }

    /// Number of files, and of ranks.
    const fn side(self) -> u8 {
        match self {
            Self::Flipello => 8,
            Self::TicTacToe => 3,
        }
    }

    /// Number of pieces in hand at the start.
    const fn hands(self) -> [u32; 2] {
        match self {
            Self::Flipello => [60, 60],
            Self::TicTacToe => [5, 4],
        }
    }

    /// Converts a square between both boards.
    fn flip_rank(self, square: Square) -> Option<Square> {
        let side = self.side();
        let on_board = square.file < side && square.rank < side;
        on_board.then(|| match self {
            Self::Flipello => Square {
                rank: side - 1 - square.rank,
                ..square
            },
            Self::TicTacToe => square,
        })
    }
}

/// Fairy-Stockfish's notation of one of its variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fairy {
    variant: Variant,
    /// The fields of the current position that the board does not show.
    counts: Counts,
}

/// The fields of a FEN beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counts {
    hands: [u32; 2],
    idle: u32,
    number: u32,
}

impl Counts {
    fn start(variant: Variant) -> Self {
        Self {
            hands: variant.hands(),
            idle: 0,
            number: 1,
        }
    }

    fn count(&mut self, side: Side, mv: Move) {
        if let Move::Drop(_) = mv {
            let hand = &mut self.hands[side.index()];
            *hand = hand.saturating_sub(1);
            self.idle = 0;
        } else {
            self.idle = self.idle.saturating_add(1);
        }
        let moves = u32::from(side == Side::Second);
        self.number = self.number.saturating_add(moves);
    }
}

/// The values of the option; the first is the default.
fn choices() -> impl Iterator<Item = &'static str> {
    [OWN].into_iter().chain(Variant::ALL.map(Variant::name))
}

/// The declaration of the option.
pub(super) fn declaration() -> Declaration {
    Declaration {
        name: OPTION.into(),
        kind: Kind::Combo {
            default: OWN.into(),
            choices: choices().map(Into::into).collect(),
        },
    }
}

impl Writing {
    /// Sets the notation by the option's value, and its game; returns a message about it, if any.
    ///
    /// # Errors
    /// If there is no such variant.
    pub(super) fn choose(
        value: Option<&str>,
        session: &mut Session,
    ) -> Result<(Self, Option<String>), InputError> {
        let value = value.unwrap_or_default().trim();
        if value.eq_ignore_ascii_case(OWN) {
            return Ok((Self::Own, None));
        }
        let mut all = Variant::ALL.into_iter();
        let Some(variant) = all.find(|variant| variant.name().eq_ignore_ascii_case(value)) else {
            let known: Vec<_> = choices().collect();
            return Err(InputError::new(format_args!(
                "option {OPTION}: one of {} is needed, got '{value}'",
                known.join(", ")
            )));
        };
        session.set_option(Name::Game.text(), Some(variant.game()))?;
        let fairy = Fairy {
            variant,
            counts: Counts::start(variant),
        };
        let (name, side) = (variant.name(), variant.side());
        let said = format!(
            "variant {name} files {side} ranks {side} pocket 1 template fairy startpos {}",
            fairy.write(&*session.engine)
        );
        Ok((Self::Fairy(fairy), Some(said)))
    }

    /// Sets up a position and plays moves. On an error, nothing changes.
    ///
    /// # Errors
    /// If the position or a move is refused.
    pub(super) fn set_up(
        &mut self,
        setup: Setup<'_>,
        moves: &[&str],
        session: &mut Session,
    ) -> Result<(), InputError> {
        match self {
            Self::Own => session.set_up(own_text(setup), moves),
            Self::Fairy(fairy) => fairy.set_up(setup, moves, session),
        }
    }

    /// Plays moves on the current position. On an error, nothing changes.
    ///
    /// # Errors
    /// If a move is refused.
    pub(super) fn play(&mut self, moves: &[&str], session: &mut Session) -> Result<(), InputError> {
        match self {
            Self::Own => session.engine.play(moves),
            Self::Fairy(fairy) => {
                let engine = session.open(fairy.variant.game())?;
                fairy.play_on(engine, Some(&session.engine.write()), moves, session)
            }
        }
    }

    /// Resets the fields for a new game.
    pub(super) fn begin(&mut self) {
        if let Self::Fairy(fairy) = self {
            fairy.counts = Counts::start(fairy.variant);
        }
    }

    /// Converts moves to the game's own notation.
    ///
    /// # Errors
    /// If a text is no move.
    pub(super) fn read_moves(&self, moves: &[&str]) -> Result<Vec<String>, InputError> {
        let read = |text: &&str| match self {
            Self::Own => Ok((*text).to_owned()),
            Self::Fairy(fairy) => fairy.read(text).map(|(name, _)| name),
        };
        moves.iter().map(read).collect()
    }

    /// Converts a line of moves, played from the current position, from the game's own notation.
    pub(super) fn write_line(&self, line: &[String], session: &Session) -> Vec<String> {
        match self {
            Self::Own => line.to_vec(),
            Self::Fairy(fairy) => fairy.write_line(line, session),
        }
    }

    /// Converts a move of the current position from the game's own notation.
    pub(super) fn write_move(&self, name: &str, session: &Session) -> String {
        match self {
            Self::Own => name.to_owned(),
            Self::Fairy(fairy) => fairy.write_move(name, &*session.engine),
        }
    }

    /// The position as one line of text.
    pub(super) fn write(&self, session: &Session) -> String {
        match self {
            Self::Own => session.engine.write(),
            Self::Fairy(fairy) => fairy.write(&*session.engine),
        }
    }

    /// The position drawn for people.
    pub(super) fn draw(&self, session: &Session) -> String {
        match self {
            Self::Own => session.engine.draw(),
            Self::Fairy(fairy) => fairy.draw(&*session.engine),
        }
    }
}

fn own_text(setup: Setup<'_>) -> Option<&str> {
    match setup {
        Setup::StartPos => None,
        Setup::Fen(text) | Setup::Text(text) => Some(text),
    }
}

impl Fairy {
    fn set_up(
        &mut self,
        setup: Setup<'_>,
        moves: &[&str],
        session: &mut Session,
    ) -> Result<(), InputError> {
        let engine = session.open(self.variant.game())?;
        let mut next = Self {
            counts: Counts::start(self.variant),
            ..*self
        };
        let text = match setup {
            Setup::StartPos => None,
            Setup::Fen(text) => Some(next.read_position(text)?),
            Setup::Text(text) => {
                return Err(InputError::new(format_args!(
                    "'{text}': with {OPTION} {} a position is 'startpos' or 'fen' and a FEN",
                    self.variant.name()
                )));
            }
        };
        next.play_on(engine, text.as_deref(), moves, session)?;
        *self = next;
        Ok(())
    }

    /// Plays `moves` on `engine`, set up at `text`, and gives it to the session. On an error, nothing changes.
    fn play_on(
        &mut self,
        mut engine: Box<dyn Engine>,
        text: Option<&str>,
        moves: &[&str],
        session: &mut Session,
    ) -> Result<(), InputError> {
        engine.set_up(text, &[]).map_err(InputError::new)?;
        let mut counts = self.counts;
        for (number, text) in (1..).zip(moves) {
            let side = engine.side();
            let played = self.read(text).and_then(|(name, mv)| {
                engine.play(&[&name])?;
                Ok(mv)
            });
            let mv = played
                .map_err(|why| InputError::new(format_args!("move {number} ('{text}'): {why}")))?;
            counts.count(side, mv);
        }
        self.counts = counts;
        session.engine = engine;
        Ok(())
    }

    /// A move in the game's own notation, and as it was read.
    fn read(&self, text: &str) -> Result<(String, Move), InputError> {
        let mv = Move::parse(text).map_err(InputError::new)?;
        let name = match mv {
            Move::Drop(square) => match self.variant.flip_rank(square) {
                Some(own) => own.to_string(),
                None => {
                    return Err(InputError::new(format_args!(
                        "{square} is not on the board of {}",
                        self.variant.name()
                    )));
                }
            },
            Move::Stay(_) | Move::Pass => "pass".into(),
        };
        Ok((name, mv))
    }

    /// Converts a position to the game's own notation, and stores its other fields.
    fn read_position(&mut self, text: &str) -> Result<String, InputError> {
        let fen = Fen::parse(text).map_err(InputError::new)?;
        let side = usize::from(self.variant.side());
        if fen.ranks.len() != side || fen.ranks.iter().any(|rank| rank.len() != side) {
            return Err(InputError::new(format_args!(
                "{} is played on {side} by {side} squares",
                self.variant.name()
            )));
        }
        let Some(hands) = fen.hands else {
            return Err(InputError::new(
                "the pieces in hand ([PPPppp] after the board) are missing: without them nothing \
                 can be dropped",
            ));
        };
        let empty = fen.ranks.iter().flatten().filter(|cell| cell.is_none());
        let needed = self.needed(u32::try_from(empty.count()).unwrap_or(u32::MAX), fen.player);
        if hands[0] < needed[0] || hands[1] < needed[1] {
            return Err(InputError::new(format_args!(
                "too few pieces are in hand: White needs {}, Black needs {} to fill the board",
                needed[0], needed[1]
            )));
        }
        self.counts = Counts {
            hands,
            idle: fen.idle,
            number: fen.number,
        };
        Ok(own_position(&fen))
    }

    /// The number of pieces of each player that suffices for the rest of the game.
    fn needed(&self, empty: u32, player: Player) -> [u32; 2] {
        match (self.variant, player) {
            // One player may have to pass several times.
            (Variant::Flipello, _) => [empty, empty],
            (Variant::TicTacToe, Player::White) => [empty.div_ceil(2), empty / 2],
            (Variant::TicTacToe, Player::Black) => [empty / 2, empty.div_ceil(2)],
        }
    }

    fn write_line(&self, line: &[String], session: &Session) -> Vec<String> {
        let is_plain = line.iter().all(|name| is_square(name));
        // Only passes depend on the board.
        let engine = session.open(self.variant.game()).ok().filter(|_| !is_plain);
        let Some(mut engine) = engine else {
            let write = |name: &String| self.write_move(name, &*session.engine);
            return line.iter().map(write).collect();
        };
        let mut written = Vec::new();
        let mut done = engine.set_up(Some(&session.engine.write()), &[]).is_ok();
        for name in line {
            if !done {
                break;
            }
            written.push(self.write_move(name, &*engine));
            done = engine.play(&[name]).is_ok();
        }
        written
    }

    fn write_move(&self, name: &str, engine: &dyn Engine) -> String {
        let own = Move::parse(&format!("P@{name}")).ok();
        let drop = own.and_then(|mv| match mv {
            Move::Drop(own) => self.variant.flip_rank(own).map(Move::Drop),
            Move::Stay(_) | Move::Pass => None,
        });
        let stay = || {
            let fen = self.fen(engine);
            let ranks = fen.ranks.iter().rev().zip(0_u8..);
            let mut squares = ranks.flat_map(|(cells, rank)| {
                let cells = cells.iter().zip(0_u8..);
                cells.map(move |(cell, file)| (*cell, Square { file, rank }))
            });
            squares.find(|(cell, _)| *cell == Some(fen.player))
        };
        let pass = || stay().map_or(Move::Pass, |(_, square)| Move::Stay(square));
        drop.unwrap_or_else(pass).to_string()
    }

    fn write(&self, engine: &dyn Engine) -> String {
        self.fen(engine).to_string()
    }

    fn fen(&self, engine: &dyn Engine) -> Fen {
        let grid = engine.grid().unwrap_or(Grid {
            files: 1,
            cells: vec![None],
        });
        let rank = |rank: &[Option<Side>]| rank.iter().map(|cell| cell.map(player)).collect();
        let ranks = grid.ranks().map(rank);
        Fen {
            ranks: match self.variant {
                Variant::Flipello => ranks.collect(),
                Variant::TicTacToe => ranks.rev().collect(),
            },
            hands: Some(self.counts.hands),
            player: player(engine.side()),
            idle: self.counts.idle,
            number: self.counts.number,
        }
    }

    fn draw(&self, engine: &dyn Engine) -> String {
        let fen = self.fen(engine);
        let mut lines = Vec::new();
        for (rank, cells) in (1..=fen.ranks.len()).rev().zip(&fen.ranks) {
            let signs = cells.iter().map(|cell| match cell {
                None => " .",
                Some(Player::White) => " P",
                Some(Player::Black) => " p",
            });
            lines.push(format!("{rank:2}{}", signs.collect::<String>()));
        }
        let files = "abcdefgh".chars().take(lines.len());
        let files: String = files.flat_map(|file| [' ', file]).collect();
        lines.push(format!("  {files}"));
        lines.push(format!("Fen: {fen}"));
        lines.join("\n")
    }
}

/// A position in the game's own notation. Othello's first rank, which it writes first, is the other board's highest. In
/// tic-tac-toe both write the highest first.
fn own_position(fen: &Fen) -> String {
    let sign = |player| match player {
        Player::White => 'x',
        Player::Black => 'o',
    };
    let rank = |rank: &Vec<Option<Player>>| {
        let runs = rank.chunk_by(|one, next| one.is_none() && next.is_none());
        let texts = runs.map(|run| match run {
            [Some(owner)] => sign(*owner).to_string(),
            empty => empty.len().to_string(),
        });
        texts.collect::<String>()
    };
    let ranks: Vec<String> = fen.ranks.iter().map(rank).collect();
    format!("{} {}", ranks.join("/"), sign(fen.player))
}

fn player(side: Side) -> Player {
    match side {
        Side::First => Player::White,
        Side::Second => Player::Black,
    }
}
