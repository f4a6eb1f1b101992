//! Any bytes as Avro.

#![no_main]

use libfuzzer_sys::fuzz_target;
use testbed_contract::Format;

fuzz_target!(|body: &[u8]| rust_server_fuzz::check(Format::Avro, body));
