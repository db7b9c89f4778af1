"""What a child process tells its parent, as events on the loop: a line on a pipe that it inherits, and its end.

Nothing polls and no thread waits, but where the system has no pidfd. Not here: starting it, and what its end means.
"""

from __future__ import annotations

import asyncio
import os
import subprocess

EXIT_POLL_MS = 20
"""How often to look where the system has no pidfd."""

READY_BYTES_MAX = 65_536
"""What a broker may say when it is ready."""


def first_line(descriptor: int) -> asyncio.Future[bytes]:
    """Returns a future of the line that is written to a pipe; empty where it is closed without one.

    Closes the descriptor.
    """
    loop = asyncio.get_running_loop()
    written: asyncio.Future[bytes] = loop.create_future()
    line = bytearray()

    def on_readable() -> None:
        data = os.read(descriptor, READY_BYTES_MAX)
        line.extend(data)
        if data and b"\n" not in line and len(line) < READY_BYTES_MAX:
            return
        loop.remove_reader(descriptor)
        os.close(descriptor)
        if not written.done():
            written.set_result(bytes(line) if b"\n" in line else b"")

    loop.add_reader(descriptor, on_readable)
    return written


def exit_of(process: subprocess.Popen[bytes]) -> asyncio.Future[int]:
    """Returns a future of a process's exit code; negative: the signal that killed it."""
    loop = asyncio.get_running_loop()
    exited: asyncio.Future[int] = loop.create_future()
    try:
        descriptor = os.pidfd_open(process.pid)
    except (AttributeError, OSError):
        _look_again(loop, process, exited)
        return exited

    def on_exit() -> None:
        loop.remove_reader(descriptor)
        os.close(descriptor)
        code = process.wait()
        if not exited.done():
            exited.set_result(code)

    loop.add_reader(descriptor, on_exit)
    return exited


def _look_again(loop: asyncio.AbstractEventLoop, process: subprocess.Popen[bytes], exited: asyncio.Future[int]) -> None:
    code = process.poll()
    if exited.done():
        return
    if code is not None:
        exited.set_result(code)
        return
    loop.call_later(EXIT_POLL_MS / 1000, _look_again, loop, process, exited)
