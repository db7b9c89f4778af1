"""The load generator in C (`flood.c`): builds it once a run, and runs it beside a server.

A client in Python takes a core at 40,000 requests a second, and then two servers are compared on the core that is left.
`raw_load` is its elder in Python, for servers that answer slower than that. Needs a C compiler, and for TLS OpenSSL's
headers.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).with_name("flood.c")
GRACE_S: Final = 60.0
"""How much longer than its load the program may take."""


@dataclass(frozen=True, slots=True)
class Flooded:
    """What came of one load."""

    requests: int
    seconds: float
    bytes: int
    """Received, lengths included."""
    p50_ms: float
    p99_ms: float

    @property
    def per_second(self) -> float:
        """Returns the requests per second."""
        return self.requests / self.seconds


@dataclass(frozen=True, slots=True)
class Program:
    """The load generator, built."""

    path: Path
    speaks_tls: bool


def build(folder: Path) -> Program:
    """Compiles the program into a folder, with TLS where OpenSSL's headers are.

    Raises:
        SystemExit: there is no C compiler.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise SystemExit("a C compiler (cc) is missing: the load comes from a program in C")
    path = folder / "flood"
    command = [compiler, "-O2", "-o", str(path), str(SOURCE)]
    with_tls = subprocess.run([*command, "-DWITH_TLS", "-lssl", "-lcrypto"], capture_output=True, check=False)
    if with_tls.returncode:
        subprocess.run(command, check=True)
    return Program(path, speaks_tls=not with_tls.returncode)


def flood(
    program: Program,
    port: int,
    frames: Sequence[bytes],
    *,
    connections: int,
    depth: int,
    seconds: float,
    is_tls: bool = False,
) -> Flooded:
    """Loads a server on loopback for a while.

    Args:
        program: from `build`.
        port: of the server.
        frames: with their length prefixes; each connection takes an equal share of them, in order, again and again.
        connections: how many.
        depth: requests in flight on each.
        seconds: how long.
        is_tls: whether the port speaks TLS.

    Raises:
        RuntimeError: the server closed a connection, or did not respond; says what.
    """
    assert len(frames) % connections == 0
    path = program.path.with_suffix(".frames")
    path.write_bytes(b"".join(frames))
    command = [str(program.path), str(port), str(path), str(connections), str(depth), str(int(seconds * 1_000))]
    if is_tls:
        command.append("tls")
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + GRACE_S, check=False)
    if done.returncode:
        raise RuntimeError(f"port {port}: {done.stderr.strip()}")
    return Flooded(**json.loads(done.stdout))
