//! Multi-ProbCut: a shallow search far outside the window stands for the deep one.
//!
//! After Buro, "`ProbCut`: an effective selective extension of the alpha-beta algorithm", 1995.
//! What a deep search finds is what a shallow one found, plus a bias, plus an error whose
//! deviation depends on the stage of the game and on both depths.

use super::judgement::judge;
use super::net;
use super::policy::{MOST, Midgame};
use super::position::{DISC, Othello};
use crate::search::{Draft, NonPv, Score, Search, Stopped, Window};

mod fitted;
mod stand;

pub use fitted::{ENDGAME, MIDGAME};
pub(super) use stand::stand;

/// How many deviations away a guess has to be, by level of selectivity.
pub const DEVIATIONS: [f32; 5] = [1.1, 1.5, 2.0, 2.6, 3.3];

/// So many times as far away as that it has to be where guesses decide about a move: in a midgame that is not looked at for
/// the sake of a proof, which finds out where they were wrong. Chosen by matches.
const CARE: f32 = 1.25;

/// The least that the net expects to be off, in score units, before the game is over.
const LEAST: i16 = DISC / 2;

/// Guesses within guesses.
const MOST_GUESSES: u8 = 2;

/// What is to be guessed, and how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Empty squares.
    pub empties: i8,
    /// Depth of the shallow search.
    pub shallow: i8,
    /// Depth of the deep one.
    pub deep: i8,
    /// How far off the net expects to be here, in discs; 1 where it is not asked.
    pub error: f32,
}

/// What a guess may depend on: nothing, the empty squares, both depths, and the net's expected error.
pub const FEATURES: usize = 5;

impl Look {
    /// A deep search guessed by one of an `even` depth, or a ply more, so that both end with the same side to move.
    fn at(empties: i8, deep: i8, even: i8) -> Self {
        Self {
            empties,
            shallow: even + (deep & 1),
            deep,
            error: 1.0,
        }
    }

    /// One for what depends on nothing, then the others; the expected error by its logarithm.
    #[must_use]
    pub fn features(&self) -> [f32; FEATURES] {
        let [empties, shallow, deep] = [self.empties, self.shallow, self.deep].map(f32::from);
        [1.0, empties, shallow, deep, self.error.ln()]
    }
}

/// How far a deep search is from a shallow one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// What each feature adds to the difference, in discs.
    pub mean: [f32; FEATURES],
    /// What each adds to the logarithm of its deviation.
    pub deviation: [f32; FEATURES],
}

impl Model {
    /// What the deep search finds beyond the shallow one, in discs.
    #[must_use]
    pub fn mean(&self, look: &Look) -> f32 {
        self.guess(*look).0
    }

    /// The deviation of that, in discs.
    #[must_use]
    pub fn deviation(&self, look: &Look) -> f32 {
        self.guess(*look).1
    }

    /// Whether it depends on the error that the net expects.
    const fn asks_for_error(&self) -> bool {
        let [.., mean] = self.mean;
        let [.., deviation] = self.deviation;
        mean != 0.0 || deviation != 0.0
    }

    /// Both.
    fn guess(&self, look: Look) -> (f32, f32) {
        let features = look.features();
        let sum = |weights: [f32; FEATURES]| -> f32 {
            weights.iter().zip(features).map(|(a, b)| a * b).sum()
        };
        (sum(self.mean), sum(self.deviation).exp())
    }
}

/// How a midgame search of that depth is guessed, if it is.
#[must_use]
pub fn midgame_look(empties: i8, deep: i8) -> Option<Look> {
    const MIN_DEPTH: i8 = 3;
    (deep >= MIN_DEPTH).then(|| Look::at(empties, deep, 2 * (deep / 4)))
}

/// How the end of the game is guessed, if it is.
#[must_use]
pub fn endgame_look(empties: i8, deep: i8) -> Option<Look> {
    const MIN_DEPTH: i8 = 14;
    (deep >= MIN_DEPTH).then(|| Look::at(empties, deep, 2 * (deep / 5)))
}

/// A guess at a midgame node.
pub(super) fn midgame(
    search: &mut Search<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Result<Option<Score>, Stopped> {
    guess(search, draft, window, (midgame_look, &MIDGAME))
}

/// A guess at an endgame node.
pub(super) fn endgame(
    search: &mut Search<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Result<Option<Score>, Stopped> {
    guess(search, draft, window, (endgame_look, &ENDGAME))
}

/// How a search of some depth is guessed with so many empty squares, if it is.
type Looks = fn(i8, i8) -> Option<Look>;

fn guess(
    search: &mut Search<'_, Othello>,
    draft: Draft,
    window: Window,
    (looks, model): (Looks, &Model),
) -> Result<Option<Score>, Stopped> {
    if draft.is_exact() || search.scratch.guesses >= MOST_GUESSES {
        return Ok(None);
    }
    let Some(look) = looks(search.game.empties(), draft.depth) else {
        return Ok(None);
    };
    let (still, look) = if model.asks_for_error() {
        let opinion = net::evaluate(search.game.board(), search.game.features());
        let error = f32::from(opinion.error.max(LEAST)) / f32::from(DISC);
        (opinion.score, Look { error, ..look })
    } else {
        (judge(search), look)
    };
    let (high, low) = bounds(model, look, distance(search, draft), window);
    let below = Draft {
        depth: look.shallow,
        selectivity: draft.selectivity,
    };
    // The evaluation itself has to point that way, or the search is most likely wasted.
    if still >= window.beta && high.fails_high(ask(search, below, high)?) {
        return Ok(Some(window.beta));
    }
    if still <= window.alpha && low.fails_low(ask(search, below, low)?) {
        return Ok(Some(window.alpha));
    }
    Ok(None)
}

/// How many deviations away a guess at a node has to be.
fn distance(search: &Search<'_, Othello>, draft: Draft) -> f32 {
    let deviations = DEVIATIONS[usize::from(draft.selectivity.level())];
    if search.scratch.proves {
        deviations
    } else {
        deviations * CARE
    }
}

/// The windows a shallow search has to fail high or low in to be so many `deviations` away.
///
/// Nobody wins by more than [`MOST`], so a guess need not be surer than that.
fn bounds(model: &Model, look: Look, deviations: f32, window: Window) -> (Window, Window) {
    let (mean, deviation) = model.guess(look);
    let (mean, margin) = (units(mean), units(deviations * deviation));
    let high = (window.beta + (margin - mean)).min(MOST);
    let low = (window.alpha - (margin + mean)).max(-MOST);
    (
        Window {
            alpha: high - 1,
            beta: high,
        },
        Window {
            alpha: low,
            beta: low + 1,
        },
    )
}

/// Discs in score units.
#[expect(clippy::cast_possible_truncation, reason = "some forty discs at most")]
fn units(discs: f32) -> i16 {
    (discs * f32::from(DISC)) as i16
}

fn ask(search: &mut Search<'_, Othello>, draft: Draft, question: Window) -> Result<Score, Stopped> {
    search.scratch.guesses += 1;
    let answer = search.node::<Midgame, NonPv>(draft, question);
    search.scratch.guesses -= 1;
    answer
}
