"""Prints lists: aligned columns for people; JSON, YAML and CSV for programs.

The names of the fields are part of what users rely on: they are the same in every form but the table, which shows the
columns that a person wants to see.
"""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

FORMATS = ("table", "json", "yaml", "csv")


def print_rows(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], output: str) -> None:
    """Prints rows in the form that `-o` names. CSV and the table have the columns, JSON and YAML everything."""
    if output == "csv":
        print_csv(rows, columns)
    elif output == "table":
        print_table(rows, columns)
    else:
        print_value([dict(row) for row in rows], output)


def print_value(value: Any, output: str) -> None:
    """Prints one document, JSON or YAML."""
    if output == "yaml":
        import yaml

        click.echo(yaml.safe_dump(value, sort_keys=False, allow_unicode=True), nl=False)
    else:
        print_json(value)


def print_json(value: Any) -> None:
    """Prints one JSON document, one line."""
    click.echo(json.dumps(value))


def print_csv(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """Prints a line of names, then a line for each row, by RFC 4180. Lines end plainly; what is not there is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(["" if row[column] is None else _text(row[column]) for column in columns])
    click.echo(text.getvalue(), nl=False)


def print_table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """Prints aligned columns under their names in capitals; numbers to the right."""
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


def discard_output() -> None:
    """Discards the output still to be written: Python would complain once more when it flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value)) or "-"
    return str(value)
