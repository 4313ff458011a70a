//! Lines, legal moves, make and unmake, on boards of every width.

use kaeshi::game::{Game, Notation, Side};
use kaeshi::games::mnk::bits::Bits;
use kaeshi::games::mnk::{Cell, Mnk, Variant, Visitor, open};

use crate::{Random, moves, picture, random_position, variant};

/// Files, ranks, in a row: one-word boards, the smallest and largest board of every width, extremes.
const SHAPES: [(u32, u32, u32); 30] = [
    (1, 1, 1),
    (1, 26, 26),
    (26, 1, 3),
    (2, 2, 2),
    (3, 3, 3),
    (3, 3, 1),
    (4, 3, 3),
    (3, 4, 4),
    (5, 4, 2),
    (6, 5, 4),
    (7, 8, 7),
    (8, 7, 8),
    (8, 8, 5),
    (9, 7, 5),
    (7, 9, 6),
    (10, 11, 6),
    (11, 10, 11),
    (15, 4, 5),
    (4, 15, 5),
    (15, 15, 5),
    (15, 16, 16),
    (16, 15, 6),
    (19, 19, 5),
    (19, 19, 19),
    (20, 20, 5),
    (20, 20, 20),
    (20, 3, 9),
    (3, 20, 13),
    (26, 26, 6),
    (26, 26, 26),
];

/// Runs of k cells on a board without a guard column: straight lines, and runs that would be lines only on a cylinder.
fn runs(variant: Variant) -> (Vec<Vec<Cell>>, Vec<Vec<Cell>>) {
    let (width, cells) = (variant.width(), u32::from(variant.cells()));
    let mut steps = vec![1, width, width + 1, width.saturating_sub(1)];
    steps.retain(|step| *step > 0);
    // A single cell is a run in every direction, but counts once.
    steps.truncate(if variant.in_row() == 1 { 1 } else { 4 });
    steps.sort_unstable();
    steps.dedup();
    let (mut straight, mut wound) = (Vec::new(), Vec::new());
    for (step, first) in steps
        .iter()
        .flat_map(|&step| (0..cells).map(move |first| (step, first)))
    {
        let numbers: Vec<u32> = (0..variant.in_row()).map(|n| first + n * step).collect();
        if numbers[numbers.len() - 1] >= cells {
            continue;
        }
        let at = |number: u32| (number % width, number / width);
        let moved = |pair: &[u32]| {
            let ((file, rank), (next_file, next_rank)) = (at(pair[0]), at(pair[1]));
            (next_file.wrapping_sub(file).cast_signed(), next_rank - rank)
        };
        let one_step = |(files, ranks): (i32, u32)| files.abs() <= 1 && ranks <= 1;
        let is_straight = numbers
            .windows(2)
            .all(|pair| one_step(moved(pair)) && moved(pair) == moved(&numbers[..2]));
        let named = numbers.iter().map(|&number| at(number));
        let run = named.map(|(file, rank)| variant.cell(file, rank).expect("on the board"));
        if is_straight {
            &mut straight
        } else {
            &mut wound
        }
        .push(run.collect());
    }
    (straight, wound)
}

fn set<B: Bits>(cells: &[Cell]) -> B {
    let bits = cells.iter().map(|cell| B::bit(cell.bit()));
    bits.fold(B::default(), |all, bit| all | bit)
}

struct EveryLine;
impl Visitor for EveryLine {
    type Output = usize;

    fn visit<B: Bits>(self, start: Mnk<B>) -> usize {
        let rules = start.rules();
        let (straight, wound) = runs(rules.variant());
        for line in &straight {
            assert!(rules.has_line(set::<B>(line)), "{line:?}");
            for missing in 0..line.len() {
                let mut rest = line.clone();
                let cell = rest.remove(missing);
                let (stones, empty) = (set::<B>(&rest), rules.cells() & !set::<B>(&rest));
                assert!(!rules.has_line(stones), "{rest:?}");
                assert!(rules.completions(stones, empty).has(cell.bit()), "{rest:?}");
            }
        }
        for run in &wound {
            assert!(!rules.has_line(set::<B>(run)), "{run:?} wraps around");
        }
        straight.len()
    }
}

