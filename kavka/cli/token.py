"""`kavka token create | list | renew | expire`: delegation tokens, by which others log in for their owner.

A token is named by its id. Its secret is shown once, when it is created, and never typed: who may renew or expire a
token may also look it up.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, Final

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import admin_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.moments import parse_duration
from kavka.cli.options import bootstrap_option, output_option
from kavka.cli.output import print_rows
from kavka.cli.runner import run_async
from kavka.cli.verb_group import VerbGroup
from kavka.client.admin import Admin
from kavka.client.tokens import BROKERS_CHOICE, DelegationToken
from kavka.protocol.errors import DelegationTokenAuthDisabled, DelegationTokenRequestNotAllowed

COLUMNS: Final = ["token_id", "owner", "requester", "renewers", "issued", "expires", "ends"]


def _read_duration(context: click.Context, parameter: click.Parameter, text: str | None) -> int:
    if text is None:
        return BROKERS_CHOICE
    try:
        return parse_duration(text)
    except ValueError as error:
        raise click.BadParameter(str(error), context, parameter) from None


@click.group(cls=VerbGroup)
def token() -> None:
    """Create, list, renew and expire delegation tokens."""


@token.command()
@bootstrap_option
@output_option
@click.option("--owner", metavar="User:NAME", help="Whom it stands for. Default: who asks.")
@click.option("--renewer", "renewers", metavar="User:NAME", multiple=True, help="Who else may renew it; repeatable.")
@click.option(
    "--max-lifetime",
    "lifetime_ms",
    metavar="DURATION",
    callback=_read_duration,
    help="After it nobody renews it: 7d, 12h. Default: what the brokers allow.",
)
def create(*, bootstrap: str, output: str, owner: str | None, renewers: tuple[str, ...], lifetime_ms: int) -> int:
    """Create a token, and show its secret, which nothing shows again.

    A client logs in with it by SCRAM: the id is the user, the secret the password, and tokenauth=true.
    """
    made = run_async(_create(bootstrap, owner, renewers, lifetime_ms))
    print_rows([{**_row(made), "secret": made.password}], ["token_id", "secret", "owner", "expires", "ends"], output)
    return ExitCode.OK


async def _create(bootstrap: str, owner: str | None, renewers: tuple[str, ...], lifetime_ms: int) -> DelegationToken:
    async with _asking(bootstrap) as admin:
        return await admin.create_delegation_token(owner=owner, renewers=renewers, max_lifetime_ms=lifetime_ms)


@token.command("list")
@bootstrap_option
@output_option
@click.option("--owner", "owners", metavar="User:NAME", multiple=True, help="Only of these; repeatable.")
def list_(*, bootstrap: str, output: str, owners: tuple[str, ...]) -> int:
    """List the tokens that one may see: one's own, and those that one may renew."""
    print_rows([_row(found) for found in run_async(_list(bootstrap, owners))], COLUMNS, output)
    return ExitCode.OK


async def _list(bootstrap: str, owners: tuple[str, ...]) -> list[DelegationToken]:
    async with _asking(bootstrap) as admin:
        return await admin.describe_delegation_tokens(owners or None)


@token.command()
@click.argument("token_id", metavar="ID")
@bootstrap_option
@click.option(
    "--for",
    "period_ms",
    metavar="DURATION",
    callback=_read_duration,
    help="How long it lives from now on: 1d. Default: what the brokers give.",
)
def renew(*, token_id: str, bootstrap: str, period_ms: int) -> int:
    """Let a token live longer."""
    end_ms = run_async(_set_end(bootstrap, token_id, period_ms, is_renewal=True))
    click.echo(f"{token_id} expires {_moment(end_ms)}")
    return ExitCode.OK


@token.command()
@click.argument("token_id", metavar="ID")
@bootstrap_option
@click.option("--in", "period_ms", metavar="DURATION", callback=_read_duration, help="Not before: 10m. Default: now.")
def expire(*, token_id: str, bootstrap: str, period_ms: int) -> int:
    """Let a token end."""
    end_ms = run_async(_set_end(bootstrap, token_id, period_ms, is_renewal=False))
    click.echo(f"{token_id} expires {_moment(end_ms)}" if period_ms >= 0 else f"{token_id} has ended")
    return ExitCode.OK


async def _set_end(bootstrap: str, token_id: str, period_ms: int, *, is_renewal: bool) -> int:
    async with _asking(bootstrap) as admin:
        known = {found.token_id: found for found in await admin.describe_delegation_tokens()}
        if token_id not in known:
            raise CliError(
                f"there is no token {token_id!r} that you may see. List those that you may with: kavka token list",
                ExitCode.NOT_FOUND,
            )
        change = admin.renew_delegation_token if is_renewal else admin.expire_delegation_token
        return await change(known[token_id].hmac, period_ms=period_ms)


@asynccontextmanager
async def _asking(bootstrap: str) -> AsyncIterator[Admin]:
    """Yields an admin; what brokers say of tokens in general is said in words."""
    try:
        async with Admin(bootstrap, **admin_settings("kavka-token")) as admin:
            yield admin
    except ValueError as error:
        raise CliError(str(error), ExitCode.USAGE) from None
    except DelegationTokenAuthDisabled:
        raise CliError("these brokers make no tokens: they have no delegation.token.secret.key") from None
    except DelegationTokenRequestNotAllowed:
        raise CliError(
            "tokens are for who has logged in, and not by a token: say how with --command-config FILE or -X"
        ) from None


def _row(found: DelegationToken) -> dict[str, Any]:
    return {
        "token_id": found.token_id,
        "owner": found.owner,
        "requester": found.requester,
        "renewers": list(found.renewers),
        "issued": _moment(found.issue_ms),
        "expires": _moment(found.expiry_ms),
        "ends": _moment(found.max_ms),
    }


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")
