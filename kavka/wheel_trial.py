"""Tries kavka's wheels as a user has them: installed where nothing else is, one broker, records in and out again.

    dist/kavka-…-cp312-cp312-linux_x86_64.whl ─┐ pip   ┌──────────────────┐  --version: compiled, or plain Python
    dist/kavka-…-py3-none-any.whl ─────────────┴──────▶│ a new environment│  start ▶ produce ▶ consume ▶ stop
                                                       └──────────────────┘

    python -m kavka.wheel_trial dist      of the Python that runs this, all that fit it; `make wheels` runs it for each

What a tree does is tested elsewhere; this is what only a wheel can have wrong: what it holds, what it needs, and on
which Python and platform it is what it says.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kavka import __version__

SECONDS_MAX: Final = 600
"""For one command; most of it is pip's."""
PURE: Final = "py3-none-any"
LINES: Final = [f"line {number}" for number in range(1_000)]
TOPIC: Final = "trial"


class TrialFailed(Exception):
    """A wheel is not what it should be; the message says which command said what."""


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m kavka.wheel_trial", description=(__doc__ or "").split(":")[0])
    parser.add_argument("dist", type=Path, help="where the wheels are")
    wheels = fitting(parser.parse_args().dist, sys.implementation.cache_tag)
    if not wheels:
        sys.exit("There is no wheel for this Python. Build one with:  python -m kavka.build_compiled")
    for wheel in wheels:
        try:
            said = trial(wheel.absolute())
        except TrialFailed as failed:
            sys.exit(f"{wheel.name}: {failed}")
        sys.stdout.write(f"{wheel.name}: {said}\n")


def fitting(dist: Path, cache_tag: str) -> list[Path]:
    """Finds this version's wheels that a Python takes, what is compiled first.

    Args:
        dist: where they are.
        cache_tag: of the Python, as `cpython-312`.
    """
    python = cache_tag.replace("cpython-", "cp")
    found = sorted(dist.glob(f"kavka-{__version__}-*.whl"))
    return [wheel for tag in (f"-{python}-", f"-{PURE}") for wheel in found if tag in wheel.stem]


def expected(wheel: Path) -> str:
    """Returns how a wheel's modules are described where it is installed (`BuildInfo.modules`)."""
    return "plain Python" if wheel.stem.endswith(PURE) else "compiled"


def trial(wheel: Path) -> str:
    """Installs a wheel, and sends records through a broker of it; returns what it says of itself.

    Raises:
        TrialFailed: it is not what it should be.
    """
    with tempfile.TemporaryDirectory(prefix="kavka-trial-") as name:
        base = Path(name)
        venv.create(base / "env", with_pip=False)
        python, kavka = base / "env" / "bin" / "python", base / "env" / "bin" / "kavka"
        pip: list[str | Path] = [
            sys.executable,
            "-m",
            "pip",
            "--python",
            python,
            "--quiet",
            "--disable-pip-version-check",
        ]
        _run(base, *pip, "install", wheel)
        said = _run(base, kavka, "--version").splitlines()
        if said[0] != f"kavka, version {__version__}" or not said[1].startswith(f"{expected(wheel)}; "):
            raise TrialFailed(f"expected {__version__}, {expected(wheel)}; --version says: {' · '.join(said)}")
        state = json.loads(_run(base, kavka, "start", "--detach", "--json", "--port", "0", "--data-dir", base / "data"))
        try:
            reached = ("-b", state["bootstrap"])
            _run(base, kavka, "produce", TOPIC, *reached, stdin="".join(f"{line}\n" for line in LINES))
            read = _run(base, kavka, "consume", TOPIC, "-e", *reached).splitlines()
        finally:
            _run(base, kavka, "stop", "--data-dir", base / "data")
        if sorted(read) != sorted(LINES):
            raise TrialFailed(f"{len(LINES)} records were produced, {len(read)} consumed, or others")
        return f"{said[1]}: {len(read)} records produced and consumed"


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
