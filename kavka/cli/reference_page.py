"""docs/reference/cli.md, made from the commands: every verb, how it is called, its arguments and options.

    VERBS ─▶ each verb's module ─▶ click's own help records ─▶ page() ─▶ docs/reference/cli.md

`python -m kavka.cli.reference_page docs/reference/cli.md` writes the page; `make generate` calls it, and a tidy test
holds the page to it. What is said is what `--help` says, in the same words. No verb imports this.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from kavka.cli.main import VERBS, cli

INTRODUCTION: Final = """# The command line

Written by `make generate` from the commands; do not edit.

`kavka VERB --help` says the same. Which cluster a verb asks is told in [Hands on](../hands-on.md#which-cluster).
Options that verbs share are listed with each.
"""
_MARKUP: Final = str.maketrans({"|": "\\|", "<": "&lt;", ">": "&gt;", "*": "\\*", "[": "\\[", "]": "\\]"})


def page() -> str:
    """Renders the whole page as Markdown."""
    root = click.Context(cli, info_name="kavka", terminal_width=10_000)
    lines = [INTRODUCTION, "| verb | what it is for |", "|---|---|"]
    lines += [f"| [`kavka {verb}`](#kavka-{verb}) | {_prose(summary)} |" for verb, (_, summary) in VERBS.items()]
    for verb in VERBS:
        lines += _section(_named(cli, verb, root), level=2)
    lines += ["", "## Exit codes", "", *_exit_codes(), ""]
    return "\n".join(lines)


def _named(group: click.Group, name: str, parent: click.Context) -> click.Context:
    command = group.get_command(parent, name)
    assert command is not None, f"{name} is listed, and is no command"
    return click.Context(command, info_name=name, parent=parent, terminal_width=parent.terminal_width)


def _section(context: click.Context, *, level: int) -> Iterator[str]:
    command = context.command
    yield from ("", f"{'#' * level} {context.command_path}", "")
    yield from _paragraphs(command.help)
    yield from ("```text", " ".join([context.command_path, *command.collect_usage_pieces(context)]), "```")
    rows = [record for parameter in command.get_params(context) if (record := parameter.get_help_record(context))]
    own = [(names, text) for names, text in rows if "--help" not in names and (text or names.startswith("-"))]
    if own:
        yield from ("", "| option | what it says |", "|---|---|")
        yield from (f"| {_code(names)} | {_prose(text)} |" for names, text in own)
    if command.epilog:
        yield ""
        yield from _paragraphs(command.epilog)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from _section(_named(command, name, context), level=level + 1)


def _paragraphs(text: str | None) -> Iterator[str]:
    """Yields help text as Markdown; what click is told to leave as it is becomes a block."""
    for paragraph in (text or "").split("\n\n"):
        if paragraph.startswith("\b"):
            yield from ("```text", paragraph.removeprefix("\b").strip("\n"), "```", "")
        elif paragraph.strip():
            yield from (_prose(paragraph), "")


def _exit_codes() -> Iterator[str]:
    yield from _paragraphs(cli.epilog)


def _code(names: str) -> str:
    """Returns an option's names as code; a bar would end the cell, so there it is HTML."""
    return f"<code>{names.replace('<', '&lt;').replace('|', '&#124;')}</code>" if "|" in names else f"`{names}`"


def _prose(text: str) -> str:
    """Returns text on one line; what Markdown would take for its own is escaped, but not inside backticks."""
    parts = " ".join(text.split()).split("`")
    return "`".join(part if index % 2 else part.translate(_MARKUP) for index, part in enumerate(parts))


if __name__ == "__main__":
    for target in sys.argv[1:]:
        Path(target).write_text(page(), encoding="utf-8")
