//! The kernel's texts, and a thread that does what its counters must show.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use super::*;

#[test]
fn the_kernels_texts_are_read() {
    assert_eq!(parse_schedstat("154028 2291944 2"), Some((154_028, 2_291_944)));
    assert_eq!([parse_schedstat("0 0 0"), parse_schedstat("")], [None, None], "counters that are not kept");
    let pressure = "some avg10=0.11 avg60=0.16 avg300=0.30 total=2698114665\nfull avg10=0.00 avg60=0.00 total=5";
    assert_eq!(parse_pressure(pressure), Some(2_698_114_665_000));
    let stat = "cpu  979994 132702 144196 1270499 9039 0 25100 687 0 0\ncpu0 1 1 1 1 1 1 1 5 0 0";
    assert_eq!(parse_steal(stat), Some(6_870_000_000));
}

#[test]
fn of_two_readings_the_difference_is_told_in_milliseconds() {
    let earlier =
        Counters { run: Some(5_000_000), steal: Some(7), involuntary_switches: Some(3), ..Counters::default() };
    let later = Counters { run: Some(6_234_567), involuntary_switches: Some(5), ..Counters::default() };
    let told = serde_json::to_value(later.since(&earlier)).unwrap();
    assert_eq!(told, json!({"run_ms": 1.235, "involuntary_switches": 2}), "absent where either reading is");
}

#[test]
fn work_shows_as_run_time_and_sleep_as_a_switch() {
    let before = Counters::now();
    let started = Instant::now();
    while started.elapsed() < Duration::from_millis(30) {
        std::hint::spin_loop();
    }
    let worked = Counters::now().since(&before);
    sleep(Duration::from_millis(30));
    let slept = Counters::now().since(&before);
    let on_a_cpu = |counters: &Counters| counters.run.unwrap_or(0) + counters.run_queue_wait.unwrap_or(30_000_000);
    assert!(on_a_cpu(&worked) >= 29_000_000, "{worked:?}");
    assert!(worked.user.unwrap() >= 1_000_000, "{worked:?}");
    assert!(slept.voluntary_switches.unwrap() > worked.voluntary_switches.unwrap(), "{slept:?}");
    assert!(slept.run.unwrap_or(0) < 60_000_000, "sleep is no run time: {slept:?}");
}

#[test]
fn of_several_threads_the_sum_is_told_and_the_machine_stays_the_machine() {
    let thread = |run, wait| Counters { run: Some(run), run_queue_wait: wait, ..Counters::default() };
    let run = Counters { run: Some(1), voluntary_switches: Some(9), steal: Some(7), ..Counters::default() };
    let summed = run.over(&[thread(10, Some(1)), thread(20, None)]);
    assert_eq!(
        summed,
        Counters { run: Some(30), steal: Some(7), ..Counters::default() },
        "absent where one thread's is"
    );
}

#[test]
fn a_thread_tells_its_own_and_nothing_else() {
    let own = Counters::of_thread();
    assert!(own.voluntary_switches.is_some() && own.involuntary_switches.is_some(), "{own:?}");
    assert_eq!((own.user, own.system, own.pressure, own.steal), (None, None, None, None));
}
