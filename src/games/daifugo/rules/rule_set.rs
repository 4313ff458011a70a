//! The rule sets: which of the many rules of Daifugo are in force.

use std::fmt::{self, Display};

use super::super::cards::{Cards, Kind, Meld, Rank};

/// Maximum number of players.
pub(in super::super) const MAX_PLAYERS: usize = 5;

/// The rules in force: a set of flags.
///
/// In every set, a play must be strictly stronger than the one on the table and of as many cards. The leader must play,
/// and the first player with an empty hand wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules(u16);

impl Rules {
    /// `plain`: one card at a time, nothing special (tanhinmin).
    pub const PLAIN: Self = Self(0);
    /// `custom` without flags: groups of one to four cards of a rank, nothing special. The
    /// rules under which the article's bit formulas are exact.
    pub const GROUPS_ALONE: Self = Self(Self::GROUPS);
    /// `group`: groups of one to four cards of a rank; an eight clears the table.
    pub const GROUP: Self = Self(Self::GROUPS | Self::EIGHT_CUTS);

    /// `uecda`: those of the `UECda` tournament, with all flags but `back11`.
    pub const UECDA: Self = Self(
        Self::GROUPS
            | Self::SEQUENCES
            | Self::GROUP_REVOLUTION
            | Self::SEQUENCE_REVOLUTION
            | Self::EIGHT_CUTS
            | Self::LOCK
            | Self::SPADE_THREE
            | Self::JOKER
            | Self::OWNER_ASKED,
    );

    const GROUPS: u16 = 1 << 0;
    const EIGHT_CUTS: u16 = 1 << 1;
    const SEQUENCES: u16 = 1 << 2;
    const GROUP_REVOLUTION: u16 = 1 << 3;
    const SEQUENCE_REVOLUTION: u16 = 1 << 4;
    const LOCK: u16 = 1 << 5;
    const SPADE_THREE: u16 = 1 << 6;
    const JOKER: u16 = 1 << 7;
    const JACK_BACK: u16 = 1 << 8;
    const OWNER_ASKED: u16 = 1 << 9;

    /// The flag words of `custom`.
    const FLAGS: [(&str, u16); 9] = [
        ("seq3", Self::SEQUENCES),
        ("rev4", Self::GROUP_REVOLUTION),
        ("seqrev5", Self::SEQUENCE_REVOLUTION),
        ("cut8", Self::EIGHT_CUTS),
        ("lock", Self::LOCK),
        ("spe3", Self::SPADE_THREE),
        ("joker1", Self::JOKER),
        ("back11", Self::JACK_BACK),
        ("own", Self::OWNER_ASKED),
    ];

    const fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }

    /// Whether only ranks, numbers of cards and eights matter: the rules of [`Daifugo`](super::Daifugo).
    #[must_use]
    pub const fn is_simple(self) -> bool {
        self.0 & !(Self::GROUPS | Self::EIGHT_CUTS) == 0
    }

    /// `seq3`: whether three or more ranks in a row of one suit may be played together.
    #[must_use]
    pub const fn has_sequences(self) -> bool {
        self.has(Self::SEQUENCES)
    }

    /// `lock`: whether a meld that shows the same suits as the one it answers locks them.
    #[must_use]
    pub const fn has_lock(self) -> bool {
        self.has(Self::LOCK)
    }

    /// `spe3`: whether the three of spades beats the joker alone, and clears the table.
    #[must_use]
    pub const fn spade_three_beats_joker(self) -> bool {
        self.has(Self::SPADE_THREE)
    }

    /// `joker1`: whether there is a joker.
    #[must_use]
    pub const fn has_joker(self) -> bool {
        self.has(Self::JOKER)
    }

    /// `own`: whether the owner of the last play gets another turn before the table is cleared.
    #[must_use]
    pub const fn owner_is_asked(self) -> bool {
        self.has(Self::OWNER_ASKED)
    }

    /// Whether cards are exchanged between two games, by the places of the first one: in `uecda` alone.
    #[must_use]
    pub const fn has_exchange(self) -> bool {
        self.0 == Self::UECDA.0
    }

    /// Whether some play may reverse the ranks for good.
    #[must_use]
    pub const fn has_revolution(self) -> bool {
        self.has(Self::GROUP_REVOLUTION | Self::SEQUENCE_REVOLUTION)
    }

    /// `back11`: whether a jack reverses the ranks until the table is cleared.
    #[must_use]
    pub const fn jack_turns_back(self) -> bool {
        self.has(Self::JACK_BACK)
    }

    /// `rev4` and `seqrev5`: whether this meld reverses the ranks: a group of four or more, a sequence of five or more.
    #[must_use]
    pub const fn is_revolution(self, meld: &Meld) -> bool {
        match meld.kind() {
            Kind::Joker => false,
            Kind::Group => meld.count() >= 4 && self.has(Self::GROUP_REVOLUTION),
            Kind::Sequence => meld.count() >= 5 && self.has(Self::SEQUENCE_REVOLUTION),
        }
    }

    /// All cards of the deck.
    #[must_use]
    pub const fn deck(self) -> Cards {
        if self.has_joker() {
            Cards::WITH_JOKER
        } else {
            Cards::DECK
        }
    }

    /// A unique number for each set of rules.
    #[must_use]
    pub(in super::super) const fn number(self) -> u16 {
        self.0
    }

    /// Whether several cards of a rank may be played together.
    #[must_use]
    pub const fn has_groups(self) -> bool {
        self.0 & Self::GROUPS != 0
    }

    /// The cards that clear the table when they are played: the eights, or none.
    #[must_use]
    pub const fn cutting(self) -> Cards {
        if self.0 & Self::EIGHT_CUTS == 0 {
            Cards::EMPTY
        } else {
            Rank::EIGHT.cards()
        }
    }

    /// The rules named by `name` and, after `custom`, by the flag words that follow it.
    ///
    /// Takes only the words of the rules from `words`.
    ///
    /// # Errors
    /// A reason and the word at fault.
    pub fn named<'t>(
        name: &'t str,
        words: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>,
    ) -> Result<Self, (String, &'t str)> {
        match name.to_ascii_lowercase().as_str() {
            "plain" => Ok(Self::PLAIN),
            "group" => Ok(Self::GROUP),
            "custom" => Self::custom(words),
            "uecda" => Ok(Self::UECDA),
            _ => Err(("write uecda, plain, group or custom".into(), name)),
        }
    }

    fn custom<'t>(
        words: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>,
    ) -> Result<Self, (String, &'t str)> {
        let mut rules = Self::GROUPS_ALONE;
        while let Some(&word) = words.peek() {
            let is = |flag: &str| flag.eq_ignore_ascii_case(word);
            let Some((_, flag)) = Self::FLAGS.into_iter().find(|(flag, _)| is(flag)) else {
                break;
            };
            if rules.0 & flag != 0 {
                return Err(("it is given twice".into(), word));
            }
            rules.0 |= flag;
            words.next();
        }
        Ok(rules)
    }
}

