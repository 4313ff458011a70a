//! The program as its users start it, on tiny data.

mod chain;
mod folder;
mod yardstick;
