//! Each variable at its edges and beyond, and its default as documented.

use super::*;

fn with(name: &str, value: &str) -> Result<Config, ConfigError> {
    with_all(&[(name, value)])
}

fn with_all(variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
    Config::read(|asked| variables.iter().find(|known| known.0 == asked).map(|known| known.1.to_owned()))
}

#[test]
fn an_empty_environment_gives_the_documented_defaults() {
    let documented = include_str!("../../../../docs/configuration.md");
    let config = with("", "").unwrap();
    assert!(documented.contains(&format!("| `HOST` | `{}` |", config.host)));
    assert!(documented.contains(&format!("| `PORT` | {} (Rust)", config.port)));
    let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap();
    for (name, value) in [
        ("MAX_AMOUNT", config.max_amount),
        ("MAX_CONCURRENCY", config.max_concurrency),
        ("MAX_CHECKPOINTS", config.max_checkpoints),
        ("MAX_BLOCK", config.max_block),
        ("MAX_BLOCK_BYTES", config.max_block_bytes as u64),
        ("MAX_REQUEST_BYTES", config.max_request_bytes as u64),
        ("MAX_OBJECT_BYTES", config.max_object_bytes as u64),
        ("MAX_CONNECTIONS", config.max_connections as u64),
        ("CLIENT_TIMEOUT_MS", ms(config.client_timeout)),
        ("KEEP_ALIVE_TIMEOUT_MS", ms(config.keep_alive_timeout)),
        ("CONNECT_TIMEOUT_MS", ms(config.connect_timeout)),
        ("READ_TIMEOUT_MS", ms(config.read_timeout)),
    ] {
        assert!(documented.contains(&format!("| `{name}` | {value} |")), "{name}");
    }
    assert!(documented.contains("| `ALLOW_PUBLIC_ADDRESS` | `false` |"));
    assert!(documented.contains("| `RUN_TIMEOUT_BASE_MS`, `RUN_TIMEOUT_PER_OBJECT_MS` | 30000, 5 |"));
    assert_eq!(config.run_timeout_base, Duration::from_secs(30));
    assert_eq!(config.run_timeout_per_object, Duration::from_millis(5));
    assert!(config.provider_allowlist.is_empty());
    assert!(documented.contains("| `RECEIVER_ALLOWLIST` | empty") && config.receiver_allowlist.is_empty());
    assert!(documented.contains("| `SENDER_ALLOWLIST` | empty") && config.sender_allowlist.is_empty());
    assert!(documented.contains("| `ALLOWED_HOSTS` | empty") && config.allowed_hosts.is_empty());
    assert!(documented.contains("| `AUTH_TOKEN` | empty") && config.auth_token.is_none());
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
        ("PROVIDER_ALLOWLIST", "none,http://a:1"),
        ("PROVIDER_ALLOWLIST", "None"),
        ("RECEIVER_ALLOWLIST", "127.0.0.1:8080"),
        ("RECEIVER_ALLOWLIST", "http://a:1:*"),
        ("SENDER_ALLOWLIST", "127.0.0.1:8083"),
        ("SENDER_ALLOWLIST", "http://a"),
        ("SENDER_ALLOWLIST", "a,"),
        ("ALLOW_PUBLIC_ADDRESS", ""),
        ("ALLOW_PUBLIC_ADDRESS", "True"),
        ("ALLOW_PUBLIC_ADDRESS", "1"),
        ("MAX_CONNECTIONS", "1"),
        ("CLIENT_TIMEOUT_MS", "0"),
        ("KEEP_ALIVE_TIMEOUT_MS", "86400001"),
    ] {
        let message = with(name, value).expect_err(value).to_string();
        assert!(message.starts_with(&format!("{name} is {value:?}; allowed is ")), "{message}");
    }
}

