//! Where each thing happens in the loop: what is done as a block is filled, and so not between its
//! windows.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::unbounded_channel;

use super::super::parsing::guard;
use super::super::progress::Progress;
use super::super::shared::Shared;
use super::super::stop::Stop;
use super::*;
use testbed_bodies::Kept;
use testbed_config::Config;
use testbed_contract::{Code, PhaseName};
use testbed_engines::{Codec, Refusal, Refused, Timed};
use testbed_environment::{Build, Libraries};
use testbed_objects::{ObjectType, Size};
use testbed_request::sample;

/// Serves the canonical `DummyObject` as JSON, whatever is asked, on the test's own thread; gives
/// its origin and how many requests came.
async fn provider() -> (String, Arc<AtomicU64>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let requests = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&requests);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, Arc::clone(&counted)));
        }
    });
    (url, requests)
}

/// Ends when the consumer hangs up.
async fn serve(mut stream: TcpStream, requests: Arc<AtomicU64>) -> std::io::Result<()> {
    let golden = sample(&json!({})).codec.encode(None, 0).unwrap();
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n", golden.len());
    let mut received = Vec::new();
    while stream.read_buf(&mut received).await? > 0 {
        if received.ends_with(b"\r\n\r\n") {
            received.clear();
            requests.fetch_add(1, Ordering::SeqCst);
            stream.write_all(&[head.as_bytes(), &golden].concat()).await?;
        }
    }
    Ok(())
}

/// A run that has not begun, its bodies parsed by `codec` if there is one.
async fn with_phase(
    changes: &serde_json::Value,
    url: &str,
    codec: Option<&'static dyn Codec>,
    look: impl AsyncFnOnce(Phase<'_, '_>),
) {
    let shared = Shared {
        config: Config::read(|_| None).unwrap(),
        build: Build::of(&[]),
        libraries: Libraries::new(),
        timer_overhead_ns: 0,
        kept: Kept::up_to(0),
        stop: Stop::new(),
    };
    let mut request = sample(changes).asking(url);
    request.codec = codec.unwrap_or(request.codec);
    let (events, _receiver) = unbounded_channel();
    let progress = Progress::before(PhaseName::Measured);
    let mut run = Context::new(&shared, &request, &events, &progress);
    let (config, supply) = (&shared.config, request.supply().unwrap());
    let bodies = &mut Bodies::open(&request, supply, config, &shared.kept, |_| ()).await.unwrap();
    let guard = &mut guard(&request).unwrap();
    let block = Block { bodies: supply.block, most_bytes: config.max_block_bytes };
    let tally = Tally::new(request.amount, true);
    look(Phase { run: &mut run, bodies, decoder: &mut None, guard, block, amount: request.amount, tally }).await;
}

#[tokio::test]
async fn first_bodies_and_waits_are_booked_as_the_block_has_been_filled() {
    let (url, _) = provider().await;
    with_phase(&json!({"amount": 10, "block": 4, "variants": 3}), &url, None, async |mut phase| {
        let (mut sequence, mut block) = (Sequence::of(phase.amount), Vec::new());
        assert!(phase.fill(&mut block, &mut sequence).await.unwrap());
        assert_eq!((block.len(), phase.run.seen.first().count()), (4, 3));
        let waits: u64 = block.iter().map(|waiting| nanoseconds(waiting.wait)).sum();
        assert_eq!(phase.tally.fetch.as_ref().unwrap().total_ns(), waits);
        assert_eq!(phase.tally.parse.total_ns(), 0, "no window was opened");
    })
    .await;
}

#[tokio::test]
async fn of_a_block_its_bodies_are_asked_for_and_no_more() {
    let (url, requests) = provider().await;
    with_phase(&json!({"amount": 10, "block": 4, "concurrency": 3}), &url, None, async |mut phase| {
        let (mut sequence, mut block) = (Sequence::of(phase.amount), Vec::new());
        for (bodies, so_far) in [(4, 4), (4, 8), (2, 10), (0, 10)] {
            phase.fill(&mut block, &mut sequence).await.unwrap();
            assert_eq!(block.drain(..).count(), bodies);
            assert!(phase.bodies.next(&mut sequence).await.is_none(), "nothing is in flight");
            assert_eq!(requests.load(Ordering::SeqCst), so_far);
        }
    })
    .await;
}

