"""The web page's data: what the contract says, the answers of screen and report, and to nobody but
this server's own page.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.history.past import look_back
from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_driver.report.sections.answer import notes_of, tables
from bench_driver.report.sections.columns import pairs
from bench_driver.store import read
from bench_driver.store.opening import open_store
from bench_driver.web import blocks
from bench_driver.web.histories import nights
from bench_driver.web.view import view

from .grouped import FOUR, four, sweep_of, times
from .serving import NO_OTAVA, Served, at, checkout, many, served, wrong
from .stores import CELLS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    file = tmp_path_factory.mktemp("store") / "a.sqlite"
    return file, many(file)


@pytest.fixture(scope="module")
def server(store: tuple[Path, list[str]], root: Path) -> Iterator[Served]:
    with served(store[0], BENCH_ROOT=str(root), **NO_OTAVA) as found:
        yield found


def facts_of(file: Path, sweep: str) -> Facts:
    with open_store(str(file), create=False) as kept:
        chosen = read.find(kept, sweep)
        found = gather(kept, chosen, look_back(kept, chosen))
    return found


def test_every_answer_is_as_the_contract_says(
    server: Served, store: tuple[Path, list[str]]
) -> None:
    sweeps = server.json("/api/sweeps.json")
    assert wrong(sweeps, "Sweeps") == []
    in_groups = [line["id"] for line in sweeps["sweeps"] if line["in_groups"]]
    assert len(in_groups) == len(sweeps["sweeps"]) - 1 == 8
    for sweep in in_groups:
        assert wrong(server.json(f"/api/sweep/{sweep}.json"), "Sweep") == []
        assert wrong(server.json(f"/api/nights/{sweep}.json"), "Nights") == []
    first, second = store[1][0], store[1][-1]
    assert wrong(server.json(f"/api/compared/{first}/{second}.json"), "Comparison") == []
    assert wrong(server.json("/api/sweep/none.json"), "Problem") == []


def test_a_wrong_answer_would_be_found(server: Served) -> None:
    sweeps = server.json("/api/sweeps.json")
    assert wrong({**sweeps, "more": 1}, "Sweeps") and wrong({"sweeps": []}, "Sweeps")


def test_a_sweep_is_told_as_screen_and_report_tell_it(
    server: Served, store: tuple[Path, list[str]]
) -> None:
    facts, shown = facts_of(store[0], store[1][-1]), server.json(f"/api/sweep/{store[1][-1]}.json")
    assert shown["told"] == facts.told._asdict()
    assert shown["notes"] == notes_of(facts)
    first = shown["conditions"][0]
    assert (first["name"], first["sentence"]) == ("block", shown["told"]["answer"])
    (table, _), (pair,) = tables(facts), first["pairs"]
    assert table.head[2:5] == [
        f"{pair['baseline']} {first['unit']}",
        f"{pair['other']} {first['unit']}",
        f"ratio {pair['over']}",
    ]
    cells = [
        [
            row["object_type"],
            row["format"],
            row["baseline"]["shown"],
            row["other"]["shown"],
            row["ratio_shown"],
            row["noise"],
            row["verdict"],
            f"{row['baseline']['library']} / {row['other']['library']}",
        ]
        for row in pair["rows"]
    ]
    assert cells == [list(line) for line in table.rows]
    for row, told in zip(facts.rows, pair["rows"], strict=True):
        assert row.decision and told["ratio"]["estimate"] == row.decision.ratio.estimate
        assert (told["ratio"]["low"], told["ratio"]["high"]) == (
            row.decision.ratio.low,
            row.decision.ratio.high,
        )
    assert {section["anchor"] for section in shown["sections"]} >= {
        "sure",
        "noise",
        "conditions",
        "tail",
        "repeat",
    }


def test_engines_are_ranked_as_the_report_ranks_them(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        facts = gather(store, sweep_of(store, 6, four, over=CELLS, pair=FOUR))
    shown = view(facts)
    assert wrong(shown, "Sweep") == []
    (first,) = shown["conditions"]
    aside = {pair["other"]: pair["aside"] for pair in first["pairs"]}
    assert aside == {
        "rust-server simd-json": True,
        "java-server": False,
        "java-server fastjson2": True,
    }
    assert first["sentence"] == shown["told"]["answer"]
    (section,) = (one for one in shown["sections"] if one["anchor"] == "engines")
    (table, *_) = (block for block in section["blocks"] if block["kind"] == "table")
    ranked = [
        [
            one["object_type"],
            one["format"],
            str(place["place"]),
            place["name"],
            place["shown"],
            place["ratio_shown"],
        ]
        for one in first["ranked"]
        for place in one["places"]
    ]
    assert ranked == [row[:6] for row in table["rows"]] and len(ranked) == 4 * len(CELLS)
    assert {place["kind"] for one in first["ranked"] for place in one["places"][1:]} == {"slower"}


def test_rates_are_told_as_the_report_tells_them(
    server: Served, store: tuple[Path, list[str]]
) -> None:
    sweep = next(
        line["id"]
        for line in server.json("/api/sweeps.json")["sweeps"]
        if line["conditions"] == ["cores"]
    )
    (condition,), (table,) = (
        server.json(f"/api/sweep/{sweep}.json")["conditions"],
        tables(facts_of(store[0], sweep)),
    )
    (pair,) = condition["pairs"]
    assert (condition["unit"], pair["over"]) == ("objects/s", "rust-server / java-server")
    for row, line in zip(pair["rows"], table.rows, strict=True):
        sides = row["baseline"], row["other"]
        assert [
            *(side["shown"] for side in sides),
            row["ratio_shown"],
            row["verdict"],
            *(side["scaling"] for side in sides),
        ] == list(line[2:8])
        assert sides[0]["value"] / sides[1]["value"] == pytest.approx(
            row["ratio"]["estimate"], rel=0.05
        )


def test_other_conditions_have_rows_of_their_own(
    server: Served, store: tuple[Path, list[str]]
) -> None:
    facts, shown = facts_of(store[0], store[1][-1]), server.json(f"/api/sweep/{store[1][-1]}.json")
    assert [condition["name"] for condition in shown["conditions"]] == ["block", "http"]
    rows = [row for pair in shown["conditions"][1]["pairs"] for row in pair["rows"]]
    assert [row["ratio"]["estimate"] for row in rows] == [
        row.decision.ratio.estimate for row in facts.rows_of("http") if row.decision
    ]
    assert len(pairs(facts.rows_of("http"))) == 1


def test_two_sweeps_are_compared_as_the_command_compares_them(
    server: Served, store: tuple[Path, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = store[1][0], store[1][-1]
    shown = server.json(f"/api/compared/{first}/{second}.json")
    assert main(["compare", first, second, "--json", "--store", str(store[0])]) == ExitCode.OK
    said = json.loads(capsys.readouterr().out)
    assert [row["ratio"] for row in shown["rows"]] == [row["ratio"] for row in said]
    assert (
        [row["why_not"] for row in shown["rows"]]
        == [row["why_not"] for row in said]
        == ["no walk says who shared the core"] * 18
    )
    assert [row["first"] for row in shown["rows"]] == [row["first_ns"] for row in said]
    assert (
        shown["sentence"]
        == "0 of 12 figures can be compared with each other; of 12, no walk says who shared the core."
    )


def test_a_sweep_names_the_earlier_ones_that_it_shares_a_cell_with(
    server: Served, store: tuple[Path, list[str]]
) -> None:
    lines = {line["id"]: line for line in server.json("/api/sweeps.json")["sweeps"]}
    cores, unplanned = (
        next(name for name in lines if name.startswith(at(day)[:10])) for day in (-8, -7)
    )
    assert lines[store[1][2]]["baselines"] == [unplanned, *store[1][:2]], (
        "what a plan does not say may be shared"
    )
    assert cores not in lines[store[1][2]]["baselines"], "it measured other cells"


def test_nights_come_without_changes_where_nobody_can_look_for_them(
    server: Served, store: tuple[Path, list[str]]
) -> None:
    shown = server.json(f"/api/nights/{store[1][-1]}.json")
    assert (shown["looked"], shown["sweeps"], len(shown["lines"])) == (False, store[1], 12)
    assert shown["doubts"][0].startswith(
        "Change points cannot be looked for: Apache Otava is missing"
    )
    assert "/nowhere" not in json.dumps(shown)
    line = next(
        one for one in shown["lines"] if one["name"] == "java-server, NumericObject as JSON, block"
    )
    assert line["nights"][-1]["value"] / line["nights"][0]["value"] == pytest.approx(1.2, rel=0.03)
    assert [night["sweep"] for night in line["nights"]] == store[1]


def test_nights_have_their_changes_where_otava_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BENCH_OTAVA", str(ROOT / "bench-driver" / ".otava" / "bin" / "python"))
    with open_store(str(tmp_path / "n.sqlite")) as kept:
        made = [
            sweep_of(
                kept,
                2,
                times(day, factor=1.3 if day >= 16 else 1.0),
                planned_at=at(day - 30),
                over=CELLS[:1],
            )
            for day in range(1, 25)
        ]
        shown = nights(kept, made[-1], tmp_path)
    assert wrong(shown, "Nights") == []
    rust, java = shown["lines"]
    assert (shown["looked"], rust["changes"]) == (True, [])
    assert [change["sweep"][:10] for change in java["changes"]] == [at(16 - 30)[:10]]
    assert len(shown["changes"]["rows"]) == 1


@pytest.mark.parametrize(
    ("path", "status", "code", "words"),
    [
        ("/api/sweep/none.json", 404, "unknown_sweep", "has no sweep none"),
        ("/api/compared/none/none.json", 404, "unknown_sweep", "has no sweep none"),
        ("/api/nights/none.json", 404, "unknown_sweep", "has no sweep none"),
        (
            f"/api/sweep/{at(-9)[:19].replace(':', '-')}.json",
            422,
            "not_to_be_shown",
            "bench-driver report",
        ),
        ("/api/none.json", 404, "not_found", "is not here"),
        ("/assets/none.js", 404, "not_found", "is not here"),
        ("/../../../etc/passwd", 404, "not_found", "is not here"),
    ],
)
def test_what_is_not_there_is_told_with_what_to_do(
    server: Served, path: str, status: int, code: str, words: str
) -> None:
    answered, headers, body = server.get(path)
    problem = json.loads(body)
    assert (answered, problem["status"], problem["code"]) == (status, status, code)
    assert headers["content-type"] == "application/problem+json" and words in body.decode()
    assert wrong(problem, "Problem") == [] and problem["do"]


def test_sweeps_that_share_nothing_are_refused_beside_each_other(
    server: Served, store: tuple[Path, list[str]]
) -> None:
    cores = next(
        line["id"]
        for line in server.json("/api/sweeps.json")["sweeps"]
        if line["conditions"] == ["cores"]
    )
    status, _, body = server.get(f"/api/compared/{cores}/{store[1][0]}.json")
    assert (status, json.loads(body)["code"]) == (422, "not_to_be_shown")
    assert "share no cell" in body.decode()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/api/sweeps.json", "/"])
def test_nothing_can_be_written(server: Served, method: str, path: str) -> None:
    status, _, body = server.get(path, method=method)
    assert (status, json.loads(body)["code"]) == (405, "method_not_allowed")


@pytest.mark.parametrize("path", ["/", "/api/sweeps.json", "/api/none.json"])
def test_a_request_must_name_this_server(server: Served, path: str) -> None:
    port = server.url.rpartition(":")[2]
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", "LOCALHOST", f"[::1]:{port}"):
        assert server.get(path, Host=host)[0] in (200, 404)
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1:1",
        "localhost.",
        "127.0.0.1@evil",
        "",
    ):
        status, _, body = server.get(path, Host=host)
        assert (status, json.loads(body)["code"]) == (421, "misdirected"), host


def test_a_page_of_another_origin_gets_nothing(server: Served) -> None:
    assert server.get("/api/sweeps.json", Origin=server.url)[0] == 200
    for origin in (
        "http://evil.example",
        "null",
        server.url.replace("http", "https"),
        server.url + ".evil.example",
        "http://127.0.0.1:1",
    ):
        status, headers, body = server.get("/api/sweeps.json", Origin=origin)
        assert (status, json.loads(body)["code"]) == (403, "origin_not_allowed"), origin
        assert not [name for name in headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    "path",
    [
        "/api/sweeps.json",
        "/api/servers",
        "/api/free",
        "/api/objects/rust-provider/JSON/DummyObject",
        "/none",
    ],
)
@pytest.mark.parametrize("site", ["cross-site", "same-site", "other"])
def test_what_a_page_of_another_site_fetches_is_refused_without_an_origin_too(
    server: Served, site: str, path: str
) -> None:
    for mode, destination in (("no-cors", "image"), ("navigate", "document")):
        status, _, body = server.get(
            path, Sec_Fetch_Site=site, Sec_Fetch_Mode=mode, Sec_Fetch_Dest=destination
        )
        assert (status, json.loads(body)["code"], wrong(json.loads(body), "Problem")) == (
            403,
            "origin_not_allowed",
            [],
        )


def test_a_link_of_another_site_opens_the_page_and_no_frame_or_fetch_does(server: Served) -> None:
    def opened(site: str, mode: str, destination: str) -> int:
        return server.get(
            "/?format=BSON", Sec_Fetch_Site=site, Sec_Fetch_Mode=mode, Sec_Fetch_Dest=destination
        )[0]

    assert (
        opened("cross-site", "navigate", "document")
        == opened("none", "navigate", "document")
        == 200
    )
    assert (
        opened("cross-site", "navigate", "iframe")
        == opened("cross-site", "no-cors", "image")
        == 403
    )
    assert (
        server.get("/api/sweeps.json", Sec_Fetch_Site="same-origin", Sec_Fetch_Mode="cors")[0]
        == 200
    )


@pytest.mark.parametrize("path", ["/", "/api/sweeps.json", "/api/none.json"])
def test_every_answer_says_what_a_page_may_do(server: Served, path: str) -> None:
    _, headers, _ = server.get(path)
    policy = dict(
        part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";")
    )
    assert (
        policy["default-src"],
        policy["script-src"],
        policy["connect-src"],
        policy["frame-ancestors"],
    ) == ("'none'", "'self'", "'self'", "'none'")
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["cross-origin-resource-policy"]) == (
        "nosniff",
        "same-origin",
    )
    assert "server" not in headers


def test_an_answer_that_is_known_is_not_sent_again_and_a_long_one_is_short(
    server: Served, store: tuple[Path, list[str]]
) -> None:
    path = f"/api/sweep/{store[1][-1]}.json"
    _, headers, body = server.get(path)
    assert server.get(path, If_None_Match=headers["etag"])[::2] == (304, b"")
    _, squeezed, packed = server.get(path, Accept_Encoding="gzip")
    assert (
        squeezed["content-encoding"] == "gzip"
        and gzip.decompress(packed) == body
        and len(packed) < len(body) / 3
    )


def test_the_page_is_served_and_without_a_build_says_what_to_do(
    server: Served, store: tuple[Path, list[str]], root: Path, tmp_path: Path
) -> None:
    assert server.get("/")[2].startswith(b"<title>web-client/dist")
    bare = checkout(tmp_path / "bare", page=False)
    with served(store[0], BENCH_ROOT=str(bare)) as unbuilt:
        status, _, body = unbuilt.get("/")
        assert (status, b"make web" in body) == (503, True)
        assert unbuilt.get("/api/sweeps.json")[0] == 200


def test_a_picture_is_no_block_of_the_data() -> None:
    with pytest.raises(TypeError, match="has no data"):
        blocks.block(object())  # type: ignore[arg-type]
