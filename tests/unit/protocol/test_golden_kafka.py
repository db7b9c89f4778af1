"""Messages that Kafka itself wrote: each whole, cut at its bytes, and with bytes behind it.

The bytes come from Kafka's own classes, 3.9.1's and 4.4.0's (tests/golden/README.md), in every version of every API
that is declared here, so nothing in this test can be wrong in the way that our codec is wrong.
"""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest

import kavka.protocol.messages
from kavka.protocol.codec import decode_message, decode_prefix, encode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.generator import generate
from kavka.protocol.generator.schema import Array, Struct

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
FILES = ("messages.jsonl", "messages_of_kafka_4.jsonl")
DECLARED = {message.name: message for messages in generate.declarations().values() for message in messages}
OUR_OWN_NAMES = {"request_api_key": "api_key", "request_api_version": "api_version"}  # in the request header
WHOLE_CUTS_MAX = 160
"""Vectors of up to so many bytes are cut at every byte; longer ones at the first and last 64 and each 7th between."""
LETTERS_AROUND = 8
"""But not where so many of one letter stand on either side: a long text is as short wherever it is cut, and texts are
four fifths of 28 kB, decoded up to each cut: minutes where coverage traces the decoder."""


def load():
    found = {}
    for line in [line for name in FILES for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]:
        vector = json.loads(line)
        found.setdefault(vector["name"], []).append(vector)
    return found


VECTORS = load()


def snake_case(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.replace("KRaft", "Kraft")).lower()


def part_of(cls, root, struct, values):
    """Kafka's JSON of a struct as ours."""
    fields = {field.name: field for field in struct.fields}
    made = {}
    for key, value in values.items():
        name = OUR_OWN_NAMES.get(snake_case(key), snake_case(key))
        made[name] = value_of(root, fields[name].type, value)
        field = fields[name]
        if field.tag >= 0 and field.nullable.high < 0 and isinstance(field.type, Struct) and made[name] is not None:
            # Such a tagged struct is not written where it has all defaults.
            made[name] = made[name] if made[name] != type(made[name])() else None
    return cls(**made)


def value_of(root, declared, value):
    if value is None:
        return None
    if isinstance(declared, Array):
        element = declared.element
        if isinstance(element, Struct):
            return [part_of(getattr(root, element.name), root, element, item) for item in value]
        return [value_of(root, element, item) for item in value]
    if isinstance(declared, Struct):
        return part_of(getattr(root, declared.name), root, declared, value)
    if declared.name in ("bytes", "records"):
        return base64.b64decode(value)
    return base64.urlsafe_b64decode(value + "==") if declared.name == "uuid" else value


def message_of(vector):
    cls = getattr(kavka.protocol.messages, vector["name"])
    message = part_of(cls, cls, DECLARED[vector["name"]].body, vector["values"])
    if "unknown" in vector:
        message.unknown_tagged_fields = tuple((tag, base64.b64decode(data)) for tag, data in vector["unknown"])
    return cls, vector["version"], message, bytes.fromhex(vector["hex"])


def cuts(data):
    size = len(data)
    if size <= WHOLE_CUTS_MAX:
        return range(size)
    between = [end for end in range(64, size - 64, 7) if not is_amid_one_letter(data, end)]
    return [*range(64), *between, *range(size - 64, size)]


def is_amid_one_letter(data, end):
    around = data[end - LETTERS_AROUND : end + LETTERS_AROUND]
    return around.isalpha() and len(set(around)) == 1


def test_every_message_and_version_has_two_vectors():
    expected = {
        (name, version) for name, m in DECLARED.items() for version in range(m.versions.low, m.versions.high + 1)
    }
    found = [(name, vector["version"]) for name, vectors in VECTORS.items() for vector in vectors]
    assert set(found) == expected
    assert len(found) == 2 * len(expected)


@pytest.mark.parametrize("name", VECTORS)
class TestVectors:
    def test_decode_to_kafkas_values(self, name):
        for vector in VECTORS[name]:
            cls, version, message, data = message_of(vector)
            assert decode_message(cls, version, data) == message, version
            assert decode_message(cls, version, b"head" + data, 4) == message, version

    def test_encode_to_kafkas_bytes(self, name):
        for vector in VECTORS[name]:
            _, version, message, data = message_of(vector)
            assert encode_message(message, version).hex() == data.hex(), version

    def test_every_truncation_is_a_decode_error(self, name):
        for vector in VECTORS[name]:
            cls, version, _, data = message_of(vector)
            for end in cuts(data):
                with pytest.raises(DecodeError):
                    decode_message(cls, version, data[:end])
                with pytest.raises(DecodeError):
                    decode_prefix(cls, version, data[:end])

    def test_trailing_data_is_a_decode_error_or_left_to_the_caller(self, name):
        for vector in VECTORS[name]:
            cls, version, message, data = message_of(vector)
            for behind in (b"\x00", b"\xff" * 9):
                with pytest.raises(DecodeError, match=f"{len(behind)} bytes behind its end"):
                    decode_message(cls, version, data + behind)
                assert decode_prefix(cls, version, data + behind) == (message, len(data))
