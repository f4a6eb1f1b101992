//! What bombs take. Each is decoded in a process of its own, so that no other memory is counted: not every
//! system lets a process reset its peak.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use testbed_codings::{Decoder, Fault, encode};
use testbed_contract::Coding;

/// Which bomb the process that reads this variable decodes.
const BOMB: &str = "BOMB";

/// The most memory that this process had, KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the kernel tells of each process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it tells the peak");
    line.trim().trim_end_matches(" kB").parse().expect("it is a number")
}

fn decodes(coding: Coding, bomb: &[u8]) {
    let before = peak();
    assert_eq!(Decoder::new(coding, 65_536).decode(bomb), Err(Fault::TooLarge(65_536)), "{coding:?}");
    // The window that a brotli stream may have, and what surrounds it.
    assert!(peak() - before < 24 << 10, "{coding:?} took {} KiB", peak() - before);
}

#[test]
fn a_bomb_stays_below_what_is_allowed_and_is_too_large() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for coding in Coding::ALL {
        let file = folder.join(format!("bomb.{}", coding.name()));
        match env::var(BOMB) {
            Ok(name) if name == coding.name() => return decodes(coding, &fs::read(file).expect("it was written")),
            Ok(_) => {}
            Err(_) => {
                let bomb = encode(coding, &vec![0; 100_000_000]);
                assert!(bomb.len() < 200_000, "{coding:?}");
                fs::write(file, bomb).expect("it can be written");
                let mut itself = Command::new(env::current_exe().expect("this is a program"));
                let done = itself.env(BOMB, coding.name()).output().expect("it runs again");
                assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
            }
        }
    }
}
