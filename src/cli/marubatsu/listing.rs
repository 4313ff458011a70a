//! How fast legal moves are listed: on the articles' boards, and on larger ones.

use std::hint::black_box;

use kaeshi::game::Side;
use kaeshi::games::mnk::marubatsu::larger::{CellBoard, WordBoard};
use kaeshi::games::mnk::marubatsu::{Board, List1dBoard, ListBoard, MarubatsuBoard, Move, Moves};

use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::random::Rng;
use crate::cli::experiment::report::Section;
use crate::cli::experiment::timing::{Spread, TURNS, side_by_side, spreads};

/// Numbers of marks in the article's table.
const MARKS: usize = 9;

/// A way to list moves, its name and the article's times in ns with 0 to 8 marks, if it has them.
struct Listing {
    name: &'static str,
    list: Box<dyn Fn(usize) -> Moves>,
    article: Option<[f64; MARKS]>,
}

/// A board with circles on its first cells, for each number of them, as in the article.
fn boards<B: MarubatsuBoard>() -> [B; MARKS] {
    let mut board = B::default();
    let mut cells = (0..9).filter_map(|index| Move::at(index / 3, index % 3));
    std::array::from_fn(|_| {
        let before = board;
        if let Some(mv) = cells.next() {
            board.set(mv, Some(Side::First));
        }
        before
    })
}

impl Listing {
    fn of<B: MarubatsuBoard + 'static>(
        name: &'static str,
        list: impl Fn(B) -> Moves + 'static,
        article: Option<[f64; MARKS]>,
    ) -> Self {
        let boards = boards::<B>();
        let list = Box::new(move |marks: usize| list(black_box(boards[marks])));
        Self {
            name,
            list,
            article,
        }
    }
}

/// The ways in the order of the articles.
fn listings() -> [Listing; 6] {
    const LIST_1D: [f64; MARKS] = [
        653.0, 602.0, 618.0, 616.0, 608.0, 580.0, 577.0, 574.0, 580.0,
    ];
    const FOURTH: [f64; MARKS] = [
        914.0, 887.0, 881.0, 870.0, 844.0, 809.0, 794.0, 775.0, 754.0,
    ];
    const LAST: [f64; MARKS] = [
        901.0, 801.0, 714.0, 634.0, 558.0, 457.0, 377.0, 299.0, 224.0,
    ];
    [
        Listing::of("columns", ListBoard::moves, None),
        Listing::of("cells", List1dBoard::moves, Some(LIST_1D)),
        Listing::of("bits v1", Board::moves_by_coordinates, None),
        Listing::of("bits v2", Board::moves_by_shifting, None),
        Listing::of("bits v4", Board::moves_by_shifting_once, Some(FOURTH)),
        Listing::of("bits v5", Board::moves, Some(LAST)),
    ]
}

/// The slope of the times by the number of free cells, by least squares: ns a free cell.
fn trend(times: &[f64; MARKS]) -> f64 {
    let mean = times.iter().sum::<f64>() / 9.0;
    let centred = [4.0, 3.0, 2.0, 1.0, 0.0, -1.0, -2.0, -3.0, -4.0];
    let products: f64 = centred
        .iter()
        .zip(times)
        .map(|(free, time)| free * (time - mean))
        .sum();
    products / 60.0
}

/// Times to list the legal moves, by number of marks.
pub(super) fn listing() -> Section {
    let mut section = Section::new("Listing legal moves, ns (article: part 212, Python 3.13)");
    let listings = listings();
    let mut works: Vec<Box<dyn FnMut()>> = Vec::new();
    for listing in &listings {
        for marks in 0..MARKS {
            works.push(Box::new(move || {
                black_box((listing.list)(black_box(marks)));
            }));
        }
    }
    let mut works: Vec<&mut dyn FnMut()> = works.iter_mut().map(|work| &mut **work as _).collect();
    let progress = Progress::new("listing", TURNS as u64);
    let times = spreads(&mut works, || progress.step(1));
    for (listing, times) in listings.iter().zip(times.as_chunks::<MARKS>().0) {
        row(&mut section, listing, times);
    }
    section.measured("bits v1: start", times[2 * MARKS], Some(4070.0));
    section.measured("bits v2: start", times[3 * MARKS], Some(1230.0));
    section.note("columns: an array of columns (ListBoard); cells: one array (List1dBoard); bits: two integers (BitBoard), tested by coordinates (v1), by shifting a bit twice (v2) or once (v4), or taking the lowest free bit (v5)");
    section.note(
        "the lowest free bit takes as many steps as there are moves, shifting always nine: its times fall with the number of free cells",
    );
    section.note(
        "the article prints the moves of all its bit versions as (0,0) (1,0) (2,0) ...: with bit y+3x they come as (0,0) (0,1) (0,2) ...",
    );
    section.note("with counts of marks on each line its setmark reads self.board[move] and fails when a move is taken back; later parts mend that");
    section.note("its means of 600 and 551 ns are cut off, not rounded (600.9, 551.7)");
    section
}

