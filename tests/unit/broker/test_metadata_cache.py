"""The metadata cache: what UpdateMetadata of every layout leaves in it, and who is woken."""

from __future__ import annotations

import asyncio

from kavka.broker.cluster import metadata_cache
from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.protocol.messages import UpdateMetadataRequest
from kavka.timer.clock import SystemClock
from tests.support.broker.fakes import PartitionState, live_broker, tell, topic_id


def test_partitions_are_merged_and_brokers_replaced():
    cache = MetadataCache(SystemClock())
    tell(cache, {"a": 2, "b": 1}, brokers=[live_broker(0), live_broker(1)])
    before = cache.snapshot
    tell(cache, {"b": 3}, leader=1, brokers=[live_broker(1)])
    assert sorted(cache.snapshot.brokers) == [1]
    assert {name: len(topic.partitions) for name, topic in cache.snapshot.topics.items()} == {"a": 2, "b": 3}
    assert cache.snapshot.partition("b", 2).leader == 1
    assert cache.snapshot.topic_names == {topic_id("a"): "a", topic_id("b"): "b"}
    assert len(before.topics["b"].partitions) == 1, "a snapshot that somebody holds never changes"
    assert cache.snapshot.topics["a"] is before.topics["a"], "what an update does not touch is shared"


def test_what_is_said_again_changes_no_topic():
    cache = MetadataCache(SystemClock())
    tell(cache, {"a": 2, "b": 2})
    before = cache.snapshot.topics
    tell(cache, {"a": 2, "b": 2})
    tell(cache, {"a": 1, "b": 3})
    after = cache.snapshot.topics
    assert after["a"] is before["a"]
    assert after["b"].version not in (before["a"].version, before["b"].version)
    assert sorted(after["b"].partitions) == [0, 1, 2]
    for field, value in (
        ("leader", 1),
        ("leader_epoch", 9),
        ("isr", []),
        ("replicas", [0, 1]),
        ("offline_replicas", [0]),
        ("controller_epoch", 2),
        ("zk_version", 9),
    ):
        former = cache.snapshot.topics["a"]
        tell(cache, {"a": 1}, **{field: value})
        assert cache.snapshot.topics["a"].version > former.version, field
        assert getattr(cache.snapshot.partition("a", 0), field) == value
        assert getattr(former.partitions[0], field) != value


def test_leader_minus_2_drops_partitions_and_with_the_last_the_topic():
    cache = MetadataCache(SystemClock())
    tell(cache, {"a": 2, "b": 1})
    assert [str(partition) for partition in tell(cache, {"a": 1}, leader=-2)] == ["a-0"]
    assert list(cache.snapshot.topics["a"].partitions) == [1]
    tell(cache, {"a": 2}, leader=-2)
    assert list(cache.snapshot.topics) == ["b"]
    assert list(cache.snapshot.topic_names.values()) == ["b"]


def test_another_topic_id_means_another_topic():
    cache = MetadataCache(SystemClock())
    tell(cache, {"a": 3})
    state = UpdateMetadataRequest.UpdateMetadataTopicState(
        topic_name="a",
        topic_id=b"B" * 16,
        partition_states=[PartitionState(partition_index=0, leader=0, isr=[0], replicas=[0])],
    )
    cache.update(UpdateMetadataRequest(live_brokers=[live_broker(0)], topic_states=[state]))
    assert list(cache.snapshot.topics["a"].partitions) == [0]
    assert cache.snapshot.topics["a"].is_renewed
    assert cache.snapshot.topic_names == {b"B" * 16: "a"}


def test_a_topic_that_was_deleted_and_made_anew_is_known_as_such():
    cache = MetadataCache(SystemClock())
    tell(cache, {"a": 1, "b": 1})
    tell(cache, {"a": 1}, leader=-2)
    tell(cache, {"a": 1, "c": 1})
    assert {name: topic.is_renewed for name, topic in cache.snapshot.topics.items()} == {
        "a": True,
        "b": False,
        "c": False,
    }
    tell(cache, {"a": 2}, leader_epoch=7)
    assert cache.snapshot.topics["a"].is_renewed, "also later on"


def test_only_the_latest_names_of_deleted_topics_are_remembered(monkeypatch):
    monkeypatch.setattr(metadata_cache, "FORMER_NAMES_MAX", 2)
    cache = MetadataCache(SystemClock())
    for name in "abca":
        tell(cache, {name: 1})
        tell(cache, {name: 1}, leader=-2)
    tell(cache, {"a": 1, "b": 1, "c": 1})
    assert [name for name, topic in cache.snapshot.topics.items() if topic.is_renewed] == ["a", "c"]


def test_flat_layout_of_versions_0_to_4():
    cache = MetadataCache(SystemClock())
    cache.update(
        UpdateMetadataRequest(
            controller_id=3,
            live_brokers=[
                UpdateMetadataRequest.UpdateMetadataBroker(id=3, v0_host="old", v0_port=9),
                UpdateMetadataRequest.UpdateMetadataBroker(
                    id=4,
                    endpoints=[
                        UpdateMetadataRequest.UpdateMetadataEndpoint(host="h", port=1, security_protocol=0),
                        UpdateMetadataRequest.UpdateMetadataEndpoint(host="h", port=2, security_protocol=3),
                    ],
                ),
            ],
            ungrouped_partition_states=[
                PartitionState(topic_name="t", partition_index=1, leader=4, isr=[4], replicas=[4])
            ],
        )
    )
    snapshot = cache.snapshot
    assert snapshot.brokers[3].endpoint("PLAINTEXT") == ("old", 9)
    assert snapshot.brokers[4].endpoints == {"PLAINTEXT": ("h", 1), "SASL_SSL": ("h", 2)}
    assert snapshot.partition("t", 1).leader == 4
    assert snapshot.partition("t", 0) is None
    assert snapshot.partition("u", 0) is None
    assert snapshot.is_leader_known("t", 1)
    assert not snapshot.is_leader_known("t", 0)


async def test_waiting_for_a_change():
    cache = MetadataCache(SystemClock())
    looks = []

    def has_b(snapshot):
        looks.append(snapshot)
        return "b" in snapshot.topics

    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(cache.wait_until(has_b, timeout_ms=10_000))
        await asyncio.sleep(0)
        tell(cache, {"a": 1})
        await asyncio.sleep(0)
        assert not waiting.done()
        tell(cache, {"b": 1})
        assert await waiting
    assert len(looks) <= 4, "one look for each update, no polling"


async def test_waiting_ends_with_its_time():
    cache = MetadataCache(SystemClock())
    assert not await cache.wait_until(lambda snapshot: False, timeout_ms=1)
    assert not await cache.wait_until(lambda snapshot: False, timeout_ms=0)
    assert await cache.wait_until(lambda snapshot: True, timeout_ms=-5)
