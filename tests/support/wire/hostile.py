"""Clients that nobody would write: frames that are wrong in every way, and sockets that behave as no library lets them.

`Fuzzer` makes the frames: random bodies behind a valid header, valid requests with random values, and those damaged:
cut, lengthened, bits flipped, numbers replaced by the ones that programs get wrong. A seed decides all of it. `throw`
sends one and says what became of it. The rest are the ways to be a bad peer of TCP: to vanish, to stall, to reset.
"""

from __future__ import annotations

import contextlib
import random
import select
import socket
import struct
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from kavka.protocol.api_keys import INTER_BROKER_APIS, ApiKey
from kavka.protocol.codec import decode_message, request_class
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import ApiVersionsRequest, ApiVersionsResponse
from kavka.protocol.records.batch import BatchBuilder
from kavka.protocol.records.compression import Compression
from tests.support.protocol.random_messages import RandomMessages
from tests.support.wire.raw import RawConnection

DEADLINE = 20.0
WAITS_SECONDS = 0.02
"""How long `throw` looks at a connection that neither answers nor closes before it leaves it."""

_NUMBERS = [
    *(struct.pack(">i", number) for number in (-1, 0, 1, 2**31 - 1, -(2**31), 1 << 20)),
    *(struct.pack(">h", number) for number in (-1, 0, 2**15 - 1, -(2**15))),
    *(struct.pack(">q", number) for number in (-1, 2**63 - 1, -(2**63), -2)),
    b"\xff\xff\xff\xff\x0f",  # 2^32 − 1 as a varint
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
    b"\x80" * 10,  # a varint without end
    b"\x00",
    b"\xff",
]

_WAITS = {"max_wait_ms", "timeout_ms"}
_TOPIC_NAMES = {"name", "topic", "topic_name", "resource_name"}
_SMALL = {
    *("partition", "partition_index", "index", "replica_id", "current_leader_epoch", "leader_epoch", "acks"),
    *("fetch_offset", "offset", "session_id", "session_epoch", "resource_type", "isolation_level", "key_type"),
    *("num_partitions", "replication_factor", "controller_id", "leader", "last_fetched_epoch"),
}

ABORT = struct.pack("ii", 1, 0)
"""SO_LINGER with no time: closing sends RST."""


def address(bootstrap: str) -> tuple[str, int]:
    """Host and port of a bootstrap address."""
    host, port = bootstrap.rsplit(":", 1)
    return host, int(port)


def advertised(bootstrap: str) -> dict[ApiKey, tuple[int, int]]:
    """What the broker says that it serves: API → lowest and highest version."""
    with RawConnection(bootstrap) as raw:
        response = decode_message(ApiVersionsResponse, 0, raw.ask(ApiVersionsRequest(), version=0))
    return {ApiKey(key.api_key): (key.min_version, key.max_version) for key in response.api_keys}


def for_clients(ranges: dict[ApiKey, tuple[int, int]]) -> list[tuple[ApiKey, int]]:
    """Every API that clients use, in every version."""
    return [pair for pair in every_version(ranges) if pair[0] not in INTER_BROKER_APIS]


def for_brokers(ranges: dict[ApiKey, tuple[int, int]]) -> list[tuple[ApiKey, int]]:
    """Every API by which the controller commands, in every version."""
    return [pair for pair in every_version(ranges) if pair[0] in INTER_BROKER_APIS]


def every_version(ranges: dict[ApiKey, tuple[int, int]]) -> Iterator[tuple[ApiKey, int]]:
    """Every API in every version."""
    for api, (lowest, highest) in sorted(ranges.items()):
        for version in range(lowest, highest + 1):
            yield api, version


