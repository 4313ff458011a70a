//! Levels of play below full strength, for people.

use super::{SearchLimits, Selectivity, splitmix64};

/// A level of play: from 0, for beginners, to [`Level::FULL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// Full strength.
    pub const FULL: Self = Self(13);
    /// Number of levels below [`Level::FULL`].
    pub const LIMITED: usize = Self::FULL.0 as usize;

    /// The level with this number, 0 to 13; `None` for greater numbers.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::core::Level;
    ///
    /// assert_eq!(Level::new(13), Some(Level::FULL));
    /// assert_eq!(Level::new(14), None);
    /// ```
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        let level = u8::try_from(number).ok().map(Self);
        level.filter(|level| *level <= Self::FULL)
    }

    /// The number of the level, 0 to 13.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The limits of this level among those of a game; `None` at full strength, and in games without levels.
    #[must_use]
    pub fn skill(self, of_game: &[Skill]) -> Option<&Skill> {
        of_game.get(usize::from(self.0))
    }
}

/// The limits of a player below full strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Skill {
    /// Depth of the search, in plies.
    pub depth: i8,
    /// With at most this number of plies left, the game is searched to its end.
    pub ending: u16,
    /// Maximum selectivity level of that search.
    pub selectivity: Selectivity,
    /// Temperature of the choice of a move, in hundredths of the game's unit. A move that is worse by this amount is
    /// chosen 1/e times as often as the best. At 0 the best is chosen.
    pub temperature: u16,
    /// With at least this number of plies left, the temperature is half a unit or more, so that games begin in
    /// different ways.
    pub first_moves: u16,
}

/// Minimum temperature of the first moves of a game, in hundredths of the game's unit.
const FIRST_MOVES_TEMPERATURE: u16 = 50;

impl Skill {
    /// This skill with `left` plies left in the game.
    #[must_use]
    pub fn at(self, left: u16) -> Self {
        let least = if left >= self.first_moves {
            FIRST_MOVES_TEMPERATURE
        } else {
            0
        };
        Self {
            temperature: self.temperature.max(least),
            ..self
        }
    }

    /// `limits` reduced to this skill, with `left` plies left in the game.
    #[must_use]
    pub fn limit(&self, limits: SearchLimits, left: u16) -> SearchLimits {
        if left <= self.ending {
            let selectivity = limits.selectivity.min(self.selectivity);
            return SearchLimits {
                selectivity,
                ..limits
            };
        }
        SearchLimits {
            depth: limits.depth.min(self.depth),
            ..limits
        }
    }

    /// The index of a move chosen at random by the temperature. `scores` are in hundredths of the game's unit, the best
    /// first. The same `seed` gives the same move.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "53 bits of chance are plenty")]
    pub fn draw(&self, scores: &[i32], seed: u64) -> usize {
        let best = scores.first().copied().unwrap_or_default();
        let weight = |score: &i32| match (f64::from(best - score), self.temperature) {
            (behind, 0) => f64::from(u8::from(behind <= 0.0)),
            (behind, temperature) => (-behind / f64::from(temperature)).exp(),
        };
        let weights: Vec<f64> = scores.iter().map(weight).collect();
        let chance = (splitmix64(seed) >> 11) as f64 / (1_u64 << 53) as f64;
        let mut left = chance * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        drawn.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skill(temperature: u16) -> Skill {
        Skill {
            depth: 3,
            ending: 8,
            selectivity: Selectivity::new(2),
            temperature,
            first_moves: 50,
        }
    }

    #[test]
    fn first_moves_vary() {
        let temperature = |skill: Skill, left| skill.at(left).temperature;
        assert_eq!(temperature(skill(0), 50), FIRST_MOVES_TEMPERATURE);
        assert_eq!(temperature(skill(0), 49), 0);
        assert_eq!(temperature(skill(300), 50), 300);
        assert_eq!(temperature(skill(300), 49), 300);
    }

    #[test]
    fn a_skill_limits_the_depth_until_the_ending() {
        let limits = SearchLimits::default();
        assert_eq!(skill(0).limit(limits, 9).depth, 3);
        let shallow = SearchLimits { depth: 2, ..limits };
        assert_eq!(skill(0).limit(shallow, 9).depth, 2);
        let ending = skill(0).limit(limits, 8);
        assert_eq!(ending.depth, limits.depth);
        assert_eq!(ending.selectivity, Selectivity::new(2));
    }

    #[test]
    fn moves_are_drawn_as_often_as_the_temperature_says() {
        let draws = |temperature| {
            let mut counts = [0_u32; 3];
            for seed in 0..30_000 {
                counts[skill(temperature).draw(&[500, 400, -3000], seed)] += 1;
            }
            counts
        };
        // A move one disc worse than the best, at a temperature of one disc, is chosen once in 1 + e times.
        let [best, behind, hopeless] = draws(100);
        assert!((7_900..8_250).contains(&behind), "{behind} of 30000");
        assert_eq!((best + behind, hopeless), (30_000, 0));
        assert_eq!(draws(0), [30_000, 0, 0]);
        assert!(draws(60_000).iter().all(|&count| count > 8_500));
    }

    #[test]
    fn numbers_name_levels() {
        assert_eq!(
            Level::new(usize::from(Level::FULL.number())),
            Some(Level::FULL)
        );
        assert_eq!(Level::new(Level::LIMITED + 1), None);
        assert_eq!(Level::new(300), None);
        let skills = [skill(0); Level::LIMITED];
        assert_eq!(Level::FULL.skill(&skills), None);
        assert!(Level(12).skill(&skills).is_some());
    }
}
