"""Where a fresh broker with the profile 3.9 differs from Apache Kafka 3.9.1 with ZooKeeper, each with its reason.

    fresh_cluster.observe, of both ─▶ different() ─▶ must be what DIFFERENCES has, no more and no less
                                     DIFFERENCES ─▶ page() ─▶ docs/reference/kafka-3.9.md

`python -m tests.support.kafka.differences docs/reference/kafka-3.9.md` writes the page; `make generate` calls it, a
tidy test holds the page to the table, and a conformance test the table to the two brokers. How values are altered is
compared elsewhere (`test_side_by_side_configs`).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.support.kafka.fresh_cluster import Seen

NOTHING = "–"


class Difference(NamedTuple):
    """What matches one or more things that were seen.

    Attributes:
        part: of what was seen.
        what: matches all of the thing's name: a regular expression.
        kafka: Kafka's side, a regular expression.
        kavka: this broker's, likewise.
        shown: what the page calls it.
        reason: why.
    """

    part: str
    what: str
    kafka: str
    kavka: str
    shown: str
    reason: str


_EMPTY_PARTITION = (
    "A partition without records is a folder with `partition.metadata`: thousands of empty ones cost nothing."
)

DIFFERENCES = (
    Difference("apis", "API 58 by .*", "0 to 0", NOTHING, "Envelope", "Forwards requests to KRaft's controller."),
    Difference(
        "apis",
        "API 6[89] by .*",
        "0 to 0",
        NOTHING,
        "ConsumerGroupHeartbeat, ConsumerGroupDescribe",
        "With ZooKeeper Kafka 3.9 refuses both (UNSUPPORTED_VERSION). Here they are offered where they work: with what "
        "Kafka 4 brought.",
    ),
    Difference("broker", r"kavka\..*", NOTHING, ".*", "`kavka.…`", "Keys of this broker's own."),
    Difference(
        "broker",
        r"group\.share\.partition\.max\.record\.locks",
        "200;.*",
        "2000;.*",
        "default of `group.share.partition.max.record.locks`",
        "Share groups are those of Kafka 4, and so are their defaults: 3.9's 200 was for a preview that ZooKeeper mode "
        "never offered.",
    ),
    Difference(
        "znodes",
        "/brokers/ids/0",
        ".*",
        '.*"kavka_admin": <url>.*',
        "`kavka_admin` in `/brokers/ids/<id>`",
        "By this the brokers' admin endpoints find each other; Kafka's readers pass over what they do not know.",
    ),
    Difference(
        "files",
        r"running: .*\.(index|timeindex)",
        r"104857\d\d bytes",
        "0 bytes",
        "indexes of active segments",
        "Kafka maps 10 MB that it fills; here an index grows as it is written. When the segment rolls, or the broker "
        "stops, they are the same.",
    ),
    Difference(
        "files",
        r"(running|stopped): t-1/0+\.(log|index|timeindex)",
        r"\d+ bytes",
        NOTHING,
        "files of an empty partition",
        _EMPTY_PARTITION,
    ),
    Difference(
        "files",
        "(running|stopped): t-1/leader-epoch-checkpoint",
        r"0 \| 1 \| 0 0",
        NOTHING,
        "`leader-epoch-checkpoint` of an empty partition",
        "Likewise: an epoch is written with its first record.",
    ),
    Difference(
        "files",
        "running: (cleaner-offset|log-start-offset|recovery-point-offset)-checkpoint",
        r"empty|0 \| 0",
        NOTHING,
        "checkpoint files that have no entry yet",
        "Kafka makes them empty at its start, here each comes with its first entry. Empty and none mean the same.",
    ),
    Difference(
        "files",
        "stopped: cleaner-offset-checkpoint",
        "empty",
        r"0 \| 0",
        "`cleaner-offset-checkpoint` where nothing was cleaned",
        "Likewise: with its version and a count of 0, as Kafka writes its other checkpoints.",
    ),
    Difference(
        "files",
        r"stopped: \.lock",
        NOTHING,
        "0 bytes",
        "`.lock` after a stop",
        "It stays: whoever opens it in the moment when it is deleted would hold a lock that nobody else sees.",
    ),
    Difference(
        "files",
        "(running|stopped): zookeeper-session",
        NOTHING,
        r"\d+ bytes",
        "`zookeeper-session`",
        "With it a broker that was killed ends its former session at its next start and does not wait for it.",
    ),
)
"""The first that matches counts."""

PARTS = {
    "apis": "Versions of requests",
    "broker": "Settings of a broker",
    "topic": "Settings of a topic",
    "znodes": "Znodes",
    "files": "Files of a data directory",
}

INTRODUCTION = """# Beside Apache Kafka 3.9

Written by `make generate` from the table that a test holds to both brokers; do not edit.

One broker of each, alone in its cluster, with `inter.broker.protocol.version=3.9`: a topic of two partitions, records,
a transaction, a committed offset, a quota. Then everything that they show is compared, field by field: ApiVersions in
versions 0, 3 and 4; DescribeConfigs of the broker and of the topic (names, values, types, sources, synonyms, what is
read-only, sensitive, documented); all znodes with their JSON fields, ACLs and lifetimes; all files of the data
directory, while the broker runs and after its stop (`tests/conformance/test_kafka_3_9.py`). What is drawn or differs by
place (ids, times, ports, folders) is left out. These are all differences.

Which values a key takes differs in a few cases, too: they are in `tests/conformance/test_side_by_side_configs.py`.
"""


def different(kafka: Seen, kavka: Seen) -> dict[tuple[str, str], tuple[str, str]]:
    """(part, what) → what Kafka has, and what this broker has, where that is not the same."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for part in PARTS:
        for what in kafka[part].keys() | kavka[part].keys():
            both = kafka[part].get(what, NOTHING), kavka[part].get(what, NOTHING)
            if both[0] != both[1]:
                found[part, what] = both
    return found


def reason_for(part: str, what: str, both: tuple[str, str]) -> Difference | None:
    """The first row that says so; None: nobody knows of it."""
    for row in DIFFERENCES:
        wanted = ((row.what, what), (row.kafka, both[0]), (row.kavka, both[1]))
        if row.part == part and all(re.fullmatch(pattern, text) for pattern, text in wanted):
            return row
    return None


def page() -> str:
    """The page of all differences, as Markdown."""
    lines = [INTRODUCTION]
    for part, title in PARTS.items():
        rows = [row for row in DIFFERENCES if row.part == part]
        lines += [f"## {title}", ""]
        if not rows:
            lines += ["None.", ""]
            continue
        lines += ["| what | why |", "|---|---|", *(f"| {row.shown} | {row.reason} |" for row in rows), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(page(), encoding="utf-8")
