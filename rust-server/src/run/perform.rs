//! What a run does from its first connection to its result.

use std::time::Duration;

use hyper::Uri;
use hyper::header::HeaderValue;
use tokio::net::lookup_host;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::timeout;

use super::connection::Target;
use super::fetch::{Bodies, Fetcher, Sequence};
use super::fetch_error::FetchError;
use super::payload;
use super::phase::{Phase, PhaseName, Progress};
use super::request::{RunRequest, Source};
use super::result::{Event, RunEngine, RunResult, Started, Warmup};
use super::throttling::Throttling;
use super::times::Times;
use crate::engines::Codec;
use crate::problem::Problem;
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
    let (mut bodies, fetched_over) = match request.source {
        Source::Http => (Bodies::Http(fetcher), 0),
        Source::Replay => replay(fetcher, request.variants, progress).await?,
    };
    let mut seen = payload::Bodies::new(request.variants as usize);
    let mut phase = Phase {
        bodies: &mut bodies,
        variants: request.variants as usize,
        amount: request.warmup,
        checkpoints: &request.checkpoints,
        events,
        progress,
        payload: &mut seen,
        times: Times::new(),
        total: Duration::ZERO,
        passed: Vec::new(),
        timer_overhead_ns: state.timer_overhead_ns,
    };
    let warmup = if request.warmup > 0 { Some(warm_up(codec, &mut phase).await?) } else { None };
    phase.amount = request.amount;
    progress.phase.set(PhaseName::Measured);
    progress.at(0);
    let throttled = Throttling::now();
    codec.run_phase(&mut phase).await?;
    let cpu = throttled.and_then(|before| Some(Throttling::now()?.since(before)));
    let (total, parse, checkpoints) = (phase.total, phase.times.parse(phase.timer_overhead_ns), phase.passed);
    Ok(RunResult {
        server_type: request.server_type,
        amount: request.amount,
        total,
        parse,
        warmup,
        payload: seen.payload(),
        connections: if let Bodies::Http(fetcher) = &bodies { fetcher.connections() } else { fetched_over },
        cpu,
        checkpoints,
        engine,
        environment: state.environment.clone(),
    })
}

/// Runs the phase as a warm-up, and leaves it as new.
async fn warm_up(codec: &dyn Codec, phase: &mut Phase<'_>) -> Result<Warmup, Problem> {
    codec.run_phase(phase).await?;
    let figures = Warmup::new(phase.amount, phase.total, phase.times.parse(phase.timer_overhead_ns));
    phase.times = Times::new();
    phase.total = Duration::ZERO;
    Ok(figures)
}

/// One body of each variant in memory, in order of index, and the connections that it took.
async fn replay(mut fetcher: Fetcher, variants: u32, progress: &Progress) -> Result<(Bodies, u64), Problem> {
    let mut bodies = vec![bytes::Bytes::new(); variants as usize];
    let mut sequence = Sequence::of(variants.into());
    while let Some((number, body)) = fetcher.next(&mut sequence).await {
        progress.at(number);
        // A copy of its own lies as compact as a body just received; a slice would hold a connection's buffer.
        bodies[super::fetch::index(number, variants as usize)] = bytes::Bytes::copy_from_slice(&body?);
    }
    progress.at(0);
    Ok((Bodies::Memory(bodies), fetcher.connections()))
}

/// Resolves the provider once, so that a run never meets two providers under one name, and writes down every path.
async fn target(state: &State, request: &RunRequest) -> Result<Target, Problem> {
    let config = &state.config;
    let lookup = timeout(config.connect_timeout, lookup_host(request.provider.address())).await;
    let addresses: Vec<_> = match lookup {
        Ok(Ok(addresses)) => addresses.collect(),
        Ok(Err(why)) => return Err(FetchError::Unreachable(why.to_string()).into()),
        Err(_) => return Err(FetchError::ConnectTimeout(config.connect_timeout).into()),
    };
    let path = format!("/{}Object/{}", request.format.name(), request.object_type.number);
    let paths =
        (0..request.variants).map(|index| if index == 0 { path.clone() } else { format!("{path}?index={index}") });
    Ok(Target {
        addresses,
        host: HeaderValue::try_from(request.provider.host_header()).expect("an origin is ASCII"),
        media_type: request.format.media_type(),
        paths: paths.map(|path| Uri::try_from(path).expect("it is made of names and digits")).collect(),
        max_object_bytes: config.max_object_bytes,
        connect_timeout: config.connect_timeout,
        read_timeout: config.read_timeout,
    })
}
