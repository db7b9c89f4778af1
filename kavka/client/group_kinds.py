"""Types of groups that have APIs of their own, beside classic groups and those of consumers.

    SHARE      share groups (KIP-932)       `share_groups` asks for what only they have
    STREAMS    streams groups (KIP-1071)    `streams_groups` likewise

Here is what both do alike: they are listed by their type, a cluster without them says so in words, and one that is not
there is an error by its name.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterable
from typing import Any, Final, NamedTuple

from kavka.client.cluster import Cluster
from kavka.client.coordinators import MOVED, CoordinatorLink
from kavka.client.groups import GroupListing, list_groups
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, GroupIdNotFound
from kavka.wire.errors import UnsupportedByBroker, code_name, error_for_code
from kavka.wire.share_membership import NO_SHARE_GROUPS

TYPES_VERSION: Final = 5
"""From this version of ListGroups on there are types."""


class GroupKind(NamedTuple):
    """A type of groups."""

    type_name: str
    """Kafka's name of it in ListGroups."""
    absent: str
    """What is said of a cluster without them."""

    async def list_all(self, cluster: Cluster, *, states: Iterable[str] = ()) -> list[GroupListing]:
        """Returns a cluster's groups of this type, sorted by group id.

        Args:
            cluster: Where.
            states: Only in these, by Kafka's names; empty: in any.

        Raises:
            UnsupportedByBroker: a broker knows no types of groups.
            KafkaError, ClientError: a broker does not say.
        """

        async def check() -> None:
            for broker_id in sorted(cluster.metadata.brokers):
                cluster.check_offers(await cluster.connection(broker_id), ApiKey.LIST_GROUPS, TYPES_VERSION)

        await self.asked(cluster.retry(check, what=f"list {self.type_name} groups"))
        return await list_groups(cluster, states=states, types=[self.type_name])

    async def asked(self, asking: Awaitable[Any]) -> Any:
        """Awaits a response; a broker that lacks the API is said to have no such groups.

        Raises:
            UnsupportedByBroker: the broker lacks the API.
            KafkaError, OSError, TimeoutError, DecodeError, ClientError: as what is awaited.
        """
        try:
            return await asking
        except UnsupportedByBroker as error:
            raise UnsupportedByBroker(f"{self.absent}: {error}") from None

    def check(self, link: CoordinatorLink, code: int, group_id: str, message: str | None) -> None:
        """Raises an error of a response, in the broker's words where it has some.

        Raises:
            GroupIdNotFound: there is no such group of this type.
            KafkaError: any other refusal.
        """
        if code == ErrorCode.GROUP_ID_NOT_FOUND:
            raise GroupIdNotFound(f"there is no {self.type_name} group {group_id!r} in this cluster")
        if code in MOVED:
            link.forget()
        if code != ErrorCode.NONE:
            raise error_for_code(code, f"{self.type_name} group {group_id!r}: {message or code_name(code)}")


SHARE: Final = GroupKind("share", NO_SHARE_GROUPS)
STREAMS: Final = GroupKind("streams", "this cluster has no streams groups (KIP-1071)")
