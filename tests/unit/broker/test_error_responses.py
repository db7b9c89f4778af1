"""Every API's error response, held byte for byte to a record: API, version, digest of what many requests are answered.

The record was made with the functions that were written by hand for each API, before they gave way to the schema.
`python -m tests.unit.broker.test_error_responses` writes it anew, which only a deliberate change of the
wire may ask for.
"""

from __future__ import annotations

import copy
import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kavka.broker.requests.error_responses import error_response
from kavka.broker.requests.served_apis import HANDLERS
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message, encode_message, request_class
from kavka.protocol.errors import (
    CorruptMessage,
    EncodeError,
    InvalidRecord,
    KafkaError,
    UnknownServerError,
    UnknownTopicOrPartition,
)
from kavka.protocol.message import Part
from tests.support.protocol.random_messages import RandomMessages

GOLDEN = Path(__file__).parents[2] / "golden" / "error_responses.txt"
ROUNDS = 12
ERRORS = (UnknownServerError("for the test"), UnknownTopicOrPartition("there is none"), CorruptMessage(""))


def requests(api: ApiKey, version: int) -> Iterator[Any]:
    """Yields random requests as they are decoded, with repeated items; produce requests want a response, but one."""
    cls = request_class(api)
    rng = random.Random(int(api) * 100 + version)
    maker = RandomMessages(rng)
    for number in range(ROUNDS):
        request = maker.make(cls, version)
        if number % 2:
            repeat_items(rng, request)
        if api is ApiKey.PRODUCE and number:
            request.acks = -1
        try:
            yield decode_message(cls, version, encode_message(request, version))
        except UnicodeEncodeError:
            continue


def repeat_items(rng: random.Random, part: Any) -> None:
    """Adds to each list an item that it has already."""
    for field in part.__slots__:
        value = getattr(part, field)
        if isinstance(value, list) and value:
            for item in value:
                if isinstance(item, Part):
                    repeat_items(rng, item)
            value.insert(rng.randint(0, len(value)), copy.deepcopy(rng.choice(value)))


def digest(api: ApiKey, version: int) -> str:
    """Returns the digest of the error responses to many requests."""
    found = hashlib.sha256()
    for request in requests(api, version):
        for error in ERRORS:
            found.update(encoded(request, error, version) + b"|")
    return found.hexdigest()[:20]


def encoded(request: Any, error: KafkaError, version: int) -> bytes:
    """Returns the error response's bytes, or a word where there are none."""
    response = error_response(request, error)
    if response is None:
        return b"none"
    try:
        return bytes(encode_message(response, version))
    except EncodeError:
        return b"none in this version"


def versions() -> Iterator[tuple[ApiKey, int]]:
    """Yields every API that has a handler, in each version that is declared."""
    for api in sorted(HANDLERS):
        cls = request_class(api)
        for version in range(cls.MIN_VERSION, cls.MAX_VERSION + 1):
            yield api, version


RECORD = {} if not GOLDEN.exists() else dict(line.rsplit(" ", 1) for line in GOLDEN.read_text().splitlines())


@pytest.mark.parametrize(("api", "version"), list(versions()))
def test_the_error_response_is_the_one_that_was_written_by_hand(api: ApiKey, version: int) -> None:
    assert digest(api, version) == RECORD[f"{api.name} {version}"]


def test_the_record_has_nothing_else() -> None:
    assert set(RECORD) == {f"{api.name} {version}" for api, version in versions()}


def test_what_a_produce_error_says_of_single_records_is_passed_on() -> None:
    error: Any = InvalidRecord("two are bad")
    error.record_errors = [(3, "too old"), (5, "no key")]
    cls: Any = request_class(ApiKey.PRODUCE)
    data = cls.PartitionProduceData(index=7, records=b"")
    asked = cls(acks=1, topic_data=[cls.TopicProduceData(name="t", partition_data=[data])])
    response: Any = error_response(asked, error)
    [result] = response.responses[0].partition_responses
    assert [(each.batch_index, each.batch_index_error_message) for each in result.record_errors] == error.record_errors


if __name__ == "__main__":
    GOLDEN.write_text("".join(f"{api.name} {version} {digest(api, version)}\n" for api, version in versions()))
