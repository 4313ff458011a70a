//! Daifugo for two: the solver against a closed form and against brute force.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Instant;

use kaeshi::game::{Game, Side};
use kaeshi::games::daifugo::{
    Answerable, Card, Cards, Counts, Daifugo, Located, Meld, Rank, Rules,
};
use kaeshi::search::{
    PvReport, Score, SearchLimits, SharedState, ThreadPool, TranspositionTable, Worker,
};

use crate::minimax::{minimax, search_to_the_end};
use crate::{Rng, deck, draw, search};

/// The value of the game; its line is checked, too.
fn solve(game: &Daifugo, table: &TranspositionTable) -> Score {
    let (last, _) = search(game.clone(), table);
    assert!(last.proven && last.score.is_decided(), "{game:?}: {last:?}");
    check_line(game, &last);
    last.score
}

/// Checks that the line of a proven result is legal and as long as its score says.
fn check_line(game: &Daifugo, report: &PvReport) {
    let mut game = game.clone();
    for &packed in &report.pv {
        let mut found = None;
        game.moves(|mv| {
            if Daifugo::pack(&mv) == packed {
                found = Some(mv);
            }
        });
        game.make(&found.unwrap_or_else(|| panic!("{game:?}: {report:?}")));
    }
    assert!(game.winner().is_some(), "{game:?}: {report:?}");
    let plies = report.score.plies_to_end().map(usize::from);
    assert_eq!(plies, Some(report.pv.len()));
}

fn table(megabytes: usize) -> TranspositionTable {
    TranspositionTable::new(megabytes).expect("memory")
}

/// The rank of each card, weakest first.
fn strengths(cards: Cards) -> Vec<u8> {
    let ranks = cards.iter().filter_map(Card::rank);
    ranks.map(Rank::number).collect()
}

/// The maximum number of pairs of a card of `above` and a strictly weaker one of `below`; both ascend.
fn pairs(above: &[u8], below: &[u8]) -> usize {
    let mut paired = 0;
    for &card in above {
        paired += usize::from(paired < below.len() && card > below[paired]);
    }
    paired
}

/// The closed form for one card at a time: whether the player with `mine` wins.
fn closed_form(mine: &[u8], theirs: &[u8], table: Option<u8>) -> bool {
    let answered = pairs(theirs, &mine[1..]);
    let mut below = theirs[1..].to_vec();
    below.extend(table);
    below.sort_unstable();
    match table {
        None => pairs(mine, &below) >= answered,
        Some(_) => pairs(mine, &below) > answered,
    }
}

fn agrees_with_the_closed_form(game: &Daifugo, table: &TranspositionTable) -> bool {
    let (mine, theirs) = (game.hand(game.side()), game.hand(!game.side()));
    let lies = game.table().map(|play| play.rank().number());
    let expected = closed_form(&strengths(mine), &strengths(theirs), lies);
    let score = solve(game, table);
    assert_eq!(score > Score::DRAW, expected, "{game:?}: {score:?}");
    expected
}

fn random_plain_deals(deals: u32) {
    let table = table(16);
    let mut rng = Rng(35);
    let (mut won, mut answers) = (0, 0);
    for _ in 0..deals {
        let mut deck = deck();
        let sizes = [1 + rng.roll(7), 1 + rng.roll(7)];
        let hands = sizes.map(|cards| draw(&mut deck, cards, &mut rng));
        let mut game = Daifugo::new(Rules::PLAIN, hands);
        if rng.roll(2) == 0 {
            let play = Meld::group_of(draw(&mut deck, 1, &mut rng)).expect("one card");
            game = game.answering(play);
            answers += 1;
        }
        won += u32::from(agrees_with_the_closed_form(&game, &table));
    }
    println!("{deals} deals of 1 to 7 cards, {answers} with a card to answer, {won} won");
    assert!(won > deals / 3 && won < deals * 2 / 3 && answers > deals / 3);
}

#[test]
fn plain_equals_the_closed_form() {
    random_plain_deals(20_000);
}

#[test]
#[ignore = "a million deals take a minute or two"]
fn plain_equals_the_closed_form_on_a_million_deals() {
    random_plain_deals(1_000_000);
}

#[test]
fn plain_equals_the_closed_form_with_eleven_cards_each() {
    let table = table(16);
    for seed in 0..100 {
        let mut game = Daifugo::deal(Rules::PLAIN, seed, 11);
        agrees_with_the_closed_form(&game, &table);
        let mut moves = Vec::new();
        game.moves(|mv| moves.push(mv));
        game.make(&moves[moves.len() / 2]);
        agrees_with_the_closed_form(&game, &table);
    }
}

/// All multisets of `cards` cards of five strengths.
fn all_hands(cards: u8) -> Vec<[u8; 5]> {
    let mut hands = Vec::new();
    for code in 0..7776_u32 {
        let hand = [0, 1, 2, 3, 4].map(|strength| (code / 6_u32.pow(strength) % 6) as u8);
        if hand.iter().sum::<u8>() == cards {
            hands.push(hand);
        }
    }
    hands
}

