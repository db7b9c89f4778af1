"""Runs a verb's coroutine and turns what went wrong into a line that says what, why and what to do.

Only errors that a user can meet are translated. Everything else is a defect and keeps its trace.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.output import discard_output
from kavka.client.errors import AuthenticationFailed, BootstrapFailed, ClientError, DeadlineExceeded
from kavka.protocol.errors import DecodeError, InvalidTopic, KafkaError, TopicAlreadyExists, UnknownTopicOrPartition

T = TypeVar("T")


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Runs a verb to its end.

    Raises:
        CliError: in place of the errors of brokers, network and files.
    """
    try:
        return asyncio.run(work)
    except UnknownTopicOrPartition as error:
        from kavka.cli.typed_names import meant_topic  # only for a slip

        raise explained(error, meant=meant_topic(error)) from error
    except (KafkaError, ClientError, DecodeError) as error:
        raise explained(error) from error
    except BrokenPipeError:
        discard_output()  # the reader has seen enough, as `| head` does
        raise click.exceptions.Exit(ExitCode.OK) from None
    except (OSError, TimeoutError) as error:
        raise CliError(str(error) or type(error).__name__) from error


def explained(error: Exception, *, meant: str | None = None) -> CliError:
    """Returns the error line for an error of the client or of a broker.

    `meant` is the topic that was probably meant.
    """
    failed = error.__cause__ if isinstance(error, DeadlineExceeded) else error
    if isinstance(failed, BootstrapFailed):
        cause = str(failed)
        advice = "Start a broker with: kavka start, or name another one with -b HOST:PORT or --data-dir DIR"
        if "did not respond" in cause:
            advice = "kavka status tells whether a broker that runs here is paused; name another one with -b HOST:PORT"
        elif "looks like" in cause:
            advice = (
                "Name a listener of a broker with -b HOST:PORT; kavka status shows those of a cluster that runs here"
            )
        elif "closed the connection" in cause or "wants TLS" in cause:
            advice = "If TLS or a login is wanted there, say so with: --command-config FILE"
        return CliError(f"{cause}. {advice}", ExitCode.UNREACHABLE)
    if isinstance(error, AuthenticationFailed):
        return CliError(f"{error}. What a client shows and trusts stands in the file of --command-config")
    what = str(error).rstrip(".")
    if isinstance(error, UnknownTopicOrPartition):
        hint = "" if meant is None else f" Did you mean {meant!r}?"
        return CliError(f"{what}.{hint} Topics that there are: kavka topic list", ExitCode.NOT_FOUND)
    if isinstance(error, TopicAlreadyExists):
        return CliError(f"{what}. Use --if-not-exists when that is fine", ExitCode.EXISTS)
    if isinstance(error, InvalidTopic):
        return CliError(f"{what}. Names have up to 249 characters out of a-z A-Z 0-9 . _ -", ExitCode.FAILED)
    return CliError(str(error) or type(error).__name__)
