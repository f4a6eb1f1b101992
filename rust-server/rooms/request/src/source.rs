//! Where the bodies of a run come from, by the names that the contract gives them.

/// A source of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Each is requested when it is due.
    Http,
    /// Each variant is requested once, and then parsed from memory.
    Replay,
}

impl Source {
    /// Every source, in the contract's order; the first is meant where a request names none.
    pub const ALL: [Source; 2] = [Source::Http, Source::Replay];

    /// The contract's name: `http`, `replay`.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Http => "http",
            Source::Replay => "replay",
        }
    }
}
