//! A server that keeps nothing: what the generator itself can do at most, over the same sockets.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::{Client, PAGE, Store, Tweet};
use crate::graph::Graph;
use crate::job::Job;
use crate::problem::Problem;

/// A page of 50 tweets, or an acknowledgement.
const LONG: usize = PAGE * 120;

/// Answers every tweet by one byte, and every question by a page, until it is ended.
pub async fn serve(host: &str, port: u16) -> io::Result<()> {
    let server = TcpListener::bind((host, port)).await?;
    loop {
        let (stream, _) = server.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(answer(stream));
    }
}

async fn answer(mut stream: TcpStream) -> io::Result<()> {
    let page = vec![b'x'; LONG];
    loop {
        let length = stream.read_u16().await? as usize;
        let mut request = vec![0; length];
        stream.read_exact(&mut request).await?;
        let answer = if request[0] == b'p' { &page[..1] } else { &page[..] };
        stream.write_all(answer).await?;
    }
}

/// Where that server is.
pub struct Null(String, u16);

impl Store for Null {
    type Client = NullClient;

    async fn open(job: &Job) -> Result<Self, Problem> {
        let (host, port) = job.hosts.first().ok_or_else(|| Problem::failed("no host"))?;
        Ok(Self(host.clone(), *port))
    }

    async fn load(&self, _: &Graph) -> Result<(), Problem> {
        Ok(())
    }

    async fn client(&self) -> Result<NullClient, Problem> {
        let stream = TcpStream::connect((self.0.as_str(), self.1)).await;
        let stream = stream.map_err(|_| Problem::unreachable())?;
        stream.set_nodelay(true).map_err(|_| Problem::unreachable())?;
        Ok(NullClient { stream, buffer: vec![0; LONG] })
    }

    async fn readers(&self, _: bool) -> Result<Vec<NullClient>, Problem> {
        Ok(Vec::new())
    }
}

/// A connection.
pub struct NullClient {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl NullClient {
    async fn ask(&mut self, request: &[u8], length: usize) -> Result<usize, Problem> {
        let size = u16::try_from(request.len()).expect("a tweet is short");
        let exchange = async {
            self.stream.write_all(&[&size.to_be_bytes(), request].concat()).await?;
            self.stream.read_exact(&mut self.buffer[..length]).await
        };
        let result: io::Result<usize> = exchange.await;
        result.map_err(|_| Problem::unknown("connection"))
    }
}

impl Client for NullClient {
    async fn post(&mut self, tweet: &Tweet) -> Result<(), Problem> {
        let request = format!("p {} {} {}", tweet.id, tweet.author, tweet.body);
        self.ask(request.as_bytes(), 1).await.map(drop)
    }

    async fn userline(&mut self, user: u32) -> Result<usize, Problem> {
        self.ask(format!("u {user}").as_bytes(), LONG).await
    }

    async fn timeline(&mut self, user: u32) -> Result<usize, Problem> {
        self.ask(format!("t {user}").as_bytes(), LONG).await
    }

    async fn since(&mut self, _: u32, _: i64) -> Result<Vec<i64>, Problem> {
        Ok(Vec::new())
    }
}
