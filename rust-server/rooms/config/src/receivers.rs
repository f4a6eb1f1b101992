//! The receivers that a server may push to: the entries of `RECEIVER_ALLOWLIST`.

use std::str::FromStr;

use testbed_contract::{NotAnOrigin, Origin};

/// An entry: `http://host:port`, or `http://host:*` for whatever port, where receivers come and go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedReceiver {
    origin: Origin,
    any_port: bool,
}

impl AllowedReceiver {
    /// Whether this is the one.
    pub fn allows(&self, receiver: &Origin) -> bool {
        if self.any_port { self.origin.address().0 == receiver.address().0 } else { self.origin == *receiver }
    }
}

impl FromStr for AllowedReceiver {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let (origin, any_port) = match text.strip_suffix(":*") {
            // Two ports are one too many.
            Some(host) => (format!("{host}:1").parse()?, true),
            None => (text.parse()?, false),
        };
        Ok(Self { origin, any_port })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_allowed_by_its_origin_or_by_its_host_alone() {
        for (entry, receiver, allowed) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", true),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8081", false),
            ("http://127.0.0.1:*", "http://127.0.0.1:8081", true),
            ("http://127.0.0.1:*", "http://127.0.0.2:8081", false),
            ("http://[::1]:*", "http://[::1]:1", true),
            ("http://a", "http://a:80", true),
        ] {
            let entry: AllowedReceiver = entry.parse().unwrap();
            assert_eq!(entry.allows(&receiver.parse().unwrap()), allowed, "{entry:?} {receiver}");
        }
        for entry in ["http://127.0.0.1:8080:*", "127.0.0.1:*", "http://:*", "*", "http://a:*/", "https://a:*"] {
            assert!(entry.parse::<AllowedReceiver>().is_err(), "{entry}");
        }
    }
}
