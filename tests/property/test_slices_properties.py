"""Big messages taken apart: a request's slices are the request, and a response written in pieces is the response.

1. The scan counts every item, and ends where the request ends; the slices put together again are the request.
2. A response written a few elements at a time has the bytes that it has when it is written at once.
3. What is answered to the slices, joined, is what is answered to the whole, one element a topic.
4. Damaged bytes that the decoder refuses are refused by the scan or by a slice, with DecodeError.
"""

from __future__ import annotations

import copy
import importlib
import random
from itertools import count

import pytest

from kavka.broker.requests.error_responses import error_response
from kavka.broker.requests.served_apis import HANDLERS
from kavka.common.steps import at_once
from kavka.protocol.codec import decode_message, encode_message, request_class, response_class
from kavka.protocol.errors import DecodeError, NotController
from kavka.protocol.generator.layout import Optional
from kavka.protocol.header import encode_request_frame
from kavka.protocol.message import Part
from kavka.protocol.messages import LeaderAndIsrRequest, StopReplicaRequest, UpdateMetadataRequest
from kavka.protocol.request_pieces import preparing
from kavka.protocol.request_slices import RequestScan, extend
from kavka.protocol.response_pieces import ResponseWriter, is_written_in_pieces
from tests.support.protocol.random_messages import RandomMessages, layout_for

APIS = sorted(HANDLERS)
ROUNDS = 12
SPLIT_BY_THEIR_ERRORS = [
    "ListOffsets", "OffsetCommit", "OffsetFetch", "OffsetForLeaderEpoch", "DeleteRecords", "TxnOffsetCommit",
    "WriteTxnMarkers", "DescribeProducers", "DescribeTransactions", "DescribeGroups", "DeleteGroups", "Metadata",
    "AlterReplicaLogDirs", "FindCoordinator", "DescribeConfigs", "AlterConfigs", "IncrementalAlterConfigs",
    "CreateAcls", "DeleteAcls", "AlterClientQuotas", "AlterPartitionReassignments", "DeleteTopics", "Fetch",
]  # fmt: skip


def versions(classes):
    return [(cls, version) for cls in classes for version in range(cls.MIN_VERSION, cls.MAX_VERSION + 1)]


def name(value):
    return getattr(value, "__name__", str(value))


def scanned(cls, version, data, position=0, *, slice_items=3):
    scan = RequestScan(cls, version, data, position, slice_items=slice_items)
    while not scan.advance():
        pass
    return scan


def items_in(value, layout):
    """Elements of all arrays, and tagged fields, as somebody counts who has the objects."""
    if isinstance(value, list):
        element = layout.element
        return len(value) + sum(items_in(each, element) for each in value if isinstance(each, Part))
    if not isinstance(value, Part):
        return 0
    layout = layout.group if isinstance(layout, Optional) else layout
    count = sum(items_in(getattr(value, member.name), member.layout) for member in layout.members)
    known = 0
    for member in layout.tagged:
        held = getattr(value, member.name)
        if isinstance(held, Part):
            known += held != type(held)()
        else:
            known += held not in (member.default, []) if member.default == () else held != member.default
    return count + known + (len(value.unknown_tagged_fields) if layout.flexible else 0)


@pytest.mark.parametrize(("cls", "version"), versions(map(request_class, APIS)), ids=name)
def test_the_slices_of_a_request_are_the_request(cls, version):
    rng = random.Random(version)
    maker = RandomMessages(rng, unknown_tags=0.2)
    for _ in range(ROUNDS):
        message = maker.make(cls, version)
        head = rng.randbytes(rng.randint(0, 9))
        data = head + encode_message(message, version) + rng.randbytes(3)
        scan = scanned(cls, version, data, len(head), slice_items=rng.randint(1, 40))
        assert scan.end == len(data) - 3
        assert scan.items == items_in(message, layout_for(cls, version))
        whole = None
        for part in scan.slices():
            decoded = scan.decode(part)
            if whole is None:
                whole = decoded
            else:
                extend(whole, decoded, part.continues)
        if whole is not None:
            assert whole == message


@pytest.mark.parametrize(("cls", "version"), versions(map(response_class, APIS)), ids=name)
def test_a_response_in_pieces_has_the_same_bytes(cls, version):
    if not is_written_in_pieces(cls, version):
        pytest.skip("has no list")
    rng = random.Random(version)
    maker = RandomMessages(rng, unknown_tags=0.2)
    for _ in range(ROUNDS):
        message = maker.make(cls, version)
        writer = ResponseWriter(cls, version, stretch=rng.randint(1, 5))
        if getattr(message, writer.array) is None:
            continue  # null is not in pieces
        for _ in writer.write(message):
            pass
        frame = b"".join(writer.finish().frame(version, 7))
        assert int.from_bytes(frame[:4], "big") == len(frame) - 4
        body = encode_message(message, version)
        assert frame.endswith(body)
        assert len(frame) - len(body) in (8, 9)


