"""Fetch sessions that read what is due answer as if they read everything, whatever happens to brokers and logs.

Two leaders live through the same story, step by step: one as it is, one with the model (`plain_sessions`) in the place
of sessions. After each step both have answered the same, the same requests wait, and both think the same of replicas.
"""

from __future__ import annotations

import asyncio
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.broker.handlers import fetch
from kavka.broker.log.log import COORDINATOR
from kavka.broker.replica.fetch_session import FetchSessionCache, next_epoch
from kavka.broker.replica.isr_changes import IsrRules
from kavka.broker.replica.replica_manager import ReplicaManager
from kavka.common.steps import at_once
from kavka.common.types import LEADER_DURING_DELETE, ZERO_TOPIC_ID
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import FetchRequest
from kavka.protocol.records.batch import iter_records
from tests.support.broker.fakes import tell, topic_id
from tests.support.builds import plain_only
from tests.support.replica import node as replica_node
from tests.support.replica import plain_sessions
from tests.support.replica.isr import LAG_MS, Writer
from tests.support.replica.node import BROKER, Node, batch
from tests.support.replica.sessions import parts_of

pytestmark = plain_only

KEYS = [("t", 0), ("t", 1), ("u", 0), ("u", 1)]
SLOTS = 5
RACKS = {BROKER: "r1", 2: "r2", 3: "r3"}
LIMIT = 300
ZSTD = {"compression.type": "zstd"}
THROTTLED = {"leader.replication.throttled.replicas": "*"}


class Rights:
    """Lets everybody read everything but what was taken away."""

    def __init__(self):
        self.generation = 0
        self.refused = set()

    def is_allowed(self, principal, host, operation, resource_type, name, *, is_logged=True):
        return name not in self.refused


class Broker(Node):
    """One of the two."""

    def __init__(self, directory, cache_class):
        self.cache_class = cache_class
        super().__init__(directory)

    def start(self):
        super().start()
        self.dead = set()
        self.writer = Writer()
        self.manager = ReplicaManager(
            broker_id=BROKER,
            log_manager=self.log_manager,
            clock=self.clock,
            fetch_sessions=self.cache_class(random.Random(3), slots_max=SLOTS),
            rack_of=RACKS.get,
            is_blocking=True,
            isr=IsrRules(self.writer, lambda: LAG_MS, lambda _, broker_id: broker_id not in self.dead),
            machine_clock=self.clock,
        )
        self.services.replica_manager = self.manager
        self.services.authorizer = self.rights = Rights()
        self.manager.quotas.leader._limit = lambda: LIMIT
        self.changes = self.manager.isr_changes

    def send(self, request, version):
        model = isinstance(request, FetchRequest) and self.cache_class is plain_sessions.PlainCache
        with pytest.MonkeyPatch.context() as patch:
            if model:
                patch.setitem(replica_node.HANDLERS, fetch.API, plain_sessions)
            sent = super().send(request, version)
        if not asyncio.iscoroutine(sent):
            return sent
        return asyncio.run(asyncio.wait_for(sent, 20))

    def state(self):
        """What this broker thinks of its replicas."""
        return {
            str(partition): (
                partition.is_leader,
                partition.isr,
                partition.pending,
                partition.log.log_start_offset,
                partition.log.high_watermark,
                partition.log.last_stable_offset,
                partition.log.log_end_offset,
                sorted(replica.broker_id for replica in partition._holding_back),
                [
                    (r.broker_id, r.log_end_offset, r.log_start_offset, r.last_caught_up_ms, r.repeats)
                    for r in partition.remote_replicas.values()
                ],
            )
            for partition in self.manager.partitions
        }


