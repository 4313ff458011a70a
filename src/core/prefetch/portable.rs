//! Without an instruction for it: nothing, since an early read would be waited for.

/// Does nothing.
#[inline]
pub(crate) const fn prefetch<T>(_value: &T) {}
