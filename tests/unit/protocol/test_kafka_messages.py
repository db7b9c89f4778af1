"""Field by field and version by version equal to Kafka 3.9's own message definitions, where those are at hand.

They are looked for beside the checkout, in ../shared/kafka-messages. They are data to check against, not a part of
the project, so without them the tests are skipped.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kavka.protocol import messages
from kavka.protocol.api_keys import BEYOND_3_9, PROFILES, ApiKey
from kavka.protocol.generator import generate
from kavka.protocol.generator.schema import Array, Struct, Versions
from kavka.protocol.messages import consumer_group_records
from tests.support.protocol.kafka_3_9 import KAFKA_3_9

DEFINITIONS = Path(__file__).resolve().parents[4] / "shared" / "kafka-messages"

OF_RECORDS = {
    *("OffsetCommitKey", "OffsetCommitValue", "GroupMetadataKey", "GroupMetadataValue"),
    *("TransactionLogKey", "TransactionLogValue"),
    *(message.name for message in consumer_group_records.MESSAGES),
}
"""Payloads of records, whose definitions are in the coordinators' jars, not in that folder; golden bytes hold these."""

OF_KAFKA_4 = {
    *("ConsumerGroupHeartbeatRequest", "ConsumerGroupHeartbeatResponse"),
    *("ConsumerGroupDescribeRequest", "ConsumerGroupDescribeResponse"),
    *("ListConfigResourcesRequest", "ListConfigResourcesResponse"),
    *(name for name in messages.__all__ if "Share" in name or "Streams" in name),
}
"""What Kafka 3.9 has in earlier versions, under other names, or not at all; golden bytes hold these, too."""

MESSAGES = {
    message.name: message
    for declared in generate.declarations().values()
    for message in declared
    if message.name not in OF_RECORDS | OF_KAFKA_4
}

pytestmark = pytest.mark.skipif(
    not DEFINITIONS.is_dir(),
    reason="Kafka's message definitions are not beside the checkout (../shared/kafka-messages)",
)

OUR_OWN_NAMES = {"request_api_key": "api_key", "request_api_version": "api_version"}  # in the request header
EMPTY = Versions(0, -1)


def definition(name):
    """Kafka's definition of a message: JSON with comments."""
    text = (DEFINITIONS / f"{name}.json").read_text(encoding="utf-8")
    return json.loads(re.sub(r'^\s*//.*$|(?<=[\s,{}\[\]])//[^"\n]*$', "", text, flags=re.MULTILINE))


def snake_case(name):
    name = name.replace("KRaft", "Kraft")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def cut(versions, within):
    """A range, cut to the versions that the message has."""
    found = Versions(max(versions.low, within.low), min(versions.high, within.high))
    return found if found.low <= found.high else EMPTY


def versions_of(text, within):
    """A range as Kafka writes it, cut in the same way."""
    return EMPTY if text is None or text == "none" else cut(Versions.parse(text), within)


def default_of(field):
    """Kafka's default of a field, as our Python value."""
    text, kind = field.get("default"), field["type"]
    if text == "null" or (text is None and "tag" in field and kind[0].isupper()):
        return None  # a single struct: absent is None here, a fresh struct in Kafka
    if kind.startswith("[]"):
        return ()
    if kind in ("string", "bytes", "records", "uuid"):
        return {"string": "", "bytes": b"", "records": b"", "uuid": bytes(16)}[kind]
    if kind == "bool":
        return text in ("true", True)
    return float(text or 0) if kind == "float64" else int(str(text or 0), 0)


