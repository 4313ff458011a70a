//! Where the table's buckets lie: memory the system hands out zeroed, as it is used, in large pages if it has them.
//!
//! With pages of four KiB a search spends time on handing them out, and more with several threads, since a page that is
//! read before it is written has to be exchanged under the eyes of all of them.

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

impl Memory {
    /// So many buckets of zeros.
    ///
    /// # Errors
    /// When the system does not have that much memory.
    pub(super) fn zeroed(count: usize) -> io::Result<Self> {
        let size = count
            .checked_mul(size_of::<Bucket>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapMut::map_anon(size)?;
        // Without large pages it is only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
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
