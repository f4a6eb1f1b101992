//! Where a run is; whoever ends it can still say so.

use std::cell::Cell;

use testbed_contract::{PhaseName, Place};

/// The part and the request that a run deals with, and what it has behind it.
pub struct Progress {
    phase: Cell<PhaseName>,
    request: Cell<u64>,
    completed: Cell<u64>,
}

impl Progress {
    /// Before the first request of this phase.
    pub const fn before(phase: PhaseName) -> Self {
        Self { phase: Cell::new(phase), request: Cell::new(0), completed: Cell::new(0) }
    }

    /// The part that runs now.
    pub fn phase(&self) -> PhaseName {
        self.phase.get()
    }

    /// Goes on to a part's first request.
    pub fn enter(&self, phase: PhaseName) {
        self.phase.set(phase);
        self.request.set(0);
    }

    /// Sets the request that is dealt with now.
    pub fn at(&self, request: u64) {
        self.request.set(request);
    }

    /// Books a measured object that was found right; gives how many were.
    pub fn complete(&self) -> u64 {
        let completed = self.completed.get() + 1;
        self.completed.set(completed);
        completed
    }

    /// Sets what several threads came to: how many objects they found right, and where that ended.
    pub fn reach(&self, objects: u64, request: u64) {
        self.request.set(request);
        if self.phase() == PhaseName::Measured {
            self.completed.set(objects);
        }
    }

    /// For a problem.
    pub fn place(&self) -> Place {
        Place { phase: self.phase.get(), request: self.request.get(), completed: self.completed.get() }
    }
}
