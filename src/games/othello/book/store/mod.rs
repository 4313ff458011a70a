//! A book in files: sorted records that never change, and beside them a log of later changes.
//!
//! `base` is the sorted file, `log` the changes, and [`Book`] both together. docs/book.md has both formats byte by byte.

mod base;
mod book;
mod header;
mod log;
mod problem;
#[cfg(test)]
mod tests;

pub use book::{Book, Creation};
pub use problem::{BookError, BookProblem};
