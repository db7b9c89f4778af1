"""The short way: which requests go it, and what becomes of those that cannot. That it equals the long one is a property
(`tests/property/test_short_way_properties.py`)."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.protocol.errors import ErrorCode
from kavka.protocol.header import decode_response_frame, encode_request_frame
from kavka.protocol.messages import FetchRequest, FetchResponse, ProduceRequest, ProduceResponse
from kavka.protocol.records.compression import Compression
from kavka.simulation.memory_disk import MemoryDisk
from tests.support.broker.data_plane import CountingDispatcher, DataPlane, node_in_memory
from tests.support.broker.fakes import tell
from tests.support.replica.node import BROKER, TOPIC_ID, batch

CLIENT_ID = "me"
FOLLOWER = 2


class Plane(DataPlane):
    """A data plane that leads two partitions, and a producer."""

    dispatcher: CountingDispatcher
    session_id = 0
    error_code = 0
    topics: Any = ()

    def __init__(self, tasks: asyncio.TaskGroup, **of_dispatcher: Any) -> None:
        def make(**parts: Any) -> Dispatcher:
            return CountingDispatcher(**parts, **of_dispatcher)

        node = node_in_memory(MemoryDisk())
        node.services.metadata_cache = MetadataCache(node.clock)
        tell(node.services.metadata_cache, {"t": 2}, topic_id=TOPIC_ID)
        super().__init__(node, make, tasks, clock=node.clock, ticks=lambda: 1)
        for index in range(2):
            node.lead(index=index)
        self.connect()
        self.sent = 0

    def produce(
        self, *parts: tuple[int, bytes], version: int = 9, acks: int = -1, timeout_ms: int = 100, **differs: Any
    ) -> list[Any]:
        """Sends a request; returns the results in the response, none for none."""
        self.sent += 1
        data = [ProduceRequest.PartitionProduceData(*part) for part in parts or ((0, batch()),)]
        names = differs.pop("topics", (differs.pop("topic", "t"),))
        topics = [ProduceRequest.TopicProduceData(name, TOPIC_ID, data) for name in names]
        request = ProduceRequest(acks=acks, timeout_ms=timeout_ms, topic_data=topics, **differs)
        self.receive(
            b"".join(encode_request_frame(request, version=version, correlation_id=self.sent, client_id=CLIENT_ID))
        )
        answered = self.transport.peer_reads(1 << 20)
        if not answered:
            return []
        number, response = decode_response_frame(ProduceResponse, version, answered[4:])
        assert number == self.sent
        self.topics = response.responses
        return response.responses[0].partition_responses

    def fetch(self, *offsets: int, version: int = 12, **differs: Any) -> list[Any]:
        """Fetches partition 0 and so on; returns the partitions in the response, none while there is none."""
        self.sent += 1
        asked = [
            FetchRequest.FetchPartition(index, fetch_offset=offset) for index, offset in enumerate(offsets or (0,))
        ]
        for partition in asked:
            partition.partition_max_bytes = 1 << 20
        topics = [FetchRequest.FetchTopic("t", TOPIC_ID, partitions=asked)]
        replica_id = differs.pop("replica_id", -1)
        state = FetchRequest.ReplicaState(replica_id, 5)
        values = {
            "topics": topics,
            "replica_id": replica_id if version < 15 else -1,
            "replica_state": state if version >= 15 and replica_id >= 0 else None,
            "max_wait_ms": 100,
            "min_bytes": 1,
            "max_bytes": 1 << 20,
            "session_epoch": -1,
        }
        request = FetchRequest(**values | differs)
        self.receive(
            b"".join(encode_request_frame(request, version=version, correlation_id=self.sent, client_id=CLIENT_ID))
        )
        answered = self.transport.peer_reads(1 << 20)
        if not answered:
            return []
        number, response = decode_response_frame(FetchResponse, version, answered[4:])
        assert number == self.sent
        self.session_id, self.error_code, self.topics = response.session_id, response.error_code, response.responses
        return response.responses[0].partitions if response.responses else []

    async def responses(self, count: int) -> list[list[Any]]:
        """Returns the results of each response, once so many have come."""
        found: list[list[Any]] = []
        answered = b""
        while len(found) < count:
            await asyncio.sleep(0)
            answered += self.transport.peer_reads(1 << 20)
            while len(answered) > 4 and len(answered) >= (size := 4 + int.from_bytes(answered[:4], "big")):
                _, response = decode_response_frame(ProduceResponse, 9, answered[4:size])
                found.append(response.responses[0].partition_responses)
                answered = answered[size:]
        return found

    @property
    def went_long(self) -> int:
        """How many requests came the long way."""
        return self.dispatcher.dispatched


@contextlib.asynccontextmanager
async def plane(**of_dispatcher: Any) -> AsyncIterator[Plane]:
    async with asyncio.TaskGroup() as tasks:
        yield Plane(tasks, **of_dispatcher)


# ---- who goes the short way ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", range(3, 14))
@pytest.mark.parametrize("acks", [-1, 0, 1])
async def test_the_second_request_that_looks_the_same_goes_the_short_way(version, acks):
    async with plane() as broker:
        results = [broker.produce((index, batch()), version=version, acks=acks) for index in (0, 1, 0)]
        assert broker.went_long == 1
        assert [[result.base_offset for result in found] for found in results] == (
            [[0], [0], [1]] if acks else [[]] * 3
        )


@pytest.mark.parametrize("version", range(4, 19))
@pytest.mark.parametrize("isolation_level", [0, 1])
async def test_a_consumer_without_a_session_reads_on_by_it(version, isolation_level):
    async with plane() as broker:
        for index in (0, 1, 0):
            broker.node.produce(batch(b"v" * 3_000), index=index)
        found = [
            broker.fetch(*offsets, version=version, isolation_level=isolation_level)
            for offsets in ((0, 0), (1, 0), (0, 1), (2, 0))
        ]
        assert broker.went_long == 1
        counts = [[len(bytes(part.records)) // 3_000 for part in parts] for parts in found]
        assert counts == [[2, 1], [1, 1], [2, 0], [0, 1]]
        assert {part.error_code for parts in found for part in parts} == {0}


@pytest.mark.parametrize(
    "differs",
    [{"session_epoch": 0}, {"replica_id": -2}, {"version": 9, "min_bytes": 2}, {"rack_id": "r"}, {"version": 3}],
)
async def test_fetches_that_may_mean_more_go_the_long_way(differs):
    async with plane() as broker:
        broker.node.produce(batch())
        for _ in range(3):
            assert broker.fetch(**differs)[0].records
        assert broker.went_long == 3


@pytest.mark.parametrize("version", range(10, 19))
@pytest.mark.parametrize("replica_id", [-1, FOLLOWER])
async def test_the_requests_of_a_session_go_it(version, replica_id):
    async with plane() as broker:
        for index in range(2):
            broker.node.lead(index=index, isr=(BROKER, FOLLOWER), replicas=(BROKER, FOLLOWER), epoch=1)
            broker.node.produce(batch(b"v" * 3_000), index=index)
            broker.node.fetch(1, index=index, replica_id=FOLLOWER)  # what consumers may read
        session = {"version": version, "replica_id": replica_id, "max_wait_ms": 0}
        broker.fetch(0, 0, session_epoch=0, **session)
        for epoch in (1, 2):
            broker.fetch(1, 1, session_id=broker.session_id, session_epoch=epoch, **session)
        before = broker.went_long
        assert broker.fetch(session_id=broker.session_id, session_epoch=3, topics=[], **session) == []
        broker.node.produce(batch(b"w" * 3_000), index=1)
        broker.node.fetch(2, index=1, replica_id=FOLLOWER)
        [news] = broker.fetch(session_id=broker.session_id, session_epoch=4, topics=[], **session)
        assert (news.partition_index, b"w" in bytes(news.records)) == (1, True)
        assert broker.went_long == before
        assert broker.fetch(session_id=broker.session_id, session_epoch=9, topics=[], **session) == []
        assert broker.error_code == ErrorCode.INVALID_FETCH_SESSION_EPOCH
        assert broker.went_long == before + 1


async def test_a_session_of_which_very_much_is_due_goes_the_long_way():
    def asked(indexes: range) -> dict[str, Any]:
        partitions = [FetchRequest.FetchPartition(index, fetch_offset=0) for index in indexes]
        return {"topics": [FetchRequest.FetchTopic("t", partitions=partitions)], "max_wait_ms": 0}

    async with plane() as broker:
        for index in range(2, 160):
            broker.node.lead(index=index)
        broker.fetch(session_epoch=0, **asked(range(1)))
        for epoch in (1, 2):
            broker.fetch(session_id=broker.session_id, session_epoch=epoch, **asked(range(1)))
        before = broker.went_long
        assert len(broker.fetch(session_id=broker.session_id, session_epoch=3, **asked(range(1, 80)))) == 79
        assert broker.went_long == before
        for index in range(160):
            broker.node.produce(batch(), index=index)
        found = broker.fetch(session_id=broker.session_id, session_epoch=4, **asked(range(80, 160)))
        assert sorted(partition.partition_index for partition in found) == list(range(160))
        assert broker.went_long == before + 1


@pytest.mark.parametrize("version", [12, 17])
async def test_much_that_comes_at_once_while_a_fetch_of_a_session_waits(version):
    """More partitions of a topic than one byte counts; each of them is in the response."""
    count, records = 300, batch()
    async with plane() as broker:
        for index in range(2, count):
            broker.node.lead(index=index)
        for epoch in range(6):
            partitions = [
                FetchRequest.FetchPartition(i, partition_max_bytes=999) for i in range(60 * epoch, 60 * epoch + 60)
            ]
            topics = [FetchRequest.FetchTopic("t", TOPIC_ID, partitions)] if epoch < 5 else []
            broker.node.advance(1_000)  # the fetch before waits no longer
            if epoch == 1:
                broker.session_id = decode_response_frame(
                    FetchResponse, version, broker.transport.peer_reads(1 << 20)[4:]
                )[1].session_id
            broker.transport.peer_reads(1 << 20)
            before = broker.went_long
            asked = {"topics": topics, "min_bytes": count * len(records), "max_wait_ms": 1_000}
            assert broker.fetch(session_id=broker.session_id, session_epoch=epoch, version=version, **asked) == []
        assert broker.went_long == before, "the last one goes the short way"
        for index in range(count):
            assert broker.transport.peer_reads(1 << 20) == b""
            broker.node.produce(records, index=index)
        answered = broker.transport.peer_reads(1 << 20)
        _, response = decode_response_frame(FetchResponse, version, answered[4:])
        [topic] = response.responses
        assert sorted(part.partition_index for part in topic.partitions) == list(range(count))


async def test_a_follower_of_another_life_goes_it_too():
    async with plane() as broker:
        broker.node.lead(isr=(BROKER, FOLLOWER), replicas=(BROKER, FOLLOWER), epoch=1)
        session = {"version": 17, "replica_id": FOLLOWER, "max_wait_ms": 0}
        broker.fetch(0, session_epoch=0, **session)
        epoch = 0
        for life in (5, 6):
            session["replica_state"] = FetchRequest.ReplicaState(FOLLOWER, life)
            for _ in range(4):
                before, epoch = broker.went_long, epoch + 1
                broker.fetch(0, session_id=broker.session_id, session_epoch=epoch, **session)
        assert broker.went_long == before


async def test_followers_are_counted_as_such():
    async with plane() as broker:
        broker.node.lead(isr=(BROKER, FOLLOWER), replicas=(BROKER, FOLLOWER), epoch=1)
        session = {"replica_id": FOLLOWER, "max_wait_ms": 0}
        broker.fetch(0, session_epoch=0, **session)
        for epoch in range(1, 6):
            broker.fetch(0, session_id=broker.session_id, session_epoch=epoch, **session)
        assert broker.went_long < 6
        assert broker.node.services.metrics.follower_fetches.requests == 6


async def test_several_topics_are_fetched_by_it():
    async with plane() as broker:
        for topic in ("t", "other"):
            broker.node.lead(topic, epoch=2)
            broker.node.produce(batch(topic.encode() * 100), topic)
        asked = [
            FetchRequest.FetchTopic(topic, partitions=[FetchRequest.FetchPartition(0, fetch_offset=0)])
            for topic in ("t", "other")
        ]
        for topic in asked:
            topic.partitions[0].partition_max_bytes = 1 << 20
        broker.fetch()
        broker.fetch(topics=asked)
        assert [topic.topic for topic in broker.topics] == ["t", "other"]
        assert all(topic.topic.encode() * 100 in bytes(topic.partitions[0].records) for topic in broker.topics)
        broker.fetch(topics=asked[:1])
        assert broker.went_long == 1


async def test_a_fetch_waits_for_records_and_is_answered_when_they_come():
    async with plane() as broker:
        broker.node.produce(batch())
        broker.fetch()
        assert broker.fetch(1) == []
        assert broker.node.manager.waiting.fetch_purgatory.waiting()
        broker.node.produce(batch(b"news"))
        answered = broker.transport.peer_reads(1 << 20)
        came, response = decode_response_frame(FetchResponse, 12, answered[4:])
        assert came == broker.sent
        assert b"news" in bytes(response.responses[0].partitions[0].records)


@pytest.mark.parametrize("version", [8, 9])
async def test_large_requests_of_few_partitions_are_learnt_and_those_of_many_are_not(version):
    large = batch(b"x" * 100_000)
    async with plane() as broker:
        for _ in range(2):
            [result] = broker.produce((0, large), version=version)
        assert (result.base_offset, broker.went_long) == (1, 1)
        for _ in range(2):
            broker.produce(*[(0, batch())] * 127, version=version, timeout_ms=200)
        broker.produce(version=version, timeout_ms=200)
        assert broker.went_long == 4


async def test_what_a_thread_writes_is_appended_once():
    large = batch(b"x" * 600_000)
    async with plane() as broker:
        broker.produce()
        for offset in (1, 2):
            assert broker.produce((1, batch()), (0, large)) == []
            assert broker.produce() == [], "it waits for the one before"
            first, second = await broker.responses(2)
            assert [(part.error_code, part.base_offset) for part in first] == [(0, offset - 1), (0, 2 * offset - 1)]
            assert [(part.error_code, part.base_offset) for part in second] == [(0, 2 * offset)]
        assert broker.went_long == 1
        assert broker.node.manager.partitions.get("t", 0).log.log_end_offset == 5


async def test_several_partitions_and_sequences_go_it_too():
    async with plane() as broker:
        broker.produce()
        sequences = [batch(producer_id=7, producer_epoch=0, base_sequence=number) for number in range(2)]
        for records in sequences:
            results = broker.produce((1, records), (0, batch()))
            assert [result.error_code for result in results] == [0, 0]
        assert [result.base_offset for result in results] == [1, 2]
        assert broker.went_long == 1


async def test_topics_of_one_connection_may_take_turns():
    async with plane() as broker:
        broker.node.lead("other")
        for topic in ("t", "other", "t", "other", "t"):
            broker.produce(topic=topic)
        assert broker.went_long == 2, "each topic is learnt once"


@pytest.mark.parametrize("version", [3, 5, 8, 9])
async def test_several_topics_of_a_request_go_it(version):
    topics = ("t", "other", "a-longer-name-" * 10)
    async with plane() as broker:
        for topic in topics[1:]:
            broker.node.lead(topic)
        for offset in range(3):
            broker.produce((0, batch()), version=version, topics=topics)
            found = [(topic.name, [part.base_offset for part in topic.partition_responses]) for topic in broker.topics]
            assert found == [(topic, [offset]) for topic in topics]
        broker.produce((0, batch()), version=version, topics=topics[2:])
        broker.produce((0, batch()), version=version, topics=topics[:2])
        assert broker.went_long == 1
        broker.produce((0, batch()), (5, batch()), version=version, topics=topics)
        codes = [[part.error_code for part in topic.partition_responses] for topic in broker.topics]
        assert codes == [[0, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION]] * 3
        assert broker.went_long == 1
        broker.produce(*[(0, batch())] * 60, version=version, topics=topics)
        assert broker.went_long == 2, "so many partitions take turns with others"


@pytest.mark.parametrize(
    "differs",
    [
        {"version": 2},
        {"transactional_id": "x"},
        {"acks": 2},
        {"topic": "nowhere"},
    ],
)
async def test_what_is_unusual_is_never_learnt(differs):
    async with plane() as broker:
        for _ in range(3):
            broker.produce(**differs)
        assert broker.went_long == 3


@pytest.mark.parametrize(
    "records",
    [batch(compression=Compression.ZSTD), batch(is_transactional=True, producer_id=1, producer_epoch=0), b"", b"short"],
)
async def test_what_has_to_be_looked_at_goes_the_long_way(records):
    async with plane() as broker:
        broker.produce()
        broker.produce((0, records))
        assert broker.went_long == 2


async def test_nobody_goes_it_where_something_may_be_refused():
    asked = []
    async with plane(guard_of=lambda api: lambda request, ctx: asked.append(api)) as broker:
        for _ in range(3):
            broker.produce()
        assert (broker.went_long, len(asked)) == (3, 3)


@pytest.mark.parametrize("who", ["tap", "transcript", "quotas"])
async def test_nobody_goes_it_while_somebody_sees_requests_or_charges_for_them(who):
    async with plane() as broker:
        broker.produce()
        seen: list[Any] = []

        def see(*args: Any) -> Any:
            seen.append(args)
            return args[1] if who == "quotas" else False

        setattr(broker.dispatcher, who, SimpleNamespace(take=see, request=see, response=see, settle=see))
        broker.produce()
        assert seen
        setattr(broker.dispatcher, who, None)
        broker.produce()
        assert broker.went_long == 2, "afterwards it is as before"


async def test_a_client_whose_requests_never_look_the_same_pays_for_few_looks():
    async with plane() as broker:
        for number in range(200):
            broker.produce(timeout_ms=1_000 + number)
        assert broker.went_long == 200
        assert broker.dispatcher.looked_at <= 9


async def test_a_client_whose_requests_have_no_short_way_pays_for_few_looks():
    async with plane() as broker:
        for _ in range(200):
            broker.produce(transactional_id="x")
        assert broker.dispatcher.looked_at <= 16
        broker.connect()
        broker.produce(transactional_id="x")
        broker.produce()
        broker.produce()
        before = broker.went_long
        broker.produce()
        assert broker.went_long == before, "what looks the same is found behind what does not"


@pytest.mark.parametrize(("version", "went_long"), [(9, 9), (10, 1)])
async def test_what_fits_is_never_learnt_again(version, went_long):
    async with plane() as broker:
        broker.node.produce(batch())
        broker.fetch(version=version)
        for offset in range(1, 9):
            assert broker.fetch(offset, version=version) == [], "it waits"
            broker.node.produce(batch())
            assert broker.transport.peer_reads(1 << 20)
        assert (broker.went_long, broker.dispatcher.looked_at) == (went_long, 1)


# ---- what goes wrong on it -----------------------------------------------------------------------------------------


async def test_a_partition_that_fails_costs_none_of_the_others():
    async with plane() as broker:
        broker.produce((0, batch()), (1, batch()))
        results = broker.produce((0, batch()), (5, batch()), (1, batch()))
        codes = [(result.index, result.error_code, result.base_offset) for result in results]
        assert codes == [(0, 0, 1), (5, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, -1), (1, 0, 1)]
        assert broker.went_long == 1, "what was appended is not appended again"


async def test_our_own_fault_is_an_error_code_and_a_trace_in_the_log(caplog):
    async with plane() as broker:
        broker.produce()

        class Faulty:
            """Waits for partitions, and cannot hear that one has changed."""

            def partition_changed(self, partition: Any) -> None:
                raise ZeroDivisionError("our own fault")

        waiting = broker.node.manager.waiting.many
        faulty = Faulty()
        waiting[faulty] = None
        [result] = broker.produce()
        del waiting[faulty]
        assert result.error_code == ErrorCode.UNKNOWN_SERVER_ERROR
        assert "our own fault" in caplog.text
        assert [result.base_offset for result in broker.produce()] == [2], "the connection goes on"


async def test_a_lost_connection_is_freed_with_what_it_has_learnt():
    async with plane() as broker:
        broker.produce()
        broker.produce()
        gc.disable()
        try:
            freed = broker.connection.freed
            broker.transport.end_by_loop(is_reset=True)
            await asyncio.sleep(0)
            del broker.connection, broker.transport
            assert freed
        finally:
            gc.enable()
