//! The memory of a net's rows, in large pages where the system has them.

use std::ops::Deref;

use bytemuck::allocation::zeroed_box;
use bytemuck::from_bytes_mut;
use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};

use super::rows::Rows;
use crate::core::map_zeros_in_large_pages;

/// What owns the memory of rows.
///
/// A position's rows lie far apart in 17 MB. In pages of 4 KiB the processor looks up their addresses so often that
/// searches take 4 to 5 percent longer (on a virtual machine, where a lookup costs most).
enum Owner {
    Mapping(MmapMut),
    /// Where the system maps no memory, as in WebAssembly.
    Heap(Box<Rows>),
}

impl Owner {
    /// Memory of zeros.
    fn zeroed() -> Self {
        match map_zeros_in_large_pages(size_of::<Rows>()) {
            Ok(map) => Self::Mapping(map),
            Err(_) => Self::Heap(zeroed_box()),
        }
    }

    fn rows(&mut self) -> &mut Rows {
        match self {
            Self::Mapping(map) => from_bytes_mut(map),
            Self::Heap(rows) => rows,
        }
    }
}

type RowsIn<'o> = &'o Rows;

self_cell!(
    struct Cell {
        owner: MutBorrow<Owner>,
        #[covariant]
        dependent: RowsIn,
    }
);

/// The rows of a net.
pub(super) struct RowMemory(Cell);

impl RowMemory {
    /// Rows that `fill` has changed from zeros.
    ///
    /// # Errors
    /// Those of `fill`.
    pub(super) fn filled<E>(fill: impl FnOnce(&mut Rows) -> Result<(), E>) -> Result<Self, E> {
        Self::filled_in(Owner::zeroed(), fill)
    }

    fn filled_in<E>(
        zeros: Owner,
        fill: impl FnOnce(&mut Rows) -> Result<(), E>,
    ) -> Result<Self, E> {
        let cell = Cell::try_new(MutBorrow::new(zeros), |owner| {
            let rows = owner.borrow_mut().rows();
            fill(rows)?;
            Ok(&*rows)
        });
        cell.map(Self)
    }
}

impl Deref for RowMemory {
    type Target = Rows;

    #[inline]
    fn deref(&self) -> &Rows {
        self.0.borrow_dependent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::eval::net::Embedding;

    /// Both owners, though only one of them is used on a system.
    #[test]
    fn rows_are_zeros_but_for_those_filled() {
        let owners = [Owner::zeroed(), Owner::Heap(zeroed_box())];
        let row = Embedding::new([-9; _]);
        for owner in owners {
            let filled = RowMemory::filled_in(owner, |rows| {
                let [states, ..] = rows.parts_mut();
                assert!(states.iter().all(|row| *row.bytes() == [0; _]));
                states[1] = row;
                Ok::<_, ()>(())
            });
            let rows = filled.map_err(|()| "nothing fails here").unwrap();
            let [states, counts, moves] = rows.parts();
            assert_eq!(states[1].numbers(), row.numbers());
            let rest = [&states[..1], &states[2..], counts, moves].concat();
            assert!(rest.iter().all(|row| *row.bytes() == [0; _]));
        }
        assert_eq!(RowMemory::filled(|_| Err("no")).err(), Some("no"));
    }
}
