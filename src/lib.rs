//! Kaeshi: one search, three games, text protocols.
