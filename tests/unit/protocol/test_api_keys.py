"""The profiles: what they contain, and that the codec can read all of it."""

from __future__ import annotations

import pytest

from kavka.protocol.api_keys import BEYOND_3_9, PROFILES, ApiKey
from kavka.protocol.codec import request_class, response_class
from tests.support.protocol.kafka_3_9 import KAFKA_3_9, NOT_OURS


def test_profile_2_0_is_kafka_2_0():
    profile = PROFILES["2.0"]
    assert sorted(profile) == list(range(43))
    assert profile[ApiKey.PRODUCE] == (0, 6)
    assert profile[ApiKey.FETCH] == (0, 8)
    assert profile[ApiKey.UPDATE_METADATA] == (0, 4)
    assert profile[ApiKey.API_VERSIONS] == (0, 2)


def test_profile_3_0_is_kafka_3_0():
    profile = PROFILES["3.0"]
    assert sorted(profile) == [*range(52), 56, 57, 60, 61, 65, 66, 67]
    assert profile[ApiKey.PRODUCE] == (0, 9)
    assert profile[ApiKey.FETCH] == (0, 12)
    assert profile[ApiKey.LEADER_AND_ISR] == (0, 5)
    assert profile[ApiKey.ALTER_PARTITION] == (0, 0)


def test_profile_3_9_is_kafka_3_9():
    ours = {int(key): high for key, (_, high) in PROFILES["3.9"].items()}
    assert ours == {key: high for key, high in KAFKA_3_9.items() if key not in NOT_OURS}


@pytest.mark.parametrize("offered", [*PROFILES.values(), BEYOND_3_9])
def test_all_that_is_offered_is_declared(offered):
    for key, (low, high) in offered.items():
        for cls in (request_class(key), response_class(key)):
            assert key == cls.API_KEY
            assert cls.MIN_VERSION <= low <= high <= cls.MAX_VERSION


def test_what_kafka_4_brought_goes_beyond_3_9():
    profile = PROFILES["3.9"]
    assert all(key not in profile or versions[1] > profile[key][1] for key, versions in BEYOND_3_9.items())


def test_3_0_contains_2_0():
    for key, (low, high) in PROFILES["2.0"].items():
        assert PROFILES["3.0"][key][0] <= low
        assert PROFILES["3.0"][key][1] >= high


def test_a_profile_cannot_be_changed():
    with pytest.raises(TypeError):
        PROFILES["3.0"][ApiKey.PRODUCE] = (0, 1)
