//! Reading variables: what each kind of value may be, and what is said of one that may not.

use std::fs::read_to_string;
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::auth_token::{AuthToken, TOKEN_RULE};
use super::hosts::AllowedHost;
use super::origin_tokens::{OriginTokens, WrongLine};
use super::receivers::AllowedReceiver;
use testbed_contract::{Origin, host_and_port};

/// A configuration that cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A variable's value is none of those that it may have.
    #[error("{name} is {value:?}; allowed is {allowed}. See docs/configuration.md.")]
    Value {
        /// The variable.
        name: &'static str,
        /// What it is.
        value: String,
        /// What it may be.
        allowed: String,
    },
    /// A token cannot be used. What it is stays unsaid.
    #[error("{name} is {what}; allowed is {allowed}. See docs/configuration.md.")]
    Token {
        /// The variable.
        name: &'static str,
        /// What it is instead.
        what: String,
        /// What it may be.
        allowed: String,
    },
    /// Two variables give a token.
    #[error("AUTH_TOKEN and AUTH_TOKEN_FILE are both set; set one of them. See docs/configuration.md.")]
    TwoTokens,
    /// The address is not loopback's alone, and nobody said that this is meant.
    #[error(
        "HOST is {0:?}, which is no loopback address, and ALLOW_PUBLIC_ADDRESS is not true: whoever reaches this server makes it fetch and parse. \
         Bind to 127.0.0.1, or set ALLOW_PUBLIC_ADDRESS=true. See docs/configuration.md."
    )]
    PublicAddress(String),
    /// The address is not loopback's alone, and nobody said which providers may be fetched from.
    #[error(
        "HOST is {0:?}, which is no loopback address, and PROVIDER_ALLOWLIST is empty: name the providers that it may fetch from, or write \
         PROVIDER_ALLOWLIST=none for a server that fetches from nobody. See docs/configuration.md."
    )]
    NoAllowlist(String),
    /// The address is not loopback's alone, and nobody said under which names clients reach it.
    #[error(
        "HOST is {0:?}, which is no loopback address, and ALLOWED_HOSTS is empty: name the hosts under which clients reach this server, or write \
         ALLOWED_HOSTS=none for a server that answers nobody. See docs/configuration.md."
    )]
    NoHosts(String),
    /// The address is not loopback's alone, and nobody said whether clients need a token.
    #[error(
        "HOST is {0:?}, which is no loopback address, and neither AUTH_TOKEN nor AUTH_TOKEN_FILE is set: give the token that clients must send, or \
         write AUTH_TOKEN=none for a server that answers whoever reaches it. See docs/configuration.md."
    )]
    NoToken(String),
    /// The name should be loopback's alone, and the system's names lead it to another address.
    #[error(
        "HOST is {host:?}, which should be this machine alone and leads to {address}, no loopback address; mend the machine's names, or \
         bind to 127.0.0.1. See docs/configuration.md."
    )]
    LeadsElsewhere {
        /// The name.
        host: String,
        /// One that it leads to.
        address: IpAddr,
    },
    /// The name leads nowhere.
    #[error("HOST is {0:?}, which has no address; allowed is an address of this machine. See docs/configuration.md.")]
    NoAddress(String),
    /// The system does not let this process listen there.
    #[error("HOST is {host:?} and PORT is {port}, which cannot be bound: {why}; is another server there?")]
    Unbound {
        /// The variable.
        host: String,
        /// The variable.
        port: u16,
        /// What the system says.
        why: std::io::Error,
    },
}

/// The variables, by a function that knows them.
pub struct Variables<'a>(pub &'a dyn Fn(&str) -> Option<String>);

