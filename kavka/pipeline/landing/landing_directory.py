"""The directory of one read's files: gone when the read ends, however it ends.

    BASE/kavka-landing-HOST-xxxxxxxx/            made and removed by the driver
        owner.lock                               flock, held by the driver for as long as it lives
        topic=T/partition=P/….parquet            what tasks have written (`landing_file`)

    the read ends, well or not       `close` removes it
    the driver is killed             a shell that waits at the other end of a pipe sees the end of it, and removes it
    both are killed at once          the next read under the same BASE finds the lock free, and removes it

Tasks make no directories: one that outlives its driver cannot begin a file in what was removed.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from kavka.common.types import TopicPartition
from kavka.pipeline.archive.layout import directory_of
from kavka.pipeline.failures import LandingError

PREFIX: Final = "kavka-landing"
LOCK: Final = "owner.lock"
REMOVE: Final = 'cat >/dev/null; rm -rf -- "$1" || { sleep 5; rm -rf -- "$1"; }'
"""Of the shell: reads until the driver's end of the pipe is closed. The second try is for a file just begun."""

REMOVE_SECONDS_MAX: Final = 60.0
GLOB_CHARACTERS: Final = frozenset("*?[]{}\\")
"""Spark takes them in a path for patterns."""


class LandingDirectory:
    """Owns a new directory, and removes it at the end.

    Args:
        base: where to make it; exists.
        partitions: whose records are to land.

    Raises:
        LandingError: it cannot be made there.
    """

    def __init__(self, base: Path, partitions: Iterable[TopicPartition]) -> None:
        base = base.absolute()
        if GLOB_CHARACTERS & set(str(base)):
            raise LandingError(f"{base} has characters that Spark takes for a pattern; name another directory")
        prefix = f"{PREFIX}-{socket.gethostname()}-"
        _sweep(base, prefix)
        try:
            made = Path(tempfile.mkdtemp(prefix=f".{prefix}", dir=base))
            # Locked before it has the name that sweeps look for.
            self._lock = os.open(made / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            self.path = made.rename(base / made.name.removeprefix("."))
        except OSError as error:
            raise LandingError(f"records cannot land in {base}: {error.strerror}; name another directory") from None
        self._remover = subprocess.Popen(
            ["/bin/sh", "-c", REMOVE, PREFIX, str(self.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for tp in partitions:
            directory_of(self.path, tp).mkdir(parents=True, exist_ok=True)

    def close(self) -> None:
        """Removes the directory with all that is in it."""
        assert self._remover.stdin is not None
        self._remover.stdin.close()
        try:
            self._remover.wait(REMOVE_SECONDS_MAX)
        finally:
            shutil.rmtree(self.path, ignore_errors=True)  # where the shell was killed
            os.close(self._lock)


def _sweep(base: Path, prefix: str) -> None:
    """Removes what drivers of this machine have left that are no more."""
    for left in base.glob(f"{prefix}*"):
        try:
            lock = os.open(left / LOCK, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            continue  # being removed, or another user's
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(left, ignore_errors=True)
        except OSError:
            continue  # its driver lives
        finally:
            os.close(lock)
