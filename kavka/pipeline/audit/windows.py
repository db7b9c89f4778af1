"""Windows: what a walk found, summed up for every 10,000 offsets: brokers are compared without their records.

A batch belongs to the window of its base offset. Whatever segments a broker has, and wherever a reader began, equal
logs have equal windows::

    offsets    0 ─────────── 10,000 ─────────── 20,000 ─────
    broker 0   [ 31 batches, digest a ][ 29 batches, digest b ]
    broker 1   [ 31 batches, digest a ][ 29 batches, digest c ]      the second one differs: only that is read again

The digest is the exclusive or of a hash of each batch's base offset, size, leader epoch and *computed* checksum: the
order does not matter, parts of a window from two segments are joined by one more exclusive or, and a byte that was
flipped on one broker differs, whatever its header says.

Beside the sums stand what later readers of the same log need: the first and last of each leader epoch and each producer
(`seams` joins segments by them), and the faults that this part of the log shows by itself. Numbers only: numpy in,
`WindowSums` out, Arrow at the edge (`to_arrow`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from kavka.pipeline.audit.batches import FAULTS_MAX, Columns, Fault
from kavka.pipeline.audit.sequences import Producers, ProducerSpan
from kavka.pipeline.audit.targets import Place
from kavka.protocol.records.header import COMPRESSION_MASK, CONTROL_FLAG, TRANSACTIONAL_FLAG

WINDOW_OFFSETS: Final = 10_000
CODECS: Final = ("none", "gzip", "snappy", "lz4", "zstd")
_KNOWN_CODEC_MAX: Final = len(CODECS) - 1


def _list_of(**fields: pa.DataType) -> pa.DataType:
    return pa.list_(pa.field("element", pa.struct(list(fields.items()))))  # Spark's name for what is in a list


_SUMS: Final = (
    ("batches", pa.int64()),
    ("records", pa.int64()),
    ("bytes", pa.int64()),
    ("crc_failures", pa.int64()),
    ("gaps", pa.int64()),
    ("missing", pa.int64()),
    ("holes", pa.int64()),
    ("overlaps", pa.int64()),
    ("epoch_falls", pa.int64()),
    ("transactional", pa.int64()),
    ("control", pa.int64()),
    *((f"bytes_{codec}", pa.int64()) for codec in CODECS),
)
SCHEMA: Final = pa.schema(
    [
        ("broker", pa.string()),
        ("topic", pa.string()),
        ("partition", pa.int32()),
        ("segment", pa.int64()),
        ("window", pa.int64()),
        ("first_offset", pa.int64()),
        ("next_offset", pa.int64()),
        ("position", pa.int64()),
        ("end_position", pa.int64()),
        ("first_epoch", pa.int32()),
        ("last_epoch", pa.int32()),
        ("digest", pa.int64()),
        ("min_timestamp", pa.int64()),
        ("max_timestamp", pa.int64()),
        *_SUMS,
        ("faults", _list_of(kind=pa.string(), position=pa.int64(), offset=pa.int64(), detail=pa.string())),
        ("epochs", _list_of(epoch=pa.int32(), first_offset=pa.int64(), last_offset=pa.int64())),
        ("producers", _list_of(**dict.fromkeys(ProducerSpan._fields, pa.int64()))),
    ]
)
"""One row: a window of one segment (or of one replica over the wire, whose segment is −1) of one partition.

