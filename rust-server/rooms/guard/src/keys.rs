//! The keys of the maps that are open, each of which comes once.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Range;
use std::sync::LazyLock;

use super::json_text::Unescaped;
use super::rule;

/// How many keys are known at once, over all maps that are open.
const MOST: usize = 4096;
/// Places for them: twice as many, so that half stay free.
const PLACES: usize = 2 * MOST;
/// A hash reads so many bytes at a time, whether or not they come out of escapes.
const CHUNK: usize = 64;

/// How keys are hashed, seeded as the server starts: nobody can choose keys that collide.
static HASH: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// A table of fixed size, probed linearly.
pub struct Keys {
    /// The number of the key at each place, and one more; 0 where none is.
    places: Vec<u16>,
    /// In the order in which they came.
    known: Vec<Key>,
}

/// Where a key stands in the body.
struct Key {
    hash: u64,
    at: Range<usize>,
    escaped: bool,
    place: usize,
}

impl Keys {
    /// None, with room for all where there are maps.
    pub fn new(has_maps: bool) -> Self {
        let most = if has_maps { MOST } else { 0 };
        Self { places: vec![0; 2 * most], known: Vec::with_capacity(most) }
    }

    /// How many are known.
    pub const fn len(&self) -> usize {
        self.known.len()
    }

    /// Forgets all but the first so many. They go in the reverse order in which they came, so no key's place is behind a gap.
    pub fn forget(&mut self, but: usize) {
        for key in self.known.drain(but..).rev() {
            self.places[key.place] = 0;
        }
    }

    /// Adds a key to the map that knows all from the `first` on.
    ///
    /// # Errors
    /// The map has it, or there are too many.
    pub fn add(&mut self, first: usize, body: &[u8], at: Range<usize>, escaped: bool) -> Result<(), &'static str> {
        let hash = if escaped { hash(Unescaped::of(&body[at.clone()])) } else { hash_plain(&body[at.clone()]) };
        let key = Key { hash, at, escaped, place: 0 };
        #[allow(clippy::cast_possible_truncation, reason = "any bits will do")]
        let mut place = hash as usize % PLACES;
        while let Some(number) = usize::from(self.places[place]).checked_sub(1) {
            let other = &self.known[number];
            if number >= first && other.hash == hash && same(body, other, &key) {
                return Err(rule::KEY_TWICE);
            }
            place = (place + 1) % PLACES;
        }
        if self.known.len() == MOST {
            return Err("the maps that are open have more than 4096 keys");
        }
        self.known.push(Key { place, ..key });
        self.places[place] = u16::try_from(self.known.len()).unwrap_or(u16::MAX);
        Ok(())
    }
}

/// Whether two keys are one text.
fn same(body: &[u8], one: &Key, other: &Key) -> bool {
    let raw = |key: &Key| &body[key.at.clone()];
    match (one.escaped, other.escaped) {
        (false, false) => raw(one) == raw(other),
        (true, true) => Unescaped::of(raw(one)).eq(Unescaped::of(raw(other))),
        (true, false) => Unescaped::of(raw(one)).eq(raw(other).iter().copied()),
        (false, true) => Unescaped::of(raw(other)).eq(raw(one).iter().copied()),
    }
}

/// The hash of a key without escapes.
fn hash_plain(key: &[u8]) -> u64 {
    let mut hasher = HASH.build_hasher();
    key.chunks(CHUNK).for_each(|chunk| hasher.write(chunk));
    hasher.finish()
}

/// The hash of a key's bytes as they come.
fn hash(key: impl Iterator<Item = u8>) -> u64 {
    let (mut hasher, mut chunk, mut length) = (HASH.build_hasher(), [0; CHUNK], 0);
    for byte in key {
        chunk[length] = byte;
        length += 1;
        if length == CHUNK {
            hasher.write(&chunk);
            length = 0;
        }
    }
    if length > 0 {
        hasher.write(&chunk[..length]);
    }
    hasher.finish()
}

#[cfg(test)]
#[path = "keys_tests.rs"]
mod tests;