impl Variables<'_> {
    /// A number in digits, from `least` to `most`.
    pub fn number<N>(&self, name: &'static str, default: N, least: u64, most: u64) -> Result<N, ConfigError>
    where
        N: FromStr + TryFrom<u64>,
    {
        let Some(value) = (self.0)(name) else {
            return Ok(default);
        };
        let digits = value.bytes().all(|byte| byte.is_ascii_digit());
        let number = value.parse::<u64>().ok().filter(|number| digits && (least..=most).contains(number));
        let fits = number.and_then(|number| N::try_from(number).ok());
        fits.ok_or_else(|| refused(name, value, format!("an integer from {least} to {most}")))
    }

    /// A number of milliseconds, up to a day.
    pub fn milliseconds(&self, name: &'static str, default: u64, least: u64) -> Result<Duration, ConfigError> {
        self.number(name, default, least, 86_400_000).map(Duration::from_millis)
    }

    /// `true` or `false`, which is the default.
    pub fn flag(&self, name: &'static str) -> Result<bool, ConfigError> {
        match (self.0)(name).as_deref() {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(value) => Err(refused(name, value.to_owned(), "true or false".to_owned())),
        }
    }

    /// An address or a name to bind to.
    pub fn host(&self, name: &'static str, default: &str) -> Result<String, ConfigError> {
        let value = (self.0)(name).unwrap_or_else(|| default.to_owned());
        let usable = !value.is_empty() && value.chars().all(|letter| letter.is_ascii_graphic());
        if usable { Ok(value) } else { Err(refused(name, value, "an address or a host name".to_owned())) }
    }

    /// Origins separated by commas; none for the word `none`. Says nothing where the variable is empty.
    pub fn origins(&self, name: &'static str) -> Result<Option<Vec<Origin>>, ConfigError> {
        self.list(name, "a list of origins such as http://127.0.0.1:8083, separated by commas, or none")
    }

    /// Origins that may leave the port open, in the same way.
    pub fn receivers(&self, name: &'static str) -> Result<Option<Vec<AllowedReceiver>>, ConfigError> {
        self.list(
            name,
            "a list of origins such as http://127.0.0.1:8080 or http://127.0.0.1:*, separated by commas, or none",
        )
    }

    /// Hosts, in the same way.
    pub fn hosts(&self, name: &'static str) -> Result<Option<Vec<AllowedHost>>, ConfigError> {
        self.list(name, "a list of hosts such as rust-server or rust-server:8081, separated by commas")
    }

    /// Names or addresses of hosts whose requests are taken, without ports; nobody where the variable is empty or `none`.
    pub fn peers(&self, name: &'static str) -> Result<Vec<String>, ConfigError> {
        let allowed = "a list of hosts such as 127.0.0.1 or rust-server, without ports, separated by commas, or none";
        let peers: Option<Vec<Peer>> = self.list(name, allowed)?;
        Ok(peers.unwrap_or_default().into_iter().map(|Peer(host)| host).collect())
    }

    /// A token; none where the variable is absent, or is the word `none`.
    pub fn token(&self, name: &'static str) -> Result<Option<AuthToken>, ConfigError> {
        match (self.0)(name).as_deref() {
            None | Some("none") => Ok(None),
            Some(text) => text.parse().map(Some).map_err(|_| ConfigError::Token {
                name,
                what: "no token".to_owned(),
                allowed: format!("a token, which has {TOKEN_RULE}, or none"),
            }),
        }
    }

    /// A token in a file; none where the variable is absent.
    pub fn token_file(&self, name: &'static str) -> Result<Option<AuthToken>, ConfigError> {
        let allowed = || format!("a file with a token, which has {TOKEN_RULE}");
        self.file(name, allowed, |text| text.trim_end_matches(['\r', '\n']).parse().map_err(|_| "no token".to_owned()))
    }

    /// Tokens by origin, in a file; none where the variable is absent.
    pub fn origin_tokens(&self, name: &'static str) -> Result<OriginTokens, ConfigError> {
        let allowed =
            || format!("a file in which each line is another origin, a space and a token, which has {TOKEN_RULE}");
        let parsed = self.file(name, allowed, |text| {
            text.parse().map_err(|WrongLine(number)| format!("something else in line {number}"))
        });
        Ok(parsed?.unwrap_or_default())
    }

    /// What a file says, by a parser that says what is there instead.
    fn file<T>(
        &self,
        name: &'static str,
        allowed: impl Fn() -> String,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, ConfigError> {
        let Some(path) = (self.0)(name) else { return Ok(None) };
        let parsed = match read_to_string(&path) {
            Ok(text) => parse(&text).map_err(|what| format!("{path:?}, which has {what}")),
            Err(_) => Err(format!("{path:?}, which cannot be read as text")),
        };
        parsed.map(Some).map_err(|what| ConfigError::Token { name, what, allowed: allowed() })
    }

    fn list<T: FromStr>(&self, name: &'static str, allowed: &str) -> Result<Option<Vec<T>>, ConfigError> {
        let value = (self.0)(name).unwrap_or_default();
        match value.trim() {
            "" => Ok(None),
            "none" => Ok(Some(Vec::new())),
            list => {
                let parsed = |entry: &str| entry.parse().map_err(|_| no_entry(name, &value, allowed, entry));
                list.split(',').map(str::trim).map(parsed).collect::<Result<_, _>>().map(Some)
            }
        }
    }
}

/// A host without a port.
struct Peer(String);

impl FromStr for Peer {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match host_and_port(text) {
            Some((host, None)) => Ok(Self(host)),
            _ => Err(()),
        }
    }
}

fn no_entry(name: &'static str, value: &str, allowed: &str, entry: &str) -> ConfigError {
    let why = format!("{allowed}, and {entry:?} is no such entry (a host has letters, digits, - and . alone)");
    refused(name, value.to_owned(), why)
}

fn refused(name: &'static str, value: String, allowed: String) -> ConfigError {
    ConfigError::Value { name, value, allowed }
}
