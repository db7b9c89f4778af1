"""For every API a request with as many items as its limit allows, or more: generated from the declarations.

Lists of partitions become one topic with all of them, or every partition in a topic of its own; names and numbers
differ. Other fields keep what honest requests have (FIXED), so that the broker comes as far as it can: it is the work
that counts.
"""

from __future__ import annotations

from typing import Any, Final

from kavka.protocol.api_keys import PROFILES, ApiKey
from kavka.protocol.codec import request_class
from kavka.protocol.generator.generate import declarations
from kavka.protocol.generator.scan import CUT_INSIDE
from kavka.protocol.generator.schema import Array, Field, Scalar, Struct
from kavka.protocol.header import encode_request_frame

TOPIC: Final = "big"
GROUP: Final = "big-group"
NAMES: Final = {"name", "topic", "topic_name", "resource_name", "group_id", "user", "entity_name", "member_id", "path"}
INDEXES: Final = {"partition_index", "partition", "index", "partition_id", "broker_id", "id", "producer_id"}
FIXED: Final[dict[str, Any]] = {
    "allow_auto_topic_creation": False, "max_wait_ms": 0, "min_bytes": 0, "max_bytes": 1 << 20, "timeout_ms": 30_000,
    "acks": 1, "validate_only": True, "session_timeout_ms": 10_000, "rebalance_timeout_ms": 10_000, "timestamp": -1,
    "protocol_type": "consumer", "protocol_name": "range", "partition_max_bytes": 100, "replica_id": -1,
    "session_id": 0, "session_epoch": -1, "current_leader_epoch": -1, "transactional_id": None, "generation_id": -1,
    "generation_id_or_member_epoch": -1, "controller_id": 1, "controller_epoch": 1, "broker_epoch": -1,
    "resource_type": 2, "num_partitions": 1, "replication_factor": 1, "count": 2, "assignments": [], "configs": [],
    "configuration_keys": None, "principal": "User:x", "host": "*", "operation": 3, "permission_type": 3,
    "resource_pattern_type": 3, "resource_type_filter": 2, "pattern_type_filter": 3, "entity_type": "user",
    "election_type": 0, "delete_partitions": False, "delete_partition": False, "isolation_level": 0, "records": None,
    "mechanism": 1, "iterations": 4096, "salt": b"salt", "salted_password": b"password", "leader": 1, "key": GROUP,
    "resource_name_filter": TOPIC, "max_num_offsets": 1,
}  # fmt: skip
FIRST: Final[dict[ApiKey, dict[str, Any]]] = {
    ApiKey.DESCRIBE_CLIENT_QUOTAS: {"match_type": 2},
    ApiKey.ALTER_CLIENT_QUOTAS: {"ops": []},
    ApiKey.INCREMENTAL_ALTER_CONFIGS: {"configs": []},
    ApiKey.DESCRIBE_CONFIGS: {"resource_type": 4, "resource_name": "1"},
    ApiKey.FIND_COORDINATOR: {"key": "", "key_type": 0},
    ApiKey.OFFSET_FETCH: {"group_id": GROUP},
    ApiKey.INIT_PRODUCER_ID: {"transactional_id": None},
    ApiKey.WRITE_TXN_MARKERS: {"producer_id": 7},
    ApiKey.FETCH: {"forgotten_topics_data": []},
    ApiKey.UPDATE_METADATA: {"live_brokers": []},
    ApiKey.LEADER_AND_ISR: {"live_leaders": []},
}
"""What differs by API from FIXED."""

_DECLARED = {messages[0].api_key: messages[0] for messages in declarations().values() if messages[0].api_key >= 0}


def big_request(api: ApiKey, items: int, *, one_topic: bool = True) -> tuple[Any, int] | None:
    """Builds a request of about `items` items, and its version; None: the API's requests have no lists."""
    version = PROFILES["3.0"][api][1]
    declared = _DECLARED[int(api)]
    field = next((f for f in declared.body.fields if _is_list(f, version)), None)
    if field is None:
        return None
    maker = _Maker(api, version, request_class(api))
    message = maker.part(declared.body, request_class(api), {})
    setattr(message, field.name, maker.elements(field, items, one_topic=one_topic))
    return message, version


def frame_of(request: Any, version: int) -> bytes:
    """Encodes the request into a whole frame."""
    return b"".join(encode_request_frame(request, version=version, correlation_id=5, client_id="big"))


def _is_list(field: Field, version: int) -> bool:
    return isinstance(field.type, Array) and version in field.versions and version not in field.tagged


class _Maker:
    def __init__(self, api: ApiKey, version: int, root: Any) -> None:
        self._version = version
        self._root = root
        self._fixed = FIXED | FIRST.get(api, {})
        self._number = 0

    def part(self, struct: Struct, cls: Any, given: dict[str, Any]) -> Any:
        made = cls()
        for field in struct.fields:
            if self._version in field.versions:
                value = given[field.name] if field.name in given else self._value(field)
                if value is not Ellipsis:
                    setattr(made, field.name, value)
        return made

    def _value(self, field: Field) -> Any:
        """A field's value; an ellipsis: its default."""
        if field.name in self._fixed:
            value = self._fixed[field.name]
            may_be_none = self._version in field.nullable
            return value if value is not None or may_be_none else ...
        if field.name in NAMES:
            self._number += 1
            return f"{field.name[0]}{self._number}"
        if field.name in INDEXES:
            self._number += 1
            return self._number
        return ...

    def elements(self, field: Field, items: int, *, one_topic: bool) -> list[Any]:
        assert isinstance(field.type, Array)
        element = field.type.element
        if isinstance(element, Scalar):
            return list(range(items)) if element.annotation == "int" else [f"n{number}" for number in range(items)]
        cls = getattr(self._root, element.name)
        inner = next((f for f in element.fields if f.name in CUT_INSIDE and _is_list(f, self._version)), None)
        if inner is None:
            return [self.part(element, cls, {}) for _ in range(items)]
        if not one_topic:
            return [
                self.part(element, cls, {inner.name: self.elements(inner, 1, one_topic=False)})
                for _ in range(items // 2)
            ]
        named = {name: TOPIC for name in ("name", "topic", "topic_name") if any(f.name == name for f in element.fields)}
        return [self.part(element, cls, named | {inner.name: self.elements(inner, items - 1, one_topic=True)})]
