"""Operations that wait for a condition or for their time to run out: Kafka's purgatory, case by case.

An operation waits under one or more keys (a partition, a group). Whoever changes the state behind a key calls
`check_and_complete(key)` after the change; whichever operations find their condition met complete then. Those that
nobody completes are completed by the timer.

    try_complete_else_watch(op, keys)
        Case A  op.try_complete() holds at once                 → completed, never watched
        Case B  it holds at the second look, after watching     → completed, the keys forget it lazily
        Case C  neither                                         → on the timer, watched by every key

The second look closes a gap: the condition may become true after the first look and before the key watches, and then
nobody would look again before the timeout (KAFKA-6653, KAFKA-8334).

Completing removes an operation from the timer at once (KAFKA-1989) but from its keys lazily: the key that is being
checked drops it, others still list it until more operations are finished than live (and more than `purge_interval`),
or until nothing is left alive. A key whose list is empty is dropped (KAFKA-2160). Each operation completes exactly
once, whatever races to do it: `force_complete` flips one flag, and nothing awaits between the look and the flip.

Not here: threads, locks, I/O. `timer.reaper` drives the timer; `timer.completions` keeps completions from nesting.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from kavka.native import mypyc_attr
from kavka.timer.completions import CompletionQueue, run_isolated
from kavka.timer.moments import MonotonicMs
from kavka.timer.timer import Timer
from kavka.timer.timing_wheel import TimerEntry

PURGE_INTERVAL = 1_000
"""Finished operations that the keys may still list; the default of Kafka's `*.purgatory.purge.interval.requests`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class DelayedOperation:
    """Something that completes once: when its condition holds, when it is forced, or when its time is up.

    Subclasses say what the condition is (`try_complete`), what completing means (`on_complete`), and may count expiries
    (`on_expiration`, called after `on_complete`).

    Args:
        delay_ms: how long it may wait; ≤ 0 means that it completes without waiting.
    """

    __slots__ = ("_entry", "_purgatory", "delay_ms", "is_completed")

    def __init__(self, delay_ms: int) -> None:
        self.delay_ms = delay_ms
        self.is_completed = False
        self._entry: TimerEntry | None = None
        self._purgatory: Purgatory[DelayedOperation] | None = None

    def try_complete(self) -> bool:
        """Calls `force_complete` if the condition holds; returns what that returned, False otherwise.

        It may be called any number of times while the operation waits, and must change nothing itself.
        """
        raise NotImplementedError

    def on_complete(self) -> None:
        """Carries out the completion. Called exactly once, never from inside another completion."""
        raise NotImplementedError

    def on_expiration(self) -> None:
        """Notes that the timer completed the operation, for classes that count expirations."""

    def describe(self) -> dict[str, object]:
        """Describes for observability what the operation waits for, as values that JSON can show."""
        return {}

    @property
    def expiration_ms(self) -> MonotonicMs | None:
        """Returns the expiration on the timer's clock; None while the operation does not wait."""
        return None if self._entry is None else MonotonicMs(self._entry.expiration_ms)

    def force_complete(self) -> bool:
        """Completes the operation whatever its condition; False when it had completed before.

        Inside another completion `on_complete` is queued and runs after it.
        """
        if self.is_completed:
            return False
        self.is_completed = True
        purgatory = self._purgatory
        if purgatory is None:
            self.on_complete()
            return True
        self._detach(purgatory)
        purgatory.completions.run(self.on_complete)
        return True

    def abandon(self) -> bool:
        """Ends the operation without completing it: nobody waits for it any more. False when it had ended before."""
        if self.is_completed:
            return False
        self.is_completed = True
        purgatory = self._purgatory
        if purgatory is not None:
            self._detach(purgatory)
            purgatory._completed -= 1
        return True

    def _detach(self, purgatory: Purgatory[DelayedOperation]) -> None:
        """Takes the operation off the timer and the count: what the purgatory still lists is only a name."""
        self._purgatory = None
        entry = self._entry
        if entry is not None:
            self._entry = None
            purgatory.timer.cancel(entry)
        purgatory._on_detached()

    def _expire(self) -> None:
        purgatory = self._purgatory
        assert purgatory is not None, "who has completed or was abandoned has no timer"
        self.force_complete()
        purgatory._expired += 1
        self.on_expiration()


Op = TypeVar("Op", bound=DelayedOperation)


class PurgatoryStatistics(NamedTuple):
    """What a purgatory held and did, at one moment."""

    name: str
    watched: int
    """Entries in all keys' lists: an operation counts once a key, finished ones too until they are purged."""
    keys: int
    delayed: int
    """Operations that are alive."""
    completed: int
    """Operations that completed, at once, later, or by expiring."""
    expired: int


