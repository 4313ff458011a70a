//! Melds: all that can be laid on the table under all rules, that is groups, sequences and the joker.

use std::fmt::{self, Debug, Display};

use super::card::{Card, Rank, Suit};
use super::card_set::Cards;

/// The kinds of melds; a meld is only answered by one of the same kind and size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The joker alone.
    Joker,
    /// One to five cards of one rank.
    Group,
    /// Three or more ranks in a row in one suit.
    Sequence,
}

/// Cards played together, and the card that the joker among them stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meld {
    cards: Cards,
    kind: Kind,
    /// The lowest rank shown: -1 below the threes, 13 above the twos, both for a joker only.
    lowest: i8,
    /// Number of cards, 1 to 14.
    count: u8,
    /// The suits shown, as a nibble.
    suits: u8,
    /// The position of the joker: 0 for none. In a group, 1 plus the number of its suit, or [`Meld::FIFTH`] beside all
    /// four. In a sequence, 1 plus its place from below.
    joker: u8,
}

impl Meld {
    /// The joker as the fifth card of a rank.
    const FIFTH: u8 = 5;

    /// The joker alone.
    pub const JOKER: Self = Self {
        cards: Card::JOKER.alone(),
        kind: Kind::Joker,
        lowest: Rank::COUNT.cast_signed(),
        count: 1,
        suits: 0,
        joker: 1,
    };

    /// One more than the largest [`Meld::code`].
    pub(in super::super) const CODES: u16 = Self::SEQUENCES + 4 * 15 * 16 * 16;
    const GROUPS: u16 = 1;
    const SEQUENCES: u16 = Self::GROUPS + 13 * 16 * 6;

    /// The cards of `rank` in `suits`, a nibble that is not empty.
    ///
    /// # Panics
    /// In debug builds, if `suits` is 0 or above 15.
    #[must_use]
    pub const fn group(rank: Rank, suits: u8) -> Self {
        debug_assert!(0 < suits && suits < 16);
        Self {
            cards: Cards::from_bits((suits as u64) << rank.shift()),
            kind: Kind::Group,
            lowest: rank.number().cast_signed(),
            #[expect(clippy::cast_possible_truncation, reason = "at most 4")]
            count: suits.count_ones() as u8,
            suits,
            joker: 0,
        }
    }

    /// The group of these cards, if they are one to four of one rank.
    #[must_use]
    pub fn group_of(cards: Cards) -> Option<Self> {
        let rank = cards.lowest()?.rank()?;
        let suits = (cards.bits() >> rank.shift() & 0b1111) as u8;
        rank.cards().has(cards).then(|| Self::group(rank, suits))
    }

    /// The same group and the joker as the card of `suit`, which is not in it; as a fifth card if
    /// `suit` is `None`.
    #[must_use]
    pub(in super::super) const fn and_joker(self, suit: Option<u8>) -> Self {
        let (suits, joker) = match suit {
            Some(suit) => (1 << suit, suit + 1),
            None => (0, Self::FIFTH),
        };
        Self {
            cards: Cards::from_bits(self.cards.bits() | Card::JOKER.alone().bits()),
            count: self.count + 1,
            suits: self.suits | suits,
            joker,
            ..self
        }
    }

