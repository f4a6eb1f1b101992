"""The model of a body over a link: its arithmetic, its page, and the link that it is checked on."""

from __future__ import annotations

import socket
import struct
from dataclasses import replace
from time import perf_counter

import pytest

from bench_driver.report.document import Table, Text
from bench_lab.link.inside import PAIRS, RUNS
from bench_lab.link.model import Fetch, cells, modelled, off, sections, wire
from bench_lab.link.relay import Relay

#: 1,000 bytes with 200 of head, over 100 Mbit/s; a request is 134 bytes.
FETCH = Fetch("rust-server", "java-provider", 1000.0, 134.0, 1200.0, 0.0, 1e8)
#: Of the same body, the smallest here: what it takes over loopback counts in neither way.
CONSTANT = [replace(FETCH, p50_ns=100_000.0, bits_s=0.0), replace(FETCH, p50_ns=9e4, bits_s=None)]
#: One segment each: 200 and 1,266 bytes.
MODEL_NS = 100_000 + 80 * (200 + 1266)


def test_a_message_takes_the_heads_of_each_of_its_segments() -> None:
    assert [wire(size) for size in (1, 1448, 1449, 65536)] == [67, 1514, 1581, 65536 + 46 * 66]


def test_the_model_adds_request_and_answer_over_the_bandwidth_to_the_constant() -> None:
    assert modelled(FETCH, 100_000) == pytest.approx(MODEL_NS)
    assert modelled(replace(FETCH, bits_s=2e7), 0) == pytest.approx(400 * (200 + 1266))


@pytest.mark.parametrize(("by", "said"), [(0.95, "+5.3"), (0.85, "+17.6"), (1.2, "-16.7")])
def test_the_page_says_by_how_much_the_model_is_off(by: float, said: str) -> None:
    """One pass of three, and one round of three, was disturbed: neither moves the error."""
    shaped = replace(FETCH, p50_ns=by * MODEL_NS)
    passes = [*CONSTANT, shaped, replace(shaped, p50_ns=9e9), shaped]
    disturbed = [*CONSTANT, *[replace(shaped, p50_ns=9e9)] * 3]
    rounds = {1: passes, 2: disturbed, 3: passes}
    (section,) = sections(rounds)
    lead, table, _ = section.blocks
    assert isinstance(lead, Text) and isinstance(table, Table)
    (row,) = table.rows
    assert row[:6] == ["rust-server", "java-provider", "100", "134", "200", "1,000"]
    assert row[6:8] == ["100", "217"] and row[9] == said
    assert off(rounds) == (row[-1] == "off by more than 10 %") == (abs(float(said)) > 10)
    assert f"in {0 if off(rounds) else 1} of 1 cells" in lead.text


def test_what_a_link_adds_to_a_small_body_it_adds_to_a_large_one() -> None:
    large = replace(FETCH, body=5000.0, answer=5200.0)
    runs = [*CONSTANT, replace(large, p50_ns=2e5, bits_s=None), replace(large, p50_ns=1e6)]
    (cell,) = cells({1: runs})
    assert cell.constants == [2e5 + 1e5 - 9e4]


def test_both_runtimes_are_at_both_ends_at_both_bandwidths_and_sizes() -> None:
    assert len(PAIRS) == 2
    ends = {
        end.partition("-")[::2] for consumer, provider, _ in PAIRS for end in (consumer, provider)
    }
    assert len(ends) == 4
    assert all(provider.split("-")[0] == near.split("-")[0] for _, provider, near in PAIRS)
    cells = {(bits_s, what["size"]) for bits_s, what, _, _ in RUNS}
    assert cells == {
        (bits_s, size) for bits_s in (None, 0.0, 2e7, 1e8) for size in ("1KiB", "64KiB")
    }
    amounts = {(what["size"], amount) for _, what, amount, _ in RUNS}
    assert len(amounts) == 2, "the constant is of the same bodies"


def segment(payload: int) -> bytes:
    """A frame of IPv4 and TCP with timestamps that carries so many bytes."""
    head = struct.pack("!BxHxxxxxB10x", 0x45, 52 + payload, 6)
    return head + struct.pack("!12xB19x", 8 << 4) + bytes(payload)


# Python 3.12 warns where the process that forks has threads, as one of pytest's has.
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_frame_arrives_when_its_last_bit_does_and_its_payload_is_counted() -> None:
    """30 frames of 1,514 bytes with Ethernet's heads: at 10 Mbit/s one in 1.2 ms."""
    (near, one), (far, other) = (
        socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(2)
    )
    with near, one, far, other, Relay((one.fileno(), other.fileno())) as relay:
        frame = segment(1448)
        near.send(frame)
        assert far.recv(2000) == frame, "without a bandwidth at once"
        relay.shape(1e7)
        begun = perf_counter()
        near.send(frame)
        far.recv(2000)
        first = perf_counter() - begun
        for _ in range(29):
            near.send(frame)
        for _ in range(29):
            far.recv(2000)
        whole = perf_counter() - begun
        assert relay.payload == (31 * 1448, 0)
    assert first >= 0.00121 and whole >= 30 * 0.00121, "the first of a pause, too"
