"""Partitions' directories of a data directory, and what a startup makes of moves between two that were cut short.

What their names say is `protocol.disk.directory_names`'. A copy that is complete takes over in two steps, in Kafka's
order: should the new directory fail in step 1, the old log is still where it was.

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
from kavka.protocol.disk.directory_names import (
    DELETE_SUFFIX,
    UNIQUE_BITS,
    parse_directory_name,
    parse_future_name,
    unique_name,
)

TAKES_OVER_FILE: Final = ".takes-over"
"""In a partition's directory: any other of the same partition is older. To Kafka the file means nothing."""

_log = logging.getLogger(__name__)


def held_partition(name: str) -> TopicPartition | None:
    """Parses the name of a directory that holds a partition's log, None for another."""
    partition = parse_directory_name(name)
    return None if partition is None else TopicPartition(*partition)


def copied_partition(name: str) -> TopicPartition | None:
    """Parses the name of a directory in which a partition's copy grows, None for another."""
    partition = parse_future_name(name)
    return None if partition is None else TopicPartition(*partition)


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
            copied = copied_partition(name)
            if copied is not None:
                copies.setdefault(copied, []).append((log_dir, name))
                continue
            held = held_partition(name)
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
                renamed = unique_name(topic_partition, DELETE_SUFFIX, rng.getrandbits(UNIQUE_BITS))
                _rename(log_dir, str(topic_partition), renamed, filesystem)


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
