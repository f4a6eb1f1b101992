"""Under load: whatever a crowd does, health is answered, runs end right and say that they were noisy. `bench-driver soak` does it for longer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench_driver.endure.load import LOADS, Load, endured
from bench_driver.endure.scene import Scene, opened
from bench_driver.endure.watch import Watch
from bench_driver.repository import find_root
from bench_driver.servers import Options

from .facts import RUNTIMES

SECONDS = 3.0
#: A health answer that comes later has waited for the crowd. `bench-driver soak` allows a second; a machine that tests share is slower than that by itself.
STARVED_S = 5.0


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Consumers and providers with their usual limits."""
    with opened(Options(find_root()), tmp_path_factory.mktemp("load"), {}, proxied=False) as made:
        yield made


@pytest.mark.parametrize("load", LOADS, ids=lambda load: load.name)
@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_crowd_disturbs_no_run_and_no_health_check(scene: Scene, runtime: str, load: Load) -> None:
    consumer, provider = f"{runtime}-server", f"{runtime}-provider"
    with Watch([scene.consumers.server(consumer), scene.providers.server(provider)]) as watch:
        came = endured(scene, consumer, provider, load, SECONDS)
    assert came.off(load) == []
    assert watch.failures() == []
    assert watch.slowest() < STARVED_S
    if load.kind in ("clients", "flood"):
        assert came.noisy, "the machine was crowded, and no run says so"
    assert all(health.answers for health in watch.health.values())
