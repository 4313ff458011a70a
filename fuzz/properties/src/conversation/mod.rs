//! Conversations with an engine, made up from bytes: valid and nearly valid lines of every dialect.
//!
//! This module uses the standard library alone: the tests that talk over pipes include it, too.

pub mod choices;
pub mod driver;
pub mod grammar;
pub mod talks;
