"""What is configured of single groups, as this broker has heard it: a GROUP resource's texts, by the group's name.

    /config/groups/<name> ─▶ read at a session's begin, and where a notification names one ─▶ value

Who asks for a value gets the broker's own where the group does not say, or where nobody follows (older profiles).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from kavka.broker.cluster.later_config_nodes import GROUPS
from kavka.broker.config.group_configs import value_of
from kavka.zk.sanitizer import desanitized

if TYPE_CHECKING:
    from kavka.broker.cluster.later_config_nodes import LaterConfigNodes
    from kavka.broker.config.broker_config import BrokerConfig

NO_TEXTS: Mapping[str, str] = {}


class GroupSettings(Protocol):
    """What holds for single groups now."""

    def value(self, group_id: str, key: str) -> Any:
        """Returns what holds for a group: its own value, or the broker's; keys are `config.group_configs`'."""


class GroupConfigs:
    """Follows what is configured of groups.

    Args:
        nodes: where it is.
        config: the broker's, which holds for whatever a group does not say.
    """

    __slots__ = ("_config", "_nodes", "_texts")

    def __init__(self, nodes: LaterConfigNodes, config: Callable[[], BrokerConfig]) -> None:
        self._nodes = nodes
        self._config = config
        self._texts: dict[str, Mapping[str, str]] = {}

    @property
    def names(self) -> Iterable[str]:
        """Returns the names of the groups of which something is configured."""
        return sorted(self._texts)

    def has(self, group_id: str) -> bool:
        """Tells whether anything is configured of a group."""
        return group_id in self._texts

    def texts_of(self, group_id: str) -> Mapping[str, str]:
        """Returns what is configured of a group; the same object until it changes."""
        return self._texts.get(group_id, NO_TEXTS)

    def value(self, group_id: str, key: str) -> Any:
        """Returns what holds for a group; see GroupSettings."""
        return value_of(key, self.texts_of(group_id), self._config())

    async def load(self) -> None:
        """Reads what is configured of all groups.

        Raises:
            ZkError: ZooKeeper cannot be asked; what held before holds on.
        """
        self._take(await self._nodes.read_all())

    async def changed(self, entities: Sequence[tuple[str, str]]) -> None:
        """Reads again what notifications name.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        names = [desanitized(entity) for kind, entity in entities if kind == GROUPS]
        if names:
            self._take(self._texts | await self._nodes.read_each(names))

    def _take(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        self._texts = {name: found for name, found in texts.items() if found}