class Purgatory(Generic[Op]):
    """Where operations of one kind wait.

    Args:
        name: as Kafka's metrics name it: Produce, Fetch, Rebalance, …
        timer: this purgatory's own.
        completions: shared by all purgatories whose completions may touch one another's state.
        purge_interval: how many finished operations may stay listed before the lists are cleaned.

    Attributes:
        watched_keys: those that something waits under: who changes a state often looks here before it calls.
    """

    __slots__ = (
        "_completed",
        "_expired",
        "_listed",
        "_live",
        "_watchers",
        "completions",
        "name",
        "purge_interval",
        "timer",
        "watched_keys",
    )

    def __init__(
        self,
        name: str,
        timer: Timer,
        *,
        completions: CompletionQueue | None = None,
        purge_interval: int = PURGE_INTERVAL,
    ) -> None:
        self.name = name
        self.timer = timer
        self.completions = CompletionQueue() if completions is None else completions
        self.purge_interval = purge_interval
        # Invariant: no list is empty between two calls.
        self._watchers: dict[Hashable, list[Op]] = {}
        self.watched_keys = self._watchers.keys()
        self._live = 0
        self._listed = 0
        """Live operations, and an estimate, never too low, of finished ones that a key still lists."""
        self._completed = 0
        self._expired = 0

    def try_complete_else_watch(self, op: Op, keys: Iterable[Hashable]) -> bool:
        """Completes `op` if it can be, otherwise watches it under every key. Cases A to C of the module.

        An exception of `op`'s own code reaches the caller, and `op` then neither waits nor completes.

        Returns:
            Whether `op` is complete on return (its `on_complete` queued, if this is called from a completion).
        """
        op._purgatory = self  # type: ignore[assignment]
        self._live += 1
        self._listed += 1
        is_settled = False
        try:
            if not op.try_complete():  # Case A
                self._watch(op, keys)
                if not op.try_complete():  # Case B
                    # Case C. An operation without patience expires inside this call.
                    self._start_timer(op)
            is_settled = True
        finally:
            if not is_settled and not op.is_completed:
                op.is_completed = True
                op._detach(self)  # type: ignore[arg-type]
        if self._listed - self._live > max(self.purge_interval, self._live):
            self._purge_completed()
        return op.is_completed

    def check_and_complete(self, key: Hashable) -> int:
        """Completes the operations under `key` whose condition holds now. Call it after the state has changed.

        From inside a completion the check is queued and runs after it.

        Returns:
            How many completed; 0 when the check was queued.
        """
        if key not in self._watchers:
            return 0
        return self.completions.run(partial(self._check_watched, key)) or 0

    def cancel_for_key(self, key: Hashable) -> list[Op]:
        """Cancels the operations under `key` without completing them, under their other keys as well.

        Returns:
            Those that were alive; what becomes of them is the caller's to decide.
        """
        cancelled = [op for op in self._watchers.pop(key, ()) if op._purgatory is not None]
        for op in cancelled:
            op._detach(self)  # type: ignore[arg-type]
        self._completed -= len(cancelled)
        return cancelled

    def watched(self) -> int:
        """Returns the total length of the keys' lists. Finished operations count until they are purged."""
        return sum(map(len, self._watchers.values()))

    def delayed(self) -> int:
        """Returns how many operations are alive."""
        return self._live

    def statistics(self) -> PurgatoryStatistics:
        """Returns a snapshot of the sizes and counters."""
        return PurgatoryStatistics(
            name=self.name,
            watched=self.watched(),
            keys=len(self._watchers),
            delayed=self._live,
            completed=self._completed,
            expired=self._expired,
        )

    def watches(self) -> Iterator[tuple[Op, Hashable]]:
        """Yields every operation that is alive with each of its keys; others may come and go meanwhile."""
        for key, watching in list(self._watchers.items()):
            for op in watching:
                if op._purgatory is not None:
                    yield op, key

    def waiting(self) -> dict[Op, list[Hashable]]:
        """Returns every operation that is alive and its keys; for observability, it walks all lists."""
        found: dict[Op, list[Hashable]] = {}
        for op, key in self.watches():
            found.setdefault(op, []).append(key)
        return found

    def _watch(self, op: Op, keys: Iterable[Hashable]) -> None:
        watchers = self._watchers
        for key in keys:
            watching = watchers.get(key)
            if watching is None:
                watchers[key] = [op]
            else:
                watching.append(op)

    def _start_timer(self, op: Op) -> None:
        entry = self.timer.add(op.delay_ms, op._expire)
        if not op.is_completed:
            op._entry = entry

    def _check_watched(self, key: Hashable) -> int:
        completed = 0
        # A copy: completing one may add another under the same key, or end with every list being dropped.
        for op in tuple(self._watchers.get(key, ())):
            if op._purgatory is not None and run_isolated(op.try_complete, f"completing a delayed {self.name}"):
                completed += 1
        self._drop_detached(key)
        return completed

    def _drop_detached(self, key: Hashable) -> None:
        watching = self._watchers.get(key)
        if watching is not None:
            alive = [op for op in watching if op._purgatory is not None]
            if alive:
                self._watchers[key] = alive
            else:
                del self._watchers[key]

    def _purge_completed(self) -> None:
        for key in tuple(self._watchers):
            self._drop_detached(key)
        self._listed = self._live

    def _on_detached(self) -> None:
        """Counts one operation less. With none left every list is obsolete, and dropping them costs nothing."""
        self._live -= 1
        self._completed += 1
        if self._live == 0:
            self._watchers.clear()
            self._listed = 0
