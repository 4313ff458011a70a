//! Stable discs with AVX2 and BMI2: the four axes in one 256-bit register.

use std::arch::x86_64::{
    __m256i, _mm_movemask_epi8, _mm_set_epi64x, _mm_slli_epi64, _mm256_and_si256, _mm256_or_si256,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_testc_si256, _pdep_u64,
};

use bytemuck::must_cast;

use super::edge::{EDGES, STABLE_ON_EDGE};
use super::full::{FILE_A, east, north, south, west};
use crate::games::othello::rules::flip::lanes::{
    around, halves_swapped, lowest, neighbours_swapped, spread, steps,
};

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn edge_stable(own: u64, other: u64) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2 and BMI2.
    unsafe { on_edges(own, other) }
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn beyond_edges(own: u64, other: u64, on_edges: u64) -> u64 {
    // SAFETY: as for `edge_stable`.
    unsafe { grown(own, other, on_edges) }
}

/// The discs of `own` on the edges that the table calls stable.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn on_edges(own: u64, other: u64) -> u64 {
    let both = _mm_set_epi64x(own.cast_signed(), other.cast_signed());
    // Bit 7 of each byte: the h-file of `other`, then that of `own`.
    let right = looked_up(_mm_movemask_epi8(both).cast_unsigned());
    let left = looked_up(_mm_movemask_epi8(_mm_slli_epi64::<7>(both)).cast_unsigned());
    let [top, .., bottom] = own.to_le_bytes();
    let [other_top, .., other_bottom] = other.to_le_bytes();
    let rank = |own: u8, other: u8| looked_up(u32::from(own) << 8 | u32::from(other));
    rank(top, other_top)
        | rank(bottom, other_bottom) << 56
        | _pdep_u64(left, FILE_A)
        | _pdep_u64(right, FILE_A << 7)
}

/// The stable discs of an edge, whose own discs are the upper byte of `edge` and the opponent's the lower one.
#[inline]
fn looked_up(edge: u32) -> u64 {
    STABLE_ON_EDGE.as_flattened()[(edge & 0xffff) as usize].into()
}

/// `found`, and the discs of `own` that are stable because those are, or because their lines are full.
#[inline]
#[target_feature(enable = "avx2")]
fn grown(own: u64, other: u64, found: u64) -> u64 {
    let full = full_lines(spread(own | other));
    let middle = spread(own & !EDGES);
    let mut found = _mm256_or_si256(
        spread(found),
        _mm256_and_si256(spread(own), intersection(full)),
    );
    loop {
        // Three steps before a branch: the processor cannot predict how many are needed, and more are rare.
        let twice = beside(beside(found, full, middle), full, middle);
        found = beside(twice, full, middle);
        if _mm256_testc_si256(twice, found) != 0 {
            return lowest(found);
        }
    }
}

/// `found`, and the discs of `middle` next to it or on full lines on all axes.
#[inline]
#[target_feature(enable = "avx2")]
fn beside(found: __m256i, full: __m256i, middle: __m256i) -> __m256i {
    let safe = intersection(_mm256_or_si256(full, around(found)));
    _mm256_or_si256(found, _mm256_and_si256(safe, middle))
}

/// The intersection of all lanes, in every lane.
#[inline]
#[target_feature(enable = "avx2")]
fn intersection(lanes: __m256i) -> __m256i {
    let two = _mm256_and_si256(lanes, halves_swapped(lanes));
    _mm256_and_si256(two, neighbours_swapped(two))
}

/// The squares on full lines, an axis in each lane. A line is full towards an end if the next square is, or is outside the
/// board; computed in steps of 1, 2 and 4.
#[inline]
#[target_feature(enable = "avx2")]
fn full_lines(taken: __m256i) -> __m256i {
    let up = and_up(and_up(and_up(taken, 1), 2), 4);
    let down = and_down(and_down(and_down(taken, 1), 2), 4);
    _mm256_and_si256(up, down)
}

/// The squares of `set` that have another one `count` steps before them, or that are nearer to the end of the board.
#[inline]
#[target_feature(enable = "avx2")]
fn and_up(set: __m256i, count: u32) -> __m256i {
    let outside = outside(west(count), east(count), north(count));
    let before = _mm256_sllv_epi64(set, steps(count.into()));
    _mm256_and_si256(set, _mm256_or_si256(before, outside))
}

/// As [`and_up`], towards the other end.
#[inline]
#[target_feature(enable = "avx2")]
fn and_down(set: __m256i, count: u32) -> __m256i {
    let outside = outside(east(count), west(count), south(count));
    let after = _mm256_srlv_epi64(set, steps(count.into()));
    _mm256_and_si256(set, _mm256_or_si256(after, outside))
}

/// The squares near one end of each axis, from those near one end of all ranks, near their other end, and near one end of all
/// files.
#[inline]
#[target_feature(enable = "avx2")]
fn outside(files: u64, opposite_files: u64, ranks: u64) -> __m256i {
    must_cast([files, ranks, files | ranks, opposite_files | ranks])
}
