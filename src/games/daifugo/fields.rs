//! The fields of a position's text, each parsed and checked separately.

use super::card::Card;
use super::cards::Cards;
use super::names::NotCards;
use super::play::{self, Play};
use super::position::Daifugo;
use super::read::refuse;
use super::rules::Rules;
use crate::game::{InputError, Side};

/// Number of players; [`super::MultiGame`] has more, and hidden hands.
const PLAYERS: usize = 2;

/// The number of a player.
pub(super) fn player(text: &str, field: &str) -> Result<Side, InputError> {
    match text {
        "0" => Ok(Side::First),
        "1" => Ok(Side::Second),
        _ => Err(refuse("no such player: write 0 or 1", field, text)),
    }
}

/// A set of cards from the deck of these rules.
pub(super) fn cards(text: &str, field: &str) -> Result<Cards, InputError> {
    let cards: Cards = text
        .parse()
        .map_err(|error: NotCards| refuse(&error, field, error.token()))?;
    if cards.has(Card::JOKER.alone()) {
        return Err(refuse("these rules have no joker", field, "JO"));
    }
    Ok(cards)
}

/// Both hands, and the player who has finished.
pub(super) fn hands(text: &str) -> Result<([Cards; PLAYERS], Option<Side>), InputError> {
    const FIELD: &str = "hands";
    let fields: Vec<&str> = text.split('/').take(PLAYERS + 1).collect();
    let [first, second] = fields[..] else {
        let reason = "write two hands with / between them";
        return Err(refuse(reason, FIELD, text));
    };
    let hands = [cards(first, FIELD)?, cards(second, FIELD)?];
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

pub(super) fn turn(text: &str, finished: Option<Side>) -> Result<Side, InputError> {
    let side = player(text, "turn")?;
    if finished == Some(side) {
        return Err(refuse("the player to move has no cards", "turn", text));
    }
    Ok(side)
}

/// The play on the table.
pub(super) fn on_table(
    text: &str,
    rules: Rules,
    hands: &[Cards; PLAYERS],
) -> Result<Option<Play>, InputError> {
    const FIELD: &str = "table";
    if text == "-" {
        return Ok(None);
    }
    let play = play::read(text).map_err(|reason| refuse(reason, FIELD, text))?;
    let Some(play) = play else {
        return Err(refuse(
            "a pass cannot lie on the table: write a move with cards, or -",
            FIELD,
            text,
        ));
    };
    if let Some(card) = (play.cards() & (hands[0] | hands[1])).lowest() {
        let reason = format_args!("the card {card} is still in a hand");
        return Err(refuse(reason, FIELD, text));
    }
    if !rules.has_groups() && play.count() > 1 {
        return Err(refuse(
            "only one card at a time may be played by the rules plain",
            FIELD,
            text,
        ));
    }
    if rules.cutting().meets(play.cards()) {
        return Err(refuse(
            "an eight clears the table and cannot lie on it",
            FIELD,
            text,
        ));
    }
    Ok(Some(play))
}

pub(super) fn check_owner(text: &str, table: Option<Play>, side: Side) -> Result<(), InputError> {
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
pub(super) fn check_passed(text: &str) -> Result<(), InputError> {
    const FIELD: &str = "passed";
    if text.len() != PLAYERS || !text.bytes().all(|bit| matches!(bit, b'0' | b'1')) {
        return Err(refuse("write 0 or 1 for each player: 00", FIELD, text));
    }
    if text != "00" {
        let reason = "with two players a pass clears the table: write 00";
        return Err(refuse(reason, FIELD, text));
    }
    Ok(())
}

pub(super) fn check_flags(text: &str, rules: Rules, table: Option<Play>) -> Result<(), InputError> {
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

/// Reads the cards played so far into `position`.
pub(super) fn gone(text: &str, position: &mut Daifugo) -> Result<(), InputError> {
    const FIELD: &str = "gone";
    let gone = cards(text, FIELD)?;
    let [first, second] = position.hands;
    if let Some(card) = (gone & (first | second)).lowest() {
        return Err(refuse(
            "the card is still in a hand",
            FIELD,
            &card.to_string(),
        ));
    }
    let table = position.table.map_or(Cards::EMPTY, Play::cards);
    if let Some(card) = (table - gone).lowest() {
        let reason = format_args!("the card {card} on the table is not among them");
        return Err(refuse(reason, FIELD, text));
    }
    position.dealt = first | second | gone;
    Ok(())
}

/// Checks the player who has finished.
pub(super) fn check_finished(text: &str, finished: Option<Side>) -> Result<(), InputError> {
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
pub(super) fn check_seats(text: &str) -> Result<(), InputError> {
    if matches!(text, "0,1" | "1,0") {
        Ok(())
    } else {
        Err(refuse("name each player once: 0,1 or 1,0", "seats", text))
    }
}
