"""Which version of an API to speak: the highest that both sides know.

The range is ours, written down per API, and not simply what `protocol` can encode: a version may change what a request
means (topic ids instead of names, one batch instead of many), and the client speaks a version only when it does what
that version asks.
"""

from __future__ import annotations

from collections.abc import Mapping

from kavka.protocol.api_keys import ApiKey
from kavka.wire.errors import UnsupportedByBroker

SUPPORTED: Mapping[int, tuple[int, int]] = {
    ApiKey.PRODUCE: (3, 9),  # below 3 no record batches; from 10 on new leaders come in the response
    ApiKey.FETCH: (4, 12),  # below 4 no record batches; from 13 on topic ids
    ApiKey.LIST_OFFSETS: (1, 7),  # 0 responds with lists of segment offsets
    ApiKey.METADATA: (1, 12),  # in 0 an empty list means every topic; before 12 nothing is asked for by id
    ApiKey.API_VERSIONS: (0, 4),
    ApiKey.CREATE_TOPICS: (0, 7),
    ApiKey.DELETE_TOPICS: (0, 5),  # from 6 on topics may be named by id
    ApiKey.DELETE_RECORDS: (0, 2),
    ApiKey.FIND_COORDINATOR: (1, 4),  # 0 knows groups only
    ApiKey.OFFSET_COMMIT: (2, 8),  # 0 keeps offsets in ZooKeeper; from 9 on members have epochs (KIP-848)
    ApiKey.OFFSET_FETCH: (1, 7),  # from 8 on for several groups at once
    ApiKey.JOIN_GROUP: (0, 9),
    ApiKey.HEARTBEAT: (0, 4),
    ApiKey.LEAVE_GROUP: (0, 5),
    ApiKey.SYNC_GROUP: (0, 5),
    ApiKey.DESCRIBE_GROUPS: (0, 5),
    ApiKey.LIST_GROUPS: (0, 5),
    ApiKey.CREATE_DELEGATION_TOKEN: (0, 3),
    ApiKey.RENEW_DELEGATION_TOKEN: (0, 2),
    ApiKey.EXPIRE_DELEGATION_TOKEN: (0, 2),
    ApiKey.DESCRIBE_DELEGATION_TOKEN: (0, 3),
    ApiKey.DELETE_GROUPS: (0, 2),
    ApiKey.OFFSET_DELETE: (0, 0),
    ApiKey.INIT_PRODUCER_ID: (0, 4),
    ApiKey.ADD_PARTITIONS_TO_TXN: (0, 3),  # from 4 on brokers ask, for many transactions at once
    ApiKey.ADD_OFFSETS_TO_TXN: (0, 3),
    ApiKey.END_TXN: (0, 3),
    ApiKey.WRITE_TXN_MARKERS: (0, 1),
    ApiKey.TXN_OFFSET_COMMIT: (0, 3),
    ApiKey.DESCRIBE_ACLS: (1, 3),  # 0 knows no prefixes
    ApiKey.CREATE_ACLS: (1, 3),
    ApiKey.DELETE_ACLS: (1, 3),
    ApiKey.DESCRIBE_CONFIGS: (1, 4),  # 0 does not say where a value comes from
    ApiKey.ALTER_REPLICA_LOG_DIRS: (0, 2),
    ApiKey.DESCRIBE_LOG_DIRS: (0, 4),
    ApiKey.CREATE_PARTITIONS: (0, 3),
    ApiKey.INCREMENTAL_ALTER_CONFIGS: (0, 1),
    ApiKey.ELECT_LEADERS: (1, 2),  # 0 has no place for an error of the whole request
    ApiKey.ALTER_PARTITION_REASSIGNMENTS: (0, 0),
    ApiKey.LIST_PARTITION_REASSIGNMENTS: (0, 0),
    ApiKey.DESCRIBE_CLIENT_QUOTAS: (0, 1),
    ApiKey.ALTER_CLIENT_QUOTAS: (0, 1),
    ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS: (0, 0),
    ApiKey.ALTER_USER_SCRAM_CREDENTIALS: (0, 0),
    ApiKey.UPDATE_FEATURES: (0, 2),
    ApiKey.DESCRIBE_PRODUCERS: (0, 0),
    ApiKey.DESCRIBE_TRANSACTIONS: (0, 0),
    ApiKey.LIST_TRANSACTIONS: (0, 0),
    ApiKey.CONSUMER_GROUP_HEARTBEAT: (0, 1),
    ApiKey.CONSUMER_GROUP_DESCRIBE: (0, 1),
    ApiKey.GET_TELEMETRY_SUBSCRIPTIONS: (0, 0),
    ApiKey.PUSH_TELEMETRY: (0, 0),
    ApiKey.LIST_CONFIG_RESOURCES: (0, 1),
    ApiKey.SHARE_GROUP_HEARTBEAT: (1, 1),
    ApiKey.SHARE_GROUP_DESCRIBE: (1, 1),
    ApiKey.SHARE_FETCH: (1, 2),
    ApiKey.SHARE_ACKNOWLEDGE: (1, 2),
    ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS: (0, 1),
    ApiKey.ALTER_SHARE_GROUP_OFFSETS: (0, 0),
    ApiKey.DELETE_SHARE_GROUP_OFFSETS: (0, 0),
    ApiKey.STREAMS_GROUP_DESCRIBE: (0, 1),
}
"""API → lowest and highest version that this client speaks."""


VERSION_2: Mapping[int, int] = {ApiKey.PRODUCE: 12, ApiKey.TXN_OFFSET_COMMIT: 5, ApiKey.END_TXN: 5}
"""API → the version that a transaction of version 2 speaks (KIP-890): what they mean differs from those before."""

BY_ID: Mapping[int, int] = {ApiKey.PRODUCE: 13, ApiKey.OFFSET_COMMIT: 10, ApiKey.OFFSET_FETCH: 10}
"""API → the version from which on requests name topics by id (KIP-516), spoken by who knows the ids of all of them."""


def is_offered(api_key: int, version: int, advertised: Mapping[int, tuple[int, int]]) -> bool:
    """Tells whether a broker offers one version of an API."""
    low, high = advertised.get(api_key, (0, -1))
    return low <= version <= high


def check_offered(api_key: int, version: int, advertised: Mapping[int, tuple[int, int]], *, broker: str) -> None:
    """Checks that a broker offers one version of an API.

    Raises:
        UnsupportedByBroker: it does not.
    """
    if not is_offered(api_key, version, advertised):
        raise UnsupportedByBroker(f"{broker} does not offer {ApiKey(api_key).name} in version {version}")


def choose_version(api_key: int, advertised: Mapping[int, tuple[int, int]], *, broker: str) -> int:
    """Returns the highest version of an API that client and broker share.

    Raises:
        UnsupportedByBroker: the broker lacks the API, or every version of it that we speak.
    """
    ours = SUPPORTED[api_key]
    theirs = advertised.get(api_key)
    name = ApiKey(api_key).name
    if theirs is None:
        raise UnsupportedByBroker(f"{broker} does not offer {name}")
    version = min(ours[1], theirs[1])
    if version < max(ours[0], theirs[0]):
        raise UnsupportedByBroker(
            f"{broker} speaks {name} in versions {theirs[0]} to {theirs[1]}, this client in {ours[0]} to {ours[1]}"
        )
    return version
