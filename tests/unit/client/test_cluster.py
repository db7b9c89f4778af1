"""What all clients share: finding brokers, one connection each, versions, retries."""

import asyncio
import random

import pytest

from kavka.client.cluster import Cluster, parse_bootstrap
from kavka.client.errors import BootstrapFailed, ClientClosed, DeadlineExceeded, LeaderUnknown, UnsupportedByBroker
from kavka.client.versions import SUPPORTED, choose_version
from kavka.protocol.api_keys import BEYOND_3_9, PROFILES, ApiKey
from kavka.protocol.codec import request_class
from kavka.protocol.errors import ErrorCode, InvalidTopic, UnknownTopicOrPartition
from kavka.protocol.messages import ListOffsetsRequest, MetadataRequest
from kavka.timer.clock import ManualClock
from tests.support.clients.fake_broker import CLOSE, FakeCluster


def make(fake, **options):
    options.setdefault("retry_backoff_ms", 1)
    options.setdefault("retry_backoff_ms_max", 2)
    options.setdefault("api_timeout_ms", 3_000)
    return Cluster(fake if isinstance(fake, str) else fake.bootstrap, rng=random.Random(1), **options)


class TestBootstrap:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("localhost:9093", [("localhost", 9093)]),
            ("a:1, b:2", [("a", 1), ("b", 2)]),
            ("localhost", [("localhost", 9092)]),
            (["a:1", "b"], [("a", 1), ("b", 9092)]),
            ("[::1]:9094", [("::1", 9094)]),
            ("[::1]", [("::1", 9092)]),
        ],
    )
    def test_addresses_are_read(self, text, expected):
        assert [(item.host, item.port) for item in parse_bootstrap(text)] == expected

    @pytest.mark.parametrize("text", ["", ",", ":9092", "host:", "host:x", "host:0", "host:65536"])
    def test_nonsense_is_refused(self, text):
        with pytest.raises(ValueError, match="host:port"):
            parse_bootstrap(text)

    async def test_one_live_address_is_enough(self):
        async with FakeCluster() as fake, make(f"127.0.0.1:1,{fake.bootstrap}") as cluster:
            assert cluster.metadata.cluster_id == "fake"

    async def test_nobody_there_names_every_address_and_its_reason(self):
        with pytest.raises(DeadlineExceeded, match=r"127\.0\.0\.1:1: .*refused|127\.0\.0\.1:1: .*failed") as caught:
            async with make("127.0.0.1:1,127.0.0.1:2", api_timeout_ms=50):
                pass
        assert isinstance(caught.value.__cause__, BootstrapFailed)
        assert "127.0.0.1:2" in str(caught.value)


class TestConnections:
    async def test_many_who_need_the_same_broker_open_one_connection(self):
        async with FakeCluster(brokers=2) as fake, make(fake) as cluster:
            before = fake.brokers[1].connections_seen
            connections = await asyncio.gather(*(cluster.connection(1) for _ in range(10)))
            assert len(set(map(id, connections))) == 1
            assert fake.brokers[1].connections_seen == before + 1

    async def test_a_lost_connection_is_opened_again(self):
        async with FakeCluster(brokers=1) as fake, make(fake) as cluster:
            first = await cluster.connection(0)
            await first.close()
            assert await cluster.connection(0) is not first

    async def test_waiting_for_a_connection_that_fails_is_a_failure_for_everybody(self):
        async with FakeCluster(brokers=2) as fake, make(fake) as cluster:
            await fake.brokers[1].close()
            answers = await asyncio.gather(*(cluster.connection(1) for _ in range(3)), return_exceptions=True)
            assert all(isinstance(answer, OSError) for answer in answers)

    async def test_close_closes_every_connection(self):
        async with FakeCluster(brokers=3) as fake:
            async with make(fake) as cluster:
                for broker_id in range(3):
                    await cluster.connection(broker_id)
                with pytest.raises(LeaderUnknown):
                    await cluster.connection(7)
            for broker in fake.brokers:
                await broker.wait_until_alone()
            with pytest.raises(ClientClosed):
                await cluster.connection(0)


class TestVersions:
    def test_the_highest_that_both_know(self):
        assert choose_version(ApiKey.FETCH, {1: (0, 7)}, broker="b") == 7
        assert choose_version(ApiKey.FETCH, {1: (4, 17)}, broker="b") == 12

    def test_no_common_version_says_both_ranges(self):
        with pytest.raises(UnsupportedByBroker, match=r"FETCH in versions 13 to 17, this client in 4 to 12"):
            choose_version(ApiKey.FETCH, {1: (13, 17)}, broker="b")
        with pytest.raises(UnsupportedByBroker, match="FETCH"):
            choose_version(ApiKey.FETCH, {1: (0, 3)}, broker="b")
        with pytest.raises(UnsupportedByBroker, match="does not offer PRODUCE"):
            choose_version(ApiKey.PRODUCE, {}, broker="b")

    def test_what_we_speak_can_be_encoded_and_is_offered(self):
        for api_key, (low, high) in SUPPORTED.items():
            cls = request_class(api_key)
            assert cls.MIN_VERSION <= low <= high <= cls.MAX_VERSION
            assert choose_version(api_key, BEYOND_3_9 | PROFILES["3.0"], broker="b") >= low

    async def test_an_old_broker_is_asked_in_its_version(self):
        async with FakeCluster(topics={"t": 1}) as fake:
            fake.ranges[ApiKey.METADATA] = (0, 4)
            async with make(fake) as cluster:
                await cluster.ask(0, MetadataRequest(topics=None))
            assert fake.requests[-1][2] == 4


