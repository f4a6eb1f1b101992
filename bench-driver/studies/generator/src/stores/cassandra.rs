//! Cassandra, by the crate scylla: one session for all clients, each request sent to a node that has the
//! row. Nothing is retried, so every outcome is the ring's own.

use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::try_join_all;
use futures_util::{StreamExt, TryStreamExt, stream};
use scylla::client::execution_profile::{ExecutionProfile, ExecutionProfileBuilder};
use scylla::client::session::Session;
use scylla::client::session_builder::SessionBuilder;
use scylla::errors::{DbError, ExecutionError, RequestAttemptError};
use scylla::policies::load_balancing::{NodeIdentifier, SingleTargetLoadBalancingPolicy};
use scylla::policies::retry::FallthroughRetryPolicy;
use scylla::statement::Consistency;
use scylla::statement::batch::{Batch, BatchType};
use scylla::statement::prepared::PreparedStatement;
use scylla::value::CqlValue;
use tokio::sync::OnceCell;

use super::{Client, Store, Tweet};
use crate::graph::Graph;
use crate::job::{Job, LIMIT, Model};
use crate::problem::Problem;
use crate::random::body;

const TABLES: [&str; 4] = [
    "followers (followed int, follower int, primary key (followed, follower))",
    "tweets (id bigint primary key, author int, body text)",
    "userline (author int, id bigint, body text, primary key (author, id)) \
     with clustering order by (id desc)",
    "timeline (owner int, id bigint, author int, body text, primary key (owner, id)) \
     with clustering order by (id desc)",
];
/// Rows of one partition that are loaded at once, and such batches at the same time.
const ROWS: usize = 100;
const AT_ONCE: usize = 16;
/// No operation: a ring that is filled may take its time.
const LOADS: Duration = Duration::from_mins(1);

/// The session, and what was prepared with it.
pub struct Cassandra {
    hosts: Vec<SocketAddr>,
    keyspace: String,
    copies: u32,
    normalized: bool,
    session: Rc<Session>,
    statements: OnceCell<Rc<Statements>>,
}

/// In the keyspace of a model and a graph.
struct Statements {
    followers: PreparedStatement,
    tweet: PreparedStatement,
    own: PreparedStatement,
    theirs: PreparedStatement,
    userline: PreparedStatement,
    timeline: PreparedStatement,
    text: PreparedStatement,
    since: PreparedStatement,
    follow: PreparedStatement,
}

impl Cassandra {
    /// Statements that run as the session's do, or by a profile of their own.
    async fn prepared(&self, profile: Option<ExecutionProfile>) -> Result<Rc<Statements>, Problem> {
        let handle = profile.map(ExecutionProfile::into_handle);
        let prepare = async |verb: &str, rest: &str| {
            let text = format!("{verb} {}.{rest}", self.keyspace);
            let statement = self.session.prepare(text).await;
            let mut statement = statement.map_err(|_| Problem::unreachable())?;
            statement.set_execution_profile_handle(handle.clone());
            Ok(statement)
        };
        let insert = async |rest: &str| prepare("insert into", rest).await;
        Ok(Rc::new(Statements {
            followers: prepare("select follower from", "followers where followed = ?").await?,
            tweet: insert("tweets (id, author, body) values (?, ?, ?)").await?,
            own: insert("userline (author, id, body) values (?, ?, ?)").await?,
            theirs: insert("timeline (owner, id, author, body) values (?, ?, ?, ?)").await?,
            userline: prepare("select id, body from", "userline where author = ? limit 50").await?,
            timeline: prepare("select id, body from", "timeline where owner = ? limit 50").await?,
            text: prepare("select id, body from", "tweets where id = ?").await?,
            since: prepare("select id from", "timeline where owner = ? and id >= ?").await?,
            follow: insert("followers (followed, follower) values (?, ?)").await?,
        }))
    }

    fn with(&self, statements: Rc<Statements>) -> CassandraClient {
        CassandraClient { session: self.session.clone(), normalized: self.normalized, statements }
    }

    async fn made(&self) -> Result<(), Problem> {
        let copies = format!("'class': 'SimpleStrategy', 'replication_factor': {}", self.copies);
        let keyspace = format!("create keyspace {} with replication = {{{copies}}}", self.keyspace);
        let tables = TABLES.iter().map(|table| format!("create table {}.{table}", self.keyspace));
        for statement in std::iter::once(keyspace).chain(tables) {
            self.session.query_unpaged(statement, ()).await.map_err(|error| problem(&error))?;
        }
        Ok(())
    }
}

impl Store for Cassandra {
    type Client = CassandraClient;

