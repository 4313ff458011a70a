//! The reader of positions of two open hands, field by field.
//!
//! `[daifugo] <rules> <hands> <turn> <table> <owner> <passed> <flags>`, then any of `gone <cards>`,
//! `finished <players>`, `seats <players>`.

use super::super::cards::{Cards, Meld};
use super::fields::{Words, cards, gone, next, passed, refuse, rules, table};
use super::moves;
use super::position::Daifugo;
use super::rule_set::{MAX_PLAYERS, Rules};
use crate::game::{InputError, Side};

/// Number of players; [`MultiGame`](super::super::MultiGame) has more, and hidden hands.
const PLAYERS: usize = 2;

/// Reads a whole position.
pub(super) fn position(text: &str) -> Result<Daifugo, InputError> {
    let words = &mut text.split_whitespace().peekable();
    let rules = rules(words)?;
    let (hands, finished) = hands(next(words, "hands", "two hands, as in D3C5/S8DK")?, rules)?;
    let side = turn(next(words, "turn", "the player to move, 0 or 1")?, finished)?;
    let table = next(words, "table", "a move or -")?;
    let table = on_table(table, rules, &hands)?;
    let owner = next(words, "owner", "a player or -")?;
    check_owner(owner, table, side)?;
    check_passed(next(words, "passed", "00")?)?;
    check_flags(next(words, "flags", "-")?, rules, table)?;
    let mut position = Daifugo {
        rules,
        dealt: hands[0] | hands[1] | table.map_or(Cards::EMPTY, |group| group.cards()),
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

/// The variant of [`MultiGame`](super::super::MultiGame) that this position belongs to, if it has more than two hands,
/// hidden ones, or rules that [`Daifugo`] does not have.
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
            "gone" => {
                let text = next(words, known, "the cards played so far")?;
                let held = position.hands[0] | position.hands[1];
                let table = position.table.map_or(Cards::EMPTY, |group| group.cards());
                position.dealt = held | gone(text, position.rules, held, table)?;
            }
            "finished" => check_finished(next(words, known, "who is out")?, finished)?,
            _ => check_seats(next(words, known, "0,1")?)?,
        }
    }
    Ok(seen.contains(&"finished"))
}

/// The number of a player.
fn player(text: &str, field: &str) -> Result<Side, InputError> {
    match text {
        "0" => Ok(Side::First),
        "1" => Ok(Side::Second),
        _ => Err(refuse("no such player: write 0 or 1", field, text)),
    }
}

/// Both hands, and the player who has finished.
fn hands(text: &str, rules: Rules) -> Result<([Cards; PLAYERS], Option<Side>), InputError> {
    const FIELD: &str = "hands";
    let fields: Vec<&str> = text.split('/').take(PLAYERS + 1).collect();
    let [first, second] = fields[..] else {
        let reason = "write two hands with / between them";
        return Err(refuse(reason, FIELD, text));
    };
    let hands = [cards(first, FIELD, rules)?, cards(second, FIELD, rules)?];
    if let Some(card) = (hands[0] & hands[1]).lowest() {
        return Err(refuse(
            "the card is in both hands",
            FIELD,
            &card.to_string(),
        ));
    }
    let finished = match hands.map(Cards::is_empty) {
        [true, true] => return Err(refuse("both hands are empty", FIELD, text)),
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        [false, false] => None,
    };
    Ok((hands, finished))
}

fn turn(text: &str, finished: Option<Side>) -> Result<Side, InputError> {
    let side = player(text, "turn")?;
    if finished == Some(side) {
        return Err(refuse("the player to move has no cards", "turn", text));
    }
    Ok(side)
}

/// The group on the table.
fn on_table(
    text: &str,
    rules: Rules,
    hands: &[Cards; PLAYERS],
) -> Result<Option<Meld>, InputError> {
    let Some(group) = table(text, moves::read, hands[0] | hands[1])? else {
        return Ok(None);
    };
    let reason = if !rules.has_groups() && group.count() > 1 {
        "only one card at a time may be played by the rules plain"
    } else if rules.cutting().meets(group.cards()) {
        "an eight clears the table and cannot lie on it"
    } else {
        return Ok(Some(group));
    };
    Err(refuse(reason, "table", text))
}

