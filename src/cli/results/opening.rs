//! The opening of recorded games.

use crate::cli::match_runner::record::Entry;

/// Number of random plies where the record of an older version does not say it.
const RANDOM_PLIES: usize = 8;

/// The opening of a pair of games or of one game; `None` if the record does not show it.
///
/// Records of older versions do not say where the opening ends. There it is taken to end before the first move that
/// took time, or that differs between the games.
pub(super) fn of(games: &[Entry], is_random: bool) -> Option<String> {
    let moves: Vec<Vec<&str>> = games
        .iter()
        .map(|game| game.moves.split_ascii_whitespace().collect())
        .collect();
    let plies = match games.iter().find_map(|game| game.opening_plies) {
        Some(plies) => plies,
        None if is_random => RANDOM_PLIES,
        None => {
            let untimed = games.iter().map(untimed_plies);
            common_length(&moves).min(untimed.min().flatten()?)
        }
    };
    // A game that was lost during the opening has only a part of it.
    let longest = moves.iter().max_by_key(|moves| moves.len())?;
    let mut openings = moves.iter().map(|moves| &moves[..plies.min(moves.len())]);
    let is_same = openings.all(|opening| longest.starts_with(opening));
    is_same.then(|| text(&longest[..plies.min(longest.len())]))
}

/// Number of moves at the start that are the same in all games.
fn common_length(games: &[Vec<&str>]) -> usize {
    let Some((first, others)) = games.split_first() else {
        return 0;
    };
    let is_common = |at: &usize| others.iter().all(|moves| moves.get(*at) == first.get(*at));
    (0..first.len()).take_while(is_common).count()
}

/// Number of moves at the start that took no time; `None` if the record has no times.
fn untimed_plies(game: &Entry) -> Option<usize> {
    let times = &game.times;
    (!times.is_empty()).then(|| times.iter().take_while(|time| **time <= 0.0).count())
}

/// Moves without blanks if all are squares, as in `f5d6c3`.
fn text(moves: &[&str]) -> String {
    if moves.is_empty() {
        return "starting position".to_owned();
    }
    let is_square = |mv: &&str| {
        let bytes = mv.as_bytes();
        bytes.len() == 2 && bytes[0].is_ascii_alphabetic() && bytes[1].is_ascii_digit()
    };
    moves.join(if moves.iter().all(is_square) { "" } else { " " })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str, times: &[f64], opening_plies: Option<usize>) -> Entry {
        let value = serde_json::json!({
            "number": 1, "first_moves_first": true, "points": 1.0, "margin": null, "end": "over",
            "left": [0.0, 0.0], "moves": moves, "times": times, "opening_plies": opening_plies,
        });
        serde_json::from_value(value).expect("it is an entry")
    }

    #[test]
    fn openings_are_found() {
        let long = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7";
        for (first, second, is_random, expected) in [
            (
                game(long, &[], Some(3)),
                Some(game(long, &[], Some(3))),
                false,
                Some("f5d6c3"),
            ),
            (
                game("f5 d6", &[], Some(3)),
                Some(game(long, &[], Some(3))),
                false,
                Some("f5d6c3"),
            ),
            (
                game("", &[], Some(3)),
                Some(game(long, &[], Some(3))),
                false,
                Some("f5d6c3"),
            ),
            (
                game("f5 f6 e6", &[], Some(3)),
                Some(game(long, &[], Some(3))),
                false,
                None,
            ),
            (
                game(long, &[], Some(0)),
                None,
                false,
                Some("starting position"),
            ),
            (game(long, &[], None), None, true, Some("f5d6c3d3c4f4f6f3")),
            (
                game("f5 0000 c3", &[], Some(2)),
                None,
                false,
                Some("f5 0000"),
            ),
            (
                game("f5 d6 c3", &[0.0, 0.0, 0.1], None),
                None,
                false,
                Some("f5d6"),
            ),
            (
                game("f5 d6 c3", &[0.0, 0.0, 0.1], None),
                Some(game("f5 f6 c3", &[0.0, 0.0, 0.1], None)),
                false,
                Some("f5"),
            ),
            (game("f5 d6 c3", &[], None), None, false, None),
        ] {
            let games: Vec<_> = [Some(first), second].into_iter().flatten().collect();
            assert_eq!(of(&games, is_random).as_deref(), expected, "{games:?}");
        }
    }
}
