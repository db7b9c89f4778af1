"""`inter.broker.protocol.version`: every value that Kafka 3.9 takes, and what brokers speak to each other under it.

    inter.broker.protocol.version=2.8 ─▶ named ─▶ 2.8-IV1 ─┬─▶ profile "2.0": what clients are offered, the defaults
                                                           └─▶ version(LEADER_AND_ISR) = 5, version(FETCH) = 12, …

A value between two profiles has the profile below it, and its own versions of what brokers send each other: these are
what Kafka's MetadataVersion and ControllerChannelManager choose, so that a broker of Kafka with the same value in its
server.properties understands what it is sent. A value below 2.0 has the profile 2.0. A broker does not only send these
versions, it offers them (`ranges`), and answers besides what peers send under any other value (`answered`): while a
cluster's value is changed, broker by broker, there are two of them.

Not here: what a profile offers (`api_keys`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from kavka.protocol.api_keys import BEYOND_3_9, INTER_BROKER_APIS, PROFILES, ApiKey

if TYPE_CHECKING:
    from collections.abc import Mapping

_T = TypeVar("_T")

NAMES: Final = (
    *("0.10.0-IV0", "0.10.0-IV1", "0.10.1-IV0", "0.10.1-IV1", "0.10.1-IV2", "0.10.2-IV0"),
    *("0.11.0-IV0", "0.11.0-IV1", "0.11.0-IV2", "1.0-IV0", "1.1-IV0", "2.0-IV0", "2.0-IV1"),
    *("2.1-IV0", "2.1-IV1", "2.1-IV2", "2.2-IV0", "2.2-IV1", "2.3-IV0", "2.3-IV1", "2.4-IV0", "2.4-IV1"),
    *("2.5-IV0", "2.6-IV0", "2.7-IV0", "2.7-IV1", "2.7-IV2", "2.8-IV0", "2.8-IV1", "3.0-IV0", "3.0-IV1"),
    *("3.1-IV0", "3.2-IV0", "3.3-IV0", "3.3-IV1", "3.3-IV2", "3.3-IV3", "3.4-IV0", "3.5-IV0", "3.5-IV1", "3.5-IV2"),
    *("3.6-IV0", "3.6-IV1", "3.6-IV2", "3.7-IV0", "3.7-IV1", "3.7-IV2", "3.7-IV3", "3.7-IV4", "3.8-IV0", "3.9-IV0"),
)
"""Oldest first. A short form, such as 2.8, is the last of its release."""

DEFAULT: Final = "3.9-IV0"
"""Of a server.properties that does not say."""

_ORDER: Final = {name: order for order, name in enumerate(NAMES)}
_LAST_OF_RELEASE: Final = {name.partition("-")[0]: name for name in NAMES}

_PROFILES_SINCE: Final = {"2.0-IV0": "2.0", "3.0-IV0": "3.0", "3.9-IV0": "3.9"}
_LATEST: Final = "3.9"

_SINCE: Final[Mapping[ApiKey, Mapping[str, int]]] = {
    ApiKey.LEADER_AND_ISR: {
        "1.0-IV0": 1,
        "2.2-IV0": 2,
        "2.4-IV0": 3,
        "2.4-IV1": 4,
        "2.8-IV1": 5,
        "3.2-IV0": 6,
        "3.4-IV0": 7,
    },
    ApiKey.UPDATE_METADATA: {
        **{"0.10.0-IV0": 1, "0.10.0-IV1": 2, "0.10.2-IV0": 3, "1.0-IV0": 4, "2.2-IV0": 5, "2.4-IV1": 6, "2.8-IV1": 7},
        **{"3.4-IV0": 8},
    },
    ApiKey.STOP_REPLICA: {"2.2-IV0": 1, "2.4-IV1": 2, "2.6-IV0": 3, "3.4-IV0": 4},
    ApiKey.CONTROLLED_SHUTDOWN: {"0.10.0-IV0": 1, "2.2-IV0": 2, "2.4-IV1": 3},
    ApiKey.WRITE_TXN_MARKERS: {"2.8-IV0": 1},
    ApiKey.ALTER_PARTITION: {"3.2-IV0": 1, "3.3-IV0": 2, "3.5-IV0": 3},
    ApiKey.FETCH: {
        # Before 0.11.0 Kafka has 2 and 3, which convert what is fetched to older formats; logs of ours have magic 2.
        **{"0.10.0-IV0": 4, "0.11.0-IV1": 5, "1.1-IV0": 7, "2.0-IV1": 8, "2.1-IV2": 10, "2.3-IV1": 11, "2.7-IV1": 12},
        **{"3.1-IV0": 13, "3.5-IV0": 14, "3.5-IV1": 15, "3.7-IV4": 16, "3.9-IV0": 17},
    },
    ApiKey.LIST_OFFSETS: {
        **{"0.10.1-IV2": 1, "0.11.0-IV0": 2, "2.0-IV1": 3, "2.1-IV1": 4, "2.2-IV1": 5, "2.8-IV0": 6, "3.0-IV1": 7},
        **{"3.5-IV0": 8, "3.9-IV0": 9},
    },
    ApiKey.OFFSET_FOR_LEADER_EPOCH: {"2.0-IV0": 1, "2.1-IV1": 2, "2.3-IV1": 3, "2.8-IV0": 4},
}
"""API → from which value on brokers send which version of it; version 0 before the first."""

_API_SINCE: Final = {ApiKey.ALTER_PARTITION: "2.7-IV2", ApiKey.ALLOCATE_PRODUCER_IDS: "3.0-IV0"}
"""APIs between brokers that there are from a value on, in version 0."""

_BETWEEN_BROKERS: Final = INTER_BROKER_APIS | _SINCE.keys() | {ApiKey.DESCRIBE_TRANSACTIONS}
"""What brokers send each other; DescribeTransactions in order to verify a transaction's partitions."""


