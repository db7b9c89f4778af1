"""The error that every verb ends with when something is wrong that a user can understand."""

from __future__ import annotations

from typing import Any

import click

from kavka.cli.exit_codes import ExitCode


class CliError(click.ClickException):
    """A user's mistake, or something that they can mend: what, why and what to do, in one line, and an exit code."""

    def __init__(self, message: str, code: ExitCode = ExitCode.FAILED) -> None:
        super().__init__(message)
        self.code = code

    def show(self, file: Any = None) -> None:
        """Writes the line."""
        click.echo(f"kavka: {self.format_message()}", file=file, err=file is None)
