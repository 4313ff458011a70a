//! The last empty squares, in search order.

use crate::games::othello::rules::square::Square;

/// Two to four empty squares in search order: a byte each, the first one lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SquareList(u32);

impl SquareList {
    /// The squares whose numbers are the bytes of `packed`.
    #[inline]
    pub(super) const fn packed(packed: u32) -> Self {
        Self(packed)
    }

    #[inline]
    pub(super) fn of_two([a, b]: [Square; 2]) -> Self {
        Self(u32::from(a.number()) | u32::from(b.number()) << 8)
    }

    #[inline]
    pub(super) fn of_three([a, b, c]: [Square; 3]) -> Self {
        Self(Self::of_two([a, b]).0 | u32::from(c.number()) << 16)
    }

    /// The square at index `PLACE`, from 0.
    #[inline]
    pub(super) const fn at<const PLACE: usize>(self) -> Square {
        Square::wrapped(self.0 >> (8 * PLACE))
    }

    /// The other three of four squares after a move to that at index `PLACE`.
    ///
    /// The four are in the order of `order_of_four`. The other squares stay in order; after one of a pair, the other one
    /// is alone in its quadrant and goes first.
    #[inline]
    pub(super) const fn three_after<const PLACE: usize>(self) -> Self {
        let all = self.0;
        Self(match PLACE {
            0 => all >> 8,
            1 => all & 0xff | all >> 8 & 0x00ff_ff00,
            2 => all >> 24 | all << 8 & 0x00ff_ff00,
            _ => all >> 16 & 0xff | all << 8 & 0x00ff_ff00,
        })
    }

    /// The other two of three squares after a move to that at index `PLACE`.
    #[inline]
    pub(super) const fn two_after<const PLACE: usize>(self) -> Self {
        let all = self.0;
        Self(match PLACE {
            0 => all >> 8,
            1 => all & 0xff | all >> 8 & 0xff00,
            _ => all & 0xffff,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_squares_stay_in_order() {
        let four = SquareList::packed(0x0403_0201);
        let squares = [
            four.at::<0>(),
            four.at::<1>(),
            four.at::<2>(),
            four.at::<3>(),
        ];
        assert_eq!(squares.map(Square::number), [1, 2, 3, 4]);
        let [a, b, c, d] = squares;
        // Beyond the third square anything may stand.
        let three = |list: SquareList| SquareList::packed(list.0 & 0x00ff_ffff);
        assert_eq!(
            three(four.three_after::<0>()),
            SquareList::of_three([b, c, d])
        );
        assert_eq!(
            three(four.three_after::<1>()),
            SquareList::of_three([a, c, d])
        );
        assert_eq!(
            three(four.three_after::<2>()),
            SquareList::of_three([d, a, b])
        );
        assert_eq!(
            three(four.three_after::<3>()),
            SquareList::of_three([c, a, b])
        );
        let list = SquareList::of_three([a, b, c]);
        assert_eq!(list.two_after::<0>(), SquareList::of_two([b, c]));
        assert_eq!(list.two_after::<1>(), SquareList::of_two([a, c]));
        assert_eq!(list.two_after::<2>(), SquareList::of_two([a, b]));
    }
}
