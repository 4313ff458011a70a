//! The rules of ARCHITECTURE.md that the compiler cannot check, checked on the sources.

mod circles;
mod plain;

use std::fs;
use std::path::{Path, PathBuf};

/// A source file: its path from the root of the repository, and its text.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The code that is compiled into the product: the lines before the unit tests, without comments.
    fn code(&self) -> impl Iterator<Item = &str> {
        let tests = if self.path.ends_with("/tests.rs") {
            Some(0)
        } else {
            self.text.find("#[cfg(test)]\nmod tests {")
        };
        let product = &self.text[..tests.unwrap_or(self.text.len())];
        product
            .lines()
            .map(|line| line.find("//").map_or(line, |comment| &line[..comment]))
    }

    /// Whether the file is in `place`: a folder ending in `/`, or a file.
    fn is_in(&self, place: &str) -> bool {
        if place.ends_with('/') {
            self.path.starts_with(place)
        } else {
            self.path == place
        }
    }

    /// The lines of code that contain one of `words`.
    fn lines_with<'a>(&'a self, words: &'a [&str]) -> impl Iterator<Item = &'a str> {
        self.code()
            .filter(|line| words.iter().any(|word| line.contains(word)))
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below `folder`.
fn sources(folder: &str) -> Vec<Source> {
    let mut found = Vec::new();
    collect(&root().join(folder), &mut found);
    found
}

fn collect(folder: &Path, found: &mut Vec<Source>) {
    let entries = fs::read_dir(folder)
        .unwrap_or_else(|why| panic!("{} cannot be read: {why}", folder.display()));
    for entry in entries {
        let path = entry.expect("a folder can be read").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let inside = path.strip_prefix(root()).expect("it lies inside");
            found.push(Source {
                path: inside.to_string_lossy().replace('\\', "/"),
                text: fs::read_to_string(&path).expect("a source is UTF-8 text"),
            });
        }
    }
}

/// The modules that follow `crate::` in a line, also inside braces.
fn modules_used(line: &str) -> Vec<&str> {
    fn name(text: &str) -> &str {
        let end = text.find(|character: char| !character.is_alphanumeric() && character != '_');
        &text[..end.unwrap_or(text.len())]
    }
    let uses = line.split("crate::").skip(1);
    uses.flat_map(|rest| match rest.strip_prefix('{') {
        Some(list) => list.split(", ").map(name).collect(),
        None => vec![name(rest)],
    })
    .filter(|name| !name.is_empty())
    .collect()
}

/// Fails with a list of everything in `found`, if there is anything.
fn assert_none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}:\n  {}", found.join("\n  "));
}

#[test]
fn every_layer_uses_only_what_is_below_it() {
    const MAY_USE: [(&str, &[&str]); 13] = [
        ("src/files/", &["core", "files"]),
        ("src/core/", &["core"]),
        ("src/game.rs", &["core"]),
        ("src/search/", &["core", "game", "search"]),
        ("src/perft.rs", &["core", "game"]),
        (
            "src/engine/",
            &["core", "engine", "game", "perft", "search"],
        ),
        (
            "src/analysis/",
            &["analysis", "core", "engine", "game", "games", "search"],
        ),
        ("src/games/", &["core", "game", "games", "perft", "search"]),
        ("src/games/mod.rs", &["engine"]),
        ("src/games/othello/book/store/", &["files"]),
        ("src/games/daifugo/engine.rs", &["engine"]),
        ("src/games/daifugo/monte_carlo/decision.rs", &["engine"]),
        (
            "src/shell/",
            &[
                "core", "engine", "files", "game", "games", "search", "shell",
            ],
        ),
    ];
    let mut broken = Vec::new();
    for source in sources("src") {
        let rules = MAY_USE.iter().filter(|(place, _)| source.is_in(place));
        let allowed: Vec<_> = rules.flat_map(|(_, modules)| *modules).collect();
        if allowed.is_empty() {
            continue;
        }
        for line in source.code() {
            for module in modules_used(line) {
                if !allowed.contains(&&module) {
                    broken.push(format!("{} uses crate::{module}", source.path));
                }
            }
        }
    }
    assert_none(&broken, "a layer reaches too far");
}

#[test]
fn the_protocol_uses_nothing_of_ours() {
    let manifest = fs::read_to_string(root().join("protocol/Cargo.toml")).expect("it is there");
    let (_, dependencies) = manifest
        .split_once("\n[dependencies]")
        .expect("the protocol has dependencies");
    assert!(!dependencies.contains("path"), "{dependencies}");
    let mut broken = Vec::new();
    for source in sources("protocol/src") {
        let lines = source.lines_with(&["kaeshi::", "std::io", "std::time::Instant", "print!"]);
        broken.extend(lines.map(|line| format!("{}: {line}", source.path)));
    }
    assert_none(&broken, "the protocol does more than read and write words");
}

