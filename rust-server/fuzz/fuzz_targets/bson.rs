//! Any bytes as BSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rust_server::engines::Bson;

fuzz_target!(|body: &[u8]| rust_server_fuzz::check::<Bson>(body));
