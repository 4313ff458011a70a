//! Equivalence of positions, and of the moves of one position.
//!
//! Cards meet only those of the opponent. So a position is described by the number of cards that each player
//! holds of each rank, going up the ranks that are held. Ranks that only one player holds, with none of the opponent's
//! between them, are a *run*. They beat and are beaten by the same cards, and may change places; a rank that clears the
//! table is distinguished within its run.

use super::super::cards::{Cards, Counts, Located, Meld, Rank};
use super::moves::Move;
use super::position::Daifugo;
use crate::game::splitmix64;
use crate::search::ScoredMove;

/// Maximum number of runs, and one past the last.
const RUNS: usize = Rank::COUNT as usize + 2;
/// The contents of a run: `5 * mine + theirs` cards of a rank, below 25;
const HELD: usize = 25;
/// from here up the same for a rank that clears the table;
const CUTTING: usize = HELD;
/// and from here up the play on the table, answered by this rank, plus the number of its cards.
const TABLE: usize = CUTTING + HELD;
const KINDS: usize = TABLE + 5;

/// A random number for each possible content of each run; their sum is the hash.
static KEYS: [[u64; KINDS]; RUNS] = {
    let mut keys = [[0; KINDS]; RUNS];
    let mut at = 0;
    while at < RUNS * KINDS {
        keys[at / KINDS][at % KINDS] = splitmix64(at as u64);
        at += 1;
    }
    keys
};

/// The holder of a rank; a rank begins a run unless the rank before has the same holder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Me,
    Them,
    /// Always a run of its own.
    Both,
}

impl Daifugo {
    /// The hash, equal for all equivalent positions, seen from the player to move: two positions with exchanged seats
    /// share their table entries.
    #[inline]
    pub(in super::super) fn key(&self) -> u64 {
        let (mine, theirs) = self.mine_and_theirs();
        let [my_counts, their_counts] = [mine, theirs].map(|cards| Counts::of(cards).bits());
        let cutting = self.rules.cutting().bits();
        let (answer, size) = self.weakest_answer(mine);
        let mut key = u64::from(self.rules.number());
        let (mut run, mut last) = (0, Holder::Both);
        let mut left = (mine | theirs).ranks().bits();
        while left != 0 {
            let shift = left.trailing_zeros();
            left &= left - 1;
            let my_count = (my_counts >> shift & 0b111) as usize;
            let their_count = (their_counts >> shift & 0b111) as usize;
            let holder = match (my_count, their_count) {
                (_, 0) => Holder::Me,
                (0, _) => Holder::Them,
                _ => Holder::Both,
            };
            run += usize::from(holder == Holder::Both || holder != last || shift == answer);
            last = holder;
            let keys = &KEYS[run];
            let held = 5 * my_count + their_count;
            key = key.wrapping_add(if cutting >> shift & 1 != 0 {
                keys[CUTTING + held]
            } else if self.rules.has_groups() {
                keys[held]
            } else {
                // Card by card, it makes no difference whether two cards of a run are of one rank.
                let [one_of_mine, one_of_theirs] = [keys[5], keys[1]];
                one_of_mine
                    .wrapping_mul(my_count as u64)
                    .wrapping_add(one_of_theirs.wrapping_mul(their_count as u64))
            });
            if shift == answer {
                key = key.wrapping_add(keys[TABLE + size]);
            }
        }
        if size > 0 && answer == NO_ANSWER {
            key = key.wrapping_add(KEYS[0][TABLE + size]);
        }
        splitmix64(key)
    }

    /// The shift of the weakest rank that answers the table, and the number of cards on the table.
    ///
    /// Nothing else about the table matters: a pass clears it, an answer covers it.
    #[inline]
    fn weakest_answer(&self, mine: Cards) -> (u32, usize) {
        let Some(table) = self.table else {
            return (NO_ANSWER, 0);
        };
        let able = Located::of(mine)
            .at_least(table.count())
            .above(table.rank());
        (able.bits().trailing_zeros(), usize::from(table.count()))
    }

