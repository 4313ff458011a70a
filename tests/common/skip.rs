//! Tests that cannot run here say so.

use std::fmt::Display;
use std::io::{self, Write};

/// Says what is not tested here and why.
///
/// `println!` and `eprintln!` are shown only for tests that fail; this line is shown for tests that pass as well.
pub(crate) fn say_skipped(why: impl Display) {
    let _ = writeln!(io::stderr(), "skipped: {why}");
}
