"""Ports where somebody is who is no broker: HTTP, silence, garbage, a connection that ends at once."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

HTTP = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"
GARBAGE = bytes(range(0x70, 0xE0))


@contextmanager
def answering(response: bytes | None) -> Iterator[str]:
    """A port that says one thing to whomever has said something, and hangs up; with None it is silent, and stays."""
    kept: list[socket.socket] = []

    def serve() -> None:
        with contextlib.suppress(OSError):  # the listener is closed: the end
            while True:
                guest, _ = listener.accept()
                kept.append(guest)
                if response is not None:
                    with contextlib.suppress(OSError):
                        guest.settimeout(1)
                        if response:
                            guest.recv(1_000)
                        guest.sendall(response)
                        guest.shutdown(socket.SHUT_WR)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
            for guest in kept:
                guest.close()


@contextmanager
def closed() -> Iterator[str]:
    """An address where nobody listens, nor can meanwhile."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{bound.getsockname()[1]}"
