"""The state-change log: one line for each decision of a controller, and of a broker that leads, follows or stops.

    2026-11-28T12:10:14.123Z [Controller id=0 epoch=3] Partition t-0: leader=1 leaderEpoch=5 isr=1,2 by OFFLINE, was 0
    2026-11-28T12:10:14.130Z [Broker id=1] Partition t-0: leads from=1000 leader=1 leaderEpoch=5 isr=1,2

What Kafka writes by its `state.change.logger`, in a form that is read back: `kavka cluster story` tells it in words.
Here are the lines, written and read side by side, so that they stay together; where they go is `state_change_file`.
Nobody writes a line unless the logger is on: one question a decision, and nothing where there are none.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from typing import Final, NamedTuple

LOGGER: Final = "kavka.state_changes"
"""Its level is the switch: `kavka config alter --loggers ID --set kavka.state_changes=INFO` turns it on elsewhere."""

log = logging.getLogger(LOGGER)

_LINE: Final = re.compile(r"(\S+) \[(Controller|Broker) id=(\d+)(?: epoch=(\d+))?\] (?:Partition (\S+): )?(.*)")


def state_changes_name(broker_id: int) -> str:
    """Names the file of a broker that `kavka start` runs; former ones have a number behind it."""
    return f"broker-{broker_id}.state-changes.log"


class StateChange(NamedTuple):
    """One line.

    Attributes:
        time: When, in ISO 8601 with its offset from UTC.
        is_controller: Whether a controller decided it; else a broker did as it was told.
        broker: Whose.
        epoch: The controller epoch; None in a broker's line.
        partition: Of which topic's partition; None: of none.
        words: What happened, first a verb or `key=value`s.
    """

    time: str
    is_controller: bool
    broker: int
    epoch: int | None
    partition: str | None
    words: str


def parse(line: str) -> StateChange | None:
    """Reads a line; None for what is none, such as the half of one that a crash left."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    time, who, broker, epoch, partition, words = found.groups()
    return StateChange(time, who == "Controller", int(broker), None if epoch is None else int(epoch), partition, words)


def is_written() -> bool:
    """Tells whether anybody keeps the lines."""
    return log.isEnabledFor(logging.INFO)


def controller_says(broker_id: int, epoch: int, words: str, *values: object) -> None:
    """Writes what a controller decided; `words` is a format of `logging`."""
    log.info(f"[Controller id={broker_id} epoch={epoch}] {words}", *values)


def broker_says(broker_id: int, words: str, *values: object) -> None:
    """Writes what a broker does from now on; `words` is a format of `logging`."""
    log.info(f"[Broker id={broker_id}] {words}", *values)


def leadership(leader: int, leader_epoch: int, isr: Iterable[int]) -> str:
    """Returns who leads a partition, and who is in sync, as a line has it."""
    return f"leader={leader} leaderEpoch={leader_epoch} isr={','.join(map(str, isr))}"
