"""The error response of every API: what the schema says, and a small table of what it cannot say.

    error_response(request, error) ─▶ the error at the top
                                   └▶ and for each item of the request, where a version has no place for it at the top

Generated tables say which lists a response has, of which elements, and in which versions it has an error at the top. A
list of the response belongs to the request's list of the same name, an element's first field that is no error names the
item. `ROWS` has the rest: lists and fields that are called otherwise, what a field says where nothing is known (Kafka's
−1 where the schema's default is 0), and the APIs that name a repeated item once.

Not here: errors of single items that a handler comes upon, and items that may not be handled (`broker.authorization`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.protocol._generated.field_versions import FIELDS
from kavka.protocol._generated.response_items import ITEMS
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import request_class, response_class
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.message import Part

if TYPE_CHECKING:
    from kavka.protocol.message import Message

_CODES: Final = ("error_code", "partition_error_code")
_NO_NAMES: Final = frozenset({*_CODES, "error_message"})
_LAST_VERSION: Final = 32767
"""The highest version of a field that no version has lost."""


class Repetition(Enum):
    """What becomes of an item that a request names several times."""

    KEPT = "kept"
    ONCE = "once"
    SORTED = "sorted, and once"
    PARTITIONS_SORTED = "once, the partitions of a topic sorted"


class ErrorRow(NamedTuple):
    """What the schema does not say of an API's error response.

    Attributes:
        asked: field of the response → the request's; of lists a path, or several.
        also: fields that name an item besides the first.
        unknown: field → its value where nothing is known.
        repeated: what becomes of items that a request repeats.
        has_top: whether the error stands at the top; None: where the response has a place.
        has_items: whether each item has the error; None: where some version has no place at the top.
        has_empty: whether a topic without partitions is in the response.
        message: what is said of an error.
        is_silent: whether a request has no response at all.
    """

    asked: Mapping[str, str | tuple[str, ...]] = {}
    also: tuple[str, ...] = ()
    unknown: Mapping[str, Any] = {}
    repeated: Repetition = Repetition.KEPT
    has_top: bool = True
    has_items: bool | None = None
    has_empty: bool = True
    message: Callable[[KafkaError], str | None] = lambda error: error.message
    is_silent: Callable[[Any], bool] = lambda _request: False


def _unless_absent(error: KafkaError) -> str | None:
    return "" if error.code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION else error.message


def _unsaid(_error: KafkaError) -> None:
    """Says nothing, where only the latest version has a place for a message, and the others must not bring one."""


ROWS: Final[Mapping[int, ErrorRow]] = {
    ApiKey.PRODUCE: ErrorRow(
        asked={"responses": "topic_data", "partition_responses": "partition_data"},
        also=("topic_id",),
        unknown={"base_offset": -1},
        is_silent=lambda request: request.acks == 0,
    ),
    ApiKey.FETCH: ErrorRow(
        asked={"responses": "topics", "partition_index": "partition"},
        unknown={"high_watermark": -1, "aborted_transactions": None, "records": b""},
    ),
    ApiKey.METADATA: ErrorRow(unknown={"name": ""}),
    ApiKey.OFFSET_COMMIT: ErrorRow(also=("topic_id",)),
    ApiKey.OFFSET_FETCH: ErrorRow(
        asked={"partitions": "partition_indexes"},
        also=("topic_id",),
        unknown={"committed_offset": -1, "metadata": ""},
    ),
    ApiKey.TXN_OFFSET_COMMIT: ErrorRow(also=("topic_id",)),
    ApiKey.FIND_COORDINATOR: ErrorRow(
        asked={"coordinators": "coordinator_keys"}, unknown={"node_id": -1, "host": "", "port": -1}
    ),
    ApiKey.JOIN_GROUP: ErrorRow(also=("member_id",), unknown={"generation_id": -1, "protocol_name": ""}),
    ApiKey.DESCRIBE_GROUPS: ErrorRow(message=_unsaid),
    ApiKey.CREATE_TOPICS: ErrorRow(unknown={"configs": None}, repeated=Repetition.ONCE),
    ApiKey.DELETE_TOPICS: ErrorRow(asked={"responses": ("topic_names", "topics")}, also=("topic_id",)),
    ApiKey.DELETE_RECORDS: ErrorRow(unknown={"low_watermark": -1}, repeated=Repetition.ONCE),
    ApiKey.INIT_PRODUCER_ID: ErrorRow(unknown={"producer_id": -1, "producer_epoch": -1}),
    ApiKey.ADD_PARTITIONS_TO_TXN: ErrorRow(
        asked={"results_by_topic_v3_and_below": "v3_and_below_topics", "results_by_partition": "partitions"},
        repeated=Repetition.PARTITIONS_SORTED,
        has_empty=False,
    ),
    ApiKey.WRITE_TXN_MARKERS: ErrorRow(
        asked={"partitions": "partition_indexes"}, repeated=Repetition.ONCE, has_empty=False
    ),
    ApiKey.CREATE_ACLS: ErrorRow(asked={"results": "creations"}),
    ApiKey.DELETE_ACLS: ErrorRow(asked={"filter_results": "filters"}),
    ApiKey.DESCRIBE_CONFIGS: ErrorRow(asked={"results": "resources"}, also=("resource_name",), message=_unless_absent),
    ApiKey.ALTER_CONFIGS: ErrorRow(asked={"responses": "resources"}, also=("resource_name",)),
    ApiKey.INCREMENTAL_ALTER_CONFIGS: ErrorRow(asked={"responses": "resources"}, also=("resource_name",)),
    ApiKey.ALTER_REPLICA_LOG_DIRS: ErrorRow(asked={"results": "dirs.topics", "topic_name": "name"}),
    ApiKey.CREATE_PARTITIONS: ErrorRow(asked={"results": "topics"}, repeated=Repetition.ONCE),
    ApiKey.RENEW_DELEGATION_TOKEN: ErrorRow(unknown={"expiry_timestamp_ms": -1}),
    ApiKey.EXPIRE_DELEGATION_TOKEN: ErrorRow(unknown={"expiry_timestamp_ms": -1}),
    ApiKey.DELETE_GROUPS: ErrorRow(asked={"results": "groups_names"}),
    ApiKey.ELECT_LEADERS: ErrorRow(
        asked={"replica_election_results": "topic_partitions", "partition_result": "partitions"},
        repeated=Repetition.SORTED,
        has_top=False,
        has_empty=False,
    ),
    ApiKey.ALTER_PARTITION_REASSIGNMENTS: ErrorRow(asked={"responses": "topics"}, has_items=True),
    ApiKey.DESCRIBE_CLIENT_QUOTAS: ErrorRow(unknown={"entries": None}),
    ApiKey.ALTER_CLIENT_QUOTAS: ErrorRow(also=("entity", "entity_name")),
    ApiKey.ALTER_USER_SCRAM_CREDENTIALS: ErrorRow(
        asked={"results": ("deletions", "upsertions"), "user": "name"}, repeated=Repetition.SORTED
    ),
    ApiKey.DESCRIBE_PRODUCERS: ErrorRow(asked={"partitions": "partition_indexes"}),
    ApiKey.DESCRIBE_TRANSACTIONS: ErrorRow(
        asked={"transaction_states": "transactional_ids"}, unknown={"transaction_state": ""}
    ),
    ApiKey.ALLOCATE_PRODUCER_IDS: ErrorRow(unknown={"producer_id_start": -1}),
    ApiKey.CONSUMER_GROUP_DESCRIBE: ErrorRow(asked={"groups": "group_ids"}),
    ApiKey.INITIALIZE_SHARE_GROUP_STATE: ErrorRow(asked={"results": "topics"}),
    ApiKey.READ_SHARE_GROUP_STATE: ErrorRow(asked={"results": "topics"}),
    ApiKey.WRITE_SHARE_GROUP_STATE: ErrorRow(asked={"results": "topics"}),
    ApiKey.DELETE_SHARE_GROUP_STATE: ErrorRow(asked={"results": "topics"}),
    ApiKey.READ_SHARE_GROUP_STATE_SUMMARY: ErrorRow(asked={"results": "topics"}),
    ApiKey.SHARE_GROUP_DESCRIBE: ErrorRow(asked={"groups": "group_ids"}),
    ApiKey.STREAMS_GROUP_DESCRIBE: ErrorRow(asked={"groups": "group_ids"}),
    ApiKey.ALTER_SHARE_GROUP_OFFSETS: ErrorRow(asked={"responses": "topics"}),
    ApiKey.DELETE_SHARE_GROUP_OFFSETS: ErrorRow(asked={"responses": "topics"}),
}
_NOTHING_MORE: Final = ErrorRow()


class _List(NamedTuple):
    """A list of a response.

    Attributes:
        field: its field.
        asked: the paths to the request's lists that it is about.
        items: its elements.
        is_instead: whether no version has both it and an error at the top.
    """

    field: str
    asked: tuple[tuple[str, ...], ...]
    items: _Layout
    is_instead: bool


class _Layout(NamedTuple):
    """One class of a response: where its error, the name of its item and its lists are.

    Attributes:
        cls: the class.
        code: the field of the error; None: it stands elsewhere.
        fields: all of its fields.
        names: (field, the request's field) that name the item; the first takes an item that is a plain value.
        unknown: fields whose default would say something.
        lists: those whose items have the error.
    """

    cls: Any
    code: str | None
    fields: frozenset[str]
    names: tuple[tuple[str, str], ...]
    unknown: tuple[tuple[str, Any], ...]
    lists: tuple[_List, ...]


def error_response(request: Any, error: KafkaError) -> Any | None:
    """Returns the response that says an error to all of a request; None: the API has no place for one."""
    row, layout = ROWS.get(request.API_KEY, _NOTHING_MORE), _layout(request.API_KEY)
    if row.is_silent(request) or not (layout.code or layout.lists):
        return None
    return _element(layout, [request], error, row)


def failed_as_a_whole(request: Any, error: KafkaError, version: int) -> Any:
    """Returns the error response of a request that fails as a whole, as ElectLeaders may.

    From version 1 on it says so at the top too.
    """
    response = error_response(request, error)
    assert response is not None, "the API has no place for an error"
    if version >= 1:
        response.error_code = int(error.code)
    return response


def refused_items(api: int, path: str, items: Iterable[Any], error: KafkaError) -> list[Any]:
    """Returns the elements of a response's list that say an error of some items.

    Args:
        api: whose response it is.
        path: the list, inside others or not ("groups.topics").
        items: of the request.
        error: what is said of each.
    """
    row, layout = ROWS.get(api, _NOTHING_MORE), _layout_at(api, path)
    return [_element(layout, same, error, row) for same in _grouped(layout, items, row)]


@cache
def _layout_at(api: int, path: str) -> _Layout:
    """Derives the layout of a list's elements."""
    cls = response_class(api)
    name, element = cls.__name__, ""
    for field in path.split("."):
        element = ITEMS[name][field]
        name = f"{cls.__name__}.{element}"
    return _items(cls, element, ROWS.get(api, _NOTHING_MORE))


@cache
def _layout(api: int) -> _Layout:
    """Derives the layout of an API's error response; the schema does not change while a broker runs."""
    row, cls, asked = ROWS.get(api, _NOTHING_MORE), response_class(api), request_class(api)
    versions = {name: (low, high) for name, low, high, _ in FIELDS[cls.__name__]}
    is_always_at_top = versions.get("error_code") == (cls.MIN_VERSION, _LAST_VERSION)
    has_items = not is_always_at_top if row.has_items is None else row.has_items
    return _Layout(
        cls=cls,
        code="error_code" if "error_code" in versions and row.has_top else None,
        fields=frozenset(versions),
        names=tuple((name, name) for name in row.also if name in versions),
        unknown=tuple(item for item in row.unknown.items() if item[0] in versions),
        lists=tuple(_lists(cls, cls.__name__, row, asked.__slots__)) if has_items else (),
    )


def _lists(root: type[Message], name: str, row: ErrorRow, asked: Container[str] | None = None) -> Iterable[_List]:
    """Yields the lists of a class that have a list in the request, and in their items an error."""
    versions = {field: range(low, high + 1) for field, low, high, _ in FIELDS[name]}
    at_top = versions.get("error_code", range(0))
    for field, element in ITEMS.get(name, {}).items():
        paths = row.asked.get(field, field)
        split = tuple(tuple(path.split(".")) for path in ((paths,) if isinstance(paths, str) else paths))
        if asked is None or all(path[0] in asked for path in split):
            items = _items(root, element, row)
            is_instead = bool(at_top) and versions[field].start >= at_top.stop
            if items.code is not None or items.lists or field in row.also:
                yield _List(field, split, items, is_instead)


def _items(root: type[Message], name: str, row: ErrorRow) -> _Layout:
    path = f"{root.__name__}.{name}"
    fields = [field for field, *_ in FIELDS[path]]
    code = next((field for field in _CODES if field in fields), None)
    plain = [field for field in fields if field not in _NO_NAMES and field not in ITEMS.get(path, {})]
    names = [field for field in plain if field == plain[0] or field in row.also]
    lists = _lists(root, path, row)
    return _Layout(
        cls=getattr(root, name),
        code=code,
        fields=frozenset(fields),
        names=tuple((field, str(row.asked.get(field, field))) for field in names),
        unknown=tuple(item for item in row.unknown.items() if item[0] in fields),
        # What has an error itself needs none inside.
        lists=tuple(each for each in lists if code is None or each.field in row.also),
    )


def _element(layout: _Layout, asked: list[Any], error: KafkaError, row: ErrorRow) -> Any:
    """Builds a response, or an element of one, for what a request asks, once or in several places."""
    element = layout.cls()
    is_said = False
    for each in layout.lists:
        items = [item for part in asked for path in each.asked for item in _at(part, path)]
        answers = [_element(each.items, same, error, row) for same in _grouped(each.items, items, row)]
        setattr(element, each.field, answers)
        is_said = is_said or (each.is_instead and bool(answers))
    if is_said:
        return element
    for field, value in layout.unknown:
        setattr(element, field, value)
    for (field, _), value in zip(layout.names, _name(layout, asked[0]), strict=False):
        if value is not None or field not in row.unknown:
            setattr(element, field, value)
    if layout.code is not None:
        setattr(element, layout.code, int(error.code))
        if "error_message" in layout.fields:
            element.error_message = row.message(error)
        if "record_errors" in layout.fields:
            element.record_errors = [_record_error(*each) for each in getattr(error, "record_errors", ())]
    return element


def _name(layout: _Layout, item: Any) -> tuple[Any, ...]:
    if not isinstance(item, Part):
        return (item,)
    return tuple(getattr(item, asked) for _, asked in layout.names)


def _at(part: Any, path: tuple[str, ...]) -> Iterable[Any]:
    """Yields the items of a list, or of the lists inside its items."""
    items = getattr(part, path[0]) or ()
    return items if len(path) == 1 else (inner for item in items for inner in _at(item, path[1:]))


def _grouped(layout: _Layout, items: Iterable[Any], row: ErrorRow) -> Iterable[list[Any]]:
    """Yields the items one by one, or what is named alike together."""
    if row.repeated is Repetition.KEPT or not layout.names:
        return ([item] for item in items)
    found: dict[tuple[Any, ...], list[Any]] = {}
    for item in items:
        if row.has_empty or not _is_empty(layout, item):
            found.setdefault(_name(layout, item), []).append(item)
    is_sorted = row.repeated is Repetition.SORTED or (row.repeated is Repetition.PARTITIONS_SORTED and not layout.lists)
    return (found[name] for name in (sorted(found) if is_sorted else found))


def _is_empty(layout: _Layout, topic: Any) -> bool:
    return any(
        not each.items.lists and not any(True for path in each.asked for _ in _at(topic, path)) for each in layout.lists
    )


def _record_error(position: int, message: str) -> Part:
    from kavka.protocol.messages import ProduceResponse

    return ProduceResponse.BatchIndexAndErrorMessage(position, message)