class Fetching:
    """A client that keeps a session, at both brokers; followers keep up, consumers read what comes."""

    def __init__(self, *, version=12, replica_id=-1, max_wait_ms=0, min_bytes=1, isolation_level=0, rack_id=""):
        self.version = version
        self.options = {
            "replica_id": replica_id,
            "max_wait_ms": max_wait_ms,
            "min_bytes": min_bytes,
            "isolation_level": isolation_level,
            "rack_id": rack_id,
        }
        self.id = self.epoch = 0
        self.offsets = {}
        self.sent = {}
        self.ids = None
        self.calls = None

    def request(self, *, forget, max_bytes, leader_epoch, last_epoch, ids):
        """Names what the session does not know yet, as real clients do; their ids are the latest before an error."""
        if self.ids is None:
            self.ids = dict(ids) if self.version >= 13 else dict.fromkeys(ids, ZERO_TOPIC_ID)
        wanted = {
            (topic, self.ids[topic], index): (offset, leader_epoch, last_epoch)
            for (topic, index), offset in self.offsets.items()
            if (topic, index) not in forget
        }
        named = {key: what for key, what in wanted.items() if self.epoch == 0 or self.sent.get(key) != what}
        forgotten = [key for key in self.sent if key not in wanted] if self.epoch else []
        self.sent = wanted
        options = dict(self.options)
        if self.version >= 15:
            options["replica_state"] = FetchRequest.ReplicaState(options.pop("replica_id"), 5)
        return FetchRequest(
            max_bytes=max_bytes,
            session_id=self.id,
            session_epoch=self.epoch,
            topics=[
                FetchRequest.FetchTopic(
                    topic=topic,
                    topic_id=topic_id,
                    partitions=[
                        FetchRequest.FetchPartition(
                            partition=index,
                            fetch_offset=offset,
                            log_start_offset=0,
                            partition_max_bytes=400,
                            current_leader_epoch=epoch,
                            last_fetched_epoch=last,
                        )
                    ],
                )
                for (topic, topic_id, index), (offset, epoch, last) in named.items()
            ],
            forgotten_topics_data=[
                FetchRequest.ForgottenTopic(topic=topic, topic_id=topic_id, partitions=[index])
                for topic, topic_id, index in forgotten
            ],
            **options,
        )

    def take(self, answer):
        """Goes on where the answer ends."""
        self.calls = None
        if answer.error_code:
            self.id = self.epoch = 0
            return
        self.id = answer.session_id
        self.epoch = next_epoch(self.epoch) if answer.session_id else 0
        by_wire = {(topic_id if self.version >= 13 else topic, i): (topic, i) for topic, topic_id, i in self.sent}
        for wired, part in parts_of(answer).items():
            key = by_wire[wired]
            if part.error_code in (ErrorCode.UNKNOWN_TOPIC_ID, ErrorCode.INCONSISTENT_TOPIC_ID):
                self.ids = None
            if part.error_code == ErrorCode.OFFSET_OUT_OF_RANGE or part.diverging_epoch is not None:
                self.offsets[key] = 0
            for record in iter_records(part.records or b""):
                self.offsets[key] = record.offset + 1


def clients(max_wait_ms):
    return [
        Fetching(replica_id=2, max_wait_ms=max_wait_ms),
        Fetching(version=17, replica_id=3, max_wait_ms=max_wait_ms),
        Fetching(version=16, max_wait_ms=max_wait_ms),
        Fetching(max_wait_ms=max_wait_ms, min_bytes=500, isolation_level=1),
        Fetching(version=9),
        Fetching(rack_id="r2"),
    ]


