"""Prints lists: aligned columns for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import click


def print_json(value: Any) -> None:
    """One JSON document, one line."""
    click.echo(json.dumps(value))


def print_table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """Aligned columns under their names in capitals; numbers to the right."""
    cells = [[_text(row[column]) for column in columns] for row in rows]
    titles = [column.upper().replace("_", " ") for column in columns]
    widths = [max(map(len, (title, *column))) for title, *column in zip(titles, *cells, strict=True)]
    are_numbers = [bool(rows) and all(isinstance(row[column], int) for row in rows) for column in columns]
    for line in (titles, *cells):
        parts = [
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(line, widths, are_numbers, strict=True)
        ]
        click.echo("  ".join(parts).rstrip())


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value)) or "-"
    return str(value)
