//! What the threads of a part know of each other: who is done, how far they are, and whether to
//! end.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Written by each thread and the run's, and by none of them between two windows.
pub struct Common {
    stopped: AtomicBool,
    /// Threads whose share is parsed.
    done: AtomicUsize,
    /// Objects that each thread has found right.
    right: Vec<AtomicU64>,
}

impl Common {
    /// Of so many threads, none of which has begun.
    pub fn of(threads: usize) -> Self {
        let right = (0..threads).map(|_| AtomicU64::new(0)).collect();
        Self { stopped: AtomicBool::new(false), done: AtomicUsize::new(0), right }
    }

    /// Ends them all soon.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
    }

    /// Whether they are to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Objects that all threads together have found right; exact once they have ended.
    pub fn right(&self) -> u64 {
        self.right.iter().map(|right| right.load(Ordering::Relaxed)).sum()
    }

    /// Books how many objects a thread has found right.
    pub fn reach(&self, thread: usize, objects: u64) {
        self.right[thread].store(objects, Ordering::Relaxed);
    }

    /// Books that a thread's share is parsed.
    pub fn one_is_done(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether every share is parsed.
    pub fn all_are_done(&self) -> bool {
        self.done.load(Ordering::Relaxed) == self.right.len()
    }
}
