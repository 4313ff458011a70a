//! The tables of a hand: its forms, what follows from each, and the article's figures beside them.

use std::fmt;

use kaeshi::games::daifugo::{Answerable, Cards, Counts, Located, Rank, Ranks};
use serde::Serialize;

use crate::cli::experiment::report::{Figure, Section};
use crate::cli::experiment::word::Word;

/// A hand in all forms.
#[derive(Debug, Serialize)]
pub(super) struct HandTables {
    hand: String,
    cards: Word,
    counts: Word,
    places: Word,
    answerable: Word,
    answerable_in_revolution: Word,
    loops: Vec<Loop>,
    picks: Vec<Pick>,
    groups: Vec<Groups>,
    sequences: Vec<Sequences>,
    locks: Vec<Pick>,
}

/// A loop of `noDominance`.
#[derive(Debug, Serialize)]
struct Loop {
    nd: Word,
    pqr: Word,
}

/// Ranks that have something in common.
#[derive(Debug, Serialize)]
struct Pick {
    what: String,
    bits: Word,
    ranks: String,
}

/// The groups of one size.
#[derive(Debug, Serialize)]
struct Groups {
    size: u8,
    groups: Vec<String>,
}

/// The sequences of one length.
#[derive(Debug, Serialize)]
struct Sequences {
    length: u8,
    /// The lowest card of each.
    lowest: String,
    /// All cards in sequences of this length.
    cards: String,
    /// The lowest cards of those that a joker completes: by the place of the joker from below.
    with_joker: Vec<String>,
}

impl HandTables {
    pub(super) fn of(hand: Cards) -> Self {
        let located = Located::of(hand);
        let loops = Answerable::rounds(located).map(|round| Loop {
            nd: Word(round.answerable),
            pqr: Word(round.left),
        });
        Self {
            hand: hand.to_string(),
            cards: Word(hand.bits()),
            counts: Word(Counts::of(hand).bits()),
            places: Word(located.bits()),
            answerable: Word(Answerable::by(located).bits()),
            answerable_in_revolution: Word(Answerable::by_in_revolution(located).bits()),
            loops: loops.collect(),
            picks: picks(hand),
            groups: groups(hand),
            sequences: sequences(hand),
            locks: locks(hand),
        }
    }

    /// The figures of the article's pictures: the bits in each of the four rows.
    pub(super) fn beside_the_article(&self) -> Section {
        let mut section = Section::new(
            "The pictures of the article (大富豪AIにおけるビット演算の利用 後編): bits in each row",
        );
        let counts = |counts: [u64; 4]| Some(Figure::from(counts));
        section.exact(
            "cards: clubs, diamonds, hearts, spades",
            rows(self.cards),
            counts([3, 1, 3, 2]),
        );
        section.exact(
            "PQR: one, two, three, four cards",
            rows(self.places),
            counts([4, 1, 1, 0]),
        );
        section.exact("ND", rows(self.answerable), counts([12, 8, 2, 0]));
        if let Some(first) = self.loops.first() {
            section.exact(
                "ND after the first loop",
                rows(first.nd),
                counts([12, 0, 0, 0]),
            );
            section.exact(
                "PQR after the first loop",
                rows(first.pqr),
                counts([0, 1, 1, 0]),
            );
        }
        section.exact("loops", self.loops.len(), Some(3_u64.into()));
        section
    }
}

/// The number of bits in each row of a picture.
fn rows(word: Word) -> [u64; 4] {
    [0, 1, 2, 3].map(|row| (word.0 >> row & 0x1111_1111_1111_1111).count_ones().into())
}

/// The ranks by their number of cards.
fn picks(hand: Cards) -> Vec<Pick> {
    let counts = Counts::of(hand);
    let located = counts.locate();
    let picks: [(&str, Ranks); 9] = [
        ("four", hand.fours()),
        ("three", hand.threes()),
        ("two", counts.twos()),
        ("one", hand.ones()),
        ("none", hand.voids()),
        ("one or more", hand.ranks()),
        ("two or more", located.at_least(2)),
        ("three or more", located.at_least(3)),
        ("one or three", counts.odd()),
    ];
    picks.map(|(what, ranks)| pick(what.into(), ranks)).into()
}

fn pick(what: String, ranks: Ranks) -> Pick {
    let names: String = ranks.iter().map(Rank::name).collect();
    Pick {
        what,
        bits: Word(ranks.bits()),
        ranks: if names.is_empty() { "-".into() } else { names },
    }
}

/// The groups of each size, those of ranks with many cards first.
fn groups(hand: Cards) -> Vec<Groups> {
    let of_size = |size| Groups {
        size,
        groups: hand.groups(size).map(|group| group.to_string()).collect(),
    };
    (1..=4).map(of_size).collect()
}

/// The sequences of three cards and more.
fn sequences(hand: Cards) -> Vec<Sequences> {
    let of_length = |length: u8| Sequences {
        length,
        lowest: hand.runs(length).to_string(),
        cards: hand.in_runs(length).to_string(),
        with_joker: (0..length)
            .map(|missing| hand.runs_but_one(length, missing).to_string())
            .collect(),
    };
    let is_there = |sequences: &Sequences| {
        let mut all = sequences.with_joker.iter().chain([&sequences.lowest]);
        all.any(|cards| cards != "-")
    };
    (3..=Rank::COUNT).map(of_length).filter(is_there).collect()
}

