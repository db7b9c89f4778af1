"""docs/limits.md, made from the code: every limit, its default, and what happens beyond it.

    LIMITS (what a user meets, by section) ──┐
    configuration keys, their defaults      ─┼─▶ page() ─▶ docs/limits.md
    constants named *_MAX, by their source  ─┘

`python -m kavka.broker.config.limits_page docs/limits.md` writes the page; `make generate` calls it, and a tidy test
holds the page to it. Numbers are never written down here: they are read from the key's default or from the constant's
source, as text, so that nothing is imported and no layer is crossed. Not part of a running broker.
"""

from __future__ import annotations

import ast
import operator
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kavka.broker.config.all_keys import key_named
from kavka.broker.config.limits_table import SECTIONS, Limit
from kavka.broker.config.types import INT_MAX, LONG_MAX

ROOT: Final = Path(__file__).resolve().parents[2]

SCANNED: Final = ("broker", "controller", "kavka/console", "kavka/zk", "kavka/common", "protocol", "timer")
"""Where the bounds of a running cluster stand; clients, tools and the pipeline have their own."""

UNBOUNDED: Final = (INT_MAX, LONG_MAX, -1)
"""Kafka's ways to say that a key sets no limit."""

INTRODUCTION: Final = """# Limits

Written by `make generate` from the code; do not edit.

Whatever a broker holds for others is bounded. A name with dots is a configuration key, one in capitals a constant of
the named file. What exceeds a limit is refused in words, held back, or left out: no limit ends a broker.
"""

_OPERATORS: Final = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
}
_BYTE_UNITS: Final = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))
_TIME_UNITS: Final = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"))


@dataclass(frozen=True, slots=True)
class Constant:
    """A bound in the source: its value where that is a plain number, and the first sentence of its docstring."""

    path: str
    name: str
    value: int | float | None
    doc: str


def page() -> str:
    """Renders the whole page as Markdown."""
    constants = {(found.path, found.name): found for found in _constants()}
    lines = [INTRODUCTION]
    listed: set[tuple[str, str]] = set()
    for title, limits in SECTIONS.items():
        lines += [f"## {title}", "", "| limit | default | where | beyond it |", "|---|---:|---|---|"]
        for limit in limits:
            default, where = _default_and_place(limit, constants, listed)
            lines.append(f"| {limit.what} | {default} | {where} | {limit.beyond} |")
        lines.append("")
    lines += ["## Every other bound in the code", "", "| constant | value | what it bounds |", "|---|---:|---|"]
    for key, found in sorted(constants.items()):
        if key not in listed and found.doc and found.value is not None and not found.name.startswith("_"):
            lines.append(f"| `{found.path}` `{found.name}` | {_in_units(found.name, found.value)} | {found.doc} |")
    return "\n".join([*lines, ""])


def _default_and_place(
    limit: Limit, constants: dict[tuple[str, str], Constant], listed: set[tuple[str, str]]
) -> tuple[str, str]:
    path, colon, name = limit.where.partition(":")
    if not colon:
        key = key_named(limit.where)
        assert key is not None, f"{limit.where} is no configuration key"
        return limit.default or _of_key(key.name, key.default), f"`{key.name}`"
    assert (path, name) in constants, f"{limit.where} is no constant"
    listed.add((path, name))
    found = constants[path, name]
    default = limit.default or _in_units(name, found.value)
    return default, f"`{name}` in `{path}`"


def _of_key(name: str, default: object) -> str:
    if default is None or default in UNBOUNDED:
        return "none"
    return _in_units(name.replace(".", "_"), default) if isinstance(default, int | float) else str(default)


def _in_units(name: str, value: object) -> str:
    """Writes a number in the unit that its name speaks of."""
    if not isinstance(value, int | float):
        return "–"
    words = name.lower()
    units = _BYTE_UNITS if "bytes" in words or words.endswith("size") else _TIME_UNITS if "_ms" in words else ()
    for size, unit in units:
        if value >= size and value % size == 0:
            return f"{int(value // size):,} {unit}"
    plain = f"{value:,}"
    return f"{plain} B" if units is _BYTE_UNITS else f"{plain} ms" if units is _TIME_UNITS else plain


def _constants() -> Iterator[Constant]:
    for folder in SCANNED:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "_generated" not in path.parts:
                yield from _constants_of(path)


def _constants_of(path: Path) -> Iterator[Constant]:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    known: dict[str, int | float] = {}
    for statement, following in zip(body, [*body[1:], None], strict=False):
        target = _assigned(statement)
        if target is None:
            continue
        name, expression = target
        value = _number(expression, known)
        if value is not None:
            known[name] = value
        if name.endswith("_MAX") or "_MAX_" in name:
            yield Constant(path.relative_to(ROOT).as_posix(), name, value, _first_sentence(following))


def _assigned(statement: ast.stmt) -> tuple[str, ast.expr] | None:
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
        return statement.target.id, statement.value
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id, statement.value
    return None


def _number(expression: ast.expr, known: dict[str, int | float]) -> int | float | None:
    """Computes a plain arithmetic expression; None for anything else."""
    if isinstance(expression, ast.Constant) and type(expression.value) in (int, float):
        return expression.value  # type: ignore[return-value]
    if isinstance(expression, ast.Name):
        return known.get(expression.id)
    if isinstance(expression, ast.BinOp) and type(expression.op) in _OPERATORS:
        left, right = _number(expression.left, known), _number(expression.right, known)
        if left is not None and right is not None:
            result: int | float = _OPERATORS[type(expression.op)](left, right)
            return result
    return None


def _first_sentence(statement: ast.stmt | None) -> str:
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
        return ""
    text = " ".join(str(statement.value.value).split()).replace("|", "\\|")
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]


if __name__ == "__main__":
    for target in sys.argv[1:]:
        Path(target).write_text(page(), encoding="utf-8")
