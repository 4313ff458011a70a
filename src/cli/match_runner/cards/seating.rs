//! Which program has which seat.
//!
//! Every deal is played with each program alone in each seat, against the other program in all other seats. So both
//! programs hold every hand equally often, alone and together. With `n` seats that is `2 n` games; of two players each
//! is alone, and two games are enough.

/// Number of games of one deal among `players` players.
pub(super) const fn games_per_deal(players: usize) -> usize {
    if players == 2 { 2 } else { 2 * players }
}

/// The program in each seat, 0 for the first one and 1 for the second, in game number `game` of a deal, from 0.
pub(super) fn seating(players: usize, game: usize) -> Vec<usize> {
    let (seat, alone) = (game / 2, game % 2);
    (0..players)
        .map(|other| if other == seat { alone } else { 1 - alone })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_every_seat_equally_often() {
        assert_eq!([seating(2, 0), seating(2, 1)], [[0, 1], [1, 0]]);
        let three: Vec<_> = (0..games_per_deal(3))
            .map(|game| seating(3, game))
            .collect();
        let expected = [
            [0, 1, 1],
            [1, 0, 0],
            [1, 0, 1],
            [0, 1, 0],
            [1, 1, 0],
            [0, 0, 1],
        ];
        assert_eq!(three, expected);
        for players in 2..=5 {
            let games = games_per_deal(players);
            let seatings: Vec<_> = (0..games).map(|game| seating(players, game)).collect();
            for seat in 0..players {
                let second = seatings.iter().filter(|programs| programs[seat] == 1);
                assert_eq!(2 * second.count(), games, "{players} {seat}");
            }
            assert!((1..games).all(|game| !seatings[..game].contains(&seatings[game])));
        }
    }
}
