//! What the server's log says of runs: a line each, written before the next may begin, so that it
//! disturbs nobody's windows.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::ends::Ended;
use testbed_answer::Event;
use testbed_contract::Code;
use testbed_request::RunRequest;

/// Writes how a run ended. Nothing in it is a stranger's text: names are those of the server's own
/// lists, and a problem's detail quotes no body.
pub fn ended(request: &RunRequest, outcome: &Result<Event, Ended>, took: Duration) {
    // A log that nobody takes ends no run.
    let _lost = writeln!(io::stderr(), "{}", line(request, outcome, took));
}

fn line(request: &RunRequest, outcome: &Result<Event, Ended>, took: Duration) -> Value {
    let (level, message, code) = match outcome {
        Ok(_) => ("info", "a run ended".to_owned(), None),
        Err(Ended::ClientGone) => ("warn", "a run ended as its client left".to_owned(), None),
        Err(Ended::Problem(problem)) => {
            let level = if problem.code == Code::Internal { "error" } else { "warn" };
            (level, format!("a run failed: {}", problem.detail), Some(problem.code))
        }
    };
    let mut line = json!({
        "level": level,
        "message": message,
        "operation": request.operation.name(),
        "way": request.way.name(),
        "format": request.format.name(),
        "object_type": request.object_type.name,
        "engine": request.engine.name,
        "warmup": request.warmup,
        "amount": request.amount,
        "ms": u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
    });
    if let Some(code) = code {
        line["code"] = json!(code);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use testbed_contract::Problem;
    use testbed_request::sample;

    #[test]
    fn a_failure_is_one_line_with_its_code_and_no_line_of_a_stranger() {
        let request = sample(&json!({"amount": 7}));
        let problem = Problem::new(Code::ProviderTimeout, "it said \n\u{1b}[2J");
        let line = line(&request, &Err(Ended::Problem(problem)), Duration::from_millis(1500));
        let told = "a run failed: it said \n\u{1b}[2J";
        assert_eq!((&line["level"], &line["message"], &line["ms"]), (&"warn".into(), &told.into(), &1500.into()));
        assert_eq!(line["code"], "provider_timeout");
        assert_eq!(
            (&line["engine"], &line["amount"], &line["way"]),
            (&"serde_json".into(), &7.into(), &"pulled".into())
        );
        let text = line.to_string();
        assert!(text.bytes().all(|byte| byte >= b' '), "{text}");
    }
}
