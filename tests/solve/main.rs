//! `kaeshi solve`: correct answers, and its use as a filter.

mod bounds;
mod filter;
mod interruption;
mod invariance;
mod run;
mod suites;
