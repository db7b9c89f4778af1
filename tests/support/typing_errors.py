"""What mypy says of lines of code: for types that exist for mypy alone, so that it alone can show what they refuse."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def typing_errors(folder: Path, template: str, lines: Sequence[str]) -> dict[str, list[str]]:
    """Returns mypy's errors by line of code; one run for all of them."""
    if importlib.util.find_spec("mypy") is None:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail("mypy is not installed")
        pytest.skip("mypy is not installed: pip install 'kavka[compiled]'")
    files = []
    for number, line in enumerate(lines):
        path = folder / f"snippet_{number}.py"
        path.write_text(template.format(line=line))
        files.append(str(path))
    # A process of its own: mypy's heap would stay in this one, and every full collection of it stops an event loop.
    options = ("--strict", "--no-error-summary", "--follow-imports=silent", "--config-file=")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "--cache-dir", str(folder / "cache"), *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    found: dict[str, list[str]] = {line: [] for line in lines}
    for error in done.stdout.splitlines():
        number = int(error.split("snippet_", 1)[1].split(".", 1)[0])
        found[lines[number]].append(error)
    return found
