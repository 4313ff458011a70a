//! Files of learned numbers: unpacked a little at a time, so that reading them takes no memory of its own.

use std::io::{BufReader, ErrorKind, Read};

use crate::game::mix;

/// What is wrong with packed bytes.
#[derive(Debug)]
pub(super) enum Trouble {
    /// They end too early.
    CutOff,
    /// They are not what was packed.
    Damaged(String),
}

/// A check sum over parts, each of them padded to whole words.
pub(super) struct CheckSum(u64);

impl CheckSum {
    /// Of the stages of a model.
    pub(super) fn of_stages(fewest: &[u8]) -> Self {
        let mut sum = Self(mix(fewest.len() as u64));
        sum.add(fewest);
        sum
    }

    /// Counts another part in.
    pub(super) fn add(&mut self, part: &[u8]) {
        for chunk in part.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0 ^ u64::from_le_bytes(word));
        }
    }

    pub(super) fn value(&self) -> u64 {
        self.0
    }
}

/// Packed bytes on their way out.
pub(super) struct Unpacking<R> {
    bytes: BufReader<R>,
    sum: CheckSum,
}

/// Begins to unpack what Zstandard packed; `sum` goes on over what comes out.
pub(super) fn unpack(packed: &[u8], sum: CheckSum) -> Result<Unpacking<impl Read>, Trouble> {
    let decoder = ruzstd::decoding::StreamingDecoder::new(packed)
        .map_err(|why| Trouble::Damaged(why.to_string()))?;
    Ok(Unpacking {
        bytes: BufReader::new(decoder),
        sum,
    })
}

impl<R: Read> Unpacking<R> {
    /// Takes the next bytes.
    pub(super) fn fill(&mut self, part: &mut [u8]) -> Result<(), Trouble> {
        self.bytes
            .read_exact(part)
            .map_err(|why| match why.kind() {
                ErrorKind::UnexpectedEof => Trouble::CutOff,
                _ => Trouble::Damaged(why.to_string()),
            })?;
        self.sum.add(part);
        Ok(())
    }

    /// Sees to it that nothing is left, and that it was what `check` says.
    pub(super) fn finish(mut self, check: u64) -> Result<(), Trouble> {
        let damaged = |why: &str| Err(Trouble::Damaged(why.to_owned()));
        match self.bytes.read(&mut [0]) {
            Ok(0) if self.sum.value() == check => Ok(()),
            Ok(0) => damaged("its check sum is wrong"),
            Ok(_) => damaged("it holds more numbers than it should"),
            Err(why) => damaged(&why.to_string()),
        }
    }
}
