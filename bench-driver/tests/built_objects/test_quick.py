"""A user's own type, built into both real servers by the profile `quick`: every engine reads it, a
sweep measures it, and once it is removed nothing of it is left.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench_driver.servers import own_objects
from bench_driver.servers.specs import BENCH_RUST_BUILD

from ..conftest import FREE
from ..test_object_builds import ROOT, everything, put

#: Two builds and a round, on a busy machine too.
pytestmark = pytest.mark.timeout(7200)


def bench(*words: str) -> str:
    """What a command of the driver answers."""
    command = [sys.executable, "-m", "bench_driver", *words]
    env = {**os.environ, "BENCH_ROOT": str(ROOT), BENCH_RUST_BUILD: "quick"}
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0, words
    return done.stdout


def test_a_type_is_built_checked_measured_and_removed(tmp_path: Path) -> None:
    before, objects = everything(), tmp_path / "objects"
    put(objects, "Purchase", "Order")
    # Lists of lists, which XML does not carry, under a name that code beside it has, too.
    put(objects, "Message", "Polygon")
    where = f"--objects={objects}"
    checked = bench("object", "build", "--quick", where)
    assert "Purchase: BSON, JSON, Protobuf, XML carry it" in checked
    assert "Message: BSON, JSON, Protobuf carry it" in checked and "not measured as XML" in checked
    swept = bench(
        *("sweep", where, *FREE, "--object-type=Purchase", "--checks=usual", "--rounds=1"),
        *(f"--store={tmp_path / 'results.sqlite'}", f"--out={tmp_path / 'out'}", "--groups=4"),
    )
    assert "Purchase" in swept
    bench("object", "remove", "Message", where)
    assert own_objects.names(objects) == ["Purchase"]
    bench("object", "remove", "Purchase", where)
    assert not objects.exists() and everything() == before
