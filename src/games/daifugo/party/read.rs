//! The reader of positions of several players, field by field.
//!
//! `[daifugo] <rules> <hands> <turn> <table> <owner> <passed> <flags>`, then any of `gone <cards>`,
//! `undealt <number>`, `finished <players>`, `seats <players>`, `phase exchange <cards> [to <player>]`.

use super::super::cards::Cards;
use super::super::rules::fields::{Words, next, refuse, rules};
use super::fields;
use super::state::MultiGame;
use crate::game::InputError;

impl MultiGame {
    /// Reads a position.
    ///
    /// # Errors
    /// The reason, the field, and the words at fault.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let words = &mut text.split_whitespace().peekable();
        let rules = rules(words)?;
        let mut party = fields::hands(next(words, "hands", "hands, as in D3C5/S8DK/?11")?, rules)?;
        let turn = next(words, "turn", "the player to move")?;
        party.now.turn = fields::turn(turn, &party)?;
        let table = next(words, "table", "a move or -")?;
        party.now.table = fields::table(table, &party)?;
        let owner = next(words, "owner", "a player or -")?;
        let passed = next(words, "passed", "0 or 1 for each player, as in 01000")?;
        fields::passed(passed, &mut party)?;
        fields::owner(owner, &mut party)?;
        fields::flags(next(words, "flags", "some of rlb, or -")?, &mut party)?;
        let rest = Rest::read(words)?;
        party.complete(&rest, owner)?;
        Ok(party)
    }

    /// Reads the optional fields.
    fn complete(&mut self, rest: &Rest<'_>, owner: &str) -> Result<(), InputError> {
        let gone = match rest.gone {
            Some(text) => fields::gone(text, self)?,
            None => self.now.table.map_or(Cards::EMPTY, |table| table.cards()),
        };
        self.played = gone;
        fields::pool(rest.undealt, self)?;
        if let Some(text) = rest.seats {
            fields::seats(text, self)?;
        }
        fields::finished(rest.finished, self)?;
        let owner_is_out = self.now.table.is_some() && self.held(self.now.owner) == 0;
        if owner_is_out && rest.finished.is_none() {
            return Err(refuse(
                format_args!(
                    "player {owner} owns the table and has no cards: add 'finished {owner}'"
                ),
                "finished",
                owner,
            ));
        }
        match rest.exchange {
            Some(exchange) => fields::exchange(exchange, self),
            None => Ok(()),
        }
    }
}

/// The optional fields, as written.
#[derive(Default)]
struct Rest<'t> {
    gone: Option<&'t str>,
    /// The number of cards that are in no hand.
    undealt: Option<&'t str>,
    finished: Option<&'t str>,
    seats: Option<&'t str>,
    /// The number of cards and the receiver.
    exchange: Option<(&'t str, Option<&'t str>)>,
}

impl<'t> Rest<'t> {
    fn read(words: &mut Words<'t>) -> Result<Self, InputError> {
        let mut rest = Self::default();
        while let Some(field) = words.next() {
            let twice = |seen: bool, name: &str| {
                if seen {
                    Err(refuse("the field is given twice", name, field))
                } else {
                    Ok(())
                }
            };
            match &field.to_ascii_lowercase()[..] {
                "gone" => {
                    twice(rest.gone.is_some(), "gone")?;
                    rest.gone = Some(next(words, "gone", "the cards played so far")?);
                }
                "undealt" => {
                    twice(rest.undealt.is_some(), "undealt")?;
                    rest.undealt = Some(next(words, "undealt", "how many cards were not dealt")?);
                }
                "finished" => {
                    twice(rest.finished.is_some(), "finished")?;
                    rest.finished = Some(next(words, "finished", "who is out, as in 3,1")?);
                }
                "seats" => {
                    twice(rest.seats.is_some(), "seats")?;
                    rest.seats = Some(next(words, "seats", "all players, as in 1,0,2")?);
                }
                "phase" => {
                    twice(rest.exchange.is_some(), "phase")?;
                    let phase = next(words, "phase", "exchange")?;
                    if !phase.eq_ignore_ascii_case("exchange") {
                        return Err(refuse("the only phase is exchange", "phase", phase));
                    }
                    let count = next(words, "phase", "how many cards to give, 1 or 2")?;
                    let to = words.next_if(|word| word.eq_ignore_ascii_case("to"));
                    let to = match to {
                        Some(_) => Some(next(words, "phase", "who gets them")?),
                        None => None,
                    };
                    rest.exchange = Some((count, to));
                }
                _ => {
                    return Err(refuse(
                        "only gone, undealt, finished, seats and phase may follow the flags",
                        "field",
                        field,
                    ));
                }
            }
        }
        Ok(rest)
    }
}
