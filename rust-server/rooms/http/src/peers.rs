//! Whom a server takes objects from.

use std::net::IpAddr;
use std::time::Duration;

use actix_web::rt::time::timeout;
use tokio::net::lookup_host;

/// Whether a peer is one of these hosts, names or addresses; a name is any address that it has now.
pub async fn is_allowed(peer: IpAddr, hosts: &[String], limit: Duration) -> bool {
    let peer = peer.to_canonical();
    let address = |host: &String| host.trim_matches(['[', ']']).parse::<IpAddr>().ok();
    if hosts.iter().filter_map(address).any(|allowed| allowed.to_canonical() == peer) {
        return true;
    }
    for name in hosts.iter().filter(|host| address(host).is_none()) {
        // A name that leads nowhere, or not in time, allows nobody.
        if let Ok(Ok(mut found)) = timeout(limit, lookup_host((name.as_str(), 0))).await
            && found.any(|found| found.ip().to_canonical() == peer)
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn a_peer_is_allowed_by_its_address_or_by_a_name_that_has_it() {
        let hosts = |list: &[&str]| list.iter().map(|host| (*host).to_owned()).collect::<Vec<_>>();
        let limit = Duration::from_secs(2);
        for (peer, list, allowed) in [
            ("127.0.0.1", &["127.0.0.1"] as &[&str], true),
            ("::ffff:127.0.0.1", &["127.0.0.1"], true),
            ("127.0.0.1", &["[::ffff:127.0.0.1]"], true),
            ("::1", &["[::1]"], true),
            ("127.0.0.1", &["no-such-host.invalid", "localhost"], true),
            ("127.0.0.2", &["127.0.0.1", "localhost"], false),
            ("127.0.0.1", &[], false),
        ] {
            assert_eq!(is_allowed(peer.parse().unwrap(), &hosts(list), limit).await, allowed, "{peer} {list:?}");
        }
    }
}
