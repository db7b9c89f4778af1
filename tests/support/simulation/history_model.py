"""A correct cluster of one page: logs with transactions, clients that crash, and the history that they leave.

Each step is one client's, drawn from the seed; the clock goes on by a few milliseconds with each. Outcomes are lost,
transactions time out under their clients, consumers are rebalanced, seek and go back, retention takes what is old.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from kavka.common.types import TopicPartition
from kavka.simulation.history import (
    Assigned,
    Committed,
    History,
    Isolation,
    LogRead,
    Poll,
    Polled,
    Records,
    Send,
    SendOutcome,
    Sent,
    Sought,
    Transacted,
    TransactionEnd,
)

PARTITIONS = tuple(TopicPartition("orders", index) for index in range(3))
GROUP = "g"
OPEN, COMMITTED, ABORTED = "open", "committed", "aborted"


@dataclass(eq=False)
class Ongoing:
    """A transaction: what the coordinator knows of it, and what its client has done."""

    invoked_ms: int
    state: str = OPEN
    ops: list[Send | Poll] = field(default_factory=list)
    partitions: set[TopicPartition] = field(default_factory=set)


@dataclass
class Entry:
    """A record, or a marker (without a value)."""

    value: int | None
    transaction: Ongoing | None = None


class LogModel:
    """The partitions' logs, as a broker that makes no mistakes keeps them."""

    def __init__(self) -> None:
        self.logs: dict[TopicPartition, list[Entry]] = {tp: [] for tp in PARTITIONS}
        self.starts = dict.fromkeys(PARTITIONS, 0)

    def append(self, tp: TopicPartition, value: int | None, transaction: Ongoing | None = None) -> int:
        """Appends a record and returns its offset."""
        self.logs[tp].append(Entry(value, transaction))
        return len(self.logs[tp]) - 1

    def end_offset(self, tp: TopicPartition, isolation: Isolation) -> int:
        """Returns the log end offset, or the last stable offset."""
        log = self.logs[tp]
        if isolation is Isolation.READ_UNCOMMITTED:
            return len(log)
        still_open = (o for o, e in enumerate(log) if e.transaction is not None and e.transaction.state == OPEN)
        return next(still_open, len(log))

    def read(self, tp: TopicPartition, position: int, isolation: Isolation, limit: int) -> tuple[Records, int]:
        """Returns up to `limit` records from a position on, and the position behind them."""
        position = max(position, self.starts[tp])
        end = self.end_offset(tp, isolation)
        records: list[tuple[int, int]] = []
        while position < end and len(records) < limit:
            entry = self.logs[tp][position]
            is_aborted = entry.transaction is not None and entry.transaction.state == ABORTED
            if entry.value is not None and not (is_aborted and isolation is Isolation.READ_COMMITTED):
                records.append((position, entry.value))
            position += 1
        return tuple(records), position

    def decide(self, transaction: Ongoing, state: str) -> None:
        """Writes the markers of a transaction."""
        transaction.state = state
        for tp in sorted(transaction.partitions):
            self.append(tp, None)


