"""KRaft's settings, as the compose files of Kafka's images give them, understood by a node that works with ZooKeeper.

    process.roles, node.id         broker, controller or both; the id is broker.id
    controller.quorum.voters       1@kafka-1:9093,2@kafka-2:9093,…      ─▶ zookeeper.connect=kafka-1:9093
    controller.listener.names      CONTROLLER://:9093 is no listener of a broker: node 1's ZooKeeper listens there

The voter with the lowest id is the keeper: the embedded ZooKeeper runs in its container, at the address where the
quorum would meet, so that the other nodes find it by what they were told already (decision 0080). A node that would
only be a controller and is not the keeper has nothing to do. Where `zookeeper.connect` is given, that holds, and nobody
keeps.

Pure: texts in, texts out. Not here: variables and files (`plan`), and processes (`node`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from kavka.broker.config.types import ConfigError

ROLES: Final = "process.roles"
NODE_ID: Final = "node.id"
VOTERS: Final = "controller.quorum.voters"
BOOTSTRAP: Final = "controller.quorum.bootstrap.servers"
CONTROLLER_NAMES: Final = "controller.listener.names"
CONNECT: Final = "zookeeper.connect"

UNDERSTOOD: Final = frozenset({ROLES, NODE_ID, VOTERS, BOOTSTRAP, CONTROLLER_NAMES})
SET_ASIDE: Final = ("controller.quorum.", "metadata.log.dir", "metadata.log.", "metadata.max.", "metadata.snapshot.")
"""How the other settings begin that only KRaft's quorum has."""

EVERYWHERE: Final = "0.0.0.0"
LOOPBACK: Final = "127.0.0.1"
BROKER_ID_RESERVED: Final = 1000
"""Up to here ids may be given by hand, unless `reserved.broker.max.id` says otherwise; KRaft has no such bound."""


class HostPort(NamedTuple):
    """Where something listens, or is reached."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class Voter(NamedTuple):
    """A member of the quorum; the id is None where it was named by its address alone."""

    node_id: int | None
    address: HostPort


class NodeRole(NamedTuple):
    """What a node is to do.

    Attributes:
        properties: its broker's, without KRaft's; they lack `zookeeper.connect` where `keeper` is set.
        runs_broker: whether there is a broker on it.
        keeper: where its embedded ZooKeeper listens; port 0 is any free one. None: it has none.
        is_alone: whether it is the only node that anything tells of.
        notes: what its user should know.
    """

    properties: dict[str, str]
    runs_broker: bool
    keeper: HostPort | None
    is_alone: bool
    notes: tuple[str, ...]


def node_of(given: Mapping[str, str], *, host_name: str) -> NodeRole:
    """Derives from a node's properties what it runs, and its broker's own properties.

    Args:
        given: as an image's variables or a mounted server.properties say.
        host_name: the container's, by which other nodes may call it.

    Raises:
        ConfigError: they contradict each other, or name neither a quorum nor a ZooKeeper.
    """
    roles = _roles(given)
    quorum = _quorum(given)
    controllers = [name.upper() for name in _listed(given.get(CONTROLLER_NAMES, ""))]
    kept, aside = _without_kraft(given, controllers)
    notes = [f"set aside, for this broker works with ZooKeeper: {', '.join(aside)}"] if aside else []
    kept |= _identity(given)
    runs_broker = not roles or "broker" in roles
    if kept.get(CONNECT):
        return NodeRole(kept, runs_broker, None, False, tuple(notes))
    if not quorum:
        if roles == {"broker"}:
            raise ConfigError(
                f"{ROLES}=broker, and nothing says where the controllers are: set {VOTERS} or {CONNECT} "
                f"(KAFKA_CONTROLLER_QUORUM_VOTERS, KAFKA_ZOOKEEPER_CONNECT)"
            )
        return NodeRole(kept, runs_broker, HostPort(LOOPBACK, 0), True, tuple(notes))
    keeper = quorum[0]
    is_alone = len(quorum) == 1 and runs_broker and _is_self(keeper, given, roles, host_name)
    if not _is_self(keeper, given, roles, host_name):
        return NodeRole({**kept, CONNECT: str(keeper.address)}, runs_broker, None, False, tuple(notes))
    address = _keeper_address(given, controllers, keeper, is_alone=is_alone)
    return NodeRole(kept, runs_broker, address, is_alone, tuple(notes))


def _roles(given: Mapping[str, str]) -> set[str]:
    roles = set(_listed(given.get(ROLES, "")))
    if roles - {"broker", "controller"}:
        raise ConfigError(
            f"Invalid value {given[ROLES]} for configuration {ROLES}: a node is broker, controller or both"
        )
    return roles


def _identity(given: Mapping[str, str]) -> dict[str, str]:
    """The broker's id, and room for it among the ids that are given by hand."""
    node_id = given.get(NODE_ID, "").strip()
    if not node_id:
        return {}
    if given.get("broker.id", node_id).strip() != node_id:
        raise ConfigError(f"node.id={node_id} and broker.id={given['broker.id']} name one node: they must be the same")
    identity = {"broker.id": node_id}
    if node_id.isdecimal() and int(node_id) > BROKER_ID_RESERVED and "reserved.broker.max.id" not in given:
        identity["reserved.broker.max.id"] = node_id
    return identity


