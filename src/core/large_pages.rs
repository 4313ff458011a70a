//! Memory in large pages.

use std::io;

use memmap2::MmapMut;

/// `size` bytes of zeros, in pages of two MiB if the system has such pages, and otherwise in its small ones, which only take
/// longer to address.
///
/// # Errors
/// When the system has not enough memory, or maps none, as in WebAssembly.
pub(crate) fn map_zeros_in_large_pages(size: usize) -> io::Result<MmapMut> {
    let map = MmapMut::map_anon(size)?;
    #[cfg(target_os = "linux")]
    if let Err(why) = map.advise(memmap2::Advice::HugePage) {
        log::debug!("no large pages: {why}");
    }
    Ok(map)
}
