"""What every blocking client is: an asyncio client in the loop of a thread, and calls into it that wait.

    class Admin(Blocking[AsyncAdmin]):
        @constructing(AsyncAdmin)                               Admin(…) takes what AsyncAdmin(…) takes
        def __init__(self, client): super().__init__(client)
        list_topics = blocking(AsyncAdmin.list_topics)          returns what is awaited there
        seek = on_loop(…)                                       a plain method, run in the loop's thread all the same

Types and docstrings are those of the asyncio client. Its calls have deadlines of their own; `CALL_TIMEOUT_MS` stands
behind them, for the case that a loop stands still.
"""

from __future__ import annotations

import atexit
import concurrent.futures
import functools
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Concatenate, Final, Generic, ParamSpec, Protocol, TypeVar

from kavka.sync.caller_work import CallerWork
from kavka.sync.loop_thread import LoopThread
from kavka.wire.errors import ClientClosed

CALL_TIMEOUT_MS: Final = 600_000
"""Longer than any client's own deadlines together: delivery, request and the end of a transaction are 210 s."""

NOT_OPEN: Final = (
    "this is not open; use it inside `with`, or between `start` and `stop`, in the process that started it"
)

Self = TypeVar("Self", bound="Blocking[Any]")
P = ParamSpec("P")
T = TypeVar("T")


class AsyncClient(Protocol):
    """What there is of every asyncio client."""

    async def start(self) -> None: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


C = TypeVar("C", bound=AsyncClient)


class Blocking(Generic[C]):
    """An asyncio client and its thread. Use it as a context manager, or `start` and `stop` it.

    A client that runs when the program ends is stopped then, so that what it was given is delivered.
    """

    def __init__(self, client: C) -> None:
        self._client = client
        self._thread = LoopThread(f"kavka {type(self).__name__}")
        self._was_started = False

    def __enter__(self: Self) -> Self:
        """Starts; see `start`."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops, as leaving the asyncio client's block does."""
        self._end(error)

    def start(self) -> None:
        """Starts the thread and the client in it; a client starts once.

        Raises:
            DeadlineExceeded: no broker responded in time.
            ClientClosed: it was started before.
        """
        if self._was_started:
            raise ClientClosed("this was started before; make a new one")
        self._was_started = True
        self._thread.start()
        try:
            self._wait(self._client.start())
        except BaseException:
            self._thread.stop()
            raise
        atexit.register(self.stop)

    def stop(self) -> None:
        """Stops the client, then its thread. Twice is fine, and so is before `start`."""
        self._end(None)

    def close(self) -> None:
        """Stops; by the name that `contextlib.closing` knows."""
        self._end(None)

    def _end(self, error: BaseException | None) -> None:
        atexit.unregister(self.stop)
        if not self._thread.is_running:
            return
        try:
            self._serve(self._client.__aexit__(None if error is None else type(error), error, None))
        finally:
            self._thread.stop()

    def _serve(self, work: Coroutine[Any, Any, T]) -> T:
        """Waits for what may call a user's functions."""
        return self._wait(work)

    def _wait(
        self,
        work: Coroutine[Any, Any, T],
        *,
        timeout_ms: int | None = CALL_TIMEOUT_MS,
        callbacks: CallerWork | None = None,
    ) -> T:
        """Runs a coroutine in the loop's thread, and returns its result.

        Args:
            work: The coroutine.
            timeout_ms: How long it may take, for the case that its own deadlines are none; None: it waits for records.
            callbacks: What this thread is asked to call meanwhile.

        Raises:
            ClientClosed: there is no loop, or it was closed by another thread.
        """
        if not self._thread.is_running:
            work.close()
            raise ClientClosed(NOT_OPEN)
        waiting = CallerWork() if callbacks is None else callbacks
        try:
            return waiting.wait(self._thread.begin(work), timeout_ms=timeout_ms)
        except concurrent.futures.CancelledError:
            raise ClientClosed("this was closed while a call waited") from None


def constructing(
    make: Callable[P, C],
) -> Callable[[Callable[[Self, C], None]], Callable[Concatenate[Self, P], None]]:
    """Gives a blocking client the constructor of its asyncio client, whose object it gets."""

    def decorate(init: Callable[[Self, C], None]) -> Callable[Concatenate[Self, P], None]:
        @functools.wraps(make.__init__)
        def __init__(self: Self, /, *args: P.args, **kwargs: P.kwargs) -> None:
            init(self, make(*args, **kwargs))

        return __init__

    return decorate


def blocking(method: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]) -> Callable[Concatenate[Any, P], T]:
    """Makes a method that waits for the asyncio client's."""

    @functools.wraps(method)
    def call(self: Blocking[Any], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._wait(method(self._client, *args, **kwargs))

    return call


def on_loop(method: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Makes a method that runs the asyncio client's plain one where its tasks run: nothing of it is thread-safe."""

    @functools.wraps(method)
    def call(self: Blocking[Any], /, *args: P.args, **kwargs: P.kwargs) -> T:
        async def act() -> T:
            return method(self._client, *args, **kwargs)

        return self._wait(act())

    return call
