//! Any bytes as BSON.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use testbed_contract::Format;

fuzz_target!(|body: &[u8]| rust_server_fuzz::check(Format::Bson, body));

// Most changes of a document's length would end at the guard's first rule, so three of four get the length and the end that fit.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let size = fuzzer_mutate(data, size, max_size);
    if size >= 5 && !seed.is_multiple_of(4) {
        data[..4].copy_from_slice(&i32::try_from(size).unwrap_or(i32::MAX).to_le_bytes());
        data[size - 1] = 0;
    }
    size
});
