//! An analysed game of m,n,k or Connect Four as a table.

use std::fmt::Write;

use kaeshi::core::printable;

use crate::cli::analyse::stone_game::{StoneGame, words};

/// The table of a game.
pub(super) fn table(game: &StoneGame) -> String {
    let mut text = format!("{}\n", printable(&game.title()));
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{:>4} {:>6}  {:<5} {:<5}  for the player before the move",
        "move", "player", "", "best"
    );
    for (index, ply) in game.proven.plies.iter().enumerate() {
        let Some(name) = &ply.name else {
            let over = if ply.best.is_none() {
                "the end"
            } else {
                "to move"
            };
            let _ = writeln!(text, "{:>4} {:>6}  {over}: {}", "", ply.player, words(ply));
            continue;
        };
        let best = ply.best.as_deref().unwrap_or_default();
        let _ = write!(
            text,
            "{:>4} {:>6}  {:<5} {:<5}  {}",
            index + 1,
            ply.player,
            printable(name),
            best,
            words(ply)
        );
        if let Some(after) = game.after(index).filter(|_| ply.changed) {
            let _ = write!(text, "; the move makes it {after}");
        }
        text.push('\n');
    }
    text.push('\n');
    text
}
