//! What a run does from its first connection to its result.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use hyper::Uri;
use hyper::header::HeaderValue;
use tokio::net::lookup_host;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::timeout;

use super::advice::{Judged, advice};
use super::connection::Target;
use super::fetch::{Bodies, Fetcher};
use super::fetch_error::FetchError;
use super::figures::Figures;
use super::part;
use super::payload;
use super::phase::Phase;
use super::progress::Progress;
use super::request::{RunRequest, Source};
use super::result::{Event, RunEngine, RunResult, Started, Warmup};
use super::steadiness::Steadiness;
use crate::contract::{PhaseName, Problem};
use crate::environment::Environment;
use crate::state::State;

/// Warm-up and measured part. The caller says where it was if it fails.
///
/// # Errors
/// The first failure.
pub async fn perform(
    state: &State,
    request: &RunRequest,
    events: &UnboundedSender<Event>,
    progress: &Progress,
) -> Result<RunResult, Problem> {
    let registered = state.engines.find(request.format, Some(request.engine)).expect("the request was checked");
    let codec = registered.codec(request.object_type).expect("the request was checked");
    let engine = RunEngine {
        name: registered.name,
        library: registered.library,
        version: registered.version,
        format: registered.format,
    };
    let started = Started { amount: request.amount, warmup: request.warmup, engine: engine.clone() };
    // Nobody may listen any more; the run is ended for that elsewhere.
    let _gone = events.send(Event::Started(started));

    let fetcher = Fetcher::new(target(state, request).await?, request.concurrency);
    let mut bodies = match request.source {
        Source::Http => Bodies::Http(fetcher),
        Source::Replay => fetcher.fetch_all(|number| progress.at(number)).await?,
    };
    let mut seen = payload::Bodies::new(request.variants as usize);
    let over_http = request.source == Source::Http;
    let mut phase = Phase {
        bodies: &mut bodies,
        variants: request.variants as usize,
        amount: request.warmup,
        block: request.block,
        max_block_bytes: state.config.max_block_bytes,
        checkpoints: &request.checkpoints,
        events,
        progress,
        payload: &mut seen,
        figures: Figures::new(request.warmup, over_http),
        passed: Vec::new(),
        timer_overhead_ns: state.timer_overhead_ns,
    };
    let warmup = if request.warmup > 0 {
        progress.enter(PhaseName::Warmup);
        Some(Warmup::new(request.warmup, part::run(codec, &mut phase).await?))
    } else {
        None
    };
    progress.enter(PhaseName::Measured);
    phase.amount = request.amount;
    phase.figures = Figures::new(request.amount, over_http);
    let measured = part::run(codec, &mut phase).await?;
    let checkpoints = phase.passed;
    #[cfg(feature = "count-alloc")]
    let measured = part::Part { memory: measured.memory.counting(codec, seen.first()), ..measured };
    let judged = Judged {
        amount: request.amount,
        warmup: request.warmup,
        max_amount: state.config.max_amount,
        steadiness: measured.steadiness.as_ref().map(Steadiness::class),
        noise: &measured.noise,
    };
    Ok(RunResult {
        request: request.clone(),
        advice: advice(&judged),
        payload: seen.payload(measured.parse.total_ns()),
        measured,
        warmup,
        checkpoints,
        engine,
        environment: Environment::now(&state.build),
    })
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

/// Resolves the provider once, so that a run never meets two providers under one name, and writes down every path.
async fn target(state: &State, request: &RunRequest) -> Result<Target, Problem> {
    let config = &state.config;
    let addresses = resolve(config.connect_timeout, lookup_host(request.provider.address())).await?;
    Ok(Target {
        addresses,
        host: HeaderValue::try_from(request.provider.host_header()).expect("an origin is ASCII"),
        media_type: request.format.media_type(),
        paths: paths(request).map(|path| Uri::try_from(path).expect("it is made of names and digits")).collect(),
        max_object_bytes: config.max_object_bytes,
        connect_timeout: config.connect_timeout,
        read_timeout: config.read_timeout,
    })
}

/// The path of each variant, by index; one variant alone needs none.
fn paths(request: &RunRequest) -> impl Iterator<Item = String> {
    let path = format!("/{}Object/{}", request.format.name(), request.object_type.number);
    let alone = request.variants == 1;
    (0..request.variants).map(move |index| if alone { path.clone() } else { format!("{path}?index={index}") })
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::vec::IntoIter;

    use serde_json::json;

    use super::*;
    use crate::run::request::tests::sample;

    #[actix_web::test]
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
}
