//! Text files that may be compressed, which the ending of their names says.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// Opens a text file. One whose name ends in `.gz` is unpacked by gzip, one that ends in `.zst` by zstd.
///
/// # Errors
/// If the file cannot be opened. Damaged data is an error of [`Read::read`].
///
/// # Examples
/// ```
/// use std::io::Read;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.txt.zst");
/// let packed = ruzstd::encoding::compress_to_vec(&b"f5d6c3"[..], ruzstd::encoding::CompressionLevel::Fastest);
/// std::fs::write(&path, packed)?;
/// let mut text = String::new();
/// kaeshi::files::open_text(&path)?.read_to_string(&mut text)?;
/// assert_eq!(text, "f5d6c3");
/// # Ok::<_, std::io::Error>(())
/// ```
pub fn open_text(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    let file = File::open(path)?;
    let ending = path.extension().map(OsStr::to_ascii_lowercase);
    Ok(match ending.as_deref().and_then(|ending| ending.to_str()) {
        Some("gz") => Box::new(MultiGzDecoder::new(BufReader::new(file))),
        Some("zst") => Box::new(ZstdFrames(Frame::End(BufReader::new(file)))),
        _ => Box::new(file),
    })
}

/// The data of all frames of a zstd file, one after the other.
struct ZstdFrames<R: Read>(Frame<R>);

enum Frame<R: Read> {
    /// The next frame, or the end of the file, begins here.
    End(R),
    Open(Box<StreamingDecoder<R, FrameDecoder>>),
    /// The file is damaged.
    Damaged,
}

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(&mut self.0, Frame::Damaged) {
                Frame::End(mut source) => {
                    if source.fill_buf()?.is_empty() {
                        self.0 = Frame::End(source);
                        return Ok(0);
                    }
                    let decoder = StreamingDecoder::new(source);
                    self.0 = Frame::Open(Box::new(decoder.map_err(|why| damaged(&why))?));
                }
                Frame::Open(mut decoder) => {
                    let length = decoder.read(bytes)?;
                    if length > 0 {
                        self.0 = Frame::Open(decoder);
                        return Ok(length);
                    }
                    self.0 = Frame::End(decoder.into_inner());
                }
                Frame::Damaged => return Err(damaged(&"the data is damaged")),
            }
        }
    }
}

fn damaged(why: &impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).expect("memory can be written");
        encoder.finish().expect("memory can be written")
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    fn unpacked(name: &str, bytes: &[u8]) -> io::Result<String> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(name);
        fs::write(&path, bytes)?;
        let mut text = String::new();
        open_text(&path)?.read_to_string(&mut text)?;
        Ok(text)
    }

    /// Programs that compress in parallel write several frames.
    #[test]
    fn all_frames_of_a_file_are_read() {
        type Pack = fn(&[u8]) -> Vec<u8>;
        let long = "a line of some length\n".repeat(30_000);
        for (name, pack) in [("a.gz", gzip as Pack), ("a.ZST", zstd)] {
            let frames = [pack(b"one\n"), pack(b""), pack(long.as_bytes())].concat();
            let text = unpacked(name, &frames).expect(name);
            assert_eq!(text, format!("one\n{long}"), "{name}");
            assert_eq!(unpacked(name, b"").unwrap_or_default(), "", "{name}");
            let torn = &frames[..frames.len() - 9];
            assert!(unpacked(name, torn).is_err(), "{name}");
            assert!(unpacked(name, b"no archive").is_err(), "{name}");
        }
        assert_eq!(unpacked("a.txt", b"plain").expect("text"), "plain");
    }
}
