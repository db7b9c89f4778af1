"""Which modules an API's requests need: named here, not imported. Everyday APIs are loaded early, others when asked.

    start ─▶ idle ─▶ everyday APIs (`idle_loading`)          first request of any other API ─▶ `loading_on_demand`

Besides its messages and its handler an API may need further modules of ours. In `modules_of` each comes after those
that it imports itself, so that loading one by one never loads two at once. A test holds that.

Not here: how large requests and responses are cut (2 ms at most in a request that takes longer); what is loaded for the
configuration (`logins`, `permissions`); the admin endpoint's modules, which are loaded when somebody opens it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from itertools import chain
from typing import Final

from kavka.broker.requests.served_apis import HANDLERS
from kavka.protocol._generated.index import APIS, MODULES
from kavka.protocol.api_keys import ApiKey

EVERYDAY: Final = frozenset(
    {
        ApiKey.PRODUCE,
        ApiKey.FETCH,
        ApiKey.LIST_OFFSETS,
        ApiKey.METADATA,
        ApiKey.LEADER_AND_ISR,
        ApiKey.STOP_REPLICA,
        ApiKey.UPDATE_METADATA,
        ApiKey.OFFSET_COMMIT,
        ApiKey.OFFSET_FETCH,
        ApiKey.FIND_COORDINATOR,
        ApiKey.JOIN_GROUP,
        ApiKey.HEARTBEAT,
        ApiKey.LEAVE_GROUP,
        ApiKey.SYNC_GROUP,
        ApiKey.API_VERSIONS,
        ApiKey.INIT_PRODUCER_ID,
        ApiKey.OFFSET_FOR_LEADER_EPOCH,
    }
)
"""What producers, consumers and the controller ask of every broker, every day."""


def _broker(*names: str) -> tuple[str, ...]:
    return tuple(f"kavka.broker.{name}" for name in names)


_CONFIGS: Final = _broker("config.loggers", "config.altered", "requests.config_resources")
_CHANGED_TOPICS: Final = _broker("cluster.controller_api", "requests.awaited_leaders")
_TOKENS: Final = _broker("security.token_requests")
_USERS: Final = ("kavka.protocol.sasl", "kavka.protocol.sasl.scram_keys", "kavka.zk.scram_znodes")
_SCRAM: Final = (
    *_broker("security.sasl", "security.sasl.mechanism"),
    "kavka.protocol.sasl",
    "kavka.protocol.sasl.malformed",
    "kavka.protocol.sasl.scram",
    "kavka.protocol.sasl.scram_keys",
    "kavka.broker.security.sasl.scram",
)
_EPOCH_GROUPS: Final = (
    *_broker(
        "group.group_half",
        "group.record_layout",
        "group.consumer.member",
        "group.consumer.assignors",
        "group.consumer.assignors.spec",
        "group.consumer.assignors.range_assignor",
        "group.consumer.assignors.uniform_assignor",
        "group.consumer.targets",
        "group.consumer.reconciliation",
        "group.consumer.consumer_group_metadata",
    ),
    "kavka.protocol._generated.consumer_group_records",
    *_broker(
        "group.consumer.records",
        "group.consumer.heartbeats",
        "group.consumer.classic_members",
        "group.consumer.migration",
        "group.consumer.migrations",
        "group.consumer.classic_requests",
        "group.member_duties",
        "group.member_sessions",
        "group.consumer.deadlines",
        "group.consumer.writes",
        "group.consumer.coordinator",
        "handlers.epoch_groups",
    ),
)
"""Of groups of the consumer protocol (KIP-848), and of share groups (KIP-932), which are made of the same parts."""
_SHARE_STATES: Final = (
    *_broker("share.state", "share.persister", "share.state.keys", "share.state.batches"),
    "kavka.protocol._generated.share_state_records",
    *_broker(
        "share.state.records",
        "share.state.shard",
        "share.state.exchange",
        "share.state.cluster_persister",
        "share.state.coordinator",
        "share.state.keeper",
        "assembly.share_states",
    ),
)
_SHARE_GROUPS: Final = (
    *_EPOCH_GROUPS,
    *_SHARE_STATES,
    *_broker(
        "group.share.member",
        "group.share.simple_assignor",
        "group.share.share_partitions",
        "group.share.share_group_metadata",
        "group.share.heartbeats",
    ),
    "kavka.protocol._generated.share_group_records",
    *_broker(
        "group.share.records",
        "group.share.initialization",
        "group.share.share_offsets",
        "group.share.coordinator",
    ),
)
_STREAMS_GROUPS: Final = (
    *_EPOCH_GROUPS,
    *_broker("group.streams.tasks"),
    "kavka.protocol._generated.streams_group_records",
    *_broker(
        "group.streams.topology",
        "group.streams.configured",
        "group.streams.member",
        "group.streams.reconciliation",
        "group.streams.sticky_assignor",
        "group.streams.heartbeats",
        "group.streams.deadlines",
        "group.streams.endpoints",
        "group.streams.streams_group_metadata",
        "group.streams.records",
        "group.streams.coordinator",
    ),
)
_SHARE_READING: Final = (
    *_SHARE_STATES,
    *_broker("share.partition", "share.partition.states"),
    "kavka.wire.acknowledgements",
    *_broker(
        "share.partition.acknowledgements",
        "share.partition.sessions",
        "handlers.share_requests",
        "share.partition.in_flight_batches",
        "share.partition.in_flight_records",
        "share.partition.fetched_records",
        "share.partition.led_states",
        "share.partition.share_fetches",
        "share.partition.group_terms",
        "share.partition.led_share_partition",
        "share.partition.led_share_partitions",
        "assembly.share_partitions",
    ),
)

FIRST: Final[Mapping[ApiKey, tuple[str, ...]]] = {
    ApiKey.CREATE_TOPICS: (*_CHANGED_TOPICS, *_broker("config.described")),
    ApiKey.DELETE_TOPICS: _broker("cluster.controller_api"),
    ApiKey.CREATE_PARTITIONS: _CHANGED_TOPICS,
    ApiKey.ELECT_LEADERS: _CHANGED_TOPICS,
    ApiKey.ALTER_PARTITION_REASSIGNMENTS: _broker("cluster.controller_api"),
    ApiKey.LIST_PARTITION_REASSIGNMENTS: _broker("cluster.controller_api"),
    ApiKey.DELETE_RECORDS: _broker("replica.delayed_delete_records"),
    ApiKey.ADD_PARTITIONS_TO_TXN: _broker("requests.added_partitions"),
    ApiKey.DELETE_ACLS: ("kavka.protocol._generated.describe_acls", "kavka.broker.handlers.describe_acls"),
    ApiKey.DESCRIBE_CONFIGS: (*_CONFIGS, *_broker("config.described")),
    ApiKey.ALTER_CONFIGS: _CONFIGS,
    ApiKey.INCREMENTAL_ALTER_CONFIGS: _CONFIGS,
    ApiKey.LIST_CONFIG_RESOURCES: _CONFIGS,
    ApiKey.ALTER_CLIENT_QUOTAS: (
        "kavka.protocol._generated.describe_client_quotas",
        "kavka.broker.handlers.describe_client_quotas",
        *_CONFIGS,
    ),
    ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS: _USERS,
    ApiKey.ALTER_USER_SCRAM_CREDENTIALS: (*_broker("cluster.controller_api"), *_CONFIGS, *_USERS),
    ApiKey.UPDATE_FEATURES: _broker("cluster.controller_api"),
    ApiKey.CREATE_DELEGATION_TOKEN: _TOKENS,
    ApiKey.RENEW_DELEGATION_TOKEN: _TOKENS,
    ApiKey.EXPIRE_DELEGATION_TOKEN: _TOKENS,
    ApiKey.DESCRIBE_DELEGATION_TOKEN: (
        *_TOKENS,
        *_SCRAM,
        "kavka.zk.token_znodes",
        "kavka.broker.security.tokens",
    ),
    ApiKey.GET_TELEMETRY_SUBSCRIPTIONS: _broker("requests.telemetry_clients"),
    ApiKey.PUSH_TELEMETRY: (
        *_broker("requests.telemetry_clients"),
        "kavka.common.printable",
        *_broker("telemetry.series"),
        "kavka.protocol.protobuf",
        "kavka.protocol.otlp_schema",
        "kavka.protocol.otlp",
    ),
    ApiKey.CONSUMER_GROUP_HEARTBEAT: _EPOCH_GROUPS,
    ApiKey.CONSUMER_GROUP_DESCRIBE: _EPOCH_GROUPS,
    ApiKey.SHARE_GROUP_HEARTBEAT: _SHARE_GROUPS,
    ApiKey.SHARE_GROUP_DESCRIBE: _SHARE_GROUPS,
    ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS: _SHARE_GROUPS,
    ApiKey.ALTER_SHARE_GROUP_OFFSETS: _SHARE_GROUPS,
    ApiKey.DELETE_SHARE_GROUP_OFFSETS: _SHARE_GROUPS,
    ApiKey.STREAMS_GROUP_HEARTBEAT: _STREAMS_GROUPS,
    ApiKey.STREAMS_GROUP_DESCRIBE: _STREAMS_GROUPS,
    ApiKey.SHARE_FETCH: _SHARE_READING,
    ApiKey.SHARE_ACKNOWLEDGE: _SHARE_READING,
    ApiKey.INITIALIZE_SHARE_GROUP_STATE: _SHARE_STATES,
    ApiKey.READ_SHARE_GROUP_STATE: _SHARE_STATES,
    ApiKey.WRITE_SHARE_GROUP_STATE: _SHARE_STATES,
    ApiKey.DELETE_SHARE_GROUP_STATE: _SHARE_STATES,
    ApiKey.READ_SHARE_GROUP_STATE_SUMMARY: _SHARE_STATES,
}
"""What handlers need of ours beyond their messages and what the start has loaded; each after what it imports itself."""

BESIDE: Final = (
    "kavka.broker.handlers.fetch_many",
    "kavka.broker.handlers.produce_many",
    "kavka.protocol._generated.transaction_log",
)
"""What everyday handlers load when they need it first."""


def modules_of(apis: Container[int]) -> list[str]:
    """Names the modules of APIs, each once, and after those that it imports itself."""
    found = chain.from_iterable(_modules_of(api, handler) for api, handler in HANDLERS.items() if api in apis)
    return list(dict.fromkeys(found))


def everyday_modules(apis: Container[int]) -> list[str]:
    """Names the modules of the everyday ones of APIs."""
    return [*modules_of({api for api in EVERYDAY if api in apis}), *BESIDE]


def _modules_of(api: ApiKey, handler: str) -> Iterable[str]:
    yield f"kavka.protocol._generated.{MODULES[APIS[api][0]]}"
    yield from FIRST.get(api, ())
    yield f"kavka.broker.handlers.{handler}"