    /// A sequence of `length` ranks of one suit from `lowest` up; the joker stands at the place `missing`.
    #[must_use]
    pub(in super::super) const fn sequence(
        suit: u8,
        lowest: i8,
        length: u8,
        missing: Option<u8>,
    ) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < length {
            let rank = lowest + at.cast_signed();
            match missing {
                Some(place) if place == at => bits |= Card::JOKER.alone().bits(),
                _ => bits |= 1 << (4 * rank.cast_unsigned() + suit),
            }
            at += 1;
        }
        Self {
            cards: Cards::from_bits(bits),
            kind: Kind::Sequence,
            lowest,
            count: length,
            suits: 1 << suit,
            joker: match missing {
                Some(place) => place + 1,
                None => 0,
            },
        }
    }

    /// The cards of the meld, including the joker.
    #[must_use]
    pub const fn cards(&self) -> Cards {
        self.cards
    }

    /// The kind of the meld.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Number of cards, 1 to 14.
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// The number of the lowest rank shown, -1 to 13: -1 is below the threes, 13 above the twos.
    #[must_use]
    pub const fn lowest(&self) -> i8 {
        self.lowest
    }

    /// The rank of a group.
    ///
    /// # Panics
    /// If the meld is the joker; in debug builds, if it is not a group.
    #[must_use]
    pub const fn rank(&self) -> Rank {
        debug_assert!(matches!(self.kind, Kind::Group));
        Rank::new(self.lowest.cast_unsigned()).expect("a group has a rank")
    }

    /// The suits shown, as a nibble; 0 for the joker alone.
    #[must_use]
    pub const fn suits(&self) -> u8 {
        self.suits
    }

    /// Whether the meld shows this rank, also by a joker.
    #[must_use]
    pub const fn shows(&self, rank: Rank) -> bool {
        let number = rank.number().cast_signed();
        match self.kind {
            Kind::Joker => false,
            Kind::Group => self.lowest == number,
            Kind::Sequence => {
                self.lowest <= number && number < self.lowest + self.count.cast_signed()
            }
        }
    }

    /// The place of the joker in a sequence, counted from below.
    const fn joker_place(&self) -> Option<u8> {
        self.joker.checked_sub(1)
    }

    /// Whether the meld answers `table` by kind, size and strength; `reversed` means that low ranks are strong.
    #[must_use]
    pub const fn beats(&self, table: &Self, reversed: bool) -> bool {
        let count = self.count.cast_signed();
        match (self.kind, table.kind) {
            (Kind::Joker, Kind::Group) => table.count == 1,
            (Kind::Group, Kind::Group) if self.count == table.count => {
                if reversed {
                    self.lowest < table.lowest
                } else {
                    self.lowest > table.lowest
                }
            }
            (Kind::Sequence, Kind::Sequence) if self.count == table.count => {
                if reversed {
                    self.lowest + count <= table.lowest
                } else {
                    self.lowest >= table.lowest + count
                }
            }
            _ => false,
        }
    }

    /// A unique number for every meld, below [`Meld::CODES`].
    #[must_use]
    pub(in super::super) const fn code(&self) -> u16 {
        let joker = self.joker as u16;
        match self.kind {
            Kind::Joker => 0,
            Kind::Group => {
                let rank = self.lowest.cast_unsigned() as u16;
                Self::GROUPS + (rank * 16 + self.suits as u16) * 6 + joker
            }
            Kind::Sequence => {
                #[expect(clippy::cast_possible_truncation, reason = "below 4")]
                let suit = self.suits.trailing_zeros() as u16;
                let lowest = (self.lowest + 1).cast_unsigned() as u16;
                Self::SEQUENCES + ((suit * 15 + lowest) * 16 + self.count as u16) * 16 + joker
            }
        }
    }
}

/// The name of a rank, `u` below the threes and `o` above the twos.
fn rank_name(number: i8) -> char {
    let rank = u8::try_from(number).ok().map(Rank::new);
    match rank {
        None => 'u',
        Some(None) => 'o',
        Some(Some(rank)) => rank.name().to_ascii_lowercase(),
    }
}

impl Display for Meld {
    /// `d-3`, `ch-4`, `c-jqk`, `jk`; the card that a joker stands for in parentheses: `ds-9(s)`, `h-678(7)`; five of a
    /// rank `cdhsx-5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        if self.kind == Kind::Joker {
            return f.write_str("jk");
        }
        let name = |suit: Suit| suit.name().to_ascii_lowercase();
        let shown = |suit: &Suit| self.suits >> *suit as u8 & 1 != 0;
        for suit in Suit::ALL.into_iter().filter(shown) {
            f.write_char(name(suit))?;
        }
        let fifth = self.kind == Kind::Group && self.joker == Self::FIFTH;
        f.write_str(if fifth { "x-" } else { "-" })?;
        if self.kind == Kind::Group {
            f.write_char(rank_name(self.lowest))?;
            if let Some(suit) = self.joker.checked_sub(1).filter(|_| !fifth) {
                write!(f, "({})", name(Suit::ALL[usize::from(suit)]))?;
            }
            return Ok(());
        }
        let rank = |place: u8| rank_name(self.lowest + place.cast_signed());
        for place in 0..self.count {
            f.write_char(rank(place))?;
        }
        match self.joker_place() {
            Some(place) => write!(f, "({})", rank(place)),
            None => Ok(()),
        }
    }
}

impl Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

