//! Matches of Daifugo: seatings, points, hidden hands, records and forfeits.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use super::{KAESHI, fake, fresh, play, refusal, results};

const THREE: [&str; 6] = [
    "--game",
    "daifugo uecda 3",
    "--first",
    KAESHI,
    "--second",
    KAESHI,
];

fn games(record: &str) -> Vec<Value> {
    let kept = fs::read_to_string(record).expect("it is there");
    let lines = kept.lines().skip(1);
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn numbers(value: &Value) -> Vec<u64> {
    let numbers = value.as_array().expect("a list");
    numbers
        .iter()
        .map(|number| number.as_u64().expect("a number"))
        .collect()
}

/// Mean points of the first program's seats minus those of the second's, from the places alone.
fn difference(game: &Value) -> f64 {
    let (places, own) = (numbers(&game["places"]), numbers(&game["first_seats"]));
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (place, player) in (0_u32..).zip(&places) {
        let points = f64::from(u32::try_from(places.len()).expect("few") - place);
        if own.contains(player) {
            &mut first
        } else {
            &mut second
        }
        .push(points);
    }
    let mean = |points: &[f64]| {
        points.iter().sum::<f64>() / f64::from(u32::try_from(points.len()).expect("few"))
    };
    mean(&first) - mean(&second)
}

#[test]
fn every_deal_is_played_with_each_program_alone_in_every_seat() {
    let record = fresh("seats.jsonl");
    let record = record.to_str().expect("it is text");
    let more = [
        "--depth",
        "3",
        "--second-depth",
        "1",
        "--record",
        record,
        "--deals",
    ];
    let arguments = [&THREE[..], &more].concat();
    let found = results(&[&arguments[..], &["4"]].concat());
    assert_eq!(
        (&found["deals"], &found["games"]),
        (&json!(4), &json!(24)),
        "{found}"
    );
    assert_eq!(found["forfeits"], json!([0, 0]));
    let games = games(record);
    let mut differences = Vec::new();
    for deal in games.chunks(6) {
        let positions: BTreeSet<_> = deal
            .iter()
            .map(|game| game["position"].to_string())
            .collect();
        assert_eq!(positions.len(), 1);
        let seats: BTreeSet<_> = deal
            .iter()
            .map(|game| numbers(&game["first_seats"]))
            .collect();
        let all = [
            vec![0],
            vec![1],
            vec![2],
            vec![0, 1],
            vec![0, 2],
            vec![1, 2],
        ];
        assert_eq!(seats, BTreeSet::from(all));
        differences.push(deal.iter().map(difference).sum::<f64>() / 6.0);
    }
    let deals: BTreeSet<_> = games
        .iter()
        .map(|game| game["position"].to_string())
        .collect();
    assert_eq!(deals.len(), 4);
    // The mean and its standard error over deals, from the places in the record.
    let mean = differences.iter().sum::<f64>() / 4.0;
    let squares: f64 = differences.iter().map(|deal| (deal - mean).powi(2)).sum();
    let error = (squares / 3.0 / 4.0).sqrt();
    let close = |name: &str, expected: f64| {
        (found[name].as_f64().expect("a number") - expected).abs() < 1e-9
    };
    assert!(
        close("difference", mean) && close("standard_error", error),
        "{mean} {error} {found}"
    );
    // The record alone gives the same results.
    let again = results(&[&arguments[..], &["4"]].concat());
    assert_eq!(again, found);
}

#[test]
fn a_match_of_cards_goes_on_where_its_record_ends() {
    let moves = |record: &str| -> Vec<Value> {
        games(record)
            .iter()
            .map(|game| game["moves"].clone())
            .collect()
    };
    let (whole, part) = (fresh("whole.jsonl"), fresh("part.jsonl"));
    let [whole, part] = [&whole, &part].map(|path| path.to_str().expect("it is text"));
    let run = |record, deals| {
        let more = [
            "--depth", "1", "--seed", "9", "--record", record, "--deals", deals,
        ];
        results(&[&THREE[..], &more].concat())
    };
    let expected = run(whole, "2");
    // Interrupted in the second deal, while a line was written.
    let kept = fs::read_to_string(whole).expect("it is there");
    let lines: Vec<_> = kept.lines().take(9).collect();
    fs::write(part, lines.join("\n") + "\n{\"number\":9,\"de").expect("it can be written");
    let resumed = run(part, "2");
    assert_eq!(moves(part), moves(whole));
    for field in [
        "deals",
        "games",
        "points",
        "difference",
        "standard_error",
        "places",
    ] {
        assert_eq!(resumed[field], expected[field], "{field}");
    }
}

#[test]
fn records_of_other_matches_of_cards_are_refused() {
    let part = fresh("other.jsonl");
    let part = part.to_str().expect("it is text");
    let more = [
        "--depth", "1", "--seed", "9", "--deals", "1", "--record", part,
    ];
    results(&[&THREE[..], &more].concat());
    let kept = fs::read_to_string(part).expect("it is there");
    for (arguments, why) in [
        (
            vec!["--seed", "8"],
            "its source of openings was 'deals, seed 9', now it is 'deals, seed 8'",
        ),
        (
            vec!["--seed", "9", "--open"],
            "now it is 'deals, seed 9, open hands'",
        ),
    ] {
        let more = ["--depth", "1", "--record", part];
        let said = refusal(&[&THREE[..], &more, &arguments].concat());
        assert!(said.contains(why), "{said}");
    }
    // A game with other cards than its deal, with programs in other seats, or with a place missing.
    for (old, new, why) in [
        (
            "\"first_seats\":[0]",
            "\"first_seats\":[1]",
            "game 1: its programs are not in the seats of its number",
        ),
        (
            "\"deal\":1",
            "\"deal\":2",
            "game 1: its programs are not in the seats of its number",
        ),
        (
            "- - 000 -\"",
            "- - 000 r\"",
            "game 1: its cards are not those of its deal",
        ),
        (
            "\"loser\":null",
            "\"loser\":1",
            "game 1: its loser does not agree with its end",
        ),
        (
            "\"places\":[",
            "\"places\":[7,",
            "game 1: its places are not those of all players",
        ),
    ] {
        assert!(kept.contains(old), "{old}: {kept}");
        fs::write(part, kept.replacen(old, new, 1)).expect("it can be written");
        let more = ["--depth", "1", "--seed", "9", "--record", part];
        let said = refusal(&[&THREE[..], &more].concat());
        assert!(said.contains(why), "{why}: {said}");
    }
}

/// Each program is told its own hand and no other one, unless hands are open; two hands of a game go to two processes.
#[test]
fn programs_are_told_what_their_seat_may_see() {
    for (open, game, programs) in [
        (false, "daifugo group 4", 4),
        (true, "daifugo uecda 3", 3),
        (false, "daifugo", 2),
    ] {
        let mut command = Command::new(KAESHI);
        command.args([
            "match", "--game", game, "--first", KAESHI, "--second", KAESHI,
        ]);
        command
            .args(["--deals", "1", "--depth", "1"])
            .args(open.then_some("--open"));
        let output = command.env("RUST_LOG", "debug").output().expect("it runs");
        let talked = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{talked}");
        let sent: Vec<_> = talked
            .lines()
            .filter_map(|line| line.split_once("> position "))
            .collect();
        assert!(sent.len() > 20, "{talked}");
        for (_, position) in sent {
            let words: Vec<_> = position.split(' ').collect();
            let hands: Vec<_> = words[2..]
                .iter()
                .find(|word| word.contains('/'))
                .expect("hands")
                .split('/')
                .collect();
            let shown = hands
                .iter()
                .filter(|hand| !hand.starts_with('?') && **hand != "-");
            assert_eq!(hands.len(), programs, "{position}");
            assert!(shown.count() == 1 || open, "{position}");
            let is_hidden = hands.iter().any(|hand| hand.starts_with('?'));
            assert_eq!(is_hidden, !open, "{position}");
        }
        // In all games of a deal together, every seat but one of each program is in use.
        let greeted = talked
            .lines()
            .filter(|line| line.ends_with("> ugi"))
            .count();
        assert_eq!(greeted, 2 * (programs - 1), "{talked}");
    }
}

#[test]
#[cfg(unix)]
fn a_program_that_forfeits_takes_the_last_places() {
    for (answer, fault, game, games) in [
        ("echo bestmove c-3x", "illegal_moves", "daifugo uecda 3", 6),
        ("echo bestmove zz", "illegal_moves", "daifugo plain", 2),
        ("exit", "forfeits", "daifugo group 3", 6),
        ("echo hello", "lost_on_time", "daifugo uecda 2", 2),
    ] {
        let record = fresh("faults.jsonl");
        let record = record.to_str().expect("it is text");
        let bad = fake(answer);
        let arguments = [
            "--game",
            game,
            "--first",
            KAESHI,
            "--second",
            &bad,
            "--deals",
            "1",
            "--move-time",
            "0.03",
            "--tolerance",
            "2000",
            "--record",
            record,
        ];
        let found = results(&arguments);
        assert_eq!(found["forfeits"], json!([0, games]), "{answer}: {found}");
        assert_eq!(found[fault], json!([0, games]), "{answer}: {found}");
        for game in self::games(record) {
            let (places, own) = (numbers(&game["places"]), numbers(&game["first_seats"]));
            assert!(
                places[..own.len()]
                    .iter()
                    .all(|player| own.contains(player)),
                "{game}"
            );
            assert_eq!(game["loser"].as_u64(), places.last().copied(), "{game}");
        }
        // All seats of one program before all of the other: half as many points as there are players.
        let players = if games == 2 { 2.0 } else { 3.0 };
        let difference = found["difference"].as_f64().expect("a number");
        assert!((difference - players / 2.0).abs() < 1e-9, "{found}");
        let said = play(&arguments).stdout;
        let said = String::from_utf8(said).expect("it is text");
        assert!(said.contains("1 deal, "), "{said}");
    }
}

#[test]
fn what_makes_no_sense_with_cards_is_refused() {
    let gtp = format!("gtp:{KAESHI}");
    let cards = ["--game=daifugo uecda 3"];
    for (game, arguments, why) in [
        (
            &cards[..],
            vec!["--second", KAESHI, "--sprt", "elo1=5"],
            "--sprt: a match of Daifugo counts points",
        ),
        (
            &cards,
            vec!["--second", KAESHI, "--openings", "x"],
            "--openings: a game of Daifugo begins with a deal",
        ),
        (
            &cards,
            vec!["--second", KAESHI, "--games", "4"],
            "--games: every deal of Daifugo",
        ),
        (
            &cards,
            vec!["--second", KAESHI, "--deals", "0"],
            "a whole number from 1",
        ),
        (
            &cards,
            vec!["--second", KAESHI, "--second-depth", "2"],
            "--depth",
        ),
        (
            &cards,
            vec!["--second", &gtp],
            "Daifugo is played through UGI only",
        ),
        (
            &["--game=daifugo uecda 6"],
            vec!["--second", KAESHI],
            "2 to 5 can play",
        ),
        (
            &[],
            vec!["--second", KAESHI, "--deals", "4"],
            "--deals goes with games of cards",
        ),
        (
            &[],
            vec!["--second", KAESHI, "--open"],
            "--open goes with games of cards",
        ),
    ] {
        let said = refusal(&[game, &["--first", KAESHI], &arguments].concat());
        assert!(said.contains(why), "{arguments:?}: {said}");
        assert!(
            why == "--depth" || why.starts_with("a whole") || said.lines().count() == 1,
            "{said}"
        );
    }
}
