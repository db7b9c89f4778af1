"""The resources that have a configuration, and how an altered one reaches ZooKeeper and everybody.

    TOPIC           /config/topics/<name>
    BROKER          /config/brokers/<id>, or <default> when the resource has no name
    BROKER_LOGGER   nowhere: levels live in the process
    CLIENT_METRICS  /config/client-metrics/<name>; without any text it is none
    GROUP           /config/groups/<name>; the same

A write is one multi: the configuration, conditional on the version that the new texts were computed from, and the
notification. So a crash cannot leave the one without the other, and two clients who append at the same time both get
what they asked for. Kafka makes two writes, unconditional; what stands in ZooKeeper afterwards is the same.

Who asks for what, in which version, is the handlers'.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from kavka.broker.cluster.dynamic_configs import BROKERS
from kavka.broker.cluster.later_config_nodes import GROUPS, LATER_TYPES, SUBSCRIPTIONS
from kavka.broker.cluster.topic_configs import NO_VERSION, StoredConfig, read_config
from kavka.broker.config import altered as altered_configs
from kavka.broker.config.client_metrics import subscription
from kavka.broker.config.group_configs import check_group
from kavka.broker.config.types import ConfigError
from kavka.protocol.errors import InvalidRequest, KafkaError, UnknownServerError, UnknownTopicOrPartition
from kavka.zk import paths
from kavka.zk.client import ensure_path
from kavka.zk.errors import BadVersion, NodeExists, NoNode, ZkError
from kavka.zk.ops import CheckOp, CreateOp, Op, SetOp
from kavka.zk.sanitizer import is_entity, sanitized
from kavka.zk.znodes import ConfigChangeZNode, ConfigZNode

if TYPE_CHECKING:
    from kavka.broker.cluster.config_changes import ConfigChanges
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.config.dynamic_secrets import DynamicSecrets
    from kavka.zk.client import ZkClient

TOPIC: Final = 2
BROKER: Final = 4
BROKER_LOGGER: Final = 8
CLIENT_METRICS: Final = 16
GROUP: Final = 32
"""Kafka's numbers of resource types."""

TOPICS: Final = "topics"

WRITE_ATTEMPTS_MAX: Final = 20
"""How often a write begins anew because somebody else wrote in between."""

NewTexts = Callable[[Mapping[str, str]], dict[str, str]]
"""Stored texts → new texts; raises KafkaError."""


Wanted = TypeVar("Wanted", bound="WantedConfig")
Result = TypeVar("Result", covariant=True)


class Resource(NamedTuple):
    """One resource of a request."""

    type: int
    name: str


def refuse_repeated(resources: Sequence[Resource]) -> dict[Resource, KafkaError]:
    """Refuses resources that a request repeats, each with the error that says so."""
    error = InvalidRequest("Each resource must appear at most once.")
    return {resource: error for resource in resources if resources.count(resource) > 1}


class WantedConfig(Protocol):
    """What requests to alter configurations say of each resource."""

    @property
    def resource_type(self) -> int:
        """Returns the type's number."""

    @property
    def resource_name(self) -> str:
        """Returns the name; empty: the default of all."""


class AlteredResult(Protocol[Result]):
    """The class of a response's elements, one a resource."""

    def __call__(self, *, error_code: int, error_message: str | None, resource_type: int, resource_name: str) -> Result:
        """Makes one."""


async def alter_each(
    wanted: Sequence[Wanted], alter: Callable[[Wanted], Awaitable[None]], result: AlteredResult[Result]
) -> list[Result]:
    """Alters each resource of a request; one that is wrong, or named twice, does not spoil the others."""
    repeated = refuse_repeated([Resource(each.resource_type, each.resource_name) for each in wanted])
    results = []
    for each in wanted:
        error = repeated.get(Resource(each.resource_type, each.resource_name))
        if error is None:
            try:
                await alter(each)
            except KafkaError as failure:
                error = failure
        code, message = (0, None) if error is None else (int(error.code), error.message)
        results.append(
            result(
                error_code=code,
                error_message=message,
                resource_type=each.resource_type,
                resource_name=each.resource_name,
            )
        )
    return results