/// Whether the player with `mine` wins one card at a time, by brute force on plain numbers. A `table` of 5 means none.
fn tried(
    mine: [u8; 5],
    theirs: [u8; 5],
    table: usize,
    known: &mut HashMap<([u8; 5], [u8; 5], usize), bool>,
) -> bool {
    if let Some(&wins) = known.get(&(mine, theirs, table)) {
        return wins;
    }
    let lead = table == 5;
    let weakest = if lead { 0 } else { table + 1 };
    let wins = (weakest..5).any(|strength| {
        let mut rest = mine;
        rest[strength] -= u8::from(mine[strength] > 0);
        mine[strength] > 0 && (rest == [0; 5] || !tried(theirs, rest, strength, known))
    }) || (!lead && !tried(theirs, mine, 5, known));
    known.insert((mine, theirs, table), wins);
    wins
}

#[test]
fn plain_leaders_win_as_often_as_they_should() {
    let table = table(16);
    let mut known = HashMap::new();
    let expected = [
        (25, 25),
        (140, 225),
        (803, 1225),
        (2751, 4900),
        (9305, 15876),
    ];
    for (cards, expected) in (1..).zip(expected) {
        let hands = all_hands(cards);
        let (mut won, mut solved) = (0, 0);
        for &mine in &hands {
            for &theirs in &hands {
                let wins = tried(mine, theirs, 5, &mut known);
                won += u32::from(wins);
                let list = |hand: [u8; 5]| -> Vec<u8> {
                    (0..5)
                        .flat_map(|rank| vec![rank; hand[usize::from(rank)].into()])
                        .collect()
                };
                assert_eq!(closed_form(&list(mine), &list(theirs), None), wins);
                // A deck has four cards of a rank; the two hands may come from two decks.
                if mine.iter().chain(&theirs).all(|&held| held <= 4) {
                    let cards = |hand: [u8; 5]| {
                        let bits = |rank: u32| ((1_u64 << hand[rank as usize]) - 1) << (4 * rank);
                        Cards::from_bits((0..5).map(bits).sum())
                    };
                    let game = Daifugo::new(Rules::PLAIN, [cards(mine), cards(theirs)]);
                    assert_eq!(solve(&game, &table) > Score::DRAW, wins, "{game:?}");
                    solved += 1;
                }
            }
        }
        println!(
            "{cards} cards: the leader wins {won} of {}, {solved} solved",
            hands.len().pow(2)
        );
        assert_eq!((won, hands.len().pow(2)), expected);
    }
}

/// The value of the game, by brute force.
fn value(game: &Daifugo) -> Score {
    minimax(&mut game.clone(), 0, &|game, ply| match game.winner()? {
        winner if winner == game.side() => Some(Score::win(ply)),
        _ => Some(Score::loss(ply)),
    })
}

/// A deal of `sizes` cards each, after up to three random moves, that is not over.
fn random_position(rules: Rules, sizes: [usize; 2], rng: &mut Rng) -> Daifugo {
    loop {
        // Few ranks make many groups; half of the decks have the ranks around the eights.
        let ranks = if rng.roll(2) == 0 {
            (rng.roll(6), 6 + rng.roll(3))
        } else {
            (0, 2 + rng.roll(11))
        };
        let is_in = |card: &Cards| {
            let rank = card.bits().trailing_zeros() as usize / 4;
            (ranks.0..=ranks.1).contains(&rank)
        };
        let mut deck: Vec<Cards> = deck().into_iter().filter(is_in).collect();
        let hands = sizes.map(|cards| draw(&mut deck, cards, rng));
        if hands.iter().any(|hand| hand.is_empty()) {
            continue;
        }
        let mut game = Daifugo::new(rules, hands);
        for _ in 0..rng.roll(4) {
            let mut moves = Vec::new();
            game.moves(|mv| moves.push(mv));
            let mv = moves[rng.roll(moves.len())];
            game.make(&mv);
            if game.winner().is_some() {
                game.unmake(&mv);
            }
        }
        return game;
    }
}

fn has_eight(game: &Daifugo) -> bool {
    let hands = game.hand(Side::First) | game.hand(Side::Second);
    hands.meets(Rank::EIGHT.cards())
}

fn random_positions(count: usize) {
    let tables = [table(1), table(16)];
    let mut rng = Rng(36);
    let (mut cuts, mut won) = (0, 0);
    for number in 0..count {
        let rules = [
            Rules::GROUP,
            Rules::GROUP,
            Rules::GROUPS_ALONE,
            Rules::PLAIN,
        ][number % 4];
        let sizes = [1 + rng.roll(5), 1 + rng.roll(5)];
        let game = random_position(rules, sizes, &mut rng);
        cuts += usize::from(rules == Rules::GROUP && has_eight(&game));
        let expected = value(&game);
        assert_eq!(search_to_the_end(&game).score, expected, "{game:?}");
        won += usize::from(expected > Score::DRAW);
        for table in &tables {
            assert_eq!(solve(&game, table), expected, "{game:?}");
        }
    }
    println!("{count} positions, {cuts} of group with eights, {won} won");
    assert!(cuts > count / 5 && won > count / 4 && won < count * 3 / 4);
}