class Fuzzer:
    """Makes frames for one API version after another.

    Args:
        rng: decides everything.
        topic: one that exists; about half of what is asked for is asked of it.
    """

    def __init__(self, rng: random.Random, topic: str) -> None:
        self._rng = rng
        self._topic = topic
        self._messages = RandomMessages(rng, sparse=0.3, unknown_tags=0.1)

    def valid(self, api: ApiKey, version: int) -> bytes:
        """A frame that can be parsed, with values from everywhere; it asks the broker to wait for nothing."""
        message = self._messages.make(request_class(api), version)
        self._aim(message)
        parts = encode_request_frame(message, version=version, correlation_id=self._rng.getrandbits(31), client_id="f")
        return b"".join(parts)

    def _aim(self, part: object) -> None:
        """Lets about half of what a message names be something that is there, so that it gets further than a look."""
        rng = self._rng
        defaults = type(part)()
        for slot in type(part).__slots__:  # type: ignore[attr-defined]
            value = getattr(part, slot)
            if value == getattr(defaults, slot):
                continue  # this version may lack it
            if slot in _WAITS:
                setattr(part, slot, 0)
            elif isinstance(value, list):
                for each in value:
                    if hasattr(type(each), "__slots__") and not isinstance(each, str | bytes | int):
                        self._aim(each)
            elif rng.random() < 0.5:
                if slot in _TOPIC_NAMES and value is not None:
                    setattr(part, slot, self._topic)
                elif slot in _SMALL:
                    setattr(part, slot, rng.choice([0, 0, 0, 1, -1]))
                elif slot == "records" and value is not None:
                    setattr(part, slot, self._records())

    def _records(self) -> bytes:
        builder = BatchBuilder(compression=self._rng.choice(list(Compression)))
        for number in range(self._rng.randint(1, 5)):
            builder.append(timestamp=1_700_000_000_000 + number, key=b"k", value=bytes(self._rng.randrange(100)))
        return builder.build()

    def noise(self, api: ApiKey, version: int) -> bytes:
        """Random bytes behind a valid header."""
        body = self._rng.randbytes(self._rng.choice([0, 1, 2, 7, 30, 200, 3000]))
        return framed(struct.pack(">hhih", api, version, 1, 1) + b"g" + body)

    def damaged(self, api: ApiKey, version: int) -> bytes:
        """A valid frame with one to three things wrong behind its API key and version."""
        frame = bytearray(self.valid(api, version)[4:])
        for _ in range(self._rng.randint(1, 3)):
            self._damage(frame)
        return framed(bytes(frame))

    def _damage(self, frame: bytearray) -> None:
        rng = self._rng
        at = rng.randrange(8, max(len(frame), 9))
        match rng.randrange(6):
            case 0:
                del frame[at:]
            case 1:
                frame[at:at] = rng.randbytes(rng.randint(1, 9))
            case 2:
                del frame[at : at + rng.randint(1, 9)]
            case 3 if at < len(frame):
                frame[at] ^= 1 << rng.randrange(8)
            case 4:
                frame += frame[8:at]
            case _:
                number = rng.choice(_NUMBERS)
                frame[at : at + len(number)] = number

    def mislabelled(self, api: ApiKey, version: int) -> bytes:
        """A valid frame whose length is not its own."""
        frame = self.valid(api, version)
        lie = self._rng.choice([-1, 0, 1, 7, 8, len(frame) // 2, len(frame) + 100, 2**31 - 1, -(2**31)])
        return struct.pack(">i", lie) + frame[4:]

    def frames(self, api: ApiKey, version: int, rounds: int) -> Iterator[bytes]:
        """Some of each kind."""
        for _ in range(rounds):
            yield self.valid(api, version)
            yield self.noise(api, version)
            yield self.damaged(api, version)
            yield self.damaged(api, version)
            yield self.mislabelled(api, version)


def framed(body: bytes) -> bytes:
    """A body behind its length."""
    return struct.pack(">i", len(body)) + body


def throw(bootstrap: str, data: bytes, *, wait_seconds: float = WAITS_SECONDS) -> str:
    """Sends bytes on a connection of their own; returns "closed", "answered" or "waits"."""
    with socket.create_connection(address(bootstrap), DEADLINE) as sock:
        try:
            sock.sendall(data)
            if not select.select([sock], [], [], wait_seconds)[0]:
                return "waits"
            return "answered" if sock.recv(65536) else "closed"
        except (ConnectionError, BrokenPipeError):
            return "closed"


def reset(bootstrap: str, data: bytes = b"", *, after_seconds: float = 0.0) -> None:
    """Connects, sends, and ends the connection with RST, which drops what the broker has not read by then."""
    with socket.create_connection(address(bootstrap), DEADLINE) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORT)
        with contextlib.suppress(ConnectionError):
            sock.sendall(data)
            if after_seconds:
                time.sleep(after_seconds)


def is_connected(sock: socket.socket) -> bool:
    """Whether this side has heard nothing of an end; reads nothing."""
    established = 1
    return sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == established


def drip(bootstrap: str, data: Iterable[bytes]) -> bytes:
    """Sends pieces that TCP does not join, reads one answer, and returns it without its length."""
    with socket.create_connection(address(bootstrap), DEADLINE) as sock:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in data:
            sock.sendall(piece)
        head = sock.recv(4, socket.MSG_WAITALL)
        return sock.recv(struct.unpack(">i", head)[0], socket.MSG_WAITALL)


def resident_bytes(pid: int) -> int:
    """Memory of a process that is in RAM."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise ProcessLookupError(pid)


def open_files(pid: int) -> int:
    """Descriptors of a process, sockets included."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def cpu_seconds(pid: int) -> float:
    """What a process has spent so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100
