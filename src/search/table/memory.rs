//! The memory of the table's buckets, which the system zeroes as it is used or prepared.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::thread;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

use super::slot::Bucket;
use crate::core::map_zeros_in_large_pages;

type Buckets<'m> = &'m [Bucket];

self_cell!(
    /// The buckets, and the mapping that holds them, which begins at a page and so at a cache line.
    struct Mapping {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Buckets,
    }
);

/// The size of the pages in which the system provides the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pages {
    /// Four KiB, usually: page faults are quick but frequent. A page that is read before it is written faults twice,
    /// which stops all threads for a moment.
    Small,
    /// Two MiB, usually, if the system has such pages. Page faults are rare, and addresses are found sooner. But zeroing
    /// a page takes up to some milliseconds on a virtual machine, so a thread does that before a search needs it.
    Large,
}

/// The buckets of a table. Those that are not in use yet can be prepared by a thread.
pub(super) struct Memory {
    mapping: Mapping,
    /// Number of buckets whose preparation was begun, from the first one on.
    begun: AtomicUsize,
    /// Number of buckets that are prepared, from the first one on.
    prepared: AtomicUsize,
}

/// Buckets in four KiB, the smallest page of any system.
const BUCKETS_PER_PAGE: usize = 4096 / size_of::<Bucket>();

impl Memory {
    /// `count` buckets of zeros.
    ///
    /// # Errors
    /// When the system does not have enough memory.
    pub(super) fn zeroed(count: usize, pages: Pages) -> io::Result<Self> {
        let size = count
            .checked_mul(size_of::<Bucket>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        let map = match pages {
            Pages::Small => MmapMut::map_anon(size)?,
            Pages::Large => map_zeros_in_large_pages(size)?,
        };
        let mapping = Mapping::try_new(MutBorrow::new(map), |map| {
            let bytes: &mut [u8] = map.borrow_mut();
            match <[Bucket]>::mut_from_bytes(bytes) {
                Ok(buckets) => Ok(&*buckets),
                Err(why) => Err(io::Error::other(why.to_string())),
            }
        })?;
        Ok(Self {
            mapping,
            begun: AtomicUsize::new(0),
            prepared: AtomicUsize::new(0),
        })
    }

    #[inline]
    pub(super) fn buckets(&self) -> &[Bucket] {
        self.mapping.borrow_dependent()
    }

    /// Lets a thread prepare the buckets from `used` to `count`, if none has begun to: the system provides their pages.
    /// No table may use them meanwhile. The thread ends early when the table is gone.
    pub(super) fn prepare(self: &Arc<Self>, used: usize, count: usize) {
        let begun = self.begun.fetch_max(count, Relaxed).max(used);
        if begun >= count {
            return;
        }
        let memory = Arc::clone(self);
        let work = move || memory.touch(begun..count);
        if let Err(why) = thread::Builder::new().name("table".into()).spawn(work) {
            log::warn!("the table's memory is not prepared: {why}");
            self.prepared.fetch_max(count, Release);
        }
    }

    /// Calls `wait_briefly` until the first `count` buckets are prepared. Returns `false` when that does before.
    pub(super) fn wait_for(&self, count: usize, wait_briefly: impl Fn() -> bool) -> bool {
        while self.prepared.load(Acquire) < count {
            if !wait_briefly() {
                return false;
            }
        }
        true
    }

    /// Writes a zero to every page of the buckets in `unused`.
    fn touch(self: Arc<Self>, unused: Range<usize>) {
        let end = unused.end;
        for at in unused.step_by(BUCKETS_PER_PAGE) {
            if Arc::strong_count(&self) == 1 {
                return;
            }
            self.buckets()[at][0].key.store(0, Relaxed);
        }
        self.prepared.fetch_max(end, Release);
    }
}
