//! Option declarations of a UGI engine.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::value;
use nom::multi::many0;

use crate::lexer::{command, number, some_text_until, text, word};
use crate::line::{LineParser, Parsed, expecting};
use crate::text::{SingleLine, Text};
use crate::write::EMPTY;

/// `option name <name> type <type> ...`: an option with its type, default and range.
///
/// ```
/// use kaeshi_protocol::ugi::{Declaration, Kind};
///
/// let hash = Declaration {
///     name: "Hash".into(),
///     kind: Kind::Spin { default: 64, min: 1, max: 65536 },
/// };
/// assert_eq!(hash.to_string(), "option name Hash type spin default 64 min 1 max 65536");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The name: not empty, without the words `type` and `value`, which end a name on the line.
    pub name: Text,
    /// Its type, default and range.
    pub kind: Kind,
}

/// The type of an option, its default and range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// `check`: on or off.
    Check {
        /// The default.
        default: bool,
    },
    /// `spin`: an integer.
    Spin {
        /// The default.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// `combo`: one of several texts, none of them empty or with the word `var`.
    Combo {
        /// The default.
        default: Text,
        /// The possible values.
        choices: Vec<Text>,
    },
    /// `string`: any text. The empty one is written `<empty>`, as UCI does.
    String {
        /// The default.
        default: Text,
    },
    /// `button`: an action without a value.
    Button,
}

/// The arguments of `option`.
pub(super) fn declaration(input: &str) -> Parsed<'_, Declaration> {
    let name = expecting(
        "the name of an option",
        some_text_until(|word| word == "type"),
    );
    let kind = alt((
        command("check", check),
        command("spin", spin),
        command("combo", combo),
        command("string", string),
        value(Kind::Button, (word("button"), text)),
    ));
    (
        expecting("'name'", command("name", name)),
        expecting("'type'", word("type")),
        expecting("one of check, spin, combo, string, button", kind),
    )
        .map(|(name, _, kind)| Declaration {
            name: as_many_words(name),
            kind,
        })
        .parse(input)
}

/// The text with `_` for what could break a line: a blank could make a word such as `type` of a part of one.
fn as_many_words(text: &str) -> Text {
    SingleLine(text).to_string().into()
}

fn check(input: &str) -> Parsed<'_, Kind> {
    let switch = alt((value(true, word("true")), value(false, word("false"))));
    default(expecting("'true' or 'false'", switch))
        .map(|default| Kind::Check { default })
        .parse(input)
}

fn spin(input: &str) -> Parsed<'_, Kind> {
    let number = || {
        expecting(
            "a number from -9223372036854775808 to 9223372036854775807",
            number,
        )
    };
    (
        default(number()),
        expecting("'min'", command("min", number())),
        expecting("'max'", command("max", number())),
    )
        .map(|(default, min, max)| Kind::Spin { default, min, max })
        .parse(input)
}

fn combo(input: &str) -> Parsed<'_, Kind> {
    let choice = || {
        expecting("one of the choices", some_text_until(|word| word == "var")).map(as_many_words)
    };
    (default(choice()), many0(command("var", choice())))
        .map(|(default, choices)| Kind::Combo { default, choices })
        .parse(input)
}

fn string(input: &str) -> Parsed<'_, Kind> {
    default(text)
        .map(|text| if text == EMPTY { "" } else { text })
        .map(|text| Kind::String {
            default: text.into(),
        })
        .parse(input)
}

fn default<'a, T>(value: impl LineParser<'a, T>) -> impl LineParser<'a, T> {
    expecting("'default'", command("default", value))
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, kind } = self;
        write!(f, "option name {name} type {kind}")
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { default } => write!(f, "check default {default}"),
            Self::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Self::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices
                    .iter()
                    .try_for_each(|choice| write!(f, " var {choice}"))
            }
            Self::String { default } if default.as_str().is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            Self::String { default } => write!(f, "string default {default}"),
            Self::Button => write!(f, "button"),
        }
    }
}
