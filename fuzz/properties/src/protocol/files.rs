//! Properties of binary formats: a value that is read is written, and read back as the same value.

use kaeshi_protocol::uecda::{BYTES, Grid};
use kaeshi_protocol::wthor::{Base, Kind, Names};

use crate::text::check_message;

/// The maximum year in the two bytes of a WTHOR date.
const MAX_YEAR: u16 = 25_599;

/// WTHOR: games, players and tournaments.
pub fn wthor(data: &[u8]) {
    match Base::read(data) {
        Err(why) => check_message(&why.to_string()),
        Ok(base) => {
            for why in base.games.iter().filter_map(|game| game.as_ref().err()) {
                check_message(&why.to_string());
            }
            let found = Base::read(&base.to_bytes()).expect("a base is read back");
            assert!(found.games.iter().flatten().eq(base.games.iter().flatten()));
            if base.header.made.0 <= MAX_YEAR {
                assert_eq!(found.header, base.header);
            }
        }
    }
    for kind in [Kind::Players, Kind::Tournaments] {
        match Names::read(data, kind) {
            Err(why) => check_message(&why.to_string()),
            Ok(names) => {
                let found = Names::read(&names.to_bytes(kind), kind);
                let found = found.expect("names are read back");
                // The last byte of a name marks its end; a letter there is dropped.
                let size = if kind == Kind::Players { 20 } else { 26 };
                for (found, name) in found.names.iter().zip(&names.names) {
                    assert!(found == name || name.chars().count() == size, "{name:?}");
                }
                assert_eq!(found.names.len(), names.names.len());
                if let Some(name) = names.get(0) {
                    assert_eq!(names.number(name), Some(0), "{name:?}");
                }
            }
        }
    }
}

/// `UECda`: a table of numbers.
pub fn uecda(data: &[u8]) {
    let mut bytes = [0; BYTES];
    for (to, from) in bytes.iter_mut().zip(data) {
        *to = *from;
    }
    let grid = Grid::from_bytes(&bytes);
    assert_eq!(grid.to_bytes(), bytes);
    let status = grid.status();
    let written = grid.clone().with_status(&status);
    assert_eq!(written.status(), status);
    let mut copy = Grid::EMPTY;
    for cell in grid.cells() {
        copy.put(cell);
    }
    assert!(copy.cells().eq(grid.cells()));
    let name = String::from_utf8_lossy(data);
    let _ = Grid::introduction(&name);
}
