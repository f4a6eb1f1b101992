//! Any bytes as XML.

#![no_main]

use libfuzzer_sys::fuzz_target;
use testbed_engines::QuickXml;

fuzz_target!(|body: &[u8]| rust_server_fuzz::check::<QuickXml>(body));
