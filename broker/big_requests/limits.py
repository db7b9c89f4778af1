"""The table of big requests: by API, how one is handled, how many items it may have, and why.

An item is an element of any list in the request, nested ones included: a topic and its partition are two. Frames that
cannot hold many more items than one slice has never come here: a comparison of lengths is all that they pay.

    SPLIT   handled slice by slice, each as a request of its own, and the responses are joined: items are independent
    WHOLE   decoded in slices and handled at once: what it does cannot be done by halves. Its handler paces itself, or
            the limit is low enough
    READ    handled at once, and its lists are decoded in slices whenever its handler goes through them: it cannot be
            done by halves, and its objects would be ten times its frame and more. Its handler paces itself

A limit is above what any client sends for a cluster of CLUSTER_PARTITIONS partitions. Beyond it the request is refused
before any object of it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, NamedTuple

from kavka.protocol.api_keys import ApiKey

ITEM_BYTES: Final = 8
"""Frames from so many bytes an item of a slice on have their items counted. An item has rarely less: a partition's
number has 4, so that twice a slice's items fit below."""

BIG_PRODUCE_BYTES: Final = 32 * 1024
"""The same for Produce, most of whose bytes are records: a partition takes 8 bytes, so 4,000 without any fit below."""

CLUSTER_PARTITIONS: Final = 200_000
"""The largest cluster that limits are made for: Kafka's own recommendation for one with ZooKeeper."""

PARTITION_ITEMS_MAX: Final = 500_000
"""Requests that list partitions: each of the cluster once, every one in a topic of its own, and a quarter more."""

CONTROL_ITEMS_MAX: Final = 3_000_000
"""Requests of the controller: each partition with five replicas, all in sync, and a topic."""

TXN_ITEMS_MAX: Final = 100_000
"""Partitions and topics that join a transaction at once. Its record, which names all of them, has to fit a batch of
`message.max.bytes`, 1 MiB: that has room for some 45,000 topics of a partition each, with names of a dozen letters."""

CREATION_ITEMS_MAX: Final = 1_000_000
"""CreateTopics and CreatePartitions with every replica of the cluster assigned by hand, three a partition."""

ONE_TOPIC_BYTES_MAX: Final = 1_310_720
"""One topic of CreateTopics or CreatePartitions with the replicas of its partitions: it is decoded in slices, and held.
Its assignment has to fit a znode (1 MiB), where it takes about as much as here."""

BESIDE_BYTES_MAX: Final = 65_536
"""What such a topic may have beside them, its name and settings, and what topics of few partitions that are handled
together may: decoded in one step, which 16,000 settings make 15 ms long. Topics have some dozen."""

SLICE_BYTES_MAX: Final = 262_144
"""What is decoded in one step, of requests that may have large elements: 250 topics have 65,000 bytes where their names
are as long as names may be. A partition of 60,000 replicas would be a long step."""

NAME_ITEMS_MAX: Final = 250_000
"""Requests that list topics, groups or transactional ids: as many as there are partitions, and a quarter more."""

CONFIG_ITEMS_MAX: Final = 100_000
"""Requests about settings: 50,000 topics, each with a setting."""

ADMIN_ITEMS_MAX: Final = 20_000
"""Requests about ACLs, quotas and users: tools send some hundreds."""

MEMBER_ITEMS_MAX: Final = 20_000
"""Members of one group, and what they are assigned: the largest groups known have some thousands."""

SHARE_STATE_ITEMS_MAX: Final = 100_000
"""Batches of offsets that a leader tells of at once: twice what brokers gather for one request."""

LOCK_ITEMS_MAX: Final = 100_000
"""Records that a member of a share group acknowledges one by one: all that may be locked of ten partitions."""

FEW_ITEMS_MAX: Final = 1_000
"""Whatever has some dozen items in honest requests, and is handled at once."""


class Mode(Enum):
    """How a big request is handled."""

    SPLIT = "split"
    WHOLE = "whole"
    READ = "read"


class Line(Enum):
    """Big requests wait for others of their line only: those of the controller never behind those of clients."""

    CONTROL = "control"
    DATA = "data"
    ADMIN = "admin"


