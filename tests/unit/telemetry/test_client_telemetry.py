"""Who may push what, and when: Kafka's ClientMetricsManager, in its own cases, and the bounds around it."""

from __future__ import annotations

import itertools

import pytest

from kavka.broker.config.client_metrics import INTERVAL_MS_DEFAULT, subscription
from kavka.broker.telemetry import client_telemetry
from kavka.broker.telemetry.client_instance import Client, instance_text
from kavka.broker.telemetry.client_telemetry import EXPIRY_MS_MIN, NO_INSTANCE, ClientTelemetry
from kavka.broker.telemetry.series import Series
from kavka.protocol.errors import (
    InvalidRequest,
    TelemetryTooLarge,
    ThrottlingQuotaExceeded,
    UnknownSubscriptionId,
    UnsupportedCompressionType,
)
from kavka.timer.clock import ManualClock
from kavka.timer.timer import Timer
from tests.support.telemetry.pushes import push

JAVA = Client("app", "apache-kafka-java", "4.4.0", "10.0.0.9", 50000, "User:ANONYMOUS", 1)
RDKAFKA = Client("lib", "librdkafka", "2.16.0", "10.0.0.8", 50001, "User:ANONYMOUS", 2)
INTERVAL = 1000


class World:
    """A broker's telemetry, and the time."""

    def __init__(self, **subscriptions):
        self.clock = ManualClock(1_000_000)
        self.timer = Timer(self.clock)
        ids = itertools.count(7)
        self.telemetry = ClientTelemetry(self.timer, random_id=lambda: next(ids).to_bytes(16, "big"), max_bytes=1000)
        self.change(**(subscriptions or {"all": {"metrics": "*", "interval.ms": str(INTERVAL)}}))

    def change(self, **subscriptions):
        self.telemetry.change(subscription(name, texts) for name, texts in subscriptions.items())

    def ask(self, instance_id=NO_INSTANCE, client=JAVA):
        return self.telemetry.subscribe(instance_id, client, self.clock.monotonic_ms())

    def push(self, instance, client=JAVA, **fields):
        values = {"subscription_id": instance.told.subscription_id} | fields
        return self.telemetry.admit(push(instance.instance_id, **values), client, self.clock.monotonic_ms())

    def later(self, ms):
        self.clock.advance(ms)
        self.timer.advance()

    def keep(self, instance, *names):
        found = {(name, ()): Series(1.0, False, False) for name in names}
        self.telemetry.keep(instance, found, 0, self.clock.monotonic_ms())


# ---- what a client is told ----


def test_a_first_request_is_given_an_id_and_all_metrics_at_the_interval():
    world = World()
    instance = world.ask()
    assert instance.instance_id == bytes(15) + b"\7"
    assert (instance.told.metrics, instance.told.interval_ms) == (("*",), INTERVAL)


def test_an_id_from_another_broker_is_taken_with_the_same_subscription_id():
    first, second = World(), World()
    instance = first.ask()
    assert second.ask(instance.instance_id).told == instance.told
    assert second.push(instance).instance_id == instance.instance_id, "without having asked there"


def test_whom_no_subscription_matches_has_nothing_to_push():
    world = World(java={"metrics": "org.apache", "match": "client_software_name=apache-kafka-java"})
    told = world.ask(client=RDKAFKA).told
    assert (told.metrics, told.interval_ms) == ((), INTERVAL_MS_DEFAULT)
    assert world.ask(client=JAVA).told.metrics == ("org.apache",)


def test_subscriptions_are_joined_at_the_shortest_interval():
    world = World(
        one={"metrics": "b,a", "interval.ms": "5000"},
        two={"metrics": "a,c", "interval.ms": "3000"},
        others={"metrics": "d", "interval.ms": "100", "match": "client_id=somebody"},
    )
    told = world.ask().told
    assert (told.metrics, told.interval_ms) == (("a", "b", "c"), 3000)


def test_all_metrics_stand_alone():
    world = World(one={"metrics": "a"}, two={"metrics": "*"})
    assert world.ask().told.metrics == ("*",)


def test_the_subscription_id_fits_32_bits_and_differs_by_client_and_by_what_is_told():
    world = World()
    first, second = world.ask(), world.ask()
    world.change(all={"metrics": "a", "interval.ms": str(INTERVAL)})
    third = world.ask(first.instance_id)
    ids = {first.told.subscription_id, second.told.subscription_id}
    assert len(ids) == 2
    assert all(-(2**31) <= each < 2**31 for each in ids)
    assert third is first


def test_another_subscription_changes_the_id():
    world = World()
    instance = world.ask()
    before = instance.told.subscription_id
    world.change(all={"metrics": "a", "interval.ms": str(INTERVAL)})
    assert world.ask(instance.instance_id).told.subscription_id != before


# ---- when it may come ----


