//! Whom a run's requests go to, and what they say.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use hyper::Uri;
use hyper::header::HeaderValue;
use tokio::net::lookup_host;
use tokio::time::timeout;

use super::fetch_error::FetchError;
use testbed_config::{AuthToken, Config};
use testbed_contract::{Coding, Origin};
use testbed_objects::Size;
use testbed_request::{RunRequest, Supply};

/// What every request of a run shares.
pub struct Target {
    /// Where the provider's name led when the run began.
    pub addresses: Vec<SocketAddr>,
    /// The `Host` header.
    pub host: HeaderValue,
    /// The `Authorization` header, where the provider's origin has a token.
    pub authorization: Option<HeaderValue>,
    /// The media type that bodies must have.
    pub media_type: &'static str,
    /// The coding that they must have, asked for with each.
    pub coding: Option<Coding>,
    /// The path of each variant, by index.
    pub paths: Vec<Uri>,
    /// The largest body, bytes, coded or not.
    pub max_object_bytes: usize,
    /// To open a connection.
    pub connect_timeout: Duration,
    /// From sending a request until its whole body is there.
    pub read_timeout: Duration,
}

/// Resolves the provider once, so that a run never meets two providers under one name, and writes down every path.
///
/// # Errors
/// `Unreachable` or `ConnectTimeout`.
pub async fn target(request: &RunRequest, supply: &Supply, config: &Config) -> Result<Target, FetchError> {
    let addresses = resolve(config.connect_timeout, lookup_host(supply.provider.address())).await?;
    Ok(Target {
        addresses,
        host: HeaderValue::try_from(supply.provider.host_header()).expect("an origin is ASCII"),
        authorization: authorization(config, &supply.provider),
        media_type: request.format.media_type(),
        coding: supply.coding,
        paths: paths(request).map(|path| Uri::try_from(path).expect("it is made of names and digits")).collect(),
        max_object_bytes: most_bytes(request, config),
        connect_timeout: config.connect_timeout,
        read_timeout: config.read_timeout,
    })
}

/// The largest body of a run, bytes, both as it comes and decoded.
pub fn most_bytes(request: &RunRequest, config: &Config) -> usize {
    request.size.map_or(0, Size::most_bytes).max(config.max_object_bytes)
}

/// What requests to an origin have for `Authorization`, if it has a token.
pub fn authorization(config: &Config, to: &Origin) -> Option<HeaderValue> {
    let mut value = HeaderValue::try_from(config.origin_tokens.of(to).map(AuthToken::authorization)?)
        .expect("a token is visible ASCII");
    value.set_sensitive(true);
    Some(value)
}

/// The addresses that a lookup gives in time.
async fn resolve<A>(limit: Duration, lookup: impl Future<Output = io::Result<A>>) -> Result<Vec<SocketAddr>, FetchError>
where
    A: Iterator<Item = SocketAddr>,
{
    match timeout(limit, lookup).await {
        Ok(Ok(addresses)) => Ok(addresses.collect()),
        Ok(Err(why)) => Err(FetchError::Unreachable(why.to_string())),
        Err(_) => Err(FetchError::ConnectTimeout(limit)),
    }
}

/// The path of each variant, by index; one variant alone needs none.
fn paths(request: &RunRequest) -> impl Iterator<Item = String> {
    let path = format!("{}/{}", request.format.path(), request.object_type.names[0]);
    let size = request.size.map(|size| format!("size={}", size.name()));
    let several = request.variants > 1;
    (0..request.variants).map(move |index| {
        let query: Vec<_> = size.iter().cloned().chain(several.then(|| format!("index={index}"))).collect();
        if query.is_empty() { path.clone() } else { format!("{path}?{}", query.join("&")) }
    })
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::vec::IntoIter;

    use serde_json::json;

    use super::*;
    use testbed_request::sample;

    #[tokio::test]
    async fn a_name_is_resolved_in_time_or_not_at_all() {
        let addresses: Vec<SocketAddr> = vec!["127.0.0.1:1".parse().unwrap(), "[::1]:1".parse().unwrap()];
        let limit = Duration::from_millis(20);
        let found = resolve(limit, ready(Ok(addresses.clone().into_iter()))).await;
        assert_eq!(found.unwrap(), addresses);
        let late = resolve(limit, pending::<io::Result<IntoIter<SocketAddr>>>()).await;
        assert!(matches!(late, Err(FetchError::ConnectTimeout(_))), "{late:?}");
        let unknown = resolve(limit, ready(Err::<IntoIter<SocketAddr>, _>(io::Error::other("no such name")))).await;
        assert!(matches!(unknown, Err(FetchError::Unreachable(_))), "{unknown:?}");
    }

    #[test]
    fn each_of_several_variants_is_asked_for_by_its_index() {
        let paths = |variants: u32| paths(&sample(&json!({"variants": variants}))).collect::<Vec<_>>();
        assert_eq!(paths(1), ["/JSONObject/2"]);
        assert_eq!(paths(3), ["/JSONObject/2?index=0", "/JSONObject/2?index=1", "/JSONObject/2?index=2"]);
    }

    #[test]
    fn a_size_is_asked_for_with_each() {
        let changes = |variants: u32| json!({"object_type": "Order", "size": "16KiB", "variants": variants});
        let paths = |variants: u32| paths(&sample(&changes(variants))).collect::<Vec<_>>();
        assert_eq!(paths(1), ["/JSONObject/Order?size=16KiB"]);
        assert_eq!(paths(2), ["/JSONObject/Order?size=16KiB&index=0", "/JSONObject/Order?size=16KiB&index=1"]);
    }
}
