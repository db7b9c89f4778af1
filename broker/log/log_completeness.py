"""Whether a log lacks records, as far as is known: marked beside it on the disk, accepted, mended.

    found damaged ─▶ mark ─▶ not complete ─▶ mended        what was missing came from its leader
                                   └───────▶ accept        it leads as it is, since nobody else is in sync

Not here: how damage is found (`recovery`, `scrubber`), what of the log is cut (`log_files`), what follows from it
(docs/decisions/0031).
"""

from __future__ import annotations

from kavka.broker.log.damage import DamagedPlace, LogDamage, mark, unmark
from kavka.broker.log.log_context import LogContext


class LogCompleteness:
    """Knows what one log lacks.

    Args:
        context: which log it is.
        damage: what is missing, as its files show; None: nothing.
        gap: where its offsets leap: damage, unless the log is compacted, which others know.

    Attributes:
        damage: as given; changed by the methods here.
    """

    __slots__ = ("_context", "_gap", "_is_accepted", "damage")

    def __init__(self, context: LogContext, damage: LogDamage | None, gap: DamagedPlace | None) -> None:
        self._context = context
        self.damage = damage
        self._gap = gap
        self._is_accepted = False

    @property
    def is_complete(self) -> bool:
        """Tells whether no records are known to be missing or damaged.

        An accepted damage does not count: no other replica could do better.
        """
        return self.damage is None or self._is_accepted

    def take_gap(self) -> DamagedPlace | None:
        """Returns where the offsets leap, and forgets it: the caller knows whether the log is compacted."""
        gap, self._gap = self._gap, None
        return gap

    def mark(self, damage: LogDamage) -> None:
        """Marks the log as damaged until it is `mended`, across restarts.

        Raises:
            KafkaStorageError: the disk failed.
        """
        context = self._context
        context.check_usable()
        with context.guard("marking the damage of"):
            mark(context.directory, context.filesystem, str(damage))
        self._become(damage, is_accepted=False)

    def accept(self) -> None:
        """Accepts the damage, so that the log leads as it is: nobody else was in sync."""
        assert self.damage is not None, f"{self._context} is not damaged"
        self._become(self.damage, is_accepted=True)

    def mended(self) -> None:
        """Counts the log as complete again: what was missing came from its leader.

        Raises:
            KafkaStorageError: the disk failed.
        """
        context = self._context
        context.check_usable()
        with context.guard("unmarking"):
            unmark(context.directory, context.filesystem)
        self._become(None, is_accepted=False)

    def _become(self, damage: LogDamage | None, *, is_accepted: bool) -> None:
        self.damage, self._is_accepted = damage, is_accepted
        self._context.effects.hooks.damage_changed(self._context.identity)
