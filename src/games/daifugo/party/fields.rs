//! The fields of a position of several players, each parsed and checked separately.

use super::super::cards::{Card, Cards, Kind, Meld, Rank, meld_text};
use super::super::rules::fields::{cards, refuse};
use super::super::rules::{MAX_PLAYERS, Rules, fields};
use super::players::only;
use super::state::MultiGame;
use crate::game::InputError;

/// The number of a player.
fn player(text: &str, field: &str, players: u8) -> Result<u8, InputError> {
    let number = text.parse().ok().filter(|&number| number < players);
    // A sign or a leading zero is not accepted.
    let number = number.filter(|_| text.len() == 1);
    let last = players - 1;
    number.ok_or_else(|| {
        refuse(
            format_args!("no such player: write 0 to {last}"),
            field,
            text,
        )
    })
}

/// Players separated by commas, each at most once.
fn several(text: &str, field: &str, players: u8) -> Result<Vec<u8>, InputError> {
    let mut named = Vec::new();
    for word in text.split(',').take(MAX_PLAYERS + 1) {
        let player = player(word, field, players)?;
        if named.contains(&player) {
            return Err(refuse("the player is given twice", field, word));
        }
        named.push(player);
    }
    Ok(named)
}

/// The hands, as a game without moves.
pub(super) fn hands(text: &str, rules: Rules) -> Result<MultiGame, InputError> {
    const FIELD: &str = "hands";
    let fields: Vec<&str> = text.split('/').take(MAX_PLAYERS + 1).collect();
    if !(2..=MAX_PLAYERS).contains(&fields.len()) {
        let reason = "write two to five hands with / between them";
        return Err(refuse(reason, FIELD, text));
    }
    let (mut known, mut hidden) = ([Cards::EMPTY; MAX_PLAYERS], [0; MAX_PLAYERS]);
    let mut all = Cards::EMPTY;
    for (at, hand) in fields.iter().enumerate() {
        if let Some(count) = hand.strip_prefix('?') {
            hidden[at] = hidden_count(count, hand)?;
            continue;
        }
        let hand = cards(hand, FIELD, rules)?;
        if let Some(card) = (all & hand).lowest() {
            return Err(refuse("the card is in two hands", FIELD, &card.to_string()));
        }
        all = all | hand;
        known[at] = hand;
    }
    let held = |at: usize| !known[at].is_empty() || hidden[at] > 0;
    let alive = (0..fields.len())
        .filter(|&at| held(at))
        .fold(0, |all, at| all | 1 << at);
    if alive == 0 {
        return Err(refuse("all hands are empty", FIELD, text));
    }
    let placeholder = [Card::JOKER.alone(); MAX_PLAYERS];
    let mut party = MultiGame::new(rules, &placeholder[..fields.len()], 0);
    (party.hands, party.hidden, party.now.alive) = (known, hidden, alive);
    Ok(party)
}

fn hidden_count(count: &str, hand: &str) -> Result<u8, InputError> {
    let number = count
        .parse()
        .ok()
        .filter(|number| (1..=53).contains(number));
    let number = number.filter(|_| count.bytes().all(|byte| byte.is_ascii_digit()));
    number.ok_or_else(|| {
        let reason = "write a hidden hand as ? and the number of its cards, 1 to 53";
        refuse(reason, "hands", hand)
    })
}

/// The player to move.
pub(super) fn turn(text: &str, party: &MultiGame) -> Result<u8, InputError> {
    let turn = player(text, "turn", party.players)?;
    if party.held(turn) == 0 {
        return Err(refuse("the player to move has no cards", "turn", text));
    }
    if party.is_hidden(turn) {
        return Err(refuse(
            "the hand of the player to move is hidden",
            "turn",
            text,
        ));
    }
    Ok(turn)
}

