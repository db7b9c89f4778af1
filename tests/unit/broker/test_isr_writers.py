"""How ISR changes get into ZooKeeper: asked for with profile 3.0, written with profile 2.0."""

from __future__ import annotations

import dataclasses

import pytest

from kavka.broker.cluster.isr_writers import (
    NOTIFY_QUIET_MS,
    NOTIFY_WAIT_MS_MAX,
    ControllerIsrWriter,
    ZooKeeperIsrWriter,
)
from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.cluster.peer_links import controller_link
from kavka.broker.handlers import alter_partition
from kavka.common.types import TopicPartition
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import ErrorCode, NotController, StaleBrokerEpoch
from kavka.protocol.messages import AlterPartitionRequest, AlterPartitionResponse
from kavka.timer.clock import ManualClock, SystemClock
from kavka.wire.peer_link import PeerUnknown
from kavka.zk import paths
from kavka.zk.client import ensure_path
from kavka.zk.fake import FakeZooKeeper
from kavka.zk.isr_change import IsrChange, IsrResult
from kavka.zk.znodes import IsrChangeZNode, PartitionStateZNode
from tests.support.broker import fakes
from tests.support.broker.parts import handling

TP = TopicPartition("t", 3)
CHANGE = IsrChange(partition=TP, leader_epoch=4, isr=(0, 2), partition_epoch=0)


@pytest.fixture
async def zk():
    client = FakeZooKeeper(ManualClock()).client()
    await client.start(1_000)
    await ensure_path(client, paths.ISR_CHANGE_NOTIFICATION)
    state = PartitionStateZNode(leader=0, leader_epoch=4, isr=(0, 1, 2), controller_epoch=1)
    await client.create(paths.partition_state(*TP), state.encode(), make_parents=True)
    yield client
    await client.close()


@pytest.fixture
def clock():
    return ManualClock(100_000)


@pytest.fixture
def writer(zk, clock):
    return ZooKeeperIsrWriter(zk, broker_id=0, controller_epoch=lambda: 9, clock=clock)


async def test_a_leader_writes_on_the_version_that_it_knows(zk, writer):
    (result,) = await writer.write([CHANGE])
    assert result == IsrResult(partition=TP, leader=0, leader_epoch=4, isr=(0, 2), partition_epoch=1)
    data, stat = await zk.get(paths.partition_state(*TP))
    assert PartitionStateZNode.decode(data) == PartitionStateZNode(0, 4, (0, 2), 9)
    assert stat.version == 1
    assert await writer.read(TP) == result


async def test_a_write_that_got_through_although_nobody_said_so(writer):
    (first,) = await writer.write([CHANGE])
    assert await writer.write([CHANGE]) == [first]


async def test_somebody_else_was_faster(zk, writer):
    other = PartitionStateZNode(leader=1, leader_epoch=5, isr=(1, 2), controller_epoch=2)
    await zk.set(paths.partition_state(*TP), other.encode())
    (result,) = await writer.write([CHANGE])
    assert result.error_code == ErrorCode.INVALID_UPDATE_VERSION
    assert PartitionStateZNode.decode((await zk.get(paths.partition_state(*TP)))[0]) == other


async def test_a_partition_that_is_gone(writer):
    gone = IsrChange(partition=TopicPartition("x", 0), leader_epoch=0, isr=(0,), partition_epoch=0)
    (result,) = await writer.write([gone])
    assert result.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert await writer.read(gone.partition) is None


async def test_the_controller_is_told_when_it_has_been_quiet_for_a_while(zk, writer, clock):
    assert not await writer.notify_if_due()
    await writer.write([CHANGE])
    await writer.notify_if_due()  # the first ever is due at once
    assert len(await zk.children(paths.ISR_CHANGE_NOTIFICATION)) == 1
    await writer.write([IsrChange(partition=TP, leader_epoch=4, isr=(0,), partition_epoch=1)])
    clock.advance(NOTIFY_QUIET_MS)
    assert not await writer.notify_if_due()
    clock.advance(1)
    assert await writer.notify_if_due()
    names = await zk.children(paths.ISR_CHANGE_NOTIFICATION)
    assert len(names) == 2
    data, _ = await zk.get(paths.isr_change(names[-1]))
    assert IsrChangeZNode.decode(data).partitions == (TP,)
    assert not await writer.notify_if_due()


