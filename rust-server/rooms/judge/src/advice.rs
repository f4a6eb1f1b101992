//! What to do about a run's figures, in whole sentences. Every server gives the same; what a JIT compiler would be advised about has nothing to judge here.

use super::noise::{Disturbance, percent};
use super::steadiness::Class;

/// A warm-up that is enough for most runs.
const USUAL_WARMUP: u64 = 20_000;
/// From this amount on, a p99 has ten times above it.
const ENOUGH: u64 = 1000;
/// The rules that say that something beside provider and consumer was at work.
const SOMETHING_ELSE: [&str; 3] = ["steal", "throttled", "canary"];

/// What advice goes by.
pub struct Judged<'a> {
    /// Objects measured.
    pub amount: u64,
    /// Objects before those.
    pub warmup: u64,
    /// The server's `MAX_AMOUNT`.
    pub max_amount: u64,
    /// The measured part's steadiness, where it could be judged.
    pub steadiness: Option<Class>,
    /// The rules that fired over it.
    pub noise: &'a [Disturbance],
}

/// A text for each thing to do; none where all is well.
pub fn advice(run: &Judged) -> Vec<String> {
    [levels(run), few(run.amount), disturbed(run.noise)].into_iter().flatten().collect()
}

fn levels(run: &Judged) -> Option<String> {
    match run.steadiness? {
        Class::Flat => None,
        Class::Warmup => {
            let then = match more_warmup(run) {
                Some(warmup) => format!("Add \"warmup\": {warmup}, or read steadiness.segments."),
                None => "Read steadiness.segments.".to_owned(),
            };
            Some(format!("The parses grew faster as the run went on, so its sum mixes levels. {then}"))
        }
        Class::Slowdown => Some(
            "The parses grew slower as the run went on: something changed while it ran. Run it again, and read steadiness.segments."
                .to_owned(),
        ),
        Class::Unsteady => Some(
            "The parses did not stay on one level. Run it again on a quieter machine, or read steadiness.segments."
                .to_owned(),
        ),
    }
}

/// The warm-up to try next; none where this one was the longest that may be.
fn more_warmup(run: &Judged) -> Option<u64> {
    let more = if run.warmup < USUAL_WARMUP { USUAL_WARMUP } else { run.warmup * 2 };
    (run.warmup < run.max_amount).then(|| more.min(run.max_amount))
}

fn few(amount: u64) -> Option<String> {
    let text = || {
        format!("Of {amount} objects the p99 says little more than the slowest. Ask for \"amount\": {ENOUGH} or more.")
    };
    (amount < ENOUGH).then(text)
}

fn disturbed(noise: &[Disturbance]) -> Option<String> {
    let fired = noise.iter().filter(|noise| SOMETHING_ELSE.contains(&noise.rule));
    let fired: Vec<_> =
        fired.map(|noise| format!("{} {}, limit {}", noise.rule, percent(noise.value), percent(noise.limit))).collect();
    let text = |fired: String| {
        format!(
            "Something else slowed the machine while this ran ({fired}): do not compare its sum. \
             Compare p50, or let bench-driver sweep repeat and interleave."
        )
    };
    (!fired.is_empty()).then(|| text(fired.join("; ")))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn class(name: &str) -> Class {
        [Class::Flat, Class::Warmup, Class::Slowdown, Class::Unsteady]
            .into_iter()
            .find(|class| serde_json::to_value(class).unwrap() == name)
            .unwrap()
    }

    fn disturbance(noise: &Value) -> Disturbance {
        let rule = noise["rule"].as_str().unwrap().to_owned().leak();
        Disturbance { rule, value: noise["value"].as_f64().unwrap(), limit: noise["limit"].as_f64().unwrap() }
    }

    #[test]
    fn every_run_has_the_advice_that_is_written_down() {
        let vectors: Vec<Value> =
            serde_json::from_str(include_str!("../../../../providers/vectors/advice.json")).unwrap();
        // What was compiled while it ran is another runtime's.
        let vectors: Vec<_> = vectors.iter().filter(|vector| vector["in"]["compilation_ms"].is_null()).collect();
        assert!(vectors.len() >= 10, "{}", vectors.len());
        for vector in vectors {
            let (run, number) = (&vector["in"], |name: &str| vector["in"][name].as_u64().unwrap());
            let noise: Vec<_> = run["noise"].as_array().unwrap().iter().map(disturbance).collect();
            let judged = Judged {
                amount: number("amount"),
                warmup: number("warmup"),
                max_amount: number("max_amount"),
                steadiness: run["steadiness"].as_str().map(class),
                noise: &noise,
            };
            assert_eq!(serde_json::to_value(advice(&judged)).unwrap(), vector["advice"], "{}", vector["why"]);
        }
    }
}
