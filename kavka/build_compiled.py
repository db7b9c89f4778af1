"""Builds the timing wheel and the walk over records with mypyc, in place: `make compiled`. Optional.

The shared objects lie beside their sources, where Python prefers them; git ignores them and no wheel contains them.
After a change to one of the sources they are stale: build again, or remove them.

    python -m kavka.build_compiled            builds what `GROUPS` names (some 8 s; needs gcc and mypyc)
    python -m kavka.build_compiled --remove   back to plain Python

Not needed to run kavka; only what says which one runs (`build_info`) imports it. docs/decisions/0011 and 0028 have the
numbers.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

GROUPS: Final = {
    "kavka/timer": ("readings", "clock", "timing_wheel", "timer"),
    "kavka/protocol/records": ("field_walk",),
}
"""By folder, the modules that are built together: calls between them are direct calls in C. Modules of a group have a
common part, `compiled__mypyc` in their folder."""


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m kavka.build_compiled", description=(__doc__ or "").split(":")[0])
    parser.add_argument("--remove", action="store_true", help="remove what was built")
    root = Path(__file__).resolve().parents[1]
    if parser.parse_args().remove:
        remove(root)
    else:
        build(root)


def build(root: Path) -> None:
    """Compiles the modules of the tree that lies in `root`.

    Raises:
        SystemExit: mypyc is not installed, or the compiler failed.
    """
    try:
        from mypyc.build import mypycify
        from setuptools import setup  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        sys.exit("mypyc and setuptools are needed to build. Install them with:  pip install 'kavka[compiled]'")
    os.chdir(root)
    for folder, modules in GROUPS.items():
        group = f"{folder.replace('/', '.')}.compiled"
        with tempfile.TemporaryDirectory(prefix="kavka-mypyc-") as scratch:
            sources = [f"{folder}/{module}.py" for module in modules]
            setup(
                name=f"kavka-{modules[-1]}",
                packages=[],
                ext_modules=mypycify(sources, opt_level="3", group_name=group, target_dir=f"{scratch}/c"),
                script_args=["-q", "build_ext", "--inplace", "--build-temp", scratch, "--build-lib", f"{scratch}/lib"],
            )
    built = ", ".join(path.relative_to(root).as_posix() for path in _built(root))
    sys.stdout.write(f"built {built}\nback to plain Python: python -m kavka.build_compiled --remove\n")


def remove(root: Path) -> None:
    """Removes the shared objects; the sources run again."""
    for path in _built(root):
        path.unlink()


def _built(root: Path) -> list[Path]:
    return sorted(path for folder in GROUPS for path in (root / folder).glob("*.so"))


if __name__ == "__main__":
    main()