/// The ranks that answer under a lock, for each set of suits that some rank has.
fn locks(hand: Cards) -> Vec<Pick> {
    let suits = |set: u64| {
        let names = ['C', 'D', 'H', 'S'].into_iter().enumerate();
        names
            .filter(|(suit, _)| set >> suit & 1 == 1)
            .map(|(_, name)| name)
            .collect()
    };
    let locks = (1..16).map(|set| (set, hand.in_suits(set)));
    locks
        .filter(|(_, ranks)| !ranks.is_empty())
        .map(|(set, ranks)| pick(suits(set), ranks))
        .collect()
}

/// A picture as in the article: a row for each bit of the nibbles, a column for each rank.
fn picture(word: Word, names: [char; 4]) -> String {
    let mut text = String::from("    ");
    for rank in (0..Rank::COUNT).filter_map(Rank::new) {
        text.extend([' ', rank.name()]);
    }
    text.push('\n');
    for (row, name) in (0..).zip(names) {
        text.extend(["   ", &String::from(name)]);
        for rank in 0..u32::from(Rank::COUNT) {
            let is_set = word.0 >> (4 * rank + row) & 1 == 1;
            text.extend([' ', if is_set { '1' } else { '.' }]);
        }
        text.push('\n');
    }
    text
}

const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];
const COUNTS: [char; 4] = ['1', '2', '3', '4'];

impl fmt::Display for HandTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Hand {}", self.hand)?;
        let loops = match self.loops.len() {
            1 => "1 loop".to_owned(),
            loops => format!("{loops} loops"),
        };
        for (name, word, pictured, more) in [
            ("cards", self.cards, Some(SUITS), ""),
            ("counts (QR)", self.counts, None, ""),
            ("places (PQR)", self.places, Some(COUNTS), ""),
            (
                "answerable (ND)",
                self.answerable,
                Some(COUNTS),
                &*format!(", {loops}"),
            ),
            (
                "ND in a revolution",
                self.answerable_in_revolution,
                Some(COUNTS),
                "",
            ),
        ] {
            writeln!(f, "  {name:<19}  {word}{more}")?;
            if let Some(names) = pictured {
                f.write_str(&picture(word, names))?;
            }
        }
        for (number, round) in (1..).zip(&self.loops) {
            writeln!(f, "  loop {number}: nd {}, pqr {}", round.nd, round.pqr)?;
        }
        writeln!(f, "  ranks held")?;
        for pick in &self.picks {
            writeln!(f, "    {:<14} {}  {}", pick.what, pick.bits, pick.ranks)?;
        }
        writeln!(f, "  groups")?;
        for groups in &self.groups {
            let text = if groups.groups.is_empty() {
                "-".into()
            } else {
                groups.groups.join(" ")
            };
            writeln!(f, "    {}: {text}", groups.size)?;
        }
        writeln!(
            f,
            "  sequences: lowest cards; all cards; lowest cards with a joker, by its place from below"
        )?;
        for at in &self.sequences {
            let joker = at.with_joker.join(" ");
            writeln!(f, "    {}: {}; {}; {joker}", at.length, at.lowest, at.cards)?;
        }
        writeln!(f, "  ranks that answer in locked suits")?;
        for lock in &self.locks {
            writeln!(f, "    {:<4} {}  {}", lock.what, lock.bits, lock.ranks)?;
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_articles_pictures() {
        let tables = HandTables::of("C3H4C5H5S5D6CJHJS2".parse().expect("cards"));
        let section = tables.beside_the_article();
        assert!(section.is_confirmed(), "{section:?}");
        let words = [
            tables.cards,
            tables.counts,
            tables.places,
            tables.answerable,
        ];
        assert_eq!(
            words.map(|word| word.0),
            [
                0x0008_0005_0000_2d41,
                0x0001_0002_0000_1311,
                0x0001_0002_0000_1411,
                0x0000_1111_3333_3377
            ]
        );
        let text = tables.to_string();
        assert!(text.contains("   1 1 1 . 1 . . . . . . . . 1\n"), "{text}");
        assert!(text.contains("   2 1 1 1 1 1 1 1 1 . . . . .\n"), "{text}");
    }

    #[test]
    fn sequences_and_locks() {
        let tables = HandTables::of("D4D5D6D7S6S8".parse().expect("cards"));
        let lengths: Vec<_> = tables
            .sequences
            .iter()
            .map(|at| (at.length, &*at.lowest))
            .collect();
        assert_eq!(lengths, [(3, "D4D5"), (4, "D4"), (5, "-")]);
        assert_eq!(tables.sequences[2].with_joker, ["D4", "-", "-", "-", "D4"]);
        let locks: Vec<_> = tables
            .locks
            .iter()
            .map(|lock| (&*lock.what, &*lock.ranks))
            .collect();
        assert_eq!(locks, [("D", "4567"), ("S", "68"), ("DS", "6")]);
    }
}
