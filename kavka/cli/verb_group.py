"""A group of verbs that knows a slip of the pen: `kavka topic desribe` is asked whether it meant `describe`.

The newest click does so by itself; the oldest that kavka runs with does not.
"""

from __future__ import annotations

import click

from kavka.cli.slips import question


class VerbGroup(click.Group):
    """The group that every verb with verbs below it is made of."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds a verb; for a slip of the pen it names the one that was meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchOption:
            raise
        except click.UsageError as error:
            hint = question(args[0], self.list_commands(ctx))
            if not hint:
                raise
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx) from error