#[test]
fn an_entry_that_cannot_be_used_is_named_in_its_list() {
    for (name, good, bad) in [
        ("PROVIDER_ALLOWLIST", "http://a:1", "http://rust_provider:8083"),
        ("RECEIVER_ALLOWLIST", "http://a:*", "http://rust_server:*"),
        ("SENDER_ALLOWLIST", "a", "b:1"),
        ("ALLOWED_HOSTS", "a", "*"),
    ] {
        let message = with(name, &format!("{good}, {bad} ,{good}")).expect_err(bad).to_string();
        let why = format!(", and {bad:?} is no such entry (a host has letters, digits, - and . alone). See ");
        assert!(message.contains(&why), "{message}");
    }
}

#[test]
fn values_at_the_edges_are_taken() {
    assert_eq!(with("PORT", "0").unwrap().port, 0);
    assert_eq!(with("PORT", "65535").unwrap().port, 65_535);
    assert_eq!(with("PROVIDER_ALLOWLIST", "http://a:1, http://[::1]:2/").unwrap().provider_allowlist.len(), 2);
}

#[test]
fn an_address_that_others_reach_must_be_meant_and_say_its_providers_its_names_and_its_token() {
    for host in ["127.0.0.1", "127.255.255.254", "::1", "localhost", "LocalHost"] {
        assert!(with("HOST", host).is_ok(), "{host}");
    }
    for host in [
        "0.0.0.0",
        "::",
        "192.168.1.7",
        "128.0.0.1",
        "::ffff:127.0.0.1",
        "127.1",
        "localhost.example",
        "[::1]",
        "example",
    ] {
        let refused = |variables: &[(&str, &str)]| {
            let all = [&[("HOST", host)], variables].concat();
            with_all(&all).map(|_| ()).map_err(|why| why.to_string())
        };
        let (allow, list) = (("ALLOW_PUBLIC_ADDRESS", "true"), ("PROVIDER_ALLOWLIST", "http://a:1"));
        let names = ("ALLOWED_HOSTS", "a");
        for variables in [vec![], vec![list], vec![("ALLOW_PUBLIC_ADDRESS", "false"), list]] {
            let message = refused(&variables).expect_err(host);
            assert!(
                message.starts_with(&format!("HOST is {host:?}")) && message.contains("ALLOW_PUBLIC_ADDRESS=true"),
                "{message}"
            );
        }
        for variables in [vec![allow], vec![allow, ("PROVIDER_ALLOWLIST", " ")]] {
            let message = refused(&variables).expect_err(host);
            assert!(message.contains("PROVIDER_ALLOWLIST=none"), "{message}");
        }
        for variables in [vec![allow, list], vec![allow, list, ("ALLOWED_HOSTS", " ")]] {
            let message = refused(&variables).expect_err(host);
            assert!(
                message.starts_with(&format!("HOST is {host:?}")) && message.contains("ALLOWED_HOSTS=none"),
                "{message}"
            );
        }
        let message = refused(&[allow, list, names]).expect_err(host);
        assert!(message.starts_with(&format!("HOST is {host:?}")) && message.contains("AUTH_TOKEN=none"), "{message}");
        assert_eq!(refused(&[allow, list, names, ("AUTH_TOKEN", "0123456789abcdef")]), Ok(()));
        let nobody = [("PROVIDER_ALLOWLIST", "none"), ("ALLOWED_HOSTS", "none"), ("AUTH_TOKEN", "none")];
        assert_eq!(refused(&[&[allow][..], &nobody].concat()), Ok(()));
    }
}

#[test]
fn the_word_none_allows_no_provider_and_no_host() {
    assert!(with("PROVIDER_ALLOWLIST", " none ").unwrap().provider_allowlist.is_empty());
    assert!(with("ALLOWED_HOSTS", " none ").unwrap().allowed_hosts.is_empty(), "nor is it a host");
}

/// A file with this text, gone with the test.
struct File(std::path::PathBuf);

