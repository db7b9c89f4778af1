"""The command `kavka` in this process, in a thread, so that a cluster in the test's own loop can answer it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from kavka.cli.exit_codes import ExitCode
from kavka.cli.main import cli, run


class Captured(Protocol):
    """What was written since it was asked last: pytest's `capfdbinary.readouterr()`."""

    @property
    def out(self) -> bytes: ...

    @property
    def err(self) -> bytes: ...


class Capture(Protocol):
    """pytest's `capfdbinary`."""

    def readouterr(self) -> Captured: ...


class Command:
    """Runs verbs one after the other.

    Args:
        capture: Has what they write.
        folder: For what they read.
    """

    def __init__(self, capture: Capture, folder: Path) -> None:
        self._capture = capture
        self._input = folder / "input"

    async def __call__(self, *arguments: object, lines: bytes | None = None, expected: ExitCode = ExitCode.OK) -> bytes:
        """Runs a verb; returns its output, or what it says of its failure.

        Args:
            arguments: Of the command line.
            lines: What `produce -l` reads.
            expected: How it has to end.
        """
        self._capture.readouterr()
        given: Sequence[object] = arguments
        if lines is not None:
            self._input.write_bytes(lines)
            given = [*arguments, "-l", self._input]
        code = await asyncio.to_thread(run, cli, list(map(str, given)))
        written = self._capture.readouterr()
        assert code == expected, written.err
        return written.out if expected == ExitCode.OK else written.err
