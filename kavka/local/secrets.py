"""The shared secrets of a local cluster's brokers: the admin endpoints' token, ZooKeeper's digest.

    <data dir>/admin.token         what clients of the admin endpoints show; made by the first broker that needs it
    <data dir>/zookeeper.digest    user:password by which brokers log in to the embedded ZooKeeper

Both are 0600, so the data directory's owner needs no other permission: `kavka` reads them by itself. They come
with the first login or authorizer of a cluster, and stay: nodes and habits outlive a configuration. Not here: what a
token opens (`broker.http.guard`) and what an ACL protects (`kavka.zk.acls`).
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from kavka.common.private_files import write_private
from kavka.local.state import ClusterState, read_state
from kavka.zk.acls import OWN_USER

TOKEN_NAME: Final = "admin.token"
DIGEST_NAME: Final = "zookeeper.digest"
PASSWORD_BYTES: Final = 32
SECRET_BYTES_MAX: Final = 4096

TOKEN_KEY: Final = "kavka.admin.token"
TOKEN_FILE_KEY: Final = "kavka.admin.token.file"
DIGEST_KEY: Final = "kavka.zookeeper.digest"
SET_ACL_KEY: Final = "zookeeper.set.acl"


def given_properties(properties: Mapping[str, str], environment: Mapping[str, str]) -> dict[str, str]:
    """Returns a broker's full configuration: its properties, and other keys that the environment sets."""
    from kavka.broker.config.sources import environment_properties

    return {**environment_properties(environment)[0], **properties}


def is_guarded(properties: Mapping[str, str]) -> bool:
    """Tells whether clients of such a broker must authenticate; False for properties that no broker takes."""
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.config.types import ConfigError

    try:
        return BrokerConfig.from_properties(properties).is_guarded
    except ConfigError:
        return False  # the broker says so, and ends


def token_properties(given: Mapping[str, str], data_dir: Path) -> dict[str, str]:
    """Returns the properties that make a broker share its cluster's token.

    They are none where none is needed, or its file has been chosen.
    """
    if TOKEN_FILE_KEY in given or not (given.get(TOKEN_KEY) or is_guarded(given)):
        return {}
    return {TOKEN_FILE_KEY: str(data_dir / TOKEN_NAME)}


def digest_properties(
    given: Sequence[Mapping[str, str]], data_dir: Path, *, random_bytes: Callable[[int], bytes]
) -> dict[str, str]:
    """Returns the properties of all brokers' login to the embedded ZooKeeper.

    They also say whether the brokers' nodes are theirs alone.

    Args:
        given: what each of them is configured with.
        data_dir: keeps the digest, which is made there when one is needed.
        random_bytes: of an unpredictable source.

    Raises:
        OSError: the digest cannot be kept.
    """
    file = data_dir / DIGEST_NAME
    chosen = next((one[DIGEST_KEY] for one in given if one.get(DIGEST_KEY)), None)
    is_open = any(one.get(SET_ACL_KEY, "true").strip().lower() == "false" for one in given)
    must_protect = not is_open and any(map(is_guarded, given))
    digest = chosen or read_secret(file)
    if digest is None and must_protect:
        password = base64.urlsafe_b64encode(random_bytes(PASSWORD_BYTES)).rstrip(b"=").decode()
        digest = f"{OWN_USER}:{password}"
    if digest is None:
        return {}
    if read_secret(file) != digest:
        write_private(file, f"{digest}\n".encode())
    return {DIGEST_KEY: digest, **({SET_ACL_KEY: "true"} if must_protect else {})}


def read_secret(file: str | os.PathLike[str] | None) -> str | None:
    """Reads the secret in a file; None where there is nothing, or nothing for us."""
    try:
        with open(file or os.devnull, "rb") as source:
            return source.read(SECRET_BYTES_MAX).decode("utf-8", "replace").strip() or None
    except OSError:
        return None


# ---- for the command line -----------------------------------------------------------------------------------------


def token_for(url: str, state: ClusterState | None) -> str | None:
    """Returns the token of a running local cluster's endpoint; None for any other.

    The token is sent to no other endpoint, which could use it elsewhere.
    """
    if state is None or url.rstrip("/") not in {broker.admin for broker in state.brokers}:
        return None
    return read_secret(state.admin_token_file)


def digest_for(hosts: str, data_dir: Path) -> str | None:
    """Returns the digest of the ZooKeeper that runs on a data directory; None for any other."""
    state = read_state(data_dir)
    if state is None or hosts.partition("/")[0] != state.zookeeper.partition("/")[0]:
        return None
    return read_secret(data_dir / DIGEST_NAME)


def console_url(admin_url: str, token: str | None) -> str:
    """Returns the URL of the console. The token stands behind the #, which no browser sends to anybody."""
    return f"{admin_url}/console{f'#token={token}' if token else ''}"
