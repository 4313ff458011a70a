//! `kaeshi solve`: right answers, and manners as a filter.

mod bounds;
mod filter;
mod interruption;
mod invariance;
mod run;
mod suites;