@pytest.mark.parametrize(
    ("cls", "version"), versions((LeaderAndIsrRequest, StopReplicaRequest, UpdateMetadataRequest)), ids=name
)
def test_a_control_request_in_pieces_has_the_same_bytes(cls, version):
    rng = random.Random(version)
    maker = RandomMessages(rng, unknown_tags=0.2)
    for _ in range(ROUNDS):
        message = maker.make(cls, version)
        prepared = at_once(preparing(message, version, stretch=rng.randint(1, 5)))
        expected = encode_request_frame(message, version=version, correlation_id=7, client_id="c")
        assert b"".join(prepared.frame(version=version, correlation_id=7, client_id="c")) == b"".join(expected)


NAMES = {"name", "topic", "topic_name", "group_id", "transactional_id", "resource_name", "path"}
INDEXES = {"partition_index", "partition", "index"}


def wide(rng, maker, cls, version):
    """A random request of what clients send: each topic once, each partition once, and many of them."""
    message = maker.make(cls, version)
    _widen(rng, message, layout_for(cls, version), count(1), is_top=True)
    return message


def _widen(rng, part, layout, numbers, *, is_top=False):
    for member in layout.members:
        field, value = member.name, getattr(part, member.name)
        if field in NAMES and isinstance(value, str) and not is_top:
            setattr(part, field, f"{field}-{next(numbers):05}")
        elif field in INDEXES or field == "producer_id":
            setattr(part, field, next(numbers))
        elif field == "topic_id":
            setattr(part, field, next(numbers).to_bytes(16, "big"))
        elif isinstance(value, list) and value:
            _widen_list(rng, value, member.layout.element, numbers)


def _widen_list(rng, values, element, numbers):
    if isinstance(values[0], Part):
        values += [copy.deepcopy(rng.choice(values)) for _ in range(rng.randint(0, 6))]
        for each in values:
            _widen(rng, each, element, numbers)
    elif isinstance(values[0], str):
        values[:] = [f"s-{next(numbers):05}" for _ in range(rng.randint(1, 60))]
    elif isinstance(values[0], int):
        values[:] = range(rng.choice([1, 3, 40, 130]))


def pieces_of(api, handler, request, version, slice_items):
    """The frame that is joined of what is answered to the slices, and how many they are; None: there are none."""
    cls = request_class(api)
    scan = scanned(cls, version, encode_message(request, version), slice_items=slice_items)
    slices = list(scan.slices())
    if not slices:
        return None
    writer = ResponseWriter(response_class(api), version, stretch=5)
    for index, part in enumerate(slices):
        response = error_response(scan.decode(part), NotController("elsewhere"))
        continued = index + 1 < len(slices) and slices[index + 1].continues > 0
        for _ in writer.write(response, continues=part.continues > 0, is_continued=continued):
            pass
    return b"".join(writer.finish().frame(version, 7)), len(slices)


@pytest.mark.parametrize(
    "api", [api for api in APIS if request_class(api).__name__[:-7] in SPLIT_BY_THEIR_ERRORS], ids=name
)
def test_answers_to_slices_are_the_answer_to_the_whole(api):
    handler = importlib.import_module(f"kavka.broker.handlers.{HANDLERS[api]}")
    cls = request_class(api)
    several = 0
    for version in range(cls.MIN_VERSION, cls.MAX_VERSION + 1):
        rng = random.Random(version)
        maker = RandomMessages(rng)
        for _ in range(2 * ROUNDS):
            request = wide(rng, maker, cls, version)
            found = pieces_of(api, handler, request, version, rng.randint(1, 30))
            if found is None:
                continue  # a request without elements has no slices
            frame, slices = found
            several += slices > 1
            whole = error_response(request, NotController("elsewhere"))
            assert frame.endswith(encode_message(whole, version)), version
    assert several > 3


@pytest.mark.parametrize("api", APIS, ids=name)
def test_damaged_requests_are_refused_and_nothing_else_happens(api):
    cls = request_class(api)
    rng = random.Random(int(api))
    for version in range(cls.MIN_VERSION, cls.MAX_VERSION + 1):
        for _ in range(ROUNDS):
            data = bytearray(encode_message(RandomMessages(rng).make(cls, version), version))
            if not data:
                continue
            if rng.random() < 0.5:
                del data[rng.randrange(len(data)) :]
            else:
                data[rng.randrange(len(data))] = rng.randrange(256)
            try:
                scan = scanned(cls, version, bytes(data), slice_items=5)
                decoded = [scan.decode(part) for part in scan.slices()]
            except DecodeError:
                continue
            if decoded and scan.end == len(data):
                for part in decoded[1:]:
                    assert type(part) is cls
                decode_message(cls, version, bytes(data))
