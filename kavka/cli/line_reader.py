"""Lines of stdin without blocking the loop: a terminal, a pipe, or a file.

A pipe is waited for through the loop and read only when it has something, so Ctrl-C ends the wait at once; no thread
hangs in a read. Reading a regular file never waits, so it is simply read. Lines are bounded: what is longer than a
broker would take is an error, not memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from os import read

CHUNK_BYTES = 256 * 1024
LINE_BYTES_MAX = 32 * 1024 * 1024


class LineTooLong(ValueError):
    """A line does not end."""


async def read_chunks(descriptor: int) -> AsyncIterator[bytes]:
    """Yields what comes, as it comes."""
    while True:
        await _readable(descriptor)
        chunk = read(descriptor, CHUNK_BYTES)
        if not chunk:
            return
        yield chunk


async def read_lines(descriptor: int, *, delimiter: bytes = b"\n") -> AsyncIterator[list[bytes]]:
    """Yields lists of lines without their delimiters, as they come; the last line need not end with one.

    Raises:
        LineTooLong: a line is longer than `LINE_BYTES_MAX`.
    """
    rest = b""
    async for chunk in read_chunks(descriptor):
        lines = (rest + chunk).split(delimiter)
        rest = lines.pop()
        if len(rest) > LINE_BYTES_MAX:
            raise LineTooLong(f"a line is longer than {LINE_BYTES_MAX} bytes")
        if lines:
            yield lines
    if rest:
        yield [rest]


async def _readable(descriptor: int) -> None:
    """Waits, without a deadline: a person may think for as long as they like."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def on_readable() -> None:
        if not ready.done():
            ready.set_result(None)

    try:
        loop.add_reader(descriptor, on_readable)
    except (PermissionError, ValueError):  # a regular file: epoll refuses it, and reading it never blocks
        return
    try:
        await ready
    finally:
        loop.remove_reader(descriptor)
