//! What lies between the requests that push objects, on the server's threads, and the run's thread, which parses them.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use super::Fetched;
use super::fetch_error::FetchError;
use super::frames::{Broken, Frame};
use super::sequence::Sequence;
use super::target::most_bytes;
use testbed_config::Config;
use testbed_contract::{Code, Problem};
use testbed_request::{Pushed, RunRequest};

/// How many objects lie ready for the run's thread; what is pushed beyond that waits in its connection.
const READY: usize = 16;

/// An ingest as the requests that push see it. It is over when the run's side is dropped.
pub struct Ingest {
    token: String,
    peer: IpAddr,
    pushes: Arc<Semaphore>,
    most_bytes: usize,
    most_objects: u64,
    arrivals: Sender<Arrival>,
    connections: Arc<Mutex<HashSet<u64>>>,
}

/// What a request that pushes hands to the run.
enum Arrival {
    Object {
        number: u64,
        body: Bytes,
        /// Told when the object was found right.
        right: Option<oneshot::Sender<()>>,
    },
    Broken(String),
}

/// The run's side: bodies as a sender pushes them.
pub struct PushedBodies {
    arrivals: Receiver<Arrival>,
    /// Keeps the queue open while nobody pushes, and says who did.
    ingest: Arc<Ingest>,
    right: Option<oneshot::Sender<()>>,
    read_timeout: Duration,
}

impl Ingest {
    /// Both sides of an ingest that this peer opens.
    pub fn open(
        request: &RunRequest,
        pushed: Pushed,
        token: String,
        peer: IpAddr,
        config: &Config,
    ) -> (Arc<Self>, PushedBodies) {
        let (sender, arrivals) = channel(READY);
        let ingest = Arc::new(Self {
            token,
            peer,
            pushes: Arc::new(Semaphore::new(pushed.connections)),
            most_bytes: most_bytes(request, config),
            most_objects: request.amount.max(request.warmup),
            arrivals: sender,
            connections: Arc::default(),
        });
        let bodies =
            PushedBodies { arrivals, ingest: Arc::clone(&ingest), right: None, read_timeout: config.read_timeout };
        (ingest, bodies)
    }

    /// Whether a request of this peer may push to it, by its token, and it is not over.
    pub fn is(&self, token: &str, peer: IpAddr) -> bool {
        self.token == token && self.peer == peer && !self.arrivals.is_closed()
    }

    /// The largest object, bytes.
    pub const fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// Lets a request push that comes over the connection of this number, while what this gives lives.
    ///
    /// # Errors
    /// `busy`
    pub fn begin(&self, connection: u64) -> Result<OwnedSemaphorePermit, Problem> {
        let detail = "as many requests push to this ingest as it was opened for (connections); wait for their answers";
        let permit = Arc::clone(&self.pushes).try_acquire_owned().map_err(|_| Problem::new(Code::Busy, detail))?;
        self.connections.lock().expect("nobody panics while holding them").insert(connection);
        Ok(permit)
    }

    /// Hands an object to the run, as soon as there is room.
    ///
    /// # Errors
    /// `invalid_request` for a number that no object has; `not_found` where the ingest is over.
    pub async fn push(&self, frame: Frame) -> Result<(), Problem> {
        self.hand(frame, None).await
    }

    /// The same of a request's last object, and waits until it was found right, and so all before it.
    ///
    /// # Errors
    /// The same.
    pub async fn push_last(&self, frame: Frame) -> Result<(), Problem> {
        let (right, found) = oneshot::channel();
        self.hand(frame, Some(right)).await?;
        found.await.map_err(|_| over())
    }

    async fn hand(&self, Frame { number, body }: Frame, right: Option<oneshot::Sender<()>>) -> Result<(), Problem> {
        if number >= self.most_objects {
            let why = format!("an object's number is {number}, and no part has as many");
            self.broken(&why).await;
            return Err(Problem::new(Code::InvalidRequest, why));
        }
        let object = Arrival::Object { number, body: body.into(), right };
        self.arrivals.send(object).await.map_err(|_| over())
    }

    /// Ends the ingest for bytes that are no frames; gives what their request is answered.
    pub async fn refuse(&self, why: &Broken) -> Problem {
        let why_said = why.to_string();
        self.broken(&why_said).await;
        let code = if matches!(why, Broken::Cut) { Code::InvalidRequest } else { Code::TooLarge };
        Problem::new(code, why_said)
    }

    /// Ends the ingest after the objects that were pushed before.
    pub async fn broken(&self, why: &str) {
        // It may be over for another reason.
        let _over = self.arrivals.send(Arrival::Broken(why.to_owned())).await;
    }

    /// Waits until it is over.
    pub async fn ended(&self) {
        self.arrivals.closed().await;
    }
}

