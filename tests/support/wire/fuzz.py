"""One sentence, for every reader of foreign bytes: a value or DecodeError, quickly and in little memory.

    seed --> choice of a target --> bytes (a golden vector damaged, or noise) --> read --> value | DecodeError

Targets are every message in every version, request headers, frames, and the readers of records. The damage puts what
lengths, counts and varints look like at their limits wherever it falls. An input belongs to its seed and number, so
that a failure can be repeated: `run_one(seed, number)`.
"""

from __future__ import annotations

import json
import random
import struct
import time
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kavka.protocol.messages
from kavka.protocol.codec import decode_message, decode_prefix
from kavka.protocol.errors import DecodeError, KafkaError
from kavka.protocol.framing import FrameDecoder
from kavka.protocol.header import decode_request_header, decode_response_frame
from kavka.protocol.records.batch import iter_headers, iter_records, validate_batch
from kavka.protocol.records.crc32c import crc32c
from kavka.protocol.records.legacy import down_convert, up_convert

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
FRAME_BYTES_MAX = 1 << 16
INFLATED_BYTES_MAX = 1 << 20
SECONDS_MAX = 5.0
"""Of one input. All take below a millisecond; the rest is what a busy machine may steal."""
MEMORY_BASE_BYTES = 64 << 10
RECORDS_MEMORY_BASE_BYTES = 4 * INFLATED_BYTES_MAX
"""Of the readers of records, which may inflate up to their own bound; zstd's window alone takes 128 KiB."""
MEMORY_FACTOR = 200
"""Bytes of memory for each byte of input: a struct with many fields takes some 100 bytes for each byte on the wire."""
MEMORY_SAMPLE_EVERY = 50

EXTREMES = [
    *(struct.pack(">i", n) for n in (-(2**31), -2, -1, 0, 1, 2**15 - 1, 2**16, 2**24, 2**31 - 1)),
    *(struct.pack(">h", n) for n in (-(2**15), -2, -1, 0, 1, 2**15 - 1)),
    *(struct.pack(">q", n) for n in (-(2**63), -1, 2**63 - 1)),
    *(bytes([n]) for n in (0, 1, 2, 0x7F, 0x80, 0xFF)),
    b"\xff\xff\xff\xff\x07", b"\xff\xff\xff\xff\x0f", b"\xff\xff\xff\xff\x1f", b"\x80\x80\x80\x80\x08",
    b"\x80\x80\x80\x80\x00", b"\xff\xff\xff\xff\xff\x01", b"\x80\x80\x80\x80\x80\x80\x00", b"\xff" * 9 + b"\x01",
    b"\xff" * 11, b"\x80" * 12, b"\xfe\xff\x7f",
]  # fmt: skip


def _lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


MESSAGES = [
    (getattr(kavka.protocol.messages, vector["name"]), vector["version"], bytes.fromhex(vector["hex"]))
    for vector in _lines("messages.jsonl")
]
RECORDS = [bytes.fromhex(vector["hex"]) for vector in _lines("records.jsonl")]


def damaged(rng: random.Random, data: bytes) -> bytes:
    """The bytes with one to four wounds."""
    result = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randint(0, len(result))
        kind = rng.randrange(8)
        extreme = rng.choice(EXTREMES)
        if kind < 3:
            result[at : at + len(extreme)] = extreme
        elif kind == 3:
            result[at:at] = extreme
        elif kind == 4:
            del result[at:]
        elif kind == 5:
            del result[at : at + rng.randint(1, 8)]
        elif kind == 6 and at < len(result):
            result[at] ^= 1 << rng.randrange(8)
        else:
            other = rng.randint(0, len(result))
            result[at:at] = result[other : other + rng.randint(1, 40)]
    return bytes(result)


def noise(rng: random.Random) -> bytes:
    """Random bytes, or extremes one after the other."""
    if rng.random() < 0.5:
        return rng.randbytes(rng.randint(0, 80))
    return b"".join(rng.choices(EXTREMES, k=rng.randint(1, 12)))


def _message(rng: random.Random) -> tuple[bytes, Callable[[], object]]:
    cls, version, whole = rng.choice(MESSAGES)
    data = noise(rng) if rng.random() < 0.15 else damaged(rng, whole)
    read = rng.choice((decode_message, decode_message, decode_prefix))
    return data, lambda: read(cls, version, data)


