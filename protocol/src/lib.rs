//! Typed commands and replies of the text protocols that board game engines speak.
