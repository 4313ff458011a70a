//! Plain words: names of bounds, units of public numbers, and the length of functions.

use crate::{assert_none, sources};

const FOLDERS: [&str; 8] = [
    "src",
    "protocol/src",
    "trainer/src",
    "fuzz/properties/src",
    "tests",
    "protocol/tests",
    "benches",
    "examples",
];

/// Found by the name after `const` or `static`: bounds are `MAX_x` and `MIN_x`.
#[test]
fn bounds_are_called_max_and_min() {
    const PRIVATE: [&str; 13] = [
        "MOST",
        "LEAST",
        "FEWEST",
        "LONGEST",
        "ENOUGH",
        "DEEPEST",
        "SHALLOWEST",
        "LARGEST",
        "SMALLEST",
        "GREATEST",
        "BOLDEST",
        "SLOWEST",
        "FARTHEST",
    ];
    let mut found = Vec::new();
    for source in FOLDERS.into_iter().flat_map(sources) {
        for line in source.text.lines() {
            let mut words = line
                .split_whitespace()
                .skip_while(|word| !["const", "static"].contains(word));
            let name = words.nth(1).unwrap_or_default().trim_end_matches(':');
            if name.split('_').any(|part| PRIVATE.contains(&part)) {
                found.push(format!("{}: {name}", source.path));
            }
        }
    }
    assert_none(&found, "say MAX_ or MIN_");
}

/// Found by the text of the macro: the test harness hides what `println!` and `eprintln!` write in tests that pass.
#[test]
fn tests_that_skip_something_say_so_where_it_is_seen() {
    let macros = ["println!", "eprintln!"].map(|name| format!("{name}(\"skipped"));
    let mut found = Vec::new();
    for source in ["tests", "protocol/tests"].into_iter().flat_map(sources) {
        if macros.iter().any(|name| source.text.contains(name)) {
            found.push(source.path);
        }
    }
    assert_none(&found, "call say_skipped of tests/common/skip.rs");
}

/// The types of numbers.
const NUMBERS: [&str; 13] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64",
];

/// Words of which one has to be in the comment: units, ranges, what is counted.
const UNITS: [&str; 49] = [
    "plies",
    "ply",
    "node",
    "second",
    "hundredths",
    "bytes",
    "kib",
    "mib",
    "disc",
    "percent",
    "per mille",
    "move",
    "games",
    "squares",
    "number",
    "index",
    "empties",
    "empty",
    "bit",
    "points",
    "worlds",
    "cards",
    "depth",
    "threads",
    "lines",
    "level",
    "leaves",
    "deviation",
    "probability",
    "times",
    "elo",
    "ratio",
    "rank",
    "file",
    "degree",
    "lanes",
    "pairs",
    "score",
    "rows",
    "characters",
    "positions",
    "port",
    "year",
    "seed",
    "units",
    "stones",
    "rate",
    " to ",
    "columns",
];

/// Found by the lines `pub name: <number>,` of structs and the comment above them.
#[test]
fn public_numbers_say_their_unit() {
    let mut found = Vec::new();
    for source in ["src", "protocol/src", "trainer/src"]
        .into_iter()
        .flat_map(sources)
    {
        let mut comment = String::new();
        for line in source.text.lines().map(str::trim) {
            if let Some(text) = line.strip_prefix("///") {
                comment.push_str(&text.to_lowercase());
                continue;
            }
            let field = line
                .strip_prefix("pub ")
                .and_then(|field| field.split_once(": "));
            if let Some((name, kind)) = field {
                let kind = kind
                    .trim_end_matches(',')
                    .trim_start_matches("Option<")
                    .trim_end_matches('>');
                let says = UNITS.iter().any(|unit| comment.contains(unit));
                if NUMBERS.contains(&kind) && !says {
                    found.push(format!("{}: {name}", source.path));
                }
            }
            if !line.starts_with("#[") {
                comment.clear();
            }
        }
    }
    assert_none(&found, "the comment names no unit and no range");
}

/// Found by the line with `fn` and the first line after it that closes its block at the same indentation.
#[test]
fn functions_fit_on_a_screen() {
    const MAX_LINES: usize = 80;
    let mut found = Vec::new();
    for source in FOLDERS.into_iter().flat_map(sources) {
        let lines: Vec<&str> = source.text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let code = line.trim_start();
            let starts = code.starts_with("fn ")
                || (code.starts_with("pub") && code.contains(" fn "))
                || code.starts_with("const fn ");
            if !starts || code.ends_with(';') || code.ends_with('}') {
                continue;
            }
            let end = format!("{}}}", &line[..line.len() - code.len()]);
            let length = lines[at..]
                .iter()
                .position(|line| *line == end)
                .map_or(0, |length| length + 1);
            if length > MAX_LINES {
                found.push(format!("{}:{}: {length} lines", source.path, at + 1));
            }
        }
    }
    assert_none(&found, "a function is longer than 80 lines");
}
