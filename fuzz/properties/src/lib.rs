//! Properties of Kaeshi that hold for any input: parsers, positions, files, whole conversations.
//!
//! A property takes bytes and panics if it does not hold. The fuzz targets in `fuzz/fuzz_targets` call one each;
//! `tests/corpora.rs` calls them with every file of `fuzz/corpus`.

#![allow(
    clippy::missing_panics_doc,
    reason = "every property panics when it does not hold: that is how it says so"
)]

pub mod books;
pub mod conversation;
pub mod positions;
pub mod protocol;
pub mod session;
pub mod text;
pub mod trained;

/// A function that panics if its property does not hold for the input.
pub type Property = fn(&[u8]);

/// Every property with its name, which is also the name of its fuzz target and of its folder in the corpus.
pub const PROPERTIES: [(&str, Property); 25] = [
    ("cecp", protocol::cecp),
    ("fairy", protocol::fairy),
    ("ggf", protocol::ggf),
    ("gomocup", protocol::gomocup),
    ("gtp", protocol::gtp),
    ("nboard", protocol::nboard),
    ("obf", protocol::obf),
    ("pgn", protocol::pgn),
    ("sgf", protocol::sgf),
    ("transcript", protocol::transcript),
    ("uecda", protocol::uecda),
    ("ugi", protocol::ugi),
    ("usi", protocol::usi),
    ("wthor", protocol::wthor),
    ("othello", positions::othello),
    ("mnk", positions::mnk),
    ("daifugo", positions::daifugo),
    ("party", positions::party),
    ("books", books::books),
    ("labels", trained::labels),
    ("games", trained::games),
    ("net", trained::net),
    ("weights", trained::weights),
    ("protocols", session::protocols),
    ("sessions", session::sessions),
];
