//! PostgreSQL: a primary and its standby, by tokio-postgres. Each client has a connection of its own.

use std::fmt::Write;
use std::time::Duration;

use futures_util::SinkExt;
use hyper::body::Bytes;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::{Config, Error, NoTls, Statement};

use super::{Client, PAGE, Store, Tweet};
use crate::graph::Graph;
use crate::job::{Job, Model};
use crate::problem::{Outcome, Problem};
use crate::random::body;

const TABLES: &str = "
create table follower (followed int, follower int, primary key (followed, follower));
create table tweet (id bigint primary key, author int, body text);";
const INDEXES: &str = "
create index on follower (follower, followed);
create index on tweet (author, id desc);";
const JOIN: &str = "
select t.id, t.author, t.body from follower f cross join lateral
(select id, author, body from tweet where author = f.followed order by id desc limit 50) t
where f.follower = $1 order by id desc limit 50";
const FAN_OUT: &str = "
create table timeline (owner int, id bigint, author int, body text, primary key (owner, id));
insert into timeline select f.follower, t.id, t.author, t.body
from tweet t join follower f on f.followed = t.author;";

/// Where its servers are, and how the data are laid out in a schema of their own.
pub struct PostgreSql {
    config: Config,
    hosts: Vec<(String, u16)>,
    model: Model,
    schema: String,
}

impl PostgreSql {
    async fn connected(&self, config: &Config) -> Result<tokio_postgres::Client, Problem> {
        let (client, connection) = config.connect(NoTls).await.map_err(|error| Problem {
            outcome: Outcome::Failed,
            broken: true,
            ..problem(&error)
        })?;
        tokio::spawn(connection);
        Ok(client)
    }

    async fn prepared(&self, config: &Config) -> Result<PostgreSqlClient, Problem> {
        let client = self.connected(config).await?;
        let [post, timeline, since] = match self.model {
            Model::FanOut => [
                "with t as (insert into tweet values ($1, $2, $3) returning id, author, body) \
                 insert into timeline select f.follower, t.id, t.author, t.body \
                 from t join follower f on f.followed = t.author",
                "select id, author, body from timeline where owner = $1 order by id desc limit 50",
                "select id from timeline where owner = $1 and id >= $2",
            ],
            Model::View => [
                "insert into tweet values ($1, $2, $3)",
                "select id, author, body from timeline where owner = $1 order by id desc limit 50",
                "select id from timeline where owner = $1 and id >= $2",
            ],
            _ => [
                "insert into tweet values ($1, $2, $3)",
                JOIN,
                "select t.id from follower f join tweet t on t.author = f.followed \
                 where f.follower = $1 and t.id >= $2",
            ],
        };
        let userline = "select id, body from tweet where author = $1 order by id desc limit 50";
        let failed = |error| problem(&error);
        Ok(PostgreSqlClient {
            post: client.prepare(post).await.map_err(failed)?,
            userline: client.prepare(userline).await.map_err(failed)?,
            timeline: client.prepare(timeline).await.map_err(failed)?,
            since: client.prepare(since).await.map_err(failed)?,
            kept_up: self.kept_up(),
            client,
        })
    }
}

impl Store for PostgreSql {
    type Client = PostgreSqlClient;

    async fn open(job: &Job) -> Result<Self, Problem> {
        if !["off", "local", "on", "remote_apply"].contains(&job.level.as_str()) {
            return Err(Problem::failed(format!("{} is no synchronous_commit", job.level)));
        }
        if matches!(job.model, Model::Denormalized | Model::Normalized) {
            return Err(Problem::failed("it has the models join, fan-out and view"));
        }
        let schema = job.model.named(job.users);
        let mut config = Config::new();
        config
            .user("bench")
            .dbname("postgres")
            .password(&job.password)
            .connect_timeout(Duration::from_secs(5))
            .target_session_attrs(TargetSessionAttrs::ReadWrite)
            .options(format!("-c search_path={schema} -c synchronous_commit={}", job.level));
        for (host, port) in &job.hosts {
            config.host(host).port(*port);
        }
        Ok(Self { config, hosts: job.hosts.clone(), model: job.model, schema })
    }

