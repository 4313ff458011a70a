//! Rule sets: which of the many rules of Daifugo hold.

use std::fmt::{self, Display};

use super::card::Rank;
use super::cards::Cards;

/// The rules in force: a set of flags.
///
/// In every set a play must be strictly stronger than the one on the table and of as many
/// cards, whoever leads must play, and the first empty hand wins.
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

    const GROUPS: u16 = 1 << 0;
    const EIGHT_CUTS: u16 = 1 << 1;

    /// The flag words of `custom` that are understood.
    const FLAGS: [(&str, u16); 1] = [("cut8", Self::EIGHT_CUTS)];
    /// Words that a later version will understand.
    const FUTURE_FLAGS: [&str; 8] = [
        "seq3", "rev4", "seqrev5", "lock", "spe3", "joker1", "back11", "own",
    ];

    /// A number of its own for each set of rules.
    #[must_use]
    pub(super) const fn number(self) -> u16 {
        self.0
    }

    /// Whether several cards of a rank may be played together.
    #[must_use]
    pub const fn has_groups(self) -> bool {
        self.0 & Self::GROUPS != 0
    }

    /// The cards that clear the table when they are played.
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
    /// Takes from `words` only what belongs to the rules.
    ///
    /// # Errors
    /// A reason and the word that is at fault.
    pub fn named<'t>(
        name: &'t str,
        words: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>,
    ) -> Result<Self, (String, &'t str)> {
        match name.to_ascii_lowercase().as_str() {
            "plain" => Ok(Self::PLAIN),
            "group" => Ok(Self::GROUP),
            "custom" => Self::custom(words),
            "uecda" => Err((
                "the rules uecda are not there yet: plain or group".into(),
                name,
            )),
            _ => Err(("no such rules: plain, group or custom".into(), name)),
        }
    }

    fn custom<'t>(
        words: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>,
    ) -> Result<Self, (String, &'t str)> {
        let mut rules = Self::GROUPS_ALONE;
        while let Some(&word) = words.peek() {
            let is = |flag: &str| flag.eq_ignore_ascii_case(word);
            if Self::FUTURE_FLAGS.into_iter().any(is) {
                return Err(("this flag is not there yet: only cut8".into(), word));
            }
            let Some((_, flag)) = Self::FLAGS.into_iter().find(|(flag, _)| is(flag)) else {
                break;
            };
            if rules.0 & flag != 0 {
                return Err(("a flag twice".into(), word));
            }
            rules.0 |= flag;
            words.next();
        }
        Ok(rules)
    }
}

impl Display for Rules {
    /// As [`Rules::named`] reads it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::PLAIN => f.write_str("plain"),
            Self::GROUP => f.write_str("group"),
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

    #[test]
    fn rules_are_read_back_under_their_names() {
        for rules in [Rules::PLAIN, Rules::GROUP, Rules::GROUPS_ALONE] {
            assert_eq!(read(&rules.to_string()), Ok(rules));
        }
        assert_eq!(read("CUSTOM cut8"), Ok(Rules::GROUP));
        assert_eq!(read("custom cut8 cut8").unwrap_err().1, "cut8");
        assert_eq!(read("custom lock").unwrap_err().1, "lock");
        assert_eq!(read("uecda").unwrap_err().1, "uecda");
        assert_eq!(read("").unwrap_err().1, "");
    }
}
