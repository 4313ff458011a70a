//! A hundred games of a tournament champion, replayed by our rules.

use std::fs;
use std::path::Path;

use kaeshi::games::daifugo::{Cards, MultiGame, Rules};

use crate::skip::say_skipped;

/// A game of the log.
#[derive(Default)]
struct Game {
    /// The seat of each player.
    seats: Vec<usize>,
    /// The hands after the exchange.
    hands: Vec<Cards>,
    moves: Vec<String>,
    /// The place of each player, 0 for the first.
    result: Vec<usize>,
}

/// The sets of cards in braces: `{ s7 d8 } { d3 jo }`.
fn hands(text: &str) -> Vec<Cards> {
    let sets = text.split('{').skip(1);
    let cards = sets.map(|set| {
        set.trim()
            .trim_end_matches('}')
            .split_whitespace()
            .collect::<String>()
    });
    cards.map(|cards| cards.parse().expect("cards")).collect()
}

fn numbers(text: &str) -> Vec<usize> {
    let words = text.split_whitespace();
    words.map(|word| word.parse().expect("a number")).collect()
}

fn games(log: &str) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    for line in log.lines() {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        if key == "game" {
            games.push(Game::default());
        }
        let Some(game) = games.last_mut() else {
            continue;
        };
        match key {
            "seat" => game.seats = numbers(rest),
            "original" => game.hands = hands(rest),
            "play" => {
                let names = rest.split_whitespace();
                let names = names.map(|word| word.split('[').next().unwrap_or(word).to_owned());
                game.moves = names.collect();
            }
            "result" => game.result = numbers(rest),
            _ => {}
        }
    }
    games
}

fn begin(game: &Game) -> MultiGame {
    let three: Cards = "D3".parse().expect("a card");
    let leader = game.hands.iter().position(|hand| hand.has(three));
    let mut order: Vec<u8> = (0..5).collect();
    order.sort_by_key(|&player| game.seats[usize::from(player)]);
    let leader = u8::try_from(leader.expect("somebody has it")).expect("one of five");
    MultiGame::new(Rules::UECDA, &game.hands, leader).seated(&order)
}

#[derive(Default, Debug, PartialEq, Eq)]
struct Totals {
    games: usize,
    plies: usize,
    plays: usize,
    rankings: usize,
    listed: usize,
    leads: usize,
    listed_leading: usize,
    most: usize,
}

fn replay(game: &Game, totals: &mut Totals) {
    let mut party = begin(game);
    for (ply, name) in game.moves.iter().enumerate() {
        let acts = party.actions();
        let named = acts.iter().filter(|act| act.to_string() == *name).count();
        assert_eq!(named, 1, "ply {ply}, {name}: {}", party.write());
        totals.listed += acts.len();
        totals.most = totals.most.max(acts.len());
        if party.table().is_none() {
            totals.leads += 1;
            totals.listed_leading += acts.len();
        }
        let act = party.read_action(name).expect("a legal move");
        totals.plies += 1;
        totals.plays += usize::from(name != "p");
        // A position during the game is written and read back.
        assert_eq!(MultiGame::read(&party.write()), Ok(party));
        party.apply(act);
    }
    assert!(party.is_over(), "{}", party.write());
    let mut places = vec![0; 5];
    for (place, &player) in party.places().iter().enumerate() {
        places[usize::from(player)] = place;
    }
    totals.rankings += usize::from(places == game.result);
    totals.games += 1;
}

#[test]
fn every_play_of_a_hundred_games_is_legal_and_every_ranking_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/daifugo/blaux5.dat");
    let Ok(log) = fs::read_to_string(&path) else {
        say_skipped(format_args!("{} is not there", path.display()));
        return;
    };
    let mut totals = Totals::default();
    for game in games(&log) {
        replay(&game, &mut totals);
    }
    println!("{totals:?}");
    let Totals {
        games,
        plies,
        plays,
        rankings,
        most,
        ..
    } = totals;
    assert_eq!((games, plies, plays, rankings), (100, 7856, 3504, 100));
    // The known figures are 58 at most and 3.77 a position, which count a pass of the leader, and 8.70 when leading,
    // which do not.
    assert_eq!(most + 1, 58);
    let listed = totals.listed + totals.leads;
    assert_eq!((listed * 100 + plies / 2) / plies, 377);
    assert_eq!(
        (totals.listed_leading * 100 + totals.leads / 2) / totals.leads,
        870
    );
}

#[test]
fn the_first_of_the_games_has_the_known_tree() {
    let hands = [
        "S7D8S8H9DTDJHJSKCADA",
        "D3D5D6C7D7H7CTHQSAH2S2",
        "C4H4C6C9D9CJCQCKHKHAD2",
        "C3H3S3H6C8H8HTSTSJDKJO",
        "D4S4C5H5S5S6S9DQSQC2",
    ];
    let hands = hands.map(|hand| hand.parse::<Cards>().expect("cards"));
    let party = MultiGame::new(Rules::UECDA, &hands, 1).seated(&[2, 3, 1, 4, 0]);
    assert_eq!(super::party::perft_row(&party, 4), [17, 56, 267, 1203]);
}
