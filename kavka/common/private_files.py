"""Files that nobody but their owner may read or write, whatever the umask: tokens, passwords, what proves who runs.

    write_private    replaces      beside, 0600, fsynced, renamed, the directory fsynced: the old content or the new,
                                   and after it has returned the new one, whatever happens to the power
    make_private     creates       the same, but never over a file that is there: of several who try at once one wins
    open_private     appends       an older file that others could read is closed to them first

The mode is given when the file is made, not after: between the two somebody could open it. Not here: what the files
hold, and directories of somebody else's.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

FILE_MODE: Final = 0o600
DIRECTORY_MODE: Final = 0o700
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def write_private(path: Path, content: bytes) -> None:
    """Replaces a file in one step, readable by its owner alone.

    Raises:
        OSError: it cannot be written; what was there still is, or the new content whole.
    """
    temporary = _written_beside(path, content)
    try:
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _fsync_directory(path.parent)


def make_private(path: Path, content: bytes) -> bool:
    """Creates a file, whole and readable by its owner alone; False where there is one, which stays as it is.

    Raises:
        OSError: it cannot be written.
    """
    temporary = _written_beside(path, content)
    try:
        os.link(temporary, path)
    except FileExistsError:
        return False
    finally:
        temporary.unlink(missing_ok=True)
    _fsync_directory(path.parent)
    return True


def open_private(path: Path) -> int:
    """Opens a file to append to, readable by its owner alone; returns its descriptor.

    Raises:
        OSError: it cannot be opened.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, FILE_MODE)
    close_to_others(path)
    return descriptor


def make_private_directory(path: Path) -> None:
    """Creates a directory for its owner alone, and what is missing above it; one that is there stays as it is.

    Raises:
        OSError: it cannot be made.
    """
    path.mkdir(mode=DIRECTORY_MODE, parents=True, exist_ok=True)


def close_to_others(path: Path) -> None:
    """Removes a file's or directory's permissions for everybody but its owner.

    A process that does not own it leaves it.
    """
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & _OTHERS:
        with contextlib.suppress(PermissionError):
            path.chmod(mode & ~_OTHERS)


def _written_beside(path: Path, content: bytes) -> Path:
    import tempfile  # it costs a startup a millisecond, and most startups write nothing private

    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".tmp")  # made with 0600
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _fsync_directory(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
