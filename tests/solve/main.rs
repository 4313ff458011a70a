//! `kaeshi solve`: correct answers, and its use as a filter.

mod bounds;
mod filter;
mod input;
mod interruption;
mod invariance;
mod resume;
mod run;
#[path = "../common/skip.rs"]
mod skip;
mod suites;
