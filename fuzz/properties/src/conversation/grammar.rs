//! Generates lines of a protocol: fills the gaps of a pattern, and may damage the result.

use super::choices::Choices;

/// Numbers at the limits of types and options, and ordinary ones.
const NUMBERS: [&str; 44] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "9",
    "10",
    "15",
    "19",
    "26",
    "27",
    "60",
    "64",
    "100",
    "127",
    "128",
    "255",
    "256",
    "1000",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "10000000000000000000",
    "99999999999999999999999999999999",
    "-1",
    "-0",
    "-9223372036854775808",
    "+5",
    "007",
    "0x10",
    "1_000",
    "٣",
    "",
    "NaN",
];
/// Numbers with fractions and exponents.
const FRACTIONS: [&str; 16] = [
    "0.01",
    "0.001",
    "0",
    "1",
    "0.5",
    "1.5",
    "-1",
    "-0.0",
    "1e-400",
    "1e19",
    "1e308",
    "1e309",
    "inf",
    "-inf",
    "NaN",
    "18446744073709551616",
];
/// Limits of searches that end soon.
const SMALL: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
/// Short times in milliseconds.
const SOON: [&str; 6] = ["0", "1", "5", "10", "20", "50"];
/// Sizes of a table in MiB, of which the last ones are refused.
const SIZES: [&str; 10] = [
    "1",
    "2",
    "3",
    "4",
    "8",
    "0",
    "-1",
    "18446744073709551615",
    "1e3",
    "99999999999",
];
const MOVES: [&str; 34] = [
    "d3", "c4", "f5", "e6", "f6", "c5", "c3", "d6", "F5", "a1", "h8", "b2", "i9", "a9", "j1",
    "z26", "z27", "0000", "pass", "PASS", "PA", "--", "P@e3", "P@d3", "P@c6", "P@f5", "@@@@",
    "a1a1", "8", "B3", "C5S5", "joker", "3,3", "0,0",
];
const GAMES: [&str; 26] = [
    "othello",
    "tictactoe",
    "gomoku",
    "connect4",
    "mnk 3 3 3",
    "mnk 5 4 4",
    "mnk 7 6 4 gravity",
    "mnk 4 4 3 exact",
    "mnk,5,5,4",
    "mnk 26 26 26",
    "mnk 27 1 1",
    "mnk 0 0 0",
    "daifugo",
    "daifugo plain",
    "daifugo uecda",
    "daifugo uecda 5",
    "daifugo plain 2",
    "daifugo custom seq3 3",
    "daifugo custom",
    "reversi",
    "chess",
    "othello 8",
    "DAIFUGO UECDA 2",
    "mnk",
    "",
    "mnk 19 19 6",
];
const POSITIONS: [&str; 22] = [
    "startpos",
    "fen 8/8/8/3ox3/3xo3/8/8/8 x",
    "fen xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx o",
    "fen xo6/8/8/8/8/8/8/8 o",
    "fen xxxxxxo1/oooooo2/8/8/8/8/8/8 x",
    "othello 8/8/8/3ox3/3xo3/8/8/8 o",
    "mnk 3 3 3 1X1/3/1O1 x",
    "mnk 15 15 5",
    "tictactoe 3/1X1/3 o",
    "3 3 3 xxx/oo1/3 o 3",
    "6 7 4 gravity 7/7/7/7/7/3X3 o",
    "26 26 26",
    "daifugo group D3H3C8S8/D4C5DK 0 - - 00 -",
    "daifugo uecda D3D4DK/C3C9/S3SK 0 - - 000 -",
    "daifugo uecda 5",
    "fen 8/8/8/3pP3/3Pp3/8/8/8[PPpp] w 0 1",
    "fen 3/1p1/2P[PPPPppp] w - - 0 2",
    "sfen ---------------------------OX------XO---------------------------B1",
    "sfen XO--------------------------------------------------------------W9",
    "fen",
    "fen 9/9",
    "text",
];
const WORDS: [&str; 16] = [
    "moves",
    "value",
    "name",
    "infinite",
    "ponder",
    "depth",
    "go",
    "stop",
    "true",
    "false",
    "<empty>",
    "searchmoves",
    "#",
    "%s%n",
    "\u{feff}",
    "返し",
];
/// Separators between words and after the last one.
const SPACES: [&str; 8] = [" ", " ", " ", " ", "  ", "\t", " \r", "\u{a0}"];

