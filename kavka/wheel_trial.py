"""Tries kavka's wheels as a user has them: installed where nothing else is, one broker, records in and out again.

    dist/kavka-…-cp312-cp312-….whl ─┐ pip   ┌──────────────────┐  --version: compiled, or plain Python
    dist/kavka-…-py3-none-any.whl ──┴──────▶│ a new environment│  start ▶ produce ▶ consume ▶ stop
                                            └──────────────────┘

    python -m kavka.wheel_trial dist                        all that fit the Python that runs this, and this machine
    python -m kavka.wheel_trial dist --machine aarch64      all that fit this Python's version there (`emulated_python`)

`make wheels` runs it for each Python and machine that it builds for.

What a tree does is tested elsewhere; this is what only a wheel can have wrong: what it holds, what it needs, and on
which Python and platform it is what it says.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import select
import signal
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kavka import __version__
from kavka.emulated_python import NotHere, emulated_environment

SECONDS_MAX: Final = 600
"""For one command; most of it is pip's, which qemu makes ten times as slow."""
BUILD_DIR: Final = Path(__file__).absolute().parents[1] / "build"
PURE: Final = "py3-none-any"
LINES: Final = [f"line {number}" for number in range(1_000)]
TOPIC: Final = "trial"


class TrialFailed(Exception):
    """A wheel is not what it should be; the message says which command said what."""


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m kavka.wheel_trial", description=(__doc__ or "").split(":")[0])
    parser.add_argument("dist", type=Path, help="where the wheels are")
    parser.add_argument("--machine", default=platform.machine(), help="whose wheels are tried; default: this one's")
    chosen = parser.parse_args()
    wheels = fitting(chosen.dist, sys.implementation.cache_tag, chosen.machine)
    if not wheels:
        sys.exit("There is no wheel for this Python. Build one with:  python -m kavka.build_compiled")
    for wheel in wheels:
        try:
            said = trial(wheel.absolute(), chosen.machine)
        except TrialFailed as failed:
            sys.exit(f"{wheel.name}: {failed}")
        except NotHere as missing:
            said = f"not tried. {missing}"
        sys.stdout.write(f"{wheel.name}: {said}\n")


def fitting(dist: Path, cache_tag: str, machine: str) -> list[Path]:
    """Finds this version's wheels that a Python takes, what is compiled first.

    Args:
        dist: where they are.
        cache_tag: of the Python, as `cpython-312`.
        machine: on which it runs, as `x86_64`.
    """
    python = cache_tag.replace("cpython-", "cp")
    found = sorted(dist.glob(f"kavka-{__version__}-*.whl"))
    compiled = [wheel for wheel in found if f"-{python}-" in wheel.stem and wheel.stem.endswith(f"_{machine}")]
    return compiled + [wheel for wheel in found if wheel.stem.endswith(f"-{PURE}")]


def expected(wheel: Path) -> str:
    """Returns how a wheel's modules are described where it is installed (`BuildInfo.modules`)."""
    return "plain Python" if wheel.stem.endswith(PURE) else "compiled"


def trial(wheel: Path, machine: str) -> str:
    """Installs a wheel, and sends records through a broker of it; returns what it says of itself.

    Raises:
        TrialFailed: it is not what it should be.
        NotHere: the machine is another one, whose Python is not here.
    """
    with tempfile.TemporaryDirectory(prefix="kavka-trial-") as name:
        base = Path(name)
        native = machine == platform.machine()
        if native:
            venv.create(base / "env", with_pip=False)
        else:
            emulated_environment(machine, base / "env", BUILD_DIR)
        kavka = _install(wheel, base)
        said = _run(base, kavka, "--version").splitlines()
        if said[0] != f"kavka, version {__version__}" or not said[1].startswith(f"{expected(wheel)}; "):
            raise TrialFailed(f"expected {__version__}, {expected(wheel)}; --version says: {' · '.join(said)}")
        state = json.loads(_run(base, kavka, "start", "--detach", "--json", "--port", "0", "--data-dir", base / "data"))
        try:
            reached = ("-b", state["bootstrap"])
            _run(base, kavka, "produce", TOPIC, *reached, stdin="".join(f"{line}\n" for line in LINES))
            read = _run(base, kavka, "consume", TOPIC, "-e", *reached).splitlines()
        finally:
            if native:
                _run(base, kavka, "stop", "--data-dir", base / "data")
            else:
                _end(state["pid"])
        if sorted(read) != sorted(LINES):
            raise TrialFailed(f"{len(LINES)} records were produced, {len(read)} consumed, or others")
        return f"{said[1]}: {len(read)} records produced and consumed"


def _install(wheel: Path, base: Path) -> Path:
    """Installs a wheel into the environment below `base`; returns its command."""
    pip = (sys.executable, "-m", "pip", "--python", base / "env" / "bin" / "python", "--disable-pip-version-check")
    _run(base, *pip, "--quiet", "install", wheel)
    return base / "env" / "bin" / "kavka"


def _end(pid: int) -> None:
    """Stops a broker's supervisor without `kavka stop`.

    That knows processes by their start time, of which qemu tells each process another one than its neighbours see.
    """
    ended = os.pidfd_open(pid)
    try:
        signal.pidfd_send_signal(ended, signal.SIGTERM)
        if not select.select([ended], [], [], SECONDS_MAX)[0]:
            raise TrialFailed(f"the broker did not stop within {SECONDS_MAX} s")
    finally:
        os.close(ended)


def _run(base: Path, *command: str | Path, stdin: str = "") -> str:
    """Runs a command beside the environment; nothing of this tree, nor of who runs it, gets in."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KAFKA_", "KAVKA_"))}
    words: Sequence[str] = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=base, env=clean, input=stdin, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
    )
    if done.returncode:
        raise TrialFailed(f"`{' '.join(words)}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
