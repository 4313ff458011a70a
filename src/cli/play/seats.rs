//! `--side`: the players whose moves a person makes.

use std::str::FromStr;

use kaeshi::game::InputError;

/// The players of a person, as named on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Seats {
    /// The first of two players.
    First,
    /// The second of two players.
    Second,
    /// All players: several people, or one person who tries out moves.
    All,
    /// No player: Kaeshi plays itself.
    None,
    /// The players with these numbers, from 0.
    Players(Vec<usize>),
}

/// Maximum number of players that can be named.
const MAX_NAMED: usize = 5;

impl FromStr for Seats {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "first" => Self::First,
            "second" => Self::Second,
            "both" | "all" => Self::All,
            "none" => Self::None,
            numbers => {
                let mut players = Vec::new();
                for word in numbers.split(',').take(MAX_NAMED + 1) {
                    let is_digit = word.len() == 1 && word.bytes().all(|it| it.is_ascii_digit());
                    let player = word.parse().ok().filter(|_| is_digit);
                    let player = player.ok_or(
                        "first, second, all, none, or numbers of players such as 0 or 0,2 are needed",
                    )?;
                    if players.contains(&player) {
                        return Err(format!("player {player} is named twice"));
                    }
                    players.push(player);
                }
                Self::Players(players)
            }
        })
    }
}

impl Seats {
    /// For each of the `players` players, whether a person makes their moves.
    ///
    /// # Errors
    /// If a named player does not take part, or `first` or `second` stands for one of more than two players.
    pub(super) fn people(&self, players: usize) -> Result<Vec<bool>, InputError> {
        let only = |named: &[usize]| -> Vec<bool> {
            (0..players).map(|player| named.contains(&player)).collect()
        };
        let last = players - 1;
        match self {
            Self::First | Self::Second if players > 2 => Err(InputError::new(format_args!(
                "--side: of {players} players none is called first or second; name them by number, 0 to {last}"
            ))),
            Self::First => Ok(only(&[0])),
            Self::Second => Ok(only(&[1])),
            Self::All => Ok(vec![true; players]),
            Self::None => Ok(vec![false; players]),
            Self::Players(named) => match named.iter().find(|player| **player >= players) {
                Some(player) => Err(InputError::new(format_args!(
                    "--side: there is no player {player} in this game; the numbers are 0 to {last}"
                ))),
                None => Ok(only(named)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named_by_number() {
        let people = |text: &str, players| {
            let seats: Seats = text.parse().expect("it is understood");
            seats.people(players).map_err(|why| why.to_string())
        };
        assert_eq!(people("0", 2), people("first", 2));
        assert_eq!(people("1", 2), people("Second", 2));
        assert_eq!(people("2,0", 4), Ok(vec![true, false, true, false]));
        assert_eq!(people("all", 3), Ok(vec![true; 3]));
        assert_eq!(people("both", 2), Ok(vec![true; 2]));
        assert_eq!(people("none", 5), Ok(vec![false; 5]));
        for (text, players) in [("second", 3), ("first", 5), ("5", 5), ("0,2", 2)] {
            assert!(people(text, players).is_err(), "{text} {players}");
        }
        for text in ["", "third", "00", "+1", "1,", "1,1", "0,1,2,3,4,5,6", "-1"] {
            let seats = text.parse::<Seats>();
            assert!(
                seats.map_or(true, |seats| seats.people(5).is_err()),
                "{text}"
            );
        }
    }
}
