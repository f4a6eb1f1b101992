"""The failure contract: every row of the table, at both consumers, and the servers serve on.

The rows are `bench_lab.endure.failures`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest

from bench_driver.servers.specs import Options
from bench_driver.system.repository import find_root
from bench_lab.endure.failures import JSON, Row, golden, rows
from bench_lab.endure.provoke import GOOD_BEFORE, provoke, wrong
from bench_lab.endure.scene import Scene, opened
from bench_lab.endure.stub import answering, response

from .conftest import trigger
from .facts import CODES, CONSUMERS, ROOT, RUNTIMES

GOLDEN = golden(ROOT)
GOOD = answering(response(GOLDEN, JSON))
ROWS = {row.name: row for row in rows(ROOT)}
BY_STUB = [name for name, row in ROWS.items() if row.by == "stub"]
BY_PROXY = [name for name, row in ROWS.items() if row.by == "proxy"]
#: One of each code, as the first answer; all come after good ones.
AT_ONCE = {ROWS[name].code: name for name in BY_STUB}.values()
ELSEWHERE = [name for name in ROWS if name not in BY_STUB + BY_PROXY]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Consumers with short timeouts, and all that can fail around them."""
    with opened(Options(find_root()), tmp_path_factory.mktemp("failures")) as made:
        yield made


def check(
    scene: Scene, consumer: str, row: Row, good_before: int = 0, provider: str = "rust-provider"
) -> None:
    seen = provoke(scene, consumer, row, good_before, provider)
    assert wrong(row, seen, good_before) == [], seen.answer


@pytest.mark.parametrize(
    ("name", "good_before"),
    [*((name, GOOD_BEFORE) for name in BY_STUB), *((name, 0) for name in AT_ONCE)],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_provider_that_says_what_none_should(
    scene: Scene, consumer: str, name: str, good_before: int
) -> None:
    check(scene, consumer, ROWS[name], good_before)


@pytest.mark.parametrize(("name", "runtime"), [*zip(BY_PROXY, cycle(RUNTIMES), strict=False)])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_real_provider_behind_a_bad_network(
    scene: Scene, consumer: str, name: str, runtime: str
) -> None:
    check(scene, consumer, ROWS[name], provider=f"{runtime}-provider")


@pytest.mark.parametrize("name", ELSEWHERE)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_origin_without_a_provider(scene: Scene, consumer: str, name: str) -> None:
    check(scene, consumer, ROWS[name])


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_failure_in_the_warmup_says_so(scene: Scene, consumer: str) -> None:
    with scene.arranged(ROWS["sends no JSON"], 3, "rust-provider") as origin:
        problem = trigger(scene.consumers.url(consumer), origin, amount=20, warmup=10).json()
    assert (problem["phase"], problem["request"], problem["completed"]) == ("warmup", 3, 0)


@pytest.mark.parametrize("concurrency", [1, 8])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_failure_among_requests_in_flight_is_the_failure_of_the_run(
    scene: Scene, consumer: str, concurrency: int
) -> None:
    with scene.arranged(ROWS["answers 500"], 40, "rust-provider") as origin:
        problem = trigger(
            scene.consumers.url(consumer), origin, amount=100, concurrency=concurrency
        ).json()
    assert problem["code"] == "provider_status"
    # The 41st request that reaches the provider fails. With more of them in flight it may bear any
    # number that was handed out by then.
    assert 0 <= problem["request"] < 40 + concurrency
    assert problem["completed"] <= 40
    if concurrency == 1:
        assert (problem["request"], problem["completed"]) == (40, 40)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_connections_that_the_provider_closes_are_counted(scene: Scene, consumer: str) -> None:
    with scene.arranged(ROWS["closes after each answer"], 0, "rust-provider") as origin:
        result = trigger(scene.consumers.url(consumer), origin, amount=5).json()
    assert result["verified"] == result["connections"] == scene.stub.connections == 5


def test_every_code_that_a_provider_can_cause_has_its_row() -> None:
    codes = {code for code in CODES if code.startswith("provider_")} | {"deserialize_failed"}
    assert codes == {row.code for row in ROWS.values()} - {""}
