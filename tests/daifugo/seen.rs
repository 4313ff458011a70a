//! Games as one of the players sees them, and the exchange of cards before a game.

use kaeshi::game::splitmix64;
use kaeshi::games::daifugo::{Gift, MultiGame, Rules};

fn read(text: &str) -> MultiGame {
    MultiGame::read(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// What a player sees can be written and read, and every move of the others is possible there.
#[test]
fn moves_of_others_are_legal_as_seen() {
    let mut shown = 0;
    for players in 2..=5 {
        for seed in 0..40 {
            let mut party = MultiGame::deal(Rules::UECDA, seed, players);
            let mut chance = seed;
            while !party.is_over() {
                let turn = party.turn();
                let actions = party.actions();
                for viewer in 0..players {
                    let seen = party.seen_by(viewer);
                    if viewer == turn {
                        assert_eq!(read(&seen.write()), seen, "{}", seen.write());
                    }
                    for action in &actions {
                        let name = action.to_string();
                        assert_eq!(seen.read_action(&name), Ok(*action), "{}", seen.write());
                        shown += u32::from(viewer != turn && name.contains('('));
                    }
                }
                chance = splitmix64(chance);
                let at = usize::try_from(chance % actions.len() as u64).expect("small");
                party.apply(actions[at]);
            }
        }
    }
    assert!(shown > 1000, "jokers as other cards: {shown}");
}

/// The joker of a hidden hand may stand for a card that is nowhere to be seen, but not for one that the hand must hold.
#[test]
fn a_hidden_joker_stands_for_a_card_that_is_elsewhere() {
    let mut party = read("uecda C3H3D5/?3/?11 0 - - 000 - undealt 36");
    party.apply(party.read_action("ch-3").expect("legal"));
    assert!(party.read_action("cs-4(s)").is_ok(), "{}", party.write());
    let mut party = read("uecda C3H3D5/?50 0 - - 00 -");
    party.apply(party.read_action("ch-3").expect("legal"));
    assert_eq!(
        party
            .read_action("cs-4(s)")
            .expect_err("it is held")
            .to_string(),
        "'cs-4(s)': the joker must stand for a card that the player does not hold"
    );
}

/// The exchange after a game: who gives what, and who leads.
#[test]
fn cards_are_exchanged_by_the_places_of_the_last_game() {
    let gift = |giver, receiver, count| Gift {
        giver,
        receiver,
        count,
    };
    assert_eq!(
        Gift::after(&[3, 0, 2, 4, 1]),
        [gift(1, 3, 2), gift(4, 0, 1)]
    );
    assert_eq!(Gift::after(&[3, 0, 2, 1]), [gift(1, 3, 2), gift(2, 0, 1)]);
    assert_eq!(Gift::after(&[2, 0, 1]), [gift(1, 2, 2)]);
    assert_eq!(Gift::after(&[1, 0]), []);
    let mut party = read("uecda C3S2JO/H3D3CA/C2H2D2 0 - - 000 -");
    assert_eq!(party.pay(gift(0, 1, 2)).to_string(), "S2JO");
    assert_eq!(party.pay(gift(2, 0, 1)).to_string(), "H2");
    assert_eq!(
        party.write(),
        "daifugo uecda C3H2/D3H3CAS2JO/C2D2 0 - - 000 -"
    );
    party.request(gift(1, 0, 2));
    assert_eq!(party.requested(), Some(gift(1, 0, 2)));
    assert_eq!(
        party.write(),
        "daifugo uecda C3H2/D3H3CAS2JO/C2D2 1 - - 000 - phase exchange 2 to 0"
    );
    party.apply(party.read_action("x:D3JO").expect("legal"));
    party.begin();
    assert_eq!((party.requested(), party.turn()), (None, 0));
    assert_eq!(
        party.write(),
        "daifugo uecda C3D3H2JO/H3CAS2/C2D2 0 - - 000 -"
    );
}
