//! Refuses requests without the token that the server asks for.

use actix_web::dev::RequestHead;
use actix_web::http::Method;
use actix_web::http::header::AUTHORIZATION;

use testbed_config::AuthToken;
use testbed_contract::Problem;

/// What a server answers whoever asks: whether it is up.
const OPEN: &str = "/health_check";
const SCHEME: &[u8] = b"Bearer ";

/// Passes over a request that has the token, and has it once, or needs none.
///
/// # Errors
/// `unauthorized`
pub fn check_token(head: &RequestHead, token: Option<&AuthToken>) -> Result<(), Problem> {
    let Some(token) = token.filter(|_| head.method != Method::GET || head.uri.path() != OPEN) else { return Ok(()) };
    let mut sent = head.headers.get_all(AUTHORIZATION);
    let fits = sent.next().and_then(|value| bearer(value.as_bytes())).is_some_and(|sent| token.is(sent));
    if fits && sent.next().is_none() { Ok(()) } else { Err(Problem::unauthorized()) }
}

/// What follows the scheme, whose letters may be of either case.
fn bearer(value: &[u8]) -> Option<&[u8]> {
    let (scheme, sent) = value.split_at_checked(SCHEME.len())?;
    scheme.eq_ignore_ascii_case(SCHEME).then(|| sent.trim_ascii_start())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    const TOKEN: &str = "a-token-of-this-server";

    fn passes(request: TestRequest, sent: &[&str]) -> bool {
        let request = sent.iter().fold(request, |request, value| request.append_header((AUTHORIZATION, *value)));
        check_token(request.to_srv_request().head(), Some(&TOKEN.parse().unwrap())).is_ok()
    }

    #[test]
    fn the_token_is_sent_once_and_whole() {
        let bearer = format!("Bearer {TOKEN}");
        for right in [&bearer, &format!("bEARER   {TOKEN}")] {
            assert!(passes(TestRequest::get(), &[right]), "{right}");
        }
        for wrong in [
            format!("{bearer}x"),
            bearer[..bearer.len() - 1].to_owned(),
            bearer.to_ascii_uppercase(),
            format!("Bearer{TOKEN}"),
            format!("Bearer\t{TOKEN}"),
            format!("{bearer}, {bearer}"),
            format!("Basic {TOKEN}"),
            TOKEN.to_owned(),
            "Bearer".to_owned(),
            String::new(),
        ] {
            assert!(!passes(TestRequest::get(), &[&wrong]), "{wrong}");
        }
        for several in [&[][..], &[&bearer[..], &bearer], &["Basic x", &bearer]] {
            assert!(!passes(TestRequest::get(), several), "{several:?}");
        }
    }

    #[test]
    fn health_needs_none_by_get_and_nothing_does_where_none_is_asked_for() {
        for (request, open) in [
            (TestRequest::get().uri("/health_check"), true),
            (TestRequest::get().uri("/health_check?x=1"), true),
            (TestRequest::get().uri("/healthCheck"), false),
            (TestRequest::get().uri("//health_check"), false),
            (TestRequest::post().uri("/health_check"), false),
        ] {
            assert_eq!(passes(request, &[]), open);
        }
        assert!(check_token(TestRequest::post().to_srv_request().head(), None).is_ok());
    }
}