#[test]
fn every_line_wins_and_nothing_wraps_around() {
    for (width, height, in_row) in SHAPES {
        let lines = open(variant(width, height, in_row), EveryLine);
        // A side of n cells has n - k + 1 lines along it.
        let along = |side: u32| (side + 1).saturating_sub(in_row);
        let straight = along(width) * height + along(height) * width;
        let expected = match in_row {
            1 => width * height,
            _ => straight + 2 * along(width) * along(height),
        };
        assert_eq!(lines, expected as usize, "{width} {height} {in_row}");
    }
}

/// Whether `side` has k in a row, and not more if the rules require that, checked cell by cell.
fn has_line_plainly<B: Bits>(game: &Mnk<B>, side: Side) -> bool {
    let variant = game.rules().variant();
    let board = picture(game);
    let mine = |file: i64, rank: i64| {
        let row = usize::try_from(rank).ok().and_then(|rank| board.get(rank));
        let cell = row.and_then(|row| row.get(usize::try_from(file).ok()?));
        cell.copied().flatten() == Some(side)
    };
    let (width, height) = (i64::from(variant.width()), i64::from(variant.height()));
    (0..height).any(|rank| {
        (0..width).any(|file| {
            [(1, 0), (0, 1), (1, 1), (-1, 1)].iter().any(|(dx, dy)| {
                let in_row = i64::from(variant.in_row());
                let mine = |n: i64| mine(file + n * dx, rank + n * dy);
                let longer = mine(-1) || mine(in_row);
                (0..in_row).all(mine) && !(longer && variant.is_exact())
            })
        })
    })
}

/// The cells where `side` would win at once, found by trying all.
fn winning_cells_plainly<B: Bits>(game: &Mnk<B>, side: Side) -> Vec<Cell> {
    let wins = |cell: &Cell| {
        let stones = game.stones(side) | B::bit(cell.bit());
        game.rules().has_line(stones)
    };
    moves(game).into_iter().filter(wins).collect()
}

struct RandomGame<'r>(&'r mut Random);
impl Visitor for RandomGame<'_> {
    type Output = ();

    fn visit<B: Bits>(self, start: Mnk<B>) {
        let mut game = start;
        while game.result().is_none() {
            let legal = moves(&game);
            check_position(&game, &legal);
            let before = game.clone();
            for cell in &legal {
                game.make(cell);
                game.unmake(cell);
                assert!(game == before, "unmake restores everything");
            }
            game.make(&legal[self.0.below(legal.len())]);
            assert_eq!(game.is_won(), has_line_plainly(&game, !game.side()));
            assert!(!has_line_plainly(&game, game.side()));
            assert_ne!(game.hash(), before.hash());
        }
    }
}

fn check_position<B: Bits>(game: &Mnk<B>, legal: &[Cell]) {
    assert!(legal.is_sorted(), "ascending bits");
    let board = picture(game);
    let empty = board.concat().iter().filter(|cell| cell.is_none()).count();
    assert_eq!(usize::from(game.max_plies_left()), empty);
    let open_files =
        (0..board[0].len()).filter(|file| board.iter().any(|row| row[*file].is_none()));
    let falls = game.rules().variant().has_gravity();
    assert_eq!(legal.len(), if falls { open_files.count() } else { empty });
    let again = game.read(&game.write()).expect("reads its own text");
    assert!(
        *game == again,
        "hash and lines from scratch: {}",
        game.write()
    );
    for side in [Side::First, Side::Second] {
        let mut cells = Vec::new();
        let winning = game.winning_cells(side);
        game.rules().each_cell(winning, |cell| cells.push(cell));
        assert_eq!(cells, winning_cells_plainly(game, side), "{}", game.write());
        assert_eq!(game.can_win(side), !cells.is_empty(), "{}", game.write());
        let threats = game.line_counts().stats(side).threats;
        assert!(threats > 0 || cells.is_empty(), "{}", game.write());
    }
    for cell in legal {
        let code = Mnk::<B>::pack(cell);
        assert!(code.0 > 0 && usize::from(code.0) < Mnk::<B>::PACKED_LIMIT);
        let name = game.write_move(cell);
        assert_eq!(game.read_move(&name), Ok(*cell));
        assert_eq!(game.read_move(&name.to_ascii_uppercase()), Ok(*cell));
    }
}

