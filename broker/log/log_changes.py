"""The logs whose offsets moved since somebody last looked: what a checkpoint must write again, whatever else there is.

    Log ─▶ high_watermarks, start_offsets, recovery_points ─▶ taken by `offset_checkpoints`, each at its interval

A log notes itself, which costs one entry in a dict; so a round of checkpoints costs what moved, and nothing while
nothing does. Dicts, since their order is the order of events, which it is again when the events are.
"""

from __future__ import annotations

from kavka.broker.log.log_identity import LogIdentity


class LogChanges:
    """Notes which logs moved, by what of them did; a log that has just been opened counts as moved.

    Attributes:
        high_watermarks: those whose high watermark did.
        start_offsets: those that begin elsewhere, in offset or in segment.
        recovery_points: those of which the device has more, or that were truncated.
    """

    __slots__ = ("high_watermarks", "recovery_points", "start_offsets")

    def __init__(self) -> None:
        self.high_watermarks: dict[LogIdentity, None] = {}
        self.start_offsets: dict[LogIdentity, None] = {}
        self.recovery_points: dict[LogIdentity, None] = {}

    def opened(self, log: LogIdentity) -> None:
        """Notes a log of which no checkpoint may know."""
        self.high_watermarks[log] = self.start_offsets[log] = self.recovery_points[log] = None

    def take_high_watermarks(self) -> dict[LogIdentity, None]:
        """Returns the logs whose high watermarks moved, and forgets them."""
        taken, self.high_watermarks = self.high_watermarks, {}
        return taken

    def take_start_offsets(self) -> dict[LogIdentity, None]:
        """Returns the logs whose start offsets moved, and forgets them."""
        taken, self.start_offsets = self.start_offsets, {}
        return taken

    def take_recovery_points(self) -> dict[LogIdentity, None]:
        """Returns the logs whose recovery points moved, and forgets them."""
        taken, self.recovery_points = self.recovery_points, {}
        return taken
