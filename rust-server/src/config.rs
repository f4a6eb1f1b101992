//! The configuration: every variable of `docs/configuration.md`, read once at start.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::run::Origin;

/// A server's configuration; `docs/configuration.md` says what each part means.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "named after the variables that docs/configuration.md describes")]
pub struct Config {
    pub host: String,
    pub port: u16,
    pub provider_allowlist: Vec<Origin>,
    pub max_amount: u64,
    pub max_concurrency: u64,
    pub max_checkpoints: u64,
    pub max_block: u64,
    pub max_request_bytes: usize,
    pub max_object_bytes: usize,
    pub connect_timeout: Duration,
    pub read_timeout: Duration,
    pub run_timeout_base: Duration,
    pub run_timeout_per_object: Duration,
}

/// A variable that cannot be used.
#[derive(Debug, Error)]
#[error("{name} is {value:?}; allowed is {allowed}. See docs/configuration.md.")]
pub struct ConfigError {
    name: &'static str,
    value: String,
    allowed: String,
}

impl Config {
    /// Reads each variable by `variable`, and takes its default where that gives none.
    ///
    /// # Errors
    /// The first variable that cannot be used, with what is allowed.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let vars = Variables(&variable);
        let milliseconds =
            |name, default, least| vars.number(name, default, least, 86_400_000).map(Duration::from_millis);
        Ok(Self {
            host: vars.host("HOST", "127.0.0.1")?,
            port: vars.number("PORT", 8081, 0, 65_535)?,
            provider_allowlist: vars.origins("PROVIDER_ALLOWLIST")?,
            max_amount: vars.number("MAX_AMOUNT", 1_000_000, 1, 1_000_000_000)?,
            max_concurrency: vars.number("MAX_CONCURRENCY", 64, 1, 1024)?,
            max_checkpoints: vars.number("MAX_CHECKPOINTS", 256, 0, 65_536)?,
            max_block: vars.number("MAX_BLOCK", 10_000, 1, 1_000_000)?,
            max_request_bytes: vars.number("MAX_REQUEST_BYTES", 4096, 1, 1 << 24)?,
            max_object_bytes: vars.number("MAX_OBJECT_BYTES", 65_536, 1, 1 << 24)?,
            connect_timeout: milliseconds("CONNECT_TIMEOUT_MS", 2000, 1)?,
            read_timeout: milliseconds("READ_TIMEOUT_MS", 5000, 1)?,
            run_timeout_base: milliseconds("RUN_TIMEOUT_BASE_MS", 30_000, 1)?,
            run_timeout_per_object: milliseconds("RUN_TIMEOUT_PER_OBJECT_MS", 5, 0)?,
        })
    }
}

struct Variables<'a>(&'a dyn Fn(&str) -> Option<String>);

impl Variables<'_> {
    /// A number in digits, from `least` to `most`.
    fn number<N>(&self, name: &'static str, default: N, least: u64, most: u64) -> Result<N, ConfigError>
    where
        N: FromStr + TryFrom<u64>,
    {
        let Some(value) = (self.0)(name) else {
            return Ok(default);
        };
        let digits = value.bytes().all(|byte| byte.is_ascii_digit());
        let number = value.parse::<u64>().ok().filter(|number| digits && (least..=most).contains(number));
        let fits = number.and_then(|number| N::try_from(number).ok());
        fits.ok_or_else(|| ConfigError { name, value, allowed: format!("an integer from {least} to {most}") })
    }

    fn host(&self, name: &'static str, default: &str) -> Result<String, ConfigError> {
        let value = (self.0)(name).unwrap_or_else(|| default.to_owned());
        let usable = !value.is_empty() && value.chars().all(|letter| letter.is_ascii_graphic());
        if usable {
            Ok(value)
        } else {
            Err(ConfigError { name, value, allowed: "an address or a host name".to_owned() })
        }
    }

    /// Origins separated by commas; none where the variable is empty.
    fn origins(&self, name: &'static str) -> Result<Vec<Origin>, ConfigError> {
        let value = (self.0)(name).unwrap_or_default();
        if value.trim().is_empty() {
            return Ok(Vec::new());
        }
        value.split(',').map(str::trim).map(str::parse).collect::<Result<_, _>>().map_err(|_| {
            let allowed = "a list of origins such as http://127.0.0.1:8083, separated by commas".to_owned();
            ConfigError { name, value, allowed }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &str, value: &str) -> Result<Config, ConfigError> {
        Config::read(|asked| (asked == name).then(|| value.to_owned()))
    }

    #[test]
    fn an_empty_environment_gives_the_documented_defaults() {
        let documented = include_str!("../../docs/configuration.md");
        let config = with("", "").unwrap();
        assert!(documented.contains(&format!("| `HOST` | `{}` |", config.host)));
        assert!(documented.contains(&format!("| `PORT` | {} (Rust)", config.port)));
        for (name, value) in [
            ("MAX_AMOUNT", config.max_amount),
            ("MAX_CONCURRENCY", config.max_concurrency),
            ("MAX_CHECKPOINTS", config.max_checkpoints),
            ("MAX_BLOCK", config.max_block),
            ("MAX_REQUEST_BYTES", config.max_request_bytes as u64),
            ("MAX_OBJECT_BYTES", config.max_object_bytes as u64),
        ] {
            assert!(documented.contains(&format!("| `{name}` | {value} |")), "{name}");
        }
        assert_eq!(config.connect_timeout, Duration::from_secs(2));
        assert_eq!(config.read_timeout, Duration::from_secs(5));
        assert_eq!(config.run_timeout_base, Duration::from_secs(30));
        assert_eq!(config.run_timeout_per_object, Duration::from_millis(5));
        assert!(config.provider_allowlist.is_empty());
    }

    #[test]
    fn a_value_that_cannot_be_used_is_named_with_what_is_allowed() {
        for (name, value) in [
            ("PORT", "65536"),
            ("PORT", "-1"),
            ("PORT", ""),
            ("MAX_AMOUNT", "0"),
            ("MAX_AMOUNT", "1e3"),
            ("READ_TIMEOUT_MS", "+5"),
            ("MAX_CONCURRENCY", " 4"),
            ("HOST", ""),
            ("PROVIDER_ALLOWLIST", "127.0.0.1:8083"),
            ("PROVIDER_ALLOWLIST", "http://a:1,"),
        ] {
            let message = with(name, value).expect_err(value).to_string();
            assert!(message.starts_with(&format!("{name} is {value:?}; allowed is ")), "{message}");
        }
    }

    #[test]
    fn values_at_the_edges_are_taken() {
        assert_eq!(with("PORT", "0").unwrap().port, 0);
        assert_eq!(with("PORT", "65535").unwrap().port, 65_535);
        assert_eq!(with("PROVIDER_ALLOWLIST", "http://a:1, http://[::1]:2/").unwrap().provider_allowlist.len(), 2);
    }
}
