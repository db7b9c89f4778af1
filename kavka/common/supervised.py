"""Keeps periodic work going: the failure of one partition, group, connection or round ends nothing else.

    keep ─▶ a loop, for as long as the broker lives ─┬─ item ─▶ partition 0   fails: logged with its name, counted
              │ fails: logged, counted, a pause,     ├─ item ─▶ partition 1   done
              └─ begins again                        └─ item ─▶ partition 2   done

What other processes sent, or a disk kept, meets checks where it enters and never gets this far. Here ends what was
overlooked: a broker with one broken partition serves the others, and its log and its metric say which one that is.
Cancellation passes through untouched. Not here: how often work is due (its owner's loop), how a request fails (the
dispatcher), how a completion does (`timer.completions`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, Protocol

_log = logging.getLogger(__name__)

PAUSE_MS_MIN: Final = 100
"""Pause before a loop that failed begins again; it doubles with every failure that follows at once."""
PAUSE_MS_MAX: Final = 10_000
"""The longest such pause; a loop that ran for longer than this before it failed begins with the shortest again."""
TRACES_MAX: Final = 100
"""Failures whose stack trace was shown: each is shown once, later ones as a line; beyond this they are shown again."""


class Time(Protocol):
    """What pauses go by; every `timer.clock.Clock` is one."""

    def monotonic_ms(self) -> int:
        """Returns the milliseconds since an arbitrary moment."""

    async def sleep(self, delay_ms: float) -> None:
        """Sleeps for so many milliseconds."""


class LoopTime:
    """The event loop's own time, for a supervisor that was handed no clock."""

    __slots__ = ()

    def monotonic_ms(self) -> int:
        """Returns the loop's time in milliseconds."""
        return int(asyncio.get_running_loop().time() * 1000)

    async def sleep(self, delay_ms: float) -> None:
        """Sleeps for so many milliseconds of the loop's time."""
        await asyncio.sleep(delay_ms / 1000)  # noqa: TID251 - common lies beside timer, whose SystemClock it cannot have


class Supervisor:
    """Counts the failures of periodic work, and lets the work go on.

    Args:
        failures: how often items and rounds failed, by the name of the work. Bounded: names are written in the source.
        clock: what the pauses go by; None: the event loop's time.
    """

    __slots__ = ("_clock", "_shown", "failures")

    def __init__(self, failures: dict[str, int] | None = None, clock: Time | None = None) -> None:
        self._clock: Time = clock or LoopTime()
        self.failures: dict[str, int] = {} if failures is None else failures
        self._shown: set[tuple[str, str]] = set()

    @contextlib.contextmanager
    def item(self, work: str, item: object) -> Iterator[None]:
        """Contains the failure of one item within its `with` block.

        Args:
            work: what is done, as the metric names it: "log retention".
            item: to what: a partition, a group, a path. Its text is in the log.
        """
        try:
            yield
        except Exception as error:  # noqa: BLE001 - the boundary of one item: the others go on
            self._failed(work, f"{work} failed for {item}", error)

    async def keep(
        self, work: str, run: Callable[[], Awaitable[None]], *, ends_by: tuple[type[Exception], ...] = ()
    ) -> None:
        """Runs a loop until it returns or is cancelled; one that fails begins again after a pause.

        Args:
            work: what the loop does, as the metric names it.
            run: the loop, from its beginning.
            ends_by: what it raises on purpose, for the caller.
        """
        pause_ms = PAUSE_MS_MIN
        while True:
            began_ms = self._clock.monotonic_ms()
            try:
                await run()
                return
            except ends_by:
                raise
            except Exception as error:  # noqa: BLE001 - the boundary of one loop: it begins again
                if self._clock.monotonic_ms() - began_ms > PAUSE_MS_MAX:
                    pause_ms = PAUSE_MS_MIN
                self._failed(work, f"{work} failed and begins again in {pause_ms} ms", error)
            await self._clock.sleep(pause_ms)
            pause_ms = min(2 * pause_ms, PAUSE_MS_MAX)

    def _failed(self, work: str, text: str, error: Exception) -> None:
        self.failures[work] = self.failures.get(work, 0) + 1
        place = (work, _place(error))
        is_new = place not in self._shown
        if is_new:
            if len(self._shown) >= TRACES_MAX:
                self._shown.clear()
            self._shown.add(place)
        _log.error("%s: %s", text, error or type(error).__name__, exc_info=error if is_new else None)


def _place(error: Exception) -> str:
    """Returns where an exception was raised, as far as it distinguishes mistakes."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"{type(error).__name__} {where}"