/// The meld on the table.
pub(super) fn table(text: &str, party: &MultiGame) -> Result<Option<Meld>, InputError> {
    let Some(meld) = fields::table(text, meld_text::read, held(party))? else {
        return Ok(None);
    };
    let rules = party.rules;
    let reason = match meld.kind() {
        _ if !rules.deck().has(meld.cards()) => "these rules have no joker",
        Kind::Sequence if !rules.has_sequences() => "these rules have no sequences",
        Kind::Group if meld.count() > 1 && !rules.has_groups() => {
            "only one card at a time may be played by these rules"
        }
        _ if !rules.cutting().is_empty() && meld.shows(Rank::EIGHT) => {
            "an eight clears the table and cannot lie on it"
        }
        _ => return Ok(Some(meld)),
    };
    Err(refuse(reason, "table", text))
}

/// Reads the players who have passed.
pub(super) fn passed(text: &str, party: &mut MultiGame) -> Result<(), InputError> {
    const FIELD: &str = "passed";
    let passed = fields::passed(text, party.players.into())?;
    let reason = match () {
        () if passed != 0 && party.now.table.is_none() => {
            "nobody can have passed on an empty table"
        }
        () if passed & !party.now.alive != 0 => "a player without cards cannot have passed",
        () if passed & only(party.now.turn) != 0 => "the player to move cannot have passed",
        () => {
            party.now.passed = passed;
            return Ok(());
        }
    };
    Err(refuse(reason, FIELD, text))
}

/// Reads the owner of the meld on the table.
pub(super) fn owner(text: &str, party: &mut MultiGame) -> Result<(), InputError> {
    const FIELD: &str = "owner";
    match (party.now.table, text) {
        (None, "-") => {
            party.now.owner = party.now.turn;
            return Ok(());
        }
        (None, _) => return Err(refuse("an empty table has no owner: write -", FIELD, text)),
        (Some(_), "-") => {
            return Err(refuse(
                "write who played the cards on the table",
                FIELD,
                text,
            ));
        }
        (Some(_), _) => {}
    }
    let owner = player(text, FIELD, party.players)?;
    let others = party.now.alive & !only(owner) & !party.now.passed;
    if owner == party.now.turn && (!party.rules.owner_is_asked() || others != 0) {
        let reason = if others == 0 {
            "the owner of the table is not to move in these rules"
        } else {
            "the owner of the table is to move when all others have passed"
        };
        return Err(refuse(reason, FIELD, text));
    }
    party.now.owner = owner;
    Ok(())
}

/// Reads the flags: revolution, lock, jack.
pub(super) fn flags(text: &str, party: &mut MultiGame) -> Result<(), InputError> {
    const FIELD: &str = "flags";
    if text == "-" {
        return Ok(());
    }
    let rules = party.rules;
    let table = party.now.table;
    for flag in text.chars() {
        let (set, allowed, reason) = match flag {
            'r' => (
                &mut party.now.revolution,
                rules.has_revolution(),
                "these rules have no revolution",
            ),
            'l' if table.is_none() => {
                return Err(refuse("an empty table cannot be locked", FIELD, text));
            }
            'l' if table == Some(Meld::JOKER) => {
                return Err(refuse("a joker cannot be locked", FIELD, text));
            }
            'l' => (
                &mut party.now.locked,
                rules.has_lock(),
                "these rules have no lock",
            ),
            'b' if table.is_none() => {
                let reason = "11-back ends when the table is cleared: leave out b";
                return Err(refuse(reason, FIELD, text));
            }
            'b' => (
                &mut party.now.back,
                rules.jack_turns_back(),
                "these rules have no 11-back",
            ),
            _ => {
                let reason = format_args!("unknown flag {flag}: write some of r, l and b, or -");
                return Err(refuse(reason, FIELD, text));
            }
        };
        if !allowed {
            return Err(refuse(reason, FIELD, text));
        }
        if std::mem::replace(set, true) {
            return Err(refuse("it is given twice", FIELD, text));
        }
    }
    Ok(())
}

/// The cards played so far.
pub(super) fn gone(text: &str, party: &MultiGame) -> Result<Cards, InputError> {
    let table = party.now.table.map_or(Cards::EMPTY, |table| table.cards());
    fields::gone(text, party.rules, held(party), table)
}

/// All known cards in the hands.
fn held(party: &MultiGame) -> Cards {
    let hands = party.hands.iter();
    hands.fold(Cards::EMPTY, |all, &hand| all | hand)
}