def _header(rng: random.Random) -> tuple[bytes, Callable[[], object]]:
    cls, version, whole = rng.choice(MESSAGES)
    head = struct.pack(">hhi", cls.API_KEY, version, 1) + b"\x00\x01c\x00"
    data = noise(rng) if rng.random() < 0.3 else damaged(rng, head + whole[:20])
    if rng.random() < 0.3 and cls.__name__.endswith("Response"):
        return data, lambda: decode_response_frame(cls, version, data)
    return data, lambda: decode_request_header(data)


def _frames(rng: random.Random) -> tuple[bytes, Callable[[], object]]:
    frames = b"".join(struct.pack(">i", len(part)) + part for part in rng.choices(RECORDS, k=2))
    data = noise(rng) if rng.random() < 0.3 else damaged(rng, frames)
    step = rng.choice((1 << 20, 7, 64))

    def read() -> None:
        decoder = FrameDecoder(FRAME_BYTES_MAX)
        for start in range(0, len(data), step):
            decoder.feed(data[start : start + step])

    return data, read


def _validate(data: bytes) -> None:
    for position, header in iter_headers(data):
        validate_batch(data, position, header)


def _records(rng: random.Random) -> tuple[bytes, Callable[[], object]]:
    data = noise(rng) if rng.random() < 0.1 else damaged(rng, rng.choice(RECORDS))
    if rng.random() < 0.7:
        data = _with_checksum(data)
    read = rng.choice((
        lambda: list(iter_records(data, include_control=True, max_bytes=INFLATED_BYTES_MAX)),
        lambda: _validate(data),
        lambda: up_convert(data, max_bytes=INFLATED_BYTES_MAX),
        lambda: down_convert(data, 0, max_bytes=INFLATED_BYTES_MAX),
        lambda: down_convert(data, 1, max_bytes=INFLATED_BYTES_MAX),
    ))  # fmt: skip

    def refuse_or_read() -> None:
        try:
            read()
        except KafkaError as error:  # what one partition is answered, while the connection stays
            raise DecodeError(str(error)) from error

    return data, refuse_or_read


def _with_checksum(data: bytes) -> bytes:
    """With length and checksum made right, so that the damage gets past them; too short is left as it is."""
    result = bytearray(data)
    if len(result) > 61 and result[16] == 2:
        struct.pack_into(">i", result, 8, len(result) - 12)
        struct.pack_into(">I", result, 17, crc32c(bytes(result[21:])))
    elif len(result) > 26 and result[16] < 2:
        struct.pack_into(">i", result, 8, len(result) - 12)
        struct.pack_into(">I", result, 12, zlib.crc32(result[16:]))
    return bytes(result)


TARGETS = (_message, _message, _message, _message, _message, _message, _header, _frames, _records, _records)


def make(seed: int, number: int) -> tuple[Callable[[random.Random], Any], bytes, Callable[[], object]]:
    """The input of a number: which target, the bytes, and what reads them."""
    rng = random.Random(f"{seed}:{number}")
    target = rng.choice(TARGETS)
    return target, *target(rng)


def run_one(seed: int, number: int, *, measure: bool = False) -> bool:
    """Read one input; whether it was refused.

    Raises:
        AssertionError: anything else than a value or DecodeError came of it; the text has seed, number and input.
    """
    target, data, read = make(seed, number)
    context = f"run_one({seed}, {number}), input {data.hex()}"
    refused = False
    began = time.perf_counter()
    if measure:
        tracemalloc.start()
    try:
        read()
    except DecodeError:
        refused = True
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error}; {context}") from error
    finally:
        peak = tracemalloc.get_traced_memory()[1] if measure else 0
        tracemalloc.stop()
    took = time.perf_counter() - began
    assert took < SECONDS_MAX, f"{took:.1f} s; {context}"
    bound = (RECORDS_MEMORY_BASE_BYTES if target is _records else MEMORY_BASE_BYTES) + MEMORY_FACTOR * len(data)
    assert peak < bound, f"{peak} bytes of memory for {len(data)}; {context}"
    return refused


def run(seed: int, first: int, count: int) -> int:
    """Read `count` inputs from number `first` on; gives how many were refused."""
    return sum(run_one(seed, n, measure=n % MEMORY_SAMPLE_EVERY == 0) for n in range(first, first + count))