class Story:
    """Both brokers, and who fetches from them."""

    def __init__(self, directory, max_wait_ms):
        self.brokers = [
            Broker(directory / "new", FetchSessionCache),
            Broker(directory / "old", plain_sessions.PlainCache),
        ]
        self.clients = clients(max_wait_ms)
        self.epochs = dict.fromkeys(KEYS, 0)
        self.times_made = {"t": 0, "u": 0}
        self.sequence = 0
        for topic in self.times_made:
            self.name(topic, is_known=True)
        for key in KEYS[:3]:
            self.lead(key, (BROKER, 2, 3))
        for client in self.clients:
            client.offsets = dict.fromkeys(KEYS, 0)

    def close(self):
        for broker in self.brokers:
            broker.log_manager.close()

    def both(self, act):
        """What one of them does both do, and come to the same."""
        outcomes = []
        for broker in self.brokers:
            try:
                outcomes.append(act(broker))
            except KafkaError as error:
                outcomes.append(type(error))
        return outcomes

    def partition(self, key, act):
        def of(broker):
            partition = broker.manager.partitions.find(*key)
            return None if partition is None else act(broker, partition)

        self.both(of)

    # ---- steps ----

    def produce(self, key, size):
        self.both(lambda broker: broker.produce(batch(b"x" * size), *key, acks=1))

    def produce_in_transaction(self, key, is_end):
        def append(broker, partition):
            if is_end:
                broker.write_markers((7, 0, True, 0, key[0], [key[1]]))
                return
            records = batch(b"y", producer_id=7, producer_epoch=0, base_sequence=self.sequence, is_transactional=True)
            partition.append_as_leader(records, 1, 0, True, None, origin=COORDINATOR)
            broker.manager.waiting.complete(partition)

        self.partition(key, append)

    def fetch(self, number, names, max_bytes):
        client = self.clients[number]
        if client.calls is not None:
            self.advance(client.options["max_wait_ms"] + 1)
        if client.calls is not None:  # of a session that was evicted
            client.calls, client.id, client.epoch = None, 0, 0
        forget = {KEYS[0]} if names == "forget" else ()
        if names == "anew":
            client.epoch = 0
        if names == "reconnect":
            client.id = client.epoch = 0
        if names == "back":
            client.offsets = {key: max(0, offset - 1) for key, offset in client.offsets.items()}
        epoch = self.epochs[KEYS[0]] if names == "epoch" else -1
        request = client.request(
            forget=forget,
            max_bytes=max_bytes,
            leader_epoch=epoch,
            last_epoch=0 if names == "diverge" and client.version >= 12 else -1,
            ids={topic: self.id_of(topic) for topic in self.times_made},
        )
        client.calls = self.both(lambda broker: broker.send(request, client.version))
        if names == "copy":
            copies = self.both(lambda broker: broker.send(request, client.version))
            if request.session_epoch:
                assert copies[0].answer == copies[1].answer

    def fetch_all(self):
        """Everybody fetches, as they would before long."""
        for number in range(len(self.clients)):
            self.fetch(number, "", 2**31 - 1)
            self.compare()

    def lead(self, key, isr):
        self.epochs[key] += 1
        self.both(
            lambda broker: broker.lead(
                *key,
                epoch=self.epochs[key],
                isr=isr,
                replicas=(BROKER, 2, 3),
                topic_id=self.id_of(key[0]),
            )
        )

    def follow(self, key):
        self.epochs[key] += 1
        self.both(
            lambda broker: broker.lead(
                *key,
                leader=2,
                epoch=self.epochs[key],
                isr=(BROKER, 2),
                replicas=(BROKER, 2, 3),
                topic_id=self.id_of(key[0]),
            )
        )

    def id_of(self, topic):
        return topic_id(f"{self.times_made[topic]} {topic}")

    def name(self, topic, is_known):
        """The metadata tell of a topic, or forget it."""
        leader = BROKER if is_known else LEADER_DURING_DELETE
        self.both(
            lambda broker: tell(broker.services.metadata_cache, {topic: 2}, topic_id=self.id_of(topic), leader=leader)
        )

    def make_anew(self, topic, is_known):
        """A topic is deleted and made again under its name; the metadata tell of it now, or later."""
        keys = [key for key in KEYS if key[0] == topic]
        for key in keys:
            self.delete(key)
        self.name(topic, is_known=False)
        self.times_made[topic] += 1
        for key in keys:
            self.lead(key, (BROKER, 2, 3))
        if is_known:
            self.name(topic, is_known=True)

    def delete(self, key):
        self.both(lambda broker: broker.stop(*key, delete=True, epoch=-2))

    def stop(self, key):
        self.both(lambda broker: broker.stop(*key))

    def truncate(self, key, offset):
        def back(broker, partition):
            if not partition.is_leader:
                partition.log.truncate_to(min(offset, partition.log.log_end_offset))

        self.partition(key, back)

    def move_start(self, key, offset):
        self.partition(key, lambda _, p: p.log.maybe_increment_log_start_offset(min(offset, p.log.high_watermark)))

    def advance(self, ms):
        self.both(lambda broker: broker.advance(ms))
        self.compare()

    def check_isrs(self):
        self.both(lambda broker: broker.changes.check(broker.manager.partitions))

    def write_isrs(self, code):
        def write(broker):
            broker.writer.answers = [code] if code else []
            with pytest.raises(StopIteration):
                broker.changes.write_batch().send(None)

        self.both(write)

    def kill(self, broker_id, is_dead):
        self.both(lambda broker: (broker.dead.add if is_dead else broker.dead.discard)(broker_id))

    def configure(self, topic, overrides):
        def change(broker):
            broker.topics.overrides[topic] = overrides
            at_once(broker.manager.reconfiguration.apply(broker.topics.log_config))

        self.both(change)

    def refuse(self, topic, is_refused):
        def change(broker):
            broker.rights.generation += 1
            (broker.rights.refused.add if is_refused else broker.rights.refused.discard)(topic)

        self.both(change)

    def fail_disk(self):
        def fail(broker):
            broker.log_manager.dirs[0].log_dir.fail(OSError(5, "broken"), "reading")

        self.both(fail)

    # ---- the same ----

    def compare(self):
        """Both have come to the same, but for requests whose session has ended: those end sooner now, and empty."""
        new, old = self.brokers
        for client in self.clients:
            if client.calls is None:
                continue
            mine, model = client.calls
            if mine.is_waiting == model.is_waiting and (mine.is_waiting or mine.answer == model.answer):
                if not mine.is_waiting:
                    client.take(mine.answer)
                continue
            assert client.id
            assert client.epoch
            assert new.manager.fetches.sessions.get(client.id) is None
            assert not mine.is_waiting
            assert (mine.answer.error_code, mine.answer.responses) == (0, [])
        assert new.state() == old.state()
        assert list(new.manager.fetches.sessions._by_use) == list(old.manager.fetches.sessions._by_use)


