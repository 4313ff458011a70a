//! WTHOR: what is written reads back, a file by another program is read correctly, others are refused in one line.

use kaeshi_protocol::board::Square;
use kaeshi_protocol::wthor::{Base, Broken, Game, Header, Kind, Names};
use proptest::char::range;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

prop_compose! {
    fn headers()(
        made in (0..25_500_u16, any::<u8>(), any::<u8>()),
        year in any::<u16>(),
        depth in any::<u8>(),
    ) -> Header {
        Header { made, year, depth }
    }
}

prop_compose! {
    fn games()(
        (tournament, black, white) in any::<(u16, u16, u16)>(),
        (score, theoretical) in (0..=64_u8, 0..=64_u8),
        moves in vec(0..64_u8, 0..=60),
    ) -> Game {
        let moves = moves.into_iter().filter_map(Square::new).collect();
        Game { tournament, black, white, score, theoretical, moves }
    }
}

/// Letters of ISO 8859-1 except space and control characters.
fn names() -> impl Strategy<Value = String> {
    vec(prop_oneof![range('!', '~'), range('¡', 'ÿ')], 0..20)
        .prop_map(|letters| letters.into_iter().take(19).collect())
}

fn check_message(why: Broken) {
    let message = why.to_string();
    assert!(
        !message.contains(char::is_control) && message.len() < 200,
        "{message}"
    );
}

