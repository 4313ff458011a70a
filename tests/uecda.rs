//! `kaeshi uecda` against a server of this test, which follows the rules of the library.

#[path = "common/under_test.rs"]
mod under_test;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;

use kaeshi::game::splitmix64;
use kaeshi::games::daifugo::{Action, Card, Cards, Meld, MultiGame, Rules, Shown};
use kaeshi_protocol::uecda::{BYTES, Cell, Grid, PLAYERS, Status};

/// The client's number as a player.
const CLIENT: u8 = 2;

/// When a server reports an empty table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clearing {
    /// With the move that cleared it, and with the cards of that move.
    Soon,
    /// With the move that cleared it, without the cards of that move.
    AtOnce,
    /// Before the next move.
    Late,
}

/// A server with one client and four players that move at random.
struct Server {
    stream: TcpStream,
    /// The class of each player in the next game.
    classes: [u8; PLAYERS],
    random: u64,
    refused: u32,
    clearing: Clearing,
}

impl Server {
    fn roll(&mut self, limit: usize) -> usize {
        self.random += 1;
        usize::try_from(splitmix64(self.random) % limit as u64).expect("small")
    }

    fn send(&mut self, grid: &Grid) {
        self.stream
            .write_all(&grid.to_bytes())
            .expect("the client listens");
    }

    fn number(&mut self, number: u32) {
        self.stream
            .write_all(&number.to_be_bytes())
            .expect("the client listens");
    }

    fn grid(&mut self) -> Grid {
        let mut bytes = [0; BYTES];
        self.stream
            .read_exact(&mut bytes)
            .expect("the client answers");
        Grid::from_bytes(&bytes)
    }

    fn status(&self, party: &MultiGame, empty: bool) -> Status {
        let counts = [0, 1, 2, 3, 4].map(|player| party.held(player));
        let text = party.write();
        let flags = text.split_whitespace().nth(7).expect("flags");
        Status {
            exchange: false,
            to_give: 0,
            my_turn: party.turn() == CLIENT && !party.is_over(),
            turn: party.turn(),
            empty,
            back: false,
            revolution: flags.contains('r'),
            locked: flags.contains('l'),
            counts,
            classes: self.classes,
            seats: [0, 1, 2, 3, 4],
        }
    }

    /// The low classes give their best cards; the client may have to choose the cards for the return.
    fn exchange(&mut self, hands: &mut [Cards; PLAYERS]) {
        let of = |class: u8| {
            self.classes
                .iter()
                .position(|&of| of == class)
                .expect("all classes")
        };
        let (first, second, fourth, last) = (of(0), of(1), of(3), of(4));
        for (giver, taker, count) in [(last, first, 2), (fourth, second, 1)] {
            let mut best: Vec<Card> = hands[giver].iter().collect();
            best.reverse();
            for card in best.into_iter().take(count) {
                hands[giver] = hands[giver] - card.alone();
                hands[taker] = hands[taker] | card.alone();
            }
        }
        let me = usize::from(CLIENT);
        let to_give = if me == first {
            2
        } else {
            u8::from(me == second)
        };
        let status = Status {
            exchange: true,
            to_give,
            my_turn: false,
            turn: 6,
            empty: true,
            back: false,
            revolution: false,
            locked: false,
            counts: [0, 1, 2, 3, 4].map(|player| hands[player].len()),
            classes: self.classes,
            seats: [0, 1, 2, 3, 4],
        };
        let shown = show_hand(hands[me]).with_status(&status);
        self.send(&shown);
        for (giver, taker, count) in [(first, last, 2), (second, fourth, 1)] {
            let gift = if giver == me {
                let gift = read_hand(&self.grid());
                assert_eq!(gift.len(), to_give, "{gift}");
                gift
            } else {
                hands[giver].first(count)
            };
            assert!(hands[giver].has(gift));
            hands[giver] = hands[giver] - gift;
            hands[taker] = hands[taker] | gift;
        }
    }

    fn play(&mut self, number: u64, games: u64) {
        let mut party = MultiGame::deal(Rules::UECDA, number, 5);
        let mut hands = [0, 1, 2, 3, 4].map(|player| party.hand(player));
        if number == 0 {
            let status = self.status(&party, true);
            let shown = show_hand(hands[usize::from(CLIENT)]).with_status(&status);
            self.send(&shown);
        } else {
            self.exchange(&mut hands);
        }
        let three: Cards = "D3".parse().expect("a card");
        let leader = hands
            .iter()
            .position(|hand| hand.has(three))
            .expect("somebody");
        party = MultiGame::new(Rules::UECDA, &hands, u8::try_from(leader).expect("five"));
        while !party.is_over() {
            let status = self.status(&party, party.table().is_none());
            let shown = show_hand(party.hand(CLIENT)).with_status(&status);
            self.send(&shown);
            let act = if status.my_turn {
                self.ask(&party)
            } else {
                self.random_act(&party)
            };
            let before = party.table();
            party.apply(act);
            let cleared = party.table().is_none();
            let after = self.status(&party, cleared && self.clearing != Clearing::Late);
            let meld = match act {
                Action::Lay(Some(meld)) if !(cleared && self.clearing == Clearing::AtOnce) => {
                    Some(meld)
                }
                _ if self.clearing == Clearing::Late => before,
                _ => party.table(),
            };
            let field = meld.map_or(Grid::EMPTY, show_meld);
            self.send(&field.with_status(&after));
            let over = if number + 1 == games { 2 } else { 1 };
            self.number(if party.is_over() { over } else { 0 });
        }
        for (class, &player) in (0..).zip(party.places()) {
            self.classes[usize::from(player)] = class;
        }
    }

