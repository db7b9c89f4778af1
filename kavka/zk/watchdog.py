"""Ends the ZooKeeper session of a process whose event loop hangs, so that others do its work.

    watchdog's thread ── are you there? ──► event loop        (call_soon_threadsafe, ten times a session timeout)
          │  ◄──────────── yes ───────────────┘
          └─ nothing for a session timeout ─► the session is closed from outside: its ephemeral nodes go now

Kazoo pings from a thread of its own, so a broker whose loop hangs would stay a leader that serves nobody for ever. The
session is closed, not left to lapse: by then the others have waited as long as for a broker that died. When the loop
returns it finds the session lost, and registers again as after any lost session.

What counts is the silence while this thread runs: a process that was stopped, or had no processor, for a minute was not
silent for longer than it was awake, and a loop that was stopped with it gets the time to reply.

Not here: how a session is closed (`session`), what its owner does then (`broker.cluster.registration`, the controller).
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Final

from kavka.timer.clock import Clock
from kavka.timer.moments import MonotonicMs

log = logging.getLogger(__name__)

LOOKS_PER_TIMEOUT: Final = 10
FRAMES_SHOWN: Final = 5
"""How much of what the loop is at goes to the log."""


class LoopSilence:
    """Adds up how long the loop has been silent. No thread, no clock.

    Args:
        now_ms: monotonic.
    """

    __slots__ = ("_is_told", "_looked_ms", "silent_ms")

    def __init__(self, now_ms: MonotonicMs) -> None:
        self._looked_ms = now_ms
        self._is_told = False
        self.silent_ms = 0

    def look(self, now_ms: MonotonicMs, *, has_answered: bool, timeout_ms: int) -> bool:
        """Tells whether the loop is now silent for too long; True once per silence.

        Args:
            now_ms: monotonic.
            has_answered: whether the loop has replied since the last call.
            timeout_ms: how long it may be silent.
        """
        # A longer time since the last call means that the watchdog's thread was stopped, too.
        passed_ms = min(now_ms - self._looked_ms, 2 * timeout_ms // LOOKS_PER_TIMEOUT)
        self._looked_ms = now_ms
        if has_answered:
            self.silent_ms = 0
            self._is_told = False
            return False
        self.silent_ms += passed_ms
        if self.silent_ms < timeout_ms or self._is_told:
            return False
        self._is_told = True
        return True


class LoopWatchdog:
    """The thread that asks; made and started on the loop that is watched.

    Args:
        timeout_ms: how long the loop may be silent: the session's timeout, which its server decides.
        on_silent: called on the watchdog's thread, once for each silence.
        clock: for the time between calls.
    """

    __slots__ = (
        "_clock",
        "_has_answered",
        "_loop",
        "_loop_thread",
        "_on_silent",
        "_stopping",
        "_thread",
        "_timeout_ms",
    )

    def __init__(self, *, timeout_ms: Callable[[], int], on_silent: Callable[[], None], clock: Clock) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop_thread = threading.get_ident()
        self._timeout_ms = timeout_ms
        self._on_silent = on_silent
        self._clock = clock
        # Written by one thread at a time: lowered before the loop is asked, raised by its reply.
        self._has_answered = True
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="loop-watchdog", daemon=True)

    def start(self) -> None:
        """Starts the watchdog's thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stops the watchdog's thread, from any thread. `join` waits for the end."""
        self._stopping.set()

    def join(self) -> None:
        """Waits until the thread has ended, a moment after `stop`; not on the loop."""
        self._thread.join()

    def _run(self) -> None:
        silence = LoopSilence(self._clock.monotonic_ms())
        while True:
            has_answered, timeout_ms = self._has_answered, self._timeout_ms()
            if silence.look(self._clock.monotonic_ms(), has_answered=has_answered, timeout_ms=timeout_ms):
                log.critical(
                    "the event loop has answered nothing for %d ms: its ZooKeeper session is ended, so that others "
                    "lead; the loop is at %s",
                    silence.silent_ms,
                    self._place(),
                )
                self._on_silent()
            if has_answered:
                self._has_answered = False
                try:
                    self._loop.call_soon_threadsafe(self._answer)
                except RuntimeError:
                    return  # the loop is closed
            if self._stopping.wait(timeout_ms / LOOKS_PER_TIMEOUT / 1000):
                return

    def _answer(self) -> None:
        """Notes that the loop runs; called on the loop."""
        self._has_answered = True

    def _place(self) -> str:
        """Returns the stack of the loop's thread, the innermost call first."""
        frame = sys._current_frames().get(self._loop_thread)
        if frame is None:
            return "its end"
        calls = traceback.extract_stack(frame)[-FRAMES_SHOWN:]
        return " < ".join(f"{call.name} ({call.filename}:{call.lineno})" for call in reversed(calls))
