//! The effort of a proof, about in nodes, and its limit.

use super::super::bits::Bits;
use super::super::position::Mnk;
use crate::search::{Stopped, Worker};

/// Counts a node as effort, and stops at the limit.
#[inline]
pub(super) fn charge_effort<B: Bits>(search: &mut Worker<'_, Mnk<B>>) -> Result<(), Stopped> {
    let scratch = &mut search.data;
    scratch.effort += 1;
    scratch.exhausted = scratch.effort > scratch.max_effort;
    if scratch.exhausted {
        Err(Stopped)
    } else {
        Ok(())
    }
}

/// The result of `ask` with at most `effort`; `None` if that was not enough.
pub(super) fn with_effort<B: Bits, T>(
    search: &mut Worker<'_, Mnk<B>>,
    effort: u64,
    ask: impl FnOnce(&mut Worker<'_, Mnk<B>>) -> Result<T, Stopped>,
) -> Result<Option<T>, Stopped> {
    let scratch = &mut search.data;
    (scratch.exhausted, scratch.max_effort) = (false, scratch.effort.saturating_add(effort));
    match ask(search) {
        Err(Stopped) if search.data.exhausted => Ok(None),
        answer => answer.map(Some),
    }
}
