"""Admin against a fake cluster: the controller is found, refusals have names, and what was created can be used."""

import random

import pytest

from kavka.client.admin import Admin, ConfigResource
from kavka.client.delete_records import HIGH_WATERMARK
from kavka.client.errors import UnsupportedByBroker
from kavka.client.offsets import EARLIEST, LATEST
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidPartitions, OffsetOutOfRange, TopicAlreadyExists, UnknownTopicOrPartition
from kavka.protocol.messages import DescribeConfigsResponse
from kavka.protocol.records.batch import BatchBuilder
from tests.support.clients.fake_broker import RANGES, FakeCluster


@pytest.fixture
async def fake():
    async with FakeCluster(brokers=2, topics={"t": 2}) as cluster:
        yield cluster


def admin(fake):
    return Admin(fake.bootstrap, api_timeout_ms=3_000, rng=random.Random(1))


async def test_topics_are_created_listed_described_and_deleted(fake):
    async with admin(fake) as adm:
        await adm.create_topics([NewTopic(name="new", num_partitions=3, replication_factor=1)])
        assert [info.name for info in await adm.list_topics()] == ["new", "t"]
        (info,) = await adm.describe_topics(["new"])
        assert sorted(info.partitions) == [0, 1, 2]
        await adm.delete_topics(["new"])
        assert [info.name for info in await adm.list_topics()] == ["t"]


async def test_refusals_have_names_and_say_which_topic(fake):
    async with admin(fake) as adm:
        with pytest.raises(TopicAlreadyExists, match="t: TOPIC_ALREADY_EXISTS"):
            await adm.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
        with pytest.raises(UnknownTopicOrPartition):
            await adm.describe_topics(["nothing"])


async def test_validating_creates_nothing(fake):
    async with admin(fake) as adm:
        await adm.create_topics([NewTopic(name="x", num_partitions=1, replication_factor=1)], validate_only=True)
    assert ("x", 0) not in fake.logs


async def test_a_controller_that_moved_is_found(fake):
    async with admin(fake) as adm:
        await adm.describe_cluster()
        fake.controller = 1
        await adm.create_topics([NewTopic(name="new", num_partitions=1, replication_factor=1)])
    assert ("new", 0) in fake.logs


async def test_partitions_are_added_by_the_controller_wherever_it_moved(fake):
    async with admin(fake) as adm:
        await adm.describe_cluster()
        fake.controller = 1
        await adm.create_partitions({"t": 4}, validate_only=True)
        assert ("t", 2) not in fake.logs
        await adm.create_partitions({"t": 4})
        (info,) = await adm.describe_topics(["t"])
        assert sorted(info.partitions) == [0, 1, 2, 3]
        with pytest.raises(InvalidPartitions, match="t: INVALID_PARTITIONS"):
            await adm.create_partitions({"t": 4})


async def test_records_are_deleted_by_each_leader_also_by_one_that_moved(fake):
    t0, t1 = TopicPartition("t", 0), TopicPartition("t", 1)
    for log in fake.logs.values():
        log.end = 5
    async with admin(fake) as adm:
        assert await adm.delete_records({t0: 2, t1: HIGH_WATERMARK}) == {t0: 2, t1: 5}
        fake.logs["t", 0].leader = 1
        assert await adm.delete_records({t0: 3, t1: 1}) == {t0: 3, t1: 5}
        with pytest.raises(OffsetOutOfRange, match="t-0"):
            await adm.delete_records({t0: 6})
        assert await adm.delete_records({}) == {}


async def test_defaults_are_not_asked_of_a_broker_that_has_none(fake):
    fake.ranges = {**RANGES, ApiKey.CREATE_TOPICS: (0, 3)}
    async with admin(fake) as adm:
        with pytest.raises(UnsupportedByBroker, match="name partitions"):
            await adm.create_topics([NewTopic(name="new")])
        await adm.create_topics([NewTopic(name="new", num_partitions=1, replication_factor=1)])


async def test_the_cluster_and_what_its_brokers_speak(fake):
    async with admin(fake) as adm:
        info = await adm.describe_cluster()
        assert (info.cluster_id, info.controller_id) == ("fake", 0)
        assert [broker.port for broker in info.brokers] == [broker.port for broker in fake.brokers]
        assert (await adm.api_versions(1))[ApiKey.PRODUCE] == RANGES[ApiKey.PRODUCE]


async def test_offsets(fake):
    builder = BatchBuilder()
    builder.append(timestamp=5, key=None, value=b"x")
    fake.logs["t", 1].append(builder.build())
    t0, t1 = TopicPartition("t", 0), TopicPartition("t", 1)
    async with admin(fake) as adm:
        assert await adm.watermarks([t0, t1]) == {t0: (0, 0), t1: (0, 1)}
        found = await adm.list_offsets({t0: LATEST, t1: EARLIEST})
        assert (found[t0].offset, found[t1].offset) == (0, 0)
        with pytest.raises(ValueError, match="partitions 0 to 1"):
            await adm.list_offsets({TopicPartition("t", 7): LATEST})


async def test_a_groups_settings_are_asked_for_as_such(fake):
    fake.ranges = {**RANGES, ApiKey.DESCRIBE_CONFIGS: (1, 4)}
    asked = []

    def act(broker, message, version):
        asked.extend((resource.resource_type, resource.resource_name) for resource in message.resources)
        result = DescribeConfigsResponse.DescribeConfigsResult
        entry = DescribeConfigsResponse.DescribeConfigsResourceResult
        configs = [entry(name="consumer.session.timeout.ms", value="6000", config_source=8)]
        return DescribeConfigsResponse(results=[result(resource_type=32, resource_name="g", configs=configs)])

    fake.inject(ApiKey.DESCRIBE_CONFIGS, act)
    async with admin(fake) as adm:
        [setting] = await adm.describe_configs(ConfigResource.group("g"))
    assert asked == [(32, "g")]
    assert (setting.name, setting.value, setting.source) == ("consumer.session.timeout.ms", "6000", "group")
