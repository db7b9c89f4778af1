"""A fetcher's task over a connection that the test holds: what ends a round, and what goes on all the same."""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import partial

import pytest

from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.replica.fetcher import FetcherPeers, Fetchers
from kavka.common.types import LEADER_DURING_DELETE, ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.api_keys import PROFILES, ApiKey
from kavka.protocol.codec import decode_prefix
from kavka.protocol.errors import ErrorCode
from kavka.protocol.header import encode_response_frame
from kavka.protocol.inter_broker_versions import named
from kavka.protocol.messages import FetchRequest, FetchResponse
from kavka.timer.clock import SystemClock
from kavka.wire.connection_core import ConnectionCore
from tests.support.broker.fakes import tell
from tests.support.builds import plain_only
from tests.support.log.held_writes import HoldingDisk
from tests.support.replica.node import TOPIC_ID, Node, batch

CONFIG = BrokerConfig.from_properties({"zookeeper.connect": "localhost:2181", "broker.id": "1"})
DEADLINE_SECONDS = 20
ANEW = b"\x7a" * 16


class Wire:
    """A connection to the leader; a fetch that brings nothing waits, as it would at the leader."""

    must_renew = False

    def __init__(self, leader):
        self.leader = leader
        self.is_closed = False
        self.fetches = 0
        self.core = ConnectionCore("leader", 9092, client_id="follower")
        self.correlation_id = 0

    async def request(self, message, *, version, timeout_ms=None):
        return self.leader.node.send(message, version).answer

    async def renew_login(self):
        """There is none."""

    def start_request(self, message, *, version, timeout_ms=None):
        self.fetches += 1
        answer = asyncio.get_running_loop().create_future()
        wait_ms, message.max_wait_ms = message.max_wait_ms, 0
        self.leader.waits_ms.append(wait_ms)
        self.leader.versions.append(version)
        self.leader.named.append(sum(len(topic.partitions) for topic in message.topics))
        response = self.leader.answer(message, version)
        if response.responses or response.error_code:
            answer.set_result(response)
        else:
            self.leader.waiting.append(answer)
            asyncio.get_running_loop().call_later(wait_ms / 1000, _answer, answer, response)
        return answer

    def start_packed(self, api_key, body, *, version, timeout_ms, answer, take):
        """The same, through the bytes of both."""
        assert api_key == FetchRequest.API_KEY
        self.core.start_packed(
            api_key, body, version=version, timeout_ms=timeout_ms, now_ms=0, waiter=answer, take=take
        )
        request, _ = decode_prefix(FetchRequest, version, body)
        later = self.start_request(request, version=version)
        later.add_done_callback(partial(self._offer, version))

    def _offer(self, version, later):
        if self.is_closed or later.cancelled():
            return
        self.correlation_id += 1
        frame = b"".join(encode_response_frame(later.result(), version, self.correlation_id))
        for pending, message in self.core.receive(frame):
            if not pending.waiter.done() and not pending.take(message):
                pending.waiter.set_result(self.core.decoded(pending, message))

    async def close(self):
        self.is_closed = True


def _answer(answer, response):
    if not answer.done():
        answer.set_result(response)


class Leader:
    """A node that leads, and how it is reached."""

    def __init__(self, directory):
        self.node = Node(directory)
        self.wires = []
        self.waiting = []
        self.unreachable = 0
        self.spoiled = set()
        self.address = ("leader", 9092)
        self.located = self.fetched = 0
        self.refuses_sessions = False
        self.waits_ms = []
        self.versions = []
        self.named = []

    async def dial(self, host, port, client_id):
        if self.unreachable:
            self.unreachable -= 1
            raise ConnectionRefusedError("nobody there")
        self.wires.append(Wire(self))
        return self.wires[-1]

    def spoil(self, response):
        for topic in response.responses:
            for data in topic.partitions:
                if data.partition_index in self.spoiled and data.records:
                    data.records = b"\0" * 100
        return response

    def answer(self, message, version):
        self.fetched += 1
        if self.refuses_sessions:
            return FetchResponse(error_code=int(ErrorCode.INVALID_FETCH_SESSION_EPOCH))
        return self.spoil(self.node.send(message, version).answer)

    async def locate(self, broker_id, timeout_ms):
        self.located += 1
        await asyncio.sleep(0)
        return self.address


@pytest.fixture(params=["3.0", "3.9"])
async def pair(request, tmp_path):
    leader = Leader(tmp_path / "leader")
    tell(leader.node.services.metadata_cache, {"t": 2}, topic_id=TOPIC_ID)
    version = named(request.param)
    peers = FetcherPeers(
        broker_id=2,
        config=lambda: CONFIG,
        versions={api: version.version(api) for api in PROFILES[version.profile]},
        broker_epoch=lambda: 77,
        clock=SystemClock(),
        ticks=time.perf_counter_ns,
        locate=leader.locate,
        dial=leader.dial,
    )
    follower = Node(tmp_path / "follower", fetchers=peers, filesystem=HoldingDisk())
    task = asyncio.create_task(follower.manager.fetchers.run())
    for index in (0, 1):
        leader.node.lead(index=index, isr=(1, 2))
    yield leader, follower
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    follower.log_manager.close()
    leader.node.log_manager.close()


