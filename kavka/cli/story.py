"""`kavka cluster story`: what became of a cluster, as a timeline in words, by the state-change logs of its brokers.

    <data dir>/broker-N.state-changes.log, .1 … ─▶ parsed, merged by time ─▶ told()

    12:18:42.106  broker 1 is gone
    12:18:42.140  story-0: broker 2 leads instead of 1, which is gone; in sync: 2, 0

Of a cluster that runs on this machine, or has run: nobody is asked, so a dead one can be told of, too. Lines in,
sentences out; the lines are `kavka.common.state_changes`.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from kavka.common.state_changes import StateChange, parse

FILES: Final = "broker-*.state-changes.log*"

_LEADERSHIP: Final = r"leader=(-?\d+) leaderEpoch=(\d+) isr=([\d,]*)"
_WHY: Final = {
    "OFFLINE": "which is gone or not in sync",
    "PREFERRED": "as its preferred replica",
    "CONTROLLED_SHUTDOWN": "which shuts down",
    "REASSIGN": "since the replicas move",
    "UNCLEAN": "as asked for",
}


def changes(data_dir: Path) -> Iterator[StateChange]:
    """Yields all state changes of the brokers on a data directory, by time.

    Raises:
        OSError: a file cannot be read.
    """
    with ExitStack() as stack:
        yield from heapq.merge(*(_of_file(path, stack) for path in _files(data_dir)), key=_time)


def _files(data_dir: Path) -> list[Path]:
    return sorted(data_dir.glob(FILES))


def _of_file(path: Path, stack: ExitStack) -> Iterator[StateChange]:
    file = stack.enter_context(path.open(encoding="utf-8", errors="replace"))
    for line in file:
        change = parse(line.rstrip("\n"))
        if change is not None and _moment(change.time) is not None:
            yield change


def _time(change: StateChange) -> datetime:
    moment = _moment(change.time)
    assert moment is not None  # others were left out
    return moment


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if moment.tzinfo is None else moment


def rows(
    found: Iterable[StateChange], *, since_ms: int | None, topics: tuple[str, ...], are_all: bool
) -> Iterator[dict[str, Any]]:
    """Yields a row for each state change that is asked for.

    Args:
        found: by time.
        since_ms: not before; since the epoch.
        topics: of these alone, and what is of no partition; empty: of all.
        are_all: also what brokers did as they were told, and the brokers' own topics.
    """
    for change in found:
        if not are_all and not _is_shown(change, topics):
            continue
        if topics and change.partition is not None and _topic(change.partition) not in topics:
            continue
        time = _time(change)
        if since_ms is None or time.timestamp() * 1_000 >= since_ms:
            yield {
                "time": time.astimezone().isoformat(timespec="milliseconds"),
                "by": "controller" if change.is_controller else "broker",
                "broker": change.broker,
                "controller_epoch": change.epoch,
                "partition": change.partition,
                "what": told(change),
            }


def _is_shown(change: StateChange, topics: tuple[str, ...]) -> bool:
    if change.partition is None:
        return True
    topic = _topic(change.partition)
    is_internal = topic.startswith("__") and topic not in topics
    return not is_internal and (change.is_controller or change.words == "deleted")


def _topic(partition: str) -> str:
    return partition.rpartition("-")[0]


def told(change: StateChange) -> str:
    """Tells a state change in words; as it stands in the log where there are none for it."""
    for pattern, tell in _SENTENCES:
        found = pattern.fullmatch(change.words)
        if found is not None:
            told = tell(change, found)
            return told if change.partition is None else f"{change.partition}: {told}"
    return change.words if change.partition is None else f"{change.partition}: {change.words}"


def _elected(change: StateChange, found: re.Match[str]) -> str:
    return f"broker {change.broker} is the controller (epoch {change.epoch})"


def _resigned(change: StateChange, found: re.Match[str]) -> str:
    return f"broker {change.broker} is the controller no more (epoch {change.epoch}): {found[1]}"


def _brokers(change: StateChange, found: re.Match[str]) -> str:
    parts = zip(found.groups(), (("came", "came"), ("is gone", "are gone"), ("restarted", "restarted")), strict=True)
    return "; ".join(
        f"broker {who} {one}" if "," not in who else f"brokers {who.replace(',', ', ')} {many}"
        for who, (one, many) in parts
        if who
    )


def _first(change: StateChange, found: re.Match[str]) -> str:
    return f"broker {found[1]} leads at first; in sync: {_listed(found[3])}"


def _leader(change: StateChange, found: re.Match[str]) -> str:
    leader, _, isr, strategy, unclean, before = found.groups()
    why = _WHY.get(strategy, f"by {strategy}")
    if leader == before:
        told = f"broker {leader} goes on leading, in another epoch"
    elif int(before) < 0:
        told = f"broker {leader} leads again; there was no leader"
    else:
        told = f"broker {leader} leads instead of {before}, {why}"
    risk = "; it was not in sync, so records may be lost" if unclean else ""
    return f"{told}{risk}; in sync: {_listed(isr)}"


def _isr(change: StateChange, found: re.Match[str]) -> str:
    _, _, isr, before = found.groups()
    now, then = set(filter(None, isr.split(","))), set(filter(None, before.split(",")))
    moves = [(now - then, "joins", "join"), (then - now, "leaves", "leave")]
    told = [
        f"broker{'s' * (len(who) > 1)} {', '.join(sorted(who, key=int))} {many if len(who) > 1 else one} the ISR"
        for who, one, many in moves
        if who
    ]
    return f"{', '.join(told) or 'the ISR is written again'}; in sync: {_listed(isr)}"


def _leads(change: StateChange, found: re.Match[str]) -> str:
    return f"broker {change.broker} begins to lead, from offset {found[1]} on (leader epoch {found[3]})"


def _follows(change: StateChange, found: re.Match[str]) -> str:
    leader = found[2]
    whom = f"follow broker {leader}" if int(leader) >= 0 else "follow, and there is no leader"
    return f"broker {change.broker} begins to {whom}, from offset {found[1]} on (leader epoch {found[3]})"


def _listed(ids: str) -> str:
    return ids.replace(",", ", ") or "nobody"


_SENTENCES: Final[tuple[tuple[re.Pattern[str], Callable[[StateChange, re.Match[str]], str]], ...]] = (
    (re.compile("Elected"), _elected),
    (re.compile("Resigned: (.*)"), _resigned),
    (re.compile(r"Brokers came=([\d,]*) went=([\d,]*) restarted=([\d,]*)"), _brokers),
    (re.compile(f"{_LEADERSHIP} at first"), _first),
    (re.compile(rf"{_LEADERSHIP} by (\w+)( uncleanly)?, was (-?\d+)"), _leader),
    (re.compile(rf"{_LEADERSHIP}, isr was ([\d,]*)"), _isr),
    (re.compile("nobody can lead"), lambda change, found: "nobody can lead: nobody of its ISR is alive and whole"),
    (re.compile(rf"leads from=(\d+) {_LEADERSHIP}"), _leads),
    (re.compile(rf"follows from=(\d+) {_LEADERSHIP}"), _follows),
    (re.compile("stops"), lambda change, found: f"broker {change.broker} stops its replica"),
    (re.compile("deleted"), lambda change, found: f"broker {change.broker} deletes its replica"),
)
