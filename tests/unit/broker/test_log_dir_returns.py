"""When a data directory that was full is looked at again, and who hears that it is back, in which order."""

from __future__ import annotations

import asyncio
import errno
import random

import pytest

from kavka.broker.config.settings import settings_of
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.log_manager import LogManager
from kavka.broker.replica.control_requests import ControlRequests
from kavka.broker.replica.log_dir_returns import PAUSE_MS_MAX, REFILLED_MS, LogDirReturns
from kavka.broker.replica.replica_manager import ReplicaManager
from kavka.common.lane import Lane
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.common.types import TopicPartition
from kavka.protocol.messages import StopReplicaRequest
from kavka.timer.clock import ManualClock, SystemClock

T0 = TopicPartition("t", 0)
INTERVAL_MS = 2


class SmallDisk(MachineFileSystem):
    """A disk whose free bytes the test says."""

    __slots__ = ("free",)

    def __init__(self):
        super().__init__()
        self.free = 0

    def free_bytes(self, path):
        return self.free


class Node:
    """A broker's directories, what it holds, and a list of what it said."""

    def __init__(self, path):
        self.clock = ManualClock(1000)
        self.disk = SmallDisk()
        self.manager = LogManager(
            [str(path)],
            default_config=LogConfig(),
            settings=lambda: settings_of(
                {"kavka.log.dir.retry.interval.ms": INTERVAL_MS, "kavka.log.dir.retry.free.bytes": 1000}
            ),
            clock=self.clock,
            filesystem=self.disk,
            lane=Lane(),
            record_checks=CheckThreads(),
            rng=random.Random(1),
            broker_id=1,
            cluster_id="cluster",
            machine_clock=SystemClock(),
        )
        self.manager.load()
        self.replicas = ReplicaManager(
            broker_id=1, log_manager=self.manager, clock=self.clock, machine_clock=self.clock, is_blocking=True
        )
        self.said = []
        self.is_deaf = False
        self.breaks = lambda: None
        self.has_said = asyncio.Event()
        self.returns = LogDirReturns(
            self.manager,
            self.replicas.partitions,
            self.replicas.commands,
            ControlRequests(Lane()),
            tell_incomplete=self.tell_incomplete,
            tell_controller=self.tell_controller,
            clock=self.clock,
        )

    async def tell_incomplete(self):
        if self.is_deaf:
            raise RuntimeError("injected")
        self.said.append(("registration", self.manager.returns.waiting != []))
        self.breaks()

    async def tell_controller(self):
        self.said.append(("controller", self.manager.returns.waiting != []))
        self.has_said.set()

    def fill(self):
        self.manager.dirs[0].log_dir.fail(OSError(errno.ENOSPC, "No space left on device"), "testing")


@pytest.fixture
def node(tmp_path):
    made = Node(tmp_path)
    yield made
    made.manager.close()


async def test_what_a_log_lacks_is_said_before_the_directory_is_back_and_the_controller_hears_of_it_after(node):
    log = node.manager.get_or_create(T0, is_new=True)
    partition = node.replicas.partitions.hold(T0, log)
    node.fill()
    (state,) = node.manager.dirs
    await node.returns.look(state)
    assert (node.said, node.replicas.partitions.find("t", 0)) == ([], partition), "there is no room"
    node.disk.free = 1000
    await node.returns.look(state)
    assert node.said == [("registration", True), ("controller", False)]
    assert node.replicas.partitions.find("t", 0) is None, "until the controller names it, as after a start"
    assert (partition.leader_id, node.replicas.counts().offline) == (-1, 0)
    assert node.manager.get(T0) is not log


async def test_a_replica_that_was_refused_meanwhile_is_not_lost_any_more_and_so_may_be_deleted(node):
    partitions = node.replicas.partitions
    node.fill()
    partitions.lose(T0)  # named by the controller for the first time, when there was no directory
    node.disk.free = 1000
    await node.returns.look(node.manager.dirs[0])
    states = [StopReplicaRequest.StopReplicaPartitionState(partition_index=0, leader_epoch=1, delete_partition=True)]
    topics = [StopReplicaRequest.StopReplicaTopicState(topic_name="t", partition_states=states)]
    request = StopReplicaRequest(controller_id=2, controller_epoch=1, broker_epoch=1, topic_states=topics)
    results = []
    for _ in node.replicas.commands.stop_replicas(request, results.append):
        pass
    assert [result.error_code for result in results] == [0]


async def test_it_is_looked_at_by_itself_when_it_fails(node):
    node.disk.free = 1000
    async with asyncio.timeout(60), asyncio.TaskGroup() as tasks:
        running = tasks.create_task(node.returns.run())
        for _ in range(2):
            node.clock.advance(REFILLED_MS)
            node.fill()
            node.clock.advance(INTERVAL_MS)
            while not node.has_said.is_set():
                await asyncio.sleep(0)
                node.clock.advance(INTERVAL_MS)
            node.has_said.clear()
        running.cancel()
    assert node.manager.online_dirs == [state.log_dir for state in node.manager.dirs]


async def test_one_that_is_soon_full_again_is_left_alone_for_longer_each_time(node):
    node.disk.free = 1000
    pauses = []
    for _ in range(25):
        node.fill()
        (state,) = node.manager.dirs
        pauses.append(node.returns._pause_ms(state.log_dir.path, node.clock.monotonic_ms()))
        await node.returns.look(state)
    assert pauses[:4] == [INTERVAL_MS, 2 * INTERVAL_MS, 4 * INTERVAL_MS, 8 * INTERVAL_MS]
    assert pauses == sorted(pauses)
    assert max(pauses) <= PAUSE_MS_MAX
    node.clock.advance(REFILLED_MS)
    node.fill()
    assert node.returns._pause_ms(node.manager.dirs[0].log_dir.path, node.clock.monotonic_ms()) == INTERVAL_MS


async def test_an_error_of_the_disk_that_is_seen_while_it_comes_back_keeps_it_offline(node):
    node.fill()
    node.disk.free = 1000
    (state,) = node.manager.dirs
    node.breaks = lambda: state.log_dir.fail(OSError(errno.EIO, "Input/output error"), "a late flush")
    await node.returns.look(state)
    assert (node.manager.returns.waiting, node.manager.online_dirs) == ([], [])
    assert node.manager.returns.opening is None
    assert ("controller", False) not in node.said


async def test_a_registration_that_cannot_be_written_leaves_it_offline_for_another_try(node):
    node.fill()
    node.disk.free = 1000
    (state,) = node.manager.dirs

    node.is_deaf = True
    with pytest.raises(RuntimeError):
        await node.returns.look(state)
    assert node.manager.returns.waiting == [state]
    node.is_deaf = False
    await node.returns.look(state)
    assert node.manager.returns.waiting == []
