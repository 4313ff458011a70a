//! The signature of the search equals the one in the file BENCH.

use std::fmt::Write as _;
use std::fs;

#[test]
fn the_signature_is_the_one_in_bench() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/BENCH");
    let recorded = fs::read_to_string(path).expect("the file BENCH is there");
    let recorded: u64 = recorded.trim().parse().expect("BENCH holds one number");
    let runs = kaeshi::bench::run().expect("there is memory for a small table");
    let nodes: u64 = runs.iter().map(|run| run.nodes).sum();
    let details = runs.iter().fold(String::new(), |mut text, run| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{run}");
        text
    });
    assert!(
        nodes == recorded,
        "the search visits {nodes} nodes, but BENCH says {recorded}.\n\n{details}\n\
         If search or evaluation was meant to change, put the new number on record in the same commit:\n\n    \
         cargo run --release -- bench     (prints it last: {nodes})\n    \
         echo {nodes} > BENCH\n\n\
         If not, this change has a side effect: find it."
    );
}
