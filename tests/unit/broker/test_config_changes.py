"""How a broker hears of changes that others wrote: in order, after a lost session, and without what is too old."""

from __future__ import annotations

import asyncio
import json

import pytest

from kavka.broker.cluster.notifications import LIFE_MS
from kavka.timer.clock import ManualClock
from kavka.zk import paths
from kavka.zk.errors import NoNode
from kavka.zk.fake import FakeZooKeeper
from kavka.zk.znodes import ConfigChangeZNode, ConfigZNode
from tests.support.broker.configured import configured_broker
from tests.support.broker.turns import until


async def write(zk, kind, name, **values):
    """As Kafka's own tools write: first the configuration, then the notification."""
    body = ConfigZNode({key.replace("_", "."): value for key, value in values.items()}).encode()
    try:
        await zk.set(paths.config(kind, name), body)
    except NoNode:
        await zk.create(paths.config(kind, name), body)


async def notify(zk, body):
    await zk.create(paths.CONFIG_CHANGE_PREFIX, body, sequential=True)


async def test_a_change_by_somebody_else_takes_effect():
    async with configured_broker() as broker:
        await broker.topic_configs.fetch(["known"])
        await write(broker.zk, "topics", "known", retention_ms="5")
        await notify(broker.zk, ConfigChangeZNode("topics/known").encode())
        await until(lambda: broker.topic_configs.log_config("known").retention_ms == 5)
        await write(broker.zk, "brokers", "<default>", log_segment_bytes="5000")
        await notify(broker.zk, ConfigChangeZNode("brokers/<default>").encode())
        await until(lambda: broker.config["log.segment.bytes"] == 5000)
        await write(broker.zk, "brokers", "0", log_segment_bytes="6000")
        await notify(broker.zk, ConfigChangeZNode("brokers/0").encode())
        await until(lambda: broker.config["log.segment.bytes"] == 6000)
        assert broker.topic_configs.log_config("known").segment_bytes == 6000


async def test_notifications_of_version_1_are_understood():
    async with configured_broker() as broker:
        await broker.topic_configs.fetch(["known"])
        await write(broker.zk, "topics", "known", retention_ms="5")
        body = json.dumps({"version": 1, "entity_type": "topics", "entity_name": "known"}).encode()
        await notify(broker.zk, body)
        await until(lambda: broker.topic_configs.log_config("known").retention_ms == 5)


@pytest.mark.parametrize("body", [b"", b"no json", b"[]", b'{"version":2}', b'{"version":2,"entity_path":"users/u"}'])
async def test_a_notification_that_means_nothing_here_holds_nothing_up(body):
    async with configured_broker() as broker:
        await broker.zk.create(f"{paths.CONFIG_CHANGES}/stray")
        await notify(broker.zk, body)
        await write(broker.zk, "brokers", "0", log_segment_bytes="6000")
        await notify(broker.zk, ConfigChangeZNode("brokers/0").encode())
        await until(lambda: broker.config["log.segment.bytes"] == 6000)


@pytest.mark.parametrize("body", [b"no json", b'{"version":1,"config":[1]}'])
async def test_a_configuration_that_nobody_can_read_counts_as_none(body):
    async with configured_broker() as broker:
        await broker.zk.create(paths.config("topics", "known"), body)
        assert await broker.topic_configs.fetch(["known"]) == {"known": {}}
        await broker.zk.create(paths.config("brokers", "0"), body)
        await notify(broker.zk, ConfigChangeZNode("brokers/0").encode())
        await broker.config_changes.settle()
        assert broker.config["log.segment.bytes"] == 1073741824


async def test_what_cannot_be_used_is_left_out_and_the_rest_holds():
    async with configured_broker() as broker:
        own = {"log.segment.bytes": "6000", "log.retention.ms": "x", "listeners": "PLAINTEXT://a:1", "from.2040": "1"}
        await broker.zk.create(paths.config("brokers", "0"), ConfigZNode(own).encode())
        await broker.zk.create(
            paths.config("topics", "known"), ConfigZNode({"from.2040": "1", "flush.ms": "9"}).encode()
        )
        await notify(broker.zk, ConfigChangeZNode("brokers/0").encode())
        await broker.config_changes.settle()
        assert broker.config["log.segment.bytes"] == 6000
        assert broker.config["log.retention.ms"] is None
        await broker.topic_configs.fetch(["known"])
        assert broker.topic_configs.log_config("known").flush_ms == 9


