//! A run's result as a table for a terminal: what its sender wants to know, and nothing for programs.

use super::result::RunResult;
use super::run_engine::RunEngine;
use testbed_environment::RUNTIME;
use testbed_judge::{Disturbance, percent};
use testbed_measure::{Cores, Parse};
use testbed_request::{RunRequest, Supply, Way};

/// The width of the labels; lines that go on begin with as many spaces.
const LABEL: usize = 15;

/// What the table shows.
pub struct Table<'a> {
    request: &'a RunRequest,
    parse: &'a Parse,
    decoding: Option<&'a Parse>,
    cores: Option<&'a Cores>,
    total_time_ms: u64,
    noise: &'a [Disturbance],
    advice: &'a [String],
    engine: &'a RunEngine,
    runtime_version: &'a str,
    libraries: Vec<(&'a str, &'a str)>,
}

impl<'a> From<&'a RunResult> for Table<'a> {
    fn from(result: &'a RunResult) -> Self {
        Self {
            request: &result.request,
            parse: &result.measured.parse,
            decoding: result.measured.decoding.as_ref(),
            cores: result.measured.cores.as_ref(),
            total_time_ms: result.measured.total_time_ms(),
            noise: &result.measured.noise,
            advice: &result.advice,
            engine: &result.engine,
            runtime_version: result.environment.runtime_version(),
            libraries: result.environment.libraries().collect(),
        }
    }
}

impl Table<'_> {
    /// The whole text; each line ends in a line break.
    pub fn text(&self) -> String {
        let request = self.request;
        let work = match &request.way {
            Way::Pulled(supply) => format!("from the {} provider {}, parsed", supply.server_type, supply.provider),
            Way::Pushed(pushed) => format!("from a {} sender, parsed", pushed.server_type),
            Way::Written => "written".to_owned(),
            Way::Sent(delivery) => format!("to {}, written", delivery.receiver),
        };
        let title = format!(
            "{} {}{} as {} {work} by {RUNTIME}\n\n",
            request.amount,
            request.object_type.name,
            request.size.map_or_else(String::new, |size| format!(" {}", size.name())),
            request.format.name(),
        );
        let rows = [
            row("objects", &[format!("{}, each as expected", request.amount)]),
            row("us an object", &[percentiles(self.parse)]),
            self.decoding.map_or_else(String::new, |decoding| row("us of decoding", &[percentiles(decoding)])),
            self.cores.map_or_else(String::new, |cores| row("cores", &[together(cores)])),
            row("sum", &[format!("{} us", self.parse.sum_micro_s())]),
            row("whole run", &[format!("{} ms", self.total_time_ms)]),
            row("warm-up", &[warmup(request.warmup)]),
            row("condition", &[condition(request, self.engine)]),
            row("disturbed by", &or(self.noise.iter().map(disturbance), "nothing")),
            row("advice", &or(self.advice.iter().cloned(), "none")),
            row("engine", &[engine(self.engine)]),
            row("runtime", &[self.runtime_version.to_owned()]),
            row(
                "libraries",
                &[self
                    .libraries
                    .iter()
                    .map(|(name, version)| format!("{name} {version}"))
                    .collect::<Vec<_>>()
                    .join(", ")],
            ),
        ];
        title + &rows.concat()
    }
}

/// A label and its lines.
fn row(label: &str, lines: &[String]) -> String {
    let labels = std::iter::once(label).chain(std::iter::repeat(""));
    labels.zip(lines).map(|(label, line)| format!("{label:LABEL$}{line}\n")).collect::<Vec<_>>().concat()
}

/// The texts, or this one where there is none.
fn or(texts: impl Iterator<Item = String>, none: &str) -> Vec<String> {
    let texts: Vec<_> = texts.collect();
    if texts.is_empty() { vec![none.to_owned()] } else { texts }
}

/// `p50 2.004, p90 45.000, p99 45.000`
fn percentiles(windows: &Parse) -> String {
    let [p50, p90, p99] = windows.percentiles().map(microseconds);
    format!("p50 {p50}, p90 {p90}, p99 {p99}")
}

/// With three decimals, exact.
fn microseconds(ns: u64) -> String {
    format!("{}.{:03}", ns / 1000, ns % 1000)
}

/// `2 threads: 743,210 objects a second`
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what one thread parses in a second is far below 2^64"
)]
fn together(cores: &Cores) -> String {
    let threads = if cores.threads == 1 { "thread" } else { "threads" };
    format!("{} {threads}: {} objects a second", cores.threads, thousands(cores.objects_per_s.round() as u64))
}

/// With a comma before every three digits.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

fn warmup(objects: u64) -> String {
    if objects == 0 { "none".to_owned() } else { format!("{objects} objects before these, not counted") }
}

fn condition(request: &RunRequest, engine: &RunEngine) -> String {
    let variants = format!("variants {}", request.variants);
    let bodies = request.supply().map_or(variants.clone(), |supply| {
        let Supply { source, concurrency, block, .. } = supply;
        let threads = supply.threads.map_or_else(String::new, |threads| format!(", threads {threads}"));
        let coding = supply.coding.map_or_else(String::new, |coding| format!(", {}", coding.name()));
        format!("{}, concurrency {concurrency}, {variants}, block {block}{threads}{coding}", source.name())
    });
    let operation = engine
        .kind
        .map_or_else(String::new, |kind| format!(", operation {}, kind {}", engine.operation.name(), kind.name()));
    bodies + &operation
}

fn disturbance(noise: &Disturbance) -> String {
    format!("{} {} (limit {})", noise.rule, percent(noise.value), percent(noise.limit))
}

/// The library's name only where it is another than the engine's.
fn engine(engine: &RunEngine) -> String {
    let library = if engine.library == engine.name { String::new() } else { format!(" ({})", engine.library) };
    format!("{} {}{library}", engine.name, engine.version)
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
