"""What the interpreter does to this machine while a simulated one runs: nothing, or a test says what."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

REFUSED = (
    "socket.",
    "subprocess.",
    "os.fork",
    "os.mkdir",
    "os.rename",
    "os.remove",
    "os.rmdir",
    "os.truncate",
    "_thread.",
)
"""Of the interpreter's audit events: what no broker in memory may cause. Modules are still imported: files are opened
for that."""


class Effects:
    """Hears what the interpreter does to the machine, while it is asked to."""

    def __init__(self) -> None:
        self.is_on = False
        self.found: list[tuple[str, tuple[Any, ...]]] = []
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.is_on:
            return
        if event.startswith(REFUSED) or (event == "open" and str(arguments[0]).startswith("/nowhere")):
            self.found.append((event, arguments))
        if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
            self.found.append((event, arguments))

    @contextlib.contextmanager
    def heard(self) -> Iterator[list[tuple[str, tuple[Any, ...]]]]:
        self.is_on, self.found = True, []
        try:
            yield self.found
        finally:
            self.is_on = False


EFFECTS = Effects()
