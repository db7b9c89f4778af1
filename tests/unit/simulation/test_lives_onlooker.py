"""What is wrong inside of a broker that serves again is found at the next look, once."""

from __future__ import annotations

import asyncio
import errno
import random

import pytest

from kavka.client.producer import Producer
from kavka.protocol.disk.file_names import CLEAN_SHUTDOWN_FILE
from kavka.simulation.cluster import simulated
from kavka.simulation.disk_faults import DiskCall, DiskFault
from kavka.simulation.lives_onlooker import LivesOnlooker
from kavka.simulation.scenario import Scenario

SETTINGS = Scenario(brokers=1).broker_settings
MARKER = f"/data/{CLEAN_SHUTDOWN_FILE}"
HIGH_OF_BASE_OFFSET = 5
"""A byte of the first batch: its base offset is behind the end of the log then."""
FAULT = DiskFault(call=DiskCall.READ, prefix="/data", error=errno.EIO)


@pytest.fixture
def served():
    """A broker that serves one transaction's records, and who looks at it."""
    cluster = simulated(1, brokers=1, settings=SETTINGS)

    async def transact():
        async with Producer(cluster.bootstrap, transactional_id="t") as producer:
            await producer.init_transactions()
            producer.begin_transaction()
            await producer.send_and_wait("records", b"a", partition=0)
            await producer.commit_transaction()
            await asyncio.sleep(1)

    async def live():
        async with asyncio.timeout(300):
            await cluster.start_all()
            await cluster.client("client", transact)

    with cluster.world() as loop:
        loop.run_until_complete(live())
        yield cluster, LivesOnlooker(cluster, may_expire=False)


def log_of(cluster):
    inside = cluster.brokers[0].inside
    (found,) = [one for one in inside.replication.manager.partitions if str(one) == "records-0"]
    return found.log


def names(found):
    return [breach.invariant for breach in found]


def file_of(cluster):
    """The file of the log's only segment, durable, and its path."""
    path = log_of(cluster).files.segments.active.path
    file = cluster.brokers[0].machine.disk.file(path)
    file.content.sync()
    return path, file


def mark(cluster):
    cluster.brokers[0].machine.disk.create(MARKER, mode=0o600, now_ms=0)


def test_a_sound_broker_has_nothing_wrong(served):
    _, onlooker = served
    assert onlooker.look() == onlooker.look() == onlooker.look_at_all() == []


def test_forgotten_producers_are_found_once_in_each_life_and_at_the_end(served):
    cluster, onlooker = served
    log_of(cluster).producer_state.clear()
    assert names(onlooker.look()) == ["producers-differ"]
    assert onlooker.look() == []
    assert names(onlooker.look_at_all()) == ["producers-differ"]


def test_a_log_with_a_flipped_bit_says_nothing_until_it_is_written_over(served):
    """Base offsets are in no checksum, and a startup reads nothing below the recovery point."""
    cluster, onlooker = served
    path, file = file_of(cluster)
    written = bytes(file.content.data)
    assert cluster.brokers[0].machine.disk.rot(random.Random(0), path, position=HIGH_OF_BASE_OFFSET) is not None
    assert onlooker.look() == onlooker.look_at_all() == []
    file.content.write(written, 0)
    log_of(cluster).producer_state.clear()
    assert names(onlooker.look_at_all()) == ["producers-differ"]


def test_a_bit_that_flips_elsewhere_hides_nothing(served):
    cluster, onlooker = served
    cluster.brokers[0].machine.disk.file("/data/meta.properties").content.sync()
    assert cluster.brokers[0].machine.disk.rot(random.Random(0), "/data/meta.properties") is not None
    log_of(cluster).producer_state.clear()
    assert names(onlooker.look()) == ["producers-differ"]


def test_a_mark_of_an_end_in_order_is_found(served):
    cluster, onlooker = served
    mark(cluster)
    assert names(onlooker.look()) == ["marked-as-ended"]


def test_a_broker_whose_disk_fails_is_looked_at_later(served):
    cluster, onlooker = served
    mark(cluster)
    faults = cluster.brokers[0].machine.disk.faults
    faults.add(FAULT)
    assert onlooker.look() == []
    faults.remove(FAULT)
    assert names(onlooker.look()) == ["marked-as-ended"]


def test_a_broker_that_ends_may_be_marked(served):
    cluster, onlooker = served
    mark(cluster)
    cluster.brokers[0].stop()
    assert onlooker.look() == []


def test_one_that_is_dead_is_not_looked_at(served):
    cluster, onlooker = served
    log_of(cluster).producer_state.clear()
    mark(cluster)

    async def kill():
        cluster.kill(cluster.brokers[0])

    cluster.loop.run_until_complete(kill())
    assert onlooker.look() == onlooker.look_at_all() == []


def test_a_last_stable_offset_before_its_time_is_found_at_every_look(served):
    cluster, onlooker = served
    log = log_of(cluster)
    log.update_high_watermark(1)
    log.offsets.find_first_unstable()
    assert names(onlooker.look()) == ["unstable-told"]
    assert names(onlooker.look()) == ["unstable-told"]
