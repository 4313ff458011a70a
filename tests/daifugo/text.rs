//! Text of Daifugo: positions, moves, and the errors of bad ones.

use kaeshi::game::{Game, Notation, Outcome, Side};
use kaeshi::games::daifugo::{Daifugo, Rules};
use kaeshi::search::Score;

use crate::{Rng, garbage, garbled};

fn variant(words: &str) -> Daifugo {
    Daifugo::variant(words).expect("a rule set")
}

fn read(text: &str) -> Result<Daifugo, String> {
    let position = variant("").read(text);
    position.map_err(|misfit| misfit.to_string())
}

fn moves(game: &Daifugo) -> Vec<<Daifugo as Game>::Move> {
    let mut moves = Vec::new();
    game.moves(|mv| moves.push(mv));
    moves
}

fn names(game: &Daifugo) -> String {
    let names = moves(game).into_iter().map(|mv| game.write_move(&mv));
    names.collect::<Vec<_>>().join(" ")
}

const SHORT: &str = "daifugo group D3H3C8S8/D4C5DK 0 - - 00 -";
const FOLLOW: &str = "daifugo group D3H3C8S8/D4C5DK 1 cs-3 0 00 -";

/// Every line of the file is refused with the reason given after it.
#[test]
fn refused_positions_say_why_and_where() {
    let lines = include_str!("../data/daifugo_refused.txt").lines();
    let mut refused = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (text, reason) = line.split_once("=>").expect("a text and a reason");
        assert_eq!(read(text).unwrap_err(), reason.trim(), "{text}");
        refused += 1;
    }
    assert!(refused > 60);
}

#[test]
fn refusals_are_one_short_printable_line() {
    let unreadable = read("\u{0}\u{7}").unwrap_err();
    assert_eq!(
        unreadable,
        "rules '\\u{0}\\u{7}': write uecda, plain, group or custom"
    );
    let long = format!("group {} 0 - - 00 -", "C".repeat(1 << 20));
    assert!(read(&long).unwrap_err().len() < 200);
}

#[test]
fn refused_moves_say_why() {
    let (lead, follow) = (read(SHORT).unwrap(), read(FOLLOW).unwrap());
    let plain = read("plain D3H3C8/D4C5DK 0 - - 00 -").unwrap();
    let over = read("group -/D4 1 - - 00 -").unwrap();
    let pair = read("group D3H3C8S8/D4C4DKHK 1 cs-4 0 00 -").unwrap_err();
    assert_eq!(pair, "table 'cs-4': the card C4 is still in a hand");
    let pair = read("group D3H3C8S8/D4C4DKHK 1 hs-4 0 00 -").unwrap();
    let table = [
        (&lead, "", "write moves as d-3, ch-4 or p"),
        (&lead, "d3", "write moves as d-3, ch-4 or p"),
        (&lead, "0000", "write moves as d-3, ch-4 or p"),
        (&lead, "p", "the player who leads may not pass"),
        (&lead, "d-4", "player 0 does not hold D4"),
        (&lead, "cds-8", "player 0 does not hold D8"),
        (&lead, "c-789", "these rules have no sequences"),
        (
            &follow,
            "d-k",
            "the answer to cs-3 must be 2 cards of one rank",
        ),
        (
            &pair,
            "cd-4",
            "the answer to hs-4 must be of a stronger rank",
        ),
        (
            &plain,
            "dh-3",
            "only one card at a time may be played by the rules plain",
        ),
        (&over, "d-4", "the game is over"),
    ];
    for (game, text, reason) in table {
        assert_eq!(
            game.read_move(text).unwrap_err().to_string(),
            reason,
            "{text}"
        );
    }
}

#[test]
fn legal_moves_of_each_rule_set() {
    let lead = read(SHORT).unwrap();
    assert_eq!(names(&lead), "d-3 dh-3 c-8 cs-8");
    assert_eq!(names(&read(FOLLOW).unwrap()), "p");
    let follow = "group D3H3C8S8/D4C5DKHK 1 cs-3 0 00 -";
    assert_eq!(names(&read(follow).unwrap()), "dh-k p");
    let follow = follow.replace("cs-3", "c-4");
    assert_eq!(names(&read(&follow).unwrap()), "c-5 d-k p");
    assert_eq!(
        names(&read("plain D3H3C8S8/D4 0 - - 00 -").unwrap()),
        "d-3 c-8"
    );
    // Suits do not matter: any may be played.
    for (text, like) in [
        ("H-3", "d-3"),
        ("s-8", "c-8"),
        ("HD-3", "dh-3"),
        ("sc-8", "cs-8"),
    ] {
        let [mv, like] = [text, like].map(|text| lead.read_move(text).unwrap());
        assert_eq!(Daifugo::pack(&mv), Daifugo::pack(&like));
        let [mut played, mut likewise] = [lead.clone(), lead.clone()];
        played.make(&mv);
        likewise.make(&like);
        assert_eq!(played.hash(), likewise.hash());
    }
}

