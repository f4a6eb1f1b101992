//! One trial in Rust: the official driver, with documents as raw BSON, as `Document`s or as typed
//! records. Reads a job as JSON from its input, and writes a line of JSON.

mod allocations;
mod rows;

use std::error::Error;
use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use mongodb::bson::{Document, RawDocumentBuf, doc};
use mongodb::options::ClientOptions;
use mongodb::{Client, Collection, Database};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use rows::{EightyNine, Row, Six};

const BATCH: usize = 1000;

type Outcome<T> = Result<T, Box<dyn Error>>;

#[derive(Deserialize)]
struct WarmUp {
    documents: usize,
    times: usize,
}

#[derive(Deserialize)]
struct Job {
    uri: String,
    database: String,
    operation: String,
    library: String,
    collection: String,
    names: Vec<String>,
    n: usize,
    rows: String,
    changed: String,
    value: String,
    warm_up: WarmUp,
    steps: String,
}

fn main() -> Outcome<()> {
    let job: Job = serde_json::from_reader(std::io::stdin())?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        match (job.library.as_str(), job.names.len()) {
            ("RawDocument", _) => trial::<RawDocumentBuf>(&job).await,
            ("serde", 6) => trial::<Six>(&job).await,
            ("serde", _) => trial::<EightyNine>(&job).await,
            _ => trial::<Document>(&job).await,
        }
    })
}

async fn trial<T: Row>(job: &Job) -> Outcome<()> {
    let mut options = ClientOptions::parse(&job.uri).await?;
    options.max_pool_size = Some(1);
    let database = Client::with_options(options)?.database(&job.database);
    let values = values_of(job)?;
    let inserts = job.operation == "insert";
    for _ in 0..job.warm_up.times {
        fill(job, &database, "warm_up", &values, job.warm_up.documents).await?;
        let given = documents::<T>(job, &values, job.warm_up.documents);
        operate(job, &database.collection("warm_up"), &given).await?;
    }
    let there = database.collection::<Document>(&job.collection);
    if inserts || there.count_documents(doc! {}).await? != job.n as u64 {
        fill(job, &database, &job.collection, &values, job.n).await?;
    }
    let given = documents::<T>(job, &values, job.n);
    let collection = there.clone_with_type::<T>();
    step(job, "ready")?;
    let (bytes, cpu, began) = (allocations::bytes(), cpu_s(), Instant::now());
    let found = operate(job, &collection, &given).await?;
    let (wall, cpu) = (began.elapsed(), cpu_s() - cpu);
    let allocated = allocations::bytes() - bytes;
    step(job, "done")?;
    let read: Vec<String> = if job.operation == "find" {
        found.iter().map(|one| one.text(&job.names)).collect()
    } else {
        find(&there)
            .await?
            .iter()
            .map(|one| one.text(&job.names))
            .collect()
    };
    if job.operation != "find" {
        there.drop().await?; // it takes no memory any more
    }
    let figures = serde_json::json!({
        "client CPU": cpu, "wall": wall.as_secs_f64(), "allocated": allocated,
        "count": read.len(), "digest": digest(&read),
    });
    println!("{figures}");
    Ok(())
}

/// What was found; empty of any other operation.
async fn operate<T: Row>(job: &Job, collection: &Collection<T>, given: &[T]) -> Outcome<Vec<T>> {
    match job.operation.as_str() {
        "insert" => insert(collection, given).await?,
        "find" => return find(collection).await,
        "update" => {
            let change = doc! { "$set": { &job.changed: &job.value } };
            collection.update_many(doc! {}, change).await?;
        }
        _ => {
            collection.delete_many(doc! {}).await?;
        }
    }
    Ok(Vec::new())
}

async fn insert<T: Row>(collection: &Collection<T>, given: &[T]) -> Outcome<()> {
    for some in given.chunks(BATCH) {
        collection.insert_many(some).await?;
    }
    Ok(())
}

async fn find<T: Row>(collection: &Collection<T>) -> Outcome<Vec<T>> {
    let mut cursor = collection.find(doc! {}).await?;
    let mut found = Vec::new();
    while cursor.advance().await? {
        found.push(cursor.deserialize_current()?);
    }
    Ok(found)
}

/// An empty collection for who inserts, else one of the first rows.
async fn fill(
    job: &Job,
    database: &Database,
    name: &str,
    values: &[Vec<String>],
    count: usize,
) -> Outcome<()> {
    let collection = database.collection::<Document>(name);
    // mongo-java-server refuses to drop what is not there, by an answer that the driver cannot read.
    let there = database.list_collection_names().await?;
    if there.iter().any(|one| one == name) {
        collection.drop().await?;
    }
    if job.operation != "insert" {
        insert(&collection, &documents(job, values, count)).await?;
    }
    Ok(())
}

fn values_of(job: &Job) -> Outcome<Vec<Vec<String>>> {
    let text = std::fs::read_to_string(&job.rows)?;
    Ok(text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?)
}

fn documents<T: Row>(job: &Job, values: &[Vec<String>], count: usize) -> Vec<T> {
    (0..count)
        .map(|key| {
            let key_of = i32::try_from(key).expect("fewer documents than an i32 counts");
            T::of(key_of, &job.names, &values[key % values.len()])
        })
        .collect()
}

/// The sum of 48 bits of each document's SHA-256: no order matters, each field does.
fn digest(texts: &[String]) -> u64 {
    let sum = texts.iter().fold(0u64, |sum, text| {
        let hash = Sha256::digest(text);
        sum.wrapping_add(
            hash[..6]
                .iter()
                .fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
        )
    });
    sum % (1 << 48)
}

/// The bench driver reads what the server has used so far.
fn step(job: &Job, name: &str) -> Outcome<()> {
    File::create(format!("{}.{name}", job.steps))?;
    while !Path::new(&format!("{}.{name}.seen", job.steps)).exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

/// CPU seconds of this process.
fn cpu_s() -> f64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a timespec of ours.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    Duration::new(
        time.tv_sec.cast_unsigned(),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
    .as_secs_f64()
}
