"""The reply to one request of kazoo's: set on its thread, taken over by the event loop.

    kazoo's thread: a reply ─▶ set ─▶ the links ─▶ `session.Mailbox` ─▶ the loop: `kazoo_client`

Not here: frames (`frame_io`), sessions (`session`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any


class LoopResult:
    """What kazoo calls an async result, without its condition variable: set once, links called once each."""

    __slots__ = ("_is_set", "_links", "exception", "value")

    def __init__(self) -> None:
        self._links: deque[Callable[[LoopResult], None]] = deque()
        self._is_set = False
        self.exception: BaseException | None = None
        self.value: Any = None

    def ready(self) -> bool:
        """Tells whether the result holds a value or an exception."""
        return self._is_set

    def set(self, value: Any = None) -> None:
        """Sets the reply, on kazoo's thread."""
        self.value = value
        self._resolve()

    def set_exception(self, exception: BaseException) -> None:
        """Sets the error, on kazoo's thread."""
        self.exception = exception
        self._resolve()

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Returns the value or raises the exception; never waits, whatever kazoo asks."""
        assert self._is_set, "nobody waits for a result on this side"
        if self.exception is not None:
            raise self.exception
        return self.value

    get_nowait = get

    def rawlink(self, callback: Callable[[LoopResult], None]) -> None:
        """Calls back when the reply is there: on kazoo's thread, or at once."""
        self._links.append(callback)
        if self._is_set:
            self._run_links()

    def _resolve(self) -> None:
        self._is_set = True
        self._run_links()

    def _run_links(self) -> None:
        # Both threads may be here at once; popleft gives each callback to one of them.
        while True:
            try:
                callback = self._links.popleft()
            except IndexError:
                return
            callback(self)
