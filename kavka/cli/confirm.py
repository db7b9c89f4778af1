"""A question before what cannot be taken back: asked of a person; a program, which cannot answer, says --yes."""

from __future__ import annotations

import sys

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode


def confirm(question: str, *, is_sure: bool) -> None:
    """Asks whether something is meant; returns if it is.

    Args:
        question: what would be done, as a question.
        is_sure: whether --yes was said.

    Raises:
        CliError: nobody is there to be asked.
        click.Abort: it is not meant.
    """
    if is_sure:
        return
    if not sys.stdin.isatty():
        raise CliError(f"{question} Nobody can be asked here; if it is meant, say --yes", ExitCode.USAGE)
    click.confirm(question, abort=True)
