//! The connection that an ingest lives by: it opens it, and says how it ended.

use std::rc::Rc;

use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::header::CONTENT_ENCODING;
use hyper::{Response, StatusCode};
use serde_json::{Value, json};
use tokio::net::lookup_host;
use tokio::time::timeout;

use super::outgoing::Outgoing;
use super::push_connection::{Address, PushConnection};
use super::send_error::SendError;
use super::traffic::Traffic;
use testbed_answer::Received;
use testbed_bodies::{authorization, is_of};
use testbed_config::Config;
use testbed_contract::Code;
use testbed_environment::RUNTIME;
use testbed_objects::Size;
use testbed_request::{Delivery, RunRequest};

/// The longest line of an ingest: a result with its histograms has some hundred KiB.
const MOST_LINE: usize = 4 << 20;

/// An ingest, open until this is dropped.
pub struct Control {
    link: PushConnection,
    lines: Incoming,
    read: BytesMut,
    token: String,
    /// Where it is.
    pub to: Rc<Address>,
}

impl Control {
    /// Opens an ingest for a send.
    ///
    /// # Errors
    /// All of them.
    pub async fn open(request: &RunRequest, delivery: &Delivery, config: &Config) -> Result<Self, SendError> {
        let to = Rc::new(resolved(delivery, config).await?);
        let mut link = PushConnection::open(&to, &Traffic::default()).await?;
        let body = Outgoing::whole(asked(request, delivery).to_string().into());
        let (answer, _) = link.post("/ingests", "application/json", body, Some(to.read_timeout)).await?;
        check_head(&answer)?;
        let (status, mut lines) = (answer.status(), answer.into_body());
        if status != StatusCode::OK {
            let problem = link.waiting(whole(&mut lines)).await?;
            return Err(refused(known(parsed(&problem)?.member("code"))));
        }
        let mut control = Self { link, lines, read: BytesMut::new(), token: String::new(), to };
        let opened = control.line().await?;
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let hex = |token: &&str| token.len() == 32 && token.bytes().all(digit);
        match (opened.event(), opened.member("token").filter(hex)) {
            (Some("opened"), Some(token)) => token.clone_into(&mut control.token),
            (Some("problem"), _) => return Err(refused(known(opened.member("code")))),
            _ => return Err(SendError::Foreign),
        }
        Ok(control)
    }

    /// For the requests that push to it.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The receiver's result, once everything was pushed.
    ///
    /// # Errors
    /// What it says instead.
    pub async fn result(&mut self) -> Result<Received, SendError> {
        loop {
            let line = self.line().await?;
            match line.event() {
                Some("result") => return Ok(line),
                Some("problem") => return Err(refused(known(line.member("code")))),
                Some("started") => {}
                _ => return Err(SendError::Foreign),
            }
        }
    }

    /// Why a push failed: what the receiver says, where it says anything.
    pub async fn why(&mut self, failed: SendError) -> SendError {
        match self.result().await {
            Err(why @ (SendError::Refused(_) | SendError::Busy)) => why,
            Ok(_) | Err(_) => failed,
        }
    }

    /// The next event.
    async fn line(&mut self) -> Result<Received, SendError> {
        let Self { link, lines, read, .. } = self;
        let line = link.waiting(next_line(lines, read)).await?;
        parsed(&line)
    }
}

/// What an answer says before its body: a stream of events, or the problem of a request that was refused. A redirect is
/// nobody's problem.
fn check_head<B>(answer: &Response<B>) -> Result<(), SendError> {
    let status = answer.status();
    let events = status == StatusCode::OK && is_of(answer, "application/x-ndjson");
    let problem = status.as_u16() >= 400 && is_of(answer, "application/problem+json");
    let coded = answer.headers().contains_key(CONTENT_ENCODING);
    if (events || problem) && !coded { Ok(()) } else { Err(SendError::Foreign) }
}

/// Takes the next line out of what was read, and reads until there is one.
async fn next_line(lines: &mut Incoming, read: &mut BytesMut) -> Result<Bytes, SendError> {
    let mut looked = 0;
    loop {
        if let Some(at) = read[looked..].iter().position(|byte| *byte == b'\n') {
            return Ok(read.split_to(looked + at + 1).freeze());
        }
        looked = read.len();
        if looked > MOST_LINE {
            return Err(SendError::Foreign);
        }
        let ended = || SendError::Unreachable("it ended the ingest without a word".to_owned());
        if let Ok(data) = lines.frame().await.ok_or_else(ended)??.into_data() {
            read.extend_from_slice(&data);
        }
    }
}

/// The whole of an answer that is a problem.
async fn whole(body: &mut Incoming) -> Result<Vec<u8>, SendError> {
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        if let Ok(data) = frame?.into_data() {
            whole.extend_from_slice(&data);
        }
        if whole.len() > MOST_LINE {
            return Err(SendError::Foreign);
        }
    }
    Ok(whole)
}

/// An event, or a problem.
fn parsed(message: &[u8]) -> Result<Received, SendError> {
    serde_json::from_slice(message).map_err(|_| SendError::Foreign)
}

/// The contract's code of this name; of others nothing is passed on.
fn known(code: Option<&str>) -> Option<Code> {
    serde_json::from_value(code?.into()).ok()
}

fn refused(code: Option<Code>) -> SendError {
    if code == Some(Code::Busy) { SendError::Busy } else { SendError::Refused(code) }
}

/// The body of `POST /ingests`.
fn asked(request: &RunRequest, delivery: &Delivery) -> Value {
    let mut asked = json!({
        "amount": request.amount,
        "object_format": request.format.name(),
        "server_type": RUNTIME,
        "object_type": request.object_type.name,
        "warmup": request.warmup,
        "variants": request.variants,
        "connections": delivery.connections,
    });
    if let Some(size) = request.size.map(Size::name) {
        asked["size"] = size.into();
    }
    if let Some(engine) = &delivery.receiver_engine {
        asked["engine"] = engine.as_str().into();
    }
    asked
}

/// Resolves the receiver once, so that a send never meets two under one name.
async fn resolved(delivery: &Delivery, config: &Config) -> Result<Address, SendError> {
    let limit = config.connect_timeout;
    let lookup = timeout(limit, lookup_host(delivery.receiver.address())).await;
    let addresses = lookup.map_err(|_| SendError::ConnectTimeout(limit))?;
    Ok(Address {
        addresses: addresses.map_err(|why| SendError::Unreachable(why.to_string()))?.collect(),
        host: delivery.receiver.host_header(),
        authorization: authorization(config, &delivery.receiver),
        connect_timeout: limit,
        read_timeout: config.read_timeout,
    })
}