    /// Drops plays above `start` that are no better than another one there.
    pub(in super::super) fn drop_needless(&self, moves: &mut Vec<ScoredMove<Move>>, start: usize) {
        let mut keep = start;
        for index in start..moves.len() {
            let scored = moves[index];
            if !scored.mv.played.is_some_and(|play| self.is_needless(play)) {
                moves[keep] = scored;
                keep += 1;
            }
        }
        moves.truncate(keep);
    }

    /// Whether the same number of cards of a weaker rank, held as often, does as well.
    ///
    /// It does if the opponent holds nothing in between. Then the same cards answer both, and the stronger rank is
    /// worth keeping: it can do all that the weaker one can. Within a run the two are the same. The weaker rank may
    /// also be one that the opponent holds, if nothing of it is left afterwards.
    #[inline]
    fn is_needless(&self, play: Meld) -> bool {
        let (mine, theirs) = self.mine_and_theirs();
        let cutting = self.rules.cutting();
        let theirs = theirs.ranks().bits();
        let at = 1_u64 << play.rank().shift();
        if theirs & at != 0 || cutting.meets(play.cards()) {
            return false;
        }
        let held = (mine & play.rank().cards()).len();
        let (alike, whole) = if self.rules.has_groups() {
            let alike = Located::of(mine - cutting).exactly(held);
            (alike, held == play.count())
        } else {
            ((mine - cutting).ranks(), true)
        };
        let alike = self
            .table
            .map_or(alike, |table| alike.above(table.rank()))
            .bits();
        let weaker = at - 1;
        let Some(below) = (theirs & weaker).checked_ilog2() else {
            return alike & weaker != 0;
        };
        let between = weaker & (!1 << below);
        alike & between != 0 || (whole && alike >> below & 1 != 0)
    }
}

