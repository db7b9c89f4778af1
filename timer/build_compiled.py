"""Builds the timer with mypyc, in place: `make compiled`. Optional; what is not built runs as the Python that it is.

The shared objects lie beside their sources, where Python prefers them; git ignores them and no wheel contains them.
After a change to one of the sources they are stale: build again, or remove them.

    python -m timer.build_compiled            builds clock, timing_wheel and timer (some 5 s; needs gcc and mypyc)
    python -m timer.build_compiled --remove   back to plain Python

Not needed to run kavka, and imported by nothing; docs/decisions/0011 has the numbers.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

MODULES: Final = ("clock", "timing_wheel", "timer")
"""One group: calls between them are direct calls in C. Its common part is `timer/compiled__mypyc`."""


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m timer.build_compiled", description="Builds the timer with mypyc.")
    parser.add_argument("--remove", action="store_true", help="remove what was built")
    folder = Path(__file__).resolve().parent
    if parser.parse_args().remove:
        remove(folder)
    else:
        build(folder)


def build(folder: Path) -> None:
    """Compiles the modules of the package that lies in `folder`.

    Raises:
        SystemExit: mypyc is not installed, or the compiler failed.
    """
    try:
        from mypyc.build import mypycify
        from setuptools import setup  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        sys.exit(
            "mypyc and setuptools are needed to build the timer. Install them with:  pip install 'kavka[compiled]'"
        )
    os.chdir(folder.parent)
    with tempfile.TemporaryDirectory(prefix="kavka-mypyc-") as scratch:
        sources = [f"timer/{module}.py" for module in MODULES]
        setup(
            name="kavka-timer",
            packages=[],
            ext_modules=mypycify(sources, opt_level="3", group_name="timer.compiled", target_dir=f"{scratch}/c"),
            script_args=["--quiet", "build_ext", "--inplace", "--build-temp", scratch, "--build-lib", f"{scratch}/lib"],
        )
    built = sorted(path.name for path in folder.glob("*.so"))
    sys.stdout.write(f"built {', '.join(built)}\nback to plain Python: python -m timer.build_compiled --remove\n")


def remove(folder: Path) -> None:
    """Removes the shared objects; the sources run again."""
    for path in folder.glob("*.so"):
        path.unlink()


if __name__ == "__main__":
    main()
