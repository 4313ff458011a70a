//! The fields that are alike in positions of two open hands and of several players, and the form of all errors.
//!
//! Every error names its field and the words at fault: `field 'words': reason`.

use super::super::cards::{Cards, Meld, NotCards};
use super::rule_set::Rules;
use crate::core::shorten;
use crate::game::InputError;

/// The words of a text.
pub(in super::super) type Words<'t> = std::iter::Peekable<std::str::SplitWhitespace<'t>>;

/// The error `field 'token': reason`; a long token is cut short.
pub(in super::super) fn refuse(
    reason: impl std::fmt::Display,
    field: &str,
    token: &str,
) -> InputError {
    if token.is_empty() {
        return InputError::new(format_args!("{field}: {reason}"));
    }
    InputError::new(format_args!("{field} '{}': {reason}", shorten(token)))
}

/// The next word.
pub(in super::super) fn next<'t>(
    words: &mut Words<'t>,
    field: &str,
    expected: &str,
) -> Result<&'t str, InputError> {
    let missing = || InputError::new(format_args!("missing {field}: write {expected}"));
    words.next().ok_or_else(missing)
}

/// The rules, after the word `daifugo` or without it.
pub(in super::super) fn rules(words: &mut Words<'_>) -> Result<Rules, InputError> {
    words.next_if(|word| word.eq_ignore_ascii_case("daifugo"));
    let name = next(words, "rules", "uecda, plain, group or custom")?;
    Rules::named(name, words).map_err(|(reason, token)| refuse(reason, "rules", token))
}

/// A set of cards from the deck of these rules.
pub(in super::super) fn cards(text: &str, field: &str, rules: Rules) -> Result<Cards, InputError> {
    let cards: Cards = text
        .parse()
        .map_err(|error: NotCards| refuse(&error, field, error.token()))?;
    if !rules.deck().has(cards) {
        return Err(refuse("these rules have no joker", field, "JO"));
    }
    Ok(cards)
}

/// The meld on the table, read by `read`; none of its cards is `held`.
pub(in super::super) fn table(
    text: &str,
    read: impl FnOnce(&str) -> Result<Option<Meld>, String>,
    held: Cards,
) -> Result<Option<Meld>, InputError> {
    const FIELD: &str = "table";
    if text == "-" {
        return Ok(None);
    }
    let meld = read(text).map_err(|reason| refuse(reason, FIELD, text))?;
    let Some(meld) = meld else {
        let reason = "a pass cannot lie on the table: write a move with cards, or -";
        return Err(refuse(reason, FIELD, text));
    };
    if let Some(card) = (meld.cards() & held).lowest() {
        let reason = format_args!("the card {card} is still in a hand");
        return Err(refuse(reason, FIELD, text));
    }
    Ok(Some(meld))
}

/// The players who have passed, a bit for each.
pub(in super::super) fn passed(text: &str, players: usize) -> Result<u8, InputError> {
    let bits = text.bytes().all(|bit| matches!(bit, b'0' | b'1'));
    if !bits || text.len() != players {
        let zeros = "0".repeat(players);
        let reason = format_args!("write 0 or 1 for each player: {zeros}");
        return Err(refuse(reason, "passed", text));
    }
    let bits = text.bytes().enumerate();
    Ok(bits.fold(0, |all, (at, bit)| all | (bit - b'0') << at))
}

/// The cards played so far: those on the table, and none that are `held`.
pub(in super::super) fn gone(
    text: &str,
    rules: Rules,
    held: Cards,
    table: Cards,
) -> Result<Cards, InputError> {
    const FIELD: &str = "gone";
    let gone = cards(text, FIELD, rules)?;
    if let Some(card) = (gone & held).lowest() {
        let reason = "the card is still in a hand";
        return Err(refuse(reason, FIELD, &card.to_string()));
    }
    if let Some(card) = (table - gone).lowest() {
        let reason = format_args!("the card {card} on the table is not among them");
        return Err(refuse(reason, FIELD, text));
    }
    Ok(gone)
}