#[cfg(test)]
pub(in super::super) mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Every group without a joker.
    fn groups() -> impl Iterator<Item = Meld> {
        let ranks = (0..Rank::COUNT).filter_map(Rank::new);
        ranks.flat_map(|rank| (1..16).map(move |suits| Meld::group(rank, suits)))
    }

    /// Every meld of 53 cards: the joker, groups, sequences, also with the joker for each of their cards.
    pub(in super::super::super) fn all_melds() -> Vec<Meld> {
        let mut all = vec![Meld::JOKER];
        for group in groups() {
            all.push(group);
            let suits = (0..4).filter(|suit| group.suits() >> suit & 1 == 0);
            all.extend(suits.map(|suit| group.and_joker(Some(suit))));
            if group.count() == 4 {
                all.push(group.and_joker(None));
            }
        }
        for (suit, length) in (0..4).flat_map(|suit| (3..=14).map(move |length| (suit, length))) {
            for lowest in -1..=14 - length {
                for missing in (0..length).map(Some).chain([None]) {
                    let beyond = |at| !(0..13).contains(&(lowest + at));
                    if (0..length).all(|at| !beyond(at) || missing == Some(at)) {
                        let missing = missing.map(i8::cast_unsigned);
                        all.push(Meld::sequence(
                            suit,
                            lowest,
                            length.cast_unsigned(),
                            missing,
                        ));
                    }
                }
            }
        }
        all
    }

    #[test]
    fn every_meld_has_its_code() {
        let mut codes = HashSet::new();
        for meld in all_melds() {
            let range = match meld.kind() {
                Kind::Joker => 0..Meld::GROUPS,
                Kind::Group => Meld::GROUPS..Meld::SEQUENCES,
                Kind::Sequence => Meld::SEQUENCES..Meld::CODES,
            };
            assert!(range.contains(&meld.code()), "{meld}");
            assert!(codes.insert(meld.code()), "{meld}");
        }
        // ds-9(s): rank 6, suits 0b1010, the joker as suit 3.
        let nines = Meld::group(Rank::new(6).unwrap(), 0b0010).and_joker(Some(3));
        assert_eq!(nines.code(), 1 + (6 * 16 + 0b1010) * 6 + 4);
        // h-678(7): suit 2, from rank 3 up, three cards, the joker at place 1.
        let hearts = Meld::sequence(2, 3, 3, Some(1));
        assert_eq!(hearts.code(), 1249 + ((2 * 15 + 4) * 16 + 3) * 16 + 2);
    }

    #[test]
    fn a_meld_shows_the_ranks_of_its_cells() {
        for meld in all_melds() {
            let cells = meld.shown();
            for rank in (0..Rank::COUNT).filter_map(Rank::new) {
                let number = rank.number().cast_signed();
                let shown = cells.iter().any(|cell| cell.rank == number);
                assert_eq!(meld.shows(rank), shown, "{meld} {rank:?}");
            }
            assert_eq!(meld.cards().len(), meld.count(), "{meld}");
            assert_eq!(format!("{meld:?}"), meld.to_string());
        }
    }

    #[test]
    fn a_meld_is_beaten_if_every_card_is() {
        let some: Vec<_> = all_melds().into_iter().step_by(7).collect();
        let ranks: Vec<Vec<i8>> = some
            .iter()
            .map(|meld| meld.shown().iter().map(|cell| cell.rank).collect())
            .collect();
        for (one, mine) in some.iter().zip(&ranks) {
            for (table, theirs) in some.iter().zip(&ranks) {
                let all = |beats: fn(&i8, &i8) -> bool| {
                    mine.iter()
                        .all(|rank| theirs.iter().all(|other| beats(rank, other)))
                };
                let fits = one.kind() == table.kind() && one.kind() != Kind::Joker;
                let fits = fits && one.count() == table.count();
                let wild = one.kind() == Kind::Joker && table.kind() == Kind::Group;
                let wild = wild && table.count() == 1;
                let found = [false, true].map(|reversed| one.beats(table, reversed));
                let expected = [all(i8::gt), all(i8::lt)].map(|beats| wild || fits && beats);
                assert_eq!(found, expected, "{one} on {table}");
            }
        }
    }

    #[test]
    fn cards_of_one_rank_are_a_group() {
        for group in groups() {
            assert_eq!(Meld::group_of(group.cards()), Some(group));
        }
    }

    #[test]
    fn cards_of_several_ranks_are_no_group() {
        assert_eq!(Meld::group_of("C3C4".parse().unwrap()), None);
        assert_eq!(Meld::group_of(Card::JOKER.alone()), None);
        assert_eq!(Meld::group_of(Cards::EMPTY), None);
    }
}
