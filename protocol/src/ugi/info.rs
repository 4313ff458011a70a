//! The information of a UGI search.

use std::fmt;
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::value;

use super::score::{Score, score};
use crate::lexer::{command, number, some_text_until, text, words_until};
use crate::line::{Parsed, each_once, expecting};
use crate::text::{Text, Word};
use crate::time::{MILLISECONDS, in_milliseconds, milliseconds};
use crate::write::{write_term, write_words};

/// `info`: any of these fields, each at most once. Unknown fields of other engines are skipped.
///
/// ```
/// use kaeshi_protocol::ugi::{Bound, Info, Score, Value};
///
/// let info = Info {
///     depth: Some(12),
///     score: Some(Score { value: Value::Cp(-250), bound: Bound::Exact }),
///     pv: vec!["d3".into(), "c5".into()],
///     ..Info::default()
/// };
/// assert_eq!(info.to_string(), "info depth 12 score cp -250 pv d3 c5");
/// ```
///
/// `S` is the type of the score, which relatives of UGI write in another way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info<S = Score> {
    /// `depth`: depth of the iteration in plies.
    pub depth: Option<u32>,
    /// `seldepth`: length of the longest line searched, in plies.
    pub seldepth: Option<u32>,
    /// `selectivity`: confidence of the result in percent, 0 to 100; an extension.
    pub selectivity: Option<u8>,
    /// `multipv`: the rank of this line, 1 for the best.
    pub multipv: Option<u32>,
    /// `score`: for the player who searches.
    pub score: Option<S>,
    /// `nodes`: nodes visited.
    pub nodes: Option<u64>,
    /// `nps`: nodes per second.
    pub nps: Option<u64>,
    /// `hashfull`: load of the transposition table in permille, 0 to 1000.
    pub hashfull: Option<u16>,
    /// `time`: time since the search began; written in whole milliseconds.
    pub time: Option<Duration>,
    /// `pv`: the principal variation. A move must not be named like a field.
    pub pv: Vec<Word>,
    /// `string`: text for people, up to the end of the line.
    pub string: Option<Text>,
}

/// The fields of `info`; a principal variation ends at one of these words.
const FIELDS: [&str; 11] = [
    "depth",
    "seldepth",
    "selectivity",
    "multipv",
    "score",
    "nodes",
    "nps",
    "hashfull",
    "time",
    "pv",
    "string",
];

/// One field of `info`.
#[derive(Clone)]
enum Field {
    Depth(u32),
    Seldepth(u32),
    Selectivity(u8),
    Multipv(u32),
    Score(Score),
    Nodes(u64),
    Nps(u64),
    Hashfull(u16),
    Time(Duration),
    Pv(Vec<Word>),
    String(Text),
    Foreign,
}

/// All fields up to the end of the line, each at most once.
pub(super) fn info(input: &str) -> Parsed<'_, Info> {
    each_once(input, field, Info::accept)
}

fn field(input: &str) -> Parsed<'_, Field> {
    let is_field = |word: &str| FIELDS.contains(&word);
    let pv = words_until(is_field).map(|moves| moves.into_iter().map(Word::from).collect());
    alt((
        command("depth", expecting(UP_TO_U32, number)).map(Field::Depth),
        command("seldepth", expecting(UP_TO_U32, number)).map(Field::Seldepth),
        command("selectivity", expecting("a number from 0 to 255", number)).map(Field::Selectivity),
        command("multipv", expecting(UP_TO_U32, number)).map(Field::Multipv),
        command("score", score).map(Field::Score),
        command("nodes", expecting(UP_TO_U64, number)).map(Field::Nodes),
        command("nps", expecting(UP_TO_U64, number)).map(Field::Nps),
        command("hashfull", expecting("a number from 0 to 65535", number)).map(Field::Hashfull),
        command("time", expecting(MILLISECONDS, milliseconds)).map(Field::Time),
        command("pv", pv).map(Field::Pv),
        command("string", text).map(|text| Field::String(text.into())),
        value(Field::Foreign, some_text_until(is_field)),
    ))
    .parse(input)
}

const UP_TO_U32: &str = "a number from 0 to 4294967295";
const UP_TO_U64: &str = "a number from 0 to 18446744073709551615";

impl<S> Default for Info<S> {
    fn default() -> Self {
        Self {
            depth: None,
            seldepth: None,
            selectivity: None,
            multipv: None,
            score: None,
            nodes: None,
            nps: None,
            hashfull: None,
            time: None,
            pv: Vec::new(),
            string: None,
        }
    }
}

impl<S> Info<S> {
    /// `info string <text>` without other fields.
    #[must_use]
    pub fn string(text: impl Into<Text>) -> Self {
        Self {
            string: Some(text.into()),
            ..Self::default()
        }
    }
}

impl Info {
    /// Stores a field; false if it is repeated.
    fn accept(&mut self, field: Field) -> bool {
        match field {
            Field::Depth(depth) => self.depth.replace(depth).is_none(),
            Field::Seldepth(depth) => self.seldepth.replace(depth).is_none(),
            Field::Selectivity(percent) => self.selectivity.replace(percent).is_none(),
            Field::Multipv(rank) => self.multipv.replace(rank).is_none(),
            Field::Score(score) => self.score.replace(score).is_none(),
            Field::Nodes(nodes) => self.nodes.replace(nodes).is_none(),
            Field::Nps(nps) => self.nps.replace(nps).is_none(),
            Field::Hashfull(permille) => self.hashfull.replace(permille).is_none(),
            Field::Time(time) => self.time.replace(time).is_none(),
            Field::Pv(moves) => std::mem::replace(&mut self.pv, moves).is_empty(),
            Field::String(text) => self.string.replace(text).is_none(),
            Field::Foreign => true,
        }
    }
}

impl<S: fmt::Display> fmt::Display for Info<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_term(f, "depth", self.depth)?;
        write_term(f, "seldepth", self.seldepth)?;
        write_term(f, "selectivity", self.selectivity)?;
        write_term(f, "multipv", self.multipv)?;
        write_term(f, "score", self.score.as_ref())?;
        write_term(f, "nodes", self.nodes)?;
        write_term(f, "nps", self.nps)?;
        write_term(f, "hashfull", self.hashfull)?;
        write_term(f, "time", self.time.map(in_milliseconds))?;
        write_words(f, " pv", &self.pv)?;
        write_term(f, "string", self.string.as_ref())
    }
}