fn check_owner(text: &str, table: Option<Meld>, side: Side) -> Result<(), InputError> {
    const FIELD: &str = "owner";
    match (table, text) {
        (None, "-") => Ok(()),
        (None, _) => Err(refuse("an empty table has no owner: write -", FIELD, text)),
        (Some(_), "-") => Err(refuse(
            "write who played the cards on the table, 0 or 1",
            FIELD,
            text,
        )),
        (Some(_), _) if player(text, FIELD)? == side => {
            Err(refuse("the owner of the table is not to move", FIELD, text))
        }
        (Some(_), _) => Ok(()),
    }
}

/// Checks that no player has passed: with two players a single pass clears the table.
fn check_passed(text: &str) -> Result<(), InputError> {
    if passed(text, PLAYERS)? != 0 {
        let reason = "with two players a pass clears the table: write 00";
        return Err(refuse(reason, "passed", text));
    }
    Ok(())
}

fn check_flags(text: &str, rules: Rules, table: Option<Meld>) -> Result<(), InputError> {
    const FIELD: &str = "flags";
    if text == "-" {
        return Ok(());
    }
    let unknown = text.chars().find(|flag| !"rlb".contains(*flag));
    if let Some(flag) = unknown {
        let reason = format_args!("unknown flag {flag}: write some of r, l and b, or -");
        return Err(refuse(reason, FIELD, text));
    }
    if text.contains('l') && table.is_none() {
        return Err(refuse("an empty table cannot be locked", FIELD, text));
    }
    let reason = format_args!("the rules {rules} have no revolution, lock or 11-back: write -");
    Err(refuse(reason, FIELD, text))
}

/// Checks the player who has finished.
fn check_finished(text: &str, finished: Option<Side>) -> Result<(), InputError> {
    const FIELD: &str = "finished";
    match finished {
        _ if text.contains(',') => Err(refuse(
            "only one of two players can have finished",
            FIELD,
            text,
        )),
        Some(out) if player(text, FIELD)? == out => Ok(()),
        _ => {
            player(text, FIELD)?;
            Err(refuse("a player named here still has cards", FIELD, text))
        }
    }
}

/// Checks the order of the seats, which makes no difference with two players.
fn check_seats(text: &str) -> Result<(), InputError> {
    if matches!(text, "0,1" | "1,0") {
        Ok(())
    } else {
        Err(refuse("name each player once: 0,1 or 1,0", "seats", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_hands_are_no_position_of_two_players() {
        assert!(position("group C3/C4 0 - - 00 -").is_ok());
        let error = position("group C3/C4/C5 0 - - 00 -").unwrap_err();
        assert!(error.to_string().contains("write two hands"), "{error}");
    }

    #[test]
    fn positions_of_more_players_or_rules_name_their_variant() {
        for (text, expected) in [
            ("group C3/C4 0 - - 00 -", None),
            ("group C3/C4/C5 0", Some("daifugo group 3")),
            ("daifugo plain C3/C4/C5/C6 0", Some("daifugo plain 4")),
            ("group C3/C4/C5/C6/C7 0", Some("daifugo group 5")),
            // A reader of five hands says that there are too many.
            ("group C3/C4/C5/C6/C7/C8 0", Some("daifugo group 5")),
            ("uecda C3/C4 0", Some("daifugo uecda")),
            ("uecda C3/C4/C5 0", Some("daifugo uecda 3")),
            ("group C3/?2 0", Some("daifugo group 2")),
            ("group ?1/C3 0", Some("daifugo group 2")),
            ("group C3/C4 0 - - 00 - phase play", Some("daifugo group 2")),
            ("chess C3/C4/C5", None),
        ] {
            assert_eq!(beyond(text).as_deref(), expected, "{text}");
        }
    }
}
