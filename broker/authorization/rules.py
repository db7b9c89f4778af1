"""The rules: what each API asks before it is done, as Kafka's KafkaApis asks it.

One row an API. An API that is served and has no row is closed while there is an authorizer; a test holds the table to
the dispatcher's. What needs more than a row of data is a function in `special`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kavka.broker.authorization import producing, showing, special, transactional
from kavka.broker.authorization.authority import Authority
from kavka.broker.authorization.rule import CLUSTER, Items, Need, Resource, Rule, topic_or_id
from kavka.broker.requests.config_resources import BROKER, BROKER_LOGGER, CLIENT_METRICS, GROUP, TOPIC
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.api_keys import ApiKey

READ, WRITE, CREATE, DELETE = AclOperation.READ, AclOperation.WRITE, AclOperation.CREATE, AclOperation.DELETE
ALTER, DESCRIBE, CLUSTER_ACTION = AclOperation.ALTER, AclOperation.DESCRIBE, AclOperation.CLUSTER_ACTION
DESCRIBE_CONFIGS, ALTER_CONFIGS = AclOperation.DESCRIBE_CONFIGS, AclOperation.ALTER_CONFIGS

Named = Callable[[Any, Authority], Resource | None]


def _topic(item: Any, _authority: Authority) -> Resource:
    return Resource(ResourceType.TOPIC, item.name)


def _topic_of(item: Any, _authority: Authority) -> Resource:
    return Resource(ResourceType.TOPIC, item.topic)


def _topic_of_group(item: Any, _authority: Authority) -> Resource:
    return Resource(ResourceType.TOPIC, item.topic_name)


def _topic_name(item: str, _authority: Authority) -> Resource:
    return Resource(ResourceType.TOPIC, item)


def _topic_by_id(item: Any, authority: Authority) -> Resource | None:
    """Returns the topic by name, or by topic id. None where there is no such id, which is no secret (KAFKA-12701)."""
    name = item.name if item.topic_id == ZERO_TOPIC_ID else authority.controller.topic_name(item.topic_id)
    return None if name is None else Resource(ResourceType.TOPIC, name)


def _group(request: Any, _authority: Authority) -> Resource:
    return Resource(ResourceType.GROUP, request.group_id)


def _group_name(item: str, _authority: Authority) -> Resource:
    return Resource(ResourceType.GROUP, item)


def _transactional_id(request: Any, _authority: Authority) -> Resource:
    return Resource(ResourceType.TRANSACTIONAL_ID, request.transactional_id)


def _transactional_id_name(item: str, _authority: Authority) -> Resource:
    return Resource(ResourceType.TRANSACTIONAL_ID, item)


def _config(item: Any, _authority: Authority) -> Resource | None:
    """Returns the resource of a configuration; None where the handler refuses the type."""
    if item.resource_type == TOPIC:
        return Resource(ResourceType.TOPIC, item.resource_name)
    if item.resource_type == GROUP:
        return Resource(ResourceType.GROUP, item.resource_name)
    return CLUSTER if item.resource_type in (BROKER, BROKER_LOGGER, CLIENT_METRICS) else None


def _altered_config(item: Any, authority: Authority) -> Resource | None:
    """Returns the resource of a configuration in AlterConfigs, which has no logger levels."""
    return None if item.resource_type == BROKER_LOGGER else _config(item, authority)


def _not_controller(authority: Authority) -> bool:
    return not authority.controller.is_active


def _cannot_delete(authority: Authority) -> bool:
    return not authority.controller.is_active or not authority.config().delete_topic_enable


def _cluster(*operations: AclOperation, first: Callable[[Authority], bool] | None = None) -> Rule:
    return Rule(whole=(Need(operations),), first=first)


def _of_group(operation: AclOperation) -> Rule:
    return Rule(whole=(Need((operation,), _group),))


def _each(field: str, operation: AclOperation, named: Named, answers: str) -> Items:
    return Items(field, Need((operation,), named), answers)


RULES: Final[Mapping[ApiKey, Rule]] = {
    # ---- before and beside everything
    ApiKey.API_VERSIONS: Rule(),
    ApiKey.SASL_HANDSHAKE: Rule(),
    ApiKey.SASL_AUTHENTICATE: Rule(),
    # ---- records
    ApiKey.PRODUCE: Rule(
        decide=producing.produce,
        needs=((WRITE, ResourceType.TRANSACTIONAL_ID), (WRITE, ResourceType.TOPIC)),
    ),
    ApiKey.FETCH: Rule(needs=((READ, ResourceType.TOPIC), (CLUSTER_ACTION, ResourceType.CLUSTER))),  # its handler asks
    ApiKey.LIST_OFFSETS: Rule(items=(_each("topics", DESCRIBE, _topic, "topics"),)),
    ApiKey.OFFSET_FOR_LEADER_EPOCH: Rule(
        items=(
            Items(
                "topics",
                Need((DESCRIBE,), _topic_of),
                "topics",
                instead=Need((CLUSTER_ACTION,)),
            ),
        )
    ),
    ApiKey.DELETE_RECORDS: Rule(items=(_each("topics", DELETE, _topic, "topics"),)),
    # ---- metadata
    ApiKey.METADATA: Rule(
        decide=special.metadata, needs=((DESCRIBE, ResourceType.TOPIC), (CREATE, ResourceType.TOPIC))
    ),
    ApiKey.DESCRIBE_TOPIC_PARTITIONS: Rule(needs=((DESCRIBE, ResourceType.TOPIC),)),  # its handler asks
    ApiKey.DESCRIBE_CLUSTER: Rule(shown=showing.show_cluster),
    ApiKey.FIND_COORDINATOR: Rule(
        decide=special.find_coordinator,
        needs=(
            (DESCRIBE, ResourceType.GROUP),
            (DESCRIBE, ResourceType.TRANSACTIONAL_ID),
            (CLUSTER_ACTION, ResourceType.CLUSTER),
        ),
    ),
    # ---- groups
    ApiKey.JOIN_GROUP: _of_group(READ),
    ApiKey.SYNC_GROUP: _of_group(READ),
    ApiKey.HEARTBEAT: _of_group(READ),
    ApiKey.LEAVE_GROUP: _of_group(READ),
    ApiKey.OFFSET_COMMIT: Rule(whole=(Need((READ,), _group),), items=(_each("topics", READ, topic_or_id, "topics"),)),
    ApiKey.OFFSET_FETCH: Rule(
        decide=special.offset_fetch, needs=((DESCRIBE, ResourceType.GROUP), (DESCRIBE, ResourceType.TOPIC))
    ),
    ApiKey.OFFSET_DELETE: Rule(
        whole=(Need((DELETE,), _group),),
        items=(_each("topics", READ, _topic, "topics"),),
    ),
    ApiKey.DESCRIBE_GROUPS: Rule(
        items=(_each("groups", DESCRIBE, _group_name, "groups"),), shown=showing.show_group_operations
    ),
    ApiKey.CONSUMER_GROUP_HEARTBEAT: Rule(
        decide=special.consumer_group_heartbeat, needs=((READ, ResourceType.GROUP), (DESCRIBE, ResourceType.TOPIC))
    ),
    ApiKey.CONSUMER_GROUP_DESCRIBE: Rule(
        items=(_each("group_ids", DESCRIBE, _group_name, "groups"),), shown=showing.show_group_operations
    ),
    ApiKey.SHARE_GROUP_HEARTBEAT: Rule(
        decide=special.consumer_group_heartbeat, needs=((READ, ResourceType.GROUP), (DESCRIBE, ResourceType.TOPIC))
    ),
    ApiKey.SHARE_GROUP_DESCRIBE: Rule(
        items=(_each("group_ids", DESCRIBE, _group_name, "groups"),), shown=showing.show_group_operations
    ),
    ApiKey.STREAMS_GROUP_HEARTBEAT: Rule(
        decide=special.streams_group_heartbeat,
        # Its handler asks whether internal topics may be created.
        needs=(
            (READ, ResourceType.GROUP),
            (DESCRIBE, ResourceType.TOPIC),
            (CREATE, ResourceType.CLUSTER),
            (CREATE, ResourceType.TOPIC),
        ),
    ),
    ApiKey.STREAMS_GROUP_DESCRIBE: Rule(
        items=(_each("group_ids", DESCRIBE, _group_name, "groups"),), shown=showing.show_group_operations
    ),
    ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS: Rule(
        items=(_each("groups", DESCRIBE, _group, "groups"),),
        needs=((DESCRIBE, ResourceType.TOPIC),),  # its handler asks
    ),
    ApiKey.ALTER_SHARE_GROUP_OFFSETS: Rule(
        whole=(Need((READ,), _group),), items=(_each("topics", READ, _topic_of_group, "responses"),)
    ),
    ApiKey.DELETE_SHARE_GROUP_OFFSETS: Rule(
        whole=(Need((DELETE,), _group),), items=(_each("topics", READ, _topic_of_group, "responses"),)
    ),
    # Their handlers ask for topics: a session's stand in no request.
    ApiKey.SHARE_FETCH: Rule(whole=(Need((READ,), _group),), needs=((READ, ResourceType.TOPIC),)),
    ApiKey.SHARE_ACKNOWLEDGE: Rule(whole=(Need((READ,), _group),), needs=((READ, ResourceType.TOPIC),)),
    # What lists everything there is asks as it goes: of very many, in slices.
    ApiKey.LIST_GROUPS: Rule(needs=((DESCRIBE, ResourceType.CLUSTER), (DESCRIBE, ResourceType.GROUP))),
    ApiKey.DELETE_GROUPS: Rule(items=(_each("groups_names", DELETE, _group_name, "results"),)),
    # ---- transactions
    ApiKey.INIT_PRODUCER_ID: Rule(
        decide=transactional.init_producer_id,
        needs=((WRITE, ResourceType.TRANSACTIONAL_ID), (AclOperation.IDEMPOTENT_WRITE, ResourceType.CLUSTER)),
    ),
    ApiKey.ADD_PARTITIONS_TO_TXN: Rule(
        decide=transactional.add_partitions_to_txn,
        needs=(
            (WRITE, ResourceType.TRANSACTIONAL_ID),
            (WRITE, ResourceType.TOPIC),
            (CLUSTER_ACTION, ResourceType.CLUSTER),
        ),
    ),
    ApiKey.ADD_OFFSETS_TO_TXN: Rule(whole=(Need((WRITE,), _transactional_id), Need((READ,), _group))),
    ApiKey.END_TXN: Rule(whole=(Need((WRITE,), _transactional_id),)),
    ApiKey.TXN_OFFSET_COMMIT: Rule(
        whole=(Need((WRITE,), _transactional_id), Need((READ,), _group)),
        items=(_each("topics", READ, topic_or_id, "topics"),),
    ),
    ApiKey.DESCRIBE_PRODUCERS: Rule(items=(_each("topics", READ, _topic, "topics"),)),
    ApiKey.DESCRIBE_TRANSACTIONS: Rule(
        # Brokers ask with this API, too, where Kafka's ask with AddPartitionsToTxn 4, which needs CLUSTER_ACTION.
        items=(
            Items(
                "transactional_ids",
                Need((DESCRIBE,), _transactional_id_name),
                "transaction_states",
                instead=Need((CLUSTER_ACTION,)),
            ),
        ),
        needs=((DESCRIBE, ResourceType.TOPIC),),  # its handler asks: a transaction may have very many
    ),
    ApiKey.LIST_TRANSACTIONS: Rule(needs=((DESCRIBE, ResourceType.TRANSACTIONAL_ID),)),  # its handler asks
    # ---- topics
    ApiKey.CREATE_TOPICS: Rule(
        items=(Items("topics", Need((CREATE,), _topic), "topics", instead=Need((CREATE,)), is_once=True),),
        shown=showing.show_created,
        first=_not_controller,
        needs=((DESCRIBE_CONFIGS, ResourceType.TOPIC),),
    ),
    ApiKey.DELETE_TOPICS: Rule(
        items=(
            _each("topic_names", DELETE, _topic_name, "responses"),
            _each("topics", DELETE, _topic_by_id, "responses"),
        ),
        first=_cannot_delete,
    ),
    ApiKey.CREATE_PARTITIONS: Rule(
        items=(Items("topics", Need((ALTER,), _topic), "results", is_once=True),), first=_not_controller
    ),
    # ---- configurations
    ApiKey.DESCRIBE_CONFIGS: Rule(items=(_each("resources", DESCRIBE_CONFIGS, _config, "results"),)),
    ApiKey.ALTER_CONFIGS: Rule(items=(_each("resources", ALTER_CONFIGS, _altered_config, "responses"),)),
    ApiKey.INCREMENTAL_ALTER_CONFIGS: Rule(items=(_each("resources", ALTER_CONFIGS, _config, "responses"),)),
    ApiKey.DESCRIBE_CLIENT_QUOTAS: _cluster(DESCRIBE_CONFIGS),
    ApiKey.ALTER_CLIENT_QUOTAS: _cluster(ALTER_CONFIGS),
    ApiKey.LIST_CONFIG_RESOURCES: _cluster(DESCRIBE_CONFIGS),
    # ---- clients' own metrics: whoever may connect may push, as in Kafka
    ApiKey.GET_TELEMETRY_SUBSCRIPTIONS: Rule(),
    ApiKey.PUSH_TELEMETRY: Rule(),
    # ---- the cluster's administration
    ApiKey.DESCRIBE_LOG_DIRS: _cluster(DESCRIBE),
    ApiKey.ALTER_REPLICA_LOG_DIRS: _cluster(ALTER),
    ApiKey.ELECT_LEADERS: Rule(decide=special.elect_leaders, needs=((ALTER, ResourceType.CLUSTER),)),
    ApiKey.ALTER_PARTITION_REASSIGNMENTS: _cluster(ALTER),
    ApiKey.LIST_PARTITION_REASSIGNMENTS: _cluster(DESCRIBE),
    ApiKey.UPDATE_FEATURES: _cluster(ALTER),
    # ---- who may what
    ApiKey.DESCRIBE_ACLS: _cluster(DESCRIBE),
    ApiKey.CREATE_ACLS: _cluster(ALTER),
    ApiKey.DELETE_ACLS: _cluster(ALTER),
    ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS: _cluster(DESCRIBE),
    ApiKey.ALTER_USER_SCRAM_CREDENTIALS: _cluster(ALTER, first=_not_controller),
    # Their handlers ask: one may have tokens of one's own, and of others by CREATE_TOKENS and DESCRIBE_TOKENS.
    ApiKey.CREATE_DELEGATION_TOKEN: Rule(needs=((AclOperation.CREATE_TOKENS, ResourceType.USER),)),
    ApiKey.RENEW_DELEGATION_TOKEN: Rule(),
    ApiKey.EXPIRE_DELEGATION_TOKEN: Rule(),
    ApiKey.DESCRIBE_DELEGATION_TOKEN: Rule(
        needs=((DESCRIBE, ResourceType.DELEGATION_TOKEN), (AclOperation.DESCRIBE_TOKENS, ResourceType.USER))
    ),
    # ---- from brokers and the controller
    ApiKey.LEADER_AND_ISR: _cluster(CLUSTER_ACTION),
    ApiKey.STOP_REPLICA: _cluster(CLUSTER_ACTION),
    ApiKey.UPDATE_METADATA: _cluster(CLUSTER_ACTION),
    ApiKey.CONTROLLED_SHUTDOWN: _cluster(CLUSTER_ACTION),
    ApiKey.ALTER_PARTITION: _cluster(CLUSTER_ACTION),
    ApiKey.ALLOCATE_PRODUCER_IDS: _cluster(CLUSTER_ACTION),
    ApiKey.WRITE_TXN_MARKERS: _cluster(ALTER, CLUSTER_ACTION),
    ApiKey.INITIALIZE_SHARE_GROUP_STATE: _cluster(CLUSTER_ACTION),
    ApiKey.READ_SHARE_GROUP_STATE: _cluster(CLUSTER_ACTION),
    ApiKey.WRITE_SHARE_GROUP_STATE: _cluster(CLUSTER_ACTION),
    ApiKey.DELETE_SHARE_GROUP_STATE: _cluster(CLUSTER_ACTION),
    ApiKey.READ_SHARE_GROUP_STATE_SUMMARY: _cluster(CLUSTER_ACTION),
}
