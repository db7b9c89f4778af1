"""`kavka demo`: the main job. Real text goes through real brokers, and every line is checked on the way out.

    *.py of the running Python's standard library ──lines, keyed by file──► Producer ──► brokers ──► Consumer ──► check

The text is on every machine and large enough (more than 100,000 lines) to mean something. A file's lines share a key,
hence a partition, hence their order: the check is that each file's lines come back equal and in order, by a digest per
file over lengths and bytes. There are three brokers with three copies of everything, acknowledged when two have it at
least: one of them may be killed at any time, and the lines still come back.

On a terminal it stays up afterwards, so that the reader can try a client of their own; otherwise it ends, with 0 only
when all is right.
"""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import sys
import sysconfig
import time
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.progress import Progress, progress_bar
from kavka.cli.runner import explained
from kavka.cli.signals import until_signal
from kavka.cli.start import wait_for_last_exit
from kavka.client.admin import Admin
from kavka.client.consumer import Consumer
from kavka.client.errors import ClientError, KafkaError
from kavka.client.producer import Producer
from kavka.common.types import NewTopic
from kavka.local.cluster import BrokerDied, DataDirBusy, LocalCluster, LocalClusterError
from kavka.local.defaults import REPLICAS_MAX
from kavka.local.ports import PortTaken, check_free
from kavka.protocol.errors import UnknownTopicOrPartition

T = TypeVar("T")

DEFAULT_DATA_DIR = Path("data") / "demo"
DEFAULT_PORT = 9092
PARTITIONS = 4
TOPIC = "python-source"
NEWLINE_MARK = b"\n"
SETTINGS = {"zookeeper.session.timeout.ms": "6000"}
"""A broker that is killed is missed soon: the lines shall not be late for long."""
IDLE_MS_MAX = 30_000
"""How long the reading side waits for the next record before it gives up."""


class Tally:
    """What went in or came out: counts, and a digest per file of its lines in order."""

    def __init__(self) -> None:
        self.lines = 0
        self.bytes = 0
        self.digests: dict[bytes, hashlib.blake2b] = {}
        self.seconds = 0.0

    def add(self, key: bytes, lines: list[bytes]) -> None:
        """Adds lines of one file, in order."""
        digest = self.digests.get(key)
        if digest is None:
            digest = self.digests[key] = hashlib.blake2b(digest_size=16)
        content = NEWLINE_MARK.join(lines) + NEWLINE_MARK  # a line holds no newline, so this is unambiguous
        digest.update(content)
        self.lines += len(lines)
        self.bytes += len(content) - len(lines)

    def differences(self, other: Tally) -> list[str]:
        """Lists the files whose lines differ, or their order, between both sides."""
        names = sorted({*self.digests, *other.digests})
        return [name.decode(errors="replace") for name in names if _hex(self, name) != _hex(other, name)]

    def rate(self) -> str:
        """Formats "N lines, B MB in S s: R lines/s, M MB/s"."""
        seconds = max(self.seconds, 1e-9)
        return (
            f"{self.lines:,} lines, {self.bytes / 1e6:.1f} MB in {seconds:.2f} s: "
            f"{self.lines / seconds:,.0f} lines/s, {self.bytes / 1e6 / seconds:.1f} MB/s"
        )


def _hex(tally: Tally, name: bytes) -> str | None:
    digest = tally.digests.get(name)
    return digest.hexdigest() if digest is not None else None


@click.command()
@click.option("-n", "brokers", metavar="N", type=click.IntRange(min=1), default=3, show_default=True, help="Brokers.")
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=DEFAULT_DATA_DIR,
    show_default=True,
    help="Where the brokers keep their data.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=None, help="Default: 9092 and on, or free ones if that is taken."
)
@click.option("-z", "--compression", type=click.Choice(["none", "gzip", "snappy", "lz4", "zstd"]), default="none")
@click.option("--stay/--no-stay", default=None, help="Stay up until Ctrl-C. Default: on a terminal.")
def demo(*, brokers: int, data_dir: Path, port: int | None, compression: str, stay: bool | None) -> int:
    """Stream the standard library's source through brokers, and check every line."""
    if stay is None:
        stay = sys.stdout.isatty()
    try:
        cluster = LocalCluster(
            brokers, port=_port(port, brokers), data_dir=data_dir, config=SETTINGS, notify=click.echo
        )
        return asyncio.run(_demo(cluster, compression, stay=stay))
    except (PortTaken, DataDirBusy) as error:
        raise CliError(str(error), ExitCode.BUSY) from error
    except BrokerDied as error:
        raise CliError(str(error), ExitCode.BROKER_DIED) from error
    except (KafkaError, ClientError) as error:
        raise explained(error) from error
    except (LocalClusterError, OSError, TimeoutError) as error:
        raise CliError(str(error) or type(error).__name__) from error


def _port(wanted: int | None, brokers: int) -> int:
    if wanted is not None:
        return wanted
    try:
        for port in range(DEFAULT_PORT, DEFAULT_PORT + brokers):
            check_free(port)
    except PortTaken as taken:
        click.echo(f"({str(taken).partition(';')[0]}; using free ports)")
        return 0
    return DEFAULT_PORT


async def _demo(cluster: LocalCluster, compression: str, *, stay: bool) -> int:
    """Runs until the end, or until a signal: which is the normal end only when everything was verified before."""
    verdicts: list[bool] = []
    finished = await until_signal(_run(cluster, compression, stay=stay, verdicts=verdicts))
    if finished is None and not verdicts:
        return ExitCode.INTERRUPTED
    return ExitCode.OK if verdicts[0] else ExitCode.FAILED


