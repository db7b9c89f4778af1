"""The rules of tidiness, as functions from source text to complaints.

What ruff, mypy and import-linter can say is theirs. Here is the rest: sizes, dead modules, calls that are banned by
shape rather than by name, paths of a machine, the shape of the changelog. A rule takes text and returns complaints, so
that each has a test with a planted violation (`test_rules.py`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

FILE_LINES_MAX = 600
FUNCTION_LINES_MAX = 70

PACKAGES = ("protocol", "timer", "controller", "broker", "kavka", "pyspark_kavka", "benchmarks")
WINGS = ("protocol", "timer", "controller", "broker")
"""The owner's folders: they lie at the top of the tree and are imported as `kavka.…`."""
GENERATED = "protocol/_generated/"
"""Exempt from the size limits, never edited: `protocol/generator/generate.py` writes it."""

BROAD_EXCEPT_ALLOWED = {
    "broker/big_requests/big_requests.py",
    "broker/big_requests/paced_channel.py",
    "broker/network/connection.py",
    "broker/requests/dispatcher.py",
    "broker/http/server.py",
    "broker/replica/fetcher.py",
    "controller/event_queue.py",
    "kavka/common/supervised.py",
    "timer/completions.py",
}
"""Where `except Exception` may stand: one boundary each for peer, handler, big request and response, route, leader,
event, item of periodic work, completion."""

MACHINE_PATH = re.compile(r"""(?<![\w.$}>-])/(?:work|root|home|farm)/\w""")
UNBOUNDED_QUEUE = re.compile(r"asyncio\.(?:Priority|Lifo)?Queue\(\s*\)")


def file_too_long(path: str, text: str) -> Iterator[str]:
    """A file that cannot be read in one sitting."""
    lines = text.count("\n") + 1
    if lines > FILE_LINES_MAX and not path.startswith(GENERATED):
        yield f"{path}: {lines} lines, at most {FILE_LINES_MAX}"


def functions_too_long(path: str, text: str) -> Iterator[str]:
    """A function whose body, without its docstring, does not fit on a screen."""
    if path.startswith(GENERATED):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body
            if ast.get_docstring(node, clean=False) is not None:
                body = body[1:]
            if body and (length := (node.end_lineno or 0) - body[0].lineno + 1) > FUNCTION_LINES_MAX:
                yield f"{path}:{node.lineno}: {node.name} has {length} lines, at most {FUNCTION_LINES_MAX}"


def missing_module_docstring(path: str, text: str) -> Iterator[str]:
    """A module that does not say what it is."""
    tree = ast.parse(text)
    if tree.body and ast.get_docstring(tree) is None and not path.startswith(GENERATED):
        yield f"{path}: no module docstring"


def broad_excepts(path: str, text: str) -> Iterator[str]:
    """`except Exception` outside its three places, and bare `except` anywhere."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.ExceptHandler):
            continue
        names = {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)} if node.type else {"BaseException"}
        if names & {"Exception", "BaseException"} and path not in BROAD_EXCEPT_ALLOWED and not _reraises(node):
            yield f"{path}:{node.lineno}: broad except; name what can happen, or let it reach the boundary"


def _reraises(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) and node.exc is None for node in handler.body)


def unbounded_queues(path: str, text: str) -> Iterator[str]:
    """`asyncio.Queue()` without a bound: give it a named maximum."""
    for number, line in enumerate(text.splitlines(), 1):
        if UNBOUNDED_QUEUE.search(line):
            yield f"{path}:{number}: unbounded queue; pass maxsize= with a named limit"


def machine_paths(path: str, text: str) -> Iterator[str]:
    """A path that exists on one machine only."""
    for number, line in enumerate(text.splitlines(), 1):
        if MACHINE_PATH.search(line):
            yield f"{path}:{number}: a path of a machine: {line.strip()[:80]}"


def dead_modules(modules: dict[str, str], entry_points: set[str]) -> Iterator[str]:
    """Modules that nothing imports, by name or by a string that names them (lazy imports).

    Args:
        modules: dotted name → source text, of everything that ships.
        entry_points: dotted names that are run rather than imported.
    """
    mentioned: set[str] = set()
    for text in modules.values():
        for name in _names_mentioned(text):
            while name:  # whoever names a module names the packages around it
                mentioned.add(name)
                name = name.rpartition(".")[0]
    for name, text in modules.items():
        if name in entry_points or name.endswith("__main__") or not text.strip() or name in mentioned:
            continue
        yield f"{name}: nothing imports it"


def _names_mentioned(text: str) -> Iterable[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[\w.]+", node.value):
            yield node.value


def changelog(text: str) -> Iterator[str]:
    """CHANGELOG.md begins with its title and has an Unreleased section with entries."""
    if not text.startswith("# Changelog\n"):
        yield "CHANGELOG.md: does not begin with '# Changelog'"
    match = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if match is None or not re.search(r"^- \S", match.group(1), re.MULTILINE):
        yield "CHANGELOG.md: '## Unreleased' is missing or empty"


def sources(root: Path) -> dict[str, str]:
    """Every Python source that ships or measures: path relative to the root → text."""
    found = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            found[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
    return found