def follow(follower, index):
    follower.lead(index=index, leader=2, isr=(1, 2), replicas=(1, 2))


async def until(condition):
    async with asyncio.timeout(DEADLINE_SECONDS):
        while not condition():  # noqa: ASYNC110 - another task's log grows
            await asyncio.sleep(0.001)


def end_of(node, index):
    return node.manager.partitions.find("t", index).log.log_end_offset


async def test_a_leader_that_cannot_be_reached_is_tried_again(pair):
    leader, follower = pair
    leader.unreachable = 3
    leader.node.produce(batch(b"a"), acks=1)
    follow(follower, 0)
    await until(lambda: end_of(follower, 0) == 1)
    assert len(leader.wires) == 1


async def test_bug_44_what_one_partition_cannot_take_in_stops_no_other(pair):
    leader, follower = pair
    leader.spoiled.add(0)
    for index in (0, 1):
        leader.node.produce(batch(b"a"), index=index, acks=1)
        follow(follower, index)
    await until(lambda: end_of(follower, 1) == 1)
    assert end_of(follower, 0) == 0
    leader.spoiled.clear()
    await until(lambda: end_of(follower, 0) == 1)


async def test_a_partition_that_is_new_does_not_wait_for_a_fetch_that_waits(pair):
    leader, follower = pair
    follow(follower, 0)
    await until(lambda: CONFIG["replica.fetch.wait.max.ms"] in leader.waits_ms)
    leader.node.produce(batch(b"a"), index=1, acks=1)
    follow(follower, 1)
    await until(lambda: end_of(follower, 1) == 1)
    assert leader.wires[0].is_closed  # nobody ever answered what waited there


async def test_partitions_that_come_one_after_another_end_no_session(pair):
    """Two hundred sessions of everything were begun while 3,000 partitions were created."""
    leader, follower = pair
    follow(follower, 0)
    await until(lambda: leader.waiting)
    leader.node.produce(batch(b"a"), index=1, acks=1)
    follow(follower, 1)
    await until(lambda: end_of(follower, 1) == 1)
    assert len(leader.wires) == 1


@plain_only
async def test_what_is_more_than_a_request_may_name_comes_with_the_next_at_once(pair, monkeypatch):
    monkeypatch.setattr("kavka.broker.replica.fetcher_rounds.PARTITIONS_PER_REQUEST_MAX", 1)
    leader, follower = pair
    for index in (0, 1):
        leader.node.produce(batch(b"a"), index=index, acks=1)
        follow(follower, index)
    await until(lambda: end_of(follower, 0) == end_of(follower, 1) == 1)
    assert max(leader.named) == 1
    assert leader.named[:2] == [1, 1]
    assert leader.waits_ms[0] == 0
    assert len(leader.wires) == 1


async def test_where_a_followers_own_retention_lets_its_log_begin_the_leader_hears(pair):
    """Deletions of records wait for it: it must be named in a request although nothing came."""
    leader, follower = pair
    leader.node.produce(batch(b"a", b"b"), acks=1)
    follow(follower, 0)
    log = follower.manager.partitions.find("t", 0).log
    await until(lambda: log.high_watermark == 2)
    log.maybe_increment_log_start_offset(1)
    replica = leader.node.manager.partitions.find("t", 0).remote_replicas[2]
    await until(lambda: replica.log_start_offset == 1)


async def test_bug_44_a_partition_is_left_before_anything_else_happens_to_it(pair):
    leader, follower = pair
    follow(follower, 0)
    await until(lambda: leader.waiting)
    follower.lead(index=0, leader=1, isr=(1, 2), epoch=1)
    follower.produce(batch(b"own"), acks=1)
    (answer,) = leader.waiting
    leader.node.produce(batch(b"theirs"), acks=1)
    _answer(answer, leader.node.fetch(0, replica_id=2).answer)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert end_of(follower, 0) == 1
    assert leader.wires[0].is_closed or not follower.manager.fetchers._by_leader


# ---- topics by id ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", ["3.1", "3.5-IV0", "3.5", "3.7", "3.9"], indirect=True)
async def test_a_follower_fetches_by_id_in_the_version_of_its_value(pair, request):
    leader, follower = pair
    leader.node.produce(batch(b"a"), acks=1)
    follow(follower, 0)
    await until(lambda: end_of(follower, 0) == 1)
    await until(lambda: leader.waiting)
    assert set(leader.versions) == {named(request.node.callspec.params["pair"]).version(ApiKey.FETCH)}
    assert len(leader.node.manager.fetches.sessions) == 1


