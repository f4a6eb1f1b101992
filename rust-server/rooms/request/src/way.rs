//! Which way the objects of a run go.

use super::delivery::Delivery;
use super::pushed::Pushed;
use super::supply::Supply;
use testbed_contract::Code;

/// Where a run's bodies come from, or where what it writes goes.
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

impl Way {
    /// The word of the server's log.
    pub const fn name(&self) -> &'static str {
        match self {
            Way::Pulled(_) => "pulled",
            Way::Pushed(_) => "pushed",
            Way::Written => "written",
            Way::Sent(_) => "sent",
        }
    }

    /// The code of a run that took longer than its amount allows.
    pub const fn timeout(&self) -> Code {
        match self {
            Way::Pulled(_) | Way::Written => Code::ProviderTimeout,
            Way::Pushed(_) => Code::SenderTimeout,
            Way::Sent(_) => Code::ReceiverTimeout,
        }
    }
}
