//! Mobility with AVX2: parallel prefix with the four axes in one 256-bit register, up and down in two chains.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use super::axes::INNER;

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn legal(own: u64, other: u64) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { fold(reached(own, middle(other))) & !(own | other) }
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn potential(own: u64, other: u64) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { fold(around(middle(other))) & !(own | other) }
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn legal_and_potential(own: u64, other: u64) -> (u64, u64) {
    let empty = !(own | other);
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe {
        let middle = middle(other);
        (
            fold(reached(own, middle)) & empty,
            fold(around(middle)) & empty,
        )
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn steps(times: i64) -> __m256i {
    let step = |axis: usize| i64::from(INNER[axis].0) * times;
    _mm256_setr_epi64x(step(0), step(1), step(2), step(3))
}

/// The discs that can be turned over on each axis.
#[inline]
#[target_feature(enable = "avx2")]
fn middle(other: u64) -> __m256i {
    let inner = |axis: usize| INNER[axis].1.cast_signed();
    let inner = _mm256_setr_epi64x(inner(0), inner(1), inner(2), inner(3));
    _mm256_and_si256(_mm256_set1_epi64x(other.cast_signed()), inner)
}

/// The squares beyond the runs that start at `own`, on each axis.
#[inline]
#[target_feature(enable = "avx2")]
fn reached(own: u64, through: __m256i) -> __m256i {
    let own = _mm256_set1_epi64x(own.cast_signed());
    let (one, two) = (steps(1), steps(2));
    let up = _mm256_and_si256(through, _mm256_sllv_epi64(own, one));
    let down = _mm256_and_si256(through, _mm256_srlv_epi64(own, one));
    let up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, one)));
    let down = _mm256_or_si256(
        down,
        _mm256_and_si256(through, _mm256_srlv_epi64(down, one)),
    );
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, one));
    let pairs_down = _mm256_srlv_epi64(pairs_up, one);
    let up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    let down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
    );
    let up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    let down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
    );
    _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one))
}

/// The squares next to `middle` on each axis.
#[inline]
#[target_feature(enable = "avx2")]
fn around(middle: __m256i) -> __m256i {
    let one = steps(1);
    _mm256_or_si256(
        _mm256_sllv_epi64(middle, one),
        _mm256_srlv_epi64(middle, one),
    )
}

/// The union of the four axes.
#[inline]
#[target_feature(enable = "avx2")]
fn fold(axes: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(axes),
        _mm256_extracti128_si256::<1>(axes),
    );
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}