@pytest.mark.parametrize("pair", ["3.9"], indirect=True)
async def test_a_leader_that_knows_the_id_later_is_asked_again(pair):
    leader, follower = pair
    cache = leader.node.services.metadata_cache
    tell(cache, {"t": 2}, topic_id=TOPIC_ID, leader=LEADER_DURING_DELETE)
    leader.node.produce(batch(b"a"), acks=1)
    follow(follower, 0)
    await until(lambda: leader.fetched > 2)
    assert end_of(follower, 0) == 0
    tell(cache, {"t": 2}, topic_id=TOPIC_ID)
    await until(lambda: end_of(follower, 0) == 1)


@pytest.mark.parametrize("pair", ["3.9"], indirect=True)
async def test_nothing_is_copied_of_a_topic_that_was_made_anew(pair, caplog):
    """The leader has heard of it, the follower still has the former topic's replica; both begin at epoch 0."""
    leader, follower = pair
    leader.node.produce(batch(b"old"), acks=1)
    for index in (0, 1):
        follow(follower, index)
    await until(lambda: end_of(follower, 0) == 1)
    leader.node.stop(index=0, delete=True)
    cache = leader.node.services.metadata_cache
    tell(cache, {"t": 2}, topic_id=TOPIC_ID, leader=LEADER_DURING_DELETE)
    tell(cache, {"t": 2}, topic_id=ANEW)
    leader.node.lead(index=0, isr=(1, 2), topic_id=ANEW)
    for _ in range(3):
        leader.node.produce(batch(b"new"), acks=1)
    asked = leader.fetched
    await until(lambda: leader.fetched > asked + 3)
    await until(lambda: "t-0: the leader knows no such topic id" in caplog.text)
    assert end_of(follower, 0) == 1
    leader.node.produce(batch(b"of the other partition"), index=1, acks=1)
    await until(lambda: end_of(follower, 1) == 1)
    follower.stop(index=0, delete=True)
    follower.lead(index=0, leader=2, isr=(1, 2), replicas=(1, 2), topic_id=ANEW)
    await until(lambda: end_of(follower, 0) == 3)


@pytest.mark.parametrize("pair", ["3.9"], indirect=True)
async def test_where_a_topic_has_no_id_all_are_fetched_by_name_until_it_has(pair):
    leader, follower = pair
    follow(follower, 0)
    await until(lambda: leader.waiting)
    follower.lead("old", leader=2, isr=(1, 2), replicas=(1, 2), topic_id=ZERO_TOPIC_ID)
    leader.node.lead("old", isr=(1, 2), topic_id=ZERO_TOPIC_ID)
    leader.node.produce(batch(b"a"), acks=1)
    leader.node.produce(batch(b"a"), "old", acks=1)
    old = follower.manager.partitions.find("old", 0).log
    await until(lambda: end_of(follower, 0) == old.log_end_offset == 1)
    assert (leader.versions[0], leader.versions[-1]) == (17, 12)
    follower.lead("old", leader=2, isr=(1, 2), replicas=(1, 2), topic_id=ANEW)
    leader.node.lead("old", isr=(1, 2), topic_id=ANEW)
    tell(leader.node.services.metadata_cache, {"old": 1}, topic_id=ANEW)
    leader.node.produce(batch(b"a"), "old", acks=1)
    await until(lambda: old.log_end_offset == 2)
    await until(lambda: leader.versions[-1] == 17)
    assert len(leader.node.manager.fetches.sessions) == 1, "each session ends with the one that follows"


def test_partitions_spread_over_fetchers():
    config = BrokerConfig.from_properties(
        {"zookeeper.connect": "localhost:2181", "broker.id": "1", "num.replica.fetchers": "4"}
    )
    fetchers = Fetchers(
        FetcherPeers(
            broker_id=1,
            config=lambda: config,
            versions={ApiKey.FETCH: 12},
            clock=SystemClock(),
            ticks=time.perf_counter_ns,
            locate=None,
            dial=None,
        )
    )
    numbers = [fetchers._number(TopicPartition("topic", index)) for index in range(8)]
    assert sorted(numbers) == [0, 0, 1, 1, 2, 2, 3, 3]


# ---- nothing spins ----------------------------------------------------------------------------------------------


async def risen(count):
    """How often `count()` rises while a loop without a pause would make thousands of rounds."""
    before = count()
    for _ in range(200):
        await asyncio.sleep(0.001)
    return count() - before


