//! The text of positions: on one line, and drawn.

use std::fmt::Write;

use super::super::cards::Cards;
use super::players::only;
use super::state::MultiGame;

fn list(players: &[u8]) -> String {
    let names: Vec<String> = players.iter().map(u8::to_string).collect();
    names.join(",")
}

impl MultiGame {
    /// The position on one line; [`MultiGame::read`] reads it back.
    #[must_use]
    pub fn write(&self) -> String {
        let now = &self.now;
        let hands: Vec<String> = (0..self.players)
            .map(|player| self.write_hand(player))
            .collect();
        let mut text = format!("daifugo {} {} {}", self.rules, hands.join("/"), now.turn);
        let passed = (0..self.players).map(|player| u8::from(now.passed & only(player) != 0));
        let passed: String = passed.map(|bit| bit.to_string()).collect();
        let _ = match now.table {
            Some(table) => write!(text, " {table} {} {passed} ", now.owner),
            None => write!(text, " - - {passed} "),
        };
        let flags = [(now.revolution, 'r'), (now.locked, 'l'), (now.back, 'b')];
        let flags: String = flags
            .iter()
            .filter(|(set, _)| *set)
            .map(|(_, name)| *name)
            .collect();
        text += if flags.is_empty() { "-" } else { &flags };
        if self.played != now.table.map_or(Cards::EMPTY, |table| table.cards()) {
            let _ = write!(text, " gone {}", self.played);
        }
        let undealt = self.undealt();
        if self.has_hidden_hands() && undealt > 0 {
            let _ = write!(text, " undealt {undealt}");
        }
        let out = self.places().iter().copied();
        let out: Vec<u8> = out.filter(|&player| self.held(player) == 0).collect();
        if !out.is_empty() {
            let _ = write!(text, " finished {}", list(&out));
        }
        if !self.seats().is_sorted() {
            let _ = write!(text, " seats {}", list(self.seats()));
        }
        if now.exchange > 0 {
            let _ = write!(text, " phase exchange {} to {}", now.exchange, now.receiver);
        }
        text
    }

    fn write_hand(&self, player: u8) -> String {
        if self.is_hidden(player) {
            format!("?{}", self.held(player))
        } else {
            self.hand(player).to_string()
        }
    }

    /// The position drawn on several lines for a person, without a final line break.
    #[must_use]
    pub fn draw(&self) -> String {
        let mut text = format!("Daifugo, rules {}", self.rules);
        if self.is_reversed() {
            text += ", low is strong";
        }
        text.push('\n');
        for player in self.seats().iter().copied() {
            let turn = if player == self.now.turn { '>' } else { ' ' };
            let _ = write!(text, "{turn} player {player}:");
            if self.is_hidden(player) {
                text += " hidden";
            }
            let hand = self.hand(player);
            for rank in (hand & Cards::DECK).ranks().iter() {
                let _ = write!(text, " {}", hand & rank.cards());
            }
            if !(hand - Cards::DECK).is_empty() {
                text += " JO";
            }
            let _ = write!(text, " ({})", self.held(player));
            if self.now.passed & only(player) != 0 {
                text += " passed";
            }
            if let Some(place) = self.places().iter().position(|&out| out == player) {
                let _ = write!(text, " place {}", place + 1);
            }
            text.push('\n');
        }
        text + &self.draw_table()
    }

    fn draw_table(&self) -> String {
        let (mover, owner) = (self.now.turn, self.now.owner);
        if self.is_over() {
            return format!("the game is over, first to last: {}", list(self.places()));
        }
        if self.now.exchange > 0 {
            let (count, receiver) = (self.now.exchange, self.now.receiver);
            let cards = if count == 1 { "card" } else { "cards" };
            let example = if count == 1 { "x:D3" } else { "x:D3C4" };
            return format!(
                "player {mover} gives {count} {cards} to player {receiver}, as in {example}"
            );
        }
        match self.now.table {
            None => format!("table: empty, player {mover} leads"),
            Some(table) => {
                let locked = if self.now.locked { ", locked" } else { "" };
                let cards = table.cards();
                format!(
                    "table: {table} ({cards}) by player {owner}{locked}, player {mover} answers or passes (p)"
                )
            }
        }
    }
}
