//! The types of nodes.

/// The type of a node, known at compile time.
pub trait NodeType {
    /// Whether an exact score is required: the node is a PV node.
    const PV: bool;
}

/// A node that may be on the principal variation.
pub struct Pv;
impl NodeType for Pv {
    const PV: bool = true;
}

/// A node searched in a null window.
pub struct NonPv;
impl NodeType for NonPv {
    const PV: bool = false;
}