class Once(NamedTuple):
    """Items that are refused when a request names them twice, wherever in it.

    Attributes:
        field: the list in the request.
        key: what must not come twice.
    """

    field: str
    key: Callable[[Any], Any]


class Row(NamedTuple):
    """One API.

    Attributes:
        mode: how it is handled.
        limit: the name of the limit, for the log.
        items_max: the limit.
        slice_items: about how many items make a slice; what has no more is handled as any request is.
        line: whom it waits for.
        once: what may not be named twice; None: nothing, or the handler sees the whole request.
        element_bytes_max: what an element may have that is held as a whole; 0: none is large, or all can be cut.
        element_limit: the name of that limit, for the log.
        is_gathered: an element may be cut to be decoded, and is put together before it is handled.
        read: the lists that a handler goes through (READ): the request has one of them, by version.
    """

    mode: Mode
    limit: str
    items_max: int
    slice_items: int = 250
    line: Line = Line.DATA
    once: Once | None = None
    element_bytes_max: int = 0
    element_limit: str = ""
    is_gathered: bool = False
    read: frozenset[str] = frozenset()

    @property
    def has_sizes(self) -> bool:
        """Tells whether its elements are held against limits of their size."""
        return bool(self.is_gathered or self.read)


_PARTITIONS: Final = ("PARTITION_ITEMS_MAX", PARTITION_ITEMS_MAX)
_TXN: Final = ("TXN_ITEMS_MAX", TXN_ITEMS_MAX)
_CONTROL: Final = ("CONTROL_ITEMS_MAX", CONTROL_ITEMS_MAX)
_CREATION: Final = ("CREATION_ITEMS_MAX", CREATION_ITEMS_MAX)
_NAMES: Final = ("NAME_ITEMS_MAX", NAME_ITEMS_MAX)
_CONFIGS: Final = ("CONFIG_ITEMS_MAX", CONFIG_ITEMS_MAX)
_ADMIN: Final = ("ADMIN_ITEMS_MAX", ADMIN_ITEMS_MAX)
_LOCKS: Final = ("LOCK_ITEMS_MAX", LOCK_ITEMS_MAX)
_MEMBERS: Final = ("MEMBER_ITEMS_MAX", MEMBER_ITEMS_MAX)
_SHARE_STATES: Final = ("SHARE_STATE_ITEMS_MAX", SHARE_STATE_ITEMS_MAX)
_FEW: Final = ("FEW_ITEMS_MAX", FEW_ITEMS_MAX)

OTHERS: Final = Row(Mode.WHOLE, *_FEW)
"""APIs that are not in the table."""


def _name(item: Any) -> str:
    name: str = item.name
    return name


def _resource(item: Any) -> tuple[int, str]:
    return item.resource_type, item.resource_name


def _read(limit: tuple[str, int], line: Line, *lists: str) -> Row:
    """A request whose handler goes through its lists."""
    return Row(
        Mode.READ,
        *limit,
        line=line,
        read=frozenset(lists),
    )