#[test]
fn an_eight_keeps_the_lead_and_a_pass_gives_it_away() {
    let play = |text: &str, names: &[&str]| {
        let mut game = read(text).unwrap();
        for name in names {
            let mv = game.read_move(name).unwrap();
            game.make(&mv);
        }
        game.write()
    };
    let left = "daifugo group D3H3C8/D4C5DK 0 - - 00 - gone S8";
    assert_eq!(play(SHORT, &["s-8"]), left);
    let left = "daifugo group H3C8S8/D4C5DK 1 d-3 0 00 -";
    assert_eq!(play(SHORT, &["d-3"]), left);
    let left = "daifugo group H3C8S8/D4C5DK 0 - - 00 - gone D3";
    assert_eq!(play(SHORT, &["d-3", "p"]), left);
    let left = "daifugo group H3S8/D4C5DK 0 - - 00 - gone D3C8DK";
    let answered = play(SHORT, &["d-3", "d-4", "c-8", "h-3", "d-k", "p"]);
    assert_ne!(answered, left);
    assert_eq!(answered, "daifugo group S8/C5 1 - - 00 - gone D3H3D4C8DK");
    // In the other rules, an eight has no special effect.
    for rules in ["plain", "custom"] {
        let text = SHORT.replace("group", rules);
        let left = format!("daifugo {rules} D3H3C8/D4C5DK 1 s-8 0 00 -");
        assert_eq!(play(&text, &["s-8"]), left);
    }
}

#[test]
fn the_last_card_ends_the_game() {
    for (text, last, written) in [
        (
            "group D3/D4 0 - - 00 -",
            "d-3",
            "daifugo group -/D4 1 d-3 0 00 - finished 0",
        ),
        (
            "group C8/D4 0 - - 00 -",
            "c-8",
            "daifugo group -/D4 1 - - 00 - gone C8 finished 0",
        ),
        (
            "plain D3/DK 1 s-3 0 00 -",
            "d-k",
            "daifugo plain D3/- 0 d-k 1 00 - gone S3DK finished 1",
        ),
    ] {
        let mut game = read(text).unwrap();
        let winner = game.side();
        assert_eq!(game.result(), None);
        let mv = game.read_move(last).unwrap();
        game.make(&mv);
        assert_eq!(game.result(), Some(Outcome::Won(winner)));
        assert_eq!(
            game.terminal_score(1).and_then(Score::plies_to_end),
            Some(1)
        );
        assert_eq!(game.write(), written);
        assert_eq!(read(written), Ok(game));
    }
}

/// Plays random moves from a random deal, and calls `each` with every position.
fn random_games(games: u64, mut each: impl FnMut(&Daifugo, &mut Rng)) {
    let mut rng = Rng(11);
    for seed in 0..games {
        let rules = [Rules::GROUP, Rules::PLAIN, Rules::GROUPS_ALONE][rng.roll(3)];
        let mut game = Daifugo::deal(rules, seed, 1 + rng.roll(26));
        while game.winner().is_none() {
            each(&game, &mut rng);
            let moves = moves(&game);
            game.make(&moves[rng.roll(moves.len())]);
        }
        each(&game, &mut rng);
    }
}

#[test]
fn positions_and_moves_are_read_back() {
    let mut positions = 0;
    random_games(1000, |game, _| {
        positions += 1;
        let written = game.write();
        assert_eq!(read(&written).as_ref(), Ok(game), "{written}");
        let bare = written
            .strip_prefix("daifugo ")
            .expect("the name of the game");
        assert_eq!(read(bare).as_ref(), Ok(game));
        assert_eq!(read(&format!(" {written} seats 1,0 ")).as_ref(), Ok(game));
        if game.winner().is_none() {
            for mv in moves(game) {
                let name = game.write_move(&mv);
                assert_eq!(game.read_move(&name), Ok(mv));
                assert_eq!(game.read_move(&name.to_uppercase()), Ok(mv));
            }
        }
    });
    assert!(positions > 10_000, "{positions}");
}

