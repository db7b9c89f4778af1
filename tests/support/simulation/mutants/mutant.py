"""A mutant: one guard of the product removed or turned, as an edit of its source that no file gets to see.

    broker/replica/partition.py ─ read ─ old text ─▶ new text ─ compile ─▶ kavka.broker.replica.partition
                                         once                              of the process that has `imported` it

Where two guards do the same work, neither is missed alone. So a mutant may name others that are gone already, `beside`
it: what is tried is whether the one guard still holds what it holds, once the others do not help it.

    product ─ beside ─▶ the base: must pass ─ the mutant's own edit ─▶ must fail

Python is asked for the module as ever, so whatever imports it gets the mutant; the source on the disk stays as it is.
Not here: which mutants there are (`table`), and how they are looked for (`hunt`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
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
class Edit:
    """One guard that is gone beside a mutant's own.

    Attributes:
        path: of the source, from the project's root.
        old: what stands there once.
        new: what stands there in its place.
        guard: what is gone, for people.
    """

    path: str
    old: str
    new: str
    guard: str


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
        beside: other guards, which do the same work: they are gone first.
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
    beside: tuple[Edit, ...] = ()
    missed: str = ""

    def sources(self, *, is_base: bool = False) -> dict[str, str]:
        """Returns the edited sources by their paths.

        Args:
            is_base: the other guards are gone, and the mutant's own is there.

        Raises:
            MutantError: an old text does not stand there exactly once.
        """
        own = () if is_base else (Edit(path=self.path, old=self.old, new=self.new, guard=self.guard),)
        texts: dict[str, str] = {}
        for edit in (*self.beside, *own):
            text = texts.get(edit.path) or (ROOT / edit.path).read_text(encoding="utf-8")
            count = text.count(edit.old)
            if count != 1:
                raise MutantError(f"{self.name}: its old text stands in {edit.path} {count} times, not once")
            texts[edit.path] = text.replace(edit.old, edit.new)
        return texts


def module_of(path: str) -> str:
    """Returns the name by which the product imports a source."""
    dotted = path.removesuffix(".py").replace("/", ".")
    return f"kavka.{dotted}" if path.split("/", 1)[0] in LINKED else dotted


class _EditedLoader(SourceFileLoader):
    """Loads one module of edited code; no cache is read or written."""

    def __init__(self, module: str, path: str, code: CodeType) -> None:
        super().__init__(module, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        """Returns the edited code."""
        assert fullname == self.name
        return self._code


class _EditedFinder(MetaPathFinder):
    """Finds edited modules, and no others."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._loaders: dict[str, _EditedLoader] = {}
        for path, source in sources.items():
            file = str(ROOT / path)
            code = compile(source, file, "exec", dont_inherit=True)
            self._loaders[module_of(path)] = _EditedLoader(module_of(path), file, code)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Finds an edited module."""
        loader = self._loaders.get(fullname)
        if loader is None:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        assert Path(spec.origin).resolve() == Path(loader.path), f"{fullname} is imported from {spec.origin}"
        spec.loader = loader
        return spec


def imported(mutant: Mutant, *, is_base: bool = False) -> None:
    """Imports the mutant in place of its modules, for as long as this process lives.

    Args:
        mutant: which one.
        is_base: only the other guards are gone, those beside it.

    Raises:
        MutantError: a module was imported before.
        SyntaxError: an edited source is none.
    """
    sources = mutant.sources(is_base=is_base)
    for module in map(module_of, sources):
        if module in sys.modules:
            raise MutantError(f"{module} is imported already")
    sys.meta_path.insert(0, _EditedFinder(sources))