Offsets and positions are of batches, timestamps in ms, sizes in bytes on disk; `missing` are offsets between batches,
`holes` offsets inside of them; `position` to `end_position` is where the window's batches stand in the file. `epochs`
and `producers` are those of the whole segment, in its first row only.
"""


@dataclass(slots=True)
class WindowSums:
    """One window."""

    window: int
    first_offset: int
    next_offset: int
    position: int
    end_position: int
    first_epoch: int
    last_epoch: int
    digest: int = 0
    min_timestamp: int = 2**63 - 1
    max_timestamp: int = -1
    sums: NDArray[np.int64] = field(default_factory=lambda: np.zeros(len(_SUMS), np.int64))
    faults: list[Fault] = field(default_factory=list)


class WindowBuilder:
    """Sums up what is walked, piece by piece and in order.

    Args:
        cleaned_to: below this offset compaction has been, so that gaps are no faults and sequences are not followed.
    """

    def __init__(self, *, cleaned_to: int = 0) -> None:
        self._cleaned_to = cleaned_to
        self._windows: dict[int, WindowSums] = {}
        self._epochs: dict[int, list[int]] = {}
        self._producers = Producers(cleaned_to=cleaned_to)
        self._next_offset = -1
        self._epoch = -1
        self._told = 0

    @property
    def next_offset(self) -> int:
        """Returns the offset after the last batch; −1 before the first."""
        return self._next_offset

    def feed(self, batches: Columns) -> None:
        """Takes the next batches."""
        if not len(batches):
            return
        base, following = batches["base_offset"], batches["next_offset"]
        ended = np.maximum.accumulate(np.concatenate([[max(self._next_offset, 0)], following]))
        due = ended[:-1]
        if self._next_offset < 0:
            due = due.copy()
            due[0] = base[0]
        epochs = batches["epoch"]
        highest = np.maximum.accumulate(np.concatenate([[self._epoch], epochs]))
        flags = {
            "crc": batches["computed"] != batches["crc"],
            "gap": base > due,
            "overlap": base < due,
            "epoch": (epochs < highest[:-1]) & (epochs >= 0),
        }
        self._add_sums(batches, flags, missing=np.where(flags["gap"], base - due, 0))
        self._tell(batches, flags, due, highest)
        self._add_epochs(batches)
        for fault in self._producers.feed(batches):
            self.add_fault(fault)
        self._next_offset, self._epoch = int(ended[-1]), int(highest[-1])

    def add_fault(self, fault: Fault) -> None:
        """Adds a fault, of a batch or of none, to the window of its offset."""
        if self._told < FAULTS_MAX:
            self._told += 1
            offset = max(fault.offset, 0)
            window = offset - offset % WINDOW_OFFSETS
            if window not in self._windows:
                self._windows[window] = WindowSums(window, offset, offset, fault.position, fault.position, -1, -1)
            self._windows[window].faults.append(fault)

    def to_arrow(self, place: Place) -> pa.RecordBatch:
        """Returns a row for each window, in order."""
        rows = [self._row(place, self._windows[window]) for window in sorted(self._windows)]
        if rows:
            rows[0]["epochs"] = [
                {"epoch": epoch, "first_offset": first, "last_offset": last}
                for epoch, (first, last) in sorted(self._epochs.items())
            ]
            rows[0]["producers"] = [span._asdict() for span in self._producers.spans()]
        return pa.RecordBatch.from_pylist(rows, SCHEMA)

    def _row(self, place: Place, one: WindowSums) -> dict[str, Any]:
        named = {name: getattr(one, name) for name in WindowSums.__slots__ if name not in ("sums", "faults")}
        if not int(one.sums[0]):
            named["min_timestamp"] = -1
        sums = {name: int(value) for (name, _), value in zip(_SUMS, one.sums, strict=True)}
        faults = [fault._asdict() for fault in one.faults]
        return {**place._asdict(), **named, **sums, "faults": faults, "epochs": [], "producers": []}

    def _add_sums(self, batches: Columns, flags: dict[str, NDArray[np.bool_]], missing: NDArray[np.int64]) -> None:
        base, attributes = batches["base_offset"], batches["attributes"]
        windows = base - base % WINDOW_OFFSETS
        order = np.argsort(windows, kind="stable")
        codec = np.minimum(attributes & COMPRESSION_MASK, _KNOWN_CODEC_MAX)
        size = batches["size"]
        columns = [
            np.ones(len(base), np.int64),
            batches["count"],
            size,
            flags["crc"],
            flags["gap"],
            missing,
            np.maximum(batches["next_offset"] - base - batches["count"], 0),
            flags["overlap"],
            flags["epoch"],
            attributes & TRANSACTIONAL_FLAG != 0,
            attributes & CONTROL_FLAG != 0,
            *(np.where(codec == number, size, 0) for number in range(len(CODECS))),
        ]
        names, starts = np.unique(windows[order], return_index=True)
        sums = np.add.reduceat(np.stack(columns).astype(np.int64)[:, order], starts, axis=1)
        digests = np.bitwise_xor.reduceat(batch_digests(batches)[order], starts).view(np.int64)
        ends = np.append(starts[1:], len(order)) - 1
        low = np.minimum.reduceat(batches["base_timestamp"][order], starts)
        high = np.maximum.reduceat(batches["max_timestamp"][order], starts)
        for number, window in enumerate(names.tolist()):
            first, last = batches[order[starts[number]]], batches[order[ends[number]]]
            one = self._window(window, first)
            one.sums += sums[:, number]
            one.digest ^= int(digests[number])
            one.next_offset = max(one.next_offset, int(last["next_offset"]))
            one.end_position = max(one.end_position, int(last["position"] + last["size"]))
            one.last_epoch = int(last["epoch"])
            one.min_timestamp = min(one.min_timestamp, int(low[number]))
            one.max_timestamp = max(one.max_timestamp, int(high[number]))

    def _window(self, window: int, first: Any) -> WindowSums:
        one = self._windows.get(window)
        if one is None or not one.sums[0]:
            faults = [] if one is None else one.faults
            begun, position, epoch = int(first["base_offset"]), int(first["position"]), int(first["epoch"])
            one = WindowSums(window, begun, begun, position, position, epoch, epoch, faults=faults)
            self._windows[window] = one
        return one

    def _tell(
        self,
        batches: Columns,
        flags: dict[str, NDArray[np.bool_]],
        due: NDArray[np.int64],
        highest: NDArray[np.int64],
    ) -> None:
        """Makes faults of what is flagged, as many as are listed."""
        gaps = flags["gap"] & (batches["base_offset"] >= self._cleaned_to)
        for at in _few(flags["crc"]):
            one = batches[at]
            self.add_fault(
                _fault("crc", one, f"the checksum is {one['computed']:08x}, the batch says {one['crc']:08x}")
            )
        for at in _few(gaps):
            one = batches[at]
            self.add_fault(
                _fault("offset gap", one, f"{one['base_offset'] - due[at]} offsets are missing from {due[at]} on")
            )
        for at in _few(flags["overlap"]):
            self.add_fault(_fault("offset overlap", batches[at], f"{due[at]} or more is due"))
        for at in _few(flags["epoch"]):
            one = batches[at]
            self.add_fault(_fault("epoch falls", one, f"{one['epoch']} behind {highest[at]}"))

    def _add_epochs(self, batches: Columns) -> None:
        epochs, starts = np.unique(batches["epoch"], return_index=True)
        for epoch, start in zip(epochs.tolist(), starts.tolist(), strict=True):
            last = int(batches["base_offset"][batches["epoch"] == epoch].max())
            span = self._epochs.setdefault(epoch, [int(batches["base_offset"][start]), last])
            span[1] = max(span[1], last)


def batch_digests(batches: Columns) -> NDArray[np.uint64]:
    """Hashes each batch: base offset, size, leader epoch, computed checksum."""
    mixed = _mix(batches["base_offset"].astype(np.uint64) + _GOLDEN)
    content = (batches["computed"].astype(np.uint64) << np.uint64(32)) | batches["size"].astype(np.uint64)
    mixed = _mix(mixed ^ content)
    return _mix(mixed ^ batches["epoch"].astype(np.int64).view(np.uint64))


_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)


def _mix(value: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64's finisher: every bit of the input changes half of the output's."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


def _few(flagged: NDArray[np.bool_]) -> Iterable[int]:
    found: list[int] = np.nonzero(flagged)[0][:FAULTS_MAX].tolist()
    return found


def _fault(kind: str, batch: Any, detail: str) -> Fault:
    return Fault(kind, int(batch["position"]), int(batch["base_offset"]), detail)
