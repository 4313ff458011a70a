//! The reader of positions, field by field.
//!
//! `[daifugo] <rules> <hands> <turn> <table> <owner> <passed> <flags>`, then any of `gone <cards>`,
//! `finished <players>`, `seats <players>`. Every error names its field and the words at fault:
//! `field 'words': reason`.

use super::cards::Cards;
use super::fields::{
    check_finished, check_flags, check_owner, check_passed, check_seats, gone, hands, on_table,
    turn,
};
use super::party::MAX_PLAYERS;
use super::play::Play;
use super::position::Daifugo;
use super::rules::Rules;
use crate::game::{InputError, Side};

/// The words of a text.
pub(super) type Words<'t> = std::iter::Peekable<std::str::SplitWhitespace<'t>>;

/// The error `field 'token': reason`; a long token is cut short.
pub(super) fn refuse(reason: impl std::fmt::Display, field: &str, token: &str) -> InputError {
    if token.is_empty() {
        return InputError::new(format_args!("{field}: {reason}"));
    }
    InputError::new(format_args!("{field} '{}': {reason}", shorten(token)))
}

/// The first 24 characters of a text of any length.
pub(super) fn shorten(text: &str) -> String {
    const MAX_SHOWN: usize = 24;
    let mut shown: String = text.chars().take(MAX_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown
}

/// Reads a whole position.
pub(super) fn position(text: &str) -> Result<Daifugo, InputError> {
    let words = &mut text.split_whitespace().peekable();
    words.next_if(|word| word.eq_ignore_ascii_case("daifugo"));
    let name = next(words, "rules", "uecda, plain, group or custom")?;
    let rules =
        Rules::named(name, words).map_err(|(reason, token)| refuse(reason, "rules", token))?;
    let (hands, finished) = hands(next(words, "hands", "two hands, as in D3C5/S8DK")?)?;
    let side = turn(next(words, "turn", "the player to move, 0 or 1")?, finished)?;
    let table = next(words, "table", "a move or -")?;
    let table = on_table(table, rules, &hands)?;
    let owner = next(words, "owner", "a player or -")?;
    check_owner(owner, table, side)?;
    check_passed(next(words, "passed", "00")?)?;
    check_flags(next(words, "flags", "-")?, rules, table)?;
    let mut position = Daifugo {
        rules,
        dealt: hands[0] | hands[1] | table.map_or(Cards::EMPTY, Play::cards),
        hands,
        table,
        side,
    };
    let named = rest(words, &mut position, finished)?;
    if let (Some(player), Some(_), false) = (finished, table, named) {
        return Err(refuse(
            format_args!(
                "player {0} owns the table and has no cards: add 'finished {0}'",
                player.index()
            ),
            "finished",
            owner,
        ));
    }
    Ok(position)
}

/// The variant of [`super::MultiGame`] that this position belongs to, if it has more than two hands, hidden ones, or
/// rules that [`Daifugo`] does not have.
pub(super) fn beyond(text: &str) -> Option<String> {
    let words = &mut text.split_whitespace().peekable();
    words.next_if(|word| word.eq_ignore_ascii_case("daifugo"));
    let rules = Rules::named(words.next()?, words).ok()?;
    let hands: Vec<&str> = words.next()?.split('/').take(MAX_PLAYERS + 1).collect();
    let hidden = hands.iter().any(|hand| hand.starts_with('?'));
    let phase = words.any(|word| word.eq_ignore_ascii_case("phase"));
    if rules.is_simple() && hands.len() <= 2 && !hidden && !phase {
        return None;
    }
    let players = hands.len().clamp(2, MAX_PLAYERS);
    Some(if players == 2 && !rules.is_simple() {
        format!("daifugo {rules}")
    } else {
        format!("daifugo {rules} {players}")
    })
}

/// The next word.
pub(super) fn next<'t>(
    words: &mut Words<'t>,
    field: &str,
    expected: &str,
) -> Result<&'t str, InputError> {
    let missing = || InputError::new(format_args!("missing {field}: write {expected}"));
    words.next().ok_or_else(missing)
}

/// Reads the optional fields; returns whether `finished` was among them.
fn rest(
    words: &mut Words<'_>,
    position: &mut Daifugo,
    finished: Option<Side>,
) -> Result<bool, InputError> {
    let mut seen: Vec<&str> = Vec::new();
    while let Some(field) = words.next() {
        let known = ["gone", "finished", "seats"];
        let known = known
            .into_iter()
            .find(|name| name.eq_ignore_ascii_case(field));
        let Some(known) = known else {
            return Err(refuse(
                "only gone, finished and seats may follow the flags",
                "field",
                field,
            ));
        };
        if seen.contains(&known) {
            return Err(refuse("the field is given twice", known, field));
        }
        seen.push(known);
        match known {
            "gone" => gone(next(words, known, "the cards played so far")?, position)?,
            "finished" => check_finished(next(words, known, "who is out")?, finished)?,
            _ => check_seats(next(words, known, "0,1")?)?,
        }
    }
    Ok(seen.contains(&"finished"))
}
