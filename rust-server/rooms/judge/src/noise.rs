//! Whether a part of a run was disturbed; the rules are `docs/contract/steadiness.md`. That of the JIT has nothing to judge here.

use std::time::Duration;

use serde::Serialize;

use testbed_measure::{Cpu, nanoseconds};

/// A rule that fired, with what was measured and what is allowed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct Disturbance {
    pub rule: &'static str,
    pub value: f64,
    pub limit: f64,
}

/// The rules that fired over a part that took `wall`. One whose counter is absent is silent.
pub fn noise(cpu: &Cpu, wall: Duration) -> Vec<Disturbance> {
    let wall = Some(nanoseconds(wall));
    let counters = &cpu.counters;
    let [before, after] = cpu.canary_ns;
    let rules = [
        ("cpu_pressure", ratio(counters.pressure, wall), 0.05),
        ("run_queue_wait", ratio(counters.run_queue_wait, counters.run), 0.02),
        ("steal", ratio(counters.steal, wall), 0.01),
        ("throttled", ratio(counters.throttled, wall), 0.0),
        ("canary", ratio(Some(after.abs_diff(before)), Some(before)), 0.03),
    ];
    let fired = rules.into_iter().filter_map(|(rule, value, limit)| Some(Disturbance { rule, value: value?, limit }));
    fired.filter(|disturbance| disturbance.value > disturbance.limit).collect()
}

/// A ratio in per cent with one decimal, rounded half up: `3.1 %`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what a rule measures is never below zero")]
pub fn percent(ratio: f64) -> String {
    let per_mille = (ratio * 1000.0 + 0.5).floor() as u64;
    format!("{}.{} %", per_mille / 10, per_mille % 10)
}

#[allow(clippy::cast_precision_loss, reason = "2^53 ns are a hundred days")]
fn ratio(part: Option<u64>, whole: Option<u64>) -> Option<f64> {
    let whole = whole.filter(|whole| *whole > 0)?;
    Some(part? as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testbed_measure::Counters;

    const WALL: Duration = Duration::from_secs(1);

    fn fired(canary_ns: [u64; 2], change: impl FnOnce(&mut Counters)) -> Vec<(&'static str, f64)> {
        let ms = |ms: u64| Some(ms * 1_000_000);
        let mut counters = Counters { run: ms(500), run_queue_wait: ms(10), pressure: ms(50), ..Counters::default() };
        (counters.steal, counters.throttled) = (ms(10), ms(0));
        change(&mut counters);
        noise(&Cpu { counters, canary_ns }, WALL).into_iter().map(|noise| (noise.rule, noise.value)).collect()
    }

    #[test]
    fn a_value_at_its_limit_is_quiet() {
        assert_eq!(fired([1000, 1030], |_| ()), []);
    }

    #[test]
    fn each_rule_fires_over_its_limit_and_says_what_was_measured() {
        assert_eq!(fired([1000, 1000], |all| all.pressure = Some(60_000_000)), [("cpu_pressure", 0.06)]);
        assert_eq!(fired([1000, 1000], |all| all.run_queue_wait = Some(15_000_000)), [("run_queue_wait", 0.03)]);
        assert_eq!(fired([1000, 1000], |all| all.steal = Some(20_000_000)), [("steal", 0.02)]);
        assert_eq!(fired([1000, 1000], |all| all.throttled = Some(1_000_000)), [("throttled", 0.001)]);
        assert_eq!(fired([1000, 1040], |_| ()), [("canary", 0.04)]);
        assert_eq!(fired([1000, 960], |_| ()), [("canary", 0.04)], "faster is another machine too");
    }

    #[test]
    fn a_ratio_is_told_in_per_cent_rounded_half_up() {
        let told = [0.0, 0.0004, 0.0005, 0.0312, 0.9994, 1.2].map(percent);
        assert_eq!(told, ["0.0 %", "0.0 %", "0.1 %", "3.1 %", "99.9 %", "120.0 %"]);
    }

    #[test]
    fn what_the_system_does_not_keep_cannot_be_judged() {
        assert_eq!(fired([1000, 1000], |all| *all = Counters::default()), []);
        assert_eq!(fired([1000, 1000], |all| (all.run, all.run_queue_wait) = (Some(0), Some(9))), []);
    }
}