    async fn open(job: &Job) -> Result<Self, Problem> {
        let consistency = match job.level.as_str() {
            "ONE" => Consistency::One,
            "QUORUM" => Consistency::Quorum,
            "ALL" => Consistency::All,
            other => return Err(Problem::failed(format!("{other} is no consistency"))),
        };
        if !matches!(job.model, Model::Denormalized | Model::Normalized) {
            return Err(Problem::failed("it has the models denormalized and normalized"));
        }
        let addresses = job.hosts.iter().map(|(host, port)| {
            let ip = host.parse().map_err(|_| Problem::failed(format!("{host} is no address")))?;
            Ok(SocketAddr::new(ip, *port))
        });
        let hosts = addresses.collect::<Result<Vec<_>, Problem>>()?;
        let session = SessionBuilder::new()
            .known_nodes_addr(&hosts)
            .default_execution_profile_handle(profile(consistency).build().into_handle())
            .user("cassandra", &job.password)
            .disallow_shard_aware_port(true)
            .connection_timeout(Duration::from_secs(5))
            .build()
            .await
            .map_err(|_| Problem::unreachable())?;
        Ok(Self {
            hosts,
            keyspace: job.model.named(job.users),
            copies: job.copies,
            normalized: job.model == Model::Normalized,
            session: Rc::new(session),
            statements: OnceCell::new(),
        })
    }

    async fn load(&self, graph: &Graph) -> Result<(), Problem> {
        self.made().await?;
        let all = self.prepared(Some(profile(Consistency::All).build())).await?;
        let client = self.with(all.clone());
        let (tweets, followed) = (graph.timeline(), graph.followed());
        let partitions = (0..graph.users()).flat_map(|user| {
            let followers = graph.followers[user as usize].iter();
            let own = tweets.iter().filter(|tweet| tweet.1 == user);
            let theirs = tweets.iter().filter(|tweet| followed[user as usize].contains(&tweet.1));
            [
                (&all.follow, followers.map(|one| vec![int(user), int(*one)]).collect::<Vec<_>>()),
                (&all.own, own.map(|tweet| client.own(tweet.0, user, &body(tweet.0))).collect()),
                (
                    &all.theirs,
                    theirs.map(|of| client.theirs(user, of.0, of.1, &body(of.0))).collect(),
                ),
            ]
        });
        let written = tweets.iter().map(|tweet| {
            (&all.tweet, vec![vec![CqlValue::BigInt(tweet.0), int(tweet.1), text(&body(tweet.0))]])
        });
        let batches = partitions.chain(written).flat_map(|(statement, rows)| {
            let pieces = rows.chunks(ROWS).map(<[_]>::to_vec).collect::<Vec<_>>();
            pieces.into_iter().map(move |piece| (statement, piece))
        });
        let client = &client;
        stream::iter(batches)
            .map(|(statement, rows)| async move {
                let rows = rows.into_iter().map(|row| (statement, row)).collect();
                client.batch(BatchType::Unlogged, Some(Consistency::All), rows).await
            })
            .buffer_unordered(AT_ONCE)
            .try_collect()
            .await
    }

    async fn client(&self) -> Result<CassandraClient, Problem> {
        let statements = self.statements.get_or_try_init(|| self.prepared(None)).await?;
        Ok(self.with(statements.clone()))
    }

    async fn readers(&self, all: bool) -> Result<Vec<CassandraClient>, Problem> {
        let mut profiles = vec![profile(Consistency::All)];
        if !all {
            let alone = |host: &SocketAddr| {
                let node = NodeIdentifier::NodeAddress(*host);
                let policy = SingleTargetLoadBalancingPolicy::new(node, None);
                profile(Consistency::One).load_balancing_policy(policy)
            };
            profiles = self.hosts.iter().map(alone).collect();
        }
        let statements = profiles.into_iter().map(|one| self.prepared(Some(one.build())));
        Ok(try_join_all(statements).await?.into_iter().map(|one| self.with(one)).collect())
    }
}

/// The session, for one client.
pub struct CassandraClient {
    session: Rc<Session>,
    statements: Rc<Statements>,
    normalized: bool,
}

impl CassandraClient {
    /// Only the denormalized model has texts outside the table of tweets.
    fn body(&self, body: &str) -> CqlValue {
        text(if self.normalized { "" } else { body })
    }

    fn own(&self, id: i64, author: u32, body: &str) -> Vec<CqlValue> {
        vec![int(author), CqlValue::BigInt(id), self.body(body)]
    }

    fn theirs(&self, owner: u32, id: i64, author: u32, body: &str) -> Vec<CqlValue> {
        vec![int(owner), CqlValue::BigInt(id), int(author), self.body(body)]
    }