async def test_a_change_while_the_session_was_lost_is_found_though_its_notification_is_gone():
    zookeeper = FakeZooKeeper(ManualClock())
    async with configured_broker(zookeeper) as broker:
        await broker.topic_configs.fetch(["known"])
        other = zookeeper.client()
        await other.start(1000)
        broker.zk.suspend()
        await write(other, "topics", "known", retention_ms="5")
        await write(other, "brokers", "0", log_segment_bytes="6000")
        broker.zk.expire()
        await until(lambda: broker.config["log.segment.bytes"] == 6000)
        await until(lambda: broker.topic_configs.log_config("known").retention_ms == 5)
        await write(other, "topics", "known", retention_ms="6")
        await notify(other, ConfigChangeZNode("topics/known").encode())
        await until(lambda: broker.topic_configs.log_config("known").retention_ms == 6)
        await other.close()


async def test_a_connection_that_comes_back_finds_what_changed_meanwhile():
    zookeeper = FakeZooKeeper(ManualClock())
    async with configured_broker(zookeeper) as broker:
        other = zookeeper.client()
        await other.start(1000)
        broker.zk.suspend()
        await write(other, "brokers", "0", log_segment_bytes="6000")
        await notify(other, ConfigChangeZNode("brokers/0").encode())
        broker.zk.resume()
        await until(lambda: broker.config["log.segment.bytes"] == 6000)
        await other.close()


async def test_old_notifications_are_purged_and_young_ones_stay():
    async with configured_broker() as broker:
        await notify(broker.zk, ConfigChangeZNode("topics/old").encode())
        await broker.config_changes.settle()
        broker.clock.advance(LIFE_MS - 1000)
        await notify(broker.zk, ConfigChangeZNode("topics/young").encode())
        await broker.config_changes.settle()
        assert len(await broker.zk.children(paths.CONFIG_CHANGES)) == 2
        broker.clock.advance(2000)
        await notify(broker.zk, ConfigChangeZNode("topics/new").encode())
        await broker.config_changes.settle()
        names = await broker.zk.children(paths.CONFIG_CHANGES)
        assert names == ["config_change_0000000001", "config_change_0000000002"]


async def test_many_notifications_at_once_are_all_heard():
    async with configured_broker() as broker:
        topics = [f"t{number}" for number in range(1200)]
        await broker.topic_configs.fetch(topics)
        for topic in topics:
            await write(broker.zk, "topics", topic, retention_ms="5")
            await notify(broker.zk, ConfigChangeZNode(f"topics/{topic}").encode())
        await broker.config_changes.settle()
        assert {broker.topic_configs.log_config(topic).retention_ms for topic in topics} == {5}


async def test_a_read_that_comes_back_late_does_not_undo_a_newer_one():
    """The first read of a topic waits for its batch while a notification reads it again."""
    async with configured_broker() as broker:
        await write(broker.zk, "topics", "known", retention_ms="5")
        first = asyncio.ensure_future(broker.topic_configs.fetch(["known", "other"]))
        await write(broker.zk, "topics", "known", retention_ms="6")
        await broker.topic_configs.refresh(["known"])
        await first
        assert broker.topic_configs.log_config("known").retention_ms == 6


async def test_a_deleted_topics_overrides_do_not_come_back():
    async with configured_broker() as broker:
        await write(broker.zk, "topics", "known", retention_ms="5")
        await broker.topic_configs.fetch(["known"])
        broker.topic_configs.forget("known")
        assert await broker.topic_configs.refresh(["known"]) == []
        assert broker.topic_configs.missing(["known"]) == ["known"]
        await broker.zk.delete(paths.config("topics", "known"))
        assert await broker.topic_configs.fetch(["known"]) == {"known": {}}


class Told:
    """Remembers what it is told."""

    def __init__(self):
        self.loads = 0
        self.heard = []

    async def load(self):
        self.loads += 1

    async def changed(self, entities):
        self.heard += entities


async def test_who_listens_hears_of_users_and_clients_and_reads_everything_after_a_lost_session():
    async with configured_broker() as broker:
        told = Told()
        broker.config_changes.add_listener(told)
        for entity in ("users/alice", "topics/known", "users/alice/clients/app"):
            await notify(broker.zk, ConfigChangeZNode(entity).encode())
        await until(lambda: len(told.heard) == 2)
        assert told.heard == [("users", "alice"), ("users", "alice/clients/app")]
        loads = told.loads
        broker.zk.suspend()
        broker.zk.expire()
        await until(lambda: told.loads > loads)
