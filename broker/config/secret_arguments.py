"""Secrets that a command line names instead of holding: everybody on a machine may read every process's arguments.

    --config ssl.key.password=@/run/secrets/key      what stands in that file, without the newline at its end
    --config ssl.key.password=env:KEY_PASSWORD       what that variable of the environment holds
    --config ssl.key.password=hunter2                refused, in words that show both

Only keys of the type PASSWORD are meant; a value of any other is itself, whatever it begins with. Refused, not hidden:
by the time a program can overwrite its arguments, they have been seen, and the shell has written them down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from kavka.broker.config.all_keys import key_named
from kavka.broker.config.types import ConfigError

FILE: Final = "@"
VARIABLE: Final = "env:"
SECRET_BYTES_MAX: Final = 1024 * 1024
"""A chain of certificates as PEM has some kilobytes."""

_ENDINGS: Final = (".password", "jaas.config")
"""How keys of clients end that hold secrets and are none of a broker's."""


class SecretArgumentError(ConfigError):
    """A secret in a command line, or one that is missing where it points; the message says what to do."""


def is_secret(key: str) -> bool:
    """Tells whether a key's value must not be seen."""
    known = key_named(key)
    return key.endswith(_ENDINGS) if known is None else known.is_sensitive


def _read_file(path: str) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(SECRET_BYTES_MAX)


def setting(key: str, value: str, *, environment: Mapping[str, str], read: Callable[[str], bytes] = _read_file) -> str:
    """Returns the value of KEY=VALUE in a command line: itself, or of a secret, what it names.

    Raises:
        SecretArgumentError: it is a secret, or names none.
    """
    return resolved(key, value, environment=environment, read=read) if value and is_secret(key) else value


def resolved(
    name: str, value: str, *, environment: Mapping[str, str], read: Callable[[str], bytes] = _read_file
) -> str:
    """Reads the secret that an argument names.

    Args:
        name: what it is for, as the user wrote it.
        value: @FILE or env:NAME.
        environment: all variables there are.
        read: the bytes of a file.

    Raises:
        SecretArgumentError: it is the secret itself, or names none.
    """
    if value.startswith(VARIABLE):
        variable = value.removeprefix(VARIABLE)
        if variable not in environment:
            raise SecretArgumentError(f"{name}: there is no variable {variable} in the environment")
        return environment[variable]
    if not value.startswith(FILE):
        glue = " " if name.startswith("-") else "="
        raise SecretArgumentError(
            f"{name} is a secret, and everybody on this machine can read a command line: put it into a file and write "
            f"{name}{glue}@FILE, or into a variable of the environment and write {name}{glue}env:VARIABLE"
        )
    path = value.removeprefix(FILE)
    try:
        text = read(path).decode()
    except OSError as error:
        raise SecretArgumentError(f"{name}: {path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise SecretArgumentError(f"{name}: {path} is no UTF-8") from None
    return text.removesuffix("\n").removesuffix("\r")
