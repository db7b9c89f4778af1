"""Our codec and kio's agree on every message and version that both have: on bytes, and on what they read from them.

kio follows Kafka 4's definitions, which lack the oldest versions and everything that only brokers sent each other in
ZooKeeper's days. UNCOVERED lists that; plain construct and Kafka's own definitions cover it (test_codec_properties,
test_kafka_messages). Where kio is narrower than Kafka, the values keep to what kio can say:

- it refuses tagged fields that it does not know (KeyError), which Kafka skips, and has no place to write them from;
- it refuses error codes that it does not know, which Kafka reads as UNKNOWN_SERVER_ERROR;
- points in time are datetimes from 1970 to 9999 in whole seconds, where Kafka takes any int64 of milliseconds;
- spans are floats of seconds, exact to about 2^52 ms; NaN and the infinities are no float64 of its.
"""

from __future__ import annotations

import random

import pytest

from kavka.protocol.codec import decode_message, encode_message
from tests.support.protocol import kio_reference as kio
from tests.support.protocol.construct_reference import all_classes
from tests.support.protocol.random_messages import layout_for

SAMPLES = 20
"""Messages of each version in every run; the soak has SOAK_SAMPLES."""
SOAK_SAMPLES = 4000

UNCOVERED = {
    # Removed in Kafka 4 (KIP-896), with both messages of the API: versions before the one named.
    "Produce": range(3),
    "Fetch": range(4),
    "ListOffsets": range(1),
    "OffsetCommit": range(2),
    "OffsetFetch": range(1),
    "CreateTopics": range(2),
    "DeleteTopics": range(1),
    "OffsetForLeaderEpoch": range(2),
    "WriteTxnMarkers": range(1),
    "DescribeAcls": range(1),
    "CreateAcls": range(1),
    "DeleteAcls": range(1),
    "DescribeConfigs": range(1),
    "AlterReplicaLogDirs": range(1),
    "DescribeLogDirs": range(1),
    "CreateDelegationToken": range(1),
    "RenewDelegationToken": range(1),
    "ExpireDelegationToken": range(1),
    "DescribeDelegationToken": range(1),
    "AlterPartition": range(2),
    # Removed in Kafka 4 whole, together with ZooKeeper.
    "LeaderAndIsr": range(8),
    "StopReplica": range(5),
    "UpdateMetadata": range(9),
    "ControlledShutdown": range(4),
    # Newer than kio.
    "ApiVersions": (5,),
    "DeleteGroups": (3,),
    "TxnOffsetCommit": (6,),
    "StreamsGroupHeartbeat": (1,),
    "StreamsGroupDescribe": (1,),
    "StreamsGroupTopologyDescriptionUpdate": (0,),
}

REQUEST_HEADER_UNCOVERED = range(1)  # v0: only ControlledShutdown v0 has it


def versions_of(cls):
    """The versions that kio has of a message."""
    return [version for version in range(cls.MAX_VERSION + 1) if kio.entity_class(cls, version)]


def uncovered(cls):
    """The versions that it is known not to have."""
    if cls.__name__ == "RequestHeader":
        return list(REQUEST_HEADER_UNCOVERED)
    if cls.API_KEY < 0 and cls.__name__.endswith(("Key", "Value")):  # payloads of records are no messages to kio
        return list(range(cls.MAX_VERSION + 1))
    return list(UNCOVERED.get(cls.__name__.removesuffix("Request").removesuffix("Response"), ()))


CLASSES = all_classes()
COVERED = [cls for cls in CLASSES if len(uncovered(cls)) <= cls.MAX_VERSION]


def check(cls, version, rng):
    """One random message, there and back on both sides."""
    layout, entity_type = layout_for(cls, version), kio.entity_class(cls, version)
    message = kio.KioMessages(rng).make(cls, version)
    entity = kio.to_entity(message, layout, entity_type)
    ours, theirs = encode_message(message, version), kio.encode(entity)
    assert ours == theirs
    assert decode_message(cls, version, theirs) == message
    assert kio.decode(entity_type, ours) == entity


@pytest.mark.parametrize("cls", COVERED, ids=lambda cls: cls.__name__)
def test_bytes_and_values_are_those_of_kio(cls):
    rng = random.Random(cls.__name__)
    for version in versions_of(cls):
        for _ in range(SAMPLES):
            check(cls, version, rng)


@pytest.mark.soak
@pytest.mark.parametrize("cls", COVERED, ids=lambda cls: cls.__name__)
def test_bytes_and_values_are_those_of_kio_for_long(cls):
    rng = random.Random(f"soak {cls.__name__}")
    for version in versions_of(cls):
        for _ in range(SOAK_SAMPLES):
            check(cls, version, rng)


def test_what_kio_lacks_is_what_is_listed():
    for cls in CLASSES:
        assert versions_of(cls) == [
            v for v in range(cls.MIN_VERSION, cls.MAX_VERSION + 1) if v not in uncovered(cls)
        ], cls.__name__
    assert sum(len(versions_of(cls)) for cls in CLASSES) >= 460
