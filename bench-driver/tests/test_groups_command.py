"""`bench-driver sweep` as a user calls it: what it asks for by itself, what it says
meanwhile, and what is there after it was cut.
"""

from __future__ import annotations

from pathlib import Path

from bench_driver.plan.stopping import PILOT
from bench_driver.store import read
from bench_driver.store.opening import open_store
from bench_driver.store.slices import whole_slices

from .conftest import FREE, Command, behave, running, runs_of, said

SMALL = [
    *FREE,
    "--warmup=10",
    "--warmup-provider=5",
    "--variants=8",
    "--format=json",
    "--object-type=DummyObject",
    "--groups=4",
    "--checks=usual",
]
SWEEP = ["sweep", *SMALL, "--condition=block", "--rounds=3"]


#: Slices in which each consumer is compared with itself in a round: four groups of two.
ITSELF = 4 * 2


def test_a_log_says_which_round_it_is_and_the_ratios_so_far(bench: Command, checkout: Path) -> None:
    done = bench(*SWEEP)
    assert "Traceback" not in done.stderr
    lines = done.stderr.splitlines()
    assert [
        line for line in lines if line.startswith("round 3 of 3: getting the servers ready, about ")
    ]
    looks = [line for line in lines if line.startswith("so far: ")]
    assert looks[0] == "so far: one start of the processes, no interval"
    assert looks[2].startswith("so far: 3 starts of the processes, provisional intervals")
    assert (
        "  DummyObject as JSON, block: java-server takes 2.00 times as long as rust-server" in lines
    )
    slices = runs_of(checkout, "slice")
    assert len(slices) == 3 * (4 * 2 + 2 * ITSELF)
    assert all(0 <= run.notes["idle_cpu"] < 2 for run in slices), (
        "the other consumer is a process of this machine"
    )


def test_without_options_it_asks_for_a_target_within_a_time_budget(
    bench: Command, checkout: Path
) -> None:
    done = bench("sweep", *SMALL, "--time-budget=1s")
    assert [
        line
        for line in done.stderr.splitlines()
        if line.startswith("6 rounds of a pilot are planned")
    ], done.stderr
    with open_store(str(checkout / "results" / "results.sqlite"), create=False) as store:
        kept = read.find(store)
    stopping = kept.about["stopping"]
    assert (stopping["rule"], stopping["target"], stopping["budget_s"], stopping["decided"]) == (
        "target",
        0.05,
        1.0,
        True,
    )
    assert 1 <= stopping["rounds"] < PILOT, "as many rounds as a second holds on this machine"
    assert "a pilot is 6" in stopping["reason"]
    assert {cell["condition"] for cell in kept.about["cells"]} == {"block"}


def test_a_killed_sweep_leaves_whole_groups_and_goes_on(bench: Command, checkout: Path) -> None:
    behave(checkout, "slow")
    with running(*SWEEP) as process:
        said(process, "3 rounds are planned")
        with open_store(str(checkout / "results" / "results.sqlite"), create=False) as store:
            kept = read.find(store)
            assert kept.state == "running"
            assert len(list(whole_slices(store, kept.id))) % 2 == 0
    behave(checkout, "right")
    resumed = bench("sweep", "--resume")
    assert "Traceback" not in resumed.stderr
    assert len(runs_of(checkout, "slice")) == 3 * (4 * 2 + 2 * ITSELF)
    with open_store(str(checkout / "results" / "results.sqlite"), create=False) as store:
        assert read.find(store).state == "complete"


def test_a_dry_run_on_all_cores_says_on_how_many_threads_and_who_comes_twice(
    bench: Command,
) -> None:
    done = bench(
        "sweep",
        *SMALL[:-2],
        "--checks=usual",
        "--groups=8",
        "--condition=cores",
        "--rounds=1",
        "--dry-run",
    )
    assert "2 at once under cores" in done.stdout, done.stderr
    assert (
        "DummyObject as JSON, cores: rust-server, java-server, rust-server one-thread, "
        "java-server one-thread" in done.stdout
    )


def test_the_best_of_one_sweep_are_measured_in_another(bench: Command, checkout: Path) -> None:
    small = [*FREE, "--warmup=10", "--warmup-provider=5", "--variants=8", "--rounds=1"]
    what = ["--engine=all", "--checks=usual", "--format=json", "--object-type=DummyObject"]
    first = bench("sweep", *small, *what, "--condition=block", "--label=engines")
    assert "bench-driver sweep --best-of " in first.stdout, first.stderr
    assert (
        "Which library, the slowest's time over the quickest's: rust-server JSON 1.00"
        in first.stdout
    )
    done = bench("sweep", *small, "--best-of=engines", "--groups=4")
    assert "By the best library of each runtime, " in done.stdout, done.stderr
    assert "chose the libraries (noise: unknown 2)." in done.stdout
    again = bench("sweep", *small, "--best-of=last", "--groups=4")
    assert (again.returncode, "has nothing to choose from" in again.stderr) == (2, True)
