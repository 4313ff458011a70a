//! Writes replies and errors in UGI.

use std::fmt::Display;
use std::io::{self, Write};

use kaeshi_protocol::ugi::{Info, Reply};

pub(super) fn say(out: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    writeln!(out, "{reply}")
}

pub(super) fn error(out: &mut dyn Write, why: impl Display) -> io::Result<()> {
    say(out, &Reply::Info(Info::string(format!("error: {why}"))))
}
