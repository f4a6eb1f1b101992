//! By whom the bodies of an ingest are pushed.

/// The sender: the fields of the contract's `IngestRequest` that other runs have not.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct Pushed {
    pub server_type: &'static str,
    pub connections: usize,
}