class TestMetadata:
    async def test_a_topic_is_asked_for_once_while_it_is_young(self):
        clock = ManualClock()
        async with FakeCluster(topics={"t": 2}) as fake, make(fake, clock=clock, metadata_age_ms_max=100) as cluster:
            await cluster.topic("t")
            asked = len(fake.requests)
            clock.advance(100)
            await cluster.topic("t")
            assert len(fake.requests) == asked
            clock.advance(1)
            await cluster.topic("t")
            assert len(fake.requests) == asked + 1

    async def test_other_topics_keep_their_leaders(self):
        async with FakeCluster(topics={"a": 1, "b": 1}) as fake, make(fake) as cluster:
            await cluster.topic("a")
            await cluster.topic("b")
            assert cluster.metadata.leader_of("a", 0) == 0
            assert cluster.metadata.leader_of("b", 0) == 0
            assert cluster.metadata.leader_of("b", 1) == -1
            assert cluster.metadata.leader_of("c", 0) == -1

    async def test_a_missing_topic_is_said_at_once_and_not_created(self):
        async with FakeCluster() as fake, make(fake) as cluster:
            with pytest.raises(UnknownTopicOrPartition, match="no topic 'x'"):
                await cluster.topic("x")
            assert not fake.logs

    async def test_a_topic_may_be_created_by_asking(self):
        async with FakeCluster() as fake, make(fake) as cluster:
            assert sorted((await cluster.topic("x", may_create=True)).partitions) == [0, 1]

    async def test_a_name_that_cannot_be_is_not_retried(self):
        async with FakeCluster() as fake, make(fake) as cluster:
            fake.topic_errors["?"] = int(ErrorCode.INVALID_TOPIC_EXCEPTION)
            with pytest.raises(InvalidTopic):
                await cluster.topic("?", may_create=True)

    async def test_an_election_is_waited_for(self):
        async with FakeCluster() as fake, make(fake) as cluster:
            fake.create("t", 1)
            fake.topic_errors["t"] = int(ErrorCode.LEADER_NOT_AVAILABLE)
            asked = len(fake.requests)
            async with asyncio.TaskGroup() as group:
                task = group.create_task(cluster.topic("t"))
                await fake.wait_asked(ApiKey.METADATA, asked + 2)
                del fake.topic_errors["t"]
            assert task.result().partitions[0].leader == 0


class TestRetries:
    async def test_a_lost_connection_is_retried(self):
        async with FakeCluster(topics={"t": 1}) as fake, make(fake) as cluster:
            fake.inject(ApiKey.METADATA, CLOSE, CLOSE)
            assert (await cluster.topic("t")).name == "t"

    async def test_the_deadline_carries_the_last_failure(self):
        async with FakeCluster() as fake, make(fake, api_timeout_ms=60, reach_timeout_ms=3_000) as cluster:

            async def attempt():
                raise LeaderUnknown("nobody leads")

            with pytest.raises(DeadlineExceeded, match=r"could not do it within 60 ms; last: nobody leads") as caught:
                await cluster.retry(attempt, what="do it")
            assert isinstance(caught.value.__cause__, LeaderUnknown)
            del fake

    async def test_what_no_retry_mends_comes_out_unchanged(self):
        async with (
            FakeCluster(ranges={ApiKey.API_VERSIONS: (0, 3), ApiKey.METADATA: (0, 9)}) as fake,
            make(fake) as cluster,
        ):
            with pytest.raises(UnsupportedByBroker, match="LIST_OFFSETS"):
                await cluster.retry(lambda: cluster.ask(0, ListOffsetsRequest()), what="ask")

    def test_pauses_double_up_to_a_bound_and_are_spread(self):
        cluster = Cluster("h:1", retry_backoff_ms=100, retry_backoff_ms_max=1_000, rng=random.Random(3))
        pauses = [cluster.backoff_ms(attempt) for attempt in range(12)]
        for attempt, pause in enumerate(pauses):
            middle = min(1_000, 100 * 2**attempt)
            assert 0.8 * middle - 1 <= pause <= 1.2 * middle
        assert len(set(pauses[4:])) > 1
        assert cluster.backoff_ms(10_000) <= 1_200
