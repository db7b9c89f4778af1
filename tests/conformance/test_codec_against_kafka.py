"""Every message in every version, read and written by Kafka's own classes: the same bytes, the same refusals.

The judges are Kafka 4.4, which has dropped old versions, and 3.9.1, which has not; where both know a message and a
version, ours is held to both. Of share groups 3.9.1 had a preview with messages of other forms, which is not asked.

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

ANSWER_SECONDS_MAX = 300
PROBE = Path(__file__).with_name("CodecProbe.java")
UNKNOWN = "unknown"
UNKNOWN_TO_ALL_MAX = 100
"""Questions that no Kafka can answer: from versions that 3.9.1 lacks to those that 4.4 has dropped."""
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


def answers(kafka, asked):
    """What one Kafka says to each."""
    lines = [f"{cls.__name__} {version} {other} {data.hex()}\n" for cls, version, other, data in asked]
    return kafka.run(str(PROBE), stdin="".join(lines), seconds_max=ANSWER_SECONDS_MAX).splitlines()


def test_bytes_and_refusals_are_kafkas(tools, newest_coordinators):
    asked = list(questions())
    ours = [our_answer(*question) for question in asked]
    of_3_9 = [index for index, (cls, *_) in enumerate(asked) if "Share" not in cls.__name__]
    known = set()
    different = []
    for kafka, indexes in ((newest_coordinators, range(len(asked))), (tools, of_3_9)):
        theirs = answers(kafka, [asked[index] for index in indexes])
        for index, their in zip(indexes, theirs, strict=True):
            if their != UNKNOWN:
                known.add(index)
                if their != ours[index]:
                    cls, version, other, data = asked[index]
                    different.append(f"{cls.__name__} {version} {other} {data.hex()}"[:200])
    assert different == []
    assert len(asked) - len(known) < UNKNOWN_TO_ALL_MAX
    assert {asked[index][:2] for index in known} == {question[:2] for question in asked}, "some were not judged at all"
    assert ours.count("refused") > 100, "both kinds of answers have to occur"