def _quorum(given: Mapping[str, str]) -> list[Voter]:
    """The quorum's members, the keeper first; none where it is not named."""
    voters = [_voter(text, given[VOTERS]) for text in _listed(given.get(VOTERS, ""))]
    if voters:
        return sorted(voters, key=lambda voter: voter.node_id or 0)
    key = BOOTSTRAP
    return [Voter(None, _address(text, key, given[key])) for text in _listed(given.get(key, ""))]


def _voter(text: str, whole: str) -> Voter:
    node_id, at, address = text.partition("@")
    if not at or not node_id.isdecimal():
        raise ConfigError(f"Invalid value {whole} for configuration {VOTERS}: {text!r} does not read id@host:port")
    return Voter(int(node_id), _address(address, VOTERS, whole))


def _address(text: str, key: str, whole: str) -> HostPort:
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdecimal():
        raise ConfigError(f"Invalid value {whole} for configuration {key}: {text!r} names no host and port")
    return HostPort(host, int(port))


def _is_self(voter: Voter, given: Mapping[str, str], roles: set[str], host_name: str) -> bool:
    """Tells whether a voter is this node, by its id or, where it has none, by its host."""
    if voter.node_id is None:
        return "controller" in roles and voter.address.host in (host_name, "localhost", LOOPBACK)
    node_id = (given.get(NODE_ID) or given.get("broker.id") or "").strip()
    if not node_id:
        raise ConfigError(f"{VOTERS} is given and {NODE_ID} is not: nothing says which of them this node is")
    return str(voter.node_id) == node_id


def _keeper_address(given: Mapping[str, str], controllers: Sequence[str], keeper: Voter, *, is_alone: bool) -> HostPort:
    """Where the keeper's ZooKeeper listens: at the controllers' listener, which must be a plain one."""
    listener, address = next(
        (one for one in _listeners(given.get("listeners", "")) if one[0] in controllers),
        ("CONTROLLER", HostPort(EVERYWHERE, keeper.address.port)),
    )
    protocol = _protocols(given).get(listener, listener if listener in ("SSL", "SASL_PLAINTEXT", "SASL_SSL") else "")
    if protocol not in ("", "PLAINTEXT"):
        if is_alone:
            return HostPort(LOOPBACK, 0)
        raise ConfigError(
            f"the controllers' listener {listener} is {protocol}, and the ZooKeeper that runs in its place has neither "
            f"TLS nor logins for other nodes: name a ZooKeeper of your own with {CONNECT}"
        )
    return HostPort(address.host or EVERYWHERE, address.port)


def _without_kraft(given: Mapping[str, str], controllers: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """A broker's own properties, and the names of those that mean nothing here."""
    prefixes = tuple(f"listener.name.{name.lower()}." for name in controllers)
    kept: dict[str, str] = {}
    aside: list[str] = []
    for key, value in given.items():
        if key in UNDERSTOOD:
            continue
        if key.startswith(SET_ASIDE) or (prefixes and key.startswith(prefixes)):
            aside.append(key)
        elif key in ("listeners", "advertised.listeners"):
            kept |= _without_controllers(key, value, controllers)
        else:
            kept[key] = value
    return kept, sorted(aside)


def _without_controllers(key: str, value: str, controllers: Sequence[str]) -> dict[str, str]:
    own = [text for text in _listed(value) if text.partition("://")[0].strip().upper() not in controllers]
    return {key: ",".join(own)} if own else {}


def _listeners(text: str) -> list[tuple[str, HostPort]]:
    """Names and addresses of the listeners that can be read; a broker complains of the others."""
    found: list[tuple[str, HostPort]] = []
    for part in _listed(text):
        name, _, address = part.partition("://")
        host, _, port = address.rpartition(":")
        if port.isdecimal():
            found.append((name.upper(), HostPort(host.removeprefix("[").removesuffix("]"), int(port))))
    return found


def _protocols(given: Mapping[str, str]) -> dict[str, str]:
    pairs = (text.partition(":") for text in _listed(given.get("listener.security.protocol.map", "")))
    return {name.strip().upper(): protocol.strip().upper() for name, _, protocol in pairs}


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
