"""Tells what runs: modules built in C or plain ones, under a Python that was built with optimizations or without.

Both are worth a tenth of a broker's CPU or more, and neither can be seen from outside. `kavka --version` and
`kavka doctor` say it; docs/decisions/0065 has the numbers. Not here: the build itself (`build_compiled`).
"""

from __future__ import annotations

import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from kavka.build_compiled import common_parts, module_names

OPTIMIZED: Final = "--enable-optimizations"
DISTRIBUTIONS: Final = ("/usr", "/opt/homebrew")
"""Prefixes of Pythons that come built: each distribution optimizes, and not each says so (Debian's does not)."""


class BuildInfo(NamedTuple):
    """What runs.

    Attributes:
        compiled: how many of the modules that `make compiled` builds are loaded as built.
        compilable: how many there are.
        python: version of the interpreter.
        is_optimized: whether it was built with profile-guided optimization.
        others: the Pythons that what is built here was built for, if this is none of them.
        lost: the common parts that are not here though modules of theirs are: to import these fails.
    """

    compiled: int
    compilable: int
    python: str
    is_optimized: bool
    others: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def modules(self) -> str:
        """Describes the modules."""
        if self.lost:
            return f"damaged, without {', '.join(self.lost)}"
        if self.compiled == self.compilable:
            return "compiled"
        if self.compiled:
            return f"{self.compiled} of {self.compilable} modules compiled"
        return f"plain Python, compiled for {', '.join(self.others)}" if self.others else "plain Python"

    @property
    def is_whole(self) -> bool:
        """Tells whether all that was built for whoever installed it is what runs."""
        return not self.lost and not self.others and self.compiled in (0, self.compilable)

    @property
    def interpreter(self) -> str:
        """Describes the interpreter."""
        return f"Python {self.python}, built {'with' if self.is_optimized else 'without'} optimizations"


def build_info() -> BuildInfo:
    """Returns what runs in this process."""
    names = [*module_names()]
    compiled = sum(_is_compiled(name) for name in names)
    arguments = sysconfig.get_config_var("CONFIG_ARGS") or ""
    others, lost = _others_and_lost()
    return BuildInfo(
        compiled, len(names), sys.version.split()[0], is_optimized(arguments, sys.base_prefix), others, lost
    )


def is_optimized(arguments: str, prefix: str) -> bool:
    """Tells whether a Python was built with optimizations.

    Args:
        arguments: with which it was configured.
        prefix: where it is installed.
    """
    return OPTIMIZED in arguments or (prefix.startswith(DISTRIBUTIONS) and not prefix.startswith("/usr/local"))


def _others_and_lost() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Looks beside each common part: for which other Pythons it is there, and whether it is missed."""
    others, lost = set(), []
    for part in common_parts():
        package, _, stem = part.rpartition(".")
        if _is_compiled(part):
            continue
        found = find_spec(package)
        assert found is not None
        for place in found.submodule_search_locations or ():
            others |= {path.name.split(".")[1] for path in Path(place).glob(f"{stem}.*")}
        if any(_is_compiled(name) for name in module_names() if name.rpartition(".")[0] == package):
            lost.append(part)
    return tuple(sorted(others)), tuple(lost)


def _is_compiled(name: str) -> bool:
    spec = find_spec(name)
    return spec is not None and spec.origin is not None and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))