class InterBrokerVersion:
    """One value of `inter.broker.protocol.version`.

    Attributes:
        name: in full, such as "2.8-IV1".
        profile: what clients are offered and which defaults hold, a key of PROFILES.
    """

    __slots__ = ("_order", "name", "profile")

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self._order: Final = _ORDER[name]
        self.profile: Final = self._latest(_PROFILES_SINCE, "2.0")

    def is_at_least(self, name: str) -> bool:
        """Tells whether this is the value of that full name, or a later one."""
        return self._order >= _ORDER[name]

    def version(self, api: ApiKey) -> int:
        """Returns the version in which brokers send each other requests of an API."""
        if api in _SINCE:
            return self._latest(_SINCE[api], 0)
        return PROFILES[self.profile].get(api, (0, 0))[1]

    def has_api(self, api: ApiKey) -> bool:
        """Tells whether brokers may send each other requests of an API."""
        since = _API_SINCE.get(api)
        return api in PROFILES[self.profile] if since is None else self.is_at_least(since)

    @property
    def has_topic_ids(self) -> bool:
        """Tells whether topics get ids (KIP-516)."""
        return self.is_at_least("2.8-IV0")

    def ranges(self, *, beyond: bool = False) -> dict[ApiKey, tuple[int, int]]:
        """Returns the versions that a broker offers: the profile's, and what its peers send under this value.

        Args:
            beyond: whether profile 3.9 comes with what Kafka 4 brought; the older ones never do.
        """
        ranges = dict(PROFILES[self.profile])
        if beyond and self.profile == _LATEST:
            ranges |= BEYOND_3_9
        for api, since in _API_SINCE.items():
            if self.is_at_least(since):
                ranges.setdefault(api, (0, 0))
        for api in _SINCE:
            if api in ranges:
                low, high = ranges[api]
                ranges[api] = (low, max(high, self.version(api)))
        return ranges

    def answered(self, *, beyond: bool = False) -> dict[ApiKey, tuple[int, int]]:
        """Returns the versions that a broker answers: those that it offers, and what peers of any value send.

        Args:
            beyond: as in `ranges`.
        """
        latest = {**PROFILES[_LATEST], **BEYOND_3_9}
        return self.ranges(beyond=beyond) | {api: latest[api] for api in _BETWEEN_BROKERS}

    def _latest(self, since: Mapping[str, _T], before: _T) -> _T:
        found = before
        for name, value in since.items():
            if self.is_at_least(name):
                found = value
        return found


DEFAULT_PROFILE: Final = InterBrokerVersion(DEFAULT).profile


def named(text: str) -> InterBrokerVersion | None:
    """Finds a value by its name or short form, read as Kafka reads it; None for any other text.

    Of "2.8.1" only the release counts, as does of "0.10.2.1".
    """
    parts = text.split(".")
    counted = 3 if text.startswith("0.") else 2
    key = ".".join(parts[:counted])
    name = key if key in _ORDER else _LAST_OF_RELEASE.get(key)
    return None if name is None else InterBrokerVersion(name)
