"""From nothing to the first acknowledged record, and the memory of an idle broker.

The clock starts when the process is spawned and stops when a record is acknowledged by a broker that created its topic
on the way. The baseline is the floor: an interpreter that imports asyncio and uvloop, binds a socket and answers one
connection. What lies between the two is what kavka adds.

Then three brokers as the pytest plugin's `kafka_cluster` starts them, in a thread of the tests' process: the first
cluster of a process, which pays for the imports, and those after it. What has an aim is kept (`aims`): it ends with 1
where one that was met is missed.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import time

from benchmarks import aims, report, servers, versus_history
from kavka.client.admin import Admin
from kavka.client.producer import Producer
from kavka.common.types import NewTopic

ROUNDS = 5

_FLOOR = """
import asyncio, sys, uvloop
async def main():
    server = await asyncio.get_running_loop().create_server(asyncio.Protocol, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
    runner.run(main())
"""


def main() -> None:
    """Runs the benchmark from the command line."""
    parser = report.parser("startup", __doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--record", action="store_true", help=f"add what has an aim to {aims.HISTORY.name}")
    chosen = parser.parse_args()
    floors, ready, acked, resident = [], [], [], []
    for _ in range(ROUNDS):
        floors.append(floor())
        to_ready, to_ack, mb = kavka()
        ready.append(to_ready)
        acked.append(to_ack)
        resident.append(mb)
    bound = statistics.median(floors)
    against = "python + uvloop, bound socket"
    rows = [
        report.Row("process start to ready", "s", statistics.median(ready), bound, against),
        report.Row("process start to first acknowledged record", "s", statistics.median(acked), bound, against),
        report.Row(aims.IDLE_BROKER, "MB resident", statistics.median(resident), None, ""),
    ]
    rounds = {aims.IDLE_BROKER: resident} | test_clusters()
    for name in (aims.FIRST_CLUSTER, aims.LATER_CLUSTER):
        rows.append(report.Row(name, "s", statistics.median(rounds[name]), None, ""))
    report.publish("Start", rows, chosen.json)
    hold_to_aims(rounds, is_recorded=chosen.record)


def hold_to_aims(rounds: dict[str, list[float]], *, is_recorded: bool) -> None:
    """Ends the program where an aim that was met is missed; adds the run to the recorded ones before, if it is to."""
    run = versus_history.run_of(aims.rows_of(rounds), time.strftime("%Y-%m-%d"))
    before = versus_history.newest(versus_history.read(aims.HISTORY), run.build)
    if is_recorded:
        versus_history.add(run, aims.HISTORY)
    broken = aims.broken_floors(run.rows, before)
    if broken:
        raise SystemExit("beyond what was reached before:\n" + "\n".join(broken))


def floor() -> float:
    """Measures the seconds until a bare interpreter has a bound socket."""
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _FLOOR], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        elapsed = time.perf_counter() - started
        process.stdin.close()
        process.wait(servers.START_SECONDS_MAX)
    return elapsed


def kavka() -> tuple[float, float, float]:
    """Measures a broker's startup: seconds to ready, seconds to the first acknowledged record, resident MB."""
    started = time.perf_counter()
    with servers.kavka_command() as (_, line):
        to_ready = time.perf_counter() - started
        asyncio.run(first_record(str(line["bootstrap"])))
        to_ack = time.perf_counter() - started
        broker = line["brokers"][0]  # type: ignore[index]
        mb = servers.Server("kavka", broker["host"], broker["port"], broker["pid"]).resident_mb()
    return to_ready, to_ack, mb


_CLUSTERS = """
import json, time
times = []
for _ in range(3):
    started = time.perf_counter()
    from kavka.testing.cluster import KafkaCluster
    with KafkaCluster(3):
        times.append(time.perf_counter() - started)
print(json.dumps(times))
"""


def test_clusters() -> dict[str, list[float]]:
    """Measures the seconds until a test has three brokers, first and later in a process, round by round."""
    rounds: dict[str, list[float]] = {aims.FIRST_CLUSTER: [], aims.LATER_CLUSTER: []}
    for _ in range(ROUNDS):
        ran = subprocess.run([sys.executable, "-c", _CLUSTERS], capture_output=True, check=True, text=True)
        first, *later = json.loads(ran.stdout)
        rounds[aims.FIRST_CLUSTER].append(first)
        rounds[aims.LATER_CLUSTER].append(min(later))
    return rounds


async def first_record(bootstrap: str) -> None:
    """Creates a topic and waits until one record in it is acknowledged."""
    async with Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic(name="first", num_partitions=1, replication_factor=1)])
    async with Producer(bootstrap, acks="all") as producer:
        await (await producer.send("first", b"light"))


if __name__ == "__main__":
    main()
