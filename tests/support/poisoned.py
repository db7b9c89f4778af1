"""Batches that no broker should take, or takes by a rule of its own, and what Kafka says to each.

What Kafka 3.9.1 answered is in `tests/golden/poisoned.jsonl`; `tests/conformance/test_poison.py` asks it again (and
writes it anew with UPDATE=1), `tests/unit/replica/test_poison.py` holds our answers against it. `OURS` is where they
differ, and why.
"""

from __future__ import annotations

import gzip
import json
import re
import socket
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kavka.protocol.header import decode_response_frame, encode_request_frame
from kavka.protocol.messages import ProduceRequest, ProduceResponse
from kavka.protocol.records.batch import HEADER_SIZE, BatchBuilder
from kavka.protocol.records.compression import Compression, compress
from kavka.protocol.records.control import ControlType, marker_batch
from kavka.protocol.records.crc32c import crc32c
from kavka.protocol.records.message_set import encode_message, encode_message_set
from kavka.protocol.records.record import Record
from kavka.protocol.records.varint import encode_varint

NOW_MS = 1_700_000_000_000
NOISE = b"noise, and not a record in it; 0123456789" * 3
VERSION = 9
"""Of Produce: the first flexible one; record errors came with 8."""
OLD_VERSION = 2
"""The last that brings message sets."""
ANSWER_SECONDS_MAX = 30.0

