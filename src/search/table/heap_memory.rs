//! The memory of the table's buckets where the system maps no memory: in WebAssembly.

use std::io;
use std::sync::Arc;

use zerocopy::FromZeros;

use super::slot::Bucket;

/// The buckets.
pub(super) struct Memory(Box<[Bucket]>);

/// The size of pages, which makes no difference here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pages {
    Small,
    Large,
}

impl Memory {
    /// `count` buckets of zeros.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn zeroed(count: usize, _pages: Pages) -> io::Result<Self> {
        let buckets = <[Bucket]>::new_box_zeroed_with_elems(count);
        buckets
            .map(Self)
            .map_err(|_| io::ErrorKind::OutOfMemory.into())
    }

    #[inline]
    pub(super) fn buckets(&self) -> &[Bucket] {
        &self.0
    }

    /// Nothing to do: the memory is there.
    pub(super) fn prepare(self: &Arc<Self>, _used: usize, _count: usize) {}

    /// Returns `true` at once.
    pub(super) fn wait_for(&self, _count: usize, _wait_briefly: impl Fn() -> bool) -> bool {
        true
    }
}
