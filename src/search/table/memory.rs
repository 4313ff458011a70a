//! The memory of the table's buckets, which the system zeroes as it is used.

use std::io;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

use super::slot::Bucket;

type Buckets<'m> = &'m [Bucket];

self_cell!(
    /// The buckets, and the mapping that holds them, which begins at a page and so at a cache line.
    pub(super) struct Memory {
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
    /// Two MiB, usually, if the system has such pages. Page faults are rare, but zeroing a page takes up to some
    /// milliseconds on a virtual machine. A search touches all pages in its first moments.
    Large,
}

impl Memory {
    /// `count` buckets of zeros.
    ///
    /// # Errors
    /// When the system does not have enough memory.
    pub(super) fn zeroed(count: usize, pages: Pages) -> io::Result<Self> {
        let size = count
            .checked_mul(size_of::<Bucket>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapMut::map_anon(size)?;
        if pages == Pages::Large {
            // Without huge pages the table is only slower.
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
