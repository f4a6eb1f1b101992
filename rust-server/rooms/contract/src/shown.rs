//! What a client sent, as an answer may quote it.

/// The most characters of a name, a value or a header that an answer quotes.
pub const MOST_SHOWN: usize = 60;

/// The text's first characters, and an ellipsis where there were more.
pub fn shown(text: &str, most: usize) -> String {
    text.char_indices().nth(most).map_or_else(|| text.to_owned(), |(end, _)| format!("{}…", &text[..end]))
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn only_a_text_that_is_cut_ends_in_an_ellipsis() {
        for (text, quoted) in [("", ""), ("ab", "ab"), ("é😀", "é😀"), ("é😀c", "é😀…"), ("abcd", "ab…")]
        {
            assert_eq!(shown(text, 2), quoted, "{text}");
        }
    }
}
