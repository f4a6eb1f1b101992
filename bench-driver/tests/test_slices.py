"""Slices in a store: what is planned, what is written as a group, and what comes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, insert, select, text

from bench_driver.errors import StoreError
from bench_driver.model.cell import Contender
from bench_driver.model.records import Attempt
from bench_driver.store import copy, migrate, prune, read, schema, todo, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.store.slices import whole_slices

from .stores import PAIR, add, add_grouped, attempt, grouped_plan, measure_grouped, slice_request, sliced, small_plan


def test_a_rounds_groups_come_back_as_planned(store: Store) -> None:
    kept = add_grouped(store, rounds=2)
    planned = todo.groups(store, kept.id, 1)
    assert [[item.turn for item in group] for group in planned] == grouped_plan(1)
    assert all({item.turn.contender for item in group} == set(PAIR) for group in planned)
    assert todo.rounds(store, kept.id) == [1, 2]


def test_what_was_measured_comes_back_by_cell_contender_and_place(store: Store) -> None:
    kept = add_grouped(store, rounds=2)
    measure_grouped(store, kept.id, lambda turn: 2000 if turn.contender.consumer == "rust-server" else 3000)
    found = list(whole_slices(store, kept.id))
    assert len(found) == 2 * sum(map(len, grouped_plan(1)))
    assert {(item.contender.consumer, item.p50_ns) for item in found} == {("rust-server", 2000), ("java-server", 3000)}
    assert all(item.idle_cpu == 0.01 for item in found)
    assert todo.rounds(store, kept.id) == []


def test_in_a_group_with_the_browser_everybody_is_told_by_blocks_of_500(store: Store) -> None:
    java, browser = PAIR[1], Contender("browser")
    kept = add_grouped(store, rounds=0)
    turns = [replace(turn, contender=browser) if turn.contender == PAIR[0] else turn for group in grouped_plan(1) for turn in group]
    write.add_slices(store, kept.id, [(turn, slice_request(turn)) for turn in turns])

    def measured(item: todo.PlannedSlice) -> Attempt:
        means = [2000, 2600, 9000] if item.turn.contender == java else [1000, 1100]
        as_rust = replace(item, turn=replace(item.turn, contender=PAIR[0]))
        made, blocks = sliced(as_rust, 777), {"objects": 500, "mean_ns": means, "p50_ns": means, "scan_ns": [10] * len(means)}
        return replace(made, answer={**(made.answer or {}), "blocks": blocks})

    for group in todo.groups(store, kept.id, 1):
        write.add_group(store, [measured(item) for item in group])
    found = list(whole_slices(store, kept.id))
    assert {(one.contender, one.figure_ns) for one in found} == {(java, 2600), (browser, 1050)}
    assert not any(one.blocks for one in found), "a page has no scan, so nobody's times are brought to a quiet core"


def test_a_group_of_which_a_slice_failed_gives_no_figure(store: Store) -> None:
    kept = add_grouped(store, rounds=1)
    first, *rest = todo.groups(store, kept.id, 1)
    for group in rest[:2]:
        write.add_group(store, [sliced(item, 2000) for item in group])
    write.add_group(store, [sliced(first[0], 2000), attempt(first[1].key, first[1].request, None, {"code": "busy"})])
    assert {(item.cell, item.group) for item in whole_slices(store, kept.id)} == {(group[0].turn.cell, group[0].turn.group) for group in rest[:2]}


def test_a_group_is_written_as_a_whole_or_not_at_all(store: Store) -> None:
    kept = add_grouped(store, rounds=1)
    first = todo.groups(store, kept.id, 1)[0]
    whole = sliced(first[1], 2000)
    with pytest.raises(StoreError, match="lacks the amount"):
        write.add_group(store, [sliced(first[0], 2000), replace(whole, answer={**(whole.answer or {}), "amount": 1})])
    assert read.counts(store, kept.id)["ok"] == 0


def test_a_store_of_before_slices_keeps_its_runs_and_takes_slices(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrate.__file__).with_name("migrations")))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(insert(schema.sweep), [_old_sweep()])
        connection.execute(
            text("INSERT INTO turn VALUES (1, 'old', 1, 1, 'rust-server', 'rust-provider', 'DummyObject', 'JSON', NULL, 'steady', NULL, 10, '{}')")
        )
        connection.execute(text("INSERT INTO point VALUES (1, 1, 10)"))
    engine.dispose()
    with open_store(str(file)) as store:
        assert [item.id for item in read.sweeps(store)] == ["old"]
        measure_grouped(store, add_grouped(store, rounds=1).id)
        with store.reading() as connection:
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
            assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
            assert connection.execute(select(schema.point.c.amount).where(schema.point.c.turn_id == 1)).scalar() == 10


def _old_sweep() -> dict[str, object]:
    columns = ("id", "preset", "state", "seed", "planned_at", "finished_at", "conditions", "about")
    return dict(zip(columns, ("old", "quick", "complete", 1, "2026-01-01T00:00:00.000+00:00", None, {}, {}), strict=True))


def test_slices_go_with_their_sweep_into_another_store_and_out_of_it(store: Store, tmp_path: Path) -> None:
    kept = add_grouped(store, rounds=1)
    measure_grouped(store, kept.id)
    with open_store(str(tmp_path / "other.sqlite")) as other:
        copy.copy(store, other, [kept])
        assert list(whole_slices(other, kept.id)) == list(whole_slices(store, kept.id)) != []
        prune.remove(other, [read.find(other, kept.id)])
        assert read.sweeps(other) == []


def test_a_sweep_by_amounts_has_no_slices(store: Store) -> None:
    assert list(whole_slices(store, add(store, small_plan()).id)) == []


def test_facts_are_added_as_they_are_decided(store: Store) -> None:
    kept = add_grouped(store, rounds=1)
    write.add_about(store, kept.id, stopping={"rounds": 8})
    assert read.find(store, kept.id).about == {**kept.about, "stopping": {"rounds": 8}}