#[test]
fn games_do_not_know_each_other_and_the_search_knows_none() {
    let mut games = Vec::new();
    for entry in fs::read_dir(root().join("src/games")).expect("there are games") {
        let name = entry.expect("a folder can be read").file_name();
        games.push(name.to_string_lossy().trim_end_matches(".rs").to_owned());
    }
    games.retain(|game| game != "mod");
    assert!(!games.is_empty());
    let mut broken = Vec::new();
    for source in sources("src") {
        let its_own = games.iter().find(|game| {
            source.is_in(&format!("src/games/{game}/"))
                || source.is_in(&format!("src/games/{game}.rs"))
        });
        if its_own.is_none() && !source.is_in("src/search/") {
            continue;
        }
        for game in games.iter().filter(|&game| Some(game) != its_own) {
            let names = [format!("games::{game}"), format!("super::{game}::")];
            let names = names.each_ref().map(String::as_str);
            let lines = source.lines_with(&names);
            broken.extend(lines.map(|line| format!("{}: {line}", source.path)));
        }
    }
    assert_none(&broken, "a game is named where it should not be");
}

#[test]
fn only_the_shell_and_the_command_line_speak() {
    const SPEAK: [&str; 3] = ["src/shell/", "src/cli/", "src/main.rs"];
    let mut broken = Vec::new();
    for source in sources("src") {
        if SPEAK.iter().any(|place| source.is_in(place)) {
            continue;
        }
        let lines = source.lines_with(&["print!", "println!", "stdout()", "stderr()", "stdin()"]);
        broken.extend(lines.map(|line| format!("{}: {line}", source.path)));
    }
    assert_none(&broken, "something else than the shell speaks");
}

#[test]
fn two_places_below_the_shell_look_at_the_time() {
    const LOOK: [&str; 5] = [
        "src/engine/time_manager.rs",
        "src/search/worker.rs",
        "src/shell/",
        "src/cli/",
        "src/main.rs",
    ];
    let mut broken = Vec::new();
    for source in sources("src") {
        if LOOK.iter().any(|place| source.is_in(place)) {
            continue;
        }
        let lines = source.lines_with(&["Instant::now", "SystemTime", "thread::sleep"]);
        broken.extend(lines.map(|line| format!("{}: {line}", source.path)));
    }
    assert_none(&broken, "something else looks at the time");
}

#[test]
fn unsafe_stays_behind_doors_with_a_portable_twin() {
    let mut doors = 0;
    for source in sources("src") {
        if source
            .lines_with(&["unsafe ", "std::arch", "core::arch"])
            .next()
            .is_none()
        {
            continue;
        }
        doors += 1;
        let (folder, file) = source.path.rsplit_once('/').expect("it lies in src");
        let name = file.trim_end_matches(".rs");
        assert!(
            root().join(folder).join("portable.rs").exists(),
            "{} has no portable twin beside it",
            source.path
        );
        let parent = [format!("{folder}.rs"), format!("{folder}/mod.rs")];
        let parent = parent
            .iter()
            .find_map(|path| fs::read_to_string(root().join(path)).ok());
        let parent = parent.expect("every folder of modules has a file that declares them");
        let (before, _) = parent
            .split_once(&format!("mod {name};"))
            .unwrap_or_else(|| panic!("{folder} does not declare {name}"));
        let attributes = before.rsplit("\n\n").next().unwrap_or_default();
        assert!(
            attributes.contains("target_feature = "),
            "{} is compiled whatever the processor can do",
            source.path
        );
    }
    assert!(doors > 0, "the doors are not where this test looks");
}

#[test]
fn every_file_holds_one_subject() {
    const MAX_LINES: usize = 500;
    let mut broken = Vec::new();
    for folder in [
        "src",
        "protocol",
        "tests",
        "benches",
        "examples",
        "trainer",
        "fuzz/properties",
        "wasm",
    ] {
        for source in sources(folder) {
            let lines = source.text.lines().count();
            if lines > MAX_LINES {
                broken.push(format!("{}: {lines} lines", source.path));
            }
            let left = source.lines_with(&["todo!(", "unimplemented!(", "dbg!("]);
            if source.path != file!() {
                broken.extend(left.map(|line| format!("{}: {line}", source.path)));
            }
        }
    }
    assert_none(&broken, "too long, or left unfinished");
}

#[test]
fn slow_suites_are_named_where_people_look() {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("the page is there");
    let mut missing = Vec::new();
    for source in ["src", "tests", "protocol"].into_iter().flat_map(sources) {
        if !source
            .text
            .lines()
            .any(|line| line.trim_start().starts_with("#[ignore"))
        {
            continue;
        }
        let mut parts = source.path.trim_end_matches(".rs").split('/');
        let command = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some("src"), Some("games"), Some(game), Some(module)) => {
                format!("--lib {game}::{module}")
            }
            (Some("src"), Some(module), ..) => format!("--lib {module}"),
            (_, Some(suite), ..) => format!("--test {suite}"),
            _ => source.path.clone(),
        };
        if !page.contains(&command) {
            missing.push(format!("{}: '{command}'", source.path));
        }
    }
    assert_none(&missing, "CONTRIBUTING.md does not say how to run");
}

#[test]
fn modules_are_found_in_every_form_of_use() {
    assert_eq!(modules_used("use crate::game::{Game, Side};"), ["game"]);
    assert_eq!(
        modules_used("use crate::{engine, games::othello};"),
        ["engine", "games"]
    );
    assert_eq!(
        modules_used("let x = crate::perft::divide(crate::game::mix(1));"),
        ["perft", "game"]
    );
    assert_eq!(modules_used("pub(crate) use kaeshi::engine;"), [""; 0]);
}
