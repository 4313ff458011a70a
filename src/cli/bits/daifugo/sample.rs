//! Random inputs of the formulas.

use kaeshi::games::daifugo::{Answerable, Card, Cards, Counts, Located, Rank};

use crate::cli::experiment::random::Rng;

/// All inputs that one of the formulas needs, with the forms that it starts from.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) cards: Cards,
    pub(super) counts: Counts,
    pub(super) located: Located,
    /// The cards of the opponents.
    pub(super) other: Cards,
    pub(super) answerable: Answerable,
    /// A rank held, if any is.
    pub(super) rank: Rank,
    /// Cards of `rank` that are played: at least one, if any is held.
    pub(super) group: Cards,
    /// Number of cards in `group`.
    pub(super) count: u8,
    /// Number of ranks from `rank` up of which one card each is played; each is held.
    pub(super) length: u8,
    /// One card of each of these ranks.
    pub(super) sequence: Cards,
    /// A number of cards, 1 to 4.
    pub(super) size: u8,
    /// Some suits, as a nibble.
    pub(super) suits: u64,
    /// The index of a bit, 0 to 59.
    pub(super) index: u32,
    /// A length of a sequence, 2 to 6, and which of its cards is missing, counted from 0.
    pub(super) run: (u8, u8),
}

impl Sample {
    /// `cards` with random other inputs.
    pub(super) fn of(cards: Cards, rng: &mut Rng) -> Self {
        let other = Cards::from_bits(rng.word() & rng.word()) & Cards::DECK;
        let other = other - cards;
        let rank = Cards::from_bits(rng.pick(cards.bits())).lowest();
        let rank = rank.and_then(Card::rank).unwrap_or(Rank::THREE);
        let of_rank = cards & rank.cards();
        let count = rolled(rng, of_rank.len());
        let mut held = Cards::EMPTY;
        let ranks = (rank.number()..Rank::COUNT).filter_map(Rank::new);
        for rank in ranks {
            let first = (cards & rank.cards()).first(1);
            if first.is_empty() {
                break;
            }
            held = held | first;
        }
        let length = rolled(rng, held.len());
        let run = 2 + small(rng, 5);
        Self {
            cards,
            counts: Counts::of(cards),
            located: Located::of(cards),
            other,
            answerable: Answerable::by(Located::of(other)),
            rank,
            group: of_rank.first(count),
            count,
            length,
            sequence: held.first(length),
            size: 1 + small(rng, 4),
            suits: rng.below(16).into(),
            index: rng.below(60),
            run: (run, small(rng, run)),
        }
    }

    /// A random set of cards: of all densities in turn, by `number`.
    pub(super) fn random(number: u64, rng: &mut Rng) -> Self {
        let (one, two, three) = (rng.word(), rng.word(), rng.word());
        let bits = match number % 4 {
            0 => one | two,
            1 => one,
            2 => one & two,
            _ => one & two & three,
        };
        Self::of(Cards::from_bits(bits) & Cards::DECK, rng)
    }
}

/// A number from 0 to `limit` - 1.
#[expect(clippy::cast_possible_truncation, reason = "below a `u8`")]
fn small(rng: &mut Rng, limit: u8) -> u8 {
    rng.below(limit.into()) as u8
}

/// A number from 1 to `limit`, or 0 if that is 0.
fn rolled(rng: &mut Rng, limit: u8) -> u8 {
    if limit == 0 { 0 } else { 1 + small(rng, limit) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_played_is_held() {
        let mut rng = Rng::new(1);
        let mut longest = 0;
        for number in 0..1000 {
            let sample = Sample::random(number, &mut rng);
            assert!(sample.cards.has(sample.group) && sample.cards.has(sample.sequence));
            assert_eq!(sample.group.len(), sample.count);
            assert_eq!(sample.sequence.len(), sample.length);
            assert!(!sample.cards.meets(sample.other));
            assert!(sample.count > 0 || sample.cards.is_empty());
            longest = longest.max(sample.length);
        }
        assert!(longest > 5);
    }
}
