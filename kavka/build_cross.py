"""Says how a compiled wheel is built that other machines take: which compiler, which C library, which names.

    C, as mypyc wrote it ──zig cc -target aarch64-linux-gnu.2.17──▶ ….cpython-311-aarch64-linux-gnu.so
                                          ╰────────┬────────╯
    dist/kavka-…-cp311-cp311-linux_aarch64.whl ──auditwheel──▶ dist/kavka-…-manylinux_2_17_aarch64.whl

zig is clang with the headers and the symbols of every glibc: what it links for 2.17 cannot ask for a symbol of a later
one, however new the builder is. setuptools hears of it all by its environment variables.

Python's own headers are those of the Python that builds. docs/decisions/0116 says why they serve another architecture.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Final

MACHINES: Final = ("aarch64", "x86_64")
"""Both have 64-bit pointers and longs and are little-endian: the same C serves, and the same layout of objects."""
GLIBC: Final = "2.17"
"""The oldest for which the dependencies have wheels (manylinux2014)."""


def missing_for_cross(machine: str) -> str | None:
    """Says what is not here of what building for a machine takes; None: nothing is missing."""
    if machine not in MACHINES:
        return f"There are compiled wheels for {' and '.join(MACHINES)}, not for {machine}."
    if importlib.util.find_spec("ziglang") is None:
        return "There is no zig, which builds for other machines. Install it with:  pip install 'kavka[wheels]'"
    return None


def environment(machine: str, between: Path) -> dict[str, str]:
    """Returns the variables by which setuptools builds for a machine.

    Args:
        machine: of `MACHINES`.
        between: where zig keeps what it builds of glibc, and `stand_in_headers` are.
    """
    compiler = f"{sys.executable} -m ziglang cc -target {machine}-linux-gnu.{GLIBC}"
    return {
        "CC": compiler,
        "LDSHARED": f"{compiler} -shared",
        "CPPFLAGS": f"-I{between / 'include'}",
        "SETUPTOOLS_EXT_SUFFIX": f".{sys.implementation.cache_tag}-{machine}-linux-gnu.so",
        "ZIG_GLOBAL_CACHE_DIR": str(between / "zig"),
        "_PYTHON_HOST_PLATFORM": f"linux-{machine}",
    }


def stand_in_headers(machine: str, include: Path) -> None:
    """Copies Debian's `pyconfig.h` of this machine to where its other headers look for the target's.

    Debian keeps it by architecture, outside of what zig looks through. Other Pythons have one, beside the rest.
    """
    headers = Path(sysconfig.get_path("include"))
    here = headers.parent / str(sysconfig.get_config_var("MULTIARCH")) / headers.name / "pyconfig.h"
    if here.is_file():
        there = include / f"{machine}-linux-gnu" / headers.name
        there.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(here, there / "pyconfig.h")
