//! The connections that a send's objects go over.

use std::rc::Rc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::try_join_all;
use hyper::StatusCode;
use tokio::sync::mpsc::Sender;

use super::outgoing::Outgoing;
use super::push_connection::{Address, PushConnection};
use super::send_error::SendError;
use super::traffic::Traffic;

/// Requests that push; what they carry is frames, or an object.
const MEDIA_TYPE: &str = "application/octet-stream";

/// Connections to one receiver, of one ingest.
pub struct Pushes {
    links: Vec<PushConnection>,
    read_timeout: Duration,
    path: String,
    traffic: Traffic,
}

impl Pushes {
    /// Opens so many, for the ingest of this token; where they are not `kept`, each object goes over one of its own.
    ///
    /// # Errors
    /// `Unreachable`, `ConnectTimeout`
    pub async fn open(to: &Rc<Address>, token: &str, connections: usize, kept: bool) -> Result<Self, SendError> {
        let traffic = Traffic::default();
        let mut links = Vec::with_capacity(connections);
        for _ in 0..connections {
            let link = PushConnection::open(to, &traffic).await?;
            links.push(if kept { link } else { link.once() });
        }
        Ok(Self { links, read_timeout: to.read_timeout, path: format!("/ingests/{token}"), traffic })
    }

    /// Bytes sent and received so far.
    pub fn bytes(&self) -> (u64, u64) {
        self.traffic.bytes()
    }

    /// Begins a request of frames on each connection, of so many bytes: where its pieces go in, and what waits for all answers and has to be waited for meanwhile. An answer's
    /// time runs from when the last byte of its request was given to the connection. It comes when the receiver has parsed all of it, so what must come in time is that
    /// the receiver takes bytes.
    pub fn framed(
        &mut self,
        lengths: &[u64],
    ) -> (Vec<Sender<Bytes>>, impl Future<Output = Result<Vec<Duration>, SendError>>) {
        let (senders, bodies): (Vec<_>, Vec<_>) = lengths.iter().map(|length| Outgoing::of(*length)).unzip();
        let path = format!("{}/frames", self.path);
        let posts = self.links.iter_mut().zip(bodies);
        let answers: Vec<_> = posts.map(|(link, body)| push(link, path.clone(), body, None)).collect();
        (senders, try_join_all(answers))
    }

    /// Takes the connections out, to push an object with each; `put` puts one back.
    pub fn take(&mut self) -> Vec<Lane> {
        let lane = |link| Lane { link, read_timeout: self.read_timeout, path: self.path.clone() };
        self.links.drain(..).map(lane).collect()
    }

    /// Takes one back.
    pub fn put(&mut self, lane: Lane) {
        self.links.push(lane.link);
    }
}

/// A connection that pushes an object a request.
pub struct Lane {
    link: PushConnection,
    read_timeout: Duration,
    path: String,
}

impl Lane {
    /// Pushes an object, and gives itself back with how long the answer took.
    ///
    /// # Errors
    /// What the receiver did instead.
    pub async fn push(mut self, number: u64, object: Bytes) -> Result<(Self, Duration), SendError> {
        let path = format!("{}/objects/{number}", self.path);
        let answered = push(&mut self.link, path, Outgoing::whole(object), Some(self.read_timeout)).await?;
        Ok((self, answered))
    }
}

async fn push(
    link: &mut PushConnection,
    path: String,
    body: Outgoing,
    limit: Option<Duration>,
) -> Result<Duration, SendError> {
    let (answer, ended) = link.post(&path, MEDIA_TYPE, body, limit).await?;
    match (answer.status(), ended) {
        (StatusCode::NO_CONTENT, Some(ended)) => Ok(ended.elapsed()),
        (StatusCode::NO_CONTENT, None) => Err(SendError::Foreign),
        (status, _) => Err(SendError::Status(status.as_u16())),
    }
}
