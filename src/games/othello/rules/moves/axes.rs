//! The four axes along which discs are turned over.

/// The step of each axis, and the discs that can be turned over along it: not those on an edge where the axis ends.
pub(super) const INNER: [(u32, u64); 4] = [
    (1, 0x7e7e_7e7e_7e7e_7e7e),
    (8, 0x00ff_ffff_ffff_ff00),
    (9, 0x007e_7e7e_7e7e_7e00),
    (7, 0x007e_7e7e_7e7e_7e00),
];
