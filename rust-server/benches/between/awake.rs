//! Keeps every core busy at the lowest priority, so that none idles.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, available_parallelism, spawn};

use rustix::process::nice;
use rustix::thread::{CpuSet, gettid, sched_setaffinity};

/// A spinning thread a core, until it is dropped.
pub struct Awake {
    over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Awake {
    /// Starts them.
    pub fn start() -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let cores = available_parallelism().map_or(1, usize::from);
        let threads = (0..cores).map(|core| {
            let over = Arc::clone(&over);
            spawn(move || {
                yield_to_all(core);
                while !over.load(Ordering::Relaxed) {}
            })
        });
        Self { threads: threads.collect(), over }
    }
}

impl Drop for Awake {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ended = thread.join();
        }
    }
}

/// Pins this thread to a core, and lets everybody else run first: `SCHED_IDLE` by util-linux's chrt, or else the weakest nice value.
fn yield_to_all(core: usize) {
    let mut cores = CpuSet::new();
    cores.set(core);
    if let Err(why) = sched_setaffinity(None, &cores) {
        eprintln!("core {core} may idle: no thread can be pinned to it: {why}");
    }
    let thread = gettid().as_raw_nonzero().to_string();
    let idle = Command::new("chrt").args(["--idle", "--pid", "0", &thread]).stderr(Stdio::null()).status();
    if !idle.is_ok_and(|status| status.success()) && nice(19).is_err() {
        eprintln!("core {core} spins at normal priority and disturbs what is measured");
    }
}
