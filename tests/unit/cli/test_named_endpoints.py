"""Where a broker's admin endpoint is, by what its configuration tells any client."""

from __future__ import annotations

import pytest

from kavka.cli.named_endpoints import endpoint_url
from kavka.client.metadata import BrokerAddress

BROKER = BrokerAddress(1, "broker.example", 9192)


@pytest.mark.parametrize(
    ("listener", "listeners", "url"),
    [
        ("127.0.0.1:9644", "PLAINTEXT://:9092", "http://127.0.0.1:9644"),
        ("127.0.0.1", "PLAINTEXT://127.0.0.1:9092,SSL://127.0.0.1:9093", "http://127.0.0.1:19092"),
        ("127.0.0.1", "PLAINTEXT://127.0.0.1:0", "http://127.0.0.1:19192"),
        ("0.0.0.0:9644", "PLAINTEXT://:9092", "http://broker.example:9644"),
        ("[::1]:9644", "PLAINTEXT://:9092", "http://[::1]:9644"),
        ("", "PLAINTEXT://:9092", None),
        ("127.0.0.1:0", "PLAINTEXT://:9092", None),
        ("127.0.0.1", "PLAINTEXT://:60000", None),
        ("127.0.0.1:x", "PLAINTEXT://:9092", None),
    ],
)
def test_an_endpoint_is_where_the_configuration_says(listener, listeners, url):
    assert endpoint_url({"kavka.admin.listener": listener, "listeners": listeners}, BROKER) == url


def test_a_broker_that_is_not_kavkas_has_none():
    assert endpoint_url({"listeners": "PLAINTEXT://:9092"}, BROKER) is None
