//! Matches between the articles' players.

use std::fmt;

use clap::ValueEnum;
use kaeshi::games::mnk::marubatsu::chance::{Tally, expectation, random_match};
use kaeshi::games::mnk::marubatsu::players::{Player, play_match};
use kaeshi::games::mnk::marubatsu::{Board, List1dBoard, MarubatsuBoard, MarubatsuOn};

use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::report::{Figure, Section};
use crate::cli::experiment::timing::{TURNS, side_by_side};

/// A player of the articles, by our name or theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PlayerName {
    /// Any legal move.
    #[value(alias = "ai2")]
    Random,
    /// A move after which the static evaluation is highest.
    #[value(alias = "ai14s")]
    Evaluation,
    /// Alpha-beta to the end of the game.
    #[value(alias = "ai_abs_dls")]
    AlphaBeta,
    /// Principal variation search to the end of the game.
    #[value(alias = "ai_pvs_dls")]
    Pvs,
    /// Principal variation search with iterative deepening.
    #[value(alias = "ai_pvs_iddfs")]
    Deepening,
}

impl PlayerName {
    const fn player(self) -> Player {
        match self {
            Self::Random => Player::Random,
            Self::Evaluation => Player::Evaluation,
            Self::AlphaBeta => Player::AlphaBeta,
            Self::Pvs => Player::Pvs,
            Self::Deepening => Player::Deepening,
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// A match: two players, and what decides its games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) players: [PlayerName; 2],
    /// Rounds of two games.
    pub(super) rounds: u32,
    pub(super) seed: u32,
}

impl Match {
    /// The match of part 212.
    pub(super) const ARTICLE: Self = Self {
        players: [PlayerName::Random; 2],
        rounds: 50_000,
        seed: 0,
    };

    /// A match of `rounds` rounds, by default the article's number for random players and 1000 for others.
    pub(super) fn new(players: [PlayerName; 2], rounds: Option<u32>, seed: u32) -> Self {
        let is_random = players == Self::ARTICLE.players;
        let usual_rounds = if is_random {
            Self::ARTICLE.rounds
        } else {
            1000
        };
        Self {
            players,
            rounds: rounds.unwrap_or(usual_rounds),
            seed,
        }
    }

    fn play(self, progress: &Progress) -> [Tally; 2] {
        let players = self.players.map(PlayerName::player);
        play_match(players, (self.rounds, self.seed), || progress.step(1))
    }

    /// `ai_match`: the results as the articles print them.
    pub(super) fn run(self) -> Section {
        const TABLE: [[u64; 3]; 3] = [
            [29_454, 14_352, 6194],
            [14_208, 29_592, 6200],
            [43_662, 43_944, 12_394],
        ];
        const PERCENT: [[f64; 3]; 3] = [[58.9, 28.7, 12.4], [28.4, 59.2, 12.4], [43.7, 43.9, 12.4]];
        let [first, second] = self.players;
        let is_the_articles = self == Self::ARTICLE;
        let mut section = Section::new(if is_the_articles {
            "Random players against each other (article: part 212)".to_owned()
        } else {
            format!("{first} against {second}, for {first}")
        });
        let [circles, crosses] = self.play(&Progress::new("rounds", self.rounds.into()));
        let total = Tally {
            wins: circles.wins + crosses.wins,
            losses: circles.losses + crosses.losses,
            draws: circles.draws + crosses.draws,
        };
        let rows = [("o", circles), ("x", crosses), ("total", total)];
        for ((name, tally), article) in rows.iter().zip(TABLE) {
            let here = [tally.wins, tally.losses, tally.draws].map(u64::from);
            let article = is_the_articles.then(|| Figure::from(article));
            section.exact(format!("{name}: won, lost, drawn"), here, article);
        }
        for ((name, tally), article) in rows.iter().zip(PERCENT) {
            let counts = [
                ("won", tally.wins),
                ("lost", tally.losses),
                ("drawn", tally.draws),
            ];
            for ((what, count), article) in counts.into_iter().zip(article) {
                let share = 1000.0 * f64::from(count) / f64::from(tally.games().max(1));
                let article = is_the_articles.then_some(Figure::Measure(article));
                section.exact(format!("{name}: {what}, %"), share.round() / 10.0, article);
            }
        }
        if self.players == Self::ARTICLE.players {
            for (what, chance) in ["o wins", "x wins", "drawn"].into_iter().zip(expectation()) {
                section.measured(format!("expected: {what}, %"), 100.0 * chance, None::<f64>);
            }
        }
        if is_the_articles {
            speeds(&mut section);
        }
        section
    }
}

/// The article's last table: rounds a second on two boards, without and with counts of the marks on each line.
fn speeds(section: &mut Section) {
    const ROUNDS: u32 = 100;
    let rows = [
        ("bitboard", 21_777.38),
        ("bitboard, counting marks", 16_858.75),
        ("array of cells", 22_700.83),
        ("array of cells, counting marks", 16_950.29),
    ];
    let progress = Progress::new("speeds", TURNS as u64);
    let mut bits = rounds_of(MarubatsuOn::<Board>::default());
    let mut counted_bits = rounds_of(MarubatsuOn::<Board>::counting());
    let mut cells = rounds_of(MarubatsuOn::<List1dBoard>::default());
    let mut counted_cells = rounds_of(MarubatsuOn::<List1dBoard>::counting());
    let times = side_by_side(
        &mut [
            &mut || bits(ROUNDS),
            &mut || counted_bits(ROUNDS),
            &mut || cells(ROUNDS),
            &mut || counted_cells(ROUNDS),
        ],
        || progress.step(1),
    );
    for ((what, article), nanoseconds) in rows.into_iter().zip(times) {
        let a_second = f64::from(ROUNDS) * 1e9 / nanoseconds;
        section.measured(format!("{what}: rounds a second"), a_second, Some(article));
    }
    section.note("a round is two games, so the article's 21777 a second are 43554 games");
    section.note("all rows of the article's table of speeds measured BitBoard: the loop over the classes always passes it, so its \"nearly equal\" says nothing");
}

/// Plays random rounds from a starting position.
fn rounds_of<B: MarubatsuBoard>(start: MarubatsuOn<B>) -> impl FnMut(u32) {
    move |rounds| {
        std::hint::black_box(random_match(&start, rounds, 0));
    }
}
