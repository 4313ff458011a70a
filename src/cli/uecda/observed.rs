//! The state of the game from the view of this client.

use kaeshi::games::daifugo::{Action, Cards, Meld, MultiGame, PassHistory, Rank, Rules};
use kaeshi_protocol::uecda::{PLAYERS, Status};

/// The events since the cards were dealt.
#[derive(Debug, Default)]
pub(super) struct ObservedGame {
    /// The cards played.
    played: Cards,
    /// The players who have passed since the table was empty.
    passed: [bool; PLAYERS],
    /// The meld on the table, and its player.
    table: Option<(Meld, u8)>,
    /// The players who are out, first to last.
    out: Vec<u8>,
    pub(super) memory: PassHistory,
}

impl ObservedGame {
    /// The position for `me`, who holds `hand` and is to move; `None` if the events are inconsistent.
    pub(super) fn party(&self, me: u8, hand: Cards, status: &Status) -> Option<MultiGame> {
        let text = self.describe(me, hand, status);
        let party = MultiGame::read(&text);
        if let Err(why) = &party {
            log::warn!("{text}: {why}");
        }
        party.ok()
    }

    /// The cards played, as far as they can be inferred. Missing cards are taken for eights first, since some servers
    /// show the table only after an eight has cleared it.
    fn gone(&self, hand: Cards, status: &Status) -> Cards {
        let held = status
            .counts
            .iter()
            .map(|&count| u32::from(count))
            .sum::<u32>();
        let deck = Rules::UECDA.deck();
        let known = held + u32::from(self.played.len());
        let unseen = u32::from(deck.len()).saturating_sub(known);
        let rest = deck - self.played - hand;
        let eights = rest & Rank::EIGHT.cards();
        let likely = eights.iter().chain((rest - eights).iter());
        let unseen = likely.take(usize::try_from(unseen).unwrap_or(0));
        unseen.fold(self.played, |gone, card| gone | card.alone())
    }

    /// The position as text, which the rules read and check.
    fn describe(&self, me: u8, hand: Cards, status: &Status) -> String {
        let hands = (0..).zip(status.counts).map(|(player, count)| match count {
            _ if player == me => hand.to_string(),
            0 => "-".into(),
            count => format!("?{count}"),
        });
        let hands: Vec<String> = hands.collect();
        let (table, owner, passed) = match self.table.filter(|_| !status.empty) {
            Some((meld, owner)) => (meld.to_string(), owner.to_string(), self.passed),
            None => ("-".into(), "-".into(), [false; PLAYERS]),
        };
        let passed = (0..PLAYERS).map(|at| {
            let bit = passed[at] && status.counts[at] > 0;
            if bit { '1' } else { '0' }
        });
        let passed: String = passed.collect();
        let locked = status.locked && !status.empty;
        let flags = [(status.revolution, 'r'), (locked, 'l')];
        let flags = flags.iter().filter(|(set, _)| *set).map(|(_, flag)| *flag);
        let flags: String = flags.collect();
        let flags = if flags.is_empty() { "-" } else { &flags };
        let rules = Rules::UECDA;
        let list = |players: &[u8]| {
            let names: Vec<String> = players.iter().map(u8::to_string).collect();
            names.join(",")
        };
        let (hands, gone) = (hands.join("/"), self.gone(hand, status));
        let seats = list(&status.seats);
        let finished = match self.out[..] {
            [] => String::new(),
            _ => format!(" finished {}", list(&self.out)),
        };
        format!(
            "{rules} {hands} {me} {table} {owner} {passed} {flags} gone {gone} seats {seats}{finished}"
        )
    }

    /// The position in which this player gives `count` cards to `receiver`.
    pub(super) fn giving(
        me: u8,
        hand: Cards,
        count: u8,
        receiver: u8,
        status: &Status,
    ) -> Option<MultiGame> {
        // The counts may be from before the other cards were received, or from after these are given.
        let others = (0..).zip(status.counts).filter(|(at, _)| *at != me);
        let others: u32 = others.map(|(_, count)| u32::from(count)).sum();
        let unknown = u32::from((Rules::UECDA.deck() - hand).len());
        let hands = (0..).zip(status.counts).map(|(player, held)| {
            let held = u32::from(held);
            if player == me {
                hand.to_string()
            } else if player == receiver {
                format!("?{}", (held + unknown).saturating_sub(others))
            } else {
                format!("?{held}")
            }
        });
        let hands: Vec<String> = hands.collect();
        let text = format!(
            "{} {} {me} - - 00000 - phase exchange {count} to {receiver}",
            Rules::UECDA,
            hands.join("/")
        );
        let party = MultiGame::read(&text);
        if let Err(why) = &party {
            log::warn!("{text}: {why}");
        }
        party.ok()
    }

    /// The place of a player who is out, 0 for the first.
    pub(super) fn place(&self, player: u8) -> Option<usize> {
        self.out.iter().position(|&out| out == player)
    }

    /// Records the play of `player`: the meld left on the table, and the number of cards of each player.
    pub(super) fn record_play(
        &mut self,
        player: u8,
        field: Option<Meld>,
        before: Option<&MultiGame>,
        after: &Status,
    ) {
        let new = field.filter(|meld| !(meld.cards() - self.played).is_empty());
        if let Some(party) = before
            && party.turn() == player
        {
            self.memory.record(party, Action::Lay(new));
        }
        match new {
            Some(meld) => {
                self.played = self.played | meld.cards();
                self.table = Some((meld, player));
            }
            None => {
                if let Some(passed) = self.passed.get_mut(usize::from(player)) {
                    *passed = true;
                }
            }
        }
        for (at, count) in (0..).zip(after.counts) {
            if count == 0 && !self.out.contains(&at) {
                self.out.push(at);
            }
        }
        self.update(after);
    }

    /// Records that the table was cleared; some servers show that only before the next turn.
    pub(super) fn update(&mut self, status: &Status) {
        if status.empty {
            self.table = None;
            self.passed = [false; PLAYERS];
        }
    }
}
