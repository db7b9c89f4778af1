"""What `kavka` exits with. Scripts rely on these numbers; `kavka --help` shows them."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """0 is success; everything else comes with one line on stderr."""

    OK = 0
    FAILED = 1
    """A broker refused, or something did not work out; the line says what."""
    USAGE = 2
    """The command line makes no sense."""
    UNREACHABLE = 3
    """No broker answers, or nothing runs on this data directory."""
    NOT_FOUND = 4
    """The topic does not exist; or the group, the broker, the user, whatever was named."""
    EXISTS = 5
    """The topic exists already, or the node."""
    BUSY = 6
    """A port or the data directory is in use."""
    BROKER_DIED = 7
    """A broker ended by itself."""
    INTERRUPTED = 130
    """Ctrl-C before the work was done."""


EXPLAINED = """\
Exit codes: 0 success, 1 failed, 2 wrong usage, 3 nothing answers or runs, 4 no such topic, group, broker …,
5 it exists already, 6 port or data directory in use, 7 a broker ended by itself, 130 interrupted."""
