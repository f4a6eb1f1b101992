//! The token that a server asks for, or sends: `Authorization: Bearer TOKEN`.

use std::fmt;
use std::str::FromStr;

use subtle::ConstantTimeEq;
use thiserror::Error;

/// What a token is, for messages.
pub const TOKEN_RULE: &str = "16 to 1024 visible ASCII characters without a space";

/// A token. Nothing shows it, and no message quotes it.
#[derive(Clone, PartialEq, Eq)]
pub struct AuthToken(String);

/// Text that is no token.
#[derive(Debug, Error)]
#[error("not a token")]
pub struct NotAToken;

impl AuthToken {
    /// Whether a client sent this one. The time that it takes says nothing of the token's characters.
    pub fn is(&self, sent: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(sent).into()
    }

    /// The value of `Authorization`.
    pub fn authorization(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl FromStr for AuthToken {
    type Err = NotAToken;

    fn from_str(text: &str) -> Result<Self, NotAToken> {
        let usable = (16..=1024).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if usable { Ok(Self(text.to_owned())) } else { Err(NotAToken) }
    }
}

impl fmt::Debug for AuthToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AuthToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_long_enough_and_can_be_sent() {
        for text in ["x".repeat(16), "x".repeat(1024), "!\"~abcdefghijklm".to_owned()] {
            let token: AuthToken = text.parse().unwrap();
            assert!(token.is(text.as_bytes()) && !token.is(&text.as_bytes()[1..]) && !token.is(b""), "{text}");
            assert_eq!(token.authorization(), format!("Bearer {text}"));
            assert_eq!(format!("{token:?}"), "AuthToken(…)");
        }
        for text in [String::new(), "x".repeat(15), "x".repeat(1025), "0123456789 abcdef".to_owned(), "é".repeat(16)] {
            assert!(text.parse::<AuthToken>().is_err(), "{text:?}");
        }
    }
}
