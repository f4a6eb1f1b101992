"""Load generators that others wrote, as they read timelines: prepared as the generator's own
statement is, and for all users alike.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from statistics import median

from ..stores.base import Store
from ..stores.sandbox import Role
from .generator import WARM_UP_S

USERS, CLIENTS, RATE, SECONDS = 400, 16, 400, 5
_SQL = f"""\\set owner random(0, {USERS - 1})
select id, author, body from mb_fan_out_{USERS}.timeline where owner = :owner
order by id desc limit 50;
"""
_CQL = f"select id, body from mb_denormalized_{USERS}.timeline where owner = ? limit 50"
_RUNE = f"""pub async fn prepare(db) {{ db.prepare("timeline", "{_CQL}").await?; }}
pub async fn run(db, i) {{
    db.execute_prepared("timeline", [latte::hash_range(i, {USERS})]).await?;
}}
"""


def by_pgbench(store: Store, folder: Path) -> tuple[float, float]:
    """Transactions a second, and the median from the intended start, ms."""
    script, logs = folder / "timeline.sql", folder / "pgbench"
    script.write_text(_SQL)
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


def by_latte(program: Path, store: Store, folder: Path) -> tuple[float, float]:
    """Requests a second in a closed loop at ONE, and their median, ms. Like the generator it has
    one thread and one connection to each node, warms up first, and repeats no request.
    """
    script, report = folder / "timeline.rn", folder / "latte.json"
    script.write_text(_RUNE)
    user = {"CASSANDRA_USER": "cassandra", "CASSANDRA_PASSWORD": store.password}
    load = ("-p", str(CLIENTS), "-w", f"{WARM_UP_S:g}s", "-d", f"{SECONDS}s", "--retries", "0")
    alike = ("-t", "1", "-c", "1", "--consistency", "ONE", "-q", "-o", str(report), str(script))
    where = [f"{store.host(node)}:{store.ports[node]}" for node in store.nodes]
    store.sandbox.run(Role.PRIMARY, [str(program), "run", *load, *alike, *where], variables=user)
    written = json.loads(report.read_text())
    result, at = written["result"], written["percentiles"].index(50.0)
    # It ends well where requests fail, and times them as it times all others.
    assert not result["errors"], result["errors"]
    rate = result["request_count"] / result["elapsed_time_s"]
    return rate, result["request_latency"]["percentiles"][at]["value"]