/// A line, and its effect on the size of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The line without its line end.
    pub bytes: Vec<u8>,
    /// The size in MiB that the table may have after the line.
    pub megabytes: Option<u64>,
}

/// Fills the gaps of `pattern`, and may change words (every second line) or bytes (every fourth).
///
/// `{n}` is any number, `{r}` one with a fraction, `{d}` a depth, `{t}` a time, `{h}` a size of the table. `{m}` is a
/// move, `{g}` a game, `{p}` a position, `{w}` a word. A line with `{h}` is never damaged.
pub fn line(pattern: &str, choices: &mut Choices<'_>) -> Line {
    let mut text = String::new();
    let mut rest = pattern;
    let mut megabytes = None;
    while let Some((before, (gap, after))) = rest
        .split_once('{')
        .and_then(|(before, gap)| Some((before, gap.split_once('}')?)))
    {
        text.push_str(before);
        let filling = match gap {
            "d" => choices.pick(&SMALL),
            "t" => choices.pick(&SOON),
            "h" => choices.pick(&SIZES),
            "r" => choices.pick(&FRACTIONS),
            "m" => choices.pick(&MOVES),
            "g" => choices.pick(&GAMES),
            "p" => choices.pick(&POSITIONS),
            "w" => choices.pick(&WORDS),
            _ => choices.pick(&NUMBERS),
        };
        if gap == "h" {
            megabytes = filling.parse().ok().filter(|size| *size <= 8);
        }
        text.push_str(filling);
        rest = after;
    }
    text.push_str(rest);
    let is_fixed = pattern.contains("{h}");
    if !is_fixed && choices.once_in(2) {
        text = reworded(&text, choices);
    }
    let mut bytes = text.into_bytes();
    if !is_fixed && choices.once_in(4) {
        damage(&mut bytes, choices);
    }
    // A line end would split the line.
    bytes.retain(|byte| *byte != b'\n');
    Line { bytes, megabytes }
}

/// The words of `text` with unusual space between them, some repeated, dropped, cut off or moved.
fn reworded(text: &str, choices: &mut Choices<'_>) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for _ in 0..choices.below(3) {
        let at = choices.below(words.len());
        match choices.below(7) {
            0 => words.insert(at, words[at].clone()),
            1 if words.len() > 1 => drop(words.remove(at)),
            2 => {
                let length = choices.below(words[at].chars().count() + 1);
                words[at] = words[at].chars().take(length).collect();
            }
            3 => words.insert(at, choices.pick(&NUMBERS).to_owned()),
            4 => words.insert(at, choices.pick(&WORDS).to_owned()),
            5 => words[at] = words[at].to_uppercase(),
            _ => {
                let other = choices.below(words.len());
                words.swap(at, other);
            }
        }
    }
    let mut line = String::new();
    for word in &words {
        line.push_str(word);
        line.push_str(choices.pick(&SPACES));
    }
    line
}

/// Changes, inserts or removes a few bytes.
pub fn damage(bytes: &mut Vec<u8>, choices: &mut Choices<'_>) {
    const SIGNS: &[u8] = b" ,.-/[]@PpXOax#0123456789\0\t\r\xff\xc3";
    for _ in 0..=choices.below(3) {
        let at = choices.below(bytes.len() + 1);
        let sign = match choices.below(4) {
            0 => choices.byte(),
            _ => SIGNS[choices.below(SIGNS.len())],
        };
        match choices.below(3) {
            0 if at < bytes.len() => drop(bytes.remove(at)),
            1 if at < bytes.len() => bytes[at] = sign,
            _ => bytes.insert(at.min(bytes.len()), sign),
        }
    }
}
