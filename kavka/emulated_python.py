"""Gives an environment of another architecture to try wheels in: Debian's Python, unpacked into a folder, run by qemu.

    mmdebstrap ─▶ build/python3.11-aarch64/usr/bin/python3.11 ◀── qemu-aarch64-static ◀── env/bin/python, a script
                                                                                          ▲
                                                                        pip, kavka ───────╯

Nothing is installed, and the kernel need not know other architectures: qemu finds the libraries in the folder, and what
it does not find there, as the wheel, on this machine. A process that Python starts by `sys.executable` comes back to
the script, so that brokers and pip's own processes are emulated, too. All takes about ten times as long.

The environment is written here, not by Python's `venv`: that copies files with their extended attributes, which qemu
looks for on this machine alone.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

RELEASES: Final = {"3.11": "bookworm", "3.13": "trixie"}
"""Debian's release with each Python. None has 3.12."""
DEBIAN_NAMES: Final = {"aarch64": "arm64", "x86_64": "amd64"}
CPUS: Final = {"aarch64": "cortex-a57", "x86_64": "max"}
"""Which one qemu is: for arm64 the oldest there is, on which wheels must run, too. A later one checks the signatures of
pointers, which Debian 13's code has in each function, and qemu takes thirty times as long with that."""
VERSION: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
"""Of the Python that runs this: the emulated one is of the same version."""


class NotHere(Exception):
    """There is no Python of that architecture; the message says what is missing."""


def emulated_environment(machine: str, env: Path, build_dir: Path) -> None:
    """Writes an environment, as `venv` does, whose Python is another machine's.

    Args:
        machine: of `DEBIAN_NAMES`.
        env: where the environment goes.
        build_dir: where the unpacked Python is kept for the next time; what is there already, from wherever, is used.

    Raises:
        NotHere: qemu, or what unpacks Debian's packages is not installed, or Debian has no such Python.
    """
    qemu = next(filter(None, map(shutil.which, (f"qemu-{machine}-static", f"qemu-{machine}"))), None)
    if qemu is None:
        raise NotHere(f"There is no qemu for {machine}. Install it with:  apt-get install qemu-user-static")
    root = build_dir / f"python{VERSION}-{machine}"
    python = root / "usr" / "bin" / f"python{VERSION}"
    if not python.exists():
        _unpack(machine, root)
    script = env / "bin" / "python"
    script.parent.mkdir(parents=True)
    emulator = shlex.join([qemu, "-cpu", CPUS[machine], "-L", str(root)])
    script.write_text(f'#!/bin/sh\nexec {emulator} -0 "$0" {shlex.quote(str(python))} "$@"\n')
    script.chmod(0o755)
    (env / "pyvenv.cfg").write_text("home = /usr/bin\n")  # as qemu sees it


def _unpack(machine: str, root: Path) -> None:
    """Unpacks Debian's Python and what it depends on into `root`."""
    if VERSION not in RELEASES:
        raise NotHere(f"Debian has no Python {VERSION}. Unpack a file system for {machine} that has one to:  {root}")
    if shutil.which("mmdebstrap") is None:
        raise NotHere(f"What unpacks Python for {machine} is not here. Install it with:  apt-get install mmdebstrap")
    packages = f"--include=base-files,python{VERSION}"
    architecture = f"--architectures={DEBIAN_NAMES[machine]}"
    unpack = ["mmdebstrap", "--quiet", "--variant=extract", architecture, packages, RELEASES[VERSION], str(root)]
    done = subprocess.run(unpack, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        shutil.rmtree(root, ignore_errors=True)
        raise NotHere(f"Debian's Python {VERSION} for {machine} cannot be unpacked:\n{done.stderr}")
