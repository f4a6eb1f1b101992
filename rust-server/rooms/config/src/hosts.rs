//! The hosts that a server answers to: its own names and those of `ALLOWED_HOSTS`.
//!
//! A web page can make a browser send requests to this server under a name of the page's own, so a request counts only under a name that is the server's.

use std::str::FromStr;

use thiserror::Error;

use super::Config;
use testbed_contract::host_and_port;

/// What a server that listens on loopback is called there.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// An entry of `ALLOWED_HOSTS`: `name`, `name:port` or `name:*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedHost {
    name: String,
    port: Ports,
}

/// The ports under which a name is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ports {
    /// The server's own, or none said.
    Own,
    /// Just this one.
    This(u16),
    /// Any, or none said: for ports that are forwarded.
    Any,
}

/// Text that is no such entry.
#[derive(Debug, Error)]
#[error("not a host")]
pub struct NotAHost;

impl FromStr for AllowedHost {
    type Err = NotAHost;

    fn from_str(text: &str) -> Result<Self, NotAHost> {
        let (rest, any) = text.strip_suffix(":*").map_or((text, false), |rest| (rest, true));
        let port = |port: Option<u16>| match (port, any) {
            (None, false) => Some(Ports::Own),
            (None, true) => Some(Ports::Any),
            (Some(port), false) => Some(Ports::This(port)),
            (Some(_), true) => None,
        };
        let (name, said) = host_and_port(rest).ok_or(NotAHost)?;
        Ok(Self { name, port: port(said).ok_or(NotAHost)? })
    }
}

/// All of them, and the port that the server listens on.
#[derive(Debug)]
pub struct Hosts {
    allowed: Vec<AllowedHost>,
    port: u16,
}

impl Hosts {
    /// Those of a server that listens on this port.
    pub fn of(config: &Config, port: u16) -> Self {
        let own = LOOPBACK.iter().filter(|_| config.is_loopback());
        let own = own.map(|name| AllowedHost { name: (*name).to_owned(), port: Ports::Own });
        Self { allowed: own.chain(config.allowed_hosts.iter().cloned()).collect(), port }
    }

    /// Whether this is one of them: `host` or `host:port`; `None` where it is no host at all.
    pub fn allow(&self, text: &str) -> Option<bool> {
        let (name, port) = host_and_port(text)?;
        let fits = |allowed: &AllowedHost| match (allowed.port, port) {
            (Ports::Any, _) | (Ports::Own, None) => true,
            (Ports::Own, Some(port)) => port == self.port,
            (Ports::This(this), port) => port == Some(this),
        };
        Some(self.allowed.iter().any(|allowed| allowed.name == name && fits(allowed)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn vectors() -> Value {
        serde_json::from_str(include_str!("../../../../providers/vectors/hosts.json")).unwrap()
    }

    fn hosts(host: &str, vectors: &Value) -> Hosts {
        let variables = [
            ("HOST", host),
            ("ALLOWED_HOSTS", vectors["allowed_hosts"].as_str().unwrap()),
            ("ALLOW_PUBLIC_ADDRESS", "true"),
            ("PROVIDER_ALLOWLIST", "none"),
            ("AUTH_TOKEN", "none"),
        ];
        let variable = |asked: &str| variables.iter().find(|known| known.0 == asked).map(|known| known.1.to_owned());
        let port = u16::try_from(vectors["port"].as_u64().unwrap()).unwrap();
        Hosts::of(&Config::read(variable).unwrap(), port)
    }

    #[test]
    fn every_host_has_the_verdict_that_is_written_down() {
        let vectors = vectors();
        let hosts = hosts("127.0.0.1", &vectors);
        let cases = vectors["hosts"].as_array().unwrap();
        for expected in [200, 400, 421] {
            assert!(cases.iter().any(|case| case["status"] == expected), "no case is {expected}");
        }
        for case in cases {
            let status = match hosts.allow(case["host"].as_str().unwrap()) {
                Some(true) => 200,
                Some(false) => 421,
                None => 400,
            };
            assert_eq!(case["status"], status, "{case}");
        }
    }

    #[test]
    fn an_address_that_others_reach_has_no_names_but_those_listed() {
        let hosts = hosts("0.0.0.0", &vectors());
        assert_eq!(["rust-server", "rust-server:8081"].map(|host| hosts.allow(host)), [Some(true); 2]);
        assert_eq!(LOOPBACK.map(|host| hosts.allow(host)), [Some(false); 3]);
    }

    #[test]
    fn an_entry_that_is_no_host_is_named_with_what_is_allowed() {
        for case in vectors()["unusable"].as_array().unwrap() {
            let list = case["allowed_hosts"].as_str().unwrap();
            let why =
                Config::read(|name| (name == "ALLOWED_HOSTS").then(|| list.to_owned())).expect_err(list).to_string();
            let allowed = "a list of hosts such as rust-server or rust-server:8081, separated by commas";
            assert!(why.starts_with(&format!("ALLOWED_HOSTS is {list:?}; allowed is {allowed}")), "{why}");
        }
    }
}
