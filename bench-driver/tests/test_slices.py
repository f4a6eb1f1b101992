"""Slices in a store: what is planned, what is written as a group, and what comes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, insert, select, text

from bench_driver.errors import StoreError
from bench_driver.model.cell import Contender
from bench_driver.model.records import Attempt
from bench_driver.store import copy, migrate, read, removal, schema, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.store.slices import whole_slices

from .stores import (
    PAIR,
    OldPlan,
    PlannedSlice,
    add,
    add_group,
    add_grouped,
    attempt,
    grouped_plan,
    measure_grouped,
    sliced,
)


def test_stores_for_tests_have_the_rows_that_the_driver_writes(store: Store) -> None:
    kept = list[list[dict[str, Any]]]()
    for _ in range(2):
        made = add_grouped(store, rounds=1)
        for group in grouped_plan(1)[:3]:
            done = [sliced(item, 2000) for item in group]
            if kept:
                add_group(store, made.id, group, done)
            else:
                runs = [
                    (item.turn, item.request, one) for item, one in zip(group, done, strict=True)
                ]
                write.add_runs(store, made.id, 1, runs)
        with store.reading() as connection:
            of_it = schema.turn.c.sweep_id == made.id
            every = (
                schema.turn.join(schema.slice_of)
                .join(schema.point)
                .join(schema.attempt, schema.attempt.c.turn_id == schema.turn.c.id)
                .join(schema.measurement, schema.measurement.c.point_id == schema.point.c.id)
            )
            found = connection.execute(every.select().where(of_it).order_by(schema.turn.c.id))
            kept.append(
                [
                    {name: item for name, item in row.items() if "id" not in str(name).split("_")}
                    for row in found.mappings()
                ]
            )
    assert kept[0] == kept[1] != []


def test_what_was_measured_comes_back_by_cell_contender_and_place(store: Store) -> None:
    kept = add_grouped(store, rounds=2)
    measure_grouped(
        store, kept.id, lambda turn: 2000 if turn.contender.consumer == "rust-server" else 3000
    )
    found = list(whole_slices(store, kept.id))
    assert len(found) == 2 * sum(map(len, grouped_plan(1)))
    assert {(item.contender.consumer, item.p50_ns) for item in found} == {
        ("rust-server", 2000),
        ("java-server", 3000),
    }
    assert all(item.idle_cpu == 0.01 for item in found)


def test_in_a_group_with_the_browser_everybody_is_told_by_blocks_of_500(store: Store) -> None:
    java, browser = PAIR[1], Contender("browser")
    kept = add_grouped(store, rounds=0)

    def measured(item: PlannedSlice) -> Attempt:
        means = [2000, 2600, 9000] if item.turn.contender == java else [1000, 1100]
        as_rust = replace(item, turn=replace(item.turn, contender=PAIR[0]))
        made, blocks = (
            sliced(as_rust, 777),
            {"objects": 500, "mean_ns": means, "p50_ns": means, "scan_ns": [10] * len(means)},
        )
        return replace(made, answer={**(made.answer or {}), "blocks": blocks})

    for group in grouped_plan(1):
        turns = [
            replace(item.turn, contender=browser) if item.turn.contender == PAIR[0] else item.turn
            for item in group
        ]
        items = [replace(item, turn=turn) for item, turn in zip(group, turns, strict=True)]
        add_group(store, kept.id, items, [measured(item) for item in items])
    found = list(whole_slices(store, kept.id))
    assert {(one.contender, one.figure_ns) for one in found} == {(java, 2600), (browser, 1050)}
    assert not any(one.blocks for one in found), (
        "a page has no scan, so no times are of a quiet core"
    )


def test_a_group_of_which_a_slice_failed_gives_no_figure(store: Store) -> None:
    kept = add_grouped(store, rounds=1)
    first, *rest = grouped_plan(1)
    for group in rest[:2]:
        add_group(store, kept.id, group, [sliced(item, 2000) for item in group])
    add_group(
        store,
        kept.id,
        first,
        [sliced(first[0], 2000), attempt(first[1].request, None, {"code": "busy"})],
    )
    assert {(item.cell, item.group) for item in whole_slices(store, kept.id)} == {
        (group[0].turn.cell, group[0].turn.group) for group in rest[:2]
    }


def test_a_group_is_written_as_a_whole_or_not_at_all(store: Store) -> None:
    kept = add_grouped(store, rounds=1)
    first = grouped_plan(1)[0]
    whole = sliced(first[1], 2000)
    with pytest.raises(StoreError, match="lacks the amount"):
        add_group(
            store,
            kept.id,
            first,
            [sliced(first[0], 2000), replace(whole, answer={**(whole.answer or {}), "amount": 1})],
        )
    assert read.counts(store, kept.id)["ok"] == 0


def test_a_store_of_before_slices_keeps_its_runs_and_takes_slices(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option(
            "script_location", str(Path(migrate.__file__).with_name("migrations"))
        )
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(insert(schema.sweep), [_old_sweep()])
        connection.execute(
            text(
                "INSERT INTO turn VALUES (1, 'old', 1, 1, 'rust-server', 'rust-provider', "
                "'DummyObject', 'JSON', NULL, 'steady', NULL, 10, '{}')"
            )
        )
        connection.execute(text("INSERT INTO point VALUES (1, 1, 10)"))
    engine.dispose()
    with open_store(str(file), prepare=migrate.upgrade) as store:
        assert [item.id for item in read.sweeps(store)] == ["old"]
        measure_grouped(store, add_grouped(store, rounds=1).id)
        with store.reading() as connection:
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
            assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
            assert (
                connection.execute(
                    select(schema.point.c.amount).where(schema.point.c.turn_id == 1)
                ).scalar()
                == 10
            )


def _old_sweep() -> dict[str, object]:
    columns = ("id", "preset", "state", "seed", "planned_at", "finished_at", "conditions", "about")
    return dict(
        zip(
            columns,
            ("old", "quick", "complete", 1, "2026-01-01T00:00:00.000+00:00", None, {}, {}),
            strict=True,
        )
    )


def test_slices_go_with_their_sweep_into_another_store_and_out_of_it(
    store: Store, tmp_path: Path
) -> None:
    kept = add_grouped(store, rounds=1)
    measure_grouped(store, kept.id)
    with open_store(str(tmp_path / "other.sqlite")) as other:
        copy.copy(store, other, [kept])
        assert list(whole_slices(other, kept.id)) == list(whole_slices(store, kept.id)) != []
        removal.remove(other, [read.find(other, kept.id)])
        assert read.sweeps(other) == []


def test_a_sweep_by_amounts_has_no_slices(store: Store) -> None:
    assert list(whole_slices(store, add(store, OldPlan()).id)) == []


def test_facts_are_added_as_they_are_decided(store: Store) -> None:
    kept = add_grouped(store, rounds=1)
    write.add_about(store, kept.id, stopping={"rounds": 8})
    assert read.find(store, kept.id).about == {**kept.about, "stopping": {"rounds": 8}}
