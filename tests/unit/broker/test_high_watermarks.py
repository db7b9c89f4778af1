"""High watermarks of partitions that this broker has no replica of: asked of their leaders, while somebody looks."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from kavka.broker.http.high_watermarks import ASKED_AT_ONCE_MAX, FORGET_MS, HighWatermarks
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ListOffsetsResponse
from kavka.timer.clock import SystemClock
from kavka.wire.peer_link import PeerLinks
from tests.support.broker.fakes import BROKER_ID, live_broker, services, tell

OTHER = 7
HERE, THERE, UNTOLD = TopicPartition("here", 0), TopicPartition("there", 0), TopicPartition("there", 1)


class Leader:
    """A broker that leads `there`, and knows the end of its first partition only."""

    def __init__(self) -> None:
        self.end = 40
        self.is_closed = False
        self.is_away = False
        self.questions: list[list[TopicPartition]] = []

    async def request(self, message, *, version, timeout_ms=None):
        asked = [
            TopicPartition(topic.name, one.partition_index) for topic in message.topics for one in topic.partitions
        ]
        self.questions.append(asked)
        if self.is_away:
            raise ConnectionError("gone")
        result = ListOffsetsResponse.ListOffsetsPartitionResponse
        return ListOffsetsResponse(
            topics=[
                ListOffsetsResponse.ListOffsetsTopicResponse(
                    name="there",
                    partitions=[
                        result(partition_index=0, offset=self.end)
                        if index == 0
                        else result(partition_index=index, error_code=ErrorCode.NOT_LEADER_OR_FOLLOWER, offset=-1)
                        for _, index in asked
                    ],
                )
            ]
        )

    async def close(self):
        self.is_closed = True


class Setup:
    """A broker with one replica of its own."""

    def __init__(self) -> None:
        self.services = services()
        brokers = [live_broker(BROKER_ID), live_broker(OTHER)]
        tell(self.services.metadata_cache, {"there": 2}, leader=OTHER, brokers=brokers)
        replica = SimpleNamespace(log=SimpleNamespace(high_watermark=12))
        self.services.replica_manager.partitions = SimpleNamespace(
            find=lambda topic, index: replica if (topic, index) == HERE else None
        )
        self.leader = Leader()
        self.high_watermarks = HighWatermarks(
            self.services,
            PeerLinks(
                locate=lambda broker_id: ("host", broker_id), dial=self._dial, purpose="test", clock=SystemClock()
            ),
        )

    async def _dial(self, host, port, client_id):
        return self.leader


@pytest.fixture
def setup():
    return Setup()


async def test_a_replica_here_is_known_at_once_and_nobody_is_asked(setup):
    assert setup.high_watermarks.of(HERE) == 12
    await setup.high_watermarks.refresh()
    assert setup.leader.questions == []


async def test_what_was_looked_for_is_asked_of_its_leader(setup):
    of = setup.high_watermarks.of
    assert (of(THERE), of(UNTOLD)) == (None, None)
    await setup.high_watermarks.refresh()
    assert (of(THERE), of(UNTOLD)) == (40, None)
    assert setup.leader.questions == [[THERE, UNTOLD]]


async def test_of_very_many_some_are_asked_at_a_time_and_no_more_once_the_leader_is_away(setup):
    many = 2 * ASKED_AT_ONCE_MAX + 1
    brokers = [live_broker(BROKER_ID), live_broker(OTHER)]
    tell(setup.services.metadata_cache, {"there": many}, leader=OTHER, brokers=brokers)
    for index in range(many):
        setup.high_watermarks.of(TopicPartition("there", index))
    await setup.high_watermarks.refresh()
    assert [len(asked) for asked in setup.leader.questions] == [ASKED_AT_ONCE_MAX, ASKED_AT_ONCE_MAX, 1]
    setup.leader.questions.clear()
    setup.leader.is_away = True
    await setup.high_watermarks.refresh()
    assert [len(asked) for asked in setup.leader.questions] == [ASKED_AT_ONCE_MAX]


async def test_the_last_answer_stands_while_a_leader_is_away(setup):
    setup.high_watermarks.of(THERE)
    await setup.high_watermarks.refresh()
    setup.leader.is_away = True
    await setup.high_watermarks.refresh()
    assert setup.high_watermarks.of(THERE) == 40


async def test_what_nobody_looks_for_any_more_is_forgotten(setup):
    setup.high_watermarks.of(THERE)
    await setup.high_watermarks.refresh()
    setup.services.clock.advance(FORGET_MS + 1)
    await setup.high_watermarks.refresh()
    assert len(setup.leader.questions) == 1
    assert setup.high_watermarks.of(THERE) is None


async def test_a_partition_that_nobody_knows_costs_nothing(setup):
    setup.high_watermarks.of(TopicPartition("gone", 0))
    await setup.high_watermarks.refresh()
    assert setup.leader.questions == []


async def test_it_asks_when_looked_at_and_closes_its_connections(setup):
    task = asyncio.ensure_future(setup.high_watermarks.run())
    await asyncio.sleep(0)
    assert setup.leader.questions == []
    setup.high_watermarks.of(THERE)
    async with asyncio.timeout(30):
        while setup.high_watermarks.of(THERE) is None:  # noqa: ASYNC110 - it tells nobody when it knows
            await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert setup.leader.is_closed