/// Four rows: times by number of marks, their deviations, the mean, and the trend.
fn row(section: &mut Section, listing: &Listing, times: &[Spread; MARKS]) {
    let name = listing.name;
    let means = times.map(|time| time.mean);
    let mean = |times: &[f64; MARKS]| times.iter().sum::<f64>() / 9.0;
    section.measured(
        format!("{name}: with 0 to 8 marks"),
        means.to_vec(),
        listing.article.map(|times| times.to_vec()),
    );
    let deviations = times.map(|time| time.deviation);
    section.measured(
        format!("{name}: deviations"),
        deviations.to_vec(),
        None::<f64>,
    );
    let article = listing.article.as_ref();
    section.measured(format!("{name}: mean"), mean(&means), article.map(mean));
    section.measured(
        format!("{name}: trend, ns a free cell"),
        trend(&means),
        article.map(trend),
    );
}

/// The article's open question: from which size of board on bitboards are faster.
pub(super) fn larger() -> Section {
    const FILLS: [(&str, u32); 3] = [("empty", 0), ("half full", 50), ("90 % full", 90)];
    let mut section = Section::new("Listing legal moves on larger boards, ns: array, bits, ratio");
    let progress = Progress::new("larger boards", 18);
    let mut faster_from = [3; FILLS.len()];
    for size in 3..=20_u32 {
        for ((fill, percent), faster_from) in FILLS.into_iter().zip(&mut faster_from) {
            let [array, bits] = compare(size, percent);
            let ratio = array / bits;
            if ratio <= 1.0 {
                *faster_from = size + 1;
            }
            section.measured(
                format!("{size}x{size}, {fill}"),
                vec![array, bits, ratio],
                None::<f64>,
            );
        }
        progress.step(1);
    }
    for ((fill, _), size) in FILLS.into_iter().zip(faster_from) {
        let answer = if size > 20 {
            "no".to_owned()
        } else {
            format!("from {size}x{size} on")
        };
        section.measured(format!("bits are faster, {fill}"), answer, None::<f64>);
    }
    section.note("the articles leave open whether bitboards pay on larger boards");
    section.note("an array is read cell by cell whatever is on it; a set of bits takes a step for each free cell and one for each 64 cells");
    section
}

/// The median times of an array of cells and of a set of bits on a board with `percent` of its cells marked.
fn compare(size: u32, percent: u32) -> [f64; 2] {
    let mut rng = Rng::new(u64::from(size * 100 + percent));
    let taken: Vec<bool> = (0..size * size).map(|_| rng.below(100) < percent).collect();
    let (cells, words) = (CellBoard::new(&taken), WordBoard::new(&taken));
    let (mut of_cells, mut of_words) = (Vec::new(), Vec::new());
    let mut list_cells = || {
        black_box(&cells).list(&mut of_cells);
        black_box(&of_cells);
    };
    let mut list_words = || {
        black_box(&words).list(&mut of_words);
        black_box(&of_words);
    };
    let times = side_by_side(&mut [&mut list_cells, &mut list_words], || {});
    [times[0], times[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trend_is_the_slope_by_free_cells() {
        let times = [9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0].map(|free| 100.0 + 3.0 * free);
        assert!((trend(&times) - 3.0).abs() < 1e-9);
    }

    #[test]
    fn all_listings_list_the_same_cells() {
        for marks in 0..MARKS {
            let lists = listings().map(|listing| {
                let mut moves: Vec<_> = (listing.list)(marks).as_slice().to_vec();
                moves.sort_unstable();
                moves
            });
            assert!(lists.iter().all(|moves| *moves == lists[0]));
            assert_eq!(lists[0].len(), 9 - marks);
        }
    }
}
