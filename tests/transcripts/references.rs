//! References in the documents: files, headings, and options of commands must exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The targets of all links and pictures of a document.
fn links(document: &str) -> Vec<&str> {
    let starts = document.split("](").skip(1);
    starts
        .filter_map(|rest| rest.split_once(')'))
        .map(|(link, _)| link)
        .collect()
}

/// The anchor of a heading: its letters in lower case, blanks as hyphens, no punctuation.
fn anchor(heading: &str) -> String {
    let letters = heading
        .chars()
        .filter(|&letter| letter.is_alphanumeric() || " -_".contains(letter));
    letters.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Whether the Markdown file has that heading.
fn has_heading(file: &Path, wanted: &str) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut headings = text.lines().filter(|line| line.starts_with('#'));
    headings.any(|line| anchor(line.trim_start_matches('#').trim()) == wanted)
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for path in super::documents() {
        let text = fs::read_to_string(&path).expect("a document is UTF-8 text");
        for link in links(&text)
            .into_iter()
            .filter(|link| !link.contains("://"))
        {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                path.with_file_name(file)
            };
            if !target.exists() || !(heading.is_empty() || has_heading(&target, heading)) {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// The commands of `kaeshi` in a document: lines of shell blocks, and inline code.
fn commands(document: &str) -> Vec<&str> {
    let whole_lines = document.lines().filter(|line| !line.contains('`'));
    let code = document
        .lines()
        .flat_map(|line| line.split('`').skip(1).step_by(2));
    let pipes = whole_lines.chain(code).flat_map(|line| line.split(" | "));
    let commands = pipes.map(|part| part.trim_start_matches("$ "));
    commands
        .filter(|part| part.starts_with("kaeshi "))
        .collect()
}

/// The options of a command outside of quotes.
fn options(command: &str) -> Vec<&str> {
    let outside = command.split('\'').step_by(2);
    let words = outside.flat_map(str::split_ascii_whitespace);
    words.filter(|word| word.starts_with("--")).collect()
}

/// Commands whose options belong to a command below them.
const WITH_COMMANDS: [&str; 3] = ["bits", "book", "marubatsu"];

#[test]
fn every_option_that_is_shown_exists() {
    let mut help = BTreeMap::new();
    let mut unknown = Vec::new();
    let mut count = 0;
    for path in super::documents() {
        // Measurements with older programs keep their old options.
        if path.ends_with("lab-notebook.md") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a document is UTF-8 text");
        let commands = commands(&text).into_iter();
        for command in commands.filter(|command| !options(command).is_empty()) {
            let name = command.split_ascii_whitespace().nth(1).unwrap_or_default();
            let name = if name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
                name
            } else {
                ""
            };
            let mut name = name.to_owned();
            if WITH_COMMANDS.contains(&&*name) {
                let below = command.split_ascii_whitespace().nth(2).unwrap_or_default();
                if below.starts_with(|letter: char| letter.is_ascii_lowercase()) {
                    name = format!("{name} {below}");
                }
            }
            let listed = help.entry(name).or_insert_with_key(|name| help_of(name));
            for option in options(command) {
                count += 1;
                let found =
                    listed.split(|letter: char| letter.is_whitespace() || ",=".contains(letter));
                if found.clone().all(|word| word != option) {
                    unknown.push(format!("{}: {option} in '{command}'", path.display()));
                }
            }
        }
    }
    assert!(count > 10, "only {count} options were found");
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// The help text of a command, or of the program.
fn help_of(command: &str) -> String {
    let mut kaeshi = Command::new(env!("CARGO_BIN_EXE_kaeshi"));
    kaeshi.args(command.split_ascii_whitespace());
    let output = kaeshi
        .arg("--help")
        .output()
        .expect("the binary can be run");
    assert!(output.status.success(), "there is no command '{command}'");
    String::from_utf8(output.stdout).expect("it is text")
}
