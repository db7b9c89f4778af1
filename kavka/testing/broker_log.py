"""What brokers log while a test runs: by pytest's own capture, or at the end of their processes' files.

    a broker in the test's process ── its loggers, from INFO on ──▶ pytest's "Captured log" of a test that fails
    a broker's process             ── broker-N.log ── the end ────▶ a section of its own there

Loggers commonly take warnings alone; what tells why a leader moved is said at INFO. So those of brokers are lowered
while clusters run, except where somebody has given them a level.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

LOGGERS: Final = ("kavka.broker", "kavka.controller", "kavka.zk")
LINES_MAX: Final = 200
"""Of one report."""
TAIL_BYTES_MAX: Final = 64 * 1024


class BrokerLevels:
    """The levels of the brokers' loggers in this process."""

    def __init__(self) -> None:
        self._lowered: list[logging.Logger] = []

    def lower(self) -> None:
        """Lets what brokers say at INFO reach the program's logging. Twice is fine."""
        for logger in map(logging.getLogger, LOGGERS):
            if logger.level == logging.NOTSET and not logger.isEnabledFor(logging.INFO):
                logger.setLevel(logging.INFO)
                self._lowered.append(logger)

    def restore(self) -> None:
        """Leaves the loggers as they were."""
        while self._lowered:
            self._lowered.pop().setLevel(logging.NOTSET)


def file_tail(path: Path, start: int) -> str:
    """Returns the last lines that a file got since a position; nothing without a file."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(start, size - TAIL_BYTES_MAX))
            lines = file.read().decode(errors="replace").splitlines()
    except FileNotFoundError:
        return ""
    return "\n".join(lines[-LINES_MAX:])


def file_size(path: Path) -> int:
    """Returns a file's size; 0 where there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
