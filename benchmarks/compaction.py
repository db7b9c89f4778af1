"""What compaction costs the producers beside it, and how fast it is: as it is, in a process, and in a thread.

A topic of many records and few keys lies there, large and dirty; then its `min.cleanable.dirty.ratio` is lowered and
the cleaner begins. Beside it a producer sends small batches on a connection of its own and waits for each response:
once before (quiet), and once while the cleaner works. The baseline is the same broker with the cleaner in a thread: a
thread of the interpreter takes its lock for milliseconds at a time, and every request waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks import report
from benchmarks.cold_reads import HOT, HOT_TOPIC, PACE_SECONDS, ask, connect, restore_variable
from benchmarks.produce_fetch import PRODUCE_VERSION, TIMESTAMP_MS, frame_for
from benchmarks.servers import kavka_command
from kavka.client.admin import Admin
from kavka.client.configs import Changes, ConfigResource
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.disk.checkpoint import decode_offsets
from kavka.protocol.disk.errors import CorruptCheckpoint
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import ProduceRequest
from kavka.protocol.records.batch import BatchBuilder
from kavka.protocol.records.compression import Compression

TOPIC: Final = "bench-dirty"
TP: Final = TopicPartition(TOPIC, 0)
SEGMENT_BYTES: Final = 16 * 1024 * 1024
KEYS: Final = 50_000
VALUE_BYTES: Final = 100
RECORDS_IN_BATCH: Final = 5_000
DIFFERENT_BATCHES: Final = 20
SECONDS_MAX: Final = 600.0
IN_A_THREAD: Final = "from benchmarks.compaction_thread import install\ninstall()\n"
"""What makes a broker clean in a thread, as a `sitecustomize` of its process."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One broker's run: a producer's latencies before and while its logs were cleaned, and how fast that went."""

    quiet_ms: list[float]
    cleaning_ms: list[float]
    mb_per_second: float


def percentile(latencies: list[float], share: float) -> float:
    """Returns the latency below which that share of requests lies."""
    ordered = sorted(latencies)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("compaction", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--seconds", type=float, default=5.0, help="length of the quiet runs")
    options.add_argument("--megabytes", type=int, default=120, help="to be cleaned")
    chosen = options.parse_args()
    process = run(in_a_thread=False, seconds=chosen.seconds, megabytes=chosen.megabytes)
    thread = run(in_a_thread=True, seconds=chosen.seconds, megabytes=chosen.megabytes)
    rows = []
    for name, share in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)):
        ours, baseline = percentile(process.cleaning_ms, share), percentile(thread.cleaning_ms, share)
        rows.append(report.Row(f"producer's {name} while cleaning", "ms", ours, baseline, "in a thread"))
        quiet = percentile(process.quiet_ms, share)
        rows.append(report.Row(f"producer's {name} while cleaning", "ms", ours, quiet, "no cleaning"))
    rows.append(report.Row("log cleaned", "MB/s", process.mb_per_second, thread.mb_per_second, "in a thread"))
    report.publish("Compaction", rows, chosen.json)


def run(*, in_a_thread: bool, seconds: float, megabytes: int) -> Measured:
    """Measures one broker without cleaning and with it."""
    with _broker(in_a_thread) as (port, data_dir):
        bootstrap = f"127.0.0.1:{port}"
        asyncio.run(_create_topics(bootstrap))
        _fill(port, megabytes)
        segments = sorted((data_dir / f"{TOPIC}-0").glob("*.log"))[:-1]
        if not segments:
            raise SystemExit(f"{megabytes} MB make no sealed segment: ask for more --megabytes")
        dirty_bytes = sum(path.stat().st_size for path in segments)
        end_offset = int(segments[-1].stem)
        quiet_end = time.perf_counter() + seconds
        quiet = _produce(port, lambda: time.perf_counter() < quiet_end)
        asyncio.run(_begin_cleaning(bootstrap))
        started = time.perf_counter()
        deadline = started + SECONDS_MAX
        checkpoint = data_dir / "cleaner-offset-checkpoint"
        cleaning = _produce(port, lambda: _cleaned_to(checkpoint) <= end_offset and time.perf_counter() < deadline)
        return Measured(quiet, cleaning, dirty_bytes / 1e6 / (time.perf_counter() - started))