    fn random_act(&mut self, party: &MultiGame) -> Action {
        let acts = party.actions();
        acts[self.roll(acts.len())]
    }

    /// The client's move; an illegal one counts as a pass.
    fn ask(&mut self, party: &MultiGame) -> Action {
        let grid = self.grid();
        let cells: Vec<Shown> = grid.cells().map(shown).collect();
        let meld = Meld::showing(&cells);
        let legal = if cells.is_empty() {
            party.table().is_some()
        } else {
            meld.is_some_and(|meld| party.actions().contains(&Action::Lay(Some(meld))))
        };
        self.number(if legal && meld.is_some() { 9 } else { 8 });
        if legal {
            return Action::Lay(meld);
        }
        self.refused += 1;
        eprintln!("refused {meld:?} at {}", party.write());
        party.actions().pop().expect("a move")
    }
}

fn shown(cell: Cell) -> Shown {
    Shown::on_table(cell.row, cell.column, cell.joker)
}

fn read_hand(grid: &Grid) -> Cards {
    let cells: Vec<Shown> = grid.cells().map(shown).collect();
    kaeshi::games::daifugo::hand_showing(&cells)
}

fn show_hand(cards: Cards) -> Grid {
    let mut grid = Grid::EMPTY;
    for card in cards.iter() {
        let (row, column, joker) = match (card.suit(), card.rank()) {
            (Some(suit), Some(rank)) => (3 - suit as u8, rank.number() + 1, false),
            _ => (4, 1, true),
        };
        grid.put(Cell { row, column, joker });
    }
    grid
}

fn show_meld(meld: Meld) -> Grid {
    let mut grid = Grid::EMPTY;
    for shown in meld.shown() {
        let row = shown
            .suit
            .map_or(if meld == Meld::JOKER { 0 } else { 4 }, |suit| {
                3 - suit as u8
            });
        let column = (shown.rank + 1).cast_unsigned();
        grid.put(Cell {
            row,
            column,
            joker: shown.joker,
        });
    }
    grid
}

fn client(port: u16) -> Command {
    let mut client = under_test::kaeshi();
    let port = port.to_string();
    client.args([
        "uecda",
        "--host",
        "127.0.0.1",
        "--port",
        &port,
        "--name",
        "Kaeshi",
    ]);
    client
        .args(["--move-time", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    client
}

/// Listens on a free port, which is the second value.
fn listen() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    (listener, port)
}

/// The one line with which the client gives up.
fn complaint(port: u16) -> String {
    let output = client(port).output().expect("the client runs");
    assert!(!output.status.success());
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(why.trim().lines().count(), 1, "{why}");
    why
}

const CLOSED: &str = "the server closed the connection before the last game was over";

fn games(games: u64, clearing: Clearing) {
    let (listener, port) = listen();
    let table = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        let mut server = Server {
            stream,
            classes: [0; PLAYERS],
            random: 1,
            refused: 0,
            clearing,
        };
        let hello = server.grid();
        assert_eq!(hello.0[0][0], 20_070);
        let name: Vec<u32> = b"Kaeshi".iter().map(|&letter| letter.into()).collect();
        assert_eq!(hello.0[1][..6], name);
        server.number(CLIENT.into());
        for number in 0..games {
            server.play(number, games);
        }
        server.refused
    });
    let output = client(port).output().expect("the client runs");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(table.join().expect("the table holds"), 0);
    assert_eq!(said.lines().count() as u64, games);
    let last = said.lines().last().expect("a line");
    assert!(last.ends_with("plays refused so far: 0"), "{last}");
    let mean = last
        .split("mean ")
        .nth(1)
        .and_then(|rest| rest.split(',').next());
    let mean: f64 = mean.and_then(|mean| mean.parse().ok()).expect("a mean");
    // Four random players are weaker than the client.
    assert!(mean > 3.5, "{last}");
}

#[test]
fn thirty_games_are_played_without_a_refused_play() {
    games(30, Clearing::Soon);
}

#[test]
fn a_table_that_is_cleared_at_another_time_confuses_nobody() {
    games(10, Clearing::AtOnce);
    games(10, Clearing::Late);
}

#[test]
fn a_missing_server_is_said_in_one_line() {
    // A port in use for something else, so that no other test gets it to listen there.
    let (_listener, listening) = listen();
    let stream = TcpStream::connect(("127.0.0.1", listening)).expect("a connection");
    let port = stream.local_addr().expect("an address").port();
    let why = complaint(port);
    assert!(
        why.contains(&format!("no server at 127.0.0.1:{port}")),
        "{why}"
    );
}

#[test]
fn a_server_that_resets_the_connection_ends_the_client() {
    let (listener, port) = listen();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        // A connection that is closed with bytes unread is reset.
        stream.peek(&mut [0]).expect("an introduction");
    });
    let why = complaint(port);
    server.join().expect("the server ends");
    assert!(why.contains(CLOSED), "{why}");
}

#[test]
fn a_server_that_hangs_up_or_talks_nonsense_ends_the_client() {
    let no_number = "the server gave no number of a player";
    for (words, expected) in [
        (&b""[..], CLOSED),
        (&[0, 0, 0, 9], no_number),
        (&[0, 0, 0, 2, 1, 2, 3], CLOSED),
        (&[255; 4096], no_number),
    ] {
        let (listener, port) = listen();
        let words = words.to_vec();
        let table = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let mut hello = [0; BYTES];
            stream.read_exact(&mut hello).expect("an introduction");
            // The client may have disconnected already.
            let _ = stream.write_all(&words);
        });
        let why = complaint(port);
        table.join().expect("the table holds");
        assert!(why.contains(expected), "{why}");
    }
}
