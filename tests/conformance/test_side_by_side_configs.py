"""Every key of a broker and of a topic altered in the same ways, at Apache Kafka and at this broker: the same codes.

    key × (for one broker, for all) × (its value, none, nonsense, negative, empty, 0, 1, huge, append, subtract)

Only validated, but for a few that are described again afterwards. Where the answers differ, `BROKER_DIFFERENCES` and
its kin say so, with the reason; a row there that is no difference any more fails the test, too.
"""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.config.listener_keys import LISTENER_KEYS
from kavka.client.connection import Connection
from kavka.protocol import messages as m
from kavka.protocol.errors import ErrorCode
from tests.support.kafka.pairs import (
    APPEND,
    BOTH,
    DELETE,
    SET,
    SUBTRACT,
    TOPIC_RESOURCE,
    altered,
    apache,
    described,
    ours,
)

pytestmark = [pytest.mark.conformance]

SETTINGS = {
    "offsets.topic.replication.factor": "1",
    "password.encoder.secret": "encoder",
    "inter.broker.protocol.version": "3.9",  # the profile that lists all keys
}
OWN, DEFAULT = "0", ""
DEADLINE = 60
AT_ONCE = 20
"""Requests that wait for their answers: each has its own deadline, on a machine that may be busy."""

CASES = {
    "none": (DELETE, None),
    "nonsense": (SET, "@"),
    "negative": (SET, "-7"),
    "empty": (SET, ""),
    "0": (SET, "0"),
    "1": (SET, "1"),
    "huge": (SET, "9" * 30),
    "append": (APPEND, "a"),
    "subtract": (SUBTRACT, "a"),
}
FIXED_CASES = ("none", "1")
"""What is asked of keys that neither lets change."""

_CLASS = "no value is loaded as a class here, and none stands for no class"
_JAAS = "it must name listener and mechanism, where it has an effect"
_RETENTION = "a negative number that is not -1 is a slip of the pen"
_RANGE = "the range that Kafka's own pages give is held to"
_GZIP = "it has no effect here, and 0 lies within its bounds"
BROKER_DIFFERENCES = {
    "compression.gzip.level": ({"0"}, _GZIP),
    "log.cleaner.threads": ({"0"}, "Kafka divides by it; here 0 stops the cleaner, as log.cleaner.enable does"),
    "log.retention.bytes": ({"negative"}, _RETENTION),
    "log.retention.ms": ({"negative"}, _RETENTION),
    "ssl.engine.factory.class": ({"empty"}, _CLASS),
    "sasl.jaas.config": ({"value", "nonsense", "negative", "0", "1", "huge"}, _JAAS),
    "sasl.login.refresh.buffer.seconds": ({"negative"}, _RANGE),
    "sasl.login.refresh.min.period.seconds": ({"negative"}, _RANGE),
    "sasl.login.refresh.window.factor": ({"negative", "0", "huge"}, _RANGE),
    "sasl.login.refresh.window.jitter": ({"negative", "1", "huge"}, _RANGE),
}
TOPIC_DIFFERENCES = {
    "compression.gzip.level": ({"0"}, _GZIP),
    "message.format.version": (
        {"nonsense", "negative", "empty", "0", "1", "huge"},
        "it has no effect, whatever it says",
    ),
}
_FILE = "who may alter configuration may not name files of bearer tokens' keys"
LISTENER_DIFFERENCES = {
    "principal.builder.class": ({"value"}, _CLASS),
    "sasl.jaas.config": ({"value", "nonsense"}, _JAAS),
    "sasl.oauthbearer.jwks.endpoint.url": ({"value", "nonsense"}, _FILE),
    "sasl.oauthbearer.token.endpoint.url": ({"value", "nonsense"}, _FILE),
}


@pytest.fixture(scope="module")
def started(tools, tmp_path_factory):
    with (
        apache(tools, tmp_path_factory.mktemp("configs"), SETTINGS) as kafka,
        ours(tmp_path_factory.mktemp("configs"), SETTINGS) as kavka,
    ):
        yield {"kafka": kafka, "kavka": kavka}


@pytest.fixture
async def both(started):
    """A connection to each."""
    kafka, kavka = (started[name].bootstrap.split(":") for name in BOTH)
    async with (
        await Connection.open(kafka[0], int(kafka[1]), client_id="side by side") as theirs,
        await Connection.open(kavka[0], int(kavka[1]), client_id="side by side") as own,
    ):
        yield theirs, own


