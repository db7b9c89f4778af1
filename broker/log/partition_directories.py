"""How a partition's directory is called, and what a startup makes of moves between data directories that were cut
short.

    orders-3                   the partition's log
    orders-3.<hex>-future      a copy of it that grows here, while the log is in another data directory
    orders-3.<hex>-delete      one that was put away, to be removed later
    orders-3.<hex>-stray       one that should not be here, says the controller; whoever runs the broker removes it

A copy that is complete takes over in two steps, in Kafka's order: should the new directory fail in step 1, the old log
is still where it was.

    A/orders-3                  A/orders-3                 A/orders-3.<hex>-delete
    B/orders-3.<hex>-future ─▶  B/orders-3             ─▶  B/orders-3
       with .takes-over      1     with .takes-over     2

A broker that dies between the two leaves the partition twice, and Kafka's then refuses to start. Here a file says which
one is the newer, and the next startup does step 2. A copy that is the only one there is takes over as well: deleting a
partition ends the copy first, so it can only be that step 1 did not reach the device while step 2 did. A copy beside
which the old log stands is only a copy, whatever it says: the old log may have gone on for long since.

Only names are looked at here, before any log is opened. Not here: copying (`replica.log_dir_moves`).
"""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Sequence
from typing import Final

from kavka.broker.log.log_dir import LogDir
from kavka.common.filesystem import FileSystem
from kavka.common.types import TopicPartition

DELETE_SUFFIX: Final = "-delete"
STRAY_SUFFIX: Final = "-stray"
FUTURE_SUFFIX: Final = "-future"
NAME_LENGTH_MAX: Final = 255
"""What file systems allow; a deleted partition's name is cut to fit."""
TAKES_OVER_FILE: Final = ".takes-over"
"""In a partition's directory: any other of the same partition is older. To Kafka the file means nothing."""
_HEX_DIGITS: Final = 32

_log = logging.getLogger(__name__)


def parse_directory_name(name: str) -> TopicPartition | None:
    """Parses a partition's directory name, None for another: `orders-eu-3` → (orders-eu, 3)."""
    topic, dash, partition = name.rpartition("-")
    if not dash or not topic or not partition.isascii() or not partition.isdigit():
        return None
    return TopicPartition(topic, int(partition))


def parse_future_name(name: str) -> TopicPartition | None:
    """Parses the directory name of a partition's growing copy, None for another."""
    if not name.endswith(FUTURE_SUFFIX):
        return None
    partition, dot, unique = name.removesuffix(FUTURE_SUFFIX).rpartition(".")
    return parse_directory_name(partition) if dot and unique else None


def unique_name(topic_partition: TopicPartition, suffix: str, rng: random.Random) -> str:
    """Makes a name that a recreated and again removed partition cannot meet (KAFKA-6324)."""
    ending = f".{rng.getrandbits(128):032x}{suffix}"
    return str(topic_partition)[: NAME_LENGTH_MAX - len(ending)] + ending


def future_name(topic_partition: TopicPartition, rng: random.Random) -> str:
    """Makes the directory name of a copy; never cut, since a startup must read it."""
    return f"{topic_partition}.{rng.getrandbits(128):032x}{FUTURE_SUFFIX}"


def can_be_copied(topic_partition: TopicPartition) -> bool:
    """Tells whether the name of a copy would fit the file system (KAFKA-4893)."""
    return len(str(topic_partition)) + 1 + _HEX_DIGITS + len(FUTURE_SUFFIX) <= NAME_LENGTH_MAX


def takes_over_path(directory: str) -> str:
    """Returns the path of the file that marks a directory as taking over."""
    return os.path.join(directory, TAKES_OVER_FILE)


def finish_moves(dirs: Sequence[LogDir], filesystem: FileSystem, rng: random.Random, *, are_all: bool) -> None:
    """Completes the moves between data directories that a crash has cut short.

    Args:
        dirs: the data directories that can be used.
        filesystem: the disk.
        rng: for names.
        are_all: whether no other directory, offline now, may have a partition's log.
    """
    holders: dict[TopicPartition, list[LogDir]] = {}
    copies: dict[TopicPartition, list[tuple[LogDir, str]]] = {}
    for log_dir in dirs:
        for name in filesystem.subdirectories(log_dir.path):
            copied = parse_future_name(name)
            if copied is not None:
                copies.setdefault(copied, []).append((log_dir, name))
                continue
            held = parse_directory_name(name)
            if held is not None:
                holders.setdefault(held, []).append(log_dir)
    for topic_partition, found in copies.items():
        _finish_copies(topic_partition, found, holders.setdefault(topic_partition, []), filesystem, are_all=are_all)
    for topic_partition, held_by in holders.items():
        if len(held_by) > 1:
            _put_away_older(topic_partition, held_by, filesystem, rng)


def _finish_copies(
    topic_partition: TopicPartition,
    found: Sequence[tuple[LogDir, str]],
    held_by: list[LogDir],
    filesystem: FileSystem,
    *,
    are_all: bool,
) -> None:
    """Lets a copy take over where the old log is gone; beside it, it is a copy that grows."""
    for log_dir, name in found:
        marker = takes_over_path(log_dir.file(name))
        is_complete = filesystem.exists(marker)
        if is_complete and held_by:
            _remove(log_dir, marker, filesystem)
        elif not held_by and (is_complete or (are_all and len(found) == 1)):
            _log.warning("%s: its copy in %s takes over, as a crash has kept it from", topic_partition, log_dir)
            _rename(log_dir, name, str(topic_partition), filesystem)
            held_by.append(log_dir)


def _put_away_older(
    topic_partition: TopicPartition, held_by: Sequence[LogDir], filesystem: FileSystem, rng: random.Random
) -> None:
    """Renames all logs of a partition but the one that takes over.

    Where none or several do, nobody but a user can decide.
    """
    newer = [d for d in held_by if filesystem.exists(takes_over_path(d.file(str(topic_partition))))]
    if len(newer) == 1:
        for log_dir in held_by:
            if log_dir is not newer[0]:
                _log.warning("%s in %s is put away: the one in %s is newer", topic_partition, log_dir, newer[0])
                _rename(log_dir, str(topic_partition), unique_name(topic_partition, DELETE_SUFFIX, rng), filesystem)


def _rename(log_dir: LogDir, name: str, new_name: str, filesystem: FileSystem) -> None:
    try:
        filesystem.rename(log_dir.file(name), log_dir.file(new_name))
    except OSError as error:
        log_dir.fail(error, f"renaming {name} to {new_name}")


def _remove(log_dir: LogDir, path: str, filesystem: FileSystem) -> None:
    try:
        filesystem.remove(path)
    except OSError as error:
        log_dir.fail(error, f"removing {path}")
