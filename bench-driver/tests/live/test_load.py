"""Under load: whatever a crowd does, health is answered, runs end right and say that they were
noisy. `bench-driver soak` does it for longer.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench_driver.servers.specs import Options
from bench_driver.system.repository import find_root
from bench_lab.endure.load import LOADS, Load, endured
from bench_lab.endure.scene import Scene, opened
from bench_lab.endure.watch import Watch

from .facts import RUNTIMES

pytestmark = pytest.mark.thorough
SECONDS = 3.0
#: Long, since the machine may be busy: that a server serves on is shown by what it answers while
#: the crowd stands. `bench-driver soak` looks at how soon.
PATIENCE_S = 60.0
#: Objects of a run: few, since each waits for a crowd.
AMOUNT = 10
PATIENT = {"READ_TIMEOUT_MS": "45000", "RUN_TIMEOUT_BASE_MS": "55000"}


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Consumers and providers with their usual limits, but for those of time."""
    with opened(
        Options(find_root()), tmp_path_factory.mktemp("load"), PATIENT, proxied=False
    ) as made:
        yield made


@pytest.mark.parametrize("load", LOADS, ids=lambda load: load.name)
@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_crowd_disturbs_no_run_and_no_health_check(
    scene: Scene, runtime: str, load: Load
) -> None:
    consumer, provider = f"{runtime}-server", f"{runtime}-provider"
    with Watch(
        [scene.consumers.server(consumer), scene.providers.server(provider)], patience_s=PATIENCE_S
    ) as watch:
        came = endured(scene, consumer, provider, load, SECONDS, watch, AMOUNT)
    assert came.off(load) == []
    assert watch.failures() == []
    if load.kind in ("clients", "flood"):
        assert came.noisy, "the machine was crowded, and no run says so"
