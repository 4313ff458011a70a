//! A mixing function for hashes and random numbers.

/// Mixes 64 bits so that every bit of the input changes about half of the output.
///
/// The finaliser of `SplitMix64` (Steele, Lea, Flood 2014); used for hashes and Zobrist keys.
///
/// # Examples
/// ```
/// use kaeshi::core::splitmix64;
///
/// assert_eq!(splitmix64(0), 0xe220_a839_7b1d_cdaf);
/// ```
#[must_use]
pub const fn splitmix64(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
