"""Whether the generator agrees with pgbench: the same reads of timelines on one PostgreSQL, by
turns, in an open loop. A benchmark is no test: somebody runs it and looks.

    python -m bench_studies.microblog.agree STORES [ROUNDS]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from statistics import median

from bench_driver.stats.histograms import merged

from ..stores import find, package, sandboxes
from ..stores.base import Store
from ..stores.sandbox import Role
from ..trial_study import Tags
from .generator import Generator

USERS, CLIENTS, RATE, SECONDS = 400, 16, 400, 5
_SCRIPT = f"""\\set owner random(0, {USERS - 1})
select id, author, body from mb_fan_out_{USERS}.timeline where owner = :owner
order by id desc limit 50;
"""


def by_pgbench(store: Store, folder: Path) -> tuple[float, float]:
    """Transactions a second, and the median from the intended start, ms."""
    script, logs = folder / "timeline.sql", folder / "pgbench"
    script.write_text(_SCRIPT)
    logs.mkdir(exist_ok=True)
    for old in logs.iterdir():
        old.unlink()
    program, server = str(store.installed / "bin" / "pgbench"), store.host(Role.PRIMARY)
    where = ("-h", server, "-p", str(store.ports[Role.PRIMARY]), "-U", "bench", "postgres")
    load = ("-c", str(CLIENTS), "-T", str(SECONDS), "-R", str(RATE), "-M", "prepared", "-n")
    written = ("-l", f"--log-prefix={logs / 'log'}", "-f", str(script))
    said = store.run(Role.PRIMARY, program, *load, *written, *where)
    rate = re.search(r"tps = ([\d.]+) \(without initial connection time\)", said)
    assert rate, "it says so since PostgreSQL 14"
    lines = [line.split() for log in logs.iterdir() for line in log.read_text().splitlines()]
    return float(rate[1]), median(int(line[2]) for line in lines) / 1000


def by_generator(generator: Generator, seed: int) -> tuple[float, float]:
    """The same."""
    running = generator.run(seed, RATE)
    try:
        report = running.wait()
    finally:
        running.end()
    times = merged(one["histogram"] for one in report["times"])
    assert times, "timelines were read"
    return report["completed"] / report["seconds"], dict(times.at)[50.0] / 1000


def main(stores: Path, rounds: int) -> None:
    """Prints both of each round, and the ratios of the medians over rounds."""
    with sandboxes.opened(stores) as box:
        installed = package.found("postgresql", stores, "installed")
        program = package.found("generator", stores, "installed") / "bin" / "generator"
        store = find("postgresql")(installed, box.folder / "pair", box)
        store.start("applied")
        try:
            tags: Tags = {
                **{"model": "fan-out", "level": "on", "operation": "timeline"},
                **{"users": USERS, "clients": CLIENTS, "seconds": SECONDS},
            }
            generator = Generator(program, store, tags, box.folder / "tweets")
            generator.load()
            made = []
            for number in range(rounds):
                made.append((by_pgbench(store, box.folder), by_generator(generator, number)))
                print(number + 1, *(f"{rate:.1f}/s {at:.3f} ms" for rate, at in made[-1]))
            for place, name in enumerate(("rate", "median")):
                theirs, ours = (median(one[side][place] for one in made) for side in (0, 1))
                print(f"{name}, generator over pgbench: {ours / theirs:.3f}")
        finally:
            store.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5)
