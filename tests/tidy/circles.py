"""Circles of files: modules that know each other both ways, by whatever import.

    import a            from a import b (the module a.b, or a name of a)       if TYPE_CHECKING: …       in a function

All of them count: nobody pays for a circle of types when the program runs, but whoever reads one of the files has to
read the others. An import of a package is one of its `__init__`; that Python runs the packages around a module is none.

import-linter (2.16) cannot say this: `acyclic_siblings` compares packages as wholes, so that it refuses pairs of
packages without a circle of files.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from tests.tidy import rules

SHIPPED = ("protocol", "timer", "controller", "broker", "kavka", "pyspark_kavka")

Graph = Mapping[str, Collection[str]]


def module_name(path: str) -> str:
    """Returns the name by which a file is imported: the four wings are reached through links in `kavka/`."""
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"kavka.{name}" if path.split("/")[0] in rules.WINGS else name


def graph(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Builds the graph of imports: module → modules of ours that it imports.

    Args:
        sources: path → source text.
    """
    names = {module_name(path): (path, text) for path, text in sources.items() if path.split("/")[0] in SHIPPED}
    return {
        name: {found for found in _imported(name, path, text, names) if found in names and found != name}
        for name, (path, text) in names.items()
    }


def _imported(name: str, path: str, text: str, names: Collection[str]) -> Iterator[str]:
    for node in ast.walk(rules.tree_of(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = name.split(".") if path.endswith("__init__.py") else name.split(".")[:-1]
                base = ".".join([*package[: len(package) - node.level + 1], *filter(None, [node.module])])
            for alias in node.names:
                module = f"{base}.{alias.name}"
                yield module if module in names else base


def circles(imports: Graph) -> list[list[str]]:
    """Lists the sets of modules that reach each other, each sorted; without recursion, after Tarjan."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    open_modules: list[str] = []
    is_open: set[str] = set()
    found: list[list[str]] = []
    for root in sorted(imports):
        if root in index:
            continue
        path = [(root, iter(sorted(imports[root])))]
        index[root] = low[root] = len(index)
        open_modules.append(root)
        is_open.add(root)
        while path:
            module, others = path[-1]
            other = next((other for other in others if other not in index or other in is_open), None)
            if other is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[module])
                if low[module] == index[module]:
                    at = open_modules.index(module)
                    is_open.difference_update(open_modules[at:])
                    if len(open_modules) - at > 1:
                        found.append(sorted(open_modules[at:]))
                    del open_modules[at:]
            elif other in index:
                low[module] = min(low[module], index[other])
            else:
                index[other] = low[other] = len(index)
                open_modules.append(other)
                is_open.add(other)
                path.append((other, iter(sorted(imports[other]))))
    return sorted(found)


def complaints(imports: Graph) -> Iterator[str]:
    """Yields the circles that stand."""
    for circle in circles(imports):
        yield f"a circle of files: {', '.join(circle)}"
