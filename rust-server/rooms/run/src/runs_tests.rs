//! How runs end that give no result: who is told, and that the next may begin.

use std::time::Duration;

use futures_util::FutureExt;
use serde_json::json;
use tokio::time::sleep;

use super::super::ends::time_limit;
use super::*;
use testbed_request::{RunRequest, sample};

fn runs() -> Runs {
    Runs::new(Config::read(|_| None).unwrap(), Build::of(&[]), Libraries::new())
}

#[test]
fn a_client_that_is_gone_is_no_problem_of_anybodys() {
    let (events, receiver) = unbounded_channel();
    drop(receiver);
    let ended = outcome(&runs().shared, &sample(&json!({})), &events, None);
    assert!(matches!(ended, Err(Ended::ClientGone)), "{ended:?}");
}

#[test]
fn a_run_that_panics_is_an_internal_problem_and_the_next_may_begin() {
    let runs = runs();
    // Nothing a client can ask for: a replay of no body at all.
    let request = RunRequest { variants: 0, ..sample(&json!({"source": "replay"})) };
    let mut events = runs.start(request).unwrap();
    let mut last = None;
    while let Some(event) = events.blocking_recv() {
        last = Some(event);
    }
    match last {
        Some(Event::Problem(problem)) => assert_eq!(problem.code, Code::Internal),
        other => panic!("{other:?}"),
    }
    assert!(runs.right().is_ok(), "the server is not busy");
}

#[tokio::test]
async fn the_longest_run_that_may_be_configured_has_its_time() {
    let config = Config::read(|name| match name {
        "RUN_TIMEOUT_BASE_MS" | "RUN_TIMEOUT_PER_OBJECT_MS" => Some("86400000".to_owned()),
        _ => None,
    });
    let request = RunRequest { amount: 1_000_000_000, warmup: 1_000_000_000, ..sample(&json!({})) };
    let limit = time_limit(&config.unwrap(), &request);
    assert_eq!(limit, Duration::from_hours(24) * 2_000_000_001);
    let large = RunRequest { amount: 9, warmup: 1, ..sample(&json!({"object_type": "Order", "size": "256KiB"})) };
    let own = Config::read(|_| None).unwrap();
    assert_eq!(time_limit(&own, &large), Duration::from_millis(30_000 + 10 * 16 * 5));
    assert_eq!(sleep(limit).now_or_never(), None, "it is not over at once");
}
