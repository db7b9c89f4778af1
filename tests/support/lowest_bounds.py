"""Pins what kavka runs on to the oldest versions that pyproject.toml allows: `make test-lowest` installs these.

click>=8.1                          ─▶  click==8.1
uvloop>=0.19; sys_platform != 'x'   ─▶  uvloop==0.19; sys_platform != 'x'
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

_REQUIREMENT: Final = re.compile(r"(?P<name>[\w.-]+)>=(?P<oldest>[\d.]+)(?:,<[\d.]+)?(?P<marker>;.*)?")


def lowest(requirements: Iterable[str]) -> Iterator[str]:
    """Gives each requirement with the oldest version that it allows, and no other.

    Raises:
        ValueError: a requirement has no lower bound, or is of a form that is not known here.
    """
    for requirement in requirements:
        found = _REQUIREMENT.fullmatch(requirement.strip())
        if found is None:
            raise ValueError(f"{requirement!r} has no lower bound of the form name>=1.2")
        yield f"{found['name']}=={found['oldest']}{found['marker'] or ''}"


def main(pyproject: str) -> None:
    """Prints the pins for what kavka runs on, one a line."""
    project = tomllib.loads(Path(pyproject).read_text("utf-8"))["project"]
    print("\n".join(lowest(project["dependencies"])))


if __name__ == "__main__":
    main(sys.argv[1])
