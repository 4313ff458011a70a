//! Pairs of scores: a shallow and a deep search of the same position.

use std::fmt;
use std::str::FromStr;

use kaeshi::game::Side;
use kaeshi::games::othello::features::Features;
use kaeshi::games::othello::net;
use kaeshi::games::othello::probcut::{ProbCutCase, endgame_case, midgame_case};
use kaeshi::games::othello::{DISC, Othello};
use kaeshi::search::{
    Draft, SearchLimits, Searchable, Selectivity, SharedState, TranspositionTable, Window, Worker,
};

use crate::Failure;
use crate::sample::Sample;

/// The scores of a shallow and a deep search of a position, in discs for the side to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    /// The position and the two depths.
    pub(super) case: ProbCutCase,
    /// Whether the deep search goes to the end of the game.
    pub(super) to_the_end: bool,
    /// The deep score less the shallow one, in discs.
    pub(super) difference: f32,
    /// The number of the game with the position.
    pub(super) game: u32,
}

impl Pair {
    /// Whether the pair is held out from the fit, as are those of one game in four.
    #[must_use]
    pub(super) const fn is_held_out(&self) -> bool {
        self.game.is_multiple_of(4)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProbCutCase {
            empties,
            shallow,
            deep,
            error,
        } = self.case;
        let (end, difference, game) = (u8::from(self.to_the_end), self.difference, self.game);
        write!(
            f,
            "{end} {empties} {shallow} {deep} {error} {difference} {game}"
        )
    }
}

impl FromStr for Pair {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let wrong = || {
            let shown: String = line.chars().take(60).collect();
            format!("'{}' is not a pair of scores", shown.escape_debug())
        };
        let words: Vec<&str> = line.split(' ').collect();
        let [end, empties, shallow, deep, error, difference, game] = words[..] else {
            return Err(wrong());
        };
        let depth = |word: &str| {
            let depth = word.parse::<i8>().ok();
            depth
                .filter(|depth| (0..=60).contains(depth))
                .ok_or_else(wrong)
        };
        let discs = |word: &str| {
            let discs = word.parse::<f32>().ok();
            discs.filter(|discs| discs.abs() <= 128.0).ok_or_else(wrong)
        };
        Ok(Self {
            case: ProbCutCase {
                empties: depth(empties)?,
                shallow: depth(shallow)?,
                deep: depth(deep)?,
                error: discs(error)?,
            },
            to_the_end: match end {
                "0" => false,
                "1" => true,
                _ => return Err(wrong()),
            },
            difference: discs(difference)?,
            game: game.parse().map_err(|_| wrong())?,
        })
    }
}

/// A score in discs.
fn discs(score: i16) -> f32 {
    f32::from(score) / f32::from(DISC)
}

/// The depths to search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// Maximum depth of the midgame searches in plies.
    pub(super) deepest: i8,
    /// Selectivity of the midgame searches.
    pub(super) selectivity: Selectivity,
}

/// Searches positions to all depths.
pub(super) struct Prober {
    effort: Effort,
    table: TranspositionTable,
}

/// Size of the transposition table in MiB.
const MEMORY: usize = 4;

impl Prober {
    /// A prober with this effort.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub(super) fn new(effort: Effort) -> Result<Self, Failure> {
        Ok(Self {
            effort,
            table: TranspositionTable::new(MEMORY)?,
        })
    }

    /// The pairs for all depths that Multi-ProbCut would use in the midgame, or those `to_the_end`.
    pub(super) fn probe(&mut self, sample: &Sample, to_the_end: bool) -> Vec<Pair> {
        self.table.clear();
        let game = Othello::new(sample.board, Side::First);
        let empties = game.empties();
        let opinion = net::evaluate(sample.board, &Features::of(sample.board));
        let error = discs(opinion.error);
        let signals = SharedState::default();
        let mut search = Worker::new(game, &self.table, &signals, SearchLimits::default());
        let mut score = |depth, selectivity| {
            let draft = Draft { depth, selectivity };
            let found = Othello::search_root(&mut search, draft, Window::FULL);
            // There is no stop signal, so the search always has a result.
            found.map_or(0.0, |score| discs(score.0))
        };
        let ending = endgame_case(empties, empties);
        let deepest = match ending {
            _ if !to_the_end => self.effort.deepest.min(empties - 1),
            Some(case) => case.shallow,
            None => 0,
        };
        let mut scores = vec![discs(opinion.score.0)];
        scores.extend((1..=deepest).map(|depth| score(depth, self.effort.selectivity)));
        let mut pairs = Vec::new();
        let mut add = |case: Option<ProbCutCase>, deep: f32| {
            let known = case
                .and_then(|case| Some((case, scores.get(usize::try_from(case.shallow).ok()?)?)));
            if let Some((case, shallow)) = known {
                pairs.push(Pair {
                    case: ProbCutCase { error, ..case },
                    to_the_end: case.deep == empties,
                    difference: deep - shallow,
                    game: sample.game,
                });
            }
        };
        if to_the_end {
            let exact = score(empties, Selectivity::EXACT);
            add(ending, exact);
            add(Some(ProbCutCase::of_static_eval(empties, empties)), exact);
            return pairs;
        }
        for depth in 1..=deepest {
            let deep = scores[usize::from(depth.unsigned_abs())];
            add(midgame_case(empties, depth), deep);
        }
        pairs
    }
}
