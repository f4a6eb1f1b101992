//! What bombs take. One test, and so a process of its own: no other test's memory is counted.

use std::fs;

use testbed_codings::{Decoder, Fault, encode};
use testbed_contract::Coding;

/// The most memory that this process had since the last reset, KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the kernel tells of each process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it tells the peak");
    line.trim().trim_end_matches(" kB").parse().expect("it is a number")
}

/// The peak becomes what the process has now.
fn reset() {
    fs::write("/proc/self/clear_refs", "5").expect("a process may reset its own peak");
}

#[test]
fn a_bomb_stays_below_what_is_allowed_and_is_too_large() {
    let zeros = vec![0; 100_000_000];
    let bombs = Coding::ALL.map(|coding| (coding, encode(coding, &zeros)));
    drop(zeros);
    for (coding, bomb) in bombs {
        assert!(bomb.len() < 200_000, "{coding:?}");
        reset();
        let before = peak();
        assert_eq!(Decoder::new(coding, 65_536).decode(&bomb), Err(Fault::TooLarge(65_536)), "{coding:?}");
        // The window that a brotli stream may have, and what surrounds it.
        assert!(peak() - before < 24 << 10, "{coding:?} took {} KiB", peak() - before);
    }
}
