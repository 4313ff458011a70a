//! `kaeshi solve`: correct answers, and its use as a filter.

#[path = "../common/under_test.rs"]
mod under_test;

mod bounds;
mod filter;
mod input;
mod interruption;
mod invariance;
mod large;
mod resume;
mod run;
#[path = "../common/skip.rs"]
mod skip;
mod suites;
