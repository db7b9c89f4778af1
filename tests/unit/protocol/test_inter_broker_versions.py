"""`inter.broker.protocol.version`: Kafka's values, and what brokers say to each other under each."""

from __future__ import annotations

import pytest

from kavka.protocol.api_keys import BEYOND_3_9, PROFILES, ApiKey
from kavka.protocol.inter_broker_versions import NAMES, InterBrokerVersion, named

CONTROL = (ApiKey.LEADER_AND_ISR, ApiKey.UPDATE_METADATA, ApiKey.STOP_REPLICA)
OTHERS = (ApiKey.FETCH, ApiKey.LIST_OFFSETS, ApiKey.OFFSET_FOR_LEADER_EPOCH, ApiKey.CONTROLLED_SHUTDOWN)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("0.10.0", "0.10.0-IV1"),
        ("0.10.0-IV0", "0.10.0-IV0"),
        ("0.10.2.1", "0.10.2-IV0"),
        ("0.11.0", "0.11.0-IV2"),
        ("1.0", "1.0-IV0"),
        ("1.0.1", "1.0-IV0"),
        ("2.0", "2.0-IV1"),
        ("2.8", "2.8-IV1"),
        ("2.8.2", "2.8-IV1"),
        ("3.0", "3.0-IV1"),
        ("3.7", "3.7-IV4"),
        ("3.9", "3.9-IV0"),
        ("3.9-IV0", "3.9-IV0"),
    ],
)
def test_a_value_is_read_as_kafka_reads_it(text, name):
    assert named(text).name == name


@pytest.mark.parametrize("text", ["", "0.8.2", "0.9.0", "2", "2.9", "3.9-IV1", "4.0", "4.0-IV0", "3.9-iv0", "nonsense"])
def test_other_texts_are_no_values(text):
    assert named(text) is None


@pytest.mark.parametrize(
    ("text", "profile"),
    [("0.10.0", "2.0"), ("1.1", "2.0"), ("2.0", "2.0"), ("2.8", "2.0"), ("3.0", "3.0"), ("3.8", "3.0"), ("3.9", "3.9")],
)
def test_the_profile_is_the_nearest_below(text, profile):
    assert named(text).profile == profile


@pytest.mark.parametrize(
    ("text", "control", "fetch", "list_offsets", "epochs"),
    [  # as MetadataVersion and ControllerChannelManager of Kafka 3.9 say
        ("0.10.0-IV0", (0, 1, 0), 4, 0, 0),  # Fetch 4 where Kafka has 2: logs here always have magic 2
        ("0.11.0", (0, 3, 0), 5, 2, 0),
        ("1.0", (1, 4, 0), 5, 2, 0),
        ("2.0", (1, 4, 0), 8, 3, 1),
        ("2.1", (1, 4, 0), 10, 4, 2),
        ("2.2", (2, 5, 1), 10, 5, 2),
        ("2.4-IV0", (3, 5, 1), 11, 5, 3),
        ("2.5", (4, 6, 2), 11, 5, 3),
        ("2.6", (4, 6, 3), 11, 5, 3),
        ("2.7", (4, 6, 3), 12, 5, 3),
        ("2.8", (5, 7, 3), 12, 6, 4),
        ("3.0", (5, 7, 3), 12, 7, 4),
        ("3.1", (5, 7, 3), 13, 7, 4),
        ("3.2", (6, 7, 3), 13, 7, 4),
        ("3.5-IV0", (7, 8, 4), 14, 8, 4),
        ("3.5", (7, 8, 4), 15, 8, 4),
        ("3.7-IV3", (7, 8, 4), 15, 8, 4),
        ("3.7", (7, 8, 4), 16, 8, 4),
        ("3.9", (7, 8, 4), 17, 9, 4),
    ],
)
def test_brokers_send_each_other_what_kafkas_send(text, control, fetch, list_offsets, epochs):
    version = named(text)
    assert tuple(map(version.version, CONTROL)) == control
    assert version.version(ApiKey.FETCH) == fetch
    assert version.version(ApiKey.LIST_OFFSETS) == list_offsets
    assert version.version(ApiKey.OFFSET_FOR_LEADER_EPOCH) == epochs


@pytest.mark.parametrize("name", NAMES)
def test_what_is_sent_is_answered(name):
    version = InterBrokerVersion(name)
    for api, (low, high) in version.ranges().items():
        assert low <= version.version(api) <= high, api.name
    assert version.has_api(ApiKey.ALTER_PARTITION) is (ApiKey.ALTER_PARTITION in version.ranges())


@pytest.mark.parametrize("name", NAMES)
def test_what_brokers_of_any_value_send_is_answered_by_those_of_any_other(name):
    sender = InterBrokerVersion(name)
    for other in ("0.10.0", "2.0", "2.8", "3.0", "3.9"):
        offered, answered = named(other).ranges(), named(other).answered()
        for api in (*CONTROL, *OTHERS):
            low, high = answered[api]
            assert low <= sender.version(api) <= high, (other, api.name)
        assert offered.keys() <= answered.keys()
        assert answered[ApiKey.PRODUCE] == offered[ApiKey.PRODUCE], "clients are answered what they are offered"


@pytest.mark.parametrize("profile", PROFILES)
def test_under_a_profiles_own_value_the_profile_is_offered_as_it_is(profile):
    assert named(profile).ranges() == PROFILES[profile]


def test_what_kafka_4_brought_is_offered_beside_the_latest_profile_alone():
    for profile in PROFILES:
        beyond = BEYOND_3_9 if profile == "3.9" else {}
        assert named(profile).ranges(beyond=True) == {**PROFILES[profile], **beyond}


def test_apis_between_brokers_come_with_their_value():
    assert not named("2.6").has_api(ApiKey.ALTER_PARTITION)
    assert named("2.7").has_api(ApiKey.ALTER_PARTITION)
    assert not named("2.8").has_api(ApiKey.ALLOCATE_PRODUCER_IDS)
    assert named("3.0").has_api(ApiKey.ALLOCATE_PRODUCER_IDS)
