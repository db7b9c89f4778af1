"""The broker's configuration as it changes while it runs: two nodes of ZooKeeper over the static values.

    /config/brokers/<default> ─┐
    /config/brokers/<id> ──────┴▶ load ─▶ what can be used of it ─▶ BrokerConfig.with_dynamic ─▶ `current` ─▶ listeners

A change makes a new `BrokerConfig`; nobody's copy is edited, and topics look their values up anew through it, so that
a changed default never reaches a topic that has an override (KAFKA-9254). What cannot be used is logged and left out:
a broker must not die of what stands in ZooKeeper. Who hears of changes is `config_changes`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from kavka.broker.cluster.topic_configs import read_config
from kavka.broker.config.all_keys import known_key
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.dynamic_keys import usable
from kavka.broker.config.dynamic_secrets import DynamicSecrets
from kavka.broker.config.types import ConfigError, Use
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.znodes import ConfigZNode

_log = logging.getLogger(__name__)

BROKERS = "brokers"


class DynamicConfigs:
    """What holds for this broker now.

    Attributes:
        current: the configuration with the dynamic values of both kinds.
        secrets: opens and closes the secrets among them.

    Args:
        zk: where the values are.
        broker_id: whose.
        config: of the static values.
        random_bytes: encodes secrets.
    """

    __slots__ = ("_broker_id", "_listeners", "_load_listeners", "_random_bytes", "_zk", "current", "secrets")

    def __init__(
        self, zk: ZkClient, broker_id: int, config: BrokerConfig, random_bytes: Callable[[int], bytes]
    ) -> None:
        self.current = config
        self.secrets = DynamicSecrets(config, random_bytes)
        self._random_bytes = random_bytes
        self._zk = zk
        self._broker_id = broker_id
        self._listeners: list[Callable[[BrokerConfig], None]] = []
        self._load_listeners: list[Callable[[BrokerConfig], None]] = []

    def secrets_of(self, config: BrokerConfig) -> DynamicSecrets:
        """Builds what encodes secrets by a configuration, with nothing of it decoded yet."""
        return DynamicSecrets(config, self._random_bytes)

    def add_listener(self, listener: Callable[[BrokerConfig], None]) -> None:
        """Calls `listener` with each new configuration, from now on."""
        self._listeners.append(listener)

    def add_load_listener(self, listener: Callable[[BrokerConfig], None]) -> None:
        """Calls `listener` whenever the values were read, changed or not: a file that one names may be another now."""
        self._load_listeners.append(listener)

    def concerns(self, entity: str) -> bool:
        """Tells whether a change of /config/brokers/<entity> is one for this broker."""
        return entity in (paths.DEFAULT_ENTITY, str(self._broker_id))

    async def load(self) -> None:
        """Reads both nodes and lets what is new take effect.

        Raises:
            ZkError: ZooKeeper cannot be asked; what held before holds on.
        """
        defaults, own = await asyncio.gather(
            read_config(self._zk, BROKERS, paths.DEFAULT_ENTITY), read_config(self._zk, BROKERS, str(self._broker_id))
        )
        self._take(self._usable(defaults.texts, paths.DEFAULT_ENTITY), self._usable(own.texts, str(self._broker_id)))
        for listener in self._load_listeners:
            listener(self.current)

    async def begin(self) -> None:
        """Reads for the first time; before that, encrypts anew what `password.encoder.old.secret` opens.

        Raises:
            ZkError: ZooKeeper cannot be asked, or somebody else wrote at the same time.
        """
        if self.current.password_encoder_old_secret:
            await self._rotate_secrets()
        await self.load()

    async def _rotate_secrets(self) -> None:
        entity = str(self._broker_id)
        stored = await read_config(self._zk, BROKERS, entity)
        rotated = self.secrets.rotated(stored.texts)
        if rotated is not None:
            await self._zk.set(paths.config(BROKERS, entity), ConfigZNode(rotated).encode(), stored.version)
            _log.info("the secrets of %s are encrypted with the new secret", paths.config(BROKERS, entity))

    def _usable(self, texts: Mapping[str, str], entity: str) -> dict[str, str]:
        plain, hidden = self.secrets.decoded(texts)
        good, problems = usable(plain)
        for problem in hidden + problems:
            _log.error("%s: a value is left out: %s", paths.config(BROKERS, entity), problem)
        return good

    def _take(self, defaults: dict[str, str], own: dict[str, str]) -> None:
        former = self.current
        if defaults == former.dynamic_defaults and own == former.dynamic_own:
            return
        try:
            self.current = former.with_dynamic(defaults, own)
        except ConfigError as error:
            _log.error("the dynamic configuration does not go together, the former one holds on: %s", error)
            return
        for name in sorted({*defaults, *own, *former.dynamic_defaults, *former.dynamic_own}):
            key = known_key(name)
            if self.current.value_or_none(name) != former.value_or_none(name):
                effect = ", which has no effect yet" if key.use is Use.INERT else ""
                shown = "another" if key.is_sensitive else self.current.shown(name)
                _log.info("%s is %s now%s", name, shown, effect)
        for listener in self._listeners:
            listener(self.current)