keys = st.sampled_from(KEYS)
offsets = st.integers(0, 6)
names = st.sampled_from([""] * 12 + ["anew", "reconnect", "forget", "back", "epoch", "diverge", "copy"])
bytes_max = st.sampled_from([2**31 - 1, 2**31 - 1, 2**31 - 1, 200, 1])
isrs = st.sampled_from([(BROKER, 2, 3), (BROKER, 2), (BROKER,)])
topics = st.sampled_from(["t", "u"])
STEPS = {
    st.tuples(st.just("fetch"), st.integers(0, 5), names, bytes_max): 32,
    st.tuples(st.just("fetch_all")): 14,
    st.tuples(st.just("produce"), keys, st.sampled_from([1, 150])): 15,
    st.tuples(st.just("produce_in_transaction"), keys, st.booleans()): 3,
    st.tuples(st.just("lead"), keys, isrs): 4,
    st.tuples(st.just("follow"), keys): 3,
    st.tuples(st.just("delete"), keys): 2,
    st.tuples(st.just("make_anew"), topics, st.sampled_from([True, True, False])): 2,
    st.tuples(st.just("name"), topics, st.sampled_from([True, False])): 1,
    st.tuples(st.just("stop"), keys): 1,
    st.tuples(st.just("truncate"), keys, offsets): 3,
    st.tuples(st.just("move_start"), keys, offsets): 6,
    st.tuples(st.just("advance"), st.sampled_from([1, 400, LAG_MS // 2, LAG_MS + 1, 120_001])): 6,
    st.tuples(st.just("check_isrs")): 4,
    st.tuples(st.just("write_isrs"), st.sampled_from([0, 0, 0, int(ErrorCode.INELIGIBLE_REPLICA)])): 6,
    st.tuples(st.just("kill"), st.sampled_from([2, 3]), st.sampled_from([True, False, False])): 1,
    st.tuples(st.just("configure"), topics, st.sampled_from([{}, {}, ZSTD, THROTTLED])): 3,
    st.tuples(st.just("refuse"), topics, st.sampled_from([True, False, False])): 2,
}
WEIGHTED = [step for step, weight in STEPS.items() for _ in range(weight)]
"""Chosen from by number: most of a story is fetches, or nothing would ever be settled."""
steps = st.lists(st.integers(0, len(WEIGHTED) - 1).flatmap(WEIGHTED.__getitem__), min_size=30, max_size=80)


def live_through(tmp_path_factory, story_steps, *, max_wait_ms, ends_broken=False):
    story = Story(tmp_path_factory.mktemp("story"), max_wait_ms)
    try:
        for name, *arguments in story_steps:
            getattr(story, name)(*arguments)
            story.compare()
        if ends_broken:
            story.fail_disk()
        for _ in range(2):
            story.fetch_all()
        story.advance(max_wait_ms + 1)
    finally:
        story.close()


@settings(max_examples=25, deadline=None)
@given(story_steps=steps, ends_broken=st.booleans())
def test_what_is_due_is_all_there_is_to_tell(tmp_path_factory, story_steps, ends_broken):
    live_through(tmp_path_factory, story_steps, max_wait_ms=500, ends_broken=ends_broken)


def test_a_fetch_whose_session_ends_while_it_waits_ends_empty(tmp_path_factory):
    """The model's ends within the next step, with records; the client is told of its session by its next fetch."""
    produce = ("produce", ("t", 0), 1)
    taken_again = [("fetch", 0, "", 2**31 - 1)] * 17
    story = [("fetch_all",), ("fetch_all",), produce, produce, ("make_anew", "u", True), ("fetch_all",), *taken_again]
    story += [("fetch_all",), produce, produce, ("check_isrs",), ("fetch", 0, "reconnect", 2**31 - 1), produce]
    live_through(tmp_path_factory, [*story, ("fetch_all",)], max_wait_ms=500)


@settings(max_examples=8, deadline=None)
@given(story_steps=steps)
def test_the_same_holds_for_sessions_that_are_read_in_slices(tmp_path_factory, story_steps):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fetch, "SMALL_REQUEST_BYTES", 0)
        patch.setattr(fetch, "PARTITIONS_IN_ONE_STEP_MAX", -1)
        live_through(tmp_path_factory, story_steps, max_wait_ms=0)
