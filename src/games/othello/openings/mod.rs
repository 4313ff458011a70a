//! The names of openings.
//!
//! A name belongs to a position. So it is found under symmetry, and whatever the order of the moves was.

mod opening;
mod table;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use self::opening::Opening;
use self::table::TABLE;
use super::rules::board::Board;
use super::rules::symmetry::canonical;

/// All named openings, sorted by their moves.
#[must_use]
pub fn all() -> &'static [Opening] {
    &TABLE
}

/// The opening whose position is `board`, up to symmetry.
///
/// # Examples
/// ```
/// use kaeshi::game::{Game, Notation};
/// use kaeshi::games::othello::{Othello, openings};
///
/// let mut game = Othello::default();
/// // Another order of the moves of the Tiger, turned by half a circle.
/// for name in ["c4", "e3", "f5", "e6", "f6"] {
///     let mv = game.read_move(name)?;
///     game.make(&mv);
/// }
/// let opening = openings::find(game.board());
/// assert_eq!(opening.map(|opening| opening.name), Some("Tiger"));
/// # Ok::<(), kaeshi::game::InputError>(())
/// ```
#[must_use]
pub fn find(board: Board) -> Option<&'static Opening> {
    static BY_BOARD: LazyLock<HashMap<Board, &'static Opening>> = LazyLock::new(|| {
        let entries = TABLE.iter();
        entries
            .map(|opening| (canonical(opening.board()).0, opening))
            .collect()
    });
    const MAX_DISCS: u32 = 4 + 21;
    // Only the first positions of a game can have a name.
    if board.empties() < 64 - MAX_DISCS {
        return None;
    }
    BY_BOARD.get(&canonical(board).0).copied()
}

/// The names along a game: the opening of each position in `boards` that has one, with its index.
///
/// `boards` are the positions of a game in their order. The last name is that with the most moves.
pub fn along(
    boards: impl IntoIterator<Item = Board>,
) -> impl Iterator<Item = (usize, &'static Opening)> {
    let named = boards.into_iter().enumerate();
    named.filter_map(|(at, board)| Some((at, find(board)?)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;
    use std::io::Write;
    use std::path::Path;

    use super::*;
    use crate::games::othello::rules::board::Colour;
    use crate::games::othello::rules::symmetry::Symmetry;

    #[test]
    fn every_sequence_is_legal_and_every_name_and_position_is_there_once() {
        let (mut names, mut boards) = (HashSet::new(), HashSet::new());
        for opening in all() {
            assert_eq!(opening.squares().count() * 2, opening.moves.len());
            let mut board = Board::START;
            for square in opening.squares() {
                assert_ne!(board.legal() & square.bit(), 0, "{opening}: {square}");
                board = board.after(square, board.flips(square));
            }
            assert_eq!(board, opening.board());
            assert!(names.insert(opening.name), "{opening}");
            assert!(boards.insert(canonical(board).0), "{opening}");
        }
        assert!(all().is_sorted_by_key(|opening| opening.moves));
    }

    #[test]
    fn every_image_is_found_and_no_other_position() {
        for opening in all() {
            let board = opening.board();
            for symmetry in Symmetry::ALL {
                assert_eq!(find(symmetry.board(board)), Some(opening));
            }
        }
        assert_eq!(find(Board::START), None);
        let full = Board {
            own: u64::MAX,
            other: 0,
        };
        assert_eq!(find(full), None);
    }

    #[test]
    fn a_game_has_all_names_on_its_way() {
        let names_of = |name| {
            let opening = all().iter().find(|opening| opening.name == name);
            let mut boards = vec![Board::START];
            for square in opening.expect("a name of the table").squares() {
                let last = boards[boards.len() - 1];
                boards.push(last.after(square, last.flips(square)));
            }
            let named = along(boards).map(|(at, opening)| (at, opening.name));
            named.collect::<Vec<_>>()
        };
        assert_eq!(
            names_of("Rose"),
            [(2, "Perpendicular Opening"), (5, "Rabbit"), (10, "Rose")]
        );
        // The name with the most moves.
        assert_eq!(
            names_of("F.A.T. Draw")[1..],
            [
                (5, "Tiger"),
                (7, "Stephenson"),
                (8, "COMP'OTH"),
                (21, "F.A.T. Draw")
            ]
        );
    }

    #[test]
    fn names_agree_with_those_that_others_use() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../shared/data/openings/opening_names_en.txt");
        let Ok(text) = fs::read_to_string(path) else {
            let _ = writeln!(
                std::io::stderr(),
                "skipped: ../shared/data/openings is missing"
            );
            return;
        };
        let mut count = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (board, name) = line.split_once(';').expect("a name follows the board");
            let (board, _): (Board, Colour) = Board::parse(board).expect("a board");
            let found = find(board).map(|opening| opening.name.to_lowercase());
            assert_eq!(found, Some(name.trim().to_lowercase()));
            count += 1;
        }
        let others = [
            "Aubrey (Feldborg Continuation)",
            "Central Rose-BILL",
            "F.A.T. Draw",
            "Lightning Bolt",
            "Lysons",
            "Rabbit",
            "Rocket",
        ];
        let is_other = |opening: &&Opening| others.contains(&opening.name);
        assert_eq!(all().iter().filter(is_other).count(), others.len());
        assert_eq!(count, all().len() - others.len());
    }
}
