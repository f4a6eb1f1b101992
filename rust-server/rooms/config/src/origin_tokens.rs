//! The tokens that a server sends, each to one origin: the lines of `ORIGIN_TOKENS_FILE`.

use std::str::FromStr;

use super::auth_token::AuthToken;
use testbed_contract::Origin;

/// Origins with their tokens. Nothing else is ever sent one.
#[derive(Clone, Debug, Default)]
pub struct OriginTokens(Vec<(Origin, AuthToken)>);

/// The number of a line that is no origin and a token, or that names an origin again.
#[derive(Debug, PartialEq, Eq)]
pub struct WrongLine(pub usize);

impl OriginTokens {
    /// That of an origin, if it has one.
    pub fn of(&self, origin: &Origin) -> Option<&AuthToken> {
        self.0.iter().find(|known| known.0 == *origin).map(|known| &known.1)
    }
}

impl FromStr for OriginTokens {
    type Err = WrongLine;

    fn from_str(text: &str) -> Result<Self, WrongLine> {
        let mut tokens = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let words: Vec<_> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
            match (words.as_slice(), pair(&words)) {
                ([], _) => {}
                (_, Some((origin, token))) if tokens.of(&origin).is_none() => tokens.0.push((origin, token)),
                _ => return Err(WrongLine(number)),
            }
        }
        Ok(tokens)
    }
}

fn pair(words: &[&str]) -> Option<(Origin, AuthToken)> {
    let [origin, token] = words else { return None };
    Some((origin.parse().ok()?, token.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "first-token-of-two";
    const OTHER: &str = "second-token-of-two";

    #[test]
    fn a_token_goes_to_its_origin_alone() {
        let text = format!("http://A:8082/ {ONE}\r\n\n \t\nhttp://a\t {OTHER} \n");
        let tokens: OriginTokens = text.parse().unwrap();
        let of = |origin: &str| tokens.of(&origin.parse().unwrap()).map(AuthToken::authorization);
        assert_eq!(of("http://a:8082"), Some(format!("Bearer {ONE}")));
        assert_eq!(of("http://a:80"), Some(format!("Bearer {OTHER}")));
        for origin in ["http://a:8083", "http://b:8082", "http://a.b:8082"] {
            assert_eq!(of(origin), None, "{origin}");
        }
    }

    #[test]
    fn a_line_that_is_no_pair_is_told_by_its_number() {
        let good = format!("http://a:1 {ONE}");
        for bad in
            ["http://a:2", "https://a:2 0123456789abcdef", "http://a:2 short", "http://a:2 0123456789abcdef x", &good]
        {
            assert_eq!(format!("{good}\n\n{bad}\n").parse::<OriginTokens>().err(), Some(WrongLine(3)), "{bad}");
        }
    }
}