    async fn load(&self, graph: &Graph) -> Result<(), Problem> {
        let client = self.connected(&self.config).await?;
        let failed = |error: Error| problem(&error);
        let made = format!("create schema {}; {TABLES}", self.schema);
        client.batch_execute(&made).await.map_err(failed)?;
        let mut lines = String::new();
        for (user, followers) in graph.followers.iter().enumerate() {
            for one in followers {
                writeln!(lines, "{user}\t{one}").expect("memory takes any text");
            }
        }
        copy(&client, "follower", lines).await.map_err(failed)?;
        let mut lines = String::new();
        for (id, author) in graph.timeline() {
            writeln!(lines, "{id}\t{author}\t{}", body(id)).expect("memory takes any text");
        }
        copy(&client, "tweet", lines).await.map_err(failed)?;
        let more = match self.model {
            Model::FanOut => FAN_OUT.to_owned(),
            Model::View => format!(
                "create materialized view timeline as select u.owner, t.* \
                 from (select distinct follower as owner from follower) u \
                 cross join lateral ({}) t; create unique index on timeline (owner, id);",
                JOIN.replace("$1", "u.owner")
            ),
            _ => String::new(),
        };
        client.batch_execute(&format!("{INDEXES} {more}")).await.map_err(failed)?;
        client.batch_execute("vacuum (analyze)").await.map_err(failed)?;
        client.batch_execute("checkpoint").await.map_err(failed)
    }

    async fn client(&self) -> Result<PostgreSqlClient, Problem> {
        self.prepared(&self.config).await
    }

    async fn readers(&self, _: bool) -> Result<Vec<PostgreSqlClient>, Problem> {
        let mut readers = Vec::new();
        for (host, port) in &self.hosts {
            let mut config = Config::new();
            config.user("bench").dbname("postgres").host(host).port(*port);
            config.options(format!("-c search_path={}", self.schema));
            config.password(self.config.get_password().unwrap_or_default());
            readers.push(self.prepared(&config).await?);
        }
        Ok(readers)
    }

    fn cut(&self) -> bool {
        self.kept_up()
    }

    fn kept_up(&self) -> bool {
        self.model == Model::View
    }
}

/// A connection with its statements.
pub struct PostgreSqlClient {
    client: tokio_postgres::Client,
    post: Statement,
    userline: Statement,
    timeline: Statement,
    since: Statement,
    kept_up: bool,
}

impl PostgreSqlClient {
    async fn page(&self, statement: &Statement, user: u32) -> Result<usize, Problem> {
        let rows = self.client.query(statement, &[&number(user)]).await;
        let rows = rows.map_err(|error| problem(&error))?;
        debug_assert!(rows.len() <= PAGE);
        Ok(rows.len())
    }
}

impl Client for PostgreSqlClient {
    async fn post(&mut self, tweet: &Tweet) -> Result<(), Problem> {
        let author = number(tweet.author);
        let done = self.client.execute(&self.post, &[&tweet.id, &author, &tweet.body]).await;
        done.map(drop).map_err(|error| problem(&error))
    }

    async fn userline(&mut self, user: u32) -> Result<usize, Problem> {
        self.page(&self.userline, user).await
    }

    async fn timeline(&mut self, user: u32) -> Result<usize, Problem> {
        self.page(&self.timeline, user).await
    }

    async fn since(&mut self, owner: u32, id: i64) -> Result<Vec<i64>, Problem> {
        let rows = self.client.query(&self.since, &[&number(owner), &id]).await;
        Ok(rows.map_err(|error| problem(&error))?.iter().map(|row| row.get(0)).collect())
    }

    async fn keep_up(&mut self) -> Result<(), Problem> {
        if !self.kept_up {
            return Ok(());
        }
        let anew = "refresh materialized view concurrently timeline";
        self.client.batch_execute(anew).await.map_err(|error| problem(&error))
    }
}

async fn copy(client: &tokio_postgres::Client, table: &str, lines: String) -> Result<(), Error> {
    let sink = client.copy_in::<_, Bytes>(&format!("copy {table} from stdin")).await?;
    let mut sink = std::pin::pin!(sink);
    sink.send(lines.into()).await?;
    sink.finish().await.map(drop)
}

fn number(user: u32) -> i32 {
    i32::try_from(user).expect("users are few")
}

/// A server that ends, or a connection that broke, leaves open what was done.
fn problem(error: &Error) -> Problem {
    match error.code().map(tokio_postgres::error::SqlState::code) {
        Some(code) if code.starts_with("57P") || code.starts_with("08") => Problem::unknown(code),
        Some(code) => Problem::failed(code),
        None => Problem::unknown("connection"),
    }
}
