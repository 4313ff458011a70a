//! Places of cards and of lists, for drawing and for the mouse.

use ratatui::layout::Rect;

/// Columns of a card with the blank behind it.
const CARD_COLUMNS: u16 = 5;

/// The row of the hand's first cards, from the top of the table.
const HAND_ROW: u16 = 10;

/// Maximum number of rows of the hand, with a row below it.
const MAX_HAND_ROWS: u16 = 4;

/// Where the card with this index of the person's hand is.
pub(super) fn card(table: Rect, index: usize) -> Rect {
    let in_row = usize::from((table.width / CARD_COLUMNS).max(1));
    let row = u16::try_from(index / in_row).unwrap_or(u16::MAX);
    let column = u16::try_from(index % in_row).unwrap_or(u16::MAX);
    Rect {
        x: table.x + column * CARD_COLUMNS,
        y: table.y.saturating_add(HAND_ROW).saturating_add(row),
        width: CARD_COLUMNS - 1,
        height: 1,
    }
}

/// Where older messages are, below the hand.
pub(super) fn log(table: Rect) -> Rect {
    let above = (HAND_ROW + MAX_HAND_ROWS).min(table.height);
    Rect {
        y: table.y + above,
        height: table.height - above,
        ..table
    }
}

/// Where the list of moves with the selected cards is.
pub(super) fn choices(panel: Rect) -> Rect {
    Rect {
        y: panel.y + 2,
        height: panel.height.saturating_sub(2),
        ..panel
    }
}

/// The first row of a list that is shown in `area`, so that row `chosen` of `count` is visible.
pub(super) fn first_row(chosen: usize, count: usize, area: Rect) -> usize {
    let rows = usize::from(area.height);
    let middle = chosen.saturating_sub(rows / 2);
    middle.min(count.saturating_sub(rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_row_is_always_shown() {
        let area = Rect::new(0, 0, 10, 5);
        for count in 0..20 {
            for chosen in 0..count {
                let first = first_row(chosen, count, area);
                assert!((first..first + 5).contains(&chosen), "{chosen} of {count}");
            }
        }
    }

    #[test]
    fn cards_stand_in_rows_without_overlap() {
        let table = Rect::new(0, 1, 53, 20);
        let cards: Vec<Rect> = (0..27).map(|index| card(table, index)).collect();
        for (at, one) in cards.iter().enumerate() {
            assert!(table.contains(one.as_position()) && one.right() <= table.right());
            assert!(cards[..at].iter().all(|other| !one.intersects(*other)));
        }
    }
}