def test_asking_again_within_the_interval_is_throttled():
    world = World()
    instance = world.ask()
    world.later(INTERVAL - 1)
    with pytest.raises(ThrottlingQuotaExceeded):
        world.ask(instance.instance_id)
    world.later(1)
    world.ask(instance.instance_id)
    assert world.telemetry.throttled == 1


def test_the_first_push_may_come_at_once_and_the_next_after_the_interval():
    world = World()
    instance = world.ask()
    world.later(1)
    world.push(instance)
    world.later(INTERVAL - 1)
    with pytest.raises(ThrottlingQuotaExceeded):
        world.push(instance)
    world.later(1)
    world.push(instance)


def test_a_last_push_may_come_at_any_time_and_only_once():
    world = World()
    instance = world.ask()
    world.push(instance)
    world.push(instance, terminating=True)
    with pytest.raises(InvalidRequest):
        world.push(instance, terminating=True)


def test_changed_subscriptions_are_told_at_once():
    world = World()
    instance = world.ask()
    world.push(instance)
    world.change(all={"metrics": "a", "interval.ms": "2000"})
    with pytest.raises(UnknownSubscriptionId):
        world.push(instance, subscription_id=instance.told.subscription_id)
    assert world.ask(instance.instance_id).told.interval_ms == 2000
    assert world.telemetry.unknown_subscriptions == 1


def test_after_an_unknown_subscription_or_compression_a_client_may_ask_at_once():
    world = World()
    instance = world.ask()
    with pytest.raises(UnknownSubscriptionId):
        world.push(instance, subscription_id=instance.told.subscription_id + 1)
    world.ask(instance.instance_id)
    with pytest.raises(ThrottlingQuotaExceeded):
        world.ask(instance.instance_id)
    world.later(INTERVAL)
    with pytest.raises(UnsupportedCompressionType):
        world.push(instance, compression_type=5)
    world.ask(instance.instance_id)


@pytest.mark.parametrize("reserved", [bytes(16), bytes(15) + b"\1"])
def test_reserved_ids_cannot_push(reserved):
    world = World()
    with pytest.raises(InvalidRequest):
        world.telemetry.admit(push(reserved, 0), JAVA, world.clock.monotonic_ms())
    assert not world.telemetry.instances


def test_a_push_beyond_telemetry_max_bytes_is_too_large():
    world = World()
    with pytest.raises(TelemetryTooLarge):
        world.push(world.ask(), metrics=bytes(1001))


# ---- who is remembered ----


def test_who_is_not_heard_of_for_three_intervals_or_a_minute_is_forgotten():
    world = World(all={"metrics": "*", "interval.ms": "30000"})
    instance = world.ask()
    world.keep(instance, "a")
    world.later(89_000)
    assert instance.instance_id in world.telemetry.instances
    world.later(2_000)
    assert not world.telemetry.instances
    assert world.telemetry.series == 0
    assert len(world.timer) == 0


def test_each_request_begins_the_time_anew():
    world = World()
    instance = world.ask()
    world.later(EXPIRY_MS_MIN - 1000)
    world.ask(instance.instance_id)
    world.later(EXPIRY_MS_MIN - 1000)
    assert world.telemetry.instances
    world.later(2000)
    assert not world.telemetry.instances


def test_who_has_ended_is_forgotten_after_a_minute():
    world = World(all={"metrics": "*", "interval.ms": "3600000"})
    instance = world.ask()
    world.push(instance, terminating=True)
    world.later(EXPIRY_MS_MIN + 1000)
    assert not world.telemetry.instances


def test_so_many_client_instances_are_known_and_whoever_was_heard_of_longest_ago_goes(monkeypatch):
    monkeypatch.setattr(client_telemetry, "INSTANCES_MAX", 3)
    world = World()
    first, second, third = world.ask(), world.ask(), world.ask()
    world.keep(second, "a")
    world.later(INTERVAL)
    world.ask(first.instance_id)
    fourth = world.ask()
    assert list(world.telemetry.instances.values()) == [third, first, fourth]
    assert world.telemetry.series == 0
    assert len(world.timer) == 3


def test_what_was_pushed_replaces_what_had_been_and_is_counted(monkeypatch):
    monkeypatch.setattr(client_telemetry, "SERIES_MAX", 4)
    world = World()
    first, second = world.ask(), world.ask()
    world.keep(first, "a", "b", "c")
    world.keep(second, "a", "b")
    assert (len(first.series), len(second.series), second.left_out) == (3, 1, 1)
    world.keep(first, "a")
    world.keep(second, "a", "b")
    assert (len(second.series), second.left_out, world.telemetry.series) == (2, 0, 3)
    assert world.telemetry.left_out == 1


def test_what_comes_of_somebody_who_is_forgotten_is_not_kept():
    world = World()
    instance = world.ask()
    world.later(EXPIRY_MS_MIN + 1000)
    world.keep(instance, "a")
    assert world.telemetry.series == 0


def test_ids_are_written_as_kafka_writes_uuids():
    assert instance_text(bytes(range(16))) == "AAECAwQFBgcICQoLDA0ODw"
