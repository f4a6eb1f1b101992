//! Any bytes as JSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use testbed_engines::SerdeJson;

fuzz_target!(|body: &[u8]| rust_server_fuzz::check::<SerdeJson>(body));