async def codes(connection, resource, changes, **options):
    """What each change by itself would be answered."""
    found = []
    for begin in range(0, len(changes), AT_ONCE):
        batch = changes[begin : begin + AT_ONCE]
        answers = (altered(connection, resource, change, validate_only=True, **options) for change in batch)
        found += [code for code, _ in await asyncio.gather(*answers)]
    return found


async def differences(both, asked, resources, **options):
    """Key → the cases that were answered otherwise; asked: (key, case, the change at Kafka, that at ours)."""
    found: dict[str, set[str]] = {}
    for resource in resources:
        theirs, own = await asyncio.gather(
            codes(both[0], resource, [change for _, _, change, _ in asked], **options),
            codes(both[1], resource, [change for _, _, _, change in asked], **options),
        )
        for (key, case, _, _), their_code, our_code in zip(asked, theirs, own, strict=True):
            if their_code != our_code:
                found.setdefault(key, set()).add(case)
    return found


def cases_of(key, theirs, own, cases):
    """Every case of a key; its own value may not be the same in both."""
    values = [(key, SET, "x" if entry.value is None else entry.value) for entry in (theirs, own)]
    return [(key, "value", *values), *((key, case, (key, *CASES[case]), (key, *CASES[case])) for case in cases)]


def named(table):
    return {key: cases for key, (cases, _) in table.items()}


@pytest.mark.timeout(600)
async def test_every_key_of_a_broker_is_altered_as_kafkas(both):
    theirs, own = [await described(connection, OWN) for connection in both]
    asked = []
    for key in sorted(theirs.keys() & own.keys()):
        is_fixed = theirs[key].read_only and own[key].read_only
        asked += cases_of(key, theirs[key], own[key], FIXED_CASES if is_fixed else CASES)
    assert await differences(both, asked, (OWN, DEFAULT)) == named(BROKER_DIFFERENCES)


@pytest.mark.timeout(600)
async def test_every_key_of_a_listener_is_altered_as_kafkas(both):
    """Of the one that speaks no TLS; `test_side_by_side_tls` has the other."""
    theirs, own = [await described(connection, OWN) for connection in both]
    asked = []
    for key in sorted(LISTENER_KEYS & theirs.keys() & own.keys()):
        for found, case, *changes in cases_of(key, theirs[key], own[key], ("none", "nonsense")):
            prefixed = [(f"listener.name.plaintext.{name}", *rest) for name, *rest in changes]
            asked.append((found, case, *prefixed))
    assert await differences(both, asked, (OWN, DEFAULT)) == named(LISTENER_DIFFERENCES)


@pytest.mark.timeout(600)
async def test_every_key_of_a_topic_is_altered_as_kafkas(both):
    wanted = m.CreateTopicsRequest.CreatableTopic(name="configured", num_partitions=1, replication_factor=1)
    for connection in both:
        answer = await connection.request(m.CreateTopicsRequest(topics=[wanted], timeout_ms=10_000), version=3)
        assert answer.topics[0].error_code == 0
    theirs, own = [await described(connection, "configured", TOPIC_RESOURCE) for connection in both]
    asked = []
    for key in sorted(theirs.keys() & own.keys()):
        asked += cases_of(key, theirs[key], own[key], CASES)
    found = await differences(both, asked, ("configured",), kind=TOPIC_RESOURCE)
    assert found == named(TOPIC_DIFFERENCES)