def described(field, within, structs):
    """What matters about a field of Kafka's definition, with its inner fields."""
    kind = field["type"].removeprefix("[]")
    inner = field.get("fields") or structs.get(kind)
    name = snake_case(field["name"])
    return {
        "name": OUR_OWN_NAMES.get(name, name),
        "type": field["type"],
        "versions": versions_of(field["versions"], within),
        "nullable": versions_of(field.get("nullableVersions"), within),
        "default": default_of(field),
        "ignorable": field.get("ignorable") in (True, "true"),
        "tag": field.get("tag", -1),
        "tagged": versions_of(field.get("taggedVersions"), within),
        "compact": field.get("flexibleVersions") != "none",
        "fields": [described(f, within, structs) for f in inner] if inner else [],
    }


def ours(field, within, last):
    """The same about a field that is declared here; one that Kafka 4 took out of a later version is ignorable there."""
    declared = field.type
    inner = declared.element if isinstance(declared, Array) else declared
    prefix = "[]" if isinstance(declared, Array) else ""
    return {
        "name": field.name,
        "type": prefix + inner.name,
        "versions": cut(field.versions, within),
        "nullable": cut(field.nullable, within),
        "default": field.default,
        "ignorable": field.ignorable and not within.high <= field.versions.high < last,
        "tag": field.tag,
        "tagged": cut(field.tagged, within),
        "compact": field.compact,
        "fields": [ours(f, within, last) for f in inner.fields if cut(f.versions, within) != EMPTY]
        if isinstance(inner, Struct)
        else [],
    }


@pytest.mark.parametrize("name", MESSAGES)
def test_the_declaration_is_kafkas(name):
    message, theirs = MESSAGES[name], definition(name)
    assert message.api_key == theirs.get("apiKey", -1)
    within = Versions.parse(theirs["validVersions"])
    assert cut(message.versions, within) == within  # it may have later versions, which Kafka 4 brought
    assert versions_of(theirs["flexibleVersions"], within) == cut(message.flexible, within)
    structs = {struct["name"]: struct["fields"] for struct in theirs.get("commonStructs", [])}
    expected = [described(field, within, structs) for field in theirs["fields"]]
    last = message.versions.high
    declared = [field for field in message.body.fields if cut(field.versions, within) != EMPTY]
    assert [ours(field, within, last) for field in declared] == expected


def test_the_definitions_say_what_is_compared():
    """A folder that lost a file, or a reader that skips what it does not understand, must not pass."""
    assert {path.stem for path in DEFINITIONS.glob("*.json")} >= set(MESSAGES)
    kinds = {"versions", "flexibleVersions", "taggedVersions", "tag", "nullableVersions", "default", "ignorable"}
    assert all(kind in " ".join(map(json.dumps, map(definition, MESSAGES))) for kind in kinds)


@pytest.mark.parametrize("name", PROFILES)
def test_every_version_of_a_profile_is_one_of_kafkas(name):
    for key, (low, high) in PROFILES[name].items():
        for message in (m for m in MESSAGES.values() if m.api_key == key):
            versions = Versions.parse(definition(message.name)["validVersions"])
            assert low in versions
            assert high in versions


def test_the_table_of_kafka_3_9_is_what_its_definitions_say():
    found = {}
    for path in DEFINITIONS.glob("*Request.json"):
        request = definition(path.stem)
        if "zkBroker" in request.get("listeners", ()):
            assert not request.get("latestVersionUnstable", False)
            found[request["apiKey"]] = Versions.parse(request["validVersions"]).high
    assert found == KAFKA_3_9


def test_no_api_of_a_zookeeper_broker_is_missing():
    """Beyond Kafka 3.0's profile, and so left out: Envelope (58), which only KRaft brokers forward with, and the new
    consumer groups of 3.7 (68, 69).
    """
    present = set()
    for path in DEFINITIONS.glob("*Request.json"):
        found = definition(path.stem)
        if "zkBroker" in found.get("listeners", ()):
            present.add(found["apiKey"])
    declared = {message.api_key for message in MESSAGES.values()} - {-1}
    assert present - declared == {58, 68, 69}
    # Only a plugin of Kafka's wants descriptions of topologies (decision 0112).
    assert declared - present <= set(BEYOND_3_9) | {ApiKey.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE}
