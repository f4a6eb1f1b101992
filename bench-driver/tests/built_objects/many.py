"""Three hundred random types of a user's own: each engine of both servers gives back objects equal
in every format that carries them. `make test-objects-many`; an hour on two cores.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from bench_driver.errors import BenchError
from bench_driver.servers import own_objects
from bench_objects import build, checked
from bench_objects.bad import BadSample
from bench_objects.drafted import drafted, finished
from bench_objects.reading import Samples
from bench_objects.scrambled import Scrambler
from bench_objects.written import compact, write

from ..fuzz.schemas import PREFIXES
from ..test_object_builds import ROOT
from .drawing import Source, samples, schemas

pytestmark = pytest.mark.timeout(7200)
_TYPES, _BUILDS = 50, 6
#: Of the 1,024 objects of a type, those that each engine gets.
_VARIANTS = 256
#: The longest schema, in characters: what a compiler takes minutes for is no other test.
_LARGEST = 4000


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all builds: libraries are compiled once."""
    return tmp_path_factory.mktemp("many") / "objects"


@pytest.mark.parametrize("number", range(_BUILDS))
def test_objects_of_every_type_come_back_equal(
    number: int, objects: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in own_objects.names(objects):
        shutil.rmtree(objects / name)
    for name, source in _types(number).items():
        values = source.objects if isinstance(source, Samples) else [source.document]
        scrambler = Scrambler(values, random.Random(name))
        of = finished(drafted(source, {}, name), name, ROOT, scrambler)
        write(objects, name, of.schema, of.canonical, of.variants)
    failed: list[str] = []
    check = checked._check

    def of_each(*given: Any) -> None:
        try:
            check(*given)
        except BenchError as error:
            failed.append(f"{given[0]}: {error.what}: {error.why}")
            kept = objects.with_name("failed") / given[0]
            shutil.copytree(objects / given[0], kept, dirs_exist_ok=True)
            print(f"FAILED {failed[-1]}; kept in {kept}")

    monkeypatch.setattr(checked, "_check", of_each)
    monkeypatch.setattr(checked, "_VARIANTS", _VARIANTS)
    build.servers(objects, ROOT, own_objects.names(objects), quick=True)
    assert failed == []


def _types(number: int) -> dict[str, Source]:
    """The types of a build; half are of samples, half of schemas. A seed draws others where other
    modules are loaded: hypothesis takes constants from these.
    """
    kept = [*_largest(number, samples()), *_largest(number, schemas())]
    return {f"{PREFIXES[at % len(PREFIXES)]}{number}x{at}": one for at, one in enumerate(kept)}


def _largest(number: int, sources: SearchStrategy[Source]) -> list[Source]:
    """Of many that are drawn those with most in them."""
    kept: dict[str, Source] = {}

    @seed(number)
    @settings(
        max_examples=2 * _TYPES,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(sources)
    def collect(source: Source) -> None:
        try:
            schema = compact(drafted(source, {}, "Odd").schema)
        except BadSample as error:
            assert error.what == "it has too many fields"
            return
        if len(schema) <= _LARGEST:
            kept[schema] = source

    collect()
    return [kept[schema] for schema in sorted(kept, key=len)[-_TYPES // 2 :]]