proptest! {
    #[test]
    fn games_read_back(header in headers(), games in vec(games().prop_map(Ok), 0..5)) {
        let base = Base { header, games };
        let bytes = base.to_bytes();
        prop_assert_eq!(bytes.len(), 16 + 68 * base.games.len());
        prop_assert_eq!(Base::read(&bytes), Ok(base));
    }

    #[test]
    fn names_read_back(header in headers(), names in vec(names(), 0..5)) {
        for kind in [Kind::Players, Kind::Tournaments] {
            let names = Names { header, names: names.clone() };
            prop_assert_eq!(Names::read(&names.to_bytes(kind), kind), Ok(names));
        }
    }

    /// The crate `wthor` reads the same values from our files.
    #[test]
    fn another_reader_reads_the_same(
        header in headers(),
        games in vec(games().prop_map(Ok), 0..5),
        names in vec(names(), 1..5),
    ) {
        let base = Base { header, games };
        let archive = wthor::parse::<wthor::game_archive::GameArchive>(&base.to_bytes());
        let archive = archive.map_err(|why| TestCaseError::fail(format!("{why:?}")))?;
        prop_assert_eq!(archive.metadata.year_of_games, header.year);
        prop_assert_eq!(archive.games.len(), base.games.len());
        for (theirs, ours) in archive.games.iter().zip(base.games.iter().flatten()) {
            let numbers = [theirs.tournament_label_number, theirs.black_player_number, theirs.white_player_number];
            prop_assert_eq!(numbers, [ours.tournament, ours.black, ours.white]);
            prop_assert_eq!([theirs.real_score, theirs.theoretical_score], [ours.score, ours.theoretical]);
            let squares = theirs.moves.iter().filter_map(|at| Square::new(8 * at.rank + at.file));
            prop_assert_eq!(squares.collect::<Vec<_>>(), ours.moves.clone());
        }
        for kind in [Kind::Players, Kind::Tournaments] {
            let file = Names { header, names: names.clone() }.to_bytes(kind);
            let records = wthor::parse::<wthor::records::Records>(&file);
            let records = records.map_err(|why| TestCaseError::fail(format!("{why:?}")))?;
            prop_assert_eq!(&records.names, &names);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        if let Err(why) = Base::read(&bytes) {
            check_message(why);
        }
        for kind in [Kind::Players, Kind::Tournaments] {
            if let Err(why) = Names::read(&bytes, kind) {
                check_message(why);
            }
        }
    }

    #[test]
    fn damage_is_noticed_or_means_something_else(
        games in vec(games().prop_map(Ok), 1..4),
        at in any::<Index>(),
        byte in any::<u8>(),
    ) {
        let base = Base { header: Header::default(), games };
        let mut bytes = base.to_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        match Base::read(&bytes) {
            Err(why) => check_message(why),
            Ok(read) => {
                prop_assert_eq!(read.games.len(), base.games.len());
                for why in read.games.iter().filter_map(|game| game.as_ref().err()) {
                    check_message(*why);
                }
                if read.games.iter().all(Result::is_ok) {
                    prop_assert_eq!(Base::read(&read.to_bytes()), Ok(read));
                }
            }
        }
    }

    #[test]
    fn a_file_that_was_cut_off_is_refused(games in vec(games().prop_map(Ok), 1..4), at in any::<Index>()) {
        let bytes = Base { header: Header::default(), games }.to_bytes();
        let cut = &bytes[..at.index(bytes.len())];
        let is_refused = matches!(Base::read(cut), Err(Broken::Header(_) | Broken::Length(..)));
        prop_assert!(is_refused, "{} of {} bytes", cut.len(), bytes.len());
    }
}

/// A file of one game, byte by byte according to the description of the format.
fn file() -> Vec<u8> {
    let mut bytes = vec![20, 23, 12, 31, 1, 0, 0, 0, 0, 0, 0xe7, 0x07, 8, 0, 24, 0];
    bytes.extend([
        2, 1, 10, 0, 0xff, 0xff, 40, 32, 56, 64, 33, 34, 43, 11, 18, 81, 88,
    ]);
    bytes.resize(16 + 68, 0);
    bytes
}

#[test]
fn a_file_means_what_it_says() {
    let base = Base::read(&file()).expect("it is one");
    let header = Header {
        made: (2023, 12, 31),
        year: 2023,
        depth: 24,
    };
    assert_eq!(base.header, header);
    let game = base.games[0].clone().expect("it makes sense");
    let numbers = (game.tournament, game.black, game.white);
    assert_eq!(numbers, (258, 10, 65535));
    assert_eq!((game.score, game.theoretical), (40, 32));
    let moves: Vec<_> = game
        .moves
        .iter()
        .map(|square| format!("{square:#}"))
        .collect();
    assert_eq!(
        moves,
        ["f5", "d6", "c3", "d3", "c4", "a1", "h1", "a8", "h8"]
    );
    assert_eq!(base.to_bytes(), file());
}

#[test]
fn other_files_are_refused_in_one_line() {
    let with = |at: usize, byte: u8| {
        let mut bytes = file();
        bytes[at] = byte;
        bytes
    };
    let whole = [
        (
            vec![],
            "0 bytes are too few for a file of WTHOR: its header alone has 16",
        ),
        (
            b"(;GM[Othello]".to_vec(),
            "13 bytes are too few for a file of WTHOR: its header alone has 16",
        ),
        (
            b"\x89PNG\r\n\x1a\n and so on and on".to_vec(),
            "the header announces 169478669 records of 68 bytes, but the file has 25 bytes: it is cut off, or of \
             another kind",
        ),
        (
            with(12, 10),
            "the header says a board of 10 by 10, not 8 by 8: the file holds other games, or is of another kind",
        ),
        (with(13, 1), "the file holds solitaires, not games"),
    ];
    for (bytes, why) in whole {
        assert_eq!(Base::read(&bytes).expect_err(why).to_string(), why);
    }
    let games = [
        (with(22, 65), "a score of 65 discs: the most is 64"),
        (with(25, 19), "move 2: 19 is not a square"),
        (with(25, 1), "move 2: 1 is not a square"),
        (with(25, 0), "move 3 follows the end of the moves"),
        (with(83, 11), "move 60 follows the end of the moves"),
    ];
    for (bytes, why) in games {
        let base = Base::read(&bytes).expect(why);
        assert_eq!(base.games[0].clone().expect_err(why).to_string(), why);
    }
    let players = Names::read(&file(), Kind::Players).expect_err("they are games");
    assert!(
        players
            .to_string()
            .starts_with("the header announces 0 records of 20 bytes"),
        "{players}"
    );
}

#[test]
fn names_are_found_by_number_and_number_by_name() {
    let names = Names {
        header: Header::default(),
        names: [
            "Murakami Takeshi",
            "Lévy Éric",
            "",
            "a name that is longer than its field",
        ]
        .map(str::to_owned)
        .to_vec(),
    };
    let bytes = names.to_bytes(Kind::Players);
    assert_eq!(bytes.len(), 16 + 4 * 20);
    assert_eq!(&bytes[36..46], b"L\xe9vy \xc9ric\0");
    let read = Names::read(&bytes, Kind::Players).expect("it is one");
    assert_eq!(read.get(1), Some("Lévy Éric"));
    assert_eq!(read.get(3), Some("a name that is long"));
    assert_eq!(read.get(4), None);
    assert_eq!(read.number(" lévy éric"), Some(1));
    assert_eq!(read.number("nobody"), None);
}
