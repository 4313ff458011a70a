//! The tests of the protocol crate, in one program: one link, and its generic code compiled once.

mod cecp_properties;
mod fairy_properties;
mod gomocup_properties;
mod gtp_properties;
mod lines;
mod nboard_properties;
mod obf;
mod othello_properties;
mod pgn;
mod transcript;
mod ugi_bad;
mod ugi_good;
mod ugi_properties;
mod usi_properties;
mod wthor;
