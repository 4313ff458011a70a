//! The clocks of a game in GTP.

use std::time::Duration;

use kaeshi_protocol::gtp::Time;

use crate::engine::GoLimits;
use crate::game::Side;

/// The time system.
///
/// In the protocol, byo-yomi time for 0 stones means no limit. Othello controllers mean an increment, which is used
/// here, since it loses no game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum System {
    /// No time settings were sent.
    #[default]
    Free,
    /// All moves within the main time.
    Sudden,
    /// Fixed time for each move.
    PerMove(Duration),
    /// Increment after each move.
    Fischer(Duration),
    /// After the main time, periods of byo-yomi for `stones` moves each.
    Canadian { period: Duration, stones: u32 },
}

/// Both clocks. They run by themselves until the controller sets them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Clocks {
    system: System,
    /// The initial time of a game.
    full: Option<Time>,
    left: [Option<Time>; 2],
}

impl Clocks {
    /// Time for a move if no time control was sent.
    const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

    /// The clocks for `time_settings`.
    pub(super) fn set(main: Duration, byo_yomi: Duration, stones: u32) -> Self {
        let system = match (main.is_zero(), byo_yomi.is_zero(), stones) {
            (true, true, _) => System::Free,
            (false, true, _) => System::Sudden,
            (true, false, 0 | 1) => System::PerMove(byo_yomi),
            (false, false, 0) => System::Fischer(byo_yomi),
            (_, false, stones) => System::Canadian {
                period: byo_yomi,
                stones,
            },
        };
        let full = match system {
            System::Free | System::PerMove(_) => None,
            System::Canadian { period, stones } if main.is_zero() => Some(Time {
                left: period,
                stones,
            }),
            _ => Some(Time {
                left: main,
                stones: 0,
            }),
        };
        Self {
            system,
            full,
            left: [full; 2],
        }
    }

    /// Refills the clocks for a new game.
    pub(super) fn refill(&mut self) {
        self.left = [self.full; 2];
    }

    /// Sets a clock by `time_left`.
    pub(super) fn correct(&mut self, side: Side, time: Time) {
        self.left[side.index()] = Some(time);
    }

    /// The limits for the next move of `side`.
    pub(super) fn limits(&self, side: Side) -> GoLimits {
        let left = self.left[side.index()];
        let for_one_move = |time| GoLimits {
            move_time: Some(time),
            ..GoLimits::default()
        };
        let Some(Time { left, stones }) = left else {
            return for_one_move(match self.system {
                System::PerMove(time) => time,
                _ => Self::DEFAULT_MOVE_TIME,
            });
        };
        let increment = match self.system {
            System::PerMove(time) => return for_one_move(left.min(time)),
            System::Fischer(increment) => increment,
            System::Canadian {
                period,
                stones: all,
            } if stones == 0 => period / all.max(1),
            _ => Duration::ZERO,
        };
        let mut limits = GoLimits {
            moves_to_go: (stones > 0).then_some(stones),
            ..GoLimits::default()
        };
        limits.clock[side.index()] = Some(left);
        limits.increment[side.index()] = increment;
        limits
    }

    /// Subtracts the time of a move.
    pub(super) fn spend(&mut self, side: Side, took: Duration) {
        let Some(time) = &mut self.left[side.index()] else {
            return;
        };
        let over = took.saturating_sub(time.left);
        time.left = time.left.saturating_sub(took);
        match self.system {
            System::Fischer(increment) => time.left = time.left.saturating_add(increment),
            System::Canadian { period, stones } if time.stones > 0 || !over.is_zero() => {
                if time.stones == 0 {
                    time.left = period.saturating_sub(over);
                    time.stones = stones;
                }
                time.stones -= 1;
                if time.stones == 0 {
                    (time.left, time.stones) = (period, stones);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn set(main: u64, byo_yomi: u64, stones: u32) -> Clocks {
        Clocks::set(seconds(main), seconds(byo_yomi), stones)
    }

    fn clock(limits: &GoLimits) -> (Option<u64>, u64, Option<u32>, Option<u64>) {
        let whole = |time: Duration| time.as_secs();
        (
            limits.clock[0].map(whole),
            whole(limits.increment[0]),
            limits.moves_to_go,
            limits.move_time.map(whole),
        )
    }

    #[test]
    fn every_system_gives_its_limits() {
        let cases = [
            (set(0, 0, 0), (None, 0, None, Some(1))),
            (set(60, 0, 0), (Some(60), 0, None, None)),
            (set(60, 0, 5), (Some(60), 0, None, None)),
            (set(0, 3, 0), (None, 0, None, Some(3))),
            (set(0, 3, 1), (None, 0, None, Some(3))),
            (set(60, 2, 0), (Some(60), 2, None, None)),
            (set(60, 30, 10), (Some(60), 3, None, None)),
            (set(0, 30, 10), (Some(30), 0, Some(10), None)),
        ];
        for (clocks, expected) in cases {
            assert_eq!(clock(&clocks.limits(Side::First)), expected, "{clocks:?}");
        }
    }

    #[test]
    fn clocks_count_for_themselves() {
        let mut clocks = set(60, 2, 0);
        clocks.spend(Side::First, seconds(10));
        assert_eq!(clock(&clocks.limits(Side::First)).0, Some(52));
        assert_eq!(clocks.limits(Side::Second).clock[1], Some(seconds(60)));
        clocks.correct(
            Side::First,
            Time {
                left: seconds(7),
                stones: 0,
            },
        );
        assert_eq!(clock(&clocks.limits(Side::First)), (Some(7), 2, None, None));

        let mut clocks = set(5, 30, 2);
        clocks.spend(Side::First, seconds(6));
        assert_eq!(
            clock(&clocks.limits(Side::First)),
            (Some(29), 0, Some(1), None)
        );
        clocks.spend(Side::First, seconds(3));
        assert_eq!(
            clock(&clocks.limits(Side::First)),
            (Some(30), 0, Some(2), None)
        );
        clocks.spend(Side::First, seconds(100));
        assert_eq!(
            clock(&clocks.limits(Side::First)),
            (Some(0), 0, Some(1), None)
        );
    }
}
