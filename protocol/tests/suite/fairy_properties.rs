//! Properties of every position and move in Fairy-Stockfish's notation: nothing panics, an error is one printable line,
//! and what is written reads back.

use kaeshi_protocol::fairy::{Fen, MAX_SIDE, Move, Player, Square};
use proptest::option;
use proptest::prelude::*;

use crate::lines::{any_text, check_error, damaged};

/// Good texts, to be damaged.
const TEXTS: [&str; 5] = [
    "8/8/8/3pP3/3Pp3/8/8/8[P*60 p*60] w 0 1",
    "3/1p1/1P1[PPPpp] b - - 0 2",
    "P@e3",
    "a1a1",
    "@@@@",
];

fn check(text: &str) {
    if let Err(why) = Fen::parse(text) {
        check_error(&why, text);
    }
    if let Err(why) = Move::parse(text) {
        check_error(&why, text);
    }
}

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::White), Just(Player::Black)]
}

fn fen() -> impl Strategy<Value = Fen> {
    let sides = (1..=MAX_SIDE, 1..=MAX_SIDE);
    let ranks = sides.prop_flat_map(|(files, ranks)| {
        let rank = proptest::collection::vec(option::of(player()), files);
        proptest::collection::vec(rank, ranks)
    });
    let hands = option::of(proptest::array::uniform2(0_u32..70));
    (ranks, hands, player(), any::<u32>(), any::<u32>()).prop_map(
        |(ranks, hands, player, idle, number)| Fen {
            ranks,
            hands,
            player,
            idle,
            number,
        },
    )
}

proptest! {
    #[test]
    fn any_text_is_understood_or_refused(text in any_text()) {
        check(&text);
    }

    #[test]
    fn texts_of_the_right_letters_are_understood_or_refused(
        text in "[Ppwb0-9/@\\[\\] -]{0,40}|P@[a-z0-9]{0,4}|[a-z0-9@]{4}"
    ) {
        check(&text);
    }

    #[test]
    fn damaged_texts_are_understood_or_refused(text in damaged(&TEXTS, "[Ppwb0-9/@\\[\\]*-]")) {
        check(&text);
    }

    #[test]
    fn positions_read_back(fen in fen()) {
        prop_assert_eq!(Fen::parse(&fen.to_string()), Ok(fen));
    }

    #[test]
    fn moves_read_back(file in 0_u8..26, rank in 0_u8..26) {
        let square = Square { file, rank };
        for mv in [Move::Drop(square), Move::Stay(square), Move::Pass] {
            prop_assert_eq!(Move::parse(&mv.to_string()), Ok(mv));
        }
    }
}

#[test]
fn a_start_is_read_with_four_fields_and_with_six() {
    let four = Fen::parse("8/8/8/3pP3/3Pp3/8/8/8[PPpp] w 0 1").expect("it is good");
    let six = Fen::parse("8/8/8/3pP3/3Pp3/8/8/8[pPpP] w - - 0 1").expect("it is good");
    assert_eq!(four, six);
    assert_eq!(four.hands, Some([2, 2]));
    assert_eq!(four.ranks[3][3], Some(Player::Black));
    assert_eq!(four.ranks[4][3], Some(Player::White));
    assert!(Move::parse("").is_err() && Fen::parse(" ").is_err());
}
