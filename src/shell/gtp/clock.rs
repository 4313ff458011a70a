//! The time settings of GTP.

use std::time::Duration;

use crate::engine::{Period, TimeControl};

/// The time control of `time_settings`.
///
/// In the protocol, byo-yomi time for 0 stones means no limit. Othello controllers mean an increment, which is used
/// here, since it loses no game. Byo-yomi for 1 stone without main time is a fixed time for each move.
pub(super) fn control(main: Duration, byo_yomi: Duration, stones: u32) -> TimeControl {
    let free = TimeControl::default();
    let full = TimeControl {
        main: [Some(main); 2],
        ..free
    };
    match (main.is_zero(), byo_yomi.is_zero(), stones) {
        (true, true, _) => free,
        (false, true, _) => full,
        (true, false, 0 | 1) => TimeControl {
            move_time: Some(byo_yomi),
            ..free
        },
        (false, false, 0) => TimeControl {
            increment: [byo_yomi; 2],
            ..full
        },
        (_, false, moves) => TimeControl {
            period: Period::ByoYomi {
                time: byo_yomi,
                moves,
            },
            ..full
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{GameClock, GoLimits, Remaining};
    use crate::game::Side;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn set(main: u64, byo_yomi: u64, stones: u32) -> GameClock {
        GameClock::new(control(seconds(main), seconds(byo_yomi), stones))
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
            (set(60, 30, 10), (Some(60), 0, None, None)),
            (set(60, 30, 1), (Some(60), 0, None, None)),
            (set(0, 30, 10), (Some(30), 0, Some(10), None)),
        ];
        for (clocks, expected) in cases {
            assert_eq!(clock(&clocks.limits(Side::First)), expected, "{clocks:?}");
        }
    }

    #[test]
    fn a_move_has_its_part_of_a_period_beyond_the_main_time() {
        let part = |main, byo_yomi, stones| {
            let clocks = set(main, byo_yomi, stones);
            clocks.limits(Side::First).byo_yomi
        };
        assert_eq!(part(60, 30, 10), seconds(3));
        assert_eq!(part(60, 30, 1), seconds(30));
        // An increment, and a period that has begun, are on the clock.
        assert_eq!(part(60, 30, 0), seconds(0));
        assert_eq!(part(0, 30, 10), seconds(0));
        assert_eq!(part(60, 0, 10), seconds(0));

        let mut clocks = set(5, 10, 1);
        let (time, moves) = (seconds(1), 0);
        clocks.set_remaining(Side::First, Some(Remaining { time, moves }));
        let limits = clocks.limits(Side::First);
        assert_eq!(
            (limits.clock[0], limits.byo_yomi),
            (Some(time), seconds(10))
        );
        let (time, moves) = (seconds(7), 1);
        clocks.set_remaining(Side::First, Some(Remaining { time, moves }));
        let limits = clocks.limits(Side::First);
        assert_eq!(clock(&limits), (None, 0, None, Some(7)));
        assert_eq!(limits.byo_yomi, seconds(0));
    }

    #[test]
    fn clocks_count_for_themselves() {
        let mut clocks = set(60, 2, 0);
        clocks.spend(Side::First, seconds(10));
        assert_eq!(clock(&clocks.limits(Side::First)).0, Some(52));
        assert_eq!(clocks.limits(Side::Second).clock[1], Some(seconds(60)));
        let (time, moves) = (seconds(7), 0);
        clocks.set_remaining(Side::First, Some(Remaining { time, moves }));
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