def parsed_broker_id(name: str) -> int:
    """Parses the broker id of a resource name.

    Raises:
        InvalidRequest: it is none.
    """
    if not (name.isascii() and name.isdigit()):
        raise InvalidRequest(f"Broker id must be an integer, but it is: {name}")
    return int(name)


class ConfigStore:
    """Writes overrides into ZooKeeper.

    Args:
        zk: where they are.
        config_changes: brings this broker up to date with what was written.
    """

    __slots__ = ("_config_changes", "_zk")

    def __init__(self, zk: ZkClient, config_changes: ConfigChanges) -> None:
        self._zk = zk
        self._config_changes = config_changes

    def secrets_of(self, config: BrokerConfig) -> DynamicSecrets:
        """Returns what encodes the secrets among stored values, by a configuration."""
        return self._config_changes.secrets_of(config)

    async def alter_entity(
        self,
        kind: str,
        entity: str,
        new_texts: NewTexts,
        *,
        validate_only: bool,
        must_exist: CheckOp | None = None,
    ) -> bool:
        """Alters an entity's overrides in one conditional write; starts again when somebody else wrote meanwhile.

        Args:
            kind: the directory under /config.
            entity: the node below it; a client of a user has parents, which are made.
            new_texts: stored texts → new ones.
            validate_only: write nothing.
            must_exist: what has to be there.

        Returns:
            False when what `must_exist` names is gone.

        Raises:
            KafkaError: of `new_texts`; or ZooKeeper cannot be asked.
        """
        if not is_entity(entity):
            raise InvalidRequest(f"nothing can be kept of the name {entity!r} in ZooKeeper")
        try:
            if ("/" in entity or kind in LATER_TYPES) and not validate_only:
                await ensure_path(self._zk, paths.parent(paths.config(kind, entity)))
            for _ in range(WRITE_ATTEMPTS_MAX):
                stored = await read_config(self._zk, kind, entity)
                texts = new_texts(stored.texts)
                if validate_only:
                    return True
                ops: list[Op] = [] if must_exist is None else [must_exist]
                ops += _write(kind, entity, stored, texts)
                try:
                    await self._zk.multi(ops)
                except (BadVersion, NodeExists, NoNode) as conflict:
                    if must_exist is not None and isinstance(conflict, NoNode) and conflict.op_index == 0:
                        return False
                    continue
                await self._config_changes.settle()
                return True
        except ZkError as error:
            raise UnknownServerError(f"the configuration cannot be written to ZooKeeper: {error}") from error
        raise UnknownServerError(f"others kept writing {paths.config(kind, entity)}; try again")