class ModelRun:
    """One run of the model.

    Args:
        seed: says all that is left to chance.
        steps: how many the clients take together.
    """

    def __init__(self, seed: int, steps: int = 150) -> None:
        self.history = History()
        self._chance = random.Random(seed)
        self._log = LogModel()
        self._now_ms = 0
        self._values = 0
        self._sends = dict.fromkeys(("p1", "p2", "plain"), 0)
        self._open: dict[str, Ongoing | None] = dict.fromkeys(("t1", "t2", "t3"))
        self._positions: dict[tuple[str, TopicPartition], int] = {}
        self._owners: dict[TopicPartition, str] = {}
        self._generation = 0
        self._committed = dict.fromkeys(PARTITIONS, 0)
        self._isolations = {"c1": Isolation.READ_COMMITTED, "c2": Isolation.READ_COMMITTED}
        self._rebalance()
        actions = [self._send] * 4 + [self._transact] * 8 + [self._poll] * 5 + [self._watch, self._disturb]
        for _ in range(steps):
            self._now_ms += self._chance.randint(1, 5)
            self._chance.choice(actions)()
        self._finish()

    def _value(self) -> int:
        self._values += 1
        return self._values

    def _tp(self) -> TopicPartition:
        return self._chance.choice(PARTITIONS)

    def _send(self) -> None:
        client = self._chance.choice(sorted(self._sends))
        self._sends[client] += 1
        tp, value = self._tp(), self._value()
        sent = Sent(
            client=client,
            tp=tp,
            value=value,
            outcome=SendOutcome.FAILED,
            invoked_ms=self._now_ms,
            completed_ms=self._now_ms + 1,
            number=self._sends[client],
            producer_id=-1 if client == "plain" else int(client[1]),
        )
        luck = self._chance.random()
        if luck > 0.1:
            offset = self._log.append(tp, value) if luck > 0.15 else None
            if client == "plain" and luck > 0.9:
                offset = self._log.append(tp, value)
            is_known = offset is not None and luck > 0.3
            outcome = SendOutcome.ACKED if is_known else SendOutcome.UNKNOWN
            sent = replace(sent, outcome=outcome, offset=offset if is_known else None)
        self.history.add(sent)

    def _transact(self) -> None:
        client = self._chance.choice(sorted(self._open))
        transaction = self._open[client]
        if transaction is None:
            self._open[client] = Ongoing(self._now_ms)
        elif len(transaction.ops) < 2 or self._chance.random() < 0.6:
            self._operate(client, transaction)
        else:
            self._end(client, transaction)

    def _operate(self, client: str, transaction: Ongoing) -> None:
        tp = self._tp()
        if self._chance.random() < 0.6 and transaction.state == OPEN:
            value = self._value()
            transaction.partitions.add(tp)
            offset = self._log.append(tp, value, transaction)
            transaction.ops.append(Send(tp, value, offset if self._chance.random() < 0.7 else None))
            return
        position = self._positions.get((client, tp), 0)
        records, position = self._log.read(tp, position, Isolation.READ_COMMITTED, self._chance.randint(1, 4))
        self._positions[client, tp] = position
        transaction.ops.append(Poll(tp, records))

    def _end(self, client: str, transaction: Ongoing) -> None:
        self._open[client] = None
        ending_ms: int | None = self._now_ms
        self._now_ms += 2
        luck = self._chance.random()
        if transaction.state == ABORTED:  # by the coordinator
            end = TransactionEnd.ABORTED
        elif luck < 0.6:
            self._log.decide(transaction, COMMITTED)
            end = TransactionEnd.COMMITTED
        elif luck < 0.75:
            self._log.decide(transaction, ABORTED)
            end, ending_ms = TransactionEnd.ABORTED, None
        elif luck < 0.9:
            self._log.decide(transaction, COMMITTED if luck < 0.83 else ABORTED)
            end = TransactionEnd.UNKNOWN
        else:
            self._log.decide(transaction, ABORTED)
            end, ending_ms = TransactionEnd.UNKNOWN, None
        self._add_transaction(client, transaction, end, ending_ms)
        if end is not TransactionEnd.COMMITTED and self._chance.random() < 0.5:
            self._go_back(client, transaction)

    def _go_back(self, client: str, transaction: Ongoing) -> None:
        for op in reversed(transaction.ops):
            if isinstance(op, Poll) and op.records:
                self._positions[client, op.tp] = op.records[0][0]

    def _add_transaction(self, client: str, transaction: Ongoing, end: TransactionEnd, ending_ms: int | None) -> None:
        self.history.add(
            Transacted(
                client=client,
                transactional_id=client,
                ops=tuple(transaction.ops),
                outcome=end,
                invoked_ms=transaction.invoked_ms,
                completed_ms=self._now_ms,
                ending_ms=ending_ms,
            )
        )

    def _poll(self) -> None:
        tp = self._tp()
        client = self._owners[tp]
        records, position = self._log.read(
            tp, self._positions[client, tp], self._isolations[client], self._chance.randint(1, 5)
        )
        self._positions[client, tp] = position
        polled = Polled(
            client=client,
            tp=tp,
            records=records,
            time_ms=self._now_ms,
            group=GROUP,
            isolation=self._isolations[client],
        )
        self.history.add(polled)
        if self._chance.random() < 0.5:
            self._committed[tp] = position
            self.history.add(Committed(client=client, group=GROUP, tp=tp, offset=position, time_ms=self._now_ms))

    def _watch(self) -> None:
        """A read_uncommitted consumer without a group."""
        tp = self._tp()
        position = self._positions.get(("w", tp), 0)
        if self._chance.random() < 0.2:
            position = self._chance.randint(0, len(self._log.logs[tp]))
            self.history.add(Sought(client="w", tp=tp, offset=position, time_ms=self._now_ms))
        isolation = Isolation.READ_UNCOMMITTED
        records, self._positions["w", tp] = self._log.read(tp, position, isolation, 8)
        self.history.add(Polled(client="w", tp=tp, records=records, time_ms=self._now_ms, isolation=isolation))

    def _disturb(self) -> None:
        luck = self._chance.random()
        if luck < 0.5:
            self._rebalance()
        elif luck < 0.8:
            transaction = self._chance.choice([self._open[client] for client in sorted(self._open)])
            if transaction is not None and transaction.state == OPEN:
                self._log.decide(transaction, ABORTED)
        else:
            tp = self._tp()
            self._log.starts[tp] += (self._log.end_offset(tp, Isolation.READ_COMMITTED) - self._log.starts[tp]) // 4

    def _rebalance(self) -> None:
        self._generation += 1
        clients = sorted(self._isolations)
        self._owners = {tp: self._chance.choice(clients) for tp in PARTITIONS}
        for client in clients:
            mine = tuple(tp for tp in PARTITIONS if self._owners[tp] == client)
            for tp in mine:
                self._positions[client, tp] = self._committed[tp]
            self.history.add(
                Assigned(
                    client=client,
                    partitions=mine,
                    time_ms=self._now_ms,
                    group=GROUP,
                    generation=self._generation,
                )
            )

    def _finish(self) -> None:
        for client, transaction in self._open.items():
            if transaction is not None:
                if transaction.state == OPEN:
                    self._log.decide(transaction, ABORTED)
                self._add_transaction(client, transaction, TransactionEnd.UNKNOWN, None)
        self._now_ms += 1000
        for tp in PARTITIONS:
            for isolation in Isolation:
                records, _ = self._log.read(tp, 0, isolation, len(self._log.logs[tp]))
                self.history.add(
                    LogRead(
                        tp=tp,
                        isolation=isolation,
                        records=records,
                        end_offset=self._log.end_offset(tp, isolation),
                        time_ms=self._now_ms,
                        log_start_offset=self._log.starts[tp],
                    )
                )
