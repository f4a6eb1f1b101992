//! An allocator that counts, for the builds with the feature `count-alloc`: what one parse allocates. The counting slows every allocation, so the times
//! of such a build are none.
//!
//! The only unsafe code of this crate, and only in those builds: an allocator can be written in no other way. It hands every call on to the system's
//! allocator as it came, so it keeps the promises that the caller made and gives those that the system's gives.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Counting;

/// How often this thread allocated, and how many bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Calls that gave memory; growing an allocation is another.
    pub allocations: u64,
    /// The bytes asked for; of a grown allocation all of them, as a new one would have.
    pub bytes: u64,
}

thread_local! {
    // Made without allocating and never dropped, so the allocator may use it at any time.
    static COUNTED: Cell<Counted> = const { Cell::new(Counted { allocations: 0, bytes: 0 }) };
}

/// What this thread allocates in a call.
pub fn counted(call: impl FnOnce()) -> Counted {
    let before = COUNTED.get();
    call();
    let after = COUNTED.get();
    Counted { allocations: after.allocations - before.allocations, bytes: after.bytes - before.bytes }
}

fn count(bytes: usize) {
    let Counted { allocations, bytes: before } = COUNTED.get();
    COUNTED.set(Counted { allocations: allocations + 1, bytes: before + bytes as u64 });
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocations_are_counted_on_their_own_thread() {
        let grown = counted(|| {
            let mut bytes: Vec<u8> = Vec::with_capacity(100);
            bytes.reserve_exact(1000);
            std::hint::black_box(bytes);
        });
        assert_eq!(grown, Counted { allocations: 2, bytes: 1100 });
        let elsewhere = std::thread::spawn(|| counted(|| drop(std::hint::black_box(vec![0_u8; 50]))));
        assert_eq!(elsewhere.join().unwrap(), Counted { allocations: 1, bytes: 50 });
        assert_eq!(counted(|| ()), Counted::default());
    }
}
