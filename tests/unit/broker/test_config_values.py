"""Configuration as attributes: each key in the scope where it counts, of the type that its row in the tables says."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from kavka.broker.config import values
from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.types import Use
from kavka.broker.config.values import BROKER_ATTRIBUTES, LISTENER_ATTRIBUTES, MECHANISM_ATTRIBUTES

BASE = {
    "zookeeper.connect": "z:1",
    "listeners": "INSIDE://:9092,OUTSIDE://:9093",
    "listener.security.protocol.map": "INSIDE:SASL_SSL,OUTSIDE:SASL_SSL",
    "inter.broker.listener.name": "INSIDE",
}
TYPES = {"bool": (bool,), "int": (int,), "float": (float, int), "str": (str,), "list[str]": (list,)}


def config(**properties):
    return BrokerConfig.from_properties(BASE | {name.replace("__", "."): text for name, text in properties.items()})


def declared():
    """Class → attribute → the words of its type, as mypy reads them."""
    stub = ast.parse(Path(values.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    return {
        node.name: {
            line.target.id: ast.unparse(line.annotation.slice) for line in node.body if isinstance(line, ast.AnnAssign)
        }
        for node in stub.body
        if isinstance(node, ast.ClassDef)
    }


@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_every_attribute_has_the_type_that_is_declared(version):
    settings = config(inter__broker__protocol__version=version)
    listener = settings.of_listener("OUTSIDE")
    owners = {
        "BrokerValues": settings,
        "ListenerValues": listener,
        "MechanismValues": listener.of_mechanism("PLAIN"),
    }
    wrong = []
    for class_name, attributes in declared().items():
        for attribute, words in attributes.items():
            kind, _, none = words.partition(" | ")
            value = getattr(owners[class_name], attribute)
            if not (value is None and none) and type(value) not in TYPES[kind]:
                wrong.append((attribute, words, value))
    assert wrong == []


def test_an_attribute_is_the_value_of_its_key():
    settings = config(replica__lag__time__max__ms="12345", log__cleanup__policy="compact,delete", broker__rack="r1")
    assert (settings.replica_lag_time_max_ms, settings["replica.lag.time.max.ms"]) == (12345, 12345)
    assert settings.log_cleanup_policy == ["compact", "delete"]
    assert settings.broker_rack == "r1"
    assert all(getattr(settings, attribute) == settings[name] for attribute, name in BROKER_ATTRIBUTES.items())


def test_a_dynamic_value_is_in_another_object():
    before = config(log__cleaner__threads="2")
    after = before.with_dynamic({"log.cleaner.threads": "3"}, {"log.cleaner.threads": "4"})
    assert (before.log_cleaner_threads, after.log_cleaner_threads) == (2, 4)
    assert after.with_dynamic({"log.cleaner.threads": "3"}, {}).log_cleaner_threads == 3


def test_a_listener_has_its_own_or_everybody_s():
    settings = config(
        **{
            "ssl.client.auth": "required",
            "listener.name.outside.ssl.client.auth": "none",
            "connections.max.reauth.ms": "5000",
            "listener.name.outside.plain.connections.max.reauth.ms": "7000",
            "listener.name.outside.max.connections": "9",
        }
    )
    inside, outside = settings.of_listener("INSIDE"), settings.of_listener("OUTSIDE")
    assert (inside.ssl_client_auth, inside.has_own_client_auth) == ("required", False)
    assert (outside.ssl_client_auth, outside.has_own_client_auth) == ("none", True)
    assert outside.connections_max_reauth_ms == 5000
    assert outside.of_mechanism("PLAIN").connections_max_reauth_ms == 7000
    assert outside.of_mechanism("SCRAM-SHA-256").connections_max_reauth_ms is None
    assert (outside.connections_max, inside.connections_max, settings.max_connections) == (9, 2**31 - 1, 2**31 - 1)


def test_what_has_no_effect_and_what_a_listener_has_for_itself_cannot_be_read_of_the_broker():
    for name in {name for name, key in KEYS.items() if key.use is not Use.USED} | {"ssl.keystore.location"}:
        assert name not in BROKER_ATTRIBUTES.values()
    assert not hasattr(config(), "num_io_threads")
    assert not hasattr(config(), "ssl_keystore_location")
    assert not (BROKER_ATTRIBUTES.keys() & LISTENER_ATTRIBUTES.keys())
    assert {"sasl.jaas.config", "connections.max.reauth.ms"} <= set(MECHANISM_ATTRIBUTES.values())
