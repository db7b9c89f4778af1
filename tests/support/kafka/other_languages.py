"""Clients in Go and JavaScript: fetched by their own package managers, run as processes that a test waits for.

What is fetched stays where those managers keep it (Go's module cache; for npm a folder of ours), at the versions that
go/go.mod and `KAFKAJS` name. The programs beside this file tell on stdout what they were told, a line each, and end
with a status that is not 0 at the first error that nobody asked for. franz-go's own tests are run as they lie in its
module. Java's are in `kafka_tools`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.support.kafka.kafka_tools import FETCH_SECONDS_MAX, cache_folder

RUN_SECONDS_MAX = 600
GO_FOLDER = Path(__file__).with_name("go")
KAFKAJS = "kafkajs@2.2.4"
KAFKAJS_PROBE = Path(__file__).with_name("kafkajs_probe.js")


def require(*programs: str) -> None:
    """Raises:
    LookupError: one of these is not installed.
    """
    for program in programs:
        if shutil.which(program) is None:
            raise LookupError(
                f"{program} is missing: conformance tests run clients in Go (1.26) and JavaScript (Node 18)"
            )


def run(command: list[str], environment: Mapping[str, str] | None = None, cwd: Path | None = None) -> str:
    """Runs one program; returns what it printed; fails the test with all of it on a non-zero exit."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=RUN_SECONDS_MAX,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-8000:]}\n{done.stderr[-8000:]}"
    return done.stdout


@dataclass(frozen=True, slots=True)
class Go:
    """Go programs, built into a folder."""

    folder: Path

    def build(self, name: str) -> Path:
        """The program go/NAME."""
        binary = self.folder / name
        subprocess.run(
            ["go", "build", "-buildvcs=false", "-o", str(binary), f"./{name}"],
            cwd=GO_FOLDER,
            check=True,
            timeout=FETCH_SECONDS_MAX,
        )
        return binary

    def test(self, package: str, pattern: str, environment: Mapping[str, str]) -> str:
        """Somebody's own tests of a package, where their module lies; returns what `go test -v` prints."""
        subprocess.run(
            ["go", "test", "-vet=off", "-run", "^$", package], cwd=GO_FOLDER, check=True, timeout=FETCH_SECONDS_MAX
        )
        limit = f"{RUN_SECONDS_MAX - 10}s"
        command = ["go", "test", "-vet=off", "-count=1", "-v", "-timeout", limit, "-run", pattern, package]
        return run(command, environment, GO_FOLDER)


@dataclass(frozen=True, slots=True)
class Node:
    """JavaScript programs that may `require` kafkajs."""

    modules: Path

    @classmethod
    def fetch(cls) -> Node:
        """With kafkajs, fetched by npm when it is not there."""
        folder = cache_folder("").parent / KAFKAJS
        modules = folder / "node_modules"
        if not (modules / "kafkajs" / "package.json").exists():
            folder.mkdir(parents=True, exist_ok=True)
            command = [
                "npm",
                "install",
                "--prefix",
                str(folder),
                "--no-package-lock",
                "--no-audit",
                "--no-fund",
                KAFKAJS,
            ]
            subprocess.run(command, check=True, timeout=FETCH_SECONDS_MAX, stdout=subprocess.DEVNULL)
        return cls(modules)

    def run(self, program: Path, *arguments: str) -> str:
        """Runs one program to its end."""
        return run(["node", str(program), *arguments], {"NODE_PATH": str(self.modules)})
