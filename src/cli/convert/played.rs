//! Reads the record of a match as games.

use kaeshi::game::{InputError, Notation};
use kaeshi::games::othello::Othello;
use kaeshi_protocol::board::Move;
use kaeshi_protocol::ggf::{self, Item, Verdict};
use kaeshi_protocol::transcript::Transcript;

use super::entry::{Entry, set_board};
use super::note::NoteKind;
use crate::cli::json_lines;
use crate::cli::match_runner::record::{self, End, Header};

/// Reads a line: first the header of the match, then its games.
///
/// # Errors
/// If the line is no record of a match, or of another game.
pub(super) fn read(
    line: &str,
    header: &mut Option<Header>,
) -> Result<Vec<Result<Entry, InputError>>, InputError> {
    let Some(header) = header else {
        let found = json_lines::parse::<Header>(line)
            .map_err(|why| refused("not the record of a match", &why))?;
        if !matches!(
            found.game.to_ascii_lowercase().as_str(),
            "othello" | "reversi"
        ) {
            let game = found.game;
            return Err(InputError::new(format_args!(
                "the record of a match of {game}: only games of Othello can be converted"
            )));
        }
        *header = Some(found);
        return Ok(Vec::new());
    };
    // A second header: the match was resumed after a file had changed.
    if let Ok(found) = json_lines::parse(line) {
        *header = found;
        return Ok(Vec::new());
    }
    let game = json_lines::parse::<record::Entry>(line);
    let game = game.map_err(|why| refused("not a game of the match", &why));
    Ok(vec![game.and_then(|game| entry(&game, header))])
}

fn refused(what: &str, why: &InputError) -> InputError {
    InputError::new(format_args!("{what}: {why}"))
}

pub(super) fn entry(played: &record::Entry, header: &Header) -> Result<Entry, InputError> {
    let commands = [header.first.clone(), header.second.clone()];
    let labels = played.engines.as_ref().or(header.labels.as_ref());
    let [first, second] = labels.unwrap_or(&commands);
    let players = if played.first_moves_first {
        [first, second]
    } else {
        [second, first]
    };
    let mut game = ggf::Game {
        players: players.map(|name| name.as_str().into()),
        place: "kaeshi match".into(),
        result: lost(played),
        ..ggf::Game::new()
    };
    if let Some(text) = &played.position {
        let position = Othello::default().read(text);
        set_board(&mut game, &position.map_err(InputError::new)?);
    }
    let Transcript(moves) =
        Transcript::parse(&played.moves.replace("0000", "pass")).map_err(InputError::new)?;
    let times = played
        .times
        .iter()
        .map(|time| Some(*time).filter(|time| *time > 0.0));
    let plies = moves.into_iter().zip(times.chain(std::iter::repeat(None)));
    let plies = plies.map(|(mv, seconds): (Move, _)| {
        let eval = None;
        (None, Item { mv, eval, seconds })
    });
    let mut entry = Entry::replay(game, plies).whole()?;
    // The result of a game that ended by the rules is that of its moves.
    if played.end == End::Over && played.margin.is_some() && entry.game.result != over(played) {
        let points = played.points;
        let text = format_args!(
            "its margin {} and its {points} points are left out: its moves say otherwise",
            played.margin.unwrap_or_default()
        );
        entry.note(NoteKind::Contradiction, text);
    }
    Ok(entry)
}

/// The margin of a game that ended by the rules, for Black.
fn over(played: &record::Entry) -> Option<Verdict> {
    let sign = if played.first_moves_first { 1 } else { -1 };
    let (margin, end) = ((sign * played.margin?).into(), ggf::End::Over);
    Some(Verdict { margin, end })
}

/// The result of a game that did not end by the rules: a win with all discs.
fn lost(played: &record::Entry) -> Option<Verdict> {
    let end = match played.end {
        End::Over => return None,
        End::Proven => return over(played),
        End::Time => ggf::End::Time,
        End::Illegal(_) | End::Forfeit(_) => ggf::End::Resigned,
    };
    let black_won = (played.points > 0.5) == played.first_moves_first;
    let margin = if black_won { 64.0 } else { -64.0 };
    Some(Verdict { margin, end })
}
