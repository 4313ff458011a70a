//! The analysis of a whole game, as `kaeshi analyse` gives it.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use kaeshi::analysis::{
    Analysis, Effort, PlayedGame, ProvenGame, ProvenPly, Step, Summary, Thresholds, Value, analyse,
    prove,
};
use kaeshi::engine::BatchSolver;
use kaeshi::game::{InputError, Notation};
use kaeshi::games;
use kaeshi::games::othello::Othello;
use kaeshi::search::{SharedState, TranspositionTable};
use serde::{Deserialize, Serialize};

use crate::game::OpeningName;

/// A game to analyse.
#[derive(Debug, Deserialize)]
pub struct AnalysisRequest {
    /// The name of a game, or a position of Othello.
    pub setup: String,
    /// Its moves, with all passes.
    pub moves: Vec<String>,
    /// How thoroughly games of Othello are analysed; see [`Effort::level`].
    #[serde(default = "default_level")]
    pub level: u8,
    /// Time for a position of another game, in seconds.
    #[serde(default = "default_seconds")]
    pub seconds: f64,
}

const fn default_level() -> u8 {
    Effort::DEFAULT_LEVEL
}

const fn default_seconds() -> f64 {
    1.0
}

/// An analysed game.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Analysed {
    /// A game of Othello.
    Values(Box<Values>),
    /// Another game: who wins with best play.
    Proofs(ProvenGame),
}

/// An analysed game of Othello.
#[derive(Debug, Serialize)]
pub struct Values {
    /// The moves and what they were worth.
    #[serde(flatten)]
    pub analysis: Analysis,
    /// The value for Black of each position, one more than moves.
    pub values: Vec<Value>,
    /// For each move, how many thresholds its loss reaches: 1 dubious, 2 a mistake, 3 a blunder.
    pub grades: Vec<usize>,
    /// The opening.
    pub opening: Option<OpeningName>,
    /// The losses from which on a move has a grade.
    pub thresholds: Thresholds,
    /// What the moves of each side lost.
    pub summary: Summary,
}

/// Size of the transposition table in MiB, that of `kaeshi analyse`.
const HASH: usize = 64;
/// Maximum time for a position of a game other than Othello, in seconds.
const MAX_SECONDS: f64 = 60.0;

/// Analyses a game. A line goes to `progress` whenever a position is done: the number of those that are done, and of all.
///
/// # Errors
/// If the position or a move is refused, or the game cannot be analysed.
pub(crate) fn run(
    request: &AnalysisRequest,
    progress: &mut dyn Write,
) -> Result<Analysed, InputError> {
    let (mut done, all) = (0, request.moves.len() + 1);
    let mut report = || {
        done += 1;
        // Who does not read the progress still gets the result.
        let _ = writeln!(progress, "{done} {all}");
        ControlFlow::Continue(())
    };
    let table = TranspositionTable::new(HASH).map_err(InputError::new)?;
    if let Some(game) = othello(&request.setup, &request.moves)? {
        return values(&game, request.level, &table, report);
    }
    if request.setup.contains('/') || games::family(&request.setup) != Some("tictactoe") {
        return Err(InputError::new(
            "only games of Othello, and m,n,k games from an empty board, can be analysed",
        ));
    }
    if !(0.01..=MAX_SECONDS).contains(&request.seconds) {
        return Err(InputError::new(format_args!(
            "the time of a position must be 0.01 to {MAX_SECONDS} seconds"
        )));
    }
    let mut engine = games::open(&request.setup, Arc::new(table))?;
    let moves: Vec<&str> = request.moves.iter().map(String::as_str).collect();
    let time = Duration::from_secs_f64(request.seconds);
    let progress = |proven: Option<(usize, &ProvenPly)>| match proven {
        Some(_) => report(),
        None => ControlFlow::Continue(()),
    };
    let proven = prove(&mut *engine, (None, &moves), time, 1, progress)?;
    Ok(Analysed::Proofs(proven.expect("nothing ends it")))
}

