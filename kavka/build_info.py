"""Tells what runs: modules built in C or plain ones, under a Python that was built with optimizations or without.

Both are worth a tenth of a broker's CPU or more, and neither can be seen from outside. `kavka --version` and
`kavka doctor` say it; docs/decisions/0065 has the numbers. Not here: the build itself (`build_compiled`).
"""

from __future__ import annotations

import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Final, NamedTuple

from kavka.build_compiled import module_names

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
    """

    compiled: int
    compilable: int
    python: str
    is_optimized: bool

    @property
    def modules(self) -> str:
        """Describes the modules."""
        if self.compiled == self.compilable:
            return "compiled"
        return "plain Python" if not self.compiled else f"{self.compiled} of {self.compilable} modules compiled"

    @property
    def interpreter(self) -> str:
        """Describes the interpreter."""
        return f"Python {self.python}, built {'with' if self.is_optimized else 'without'} optimizations"


def build_info() -> BuildInfo:
    """Returns what runs in this process."""
    names = [*module_names()]
    compiled = sum(_is_compiled(name) for name in names)
    arguments = sysconfig.get_config_var("CONFIG_ARGS") or ""
    return BuildInfo(compiled, len(names), sys.version.split()[0], is_optimized(arguments, sys.base_prefix))


def is_optimized(arguments: str, prefix: str) -> bool:
    """Tells whether a Python was built with optimizations.

    Args:
        arguments: with which it was configured.
        prefix: where it is installed.
    """
    return OPTIMIZED in arguments or (prefix.startswith(DISTRIBUTIONS) and not prefix.startswith("/usr/local"))


def _is_compiled(name: str) -> bool:
    spec = find_spec(name)
    return spec is not None and spec.origin is not None and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))
