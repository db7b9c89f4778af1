"""However the bytes of a connection are cut, the same responses come out of it, and it ends for the same reason."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kavka.protocol import messages
from kavka.protocol.codec import decode_message
from kavka.protocol.header import encode_response_frame, response_header_version
from kavka.protocol.messages import MetadataRequest, MetadataResponse
from kavka.protocol.request_pieces import PreparedRequest
from kavka.timer.moments import MonotonicMs
from kavka.wire.connection_core import ConnectionCore

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "messages.jsonl"
NOW = MonotonicMs(0)
IN_FLIGHT = 4


def frame(text, correlation_id):
    return b"".join(map(bytes, encode_response_frame(MetadataResponse(cluster_id=text), 9, correlation_id)))


def outcome(stream, edges):
    """What one core makes of a stream that comes in pieces: the responses, how it ended, and who is left."""
    core = ConnectionCore("b", 9092, client_id="test", frame_bytes_max=200)
    for _ in range(IN_FLIGHT):
        core.start(MetadataRequest(topics=None), version=9, timeout_ms=1, now_ms=NOW)
    responses = [
        (pending.correlation_id, message.cluster_id)
        for start, end in pairwise(edges)
        for pending, message in core.receive(stream[start:end])
    ]
    return responses, str(core.close_reason), core.in_flight


pieces = st.one_of(
    st.tuples(st.text(max_size=100), st.integers(1, IN_FLIGHT + 1)).map(lambda drawn: frame(*drawn)),
    st.binary(max_size=12),
    st.sampled_from([b"HTTP/1.1", b"\0\0\0\3abc", b"\0\0\0\0", b"\0\0\0\6\0\0\0\1\0\xff"]),
)
in_order = st.integers(0, IN_FLIGHT).map(lambda count: b"".join(frame("x" * i, i) for i in range(1, count + 1)))


@given(good=in_order, rest=st.lists(pieces, max_size=3), cuts=st.lists(st.integers(0, 500), max_size=12))
def test_the_cuts_change_nothing(good, rest, cuts):
    stream = good + b"".join(rest)
    cut = [0, *sorted(min(at, len(stream)) for at in cuts), len(stream)]
    assert outcome(stream, cut) == outcome(stream, [0, len(stream)]) == outcome(stream, range(len(stream) + 1))


class Anything(PreparedRequest):
    """A request of any API, of which nothing is written."""

    def __init__(self, api_key):
        self.API_KEY = api_key

    def frame(self, *, version, correlation_id, client_id):
        return []


def golden_responses():
    for line in GOLDEN.read_text().splitlines():
        vector = json.loads(line)
        cls = getattr(messages, vector["name"], None)
        if vector["name"].endswith("Response") and cls is not None:
            yield cls, vector["version"], bytes.fromhex(vector["hex"])


def test_every_response_that_kafka_wrote_is_read_in_pieces():
    core = ConnectionCore("b", 9092, client_id="test")
    count = 0
    for count, (cls, version, body) in enumerate(golden_responses(), 1):
        header = count.to_bytes(4, "big") + bytes(response_header_version(cls.API_KEY, version))
        stream = (len(header) + len(body)).to_bytes(4, "big") + header + body
        core.start(Anything(cls.API_KEY), version=version, timeout_ms=1, now_ms=NOW)
        middle = 5 + count % len(body) if body else 5
        (response,) = core.receive(stream[:3]) + core.receive(stream[3:middle]) + core.receive(stream[middle:])
        assert response[1] == decode_message(cls, version, body), (cls, version)
    assert count > 300
    assert core.close_reason is None
