"""A mutant: one guard of the product removed or turned, as an edit of its source that no file gets to see.

    broker/replica/partition.py ─ read ─ old text ─▶ new text ─ compile ─▶ kavka.broker.replica.partition
                                         once                              of the process that has `imported` it

Python is asked for the module as ever, so whatever imports it gets the mutant; the source on the disk stays as it is.
Not here: which mutants there are (`table`), and how they are looked for (`hunt`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[4]
LINKED: Final = ("broker", "controller", "protocol", "timer")
"""Folders that lie beside the package and belong to it."""


class MutantError(ValueError):
    """A mutant does not fit its source any more; the message says how."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """See the module.

    Attributes:
        name: for people and command lines.
        path: of the source, from the project's root.
        old: what stands there once.
        new: what stands there in its place.
        guard: what is gone or turned, for people.
        kafka: the ticket of the bug that it is, if it ever was one.
        scenario: under which it is looked for (`scenarios`).
        workloads: seeds that draw none of these are left out, for they cannot show it; none: no seed is.
        kinds: of faults, likewise.
        missed: why no seed finds it, as far as that is known.
    """

    name: str
    path: str
    old: str
    new: str
    guard: str
    kafka: str = ""
    scenario: str = "default"
    workloads: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    missed: str = ""

    @property
    def module(self) -> str:
        """Returns the name by which the product imports the source."""
        dotted = self.path.removesuffix(".py").replace("/", ".")
        return f"kavka.{dotted}" if self.path.split("/", 1)[0] in LINKED else dotted

    def source(self) -> str:
        """Returns the mutated source.

        Raises:
            MutantError: the old text does not stand there exactly once.
        """
        text = (ROOT / self.path).read_text(encoding="utf-8")
        count = text.count(self.old)
        if count != 1:
            raise MutantError(f"{self.name}: its old text stands in {self.path} {count} times, not once")
        return text.replace(self.old, self.new)

    def code(self) -> CodeType:
        """Compiles the mutated source.

        Raises:
            MutantError, SyntaxError: it is none.
        """
        return compile(self.source(), str(ROOT / self.path), "exec", dont_inherit=True)


class _MutantLoader(SourceFileLoader):
    """Loads one module of the mutant's code; no cache is read or written."""

    def __init__(self, mutant: Mutant, path: str) -> None:
        super().__init__(mutant.module, path)
        self._code = mutant.code()

    def get_code(self, fullname: str) -> CodeType:
        """Returns the mutant's code."""
        assert fullname == self.name
        return self._code


class _MutantFinder(MetaPathFinder):
    """Finds one module as its mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        self._loader = _MutantLoader(mutant, str(ROOT / mutant.path))

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Finds the mutant's module, and no other."""
        if fullname != self._mutant.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        assert Path(spec.origin).resolve() == ROOT / self._mutant.path, f"{fullname} is imported from {spec.origin}"
        spec.loader = self._loader
        return spec


def imported(mutant: Mutant) -> None:
    """Imports the mutant in place of its module, for as long as this process lives.

    Raises:
        MutantError: the module was imported before.
    """
    if mutant.module in sys.modules:
        raise MutantError(f"{mutant.module} is imported already")
    sys.meta_path.insert(0, _MutantFinder(mutant))
