"""Landing without Spark: what a task writes, how much of it, and who removes it."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from kavka.common.types import TopicPartition
from kavka.pipeline.failures import LandingError
from kavka.pipeline.landing.landing_directory import LOCK, PREFIX, LandingDirectory
from kavka.pipeline.landing.landing_file import LandingTask
from kavka.pipeline.source.options import COLUMNS
from kavka.pipeline.source.ranges import OffsetRange
from kavka.testing.cluster import KafkaCluster
from tests.support.pipeline.filling import create, fill
from tests.support.pipeline.spark_on_this_machine import ROOT
from tests.support.processes.cluster import wait_until

TOPIC = "numbers"
COUNT = 300
DRIVER = """
import sys
from pathlib import Path
from kavka.common.types import TopicPartition
from kavka.pipeline.landing.landing_directory import LandingDirectory
place = LandingDirectory(Path(sys.argv[1]), [TopicPartition("t", 0)])
print(place.path, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[KafkaCluster]:
    with KafkaCluster(1) as started:
        create(started.bootstrap, TOPIC, partitions=1)
        fill(started.bootstrap, TOPIC, COUNT, partitions=1)
        yield started


@pytest.fixture
def place(tmp_path) -> Iterator[LandingDirectory]:
    made = LandingDirectory(tmp_path, [TopicPartition(TOPIC, 0)])
    yield made
    if made.path.exists():
        made.close()


def task(cluster, place, *, columns=COLUMNS, bytes_max=10**9) -> LandingTask:
    return LandingTask(
        directory=str(place.path),
        client={"bootstrap.servers": cluster.bootstrap},
        columns=columns,
        fail_on_data_loss=True,
        bytes_max=bytes_max,
    )


def files_in(place) -> list[Path]:
    return sorted(place.path.rglob("*.parquet"))


def test_attempts_at_one_range_have_a_file_each_with_the_same_records(cluster, place):
    work = task(cluster, place)
    (first,), (second,) = (list(work([OffsetRange(TOPIC, 0, 10, 250)])) for _ in range(2))
    assert files_in(place) == sorted([Path(first.path), Path(second.path)])
    assert first.records == second.records == 240
    offsets = [pq.ParquetFile(one.path).read(["offset"])["offset"].to_pylist() for one in (first, second)]
    assert offsets == [list(range(10, 250))] * 2
    assert [os.stat(one.path).st_size for one in (first, second)] == [first.size, second.size]


def test_only_what_is_wanted_is_written(cluster, place):
    (landed,) = task(cluster, place, columns=("value", "topic"))([OffsetRange(TOPIC, 0, 0, COUNT)])
    assert pq.read_schema(landed.path).names == ["value"]


def test_too_much_is_an_error_that_says_what_to_do_and_leaves_no_file(cluster, place):
    with pytest.raises(LandingError, match=r"more than 1,000 bytes of records would land in .*; read less at once"):
        list(task(cluster, place, bytes_max=1_000)([OffsetRange(TOPIC, 0, 0, COUNT)]))
    assert files_in(place) == []


def test_what_other_attempts_have_written_counts(cluster, place):
    (landed,) = task(cluster, place)([OffsetRange(TOPIC, 0, 0, COUNT)])
    with pytest.raises(LandingError, match="more than"):
        list(task(cluster, place, bytes_max=landed.size + 1_000)([OffsetRange(TOPIC, 0, 0, COUNT)]))
    assert files_in(place) == [Path(landed.path)]


def test_a_task_that_outlives_the_read_writes_nothing(cluster, place):
    work = task(cluster, place)
    place.close()
    with pytest.raises(FileNotFoundError):
        list(work([OffsetRange(TOPIC, 0, 0, COUNT)]))
    assert not place.path.exists()


def test_a_killed_driver_leaves_nothing(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as driver:
        assert driver.stdout is not None
        made = Path(driver.stdout.readline().strip())
        (made / "topic=t" / "partition=0" / "a.parquet").write_bytes(b"records")
        driver.kill()
    wait_until(lambda: not made.exists(), "the directory is gone")
    assert list(tmp_path.iterdir()) == []


def test_what_was_left_goes_with_the_next_read_and_what_is_used_stays(tmp_path):
    left, used = (tmp_path / f"{PREFIX}-{socket.gethostname()}-{name}" for name in ("left", "used"))
    for directory in (left, used):
        directory.mkdir()
        (directory / LOCK).touch()
    with (used / LOCK).open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        place = LandingDirectory(tmp_path, [])
        assert sorted(tmp_path.iterdir()) == sorted([used, place.path])
        place.close()
    assert list(tmp_path.iterdir()) == [used]


def test_a_directory_that_is_none_is_refused(tmp_path):
    with pytest.raises(LandingError, match=r"cannot land in .*no-such: No such file"):
        LandingDirectory(tmp_path / "no-such", [])
    (tmp_path / "a{b}").mkdir()
    with pytest.raises(LandingError, match="takes for a pattern"):
        LandingDirectory(tmp_path / "a{b}", [])