#[test]
fn moves_can_be_taken_back() {
    random_games(300, |game, _| {
        if game.winner().is_some() {
            return;
        }
        let (mut codes, horizon) = (Vec::new(), game.max_plies_left());
        for mv in moves(game) {
            let mut after = game.clone();
            after.make(&mv);
            assert!(after.winner().is_some() || after.max_plies_left() < horizon);
            after.unmake(&mv);
            assert_eq!(&after, game);
            assert_eq!(after.hash(), game.hash());
            codes.push(Daifugo::pack(&mv).0);
        }
        assert!(
            codes
                .iter()
                .all(|&code| code > 0 && usize::from(code) < Daifugo::PACKED_LIMIT)
        );
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), moves(game).len());
    });
}

/// The generated moves are exactly those that [`Notation::read_move`] accepts, except for suits.
#[test]
fn every_legal_play_is_generated() {
    let groups: Vec<String> = "3456789tjqka2"
        .chars()
        .flat_map(|rank| {
            (1..16).map(move |suits| {
                let suits = "cdhs"
                    .chars()
                    .enumerate()
                    .filter(|(at, _)| suits >> at & 1 != 0);
                let suits: String = suits.map(|(_, suit)| suit).collect();
                format!("{suits}-{rank}")
            })
        })
        .chain(["p".to_owned()])
        .collect();
    random_games(100, |game, _| {
        let accepted = groups.iter().filter_map(|name| game.read_move(name).ok());
        let mut codes: Vec<u16> = accepted.map(|mv| Daifugo::pack(&mv).0).collect();
        codes.sort_unstable();
        codes.dedup();
        let mut expected: Vec<u16> = Vec::new();
        if game.winner().is_none() {
            expected.extend(moves(game).iter().map(|mv| Daifugo::pack(mv).0));
        }
        expected.sort_unstable();
        assert_eq!(codes, expected, "{game:?}");
    });
}

/// Random text is refused, or read as a position that can be written.
#[test]
fn garbage_is_refused_or_read() {
    let (mut accepted, mut refused) = (0, 0);
    random_games(300, |game, rng| {
        let text = garbled(&game.write(), rng);
        match read(&text) {
            Ok(position) => {
                accepted += 1;
                assert_eq!(read(&position.write()), Ok(position), "{text}");
            }
            Err(reason) => {
                refused += 1;
                let other = reason.starts_with("this is a position of daifugo ");
                assert!(other || reason.contains(": "), "{reason}");
                assert!(!reason.contains('\n'), "{reason}");
            }
        }
        let _ = game.read_move(&garbage(rng));
    });
    assert!(accepted > 50 && refused > 1000, "{accepted} {refused}");
}

#[test]
fn variants_are_named() {
    for (words, rules) in [
        ("", Rules::GROUP),
        ("group", Rules::GROUP),
        (" Plain ", Rules::PLAIN),
        ("custom", Rules::GROUPS_ALONE),
        ("custom cut8", Rules::GROUP),
    ] {
        let game = variant(words);
        assert_eq!(game.rules(), rules);
        assert_eq!(game.start(), game);
    }
    let refused = |words: &str| Daifugo::variant(words).unwrap_err().to_string();
    assert_eq!(
        refused("uno"),
        "rules 'uno': write uecda, plain, group or custom"
    );
    assert_eq!(
        refused("plain 3"),
        "unexpected '3': write the rules and then the number of players, as in daifugo custom seq3 3"
    );
}

#[test]
fn the_first_deal_never_changes() {
    let group = variant("group").write();
    assert_eq!(variant("plain").write(), group.replace("group", "plain"));
    assert_eq!(
        group,
        "daifugo group C3D3C4H4C7CJDJSQCKDKCA/D4S6H7C8D8C9H9HJDQSAD2 0 - - 00 -"
    );
    for seed in 0..100 {
        let game = Daifugo::deal(Rules::GROUP, seed, 26);
        assert!(!game.hand(Side::First).meets(game.hand(Side::Second)));
        assert_eq!(
            game.hand(Side::First).len() + game.hand(Side::Second).len(),
            52
        );
    }
}

#[test]
fn a_drawing_shows_hands_table_and_turn() {
    assert_eq!(
        read(FOLLOW).unwrap().draw(),
        "Daifugo, rules group\n  player 0: D3H3 C8S8 (4)\n> player 1: D4 C5 DK (3)\n\
         table: cs-3 (C3S3) by player 0, player 1 answers or passes (p)"
    );
    assert!(
        read(SHORT)
            .unwrap()
            .draw()
            .ends_with("table: empty, player 0 leads")
    );
    let over = read("group -/D4 1 - - 00 -").unwrap();
    assert!(over.draw().ends_with("player 0 has won"));
}
