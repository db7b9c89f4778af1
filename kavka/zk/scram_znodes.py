"""SCRAM credentials as they stand in a user's configuration, /config/users/<user>, which quotas share.

    {"version": 1, "config": {"SCRAM-SHA-256": "salt=…,stored_key=…,server_key=…,iterations=4096", …}}

The bytes in base64, as Kafka's ScramCredentialUtils writes and reads them.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping

from kavka.protocol.sasl.scram_keys import ScramCredential
from kavka.zk import paths
from kavka.zk.client import ZkClient, ensure_path
from kavka.zk.errors import NoNode
from kavka.zk.ops import CreateOp, SetOp
from kavka.zk.sanitizer import sanitized
from kavka.zk.znodes import ConfigChangeZNode, ConfigZNode, ZNodeError

USERS = "users"
"""The kind of entity under /config."""

_PARTS = ("salt", "stored_key", "server_key", "iterations")


def credential_text(credential: ScramCredential) -> str:
    """Encodes a SCRAM credential as a config value, of a key such as SCRAM-SHA-256."""
    coded = [base64.b64encode(part).decode() for part in credential[:3]]
    return ",".join(f"{name}={value}" for name, value in zip(_PARTS, [*coded, credential.iterations], strict=True))


def parse_credential(text: str) -> ScramCredential:
    """Parses a SCRAM credential from its config value.

    Raises:
        ZNodeError: it is none; the message does not show it.
    """
    parts = dict(part.split("=", 1) for part in text.split(",") if "=" in part)
    if sorted(parts) != sorted(_PARTS):
        raise ZNodeError("a SCRAM credential has salt, stored_key, server_key and iterations")
    try:
        salt, stored_key, server_key = (base64.b64decode(parts[name], validate=True) for name in _PARTS[:3])
        return ScramCredential(salt, stored_key, server_key, int(parts["iterations"]))
    except (binascii.Error, ValueError):
        raise ZNodeError("a part of a SCRAM credential is no base64, or no number") from None


async def write_credentials(zk: ZkClient, user: str, credentials: Mapping[str, ScramCredential]) -> None:
    """Writes credentials to ZooKeeper and notifies the brokers, as Kafka's kafka-configs --zookeeper does.

    Raises:
        ZkError: ZooKeeper cannot be asked, or somebody else wrote in between.
    """
    name = sanitized(user)
    path = paths.config(USERS, name)
    await ensure_path(zk, paths.config_type(USERS))
    await ensure_path(zk, paths.CONFIG_CHANGES)
    texts = {mechanism: credential_text(credential) for mechanism, credential in credentials.items()}
    notice = CreateOp(paths.CONFIG_CHANGE_PREFIX, ConfigChangeZNode(f"{USERS}/{name}").encode(), sequential=True)
    try:
        data, stat = await zk.get(path)
    except NoNode:
        await zk.multi([CreateOp(path, ConfigZNode(texts).encode()), notice])
        return
    stored = ConfigZNode.decode(data).config
    await zk.multi([SetOp(path, ConfigZNode({**stored, **texts}).encode(), stat.version), notice])