#[test]
fn every_rule_set_equals_trying_everything() {
    random_positions(5_000);
}

#[test]
#[ignore = "two hundred thousand positions take a minute"]
fn every_rule_set_equals_trying_everything_on_200_000_positions() {
    random_positions(200_000);
}

/// The score with `threads` workers.
fn solve_together(game: &Daifugo, table: &TranspositionTable, threads: usize) -> Score {
    let signals = SharedState::default();
    let worker = || Worker::new(game.clone(), table, &signals, SearchLimits::default());
    let mut score = None;
    ThreadPool::run(threads, worker, |mut first| {
        first.iterative_deepening(1, |report| {
            score = Some(report.score);
            ControlFlow::Continue(())
        });
    });
    score.expect("a report")
}

#[test]
fn two_workers_find_what_one_finds() {
    for seed in 0..40 {
        let game = Daifugo::deal(Rules::GROUP, seed, 9);
        let alone = solve(&game, &table(1));
        assert_eq!(solve_together(&game, &table(1), 2), alone, "{game:?}");
    }
}

#[test]
fn a_stopped_search_can_be_resumed() {
    let mut rng = Rng(37);
    for seed in 0..40 {
        let game = Daifugo::deal(Rules::GROUP, seed, 9);
        let small = table(1);
        let nodes = 1 + rng.roll(5000) as u64;
        let limits = SearchLimits {
            nodes,
            ..SearchLimits::default()
        };
        let signals = SharedState::default();
        let mut reports = 0;
        Worker::new(game.clone(), &small, &signals, limits).iterative_deepening(1, |_| {
            reports += 1;
            ControlFlow::Continue(())
        });
        assert!(reports > 0);
        let resumed = solve(&game, &small);
        assert_eq!(resumed, solve(&game, &table(16)), "{game:?}");
    }
}

/// The article's test for perfect wins against the search, where the article's rules apply.
#[test]
fn perfect_wins_are_the_quickest_wins() {
    let table = table(16);
    let mut rng = Rng(38);
    let mut perfect = 0;
    for _ in 0..5000 {
        let mut deck = deck();
        let sizes = [1 + rng.roll(7), 1 + rng.roll(7)];
        let [mine, theirs] = sizes.map(|cards| draw(&mut deck, cards, &mut rng));
        let located = Located::of(mine);
        let wins = located.wins_unanswered(Answerable::by(Located::of(theirs)));
        let game = Daifugo::new(Rules::GROUPS_ALONE, [mine, theirs]);
        let score = solve(&game, &table);
        let quickest = Score::win(2 * u16::from(located.len()) - 1);
        assert!(score <= quickest, "{game:?}");
        if wins {
            assert_eq!(score, quickest, "{game:?}");
            perfect += 1;
        }
    }
    println!("{perfect} of 5000 are perfect wins");
    assert!(perfect > 1000);
}

/// Positions with the same hash have the same value, and most others have different hashes.
#[test]
fn positions_share_a_hash_only_if_they_share_a_value() {
    for rules in [Rules::GROUP, Rules::GROUPS_ALONE, Rules::PLAIN] {
        let mut rng = Rng(39);
        let mut values: HashMap<u64, (Score, Daifugo)> = HashMap::new();
        let (mut again, mut renamed) = (0, 0);
        for _ in 0..20_000 {
            let sizes = [1 + rng.roll(3), 1 + rng.roll(3)];
            let game = random_position(rules, sizes, &mut rng);
            let value = value(&game);
            let (known, other) = values
                .entry(game.hash())
                .or_insert_with(|| (value, game.clone()));
            assert_eq!(*known, value, "{game:?} and {other:?}");
            again += 1;
            let counts = |game: &Daifugo| Counts::of(game.hand(game.side()));
            renamed += u32::from(counts(&game) != counts(other));
        }
        again -= values.len();
        println!(
            "{rules}: {} hashes, {again} met again, {renamed} renamed",
            values.len()
        );
        assert!(values.len() > 400 && renamed > 1000);
    }
}

/// The median, the 90th and the 99th percentile, and the largest of 1000 values.
fn spread<T: Copy + PartialOrd>(mut values: Vec<T>) -> [T; 4] {
    values.sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
    [500, 900, 990, 999].map(|at| values[at])
}

#[test]
#[ignore = "prints times, asserts none"]
fn eleven_cards_each() {
    println!("median, 90th and 99th percentile, largest");
    for rules in [Rules::GROUP, Rules::GROUPS_ALONE, Rules::PLAIN] {
        let table = table(16);
        let (times, nodes) = (0..1000)
            .map(|seed| {
                let game = Daifugo::deal(rules, seed, 11);
                table.clear();
                let start = Instant::now();
                let (_, nodes) = search(game.clone(), &table);
                (start.elapsed().as_secs_f64() * 1e3, nodes)
            })
            .unzip();
        let (times, nodes) = (spread(times), spread(nodes));
        println!("{rules}: {times:.1?} ms, {nodes:?} nodes");
    }
}
