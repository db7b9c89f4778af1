"""The code as one zip, for the machines of a cluster: what `spark-submit --py-files` and workers elsewhere need.

What is in it: the packages that a worker imports. What is not: PySpark, pyarrow, numpy and the codecs of compressions,
which are compiled and must be installed where the workers run (`pip install 'kavka[spark]'` brings them all).
"""

from __future__ import annotations

import os
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKAGES: Final = ("kavka", "pyspark_kavka")
SUFFIXES: Final = (".py", ".properties", ".typed")
FIXED_DATE: Final = (2020, 1, 1, 0, 0, 0)
"""Of every file in the zip: the same code is the same bytes."""

MAIN: Final = """\
from kavka.pipeline.command import main

main()
"""
"""The main file that spark-submit wants beside the zip."""


def write_bundle(path: Path) -> Path:
    """Writes the zip; what is there is replaced.

    Returns:
        `path`.
    """
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for package in PACKAGES:
            root = _root(package)
            for file in _files(root):
                if file.suffix in SUFFIXES and "__pycache__" not in file.parts:
                    info = zipfile.ZipInfo(f"{package}/{file.relative_to(root).as_posix()}", FIXED_DATE)
                    info.compress_type = zipfile.ZIP_DEFLATED
                    bundle.writestr(info, file.read_bytes())
    return path


def _root(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _files(root: Path) -> list[Path]:
    """All below it, through links too: in a checkout the wings are links."""
    return sorted(Path(folder) / name for folder, _, names in os.walk(root, followlinks=True) for name in names)