async def test_the_controller_is_told_in_time_also_when_it_is_never_quiet(writer, clock):
    isrs = [(0,), (0, 1)]
    told = []
    for version in range(20):
        change = IsrChange(partition=TP, leader_epoch=4, isr=isrs[version % 2], partition_epoch=version)
        await writer.write([change])
        told.append(await writer.notify_if_due())
        clock.advance(NOTIFY_QUIET_MS)
    assert [index for index, is_told in enumerate(told) if is_told] == [0, 1 + NOTIFY_WAIT_MS_MAX // NOTIFY_QUIET_MS]


class Connection:
    """A controller's broker: its handler, with the wire between."""

    def __init__(self, broker):
        self.broker = broker
        self.is_closed = False

    async def request(self, message, *, version, timeout_ms=None):
        decoded = decode_message(type(message), version, encode_message(message, version))
        try:
            response = await handling(alter_partition, self.broker).handle(decoded, fakes.context(version))
        except (NotController, StaleBrokerEpoch) as error:
            response = AlterPartitionResponse(error_code=int(error.code))
        return decode_message(type(response), version, encode_message(response, version))

    async def close(self):
        self.is_closed = True


@pytest.fixture
def controller():
    return fakes.services()


@pytest.fixture
def asking(zk, controller):
    dialled = []

    async def dial(host, port, client_id):
        dialled.append((host, port))
        return Connection(controller)

    cache = MetadataCache(SystemClock())
    fakes.tell(cache, {}, brokers=[fakes.live_broker(1), fakes.live_broker(2)])
    controller_id = [1]
    link = controller_link(
        cache,
        controller_id=lambda: controller_id[0],
        listener="PLAINTEXT",
        dial=dial,
        purpose="test",
        clock=SystemClock(),
    )
    return ControllerIsrWriter(zk, broker_id=7, broker_epoch=lambda: 70, link=link), controller_id, dialled


async def test_a_leader_asks_the_controller(asking):
    writer, controller_id, dialled = asking
    other = IsrChange(partition=TopicPartition("t", 4), leader_epoch=1, isr=(7,), partition_epoch=5)
    results = await writer.write([CHANGE, other])
    assert [(r.partition, r.isr, r.partition_epoch, r.error_code) for r in results] == [
        (TP, (0, 2), 1, 0),
        (other.partition, (7,), 6, 0),
    ]
    controller_id[0] = 2
    await writer.write([CHANGE])
    assert dialled == [("host1", 9093), ("host2", 9094)]
    await writer.close()


@pytest.mark.parametrize(("version", "sent"), [(0, 0), (1, 1), (2, 2), (3, 3)])
async def test_every_version_of_alter_partition_says_the_same(asking, version, sent):
    asking_0, _, _ = asking
    link, versions = asking_0._link, []
    writer = ControllerIsrWriter(
        asking_0._zk, broker_id=7, broker_epoch=lambda: 70, link=Noting(link, versions), version=version
    )
    change = dataclasses.replace(CHANGE, topic_id=b"\1" * 16)
    [result] = await writer.write([change])
    assert (result.partition, result.isr, result.partition_epoch, result.error_code) == (TP, (0, 2), 1, 0)
    unnamed = dataclasses.replace(CHANGE, partition=TopicPartition("old", 0))
    assert [r.partition for r in await writer.write([change, unnamed])] == [TP, TopicPartition("old", 0)]
    assert versions == [sent, min(sent, 1)], "of a topic without an id the name is sent"


async def test_the_isr_is_sent_with_the_epochs_of_its_members(asking):
    asking_0, _, _ = asking
    requests = []
    link = Noting(asking_0._link, [], requests)
    writer = ControllerIsrWriter(asking_0._zk, broker_id=0, broker_epoch=lambda: 70, link=link, version=3)
    await writer.write([dataclasses.replace(CHANGE, isr=(0, 2, 3), topic_id=b"\1" * 16, broker_epochs=((2, 55),))])
    [[asked]] = [topic.partitions for topic in requests[0].topics]
    members = [(member.broker_id, member.broker_epoch) for member in asked.new_isr_with_epochs]
    assert members == [(0, 70), (2, 55), (3, -1)]


class Noting:
    """A link that notes the versions in which is asked, and what."""

    def __init__(self, link, versions, requests=None):
        self.link = link
        self.versions = versions
        self.requests = [] if requests is None else requests

    async def ask(self, request, *, version, timeout_ms):
        self.versions.append(version)
        self.requests.append(request)
        return await self.link.ask(request, version=version, timeout_ms=timeout_ms)


async def test_the_controller_is_elsewhere_or_nowhere(asking, controller):
    writer, controller_id, _ = asking
    controller.controller.is_active = False
    with pytest.raises(NotController):
        await writer.write([CHANGE])
    controller_id[0] = -1
    with pytest.raises(PeerUnknown):
        await writer.write([CHANGE])


async def test_what_version_0_cannot_say(controller):
    class Refusing:
        async def alter_isr(self, *_args, **_options):
            return [IsrResult(partition=TP, error_code=int(ErrorCode.INELIGIBLE_REPLICA))]

    controller.controller = Refusing()
    asked = AlterPartitionRequest.TopicData(topic_name="t", partitions=[AlterPartitionRequest.PartitionData()])
    request = AlterPartitionRequest(topics=[asked])
    for version, code in ((0, ErrorCode.OPERATION_NOT_ATTEMPTED), (2, ErrorCode.INELIGIBLE_REPLICA)):
        response = await handling(alter_partition, controller).handle(request, fakes.context(version))
        assert response.topics[0].partitions[0].error_code == code