/// Fills the pool with the cards of the hidden hands and those that were not dealt: those that are nowhere else.
pub(super) fn pool(undealt: Option<&str>, party: &mut MultiGame) -> Result<(), InputError> {
    const FIELD: &str = "undealt";
    let count: u32 = party.hidden.iter().map(|&count| u32::from(count)).sum();
    if count == 0 {
        return undealt.map_or(Ok(()), |text| {
            Err(refuse("it goes with hidden hands", FIELD, text))
        });
    }
    let rest = undealt.map(|text| {
        let number = text.parse().ok().filter(|number| (1..=51).contains(number));
        let number = number.filter(|_| !text.starts_with(['+', '0']));
        number.ok_or_else(|| {
            let reason = "write how many cards were not dealt, 1 to 51";
            refuse(reason, FIELD, text)
        })
    });
    let rest: u32 = rest.transpose()?.unwrap_or(0);
    let known = party
        .hands
        .iter()
        .fold(party.played, |all, &hand| all | hand);
    let pool = party.rules.deck() - known;
    let left = pool.len();
    if u32::from(left) != count + rest {
        if let Some(text) = undealt {
            let reason = format_args!(
                "{count} cards are hidden and {rest} were not dealt, but {left} are neither in a hand nor gone"
            );
            return Err(refuse(reason, FIELD, text));
        }
        let reason =
            format_args!("{count} cards are hidden, but {left} are neither in a hand nor gone");
        return Err(refuse(reason, "hands", &format!("?{count}")));
    }
    party.unseen = pool;
    Ok(())
}

/// Reads the order of the seats.
pub(super) fn seats(text: &str, party: &mut MultiGame) -> Result<(), InputError> {
    const FIELD: &str = "seats";
    let order = several(text, FIELD, party.players)?;
    if order.len() != usize::from(party.players) {
        return Err(refuse("name each player once, as in 1,0,2", FIELD, text));
    }
    *party = party.seated(&order);
    Ok(())
}

/// Reads the players who are out, first to last; by number if the field is missing.
pub(super) fn finished(text: Option<&str>, party: &mut MultiGame) -> Result<(), InputError> {
    const FIELD: &str = "finished";
    let out: Vec<u8> = (0..party.players)
        .filter(|&player| party.held(player) == 0)
        .collect();
    let named = match text {
        None => out,
        Some(text) => {
            let named = several(text, FIELD, party.players)?;
            if named.iter().any(|&player| party.held(player) > 0) {
                return Err(refuse("a player named here still has cards", FIELD, text));
            }
            if named.len() != out.len() {
                return Err(refuse(
                    "every player without cards must be named here",
                    FIELD,
                    text,
                ));
            }
            named
        }
    };
    for player in named {
        party.finish(player);
    }
    if party.is_over() {
        party.finish_last();
    }
    Ok(())
}

/// Reads the number of cards to give away, and their receiver.
pub(super) fn exchange(
    (count, to): (&str, Option<&str>),
    party: &mut MultiGame,
) -> Result<(), InputError> {
    const FIELD: &str = "phase";
    let number: Option<u8> = match count {
        "1" => Some(1),
        "2" => Some(2),
        _ => None,
    };
    let Some(number) = number else {
        return Err(refuse(
            "write how many cards are given away, 1 or 2",
            FIELD,
            count,
        ));
    };
    if party.now.table.is_some() || party.now.finished > 0 || !party.played.is_empty() {
        let reason = "cards are given away only before the first move of a game";
        return Err(refuse(reason, FIELD, count));
    }
    let giver = party.now.turn;
    if party.held(giver) <= number {
        return Err(refuse(
            "the player to move holds too few cards to give away",
            FIELD,
            count,
        ));
    }
    let others = (0..party.players).filter(|&player| player != giver);
    let poorest = others.min_by_key(|&player| party.held(player));
    let receiver = match to {
        Some(text) => player(text, FIELD, party.players)?,
        None => poorest.unwrap_or(giver),
    };
    if receiver == giver {
        return Err(refuse(
            "the cards must go to another player",
            FIELD,
            to.unwrap_or(count),
        ));
    }
    (party.now.exchange, party.now.receiver) = (number, receiver);
    Ok(())
}