#[test]
fn random_games_keep_everything_in_step() {
    let mut random = Random(1);
    for (width, height, in_row) in SHAPES {
        let games = if width * height > 100 { 1 } else { 10 };
        for _ in 0..games {
            let plain = variant(width, height, in_row);
            open(plain, RandomGame(&mut random));
            open(plain.with_gravity(), RandomGame(&mut random));
            open(plain.exactly(), RandomGame(&mut random));
            open(plain.exactly().with_gravity(), RandomGame(&mut random));
        }
    }
}

/// With `exact`, six in a row do not win, also if the last stone was in the middle, and also when read as a position.
#[test]
fn a_line_that_is_too_long_wins_only_in_plain_games() {
    for (variant, stones, wins) in [
        (variant(9, 8, 5), "oo1oo4/4o4/XXXXXX3 o", true),
        (variant(9, 8, 5).exactly(), "oo1oo4/4o4/XXXXXX3 o", false),
        (variant(9, 8, 5).exactly(), "oo1oo4/9/1XXXXX3 o", true),
    ] {
        let text = format!("9/9/9/9/9/{stones}");
        let position = Mnk::<u128>::new(variant).read(&text).expect("a position");
        assert_eq!(position.is_won(), wins, "{variant}: {text}");
    }
    let start = Mnk::<u128>::new(variant(9, 8, 5).exactly());
    let mut gap = start
        .read("8 9 5 exact 9/9/9/9/9/oo1oo4/8o/XXX1XX3 x")
        .expect("a position");
    assert!(gap.winning_cells(Side::First).is_empty());
    assert_eq!(gap.winning_cells(Side::Second).count(), 1);
    let middle = gap.read_move("d1").expect("free");
    gap.make(&middle);
    assert_eq!(gap.result(), None, "six are no five");
}

/// A stone falls to the lowest empty cell of its file.
#[test]
fn stones_fall() {
    let start = Mnk::<u64>::new(Variant::CONNECT_FOUR);
    let mut game = start.clone();
    for (name, wrong) in [("d1", "d2"), ("d2", "d1"), ("d3", "d5"), ("a1", "b2")] {
        assert!(game.read_move(wrong).is_err(), "{wrong}");
        let cell = game.read_move(name).expect(name);
        game.make(&cell);
    }
    let names: Vec<String> = moves(&game)
        .iter()
        .map(|cell| game.write_move(cell))
        .collect();
    assert_eq!(names, ["b1", "c1", "e1", "f1", "g1", "a2", "d4"]);
    assert_eq!(game.write(), "6 7 4 gravity 7/7/7/3X3/3O3/O2X3 x 3");
}

#[test]
fn bitboards_of_every_width_agree() {
    let mut random = Random(2);
    let narrow = Mnk::<u64>::new(variant(7, 6, 4));
    let wide = Mnk::<kaeshi::games::mnk::bits::Words<11>>::new(variant(7, 6, 4));
    for _ in 0..300 {
        let Some(position) = random_position(&narrow, 12, &mut random) else {
            continue;
        };
        let other = wide.read(&position.write()).expect("the same variant");
        assert_eq!(other.write(), position.write());
        assert_eq!(other.hash(), position.hash());
        assert_eq!(other.evaluate(), position.evaluate());
        assert_eq!(moves(&other), moves(&position));
    }
}
