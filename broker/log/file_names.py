"""How the files of a partition's directory are called: twenty digits of an offset, and a suffix.

    00000000000000001500.log                 a segment's batches, by its base offset
    00000000000000001500.index  .timeindex  .txnindex    its indexes
    00000000000000001500.snapshot            the producers as of that offset
    … .cleaned  .swap  .deleted  .tmp        behind one of these: being made, being put in place, being removed, torn

State is shown by suffix, so that a startup after a crash knows what was going on (KAFKA-6324, KAFKA-13603).
"""

from __future__ import annotations

import os
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


def segment_path(directory: str, base_offset: int, suffix: str = LOG_SUFFIX) -> str:
    """Builds the path of a segment's file: twenty digits of base offset and a suffix."""
    return os.path.join(directory, f"{base_offset:020d}{suffix}")
