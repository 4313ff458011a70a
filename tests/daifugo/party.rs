//! All rules, for two to five players: legal moves, turns, positions as text.

use kaeshi::game::{Game, Side};
use kaeshi::games::daifugo::{Action, Cards, Daifugo, MultiGame, Rules};

use crate::{Rng, garbage, garbled};

fn cards(text: &str) -> Cards {
    let text: String = text.split_whitespace().collect();
    text.parse().expect("cards")
}

fn read(text: &str) -> MultiGame {
    MultiGame::read(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn perft(party: &mut MultiGame, depth: u32) -> u64 {
    let mut moves = Vec::new();
    if !party.is_over() {
        party.moves(|meld| moves.push(meld));
    }
    if depth == 1 || moves.is_empty() {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for meld in moves {
        let before = party.play(meld);
        leaves += perft(party, depth - 1);
        party.take_back(meld, before);
    }
    leaves
}

/// The perft counts at depths 1 to `deepest`.
pub(crate) fn perft_row(party: &MultiGame, deepest: u32) -> Vec<u64> {
    (1..=deepest)
        .map(|depth| perft(&mut party.clone(), depth))
        .collect()
}

fn names(party: &MultiGame) -> Vec<String> {
    party.actions().iter().map(Action::to_string).collect()
}

#[test]
fn hands_lead_with_as_many_melds_as_another_generator_finds() {
    for (hand, count) in [
        ("CQ DQ CK DK HK SK CA DA HA SA JO", 56),
        ("CQ DQ HQ SQ CK DK CA DA HA SA JO", 54),
        ("H5 S5 H6 S6 H7 S7 H8 S8 H9 S9 JO", 74),
        ("S6 S7 S8 S9 ST SJ SQ SK SA S2 JO", 95),
        ("S5 S6 S7 S8 S9 SJ SQ SK SA S2 JO", 94),
    ] {
        let party = MultiGame::new(Rules::UECDA, &[cards(hand), cards("D3")], 0);
        let mut names = names(&party);
        assert_eq!(names.len(), count, "{hand}: {names:?}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}

#[test]
fn trees_of_two_players_have_the_known_size() {
    for (hands, row) in [
        (
            "D3 C5 H5 S8 DK JO / S3 D4 C6 H6 DA H2",
            [22, 75, 197, 533, 1539],
        ),
        (
            "D3 H3 C4 C5 C6 S2 / S3 D4 H4 S4 CQ CA",
            [8, 27, 57, 137, 435],
        ),
        (
            "D3 D4 D5 D6 D7 CA H2 / S3 H9 D9 C9 S9 SK JO",
            [13, 45, 106, 277, 1467],
        ),
    ] {
        let (first, second) = hands.split_once('/').expect("two hands");
        let party = MultiGame::new(Rules::UECDA, &[cards(first), cards(second)], 0);
        assert_eq!(perft_row(&party, 5), row, "{hands}");
    }
}

/// The position `start` after `moves`, as text.
fn after(start: &str, moves: &str) -> String {
    let mut party = read(start);
    for name in moves.split_whitespace() {
        let act = party
            .read_action(name)
            .unwrap_or_else(|why| panic!("{name}: {why}"));
        party.apply(act);
    }
    party.write()
}

#[test]
fn the_owner_is_asked_again_where_the_rules_say_so() {
    let start = "daifugo uecda D3D4DK/C3C9/S3SK 0 - - 000 -";
    let end = after(start, "d-3 c-9 p d-k p");
    assert_eq!(end, "daifugo uecda D4/C3/S3SK 0 d-k 0 011 - gone D3C9DK");
    assert_eq!(
        after(start, "d-3 c-9 p d-k p p"),
        "daifugo uecda D4/C3/S3SK 0 - - 000 - gone D3C9DK"
    );
    let custom = start.replace("uecda", "custom");
    assert_eq!(
        after(&custom, "d-3 c-9 p d-k p"),
        "daifugo custom D4/C3/S3SK 0 - - 000 - gone D3C9DK"
    );
}

#[test]
fn rules_do_what_their_names_say() {
    for (start, moves, end) in [
        // An eight clears the table, also within a sequence and by a joker.
        (
            "uecda D3S8D4/C3C9 0 - - 00 -",
            "d-3 c-9 p p",
            "uecda D4S8/C3 1 - - 00 - gone D3C9",
        ),
        (
            "uecda D3S8D4/C3C9 0 - - 00 -",
            "s-8",
            "uecda D3D4/C3C9 0 - - 00 - gone S8",
        ),
        (
            "uecda D3D9DTJO/C3C9 0 - - 00 -",
            "d-89t(8)",
            "uecda D3/C3C9 0 - - 00 - gone D9DTJO",
        ),
        // A player who goes out with an eight leaves the lead to the next seat.
        (
            "uecda S8/C3/C9 0 - - 000 - seats 0,2,1",
            "s-8",
            "uecda -/C3/C9 2 - - 000 - gone S8 finished 0 seats 0,2,1",
        ),
        // The three of spades beats the joker and clears the table.
        (
            "uecda D3JO/S3C9 0 - - 00 -",
            "jk s-3",
            "uecda D3/C9 1 - - 00 - gone S3JO",
        ),
        // Same suits lock; the joker is always allowed.
        (
            "uecda D3D5/D4C9JO 0 - - 00 -",
            "d-3 d-4",
            "uecda D5/C9JO 0 d-4 1 00 l gone D3D4",
        ),
        (
            "uecda D3D5/D4C9JO 0 - - 00 -",
            "d-3 d-4 d-5",
            "uecda -/C9JO 1 - - 00 - gone D3D4D5 finished 0",
        ),
        // A revolution reverses the ranks, and another one reverses them back.
        (
            "uecda C3D3H3S3C9/C4D5 0 - - 00 -",
            "cdhs-3 p p c-9",
            "uecda -/C4D5 1 - - 00 r gone C3D3H3S3C9 finished 0",
        ),
        (
            "uecda C3C4C5C6C7D9/C8D5 0 - - 00 -",
            "c-34567",
            "uecda D9/D5C8 1 c-34567 0 00 r",
        ),
    ] {
        assert_eq!(
            after(start, moves),
            format!("daifugo {end}"),
            "{start} {moves}"
        );
    }
    let locked = read("uecda D3C9DK/D4C5CK 0 d-7 1 00 l");
    assert_eq!(names(&locked), ["d-k", "p"]);
    let reversed = read("uecda D3C9DK/D4C5CK 0 d-7 1 00 r");
    assert_eq!(names(&reversed), ["d-3", "p"]);
    let joker = read("uecda S3C9DK/D4C5CK 0 jk 1 00 -");
    assert_eq!(names(&joker), ["s-3", "p"]);
    let sequence = read("uecda D4D5D6D7D9DTJO/C6 0 c-345 1 00 -");
    assert_eq!(
        names(&sequence),
        ["d-89t(8)", "d-789(8)", "d-678(8)", "d-9tj(j)", "p"]
    );
    let back = read("custom back11 D3C9DJ/D4C5CK 0 - - 00 -");
    assert_eq!(
        after(&back.write(), "d-j"),
        "daifugo custom back11 D3C9/D4C5CK 1 d-j 0 00 b"
    );
    assert_eq!(
        after(&back.write(), "d-j c-5 p"),
        "daifugo custom back11 D3C9/D4CK 1 - - 00 - gone C5DJ"
    );
}

/// Plays random moves from random deals, and calls `each` with every position.
fn random_games(games: u64, mut each: impl FnMut(&MultiGame, &mut Rng)) {
    let mut rng = Rng(23);
    let sets = [
        "uecda",
        "plain",
        "group",
        "custom seq3 joker1 back11 lock",
        "custom own rev4 spe3 joker1",
    ];
    for seed in 0..games {
        let (rules, players) = (sets[rng.roll(5)], 2 + rng.roll(4));
        let mut words = rules.split(' ').skip(1).peekable();
        let name = rules.split(' ').next().expect("a name");
        let rules = Rules::named(name, &mut words).expect("rules");
        let players = u8::try_from(players).expect("five");
        let mut party = MultiGame::deal(rules, seed, players);
        while !party.is_over() {
            each(&party, &mut rng);
            let acts = party.actions();
            party.apply(acts[rng.roll(acts.len())]);
        }
        each(&party, &mut rng);
    }
}

#[test]
fn positions_and_moves_are_read_back() {
    let (mut positions, mut places) = (0, 0);
    random_games(400, |party, _| {
        positions += 1;
        let written = party.write();
        assert_eq!(MultiGame::read(&written), Ok(*party), "{written}");
        places +=
            usize::from(party.is_over() && party.places().len() == usize::from(party.players()));
        let acts = party.actions();
        for act in &acts {
            let name = act.to_string();
            assert_eq!(party.read_action(&name), Ok(*act), "{written} {name}");
            assert_eq!(party.read_action(&name.to_uppercase()), Ok(*act));
            if let Action::Lay(meld) = *act {
                let mut after = *party;
                let before = after.play(meld);
                after.take_back(meld, before);
                assert_eq!(after, *party, "{name}");
            }
        }
        let mut names: Vec<_> = acts.iter().map(Action::to_string).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), acts.len());
    });
    assert_eq!(places, 400);
    assert!(positions > 10_000, "{positions}");
}

/// For two players, the rules without specials are those of the simple game.
#[test]
fn plain_and_group_for_two_are_the_simple_game() {
    let mut rng = Rng(5);
    for seed in 0..300 {
        let rules = [Rules::PLAIN, Rules::GROUP, Rules::GROUPS_ALONE][rng.roll(3)];
        let mut simple = Daifugo::deal(rules, seed, 11);
        let mut party = MultiGame::new(
            rules,
            &[simple.hand(Side::First), simple.hand(Side::Second)],
            0,
        );
        while simple.winner().is_none() {
            assert_eq!(
                MultiGame::read(&kaeshi::game::Notation::write(&simple)).as_ref(),
                Ok(&party)
            );
            let mut moves = Vec::new();
            simple.moves(|mv| moves.push(mv));
            for mv in &moves {
                assert!(
                    party.read_action(&mv.to_string()).is_ok(),
                    "{} {mv}",
                    party.write()
                );
            }
            let same = |act: &Action| match act {
                // Suits have no meaning in the simple game, so each group counts once.
                Action::Lay(Some(meld)) => (meld.lowest(), meld.count()),
                _ => (-9, 0),
            };
            let mut kinds: Vec<_> = party.actions().iter().map(same).collect();
            kinds.sort_unstable();
            kinds.dedup();
            assert_eq!(kinds.len(), moves.len());
            let mv = moves[rng.roll(moves.len())];
            let act = party.read_action(&mv.to_string()).expect("legal");
            simple.make(&mv);
            party.apply(act);
        }
        assert!(party.is_over());
    }
}

/// Every line of the file is refused with the reason given after it.
#[test]
fn refused_positions_say_why_and_where() {
    let lines = include_str!("../data/party_refused.txt").lines();
    let mut refused = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (text, reason) = line.split_once("=>").expect("a text and a reason");
        let error = MultiGame::read(text).expect_err(text).to_string();
        assert_eq!(error, reason.trim(), "{text}");
        refused += 1;
    }
    assert!(refused > 60);
}

/// Positions, moves that are refused there, and why.
const REFUSED_MOVES: &[(&str, &str, &str)] = &[
    (
        "uecda D3C9/C4 0 - - 00 -",
        "p",
        "'p': the player who leads may not pass",
    ),
    (
        "uecda D3C9/C4 0 - - 00 -",
        "c-4",
        "'c-4': player 0 does not hold C4",
    ),
    (
        "uecda D3C9/C4 0 c-5 1 00 -",
        "d-3",
        "'d-3': the answer to c-5 must be higher in rank",
    ),
    (
        "uecda D3C9/C4 0 c-5 1 00 r",
        "c-9",
        "'c-9': the answer to c-5 must be lower in rank",
    ),
    (
        "uecda D3C9/C4 0 d-5 1 00 l",
        "c-9",
        "'c-9': the table is locked to the suits of d-5",
    ),
    (
        "uecda D3C9/C4 0 dc-5 1 00 -",
        "c-9",
        "'c-9': the answer to cd-5 must be 2 cards of one rank",
    ),
    (
        "uecda D3C9/C4 0 d-567 1 00 -",
        "c-9",
        "'c-9': the answer to d-567 must be 3 cards in a row",
    ),
    (
        "uecda D3C9/C4 0 jk 1 00 -",
        "c-9",
        "'c-9': only s-3 beats the joker",
    ),
    (
        "uecda D4D5D6JO/C4 0 - - 00 -",
        "d-456(5)",
        "'d-456(5)': the joker must stand for a card that the player does not hold",
    ),
    (
        "group D4D5D6/C4 0 - - 00 -",
        "d-456",
        "'d-456': there are no sequences by the rules group",
    ),
    (
        "plain D4C4/C5 0 - - 00 -",
        "cd-4",
        "'cd-4': only one card at a time may be played by the rules plain",
    ),
    ("uecda -/C4 1 - - 00 -", "c-4", "'c-4': the game is over"),
    (
        "uecda D3C9/C4 0 - - 00 -",
        "x:D3",
        "'x:D3': no cards have to be given away now",
    ),
    (
        "uecda D3C9CT/C4 0 - - 00 - phase exchange 2",
        "d-3",
        "'d-3': cards must be given away first: 2, as in x:D3C4",
    ),
    (
        "uecda D3C9CT/C4 0 - - 00 - phase exchange 2",
        "x:D3",
        "'x:D3': exactly 2 must be given away",
    ),
    (
        "uecda D3C9CT/C4 0 - - 00 - phase exchange 2",
        "x:D3D5",
        "'x:D3D5': player 0 does not hold D5",
    ),
    (
        "uecda D3C9CT/C4 0 - - 00 - phase exchange 2",
        "x:",
        "'x:': no cards: write - for an empty set",
    ),
    (
        "uecda D3C9/C4 0 - - 00 -",
        "0000",
        "'0000': write moves as d-3, ch-4, c-jqk, jk, ds-9(s), h-678(7), cdhsx-5 or p",
    ),
];

#[test]
fn refused_moves_say_why() {
    for (position, text, reason) in REFUSED_MOVES {
        let refused = read(position).read_action(text).expect_err(text);
        assert_eq!(refused.to_string(), *reason);
    }
}

#[test]
fn cards_are_given_away_before_the_game() {
    let start = "uecda D3C9CTCJ/?2/?4 0 - - 000 - phase exchange 1";
    // With the rest of the deck gone, no cards are exchanged any more, so hands must be full.
    assert!(MultiGame::read(start).is_err());
    let open = "uecda D3C9CTCJ/C4/C5C6 0 - - 000 - phase exchange 2";
    assert_eq!(read(open).actions().len(), 6);
    assert_eq!(
        read(open).write(),
        "daifugo uecda D3C9CTCJ/C4/C5C6 0 - - 000 - phase exchange 2 to 1"
    );
    assert_eq!(
        after(open, "x:D3CJ"),
        "daifugo uecda C9CT/D3C4CJ/C5C6 0 - - 000 -"
    );
    let to = format!("{open} to 2");
    assert_eq!(
        after(&to, "x:D3CJ"),
        "daifugo uecda C9CT/C4/D3C5C6CJ 0 - - 000 -"
    );
}

#[test]
fn hidden_hands_play_any_card_that_may_be_theirs() {
    let start = "uecda D3C3/?2/?2 0 - - 000 - gone C4D4H4S4C5D5H5S5C6D6H6S6C7D7H7S7C8D8H8S8C9D9H9S9CTDTHTSTCJDJHJSJCQDQHQSQCKDKHKSKCADAHA";
    let why = MultiGame::read(start)
        .expect_err("too many cards")
        .to_string();
    assert_eq!(
        why,
        "hands '?4': 4 cards are hidden, but 8 are neither in a hand nor gone"
    );
    let start = format!("{start}SAC2D2H2");
    let mut party = read(&start);
    assert!(party.has_hidden_hands());
    for name in ["d-3", "s-2"] {
        let act = party.read_action(name).expect("legal");
        party.apply(act);
    }
    assert_eq!(party.turn(), 2);
    assert_eq!(party.held(1), 1);
    assert_eq!(names(&party), ["jk", "p"]);
    assert_eq!(
        party.read_action("s-2").expect_err("gone").to_string(),
        "'s-2': player 2 cannot hold S2"
    );
}

/// Random text is refused, or read as a position that can be written.
#[test]
fn garbage_is_refused_or_read() {
    let (mut accepted, mut refused) = (0, 0);
    random_games(150, |party, rng| {
        let text = garbled(&party.write(), rng);
        match MultiGame::read(&text) {
            Ok(position) => {
                accepted += 1;
                assert_eq!(MultiGame::read(&position.write()), Ok(position), "{text}");
                let _ = position.actions();
            }
            Err(reason) => {
                refused += 1;
                let reason = reason.to_string();
                assert!(reason.contains(": ") && !reason.contains('\n'), "{reason}");
            }
        }
        let _ = party.read_action(&garbage(rng));
    });
    assert!(accepted > 50 && refused > 1000, "{accepted} {refused}");
}
