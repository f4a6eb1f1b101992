//! Which way the objects of a run go.

use super::delivery::Delivery;
use super::pushed::Pushed;
use super::supply::Supply;

/// Whence a run's bodies come, or whither what it writes goes.
#[derive(Clone, Debug)]
pub enum Way {
    /// Fetched from a provider, and parsed.
    Pulled(Supply),
    /// Pushed here by a sender, and parsed: an ingest.
    Pushed(Pushed),
    /// Written, and dropped.
    Written,
    /// Written, and pushed to a receiver: a send.
    Sent(Delivery),
}