async def test_a_leader_whose_address_nobody_knows_is_looked_for_with_pauses(pair):
    """Half of a rolling change of listeners: 56,565 rounds and log lines a second, and a processor for itself."""
    leader, follower = pair
    leader.address = None
    leader.node.produce(batch(b"a"), acks=1)
    follow(follower, 0)
    await until(lambda: leader.located > 3)
    assert await risen(lambda: leader.located) < 20
    leader.address = ("leader", 9092)
    await until(lambda: end_of(follower, 0) == 1)


async def test_a_leader_that_refuses_every_session_is_asked_with_pauses(pair):
    leader, follower = pair
    leader.refuses_sessions = True
    leader.node.produce(batch(b"a"), acks=1)
    follow(follower, 0)
    await until(lambda: leader.fetched > 3)
    assert await risen(lambda: leader.fetched) < 50
    leader.refuses_sessions = False
    await until(lambda: end_of(follower, 0) == 1)


BIG = bytes(600_000)


async def test_disk_threads_write_what_came_for_several_partitions_side_by_side(pair):
    leader, follower = pair
    for index in (0, 1):
        await leader.node.produce(batch(BIG), index=index, acks=1)
    for index in (0, 1):
        follow(follower, index)
    disk = follower.filesystem
    await until(lambda: len(disk.held) == 2)
    assert (end_of(follower, 0), end_of(follower, 1)) == (0, 0)
    disk.release(1)
    await until(lambda: len(disk.held) == 1)
    fetches = leader.fetched
    disk.release()
    await until(lambda: end_of(follower, 0) == end_of(follower, 1) == 1)
    await until(lambda: leader.fetched > fetches)  # which tells the leader that both are here
    assert all(leader.node.manager.partitions.find("t", index).log.high_watermark == 1 for index in (0, 1))


async def test_a_follower_asks_for_nothing_more_before_what_came_is_written(pair):
    leader, follower = pair
    await leader.node.produce(batch(BIG), acks=1)
    follow(follower, 0)
    disk = follower.filesystem
    await until(lambda: disk.held)
    fetches = leader.fetched
    leader.node.produce(batch(b"more"), acks=1)
    for _ in range(20):
        await asyncio.sleep(0)
    assert leader.fetched == fetches
    disk.release()
    await until(lambda: end_of(follower, 0) == 2)


async def test_a_leadership_that_begins_meanwhile_begins_behind_what_is_being_written(pair):
    leader, follower = pair
    await leader.node.produce(batch(BIG), acks=1)
    follow(follower, 0)
    disk = follower.filesystem
    await until(lambda: disk.held)
    follower.lead(index=0, leader=1, isr=(1, 2), replicas=(1, 2), epoch=4)
    assert not disk.held
    epochs = follower.manager.partitions.find("t", 0).log.leader_epoch_cache
    assert (end_of(follower, 0), epochs.latest_epoch) == (1, 4)


async def test_a_write_that_fails_stops_its_partition_and_no_fetcher(pair):
    leader, follower = pair
    await leader.node.produce(batch(BIG), acks=1)
    follow(follower, 0)
    disk = follower.filesystem
    await until(lambda: disk.held)
    disk.failing.add("pwritev")
    disk.release()
    await until(lambda: not follower.manager.partitions.find("t", 0).log.log_dir.is_online)
    disk.failing.clear()
    assert end_of(follower, 0) == 0
    assert not leader.wires[0].is_closed


@pytest.mark.parametrize("is_followed_before", [False, True])
async def test_with_flush_messages_1_a_fetch_shows_the_leader_durable_records_alone(pair, is_followed_before):
    """Records come that no response in progress flushes: of a former life, or written late by disk threads."""
    leader, follower = pair
    follower.topics.overrides["t"] = {"flush.messages": "1"}
    shown, answer = [], leader.answer

    def heard(message, version):
        log = follower.manager.partitions.find("t", 0).log
        shown.extend((part.fetch_offset, log.recovery_point) for topic in message.topics for part in topic.partitions)
        return answer(message, version)

    leader.answer = heard
    leader.node.produce(batch(b"a"), acks=1)
    if is_followed_before:
        follow(follower, 0)
        await until(lambda: end_of(follower, 0) == 1)
    leader.node.produce(batch(b"b"), acks=1)
    follower.lead(index=0, leader=3, epoch=1, isr=(1, 2), replicas=(1, 2))
    log, source = (node.manager.partitions.find("t", 0).log for node in (follower, leader.node))
    found = source.read(log.log_end_offset, max_bytes=1_000_000, max_offset=source.log_end_offset)
    log.append_as_follower(found.records, now_ms=0, leader_epoch=1, may_take_long=False)
    assert log.recovery_point < log.log_end_offset == 2
    leader.node.lead(index=0, epoch=2, isr=(1, 2))
    follower.lead(index=0, leader=2, epoch=2, isr=(1, 2), replicas=(1, 2))
    await until(lambda: (2, 2) in shown)
    assert all(offset <= durable for offset, durable in shown)
