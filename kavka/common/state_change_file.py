"""The file of the state-change log: bounded, private, and opened when there is something to write.

    state_changes ─▶ its logger ─▶ StateChangeFile ─▶ broker-0.state-changes.log     the newest; before it .1, .2, .3

Not the broker's log, into which no line of it goes. A file that cannot be written is a warning there, and no reason to
stop.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kavka.common.printable import printable
from kavka.common.private_files import open_private
from kavka.common.state_changes import LOGGER

if TYPE_CHECKING:
    from io import TextIOWrapper

_log = logging.getLogger(__name__)

FILE_BYTES_MAX: Final = 8 * 1024 * 1024
FORMER_FILES: Final = 3
"""Together 32 MiB: some hundred thousand decisions."""


def write_state_changes(path: Path | None) -> None:
    """Has this process's state changes written to a file; None: nowhere, unless the logger is turned on later."""
    logger = logging.getLogger(LOGGER)
    if path is None:
        logger.setLevel(logging.WARNING)
        return
    logger.addHandler(StateChangeFile(path))
    logger.setLevel(logging.INFO)
    logger.propagate = False


class StateChangeFile(logging.Handler):
    """Appends lines to a file, and begins another one when it is full.

    Args:
        path: the file; those before it have numbers behind their names.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._rotating: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one line; logging holds the handler's lock."""
        if self._rotating is None:
            self._rotating = _rotating_file(self._path)
        self._rotating.emit(record)

    def close(self) -> None:
        """Closes the file."""
        if self._rotating is not None:
            with contextlib.suppress(OSError):  # of a full disk it was told when the line came
                self._rotating.close()
        super().close()


class _LineFormatter(logging.Formatter):
    """A line: the time with its offset from UTC, and the words, of which names from outside are a part."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")
        return f"{time} {printable(record.getMessage())}"


def _rotating_file(path: Path) -> logging.Handler:
    from logging.handlers import RotatingFileHandler  # 2 ms that no start waits for

    class PrivateRotatingFile(RotatingFileHandler):
        def _open(self) -> TextIOWrapper:
            return os.fdopen(open_private(Path(self.baseFilename)), "a", encoding="utf-8")

        def handleError(self, record: logging.LogRecord) -> None:
            del record
            _log.warning("the state-change log %s cannot be written: %s", path, sys.exc_info()[1])

    handler = PrivateRotatingFile(path, maxBytes=FILE_BYTES_MAX, backupCount=FORMER_FILES, delay=True)
    handler.setFormatter(_LineFormatter())
    return handler
