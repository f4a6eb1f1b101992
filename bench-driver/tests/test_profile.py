"""A profile: stacks as profilers say them, their flame graph, and whom `run --profile` cannot
sample.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_builds import profiler
from bench_builds.flame_page import written
from bench_builds.flames import LEAST, flames, hottest
from bench_builds.profiler import Samples, stacks_of_folded, stacks_of_perf
from bench_driver.cli.run import _sampled
from bench_driver.errors import SetupError, UsageError
from bench_driver.servers import addresses, state
from bench_driver.system import processes

PERF = """rust-server
            55d0 serde_json::de::Deserializer<R>::parse_str::h0123456789abcdef
            55d1 <testbed_engines::serde_json::SerdeJson as testbed_engines::Engine>::decode
            55d2 main

rust-server
            55d0 serde_json::de::Deserializer<R>::parse_str::h0123456789abcdef
            55d1 <testbed_engines::serde_json::SerdeJson as testbed_engines::Engine>::decode
            55d2 main

tokio-worker
            7f00

"""


def test_a_stack_of_perf_begins_with_its_thread_and_has_no_hashes() -> None:
    decode = "<testbed_engines::serde_json::SerdeJson as testbed_engines::Engine>::decode"
    assert stacks_of_perf(PERF) == {
        ("rust-server", "main", decode, "serde_json::de::Deserializer<R>::parse_str"): 2,
        ("tokio-worker", "[unknown]"): 1,
    }
    assert stacks_of_perf("") == Counter()


def test_folded_stacks_are_read_as_they_are_written() -> None:
    stacks = Counter(
        {("run-1", "testbed.Run.window", "tools.jackson.Parser.next token"): 2, ("a thread",): 1}
    )
    assert stacks_of_folded(Samples("Java Flight Recorder", stacks).folded) == stacks
    assert stacks_of_folded("[0.001s][warning][cds] shared file is missing\n") == Counter()


STACKS = {("a",): 1, ("a", "b"): 2, ("a", "b", "c"): 3, ("a", "d"): 2, ("e",): 2}


def test_a_function_is_as_wide_as_its_samples_and_stands_on_its_caller() -> None:
    found = {one.name: one for one in flames(STACKS)}
    assert {
        name: (one.depth, round(one.start, 3), round(one.end, 3), round(one.own, 3))
        for name, one in found.items()
    } == {
        "a": (0, 0.0, 0.8, 0.1),
        "b": (1, 0.1, 0.6, 0.2),
        "c": (2, 0.3, 0.6, 0.3),
        "d": (1, 0.6, 0.8, 0.2),
        "e": (0, 0.8, 1.0, 0.2),
    }
    assert hottest(STACKS, 2) == [("c", 0.3), ("b", 0.2)]
    assert flames({}) == []


@given(
    st.dictionaries(
        st.lists(st.sampled_from("abcd"), min_size=1, max_size=5).map(tuple),
        st.integers(1, 50),
        min_size=1,
    )
)
def test_frames_lie_within_their_callers_and_hold_all_samples(
    stacks: dict[tuple[str, ...], int],
) -> None:
    found = flames(stacks)
    for one in found:
        assert one.share >= LEAST
        callers = [
            other
            for other in found
            if other.depth == one.depth - 1
            and other.start <= one.start + 1e-9
            and one.end <= other.end + 1e-9
        ]
        assert len(callers) == (1 if one.depth else 0)
    assert sum(one.share for one in found if one.depth == 0) == pytest.approx(
        1, abs=len(stacks) * LEAST
    )
    assert sum(one.own for one in found) == pytest.approx(1, abs=len(stacks) * 5 * LEAST)


def test_the_page_names_functions_where_they_have_room_and_needs_nothing_else() -> None:
    page = written(STACKS, "serde_json in rust-server: <DummyObject> as JSON", "perf")
    assert "10 samples by perf" in page and "&lt;DummyObject&gt;" in page
    assert "<script" not in page and not re.search(r'(src|href)="http', page)
    assert re.search(r"<td>c</td><td[^>]*>30.0 %</td>", page)
    assert len(re.findall(r"<text[^>]*>[^<]*\b[abcde]\b[^<]*</text>", page)) >= 5


def test_folded_stacks_are_a_line_each() -> None:
    assert Samples("perf", Counter({("a", "b;c"): 2, ("a",): 1})).folded == "a 1\na;b:c 2\n"


def test_a_server_that_nobody_here_started_cannot_be_sampled(tmp_path: Path) -> None:
    with (
        pytest.raises(UsageError, match="that bench-driver started"),
        _sampled(tmp_path / "p.html", "http://127.0.0.1:1", tmp_path),
    ):
        pass
    with _sampled(None, "http://127.0.0.1:1", tmp_path) as samples:
        assert samples is None


def test_the_process_of_a_server_is_that_of_the_state_file(tmp_path: Path) -> None:
    me = processes.identify(os.getpid())
    assert me
    entry = state.Entry(
        "java-server", "java", "consumer", "http://127.0.0.1:5", me.pid, me.started, "log"
    )
    state.change(state.path(tmp_path), add=[entry])
    assert addresses.process("http://127.0.0.1:5", tmp_path) == (me.pid, "java")
    assert addresses.process("http://127.0.0.1:6", tmp_path) is None


def test_a_profiler_that_is_missing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SetupError, match="perf is missing") as missing, profiler.sampled(1, "rust"):
        pass
    assert "apt-get install linux-perf" in missing.value.do
