//! The articles' ways to try a move: on a copy, or by taking it back.

/// How the position is restored after a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Descent {
    /// The move is made on a copy, as before the article.
    Copy,
    /// Every search of a child makes its move and takes it back: the article's first form.
    UndoEach,
    /// A child's move is made once, even if the child is searched twice: the article's second form.
    UndoOnce,
}
