//! Where the table's buckets lie: memory the system hands out zeroed, as it is used.

use std::io;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

use super::table::Bucket;

type Buckets<'m> = &'m [Bucket];

self_cell!(
    /// Buckets, and the mapping they lie in, which begins at a page and so at a cache line.
    pub(super) struct Memory {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Buckets,
    }
);

/// In what pieces the system hands out the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pages {
    /// Four KiB, usually: at once, but again and again, and twice if a page is read before it is written, which stops
    /// all threads for a moment.
    Small,
    /// Two MiB, usually, if the system has such: seldom, but zeroing one takes up to some milliseconds on a virtual machine, and
    /// a search hits all of them in its first moments.
    Large,
}

impl Memory {
    /// So many buckets of zeros.
    ///
    /// # Errors
    /// When the system does not have that much memory.
    pub(super) fn zeroed(count: usize, pages: Pages) -> io::Result<Self> {
        let size = count
            .checked_mul(size_of::<Bucket>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapMut::map_anon(size)?;
        if pages == Pages::Large {
            // Without them it is only slower.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Self::try_new(MutBorrow::new(map), |map| {
            let bytes: &mut [u8] = map.borrow_mut();
            match <[Bucket]>::mut_from_bytes(bytes) {
                Ok(buckets) => Ok(&*buckets),
                Err(why) => Err(io::Error::other(why.to_string())),
            }
        })
    }

    #[inline]
    pub(super) fn buckets(&self) -> &[Bucket] {
        self.borrow_dependent()
    }
}
