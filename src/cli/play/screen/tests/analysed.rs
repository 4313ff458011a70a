//! Games analysed on the screen.

use std::ops::ControlFlow;

use kaeshi::analysis::{Effort, PlayedGame, Thresholds, analyse};
use kaeshi::engine::BatchSolver;
use kaeshi::game::{Game, Notation, Side};
use kaeshi::games::othello::Othello;
use kaeshi::search::{SharedState, TranspositionTable};

use super::Stage;
use crate::cli::play::evaluation::Eval;

/// The board shows what the library says, which `kaeshi analyse` prints.
#[test]
fn an_analysis_is_that_of_the_library() {
    let moves = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1";
    let mut stage = Stage::new("othello", &[true, true]);
    stage.paste(moves);
    stage.press("a");
    let mut position = Othello::default();
    let mut game = PlayedGame::new(position);
    for mv in stage.state.session.board.whole_game() {
        let mv = position.read_move(&mv.name).expect("it was played");
        game.push(mv);
        position.make(&mv);
    }
    let table = TranspositionTable::new(1).expect("a mebibyte");
    let signals = SharedState::default();
    let effort = Effort::level(1);
    let analysis = BatchSolver::with(&Othello::default(), &table, &signals, 1, |solver| {
        analyse(solver, &game, &effort, None, |_| ControlFlow::Continue(()))
    });
    let analysis = analysis.expect("it was not ended");
    let thresholds = Thresholds::default();
    let listed = stage.state.listed_moves();
    assert_eq!(listed.len(), analysis.moves.len());
    let mut marked = 0;
    for (listed, judged) in listed.iter().zip(&analysis.moves) {
        let review = listed.review.as_ref().expect("it was analysed");
        let side = judged.side.into();
        assert_eq!(review.after, Some(Eval::of_value(judged.played, side)));
        assert_eq!(review.mark, thresholds.mark(judged.loss));
        assert_eq!(review.better.as_deref(), judged.better());
        marked += usize::from(!review.mark.is_empty());
    }
    assert!(marked > 0, "no mistake is in this game: choose another one");
    let values = (0..=analysis.moves.len()).map(|at| analysis.value(at));
    let values: Vec<_> = values
        .map(|value| Some(Eval::of_value(value, Side::First)))
        .collect();
    assert_eq!(stage.state.evals(), values);
}

#[test]
fn an_analysis_is_ended_and_begun_again() {
    let mut stage = Stage::new("othello", &[true, true]);
    stage.paste("f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6");
    // A level beyond what a test has time for.
    stage.state.review_level = Effort::MAX_LEVEL;
    stage.state.start_review();
    stage.state.go_on();
    let screen = stage.screen();
    assert!(screen.contains("analysing: 0 of 17"), "{screen}");
    stage.press("<esc>");
    assert!(stage.state.review.is_none());
    assert_eq!(stage.said(), "The analysis is stopped.");
    stage.state.review_level = 1;
    stage.press("a");
    assert!(stage.said().starts_with("Analysed"), "{}", stage.said());
    // A move ends an analysis, too.
    stage.state.review_level = Effort::MAX_LEVEL;
    stage.state.start_review();
    stage.click("c1");
    assert_eq!(stage.moves().len(), 17, "{}", stage.said());
    assert!(stage.state.review.is_none(), "{}", stage.said());
    assert!(stage.state.listed_moves()[16].review.is_none());
}

#[test]
fn other_games_are_analysed_by_proofs() {
    let mut stage = Stage::new("tictactoe", &[true, true]);
    stage.paste("a1 b1 a3");
    stage.press("a");
    assert_eq!(
        stage.said(),
        "Analysed. Moves that changed the result: O 2. b1, better b2."
    );
    let moves = stage.state.listed_moves();
    let marks: Vec<_> = moves
        .iter()
        .map(|mv| mv.review.as_ref().map_or("none", |review| review.mark))
        .collect();
    assert_eq!(marks, ["", "?", ""]);
    let screen = stage.screen();
    assert!(screen.contains("2. O b1?"), "{screen}");
    let mut stage = Stage::cards("daifugo", &[true, true]);
    stage.press("c");
    stage.state.move_now();
    stage.settle();
    stage.press("a");
    assert!(stage.said().starts_with("Analysed"), "{}", stage.said());
}