TOPICS: dict[str, dict[str, str]] = {
    "plain": {},
    "compacted": {"cleanup.policy": "compact"},
    "punctual": {"message.timestamp.difference.max.ms": "600000"},
    "zipped": {"compression.type": "gzip"},
    "unzipped": {"compression.type": "uncompressed"},
    "stamped": {"message.timestamp.type": "LogAppendTime"},
    "small": {"max.message.bytes": "300"},
}
"""By name, what differs from a broker's defaults."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a producer is told of one partition."""

    code: int
    message: str | None
    record_errors: tuple[tuple[int, str | None], ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One produce request."""

    name: str
    records: bytes | None
    topic: str = "plain"
    version: int = VERSION


GOLDEN = Path(__file__).parents[1] / "golden" / "poisoned.jsonl"

_STRUCTURE = "readers, ours and partly Kafka's own, stop for ever at such a length; Kafka takes it"
_OFFSET = "a negative offset delta is no record to our readers; Kafka takes it, or gives a new one"
_READS_ALL = "a codec's data are inflated as a whole, and all of them must be its own; Kafka stops where it has enough"
_OLD = "of an old message set what is cut off is refused, and not dropped without a word"
_MIXED = "old clients may mix formats"

OURS: dict[str, tuple[int, str]] = {
    r"length (?!too great, another behind, p).*, gzip": (87, _STRUCTURE),
    r"length too great, another behind, gzip": (87, _STRUCTURE),
    r"(key|value|header value) negative, .*": (87, _STRUCTURE),
    r"offset negative, (plain|lz4).*": (87, _OFFSET),
    r"(gzip|snappy) with a byte behind": (-1, _READS_ALL),
    r"gzip with a flipped byte": (-1, _READS_ALL),
    r"a marker": (87, "what Kafka refuses for the missing transactional id is refused for being a marker"),
    r"no epoch": (87, "a producer id without an epoch"),
    r"magic ., cut": (87, _OLD),
    r"magic ., inner cut": (2, _OLD),
    r"magic ., wrapper of noise": (2, "Kafka runs out of memory"),
    r"magic ., the other behind": (0, _MIXED),
    r"magic 2 twice in an old version": (0, _MIXED),
    r"magic 1, log append time": (32, "only a broker may set it; in batches v2 the claim is taken back, as in Kafka"),
}
"""Pattern of cases' names → our code, and why it is not Kafka's."""


def expected(name: str, theirs: Answer) -> Answer:
    """Our answer to a case, given Kafka's."""
    for pattern, (code, _) in OURS.items():
        if re.fullmatch(pattern, name):
            return Answer(code, None, ())
    return theirs


def masked(answer: Answer) -> Answer:
    """Without the numbers that the clock gives: those of thirteen digits."""

    def mask(text: str | None) -> str | None:
        return None if text is None else re.sub(r"\b[0-9]{13}\b", "<ms>", text)

    return Answer(answer.code, mask(answer.message), tuple((at, mask(text)) for at, text in answer.record_errors))


def agrees(ours: Answer, theirs: Answer) -> bool:
    """Whether a producer is told the same. Where Kafka only gives the code, ours has a message beside it."""
    ours, theirs = masked(ours), masked(theirs)
    if theirs.message is None:
        theirs = Answer(theirs.code, ours.message, theirs.record_errors)
    return ours == theirs


def golden() -> dict[str, Answer]:
    """Kafka's answers, by case."""
    lines = map(json.loads, GOLDEN.read_text().splitlines())
    return {line["name"]: _answer_of(line) for line in lines}


def _answer_of(line: dict[str, Any]) -> Answer:
    return Answer(line["code"], line["message"], tuple((at, text) for at, text in line["record_errors"]))


def write_golden(answers: dict[str, Answer]) -> None:
    """Keeps Kafka's answers."""
    lines = (
        {"name": name, "code": a.code, "message": a.message, "record_errors": a.record_errors}
        for name, a in ((name, masked(answer)) for name, answer in answers.items())
    )
    GOLDEN.write_text("".join(json.dumps(line) + "\n" for line in lines))


def sealed(payload: bytes, *, count: int = 1, codec: Compression = Compression.NONE, **fields: int) -> bytes:
    """A batch whose checksum is right, whatever stands in it; the payload as given, compressed already or not."""
    builder = BatchBuilder()
    builder.append(timestamp=NOW_MS, key=None, value=b"")
    batch = bytearray(builder.build()[:HEADER_SIZE] + payload)
    put(batch, attributes=int(codec), count=count, last_offset_delta=count - 1, length=len(batch) - 12)
    put(batch, **fields)
    return bytes(batch)


_PLACES = {
    "base_offset": (0, ">q"),
    "length": (8, ">i"),
    "magic": (16, ">b"),
    "attributes": (21, ">h"),
    "last_offset_delta": (23, ">i"),
    "base_timestamp": (27, ">q"),
    "max_timestamp": (35, ">q"),
    "producer_id": (43, ">q"),
    "producer_epoch": (51, ">h"),
    "base_sequence": (53, ">i"),
    "count": (57, ">i"),
}


def put(batch: bytearray, **fields: int) -> bytearray:
    """Writes fields of a header, and the checksum anew."""
    for name, value in fields.items():
        place, form = _PLACES[name]
        struct.pack_into(form, batch, place, value)
    struct.pack_into(">I", batch, 17, crc32c(memoryview(batch)[21:]))
    return batch


def record(
    value: bytes | None = b"v",
    *,
    key: bytes | None = b"k",
    length: int | None = None,
    ts_delta: int = 0,
    offset_delta: int = 0,
    key_size: int | None = None,
    value_size: int | None = None,
    headers: bytes = b"\0",
) -> bytes:
    """One record, of which sizes may lie."""
    body = b"\0" + encode_varint(ts_delta) + encode_varint(offset_delta)
    body += encode_varint((-1 if key is None else len(key)) if key_size is None else key_size) + (key or b"")
    body += encode_varint((-1 if value is None else len(value)) if value_size is None else value_size) + (value or b"")
    body += headers
    return encode_varint(len(body) if length is None else length) + body


def _payloads() -> Iterator[tuple[str, bytes, int]]:
    """What may be wrong with records: name, the records, and how many the header says they are."""
    good = record()
    size = len(good) - 1
    yield "sound", good, 1
    yield "noise", NOISE, 1
    yield "noise of many", NOISE, 10
    yield "all ones", b"\xff" * 40, 3
    yield "zeros", bytes(40), 3
    yield "nothing", b"", 1
    yield "a cut record", record(b"v" * 20)[:-3], 1
    yield "fewer than said", good, 2
    yield "more than said", good + record(offset_delta=1), 1
    yield "a byte behind", good + b"\0", 1
    yield "length too small", record(length=size - 1), 1
    yield "length too great", record(length=size + 1), 1
    yield "length too great, another behind", record(length=size + 1) + record(offset_delta=1), 2
    yield "length zero", record(length=0), 1
    yield "length negative", record(length=-5), 1
    yield "key beyond the end", record(key_size=100), 1
    yield "key negative", record(key=b"", key_size=-7), 1
    yield "value beyond the end", record(value_size=100), 1
    yield "value beyond the record", record(value_size=3) + record(offset_delta=1), 2
    yield "value negative", record(b"", value_size=-2), 1
    yield "headers negative", record(headers=encode_varint(-1)), 1
    yield "headers too many", record(headers=encode_varint(9)), 1
    yield "a great many headers", record(headers=encode_varint(2**31 - 1)), 1
    yield "header key negative", record(headers=b"\x02" + encode_varint(-1) + b"\0"), 1
    yield "header key beyond the end", record(headers=b"\x02" + encode_varint(50) + b"\0"), 1
    yield "header value beyond the end", record(headers=b"\x02\x02h" + encode_varint(50)), 1
    yield "header value negative", record(headers=b"\x02\x02h" + encode_varint(-9)), 1
    yield "header value null", record(headers=b"\x02\x02h\x01"), 1
    yield "header key not UTF-8", record(headers=b"\x02\x02\xff\x02x"), 1
    yield "varint of six bytes", b"\xff\xff\xff\xff\xff\x01" + good, 1
    yield "varlong of eleven bytes", b"\x28\0" + b"\xff" * 10 + b"\x01" + b"\0\x01\x01\0" * 5, 1
    yield "offsets from one", record(offset_delta=1) + record(offset_delta=2), 2
    yield "offsets twice the same", good + good, 2
    yield "offset negative", record(offset_delta=-1), 1
    yield "attributes set", good[:1] + b"\x07" + good[2:], 1


def _inside() -> Iterator[Case]:
    for name, payload, count in _payloads():
        yield Case(f"{name}, plain", sealed(payload, count=count))
        for codec in (Compression.GZIP, Compression.LZ4, Compression.ZSTD, Compression.SNAPPY):
            if codec == Compression.GZIP or name in ("noise", "sound", "nothing", "fewer than said", "a byte behind"):
                packed = bytes(compress(codec, payload))
                yield Case(f"{name}, {codec.name.lower()}", sealed(packed, count=count, codec=codec))
        for topic in ("zipped", "unzipped", "compacted"):
            yield Case(f"{name}, plain to {topic}", sealed(payload, count=count), topic)
        packed = bytes(compress(Compression.LZ4, payload))
        yield Case(f"{name}, lz4 to zipped", sealed(packed, count=count, codec=Compression.LZ4), "zipped")


def _compressed() -> Iterator[Case]:
    payload = b"".join(record(b"value" * 20, offset_delta=n) for n in range(20))
    for codec in (Compression.GZIP, Compression.SNAPPY, Compression.LZ4, Compression.ZSTD):
        packed = bytes(compress(codec, payload))
        kind = codec.name.lower()
        yield Case(f"not {kind} at all", sealed(NOISE, codec=codec))
        yield Case(f"empty {kind}", sealed(b"", codec=codec))
        yield Case(f"{kind} cut in the middle", sealed(packed[: len(packed) // 2], count=20, codec=codec))
        yield Case(f"{kind} without its last byte", sealed(packed[:-1], count=20, codec=codec))
        yield Case(f"{kind} with a byte behind", sealed(packed + b"\0", count=20, codec=codec))
        damaged = bytearray(packed)
        damaged[len(packed) // 2] ^= 0x55
        yield Case(f"{kind} with a flipped byte", sealed(bytes(damaged), count=20, codec=codec))
        yield Case(f"sound {kind}", sealed(packed, count=20, codec=codec))
    two = gzip.compress(payload[:500]) + gzip.compress(payload[500:])
    yield Case("gzip of two members", sealed(two, count=20, codec=Compression.GZIP))
    for number in (5, 6, 7):
        yield Case(f"compression {number}", sealed(NOISE, attributes=number))


def _headers() -> Iterator[Case]:
    good = record()
    yield Case("base offset 5", sealed(good, base_offset=5))
    yield Case("base offset 5 and noise", sealed(NOISE, base_offset=5))
    yield Case("count 0", sealed(good, count=0, last_offset_delta=0))
    yield Case("count negative", sealed(good, count=-3, last_offset_delta=0))
    yield Case("last offset delta negative", sealed(good, last_offset_delta=-1))
    yield Case("count is not the range", sealed(good, count=1, last_offset_delta=4))
    yield Case("a count of two milliards", sealed(good, count=2**31 - 1, last_offset_delta=2**31 - 2))
    yield Case("control", sealed(good, attributes=0x20))
    marker = marker_batch(ControlType.COMMIT, timestamp=NOW_MS, producer_id=1, producer_epoch=0, coordinator_epoch=0)
    yield Case("a marker", marker)
    yield Case("no sequence", sealed(good, producer_id=5, producer_epoch=0, base_sequence=-1))
    yield Case("no sequence and noise", sealed(NOISE, producer_id=5, producer_epoch=0, base_sequence=-1))
    yield Case("no epoch", sealed(good, producer_id=5, producer_epoch=-1, base_sequence=0))
    yield Case("log append time", sealed(good, attributes=0x08))
    yield Case("log append time, stamped", sealed(good, attributes=0x08), "stamped")
    yield Case("log append time in gzip", sealed(bytes(compress(Compression.GZIP, good)), attributes=0x09))
    many = b"".join(record(offset_delta=n) for n in range(5))
    yield Case("log append time, five records", sealed(many, count=5, attributes=0x08))
    yield Case("high attributes", sealed(good, attributes=0x0100))
    yield Case("delete horizon", sealed(good, attributes=0x40))
    wrong = bytearray(sealed(good))
    wrong[-1] ^= 1
    yield Case("checksum", bytes(wrong))
    yield Case("checksum and base offset", bytes(b"\0\0\0\0\0\0\0\7" + wrong[8:]))
    yield Case("magic 3", bytes(put(bytearray(sealed(good)), magic=3)))
    yield Case("two batches", sealed(good) * 2)
    yield Case("a batch and a part", sealed(good) + sealed(good)[:30])
    yield Case("a batch cut short", sealed(good)[:-1])
    yield Case("length below a header", bytes(put(bytearray(sealed(good)), length=20)))
    yield Case("length tiny", bytes(put(bytearray(sealed(good)), length=3)))
    yield Case("empty", b"")
    yield Case("a few bytes", b"abc")
    yield Case("magic 1", encode_message(1, offset=0, timestamp=NOW_MS, key=b"k", value=b"v"))
    yield Case("zstd in version 6", sealed(bytes(compress(Compression.ZSTD, good)), codec=Compression.ZSTD), version=6)
    yield Case("too large", sealed(record(b"v" * 400)), "small")
    yield Case("too large and the checksum", bytes(sealed(record(b"v" * 400))[:-1] + b"\7"), "small")
    yield Case("too large and noise", sealed(NOISE * 4), "small")


def _rules(now_ms: int) -> Iterator[Case]:
    """Rules of topics about single records."""
    keys = (b"a", None, b"c", None, None, None, None)
    keyed = b"".join(record(key=key, offset_delta=n) for n, key in enumerate(keys))
    for codec in (Compression.NONE, Compression.GZIP):
        kind = codec.name.lower()
        packed = bytes(compress(codec, keyed))
        yield Case(f"no keys, {kind}", sealed(packed, count=len(keys), codec=codec), "compacted")
        yield Case(f"no keys, {kind}, not compacted", sealed(packed, count=len(keys), codec=codec))
        one = bytes(compress(codec, record(key=None)))
        yield Case(f"no key, {kind}", sealed(one, codec=codec), "compacted")
        yield Case(
            f"no keys and log append time, {kind}", sealed(packed, count=7, attributes=0x08 | codec), "compacted"
        )
        deltas = (0, -4_000_000, 4_000_000, 900)
        timed = b"".join(record(ts_delta=delta, offset_delta=n) for n, delta in enumerate(deltas))
        packed = bytes(compress(codec, timed))
        yield Case(f"times, {kind}", sealed(packed, count=4, codec=codec, base_timestamp=now_ms), "punctual")
        yield Case(f"no times, {kind}", sealed(packed, count=4, codec=codec, base_timestamp=-1), "stamped")


def _old() -> Iterator[Case]:
    """Message sets of magic 0 and 1."""
    for magic in (0, 1):
        message = encode_message(magic, offset=0, timestamp=NOW_MS, key=b"k", value=b"v")
        yield Case(f"magic {magic}, sound", message, version=OLD_VERSION)
        yield Case(f"magic {magic}, checksum", message[:-1] + b"w", version=OLD_VERSION)
        yield Case(f"magic {magic}, cut", message[:-1], version=OLD_VERSION)
        yield Case(f"magic {magic}, a part behind", message + message[:-1], version=OLD_VERSION)
        keyless = encode_message(magic, offset=0, timestamp=NOW_MS, key=None, value=b"v")
        yield Case(f"magic {magic}, no key", keyless, "compacted", version=OLD_VERSION)
        inner = b"".join(encode_message(magic, offset=n, timestamp=NOW_MS, key=b"k", value=b"v") for n in range(3))

        def wrapped(value: bytes | None, codec: Compression = Compression.GZIP, magic: int = magic) -> bytes:
            return encode_message(magic, offset=2, timestamp=NOW_MS, key=None, value=value, codec=codec)

        packed = bytes(compress(Compression.GZIP, inner))
        yield Case(f"magic {magic}, wrapper, sound", wrapped(packed), version=OLD_VERSION)
        yield Case(f"magic {magic}, wrapper of noise", wrapped(gzip.compress(NOISE)), version=OLD_VERSION)
        yield Case(f"magic {magic}, wrapper not gzip", wrapped(NOISE), version=OLD_VERSION)
        yield Case(f"magic {magic}, wrapper of null", wrapped(None), version=OLD_VERSION)
        yield Case(f"magic {magic}, wrapper of nothing", wrapped(gzip.compress(b"")), version=OLD_VERSION)
        yield Case(f"magic {magic}, wrapper cut", wrapped(packed[:-9]), version=OLD_VERSION)
        yield Case(f"magic {magic}, inner cut", wrapped(gzip.compress(inner[:-1])), version=OLD_VERSION)
        broken = inner[:-1] + b"w"
        yield Case(f"magic {magic}, inner checksum", wrapped(gzip.compress(broken)), version=OLD_VERSION)
        nested = encode_message(magic, offset=0, timestamp=NOW_MS, key=None, value=packed, codec=Compression.GZIP)
        yield Case(f"magic {magic}, wrapper in wrapper", wrapped(gzip.compress(nested)), version=OLD_VERSION)
        other = encode_message(1 - magic, offset=0, timestamp=NOW_MS, key=b"k", value=b"v")
        yield Case(f"magic {magic}, the other inside", wrapped(gzip.compress(other)), version=OLD_VERSION)
        yield Case(f"magic {magic}, the other behind", message + other, version=OLD_VERSION)
        yield Case(f"magic {magic}, in a new version", message)
    records = [Record(0, NOW_MS, 0, b"k", b"v", [])]
    stamped = encode_message_set(records, 1, timestamp_type=1)
    yield Case("magic 1, log append time", stamped, version=OLD_VERSION)
    yield Case("magic 2 in an old version", sealed(record()), version=OLD_VERSION)
    yield Case("magic 2 twice in an old version", sealed(record()) * 2, version=OLD_VERSION)
    yield Case("magic 2 of noise in an old version", sealed(NOISE), version=OLD_VERSION)


def cases(now_ms: int) -> list[Case]:
    """All of them; what is about the broker's clock is so at `now_ms`."""
    makers: tuple[Callable[[], Iterator[Case]], ...] = (_inside, _compressed, _headers, lambda: _rules(now_ms), _old)
    return [case for maker in makers for case in maker()]


class Producer:
    """Sends one batch after the other, as it stands; a connection for each, so that one may be closed."""

    def __init__(self, bootstrap: str) -> None:
        host, port = bootstrap.split(",", maxsplit=1)[0].rsplit(":", 1)
        self._address = host, int(port)

    def send(self, case: Case) -> Answer | str:
        """What the broker says; in words when it says nothing."""
        data = ProduceRequest.PartitionProduceData(index=0, records=case.records)
        topic = ProduceRequest.TopicProduceData(name=case.topic, partition_data=[data])
        request = ProduceRequest(acks=1, timeout_ms=10_000, topic_data=[topic])
        frame = b"".join(encode_request_frame(request, version=case.version, correlation_id=1, client_id="poison"))
        with socket.create_connection(self._address, ANSWER_SECONDS_MAX) as connection:
            connection.sendall(frame)
            stream = connection.makefile("rb")
            head = stream.read(4)
            if len(head) < 4:
                return "the connection was closed"
            body = stream.read(int.from_bytes(head, "big"))
        response = decode_response_frame(ProduceResponse, case.version, body)[1]
        result = response.responses[0].partition_responses[0]
        errors = ((error.batch_index, error.batch_index_error_message) for error in result.record_errors)
        return Answer(result.error_code, result.error_message, tuple(errors))
