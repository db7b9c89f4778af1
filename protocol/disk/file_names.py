"""How the files of a broker's data directory and of a partition's directory are called.

A partition's files are twenty digits of an offset, and a suffix::

    00000000000000001500.log                 a segment's batches, by its base offset
    00000000000000001500.index  .timeindex  .txnindex    its indexes
    00000000000000001500.snapshot            the producers as of that offset
    … .cleaned  .swap  .deleted  .tmp        behind one of these: being made, being put in place, being removed, torn

State is shown by suffix, so that a startup after a crash knows what was going on (KAFKA-6324, KAFKA-13603).
"""

from __future__ import annotations

from typing import Final

LOG_SUFFIX: Final = ".log"
OFFSET_INDEX_SUFFIX: Final = ".index"
TIME_INDEX_SUFFIX: Final = ".timeindex"
TXN_INDEX_SUFFIX: Final = ".txnindex"
SNAPSHOT_SUFFIX: Final = ".snapshot"

CLEANED_SUFFIX: Final = ".cleaned"
SWAP_SUFFIX: Final = ".swap"
DELETED_SUFFIX: Final = ".deleted"
TEMPORARY_SUFFIX: Final = ".tmp"

LEADER_EPOCH_FILE: Final = "leader-epoch-checkpoint"
PARTITION_METADATA_FILE: Final = "partition.metadata"

RECOVERY_POINT_FILE: Final = "recovery-point-offset-checkpoint"
LOG_START_OFFSET_FILE: Final = "log-start-offset-checkpoint"
HIGH_WATERMARK_FILE: Final = "replication-offset-checkpoint"
CLEANER_OFFSET_FILE: Final = "cleaner-offset-checkpoint"
META_PROPERTIES_FILE: Final = "meta.properties"
LOCK_FILE: Final = ".lock"
CLEAN_SHUTDOWN_FILE: Final = ".kafka_cleanshutdown"
CLEAN_SHUTDOWN_CONTENT: Final = b'{"version":0,"brokerEpoch":-1}'
"""Kafka 3.9's marker, with ZooKeeper; until 3.6 it is empty. Either way all it says is that it exists."""


def segment_name(base_offset: int, suffix: str = LOG_SUFFIX) -> str:
    """Returns the name of a segment's file: twenty digits of base offset and a suffix."""
    return f"{base_offset:020d}{suffix}"
