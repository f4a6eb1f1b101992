//! The configuration: every variable of `docs/configuration.md`, read once at start.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod auth_token;
mod hosts;
mod origin_tokens;
mod receivers;
mod variables;

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

pub use self::auth_token::AuthToken;
pub use self::hosts::{AllowedHost, Hosts};
pub use self::origin_tokens::OriginTokens;
pub use self::receivers::AllowedReceiver;
pub use self::variables::ConfigError;
use self::variables::Variables;
use testbed_contract::Origin;

/// A server's configuration; `docs/configuration.md` says what each part means.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "named after the variables that docs/configuration.md describes")]
pub struct Config {
    pub host: String,
    pub port: u16,
    pub provider_allowlist: Vec<Origin>,
    pub receiver_allowlist: Vec<AllowedReceiver>,
    pub sender_allowlist: Vec<String>,
    pub allowed_hosts: Vec<AllowedHost>,
    pub auth_token: Option<AuthToken>,
    pub origin_tokens: OriginTokens,
    pub max_amount: u64,
    pub max_concurrency: u64,
    pub max_checkpoints: u64,
    pub max_block: u64,
    pub max_block_bytes: usize,
    pub max_request_bytes: usize,
    pub max_object_bytes: usize,
    pub max_connections: usize,
    pub connect_timeout: Duration,
    pub read_timeout: Duration,
    pub run_timeout_base: Duration,
    pub run_timeout_per_object: Duration,
    pub client_timeout: Duration,
    pub keep_alive_timeout: Duration,
}

impl Config {
    /// Reads each variable by `variable`, and takes its default where that gives none.
    ///
    /// # Errors
    /// The first variable that cannot be used, with what is allowed; then an address that others reach and that nobody meant.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let vars = Variables(&variable);
        let allowlist = vars.origins("PROVIDER_ALLOWLIST")?;
        let hosts = vars.hosts("ALLOWED_HOSTS")?;
        let (providers_said, hosts_said) = (allowlist.is_some(), hosts.is_some());
        let (token, of_file) = (vars.token("AUTH_TOKEN")?, vars.token_file("AUTH_TOKEN_FILE")?);
        let tokens_said = ["AUTH_TOKEN", "AUTH_TOKEN_FILE"].iter().filter(|name| variable(name).is_some()).count();
        if tokens_said > 1 {
            return Err(ConfigError::TwoTokens);
        }
        let config = Self {
            host: vars.host("HOST", "127.0.0.1")?,
            port: vars.number("PORT", 8081, 0, 65_535)?,
            provider_allowlist: allowlist.unwrap_or_default(),
            receiver_allowlist: vars.receivers("RECEIVER_ALLOWLIST")?.unwrap_or_default(),
            sender_allowlist: vars.peers("SENDER_ALLOWLIST")?,
            allowed_hosts: hosts.unwrap_or_default(),
            auth_token: token.or(of_file),
            origin_tokens: vars.origin_tokens("ORIGIN_TOKENS_FILE")?,
            max_amount: vars.number("MAX_AMOUNT", 1_000_000, 1, 1_000_000_000)?,
            max_concurrency: vars.number("MAX_CONCURRENCY", 64, 1, 1024)?,
            max_checkpoints: vars.number("MAX_CHECKPOINTS", 256, 0, 65_536)?,
            max_block: vars.number("MAX_BLOCK", 10_000, 1, 1_000_000)?,
            max_block_bytes: vars.number("MAX_BLOCK_BYTES", 1 << 26, 1, 1 << 30)?,
            max_request_bytes: vars.number("MAX_REQUEST_BYTES", 4096, 1, 1 << 24)?,
            max_object_bytes: vars.number("MAX_OBJECT_BYTES", 65_536, 1, 1 << 24)?,
            max_connections: vars.number("MAX_CONNECTIONS", 8192, 2, 65_536)?,
            connect_timeout: vars.milliseconds("CONNECT_TIMEOUT_MS", 2000, 1)?,
            read_timeout: vars.milliseconds("READ_TIMEOUT_MS", 5000, 1)?,
            run_timeout_base: vars.milliseconds("RUN_TIMEOUT_BASE_MS", 30_000, 1)?,
            run_timeout_per_object: vars.milliseconds("RUN_TIMEOUT_PER_OBJECT_MS", 5, 0)?,
            client_timeout: vars.milliseconds("CLIENT_TIMEOUT_MS", 10_000, 1)?,
            keep_alive_timeout: vars.milliseconds("KEEP_ALIVE_TIMEOUT_MS", 600_000, 1)?,
        };
        match vars.flag("ALLOW_PUBLIC_ADDRESS")? {
            _ if config.is_loopback() => Ok(config),
            false => Err(ConfigError::PublicAddress(config.host)),
            true if !providers_said => Err(ConfigError::NoAllowlist(config.host)),
            true if !hosts_said => Err(ConfigError::NoHosts(config.host)),
            true if tokens_said == 0 => Err(ConfigError::NoToken(config.host)),
            true => Ok(config),
        }
    }

    /// Whether only this machine reaches the host, by its text: other spellings of such an address are not looked into, and
    /// `choose` holds a name to it.
    pub fn is_loopback(&self) -> bool {
        let host = &self.host;
        host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// The address to bind to, of those that the host has: its first of IPv4, else its first.
    ///
    /// # Errors
    /// The host has none, or passes for this machine alone and leads elsewhere.
    pub fn choose(&self, addresses: &[SocketAddr]) -> Result<SocketAddr, ConfigError> {
        let host = || self.host.clone();
        if let Some(reachable) = addresses.iter().find(|address| self.is_loopback() && !address.ip().is_loopback()) {
            return Err(ConfigError::LeadsElsewhere { host: host(), address: reachable.ip() });
        }
        let preferred = addresses.iter().min_by_key(|address| address.is_ipv6()).copied();
        preferred.ok_or_else(|| ConfigError::NoAddress(host()))
    }
}

#[cfg(test)]
mod tests;
