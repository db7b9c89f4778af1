"""Messages as JSON: every message in every version shows exactly the fields that the declaration has there."""

from __future__ import annotations

import json

import pytest

from kavka.broker.requests.message_json import ITEMS_MAX, message_json, records_json, topics_in
from kavka.protocol.generator import generate
from kavka.protocol.generator.schema import Array, Struct
from kavka.protocol.messages import (
    AlterUserScramCredentialsRequest,
    FetchResponse,
    MetadataRequest,
    SaslAuthenticateRequest,
)

MESSAGES = [message for messages in generate.declarations().values() for message in messages]


def _filled(message_class, owner, part, version):
    """An instance with one element in every list of structs, so that nested fields are seen."""
    instance = message_class()
    for field in part.fields:
        kind = field.type.element if isinstance(field.type, Array) else field.type
        if isinstance(kind, Struct) and version in field.versions:
            inner = _filled(getattr(owner, kind.name), owner, kind, version)
            setattr(instance, field.name, [inner] if isinstance(field.type, Array) else inner)
    return instance


def _expected(part, version):
    shown = {}
    for field in part.fields:
        if version in field.versions:
            kind = field.type.element if isinstance(field.type, Array) else field.type
            shown[field.name] = _expected(kind, version) if isinstance(kind, Struct) else None
    return shown


def _names(value):
    if isinstance(value, list):
        return _names(value[0]) if value else None
    return {name: _names(item) for name, item in value.items()} if isinstance(value, dict) else None


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.name)
def test_the_fields_of_every_version_are_those_of_its_declaration(message):
    import kavka.protocol.messages

    owner = getattr(kavka.protocol.messages, message.name)
    for version in range(message.versions.low, message.versions.high + 1):
        shown = message_json(_filled(owner, owner, message.body, version), version)
        json.dumps(shown)
        expected = _expected(message.body, version)
        assert list(shown) == list(expected), version
        for name, inner in expected.items():
            if inner is not None:
                assert _names(shown[name]) is not None
                assert set(_names(shown[name])) == set(inner), (name, version)


def test_credentials_are_never_shown():
    shown = json.dumps(message_json(SaslAuthenticateRequest(auth_bytes=b"\0me\0hunter2"), 1))
    assert b"hunter2".hex() not in shown
    upsertion = AlterUserScramCredentialsRequest.ScramCredentialUpsertion(
        name="me", mechanism=1, iterations=4096, salt=b"salt", salted_password=b"pepper"
    )
    shown = json.dumps(message_json(AlterUserScramCredentialsRequest(upsertions=[upsertion]), 0))
    assert b"pepper".hex() not in shown
    assert b"salt".hex() not in shown


def test_long_lists_and_bytes_are_cut_and_say_so():
    topics = [MetadataRequest.MetadataRequestTopic(name=str(number)) for number in range(ITEMS_MAX + 5)]
    shown = message_json(MetadataRequest(topics=topics), 9)
    assert len(shown["topics"]) == ITEMS_MAX + 1
    assert shown["topics"][-1] == "and 5 more"
    assert list(topics_in(MetadataRequest(topics=topics))) == [*map(str, range(ITEMS_MAX + 5))], "none is cut off here"


@pytest.mark.parametrize("records", [b"", b"short", b"\0" * 16 + b"\x01" + b"old format", b"\xff" * 16 + b"\x02" * 60])
def test_records_that_are_none_are_shown_without_a_failure(records):
    partition = FetchResponse.PartitionData(partition_index=0, records=memoryview(records))
    topic = FetchResponse.FetchableTopicResponse(topic="t", partitions=[partition])
    shown = message_json(FetchResponse(responses=[topic]), 11)
    assert shown["responses"][0]["partitions"][0]["records"]["bytes"] == len(records)
    assert records_json(records)["bytes"] == len(records)