/// Writes down which variants it is asked to parse, and refuses one of them.
struct Recording {
    refused: usize,
    parsed: Mutex<Vec<usize>>,
}

impl Codec for Recording {
    fn object_type(&self) -> ObjectType {
        unreachable!("a phase asks for parses alone")
    }

    fn load(&self, _: Option<Size>, _: u32) -> bool {
        unreachable!("a phase asks for parses alone")
    }

    fn encode(&self, _: Option<Size>, _: u32) -> Result<Vec<u8>, Refusal> {
        unreachable!("a phase asks for parses alone")
    }

    fn to_canonical_json(&self, _: &[u8]) -> Result<Vec<u8>, Refusal> {
        unreachable!("a phase asks for parses alone")
    }

    fn check_goldens(&self) -> Result<(), String> {
        unreachable!("a phase asks for parses alone")
    }

    #[cfg(feature = "count-alloc")]
    fn allocated(&self, _: &[u8], _: Option<Size>, _: usize) -> testbed_measure::Counted {
        unreachable!("a phase asks for parses alone")
    }

    fn own(&self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn parse(&self, _: &[u8], _: Option<Vec<u8>>, _: Option<Size>, variant: usize) -> Result<Timed, Refused> {
        self.parsed.lock().unwrap().push(variant);
        let window = Duration::from_nanos(100);
        let parsed = Timed { window, compared: Instant::now(), release: Duration::ZERO };
        if variant == self.refused { Err(Refused::Engine) } else { Ok(parsed) }
    }
}

/// Runs a phase of 200 variants; gives how it ended, which variants were parsed in order, the sum
/// of the windows, and whether a lead was told of.
async fn recorded(block: u64, refused: usize) -> (Result<(), Problem>, Vec<usize>, u64, bool) {
    let (url, _) = provider().await;
    let codec: &'static Recording = Box::leak(Box::new(Recording { refused, parsed: Mutex::default() }));
    let mut told = None;
    let changes = json!({"amount": 200, "block": block, "variants": 200});
    with_phase(&changes, &url, Some(codec), async |mut phase| {
        let ended = phase.run().await;
        told = Some((ended, phase.tally.parse.total_ns(), phase.tally.lead_ns.is_some()));
    })
    .await;
    let (ended, windows_ns, led) = told.unwrap();
    (ended, codec.parsed.lock().unwrap().clone(), windows_ns, led)
}

#[tokio::test]
async fn the_last_bodies_of_a_block_are_parsed_once_before_its_windows_and_not_counted() {
    let (ended, parsed, windows_ns, led) = recorded(150, 200).await;
    assert!(ended.is_ok() && led);
    let expected = [150 - LEAD..150, 0..150, 150..200, 150..200].into_iter().flatten();
    assert_eq!(parsed, expected.collect::<Vec<_>>(), "a smaller block is parsed whole");
    assert_eq!(windows_ns, 200 * 100, "those that count are counted once");
    let (ended, parsed, _, led) = recorded(1, 200).await;
    assert!(ended.is_ok() && !led, "a single body waits for no other");
    assert_eq!(parsed, (0..200).collect::<Vec<_>>());
}

#[tokio::test]
async fn each_500_windows_have_their_scan_whatever_the_size_of_a_block_of_bodies() {
    let (url, _) = provider().await;
    for block in [1, 300, 500, 1100] {
        with_phase(&json!({"amount": 1100, "block": block}), &url, None, async |mut phase| {
            phase.run().await.unwrap();
            let told = serde_json::to_value(&phase.tally.series).unwrap();
            assert_eq!(told["scan_ns"].as_array().unwrap().len(), 2, "blocks of {block} bodies: {told}");
        })
        .await;
    }
}

#[tokio::test]
async fn a_body_refused_before_the_windows_is_refused_in_its_turn() {
    let (ended, parsed, windows_ns, _) = recorded(100, 99).await;
    assert_eq!(ended.unwrap_err().code, Code::DeserializeFailed);
    assert_eq!((parsed.len(), windows_ns), (LEAD + 100, 99 * 100), "all before it were counted");
}
