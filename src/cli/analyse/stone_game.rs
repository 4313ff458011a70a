//! An analysed game of m,n,k or Connect Four: one line of `--json`.

use kaeshi::analysis::{ProvenGame, ProvenPly};
use serde::{Deserialize, Serialize};

use super::prior::Keyed;

/// An analysed game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoneGame {
    /// The file's name; `None` for standard input.
    pub(super) file: Option<String>,
    /// The number of the game in its file, from 1.
    pub(super) number: u64,
    /// The name of the game that is played.
    pub(super) game: String,
    /// How thoroughly the positions were searched.
    pub(super) effort: String,
    #[serde(flatten)]
    pub(super) proven: ProvenGame,
}

impl StoneGame {
    /// Where the game stands, for people.
    pub(super) fn title(&self) -> String {
        let file = self.file.as_deref().unwrap_or("standard input");
        format!("{file} game {}: {}", self.number, self.game)
    }

    /// The moves.
    pub(super) fn moves(&self) -> impl Iterator<Item = &str> {
        self.proven
            .plies
            .iter()
            .filter_map(|ply| ply.name.as_deref())
    }

    /// The moves that changed a proven result, each with its index from 0.
    pub(super) fn changes(&self) -> impl Iterator<Item = (usize, &ProvenPly)> {
        self.proven.changes()
    }

    /// What the position after a move is worth to the player who moved, in words; nothing if that is not proven.
    pub(super) fn after(&self, index: usize) -> Option<&'static str> {
        let ply = self.proven.plies.get(index)?;
        let next = self.proven.plies.get(index + 1)?;
        let result = next.result?;
        let own = if next.player == ply.player {
            result
        } else {
            -result
        };
        Some(match own {
            1 => "a win",
            0 => "a draw",
            _ => "a loss",
        })
    }
}

impl Keyed for StoneGame {
    fn key(&self) -> String {
        key(&self.game, self.moves(), &self.effort)
    }
}

/// What makes a game another one: what is played, its moves and the effort.
pub(super) fn key<'a>(game: &str, moves: impl Iterator<Item = &'a str>, effort: &str) -> String {
    let moves: Vec<_> = moves.collect();
    format!("{game}: {} {effort}", moves.join(" "))
}

/// The proven result in words.
pub(super) fn words(ply: &ProvenPly) -> String {
    match (ply.result, &ply.words) {
        (_, Some(words)) => words.clone(),
        (Some(1), None) => "a win".into(),
        (Some(0), None) => "a draw".into(),
        (Some(_), None) => "a loss".into(),
        (None, None) => "not proven".into(),
    }
}