ROWS: Final[Mapping[ApiKey, Row]] = {
    # ---- records
    # A slice waits for its replicas before the next is appended: so its slices are larger than any producer's request.
    ApiKey.PRODUCE: Row(Mode.SPLIT, *_PARTITIONS, slice_items=1_000),
    # The session is one, and so are the bytes that a response may have.
    ApiKey.FETCH: Row(Mode.WHOLE, *_PARTITIONS),
    # Likewise: one session, so many records.
    ApiKey.SHARE_FETCH: Row(Mode.WHOLE, *_LOCKS),
    ApiKey.SHARE_ACKNOWLEDGE: Row(Mode.WHOLE, *_LOCKS),
    ApiKey.LIST_OFFSETS: Row(Mode.SPLIT, *_PARTITIONS),
    ApiKey.OFFSET_FOR_LEADER_EPOCH: Row(Mode.SPLIT, *_PARTITIONS),
    ApiKey.DELETE_RECORDS: Row(Mode.SPLIT, *_PARTITIONS),
    # ---- metadata
    ApiKey.METADATA: Row(Mode.SPLIT, *_NAMES, slice_items=100),
    # A page begins and ends somewhere in the order of all its names.
    ApiKey.DESCRIBE_TOPIC_PARTITIONS: Row(Mode.WHOLE, *_NAMES),
    ApiKey.FIND_COORDINATOR: Row(Mode.SPLIT, *_NAMES),
    # ---- groups
    ApiKey.OFFSET_COMMIT: Row(Mode.SPLIT, *_PARTITIONS),
    ApiKey.OFFSET_FETCH: Row(Mode.SPLIT, *_PARTITIONS),
    ApiKey.OFFSET_DELETE: Row(Mode.SPLIT, *_PARTITIONS),
    ApiKey.DESCRIBE_GROUPS: Row(Mode.SPLIT, *_NAMES, slice_items=50),
    ApiKey.DELETE_GROUPS: Row(Mode.SPLIT, *_NAMES),
    # One member, and all that it owns.
    ApiKey.CONSUMER_GROUP_HEARTBEAT: Row(Mode.WHOLE, *_MEMBERS),
    ApiKey.CONSUMER_GROUP_DESCRIBE: Row(Mode.SPLIT, *_NAMES, slice_items=50),
    ApiKey.SHARE_GROUP_HEARTBEAT: Row(Mode.WHOLE, *_MEMBERS),
    ApiKey.SHARE_GROUP_DESCRIBE: Row(Mode.SPLIT, *_NAMES, slice_items=50),
    ApiKey.STREAMS_GROUP_HEARTBEAT: Row(Mode.WHOLE, *_MEMBERS),
    ApiKey.STREAMS_GROUP_DESCRIBE: Row(Mode.SPLIT, *_NAMES, slice_items=50),
    # The persister is asked once for all that is asked about a group.
    ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS: Row(Mode.WHOLE, *_PARTITIONS),
    ApiKey.ALTER_SHARE_GROUP_OFFSETS: Row(Mode.WHOLE, *_PARTITIONS),
    ApiKey.DELETE_SHARE_GROUP_OFFSETS: Row(Mode.WHOLE, *_NAMES),
    # One rebalance, one assignment: its members are a whole.
    ApiKey.SYNC_GROUP: Row(Mode.WHOLE, *_MEMBERS),
    ApiKey.LEAVE_GROUP: Row(Mode.SPLIT, *_MEMBERS),
    # ---- transactions
    # All partitions or none.
    ApiKey.ADD_PARTITIONS_TO_TXN: _read(_TXN, Line.DATA, "v3_and_below_topics"),
    ApiKey.TXN_OFFSET_COMMIT: Row(Mode.SPLIT, *_PARTITIONS),
    ApiKey.WRITE_TXN_MARKERS: Row(Mode.SPLIT, *_PARTITIONS, line=Line.CONTROL),
    ApiKey.DESCRIBE_PRODUCERS: Row(Mode.SPLIT, *_PARTITIONS, slice_items=100),
    ApiKey.DESCRIBE_TRANSACTIONS: Row(Mode.SPLIT, *_NAMES, slice_items=100),
    # Its filters are a set for one look at all transactions.
    ApiKey.LIST_TRANSACTIONS: Row(Mode.WHOLE, *_ADMIN),
    # ---- topics
    ApiKey.CREATE_TOPICS: Row(
        Mode.SPLIT,
        *_CREATION,
        slice_items=20,
        line=Line.ADMIN,
        once=Once("topics", _name),
        element_bytes_max=ONE_TOPIC_BYTES_MAX,
        element_limit="ONE_TOPIC_BYTES_MAX",
        is_gathered=True,
    ),
    ApiKey.DELETE_TOPICS: Row(Mode.SPLIT, *_NAMES, slice_items=100, line=Line.ADMIN),
    ApiKey.CREATE_PARTITIONS: Row(
        Mode.SPLIT,
        *_CREATION,
        slice_items=100,
        line=Line.ADMIN,
        once=Once("topics", _name),
        element_bytes_max=ONE_TOPIC_BYTES_MAX,
        element_limit="ONE_TOPIC_BYTES_MAX",
        is_gathered=True,
    ),
    ApiKey.ELECT_LEADERS: Row(Mode.SPLIT, *_PARTITIONS, line=Line.ADMIN),
    # Each slice reads and writes the znodes of its topics: so its slices are large.
    ApiKey.ALTER_PARTITION_REASSIGNMENTS: Row(Mode.SPLIT, *_CREATION, slice_items=5_000, line=Line.ADMIN),
    ApiKey.LIST_PARTITION_REASSIGNMENTS: Row(Mode.SPLIT, *_PARTITIONS, line=Line.ADMIN),
    # ---- configurations
    ApiKey.DESCRIBE_CONFIGS: Row(Mode.SPLIT, *_CONFIGS, slice_items=10, line=Line.ADMIN),
    ApiKey.ALTER_CONFIGS: Row(
        Mode.SPLIT, *_CONFIGS, slice_items=20, line=Line.ADMIN, once=Once("resources", _resource)
    ),
    ApiKey.INCREMENTAL_ALTER_CONFIGS: Row(
        Mode.SPLIT, *_CONFIGS, slice_items=20, line=Line.ADMIN, once=Once("resources", _resource)
    ),
    ApiKey.ALTER_CLIENT_QUOTAS: Row(Mode.SPLIT, *_ADMIN, slice_items=20, line=Line.ADMIN),
    ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS: Row(
        Mode.SPLIT, *_ADMIN, slice_items=100, line=Line.ADMIN, once=Once("users", _name)
    ),
    # ---- directories
    ApiKey.ALTER_REPLICA_LOG_DIRS: Row(Mode.SPLIT, *_PARTITIONS, line=Line.ADMIN),
    # Which partitions are wanted is a set for one look at every log.
    ApiKey.DESCRIBE_LOG_DIRS: Row(Mode.WHOLE, *_PARTITIONS, line=Line.ADMIN),
    # ---- who may what
    ApiKey.CREATE_ACLS: Row(Mode.SPLIT, *_ADMIN, slice_items=100, line=Line.ADMIN),
    ApiKey.DELETE_ACLS: Row(Mode.SPLIT, *_ADMIN, slice_items=20, line=Line.ADMIN),
    # ---- from brokers
    ApiKey.ALTER_PARTITION: Row(Mode.SPLIT, *_CONTROL, line=Line.CONTROL),
    # A slice waits for its replicas before the next is written.
    ApiKey.INITIALIZE_SHARE_GROUP_STATE: Row(Mode.SPLIT, *_PARTITIONS),
    ApiKey.READ_SHARE_GROUP_STATE: Row(Mode.SPLIT, *_PARTITIONS),
    # What one leader says of a partition is one record.
    ApiKey.WRITE_SHARE_GROUP_STATE: Row(Mode.WHOLE, *_SHARE_STATES),
    ApiKey.DELETE_SHARE_GROUP_STATE: Row(Mode.SPLIT, *_PARTITIONS),
    ApiKey.READ_SHARE_GROUP_STATE_SUMMARY: Row(Mode.SPLIT, *_PARTITIONS),
    # ---- from the controller: one decision, taken over as a whole; their handlers pace themselves
    ApiKey.LEADER_AND_ISR: _read(_CONTROL, Line.CONTROL, "topic_states", "ungrouped_partition_states"),
    ApiKey.STOP_REPLICA: _read(_PARTITIONS, Line.CONTROL, "topic_states", "topics", "ungrouped_partitions"),
    ApiKey.UPDATE_METADATA: _read(_CONTROL, Line.CONTROL, "topic_states", "ungrouped_partition_states"),
}


def row_of(api: ApiKey) -> Row:
    """Returns the limits of an API's big requests."""
    return ROWS.get(api, OTHERS)


def big_from_bytes(api: ApiKey) -> int:
    """Returns the size from which an API's frames have their items counted."""
    return BIG_PRODUCE_BYTES if api is ApiKey.PRODUCE else row_of(api).slice_items * ITEM_BYTES
