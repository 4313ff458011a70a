//! What commands share that answer one line after another: their options, and several answers at the same time.

mod options;
mod pool;

pub(super) use self::options::{FilterOptions, Shard};
pub(super) use self::pool::{Pool, Tasks};