class ConfigResources:
    """Alters the checked configurations of topics, of this broker and of all brokers.

    Args:
        store: where they are written.
        broker_id: of this broker.
        config: what holds now.
        metadata_cache: knows the topics.
        check_listeners: raises ValueError where a listener cannot go on with another configuration.
        has_later: whether this broker knows subscriptions of client metrics, and configurations of groups.
    """

    __slots__ = ("_broker_id", "_check_listeners", "_config", "_has_later", "_metadata_cache", "_store")

    def __init__(
        self,
        store: ConfigStore,
        *,
        broker_id: int,
        config: Callable[[], BrokerConfig],
        metadata_cache: MetadataCache,
        check_listeners: Callable[[BrokerConfig], None],
        has_later: bool,
    ) -> None:
        self._store = store
        self._has_later = has_later
        self._broker_id = broker_id
        self._config = config
        self._metadata_cache = metadata_cache
        self._check_listeners = check_listeners

    def check_own_id(self, name: str) -> None:
        """Checks that a broker's resource name is this broker's id; a broker alters itself only.

        Raises:
            InvalidRequest: the name is another broker's, or no number.
        """
        if parsed_broker_id(name) != self._broker_id:
            raise InvalidRequest(f"Unexpected broker id, expected {self._broker_id}, but received {name}")

    async def alter_topic(self, name: str, new_texts: NewTexts, *, validate_only: bool) -> None:
        """Alters a topic's overrides.

        Raises:
            KafkaError: it cannot have them, does not exist, or ZooKeeper cannot be asked.
        """
        if not name:
            raise InvalidRequest("Default topic resources are not allowed.")
        unknown = UnknownTopicOrPartition(f"The topic '{name}' does not exist.")
        if name not in self._metadata_cache.snapshot.topics:
            raise unknown

        def checked(stored: Mapping[str, str]) -> dict[str, str]:
            texts = new_texts(stored)
            altered_configs.check_topic(name, texts, stored, self._config())
            return texts

        must_exist = CheckOp(paths.topic(name))
        if not await self._store.alter_entity(
            TOPICS, name, checked, validate_only=validate_only, must_exist=must_exist
        ):
            raise unknown

    async def alter_broker(self, name: str, new_texts: NewTexts, *, validate_only: bool) -> None:
        """Alters the dynamic values of this broker, or with an empty name of all brokers.

        Raises:
            KafkaError: it cannot have them, is not this broker, or ZooKeeper cannot be asked.
        """
        if name:
            self.check_own_id(name)

        def checked(stored: Mapping[str, str]) -> dict[str, str]:
            secrets = self._store.secrets_of(self._config())
            plain = secrets.decoded(stored).texts
            texts = new_texts(plain)
            altered_configs.check_broker(
                texts, plain, self._config(), is_default=not name, check_use=self._check_listeners
            )
            try:
                return secrets.encoded(texts, stored)
            except ConfigError as error:
                raise InvalidRequest(str(error)) from None

        entity = str(self._broker_id) if name else paths.DEFAULT_ENTITY
        await self._store.alter_entity(BROKERS, entity, checked, validate_only=validate_only)

    async def alter_subscription(self, name: str, new_texts: NewTexts, *, validate_only: bool) -> None:
        """Alters a subscription of client metrics; without any text it is none.

        Raises:
            KafkaError: it cannot be so, this broker offers none, or ZooKeeper cannot be asked.
        """
        if not self._has_later:
            raise InvalidRequest(f"Unknown resource type {CLIENT_METRICS}")
        subscription(name, {})

        def checked(stored: Mapping[str, str]) -> dict[str, str]:
            texts = new_texts(stored)
            subscription(name, texts)
            return texts

        await self._store.alter_entity(SUBSCRIPTIONS, sanitized(name), checked, validate_only=validate_only)

    async def alter_group(self, name: str, new_texts: NewTexts, *, validate_only: bool) -> None:
        """Alters what is configured of a group, whether there is one or not.

        Raises:
            KafkaError: it cannot be so, this broker knows no such thing, or ZooKeeper cannot be asked.
        """
        if not self._has_later:
            raise InvalidRequest(f"Unknown resource type {GROUP}")

        def checked(stored: Mapping[str, str]) -> dict[str, str]:
            texts = new_texts(stored)
            check_group(name, texts, self._config())
            return texts

        check_group(name, {}, self._config())
        await self._store.alter_entity(GROUPS, sanitized(name), checked, validate_only=validate_only)


def _write(kind: str, entity: str, stored: StoredConfig, texts: Mapping[str, str]) -> list[Op]:
    path, data = paths.config(kind, entity), ConfigZNode(texts).encode()
    write: Op = CreateOp(path, data) if stored.version == NO_VERSION else SetOp(path, data, stored.version)
    notice = ConfigChangeZNode(f"{kind}/{entity}").encode()
    return [write, CreateOp(paths.config_change_prefix(kind), notice, sequential=True)]
