//! Games that cannot have been played as they are recorded.

use serde_json::{Value, json};

use crate::{answer, folder, header, refusal, whole_game, write};

/// A line that is well-formed but impossible is refused, and one game like it is not.
#[test]
fn games_that_cannot_have_been_played_are_refused() {
    let folder = folder("impossible");
    let header = header(["alpha", "beta2"], "Clock(10s, 100ms)");
    let good = whole_game();
    write(&folder.join("good.jsonl"), &[header.clone(), good.clone()]);
    assert!(answer(&folder, "good.jsonl").starts_with("Othello: 1 game "));
    for (changes, why) in impossible_values(&good) {
        let mut line = good.clone();
        for (field, value) in changes.as_object().expect("it is an object") {
            line[field] = value.clone();
        }
        write(&folder.join("bad.jsonl"), &[header.clone(), line]);
        let found = refusal(&folder, "bad.jsonl");
        assert_eq!(found.lines().count(), 1, "{changes}: {found}");
        let place = "kaeshi: bad.jsonl: line 2: ";
        assert!(
            found.starts_with(place) && found.contains(why),
            "{changes}: {found}"
        );
    }
}

/// Fields of the `good` game with impossible values, and what is said of them.
fn impossible_values(good: &Value) -> Vec<(Value, &'static str)> {
    let moves = good["moves"].as_str().expect("moves");
    let wrong_margin = good["margin"].as_i64().expect("a margin").signum() * 2 * 31;
    let used = |phase: f64, least: f64| {
        let one = json!({ "phases": [phase, 0.0, 0.0], "slowest": 1.0, "least": least });
        json!([one, one])
    };
    vec![
        (json!({ "number": 0 }), "games have numbers from 1"),
        (json!({ "number": u64::MAX }), "games have numbers from 1"),
        (
            json!({ "engines": ["alpha", "beta2"] }),
            "as in a tournament",
        ),
        (json!({ "margin": 66 }), "an even number from -64 to 64"),
        (json!({ "margin": 3 }), "an even number from -64 to 64"),
        (json!({ "margin": 0 }), "points do not go with the margin 0"),
        (
            json!({ "points": 0.5 }),
            "0.5 points do not go with the margin",
        ),
        (json!({ "margin": wrong_margin }), "but its moves end with "),
        (
            json!({ "margin": null, "points": 0.5 }),
            "but its moves end with ",
        ),
        (
            json!({ "moves": "f5 d6", "times": [] }),
            "is not over after its moves",
        ),
        (
            json!({ "moves": format!("f5 f5 {moves}"), "times": [] }),
            "f5",
        ),
        (
            json!({ "end": "proven", "margin": null }),
            "it has no margin",
        ),
        (
            json!({ "end": "time" }),
            "a program forfeited it, but it has the margin",
        ),
        (
            json!({ "end": "time", "margin": null, "points": 0.5 }),
            "but it is a draw",
        ),
        (
            json!({ "left": [1.0, 1e9] }),
            "1000000000 s left on a clock",
        ),
        (json!({ "left": [-1e12, 1.0] }), "s left on a clock"),
        (json!({ "times": [1.0] }), "but the times of 1"),
        (json!({ "times": [-1.0] }), "-1 s for move 1"),
        (json!({ "times": [1.0, 1e12] }), "s for move 2"),
        (
            json!({ "opening_plies": 1000 }),
            "its opening has 1000 plies",
        ),
        (json!({ "stalled": -1.0 }), "the machine was away for -1 s"),
        (json!({ "spent": used(-0.5, 1.0) }), "-0.5 s of time used"),
        (json!({ "spent": used(0.5, 1e12) }), "s of time used"),
        (json!({ "position": "8/8/8/8/8/8/8/8 o" }), "game 1: "),
    ]
}
