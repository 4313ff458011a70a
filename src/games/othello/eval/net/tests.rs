//! Tests of the net: the twins, symmetry, and files that are refused.

use bytemuck::Zeroable;

use super::inputs::Inputs;
use super::network::compute;
use super::*;
use crate::games::othello::MAX_SCORE;
use crate::games::othello::eval::inputs::Mobility;
use crate::games::othello::rules::symmetry::Symmetry;
use crate::games::othello::samples;

/// Also with the trainer's inputs, so that search and trainer cannot differ.
#[test]
fn every_way_to_compute_agrees() {
    let net = current();
    for board in samples::boards(20_000) {
        let (features, mobility) = (Features::of(board), Mobility::of(board));
        let (head, inputs) = (net.head(board), Inputs::of(board, &features, mobility));
        let entries = net_inputs(board, &features, mobility);
        let expected: [i32; 2] = plain::outputs(&net.rows, head, &entries);
        let both = compute::outputs(&net.rows, head, &inputs);
        assert_eq!(both, expected, "{board}");
        assert_eq!(
            portable::outputs::<2>(&net.rows, head, &inputs),
            expected,
            "{board}"
        );
        let [score] = compute::outputs(&net.rows, head, &inputs);
        assert_eq!(score, expected[0], "{board}");
    }
}

#[test]
fn symmetric_boards_have_the_same_value_and_passing_changes_its_sign() {
    for board in samples::boards(5_000) {
        let output = evaluate(board, &Features::of(board));
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(board);
            assert_eq!(evaluate(image, &Features::of(image)), output, "{board}");
        }
        if board.legal() == 0 {
            let passed = board.passed();
            let other = evaluate(passed, &Features::of(passed));
            assert_eq!(
                (other.score, other.error),
                (-output.score, output.error),
                "{board}"
            );
        }
    }
}

/// A side that holds all corners and edges is ahead, whatever the exact weights.
#[test]
fn a_won_position_looks_won() -> Result<(), Box<dyn std::error::Error>> {
    let text = "XXXXXXXXXXXXXXXXXXOOOOXXXXOXOOXXXXOOXOXXXX-OOOXXX---O-----------";
    let (board, _) = Board::parse(&format!("{text} X"))?;
    let output = evaluate(board, &Features::of(board));
    assert!(output.score > Score(20 * 128), "{output:?}");
    assert!((64..20 * 128).contains(&output.error), "{output:?}");
    Ok(())
}

#[test]
fn a_finished_game_is_counted() -> Result<(), Box<dyn std::error::Error>> {
    let (board, _) = Board::parse(&format!("{} O", "X".repeat(63) + "-"))?;
    let output = evaluate(board, &Features::of(board));
    assert_eq!(
        output,
        NetOutput {
            score: Score(-64 * 128),
            error: 0
        }
    );
    Ok(())
}

#[test]
fn the_embedded_file_is_sound_and_every_shorter_one_is_refused() {
    assert!(Net::read(EMBEDDED).is_ok());
    let lengths = (0..200).chain((200..EMBEDDED.len()).step_by(200_021));
    for length in lengths {
        assert!(Net::read(&EMBEDDED[..length]).is_err(), "{length}");
    }
    assert!(Net::read(&[EMBEDDED, &[0]].concat()).is_err());
}

#[test]
fn the_embedded_file_is_written_as_it_is() -> Result<(), NetError> {
    assert!(Net::read(EMBEDDED)?.write() == EMBEDDED);
    Ok(())
}

#[test]
fn foreign_and_damaged_files_are_refused_and_say_so() {
    let refused = |bytes: &[u8]| Net::read(bytes).err().map(|why| why.to_string());
    let foreign = refused(b"EDAX EVAL of somebody else").unwrap_or_default();
    assert!(foreign.contains("KAESHIN7"), "{foreign}");
    let near_the_start = [8, 9, 10, 11, 12, 16, 23, 24, 25, 60, 1000];
    let later = [1, 2, 3].map(|quarter| quarter * EMBEDDED.len() / 4);
    let last = EMBEDDED.len() - 1;
    for at in near_the_start.into_iter().chain(later).chain([last]) {
        let mut bytes = EMBEDDED.to_vec();
        bytes[at] ^= 0x55;
        assert!(refused(&bytes).is_some(), "byte {at}");
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let mut head = Head::zeroed();
    let rows = vec![Embedding::new([0; EMBEDDING_DIM]); file::ROWS];
    let whole = |head: &Head| write(&[0], &rows, &[*head]);
    assert!(Net::read(&whole(&head)).is_ok());
    head.score.wide = [i32::MAX / 64; BOARD_HIDDEN];
    assert!(matches!(
        Net::read(&whole(&head)),
        Err(NetError::Damaged(_))
    ));
}

/// A new stage changes its own positions alone, also in the file, and none is added twice.
#[test]
fn a_stage_gets_a_head_of_its_own() -> Result<(), NetError> {
    let mut net = Net::read(EMBEDDED)?;
    let before = net.stages();
    assert!(!before.contains(&41) && before.contains(&43));
    let mut head = net.heads()[net.stage(41)];
    head.score.bias += 128 << OUTPUT_SHIFT;
    net.set_head(41, head)?;
    net.set_head(41, head)?;
    assert_eq!(net.stages().len(), before.len() + 1);
    let again = Net::read(&net.write())?;
    assert_eq!(again.stages(), net.stages());
    for board in samples::boards(2_000) {
        let features = Features::of(board);
        let [old, new] = [current(), &again].map(|net| net.evaluate(board, &features).score);
        let is_raised = (41..43).contains(&board.empties()) && board.legal() != 0;
        let most = Score(old.0 + 128).min(MAX_SCORE);
        if is_raised {
            assert_eq!(new, most, "{board}");
        } else if board.legal() != 0 {
            assert_eq!(new, old, "{board}");
        }
    }
    head.score.wide = [i32::MAX; BOARD_HIDDEN];
    assert!(net.set_head(41, head).is_err() && net.set_head(61, net.heads()[0]).is_err());
    assert_eq!(net.stages(), again.stages());
    Ok(())
}
