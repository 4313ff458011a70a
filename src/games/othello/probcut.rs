//! Multi-ProbCut: a shallow search far outside the window stands for the deep one.
//!
//! After Buro, "`ProbCut`: an effective selective extension of the alpha-beta algorithm", 1995.
//! What a deep search finds is what a shallow one found, plus a bias, plus an error whose
//! deviation depends on the stage of the game and on both depths.

use super::policy::{Judge, Learned, MOST, Midgame};
use super::position::{DISC, Othello};
use crate::search::{Draft, NonPv, Score, Search, Stopped, Window};

/// How many deviations away a guess has to be, by level of selectivity.
const DEVIATIONS: [f32; 5] = [1.1, 1.5, 2.0, 2.6, 3.3];

/// Guesses within guesses.
const MOST_GUESSES: u8 = 2;

/// What is to be guessed, and how.
struct Guess {
    /// Depth of the shallow search.
    shallow: i8,
    /// Deviation of its error, in score units.
    deviation: f32,
}

/// A guess at a midgame node.
pub(super) fn midgame<J: Judge>(
    search: &mut Search<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Result<Option<Score>, Stopped> {
    const MIN_DEPTH: i8 = 3;
    if draft.is_exact() || draft.depth < MIN_DEPTH {
        return Ok(None);
    }
    let shallow = 2 * (draft.depth / 4) + (draft.depth & 1);
    let deviation = midgame_deviation(search.game.empties(), shallow, draft.depth);
    guess::<J>(search, draft, window, &Guess { shallow, deviation })
}

/// A guess at an endgame node.
pub(super) fn endgame(
    search: &mut Search<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Result<Option<Score>, Stopped> {
    const MIN_DEPTH: i8 = 14;
    if draft.is_exact() || draft.depth < MIN_DEPTH {
        return Ok(None);
    }
    let shallow = 2 * (draft.depth / 5) + (draft.depth & 1);
    let deviation = endgame_deviation(search.game.empties(), shallow);
    guess::<Learned>(search, draft, window, &Guess { shallow, deviation })
}

fn guess<J: Judge>(
    search: &mut Search<'_, Othello>,
    draft: Draft,
    window: Window,
    guess: &Guess,
) -> Result<Option<Score>, Stopped> {
    if search.scratch.guesses >= MOST_GUESSES {
        return Ok(None);
    }
    let deviations = DEVIATIONS[usize::from(draft.selectivity.level())];
    #[expect(clippy::cast_possible_truncation, reason = "some forty discs at most")]
    let margin = (deviations * guess.deviation) as i16;
    let still = J::judge(search.game.board(), search.game.features());
    let below = Draft {
        depth: guess.shallow,
        selectivity: draft.selectivity,
    };
    // The evaluation itself has to point that way, or the search is most likely wasted.
    // Nobody wins by more than `MOST`, so a guess need not be surer than that.
    let high = (window.beta + margin).min(MOST);
    if still >= window.beta {
        let question = Window {
            alpha: high - 1,
            beta: high,
        };
        if question.fails_high(ask::<J>(search, below, question)?) {
            return Ok(Some(window.beta));
        }
    }
    let low = (window.alpha - margin).max(-MOST);
    if still <= window.alpha {
        let question = Window {
            alpha: low,
            beta: low + 1,
        };
        if question.fails_low(ask::<J>(search, below, question)?) {
            return Ok(Some(window.alpha));
        }
    }
    Ok(None)
}

fn ask<J: Judge>(
    search: &mut Search<'_, Othello>,
    draft: Draft,
    question: Window,
) -> Result<Score, Stopped> {
    search.scratch.guesses += 1;
    let answer = search.node::<Midgame<J>, NonPv>(draft, question);
    search.scratch.guesses -= 1;
    answer
}

/// Deviation of the error of a midgame search of depth `deep` guessed by one of depth `shallow`, in score units.
fn midgame_deviation(empties: i8, shallow: i8, deep: i8) -> f32 {
    let [empties, shallow, deep] = [empties, shallow, deep].map(f32::from);
    (2.003 - 0.0298 * empties - 0.1695 * shallow + 0.0833 * deep).exp() * f32::from(DISC)
}

/// Deviation of the error of the exact margin guessed by a search of depth `shallow`, in score units.
fn endgame_deviation(empties: i8, shallow: i8) -> f32 {
    let [empties, shallow] = [empties, shallow].map(f32::from);
    (2.506 + 0.0043 * empties - 0.0909 * shallow).exp() * f32::from(DISC)
}
