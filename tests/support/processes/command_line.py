"""The command `kavka` as a user runs it: a process, its output, and a cluster in the background."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

KAVKA = [sys.executable, "-P", "-m", "kavka.cli.main"]
DEADLINE_S = 60


def kavka(
    *arguments: object, stdin: bytes = b"", check: bool = True, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Runs a verb to its end."""
    result = subprocess.run(
        [*KAVKA, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=DEADLINE_S,
        env={**os.environ, **(env or {})},
    )
    if check:
        assert result.returncode == 0, result.stderr.decode()
    return result


@contextmanager
def running(*arguments: object, env: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """A verb that goes on; killed at the end if it still does."""
    process = subprocess.Popen(
        [*KAVKA, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(env or {})},
        # A shell that starts the tests in the background has them ignore Ctrl-C, and so would this one.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            stream.close()


def text(result: subprocess.CompletedProcess[bytes]) -> str:
    return result.stdout.decode()


@contextmanager
def detached(data_dir: Path, *options: object) -> Iterator[Any]:
    """A cluster behind the shell, stopped at the end."""
    result = kavka("start", "--detach", "--json", "--port", 0, "--data-dir", data_dir, *options)
    try:
        yield json.loads(result.stdout)
    finally:
        kavka("stop", "--data-dir", data_dir, check=False)
