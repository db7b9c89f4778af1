"""What a user may run into: the rows of docs/limits.md, by section, without a number.

A row names a configuration key (`socket.request.max.bytes`) or a constant (`file:NAME`), what it bounds and what
happens beyond it. `broker.config.limits_page` finds the numbers. Not part of a running broker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limit:
    """One row.

    Attributes:
        where: a configuration key, or `file:CONSTANT`.
        what: what is bounded.
        beyond: what happens to what exceeds it.
        default: in words, where the number alone would mislead; empty: the number.
    """

    where: str
    what: str
    beyond: str
    default: str = ""


RECEIVED: Final = "broker/network/received.py"
VALIDATOR: Final = "broker/log/validator.py"
BIG_REQUESTS: Final = "broker/big_requests/limits.py"
REFUSED: Final = (
    "INVALID_REQUEST where the response has a top-level error, else the connection is closed; the log says why"
)

LEFT_OUT: Final = "left out, and counted in `kavka_client_points_left_out_total`"

SECTIONS: Final[dict[str, tuple[Limit, ...]]] = {
    "A request": (
        Limit(
            "socket.request.max.bytes",
            "a request",
            "the connection is closed before the request is read; the log names the key",
        ),
        *(
            Limit(f"{BIG_REQUESTS}:{name}", what, REFUSED)
            for name, what in (
                ("PARTITION_ITEMS_MAX", "items (topics, partitions) of a request that lists partitions"),
                ("NAME_ITEMS_MAX", "items of a request that lists topics, groups or transactional ids"),
                ("CONTROL_ITEMS_MAX", "items (topics, partitions, replicas) of a controller's or a leader's request"),
                ("TXN_ITEMS_MAX", "items of AddPartitionsToTxn"),
                ("CREATION_ITEMS_MAX", "items of CreateTopics, CreatePartitions, AlterPartitionReassignments"),
                ("CONFIG_ITEMS_MAX", "items of a request about configurations"),
                ("ADMIN_ITEMS_MAX", "items of a request about ACLs, quotas or users"),
                ("MEMBER_ITEMS_MAX", "items of SyncGroup and LeaveGroup"),
                ("FEW_ITEMS_MAX", "items of any other request"),
            )
        ),
        Limit(
            "broker/cluster/encoded_topics.py:BYTES_MAX",
            "memory for encoded topics, from which Metadata for all topics is answered",
            "those of the version and listener that were asked for least recently are encoded again when they are",
        ),
        Limit(
            f"{BIG_REQUESTS}:ONE_TOPIC_BYTES_MAX",
            "one topic of CreateTopics or CreatePartitions, with the replicas of its partitions",
            "the connection is closed; the log says why",
        ),
        Limit(
            f"{BIG_REQUESTS}:BESIDE_BYTES_MAX",
            "what such a topic has beside them: its settings",
            "the connection is closed; the log says why",
        ),
        Limit(
            f"{BIG_REQUESTS}:SLICE_BYTES_MAX",
            "one partition, with its replicas, or some hundred topics of a controller's request or AddPartitionsToTxn",
            "INVALID_REQUEST where the response has a top-level error, else the connection is closed; the log says why",
        ),
        Limit(
            "protocol/sliced_list.py:HELD_BYTES_MAX",
            "live brokers of a controller's request that names very many partitions",
            "the connection is closed; the log says why",
        ),
        Limit(
            "broker/big_requests/big_requests.py:RUNNING_MAX",
            "requests of many items in progress, for each of three lines: control, data, administration",
            "they wait in order, their connections unread",
        ),
        Limit("protocol/wire.py:TAGS_MAX", "tagged fields of one struct of a big request", "the connection is closed"),
        Limit(
            "protocol/response_pieces.py:RESPONSE_BYTES_MAX",
            "a response that is written in pieces",
            "the connection is closed; the log says why",
        ),
        Limit(
            "sasl.server.max.receive.size",
            "a request before the login is done",
            "the connection is closed; the log names the key",
        ),
        Limit(
            "broker/network/request_flow.py:IN_FLIGHT_MAX",
            "produce requests of a connection that wait for replicas beside one another",
            "further ones wait in the socket",
        ),
        Limit(
            f"{RECEIVED}:PENDING_BYTES_MAX",
            "bytes sent ahead of the request in progress",
            "they wait in the socket",
        ),
        Limit(
            "queued.max.request.bytes",
            "requests of all connections that have not come whole; what they claim above 256 KiB is reserved",
            "big requests wait unread, in order; who is admitted and does not get on is closed for who waits",
            "that of kavka.incomplete.requests.max.bytes",
        ),
        Limit(
            "kavka.incomplete.requests.max.bytes",
            "the same where queued.max.request.bytes sets no limit",
            "as above",
            "a sixteenth of the memory",
        ),
        Limit(
            "broker/network/request_memory.py:STALLED_MS_MAX",
            "how long an admitted request may bring less than 256 KiB while others wait",
            "its connection is closed",
        ),
        Limit(
            "kavka.unread.responses.max.bytes",
            "responses of all connections that were not read",
            "fetches bring less, one batch at least; who has read nothing for longest is closed",
            "a sixteenth of the memory",
        ),
        Limit(
            "fetch.max.bytes",
            "records in a fetch response",
            "the rest comes with the next fetch; one batch always comes",
        ),
        Limit(
            "message.max.bytes",
            "a record batch (`max.message.bytes` of a topic)",
            "MESSAGE_TOO_LARGE",
        ),
        Limit(
            "broker/log/record_rules.py:RECORD_ERRORS_MAX",
            "records named in a produce error",
            "the others are refused without being named",
        ),
        Limit(
            "protocol/records/compression.py:DECOMPRESSED_BYTES_MAX",
            "an inflated record batch",
            "INVALID_RECORD",
        ),
        Limit(
            f"{VALIDATOR}:LOOP_RECORDS_MAX",
            "records, and headers of them, that are looked at on the event loop",
            "a thread looks at the batch, and the connection's next request waits",
        ),
        Limit(
            f"{VALIDATOR}:LOOP_WRITTEN_RECORDS_MAX",
            "records that are written into another compression on the event loop",
            "likewise",
        ),
        Limit(
            f"{VALIDATOR}:LOOP_OLD_BYTES_MAX",
            "a message set of an old producer that is converted on the event loop",
            "likewise",
        ),
        Limit(
            f"{VALIDATOR}:LOOP_INFLATED_BYTES_MAX",
            "what a batch may inflate to on the event loop",
            "likewise",
        ),
        Limit(
            f"{VALIDATOR}:LOOP_BYTES_MAX",
            "a batch that is compressed, or that the topic changes, on the event loop",
            "likewise",
        ),
        Limit(
            "kavka/common/machine_filesystem.py:WRITE_THREADS_MAX",
            "large appends that are written at a time, one for each log",
            "the others wait for their turn, and with them the requests of their connections",
        ),
        Limit(
            "broker/log/check_threads.py:CHECK_THREADS_MAX",
            "batches that are looked at in threads at a time",
            "the others wait for their turn",
        ),
        Limit(
            "controller/placement.py:PARTITIONS_PER_TOPIC_MAX",
            "partitions of a topic",
            "INVALID_PARTITIONS",
        ),
        Limit("controller/admin.py:TOPIC_NAME_MAX", "characters of a topic's name", "INVALID_TOPIC_EXCEPTION"),
    ),
    "Connections": (
        Limit(
            "kavka/common/descriptors.py:RESERVED_MAX",
            "descriptors kept for the log, ZooKeeper and brokers: an eighth of the hard limit, 128 at least",
            "the connection is refused, counted, and said every ten seconds",
        ),
        Limit("max.connections", "connections of all listeners", "closed when they are accepted; counted and logged"),
        Limit("max.connections.per.ip", "connections from one address", "closed when they are accepted"),
        Limit("max.connection.creation.rate", "new connections a second", "their first request is read later"),
        Limit(
            "listener.name.LISTENER.max.connections",
            "connections of one listener, and likewise …max.connection.creation.rate",
            "as above; other listeners do not feel it",
        ),
        Limit("connections.max.idle.ms", "a connection's silence", "the connection is closed"),
        Limit(
            "broker/network/admission.py:SILENCED_MAX",
            "connections kept open though their address makes too many",
            "closed at once",
        ),
        Limit("broker/network/sasl_gate.py:LOGIN_MS_MAX", "a login's duration", "the connection is closed"),
        Limit(
            "broker/network/sasl_gate.py:UNPROVED_BYTES_MAX",
            "bytes held for all connections that have not logged in",
            "the connection that asks for more is closed",
        ),
        Limit("broker/network/tls_transport.py:HANDSHAKE_MS_MAX", "a TLS handshake", "the connection is closed"),
    ),
    "Groups, offsets and transactions": (
        Limit("group.max.size", "members of a group", "GROUP_MAX_SIZE_REACHED"),
        Limit("group.max.session.timeout.ms", "a member's session timeout", "INVALID_SESSION_TIMEOUT"),
        Limit(
            "broker/group/sessions.py:PENDING_MEMBERS_MAX",
            "member ids given out that nobody has joined with",
            "the oldest are forgotten",
        ),
        Limit("offset.metadata.max.bytes", "metadata of a committed offset", "OFFSET_METADATA_TOO_LARGE"),
        Limit("transaction.max.timeout.ms", "a transaction's timeout", "INVALID_TRANSACTION_TIMEOUT"),
        Limit(
            "broker/transaction/transaction_metadata.py:PARTITIONS_MAX",
            "partitions of one transaction",
            "UNKNOWN_SERVER_ERROR, as for a record that is too large",
        ),
        Limit(
            "broker/transaction/transaction_metadata.py:TOPICS_MAX",
            "topics of one transaction",
            "UNKNOWN_SERVER_ERROR, as for a record that is too large",
        ),
        Limit(
            "max.incremental.fetch.session.cache.slots",
            "fetch sessions",
            "the least used makes room, or the fetch goes without a session",
        ),
    ),
    "The controller": (
        Limit(
            "controller/config.py:QUEUE_EVENTS_MAX",
            "events that wait",
            "requests are refused with a retriable error, senders are held back",
        ),
        Limit(
            "broker/cluster/controller_channel.py:TOPICS_IN_FLIGHT_MAX",
            "topics that are being created for clients",
            "LEADER_NOT_AVAILABLE, and the client asks again",
        ),
    ),
    "The admin endpoint": (
        Limit("broker/http/server.py:CONNECTIONS_MAX", "clients at a time", "closed at once"),
        Limit("broker/http/connection.py:HEADER_BYTES_MAX", "a request's head", "431"),
        Limit("broker/http/connection.py:BODY_BYTES_MAX", "a request's body", "413"),
        Limit("broker/http/wait.py:TIMEOUT_MS_MAX", "a wait", "400"),
        Limit("kavka/common/event_feed.py:FOLLOWERS_MAX", "followers of the event feed", "503"),
        Limit(
            "kavka/common/event_feed.py:FOLLOWER_QUEUE_MAX",
            "events that wait for one follower",
            "the oldest are dropped, and the follower reads how many",
        ),
    ),
    "Clients' own metrics": (
        Limit("telemetry.max.bytes", "a push of metrics, and what it inflates to", "TELEMETRY_TOO_LARGE"),
        Limit("protocol/otlp.py:FIELDS_MAX", "protobuf fields read of a push", LEFT_OUT),
        Limit("broker/telemetry/series.py:CLIENT_SERIES_MAX", "series of one client instance", LEFT_OUT),
        Limit("broker/telemetry/client_telemetry.py:SERIES_MAX", "series of all clients of a broker", LEFT_OUT),
        Limit("broker/telemetry/series.py:NAME_CHARS_MAX", "a metric's name", LEFT_OUT),
        Limit("broker/telemetry/series.py:LABELS_MAX", "labels of one data point", LEFT_OUT),
        Limit("broker/telemetry/series.py:LABEL_CHARS_MAX", "a label's value", "its beginning is kept"),
        Limit(
            "broker/telemetry/client_telemetry.py:INSTANCES_MAX",
            "client instances that are known",
            "whoever was heard of longest ago is forgotten, with what it pushed",
        ),
    ),
    "The log": (
        Limit(
            "kavka/common/repetitions.py:SAME_LINES_MAX",
            "the same line in a second",
            "counted; how many there were is written every 10 s",
        ),
        Limit(
            "kavka/common/repetitions.py:PLACE_LINES_MAX",
            "different lines of one statement in 10 s",
            "counted likewise, with the last of them; 10 in 10 s while it goes on",
        ),
    ),
    "The embedded ZooKeeper": (
        Limit("kavka/zk/server/server.py:CONNECTIONS_MAX", "connections", "closed when they are accepted"),
        Limit("kavka/zk/server/server.py:SESSIONS_MAX", "sessions", "new ones are refused"),
        Limit("kavka/zk/server/connection.py:WATCHES_MAX", "watches of a connection", "the connection is closed"),
        Limit(
            "kavka/zk/server/connection.py:OUTPUT_BYTES_MAX",
            "unread output of a connection",
            "the connection is closed",
        ),
        Limit("kavka/zk/server/server.py:HANDSHAKE_MS_MAX", "a connection without a session", "closed"),
    ),
}
