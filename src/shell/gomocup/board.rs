//! Squares and stones of Gomocup.

use kaeshi_protocol::gomocup::{Owner, Point};

use crate::game::{Grid, InputError};
use crate::shell::session::Session;

/// The command that began a list of stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A position to answer with a move.
    Board,
    /// A position without an answer.
    Silent,
    /// An opening of Swap2.
    Swap2,
}

/// An unfinished list of stones.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) kind: Kind,
    stones: Vec<(Point, Option<Owner>)>,
    /// Why the list will be refused.
    refused: Option<InputError>,
}

impl Block {
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            kind,
            stones: Vec::new(),
            refused: None,
        }
    }

    /// Adds a stone; stones beyond the number of squares on the largest board are dropped.
    pub(super) fn add(&mut self, at: Point, owner: Option<Owner>) {
        const MAX_STONES: usize = 26 * 26;
        if self.stones.len() < MAX_STONES {
            self.stones.push((at, owner));
        } else {
            self.refuse(InputError::new("there are more stones than squares"));
        }
    }

    /// Marks the list as wrong; the first reason counts.
    pub(super) fn refuse(&mut self, why: InputError) {
        self.refused.get_or_insert(why);
    }

    /// Sets up the position. The number of stones tells which side is to move.
    pub(super) fn set_up(self, session: &mut Session) -> Result<(), InputError> {
        if let Some(why) = self.refused {
            return Err(why);
        }
        let [mut own, mut theirs] = [Vec::new(), Vec::new()];
        for (number, (at, owner)) in (1..).zip(self.stones) {
            let stones = match owner {
                Some(Owner::Own) => &mut own,
                Some(Owner::Opponent) => &mut theirs,
                Some(Owner::Nobody) | None => {
                    return Err(InputError::new(format_args!(
                        "stone {number} ({at}): its owner must be 1 or 2"
                    )));
                }
            };
            stones.push(name(at, session)?);
        }
        let is_answered = self.kind == Kind::Board;
        let (own_count, their_count) = (own.len(), theirs.len());
        if own_count == their_count || !is_answered && own_count == their_count + 1 {
            set_up([own, theirs], session)
        } else if own_count + 1 == their_count {
            set_up([theirs, own], session)
        } else {
            Err(InputError::new(format_args!(
                "it is not my turn: the stones are {own_count} of mine and {their_count} of yours"
            )))
        }
    }
}

/// Sets up the position with these stones; those of the first player come first.
fn set_up([first, second]: [Vec<String>; 2], session: &mut Session) -> Result<(), InputError> {
    let mut moves = Vec::new();
    let mut second = second.iter();
    for name in &first {
        moves.push(name.as_str());
        moves.extend(second.next().map(String::as_str));
    }
    let mut engine = session.open(&session.options().game)?;
    engine.set_up(None, &moves).map_err(InputError::new)?;
    session.engine = engine;
    Ok(())
}

/// Takes back the last move, which was on square `at`. If the stones were listed, their order is unknown, so any stone
/// of the last player is accepted.
pub(super) fn take_back(at: Point, session: &mut Session) -> Result<(), InputError> {
    let name = name(at, session)?;
    if session.engine.last_move().as_deref() == Some(&name) {
        return session.engine.undo();
    }
    let grid = grid(session)?;
    let mover = !session.engine.side();
    let mut stones = [Vec::new(), Vec::new()];
    let mut taken = false;
    for (cell, place) in grid.cells.iter().zip(0..) {
        let Some(owner) = cell else { continue };
        let here = square(place % grid.files, place / grid.files);
        if *owner == mover && here == name {
            taken = true;
        } else {
            stones[owner.index()].push(here);
        }
    }
    if !taken {
        return Err(InputError::new(format_args!(
            "there is no stone of the side that moved last on {at}"
        )));
    }
    set_up(stones, session)
}

fn grid(session: &Session) -> Result<Grid, InputError> {
    let grid = session.engine.grid();
    grid.ok_or_else(|| InputError::new("this game has no board"))
}

