//! Properties of the files of the trainer and of the evaluation: labels, games, weights, nets.
//!
//! If the first byte of the input is odd, the rest gets a valid checksum, so that the data behind it are tested, too.

use std::fs;
use std::path::{Path, PathBuf};

use kaeshi::core::Checksum;
use kaeshi::games::othello::net::Net;
use kaeshi::games::othello::weights::Weights;
use kaeshi_trainer::games as game_files;
use kaeshi_trainer::labels::{self as label_files, LabelsError, Writer};

/// Size of the header of a file of labels in bytes.
const HEADER: usize = 32;
/// Size of a label in bytes.
const RECORD: usize = 24;

/// A file in memory, if the system has such files; removed when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() {
            memory.to_owned()
        } else {
            std::env::temp_dir()
        };
        let thread = std::thread::current().id();
        let path = folder.join(format!("kaeshi-{name}-{}-{thread:?}", std::process::id()));
        fs::write(&path, bytes).expect("a small file can be written");
        Self(path)
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.0).expect("the file is still there")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Checks that a message is one line; the path in it may be anything.
fn check(why: &dyn std::fmt::Display) {
    crate::text::check_message(&why.to_string());
}

/// The input without its first byte, and whether that is odd.
fn split(data: &[u8]) -> Option<(bool, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((first % 2 == 1, rest))
}

/// The checksum of a block of labels.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let mut sum = Checksum::new(bytes.len() as u64);
    sum.add(bytes);
    sum.value().to_le_bytes()
}

/// Files of labels.
pub fn labels(data: &[u8]) {
    let Some((is_sound, data)) = split(data) else {
        return;
    };
    let mut bytes = data.to_vec();
    // Blocks of few labels, so that an input may have several.
    let records = data.get(8..12).map_or(0, |word| usize::from(word[0]) % 4);
    if is_sound && bytes.len() >= HEADER {
        bytes[..8].copy_from_slice(b"KAESHIL1");
        bytes[8..12].copy_from_slice(&[u8::try_from(records).unwrap_or(0), 0, 0, 0]);
        for block in bytes[HEADER..].chunks_exact_mut(records * RECORD + 8) {
            let (content, check) = block.split_at_mut(records * RECORD);
            check.copy_from_slice(&checksum(content));
        }
    }
    let file = Scratch::new("labels", &bytes);
    let read = label_files::read(&file.0);
    assert_eq!(file.bytes(), bytes, "reading changed the file");
    match &read {
        Err(why) => check(why),
        Ok(found) => {
            for label in found {
                assert_eq!(label.board.own & label.board.other, 0);
                assert!(label.discs().abs() <= 64.0);
            }
        }
    }
    go_on(&bytes, &file, read);
}

/// Continuing a file keeps its valid blocks; a file that is refused is not changed.
fn go_on(bytes: &[u8], file: &Scratch, read: Result<Vec<label_files::Label>, LabelsError>) {
    let origin = bytes.get(16..24).map_or(0, |word| {
        word.iter()
            .rev()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    });
    let records = bytes.get(8).map_or(1, |first| u32::from(*first).max(1));
    match Writer::open(&file.0, records, origin) {
        Err(why) => {
            check(&why);
            assert_eq!(file.bytes(), bytes, "a refused file was changed");
        }
        Ok(writer) => {
            let kept = file.bytes();
            let size = records as usize * RECORD + 8;
            assert_eq!(kept.len(), HEADER + writer.blocks() * size);
            // A file with a part of the header gets the rest.
            assert!(kept.starts_with(bytes) || bytes.starts_with(&kept));
            if let Ok(found) = read {
                assert_eq!(found.len(), writer.blocks() * records as usize);
            }
        }
    }
}

/// Files of games, which labels are made from.
pub fn games(data: &[u8]) {
    let file = Scratch::new("games", data);
    match game_files::read(std::slice::from_ref(&file.0)) {
        Err(why) => check(&why),
        Ok(games) => assert!(games.iter().all(|moves| moves.len() <= 60)),
    }
}

/// Files of a net.
pub fn net(data: &[u8]) {
    let Some((is_near, data)) = split(data) else {
        return;
    };
    let bytes = if is_near {
        [&b"KAESHIN7"[..], data].concat()
    } else {
        data.to_vec()
    };
    if let Err(why) = Net::read(&bytes) {
        check(&why);
    }
}

/// Files of weights.
pub fn weights(data: &[u8]) {
    let Some((is_near, data)) = split(data) else {
        return;
    };
    let bytes = if is_near {
        [&b"KAESHIW3"[..], data].concat()
    } else {
        data.to_vec()
    };
    if let Err(why) = Weights::read(&bytes) {
        check(&why);
    }
}
