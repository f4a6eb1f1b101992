//! Sizes and digest of the bodies that a run parsed.

use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// How many bodies the allocation pass reads at most.
const ALLOCATION_BODIES: usize = 64;

/// Collects what the contract's `Payload` says.
pub struct Seen {
    first: Vec<Option<Bytes>>,
    bytes: u64,
    min_bytes: u64,
    max_bytes: u64,
}

/// The contract's `Payload`.
#[derive(Clone, Debug, Serialize)]
pub struct Payload {
    bytes: u64,
    min_bytes: u64,
    max_bytes: u64,
    megabytes_per_second: f64,
    sha256: String,
}

/// The contract's `Coded`: the same of bodies before they were decoded.
#[derive(Clone, Debug, Serialize)]
pub struct Coded {
    coding: &'static str,
    bytes: u64,
    min_bytes: u64,
    max_bytes: u64,
    sha256: String,
}

impl Payload {
    /// The digest, in hex.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }
}

impl Seen {
    /// None yet, of this many variants.
    pub fn new(variants: usize) -> Self {
        Self { first: vec![None; variants], bytes: 0, min_bytes: u64::MAX, max_bytes: 0 }
    }

    /// Keeps a variant's first body; nothing is copied.
    pub fn see(&mut self, variant: usize, body: &Bytes) {
        self.first[variant].get_or_insert_with(|| body.clone());
    }

    /// Whether a variant's first body has these bytes.
    pub fn has(&self, variant: usize, body: &[u8]) -> bool {
        self.first[variant].as_deref() == Some(body)
    }

    /// Adds the size of a measured body.
    pub fn measure(&mut self, body: &[u8]) {
        let bytes = body.len() as u64;
        self.bytes += bytes;
        self.min_bytes = self.min_bytes.min(bytes);
        self.max_bytes = self.max_bytes.max(bytes);
    }

    /// Adds the sizes of the bodies that another thread measured.
    pub fn add(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.min_bytes = self.min_bytes.min(other.min_bytes);
        self.max_bytes = self.max_bytes.max(other.max_bytes);
    }

    /// The first bodies that were parsed, in order of index.
    pub fn first(&self) -> impl Iterator<Item = &[u8]> {
        self.first.iter().flatten().map(AsRef::as_ref)
    }

    /// Each with its variant.
    fn each(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.first.iter().enumerate().filter_map(|(variant, body)| Some((variant, body.as_deref()?)))
    }

    /// Some of them, evenly over all, for what is done once more with each: a short run must not wait for 1,024.
    pub fn some(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let first: Vec<_> = self.each().collect();
        let some = first.len().min(ALLOCATION_BODIES);
        (0..some).map(move |number| first[number * first.len() / some])
    }

    /// Sizes of the measured bodies, how fast windows of this sum parsed them, and the digest over the first bodies, joined.
    #[allow(clippy::cast_precision_loss, reason = "2^53 bytes are 9 PB")]
    pub fn payload(&self, parse_total_ns: u64) -> Payload {
        Payload {
            bytes: self.bytes,
            min_bytes: self.min_bytes,
            max_bytes: self.max_bytes,
            // Bytes a nanosecond are 10^9 bytes a second.
            megabytes_per_second: self.bytes as f64 / parse_total_ns.max(1) as f64 * 1000.0,
            sha256: self.digest(),
        }
    }

    /// The same, of bodies in this coding.
    pub fn coded(&self, coding: &'static str) -> Coded {
        let &Self { bytes, min_bytes, max_bytes, .. } = self;
        Coded { coding, bytes, min_bytes, max_bytes, sha256: self.digest() }
    }

    fn digest(&self) -> String {
        hex::encode(self.first().fold(Sha256::new(), Sha256::chain_update).finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_over_first_bodies_in_order_of_index_and_sizes_are_of_measured_ones() {
        let mut bodies = Seen::new(4);
        for (variant, body) in [(2, "cc"), (0, "a"), (2, "other"), (1, "bbb")] {
            bodies.see(variant, &Bytes::from(body));
        }
        bodies.measure(b"bbb");
        bodies.measure(b"a");
        let payload = bodies.payload(2000);
        assert_eq!(payload.sha256, hex::encode(Sha256::digest(b"abbbcc")), "variant 3 never came");
        assert_eq!((payload.bytes, payload.min_bytes, payload.max_bytes), (4, 1, 3));
        assert!((payload.megabytes_per_second - 2.0).abs() < 1e-9, "4 bytes in 2 us");
        assert_eq!(bodies.first().collect::<Vec<_>>(), [b"a".as_slice(), b"bbb", b"cc"]);
    }

    #[test]
    fn the_allocation_pass_reads_64_bodies_at_most_evenly_over_those_seen() {
        let some = |variants: u32| {
            let mut bodies = Seen::new(variants as usize);
            (0..variants).for_each(|variant| bodies.see(variant as usize, &variant.to_be_bytes().to_vec().into()));
            let told = bodies.some().map(|(variant, body)| {
                assert_eq!(body, u32::try_from(variant).unwrap().to_be_bytes());
                variant
            });
            told.collect::<Vec<_>>()
        };
        assert_eq!(some(3), [0, 1, 2]);
        assert_eq!(some(64), (0..64).collect::<Vec<_>>());
        assert_eq!(some(1024), (0..64).map(|number| number * 16).collect::<Vec<_>>());
        assert_eq!(some(100)[..4], [0, 1, 3, 4]);
        assert_eq!((some(100).len(), some(100)[63]), (64, 98));
    }
}
