//! A fixed amount of the endgame solver's work, whose time shows how fast the machine is.

use crate::games::othello::endgame::Solver;
use crate::games::othello::rules::board::Board;

/// Positions with 12 and 13 empty squares, as the discs of the side to move and of the other side.
const POSITIONS: [(u64, u64); 6] = [
    (0x0003_070d_1bb3_3fbf, 0x003c_78f2_644c_4040),
    (0x3e2c_9e2f_00d9_297f, 0x0010_20d0_ff26_1600),
    (0x103c_9498_acc0_3d3c, 0x2f03_2b67_533f_0000),
    (0x80e0_e0a0_efee_be00, 0x1018_1e5f_1011_017d),
    (0x3f3d_fdfb_f500_1c00, 0x0002_0204_0a7f_203c),
    (0x8ccc_f0f0_c8c0_8008, 0x3030_0f0f_373d_7c14),
];

/// Solves the positions, and returns the number of nodes.
pub(in crate::games::othello) fn solve_some() -> u64 {
    let mut solver = Solver::new();
    for (own, other) in POSITIONS {
        let _ = solver.score(Board { own, other });
    }
    solver.nodes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// About 1.5 ms of work on the machine of the first fit.
    #[test]
    fn the_work_is_the_same_each_time() {
        let nodes = solve_some();
        assert_eq!(nodes, solve_some());
        assert!((50_000..500_000).contains(&nodes), "{nodes}");
    }
}
