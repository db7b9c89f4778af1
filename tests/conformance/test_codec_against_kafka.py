"""Every message in every version, read and written by Kafka's own classes: the same bytes, the same refusals.

A message that is written in another version than it was read in shows the rules for fields that the version lacks:
what is ignorable is dropped, anything else that is not the default is refused.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import EncodeError
from tests.support.protocol.construct_reference import all_classes
from tests.support.protocol.random_messages import RandomMessages

pytestmark = [pytest.mark.conformance]

PROBE = Path(__file__).with_name("CodecProbe.java")
SAMPLES = 8
"""Of each version: so many go back into it, as many into another one."""


def questions():
    """(class, version it was written in, version to write next, bytes) for everything that is declared."""
    rng = random.Random("kafka")
    full = RandomMessages(rng, unknown_tags=0.2)
    sparse = RandomMessages(rng, sparse=0.5, unknown_tags=0.05)
    for cls in all_classes():
        for version in range(cls.MIN_VERSION, cls.MAX_VERSION + 1):
            for _ in range(SAMPLES):
                yield cls, version, version, encode_message(full.make(cls, version), version)
                other = rng.randint(cls.MIN_VERSION, cls.MAX_VERSION)
                yield cls, version, other, encode_message(sparse.make(cls, version), version)


def our_answer(cls, version, other, data):
    """The bytes in hex, or that the version cannot carry the values."""
    try:
        return encode_message(decode_message(cls, version, data), other).hex()
    except EncodeError:
        return "refused"


def test_bytes_and_refusals_are_kafkas(tools):
    asked = list(questions())
    lines = [f"{cls.__name__} {cls.API_KEY} {version} {other} {data.hex()}" for cls, version, other, data in asked]
    theirs = tools.run(str(PROBE), stdin="\n".join(lines) + "\n").splitlines()
    ours = [our_answer(*question) for question in asked]
    different = [line[:200] for line, our, their in zip(lines, ours, theirs, strict=True) if our != their]
    assert different == []
    assert ours.count("refused") > 100, "both kinds of answers have to occur"
