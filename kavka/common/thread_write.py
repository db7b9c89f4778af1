"""A write that a thread does: handed over by the loop, told to the loop when it is done, and waited for where need be.

    loop     ThreadWrite ─▶ … other work … ─▶ on_done          or  finish ─▶ goes on
               │                                ▲                   │  ▲
    thread     └──────────▶ write ──────────────┘                   └──┘ waits; does it if no thread has begun

Not here: what is written, and what its end means (`machine_filesystem`, `broker.log.log_writes`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import Executor

from kavka.common.filesystem import OnWritten


class ThreadWrite:
    """`DiskWrite` in a thread.

    Args:
        write: the write; raises OSError.
        executor: whose thread does it.
        on_done: called on the running loop with what went wrong, unless somebody has finished or dropped the write.
    """

    __slots__ = ("_error", "_future", "_loop", "_on_done", "_write")

    def __init__(self, write: Callable[[], None], executor: Executor, on_done: OnWritten) -> None:
        self._write: Callable[[], None] | None = write
        self._on_done: OnWritten | None = on_done
        self._error: OSError | None = None
        self._loop = asyncio.get_running_loop()
        # Nothing that the future holds leads back here: large buffers do not wait for a collection of garbage.
        self._future = executor.submit(self._do_in_thread)

    def _do_in_thread(self) -> None:
        try:
            self._do()
        finally:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is left to be told
                self._loop.call_soon_threadsafe(self._tell)

    def _do(self) -> None:
        write, self._write = self._write, None
        assert write is not None, "a write is done once"
        try:
            write()
        except OSError as error:
            self._error = error.with_traceback(None)

    def _tell(self) -> None:
        on_done, self._on_done = self._on_done, None
        if on_done is not None:
            on_done(self._result())

    def _result(self) -> BaseException | None:
        """Returns what went wrong, once the thread is out of it; what is not the disk's is ours."""
        failure = self._future.exception()  # waits for it; only then is there an error to be seen
        return self._error or failure

    def finish(self) -> BaseException | None:
        """Waits for the write where it stands, or does it if no thread has begun; returns what went wrong."""
        self._on_done = None
        if not self._future.cancel():
            return self._result()
        self._do()
        return self._error

    def drop(self) -> None:
        """Waits for the write if a thread has begun; else it is never done."""
        self._on_done = None
        if self._future.cancel():
            self._write = None
        else:
            self._future.exception()
