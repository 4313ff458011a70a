//! Every line of the tables of bad lines is refused with exactly the message beside it.

use kaeshi_protocol::ugi::{Command, Reply};

/// Turns `\t`, `\u{1b}` and so on into the characters they stand for.
fn unescape(text: &str) -> String {
    let mut line = String::new();
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        line.push_str(before);
        let (character, length) = match escape.as_bytes()[0] {
            b't' => ('\t', 1),
            b'r' => ('\r', 1),
            b'n' => ('\n', 1),
            b'\\' => ('\\', 1),
            b'u' => {
                let end = escape.find('}').expect("a closing brace");
                let code = u32::from_str_radix(&escape[2..end], 16).expect("a hexadecimal number");
                (char::from_u32(code).expect("a character"), end + 1)
            }
            other => panic!("unknown escape {:?} in {text}", char::from(other)),
        };
        line.push(character);
        rest = &escape[length..];
    }
    line + rest
}

/// Compares the messages of a table with the results of `refusal` for its lines.
fn check(table: &str, least: usize, refusal: impl Fn(&str) -> String) {
    let lines = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "));
    let mut checked = 0;
    let mut wrong = Vec::new();
    for line in lines {
        let (line, expected) = line.split_once(" => ").expect("<line> => <message>");
        let found = refusal(&unescape(line));
        if found != expected {
            wrong.push(format!(
                "{line}\n  expected: {expected}\n  found:    {found}"
            ));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked >= least, "only {checked} lines in the table");
}

#[test]
fn bad_commands_are_refused_as_the_table_says() {
    check(include_str!("../data/ugi_bad_commands.txt"), 80, |line| {
        Command::parse(line).map_or_else(|error| error.to_string(), |value| format!("{value:?}"))
    });
}

#[test]
fn bad_replies_are_refused_as_the_table_says() {
    check(include_str!("../data/ugi_bad_replies.txt"), 35, |line| {
        Reply::parse(line).map_or_else(|error| error.to_string(), |value| format!("{value:?}"))
    });
}
