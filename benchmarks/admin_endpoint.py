"""How long the admin endpoint takes for its pages in a broker with 10,000 partitions, beside what was asked of it.

One broker process that leads every partition, on disk; each page is asked for again and again over one connection, and
the median counts. What the console's pages need is asked for as the console does it. While a page is made, the broker
serves no clients, so a produce request may have to wait as long as the broker's CPU is busy with one: that is
the other row.
"""

from __future__ import annotations

import asyncio
import http.client
import statistics
import time
from typing import Final
from urllib.parse import urlsplit

from benchmarks import report
from benchmarks.servers import Server
from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from kavka.local.cluster import LocalCluster

PARTITIONS: Final = 10_000
PARTITIONS_PER_TOPIC: Final = 100
ROUNDS: Final = 50
CREATE_TIMEOUT_MS: Final = 600_000
BAR: Final = "what was asked for"
PAGES: Final = (
    ("/metrics", "/metrics", 50.0),
    ("topics, a page of 50", "/state/topics?offset=0&limit=50", 100.0),
    ("topics, found by name", "/state/topics?offset=0&limit=50&match=topic-9", 100.0),
    ("topics short of replicas", "/state/topics?offset=0&limit=50&only=unhealthy", 100.0),
    ("a topic, 20 of its partitions", "/state/topics/topic-0?offset=0&limit=20", 100.0),
    ("the broker", "/state/broker", 100.0),
    ("the controller", "/state/controller", 100.0),
    ("purgatories", "/state/purgatories", 100.0),
    ("timing wheels", "/state/timers", 100.0),
)
"""Name, path, and the milliseconds that it may take."""


def main() -> None:
    """Runs the benchmark from the command line."""
    parser = report.parser("admin_endpoint", (__doc__ or "").partition("\n")[0])
    parser.add_argument("--partitions", type=int, default=PARTITIONS)
    chosen = parser.parse_args()
    rows = asyncio.run(measured(chosen.partitions))
    report.publish(f"Admin endpoint: {chosen.partitions:,} partitions", rows, chosen.json)


async def measured(partitions: int) -> list[report.Row]:
    """Measures the admin endpoint, a row a page."""
    async with LocalCluster(1) as cluster:
        async with Admin(
            cluster.bootstrap, api_timeout_ms=CREATE_TIMEOUT_MS, request_timeout_ms=CREATE_TIMEOUT_MS
        ) as admin:
            for number in range(max(1, partitions // PARTITIONS_PER_TOPIC)):
                count = min(partitions, PARTITIONS_PER_TOPIC)
                await admin.create_topics([NewTopic(name=f"topic-{number}", num_partitions=count)])
        [broker] = cluster.brokers
        return await asyncio.to_thread(
            _pages, Server("kavka", broker.host, broker.port, broker.pid), broker.admin or ""
        )


def _pages(server: Server, url: str) -> list[report.Row]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        rows = []
        for name, path, bar in PAGES:
            _get(connection, path)  # the first imports
            before = server.cpu_seconds()
            rows.append(
                report.Row(name, "ms", statistics.median(_get(connection, path) for _ in range(ROUNDS)), bar, BAR)
            )
            busy_ms = (server.cpu_seconds() - before) * 1000 / ROUNDS
            rows.append(report.Row(f"{name}: the broker's CPU", "ms", busy_ms, bar, BAR))
        return rows
    finally:
        connection.close()


def _get(connection: http.client.HTTPConnection, path: str) -> float:
    """Asks once; milliseconds."""
    began = time.perf_counter()
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read()
    if response.status != 200:
        raise SystemExit(f"{path} answers {response.status}: {body[:200].decode(errors='replace')}")
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
