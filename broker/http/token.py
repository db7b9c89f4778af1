"""The admin endpoint's token: as configured, or made at the first startup of a broker that knows its clients.

    kavka.admin.token=…         that one; with kavka.admin.token.file it is written there, for kavka's own tools
    kavka.admin.token.file=…    what stands there; made where nothing does. The same file makes brokers of one machine
                                answer for each other
    neither                     with logins or an authorizer: admin.token in the first log directory that can be
                                written; without: none, and everybody on this machine may ask

Whoever can read the file (0600) is the owner of the cluster's data, and so may do by HTTP what is done in the broker's
name. Not here: how a token is compared (`guard`), and how `kavka` finds it (`kavka.local.secrets`).
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.common.filesystem import FileSystem

_log = logging.getLogger(__name__)

FILE_NAME: Final = "admin.token"
TOKEN_BYTES: Final = 32
"""As many as nobody guesses: 256 bits, as of a session key."""
FILE_BYTES_MAX: Final = 4096
"""More than any token has; what is longer is no token's file."""


class TokenError(ValueError):
    """The token cannot be read or kept; the message says where, why and what to do."""


class AdminToken(NamedTuple):
    """What clients must show.

    Attributes:
        value: empty: nothing.
        file: where it stands; None where it stands in the configuration alone, or there is none.
        is_chosen: whether the configuration says it; else it was made here.
    """

    value: str
    file: Path | None = None
    is_chosen: bool = False


NO_TOKEN: Final = AdminToken("")
"""Of an endpoint that everybody on its machine may ask."""


def admin_token(config: BrokerConfig, *, random_bytes: Callable[[int], bytes], filesystem: FileSystem) -> AdminToken:
    """Returns the token that a broker's configuration asks for, read, kept or generated.

    Args:
        config: has `kavka.admin.*`.
        random_bytes: of a source that nobody predicts.
        filesystem: has its file.

    Raises:
        TokenError: its file cannot be used.
    """
    chosen: str | None = config.kavka_admin_token
    named: str | None = config.kavka_admin_token_file
    if chosen:
        return AdminToken(chosen, _kept(chosen, Path(named), filesystem) if named else None, is_chosen=True)
    if named:
        return _read_or_made([Path(named)], random_bytes, filesystem)
    if config.is_guarded:
        files = [Path(directory) / FILE_NAME for directory in config.log_dirs]
        return _read_or_made(files, random_bytes, filesystem)
    return NO_TOKEN


def _kept(token: str, file: Path, filesystem: FileSystem) -> Path:
    """Has the file say what the configuration says."""
    try:
        if not filesystem.exists(str(file)) or _read(file, filesystem) != token:
            filesystem.write_private(str(file), f"{token}\n".encode())
    except OSError as error:
        raise _unusable(file, error) from error
    return file


def _read_or_made(files: list[Path], random_bytes: Callable[[int], bytes], filesystem: FileSystem) -> AdminToken:
    """Reads the first file that is there; else generates a token, at the first place where that can be done."""
    for file in files:
        if filesystem.exists(str(file)):
            return _found(file, filesystem)
    token = base64.urlsafe_b64encode(random_bytes(TOKEN_BYTES)).rstrip(b"=")
    failures: list[TokenError] = []
    for file in files:
        try:
            filesystem.make_private(str(file), token + b"\n")
        except OSError as error:
            failures.append(_unusable(file, error))
        else:
            return _found(file, filesystem)  # another broker may have been quicker
    raise failures[0]


def _found(file: Path, filesystem: FileSystem) -> AdminToken:
    try:
        token = _read(file, filesystem)
        if not filesystem.is_private(str(file)):
            _log.warning("others than its owner may read the admin endpoint's token: chmod 600 %s", file)
    except OSError as error:
        raise _unusable(file, error) from error
    if not token or not token.isprintable():
        raise TokenError(f"{file} holds no token of the admin endpoint: write one there, or remove the file")
    return AdminToken(token, file)


def _read(file: Path, filesystem: FileSystem) -> str:
    return filesystem.read_file(str(file), limit=FILE_BYTES_MAX).decode("utf-8", "replace").strip()


def _unusable(file: Path, error: OSError) -> TokenError:
    return TokenError(
        f"the admin endpoint's token cannot be kept in {file}: {error.strerror or error}; "
        "set kavka.admin.token.file or kavka.admin.token, or switch the endpoint off with kavka.admin.listener="
    )