/// The game's name of a square.
pub(super) fn name(at: Point, session: &Session) -> Result<String, InputError> {
    let grid = grid(session)?;
    let (files, ranks) = (grid.files, grid.ranks().len());
    let (file, row) = (at.x as usize, at.y as usize);
    if file >= files || row >= ranks {
        return Err(InputError::new(format_args!(
            "{at} is off the board: squares are 0,0 to {},{}",
            files - 1,
            ranks - 1
        )));
    }
    Ok(square(file, ranks - 1 - row))
}

/// The name of a square by file and rank, both from 0.
fn square(file: usize, rank: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(file).unwrap_or_default());
    format!("{letter}{}", rank + 1)
}

/// The square with the game's name `name`.
pub(super) fn point(name: &str, session: &Session) -> Option<Point> {
    let ranks = u32::try_from(session.engine.grid()?.ranks().len()).ok()?;
    let (letter, number) = name.split_at_checked(1)?;
    let x = letter.bytes().next()?.checked_sub(b'a')?;
    let rank: u32 = number.parse().ok()?;
    Some(Point {
        x: x.into(),
        y: ranks.checked_sub(rank)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::shell::options::Options;

    fn session(game: &str) -> Session {
        let options = Options {
            game: game.into(),
            hash: 1,
            ..Options::default()
        };
        Session::new(options, crossbeam_channel::unbounded().0).expect("a game")
    }

    #[test]
    fn squares_and_names_agree() {
        let session = session("mnk 20 15 5");
        for (x, y, own) in [(0, 0, "a15"), (19, 0, "t15"), (0, 14, "a1"), (7, 7, "h8")] {
            let at = Point { x, y };
            assert_eq!(name(at, &session).as_deref(), Ok(own));
            assert_eq!(point(own, &session), Some(at));
        }
        assert!(name(Point { x: 20, y: 0 }, &session).is_err());
        assert!(name(Point { x: 0, y: 15 }, &session).is_err());
        assert_eq!(point("pass", &session), None);
    }

    #[test]
    fn a_list_keeps_no_more_stones_than_a_board_has() {
        let mut session = session("mnk 26 26 5");
        let mut block = Block::new(Kind::Silent);
        for _ in 0..10_000 {
            block.add(Point { x: 0, y: 0 }, Some(Owner::Own));
        }
        assert_eq!(block.stones.len(), 26 * 26);
        let why = block.set_up(&mut session).expect_err("too many");
        assert_eq!(why.to_string(), "there are more stones than squares");
    }

    #[test]
    fn the_numbers_of_stones_say_who_began() {
        let mut session = session("mnk 5 5 5");
        let stone = |x, owner| (Point { x, y: 0 }, Some(owner));
        let cases = [
            (vec![], true, Some(Side::First)),
            (vec![stone(0, Owner::Opponent)], true, Some(Side::Second)),
            (vec![stone(0, Owner::Own)], true, None),
            (vec![stone(0, Owner::Own)], false, Some(Side::Second)),
            (
                vec![stone(0, Owner::Own), stone(1, Owner::Opponent)],
                true,
                Some(Side::First),
            ),
            (vec![stone(0, Owner::Nobody)], true, None),
            (
                vec![stone(0, Owner::Opponent), stone(0, Owner::Own)],
                true,
                None,
            ),
        ];
        for (stones, is_answered, side) in cases {
            let kind = if is_answered {
                Kind::Board
            } else {
                Kind::Silent
            };
            let mut block = Block::new(kind);
            block.stones.clone_from(&stones);
            let before = session.engine.write();
            let done = block.set_up(&mut session);
            assert_eq!(done.is_ok(), side.is_some(), "{stones:?}");
            match side {
                Some(side) => assert_eq!(session.engine.side(), side, "{stones:?}"),
                None => assert_eq!(session.engine.write(), before, "{stones:?}"),
            }
        }
    }
}
