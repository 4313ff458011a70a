//! A series of games of cards: the points of all games.

/// The points of the games so far. The current game is not among them before [`Series::add`].
#[derive(Debug)]
pub(super) struct Series {
    /// Points of each player, by the player's number.
    totals: Vec<u32>,
    /// Number of finished games.
    games: u32,
    /// The players of the last finished game, first to last.
    places: Option<Vec<usize>>,
    /// Number of games of the series; `None` if the person ends it.
    limit: Option<u32>,
}

impl Series {
    /// A series among `players` players.
    pub(super) fn new(players: usize, limit: Option<u32>) -> Self {
        Self {
            totals: vec![0; players],
            games: 0,
            places: None,
            limit,
        }
    }

    /// Adds a game with these `places`, the players from first to last.
    pub(super) fn add(&mut self, places: Vec<usize>) {
        self.totals = self.totals_with(&places);
        self.games += 1;
        self.places = Some(places);
    }

    /// The players of the last finished game, first to last.
    pub(super) fn last_places(&self) -> Option<&[usize]> {
        self.places.as_deref()
    }

    /// Whether the current game is the last one.
    pub(super) fn is_last_game(&self) -> bool {
        self.limit.is_some_and(|limit| self.games + 1 >= limit)
    }

    /// Whether the series has a fixed number of games.
    pub(super) fn has_limit(&self) -> bool {
        self.limit.is_some()
    }

    /// Two lines about a game with these `places`: its points, and those of all games. `name` names a player.
    pub(super) fn report(&self, places: &[usize], name: impl Fn(usize) -> String) -> String {
        let list = |points: &[u32]| {
            let words = points.iter().enumerate();
            let words: Vec<_> = words
                .map(|(player, points)| format!("{}: {points}", name(player)))
                .collect();
            words.join(", ")
        };
        let game = (0..self.totals.len()).map(|player| points(places, player));
        let game: Vec<_> = game.collect();
        format!(
            "Points of game {}: {}.\nPoints in all: {}.",
            self.games + 1,
            list(&game),
            list(&self.totals_with(places))
        )
    }

    fn totals_with(&self, places: &[usize]) -> Vec<u32> {
        let totals = self.totals.iter().enumerate();
        totals
            .map(|(player, total)| total.saturating_add(points(places, player)))
            .collect()
    }
}

/// The points of `player`: the last gets 1, and each place before it 1 more.
fn points(places: &[usize], player: usize) -> u32 {
    let place = places.iter().position(|&other| other == player);
    let behind = place.map_or(0, |place| places.len() - place);
    u32::try_from(behind).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_added_game_by_game() {
        let mut series = Series::new(3, Some(2));
        assert!(!series.is_last_game());
        series.add(vec![2, 0, 1]);
        assert!(series.is_last_game());
        assert_eq!(series.last_places(), Some(&[2, 0, 1][..]));
        let report = series.report(&[0, 1, 2], |player| format!("p{player}"));
        assert_eq!(
            report,
            "Points of game 2: p0: 3, p1: 2, p2: 1.\nPoints in all: p0: 5, p1: 3, p2: 4."
        );
        assert!(!Series::new(5, None).is_last_game());
    }
}