ODD = {
    "another broker": ("7", [("log.retention.ms", SET, "5")]),
    "no number": ("x", [("log.retention.ms", SET, "5")]),
    "no value": (OWN, [("log.retention.ms", SET, None)]),
    "twice": (OWN, [("log.retention.ms", SET, "5"), ("log.retention.ms", DELETE, None)]),
    "no operation": (OWN, [("log.retention.ms", 9, "5")]),
    "one of two is fixed": (OWN, [("log.retention.ms", SET, "5"), ("broker.id", SET, "5")]),
    "one of two is none": (OWN, [("log.retention.ms", SET, "5"), ("log.segment.bytes", SET, "x")]),
    "unset and unknown": (OWN, [("no.such.key", DELETE, None)]),
    "a listener without protocol": (OWN, [("listeners", SET, "PLAINTEXT://127.0.0.1:1,EXTRA://127.0.0.1:2")]),
    "another protocol": (OWN, [("listener.security.protocol.map", SET, "PLAINTEXT:SSL")]),
    "without the brokers' listener": (OWN, [("listeners", SET, "SSL://127.0.0.1:2")]),
    "one name twice": (OWN, [("listeners", SET, "PLAINTEXT://127.0.0.1:1,PLAINTEXT://127.0.0.1:2")]),
    "one port twice": (OWN, [("listeners", SET, "PLAINTEXT://127.0.0.1:1,SSL://127.0.0.1:1")]),
    "no listener": (OWN, [("listeners", SET, ",")]),
    "advertised, unknown": (OWN, [("advertised.listeners", SET, "NONE://h:1")]),
    "advertised everywhere": (OWN, [("advertised.listeners", SET, "PLAINTEXT://0.0.0.0:1")]),
    "a listener's for all": (DEFAULT, [("listener.name.plaintext.max.connections", SET, "100")]),
    "a listener's limit of 0": (OWN, [("listener.name.plaintext.max.connections", SET, "0")]),
    "a listener's threads": (OWN, [("listener.name.plaintext.num.network.threads", SET, "6")]),
    "too many of them": (OWN, [("listener.name.plaintext.num.network.threads", SET, "7")]),
    "a reporter that is no class": (OWN, [("metric.reporters", SET, "a.B")]),
    "throttled": (DEFAULT, [("leader.replication.throttled.rate", SET, "5")]),
    "throttled below 0": (OWN, [("follower.replication.throttled.rate", SET, "-1")]),
    "an item more": (OWN, [("log.cleanup.policy", APPEND, "compact")]),
    "an item less": (OWN, [("log.cleanup.policy", SUBTRACT, "delete")]),
}
ODD_DIFFERENCES = {
    "unknown": ((OWN, [("no.such.key", SET, "5")]), (0, ErrorCode.INVALID_REQUEST), "plug-ins may want it; none here"),
    "of no listener": (
        (OWN, [("listener.name.none.ssl.client.auth", SET, "none")]),
        (0, ErrorCode.INVALID_REQUEST),
        "one that may come; here it comes in the same request, or it is a slip of the pen",
    ),
    "an item more for the unknown": (
        (OWN, [("no.such.key", APPEND, "5")]),
        (ErrorCode.UNKNOWN_SERVER_ERROR, ErrorCode.INVALID_CONFIG),
        "Kafka's own slip",
    ),
}


@pytest.mark.parametrize("odd", ODD)
async def test_odd_alterations_are_answered_alike(both, odd):
    resource, changes = ODD[odd]
    theirs, own = [await altered(connection, resource, *changes, validate_only=True) for connection in both]
    assert own[0] == theirs[0], (theirs, own)


@pytest.mark.parametrize("odd", ODD_DIFFERENCES)
async def test_odd_alterations_that_are_answered_otherwise(both, odd):
    (resource, changes), expected, _ = ODD_DIFFERENCES[odd]
    found = [(await altered(connection, resource, *changes, validate_only=True))[0] for connection in both]
    assert tuple(found) == expected


def shown(entry):
    """What a tool sees of a key."""
    synonyms = [(synonym.name, synonym.value, synonym.source) for synonym in entry.synonyms]
    return entry.value, entry.config_source, entry.read_only, entry.is_sensitive, synonyms


LAYERS = {
    "log.retention.ms": ("5000", "6000"),
    "log.cleanup.policy": ("compact", "compact,delete"),
    "log.segment.bytes": ("1000000", "2000000"),
    "max.connections": ("1000", "2000"),
    "num.io.threads": ("9", "10"),
    "min.insync.replicas": ("1", "2"),
    "compression.type": ("lz4", "zstd"),
}
"""Key → what is set for all brokers, and what for the one."""


@pytest.mark.parametrize("key", LAYERS)
async def test_what_was_altered_is_described_as_by_kafka(both, key):
    for_all, for_one = LAYERS[key]
    steps = [
        (DEFAULT, (key, SET, for_all)),
        (OWN, (key, SET, for_one)),
        (DEFAULT, (key, DELETE, None)),
        (OWN, (key, DELETE, None)),
    ]
    for resource, change in steps:
        before = [shown((await described(connection, OWN))[key]) for connection in both]
        for connection in both:
            assert await altered(connection, resource, change) == (0, None)
        # Both hear of it by ZooKeeper, and Kafka shows the value a moment before the layers that it is from.
        deadline = asyncio.get_running_loop().time() + DEADLINE
        theirs, own = before
        while theirs == before[0] or own == before[1] or own != theirs:
            assert asyncio.get_running_loop().time() < deadline, (theirs, own)
            theirs, own = [shown((await described(connection, OWN))[key]) for connection in both]
