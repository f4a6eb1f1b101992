//! Origins of providers, by the grammar of `docs/configuration.md`. Nothing is rewritten, so nothing means two things.

use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

use thiserror::Error;

/// `http://host:port`: lower-case host (with brackets where it is IPv6), effective port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    host: String,
    port: u16,
}

/// Text that is no origin.
#[derive(Debug, Error)]
#[error("not an origin")]
pub struct NotAnOrigin;

impl Origin {
    /// What a name resolver takes: the host without brackets, and the port.
    pub fn address(&self) -> (&str, u16) {
        (self.host.trim_start_matches('[').trim_end_matches(']'), self.port)
    }

    /// The `Host` header: the port only where it is not 80.
    pub fn host_header(&self) -> String {
        if self.port == 80 { self.host.clone() } else { format!("{}:{}", self.host, self.port) }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}:{}", self.host, self.port)
    }
}

impl FromStr for Origin {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let rest = text.strip_prefix("http://").ok_or(NotAnOrigin)?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = host_and_port(rest).ok_or(NotAnOrigin)?;
        Ok(Self { host, port: port.unwrap_or(80) })
    }
}

/// Reads `host` or `host:port`, the host in lower case.
pub fn host_and_port(text: &str) -> Option<(String, Option<u16>)> {
    let length = if text.starts_with('[') { text.find(']').map(|at| at + 1) } else { text.find(':') };
    let (host, port) = text.split_at(length.unwrap_or(text.len()));
    let port = if port.is_empty() { None } else { Some(parse_port(port)?) };
    is_host(host).then(|| (host.to_ascii_lowercase(), port))
}

fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[') {
        return address.strip_suffix(']').is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
    }
    let edge = |letter: char| letter == '.' || letter == '-';
    !host.is_empty()
        && host.chars().all(|letter| letter.is_ascii_alphanumeric() || edge(letter))
        && !host.starts_with(edge)
        && !host.ends_with(edge)
}

/// `:1` to `:65535`, digits only, the first of them not 0.
fn parse_port(text: &str) -> Option<u16> {
    let digits = text.strip_prefix(':')?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    plain.then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scheme_host_and_port_are_what_counts() {
        let origin: Origin = "http://localhost:8083".parse().unwrap();
        for same in ["http://LOCALHOST:8083", "http://localhost:8083/"] {
            assert_eq!(same.parse::<Origin>().unwrap(), origin, "{same}");
        }
        for other in ["http://127.0.0.1:8083", "http://localhost:80", "http://localhost", "http://localhost:80831"] {
            assert_ne!(other.parse::<Origin>().ok(), Some(origin.clone()), "{other}");
        }
        assert_eq!("http://a".parse::<Origin>().unwrap(), "http://a:80".parse().unwrap());
    }

    #[test]
    fn numbers_in_other_spellings_stay_hosts_of_their_own() {
        let loopback: Origin = "http://127.0.0.1:1".parse().unwrap();
        for host in ["127.1", "0x7f000001", "2130706433", "0177.0.0.1", "[::ffff:127.0.0.1]"] {
            assert_ne!(format!("http://{host}:1").parse::<Origin>().unwrap(), loopback, "{host}");
        }
    }

    #[test]
    fn an_ipv6_address_keeps_its_brackets_in_the_header_only() {
        let origin: Origin = "http://[::1]:8083".parse().unwrap();
        assert_eq!(origin.address(), ("::1", 8083));
        assert_eq!(origin.host_header(), "[::1]:8083");
        assert_eq!("http://a".parse::<Origin>().unwrap().host_header(), "a");
    }

    #[test]
    fn anything_more_than_an_origin_is_refused() {
        for text in [
            "",
            "localhost",
            "http://",
            "http:///",
            "http://:80",
            "HTTP://a",
            "https://a",
            "ftp://a",
            "//a",
            "http:a",
            "http://a:",
            "http://a:0",
            "http://a:080",
            "http://a:65536",
            "http://a:+1",
            "http://a:1:2",
            "http://a:8080:80",
            "http://a@b",
            "http://a:80\\@b",
            "http://a/x",
            "http://a//",
            "http://a?x",
            "http://a#x",
            "http://a#@b",
            "http://a%2eb",
            "http://a b",
            " http://a",
            "http://a\t",
            "http://a\n",
            "http://a.",
            "http://.a",
            "http://-a",
            "http://a-",
            "http://é",
            "http://a_b",
            "http://[::1",
            "http://[::1]x",
            "http://[::1%25lo]",
            "http://[]",
            "http://::1",
            "http://[127.0.0.1]",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text:?}");
        }
    }
}
