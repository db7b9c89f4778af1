"""Subscriptions of client metrics: their checks are Kafka's, and so is whom they match."""

from __future__ import annotations

import pytest

from kavka.broker.config.client_metrics import subscription
from kavka.protocol.errors import InvalidConfig, InvalidRequest

CLIENT = {
    "client_instance_id": "AAECAwQFBgcICQoLDA0ODw",
    "client_id": "billing-7",
    "client_software_name": "apache-kafka-java",
    "client_software_version": "4.4.0",
    "client_source_address": "10.0.0.9",
    "client_source_port": "50000",
}


def matching(match, **differs):
    return subscription("s", {"match": match}).matches(CLIENT | differs)


@pytest.mark.parametrize(
    ("match", "is_meant"),
    [
        ("", True),
        ("client_id=billing-.*", True),
        ("client_id=billing", False),
        ("client_id = billing-7 , client_software_version = 4\\.[0-9.]+", True),
        ("client_id=billing-7,client_software_version=3\\..*", False),
        ("client_source_port=50000", True),
        ("client_instance_id=AAECAwQFBgcICQoLDA0ODw", True),
        ("client_source_address=10\\.0\\.0\\.9", True),
    ],
)
def test_every_expression_must_match_the_whole_text(match, is_meant):
    assert matching(match) is is_meant


def test_a_client_that_does_not_say_it_is_not_meant():
    assert not matching("client_software_name=.*", client_software_name=None)


def test_an_expression_never_takes_long():
    assert not matching("client_id=(a+)+b", client_id="a" * 30_000)


def test_what_is_not_said_has_kafkas_defaults():
    found = subscription("s", {"metrics": "a, b"})
    assert (found.metrics, found.interval_ms, found.patterns) == ({"a", "b"}, 300_000, {})


@pytest.mark.parametrize(
    ("texts", "error", "why"),
    [
        ({"metric": "a"}, InvalidRequest, "Unknown client metrics configuration: metric"),
        ({"interval.ms": "99"}, InvalidRequest, "Invalid value 99 for interval.ms, interval must be between 100 and"),
        ({"interval.ms": "3600001"}, InvalidRequest, "3600000 \\(1 hour\\)"),
        ({"interval.ms": "soon"}, InvalidConfig, "Invalid value soon for configuration interval.ms"),
        ({"match": "client_id"}, InvalidConfig, "Illegal client matching pattern: client_id"),
        ({"match": "user=alice"}, InvalidConfig, "Illegal client matching pattern: user=alice"),
        ({"match": "client_id=("}, InvalidConfig, "Illegal client matching pattern"),
    ],
)
def test_what_cannot_be_is_refused_in_kafkas_words(texts, error, why):
    with pytest.raises(error, match=why):
        subscription("s", texts)


def test_a_subscription_has_a_name():
    with pytest.raises(InvalidRequest, match="Subscription name can't be empty"):
        subscription("", {})
