//! Reading at a position of a file, without a cursor that threads would share.

use std::fs::File;
use std::io;

/// Fills `buffer` with the bytes from `offset` on.
///
/// # Errors
/// If the file ends earlier or cannot be read.
#[cfg(unix)]
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Fills `buffer` with the bytes from `offset` on.
///
/// # Errors
/// If the file ends earlier or cannot be read.
#[cfg(windows)]
pub fn read_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;

    while !buffer.is_empty() {
        match file.seek_read(buffer, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                buffer = &mut buffer[count..];
                offset += count as u64;
            }
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(why) => return Err(why),
        }
    }
    Ok(())
}

/// Fills `buffer` with the bytes from `offset` on. Moves the cursor, which does not matter without threads.
///
/// # Errors
/// If the file ends earlier or cannot be read.
#[cfg(target_family = "wasm")]
pub fn read_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};

    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(buffer)
}
