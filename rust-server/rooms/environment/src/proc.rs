//! What the kernel tells in `/proc` and `/sys`: small texts, most of them a value a line.

use std::fs;

/// A file's text without its last line break; `None` where the system has no such file or hides it.
pub fn text(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim_end().to_owned())
}

/// What follows the first line's `key`, past a colon and blanks.
pub fn value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let between = |letter: char| letter.is_whitespace() || letter == ':';
    let mut rests = text.lines().filter_map(|line| line.strip_prefix(key));
    rests.find(|rest| rest.starts_with(between)).map(|rest| rest.trim_start_matches(between).trim_end())
}

/// The number that a value begins with.
pub fn number(text: &str, key: &str) -> Option<u64> {
    value(text, key)?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_its_whole_key() {
        let text = "VmHWMx:\t7 kB\nVmHWM:\t    1932 kB\nmodel name\t: A CPU @ 2.50GHz\nnr_throttled 3\nempty:\n";
        assert_eq!(number(text, "VmHWM"), Some(1932));
        assert_eq!(value(text, "model name"), Some("A CPU @ 2.50GHz"));
        assert_eq!(number(text, "nr_throttled"), Some(3));
        assert_eq!((value(text, "empty"), number(text, "empty")), (Some(""), None));
        assert_eq!(value(text, "model"), Some("name\t: A CPU @ 2.50GHz"), "a key is all that stands before the value");
        assert_eq!(value(text, "nr_"), None);
    }

    #[test]
    fn a_file_that_is_not_there_has_no_text() {
        assert_eq!(text("/proc/self/none-such"), None);
        assert!(text("/proc/self/status").unwrap().starts_with("Name:"));
    }
}