    async fn batch(
        &self,
        kind: BatchType,
        consistency: Option<Consistency>,
        rows: Vec<(&PreparedStatement, Vec<CqlValue>)>,
    ) -> Result<(), Problem> {
        let mut batch = Batch::new(kind);
        if let Some(consistency) = consistency {
            batch.set_consistency(consistency);
            batch.set_request_timeout(Some(LOADS));
        }
        let mut values = Vec::new();
        for (statement, row) in rows {
            batch.append_statement(statement.clone());
            values.push(row);
        }
        self.session.batch(&batch, values).await.map(drop).map_err(|error| problem(&error))
    }

    async fn column(&self, of: &PreparedStatement, key: (i32,)) -> Result<Vec<i32>, Problem> {
        let rows = self.session.execute_unpaged(of, key).await.map_err(|error| problem(&error))?;
        let rows = rows.into_rows_result().map_err(|_| unreadable())?;
        let column = rows.rows::<(i32,)>().map_err(|_| unreadable())?;
        column.map(|row| row.map(|(value,)| value).map_err(|_| unreadable())).collect()
    }

    /// The newest tweets; of the normalized model each text by a question of its own.
    async fn page(&self, of: &PreparedStatement, user: u32) -> Result<usize, Problem> {
        let rows = self.session.execute_unpaged(of, (signed(user),)).await;
        let rows = rows.map_err(|error| problem(&error))?;
        let rows = rows.into_rows_result().map_err(|_| unreadable())?;
        let tweets = rows.rows::<(i64, Option<&str>)>().map_err(|_| unreadable())?;
        let tweets = tweets.collect::<Result<Vec<_>, _>>().map_err(|_| unreadable())?;
        if self.normalized {
            let texts = tweets
                .iter()
                .map(|(id, _)| self.session.execute_unpaged(&self.statements.text, (*id,)));
            try_join_all(texts).await.map_err(|error| problem(&error))?;
        }
        Ok(tweets.len())
    }
}

impl Client for CassandraClient {
    async fn post(&mut self, tweet: &Tweet) -> Result<(), Problem> {
        let (id, author, of) = (tweet.id, tweet.author, &self.statements);
        let row = vec![CqlValue::BigInt(id), int(author), text(&tweet.body)];
        let mut rows = vec![(&of.tweet, row), (&of.own, self.own(id, author, &tweet.body))];
        for follower in self.column(&of.followers, (signed(author),)).await? {
            let follower = follower.unsigned_abs();
            rows.push((&of.theirs, self.theirs(follower, id, author, &tweet.body)));
        }
        self.batch(BatchType::Logged, None, rows).await
    }

    async fn userline(&mut self, user: u32) -> Result<usize, Problem> {
        self.page(&self.statements.userline, user).await
    }

    async fn timeline(&mut self, user: u32) -> Result<usize, Problem> {
        self.page(&self.statements.timeline, user).await
    }

    async fn since(&mut self, owner: u32, id: i64) -> Result<Vec<i64>, Problem> {
        let rows = self.session.execute_unpaged(&self.statements.since, (signed(owner), id)).await;
        let rows = rows.map_err(|error| problem(&error))?;
        let rows = rows.into_rows_result().map_err(|_| unreadable())?;
        let column = rows.rows::<(i64,)>().map_err(|_| unreadable())?;
        column.map(|row| row.map(|(value,)| value).map_err(|_| unreadable())).collect()
    }
}

fn profile(consistency: Consistency) -> ExecutionProfileBuilder {
    ExecutionProfile::builder()
        .consistency(consistency)
        .request_timeout(Some(LIMIT))
        .retry_policy(Arc::new(FallthroughRetryPolicy::new()))
}

fn signed(user: u32) -> i32 {
    i32::try_from(user).expect("users are few")
}

fn int(user: u32) -> CqlValue {
    CqlValue::Int(signed(user))
}

fn text(body: &str) -> CqlValue {
    CqlValue::Text(body.to_owned())
}

fn unreadable() -> Problem {
    Problem::failed("an answer that cannot be read")
}

/// What a coordinator did not hear of in time may still be done.
fn problem(error: &ExecutionError) -> Problem {
    let alive = |problem: Problem| Problem { broken: false, ..problem };
    match error {
        ExecutionError::LastAttemptError(RequestAttemptError::DbError(error, _)) => {
            let debug = format!("{error:?}");
            let kind = debug.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
            match error {
                DbError::WriteTimeout { .. } | DbError::WriteFailure { .. } => {
                    alive(Problem::unknown(kind))
                }
                _ => Problem::failed(kind),
            }
        }
        ExecutionError::LastAttemptError(RequestAttemptError::BrokenConnectionError(_)) => {
            alive(Problem::unknown("connection"))
        }
        ExecutionError::RequestTimeout(_) => alive(Problem::unknown("timeout")),
        ExecutionError::EmptyPlan | ExecutionError::ConnectionPoolError(_) => {
            alive(Problem::unreachable())
        }
        _ => Problem::failed("refused"),
    }
}
