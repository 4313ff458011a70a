//! The `kaeshi` program.
fn main() {}