@contextlib.contextmanager
def _broker(in_a_thread: bool) -> Iterator[tuple[int, Path]]:
    """A broker with its cleaner in a process or a thread: (port, data directory)."""
    with tempfile.TemporaryDirectory(prefix="kavka-bench-") as folder, contextlib.ExitStack() as stack:
        if in_a_thread:
            (Path(folder) / "sitecustomize.py").write_text(IN_A_THREAD)
            before = os.environ.get("PYTHONPATH")
            ours = f"{folder}{os.pathsep}{Path(__file__).parents[1]}"
            os.environ["PYTHONPATH"] = ours if before is None else f"{ours}{os.pathsep}{before}"
            stack.callback(restore_variable, "PYTHONPATH", before)
        _, line = stack.enter_context(kavka_command("--config", "log.cleaner.backoff.ms=50"))
        broker = line["brokers"][0]  # type: ignore[index]
        yield broker["port"], Path(broker["data_dir"])


async def _create_topics(bootstrap: str) -> None:
    configs: dict[str, str | None] = {
        "cleanup.policy": "compact",
        "segment.bytes": str(SEGMENT_BYTES),
        "min.cleanable.dirty.ratio": "1",  # never above
        "max.message.bytes": str(SEGMENT_BYTES),
    }
    async with Admin(bootstrap) as admin:
        await admin.create_topics(
            [
                NewTopic(name=TOPIC, num_partitions=1, replication_factor=1, configs=configs),
                NewTopic(name=HOT_TOPIC, num_partitions=1, replication_factor=1),
            ]
        )


async def _begin_cleaning(bootstrap: str) -> None:
    async with Admin(bootstrap) as admin:
        await admin.alter_configs(ConfigResource.topic(TOPIC), Changes(set={"min.cleanable.dirty.ratio": "0.1"}))


def _fill(port: int, megabytes: int) -> None:
    frames = [_frame(number) for number in range(DIFFERENT_BATCHES)]
    size = 0
    with connect(port) as sock:
        while size < megabytes * 1_000_000:
            for frame in frames:
                ask(sock, frame)
                size += len(frame)


def _frame(number: int) -> bytes:
    builder = BatchBuilder(compression=Compression.NONE)
    for record in range(RECORDS_IN_BATCH):
        key = (number * RECORDS_IN_BATCH + record * 7) % KEYS
        builder.append(timestamp=TIMESTAMP_MS, key=b"key-%08d" % key, value=bytes(VALUE_BYTES))
    data = ProduceRequest.PartitionProduceData(index=0, records=builder.build())
    sent = ProduceRequest.TopicProduceData(name=TOPIC, partition_data=[data])
    produce = ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[sent])
    return b"".join(encode_request_frame(produce, version=PRODUCE_VERSION, correlation_id=1, client_id="bench"))


def _cleaned_to(checkpoint: Path) -> int:
    try:
        return decode_offsets(checkpoint.read_bytes()).get(TP, -1)
    except (FileNotFoundError, CorruptCheckpoint):
        return -1


def _produce(port: int, goes_on: Callable[[], bool]) -> list[float]:
    """Sends one batch after the other for a while; returns how long each took, ms."""
    frame = frame_for(HOT, 0, topic=HOT_TOPIC)
    latencies = []
    with connect(port) as sock:
        while goes_on():
            started = time.perf_counter()
            ask(sock, frame)
            latencies.append((time.perf_counter() - started) * 1e3)
            time.sleep(PACE_SECONDS)
    return latencies


if __name__ == "__main__":
    main()
