"""What one task of the audit reads: a segment's file, a stretch of one, or a replica over the wire.

The driver plans targets and writes them to a file of JSON lines; Spark's planner, a process of its own on the driver's
machine, reads it (`source`). Workers only ever see the targets of their task.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

WIRE_SEGMENT: Final = -1


class Place(NamedTuple):
    """Whose rows they are.

    Attributes:
        broker: the label that the report uses.
        segment: base offset by the file's name; −1 over the wire.
    """

    broker: str
    topic: str
    partition: int
    segment: int


class FileTarget(NamedTuple):
    """A segment, or a stretch of it.

    Attributes:
        path: of the .log file.
        is_last: whether its partition has no later segment.
        cleaned_to: below this offset compaction has been.
        begin: position of the first batch.
        end: position behind the last one; None: the end of the file.
    """

    place: Place
    path: str
    is_last: bool = True
    cleaned_to: int = 0
    begin: int = 0
    end: int | None = None

    @property
    def size(self) -> int:
        """Returns the bytes to read; 0 when the file is gone."""
        if self.end is not None:
            return self.end - self.begin
        try:
            return Path(self.path).stat().st_size - self.begin
        except OSError:
            return 0


class WireTarget(NamedTuple):
    """A replica's batches from one offset to another, asked of the broker that holds it.

    Attributes:
        settings: a Kafka client's properties; which broker to ask is found by its id, the place's label.
        begin: the first base offset that counts.
        end: base offsets from here on do not count.
        cleaned_to: below this offset compaction may have been.
    """

    place: Place
    settings: tuple[tuple[str, str], ...]
    begin: int
    end: int
    cleaned_to: int = 0

    @property
    def size(self) -> int:
        """Returns an estimate in bytes, for sharing work out: offsets at a hundred bytes."""
        return (self.end - self.begin) * 100


Target: TypeAlias = FileTarget | WireTarget


def write_plan(path: Path, targets: Iterable[Target]) -> None:
    """Writes targets down for the planner."""
    with path.open("w", encoding="utf-8") as file:
        for target in targets:
            kind = "file" if isinstance(target, FileTarget) else "wire"
            given = {**target._asdict(), "place": target.place._asdict(), "kind": kind}
            file.write(json.dumps(given) + "\n")


def read_plan(path: Path) -> Iterator[Target]:
    """Reads the targets of a plan's file."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield _target(json.loads(line))


def _target(given: Mapping[str, Any]) -> Target:
    fields = {name: value for name, value in given.items() if name not in ("kind", "place")}
    place = Place(**given["place"])
    if given["kind"] == "file":
        return FileTarget(place, **fields)
    fields["settings"] = tuple((name, value) for name, value in fields["settings"])
    return WireTarget(place, **fields)


def bundled(targets: Iterable[Target], *, bytes_max: int, count_max: int) -> Iterator[tuple[Target, ...]]:
    """Joins small targets into one task, in order; a large one is a task of its own."""
    bundle: list[Target] = []
    size = 0
    for target in targets:
        if bundle and (size + target.size > bytes_max or len(bundle) == count_max):
            yield tuple(bundle)
            bundle, size = [], 0
        bundle.append(target)
        size += target.size
    if bundle:
        yield tuple(bundle)
