//! Acknowledged tweets, each with the system as soon as it is acknowledged: a kill loses none.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// A line for each tweet: its id, and its author.
pub struct Log(File);

impl Log {
    /// Goes on at the end of a file.
    pub fn open(path: &Path) -> io::Result<Self> {
        OpenOptions::new().create(true).append(true).open(path).map(Self)
    }

    /// One write, so that lines are whole.
    pub fn add(&self, id: i64, author: u32) -> io::Result<()> {
        (&self.0).write_all(format!("{id} {author}\n").as_bytes())
    }
}

/// What a log has; a last line that was cut is none.
pub fn read(path: &Path) -> io::Result<Vec<(i64, u32)>> {
    let text = std::fs::read_to_string(path)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let pair = |line: &str| {
        let (id, author) = line.split_once(' ')?;
        Some((id.parse().ok()?, author.parse().ok()?))
    };
    Ok(whole.lines().filter_map(pair).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_line_that_was_cut_counts_for_nothing() {
        let path = std::env::temp_dir().join(format!("generator-log-{}", std::process::id()));
        let log = super::Log::open(&path).expect("it can be written");
        log.add(7, 3).expect("it can be written");
        std::io::Write::write_all(&mut &log.0, b"9 1").expect("it can be written");
        assert_eq!(super::read(&path).expect("it is there"), [(7, 3)]);
        std::fs::remove_file(path).expect("it is there");
    }
}