impl File {
    fn with(text: &[u8]) -> Self {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("testbed-token-{}-{number}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _gone = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_token_comes_from_a_variable_or_a_file_and_from_one_of_them() {
    const TOKEN: &str = "0123456789abcdef";
    let file = File::with(format!("{TOKEN}\r\n").as_bytes());
    for (name, value) in [("AUTH_TOKEN", TOKEN), ("AUTH_TOKEN_FILE", file.path())] {
        assert!(with(name, value).unwrap().auth_token.unwrap().is(TOKEN.as_bytes()), "{name}");
    }
    assert!(with("AUTH_TOKEN", "none").unwrap().auth_token.is_none());
    for value in [TOKEN, "none"] {
        let message = with_all(&[("AUTH_TOKEN", value), ("AUTH_TOKEN_FILE", file.path())]).unwrap_err().to_string();
        assert!(message.starts_with("AUTH_TOKEN and AUTH_TOKEN_FILE are both set"), "{message}");
    }
    let config = with("ORIGIN_TOKENS_FILE", File::with(format!("http://a:1 {TOKEN}\n").as_bytes()).path()).unwrap();
    assert!(config.origin_tokens.of(&"http://a:1".parse().unwrap()).is_some());
}

#[test]
fn a_token_that_cannot_be_used_is_refused_and_never_told() {
    let refused = |name: &str, value: &str, what: &str| {
        let message = with(name, value).expect_err(value).to_string();
        assert!(message.starts_with(&format!("{name} is {what}; allowed is a ")), "{message}");
        assert!(!message.contains("SECRET"), "{message}");
    };
    for value in ["", "SECRET", "SECRET with spaces", "SECRETSECRETSECRET\u{7f}", "None"] {
        refused("AUTH_TOKEN", value, "no token");
    }
    for (name, text, what) in [
        ("AUTH_TOKEN_FILE", "SECRET\n", "no token"),
        ("AUTH_TOKEN_FILE", "SECRETSECRETSECRET\nSECRETSECRETSECRET\n", "no token"),
        ("AUTH_TOKEN_FILE", "none", "no token"),
        ("ORIGIN_TOKENS_FILE", "\nhttp://a:1 SECRET\n", "something else in line 2"),
    ] {
        let file = File::with(text.as_bytes());
        refused(name, file.path(), &format!("{:?}, which has {what}", file.path()));
    }
    for name in ["AUTH_TOKEN_FILE", "ORIGIN_TOKENS_FILE"] {
        let binary = File::with(&[0xff; 20]);
        for path in [binary.path(), "/no/such/file", ""] {
            refused(name, path, &format!("{path:?}, which cannot be read as text"));
        }
    }
}

fn addresses(list: &[&str]) -> Vec<SocketAddr> {
    list.iter().map(|address| address.parse().unwrap()).collect()
}

#[test]
fn of_a_names_addresses_the_first_of_ipv4_is_taken() {
    let chosen = |list: &[&str]| with("HOST", "localhost").unwrap().choose(&addresses(list)).unwrap().to_string();
    assert_eq!(chosen(&["[::1]:80", "127.0.0.1:80", "127.0.0.2:80"]), "127.0.0.1:80");
    assert_eq!(chosen(&["[::1]:80"]), "[::1]:80");
    let message = with("HOST", "localhost").unwrap().choose(&[]).expect_err("none").to_string();
    assert!(message.starts_with("HOST is \"localhost\", which has no address"), "{message}");
}

#[test]
fn a_name_that_passes_for_loopback_must_lead_nowhere_else() {
    let public = [
        ("ALLOW_PUBLIC_ADDRESS", "true"),
        ("PROVIDER_ALLOWLIST", "none"),
        ("ALLOWED_HOSTS", "none"),
        ("AUTH_TOKEN", "none"),
    ];
    for list in [&["192.0.2.2:80"][..], &["127.0.0.1:80", "192.0.2.2:80"], &["[2001:db8::1]:80", "127.0.0.1:80"]] {
        for host in ["localhost", "LocalHost"] {
            let config = with_all(&[&public[..], &[("HOST", host)]].concat()).unwrap();
            let message = config.choose(&addresses(list)).expect_err(host).to_string();
            assert!(message.starts_with(&format!("HOST is {host:?}, which should be this machine alone")), "{message}");
        }
        let config = with_all(&[&public[..], &[("HOST", "example")]].concat()).unwrap();
        assert!(config.choose(&addresses(list)).is_ok(), "one that is meant to be reached");
    }
}