/// The shift when no rank answers the table, or the table is empty.
const NO_ANSWER: u32 = u64::BITS;

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::rule_set::Rules;
    use super::*;

    /// The position with these hands, player 0 to lead.
    fn lead(rules: Rules, mine: &str, theirs: &str) -> Daifugo {
        Daifugo::new(rules, [mine, theirs].map(|hand| hand.parse().unwrap()))
    }

    /// Player 0 has laid `table`, player 1 answers.
    fn answer(rules: Rules, theirs: &str, mine: &str, table: &str) -> Daifugo {
        let group = Meld::group_of(table.parse().unwrap()).unwrap();
        lead(rules, theirs, mine).answering(group)
    }

    fn moves(game: &Daifugo) -> Vec<Move> {
        let mut moves = Vec::new();
        game.each_move(|mv| moves.push(mv));
        moves
    }

    /// Whether the player to move wins, by trying everything; moves are first thinned out by `keep`.
    fn wins(game: &mut Daifugo, keep: fn(&Daifugo, &Move) -> bool) -> bool {
        if let Some(winner) = game.winner() {
            return winner == game.side;
        }
        let mover = game.side;
        let kept: Vec<Move> = moves(game)
            .into_iter()
            .filter(|mv| keep(game, mv))
            .collect();
        kept.iter().any(|mv| {
            game.play(mv);
            let below = wins(game, keep);
            let won = below == (game.side == mover);
            game.take_back(mv);
            won
        })
    }

    fn all(_: &Daifugo, _: &Move) -> bool {
        true
    }

    fn needed(game: &Daifugo, mv: &Move) -> bool {
        !mv.played.is_some_and(|play| game.is_needless(play))
    }

    /// Small positions of all rules, half of them with a group on the table.
    fn positions(count: u64) -> impl Iterator<Item = Daifugo> {
        let rules = [Rules::GROUP, Rules::GROUPS_ALONE, Rules::PLAIN];
        let all = (0..count)
            .zip(rules.into_iter().cycle())
            .map(|(seed, rules)| {
                let mut at = 32 * seed;
                let mut below = |limit: usize| {
                    at += 1;
                    usize::try_from(splitmix64(at) % limit as u64).expect("below a usize")
                };
                // Four to seven ranks, so that groups are common, with the eight among them.
                let ranks = (1_u64 << (16 + 4 * below(4))) - 1;
                let deck = Cards::from_bits(ranks << (4 + 4 * below(3)));
                let sizes = [2 + below(4), 2 + below(4)];
                let mut hands = [Cards::EMPTY; 2];
                for (player, size) in sizes.into_iter().enumerate() {
                    for _ in 0..size {
                        let left = deck - (hands[0] | hands[1]);
                        let card = left.iter().nth(below(left.len().into()));
                        hands[player] = hands[player] | card.expect("a card").alone();
                    }
                }
                let mut game = Daifugo::new(rules, hands);
                if below(2) == 0 {
                    let moves = moves(&game);
                    game.play(&moves[below(moves.len())]);
                }
                game
            });
        all.filter(|game| game.winner().is_none())
    }

    #[test]
    fn equal_keys_mean_equal_values() {
        let mut known: HashMap<u64, (bool, Daifugo)> = HashMap::new();
        let mut met = 0;
        for mut game in positions(6000) {
            let won = wins(&mut game, all);
            let (value, other) = known.entry(game.key()).or_insert((won, game.clone()));
            assert_eq!(*value, won, "{game:?} and {other:?}");
            met += u32::from(*other != game);
        }
        assert!(known.len() > 500 && met > 500, "{} {met}", known.len());
    }

    #[test]
    fn needless_plays_change_no_value() {
        let (mut dropped, mut kept) = (0, 0);
        for mut game in positions(3000) {
            let listed = moves(&game);
            dropped += listed.iter().filter(|mv| !needed(&game, mv)).count();
            kept += listed.iter().filter(|mv| needed(&game, mv)).count();
            assert_eq!(wins(&mut game, needed), wins(&mut game, all), "{game:?}");
        }
        assert!(dropped > 500 && kept > 1000, "{dropped} {kept}");
    }

    #[test]
    fn the_position_after_every_move_is_taken_back() {
        for mut game in positions(500) {
            let before = game.clone();
            for mv in moves(&game) {
                game.play(&mv);
                game.take_back(&mv);
                assert_eq!(game, before);
            }
        }
    }

    /// Pairs of positions that differ in what does not matter, then pairs that differ in what does.
    #[test]
    fn positions_are_alike_up_to_what_matters() {
        let (alone, group, plain) = (Rules::GROUPS_ALONE, Rules::GROUP, Rules::PLAIN);
        let mut turned = lead(alone, "C5D5", "C3C9");
        turned.side = !turned.side;
        let alike = [
            // Other players, other suits, and ranks that no hand has.
            (lead(alone, "C3C9", "C5D5"), turned),
            (lead(alone, "C3C9", "C5D5"), lead(alone, "H4S2", "H6S6")),
            // A run in another order: three fours and a five, three fives and a four.
            (
                lead(alone, "C4D4H4C5CA", "CKDK"),
                lead(alone, "C4C5D5H5CA", "CKDK"),
            ),
            // Card by card, two cards of one rank are as two of neighbouring ranks.
            (lead(plain, "C4D4CA", "CKDK"), lead(plain, "C4C5CA", "CQDK")),
            // An eight stays an eight among others of its run.
            (lead(group, "C8C9CA", "CK"), lead(group, "C7C8CA", "CK")),
            // Of the table only the weakest answer and its size matter, or that there is none.
            (
                answer(alone, "C4CK", "C9", "C5"),
                answer(alone, "C4CK", "C9", "C8"),
            ),
            (
                answer(alone, "C4CK", "C9", "CQ"),
                answer(alone, "C4CK", "C9", "CA"),
            ),
        ];
        for (one, other) in alike {
            assert_eq!(one.key(), other.key(), "{one:?} and {other:?}");
        }
        let different = [
            // Who leads, the rules, the number of cards.
            (lead(alone, "C3C9", "C5D5"), lead(alone, "C5D5", "C3C9")),
            (lead(alone, "C3C9", "C5"), lead(plain, "C3C9", "C5")),
            (lead(alone, "C3C9", "C5"), lead(alone, "C3D3C9", "C5")),
            // Two ranks of one card, one rank of two cards.
            (lead(alone, "C3C4", "C9"), lead(alone, "C3D3", "C9")),
            // The opponent's card below, between and above.
            (lead(alone, "C4C9", "C3"), lead(alone, "C4C9", "C5")),
            (lead(alone, "C4C9", "CT"), lead(alone, "C4C9", "C5")),
            // An eight and a nine, one eight and four nines.
            (lead(group, "C8C3", "CK"), lead(group, "C9D9H9S9C3", "CK")),
            (lead(group, "C8C3", "CK"), lead(group, "C9C3", "CK")),
            // An empty table, one that can be answered, one that cannot; one card and two.
            (lead(alone, "C9", "C4CK"), answer(alone, "C4CK", "C9", "C5")),
            (
                answer(alone, "C4CK", "C9", "C5"),
                answer(alone, "C4CK", "C9", "CA"),
            ),
            (
                answer(alone, "C3", "C4D4", "C2"),
                answer(alone, "C3", "C4D4", "C2D2"),
            ),
            (
                answer(alone, "C9", "C4D4", "C3"),
                answer(alone, "C9", "C4D4", "D3H3"),
            ),
        ];
        for (one, other) in different {
            assert_ne!(one.key(), other.key(), "{one:?} and {other:?}");
        }
    }

    #[test]
    fn needless_plays_are_dropped_from_the_end_of_a_list() {
        let game = lead(Rules::GROUPS_ALONE, "C4C5C7C9", "C6D6");
        let listed: Vec<_> = moves(&game)
            .into_iter()
            .zip(1..)
            .map(|(mv, score)| ScoredMove { mv, score })
            .collect();
        let text = |list: &[ScoredMove<Move>]| {
            let names = list
                .iter()
                .map(|scored| format!("{} {}", scored.mv, scored.score));
            names.collect::<Vec<_>>()
        };
        assert_eq!(text(&listed), ["c-4 1", "c-5 2", "c-7 3", "c-9 4"]);
        let mut all = listed.clone();
        game.drop_needless(&mut all, 0);
        assert_eq!(text(&all), ["c-4 1", "c-7 3"]);
        let mut end = listed;
        game.drop_needless(&mut end, 2);
        assert_eq!(text(&end), ["c-4 1", "c-5 2", "c-7 3"]);
    }

    #[test]
    fn plays_that_a_weaker_rank_replaces_are_needless() {
        let needless = |game: &Daifugo| {
            let moves = moves(game);
            let dropped = moves.iter().filter(|mv| !needed(game, mv));
            dropped
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let (alone, group, plain) = (Rules::GROUPS_ALONE, Rules::GROUP, Rules::PLAIN);
        // The opponent holds nothing between four and five.
        assert_eq!(needless(&lead(alone, "C4C5", "C9D9")), "c-5");
        assert_eq!(needless(&lead(alone, "C4C6", "C5D5")), "");
        // Of a pair and a single card neither replaces the other.
        assert_eq!(needless(&lead(alone, "C4C5D5", "C9D9")), "");
        assert_eq!(needless(&lead(alone, "C4D4C5D5", "C9")), "c-5 cd-5");
        // Card by card the number does not matter.
        assert_eq!(needless(&lead(plain, "C4C5D5", "C9D9")), "c-5");
        // An eight is not replaced, and replaces nothing.
        assert_eq!(needless(&lead(group, "C7C8C9", "CA")), "c-9");
        assert_eq!(needless(&lead(group, "C8C9", "CA")), "");
        // A rank that both hold: the stronger one is needless if nothing of the weaker is left.
        assert_eq!(needless(&lead(alone, "C4C5", "D4")), "c-5");
        assert_eq!(needless(&lead(alone, "C4D4C5D5", "H4")), "cd-5");
        assert_eq!(needless(&lead(alone, "C4C5", "D5")), "");
        // Only ranks that answer the table can take its place.
        assert_eq!(needless(&answer(alone, "CA", "C4C9CT", "C5")), "c-t");
        assert_eq!(needless(&answer(alone, "CA", "C4C9CT", "C8")), "c-t");
        assert_eq!(needless(&answer(alone, "CA", "C4C9", "C5")), "");
    }
}
