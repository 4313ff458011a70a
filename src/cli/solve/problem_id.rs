//! The identity of a problem, which its answer repeats.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Any value of JSON, kept byte for byte: a number would lose digits beyond those of `f64` or `u64`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct ProblemId(Box<RawValue>);

impl ProblemId {
    fn text(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for ProblemId {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for ProblemId {}

impl PartialOrd for ProblemId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ProblemId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text().cmp(other.text())
    }
}
