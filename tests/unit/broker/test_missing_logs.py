"""An empty directory under a broker that ZooKeeper calls in sync: which logs are found to be missing, and when."""

from __future__ import annotations

import random

import pytest

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.log_manager import LogManager
from kavka.broker.replica.missing_logs import mark_missing
from kavka.common.lane import Lane
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.common.types import TopicPartition
from kavka.timer.clock import ManualClock, SystemClock
from kavka.zk import paths
from kavka.zk.client import ensure_path
from kavka.zk.fake import FakeZooKeeper
from kavka.zk.znodes import PartitionStateZNode, TopicZNode
from tests.support.log.building import append

BROKER = 1
TOPIC_ID = bytes(range(16))
T0 = TopicPartition("t", 0)
MARKER = ".new-directory"


class Node:
    """A broker's directories over a fake ZooKeeper, started and killed again and again."""

    def __init__(self, zk, *directories):
        self.zk = zk
        self.paths = directories
        self.manager = None

    async def start(self):
        self.load()
        await mark_missing(self.zk, self.manager, BROKER)
        return self.manager.incomplete()

    def load(self):
        self.kill()
        self.manager = LogManager(
            [str(path) for path in self.paths],
            default_config=LogConfig(),
            clock=ManualClock(),
            filesystem=MachineFileSystem(),
            lane=Lane(),
            record_checks=CheckThreads(),
            rng=random.Random(1),
            broker_id=BROKER,
            cluster_id="cluster",
            machine_clock=SystemClock(),
        )
        self.manager.load()

    def kill(self):
        if self.manager is not None:
            self.manager.close()
            self.manager = None

    async def topic(self, name, *, replicas=(1, 2, 3), isr=(1, 2, 3)):
        await ensure_path(self.zk, paths.topic(name))
        await self.zk.set(paths.topic(name), TopicZNode({0: replicas}, topic_id=TOPIC_ID).encode())
        state = PartitionStateZNode(leader=isr[0], leader_epoch=0, isr=isr, controller_epoch=1)
        await ensure_path(self.zk, paths.partition_state(name, 0))
        await self.zk.set(paths.partition_state(name, 0), state.encode())


@pytest.fixture
async def node(tmp_path):
    zk = FakeZooKeeper(ManualClock()).client()
    await zk.start(1000)
    await ensure_path(zk, paths.TOPICS)
    made = Node(zk, tmp_path / "a")
    yield made
    made.kill()


async def test_an_empty_disk_lacks_what_it_was_in_sync_for_with_others(node):
    await node.topic("t")
    await node.topic("alone", isr=(1,))
    await node.topic("behind", isr=(2, 3))
    await node.topic("elsewhere", replicas=(2, 3), isr=(2, 3))
    assert await node.start() == {T0: 0}
    log = node.manager.get(T0)
    assert (log.topic_id, log.log_end_offset, node.manager.is_configured(log)) == (TOPIC_ID, 0, False)
    assert not (node.paths[0] / MARKER).exists()
    assert await node.start() == {T0: 0}, "and says so until it has everything"
    node.manager.get(T0).mended()
    assert await node.start() == {}


async def test_in_a_new_cluster_nothing_is_missing(node):
    assert await node.start() == {}
    assert not (node.paths[0] / MARKER).exists()
    await node.topic("t")
    assert await node.start() == {}, "it was just made, and no LeaderAndIsr has come yet"


async def test_a_broker_that_dies_before_it_could_look_looks_at_its_next_start(node):
    await node.topic("t")
    node.load()
    assert (node.paths[0] / "meta.properties").exists()
    assert await node.start() == {T0: 0}


async def test_while_another_directory_is_offline_the_logs_may_be_in_that(node, tmp_path):
    await node.topic("t")
    (tmp_path / "file").write_text("")
    node.paths = (tmp_path / "a", tmp_path / "file" / "b")
    assert await node.start() == {}
    (tmp_path / "file").unlink()
    assert await node.start() == {T0: 0}


async def test_a_log_that_a_checkpoint_knows_and_that_is_gone_is_missing(node):
    for topic in ("t", "deleted"):
        await node.start()
        log = node.manager.get_or_create(TopicPartition(topic, 0), is_new=True)
        append(log, b"a")
        log.maybe_increment_high_watermark(1)
        node.manager.checkpoint_high_watermarks(at_once=True)
        await node.topic(topic)
    node.kill()
    for topic in ("t", "deleted"):
        for path in (node.paths[0] / f"{topic}-0").iterdir():
            path.unlink()
        (node.paths[0] / f"{topic}-0").rmdir()
    await node.zk.delete(paths.partition_state("deleted", 0))
    assert await node.start() == {T0: 0}


async def test_what_nobody_can_read_is_left_alone(node):
    await node.topic("t")
    await node.topic("broken")
    await node.zk.set(paths.topic("broken"), b"nonsense")
    await node.topic("odd")
    await node.zk.set(paths.partition_state("odd", 0), b"nonsense")
    assert await node.start() == {T0: 0}