fn values(
    game: &PlayedGame,
    level: u8,
    table: &TranspositionTable,
    mut report: impl FnMut() -> ControlFlow<()>,
) -> Result<Analysed, InputError> {
    if !(1..=Effort::MAX_LEVEL).contains(&level) {
        return Err(InputError::new(format_args!(
            "the level of an analysis must be 1 to {}",
            Effort::MAX_LEVEL
        )));
    }
    let signals = SharedState::default();
    let analysis = BatchSolver::with(&Othello::default(), table, &signals, 1, |solver| {
        analyse(
            solver,
            game,
            &Effort::level(level),
            None,
            |step| match step {
                Step::Search => ControlFlow::Continue(()),
                Step::End(_) | Step::Move(..) => report(),
            },
        )
    });
    let analysis = analysis.expect("nothing ends it");
    let thresholds = Thresholds::default();
    let grades = analysis.moves.iter();
    Ok(Analysed::Values(Box::new(Values {
        values: analysis.values(),
        grades: grades.map(|judged| thresholds.grade(judged.loss)).collect(),
        opening: OpeningName::of(game),
        summary: Summary::of(&analysis, &thresholds),
        analysis,
        thresholds,
    })))
}

/// The game of Othello that begins with the position `setup`, or `None` if that belongs to another game.
///
/// # Errors
/// If the position or a move is refused.
pub(crate) fn othello(setup: &str, moves: &[String]) -> Result<Option<PlayedGame>, InputError> {
    let start = match games::family(setup) {
        Some("othello") if !setup.contains('/') => Othello::default(),
        Some("othello") | None => Othello::default().read(setup).map_err(InputError::new)?,
        Some(_) => return Ok(None),
    };
    PlayedGame::read(start, moves.iter().map(String::as_str)).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(setup: &str, moves: &str) -> AnalysisRequest {
        AnalysisRequest {
            setup: setup.into(),
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            level: 1,
            seconds: 5.0,
        }
    }

    fn analysed(setup: &str, moves: &str) -> Result<(serde_json::Value, String), InputError> {
        let mut progress = Vec::new();
        let found = run(&request(setup, moves), &mut progress)?;
        let json = serde_json::to_value(found).expect("plain data can be written");
        Ok((json, String::from_utf8(progress).expect("digits")))
    }

    #[test]
    fn a_game_has_values_grades_and_names() -> Result<(), InputError> {
        let (json, progress) = analysed("othello", "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 f7 g6")?;
        assert_eq!(json["moves"].as_array().map(Vec::len), Some(12));
        assert_eq!(json["values"].as_array().map(Vec::len), Some(13));
        assert_eq!(json["grades"].as_array().map(Vec::len), Some(12));
        assert_eq!(json["summary"]["sides"][1]["moves"], 6);
        assert_eq!(json["moves"][1]["opening"], "Perpendicular Opening");
        assert!(json["opening"]["ja"].is_string());
        for (judged, grade) in json["moves"]
            .as_array()
            .into_iter()
            .flatten()
            .zip(json["grades"].as_array().into_iter().flatten())
        {
            let loss = judged["loss"].as_f64().unwrap_or(f64::NAN);
            assert_eq!(grade.as_u64() > Some(0), loss >= 2.0, "{judged}");
        }
        let lines: Vec<_> = progress.lines().collect();
        assert_eq!((lines.len(), lines[12]), (13, "13 13"));
        Ok(())
    }

    #[test]
    fn the_first_move_from_a_set_up_position_is_judged() -> Result<(), InputError> {
        let (json, _) = analysed("8/8/8/3ox3/3xo3/8/8/8 x", "f5")?;
        assert_eq!(json["moves"][0]["loss"], 0.0);
        Ok(())
    }

    #[test]
    fn other_games_are_proven() -> Result<(), InputError> {
        let (json, progress) = analysed("tictactoe", "a1 b1 a3 a2 c3 b2 b3")?;
        assert_eq!(json["plies"][1]["changed"], true);
        assert_eq!(json["plies"][2]["result"], 1);
        assert_eq!(progress.lines().last(), Some("8 8"));
        Ok(())
    }

    #[test]
    fn what_cannot_be_analysed_is_refused() {
        for (setup, moves, why) in [
            (
                "othello",
                "f5 a1",
                "move 2 ('a1'): no disc would be turned over",
            ),
            ("tictactoe", "a1 a1", "a1 is taken"),
            ("daifugo", "", "only games of Othello"),
            ("tictactoe 3/1X1/3 o", "", "only games of Othello"),
            ("chess", "", "the side to move"),
        ] {
            let refused = analysed(setup, moves).expect_err("it is refused");
            assert!(refused.to_string().contains(why), "{refused}");
        }
        let levels = [0, Effort::MAX_LEVEL + 1].map(|level| AnalysisRequest {
            level,
            ..request("othello", "")
        });
        let times = [f64::NAN, -1.0, 1e9].map(|seconds| AnalysisRequest {
            seconds,
            ..request("tictactoe", "")
        });
        for request in levels.into_iter().chain(times) {
            assert!(run(&request, &mut Vec::new()).is_err(), "{request:?}");
        }
    }
}
