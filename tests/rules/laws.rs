//! Properties of a game that the search and the shell rely on.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use kaeshi::game::{Notation, Outcome, PackedMove};
use kaeshi::perft::perft;
use kaeshi::search::Score;

use crate::brute::value;
use crate::chance::{Random, after, game, moves};

/// Number of legal moves to check, those of thousands of positions in most games.
const MIN_MOVES: usize = 50_000;

/// Random games until enough moves are checked.
pub(crate) fn check<G: Notation>(start: impl Fn(u64) -> G) {
    let mut random = Random(1);
    let mut names = BTreeMap::new();
    let mut seen = HashMap::new();
    let mut looked_at = 0;
    for number in 0.. {
        let (positions, played) = game(start(number), &mut random);
        for (at, game) in positions.iter().enumerate() {
            texts_are_read_back(game);
            hashes_tell_positions_apart(game, &mut seen);
            if let Some(outcome) = game.result() {
                the_end_is_scored(game, outcome);
            } else {
                moves_have_names(game, &mut names);
                moves_can_be_taken_back(game);
                leaves_are_counted(game);
            }
            let plies = played[at..].iter().map(G::cost);
            let plies: i32 = plies.map(|cost| i32::from(cost.max(0))).sum();
            assert!(plies <= game.max_plies_left().into(), "{}", game.write());
        }
        looked_at += positions
            .iter()
            .map(|game| moves(game).len())
            .sum::<usize>();
        if looked_at >= MIN_MOVES {
            break;
        }
    }
}

/// All properties of a position that are visible from outside.
#[derive(Debug, PartialEq)]
struct Looks {
    text: String,
    drawing: String,
    hash: u64,
    evaluation: Option<Score>,
    outcomes: [Option<Score>; 2],
    moves: Vec<String>,
    horizon: u16,
}

fn looks<G: Notation>(game: &G) -> Looks {
    Looks {
        text: game.write(),
        drawing: game.draw(),
        hash: game.hash(),
        evaluation: game.result().is_none().then(|| game.evaluate()),
        outcomes: [game.terminal_score(0), game.terminal_score(9)],
        moves: moves(game).iter().map(|mv| game.write_move(mv)).collect(),
        horizon: game.max_plies_left(),
    }
}

fn texts_are_read_back<G: Notation>(game: &G) {
    let text = game.write();
    let read = game
        .read(&text)
        .unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(looks(&read), looks(game));
    assert_eq!(read.side(), game.side(), "{text}");
    assert_eq!(read.result(), game.result(), "{text}");
    assert!(!text.contains(char::is_control), "{text:?}");
    assert!(!game.draw().ends_with('\n'), "{text}");
}

/// Equal texts have equal hashes. Equal hashes have the same moves, or, where a game merges positions, the same value.
fn hashes_tell_positions_apart<G: Notation>(game: &G, seen: &mut HashMap<u64, [String; 2]>) {
    let mut future: Vec<u16> = moves(game).iter().map(|mv| G::pack(mv).0).collect();
    future.sort_unstable();
    let future = format!("{:?} {future:?} {:?}", game.side(), game.result());
    let [before, text] = seen
        .entry(game.hash())
        .or_insert_with(|| [future.clone(), game.write()]);
    if *before != future {
        let twin = game.read(text).expect("it was written");
        let value = |game: &G| value(game, 0, &mut { 1 << 24 }).expect("a small position");
        assert_eq!(value(&twin), value(game), "{text} and {}", game.write());
    }
}

fn the_end_is_scored<G: Notation>(game: &G, outcome: Outcome) {
    let sign = match outcome {
        Outcome::Drawn => 0,
        Outcome::Won(side) if side == game.side() => 1,
        Outcome::Won(_) => -1,
    };
    for ply in [0, 1, 60] {
        let score = game.terminal_score(ply).expect("the game is over");
        assert_eq!(score.0.signum(), sign, "{}", game.write());
        if let Some(plies) = score.plies_to_end() {
            assert_eq!(plies, ply, "{}", game.write());
        }
    }
    let refused = game.read_move("a1").is_err() && game.read_move("0000").is_err();
    assert!(refused, "{}", game.write());
}

/// Every legal move has its own name and code, and no other move is legal.
fn moves_have_names<G: Notation>(game: &G, names: &mut BTreeMap<String, PackedMove>) {
    let text = game.write();
    let mut numbers = HashSet::new();
    let mut own_names = HashSet::new();
    for mv in moves(game) {
        let number = G::pack(&mv);
        assert_ne!(number, PackedMove::NONE, "{text}");
        assert!(usize::from(number.0) < G::PACKED_LIMIT, "{text}");
        assert!(numbers.insert(number.0), "{number:?} twice in {text}");
        let name = game.write_move(&mv);
        let one_word = !name.is_empty() && !name.contains(char::is_whitespace);
        assert!(one_word, "{name:?} in {text}");
        let read = game.read_move(&name);
        let read = read.unwrap_or_else(|why| panic!("{name} in {text}: {why}"));
        assert_eq!(G::pack(&read), number, "{name} in {text}");
        let (next, same) = (after(game, &mv), after(game, &read));
        assert_eq!(next.write(), same.write(), "{name} in {text}");
        assert!(own_names.insert(name.clone()), "{name} twice in {text}");
        names.insert(name, number);
    }
    // The names of moves of other positions are legal here only if they are generated here.
    for name in names.keys().filter(|name| !own_names.contains(*name)) {
        if let Ok(mv) = game.read_move(name) {
            assert!(numbers.contains(&G::pack(&mv).0), "{name} in {text}");
        }
    }
}

/// All moves, or at least a dozen if there are many.
fn some<M>(moves: Vec<M>) -> impl Iterator<Item = M> {
    let step = (moves.len() / 12).max(1);
    moves.into_iter().step_by(step)
}

fn moves_can_be_taken_back<G: Notation>(game: &G) {
    let before = looks(game);
    let mut same = game.clone();
    for mv in some(moves(game)) {
        same.make(&mv);
        assert_ne!(same.hash(), before.hash, "{}", before.text);
        let turned = same.side() != game.side();
        assert!(turned || !G::ALTERNATES, "{}", before.text);
        for reply in some(moves(&same)) {
            same.make(&reply);
            same.unmake(&reply);
        }
        assert_eq!(looks(&same), looks(&after(game, &mv)));
        same.unmake(&mv);
        assert_eq!(looks(&same), before);
        assert_eq!(same.side(), game.side(), "{}", before.text);
    }
}

/// A faster way to count leaves has the same result.
fn leaves_are_counted<G: Notation>(game: &G) {
    fn slowly<G: Notation>(game: &G, depth: u8) -> u64 {
        if depth == 0 {
            return 1;
        }
        if game.result().is_some() {
            return G::EARLY_END;
        }
        if depth == 1 {
            return moves(game).len() as u64;
        }
        let next = moves(game).into_iter().map(|mv| after(game, &mv));
        next.map(|game| slowly(&game, depth - 1)).sum()
    }
    for depth in 1..=2 {
        let perft = perft(&mut game.clone(), depth, &AtomicBool::new(false));
        assert_eq!(perft, slowly(game, depth), "{depth}: {}", game.write());
    }
}
