//! The instruction of x86.

#[cfg(target_arch = "x86")]
use std::arch::x86::{_MM_HINT_T0, _mm_prefetch};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

/// Lets the processor fetch the first cache line of `value`, and does not wait for it.
#[inline]
#[allow(unsafe_code, reason = "the door to the instruction")]
pub(crate) fn prefetch<T>(value: &T) {
    // SAFETY: the instruction reads and writes nothing that a program could see, and accepts any address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
}
