"""Which brokers a verb speaks to over HTTP: the one named with --admin, those of the cluster that -b or KAVKA_BOOTSTRAP
names, or all that run on the data directory.

The token of a cluster that runs on the data directory is found there (`kavka.local.secrets`), also where --admin names
one of its brokers; of any other it must be given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from kavka.admin_http import AdminHttp, AdminRefused, AdminUnreachable
from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import data_dir_option, named_bootstrap_option, secret_option
from kavka.local.secrets import token_for
from kavka.local.state import ClusterState, read_state

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


token_option = secret_option(
    "--token",
    envvar="KAVKA_ADMIN_TOKEN",
    metavar="@FILE",
    help="The token of another cluster's admin endpoints; of what runs on the data directory it is found.",
)
"""--token @FILE."""


class Endpoint(NamedTuple):
    """A broker and the way to it; `broker` is None where only the address is known."""

    broker: int | None
    http: AdminHttp


def endpoint_options(function: F) -> F:
    """Adds --admin, --token, --broker, --bootstrap and --data-dir to a command; `find_endpoints` takes them all."""
    for option in (
        click.option(
            "--broker", "broker_id", metavar="ID", type=click.IntRange(0), help="This one only; default: every broker."
        ),
        token_option,
        click.option(
            "--admin",
            metavar="URL",
            envvar="KAVKA_ADMIN",
            show_envvar=True,
            help="A broker's admin endpoint; default: those of the cluster that runs on the data directory.",
        ),
        named_bootstrap_option,
        data_dir_option,
    ):
        function = option(function)
    return function


def find_endpoints(
    *, admin: str | None, token: str | None, broker_id: int | None, data_dir: Path, bootstrap: str | None = None
) -> list[Endpoint]:
    """Finds the admin endpoints of the brokers that the options mean.

    Args:
        admin: one broker's endpoint; goes before all else.
        token: what it wants to be shown, if it is not found.
        broker_id: this one only; None: all.
        data_dir: where a cluster runs; not looked at where `bootstrap` names another one.
        bootstrap: names a cluster by its listeners.

    Raises:
        CliError: nothing runs, or not such a broker.
    """
    state = read_state(data_dir)
    if admin is not None:
        try:
            return [Endpoint(None, AdminHttp(admin, token=token or token_for(admin, state)))]
        except ValueError as error:
            raise CliError(str(error), ExitCode.USAGE) from error
    if bootstrap is not None and not _is_of(state, bootstrap):
        return _of_named(bootstrap, token=token, broker_id=broker_id)
    if state is None:
        raise CliError(
            f"nothing runs on {data_dir}; start a broker with: kavka start, or name one with -b HOST:PORT or "
            "--admin URL",
            ExitCode.UNREACHABLE,
        )
    found = [
        Endpoint(broker.id, AdminHttp(broker.admin, token=token or token_for(broker.admin, state)))
        for broker in state.brokers
        if broker.admin and broker.pid and broker_id in (None, broker.id)
    ]
    if not found:
        who = "no broker" if broker_id is None else f"no broker {broker_id}"
        raise CliError(f"{who} with an admin endpoint runs on {data_dir}", ExitCode.NOT_FOUND)
    return found


def _is_of(state: ClusterState | None, bootstrap: str) -> bool:
    """Whether a listener of the cluster that runs on the data directory is among those that were named."""
    if state is None:
        return False
    own = {
        address for broker in state.brokers for address in (f"{broker.host}:{broker.port}", f"localhost:{broker.port}")
    }
    return not own.isdisjoint(address.strip() for address in bootstrap.split(","))


def _of_named(bootstrap: str, *, token: str | None, broker_id: int | None) -> list[Endpoint]:
    from kavka.cli.named_endpoints import named_endpoints  # only then a client of Kafka's protocol is needed

    found = named_endpoints(bootstrap, token=token)
    wanted = [Endpoint(one.broker, AdminHttp(one.url, token=token)) for one in found if broker_id in (None, one.broker)]
    if not wanted:
        raise CliError(f"no broker {broker_id} with an admin endpoint is known at {bootstrap}", ExitCode.NOT_FOUND)
    return wanted


def ask_each(endpoints: Iterable[Endpoint], ask: Callable[[AdminHttp], T]) -> list[tuple[int | None, T]]:
    """Requests from all endpoints at once; (broker, response) in their order.

    One that does not respond, as a broker that is down, is named on stderr and left out, unless none of them does.

    Raises:
        CliError: none responds, or one refuses.
    """
    wanted = list(endpoints)
    with ThreadPoolExecutor(max_workers=min(len(wanted), 16)) as threads:
        outcomes = list(threads.map(partial(_ask, ask), wanted))
    silent = [outcome for outcome in outcomes if isinstance(outcome, CliError)]
    if len(silent) == len(outcomes):
        raise silent[0]
    for error in silent:
        click.echo(f"left out: {error.message}", err=True)
    return [
        (endpoint.broker, outcome)
        for endpoint, outcome in zip(wanted, outcomes, strict=True)
        if not isinstance(outcome, CliError)
    ]


def _ask(ask: Callable[[AdminHttp], T], endpoint: Endpoint) -> T | CliError:
    try:
        return ask(endpoint.http)
    except AdminUnreachable as error:
        return explained(error, endpoint)
    except AdminRefused as error:
        raise explained(error, endpoint) from error


def explained(error: AdminUnreachable | AdminRefused, endpoint: Endpoint) -> CliError:
    """Returns the error line for an endpoint that is silent, or refuses."""
    if isinstance(error, AdminUnreachable):
        return CliError(str(error), ExitCode.UNREACHABLE)
    who = "" if endpoint.broker is None else f"broker {endpoint.broker}: "
    return CliError(f"{who}{error}", ExitCode.NOT_FOUND if error.status == 404 else ExitCode.FAILED)
