//! The guard's rules for XML.

use super::{Broken, MAX_DEPTH, broken, check_text};

/// Encoding, no declarations, everything ends, depth; all else is the engine's to refuse.
pub fn check(body: &[u8]) -> Result<(), Broken> {
    check_text(body)?;
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(start) = find(body, at, b"<") {
        let rest = &body[start..];
        at = if rest.starts_with(b"<!--") {
            past(body, start + 4, b"-->", "a comment does not end")?
        } else if rest.starts_with(b"<![CDATA[") {
            past(body, start + 9, b"]]>", "a CDATA section does not end")?
        } else if rest.starts_with(b"<!") {
            return broken("declarations such as DOCTYPE and ENTITY are not allowed", start);
        } else if rest.starts_with(b"<?") {
            past(body, start + 2, b"?>", "a processing instruction does not end")?
        } else if rest.starts_with(b"</") {
            depth = depth.saturating_sub(1);
            past(body, start + 2, b">", "an end tag does not end")?
        } else {
            let end = end_of_tag(body, start + 1)?;
            if body[end - 1] != b'/' {
                depth += 1;
            }
            if depth > MAX_DEPTH {
                return broken("more than 64 levels are open", start);
            }
            end + 1
        };
    }
    Ok(())
}

/// Where `what` stands at `from` or after.
fn find(body: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    body.get(from..)?.windows(what.len()).position(|window| window == what).map(|offset| from + offset)
}

fn past(body: &[u8], from: usize, what: &[u8], rule: &'static str) -> Result<usize, Broken> {
    find(body, from, what).map_or_else(|| broken(rule, from), |at| Ok(at + what.len()))
}

/// Where the `>` of a start tag stands; one inside a quoted value is none.
fn end_of_tag(body: &[u8], from: usize) -> Result<usize, Broken> {
    let mut quote = None;
    for (at, &byte) in body.iter().enumerate().skip(from) {
        match (quote, byte) {
            (None, b'>') => return Ok(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    broken("a tag does not end", from)
}

#[cfg(test)]
mod tests {
    use super::check;

    fn nested(levels: usize) -> String {
        "<a>".repeat(levels) + &"</a>".repeat(levels)
    }

    fn passes(text: &str) -> bool {
        check(text.as_bytes()).is_ok()
    }

    #[test]
    fn passes_64_levels_and_refuses_65() {
        assert!(passes(&nested(64)));
        assert!(!passes(&nested(65)));
        assert!(!passes(&("</a></a>".to_owned() + &nested(65))), "closing what is not open buys no depth");
        assert!(passes(&"<a/>".repeat(100)), "an empty element opens no level");
        assert!(!passes(&"<a b='/>'>".repeat(65)), "a quoted slash ends no tag");
    }

    #[test]
    fn refuses_declarations_in_any_place_and_spelling() {
        for text in
            ["<!DOCTYPE a>", "<a><!ENTITY x 'y'></a>", "<!doctype a>", "<!ELEMENT a>", "<!", "<![INCLUDE[]]>", "<!->"]
        {
            assert!(!passes(text), "{text}");
        }
    }

    #[test]
    fn skips_comments_cdata_and_instructions() {
        assert!(passes(&format!(
            "<!--{}--><a><![CDATA[{}]]></a><?x {}?>",
            "<a>".repeat(70),
            "<a>".repeat(70),
            "<a>".repeat(70)
        )));
        for text in ["<!--", "<!-->", "<!-- --", "<![CDATA[ ]]", "<?xml ?"] {
            assert!(!passes(text), "{text}");
        }
    }

    #[test]
    fn refuses_tags_that_do_not_end() {
        for text in ["<", "<a", "<a b='>'", "</a", "<a></a><b"] {
            assert!(!passes(text), "{text}");
        }
        assert!(passes("a > b"));
    }

    #[test]
    fn refuses_other_encodings() {
        assert!(check(b"<a>\xe9</a>").is_err());
        assert!(check(b"\xef\xbb\xbf<a/>").is_err());
        assert!(check(b"\xff\xfe<\0a\0/\0>\0").is_err());
    }
}
