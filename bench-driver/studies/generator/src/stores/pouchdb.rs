//! pouchdb-server, by HTTP: a tweet holds its author's followers, and a view makes everybody's timeline
//! of that. Readers take the view as it is (`stale=ok`); once a second it is brought up to date.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::{Client, PAGE, Store, Tweet};
use crate::graph::Graph;
use crate::job::{Job, Model};
use crate::problem::Problem;
use crate::random::body;

const MAP: &str = "function (doc) {
  if (!doc.author) { return; }
  emit(['u', doc.author, doc._id], doc.body);
  doc.followers.forEach(function (one) { emit(['t', one, doc._id], [doc.author, doc.body]); });
}";
/// Documents that are loaded at once.
const BULK: usize = 200;

/// Where the server is, and its database.
pub struct PouchDb {
    host: String,
    port: u16,
    access: String,
    database: String,
}

impl Store for PouchDb {
    type Client = PouchDbClient;

    async fn open(job: &Job) -> Result<Self, Problem> {
        if job.model != Model::View {
            return Err(Problem::failed("it has the model view"));
        }
        let (host, port) = job.hosts.first().ok_or_else(|| Problem::failed("no host"))?;
        let access = format!("Basic {}", STANDARD.encode(format!("bench:{}", job.password)));
        let database = job.model.named(job.users);
        Ok(Self { host: host.clone(), port: *port, access, database })
    }

    async fn load(&self, graph: &Graph) -> Result<(), Problem> {
        let mut client = self.client().await?;
        client.ask(Method::PUT, "", None).await?;
        let view = json!({"views": {"lines": {"map": MAP}}});
        client.ask(Method::PUT, "/_design/mb", Some(view)).await?;
        let users = (0..).zip(&graph.followers).map(
            |(user, followers)| json!({"_id": format!("u{user}"), "followers": names(followers)}),
        );
        let tweets = graph.timeline().into_iter().map(|(id, author)| {
            document(id, author, &body(id), &json!(names(&graph.followers[author as usize])))
        });
        let documents = users.chain(tweets).collect::<Vec<_>>();
        for piece in documents.chunks(BULK) {
            client.ask(Method::POST, "/_bulk_docs", Some(json!({"docs": piece}))).await?;
        }
        client.keep_up().await
    }

    async fn client(&self) -> Result<PouchDbClient, Problem> {
        let unreachable = |_| Problem::unreachable();
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await;
        let stream = stream.map_err(unreachable)?;
        stream.set_nodelay(true).map_err(unreachable)?;
        let (sender, connection) =
            handshake(TokioIo::new(stream)).await.map_err(|_| Problem::unreachable())?;
        tokio::spawn(connection);
        let host = format!("{}:{}", self.host, self.port);
        Ok(PouchDbClient {
            sender,
            host,
            access: self.access.clone(),
            database: self.database.clone(),
        })
    }

    async fn readers(&self, _: bool) -> Result<Vec<PouchDbClient>, Problem> {
        Ok(vec![self.client().await?])
    }

    fn kept_up(&self) -> bool {
        true
    }
}

/// A connection.
pub struct PouchDbClient {
    sender: SendRequest<Full<Bytes>>,
    host: String,
    access: String,
    database: String,
}

impl PouchDbClient {
    async fn ask(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Value, Problem> {
        let broken = |_| Problem::unknown("connection");
        self.sender.ready().await.map_err(|_| Problem::unreachable())?;
        let body = body.map_or_else(String::new, |value| value.to_string());
        let request = Request::builder()
            .method(method)
            .uri(format!("/{}{path}", self.database))
            .header(HOST, &self.host)
            .header(AUTHORIZATION, &self.access)
            .header(CONTENT_TYPE, "application/json")
            .body(Full::from(body))
            .expect("these parts are valid");
        let answer = self.sender.send_request(request).await.map_err(broken)?;
        let status = answer.status();
        let bytes = answer.into_body().collect().await.map_err(broken)?.to_bytes();
        match status {
            _ if status.is_success() => serde_json::from_slice(&bytes)
                .map_err(|_| Problem::failed("an answer that cannot be read")),
            StatusCode::INTERNAL_SERVER_ERROR => {
                Err(Problem { broken: false, ..Problem::unknown("HTTP 500") })
            }
            _ => Err(Problem::failed(format!("HTTP {}", status.as_u16()))),
        }
    }

    async fn rows(&mut self, query: &str) -> Result<Vec<Value>, Problem> {
        let path = format!("/_design/mb/_view/lines?{query}");
        let mut answer = self.ask(Method::GET, &path, None).await?;
        Ok(answer["rows"].as_array_mut().map(std::mem::take).unwrap_or_default())
    }

    async fn page(&mut self, line: char, user: u32) -> Result<usize, Problem> {
        let (from, to) =
            (format!(r#"["{line}","{user}",{{}}]"#), format!(r#"["{line}","{user}"]"#));
        let keys = format!("startkey={}&endkey={}", escaped(&from), escaped(&to));
        let query = format!("{keys}&descending=true&limit={PAGE}&stale=ok");
        Ok(self.rows(&query).await?.len())
    }
}

impl Client for PouchDbClient {
    async fn post(&mut self, tweet: &Tweet) -> Result<(), Problem> {
        let author = self.ask(Method::GET, &format!("/u{}", tweet.author), None).await?;
        let document = document(tweet.id, tweet.author, &tweet.body, &author["followers"]);
        let path = format!("/{}", document["_id"].as_str().unwrap_or_default());
        self.ask(Method::PUT, &path, Some(document)).await.map(drop)
    }

    async fn userline(&mut self, user: u32) -> Result<usize, Problem> {
        self.page('u', user).await
    }

    async fn timeline(&mut self, user: u32) -> Result<usize, Problem> {
        self.page('t', user).await
    }

    async fn since(&mut self, owner: u32, id: i64) -> Result<Vec<i64>, Problem> {
        let (from, to) =
            (format!(r#"["t","{owner}","{}"]"#, key(id)), format!(r#"["t","{owner}",{{}}]"#));
        let query = format!("startkey={}&endkey={}&stale=ok", escaped(&from), escaped(&to));
        let rows = self.rows(&query).await?;
        Ok(rows.iter().filter_map(|row| row["id"].as_str()?.get(1..)?.parse().ok()).collect())
    }

    async fn keep_up(&mut self) -> Result<(), Problem> {
        self.rows("limit=1").await.map(drop)
    }
}

fn names(users: &[u32]) -> Vec<String> {
    users.iter().map(ToString::to_string).collect()
}

fn document(id: i64, author: u32, body: &str, followers: &Value) -> Value {
    json!({"_id": key(id), "author": author.to_string(), "body": body, "followers": followers})
}

/// Of one length, so that texts are in the order of numbers.
fn key(id: i64) -> String {
    format!("t{id:019}")
}

/// For a URL's query: what JSON has besides letters and digits.
fn escaped(json: &str) -> String {
    let one = |sign: char| match sign {
        '"' => "%22".to_owned(),
        '{' => "%7B".to_owned(),
        '}' => "%7D".to_owned(),
        '[' => "%5B".to_owned(),
        ']' => "%5D".to_owned(),
        _ => sign.to_string(),
    };
    json.chars().map(one).collect()
}
