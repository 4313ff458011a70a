//! Standard output.

use std::io::{self, Write};

/// Writes a text at once, so that a reader never sees a part of it.
pub(super) fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
