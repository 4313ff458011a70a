//! Texts of any length in messages.

/// The first 24 characters of a text of any length; dots say that more follow.
pub(crate) fn shorten(text: &str) -> String {
    const MAX_SHOWN: usize = 24;
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_after_24_characters() {
        let text = "大".repeat(24);
        assert_eq!(shorten(&text), text);
        assert_eq!(shorten(&(text.clone() + "富")), text + "...");
        assert_eq!(shorten(""), "");
    }
}
