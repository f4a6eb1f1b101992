//! How much of a client's text an answer quotes.

/// What a client sent, as an answer may quote it: 60 characters, and an ellipsis where there were more.
pub fn shown(text: &str) -> String {
    text.char_indices().nth(60).map_or_else(|| text.to_owned(), |(end, _)| format!("{}…", &text[..end]))
}
