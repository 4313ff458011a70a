//! What the keys do now: play, answer a question, type a text, change settings, set up a position.

use std::path::PathBuf;

use super::setup::Setup;
use crate::cli::convert::SingleGame;

/// The mode of the screen.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mode {
    /// Keys play.
    Play,
    /// This page of the list of keys is shown, the first one is 0.
    Help(usize),
    /// The settings are shown; this row is selected.
    Settings(usize),
    /// A position is set up.
    Setup(Setup),
    /// A text is typed.
    Input(Input),
    /// A question is asked.
    Question(Question),
}

impl Mode {
    /// Whether the game goes on meanwhile.
    pub(super) fn is_playing(&self) -> bool {
        !matches!(self, Self::Setup(_))
    }
}

/// A text that is typed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Input {
    pub(super) purpose: InputPurpose,
    pub(super) text: String,
}

/// What a typed text is for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum InputPurpose {
    /// The file to save the game in, and what follows.
    Save(Next),
    /// The file to load a game from.
    Load,
    /// A move, moves, or a position.
    Moves,
}

/// A question with a few answers.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Question {
    /// Whether to save the game before it is lost.
    SaveFirst(Next),
    /// Whether to replace an existing file.
    Overwrite(PathBuf, Next),
    /// Whether to give up.
    Resign,
}

/// What follows when the game is saved, or need not be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Next {
    /// The game goes on.
    Stay,
    /// The program ends.
    Quit,
    /// A new game begins.
    New,
    /// A file is asked for, and loaded.
    Load,
    /// This game is played on.
    Replace(Box<SingleGame>, String),
    /// A position is set up.
    Setup,
}