/// What is answered to whoever pushes to no ingest that is.
pub fn over() -> Problem {
    let detail = "there is no such ingest, or it is another's, or it has ended; the answer to POST /ingests says how";
    Problem::new(Code::NotFound, detail)
}

impl PushedBodies {
    /// For the requests that push.
    pub fn token(&self) -> &str {
        &self.ingest.token
    }

    /// Different connections that objects came over.
    pub fn connections(&self) -> u64 {
        self.ingest.connections.lock().expect("nobody panics while holding them").len() as u64
    }

    /// The next body in order of arrival; none once all of the part came. Whoever asks has found the one before right.
    pub async fn next(&mut self, sequence: &mut Sequence) -> Option<Fetched> {
        if let Some(right) = self.right.take() {
            // Whoever pushed it may be gone.
            let _gone = right.send(());
        }
        let count = sequence.take()?;
        Some(match timeout(self.read_timeout, self.arrivals.recv()).await {
            Ok(Some(Arrival::Object { number, body, right })) => {
                self.right = right;
                (number, Ok(body))
            }
            Ok(Some(Arrival::Broken(why))) => (count, Err(FetchError::Broken(why))),
            Ok(None) => unreachable!("this side keeps the queue open"),
            Err(_) => (count, Err(FetchError::Stalled(self.read_timeout))),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use serde_json::json;

    use super::*;
    use testbed_request::{Way, sample};

    const PEER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn opened(amount: u64, connections: usize) -> (Arc<Ingest>, PushedBodies) {
        let pushed = Pushed { server_type: "rust", connections };
        let request = RunRequest { way: Way::Pushed(pushed), ..sample(&json!({"amount": amount})) };
        let config = Config::read(|name| (name == "READ_TIMEOUT_MS").then(|| "50".to_owned())).unwrap();
        Ingest::open(&request, pushed, "t".to_owned(), PEER, &config)
    }

    fn frame(number: u64) -> Frame {
        Frame { number, body: vec![1] }
    }

    fn all(amount: u64) -> Sequence {
        let mut sequence = Sequence::of(amount);
        sequence.ask(amount);
        sequence
    }

    #[tokio::test]
    async fn a_request_is_answered_when_the_run_asks_on() {
        let (ingest, mut bodies) = opened(2, 1);
        let pushing = Arc::clone(&ingest);
        let push = tokio::spawn(async move {
            pushing.push(frame(1)).await?;
            pushing.push_last(frame(0)).await
        });
        let mut sequence = all(2);
        assert_eq!(bodies.next(&mut sequence).await.unwrap().0, 1, "in order of arrival");
        assert_eq!(bodies.next(&mut sequence).await.unwrap().0, 0);
        tokio::task::yield_now().await;
        assert!(!push.is_finished(), "the last may yet be refused");
        assert!(bodies.next(&mut sequence).await.is_none());
        push.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn who_pushes_to_one_that_has_ended_is_told() {
        let (ingest, mut bodies) = opened(2, 1);
        assert!(ingest.is("t", PEER) && !ingest.is("u", PEER));
        assert!(!ingest.is("t", IpAddr::V4(Ipv4Addr::BROADCAST)));
        let pushing = Arc::clone(&ingest);
        let push = tokio::spawn(async move { pushing.push_last(frame(0)).await });
        assert!(bodies.next(&mut all(2)).await.unwrap().1.is_ok());
        drop(bodies);
        assert_eq!(push.await.unwrap().unwrap_err().code, Code::NotFound);
        assert_eq!(ingest.push(frame(0)).await.unwrap_err().code, Code::NotFound);
        assert!(!ingest.is("t", PEER));
        ingest.ended().await;
    }

    #[tokio::test]
    async fn a_sender_that_stalls_or_breaks_the_rules_ends_it() {
        let (_ingest, mut bodies) = opened(2, 1);
        assert!(matches!(bodies.next(&mut all(2)).await, Some((0, Err(FetchError::Stalled(_))))));
        let (ingest, mut bodies) = opened(2, 1);
        ingest.push(frame(1)).await.unwrap();
        assert_eq!(ingest.push(frame(2)).await.unwrap_err().code, Code::InvalidRequest);
        let mut sequence = all(2);
        assert!(bodies.next(&mut sequence).await.unwrap().1.is_ok(), "what came before counts");
        assert!(matches!(bodies.next(&mut sequence).await, Some((1, Err(FetchError::Broken(_))))));
    }

    #[test]
    fn as_many_push_at_a_time_as_it_was_opened_for() {
        let (ingest, bodies) = opened(2, 2);
        let first = ingest.begin(1).unwrap();
        let _second = ingest.begin(2).unwrap();
        assert_eq!(ingest.begin(3).unwrap_err().code, Code::Busy);
        drop(first);
        assert!(ingest.begin(1).is_ok());
        assert_eq!(bodies.connections(), 2);
    }
}