async def _run(cluster: LocalCluster, compression: str, *, stay: bool, verdicts: list[bool]) -> bool:
    began = time.perf_counter()
    async with cluster:
        took = time.perf_counter() - began
        click.echo(f"brokers    {cluster.bootstrap}, ready after {took:.2f} s, data in {cluster.data_dir}")
        replicas = min(len(cluster.brokers), REPLICAS_MAX)
        verdicts.append(
            await _while_alive(cluster, stream_sources(cluster.bootstrap, standard_library(), compression, replicas))
        )
        _invite(cluster)
        if stay and verdicts[0]:
            click.echo("\nStays up for you. Ctrl-C ends.")
            await wait_for_last_exit(cluster)
    return True


async def _while_alive(cluster: LocalCluster, work: Coroutine[Any, Any, T]) -> T:
    """Awaits `work`, but not longer than brokers live: clients would wait a minute for them to come back."""

    async def watch() -> None:
        await wait_for_last_exit(cluster)

    try:
        async with asyncio.TaskGroup() as group:
            watcher = group.create_task(watch())
            result = await work
            watcher.cancel()
    except ExceptionGroup as failed:
        # Not `except*`: what that raises is in a group once more in Python 3.11.2, which is Debian's.
        died = failed.subgroup(BrokerDied)
        if died is None:
            raise
        raise died.exceptions[0] from None
    return result


def standard_library() -> Path:
    """Returns the folder of the running Python's standard library."""
    return Path(sysconfig.get_paths()["stdlib"])


async def stream_sources(bootstrap: str, root: Path, compression: str, replicas: int) -> bool:
    """Streams a folder's sources through brokers; returns whether every line came back."""
    async with Admin(bootstrap) as admin:
        await _fresh_topic(admin, replicas)
    files = _sources(root)
    click.echo(f"source     {len(files):,} files of {root}")
    sent = Tally()
    with progress_bar("produced", len(files)) as advance:
        await _produce(bootstrap, root, files, compression, sent, advance)
    click.echo(f"produced   {sent.rate()}")
    received = Tally()
    with progress_bar("consumed", sent.lines) as advance:
        await _consume(bootstrap, sent.lines, received, advance)
    click.echo(f"consumed   {received.rate()}")
    wrong = sent.differences(received)
    if wrong:
        click.echo(f"WRONG      {len(wrong)} of {len(sent.digests)} files differ: {', '.join(wrong[:5])}")
        return False
    click.echo(f"verified   every line of {len(sent.digests):,} files came back, equal and in order")
    return True


def _sources(root: Path) -> list[Path]:
    """The standard library's files, and no installed package's."""
    return sorted(path for path in root.rglob("*.py") if "site-packages" not in path.parts)


async def _fresh_topic(admin: Admin, replicas: int) -> None:
    with suppress(UnknownTopicOrPartition):  # the first run
        await admin.delete_topics([TOPIC])
    configs: dict[str, str | None] = {"min.insync.replicas": str(min(replicas, 2))}
    topic = NewTopic(name=TOPIC, num_partitions=PARTITIONS, replication_factor=replicas, configs=configs)
    await admin.create_topics([topic])


async def _produce(
    bootstrap: str, root: Path, files: list[Path], compression: str, tally: Tally, advance: Progress
) -> None:
    async with Producer(bootstrap, compression=compression, client_id="kavka-demo") as producer:
        began = time.perf_counter()
        for path in files:
            lines = path.read_bytes().split(b"\n")
            if not lines[-1]:
                lines.pop()  # what follows the last newline is no line
            key = path.relative_to(root).as_posix().encode()
            for line in lines:
                await producer.send(TOPIC, line, key=key)
            if lines:
                tally.add(key, lines)
            advance(1)
        await producer.flush()
        tally.seconds = time.perf_counter() - began


async def _consume(bootstrap: str, expected: int, tally: Tally, advance: Progress) -> None:
    async with Consumer(bootstrap, client_id="kavka-demo") as consumer:
        began = time.perf_counter()
        await consumer.assign(await consumer.partitions_for(TOPIC), start="beginning")
        while tally.lines < expected:
            batches = await consumer.poll(timeout_ms=IDLE_MS_MAX)
            if not batches:
                raise CliError(
                    f"only {tally.lines:,} of {expected:,} lines came back, and no more for {IDLE_MS_MAX // 1000} s"
                )
            for records in batches.values():
                _tally(records, tally)
                advance(len(records))
        tally.seconds = time.perf_counter() - began


def _tally(records: list[Any], tally: Tally) -> None:
    """Adds runs of records of the same file: they mostly come in such runs, and a run costs one digest call."""
    run: list[bytes] = []
    key: bytes = records[0].key
    for record in records:
        if record.key != key:
            tally.add(key, run)
            run = []
            key = record.key
        run.append(record.value)
    tally.add(key, run)


def _invite(cluster: LocalCluster) -> None:
    bootstrap = cluster.bootstrap
    click.echo(
        "\nTry your own client:\n"
        f"  kcat -b {bootstrap} -C -t {TOPIC} -o beginning -e -f '%k: %s\\n' | head\n"
        f"  {_own_name()} consume {TOPIC} -b {bootstrap} -o -3 -e\n"
        "Metrics for Prometheus:\n" + "\n".join(f"  curl -s {url}" for url in cluster.state.public()["metrics"])
    )


def _own_name() -> str:
    """`kavka` as the reader must type it: `make run` calls it by its path in the virtual environment."""
    return "kavka" if shutil.which("kavka") else sys.argv[0]
