//! Random numbers that are the same in every version: `SplitMix64` (Steele, Lea, Flood, 2014).

/// A stream of numbers, the same for the same seed.
pub struct Random(u64);

impl Random {
    /// A stream of its own for each pair of seed and number.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(seed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 up to, and without, `end`.
    pub fn below(&mut self, end: u32) -> u32 {
        let high = (u128::from(self.bits()) * u128::from(end)) >> 64;
        u32::try_from(high).expect("less than end")
    }

    /// Above 0, up to 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub fn unit(&mut self) -> f64 {
        ((self.bits() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// Fisher and Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let end = u32::try_from(last + 1).expect("few items");
            items.swap(last, self.below(end) as usize);
        }
    }
}

/// 100 letters and blanks, which hardly compress.
pub fn body(id: i64) -> String {
    let mut random = Random::new(id.cast_unsigned(), 1);
    let signs = b"abcdefghijklmnopqrstuvwxyz     ";
    (0..100).map(|_| char::from(signs[random.below(31) as usize])).collect()
}
