"""What pyproject.toml cannot say of a build: the README for registries, and files that are the same each time.

`kavka/build_package.py` says how. `python -m build` reads this by itself; nobody runs it.
"""

import os
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from kavka.build_package import long_description, pack, source_date  # noqa: E402


class PackedAlike(sdist):
    """Packs the sources into the same bytes each time."""

    def make_archive(self, base_name: str, *_: object, base_dir: str, **__: object) -> str:
        """Returns the archive's name, as the method of setuptools that it stands for."""
        archive = Path(f"{base_name}.tar.gz")
        pack(Path(base_dir), archive, source_date(ROOT))
        return str(archive)


os.environ.setdefault("SOURCE_DATE_EPOCH", str(source_date(ROOT)))  # the wheel's dates
os.umask(0o022)  # the modes of what the build writes into the wheel

setup(
    long_description=long_description(ROOT),
    long_description_content_type="text/markdown",
    cmdclass={"sdist": PackedAlike},
)
