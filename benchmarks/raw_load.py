"""A load generator over raw sockets: prebuilt frames, one epoll loop, next to nothing between the socket and the clock.

Each connection keeps `depth` requests in flight: it sends that many, and one more for every response that arrives.
Responses come in order, so the time of a request is the time between its send and the n-th response. It sends whatever
frame it is handed and looks at a response's length only: the caller checks one response before it loads.
"""

from __future__ import annotations

import select
import socket
import struct
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

RECEIVE_BYTES = 1 << 20
CONNECT_SECONDS_MAX = 10.0
STALL_SECONDS_MAX = 20.0


@dataclass(frozen=True, slots=True)
class Load:
    """What came of one run."""

    requests: int
    seconds: float
    bytes_moved: int
    latencies_ms: list[float]

    @property
    def per_second(self) -> float:
        """Returns the requests per second."""
        return self.requests / self.seconds

    @property
    def mb_per_second(self) -> float:
        """Returns the payload, 10^6 bytes per second."""
        return self.bytes_moved / self.seconds / 1e6

    def percentile_ms(self, share: float) -> float:
        """Returns the latency below which that share of requests lies."""
        ordered = sorted(self.latencies_ms)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Socket(Protocol):
    """What a load needs of a socket that does not block; a TLS one gives in `recv` all that has come."""

    def send(self, data: memoryview) -> int:
        """Sends; BlockingIOError where nothing can be sent now."""

    def recv(self, size: int) -> bytes:
        """Receives; empty at the end, BlockingIOError where nothing has come."""

    def fileno(self) -> int:
        """Returns the file descriptor."""

    def close(self) -> None:
        """Closes the connection."""


Connect = Callable[[tuple[str, int]], Socket]


def connect_plain(address: tuple[str, int]) -> Socket:
    """Opens a TCP connection, from here on not blocking."""
    sock = socket.create_connection(address, CONNECT_SECONDS_MAX)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setblocking(False)
    return sock


class _Connection:
    __slots__ = ("buffered", "frame", "missing", "outgoing", "received", "sent_at", "sock")

    def __init__(self, sock: Socket, frame: bytes) -> None:
        self.sock = sock
        self.frame = frame
        self.sent_at: deque[float] = deque()
        self.outgoing: deque[memoryview] = deque()
        self.buffered = b""
        self.missing = 0
        self.received = 0

    def send_one(self, now: float) -> None:
        """Queues one request and sends what the socket takes."""
        self.sent_at.append(now)
        self.outgoing.append(memoryview(self.frame))
        self.flush()

    def flush(self) -> bool:
        """Sends; returns whether everything went out."""
        while self.outgoing:
            view = self.outgoing[0]
            try:
                sent = self.sock.send(view)
            except BlockingIOError:
                return False
            if sent < len(view):
                self.outgoing[0] = view[sent:]
                return False
            self.outgoing.popleft()
        return True

    def receive(self) -> int:
        """Reads what is there; returns how many responses it completed.

        The rest of a big response is counted down in `missing`, not kept.
        """
        try:
            data = self.sock.recv(RECEIVE_BYTES)
        except BlockingIOError:  # of TLS not even a record has come
            return 0
        if not data:
            raise ConnectionError("the server closed the connection under load")
        self.received += len(data)
        if self.missing > len(data):
            self.missing -= len(data)
            return 0
        done = 1 if self.missing else 0
        buffer = self.buffered + data[self.missing :]
        self.missing = 0
        start, end = 0, len(buffer)
        while end - start >= 4:
            (size,) = struct.unpack_from(">i", buffer, start)
            start += 4 + size
            if start > end:
                break
            done += 1
        else:
            self.buffered = buffer[start:]
            return done
        self.missing = start - end
        self.buffered = b""
        return done


def run(
    address: tuple[str, int],
    frames: Sequence[bytes],
    *,
    depth: int,
    seconds: float,
    payload_bytes: int | None,
    connect: Connect = connect_plain,
) -> Load:
    """Loads one server for a while.

    Args:
        address: where it listens; loopback only.
        frames: one prebuilt frame for each connection, length prefix included.
        depth: requests in flight on each connection.
        seconds: how long to go on; stops by itself, but not before the first response.
        connect: how.
        payload_bytes: what one request moves, for the MB/s; None: what the responses bring is counted.
    """
    assert address[0] in ("127.0.0.1", "localhost", "::1"), "load goes to loopback only"
    connections = [_Connection(connect(address), frame) for frame in frames]
    poll = select.epoll()
    by_fd = {}
    for connection in connections:
        by_fd[connection.sock.fileno()] = connection
        poll.register(connection.sock.fileno(), select.EPOLLIN)
    try:
        return _loop(poll, by_fd, depth, seconds, payload_bytes)
    finally:
        poll.close()
        for connection in connections:
            connection.sock.close()


def _loop(
    poll: select.epoll, by_fd: dict[int, _Connection], depth: int, seconds: float, payload_bytes: int | None
) -> Load:
    clock = time.perf_counter
    latencies: list[float] = []
    requests = 0
    started = last_answer = clock()
    for fd, connection in by_fd.items():
        for _ in range(depth):
            connection.send_one(clock())
        poll.modify(fd, select.EPOLLIN | (select.EPOLLOUT if connection.outgoing else 0))
    end = started + seconds
    while (now := clock()) < end or not requests:
        if now - last_answer > STALL_SECONDS_MAX:
            raise TimeoutError(f"no answer for {STALL_SECONDS_MAX:.0f} s")
        for fd, event in poll.poll(1.0):
            connection = by_fd[fd]
            blocked = bool(connection.outgoing)
            if event & select.EPOLLOUT:
                connection.flush()
            if event & ~select.EPOLLOUT:
                done = connection.receive()
                now = last_answer = clock()
                requests += done
                for _ in range(done):
                    latencies.append((now - connection.sent_at.popleft()) * 1e3)
                    connection.send_one(now)
            if blocked != bool(connection.outgoing):
                poll.modify(fd, select.EPOLLIN | (select.EPOLLOUT if connection.outgoing else 0))
    elapsed = clock() - started
    received = sum(connection.received for connection in by_fd.values())
    return Load(requests, elapsed, received if payload_bytes is None else requests * payload_bytes, latencies)
