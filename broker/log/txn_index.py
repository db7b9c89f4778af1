"""The transaction index of one segment: the transactions whose ABORT marker stands in it.

A read_committed consumer gets batches together with the aborted transactions among them, and drops what belongs to one.
For batches in [start, end) these are the entries that end at or behind `start` and begin before `end`. They may stand
in later segments: a transaction that began here may have ended there. The search is over at the first entry whose last
stable offset is not below `end`, for whatever ends later began at or behind that offset::

    offsets      10        20        30        40        50
    data         a ······· b ······· A         c         B      A: ABORT of a, last stable offset 20: b is open

A segment without aborted transactions, which is nearly every one, has no file. Nothing stays open: an entry is written
at once, by itself. A file that makes no sense is `CorruptIndex`, and is rebuilt from the log, beginning with the
producers at the segment's base. The entries' bytes are `protocol.disk.indexes`'.
"""

from __future__ import annotations

import contextlib

from kavka.broker.log.open_transactions import EndedTxn, OpenTransactions
from kavka.common.filesystem import FileSystem
from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.disk.file_names import LOG_SUFFIX, TXN_INDEX_SUFFIX
from kavka.protocol.disk.indexes import TXN_ENTRY_BYTES, AbortedTxn, decode_txn_index, encode_txn_index


class TxnIndex:
    """The index of one segment.

    Args:
        log_path: the segment's `.log`; it is moved and removed with it.
        base_offset: the segment's.
        suffix: what its file has behind its name until the segment is put in place.

    Attributes:
        has_file: whether there is a file. Who finds one on disk says so; only then it is read.
    """

    __slots__ = ("_base_offset", "_entries", "_filesystem", "_log_path", "_suffix", "has_file")

    def __init__(self, log_path: str, *, base_offset: int, filesystem: FileSystem, suffix: str = "") -> None:
        self._log_path = log_path
        self._suffix = suffix
        self._base_offset = base_offset
        self._filesystem = filesystem
        self._entries: list[AbortedTxn] | None = []
        self.has_file = False

    def move_to(self, log_path: str) -> None:
        """Notes the new path of the segment's log; the index lies beside it."""
        self._log_path = log_path

    @property
    def path(self) -> str:
        """Returns the index file's path."""
        return self._log_path.removesuffix(LOG_SUFFIX) + TXN_INDEX_SUFFIX + self._suffix

    @property
    def is_loaded(self) -> bool:
        """Tells whether the entries are in memory."""
        return self._entries is not None

    def found(self) -> None:
        """Notes the index file that was found on disk."""
        self.has_file = True
        self._entries = None

    def rename_to(self, suffix: str) -> None:
        """Gives the file another suffix, if there is one."""
        former, self._suffix = self.path, suffix
        if self.has_file:
            self._filesystem.rename(former, self.path)

    @property
    def entries(self) -> list[AbortedTxn]:
        """Returns all aborted transactions of the segment.

        Raises:
            CorruptIndex: the file is none.
        """
        return list(self._loaded())

    def append(self, txn: AbortedTxn) -> None:
        """Adds a transaction, in the file first.

        Raises:
            CorruptIndex: the file has ended with a later one already.
            OSError: the disk refused.
        """
        entries = self._loaded()
        if entries and txn.last_offset <= entries[-1].last_offset:
            raise CorruptIndex(f"{self.path}: {txn} behind {entries[-1]}")
        fd = self._filesystem.open(self.path, create=True)
        try:
            self._filesystem.pwrite(fd, encode_txn_index([txn]), len(entries) * TXN_ENTRY_BYTES)
        finally:
            self._filesystem.close_fd(fd)
        self.has_file = True
        entries.append(txn)

    def collect(self, start_offset: int, end_offset: int, found: list[AbortedTxn]) -> bool:
        """Adds to `found` the aborted transactions that overlap [start, end).

        Returns:
            Whether that is all; otherwise the next segments may have more.

        Raises:
            CorruptIndex: the file is none.
        """
        for txn in self._loaded():
            if txn.last_offset >= start_offset and txn.first_offset < end_offset:
                found.append(txn)
            if txn.last_stable_offset >= end_offset:
                return True
        return False

    def truncate_to(self, offset: int) -> None:
        """Forgets the transactions whose marker is at or behind `offset`: they are open again, or never were."""
        if self.has_file:
            self.replace([txn for txn in self._loaded() if txn.last_offset < offset], sync=False)

    def replace(self, entries: list[AbortedTxn], *, sync: bool) -> None:
        """Rewrites the index; an empty one has no file.

        Args:
            entries: all of them.
            sync: whether to wait until they will survive a power cut; a recovery would not rebuild them.
        """
        if entries:
            write = self._filesystem.write_atomically if sync else self._filesystem.write_unsynced
            write(self.path, encode_txn_index(entries))
        elif self.has_file:
            self._filesystem.remove(self.path)
        self.has_file = bool(entries)
        self._entries = entries

    def unload(self) -> None:
        """Frees the entries; the next use reads them again."""
        if self.has_file:
            self._entries = None

    def load_pages(self) -> None:
        """Brings the file into memory; for a thread."""
        with contextlib.suppress(FileNotFoundError):
            self._filesystem.read_file(self.path)

    def _loaded(self) -> list[AbortedTxn]:
        if self._entries is None:
            try:
                data = self._filesystem.read_file(self.path)
            except FileNotFoundError:
                data = b""
            self._entries = decode_txn_index(data, base_offset=self._base_offset)
        return self._entries


def entry_for(ended: EndedTxn, transactions: OpenTransactions) -> AbortedTxn:
    """Makes the index entry of an aborted transaction that its marker just ended."""
    return AbortedTxn(
        ended.producer_id, ended.first_offset, ended.last_offset, transactions.last_stable_offset_after(ended)
    )
