//! Classes of bytes, looked up: comparing each byte of a body with several others takes twice as long.

/// Which bytes belong.
pub struct Class([bool; 256]);

impl Class {
    /// Just these.
    pub const fn of(bytes: &[u8]) -> Self {
        Self([false; 256]).with(bytes, true)
    }

    /// All from space on, the bytes of UTF-8 too, but for these.
    pub const fn text_without(bytes: &[u8]) -> Self {
        let (mut text, mut byte) = ([true; 256], 0);
        while byte < b' ' as usize {
            text[byte] = false;
            byte += 1;
        }
        Self(text).with(bytes, false)
    }

    /// The same with these in it or not.
    pub const fn with(mut self, bytes: &[u8], belong: bool) -> Self {
        let mut at = 0;
        while at < bytes.len() {
            self.0[bytes[at] as usize] = belong;
            at += 1;
        }
        self
    }

    /// Whether a byte belongs.
    pub const fn has(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }

    /// How many belong before the first that does not.
    pub fn run(&self, bytes: &[u8]) -> usize {
        bytes.iter().position(|&byte| !self.has(byte)).unwrap_or(bytes.len())
    }
}
