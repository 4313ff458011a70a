//! Conversations with an engine, generated from bytes: valid and nearly valid lines of every protocol.
//!
//! This module uses only the standard library, since the tests over pipes include it, too.

pub mod choices;
pub mod driver;
pub mod grammar;
pub mod talks;
