//! The guard's rules for JSON.

use super::{Broken, MAX_DEPTH, broken, check_text};

/// Encoding and depth; all else is the engine's to refuse.
pub fn check(body: &[u8]) -> Result<(), Broken> {
    check_text(body)?;
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(&byte) = body.get(at) {
        match byte {
            b'"' => at = end_of_string(body, at + 1),
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return broken("more than 64 levels are open", at);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// Where the string that was opened before `at` closes, or where the body ends.
fn end_of_string(body: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = body.get(at) {
        match byte {
            b'"' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::check;

    fn nested(levels: usize) -> Vec<u8> {
        let mut body = vec![b'['; levels];
        body.extend(vec![b']'; levels]);
        body
    }

    #[test]
    fn passes_64_levels_and_refuses_65() {
        assert!(check(&nested(64)).is_ok());
        assert!(check(&nested(65)).is_err());
        assert!(check(&b"{\"a\":".repeat(65)).is_err());
        assert!(check(&b"[]".repeat(1000)).is_ok(), "levels that closed do not count");
    }

    #[test]
    fn closing_what_is_not_open_buys_no_depth() {
        assert!(check(&[b"]]".as_slice(), &nested(65)].concat()).is_err());
    }

    #[test]
    fn brackets_in_strings_do_not_count() {
        let text = "[".repeat(100);
        assert!(check(format!("\"{text}\"").as_bytes()).is_ok());
        assert!(check(format!(r#""\"{text}""#).as_bytes()).is_ok(), "an escaped quote closes nothing");
        assert!(check(format!(r#""\\"{text}"#).as_bytes()).is_err(), "an escaped backslash escapes nothing");
    }

    #[test]
    fn refuses_what_is_not_utf_8_anywhere_and_a_byte_order_mark() {
        assert!(check(b"{\"x\":\"\xff\"}").is_err());
        assert!(check(b"\xef\xbb\xbf{}").is_err());
        assert!(check(b"\xff\xfe{\0}\0").is_err());
    }

    #[test]
    fn leaves_grammar_to_the_engine() {
        assert!(check(b"{]").is_ok());
        assert!(check(b"\"open").is_ok());
        assert!(check(b"\"\\").is_ok());
    }
}
