"""A follower's short way and its long way are equal: what is sent, what is read, what lasts, what is counted.

Frames are compared with the generated codec's. Then two followers, one whose responses are all decoded, live through
the same story with leaders of their own: appends, epochs that part, errors, sessions that are lost, throttles, damage
on the way. After each step both have sent the same bytes and are in the same state.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.metrics import ReplicationMetrics
from kavka.broker.replica.fetcher import FetcherPeers
from kavka.broker.replica.fetcher_layout import VERSIONS, FetcherLayout, read_response
from kavka.broker.replica.fetcher_session import Position, SessionRequest
from kavka.broker.replica.replication_quota import ReplicationQuota
from kavka.common.types import LEADER_DURING_DELETE, TopicPartition
from kavka.protocol.api_keys import PROFILES
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.header import decode_response_frame, encode_request_frame, encode_response_frame
from kavka.protocol.inter_broker_versions import named
from kavka.protocol.messages import FetchRequest, FetchResponse
from kavka.wire.connection_core import ConnectionCore
from tests.support.broker.fakes import tell
from tests.support.broker.side import slots
from tests.support.replica.node import TOPIC_ID, Node, batch

# ---- frames -------------------------------------------------------------------------------------------------------

int32 = st.integers(-(2**31), 2**31 - 1)
int64 = st.integers(-(2**63), 2**63 - 1)
names = st.sampled_from(["t", "another", "ä", "x" * 200])
keys = st.tuples(names, st.integers(0, 200))
IDS = {"t": b"\1" * 16, "another": b"\2" * 16, "ä": b"\3" * 16, "x" * 200: b"\4" * 16}
ID_NAMES = {topic_id: name for name, topic_id in IDS.items()}
positions = st.builds(Position, int64, int64, int32, int32)
versions = st.sampled_from(VERSIONS)


def asked_the_long_way(session: SessionRequest, wait_ms: int, version: int) -> FetchRequest:
    topics: dict[str, list[FetchRequest.FetchPartition]] = {}
    for (topic, index), position in session.positions.items():
        values = position._asdict()
        del values["topic_id"]
        topics.setdefault(topic, []).append(FetchRequest.FetchPartition(index, partition_max_bytes=3, **values))
    forgotten: dict[str, list[int]] = {}
    for topic, _, index in session.forgotten:
        forgotten.setdefault(topic, []).append(index)
    return FetchRequest(
        replica_id=7 if version < 15 else -1,
        replica_state=FetchRequest.ReplicaState(7, 1234) if version >= 15 else None,
        max_wait_ms=wait_ms,
        min_bytes=1,
        max_bytes=2,
        session_id=session.session_id,
        session_epoch=session.epoch,
        topics=[FetchRequest.FetchTopic(topic, IDS[topic], of) for topic, of in topics.items()],
        forgotten_topics_data=[FetchRequest.ForgottenTopic(topic, IDS[topic], of) for topic, of in forgotten.items()],
    )


@given(
    st.dictionaries(keys, positions, max_size=5),
    st.lists(keys, max_size=4, unique=True),
    int32,
    int32,
    names,
    versions,
)
def test_a_packed_request_is_the_codecs_byte_by_byte(named, forgotten, epoch, wait_ms, client_id, version):
    named = {(topic, index): at._replace(topic_id=IDS[topic]) for (topic, index), at in named.items()}
    forgotten = [(topic, IDS[topic], index) for topic, index in forgotten]
    session = SessionRequest(77, epoch, named, forgotten, named, ID_NAMES if version >= 13 else None)
    layout = FetcherLayout(
        version=version, replica_id=7, broker_epoch=lambda: 1234, min_bytes=1, max_bytes=2, partition_max_bytes=3
    )
    core = ConnectionCore("h", 1, client_id=client_id)
    request = asked_the_long_way(session, wait_ms, version)
    for correlation_id in (1, 2):
        packed = core.start_packed(
            FetchRequest.API_KEY,
            layout.request(session, wait_ms),
            version=version,
            timeout_ms=1,
            now_ms=0,
            waiter=None,
            take=bool,
        )
        encoded = encode_request_frame(request, version=version, correlation_id=correlation_id, client_id=client_id)
        assert packed == b"".join(encoded)


rarely = st.sampled_from([0] * 9 + [1])
partition_data = st.builds(
    FetchResponse.PartitionData,
    partition_index=st.integers(0, 3),
    error_code=rarely,
    high_watermark=int64,
    last_stable_offset=int64,
    log_start_offset=int64,
    aborted_transactions=st.sampled_from([None, None, [], [FetchResponse.AbortedTransaction(1, 2)]]),
    preferred_read_replica=st.just(-1),
    records=st.sampled_from([None, b"", b"records", bytes(200), bytes(range(256)) * 40]),
    diverging_epoch=rarely.map(lambda parts: FetchResponse.EpochEndOffset(3, 4) if parts else None),
)
responses = st.builds(
    FetchResponse,
    throttle_time_ms=int32,
    error_code=rarely,
    session_id=int32,
    responses=st.lists(
        st.builds(
            FetchResponse.FetchableTopicResponse,
            names,
            st.sampled_from([*ID_NAMES, *ID_NAMES, b"\5" * 16]),
            partitions=st.lists(partition_data, max_size=3),
        ),
        max_size=3,
    ),
)


@given(
    responses,
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(1, 255)), max_size=2),
    st.integers(-3, 2),
    versions,
)
def test_what_is_read_of_a_response_is_what_the_codec_decodes(response, flips, cut, version):
    id_names = ID_NAMES if version >= 13 else None
    frame = bytearray(b"".join(encode_response_frame(response, version, 5))[4:])
    for where, bits in flips:
        frame[where % len(frame)] ^= bits
    frame = frame[:cut] if cut < 0 else frame + bytes(cut)
    read = read_response(bytes(frame), id_names)
    try:
        decoded = decode_response_frame(FetchResponse, version, bytes(frame))[1]
    except DecodeError:
        assert read is None, "what is no response is left to whom it is told"
        return
    told = [(t.topic if version < 13 else ID_NAMES.get(t.topic_id), t.partitions) for t in decoded.responses]
    data = [(TopicPartition(topic, p.partition_index), p) for topic, partitions in told for p in partitions]
    is_usual = (
        not decoded.error_code
        and all(topic for topic, _ in told)
        and all(not (p.error_code or p.aborted_transactions or p.diverging_epoch) for _, p in data)
    )
    if read is None:
        assert flips or cut or not is_usual, "what is usual goes the short way"
        return
    assert is_usual
    session_id, found = read
    assert session_id == decoded.session_id
    assert [key for key, _ in found] == [key for key, _ in data]
    for (_, one), (_, other) in zip(found, data, strict=True):
        assert (one.high_watermark, one.log_start_offset) == (other.high_watermark, other.log_start_offset)
        assert (one.records is None) == (other.records is None)
        assert bytes(one.records or b"") == bytes(other.records or b"")


# ---- followers ----------------------------------------------------------------------------------------------------

CONFIG = BrokerConfig.from_properties({"zookeeper.connect": "localhost:2181", "broker.id": "1"})
OTHER_CONFIG = BrokerConfig.from_properties(
    {"zookeeper.connect": "localhost:2181", "broker.id": "1", "replica.fetch.max.bytes": "2000"}
)
HANDING_OVER = BrokerConfig.from_properties(
    {"zookeeper.connect": "localhost:2181", "broker.id": "1", "kavka.log.write.thread.bytes": "350000"}
)
PARTITIONS = 3
STEPS = 60
TURNS = 60
"""Enough for everything that needs no time: a round that wakes its task takes some six."""
SETTLED_AFTER_MAX = 100
"""So many times as many are waited for large responses: a thread reads what is not in memory."""
THROTTLED = LogConfig({"follower.replication.throttled.replicas": "*"})


class Wire:
    """A connection to a leader in this process; `is_offering`: whether a response may be taken as it lies."""

    must_renew = False

    def __init__(self, side):
        self.side = side
        self.is_closed = False
        self.core = ConnectionCore("leader", 9092, client_id="follower")
        self.correlation_id = 0
        self.call = None

    async def renew_login(self):
        """There is none."""

    async def request(self, message, *, version, timeout_ms=None):
        self.side.sent.append(encode_message(message, version))
        return self.side.leader.send(message, version).answer

    def start_packed(self, api_key, body, *, version, timeout_ms, answer, take):
        assert self.call is None, "one fetch at a time"
        self.core.start_packed(
            api_key, body, version=version, timeout_ms=timeout_ms, now_ms=0, waiter=answer, take=take
        )
        self.side.sent.append(body)
        self.version = version
        self.call = self.side.leader.send(decode_message(FetchRequest, version, body), version)
        self.look_soon()

    def look_soon(self):
        asyncio.get_running_loop().call_soon(self.look)

    def look(self):
        """Brings the response, if the leader has one by now."""
        if self.is_closed or self.call is None or not self.call.answers:
            return
        response, self.call = self.side.spoiled(self.call.answer), None
        self.correlation_id += 1
        frame = b"".join(encode_response_frame(response, self.version, self.correlation_id))
        for pending, message in self.core.receive(frame):
            if pending.waiter.done():
                continue
            if self.side.is_short and pending.take(message):
                self.side.taken += 1
            else:
                pending.waiter.set_result(self.core.decoded(pending, message))

    async def close(self):
        self.is_closed = True


class Side:
    """A leader and a follower."""

    def __init__(self, directory, config, *, is_short, value):
        self.is_short = is_short
        self.has_state = value == "3.9"
        version = named(value)
        self.taken = 0
        self.sent = []
        self.wire = None
        self.spoils = False
        self.config = config
        self.metrics = ReplicationMetrics()
        self.epochs = [0] * PARTITIONS
        self.leader = Node(directory / "leader")
        tell(self.leader.services.metadata_cache, {"t": PARTITIONS}, topic_id=TOPIC_ID)
        self.advanced = []
        self.quota = ReplicationQuota(lambda: 500)

        async def dial(host, port, client_id):
            self.wire = Wire(self)
            return self.wire

        async def locate(broker_id, timeout_ms):
            return ("leader", 9092)

        peers = FetcherPeers(
            broker_id=2,
            config=lambda: self.config,
            versions={api: version.version(api) for api in PROFILES[version.profile]},
            clock=self.leader.clock,
            ticks=lambda: 0,
            locate=locate,
            dial=dial,
            quota=self.quota,
            metrics=self.metrics,
        )
        self.follower = Node(directory / "follower", fetchers=peers)
        self.follower.log_manager.add_start_listener(self.follower.manager.fetchers.log_moved)
        self.task = asyncio.ensure_future(self.follower.manager.fetchers.run())
        for index in range(PARTITIONS):
            self.leader.lead(index=index, isr=(1, 2))

    def spoiled(self, response):
        for topic in response.responses if self.spoils else ():
            for data in topic.partitions:
                if data.records:
                    data.records = b"\0" * 100
                    self.spoils = False
        return response

    def partition(self, node, index):
        return node.manager.partitions.find("t", index)

    def state(self):
        logs = []
        fetchers = self.follower.manager.fetchers
        for index in range(PARTITIONS):
            partition = self.partition(self.follower, index)
            if partition is not None:
                log = partition.log
                logs.append(
                    (log.log_start_offset, log.high_watermark, log.log_end_offset, log.leader_epoch_cache.entries)
                )
        cores = [(fetcher.core, fetcher.rate) for fetcher in fetchers._by_leader.values()]
        stages = [[core.stage(TopicPartition("t", index)) for index in range(PARTITIONS)] for core, _ in cores]
        lags = [(sorted(core.lags()), core.lag_max) for core, _ in cores]
        rates = [rate.per_second(self.leader.clock.monotonic_ms()) for _, rate in cores]
        counted = slots(self.metrics)
        session = slice(13, 17) if self.has_state else slice(17, 21)  # ids are drawn by chance
        sent = [body[: session.start] + body[session.stop :] for body in self.sent]
        ends = [self.partition(self.leader, index).log.high_watermark for index in range(PARTITIONS)]
        used = self.quota.rate(self.leader.clock.monotonic_ms())
        return sent, logs, stages, lags, rates, counted, ends, used

    def is_writing(self):
        """Whether a thread has an append of a log in hand."""
        partitions = [
            self.partition(node, index) for node in (self.leader, self.follower) for index in range(PARTITIONS)
        ]
        logs = [partition.log for partition in partitions if partition is not None]
        return any(log.accepted_end_offset != log.log_end_offset for log in logs)

    # ---- steps ----

    def append(self, index, size):
        self.leader.produce(batch(bytes(size)), index=index, acks=1)

    def append_to_all(self, size):
        for index in 2 * tuple(range(PARTITIONS)):
            self.append(index, size)

    def follow(self, index):
        self.follower.lead(index=index, leader=2, isr=(1, 2), replicas=(1, 2), epoch=self.epochs[index])

    def new_epoch(self, index, is_told):
        self.epochs[index] += 1
        self.leader.lead(index=index, isr=(1, 2), epoch=self.epochs[index])
        if is_told:
            self.follow(index)

    def histories_part(self, index):
        """The follower has a record that no leader of a later epoch has."""
        log = self.partition(self.leader, index).log
        self.append(index, 5)
        epoch = self.epochs[index]
        if log.log_end_offset > log.high_watermark and self.partition(self.follower, index) is not None:
            log.truncate_to(log.high_watermark)
            self.leader.lead(index=index, isr=(1, 2), epoch=epoch + 1)
            self.epochs[index] = epoch + 1
            self.append(index, 7)
            self.follow(index)

    def leaders_start_moves(self, index):
        log = self.partition(self.leader, index).log
        if log.high_watermark > log.log_start_offset:
            log.maybe_increment_log_start_offset(log.high_watermark)

    def own_start_moves(self, index):
        partition = self.partition(self.follower, index)
        if partition is not None and partition.log.high_watermark > partition.log.log_start_offset:
            partition.log.maybe_increment_log_start_offset(partition.log.log_start_offset + 1)

    def session_is_lost(self):
        for session_id in list(self.leader.manager.fetches.sessions._by_use):
            self.leader.manager.fetches.sessions.remove(session_id)

    def spoil(self):
        self.spoils = True

    def time_passes(self, ms):
        self.leader.advance(ms)
        self.follower.clock.advance(ms)

    def reconfigure(self):
        self.config = OTHER_CONFIG if self.config is CONFIG else CONFIG

    def leader_hears_of_names(self, is_known):
        leader = 1 if is_known else LEADER_DURING_DELETE
        tell(self.leader.services.metadata_cache, {"t": PARTITIONS}, topic_id=TOPIC_ID, leader=leader)

    def throttle(self, index):
        partition = self.partition(self.follower, index)
        if partition is not None:
            partition.log.config = LogConfig() if partition.log.config is THROTTLED else THROTTLED
            self.follower.manager.fetchers.reconfigured(partition.topic_partition)

    async def end(self):
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task
        self.follower.log_manager.close()
        self.leader.log_manager.close()


async def settle(sides):
    """Lets happen what needs no time, on both sides, and after a write of theirs what comes of its end."""
    turns = 0
    while turns < TURNS:
        for side in sides:
            if side.wire is not None:
                side.wire.look()
        await asyncio.sleep(0)
        turns = 0 if any(side.is_writing() for side in sides) else turns + 1


SMALL = 1, 10, 3_000
LARGE = 10, 300_000, 400_000, 500_000
"""Of several of these a turn of the loop writes no more than 1 MB, unless disk threads are there for them."""


def drawn_step(rng, sizes):
    """Draws what happens next, to both sides."""
    index = rng.randrange(PARTITIONS)
    chances = (
        (partial(Side.append, index=index, size=rng.choice(sizes)), 20),
        (partial(Side.append_to_all, size=rng.choice(sizes)), 10),
        (partial(Side.time_passes, ms=rng.choice((1, 6, 30, 300, 1_000))), 15),
        (partial(Side.follow, index=index), 4),
        (partial(Side.new_epoch, index=index, is_told=rng.random() < 0.7), 2),
        (partial(Side.histories_part, index=index), 1),
        (partial(Side.leaders_start_moves, index=index), 1),
        (partial(Side.own_start_moves, index=index), 2),
        (Side.session_is_lost, 1),
        (Side.spoil, 1),
        (Side.reconfigure, 1),
        (partial(Side.throttle, index=index), 1),
        (partial(Side.leader_hears_of_names, is_known=False), 1),
        (partial(Side.leader_hears_of_names, is_known=True), 8),
    )
    steps, weights = zip(*chances, strict=True)
    return rng.choices(steps, weights)[0]


@pytest.mark.parametrize(("value", "seed"), [(value, seed) for value in ("3.0", "3.9") for seed in range(8)])
async def test_both_ways_of_a_follower_come_to_the_same(tmp_path, value, seed):
    await live_through(tmp_path, value, seed, CONFIG, SMALL, STEPS)


@pytest.mark.parametrize("config", [CONFIG, HANDING_OVER], ids=["on the loop", "by disk threads"])
async def test_so_they_do_with_large_responses(tmp_path, config):
    await live_through(tmp_path, "3.9", 1, config, LARGE, 25)


async def live_through(directory, value, seed, config, sizes, steps):
    rng = random.Random(seed)
    sides = [Side(directory / name, config, is_short=name == "short", value=value) for name in ("short", "long")]
    try:
        for index in range(PARTITIONS):
            for side in sides:
                side.follow(index)
        await settle(sides)
        for number in range(steps):
            step = drawn_step(rng, sizes)
            for side in sides:
                step(side)
            for _ in range(SETTLED_AFTER_MAX):
                await settle(sides)
                short, long = (side.state() for side in sides)
                if short == long:
                    break
            assert short == long, f"after step {number}, {step}"
        assert sides[0].taken > steps // 3, "few rounds went the short way"
        assert sides[1].taken == 0
        assert any(log[2] for log in sides[0].state()[1])
    finally:
        for side in sides:
            await side.end()
