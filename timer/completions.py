"""Completions, one after the other: what Kafka's ActionQueue is for, and where one failure is kept from the others.

Completing an operation runs somebody's code, and that code may append to a log, which makes other operations
completable, and so on. Run where they are noticed, completions would nest inside one another's half-done state changes:
in Kafka that shape of call cost a long row of deadlocks. So there is one queue for all purgatories of a broker. A
completion that is noticed while another runs waits its turn; nothing recurses, and each starts from a settled state.

This is not an executor: everything runs on the caller's stack, before the outermost `run` returns.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable
from typing import TypeVar

logger = logging.getLogger(__name__)

T = TypeVar("T")


def run_isolated(action: Callable[[], T], what: str) -> T | None:
    """Runs `action`; if it raises, logs that with its traceback and returns None.

    An operation that fails must not keep the others from being completed (KAFKA-17240). This module is the one place of
    the package that catches everything.
    """
    try:
        return action()
    except Exception:
        logger.exception("%s failed; the others go on", what)
        return None


def run_each_isolated(actions: Iterable[Callable[[], object]], what: str) -> int:
    """Runs the actions as they come; one that raises is logged, and those that expired with it still run.

    Returns:
        How many ran, those that failed included.
    """
    ran = 0
    for action in actions:
        ran += 1
        try:
            action()
        except Exception:
            logger.exception("%s failed; the others go on", what)
    return ran


class CompletionQueue:
    """Runs actions in the order in which they came.

    An action that comes while another one is running waits until that one has ended; else it runs at once.
    """

    __slots__ = ("_is_running", "_waiting")

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()
        self._is_running = False

    @property
    def is_running(self) -> bool:
        """Tells whether an action is running: what comes now will wait."""
        return self._is_running

    def __len__(self) -> int:
        """Counts the actions that wait for the running one."""
        return len(self._waiting)

    def run(self, action: Callable[[], T]) -> T | None:
        """Runs `action` now, and then whatever was queued meanwhile; or queues it and returns None.

        An exception of the outermost action reaches the caller, after the queue was drained: it is the caller's own.
        Those of queued actions are logged, since nobody is there to take them.
        """
        if self._is_running:
            self._waiting.append(action)
            return None
        self._is_running = True
        try:
            return action()
        finally:
            while self._waiting:
                run_isolated(self._waiting.popleft(), "a queued completion")
            self._is_running = False