impl Display for Rules {
    /// The name that [`Rules::named`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::PLAIN => f.write_str("plain"),
            Self::GROUP => f.write_str("group"),
            Self::UECDA => f.write_str("uecda"),
            _ => {
                f.write_str("custom")?;
                let set = Self::FLAGS.iter().filter(|(_, flag)| self.0 & flag != 0);
                set.into_iter()
                    .try_for_each(|(name, _)| write!(f, " {name}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rules, (String, &str)> {
        let mut words = text.split(' ').peekable();
        let name = words.next().unwrap_or_default();
        Rules::named(name, &mut words)
    }

    /// The word of a flag, and whether a set of rules has it.
    type Rule = (&'static str, fn(Rules) -> bool);

    #[test]
    fn each_flag_is_one_rule() {
        let ask: [Rule; 9] = [
            ("seq3", Rules::has_sequences),
            ("rev4", |rules| {
                rules.is_revolution(&Meld::group(Rank::EIGHT, 15))
            }),
            ("seqrev5", |rules| {
                rules.is_revolution(&Meld::sequence(0, 0, 5, None))
            }),
            ("cut8", |rules| rules.cutting() == Rank::EIGHT.cards()),
            ("lock", Rules::has_lock),
            ("spe3", Rules::spade_three_beats_joker),
            ("joker1", |rules| {
                rules.has_joker() && rules.deck() == Cards::WITH_JOKER
            }),
            ("back11", Rules::jack_turns_back),
            ("own", Rules::owner_is_asked),
        ];
        for (flag, _) in ask {
            let rules = read(&format!("custom {flag}")).unwrap();
            let found = ask.map(|(name, is)| (name, is(rules)));
            assert_eq!(found, ask.map(|(name, _)| (name, name == flag)));
            assert_eq!(rules.has_revolution(), flag.contains("rev"), "{flag}");
            assert_eq!(rules.is_simple(), flag == "cut8", "{flag}");
            assert!(rules.has_groups() && !rules.has_exchange(), "{flag}");
        }
        let [none, all] = ["custom", "uecda"].map(|name| read(name).unwrap());
        assert!(ask.iter().all(|(_, is)| !is(none)));
        assert!(none.cutting().is_empty() && none.deck() == Cards::DECK);
        assert!(all.has_exchange() && all.has_revolution() && !all.is_simple());
        assert!(Rules::PLAIN.is_simple() && !Rules::PLAIN.has_groups());
        assert_eq!(Rules::PLAIN.number(), 0);
        assert_ne!(Rules::GROUP.number(), Rules::GROUPS_ALONE.number());
    }

    #[test]
    fn four_of_a_rank_and_five_in_a_row_are_revolutions() {
        let is = |meld: Meld| Rules::UECDA.is_revolution(&meld);
        let group = |suits| Meld::group(Rank::THREE, suits);
        assert!(!is(group(7)) && is(group(15)) && is(group(7).and_joker(Some(3))));
        let sequence = |length| Meld::sequence(1, 0, length, None);
        assert!(!is(sequence(4)) && is(sequence(5)) && is(sequence(6)) && !is(Meld::JOKER));
    }

    #[test]
    fn rules_are_read_back_under_their_names() {
        let lock = read("custom lock own seq3").unwrap();
        assert_eq!(lock.to_string(), "custom seq3 lock own");
        for rules in [
            Rules::PLAIN,
            Rules::GROUP,
            Rules::GROUPS_ALONE,
            Rules::UECDA,
            lock,
        ] {
            assert_eq!(read(&rules.to_string()), Ok(rules));
        }
        let sets = [
            Rules::PLAIN,
            Rules::GROUP,
            Rules::UECDA,
            Rules::GROUPS_ALONE,
        ];
        let names = sets.map(|rules| rules.to_string());
        assert_eq!(names, ["plain", "group", "uecda", "custom"]);
        assert_eq!(read("CUSTOM cut8"), Ok(Rules::GROUP));
        assert_eq!(read("custom cut8 cut8").unwrap_err().1, "cut8");
        assert_eq!(read("uecdas").unwrap_err().1, "uecdas");
        let all = "custom seq3 rev4 seqrev5 cut8 lock spe3 joker1 own";
        assert_eq!(read(all), Ok(Rules::UECDA));
        assert_eq!(read("").unwrap_err().1, "");
    }
}
