"""The file of a comparison's rounds: read back as they were, gone on with by the same builds on the same machine, and by nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench_driver.cli import options
from bench_driver.errors import ResultsError, UsageError
from bench_driver.measure.kept import Kept, asked
from bench_driver.servers.specs import Options
from bench_driver.stats.pairs import Group
from bench_lab.cli.options import of_kept
from bench_lab.paired.rounds import FORM, Round, gathered, sliced
from bench_lab.paired.rows import Parsed, contenders

PARSED = Parsed("java-server", "DummyObject", "JSON", "y")
NAMES = ("fields", "records")


def group(first: int, second: int) -> Group:
    """Of blocks that tell of the core."""
    times = {
        name: {"parse": dict.fromkeys(("p50_ns", "p99_ns", "mean_ns", "total_ns"), ns)}
        for name, ns in zip(NAMES, (first, second), strict=True)
    }
    blocks = {"p50_ns": [1000, 1001], "scan_ns": [500, 501]}
    return {
        who: sliced({**times[who.consumer], "blocks": blocks}, PARSED, who, 1, 1, place, 1024)
        for place, who in enumerate(contenders(NAMES))
    }


def made(number: int) -> Round:
    return Round(
        {"records": {PARSED: [group(1000 + number, 1100), group(1000, 1100)]}, "pools": {}},
        {PARSED: [64.0, 72.0]},
    )


def of(
    root: Path, *, flags: Sequence[str] = ("-Xmx1g",), version: str = "0.1.0"
) -> dict[str, object]:
    return asked(
        "prices",
        Options(root, jvm_flags=tuple(flags)),
        {"rust-server": {"server_version": version}},
        only=("records",),
    )


def test_rounds_that_are_kept_are_read_back_as_they_were_and_those_that_lack_are_made(
    checkout: Path, tmp_path: Path
) -> None:
    begun: list[int] = []
    said = of(checkout)
    whole = Kept.begun(tmp_path / "kept", said, FORM).measure(made, 4, begun.append)
    (file,) = (tmp_path / "kept").iterdir()
    assert Kept.read(file, "prices", FORM) == Kept(file, said, FORM, whole)
    file.write_bytes(file.read_bytes()[:-10])  # the driver was killed as it wrote
    again = Kept.read(file, "prices", FORM)
    again.fits(said)
    assert list(again.rounds) == [1, 2, 3]
    assert list(again.measure(made, 5, begun.append)) == [1, 2, 3, 4, 5]
    assert begun == [1, 2, 3, 4, 4, 5]
    assert Kept.read(file, "prices", FORM).rounds == again.rounds
    assert list(gathered(again.rounds)["records"][PARSED]) == [1, 2, 3, 4, 5]


def test_a_round_that_is_cut_takes_none_of_those_before_with_it(
    checkout: Path, tmp_path: Path
) -> None:
    def cut(number: int) -> Round:
        if number == 3:
            raise KeyboardInterrupt
        return made(number)

    with pytest.raises(KeyboardInterrupt):
        Kept.begun(tmp_path / "kept", of(checkout), FORM).measure(cut, 4, lambda _: None)
    (file,) = (tmp_path / "kept").iterdir()
    assert list(Kept.read(file, "prices", FORM).rounds) == [1, 2]


def test_rounds_of_another_build_are_not_gone_on_with(checkout: Path, tmp_path: Path) -> None:
    kept = Kept.begun(tmp_path / "kept", of(checkout), FORM)
    with pytest.raises(UsageError, match="cannot go on with") as caught:
        kept.fits(of(checkout, flags=["-Xmx2g"], version="0.2.0"))
    assert caught.value.why.endswith(" of jvm_flags, rust-server")
    elsewhere = {**of(checkout), "machine": {"cpu": "another", "cores": 64}}
    with pytest.raises(UsageError) as caught:
        kept.fits(elsewhere)
    assert caught.value.why.endswith(" of machine")


HEAD = json.dumps({"comparison": "prices", "only": [], "servers": {}})


@pytest.mark.parametrize(
    "text",
    ["", "no JSON\n", "{}\n", "[]\n", f"{HEAD}\n{{}}\n", f'{HEAD}\n{{"round": 1, "rows": [1]}}\n'],
)
def test_a_file_of_something_else_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(text)
    with pytest.raises(ResultsError, match="holds no rounds of prices"):
        Kept.read(tmp_path / "file", "prices", FORM)
    assert (tmp_path / "file").read_text() == text


def test_rounds_of_another_comparison_are_named(checkout: Path, tmp_path: Path) -> None:
    kept = Kept.begun(tmp_path / "kept", of(checkout), FORM)
    with pytest.raises(ResultsError, match="holds no rounds of guards") as caught:
        Kept.read(kept.file, "guards", FORM)
    assert "its rounds are of prices" in caught.value.why


def test_what_rounds_are_of_takes_the_place_of_an_option_that_is_not_given(
    checkout: Path, tmp_path: Path
) -> None:
    kept = Kept.begun(tmp_path / "kept", of(checkout), FORM)
    before = Kept.read(kept.file, "prices", FORM)
    given: tuple[str, ...]
    for given in ((), ("records",)):
        assert of_kept(before, "--only", given) == ("records",)
    assert of_kept(None, "--only", ("pools",)) == ("pools",)
    with pytest.raises(UsageError, match="--only does not go with --resume"):
        of_kept(before, "--only", ("pools",))


def test_the_file_is_told_before_the_first_round(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = options.keeping(None, checkout, of(checkout), FORM)
    assert kept.file.parent == checkout / "results" / "prices"
    assert options.keeping(kept, checkout, of(checkout), FORM) is kept
    assert (
        capsys.readouterr().err.splitlines()
        == [
            f"each round is kept in {kept.file}; the same command with --resume {kept.file} goes on from there"
        ]
        * 2
    )
