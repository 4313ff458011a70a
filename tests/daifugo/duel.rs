//! The last two players under all rules: the search against brute force.

use std::collections::HashMap;
use std::time::{Duration, Instant};
use std::{fs, thread};

use kaeshi::games::daifugo::{Card, Cards, MultiGame, PublicState, Rules, TwoPlayerEnd};
use kaeshi::search::{PvReport, Score, TranspositionTable};

use crate::{Rng, draw};

fn cards(text: &str) -> Cards {
    let text: String = text.split_whitespace().collect();
    text.parse().expect("cards")
}

fn search(party: &MultiGame, table: &TranspositionTable) -> (PvReport, u64) {
    crate::search(TwoPlayerEnd::of(party).expect("two open hands"), table)
}

/// Whether the player to move wins, by the search.
fn solve(party: &MultiGame, table: &TranspositionTable) -> bool {
    let (last, _) = search(party, table);
    assert!(last.proven, "{}: {last:?}", party.write());
    assert!(!last.pv.is_empty());
    last.score > Score::DRAW
}

/// The key of a position: the cards, the table, and the side to move.
type Key = (Cards, Cards, String);

fn key(party: &MultiGame, players: [u8; 2]) -> Key {
    let text = party.write();
    let rest: Vec<&str> = text
        .split(' ')
        .skip_while(|word| !word.contains('/'))
        .skip(1)
        .collect();
    let rest = rest.join(" ");
    let rest = rest.split(" gone").next().unwrap_or_default().to_owned();
    (party.hand(players[0]), party.hand(players[1]), rest)
}

/// Whether the player to move wins, by brute force.
fn naive(party: &mut MultiGame, players: [u8; 2], known: &mut HashMap<Key, bool>) -> bool {
    let mover = party.turn();
    let key = key(party, players);
    if let Some(&won) = known.get(&key) {
        return won;
    }
    let mut legal = Vec::new();
    party.moves(|meld| legal.push(meld));
    let won = legal.into_iter().any(|meld| {
        let before: PublicState = party.play(meld);
        let won = if party.is_over() {
            party.turn() != mover
        } else {
            naive(party, players, known) == (party.turn() == mover)
        };
        party.take_back(meld, before);
        won
    });
    known.insert(key, won);
    won
}

fn table(megabytes: usize) -> TranspositionTable {
    TranspositionTable::new(megabytes).expect("memory")
}

/// A position in the middle of a random game of two.
fn random(rng: &mut Rng, rules: Rules, most: usize) -> MultiGame {
    loop {
        let mut deck: Vec<Cards> = rules.deck().iter().map(Card::alone).collect();
        let sizes = [1 + rng.roll(most), 1 + rng.roll(most)];
        // Neighbouring cards, so that sequences and groups are frequent.
        deck.drain(..rng.roll(deck.len() - 2 * most));
        deck.truncate(2 * most + rng.roll(8));
        if rules.has_joker() && rng.roll(2) == 0 {
            deck.retain(|&card| card != cards("JO"));
            deck.push(cards("JO"));
        }
        let hands = sizes.map(|size| draw(&mut deck, size, rng));
        let mut party = MultiGame::new(rules, &hands, u8::try_from(rng.roll(2)).expect("two"));
        for _ in 0..rng.roll(3) {
            if !party.is_over() {
                let acts = party.actions();
                party.apply(acts[rng.roll(acts.len())]);
            }
        }
        if !party.is_over() {
            return party;
        }
    }
}

fn sets() -> Vec<Rules> {
    let custom = |words: &str| {
        let mut words = words.split(' ').peekable();
        Rules::named("custom", &mut words).expect("flags")
    };
    vec![
        Rules::UECDA,
        Rules::UECDA,
        custom("seq3 joker1 back11 lock cut8"),
        custom("own rev4 spe3 joker1"),
        custom("seq3 seqrev5 joker1"),
        Rules::GROUP,
        Rules::PLAIN,
    ]
}

fn equals_trying_everything(deals: u32, most: usize) {
    let table = table(16);
    let mut rng = Rng(77);
    let sets = sets();
    let mut won = 0;
    for _ in 0..deals {
        let rules = sets[rng.roll(sets.len())];
        let party = random(&mut rng, rules, most);
        let expected = naive(&mut party.clone(), [0, 1], &mut HashMap::new());
        assert_eq!(solve(&party, &table), expected, "{}", party.write());
        won += u32::from(expected);
    }
    println!("{won} of {deals} won");
    assert!(won > deals / 3 && won < deals);
}

#[test]
fn the_search_equals_trying_everything() {
    equals_trying_everything(1000, 5);
}

#[test]
#[ignore = "ten thousand deals of up to seven cards each take minutes"]
fn the_search_equals_trying_everything_on_10_000_deals() {
    equals_trying_everything(10_000, 7);
}

#[test]
fn named_deals_have_known_winners() {
    let table = table(16);
    // Whether the leader wins if the first player leads, and if the second does.
    for (hands, won) in [
        ("D3 C5 H5 S8 DK JO / S3 D4 C6 H6 DA H2", [true, false]),
        ("D3 H3 C4 C5 C6 S2 / S3 D4 H4 S4 CQ CA", [true, false]),
        ("D3 D4 D5 D6 D7 CA H2 / S3 H9 D9 C9 S9 SK JO", [false, true]),
        ("S3 S4 H7 H9 DT HQ SK / H4 C7 D7 S7 H8 C9 ST", [true, true]),
    ] {
        let (first, second) = hands.split_once('/').expect("two hands");
        let hands = [cards(first), cards(second)];
        for leader in 0..2 {
            let party = MultiGame::new(Rules::UECDA, &hands, leader);
            assert_eq!(
                solve(&party, &table),
                won[usize::from(leader)],
                "{}",
                party.write()
            );
        }
    }
}

#[test]
#[ignore = "prints how long it takes to solve eleven cards against eleven, and judges nothing"]
fn eleven_cards_each_under_all_rules() {
    let table = table(16);
    let (mut times, mut worked) = (Vec::new(), Vec::new());
    let mut nodes = Vec::new();
    for seed in 0..1000 {
        let party = MultiGame::deal(Rules::UECDA, seed, 2);
        table.clear();
        let (start, before) = (Instant::now(), processor_time());
        let (last, count) = search(&party, &table);
        assert!(last.proven, "{}", party.write());
        times.push(start.elapsed().as_secs_f64() * 1e3);
        worked.push((processor_time() - before) * 1e3);
        nodes.push(count);
    }
    times.sort_by(f64::total_cmp);
    worked.sort_by(f64::total_cmp);
    nodes.sort_unstable();
    let last = times.len() - 1;
    for (what, share) in [
        ("median", 500),
        ("90 %", 900),
        ("99 %", 990),
        ("most", 1000),
    ] {
        let at = share * last / 1000;
        let (time, worked, nodes) = (times[at], worked[at], nodes[at]);
        println!("{what}: {time:.1} ms, {worked:.1} ms of processor time, {nodes} nodes");
    }
}

/// Processor time of this thread in seconds; 0 where the system does not report it.
fn processor_time() -> f64 {
    // The system updates the figure when the thread waits.
    thread::sleep(Duration::from_micros(1));
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|word| word.parse().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}
